#!/usr/bin/env bash
# clusters.sh FOLDER: what this machine's GPU, of compute capability 9.0, does with clusters and bulk copies:
#
#   FOLDER/tensors.txt    the boxes of random tensors, as tests/simulator/cluster.t compares them (tests/simulator/bulk/h200-tensors.txt)
#   FOLDER/works.txt      what blocks of a cluster do together, each right or wrong
#   FOLDER/mistakes.txt   what compute-sanitizer's tools say of planted mistakes
#
# It takes two minutes. Exits 0 if all that should be right is.
. "$(dirname "$0")/begin.sh"

compile() { nvcc -arch=sm_90a -std=c++17 -lineinfo -w -o "$work/$1" "tests/simulator/$2"; }
compile tensors bulk/tensors.cu &
compile works cluster/works.cu &
compile mistakes cluster/mistakes.cu
wait

"$work/tensors" 0 1500 >"$work/all"
{
    echo "# device $(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)"
    echo "# driver $(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)"
    echo "# date $(date +%F)"
    echo '# command tests/gpu/clusters.sh'
    sed 's/, [0-9]* of .*//' "$work/all"
} >"$folder/tensors.txt"
"$work/works" | tee "$folder/works.txt"
for number in {0..7} {100..115} {200..205} {300..304}; do
    echo "== $number: $(timeout 5 "$work/mistakes" "$number" || echo "exit status $?")"
    for tool in memcheck racecheck synccheck initcheck; do
        echo "-- $tool"
        timeout 8 compute-sanitizer --tool "$tool" "$work/mistakes" "$number" 2>&1 | grep -v 'Host Frame\|Saved host' || echo 'no end'
    done
done >"$folder/mistakes.txt"
! grep -qv ': right$' "$folder/works.txt" && ! grep -q '[1-9][0-9]* of [0-9]* differ' "$work/all"
