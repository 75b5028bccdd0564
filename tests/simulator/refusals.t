#!/usr/bin/env bash
# What calls of the runtime answer that ask for what a device can't give, or name what is not there: as an H100 does.
. "$(dirname "$0")/../harness/lib.sh"
needs_calls 11

run ./warpcc -w tests/simulator/calls/codes.cu -o "$work/codes"
is 'builds' "$status" 0
run "$work/codes"
is 'return codes' "$status/$out" "0/$(cat tests/simulator/calls/codes.txt)"

run ./warpcc -w tests/simulator/calls/pools.cu -o "$work/pools"
run "$work/pools"
is 'pools of memory' "$status/$out" "0/$(cat tests/simulator/calls/pools.txt)"

run ./warpcc -w tests/simulator/calls/thrown.cu -o "$work/thrown"
run env WARPSIM=check "$work/thrown"
is 'arguments that throw: later launches are left out, as on a GPU' "$status/$out" '0/16 0 cudaSuccess'
has 'arguments that throw: a remark says so' "$err" 'Remark: a launch is left out without an error'

# NVIDIA's own library names errors without a GPU. Each toolkit knows those of its time.
run ./warpcc -w tests/simulator/calls/texts.cu -o "$work/texts"
run "$work/texts"
is 'names and texts of errors' "$status/$(grep -v unrecognized <<<"$out")" "0/$(cat tests/simulator/calls/texts.txt)"
theirs=
[ "$(nvcc_version)" != 13 ] ||
    theirs=$(find "$(dirname "$(realpath "$("$need_sh" cuda)")")/.." -name libcudart.so.13 | head -n 1)
if [ -n "$theirs" ]; then
    run "$work/texts" "$theirs"
    is "... and NVIDIA's library has the same" "$status/$(grep -v unrecognized <<<"$out")" "0/$(cat tests/simulator/calls/texts.txt)"
else
    ok "... and NVIDIA's library has the same # SKIP there is no libcudart.so.13" true
fi

done_testing
