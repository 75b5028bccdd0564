#!/usr/bin/env bash
# simulator/INSTRUCTIONS.md and CALLS.md are what conformance/table.sh and calls/table.sh find out today.
. "$(dirname "$0")/../harness/lib.sh"

run tests/simulator/conformance/table.sh
is 'every form conforms, runs or is refused by name' "$status/$err" 0/
printf '%s\n' "$out" >"$work/table.md"
ok 'simulator/INSTRUCTIONS.md is current' diff -u simulator/INSTRUCTIONS.md "$work/table.md"
has 'it counts forms that conform' "$out" '^\| all instructions \| [0-9]+ \| [0-9]{4} \| [0-9]{8} \|'
has 'what is refused is in it' "$out" '^\| tcgen05\.mma \| 1 \| 0 \| 0 \| 0 \| 1 \| `tcgen05\.mma'

# Which calls there are is up to the toolkit's headers.
if [[ $(cat build/sim/compiler) = *nvcc && $("$(tools/need.sh nvcc)" --version) = *'release 13.0'* ]]; then
    run tests/simulator/calls/table.sh
    ok 'simulator/CALLS.md is current' diff -u simulator/CALLS.md <(printf '%s\n' "$out")
    has 'a call that is missing is in it' "$out" 'cudaGraphAddMemcpyNodeToSymbol'
    lacks 'and one that is there is not' "$out" '[^A-Za-z]cudaMalloc[^A-Za-z]'
fi

done_testing
