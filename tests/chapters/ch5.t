#!/usr/bin/env bash
# Chapter 5 on the simulator: nested launches give what launches from the host give, at every size; the pictures are right.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/lib.sh"
needs_nested

for block in 1 2 3 32 33 256; do
    run build/sim/ch5-hello -b $block
    ok "ch5-hello -b $block" all_ok
    is "ch5-hello -b $block: three ways" "$(grep -c ' threads: ok$' <<<"$out")" 3
done
run build/sim/ch5-hello -b 8
is 'ch5-hello -b 8: 8 + 4 + 2 + 1 say hello by tail launch' "$(grep -c '^ *tail: depth' <<<"$out")" 15
is 'ch5-hello -b 8: a tail launch waits for the whole parent' \
    "$(sed -n 's/^ *tail: depth \([0-9]\).*/\1/p' <<<"$out" | sort -c 2>&1)" ''

for n in 0 1 2 127 128 129 5003; do
    for block in 64 512; do
        run build/sim/ch5-reduce -n $n -b $block
        ok "ch5-reduce -n $n -b $block" all_ok
    done
done
run build/sim/ch5-reduce -n 5003 -b 64
has 'ch5-reduce: one small child per step and stretch' "$out" '^nestedBlocks +242 launches' # 2 + 40 stretches x 6 steps
has 'ch5-reduce: one large child per step' "$out" '^nestedGrids +8 launches'
has 'ch5-reduce: the host makes as many' "$out" '^hostGrids +8 launches'
has 'ch5-reduce: one child' "$out" '^nestedSums +2 launches'

for n in 0 1 2 15 16 17 100; do
    run build/sim/ch5-mandelbrot -n $n -i 50
    ok "ch5-mandelbrot -n $n" all_ok
done
run build/sim/ch5-mandelbrot -n 601 -i 60
ok 'ch5-mandelbrot -n 601' all_ok
has 'ch5-mandelbrot -n 601: rectangles are cut' "$out" '^[1-9][0-9]+ rectangles cut into four'
for kernel in mandelFlat mandelNested mandelQueue; do
    run build/sim/ch5-mandelbrot -n 96 -k $kernel -o "$work/$kernel.pgm"
    ok "ch5-mandelbrot -k $kernel" all_ok
    is "ch5-mandelbrot -k $kernel: a picture of 96 x 96" "$(head -c 12 "$work/$kernel.pgm" | tr '\n' ' ')" 'P5 96 96 255'
    is "ch5-mandelbrot -k $kernel: all of it" "$(wc -c <"$work/$kernel.pgm")" $((13 + 96 * 96))
done
ok 'ch5-mandelbrot: children and queue draw the same' cmp "$work/mandelNested.pgm" "$work/mandelQueue.pgm"
run build/sim/ch5-mandelbrot -n 16 -k mandelFlat -o /nowhere/m.pgm
is 'ch5-mandelbrot into no folder: exit status' "$status" 2
has 'ch5-mandelbrot into no folder: says so' "$err" "--output \(-o\) '/nowhere/m.pgm'"

for program in 'ch5-hello -b 64' 'ch5-reduce -n 5003' 'ch5-mandelbrot -n 96 -i 50'; do
    for words in check 'schedule=random seed=3' threads=1; do
        # shellcheck disable=SC2086
        run env WARPSIM="$words" build/sim/$program
        ok "$program with WARPSIM='$words'" all_ok
        is_silent "$program with WARPSIM='$words'" "$words"
    done
done

done_testing
