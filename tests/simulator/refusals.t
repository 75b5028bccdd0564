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

done_testing
