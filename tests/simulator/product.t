#!/usr/bin/env bash
# A product as libraries make it for an H200, with all that sm_90a has for it at once: clusters, multicast tensor copies, mbarriers,
# warpgroups that bring and warpgroups that multiply. It is right in every order of execution, the checks are silent, and each mistake
# that one makes in such a kernel is told.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 13

# build NAME [SED]: builds the program, or a copy of it that sed has changed.
build()
{
    sed -E "${2:-}" tests/simulator/product.cu >"$work/$1.cu"
    [[ ! ${2:-} ]] || ok "$1: sed finds its line" not cmp -s tests/simulator/product.cu "$work/$1.cu"
    ./warpcc -arch=sm_90a -lineinfo -o "$work/$1" "$work/$1.cu"
}

# with WORDS NAME SIZES: runs a program with these words.
with()
{
    run env WARPSIM="device=h200 $1" "$work/$2" "${@:3}"
}

build right
with threads=2 right 512 512 320 4
is 'whole tiles, each cluster has one' "$out" '0 wrong'
with threads=2 right 600 264 200 2
is 'ragged sizes, one cluster has all tiles' "$out" '0 wrong'
for words in check 'check schedule=serial' 'check schedule=random' 'check schedule=random seed=2'; do
    with "$words" right 512 264 320 2
    is "$words" "$out" '0 wrong'
    has "$words: nothing is found" "$err" 'ERROR SUMMARY: 0 errors'
done

# What each change brings about, and what the check then says.
declare -A change=(
    [too-few-products-waited-for]='s/(wgmma.wait_group.sync.aligned) 1/\1 3/'
    [no-fence-for-copies]='/fence.proxy.async.shared::cta;/d'
    [overwrites-what-a-copy-reads]='s/(cp.async.bulk.wait_group.read) 1/\1 2/'
    [expects-too-many-bytes]='s/(barrier_expect\(full \+ \*stage, STAGE)/\1 + 16/'
    [arrives-too-seldom]='s/(barrier_init\(empty \+ s, CONSUMERS \* BLOCKS)/\1 + 1/'
    [does-not-wait-for-room]='/barrier_wait\(empty \+ /d'
    [does-not-wait-for-the-tile]='/barrier_wait\(full \+ /d'
    [ends-too-early]='/cluster_sync\(\); \/\/ no block ends/d'
)
declare -A said=(
    [too-few-products-waited-for]='A warpgroup.s product may still read what is overwritten'
    [no-fence-for-copies]='fence\.proxy\.async is missing'
    [overwrites-what-a-copy-reads]='A bulk copy still reads what is overwritten'
    [expects-too-many-bytes]='and 16 bytes, which no copy brings'
    [arrives-too-seldom]='1 of 5 arrivals are missing'
    [does-not-wait-for-room]='An mbarrier gets more arrivals than its phase waits for'
    [does-not-wait-for-the-tile]='Uninitialized __shared__ memory read'
    [ends-too-early]='a block of its cluster that has ended'
)
sample 3 too-few-products-waited-for overwrites-what-a-copy-reads no-fence-for-copies does-not-wait-for-room \
    expects-too-many-bytes arrives-too-seldom does-not-wait-for-the-tile ends-too-early
for mistake in "${sample[@]}"; do
    build "$mistake" "${change[$mistake]}"
    with check "$mistake" 512 264 320 2
    has "$mistake" "$err" "${said[$mistake]}"
done

done_testing
