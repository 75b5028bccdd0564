#!/usr/bin/env bash
# Random arithmetic has a GPU's results to the last bit: 20 kernels that compute with all types, beside what an H200 computed.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 13 # another compiler makes other PTX

here=tests/simulator/expressions
$here/expressions.pl 1 >"$work/expressions.cu"
./warpcc -w -o "$work/expressions" "$work/expressions.cu"
gzip -dc $here/h200.txt.gz >"$work/record.txt"
has 'the record says which GPU' "$(head -n 1 "$work/record.txt")" '^# NVIDIA H200'
run "$work/expressions"
is 'the program ends' "$status" 0
is 'variables' "$(wc -l <<<"$out")" 400
is 'those with other values' "$(diff <(grep -v '^#' "$work/record.txt") - <<<"$out")" ''

done_testing
