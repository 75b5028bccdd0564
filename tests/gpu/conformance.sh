#!/usr/bin/env bash
# conformance.sh FOLDER: records on a GPU what the instructions in tests/simulator/conformance/isa.txt compute, as FOLDER/record.txt.gz,
# and prints how many forms were recorded. A few seconds. The repository's record, tests/simulator/conformance/h200.txt.gz, is from it.
#
# Exits 0 if every form was recorded, 1 if the driver did not take some (they are named), 3 without a GPU.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

folder=${1:?a folder for the record}
if ! command -v nvidia-smi >/dev/null || ! nvidia-smi -L | grep -q '^GPU '; then
    echo 'conformance.sh: no GPU answers' >&2
    exit 3
fi
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

nvcc -O2 tests/simulator/conformance/on_gpu.c tests/simulator/conformance/forms.c -lm -o "$work/on_gpu"
status=0
"$work/on_gpu" tests/simulator/conformance/isa.txt >"$work/record.txt" || status=$?
{
    echo "# driver $(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)"
    cat "$work/record.txt"
} | gzip -9n >"$folder/record.txt.gz"
exit "$status"
