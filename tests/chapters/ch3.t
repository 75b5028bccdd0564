#!/usr/bin/env bash
# Chapter 3 on the simulator: the programs are right at every size and in every order of execution, and silent under the checks;
# what they claim about accuracy, about laws and about counters is so.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/lib.sh"

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
        is_silent "ch3-$program with WARPSIM='$words'" "$words"
    done
done

for length in 1 7 5000; do
    for n in 1 100003; do
        run build/sim/ch3-segmented -n $n -l $length
        ok "ch3-segmented -n $n -l $length" all_ok
    done
done

if has_turn; then
    run ./warpcc -Icommon tests/gpu/tune-scan.cu -o "$work/tune-scan"
    run "$work/tune-scan" -n 20011
    ok 'tune-scan: every instance of scanLookBackWarp is right' all_ok
    is 'tune-scan: eight instances' "$(grep -c '^rows[48]-block' <<<"$out")" 8
fi

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
# first_is_largest NUMBERS: succeeds if there are several numbers, one a line, and the first is larger than each of the others.
first_is_largest()
{
    awk 'NR == 1 { first = $1 } NR > 1 && !($1 < first) { smaller = 1 } END { exit smaller || NR < 2 || !(first > 0) }' <<<"$1"
}
ok 'ch3-accuracy: left to right is least accurate' first_is_largest "$errors"
run build/sim/ch3-accuracy -n 2^22
read -r left pairs _ <<<"$(sed -n 's/^sum_.* relative error \([^,]*\), .*/\1/p' <<<"$out" | paste -sd ' ')"
ok 'ch3-accuracy -n 2^22: left to right is some thousand times as far off as pairs, as the note says' \
    awk -v left="$left" -v pairs="$pairs" 'BEGIN { exit !(300 * pairs < left && left < 3000 * pairs) }'
run build/sim/ch3-accuracy -n 2^25
ok 'ch3-accuracy -n 2^25: where the bound promises nothing, no sum is wrong' all_ok
has 'ch3-accuracy -n 2^25: and it says so' "$out" '^sum_sequential .*, at most inf$'

# A thread for each segment leaves lanes waiting; a share of the elements for each thread does not.
# lanes ROW: prints how many lanes of a warp work.
lanes()
{
    last_of ch3-segmented "$1" smsp__thread_inst_executed_per_inst_executed.ratio -n 100003
}
ok 'ch3-segmented: lanes wait for the longest of 32 segments' \
    awk -v thread="$(lanes segmentThread)" -v elements="$(lanes segmentElements)" 'BEGIN { exit !(thread > 0 && 2 * thread < elements) }'

# One pass moves half of what three kernels move.
# sectors PROGRAM ROW: prints how many sectors its loads and stores ask for.
sectors()
{
    local loads stores
    loads=$(sum_of "$1" "$2" l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum -n 262144)
    stores=$(sum_of "$1" "$2" l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum -n 262144)
    echo $((loads + stores))
}
ok 'ch3-lookback: one pass moves at most two thirds of what scan and add move' \
    awk -v three="$(sectors ch3-scan scanWarps)" -v one="$(sectors ch3-lookback scanLookBackWarp)" 'BEGIN { exit !(one > 0 && 3 * one < 2 * three) }'

# Softmax and layer normalization are right for rows of any length, and each rung removes what it says.
for program in softmax layernorm; do
    it=build/sim/ch3-$program
    sample 6 '0 5' '5 0' '1 1' '3 2' '31 9' '32 33' '33 3' '256 8' '257 9' '1023 5' '4096 3' '4097 2' '8193 9' '33001 2' '65536 1' '131073 1'
    for shape in "${sample[@]}"; do
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
        is_silent "ch3-$program with WARPSIM='$words', by teams" "$words"
    done
    for device in t4 h200; do # they have two thirds of the default device's shared memory, and more than twice as much
        run env WARPSIM="device=$device" "$it" -n 60001 -m 2
        ok "ch3-$program -n 60001 on a $device" all_ok
        run env WARPSIM="device=$device" "$it" -n 131073 -m 1
        ok "ch3-$program -n 131073 on a $device" all_ok
    done
    refuses "ch3-$program, more than memory holds" "--size \(-n\) '268435456': needs .* GiB" "$it" -n 2^28 -m 2^20
done

# wrong_rows PROGRAM ROW LENGTH LINE SED-SCRIPT: checks that this row is wrong when the source or a header is changed so, from line
# LINE of the matrix on.
wrong_rows()
{
    local file
    mkdir -p "$work/wrong"
    for file in "$1.cu" rowwise.h maxsum.h welford.h; do
        sed "$5" "chapters/ch3-reduction/$file" >"$work/wrong/$file"
    done
    run ./warpcc -Icommon "$work/wrong/$1.cu" -o "$work/$1"
    run "$work/$1" -n "$3" -m 3 -k "$2"
    has "ch3-$1, made wrong by $5: found" "$out" "^$2 .* WRONG$"
    has "ch3-$1, made wrong by $5: where" "$err" 'that was element [0-9]+ of row '"$4$"
}
# Row 1 is masked altogether.
daily 3 'softmax softmaxOnlineWarp 1000 0 s/o.sum = o.sum \* expf(o.base - x) + 1/o.sum = o.sum + 1/' \
    'softmax softmaxFused 1000 1 s/fmaxf(most, -FLT_MAX)/most/' \
    'softmax softmaxOnlineWarp 1000 1 s/return {-FLT_MAX, 0}/return {-INFINITY, 0}/' \
    'softmax softmaxKept 1000 1 s/sum == 0 ? 0 : 1/1/' \
    'softmax softmaxKept 1000 0 s/kept\[k\] \*= scale/kept[k] *= scale * 1.001f/' \
    'softmax softmaxTeam 40000 0 s/scaleOf(all.sum)/scaleOf(sum)/' \
    'layernorm normTeam 20000 0 s/m.weight + at + i/m.weight + i/' \
    'layernorm normOnlineBlock 1000 0 s/distance \* distance \* a.count \* share/0/' \
    'layernorm normKept 1000 0 s/square += (kept\[k\] - mean) \* (kept\[k\] - mean)/square += kept[k] * kept[k]/'
for wrong in "${sample[@]}"; do
    read -r program row length line script <<<"$wrong"
    wrong_rows "$program" "$row" "$length" "$line" "$script"
done

# loads KERNEL: prints how many sectors the loads of a softmax ask for, of 8 rows of 2,048.
loads()
{
    sum_of ch3-softmax "$1" l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum -n 2048 -m 8
}
is 'softmaxFused asks for the row three times' "$(loads softmaxFused)" $((3 * 8 * 2048 / 8))
by_nvcc is 'softmaxVector asks for it twice' "$(loads softmaxVector)" $((2 * 8 * 2048 / 8))
by_nvcc is 'softmaxKept asks for it once' "$(loads softmaxKept)" $((8 * 2048 / 8))

# The histogram is right for any size, however many elements are equal; and privatization makes its atomics cheaper.
sample 4 0 1 2 15 16 17 31 33 1009 100003
for peak in 0 50 100; do
    for n in "${sample[@]}"; do
        run build/sim/ch3-histogram -n "$n" -p $peak --csv
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
    is_silent "ch3-histogram with WARPSIM='$words'" "$words"
done
refuses 'ch3-histogram -p 101' "--peak \(-p\) '101'" build/sim/ch3-histogram -p 101
if has_turn; then
    sed '/\[begin histShared\]/,/\[end histShared\]/{/all have counted/d}' chapters/ch3-reduction/histogram.cu >"$work/histogram.cu"
    run ./warpcc -Icommon -Ichapters/ch3-reduction "$work/histogram.cu" -o "$work/histogram"
    run env WARPSIM=check "$work/histogram" -n 100003 -k histShared
    has 'ch3-histogram without its second barrier: a race is found' "$err" 'Race reported .* histShared'
fi
# atomics KERNEL: prints the modelled time of atomics in L2, for 100,000 elements of which half are equal.
atomics()
{
    sum_of ch3-histogram "$1" model__atomics.us -n 100000 -p 50
}
ok 'ch3-histogram: privatization leaves few atomics in global memory' \
    awk -v all="$(atomics histGlobal)" -v private="$(atomics histShared)" 'BEGIN { exit !(private > 0 && 10 * private < all) }'

done_testing
