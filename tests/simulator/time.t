#!/usr/bin/env bash
# The modelled time of kernels that wait, of blocks that have unlike work (simulator/model/time.c), and of launches by kernels (model/nested.c).
. "$(dirname "$0")/../harness/lib.sh"

run ./warpcc -O2 -arch=sm_90 tests/simulator/calls/time.cu -o "$work/time"
is 'builds' "$status" 0
run env WARPSIM="device=h200 json=$work/time.json" "$work/time"
is 'exit status' "$status" 0

# value KERNEL METRIC [NUMBER]: prints what the report says of the kernel's first launch, or of another, counted from 0.
value()
{
    perl -MJSON::PP -e '
        my ($file, $kernel, $metric, $number) = @ARGV;
        open my $in, "<", $file or die;
        my $found = (grep { $_->{name} =~ /^$kernel\b/ } @{decode_json(do { local $/; <$in> })->{kernels}})[$number];
        print map { $_->{value} } grep { $_->{name} eq $metric } @{$found->{metrics}};' "$work/time.json" "$1" "$2" "${3:-0}"
}
us=gpu__time_duration.sum

ok 'a kernel that watches a clock for 1,980,000 cycles of 1.98 GHz takes a millisecond' between 1000 "$(value byClock $us)" 1005
# part FACTOR: prints this part of the time that the block worked.
part()
{
    awk -v factor="$1" -v worked="$worked" 'BEGIN { print factor * worked }'
}

# 100,000 turns, each of which waits for the one before: a cycle each or more, in one block of 1,024.
worked=$(value oneWorks $us)
ok 'one block that works takes its time, whatever the others do' between 50 "$worked" 2000
ok 'a block that waits for another takes no time besides' between "$(part 0.97)" "$(value oneWaits $us)" "$(part 1.1)"
# One block would need as long as 1,000 pieces of 1,000 turns; a hundred blocks share them.
ok 'blocks that draw their work have equal parts' between "$(part 0.05)" "$(value allDraw $us)" "$(part 0.4)"
by_nvcc is 'an empty kernel has two machine instructions: 3 warps of 64 blocks' "$(value nothing sass__inst_executed.sum)" 384
# 16 up to the branch around the call, then a barrier, a store, an exit.
by_nvcc ok 'the long way of a division does not count, nor what calls it' between 16 "$(value divides sass__inst_executed.sum)" 20
# The module has a kernel that prints, which is no reason to know less of the others, nor of itself as long as it does not print.
by_nvcc ok 'a kernel that may print and does not: its machine instructions' between 3 "$(value prints sass__inst_executed.sum 0)" 20
by_nvcc is 'a kernel that prints: not known' "$(value prints sass__inst_executed.sum 1)" ''
# rate KERNEL: prints how many of its machine instructions an SM does in a cycle, by the model's time to issue them on 132 SMs of 1.98 GHz.
rate()
{
    awk -v us="$(value "$1" model__issue.us)" -v all="$(value "$1" sass__inst_executed.sum)" 'BEGIN { print all / (us * 132 * 1980) }'
}
# As measured on an H200 (results/h200-pairs.csv: pipe_logic, pipe_imad, pipe_fma).
by_nvcc ok 'logic: the integer pipe does two a cycle' between 1.9 "$(rate byLogic)" 2.4
by_nvcc ok 'products of integers: half of the pipe of float does two a cycle' between 1.9 "$(rate byProducts)" 2.5
by_nvcc ok 'sums and products of floats take the time to issue them: four a cycle' between 3.6 "$(rate byFloats)" 4
# The rows of comesAgain are 64 pairs of sectors.
ok 'what fits L2 is read from DRAM once' between 4000 "$(value comesAgain dram__bytes_read.sum)" 10000
# storesOften: 2 MB are loaded once and 269 MB stored, of which every other sector goes on to the other part of L2. A second load of 1 MB
# would come on top.
ok 'a line that is stored again and again takes the room of one in L1' between 407e6 "$(value storesOften lts__t_bytes.sum)" 409e6

run ./warpcc -O2 -std=c++17 -arch=sm_90 -rdc=true tests/simulator/calls/beside.cu -o "$work/beside" -lcudadevrt
is 'nested launches: builds' "$status" 0
beside=$(WARPSIM=device=h200 "$work/beside")
# took WAY: prints the microseconds that the program tells.
took()
{
    awk -v way="$1" '$1 == way { print $2 }' <<<"$beside"
}
# Before model 7 the first took 64 * 100 us and more. Latencies: results/h200-nested.csv.
ok 'children of 64 blocks that wait 100 us run side by side' between 102 "$(took fire)" 130
ok 'ten that one thread launches begin 5.9 us after each other' between 150 "$(took oneFires)" 180
ok 'ten in the stream of their block run in order' between 1000 "$(took inOrder)" 1100
ok 'streams of several blocks do not wait for each other' between 1000 "$(took manyInOrder)" 1200
ok 'ten tail launches, one after the other: 12 us each' between 110 "$(took tails)" 135
ok 'a graph of eleven kernels takes less than eleven launches' between 9 "$(took graph)" 15
done_testing
