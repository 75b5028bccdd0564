#!/usr/bin/env bash
# meets.sh FOLDER: records what ncu counts on this machine's GPU of kernels in which lanes part and meet again: the launches of meets.cu, one
# row each in FOLDER/meets.csv. tests/simulator/meets.t holds the simulator to it. It takes a minute.
. "$(dirname "$0")/count.sh"

nvcc -arch=native -O3 -Icommon tests/gpu/meets.cu -o "$work/meets"
metrics=smsp__inst_executed.sum,smsp__thread_inst_executed.sum
for operation in ld st; do
    metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_$operation.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_$operation.sum
done
count "$metrics" launch names "$work/meets" >"$folder/meets.csv"
wc -l "$folder/meets.csv"
