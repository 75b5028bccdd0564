#!/usr/bin/env bash
# code.sh FOLDER: asks ncu on this GPU what L2 moves for the instructions of code.cu. Writes code.csv, as results/h200-code.csv has it.
. "$(dirname "$0")/count.sh"

nvcc -O3 -arch=sm_90 -o "$work/code" tests/gpu/code.cu
count gpu__time_duration.sum,lts__t_bytes.sum,lts__t_sectors_srcunit_tex.sum,lts__t_sectors_srcunit_ltcfabric.sum,dram__bytes_read.sum \
    what,instructions,blocks,warps names "$work/code" >"$folder/code.csv"
