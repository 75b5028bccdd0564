#!/usr/bin/env bash
# pairs.sh FOLDER: times the launches of pairs.cu on this GPU, with what L1, L2 and each pipe did. Writes pairs.csv, as results/h200-pairs.csv
# has it. It takes about 20 s.
. "$(dirname "$0")/count.sh"

nvcc -O3 -arch=sm_90 -Icommon -o "$work/pairs" tests/gpu/pairs.cu
metrics=gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,lts__t_bytes.sum
metrics+=,lts__t_sectors_srcunit_tex_op_read.sum,lts__t_sectors_srcunit_tex_op_write.sum
metrics+=,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum
metrics+=,smsp__inst_executed.sum
for pipe in alu fma fmaheavy fp64 xu lsu uniform; do
    metrics+=,smsp__inst_executed_pipe_$pipe.sum
done
count "$metrics" kernel,grid,block shapes "$work/pairs" >"$folder/pairs.csv"
