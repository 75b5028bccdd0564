#!/usr/bin/env bash
# Chapter 7 on the simulator: the programs are right for any shape and silent under the checks; each rung lowers the counter that it is
# about. Those that need an H200 simulate one by themselves. Its products take long: of shapes, checks and wrong kernels it takes a third each
# day.
. "$(dirname "$0")/../harness/lib.sh"
. "$(dirname "$0")/lib.sh"
needs_calls 12
programs ch7-product ch7-hopper ch7-half ch7-tf32 ch7-single ch7-cluster ch7-attention ch7-flash

# right WHAT ROWS: checks that the last run ended well, with so many rows, all right.
right()
{
    is "$1: rows that are right" "$status $(grep -c ' ok$' <<<"$out")" "0 $2"
}

daily 2 '0 5 5' '5 0 5' '5 5 0' '1 1 1' '131 257 67' '300 265 130'
for shape in "${sample[@]}"; do
    read -r rows columns depth <<<"$shape"
    for program in product:5 hopper:7 half:7 tf32:1 single:4; do
        [ "$program $rows" != 'single:4 300' ] || continue # it makes every product nine times
        run "build/sim/ch7-${program%:*}" -m "$rows" -n "$columns" -d "$depth"
        right "ch7-${program%:*}, $rows x $columns x $depth" "${program#*:}"
    done
done
run build/sim/ch7-hopper -m 300 -n 265 -d 1300 -k productPieces
right 'productPieces: four tiles, each cut into pieces' 1
# error KERNEL: prints the error that ch7-single prints of a deep sum.
error()
{
    build/sim/ch7-single -m 16 -n 16 -d 1024 -k "$1" | awk -v kernel="$1" 'NF == 2 && $1 == kernel { print $2 }'
}
ok 'what tensor cores cut does not add up: half the error of plain floats' awk -v six="$(error sixParts)" -v plain="$(error plainFloat)" 'BEGIN { exit !(six > 0 && 2 * six < plain) }'
daily 2 '-n 0' '-n 1 -d 128' '-n 65 -g 3 -c 1' '-n 130 -d 128 -c 1' '-n 257'
for options in "${sample[@]}"; do
    # shellcheck disable=SC2086 # several
    run build/sim/ch7-attention $options
    right "ch7-attention $options" 3
    # shellcheck disable=SC2086
    run build/sim/ch7-flash $options
    right "ch7-flash $options" 3
done
for options in '-n 0' '-n 1 -c 1' '-n 100003 -c 2 -w 1' '-n 100003 -c 4 -w 8191'; do
    # shellcheck disable=SC2086
    run build/sim/ch7-cluster $options
    right "ch7-cluster $options" 4
done
orders=(check 'schedule=random seed=5' 'check schedule=random seed=6')
checked=('ch7-product 5 -m 130 -n 150 -d 200' 'ch7-hopper 7 -m 130 -n 265 -d 200' 'ch7-hopper 1 -m 300 -n 265 -d 1300 -k productPieces'
    'ch7-tf32 1 -m 300 -n 265 -d 330' 'ch7-single 4 -m 20 -n 30 -d 70' 'ch7-cluster 4 -n 20003 -c 4' 'ch7-attention 3 -n 70 -d 128' 'ch7-attention 3 -n 133 -c 1' 'ch7-flash 3 -n 300 -c 1'
    'ch7-flash 3 -n 133 -d 128')
for i in "${!checked[@]}"; do # each in one order a day
    sweeps && today=("${orders[@]}") || today=("${orders[(turn + i) % 3]}")
    read -r program rows options <<<"${checked[i]}"
    for words in "${today[@]}"; do
        # shellcheck disable=SC2086
        run env WARPSIM="$words" "build/sim/$program" $options
        right "$program $options with WARPSIM='$words'" "$rows"
        is_silent "$program $options with WARPSIM='$words'" "$words"
    done
done
refuses 'too many rows' "--rows \(-m\) '1048577': must be a number from 0 to 1048576" build/sim/ch7-product -m 1048577

# Devices that lack what a ladder needs are refused in one line.
run env WARPSIM=device=t4 build/sim/ch7-product
is 'ch7-product on a T4' "$status/$out$err" '3/bf16 on tensor cores needs compute capability 8.0, and this device has 7.5'
run env WARPSIM=device=a100 build/sim/ch7-hopper
is 'ch7-hopper on an A100: exit status' "$status/$out" 3/
has 'ch7-hopper on an A100: what to do' "$err" '^warpgroup products need compute capability 9\.0, and this device has 8\.0; WARPSIM=device=h200'

run env WARPSIM=device=a100 build/sim/ch7-flash
has 'ch7-flash on an A100: what to do' "$status/$err" '^3/warpgroup products need compute capability 9\.0, and this device has 8\.0; WARPSIM=device=h200'
run env WARPSIM=device=a100 build/sim/ch7-cluster
has 'ch7-cluster on an A100: what to do' "$status/$err" '^3/clusters need compute capability 9\.0, and this device has 8\.0; WARPSIM=device=h200'
refuses 'clusters of three' "--cluster \(-c\) '3': must be 1, 2, 4 or 8" build/sim/ch7-cluster -c 3
refuses 'heads of another width' "--width \(-d\) '32': must be 64 or 128" build/sim/ch7-attention -d 32

# ---- Kernels that are wrong ----------------------------------------------------------------------------

# A product that is wrong by one element, or in one stage, is found.
if has_turn; then
    made_wrong ch7-product 's/^    float sum\[WM \/ 16\]\[WN \/ 8\]\[4\] = {};$/    float sum[WM \/ 16][WN \/ 8][4] = {{{threadIdx.x == 77 \&\& blockIdx.x == 1}}};/; s/step + STAGES - 1 < steps/step + STAGES < steps/'
    run "$work/ch7-product" -n 200 -m 100 -d 50 -k productMma
    has 'one element is wrong: found' "$status/$err" '^1/productMma: row [0-9]+ of C is wrong'
    run "$work/ch7-product" -n 100 -m 100 -d 300 -k productStages
    has 'the last stage is not brought: found' "$status/$err" '^1/productStages: row [0-9]+ of C is wrong'
fi

# With room for three clusters, three of four tiles are whole, and one is cut.
if has_turn; then
    made_wrong ch7-hopper 's/cudaOccupancyMaxActiveClusters(&clusters, kernel, &config)/(clusters = config.numAttrs + 2, cudaSuccess)/'
    run "$work/ch7-hopper" -n 300 -m 265 -d 2100 -k productPieces
    right 'productPieces: whole tiles, and then pieces' 1
    run "$work/ch7-hopper" -n 570 -m 200 -d 200 -k productFitted
    right 'productFitted: three tiles of 192 columns' 1
fi

# A piece of a tile that is left out is found, and one that isn't waited for.
if has_turn; then
    made_wrong ch7-hopper 's/i + a < cut.pieces \&\& /i + a < cut.pieces - 1 \&\& /'
    run "$work/ch7-hopper" -n 300 -m 265 -d 1300 -k productPieces
    has 'a piece is left out: found' "$status/$err" '^1/productPieces: row [0-9]+ of C is wrong'
    run "$work/ch7-hopper" -n 300 -m 265 -d 1300 -k productFitted
    has 'a piece of a narrow tile is left out: found' "$status/$err" '^1/productFitted: row [0-9]+ of C is wrong'
fi
if has_turn; then
    made_wrong ch7-hopper 's/__NV_THREAD_SCOPE_DEVICE) < pieces)/__NV_THREAD_SCOPE_DEVICE) < 1)/'
    run env WARPSIM=check "$work/ch7-hopper" -n 300 -m 265 -d 1300 -k productPieces
    has 'pieces are not waited for: found' "$status/$err" '^1/=+ Uninitialized __global__ memory read'
fi

# So are columns that two warps compute and nobody the others, and registers that are loaded while a product reads them.
if has_turn; then
    made_wrong ch7-tf32 's/(row & 2) \* 2/(row \& 2)/'
    run "$work/ch7-tf32" -n 100 -m 100 -d 50
    has 'two warps have the same columns: found' "$status/$err" '^1/productTf32: '
fi
if has_turn; then
    made_wrong ch7-tf32 's/productsWait<1>/productsWait<2>/'
    run env WARPSIM=check "$work/ch7-tf32" -n 100 -m 100 -d 330
    has 'registers change under a product: found' "$err" 'wgmma.commit_group and wgmma.wait_group belong between'
fi

# So is a part of a float that is left out, a key too many, and a maximum that is not corrected.
if has_turn; then
    made_wrong ch7-single 's/j < 0 || j >= PARTS/j < 0 || j >= PARTS - 1/'
    run "$work/ch7-single" -n 30 -m 30 -d 100 -k sixParts
    has 'one part is left out: found' "$status/$err" '^1/sixParts: row [0-9]+ of C is wrong'
fi
if has_turn; then
    made_wrong ch7-attention 's/sees(&a, query, key0/sees(\&a, query + 1, key0/; s/o\[e \/ 2\]\[2 \* half + e % 2\] \*= shrink/o[e \/ 2][2 * half + e % 2] *= 1/'
    run "$work/ch7-attention" -n 100 -c 1 -k attentionFused
    has 'a query sees the next key: found' "$status/$err" '^1/attentionFused: got'
    run "$work/ch7-attention" -n 100 -k attentionMma
    has 'older sums keep their scale: found' "$status/$err" '^1/attentionMma: got'
fi
if has_turn; then
    made_wrong ch7-flash 's/a->causal ? min(a->n, row + 1) : a->n/a->n/; s/^        shrinkSums(p, shrink);$//'
    run "$work/ch7-flash" -n 256 -c 1 -k attentionWarpgroup
    has 'no tile is masked but the last: found' "$status/$err" '^1/attentionWarpgroup: got'
    run "$work/ch7-flash" -n 400 -k attentionAhead
    has 'older sums of warpgroups keep their scale: found' "$status/$err" '^1/attentionAhead: got'
fi

# ---- Counters ------------------------------------------------------------------------------------------

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
products=sm__inst_executed_pipe_tensor.sum
is 'productFitted: few tiles, so narrow ones: twice as many products, half as wide' "$(of ch7-hopper productFitted $products) $(of ch7-hopper productBoxes $products)" '2048 1024'
is 'productTf32: B once, without bank conflicts' "$(of ch7-tf32 productTf32 $wavefronts)" 8192
is 'productTf32: whole sectors' "$(of ch7-tf32 productTf32 $stored)" 32768
is 'histBlocks: a block has all bins' "$(last_of ch7-cluster histBlocks launch__shared_mem_per_block_dynamic -n 5000 -w 4096 -c 8)" 16384
is 'histClusters: an eighth of them' "$(last_of ch7-cluster histClusters launch__shared_mem_per_block_dynamic -n 5000 -w 4096 -c 8)" 2048
is 'attentionMma: no bank conflicts' "$(last_of ch7-attention attentionMma $conflicts -n 128)" 0
is 'attentionAhead: no tile goes through registers' "$(last_of ch7-flash attentionAhead l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum -n 128)" 0
is 'attentionAhead: nor does O on its way to memory' "$(last_of ch7-flash attentionAhead $stored -n 128)" 0

# The labs' kernels.
programs ch7-steps
run build/sim/ch7-steps
is 'ch7-steps: six kernels, all right' "$status/$(grep -c ' right$' <<<"$out")" 0/6
run env WARPSIM=check build/sim/ch7-steps
has 'ch7-steps: nothing to find' "$err" 'ERROR SUMMARY: 0 errors'
run env WARPSIM=device=t4 build/sim/ch7-steps
is 'ch7-steps on a T4' "$status/$out$err" '3/these kernels need compute capability 9.0, and this device has 7.5; WARPSIM=device=h200 simulates one that has them'

done_testing
