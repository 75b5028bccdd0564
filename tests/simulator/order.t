#!/usr/bin/env bash
# WARPSIM=check tells the races of random kernels, as vector clocks do, and accuses no random kernel without one. Random work in several
# streams, and in graphs of them, is done in the order of their events.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 13 # the numbers are for its code

here=tests/simulator/order
for kind in races messages streams; do
    "$here/$kind.pl" 1 >"$work/$kind.cu"
done
sed -E 's/(while .*(== 0\)|__nanosleep\(20\));) __threadfence(_block)?\(\);/\1/' "$work/messages.cu" >"$work/unfenced.cu"
for kind in races messages unfenced streams; do
    ./warpcc -w -o "$work/$kind" "$work/$kind.cu" &
done
wait

for how in check check,schedule=serial; do
    WARPSIM=$how "$work/races" 2>"$work/report.txt"
    is "$how: races have exit status 4" $? 4
    # of a word the check keeps the last write and two readers: it misses two pairs, but no kernel
    is "$how: no line is accused wrongly, and of no kernel nothing is told" "$("$here/compare.pl" "$work/races.cu" "$work/report.txt")" \
        '0 wrong, 66 of 68 told, silent:'
    run env WARPSIM=$how "$work/messages"
    is "$how: kernels whose warps send each other messages" "$status $out" '0 right'
    has "$how: nothing is told of them" "$err" 'ERROR SUMMARY: 0 errors$'
    run env WARPSIM=$how "$work/unfenced"
    is "$how: without the fences of those who receive them they are right here" "$status $out" '0 right'
    has "$how: and get a remark" "$err" 'ERROR SUMMARY: 0 errors, [0-9]+ remarks?$'
    is "$how: of one kind alone" "$(grep '^========= Remark: ' <<<"$err" | grep -vc 'seen without an acquire')" 0
done

run env WARPSIM=check "$work/streams"
is 'streams: cases that are right' "$status $(grep -c ': right$' <<<"$out")" '0 30'
has 'nothing is told of them' "$err" 'ERROR SUMMARY: 0 errors$'

done_testing
