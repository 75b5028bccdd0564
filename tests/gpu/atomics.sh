#!/usr/bin/env bash
# atomics.sh FOLDER: records what atomics cost on this machine's GPU. ncu counts the launches of atomics.cu, one row each in
# FOLDER/atomics.csv. It takes less than a minute. results/h200-atomics.csv was made by it; the constants of
# simulator/memory/slices.c follow from that.
# shellcheck source=tests/gpu/count.sh
. "$(dirname "$0")/count.sh"

metrics=gpu__time_duration.sum,smsp__inst_executed.sum,lts__t_bytes.sum
for metric in lts__t_requests_srcunit_tex.sum lts__t_sectors_srcunit_tex.sum l1tex__t_requests_pipe_lsu_mem_global_op_red.sum \
    l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum \
    lts__cycles_elapsed.avg.per_second sm__cycles_elapsed.avg.per_second; do
    metrics=$metrics,$metric
done
nvcc -arch=native -O3 -Icommon tests/gpu/atomics.cu -o "$work/atomics"
count "$metrics" kernel,words names "$work/atomics" >"$folder/atomics.csv"
wc -l "$folder/atomics.csv"
