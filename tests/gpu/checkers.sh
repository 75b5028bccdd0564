#!/usr/bin/env bash
# checkers.sh FOLDER SUITE=CHECKOUT...: runs public suites of mistakes under WARPSIM=check, and some of their codes under the four tools of
# compute-sanitizer on this GPU, in at most nine minutes with 16 cores. FOLDER gets checkers.csv (tests/suites/check.sh) and sanitizer.csv,
# which says of each tool whether it found something. Of Indigo, which has many codes, the sanitizer gets every EVERYth (6). With
# ONLY=sanitizer our own checks, which need no GPU, are left out.
. "$(dirname "$0")/begin.sh"
shift

if [ "${ONLY:-}" != sanitizer ]; then
    make -s -j"$(nproc)" build/sim/libwarpsim.a
    JOBS=$(nproc) LIMIT=60 tests/suites/check.sh "$@" >"$folder/checkers.csv" 2>"$folder/shares.txt" || echo "FAILED: tests/suites/check.sh"
    cat "$folder/shares.txt"
    echo "ours: ${SECONDS} s"
fi

# by_sanitizer LINE: prints the row of a code: "suite,name,truth,memcheck,racecheck,synccheck,initcheck,seconds".
by_sanitizer()
{
    local suite name truth sources options arguments input here tool row start=$SECONDS
    IFS=$'\t' read -r suite name truth sources options arguments input <<<"${1//$'\t'/$'\t' }"
    input=${input# }
    here=$(mktemp -d -p "$work")
    row=$suite,${name# },${truth# }
    # shellcheck disable=SC2086 # sources, options and arguments are words
    if ! "$nvcc" -arch=native -w -O1 ${options/-arch=compute_60/} $sources -o "$here/code" >"$here/out" 2>&1; then
        row+=",no build,no build,no build,no build"
    else
        for tool in memcheck racecheck synccheck initcheck; do
            # shellcheck disable=SC2086
            (cd "$here" && timeout 60 compute-sanitizer --tool $tool --error-exitcode 99 ./code $arguments) >"$here/out" 2>&1 <"${input:-/dev/null}"
            case $? in
                99) row+=,found ;;
                124) row+=,slow ;;
                *) row+=,silent ;;
            esac
        done
    fi
    echo "$row,$((SECONDS - start))"
    rm -rf "$here"
}
export -f by_sanitizer
nvcc=$(tools/need.sh nvcc)
export nvcc work
for given; do
    suite=${given%%=*}
    every=1
    [ "$suite" != indigo ] || every=${EVERY:-6}
    perl tests/suites/codes.pl "$suite" "$(realpath -e -- "${given#*=}")" "$work/$suite" | awk -v every="$every" 'NR % every == 0' | sed "s/^/$suite\t/"
done >"$work/codes"
echo 'suite,code,truth,memcheck,racecheck,synccheck,initcheck,seconds' >"$folder/sanitizer.csv"
# shellcheck disable=SC2016 # the inner shell expands it
tr '\n' '\0' <"$work/codes" | xargs -0 -P "$(nproc)" -I{} bash -c 'by_sanitizer "$1"' - {} >>"$folder/sanitizer.csv" || true
awk -F, 'NR > 1 { n[$1 " " $3 ": " ($4 $5 $6 $7 ~ /found/ ? "found" : "silent")]++ } END { for (k in n) print n[k], k }' "$folder/sanitizer.csv" | sort -k2
echo "compute-sanitizer: ${SECONDS} s"
