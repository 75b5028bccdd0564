#!/usr/bin/env bash
# conformance.sh FOLDER: records as FOLDER/record.txt.gz what a GPU computes for the instructions in
# tests/simulator/conformance/isa.txt, and prints how many forms it recorded. It takes a few seconds. The repository's record,
# tests/simulator/conformance/h200.txt.gz, was made by it.
#
# Exits 0 if every form was recorded, 1 if the driver did not take some (they are named), 3 without a GPU.
. "$(dirname "$0")/begin.sh"

nvcc -O2 tests/simulator/conformance/on_gpu.c tests/simulator/conformance/forms.c -lm -o "$work/on_gpu"
status=0
"$work/on_gpu" tests/simulator/conformance/isa.txt >"$work/record.txt" || status=$?
{
    echo "# driver $(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)"
    cat "$work/record.txt"
} | gzip -9n >"$folder/record.txt.gz"
exit "$status"
