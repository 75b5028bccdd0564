#!/usr/bin/env bash
# The lanes of a warp meet where they meet on a GPU: kernels that part in different ways (tests/gpu/meets.cu) make as many requests and
# touch as many sectors as ncu counted on an H200, results/h200-meets.csv. Loops that ptxas unrolled in parts, conditions of two halves, a
# switch whose cases go on in each other, two ways out of a loop, calls through pointers. Loops of lanes that are alike have a GPU's machine instructions.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 13 # another compiler makes other machine code

run ./warpcc -O3 -arch=sm_90 -Icommon tests/gpu/meets.cu -o "$work/meets"
is 'builds' "$status" 0
run env WARPSIM="device=h200 json=$work/now.json" "$work/meets"
is 'computes what the GPU computes' "$out" "$(sed -n '2,$s/,.*//p' results/h200-meets.csv)"

# A line for each kernel: its name; how many of four counters are the GPU's; machine instructions, and lanes of one, beside the GPU's.
NOW=$work/now.json perl -MJSON::PP -e '
    local @ARGV = ("results/h200-meets.csv");
    my ($head, @rows) = map { chomp; [split /,/] } <>;
    s/ \(.*// for @$head;
    local $/;
    open my $in, "<", $ENV{NOW} or die;
    for my $kernel (@{decode_json(<$in>)->{kernels}}) {
        my %now = map { $_->{name} => $_->{value} } @{$kernel->{metrics}};
        my ($name) = $kernel->{name} =~ /(\w+)\(/;
        my ($row) = grep { $_->[0] =~ /^$name / } @rows or next;
        my %gpu = map { $head->[$_] => $row->[$_] } 0 .. $#$head;
        my $same = grep { /pipe_lsu_mem_global/ && $gpu{$_} == $now{$_} } @$head;
        my $ratio = ($now{"sass__inst_executed.sum"} // 0) / $gpu{"smsp__inst_executed.sum"};
        my $lanes = $gpu{"smsp__thread_inst_executed.sum"} / $gpu{"smsp__inst_executed.sum"};
        $lanes = ($now{"sass__thread_inst_executed_per_inst_executed.ratio"} // 0) / $lanes;
        print "$name $same ", sprintf("%.3f %.3f", $ratio, $lanes), "\n";
    }' >"$work/same" 2>"$work/err"
is 'kernels' "$(wc -l <"$work/same")" 27
while read -r name same ratio lanes; do
    case $name in
    makeShapes) continue ;; # what malloc does on a GPU is not modelled
    # The lanes of a recursion come back from it at different times on the GPU: they make 146 requests for stores, and 64 here.
    pathsCounted) is "$name: its loads" "$same" 2 ;;
    *) is "$name: requests and sectors of loads and stores" "$same" 4 ;;
    esac
    ok "$name: machine instructions, $ratio of the GPU's" awk -v r="$ratio" 'BEGIN { exit !(r >= 0.91 && r <= 1.01) }'
    ok "$name: lanes of a machine instruction, $lanes of the GPU's" awk -v r="$lanes" 'BEGIN { exit !(r >= 0.91 && r <= 1.08) }'
done <"$work/same"

# Loops that ptxas unrolled, with lanes that are all alike: as many machine instructions as ncu counted.
run ./warpcc -O3 -arch=sm_90 -Icommon tests/gpu/pairs.cu -o "$work/pairs"
is 'pairs of kernels: build' "$status" 0
for launch in hitFirst plainMissFirst; do
    run env WARPSIM="device=h200 json=$work/now.json" "$work/pairs" $launch
    now=$(perl -MJSON::PP -0777 -ne '
        print map { $_->{value} } grep { $_->{name} eq "sass__inst_executed.sum" } @{decode_json($_)->{kernels}[0]{metrics}}' "$work/now.json")
    gpu=$(awk -F, -v launch=$launch 'NR == 1 { while ($++at !~ /^smsp__inst_executed.sum/); } $1 == launch { print $at }' results/h200-pairs.csv)
    ok "$launch: machine instructions, $now, the GPU's $gpu" awk -v now="$now" -v gpu="$gpu" 'BEGIN { exit !(now >= 0.999 * gpu && now <= 1.001 * gpu) }'
done
done_testing
