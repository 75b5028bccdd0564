#!/usr/bin/env bash
# caches.sh FOLDER: records what L1, L2 and DRAM move, as ncu counts it: FOLDER/caches.csv has a row for each launch of caches.cu and
# of some programs of the workbook, FOLDER/requests.csv for each of requests.cu. FOLDER/places.csv has the SM that each block came to.
# It takes four minutes. results/h200-caches.csv, h200-places.csv and h100-requests.csv were made by it; the constants of
# simulator/model/traffic.c follow from them. ONLY=requests records nothing else.
# shellcheck source=tests/gpu/count.sh
. "$(dirname "$0")/count.sh"

# sums METRIC...: sets metrics to the time and these sums, with commas between.
sums()
{
    metrics=gpu__time_duration.sum$(printf ',%s.sum' "$@")
}

sums l1tex__t_{sectors,requests}_pipe_lsu_mem_global_op_st l1tex__t_sectors_pipe_lsu_mem_global_op_ld{,_lookup_miss} \
    l1tex__t_sectors_pipe_tex_mem_texture{,_lookup_miss} lts__t_sectors_srcunit_tex_op_{read,write} lts__t_sectors_srcunit_ltcfabric \
    lts__t_sectors{,_srcunit_tex}_aperture_sysmem lts__t_sectors_op_{read,write} lts__t_bytes dram__bytes_read
nvcc -arch=native -O3 -Icommon tests/gpu/requests.cu -o "$work/requests"
count "$metrics" launch,value,grid,block shapes "$work/requests" >"$folder/requests.csv"
[ "${ONLY-}" != requests ] || exit 0

sums l1tex__m_xbar2l1tex_read_sectors l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss \
    l1tex__t_sectors_pipe_lsu_mem_local_op_{st,ld,ld_lookup_miss} lts__t_sectors_srcunit_tex_op_{read,write} \
    lts__t_sectors_srcunit_ltcfabric lts__t_bytes dram__bytes_{read,write}
nvcc -arch=native -O3 -Icommon tests/gpu/caches.cu -o "$work/caches"
"$work/caches" places >"$folder/places.csv"
make DEVICE=gpu ch1-coalesce ch1-structures ch1-matmul ch1-scopes ch1-registers ch1-transpose ch1-constant ch1-weights ch2-blocksize ch3-segmented ch6-sgemm ch6-tuned >/dev/null
{
    count "$metrics" source,launch,value,grid,block shapes "$work/caches"
    count "$metrics" '' ch1-coalesce ./ch1-coalesce -n 2^20 -r 1
    count "$metrics" '' ch1-structures ./ch1-structures -n 2^20 -r 1
    count "$metrics" '' ch1-matmul ./ch1-matmul -n 512 -r 1
    count "$metrics" '' ch1-scopes ./ch1-scopes -n 2^20 -r 1
    count "$metrics" '' ch1-registers ./ch1-registers -n 2^20 -r 1
    count "$metrics" '' ch1-transpose ./ch1-transpose -n 2^12 -r 1
    count "$metrics" '' ch1-constant ./ch1-constant -n 2^20 -r 1
    count "$metrics" '' ch1-weights ./ch1-weights -n 2^20 -r 1
    count "$metrics" '' ch2-blocksize ./ch2-blocksize -n 2^12 -r 1
    count "$metrics" '' ch3-segmented ./ch3-segmented -n 2^20 -r 1
    for program in ch6-sgemm ch6-tuned; do
        count "$metrics" '' $program ./$program -n 512 -m 512 -d 512 -r 1
    done
} >"$folder/caches.csv"
wc -l "$folder"/*.csv
