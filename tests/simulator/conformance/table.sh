#!/usr/bin/env bash
# table.sh: prints simulator/INSTRUCTIONS.md. It tries every form of tests/simulator/conformance/isa.txt in the simulator
# and compares the results with what an H200 computed. To bring the file up to date:
#
#     make build/sim/libwarpsim.a && tests/simulator/conformance/table.sh >simulator/INSTRUCTIONS.md
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gcc -std=c11 -O2 -Isimulator tests/simulator/conformance/forms.c tests/simulator/conformance/on_simulator.c build/sim/libwarpsim.a \
    -lm -lpthread -lstdc++ -o "$work/on_simulator"
gzip -dc <tests/simulator/conformance/h200.txt.gz >"$work/record.txt"
"$work/on_simulator" table tests/simulator/conformance/isa.txt "$work/record.txt"
