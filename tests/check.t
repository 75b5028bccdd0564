#!/usr/bin/env bash
# WARPSIM=check: every planted bug of tests/bugs/ is found, with the line and threads that its comment names, and no
# correct program of tests/silent/ or of the chapters is accused, in lockstep and with each lane running alone.
. "$(dirname "$0")/lib.sh"

# shellcheck disable=SC2016 # the inner shell expands them
# build FOLDER: its programs, two at a time.
build()
{
    local source
    for source in "$1"/*.cu; do
        if [ "$(jobs -rp | wc -l)" -ge 2 ]; then
            wait -n
        fi
        ./warpcc -O3 -Icommon -diag-suppress 20054 "$source" -o "$work/$(basename "$source" .cu)" &
    done
}
build tests/bugs
build tests/silent
wait

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

# Each lane alone up to where it must wait: what a missing barrier spoils is spoilt in every run, and only then.
for case in within-warp volatile-tail scan-in-place part-mask; do
    results=$(for _ in 1 2 3; do WARPSIM=schedule=serial "$work/shared_races" "$case"; done)
    is "$case, serial: wrong every time" "$results" $'wrong\nwrong\nwrong'
    is "$case, lockstep: right by chance" "$("$work/shared_races" "$case")" right
done

# The same seed gives the same run, with the same threads in its reports; other seeds give others.
for seed in 1 2 3 4; do
    run env WARPSIM="check schedule=random seed=$seed" "$work/shared_races" lost-counts
    first=$out$err
    run env WARPSIM="check schedule=random seed=$seed" "$work/shared_races" lost-counts
    is "seed $seed: the same run again" "$out$err" "$first"
    printf '%s\n' "$first" >"$work/seed$seed"
done
ok 'seeds differ' test "$(md5sum "$work"/seed? | cut -c 1-32 | sort -u | wc -l)" -gt 1

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

# The workbook itself, at small sizes.
for it in build/sim/ch[0-9]*; do
    if [[ $it == *.d ]]; then
        continue
    fi
    size=()
    if "$it" -h | grep -q '^  -n, '; then
        size=(-n "$("$it" -h | sed -n 's/^  -n, .*(default \([0-9]*\))$/\1/p' |
            awk "{ print \$1 < 1000 ? int(\$1 / 4) : 1000 }")")
    fi
    run env WARPSIM=check "$it" "${size[@]}"
    is "$(basename "$it"): exit status" "$status" 0
    is "$(basename "$it"): silent" "$err" "$(summary 0)"
done

done_testing
