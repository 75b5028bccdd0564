#!/bin/sh
# traces.sh FOLDER: runs programs on the simulator and writes what one warp of each does to memory, as
# FOLDER/NAME.csv. The book's figures draw the traces in notes/traces/ (make book-traces); a test makes them
# again and compares. Columns: block,warp,step,op,space,bytes,lanes,places; simulator/views/trace.c explains them.
set -eu

to=$1
mkdir -p "$to"

# trace NAME WARP PROGRAM ARGUMENTS...: writes the trace without the columns that change when a line is added to the program.
trace()
{
    name=$1 warp=$2 program=$3
    shift 3
    WARPSIM="trace=$to/$name.new warp=$warp" "build/sim/$program" "$@" >/dev/null
    sed -E 's/^("[^"]*"|[^,"]*),([^,]*,[^,]*,[^,]*),[^,]*,[^,]*,/\2,/' "$to/$name.new" >"$to/$name.csv"
    rm "$to/$name.new"
}

for kernel in offset0 offset1 stride2 stride8; do
    trace coalesce-$kernel 0 ch1-coalesce -n 1024 -b 32 -r 1 -k $kernel
done
for kernel in transposeTiled transposePadded transposeSwizzled; do
    trace banks-$kernel 5 ch1-transpose -n 32 -w 32 -r 1 -k $kernel
done
for kernel in reduceNeighbored reduceNeighboredLess reduceInterleaved; do
    trace steps-$kernel all ch3-reduce -n 64 -b 64 -r 1 -k $kernel
done
for kernel in reduceBaseline reduceNoDivergence reduceNoBankConflict reduceUnrollLastWarp; do
    trace shared-$kernel all ch3-shared -n 128 -b 128 -r 1 -k $kernel
done
trace shared-reduceAddDuringLoad all ch3-shared -n 256 -b 128 -r 1 -k reduceAddDuringLoad
for kernel in reduceUnroll2 reduceUnroll4 reduceUnroll8; do
    trace unroll-$kernel all ch4-unroll -n 512 -b 64 -r 1 -k $kernel
done
for kernel in sgemmNaive sgemmCoalesced; do
    trace sgemm-$kernel 0 ch6-sgemm -m 32 -n 32 -d 8 -r 1 -k $kernel
done
for kernel in sgemmVector sgemmQuads; do
    trace sgemm-$kernel 0 ch6-sgemm -m 128 -n 128 -d 8 -r 1 -k $kernel
done
