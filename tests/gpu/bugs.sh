#!/usr/bin/env bash
# bugs.sh [CASE...]: finds out what compute-sanitizer says of the planted bugs in tests/simulator/bugs/, for the table in its README.
#
# Builds each program with nvcc and runs every case under memcheck (leaks too), racecheck, initcheck and synccheck, side
# by side, each for at most 10 seconds, since some cases wait for ever. Prints a line per case, tool and report:
#
#     shared_races volatile-tail racecheck: Warning: Race reported between …
#     barriers flag-never-set memcheck: still running after 10 s
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

# said TOOL PROGRAM CASE LOG: runs the tool and prints each kind of report once, without addresses, with how often it came.
said()
{
    local leaks=() status=0
    if [ "$1" = memcheck ]; then
        leaks=(--leak-check full)
    fi
    timeout --signal=KILL 10 compute-sanitizer --tool "$1" "${leaks[@]}" "$2" "$3" \
        >"$4.$1" 2>&1 </dev/null || status=$?
    if [ "$status" = 137 ]; then
        echo 'still running after 10 s'
    fi
    grep -E '^========= ((Error|Warning): |Invalid |Uninitialized |Barrier error |Leaked |Program hit )' \
        "$4.$1" | sed -E 's/^========= //; s/0x[0-9a-f]+/0x…/g' | sort | uniq -c |
        sort -rn | sed -E 's/^ *([0-9]+) (.*)/\2 (\1 times)/; s/ \(1 times\)$//' | head -n 3
}

# report NAME CASE: prints the case's lines, one tool after the other.
report()
{
    local own=$work/$1.$2 tool line
    mkdir "$own"
    for tool in memcheck racecheck initcheck synccheck; do
        said "$tool" "$work/$1" "$2" "$own/said" >"$own/$tool" &
    done
    wait
    for tool in memcheck racecheck initcheck synccheck; do
        [ -s "$own/$tool" ] || echo nothing >"$own/$tool"
        while read -r line; do
            echo "$1 $2 $tool: $line"
        done <"$own/$tool"
    done
}

for source in tests/simulator/bugs/*.cu; do
    name=$(basename "$source" .cu)
    nvcc -arch=native -O3 -lineinfo -Icommon "$source" -o "$work/$name" &
done
wait
for source in tests/simulator/bugs/*.cu; do
    name=$(basename "$source" .cu)
    for case in $("$work/$name"); do
        if [ $# -gt 0 ] && [[ " $* " != *" $case "* ]]; then
            continue
        fi
        report "$name" "$case" >"$work/$name.$case.lines" &
        while (($(jobs -rp | wc -l) >= 4)); do # four cases at a time, each with four tools
            sleep 0.1
        done
    done
done
wait
cat "$work"/*.lines
