#!/usr/bin/env bash
# both-ways.sh SECONDS [SEED]: runs random programs with every kernel interpreted and with every kernel compiled, for that long. What
# they print and the reports must be the same to the byte. A line for each says whether they are, how many kernels it has, and the
# seconds of the processor that both ways took; if they aren't, build/both-ways/ keeps the program. JOBS programs at a time (2), from
# SEED (1) on. It needs nvcc.
#
# A maintainer who changes how kernels are compiled wants an hour of it. Exit status: 0 all the same; 1 not all; 2 bad usage.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
if [[ ! ${1-} =~ ^[0-9]+$ ]] || [[ ! ${2-1} =~ ^[0-9]+$ ]]; then
    sed -n '2,7s/^# \?//p' "$0" >&2
    exit 2
fi
unset WARPSIM WARPSIM_DEFAULTS
. tests/harness/many.sh

# one GENERATOR SEED: prints "same" or "differs", the program, its kernels, and what both ways took.
one()
{
    local name=${1##*/}-$2 here way words result=same kernels took=()
    (($(date +%s) < until)) || exit 255 # which ends xargs
    here=$work/$name
    mkdir "$here"
    perl "tests/simulator/$1.pl" "$2" >"$here/$name.cu"
    ./warpcc -w -o "$here/$name" "$here/$name.cu" 2>"$here/log" || { echo "no-build $name 0 0 0" && return; } # ptxas 13.0 crashes at some kernels
    kernels=$(grep -c __global__ "$here/$name.cu")
    for way in interpret compiled; do
        words="repeat threads=1 json=$here/$way.json $way"
        XDG_CACHE_HOME=$here WARPSIM=$words env time -q -o "$here/cost" -f '%U' "$here/$name" >"$here/$way" 2>"$here/$way.err"
        echo $? >>"$here/$way"
        took+=("$(tail -n 1 "$here/cost")")
    done
    for part in '' .err .json; do
        cmp -s "$here/interpret$part" "$here/compiled$part" || result=differs
    done
    if [ $result = differs ]; then
        mkdir -p build/both-ways
        cp "$here/$name.cu" "$here"/{interpret,compiled}{,.err,.json} build/both-ways
    fi
    echo "$result $name $kernels ${took[*]}"
    rm -rf "$here"
}
export -f one

until=$(($(date +%s) + $1))
export until
# shellcheck disable=SC2016 # the inner shell expands it
for ((seed = ${2-1}; ; seed++)); do
    for generator in expressions/expressions active/branches order/races order/messages order/streams; do
        printf '%s\0' "$generator" "$seed" || exit
    done
done 2>/dev/null | xargs -0 -n 2 -P "${JOBS:-2}" bash -c 'one "$1" "$2"' - 2>/dev/null | awk '
    { print; fflush() }
    $1 == "no-build" { failed++; next }
    { programs++; kernels += $3; interpreted += $4; compiled += $5; others += $1 == "differs" }
    END {
        printf "%d programs, %d kernels: %d s interpreted, %d s compiled, the compiler included; %d differ, %d could not be built\n", programs,
            kernels, interpreted, compiled, others, failed
        exit others > 0
    }'
