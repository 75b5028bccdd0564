#!/usr/bin/env bash
# check.sh SUITE=CHECKOUT...: builds and runs the codes of public suites under WARPSIM=check, compares what is found with what the suite says
# (codes.pl), and prints a table, which is kept as results/checkers.csv. The shares follow on the standard error output. Nothing of
# the suites is stored.
#
#   tests/suites/check.sh indigo=~/IndigoSuite scor=~/ScoR >results/checkers.csv
#
# JOBS codes at a time (2), of each suite every EVERYth (1), LIMIT seconds of the processor for each (60).
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
if [ $# = 0 ] || [[ $1 != *=* ]]; then
    sed -n '2,8s/^# \?//p' "$0" >&2
    exit 2
fi
export LIMIT=${LIMIT:-60}
. tests/harness/many.sh

# check_code LINE: prints the row of a code: "suite,name,truth,ours,finding,seconds".
check_code()
{
    local suite name truth sources options arguments input verdict status others finding='' remark here compiler=${WARPCC:-}
    IFS=$'\t' read -r suite name truth sources options arguments input <<<"${1//$'\t'/$'\t' }"
    input=${input# }
    here=$(mktemp -d -p "$work")
    [[ $options != *-arch=compute_60* ]] || compiler=clang # nvcc 13 no longer makes such code
    # shellcheck disable=SC2086 # sources, options and arguments are words
    if ! WARPCC=$compiler ./warpcc -w -O1 $options $sources -o "$here/code" >"$here/out" 2>&1; then
        verdict='no build'
        finding=$(grep -m1 'error\|warpcc:' "$here/out")
    else
        # shellcheck disable=SC2086
        (ulimit -t "$LIMIT" && cd "$here" && WARPSIM='check threads=1' env time -q -o cost -f '%U' ./code $arguments) >"$here/out" 2>&1 <"${input:-/dev/null}"
        status=$?
        # A finding begins a block of the report; leaks and remarks are none. Some suites are about races alone: that a program reads what it
        # has never written is true, but not what they ask.
        others='Leaked|ERROR SUMMARY|Remark|=========  |WARPSIM'
        [[ $suite = indigo || $suite = samples ]] || others+='|Uninitialized'
        finding=$(grep -ao '========= .*' "$here/out" | grep -avE "$others" | head -n 1 | sed 's/^========= //')
        remark=$(grep -ao '========= Remark: .*' "$here/out" | grep -av 'that nobody wrote' | head -n 1 | sed 's/^========= //')
        if [[ $finding = 'Program hit '*cudaLaunchKernel ]]; then
            verdict=refused # no kernel has run
        elif [ -n "$finding" ]; then
            verdict=$([ "${truth# }" = wrong ] && echo found || echo false)
        elif [ $status = 137 ] || [ $status = 152 ]; then
            verdict=slow
        elif [ $status = 3 ] && grep -aq '^WARPSIM: ' "$here/out"; then
            verdict=refused
            finding=$(grep -a -m1 '^WARPSIM: ' "$here/out")
        elif [ -n "$remark" ]; then
            verdict=remark
            finding=$remark
        else
            verdict=$([ "${truth# }" = wrong ] && echo missed || echo silent)
        fi
    fi
    finding=$(tr -d '"\r\0' <<<"$finding" | sed "s,$work/[^ /]*/,,g; s,/[^ ]*/\([^/ ]*\.cu\),\1,g" | cut -c 1-160)
    printf '%s,%s,%s,%s,"%s",%s\n' "$suite" "${name# }" "${truth# }" "$verdict" "$finding" "$(tail -n 1 "$here/cost" 2>/dev/null)"
    rm -rf "$here"
}
export -f check_code

for given; do
    perl tests/suites/codes.pl "${given%%=*}" "$(realpath -e -- "${given#*=}")" "$work/${given%%=*}" | awk -v every="${EVERY:-1}" 'NR % every == 0' |
        sed "s/^/${given%%=*}\t/" || exit
done >"$work/codes"
[ -s "$work/codes" ] || exit 2
echo 'suite,code,truth,ours,finding,seconds' >"$work/rows"
# shellcheck disable=SC2016 # the inner shell expands it
tr '\n' '\0' <"$work/codes" | xargs -0 -P "${JOBS:-2}" -I{} bash -c 'check_code "$1"' - {} >>"$work/rows"
{ head -n 1 "$work/rows" && tail -n +2 "$work/rows" | LC_ALL=C sort; } >"$work/sorted"
cat "$work/sorted"
awk -F, 'NR > 1 { n[$1 " " $3 ": " $4]++ } END { for (k in n) print n[k], k }' "$work/sorted" | sort -k2 >&2
