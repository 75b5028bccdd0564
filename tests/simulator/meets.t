#!/usr/bin/env bash
# The lanes of a warp meet where they meet on a GPU: kernels that part in different ways (tests/gpu/meets.cu) make as many requests and
# touch as many sectors as ncu counted on an H200, results/h200-meets.csv. Loops that ptxas unrolled in parts, conditions of two halves, a
# switch whose cases go on in each other, two ways out of a loop, calls through pointers.
. "$(dirname "$0")/../harness/lib.sh"
needs_nvcc 13 # another compiler makes other machine code

run ./warpcc -O3 -arch=sm_90 -Icommon tests/gpu/meets.cu -o "$work/meets"
is 'builds' "$status" 0
run env WARPSIM="device=h200 json=$work/now.json" "$work/meets"
is 'computes what the GPU computes' "$out" "$(sed -n '2,$s/,.*//p' results/h200-meets.csv)"

# A line for each kernel: its name; how many of four counters are the GPU's; machine instructions beside the GPU's.
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
        print "$name $same ", sprintf("%.2f", $ratio), "\n";
    }' >"$work/same" 2>"$work/err"
is 'kernels' "$(wc -l <"$work/same")" 27
while read -r name same ratio; do
    case $name in
    makeShapes) continue ;; # what malloc does on a GPU is not modelled
    # Of a recursion ptxas makes one call inside another, from where lanes come back at different times: 146 requests for stores, here 64.
    pathsCounted) is "$name: its loads" "$same" 2 ;;
    *) is "$name: requests and sectors of loads and stores" "$same" 4 ;;
    esac
    ok "$name: machine instructions, $ratio of the GPU's" awk -v r="$ratio" 'BEGIN { exit !(r >= 0.8 && r <= 1.35) }'
done <"$work/same"
done_testing
