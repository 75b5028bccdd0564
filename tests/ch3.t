#!/usr/bin/env bash
# Chapter 3 on the simulator: right at every size, silent under the checks, whatever the order of execution; and what the
# programs claim about accuracy, about laws and about counters.
. "$(dirname "$0")/lib.sh"

# all_ok: every row of $out is right.
all_ok()
{
    [ "$status" = 0 ] && ! grep -q WRONG <<<"$out"
}

for program in reduce shared ops segmented scan; do
    it=build/sim/ch3-$program
    for n in 0 1 2 31 33 1009 100003; do
        run "$it" -n $n
        ok "ch3-$program -n $n" all_ok
    done
    for block in 64 1024; do
        run "$it" -n 5003 -b $block -s 7
        ok "ch3-$program -n 5003 -b $block" all_ok
    done
    for words in check 'schedule=serial' 'schedule=random seed=3'; do
        run env WARPSIM="$words" "$it" -n 5003
        ok "ch3-$program with WARPSIM='$words'" all_ok
        lacks "ch3-$program with WARPSIM='$words': no complaint" "$out$err" 'ERROR SUMMARY: [1-9]'
    done
done

for length in 1 7 5000; do
    for n in 1 100003; do
        run build/sim/ch3-segmented -n $n -l $length
        ok "ch3-segmented -n $n -l $length" all_ok
    done
done

run build/sim/ch3-scan -n 20011 -t 1
ok 'ch3-scan -t 1: every instance is right' all_ok
is 'ch3-scan -t 1: eight instances' "$(grep -c '^rows[48]-block' <<<"$out")" 8

# Laws and accuracy.
run build/sim/ch3-ops -n 300007
for operation in product minimum maximum average argmax; do
    has "ch3-ops: $operation may be bracketed and swapped" "$out" "^$operation +brackets mattered in +0 of .* order in 0$"
done
has 'ch3-ops: a float sum may not be bracketed at will' "$out" '^float sum +brackets mattered in +[1-9].* order in 0$'
has 'ch3-ops: nor a mean of means' "$out" '^mean of means +brackets mattered in +[1-9].* order in 0$'
errors=$(sed -n 's/^sum_.* relative error \([^,]*\), .*/\1/p' <<<"$out")
first_is_largest()
{
    awk 'NR == 1 { first = $1 } NR > 1 && !($1 < first) { exit 1 }' <<<"$1"
}
ok 'ch3-ops: left to right is least accurate' first_is_largest "$errors"

# Segments: a thread for each leaves lanes waiting, a share of elements for each does not.
lanes()
{
    WARPSIM="json=$work/$1.json" build/sim/ch3-segmented -n 100003 -k "$1" >/dev/null
    perl -MJSON::PP -0ne 'for my $k (@{decode_json($_)->{kernels}}) {
        for (@{$k->{metrics}}) { print $_->{value} if $_->{name} eq "smsp__thread_inst_executed_per_inst_executed.ratio" } }' \
        "$work/$1.json"
}
ok 'ch3-segmented: lanes wait for the longest of 32 segments' \
    awk -v thread="$(lanes segmentThread)" -v elements="$(lanes segmentElements)" 'BEGIN { exit !(thread > 0 && 2 * thread < elements) }'

# Brent and Kung's scan executes fewer additions for many steps; one pass moves half of what three kernels move.
sectors()
{
    WARPSIM="json=$work/$1.json" build/sim/ch3-scan -n 262144 -k "$1" >/dev/null
    perl -MJSON::PP -0ne 'my $sum = 0; for my $k (@{decode_json($_)->{kernels}}) {
        for (@{$k->{metrics}}) { $sum += $_->{value} if $_->{name} =~ /^l1tex__t_sectors_pipe_lsu_mem_global_op_(ld|st).sum$/ } }
        print $sum' "$work/$1.json"
}
ok 'ch3-scan: one pass moves at most two thirds of what scan and add move' \
    awk -v three="$(sectors scanWarps)" -v one="$(sectors scanLookBackWarp)" 'BEGIN { exit !(one > 0 && 3 * one < 2 * three) }'

done_testing
