#!/usr/bin/env bash
# bugs.sh [CASE...]: what compute-sanitizer says of the planted bugs in tests/bugs/, for the table in its README.
#
# Builds each program with nvcc and runs every case under memcheck (leaks too), racecheck, initcheck and synccheck, the
# four side by side, each for at most 20 seconds, since some cases wait for ever. Prints a line per case, tool and report:
#
#     shared_races volatile-tail racecheck: Warning: Race reported between …
#     barriers flag-never-set memcheck: still running after 20 s
#     global_races blocks-write racecheck: nothing
#
# Exits 0 if all cases ran, 3 if there is no GPU or no compute-sanitizer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

for tool in nvcc compute-sanitizer nvidia-smi; do
    if ! command -v "$tool" >/dev/null; then
        echo "bugs.sh: $tool is missing; this wants a machine with an NVIDIA GPU and the CUDA toolkit" >&2
        exit 3
    fi
done
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1
compute-sanitizer --version | tail -n 1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# said TOOL PROGRAM CASE: the kinds of report, each once with how often it came, without addresses.
said()
{
    local leaks=() status=0
    if [ "$1" = memcheck ]; then
        leaks=(--leak-check full)
    fi
    timeout --signal=KILL 20 compute-sanitizer --tool "$1" "${leaks[@]}" "$2" "$3" \
        >"$work/said.$1" 2>&1 </dev/null || status=$?
    if [ "$status" = 137 ]; then
        echo 'still running after 20 s'
    fi
    grep -E '^========= ((Error|Warning): |Invalid |Uninitialized |Barrier error |Leaked |Program hit )' \
        "$work/said.$1" | sed -E 's/^========= //; s/0x[0-9a-f]+/0x…/g' | sort | uniq -c |
        sort -rn | sed -E 's/^ *([0-9]+) (.*)/\2 (\1 times)/; s/ \(1 times\)$//' | head -n 3
}

for source in tests/bugs/*.cu; do
    name=$(basename "$source" .cu)
    nvcc -arch=native -O3 -lineinfo -Icommon "$source" -o "$work/$name"
    for case in $("$work/$name"); do
        if [ $# -gt 0 ] && [[ " $* " != *" $case "* ]]; then
            continue
        fi
        for tool in memcheck racecheck initcheck synccheck; do
            said "$tool" "$work/$name" "$case" >"$work/lines.$tool" &
        done
        wait
        for tool in memcheck racecheck initcheck synccheck; do
            [ -s "$work/lines.$tool" ] || echo nothing >"$work/lines.$tool"
            while read -r line; do
                echo "$name $case $tool: $line"
            done <"$work/lines.$tool"
        done
    done
done
