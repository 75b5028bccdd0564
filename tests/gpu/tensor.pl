#!/usr/bin/perl
# tensor.pl ROWS...: prints ncu's rows of chapter 7's kernels (tensor.sh) beside the simulator's numbers, as results/h200-tensor.csv has them:
# a row for each program, kernel, shape and metric. Runs each program of ROWS on the simulator, for which it must have been built
# (make DEVICE=sim ch7-product ...). JSON=FOLDER keeps what the simulator says, and takes what is there already.
#
# Rows without a number of ncu's tell which kernels multiply on tensor cores, or access other blocks: what the simulator alone says of that.
# Of several launches of a kernel the median counts. Kernels of libraries have no row.
use strict;
use warnings;
use JSON::PP;

my $folder = $ENV{JSON} // "/tmp/tensor.$$";
mkdir $folder;

sub median { my @sorted = sort { $a <=> $b } @_; return $sorted[$#sorted / 2] }

# simulated PROGRAM: returns {kernel,shape} = {metric => [values]}.
my %of_program;
sub simulated {
    my ($program) = @_;
    return $of_program{$program} if $of_program{$program};
    my $file = "$folder/" . $program =~ s/[^\w.^-]+/_/gr . '.json';
    local $ENV{WARPSIM} = "device=h200 json=$file";
    -e $file || system("./$program >/dev/null") == 0 || die "$program failed\n";
    my %kernels;
    open my $json, '<', $file or die "$file: $!\n";
    for (@{decode_json(do { local $/; <$json> })->{kernels}}) {
        my $shape = join ' x ', map { join 'x', @$_ } $_->{grid}, $_->{block};
        my $kernel = $kernels{$_->{name} =~ s/[<(].*//sr =~ s/.* //sr . ",$shape"} //= {};
        push @{$kernel->{$_->{name}}}, $_->{value} for grep { defined $_->{value} } @{$_->{metrics}};
        push @{$kernel->{limit}}, $_->{limit};
    }
    return $of_program{$program} = \%kernels;
}

my (%gpu, %unit, %stamp, @order);
for my $file (@ARGV) {
    open my $in, '<', $file or die "$file: $!\n";
    chomp(my $head = <$in>);
    my @head = split /,/, $head;
    while (<$in>) {
        chomp;
        my %row;
        @row{@head} = split /,/;
        my $key = "$row{program},$row{kernel},$row{grid} x $row{block}";
        $stamp{$key} = "$row{device},$row{date},$row{driver}";
        for (grep { /__/ && length $row{$_} } @head) {
            my ($metric, $unit) = /(\S+) \((.*)\)/;
            push @order, "$key,$metric" if !$gpu{"$key,$metric"};
            push @{$gpu{"$key,$metric"}}, $row{$_};
            $unit{$metric} = $unit;
        }
    }
}
for my $key (keys %stamp) {
    push @order, map { "$key,$_" } grep { !$gpu{"$key,$_"} } qw(model__tensor.us l1tex__t_sectors_pipe_lsu_mem_dshared.sum);
}
print "program,kernel,n,metric,unit,gpu,simulator,device,date,driver\n";
for (sort @order) {
    my ($program, $kernel, $shape, $metric) = split /,/;
    my $own = simulated($program)->{"$kernel,$shape"} or next;
    # ncu counts the machine's instructions and its loads and stores of shared memory; the time is in us here
    my $machine = $metric =~ s/^(smsp|l1tex)__(?=inst_executed|data_pipe_lsu_wavefronts_mem_shared_op_(ld|st))/sass__/r;
    my $name = $own->{$machine} ? $machine : $metric;
    my $values = $own->{$name} or next;
    my $value = median(@$values) * ($metric eq 'gpu__time_duration.sum' ? 1000 : 1);
    my $measured = $gpu{$_} ? median(@{$gpu{$_}}) : '';
    printf "%s,%s,%s,%s,%s,%s,%.6g,%s\n", $program, $kernel, $shape, $metric, $unit{$metric} // 'us', $measured, $value, $stamp{"$program,$kernel,$shape"}
        if $measured || $value;
}
