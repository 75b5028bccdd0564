#!/usr/bin/env bash
# Chapter 7 on the simulator: the programs are right for any shape and silent under the checks; each rung lowers the counter that it is
# about. ch7-hopper simulates an H200 by itself.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/lib.sh"
programs ch7-product ch7-hopper

# right WHAT ROWS: checks that the last run ended well, with so many rows, all right.
right()
{
    is "$1: rows that are right" "$status $(grep -c ' ok$' <<<"$out")" "0 $2"
}

for shape in '0 5 5' '5 0 5' '5 5 0' '1 1 1' '127 129 1' '131 257 67' '300 265 130'; do
    read -r rows columns depth <<<"$shape"
    for program in product hopper; do
        run "build/sim/ch7-$program" -m "$rows" -n "$columns" -d "$depth"
        right "ch7-$program, $rows x $columns x $depth" 5
    done
done
for words in check 'schedule=random seed=5' 'check schedule=random seed=6'; do
    for program in product hopper; do
        run env WARPSIM="$words" build/sim/ch7-$program -m 270 -n 265 -d 200
        right "ch7-$program with WARPSIM='$words'" 5
        is_silent "ch7-$program with WARPSIM='$words'" "$words"
    done
done
refuses 'too many rows' "--rows \(-m\) '1048577': must be a number from 0 to 1048576" build/sim/ch7-product -m 1048577

# Devices that lack what a ladder needs are refused in one line.
run env WARPSIM=device=t4 build/sim/ch7-product
is 'ch7-product on a T4' "$status/$out$err" '3/bf16 on tensor cores needs compute capability 8.0, and this device has 7.5'
run env WARPSIM=device=a100 build/sim/ch7-hopper
is 'ch7-hopper on an A100: exit status' "$status/$out" 3/
has 'ch7-hopper on an A100: what to do' "$err" '^warpgroup products need compute capability 9\.0, and this device has 8\.0; WARPSIM=device=h200'

# A product that is wrong by one element, or in one stage, is found.
made_wrong ch7-product 's/^    float sum\[WM \/ 16\]\[WN \/ 8\]\[4\] = {};$/    float sum[WM \/ 16][WN \/ 8][4] = {{{threadIdx.x == 77 \&\& blockIdx.x == 1}}};/'
run "$work/ch7-product" -n 200 -m 100 -d 50 -k productMma
is 'one element is wrong: exit status' "$status" 1
has 'one element is wrong: found' "$err" '^productMma: row [0-9]+ of C is wrong'
made_wrong ch7-product 's/step + STAGES - 1 < steps/step + STAGES < steps/'
run "$work/ch7-product" -n 100 -m 100 -d 300 -k productStages
is 'the last stage is not brought: found' "$status" 1

# of PROGRAM KERNEL METRIC: a counter of one product, of 128 x 128 x 128 or of two blocks in both directions.
of()
{
    case $1 in
    ch7-product) last_of "$@" -m 128 -n 128 -d 128 ;;
    *) last_of "$@" -m 512 -n 512 -d 256 ;;
    esac
}
wavefronts=l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
conflicts=l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
stored=l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
# 8 warps, 8 steps of 16, 6 ldmatrix of 4 matrices: 1,536 wavefronts, or 8 times as many where rows begin in the same bank.
is 'productMma: each matrix takes eight wavefronts' "$(of ch7-product productMma $wavefronts)" 12288
is 'productSwizzled: one' "$(of ch7-product productSwizzled $wavefronts)" 1536
is 'productSwizzled: no conflicts' "$(of ch7-product productSwizzled $conflicts)" 0
is 'productSwizzled: none in its stores either' "$(of ch7-product productSwizzled ${conflicts/ld/st})" 0
is 'productStages: nothing is stored in shared memory by registers' "$(of ch7-product productStages sass__data_pipe_lsu_wavefronts_mem_shared_op_st.sum)" 0
ok 'a seventh of the instructions are left on tensor cores' \
    less "$(($(of ch7-product productMma smsp__inst_executed.sum) * 7))" "$(of ch7-product productCores smsp__inst_executed.sum)"
# Per step two blocks bring 2 x 48 KiB, and in a cluster 2 x 32.
bytes=lts__t_bytes.sum
ok 'productCluster: a third fewer bytes of A and B come from L2' less "$(of ch7-hopper productCluster $bytes)" "$(of ch7-hopper productCopier $bytes)"
is 'productPersistent: pairs, half a sector in each of eight rows' "$(of ch7-hopper productPersistent $stored)" 32768
is 'productBoxes: no results by registers' "$(of ch7-hopper productBoxes $stored)" 0

done_testing
