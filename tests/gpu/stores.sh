#!/usr/bin/env bash
# stores.sh FOLDER: asks ncu on this GPU what L2 gets of the stores of stores.cu. Writes stores.csv, as results/h200-stores.csv has it.
. "$(dirname "$0")/count.sh"

nvcc -O3 -arch=sm_90 -o "$work/stores" tests/gpu/stores.cu
metrics=gpu__time_duration.sum,lts__t_bytes.sum,lts__t_sectors_srcunit_tex_op_read.sum,lts__t_sectors_srcunit_tex_op_write.sum
metrics+=,lts__t_requests_srcunit_tex_op_write.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
count "$metrics" what,value,blocks,warps names "$work/stores" >"$folder/stores.csv"
