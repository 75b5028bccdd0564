#!/usr/bin/env bash
# What clang.t expects of our headers (compile/toolkit) is what the toolkit's own give.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 12 # older headers have other types

sample 3 narrow hostrandom simd random narrow_forms edges tensor narrow_calls meetings
for header in "${sample[@]}"; do
    own_standard ./warpcc -w -arch=sm_86 -o "$work/$header" tests/simulator/toolkit/"$header".cu -lcurand
    run "$work/$header"
    is "the toolkit's header, $header" "$out" "$(<tests/simulator/toolkit/"$header".txt)"
done
# For sm_90 the toolkit's header takes other instructions.
./warpcc -w -arch=sm_90 -o "$work/narrow_calls" tests/simulator/toolkit/narrow_calls.cu
run "$work/narrow_calls"
is "the toolkit's header, narrow_calls for sm_90" "$out" "$(<tests/simulator/toolkit/narrow_calls.txt)"
done_testing
