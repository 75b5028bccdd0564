#!/usr/bin/env bash
# What the simulator reads of ptxas's work: the registers and spills of each kernel and architecture are those that ptxas
# itself reports; a loop that ptxas must not unroll has each load once; loads that wait for others are told from those that do not; kernels that print or assert leave the others their counts.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 11

nvcc=$(tools/need.sh nvcc)
source=tests/simulator/assembled/kernels.cu
run ./warpcc -O3 -gencode 'arch=compute_86,code=[sm_86,sm_90]' -c "$source" -o "$work/kernels.o"
is 'two architectures: builds' "$status" 0
objcopy -O binary -j .nv_fatbin "$work/kernels.o" "$work/fatbin"
run gcc -std=c11 -Isimulator tests/simulator/assembled/tell.c build/sim/libwarpsim.a -lm -lpthread -lstdc++ -o "$work/tell"
is 'the test program: builds' "$status" 0

for arch in 86 90; do
    # ptxas's report becomes a line for each kernel: name, registers, bytes of spill stores and loads.
    "$nvcc" -O3 -gencode arch=compute_86,code=sm_$arch -Xptxas -v -cubin "$source" -o "$work/cubin" 2>&1 | perl -ne '
        $name = $1 if /entry function .(\S+)\x27/;
        ($stores, $loads) = ($1, $2) if /(\d+) bytes spill stores, (\d+) bytes spill loads/;
        print "$name $1 $stores $loads\n" if /Used (\d+) registers/' >"$work/ptxas"
    is "sm_$arch: kernels" "$(wc -l <"$work/ptxas")" 8
    while read -r name registers stores loads; do
        run "$work/tell" "$work/fatbin" $arch "$name"
        read -r _ got_registers got_stores got_loads copies instructions batches joins stays <<<"$out"
        is "sm_$arch $name: registers" "$got_registers" "$registers"
        case $name in
        *local*) ok "sm_$arch $name: its array is no spill" test "$stores $got_stores" '>' '0 0' ;;
        *) is "sm_$arch $name: bytes spilled and loaded again" "$got_stores $got_loads" "$stores $loads" ;;
        esac
        # An instruction has 16 bytes. Behind the last one there are up to 15 that do nothing.
        size=$(readelf -SW "$work/cubin" 2>"$work/err" | sed -n "s/.* \\.text\\.$name  *PROGBITS  *[0-9a-f]* [0-9a-f]* \\([0-9a-f]*\\) .*/0x\\1/p")
        ok "sm_$arch $name: instructions" test $((instructions <= size / 16 && instructions > size / 16 - 16)) = 1
        case $name in
        *rolled*) is "sm_$arch $name: not unrolled" "$copies" 1 ;;
        *together*) is "sm_$arch $name: loads that wait for none before them are one batch" "$batches" 1 ;;
        *chased*) is "sm_$arch $name: loads that wait for the one before are a batch each" "$batches" 6 ;;
        *ahead*) is "sm_$arch $name: a loop's load joins one from before the loop" "$joins $stays" '1 1' ;;
        *needed*) is "sm_$arch $name: not if it waits for that one" "$joins" 0 ;;
        esac
    done <"$work/ptxas"
    ok "sm_$arch: one kernel spills" test "$(awk '$3' "$work/ptxas" | wc -l)" = 1
done

# For another architecture the newest cubin is read. A kernel that is not there has no figures.
run "$work/tell" "$work/fatbin" 75 _Z6rolledPKfPfi no_such_kernel
is 'another architecture' "$out" "$("$work/tell" "$work/fatbin" 90 _Z6rolledPKfPfi)"$'\n''no_such_kernel 0 0 0 0 0 0 0 0'

# A kernel that prints or asserts doesn't hide what ptxas made of the module's others, nor of itself in a launch that prints nothing.
run ./warpcc -O3 -gencode 'arch=compute_86,code=[sm_86,sm_90]' tests/simulator/assembled/prints.cu -o "$work/prints"
is 'kernels that print: build' "$status" 0
run env WARPSIM="json=$work/prints.json" "$work/prints"
is 'they ran' "$status" 0
is 'which have machine instructions' "$(perl -MJSON::PP -0777 -ne '
    for my $kernel (@{decode_json($_)->{kernels}}) {
        my ($count) = map { $_->{value} } grep { $_->{name} eq "sass__inst_executed.sum" } @{$kernel->{metrics}};
        print $kernel->{name} =~ s/[(].*//sr, " $kernel->{grid}[0] ", ($count ? "some" : "unknown"), "\n";
    }' "$work/prints.json")" $'plain 1 some\nasserts 1 some\nmayPrint 1 some\nmayPrint 2 unknown'

# A product of wmma is two instructions of tensor cores, however often ptxas has copied the loop around it.
make -s DEVICE=sim build/sim/ch7-product
run env WARPSIM="device=h200 json=$work/wmma.json" build/sim/ch7-product -m 128 -n 128 -d 128 -r 1 -k productWmma
is 'wmma: two instructions of tensor cores for each of 512 products' "$(perl -MJSON::PP -0777 -ne '
    print map { "$_->{value}\n" } grep { $_->{name} eq "sm__inst_executed_pipe_tensor.sum" } @{decode_json($_)->{kernels}[0]{metrics}}' \
    "$work/wmma.json")" 1024

done_testing
