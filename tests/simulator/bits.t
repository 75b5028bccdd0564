#!/usr/bin/env bash
# Approximate functions and sums of tensor cores have the bits that an H200 gave: of each function the results of 16.7 million operands,
# 400 products of random matrices for each shape and type of mma, and of warpgroups' and sparse products ten, of ten kinds.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 12

here=tests/simulator/bits
gzip -dc $here/h200-functions.txt.gz >"$work/functions.txt"
gzip -dc $here/h200-warpgroup.txt.gz >"$work/warpgroup.txt"
cp $here/h200-products.txt "$work/products.txt"
export WARPSIM=device=h200
for program in functions products warpgroup; do
    ./warpcc -arch=compute_90 -o "$work/$program" $here/$program.cu
    has "$program: the record says which GPU" "$(head -n 1 "$work/$program.txt")" '^# NVIDIA H200'
    run "$work/$program"
    is "$program: it ends" "$status" 0
    mapfile -t names < <(sed -n 's/ [0-9a-f]* [0-9a-f]*$//; /^#/!p' "$work/$program.txt" | uniq)
    for name in "${names[@]}"; do
        is "$program: $name" "$(grep "^$name " <<<"$out")" "$(grep "^$name " "$work/$program.txt")"
    done
    is "$program: all that was recorded" "$(wc -l <<<"$out")" "$(grep -vc '^#' "$work/$program.txt")"
done

done_testing
