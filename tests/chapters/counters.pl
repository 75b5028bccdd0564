#!/usr/bin/perl
# counters.pl RECORD PROGRAM ROW SIMULATOR.json: compares what a GPU counted for a program (RECORD is results/h200-counters.csv) with
# what the simulator counts now. ROW is the row that -k chose, or "all": then the JSON's kernels go by their own names. Prints a line
# for each counter: verdict, kernel, metric, gpu, simulator.
#
# What must agree, and how well:
#
#   exact     requests and sectors of global memory, and their efficiency: to 0.1 %
#   shared    wavefronts of shared memory, as ptxas merged its accesses: a GPU has up to 20 % more, because warps that collide
#             in its queues wait
#   lanes     lanes per instruction: within 12 %, since the machine's instructions are not PTX's
#   machine   executed instructions, compared with those that the cubin tells: within 20 %, else the verdict is `far`
#
# Some kernels are known to differ, each for a reason. The look-backs poll, and on a GPU the timing decides how many rounds that
# takes. In segmentWarp and scanWarps ptxas moves loads behind a branch that few warps take.
use strict;
use warnings;
use JSON::PP;

my ($record, $program, $row, $simulator) = @ARGV;
my %known = map { $_ => 1 } qw(scanLookBack scanLookBackWarp segmentWarp scanWarps);

sub rule {
    my ($metric) = @_;
    return 'exact' if $metric =~ /_(requests|sectors)_pipe_lsu_mem_global_op_(ld|st)\.sum$/;
    return 'exact' if $metric =~ /bytes_per_sector_mem_global_op_(ld|st)\.pct$/;
    return 'shared' if $metric =~ /wavefronts_mem_shared_op_(ld|st)\.sum$/;
    return 'lanes' if $metric eq 'smsp__thread_inst_executed_per_inst_executed.ratio';
    return 'machine' if $metric eq 'smsp__inst_executed.sum';
    return '';
}

sub agrees {
    my ($rule, $gpu, $own) = @_;
    return abs($gpu - $own) <= 0.001 * $gpu + 0.01 if $rule eq 'exact';
    return $gpu >= 0.999 * $own && $gpu <= 1.2 * $own + 100 if $rule eq 'shared';
    return abs($gpu - $own) <= 0.2 * $gpu if $rule eq 'machine';
    return abs($gpu - $own) <= 0.12 * $gpu;
}

open my $json, '<', $simulator or die "$simulator: $!\n";
my $profile = decode_json(do { local $/; <$json> });
close $json;
my %own;
for my $kernel (@{$profile->{kernels}}) {
    (my $name = $kernel->{name}) =~ s/[<(].*//s;
    $name =~ s/.* //s;
    $name = $row if $row ne 'all';
    $own{$name}{$_->{name}} = $_->{value} for @{$kernel->{metrics}};
}

open my $in, '<', $record or die "$record: $!\n";
while (<$in>) {
    my ($of, $kernel, undef, $metric, undef, $gpu, $simulated) = split /,/;
    next unless $of eq $program && exists $own{$kernel} && length $simulated; # else the GPU alone, at a size of its own
    my $value = $own{$kernel}{$metric};
    my $rule = rule($metric);
    $value = $own{$kernel}{'sass__inst_executed.sum'} if $rule eq 'machine';
    $value = $own{$kernel}{$metric =~ s/l1tex/sass/r} if $rule eq 'shared';
    next unless $rule && defined $value && length $gpu;
    my $verdict = agrees($rule, $gpu, $value) ? $rule : $rule eq 'machine' ? 'far' : $known{$kernel} ? 'known' : 'DIFFERS';
    print "$verdict $kernel $metric $gpu $value\n";
}
close $in;
