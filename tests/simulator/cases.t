#!/usr/bin/env bash
# What people ask in forums and trackers, each as a small program: the simulator is right, or says what is wrong (cases/README.md).
. "$(dirname "$0")/../harness/lib.sh"
. tests/simulator/cases.sh
needs_nvcc 13

run_cases nvcc
own_standard ./warpcc -rdc=true tests/simulator/cases/separate/main.cu tests/simulator/cases/separate/other.cu -o "$work/separate"
is 'device code in two files, with -rdc=true' "$("$work/separate")" 22

done_testing
