#!/usr/bin/env bash
# compilers.sh [FILE]: counts the ladders as nvcc compiles them and as clang does. It writes both to the table
# results/compilers.csv, or to FILE, and tells which neighbouring rungs have another order by modelled time.
set -euo pipefail
cd "$(dirname "$0")/../.."
table=$(realpath "${1:-results/compilers.csv}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ladders=('ch1-transpose -n 1024' 'ch3-reduce -n 1048576' 'ch3-shared -n 1048576' 'ch4-unroll -n 1048576' 'ch6-sgemm -n 256')
for compiler in nvcc clang; do
    mkdir "$work/$compiler"
    git ls-files -z | xargs -0 cp --parents -t "$work/$compiler"
    WARPCC=$compiler make -C "$work/$compiler" DEVICE=sim "${ladders[@]%% *}" >&2
    for ladder in "${ladders[@]}"; do
        read -ra command <<<"$ladder"
        (cd "$work/$compiler" && WARPSIM="json=$work/$compiler-${command[0]}.json" "./${command[0]}" "${command[@]:1}" >/dev/null)
    done
done

perl - "$work" "${ladders[@]%% *}" >"$table.new" <<'END'
use strict;
use warnings;
use JSON::PP;

my ($work, @ladders) = @ARGV;
my @metrics = (
    ['warp instructions' => 'smsp__inst_executed.sum'],
    ['load requests'     => 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum'],
    ['load sectors'      => 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum'],
    ['store sectors'     => 'l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum'],
    ['shared wavefronts' => 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum', 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum'],
    ['bank conflicts'    => 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum', 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum'],
    ['modelled us'       => 'gpu__time_duration.sum'],
);

# Returns the kernels of a program, in order: name, and the table's columns.
sub kernels {
    my ($compiler, $ladder) = @_;
    open my $in, '<', "$work/$compiler-$ladder.json" or die "$compiler-$ladder: $!\n";
    my $all = decode_json(do { local $/; <$in> });
    my @kernels;
    for my $kernel (@{$all->{kernels}}) {
        my %value = map { $_->{name} => $_->{value} } @{$kernel->{metrics}};
        (my $name = $kernel->{name}) =~ s/\(.*//;
        $name =~ s/^\w+ (?=\w)//; # the name of a template's instance begins with its return type
        my @row = map { my ($label, @names) = @$_; my $sum = 0; $sum += $value{$_} // 0 for @names; $sum } @metrics;
        $row[-1] = sprintf '%.2f', $row[-1];
        push @kernels, [$name, @row];
    }
    return @kernels;
}

print join(',', 'program', 'kernel', map { ("$_->[0] nvcc", "$_->[0] clang") } @metrics), "\n";
for my $ladder (@ladders) {
    my @clang = kernels('clang', $ladder);
    my $before;
    for my $nvcc (kernels('nvcc', $ladder)) {
        my $clang = shift @clang;
        die "$ladder: nvcc runs $nvcc->[0], clang $clang->[0]\n" if $nvcc->[0] ne $clang->[0];
        (my $name = $nvcc->[0]) =~ tr/,/;/;
        print join(',', $ladder, $name, map { ($nvcc->[$_], $clang->[$_]) } 1 .. $#$nvcc), "\n";
        if ($before && ($before->[0][-1] <=> $nvcc->[-1]) != ($before->[1][-1] <=> $clang->[-1])) {
            print STDERR "$ladder: $before->[0][0] $before->[0][-1] and $nvcc->[0] $nvcc->[-1] by nvcc, ",
                "$before->[1][-1] and $clang->[-1] by clang\n";
        }
        $before = [$nvcc, $clang];
    }
}
END
mv "$table.new" "$table"
