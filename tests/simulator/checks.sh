# shellcheck shell=bash disable=SC2154 # lib.sh sets what `run` leaves
# checks.sh: what is wrong in tests/simulator/bugs/ must be found, and the right programs of tests/simulator/silent/ must not be accused;
# for check.t and clang.t.

# build_checked SOURCE...: compiles the programs, two at a time.
build_checked()
{
    local source by
    for source; do
        if [ "$(jobs -rp | wc -l)" -ge 2 ]; then
            wait -n
        fi
        by=
        ! grep -qE '^#include <(cuda/|cooperative_groups)' "$source" || by=own_standard
        $by ./warpcc -O1 -Icommon -diag-suppress 20054 "$source" -o "$work/$(basename "$source" .cu)" &
    done
    wait
}

# plural COUNT WORD: prints "1 error", "2 errors".
plural()
{
    printf '%s %s' "$1" "$2"
    [ "$1" = 1 ] || printf s
}

# summary ERRORS [REMARKS]: prints the line with which a report closes.
summary()
{
    printf '========= ERROR SUMMARY: %s' "$(plural "$1" error)"
    [ "${2:-0}" = 0 ] || printf ', %s' "$(plural "$2" remark)"
}

# bugs_are_found SOURCE: runs each case of a program of bugs/. What its comment expects is reported, and nothing else. $bugs counts them.
bugs=0
bugs_are_found()
{
    local source=$1 program case order difference by remarks errors cases
    program=$(basename "$source" .cu)
    mapfile -t cases < <("$work/$program")
    ok "$program has cases" test "${#cases[@]}" -gt 0
    for case in "${cases[@]}"; do
        bugs=$((bugs + 1))
        for order in lockstep serial; do
            run env WARPSIM="check leaks schedule=$order" timeout 20 "$work/$program" "$case"
            difference=$(tests/harness/expected.pl "$source" "$case" <<<"$err" 2>&1)
            by=
            [ "$case" != misaligned-shared ] || by=by_nvcc # clang reads two of the four elements
            $by is "$program $case, $order: reports" "$difference" ''
            remarks=$(grep -c '^========= Remark: ' <<<"$err")
            errors=$(($(grep -c '^========= [A-DF-Z]' <<<"$err") - remarks))
            # A fault ends the program with 3 before it prints a result. A program that prints its result, and would have ended
            # with 0, ends with 4 if there is an error; remarks do not count.
            is "$program $case, $order: exit status" "$status" \
                "$(if [ -z "$out" ]; then echo 3; else echo $((errors > 0 ? 4 : 0)); fi)"
            is "$program $case, $order: summary" "$(tail -n 1 <<<"$err")" "$(summary "$errors" "$remarks")"
        done
    done
}

# right_ones_are_silent SOURCE: runs each case of a program of silent/. $programs counts them.
programs=0
right_ones_are_silent()
{
    local source=$1 program case order by cases
    program=$(basename "$source" .cu)
    mapfile -t cases < <("$work/$program")
    by=
    ! grep -q '^#include <cuda/barrier>' "$source" || by=by_nvcc # clang has no such header
    $by ok "$program has cases" test "${#cases[@]}" -gt 0
    for case in "${cases[@]}"; do
        programs=$((programs + 1))
        for order in lockstep serial random; do
            run env WARPSIM="check schedule=$order" timeout 20 "$work/$program" "$case"
            [ "$program $case" != 'warps leaving' ] || # its upper lanes read from lanes that are gone, and do not use it
                err=$(sed '/^========= Remark: a shuffle reads from lane/,/^=========$/d; s/, 1 remark$//' <<<"$err")
            is "$program $case, $order: silent" "$err" "$(summary 0)"
            is "$program $case, $order: result and exit status" "$out $status" 'right 0'
        done
    done
}
