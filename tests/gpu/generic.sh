#!/usr/bin/env bash
# generic.sh FOLDER: records what ncu counts of requests by generic addresses on this machine's GPU, beside the simulator's counters:
# the launches of generic.cu, one row each in FOLDER/generic.csv (ncu) and FOLDER/generic-simulator.csv. Prints how many of the
# counters that both have are equal, and the launches in which some differ. It takes two minutes.
# shellcheck source=tests/gpu/count.sh
. "$(dirname "$0")/count.sh"

./warpcc -Icommon tests/gpu/generic.cu -o "$work/simulated" # builds the simulator, too
nvcc -arch=native -O3 -Icommon tests/gpu/generic.cu -o "$work/generic"

# Counters that both have. The others tell how ncu books a generic instruction; which of them there are depends on the GPU.
both=
for operation in ld st; do
    both+=,l1tex__t_requests_pipe_lsu_mem_global_op_$operation.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_$operation.sum
    both+=,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$operation.sum
    both+=,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$operation.sum
done
others=$(ncu --query-metrics | awk '{ print $1 }' | grep -E \
    -e '^smsp__(sass_)?inst_executed_op_(generic|global|shared|local)' \
    -e '^l1tex__t_(requests|sectors)_pipe_lsu_mem_(local_op_(ld|st)|global_op_(red|atom))$' \
    -e '^l1tex__data_(pipe_lsu_wavefronts|bank_conflicts_pipe_lsu)_mem_shared_op_atom$' | sed 's/$/.sum/' | paste -sd ,)
count "${both#,},$others" launch names "$work/generic" >"$folder/generic.csv"

# simulated NUMBER: prints the row of a launch as the simulator counts it.
simulated()
{
    WARPSIM="device=h200 profile json=$work/$1.json" "$work/simulated" "$1" 2>&1 >"$work/$1.out" | sed 's/^/# /' >&2
    perl -MJSON::PP -e '
        my ($names, $json) = @ARGV;
        local $/;
        open my $in, "<", $json or die "$json: $!\n";
        my %value = map { $_->{name} => $_->{value} } @{decode_json(<$in>)->{kernels}[0]{metrics}};
        print join(",", map { $value{$_} } split /,/, $names), "\n"' "${both#,}" "$work/$1.json"
}

launches=$(($(wc -l <"$folder/generic.csv") - 1))
{
    echo "launch${both}"
    for ((i = 0; i < launches; i++)); do
        printf '%s,%s\n' "$(sed -n "$((i + 2))s/,.*//p" "$folder/generic.csv")" "$(simulated "$i")"
    done
} >"$folder/generic-simulator.csv"
perl -e '
    my @table = map {
        open my $in, "<", $_ or die "$_: $!\n";
        my ($head, @rows) = map { chomp; [split /,/] } <$in>;
        s/ \(.*// for @$head; # units
        [map { my $row = $_; +{map { $head->[$_] => $row->[$_] } 0 .. $#$head} } @rows]
    } @ARGV;
    my ($equal, $all, @different) = (0, 0);
    for my $i (0 .. $#{$table[0]}) {
        my ($gpu, $sim) = map { $_->[$i] } @table;
        my @unlike = grep { $_ ne "launch" && $gpu->{$_} != $sim->{$_} } sort keys %$sim;
        $all += keys(%$sim) - 1;
        $equal += keys(%$sim) - 1 - @unlike;
        push @different, map { "$gpu->{launch}: $_ $gpu->{$_}, here $sim->{$_}\n" } @unlike;
    }
    print @different, "$equal of $all counters are equal\n";' "$folder"/generic{,-simulator}.csv
