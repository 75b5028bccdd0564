#!/usr/bin/env bash
# tensor.sh FOLDER: what ncu measures and counts of chapter 7's kernels on this machine's GPU, of compute capability 9.0, at sizes that the
# simulator runs in seconds: FOLDER/tensor.csv has a row for each launch. FOLDER/rates.csv has what single products, copies and barriers
# take (rates.cu), and FOLDER/promotion.csv what L2 moves for boxes (promotion.cu). It takes two minutes. `tensor.pl FOLDER/tensor.csv` puts the simulator's numbers beside ncu's.
# shellcheck source=tests/gpu/count.sh
. "$(dirname "$0")/count.sh"

nvcc -std=c++17 -O3 -gencode arch=compute_90a,code=sm_90a -Icommon -Ichapters/ch7-tensor -o "$work/rates" tests/gpu/rates.cu
"$work/rates" >"$folder/rates.csv"

# What L2 and DRAM move for boxes, by the promotion of their tensor map
nvcc -std=c++17 -gencode arch=compute_90a,code=sm_90a -o "$work/promotion" tests/gpu/promotion.cu
count dram__bytes_read.sum,lts__t_bytes.sum,lts__t_sectors_srcunit_tex.sum,lts__t_sectors_srcunit_ltcfabric.sum \
    pitch,wide,rows,blocks,steps,promotion names "$work/promotion" >"$folder/promotion.csv"

metrics=gpu__time_duration.sum,smsp__inst_executed.sum,dram__bytes_read.sum,lts__t_bytes.sum
for counter in sm__inst_executed_pipe_tensor sm__inst_executed_pipe_tensor_op_gmma sm__sass_inst_executed_op_ldsm \
    sm__sass_inst_executed_op_tma_ld sm__sass_inst_executed_op_tma_st l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld \
    l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st l1tex__t_requests_pipe_lsu_mem_dshared l1tex__t_sectors_pipe_lsu_mem_dshared \
    l1tex__data_pipe_lsu_wavefronts_mem_shared_op_gmma l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld \
    l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st; do
    metrics+=,$counter.sum
done
heading=program,kernel,name,grid,block
while read -r program arguments; do
    make -s DEVICE=gpu "$program" >&2
    # shellcheck disable=SC2086 # several
    count $metrics "$heading" "$program $arguments" "./$program" $arguments
    heading=
done >"$folder/tensor.csv" <<'END'
ch7-steps
ch7-cluster -n 2^20 -r 1
ch7-cluster -n 2^22 -r 1
ch7-copies -n 4096 -r 1
ch7-swizzle -n 4096 -r 1
ch7-attention -n 1024 -g 2 -d 64 -r 1 -k attentionMma
ch7-product -m 1024 -n 1024 -d 1024 -r 1
ch7-hopper -m 1024 -n 1024 -d 1024 -r 1
ch7-hopper -m 2048 -n 2048 -d 512 -r 1
ch7-hopper -m 2304 -n 2048 -d 512 -r 1 -k productPieces
ch7-flash -n 1024 -g 2 -d 64 -r 1
ch7-flash -n 1024 -g 2 -d 128 -c 1 -r 1
ch7-single -m 512 -n 512 -d 512 -r 1 -k sixParts
ch7-single -m 512 -n 512 -d 512 -r 1 -k nineParts
ch7-single -m 512 -n 512 -d 512 -r 1 -k threeTf32
END
echo "$(($(wc -l <"$folder/tensor.csv") - 1)) launches"
