#!/usr/bin/env bash
# Chapter 3 on the simulator: right at every size, silent under the checks, whatever the order of execution; and what the
# programs claim about accuracy, about laws and about counters.
. "$(dirname "$0")/../harness/lib.sh"

# all_ok: every row of $out is right.
all_ok()
{
    [ "$status" = 0 ] && ! grep -q WRONG <<<"$out"
}

for program in reduce shared join ops segmented scan lookback; do
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

run ./warpcc -Icommon tests/gpu/tune-scan.cu -o "$work/tune-scan"
run "$work/tune-scan" -n 20011
ok 'tune-scan: every instance of scanLookBackWarp is right' all_ok
is 'tune-scan: eight instances' "$(grep -c '^rows[48]-block' <<<"$out")" 8

# Laws and accuracy.
run build/sim/ch3-ops -n 300007
for operation in product minimum maximum average argmax; do
    has "ch3-ops: $operation may be bracketed and swapped" "$out" "^$operation +brackets mattered in +0 of .* order in 0$"
done
has 'ch3-ops: a float sum may not be bracketed at will' "$out" '^float sum +brackets mattered in +[1-9].* order in 0$'
has 'ch3-ops: nor a mean of means' "$out" '^mean of means +brackets mattered in +[1-9].* order in 0$'
for n in 0 1 2 3 1009 524288; do
    run build/sim/ch3-accuracy -n $n
    ok "ch3-accuracy -n $n" all_ok
done
errors=$(sed -n 's/^sum_.* relative error \([^,]*\), .*/\1/p' <<<"$out")
first_is_largest()
{
    awk 'NR == 1 { first = $1 } NR > 1 && !($1 < first) { exit 1 }' <<<"$1"
}
ok 'ch3-accuracy: left to right is least accurate' first_is_largest "$errors"

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
    WARPSIM="json=$work/$2.json" "build/sim/$1" -n 262144 -k "$2" >/dev/null
    perl -MJSON::PP -0ne 'my $sum = 0; for my $k (@{decode_json($_)->{kernels}}) {
        for (@{$k->{metrics}}) { $sum += $_->{value} if $_->{name} =~ /^l1tex__t_sectors_pipe_lsu_mem_global_op_(ld|st).sum$/ } }
        print $sum' "$work/$2.json"
}
ok 'ch3-lookback: one pass moves at most two thirds of what scan and add move' \
    awk -v three="$(sectors ch3-scan scanWarps)" -v one="$(sectors ch3-lookback scanLookBackWarp)" 'BEGIN { exit !(one > 0 && 3 * one < 2 * three) }'

# Rows: right for any length of a row, and what each rung says that it removes.
for program in softmax layernorm; do
    it=build/sim/ch3-$program
    for shape in '0 5' '5 0' '1 1' '3 2' '31 9' '32 33' '33 3' '256 8' '257 9' '1023 5' '4096 3' '4097 2' '8193 9' '33001 2' '65536 1' '131073 1'; do
        read -r n rows <<<"$shape"
        run "$it" -n "$n" -m "$rows" --csv
        is "ch3-$program, $rows rows of $n: every rung is right" "$status $(grep -c ',ok,' <<<"$out")" '0 8'
    done
    for block in 64 1024; do
        run "$it" -n 1030 -m 9 -b $block -s 5
        ok "ch3-$program -b $block" all_ok
    done
    for words in check 'schedule=serial' 'schedule=random seed=3'; do
        run env WARPSIM="$words" "$it" -n 1030 -m 9
        ok "ch3-$program with WARPSIM='$words'" all_ok
        run env WARPSIM="$words" "$it" -n 40003 -m 3
        ok "ch3-$program with WARPSIM='$words', by teams" all_ok
        lacks "ch3-$program with WARPSIM='$words': no complaint" "$out$err" 'ERROR SUMMARY: [1-9]'
    done
    for device in t4 h200; do # two thirds of the default's shared memory, and more than twice as much
        run env WARPSIM="device=$device" "$it" -n 60001 -m 2
        ok "ch3-$program -n 60001 on a $device" all_ok
        run env WARPSIM="device=$device" "$it" -n 131073 -m 1
        ok "ch3-$program -n 131073 on a $device" all_ok
    done
    refuses "ch3-$program, more than memory holds" "--size \(-n\) '268435456': wants .* GiB" "$it" -n 2^28 -m 2^20
done

# wrong_rows PROGRAM SED-SCRIPT ROW [LENGTH]: with its source or its header changed so, this row is wrong.
wrong_rows()
{
    local file
    mkdir -p "$work/wrong"
    for file in "$1.cu" rowwise.h maxsum.h welford.h; do
        sed "$2" "chapters/ch3-reduction/$file" >"$work/wrong/$file"
    done
    run ./warpcc -Icommon "$work/wrong/$1.cu" -o "$work/$1"
    run "$work/$1" -n "${4-1000}" -m 3 -k "$3"
    has "ch3-$1, made wrong by $2: found" "$out" "^$3 .* WRONG$"
    has "ch3-$1, made wrong by $2: where" "$err" 'that was element [0-9]+ of row 0$'
}
wrong_rows softmax 's/o.sum = o.sum \* expf(o.most - x) + 1/o.sum = o.sum + 1/' softmaxOnlineWarp
wrong_rows softmax 's/kept\[k\] \*= scale/kept[k] *= scale * 1.001f/' softmaxKept
wrong_rows softmax 's/expf(most - all.most) \/ all.sum/1 \/ sum/' softmaxTeam 40000
wrong_rows layernorm 's/m.weight + at + i/m.weight + i/' normTeam 20000
wrong_rows layernorm 's/distance \* distance \* a.count \* share/0/' normOnlineBlock
wrong_rows layernorm 's/square += (kept\[k\] - mean) \* (kept\[k\] - mean)/square += kept[k] * kept[k]/' normKept

# loads PROGRAM KERNEL: sectors that its loads ask for, of 8 rows of 2,048.
loads()
{
    WARPSIM="json=$work/$2.json" "build/sim/$1" -n 2048 -m 8 -k "$2" >/dev/null
    perl -MJSON::PP -0ne 'my $sum = 0; for my $k (@{decode_json($_)->{kernels}}) {
        for (@{$k->{metrics}}) { $sum += $_->{value} if $_->{name} eq "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum" } }
        print $sum' "$work/$2.json"
}
is 'softmaxFused asks for the row three times' "$(loads ch3-softmax softmaxFused)" $((3 * 8 * 2048 / 8))
by_nvcc is 'softmaxVector asks for it twice' "$(loads ch3-softmax softmaxVector)" $((2 * 8 * 2048 / 8))
by_nvcc is 'softmaxKept asks for it once' "$(loads ch3-softmax softmaxKept)" $((8 * 2048 / 8))

# Histogram: right for any size and however many elements are equal; fewer atomics from rung to rung.
for peak in 0 50 100; do
    for n in 0 1 2 15 16 17 31 33 1009 100003; do
        run build/sim/ch3-histogram -n $n -p $peak --csv
        is "ch3-histogram -n $n -p $peak: every rung is right" "$status $(grep -c ',ok,' <<<"$out")" '0 6'
    done
done
for block in 64 1024; do
    run build/sim/ch3-histogram -n 5003 -b $block -s 7
    ok "ch3-histogram -b $block" all_ok
done
for words in check 'schedule=serial' 'schedule=random seed=3'; do
    run env WARPSIM="$words" build/sim/ch3-histogram -n 5003
    ok "ch3-histogram with WARPSIM='$words'" all_ok
    lacks "ch3-histogram with WARPSIM='$words': no complaint" "$out$err" 'ERROR SUMMARY: [1-9]'
done
refuses 'ch3-histogram -p 101' "--peak \(-p\) '101'" build/sim/ch3-histogram -p 101
sed '/\[begin histShared\]/,/\[end histShared\]/{/all have counted/d}' chapters/ch3-reduction/histogram.cu >"$work/histogram.cu"
run ./warpcc -Icommon -Ichapters/ch3-reduction "$work/histogram.cu" -o "$work/histogram"
run env WARPSIM=check "$work/histogram" -n 100003 -k histShared
has 'ch3-histogram without its second barrier: a race is found' "$err" 'Race reported .* histShared'
# atomics KERNEL: the time that atomics in L2 take by the model, for 100,000 elements of which half are equal.
atomics()
{
    WARPSIM="json=$work/$1.json" build/sim/ch3-histogram -n 100000 -p 50 -k "$1" >/dev/null
    perl -MJSON::PP -0ne 'my $sum = 0; for my $k (@{decode_json($_)->{kernels}}) {
        for (@{$k->{metrics}}) { $sum += $_->{value} if $_->{name} eq "model__atomics.us" } }
        print $sum' "$work/$1.json"
}
ok 'ch3-histogram: privatization leaves few atomics in global memory' \
    awk -v all="$(atomics histGlobal)" -v private="$(atomics histShared)" 'BEGIN { exit !(private > 0 && 10 * private < all) }'

done_testing
