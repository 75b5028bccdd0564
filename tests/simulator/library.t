#!/usr/bin/env bash
# Code that others wrote: CUB, Thrust, cooperative groups and cuda::pipeline from the toolkit's own headers,
# built with warpcc, give right results and are silent under WARPSIM=check.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 12 # CUDA 11's have races: CUB hands sums on by plain stores, and a block's cuda::pipeline does not wait for its readers

for source in tests/simulator/library/*.cu; do
    if [ "$(jobs -rp | wc -l)" -ge 2 ]; then
        wait -n
    fi
    own_standard ./warpcc -O1 -Icommon -diag-suppress 20054 "$source" -o "$work/$(basename "$source" .cu)" &
done
wait

# CUB's merge sort reads, and does not use, the element behind a tile when one of its two runs is empty: each thread's
# SerialMerge (cub/block/block_merge_sort.cuh) loads the head of both before it compares their positions with the ends.
# CUB leaves room for it, keys_shared[ITEMS_PER_TILE + 1], and nobody ever writes there. So these remarks are true.
#
# other_reports: prints the first line of each report in $err but these.
other_reports()
{
    perl -0777 -ne 'for (split /^=========\n/m) {
        next if /^========= Remark: a library reads shared memory that nobody wrote\. .*\n.* at void cub::.*DeviceMergeSort\w+Kernel<.*(?:::static_temp_storage|in dynamic shared memory), (?:element \d+ at )?byte 17408\n/s;
        print "$1\n" while /^========= (\w.*)/mg;
    }' <<<"$err" | grep -Ev '^(ERROR SUMMARY|found again in later launches)'
}

sample 2 lockstep serial random
orders=("${sample[@]}")
for source in tests/simulator/library/*.cu; do
    program=$(basename "$source" .cu)
    mapfile -t cases < <("$work/$program")
    ok "$program has cases" test "${#cases[@]}" -gt 0
    for case in "${cases[@]}"; do
        run "$work/$program" "$case"
        is "$program $case: result and exit status" "$out $status" 'right 0'
        for order in "${orders[@]}"; do
            run env WARPSIM="check schedule=$order" timeout 60 "$work/$program" "$case"
            is "$program $case, $order: right" "$out" right
            is "$program $case, $order: nothing to report" "$(other_reports)" ''
            is "$program $case, $order: exit status" "$status" 0
            [ "$case" != stable-sort ] || has "$program $case, $order: a remark on what CUB reads in vain" "$err" 'DeviceMergeSortBlockSortKernel'
        done
    done
done

done_testing
