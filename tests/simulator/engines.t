#!/usr/bin/env bash
# What tensor cores, bulk copies and the blocks of a cluster do is counted as ncu counts it on an H200, in kernels whose counts can be worked
# out by hand (results/h200-steps.csv), and takes about as long as there (results/h200-rates.csv).
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 13
programs ch7-steps

# counted METRIC [OWN]: prints the metric of the program's launches, from ncu and from the simulator, which calls it OWN.
counted()
{
    perl -MJSON::PP -e '
        my ($metric, $rows, $json, $own_name) = @ARGV;
        $own_name //= $metric;
        open my $in, "<", $rows or die;
        chomp(my @head = split /,/, scalar <$in>);
        my ($at) = grep { $head[$_] =~ /^\Q$metric\E / } 0 .. $#head;
        my @ncu = map { (split /,/)[0, $at] } <$in>;
        open $in, "<", $json or die;
        my @own = map { my $k = $_; map { (($k->{name} =~ /(\w+)\(/)[0], $_->{value}) } grep { $_->{name} eq $own_name } @{$k->{metrics}} }
            @{decode_json(join "", <$in>)->{kernels}};
        print "@ncu\n@own\n"' "$1" results/h200-steps.csv "$work/steps.json" "${@:2}"
}
run env WARPSIM="json=$work/steps.json" build/sim/ch7-steps
for metric in sm__inst_executed_pipe_tensor sm__sass_inst_executed_op_tma_ld l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld \
    l1tex__t_requests_pipe_lsu_mem_dshared l1tex__t_sectors_pipe_lsu_mem_dshared; do
    { read -r ncu && read -r own; } < <(counted $metric.sum)
    is "$metric" "$own" "$ncu"
done

# Instructions: those out of the way, for lanes that have parted and for a wait that goes on, do not count. How often a loop is run that ptxas
# unrolled is a guess where it is run five times.
{ read -ra there && read -ra here; } < <(counted smsp__inst_executed.sum sass__inst_executed.sum)
for ((i = 0; i < ${#there[@]}; i += 2)); do
    most=1
    [[ ${there[i]} != bulkCopy && ${there[i]} != twoRoles ]] || most=10
    is "kernel $i" "${here[i]}" "${there[i]}"
    ok "${there[i]}: ${here[i + 1]} instructions, on an H200 ${there[i + 1]}" \
        awk -v own="${here[i + 1]}" -v ncu="${there[i + 1]}" -v most=$most 'BEGIN { exit !(own >= ncu * (1 - most / 100) && own <= ncu * (1 + most / 100)) }'
done

# Instructions of larger kernels: what ptxas moves out of loops, loops that it unrolled whole, functions that it makes several of, moves to
# uniform registers, and lanes that each start a copy. On an H200, byBulk further looks at its mbarrier beside that (results/h200-looks.csv).
make -s DEVICE=sim ch7-attention ch7-cluster ch7-copies
while IFS=, read -r program kernel _ there looks _; do
    # shellcheck disable=SC2086 # arguments are words
    run env WARPSIM="device=h200 json=$work/large.json" build/sim/$program
    own=$(KERNEL=$kernel perl -MJSON::PP -0777 -ne '
        for my $kernel (@{decode_json($_)->{kernels}}) {
            print map { $_->{value} } grep { $_->{name} eq "sass__inst_executed.sum" } @{$kernel->{metrics}} if $kernel->{name} =~ /^(void )?$ENV{KERNEL}(?=[(<])/;
        }' "$work/large.json")
    ok "$kernel: $own instructions, on an H200 $((there - looks))" \
        awk -v own="$own" -v ncu=$((there - looks)) 'BEGIN { exit !(own >= 0.99 * ncu && own <= 1.01 * ncu) }'
done < <(grep -E '^ch7-(attention|cluster -n 2.20|copies).*,(attentionMma|sumClusters|histClusters|byLoads|byBulk),' results/h200-looks.csv)

./warpcc -arch=sm_90a -Icommon -Ichapters/ch7-tensor -o "$work/engines" tests/simulator/engines.cu
run env WARPSIM=device=h200 "$work/engines"
# kernel, cycles on an H200: of h200-rates.csv the rows of mma with one chain, of wgmma m64n256k16 in groups of 4 with 0 ahead,
# of barrier.cluster with 32 threads, of the chain of loads in a cluster of 2, of the copy of 16384 bytes from DRAM
while read -r kernel cycles; do
    own=$(sed -n "s/^$kernel //p" <<<"$out")
    ok "$kernel: ${own:-nothing} cycles, on an H200 $cycles" test $((own * 100)) -gt $((cycles * 85)) -a $((own * 100)) -lt $((cycles * 115))
done <<'END'
warpProducts 26
groupProducts 147
clusterBarriers 346
farLoads 213
bulkLoads 1123
END

# What L2 and DRAM move for boxes, by the promotion of their tensor map.
./warpcc -arch=sm_90a -o "$work/promotion" tests/gpu/promotion.cu
case=0
while IFS=, read -r pitch wide rows blocks steps promotion dram l2 _; do
    run env WARPSIM="device=h200 json=$work/promotion.json" "$work/promotion" $((case++))
    is "the case of row $case" "$out" "$pitch,$wide,$rows,$blocks,$steps,$promotion"
    for counter in "dram__bytes_read $dram" "lts__t_bytes $l2"; do
        read -r metric bytes <<<"$counter"
        own=$(grep -o "\"$metric.sum\",[^}]*" "$work/promotion.json" | grep -o '"value": *[0-9.e+]*' | awk '{ printf "%d", $2 }')
        ok "$wide of $pitch bytes, promotion $promotion: ${own:-no} $metric, on an H200 $bytes" \
            test $((own * 100)) -gt $((bytes * 97)) -a $((own * 100)) -lt $((bytes * 103))
    done
done < <(sed 1d results/h200-promotion.csv)

done_testing
