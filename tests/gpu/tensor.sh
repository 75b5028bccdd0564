#!/usr/bin/env bash
# tensor.sh FOLDER: chapter 7's kernels at sizes that the simulator can do, too: FOLDER/tensor.csv has ncu's time and counters of each of
# their launches on this machine's GPU, of compute capability 9.0. It takes a minute.
. "$(dirname "$0")/count.sh"
. tests/gpu/fail.sh

make -s -j"$(nproc)" DEVICE=gpu ch7-product ch7-hopper ch7-single ch7-attention ch7-cluster ch7-copies ch7-swizzle
metrics=gpu__time_duration.sum,smsp__inst_executed.sum,sm__inst_executed_pipe_tensor.sum,sm__inst_executed_pipe_uniform.sum
metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared.sum,l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum
metrics+=,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
metrics+=,lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum,lts__t_bytes.sum,dram__bytes_read.sum,dram__bytes_write.sum
heading=program,kernel,name,grid,block
while read -r program arguments; do
    # shellcheck disable=SC2086 # several
    LIMIT=60 count $metrics "$heading" "$program $arguments" "./$program" $arguments || fail "ncu: $program $arguments"
    heading=
done >"$folder/tensor.csv" <<'END'
ch7-product -m 1024 -n 1024 -d 1024 -r 1
ch7-hopper -m 1024 -n 1024 -d 1024 -r 1
ch7-hopper -m 2048 -n 2048 -d 512 -r 1
ch7-hopper -m 1000 -n 3000 -d 776 -r 1
ch7-single -m 512 -n 512 -d 512 -r 1
ch7-attention -n 1024 -g 2 -d 64 -r 1
ch7-attention -n 1024 -g 2 -d 128 -c 1 -r 1
ch7-cluster -n 2^20 -r 1
ch7-cluster -n 2^22 -r 1
ch7-copies -n 4096 -r 1
ch7-swizzle -n 4096 -r 1
END
echo "$(($(wc -l <"$folder/tensor.csv") - 1)) launches, ${SECONDS} s"
exit $failed
