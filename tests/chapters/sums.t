#!/usr/bin/env bash
# The ladders that sum an array: every rung is right at every size and block, and a rung that is made
# wrong is found out.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/lib.sh"

for program in ch3-reduce ch3-shared ch4-unroll; do
    it=build/sim/$program
    rows=$(rows_of $program | wc -l)

    # For every block size: whole blocks, one element more and one less, and sizes that are no multiple of anything.
    for block in 64 128 256 512 1024; do
        for n in 0 1 2 31 63 64 65 1023 1024 1025 8191 65536 100003; do
            run "$it" -n $n -b $block -s $((n + block)) --csv
            is "$program -n $n -b $block: exit status" "$status" 0
            is "$program -n $n -b $block: every row right" "$(grep -c ",$n,.*,ok," <<<"$out")" "$rows"
        done
    done
    for n in 1000003 2^20; do
        run "$it" -n $n
        is "$program -n $n: exit status" "$status" 0
        is "$program -n $n: every row right" "$(grep -c ' ok$' <<<"$out")" "$rows"
    done
    run "$it" -n 5000 -r 3
    is "$program -r 3: exit status" "$status" 0
    has "$program -r 3: says so" "$out" 'median of 3 runs'

    run "$it" -n 2^36
    is "$program, more than memory holds: exit status" "$status" 2
    has "$program, more than memory holds: option, value, limit" "$err" \
        "--size \(-n\) '68719476736': needs .* GiB of .* memory, but .* GiB are free"
    lacks "$program, more than memory holds: no row" "$out" ' ok$'

    # In a wrong copy every kernel subtracts where it should add.
    made_wrong $program '/^\/\/ \[begin [a-z]*[A-Z]/,/^\/\/ \[end /s/+=\( [a-z]*\[\| __shfl\)/-=\1/'
    run "$work/$program" -n 1000
    is "$program, made wrong: exit status" "$status" 1
    has "$program, made wrong: the row says so" "$out" ' WRONG$'
    has "$program, made wrong: what was wanted" "$err" 'got .*, expected '
    kernels=$(grep -c '^__global__' "$work/$program.cu")
    ok "$program, made wrong: every kernel is found" \
        test "$(grep -c ' WRONG$' <<<"$out")" -ge "$kernels"
done

done_testing
