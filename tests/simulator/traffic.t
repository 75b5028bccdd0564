#!/usr/bin/env bash
# Bytes that L2 moves (simulator/model/traffic.c), beside what ncu counted on an H100: launches of tests/gpu/requests.cu, whose record
# is results/h100-requests.csv. Left out are those that take long here or move less than 5 MB, and records at the edge of what L1 has
# room for: of their stores the GPU joins a part.
. "$(dirname "$0")/../harness/lib.sh"

run ./warpcc -O2 -arch=sm_90 -Icommon tests/gpu/requests.cu -o "$work/requests"
is 'builds' "$status" 0

# Each launch of the record: its name, value, grid, block and bytes.
mapfile -t rows < <(perl -F, -ane '
    $. == 1 and ($at) = grep { $F[$_] =~ /^lts__t_bytes/ } 0 .. $#F;
    print join(",", @F[0 .. 3], $F[$at]), "\n" if $. > 1' results/h100-requests.csv)

# moved DEVICE PROGRAM NUMBER: prints the bytes of a launch on the simulator.
moved()
{
    WARPSIM="device=$1 json=$work/one.json" "$work/$2" "$3" >"$work/name" 2>/dev/null
    perl -MJSON::PP -0777 -ne '
        print map { $_->{value} } grep { $_->{name} eq "lts__t_bytes.sum" } @{decode_json($_)->{kernels}[0]{metrics}}' "$work/one.json"
}
nothing=$(moved h100 requests 0)
ncu=${rows[0]##*,} # what ncu counts of a kernel that does nothing
for i in "${!rows[@]}"; do
    IFS=, read -r name value grid block bytes <<<"${rows[i]}"
    ((bytes -= ncu))
    ((bytes >= 5000000)) || continue
    case "$name; $value" in
    *16777216 | *'of 17'* | *'nearest; aside'* | *'mixed; in the middle'*) continue ;;
    *'words in records; '[4-68] | *'pairs in records; 3' | *'changed '*'; 12') continue ;;
    esac
    now=$(moved h100 requests "$i")
    is "$name, $value, $grid x $block: the launch" "$(tail -n 1 "$work/name")" "$name,$value"
    ok "$name, $value, $grid x $block: bytes" between $((bytes * 9 / 10)) $((now - nothing)) $((bytes * 108 / 100 + 650000))
done

# Stores of a block's warps to the same lines, and of one warp, on an H200 (results/h200-stores.csv). Of those that come some time after the
# warp's last ones the GPU joins a part: they are left out. Warps that go on storing get apart more than here.
run ./warpcc -O3 -arch=sm_90 -o "$work/stores" tests/gpu/stores.cu
is 'stores: builds' "$status" 0
number=0
while IFS=, read -r what value blocks warps bytes; do
    case "$what; $value; $blocks" in
    'after own words'* | 'after sums; 24; 4096' | 'after sums; 32; 4096') least= ;;
    'after a barrier; '[!1]* | 'after a barrier; 16;'*) least=$((bytes * 2 / 3)) ;;
    *) least=$((bytes * 17 / 20)) ;;
    esac
    if [ -n "$least" ]; then
        now=$(moved h200 stores "$number")
        is "stores $what, $value, $blocks x $warps: the launch" "$(cat "$work/name")" "$what,$value,$blocks,$warps"
        ok "stores $what, $value, $blocks x $warps: bytes" between "$least" "$now" $((bytes * 11 / 10 + 500000))
    fi
    ((++number))
done < <(perl -F, -ane '
    $. == 1 and ($at) = grep { $F[$_] =~ /^lts__t_bytes/ } 0 .. $#F;
    print join(",", @F[0 .. 3], $F[$at]), "\n" if $. > 1' results/h200-stores.csv)
done_testing
