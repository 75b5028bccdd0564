#!/usr/bin/env bash
# reductions.sh FOLDER: measures what chapters 3 and 4 say about masks, equal lanes, segments, scans, tickets and masked rows, in at most
# three minutes. FOLDER gets times.csv with rows for results/<device>.csv, counters.csv with rows for <device>-counters.csv, sass.txt
# with the instructions that matter, and checks.txt.
. "$(dirname "$0")/begin.sh"
. tests/gpu/fail.sh

programs='ch3-reduce ch3-join ch3-segmented ch3-histogram ch3-scan ch3-softmax ch4-ticket'
# shellcheck disable=SC2086
make -s -j8 DEVICE=gpu $programs
# Rung 1 of the first ladder with a mask in place of the remainder, and nothing else changed.
sed 's/tid % (2 \* stride) == 0/(tid \& (2 * stride - 1)) == 0/' chapters/ch3-reduction/reduce.cu >"$work/mask.cu"
nvcc=$(tools/need.sh nvcc)
for source in "$work/mask.cu" tests/gpu/turns.cu; do
    name=$(basename "$source" .cu)
    "$nvcc" -arch=native -O3 -lineinfo -Icommon "$source" -o "$work/$name"
done
echo "built, ${SECONDS} s"

# ---- Times

{
    timed ch3-reduce ./ch3-reduce -n 2^24
    timed asides "$work/mask" -n 2^24 -k reduceNeighbored | sed 's/,reduceNeighbored,/,maskGlobal,/'
    timed turns "$work/turns"
    for n in 2^20 2^26; do
        timed ch3-segmented ./ch3-segmented -n $n
    done
    for length in 8 1000 100000; do
        timed ch3-segmented-$length ./ch3-segmented -n 2^26 -l $length
    done
    for peak in 0 100; do
        timed ch3-histogram-$peak ./ch3-histogram -n 2^28 -p $peak -r 9
    done
    for n in 2^20 2^24 2^28; do
        timed ch3-scan ./ch3-scan -n $n
    done
    timed ch3-join ./ch3-join -n 2^26
    for n in 2^20 2^24 2^28; do
        timed ch4-ticket ./ch4-ticket -n $n
    done
    for power in 8 9 10 11 12 13 14 15 16; do
        timed ch3-softmax ./ch3-softmax -n $((1 << power)) -m $((1 << (25 - power))) -r 9
    done
} >"$work/times.csv"
awk 'NR == 1 || !/^program,/' "$work/times.csv" >"$folder/times.csv"
echo "times done, ${SECONDS} s"

# The last columns of results/: device, date, driver, toolkit, commit.
stamp=$(awk -F, -v OFS=, '/"NVIDIA/ { gsub(/"/, "", $9); print $9, $11, $12, $13, $14; exit }' "$folder/times.csv")

# ---- Counters

metrics=smsp__inst_executed.sum
for metric in smsp__sass_average_branch_targets_threads_uniform.pct smsp__thread_inst_executed_per_inst_executed.ratio \
    smsp__thread_inst_executed_pred_on_per_inst_executed.ratio smsp__issue_active.avg.pct_of_peak_sustained_active \
    smsp__warp_issue_stalled_barrier_per_warp_active.pct smsp__warp_issue_stalled_long_scoreboard_per_warp_active.pct \
    sm__warps_active.avg.pct_of_peak_sustained_active l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum \
    l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum \
    launch__registers_per_thread dram__bytes_read.sum dram__bytes_write.sum lts__t_bytes.sum gpu__time_duration.sum; do
    metrics=$metrics,$metric
done

# counted NAME ROW N COMMAND...: adds a row for each metric of the last kernel that the command launches, as those of ROW.
counted()
{
    local name=$1 row=$2 n=$3
    shift 3
    ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" "$@" 2>"$work/ncu.log" |
        grep '^"' >"$work/ncu.csv" || fail "ncu $*: $(tail -n 2 "$work/ncu.log")"
    # shellcheck disable=SC2086 # one word a metric
    tools/measure/counters.pl "$name" "$n" "$work/ncu.csv" - ${metrics//,/ } | grep -v ',flushRead,' |
        awk -F, -v OFS=, -v row="$row" -v stamp="$stamp" 'NF > 3 { $2 = row; print $0, stamp }' >>"$folder/counters.csv"
}
echo 'program,kernel,n,metric,unit,gpu,simulator,device,date,driver,toolkit,commit' >"$folder/counters.csv"
counted asides maskGlobal 16777216 "$work/mask" -n 2^24 -k reduceNeighbored -r 1
counted ch3-reduce reduceNeighbored 16777216 ./ch3-reduce -n 2^24 -k reduceNeighbored -r 1
for row in onesApart onesRandom onesEqual fetchedApart fetchedRandom fetchedEqual numbersApart numbersRandom numbersEqual; do
    counted turns $row 1048576 "$work/turns" -k $row -r 1
done
for row in segmentThread segmentWarp segmentBlock segmentElements segmentAtomics; do
    counted ch3-segmented $row 67108864 ./ch3-segmented -n 2^26 -k $row -r 1
done
for peak in 0 100; do
    counted ch3-histogram-$peak histShared 16777216 ./ch3-histogram -n 2^24 -p $peak -k histShared -r 1
done
echo "counters done, ${SECONDS} s"

# ---- What the compiler made of it

{
    headline reductions.sh
    if command -v cuobjdump >/dev/null; then
        echo "== turns: atomics in shared memory"
        cuobjdump -sass "$work/turns" | grep -E 'Function|ATOMS' || true
        for program in ./ch3-reduce "$work/mask"; do
            echo "== $(basename "$program"): branches and predicated instructions of rung 1"
            cuobjdump -sass "$program" | sed -n '/Function : .*reduceNeighboredPi/,/Function : .*Less/p' |
                grep -E 'Function|@|BRA|BSSY|BSYNC|BAR|LDG|STG' || true
        done
        echo "== ch3-histogram: atomics"
        cuobjdump -sass ./ch3-histogram | grep -E 'Function|ATOMS|MATCH|RED' || true
    fi
} >"$folder/sass.txt"

# ---- Right and silent: odd sizes, masked rows, the new rungs

{
    headline reductions.sh
    for shape in '1 18' '7 33' '257 40' '1030 34' '4097 20' '33001 18' '65535 10' '100003 10'; do
        read -r n rows <<<"$shape"
        ./ch3-softmax -n "$n" -m "$rows" -r 2 || fail "ch3-softmax -n $n -m $rows"
    done
    for n in 0 1 31 1000003; do
        ./ch3-scan -n $n -r 2 || fail "ch3-scan -n $n"
        ./ch4-ticket -n $n -r 2 || fail "ch4-ticket -n $n"
        ./ch3-join -n $n -r 2 || fail "ch3-join -n $n"
    done
    for tool in memcheck racecheck synccheck initcheck; do
        for run in './ch3-scan -n 10007 -r 1' './ch3-softmax -n 1030 -m 18 -r 1'; do
            # shellcheck disable=SC2086
            timeout 40 compute-sanitizer --tool $tool --error-exitcode 9 $run >"$work/check.txt" 2>&1 ||
                fail "$run, $tool: $(grep -m 1 '=====.*[Ee]rror' "$work/check.txt")"
        done
    done
    echo "checks end with status $failed"
} >"$folder/checks.txt" 2>&1
echo "checks done, ${SECONDS} s"
exit $failed
