#!/usr/bin/env bash
# WARPSIM=check: every planted bug of tests/bugs/ is found, with the line and threads that its comment names, and no
# correct program of tests/silent/ is accused, in lockstep and with each lane running alone.
. "$(dirname "$0")/lib.sh"

# shellcheck disable=SC2016 # the inner shell expands them
printf '%s\n' tests/bugs/*.cu tests/silent/*.cu |
    xargs -P 2 -I{} sh -c './warpcc -O3 -Icommon "$1" -o "$0/$(basename "$1" .cu)"' "$work" {}

# summary COUNT: the closing line.
summary()
{
    if [ "$1" = 1 ]; then
        echo '========= ERROR SUMMARY: 1 error'
    else
        echo "========= ERROR SUMMARY: $1 errors"
    fi
}

bugs=0
for source in tests/bugs/*.cu; do
    program=$(basename "$source" .cu)
    mapfile -t cases < <("$work/$program")
    ok "$program has cases" test "${#cases[@]}" -gt 0
    for case in "${cases[@]}"; do
        bugs=$((bugs + 1))
        for order in lockstep serial; do
            run env WARPSIM="check schedule=$order" timeout 20 "$work/$program" "$case"
            difference=$(tests/expected.pl "$source" "$case" <<<"$err")
            is "$program $case, $order: reports" "$difference" ''
            # a program that would have ended with 0, having printed its result, ends with 4
            is "$program $case, $order: exit status" "$status" "$([ -n "$out" ] && echo 4 || echo 3)"
            is "$program $case, $order: summary" "$(tail -n 1 <<<"$err")" \
                "$(summary "$(grep -c '^========= [A-DF-Z]' <<<"$err")")"
        done
    done
done
ok 'at least 25 planted bugs' test "$bugs" -ge 25

programs=0
for source in tests/silent/*.cu; do
    program=$(basename "$source" .cu)
    mapfile -t cases < <("$work/$program")
    ok "$program has cases" test "${#cases[@]}" -gt 0
    for case in "${cases[@]}"; do
        programs=$((programs + 1))
        for order in lockstep serial random; do
            run env WARPSIM="check schedule=$order" timeout 20 "$work/$program" "$case"
            is "$program $case, $order: silent" "$err" "$(summary 0)"
            is "$program $case, $order: result and exit status" "$out $status" 'right 0'
        done
    done
done
ok 'at least 25 correct programs' test "$programs" -ge 25

done_testing
