#!/usr/bin/env bash
# simulator/INSTRUCTIONS.md is what conformance/table.sh finds out today.
. "$(dirname "$0")/../harness/lib.sh"

run tests/simulator/conformance/table.sh
is 'every form conforms, runs or is refused by name' "$status/$err" 0/
printf '%s\n' "$out" >"$work/table.md"
ok 'simulator/INSTRUCTIONS.md is current' diff -u simulator/INSTRUCTIONS.md "$work/table.md"
has 'it counts forms that conform' "$out" '^\| all instructions \| [0-9]+ \| [0-9]{4} \| [0-9]{8} \|'
has 'what is refused is in it' "$out" '^\| tcgen05\.mma \| 1 \| 0 \| 0 \| 0 \| 1 \| `tcgen05\.mma'

done_testing
