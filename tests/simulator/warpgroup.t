#!/usr/bin/env bash
# Products of warpgroups: a small one is right in every order of execution, and each mistake that a program can make with one is
# reported with its lines. What they compute to the last bit, bits.t says.
. "$(dirname "$0")/../harness/lib.sh"
needs_calls 12

./warpcc -arch=compute_90a -lineinfo -o "$work/warpgroup" tests/simulator/warpgroup.cu
export WARPSIM=device=h200

# with WORDS MISTAKE: runs the program with these words.
with()
{
    run env WARPSIM="device=h200 $1" "$work/warpgroup" "$2"
}

for right in none pipeline registers; do
    for words in threads=2 check 'check schedule=serial' 'check schedule=random'; do
        with "$words" $right
        is "$right: $words" "$out" right
        [[ $words != check* ]] || has "$right: nothing is found: $words" "$err" 'ERROR SUMMARY: 0 errors'
    done
done

# As on an H200, a product does not begin before all four warps have come to it, although only a barrier promises that.
with threads=2 no-barrier
is 'a tile that another warp stores late' "$out" right

# reports MISTAKE WHAT SIDE LINE [MORE]: the check says what, and names a place that has LINE in its source. Of a statement of MORE lines
# before that one clang names the first, nvcc the last.
reports()
{
    with check "$1"
    has "$1: what" "$err" "$2"
    line=$(grep -nF "$4" tests/simulator/warpgroup.cu | head -n 1 | cut -d : -f 1)
    has "$1: the line" "$err" "$3 .*warpgroup\.cu:($line|$((line - ${5:-0})))\$"
}

reports early-read 'Registers of a warpgroup.s product are used before it is done' 'The use at' '= d[0] + d[1];'
has 'early-read: the product' "$err" 'and the product at .*warpgroup\.cu:[0-9]+'
has 'early-read: what is missing' "$err" 'wgmma\.wait_group belong between'
reports early-write 'Registers of a warpgroup.s product are used before it is done' 'The use at' '"+f"(d[5])'
reports early-a 'Registers of a warpgroup.s product are used before it is done' 'The use at' '"+r"(words[3][0])'
reports half-wait 'Registers of a warpgroup.s product are used before it is done' 'The use at' '= e[0];'
reports no-wait 'A warpgroup.s product may still read what is overwritten' 'The write .*left, byte [0-9]+ at' 'left[threadIdx.x] = a[0];'
reports no-fence 'no wgmma\.fence comes between' 'The product at' ': "l"(a), "l"(b));' 3
reports late-fence 'no wgmma\.fence comes between' 'The product at' ': "l"(a), "l"(b));' 3
reports no-proxy 'no fence\.proxy\.async comes between' 'The store .*left, byte [0-9]+ at' 'left[at] = a[i];'
reports no-barrier 'Race reported between Read access' 'and Write access at' 'right[at] = b[i];'
has 'no-barrier: the product reads' "$err" 'between Read access at .*warpgroup\.cu:[0-9]+'
reports unlike 'The four warps of a warpgroup don.t do the same product' 'One at' ': "l"(a), "l"(b));' 3

with check swizzle
is 'another swizzle than that of the tile: other numbers' "$out" wrong
for words in threads=2 check; do
    with $words outside
    is "a descriptor that leads out of shared memory: $words" "$out" cudaErrorIllegalAddress
    has 'what and where' "$err" 'Descriptor of matrix B leads out of shared memory: to byte [0-9]+ of 16384'
    has 'the descriptor' "$err" 'It has start 8192, leading offset 16, stride offset 9216, swizzle 128'
    with $words lanes
    is "lanes with other descriptors: $words" "$out" cudaErrorLaunchFailure
    has 'what' "$err" 'Descriptor of a matrix that is not the same in all lanes'
    with $words three
    is "a block of three warps: $words" "$out" cudaErrorLaunchFailure
    has 'what' "$err" 'a warpgroup is four warps'
done

# sm_90a is for devices of capability 9.0 and no other. Older clangs don't know it, and make PTX for another one.
for device in t4 rtx3080 b200; do
    run env WARPSIM="check device=$device" "$work/warpgroup"
    by_nvcc is "on a $device" "$out" cudaErrorNoKernelImageForDevice
    by_nvcc has "on a $device: why" "$err" 'code for sm_90a runs on devices of capability 9\.0 only'
done

done_testing
