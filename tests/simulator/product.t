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

mapfile -t mistakes < <(grep -v '^#' tests/simulator/product-mistakes.txt)
sample 3 "${mistakes[@]}"
for mistake in "${sample[@]}"; do
    IFS='|' read -r name change said <<<"$mistake"
    build "$name" "$change"
    with check "$name" 512 264 320 2
    has "$name" "$err" "$said"
done

done_testing
