#!/usr/bin/env bash
# Tensor cores: products of matrices by wmma and mma agree with plain sums, ldmatrix and stmatrix with their definition; lanes that are
# missing, accesses out of bounds and races are reported.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 12

./warpcc -arch=compute_90 -lineinfo -o "$work/matrix" tests/simulator/matrix.cu
for words in threads=2 check 'check schedule=serial' 'check schedule=random'; do
    run env WARPSIM="$words" "$work/matrix"
    is "all types, shapes and layouts: $words" "$status/$out" '0/285 compared, 0 wrong'
    [[ $words != check* ]] || has "no check is wrong about them: $words" "$err" 'ERROR SUMMARY: 0 errors'
done

# A checked launch takes every load of a tile as ordinary accesses; without checks some are counted at once.
for words in profile 'profile check'; do
    WARPSIM=$words "$work/matrix" >"$work/$words" 2>/dev/null
done
has 'counters of tiles in shared memory' "$(cat "$work/profile")" 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum +[1-9]'
is 'they are the same in a checked launch' "$(diff "$work/profile" "$work/profile check" 2>&1)" ''

for which in lanes few; do
    run "$work/matrix" "$which"
    is "$which: a lane is missing" "$out" cudaErrorLaunchFailure
    has "$which: what and where" "$err" 'Matrix instruction that not all 32 lanes.*'
    has "$which: the line" "$err" 'matrix\.cu:[0-9]+ \(PTX line [0-9]+: wmma\.store'
done

run "$work/matrix" bounds
is 'a tile that ends beyond its array' "$out" cudaErrorIllegalAddress
has 'its access' "$err" 'Invalid __global__ write of size 8 bytes'
run env WARPSIM=check "$work/matrix" races
has 'a tile that one warp stores and another loads' "$err" 'Race reported between Read access at races\(float\*\) in .*matrix\.cu:[0-9]+'
has 'its other side' "$err" 'and Write access at races\(float\*\)'
run env WARPSIM=profile "$work/matrix" fits
has 'a tile of 16 rows of 64 bytes: two sectors each' "$out" 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum +32 sector'
has 'stored by four requests' "$out" 'l1tex__t_requests_pipe_lsu_mem_global_op_st.sum +4 request'

done_testing
