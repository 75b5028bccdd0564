#!/usr/bin/env bash
# check-cost.sh [PROGRAM...]: measures how many times as long a program takes under WARPSIM=check as in a plain run, for the chapters'
# programs or those that are named, and prints the median. The time is the processor's in the program itself, the least of RUNS
# runs (3), and every launch runs each time. Programs that take less than SHORTEST seconds (0.1) are left out: they hardly do anything else than start.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# != 0 ] || mapfile -t programs < <(find build/sim -maxdepth 1 -name 'ch[0-9]*' -type f -executable | sort -V)

# seconds WORDS PROGRAM: prints the least user time of the runs. A program may end with 1 or 4.
seconds()
{
    local run
    for ((run = 0; run < ${RUNS:-3}; run++)); do
        (TIMEFORMAT=%U && time WARPSIM="repeat $1" "$2" >/dev/null 2>&1) 2>&1 || :
    done | sort -n | head -n 1
}

printf '%-28s %8s %8s %7s\n' program 'plain s' 'check s' times
times=()
for program in "${@:-${programs[@]}}"; do
    plain=$(seconds '' "$program")
    awk -v s="$plain" -v least="${SHORTEST:-0.1}" 'BEGIN { exit s < least }' || continue
    checked=$(seconds check "$program")
    times+=("$(awk -v a="$plain" -v b="$checked" 'BEGIN { printf "%.2f", b / a }')")
    printf '%-28s %8.2f %8.2f %7.2f\n' "${program##*/}" "$plain" "$checked" "${times[-1]}"
done
[ ${#times[@]} = 0 ] || printf '%s\n' "${times[@]}" | sort -n | awk '{ t[NR] = $1 } END { printf "median of %d: %.2f\n", NR, (t[int((NR + 1) / 2)] + t[int(NR / 2) + 1]) / 2 }'
