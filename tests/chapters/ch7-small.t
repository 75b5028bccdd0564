#!/usr/bin/env bash
# Chapter 7's small programs on the simulator: types, fragments, swizzles, copies. What the chapter says of them is so, the checks are
# silent, and a wrong copy of a program is noticed.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/lib.sh"
needs_calls 12
programs ch7-types ch7-fragments ch7-swizzle ch7-copies

for words in check 'check schedule=random seed=3' 'check device=h200'; do
    for program in types fragments swizzle copies; do
        run env WARPSIM="$words" "build/sim/ch7-$program"
        is "ch7-$program with WARPSIM='$words': exit status" "$status" 0
        is_silent "ch7-$program with WARPSIM='$words'" "$words"
    done
done

# error TYPE K COLUMN: prints an error that ch7-types has printed: column 3 is operands', 4 a thread's, 5 tensor cores'.
error()
{
    awk -v type="$1" -v k="$2" -v column="$3" '$1 == type && $2 == k { print $column }' <<<"$out"
}
run env WARPSIM=device=h200 build/sim/ch7-types
ok 'longer sums of bf16 have smaller errors of operands' less "$(error bf16 4096 3)" "$(error bf16 16 3)"
ok 'a tensor core cuts: its sums are too small' awk -v e="$(error bf16 4096 5)" 'BEGIN { exit !(e < 0) }'
ok 'for 8 bits that is more than a hundredth' awk -v e="$(error e4m3 4096 5)" 'BEGIN { exit !(e < -0.01) }'
has 'a thread loses what a tensor core keeps' "$out" 'a thread gets 1 \+ 0, a tensor core 1 \+ 9\.54e-07$'
run build/sim/ch7-types -n 16
has 'without an H200 the 8-bit types are left out' "$out" '^\(e5m2 and e4m3: .*WARPSIM=device=h200\)$'

run build/sim/ch7-fragments -l 5
has 'what lane 5 holds' "$out" '^ register 1 of A: \(9, 2\) \(9, 3\)$'
has 'ch7-fragments finds the rule' "$out" '^as the rule says$'

wavefronts=l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
is 'plain rows: 32 wavefronts for each of 4 x 16 ldmatrix' "$(last_of ch7-swizzle tilePlain $wavefronts -n 4)" 2048
for way in Padded Swizzled; do
    is "$way: four" "$(last_of ch7-swizzle "tile$way" $wavefronts -n 4)" 256
done
requests=l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
is 'byLoads: 16 requests for a tile' "$(last_of ch7-copies byLoads $requests -n 4)" 64
is 'byTensorMap: none' "$(last_of ch7-copies byTensorMap $requests -n 4)" 0

if has_turn; then
    made_wrong ch7-types 's/x\[lane + 4\]/x[lane + 3]/'
    run "$work/ch7-types"
    is 'other words of a row: found' "$status" 1
fi
if has_turn; then
    made_wrong ch7-fragments 's/e \/ 2 % 2 \* 8/e \/ 2 % 2 * 4/'
    run "$work/ch7-fragments"
    has 'another rule: found' "$status/$out" '^NOT as the rule says$'
fi
if has_turn; then
    made_wrong ch7-copies 's/chunk ^ row % 8 : chunk/chunk ^ row % 4 : chunk/'
    run "$work/ch7-copies" -k byTensorMap
    has "another swizzle than the tensor map's: found" "$status/$err" '^1/byTensorMap: row 4 is not what it was'
fi

done_testing
