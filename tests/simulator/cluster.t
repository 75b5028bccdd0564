#!/usr/bin/env bash
# Clusters, mbarriers and bulk copies: right in every order, and what is wrong is found with its line and thread.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 13
here=tests/simulator/cluster

for p in works mistakes groups; do
    own_standard ./warpcc -arch=sm_90a -lineinfo -o "$work/$p" "$here/$p.cu" &
done
own_standard ./warpcc -arch=sm_90a -lineinfo -o "$work/tensors" tests/simulator/bulk/tensors.cu
own_standard ./warpcc -arch=sm_90a -Icommon -Ichapters/ch7-tensor -o "$work/rounded" "$here/rounded.cu"
wait

for words in threads=1 threads=2 check 'check schedule=serial' 'check schedule=random seed=5'; do
    run env WARPSIM="device=h200 $words" "$work/works"
    is "blocks of a cluster work together: $words" "$status/$(grep -cv ': right$' <<<"$out")" 0/0
    [[ $words != check* ]] || has "no check is wrong about them: $words" "$err" 'ERROR SUMMARY: 0 errors'
done

run env WARPSIM=device=h200 "$work/groups"
is 'what both compilers have, by nvcc (clang.t has it by clang)' "$status/$out" $'0/sums: right\na grid of 8 in clusters of 3: cudaErrorInvalidClusterSize\nbox: right\npadded: right'
run env WARPSIM='device=h200 check' "$work/groups"
has 'why the grid is refused' "$err" "gridDim.x: 8, which is no multiple of the cluster's 3"
has 'a box may be wider than its tensor, and there nobody need write it' "$err" 'ERROR SUMMARY: 1 error'

# ---- Tensors -------------------------------------------------------------------------------------------------------------

run env WARPSIM=device=h200 "$work/tensors" 0 400
is 'boxes of random tensors, beside plain C' "$status/$(grep -cv ', 0 of [0-9]* differ$' <<<"$out")" 0/0
is 'and as an H200 moved them' "$(diff <(cut -d, -f1 <<<"$out") <(grep -v '^#' tests/simulator/bulk/h200-tensors.txt | head -n 400))" ''
run env WARPSIM='device=h200 check' "$work/tensors" 0 100
has 'no check is wrong about them' "$err" 'ERROR SUMMARY: 0 errors'

run env WARPSIM=device=h200 "$work/rounded"
is 'TF32: to the nearest, and in the middle to the even one' "$out" $'0 0 0 4 4 4 8 8 8 8 8 12 12 12 16 16\n0 0 0 4 4 4 8 8 8 8 8 12 12 12 16 16'

# ---- Mistakes ------------------------------------------------------------------------------------------------------------

# mistake NUMBER 'what it is' 'words that the checks say'…
mistake() {
    local number=$1 what=$2 words
    shift 2
    run env WARPSIM='device=h200 check' "$work/mistakes" "$number"
    for words; do
        has "$what: $words" "$err" "$words"
    done
    has "$what: where" "$err" 'mistakes\.cu:[0-9]+'
}

for number in 0 7 100 200 300; do
    run env WARPSIM='device=h200 check' "$work/mistakes" "$number"
    is "nothing is said of right kernel $number" "$out/$(tail -1 <<<"$err")" 'cudaSuccess/========= ERROR SUMMARY: 0 errors'
done

mistake 1 'no cluster.sync() before reading' 'Uninitialized __shared__ memory read' 'cluster.sync\(\) is missing between'
mistake 2 'none before the end' 'Accesses the shared memory of a block of its cluster that has ended'
mistake 8 'none before the end, and much later' 'Accesses the shared memory of a block of its cluster that has ended'
mistake 3 'none before overwriting' 'Race reported between Read access at .*swap<3>' 'and Write access'
mistake 4 '__syncthreads() instead' 'Race reported between Write access at .*swap<4>' 'nothing orders the two blocks of the cluster'
mistake 5 "beyond the other block's array" 'Invalid __shared__ read of size 4 bytes'
mistake 6 'a block that the cluster does not have' 'of a block that its cluster does not have'
mistake 101 'nobody waits' 'A bulk copy is not complete yet when its bytes are used' 'Nobody waits for the phase of its mbarrier'
mistake 102 'one thread waits, all read' 'Race reported between Bulk copy access'
mistake 103 'no proxy fence' 'A bulk copy may miss what was stored before it' 'fence.proxy.async is missing'
mistake 104 'too many bytes expected' '0 of 1 arrivals are missing, and 64 bytes, which no copy brings'
mistake 105 'too few bytes expected' '64 bytes have come that were not expected'
mistake 106 'no wait for the group' 'A block ends before a bulk copy is complete that reads its shared memory'
mistake 107 'the source is overwritten' 'A bulk copy still reads what is overwritten' 'wait_group.read is missing'
mistake 108 'misaligned' "A bulk copy's destination is no multiple of 16: 0x"
mistake 109 'past the end' 'A bulk copy reads global memory out of bounds'
mistake 110 'an odd size' 'The bytes of a bulk copy are no multiple of 16'
mistake 111 'a phase waited for twice' '1 of 1 arrivals are missing'
mistake 112 'bytes that nobody expects' 'A bulk copy is not complete yet' 'which must expect its bytes'
mistake 113 'an arrival is missing' '1 of 2 arrivals are missing'
mistake 114 'no mbarrier.init' 'An arrival at an mbarrier that is not initialized'
mistake 115 'the wrong parity' 'A bulk copy is not complete yet when its bytes are used'
mistake 201 'a stage filled again at once' 'gets more arrivals than its phase waits for: 0 of 1 were missing, and 1024 bytes'
mistake 202 'a stage given back too early' 'Race reported between Bulk copy access at .*stages<2>' 'and Read access'
mistake 203 'the wrong stage' 'A bulk copy is not complete yet when its bytes are used'
mistake 204 'too few arrive' 'warp 0 .* waits .*empty: 32 of 96 arrivals are missing' 'warp 1 .* waits .*full'
mistake 205 'a producer that stops' 'waits .*full: 1 of 1 arrivals are missing'
mistake 301 'an mbarrier without a fence' 'Remark: no fence makes an mbarrier known to the bulk copy'
mistake 302 "the other block's mbarrier is not ready" 'Race reported between Read access at .*shares<2>'
mistake 303 'a tile of a block that may have ended' 'that has ended'
mistake 304 'a block that expects no bytes' 'warp 0 of block \(1,0,0\) waits .*1024 bytes have come that were not expected'

# Without checks a block has ended when it has by the clock, although a cluster's blocks run in turns.
run env WARPSIM=device=h200 "$work/mistakes" 2
is 'a block that ends after its neighbour has read' "$status/$out" 0/cudaSuccess
run env WARPSIM=device=h200 "$work/mistakes" 8
has 'a block that ends long before' "$err" 'Accesses the shared memory of a block of its cluster that has ended'

done_testing
