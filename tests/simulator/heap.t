#!/usr/bin/env bash
# malloc and free in kernels, on the simulator.
. "$(dirname "$0")/../harness/lib.sh"

run ./warpcc tests/simulator/calls/heap.cu -o "$work/heap"
is 'builds' "$status" 0
for words in '' check schedule=serial; do
    WARPSIM=$words run "$work/heap"
    is "WARPSIM='$words'" "$status $out" '0 0 wrong, too large refused: 1'
done
run "$work/heap" 1
has 'beyond a block' "$status $err" '^3 .*Invalid __global__ write of size 1'
run "$work/heap" 2
has 'after free' "$status $err" '^3 .*Invalid __global__ write of size 1'
run "$work/heap" 3
has 'freed twice' "$status $err" '^3 .*free of an address that malloc did not give'

done_testing
