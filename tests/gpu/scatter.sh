#!/usr/bin/env bash
# scatter.sh FOLDER: records what requests of one warp cost on this machine's GPU, at places chosen at random: ncu counts the launches
# of scatter.cu, one row each in FOLDER/scatter-shared.csv and FOLDER/scatter-global.csv. It takes six minutes; ONLY=shared or
# ONLY=global records one of them. tests/unit/test_scatter.c compares the simulator with results/h100-scatter-*.csv.
# shellcheck source=tests/gpu/count.sh
. "$(dirname "$0")/count.sh"

shared=smsp__sass_data_bytes_mem_shared_op_ld.sum,smsp__sass_data_bytes_mem_shared_op_st.sum
for operation in ld st atom; do
    shared+=,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$operation.sum
    shared+=,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$operation.sum
done
global=lts__t_requests_srcunit_tex.sum,lts__t_sectors_srcunit_tex.sum
for operation in ld st; do
    global+=,smsp__sass_average_data_bytes_per_sector_mem_global_op_$operation.pct
done
for operation in ld st red atom; do
    global+=,l1tex__t_sectors_pipe_lsu_mem_global_op_$operation.sum,l1tex__t_requests_pipe_lsu_mem_global_op_$operation.sum
done
nvcc -arch=native -O3 -Icommon tests/gpu/scatter.cu -o "$work/scatter"
for memory in ${ONLY:-shared global}; do
    count "${!memory}" request names "$work/scatter" "$memory" >"$folder/scatter-$memory.csv"
done
wc -l "$folder"/scatter-*.csv
