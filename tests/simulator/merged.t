#!/usr/bin/env bash
# Shared loads and stores that ptxas merged: kernels of which it is certain, and the rows of results/h200-counters.csv in which ncu
# read fewer wavefronts than the PTX has. Those ran at sizes that take too long here; how many become one does not depend on that.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 11
programs ch1-matmul ch6-sgemm ch3-softmax

# wavefronts DEVICE PROGRAM [OPTION...]: "KERNEL ld|st PTX MACHINE", a line for each kernel and kind of access.
wavefronts()
{
    local device=$1
    shift
    run env WARPSIM="device=$device json=$work/now.json" "$@"
    perl -MJSON::PP -0777 -ne '
        my $wavefronts = "data_pipe_lsu_wavefronts_mem_shared_op";
        for my $kernel (@{decode_json($_)->{kernels}}) {
            my %value = map { $_->{name} => $_->{value} } @{$kernel->{metrics}};
            my ($name) = $kernel->{name} =~ /(\w+)[(<]/;
            print "$name $_ $value{\"l1tex__${wavefronts}_$_.sum\"} ", $value{"sass__${wavefronts}_$_.sum"}, "\n" for qw(ld st);
        }' "$work/now.json"
}

run ./warpcc -O3 -gencode 'arch=compute_86,code=[sm_86,sm_90]' tests/simulator/merged/kernels.cu -o "$work/kernels"
is 'the kernels build' "$status" 0
for device in rtx3080 h200; do
    got=$(wavefronts $device "$work/kernels")
    is "$device: four become one" "$(grep together <<<"$got")" $'together ld 128 32\ntogether st 128 32'
    is "$device: none where ptxas does not know the address" "$(grep apart <<<"$got")" $'apart ld 128 128\napart st 128 128'
    is "$device: nor volatile ones" "$(grep watched <<<"$got")" $'watched ld 128 128\nwatched st 128 128'
    is "$device: cp.async is no store" "$(grep copied <<<"$got")" $'copied ld 8 8\ncopied st 32 0'
done
# row KERNEL KIND: "GPU SIMULATOR" of its wavefronts, where the simulator's are those of the PTX.
row()
{
    awk -F, -v kernel="$1" -v metric="l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$2.sum" \
        '$2 == kernel && $4 == metric && $7 != "" { print $6, $7 }' results/h200-counters.csv
}

# holds MOST KERNEL KIND PROGRAM OPTION...: the machine's wavefronts are those that ncu read, but for so many of a thousand.
holds()
{
    local most=$1 kernel=$2 kind=$3
    shift 3
    read -r _ _ ptx machine < <(wavefronts h200 "build/sim/$1" -k "$kernel" -r 1 "${@:2}" | grep " $kind " | tail -n 1)
    read -r gpu was < <(row "$kernel" "$kind")
    ok "$kernel $kind: PTX $ptx, machine code $machine; at ncu's size $was, and $gpu read" \
        awk -v p="$ptx" -v m="$machine" -v g="$gpu" -v w="$was" -v most="$most" \
        'BEGIN { now = m / p * w / g; exit !(p > 0 && w > 1.3 * g && now > 1 - most / 1000 && now < 1.0001) }'
}
square=(-n 128 -m 128 -d 128)
holds 1 matmulFixed32 ld ch1-matmul -n 64
holds 1 sgemmShared ld ch6-sgemm "${square[@]}"
holds 1 sgemmColumn ld ch6-sgemm "${square[@]}"
holds 1 sgemmSquare ld ch6-sgemm "${square[@]}"
# Of requests that come at the same time a GPU counts some twice.
holds 50 softmaxOnlineBlock ld ch3-softmax -n 4096 -m 64
holds 30 softmaxOnlineBlock st ch3-softmax -n 4096 -m 64
holds 80 softmaxVector ld ch3-softmax -n 4096 -m 64
holds 50 softmaxVector st ch3-softmax -n 4096 -m 64
done_testing
