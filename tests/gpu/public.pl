#!/usr/bin/perl
# public.pl compare FOLDER ROWS: prints ncu's rows of public programs beside the simulator's, as in results/h200-public.csv.
# public.pl again FOLDER RESULTS: prints such results anew, with what the simulator says now.
#
# public.sh tells where FOLDER and ROWS come from. ncu counts the first launches of a kernel, the simulator all. A row is a kernel, a
# shape and a metric, averaged over its launches. It is there if ncu counted all launches of that shape, or if on the simulator they
# differ by less than 1 %. All of them count for counters, those of 20 us and more for the time (tools/measure/model-report.pl public).
# Besides a kernel's metrics there is a row `limit`, the longest term of its modelled time.
use strict;
use warnings;
use JSON::PP;

my ($verb, $folder, $rows) = @ARGV;
die "usage: public.pl compare|again FOLDER ROWS\n" unless @ARGV == 3 && $verb =~ /^(compare|again)$/;
my ($time, $executed) = qw(gpu__time_duration.sum smsp__inst_executed.sum);

my (%list, %run_of); # {run} = [the program with its arguments, commit]; {program with its arguments} = run
open my $list, '<', "$folder/list" or die "$folder/list: $!\n";
while (<$list>) {
    chomp;
    my ($run, undef, $program, $commit, $arguments) = split /\t/, $_, 5;
    $list{$run} = [$program . (length $arguments ? " $arguments" : ''), $commit];
    $run_of{$list{$run}[0]} = $run;
}

# simulated RUN: returns what the simulator says of a run: {kernel,shape} = {launches, parts => [[launches, {metric => value}], ...]}.
my %own;
sub simulated {
    my ($run) = @_;
    return $own{$run} if $own{$run};
    my $kernels = $own{$run} = {};
    open my $json, '<', "$folder/simulator/$run.json" or return $kernels;
    for (@{decode_json(do { local $/; <$json> })->{kernels}}) {
        my $shape = join ',', $_->{name} =~ s/[<(].*//sr =~ s/.* //sr, join ' x ', map { join 'x', @$_ } $_->{grid}, $_->{block};
        my %metrics = map { $_->{name} => $_->{value} } @{$_->{metrics}};
        $kernels->{$shape}{launches} += $_->{launches};
        $kernels->{$shape}{limit} = $_->{limit};
        push @{$kernels->{$shape}{parts}}, [$_->{launches}, \%metrics];
    }
    return $kernels;
}

# mean KERNEL METRIC: returns the metric's mean over the launches, as text; '' if the simulator does not have it. A row of ncu named
# smsp__sass_l1tex__... has wavefronts by addresses; the simulator's are named sass__...
sub mean {
    my ($kernel, $metric) = @_;
    my ($sum, $launches) = (0, 0);
    for (grep { defined $_->[1]{$metric} } @{$kernel->{parts}}) {
        $sum += $_->[0] * $_->[1]{$metric};
        $launches += $_->[0];
    }
    return $launches ? sprintf '%.6g', $sum / $launches : '';
}

# name_of METRIC: returns the simulator's name of a row's metric.
sub name_of {
    my ($metric) = @_;
    return $metric =~ s/^smsp__sass_l1tex_(?=data_pipe)/sass__/r;
}

if ($verb eq 'again') {
    open my $in, '<', $rows or die "$rows: $!\n";
    while (<$in>) {
        my @row = split /,/;
        my $run = $run_of{$row[0]};
        my $kernel = $run && simulated($run)->{"$row[1],$row[2]"};
        my $now = !$kernel ? '' : $row[3] eq 'limit' ? $kernel->{limit} : mean($kernel, name_of($row[3]));
        $row[6] = $now if length $now;
        print join ',', @row;
        print STDERR "as it was: $row[0] $row[1] $row[2]\n" if !$kernel && $. > 1 && $row[3] eq $time;
    }
    exit;
}

my ($toolkit) = `nvcc --version` =~ /release ([0-9.]*)/;
my (%gpu, @head, @order);
open my $in, '<', $rows or die "$rows: $!\n";
while (<$in>) {
    chomp;
    my @row = split /,/;
    @head = @row if $row[0] eq 'program';
    next if $row[0] =~ /^(program|run)$/;
    my ($run, $kernel, undef, $grid, $block) = @row;
    my $shape = "$kernel,$grid x $block";
    my $of = $gpu{$run}{$shape} //= do { push @order, [$run, $shape]; {device => join ',', @row[-3, -1, -2]} };
    $of->{launches}++;
    for (5 .. $#head - 3) {
        my ($metric, $unit) = $head[$_] =~ /^(\S+) \((.*)\)$/;
        $of->{sum}{$metric} += $row[$_] =~ /^[-+.\de]+$/ ? $row[$_] : 0;
        $of->{unit}{$metric} = $unit;
    }
}
print "program,kernel,n,metric,unit,gpu,simulator,device,date,driver,toolkit,commit\n";
for (@order) {
    my ($run, $shape) = @$_;
    my ($gpu, $own, $listed) = ($gpu{$run}{$shape}, simulated($run)->{$shape}, $list{$run});
    next unless $own && $listed;
    my $alike = !grep {
        my $metric = $_;
        my ($least, $most) = (sort { $a <=> $b } map { $_->[1]{$metric} } @{$own->{parts}})[0, -1];
        $most > 1.01 * $least;
    } $time, $executed;
    if ($gpu->{launches} != $own->{launches} && !$alike) {
        print STDERR "left out: $run $shape: launches differ\n";
        next;
    }
    printf "%s,%s,limit,,,%s,%s,%s,%s\n", $listed->[0], $shape, $own->{limit}, $gpu->{device}, $toolkit, $listed->[1];
    for my $metric (sort keys %{$gpu->{sum}}) {
        my $ns = $metric eq $time;
        my $value = $gpu->{sum}{$metric} / $gpu->{launches} / ($ns ? 1000 : 1);
        # What ncu counted stands beside the PTX's and beside the machine code's.
        my @names = ($metric, $metric =~ /^(?:l1tex__(data_pipe.*)|smsp__(inst_executed.*))/ ? 'sass__' . ($1 // $2) : ());
        printf "%s,%s,%s,%s,%.6g,%s,%s,%s,%s\n", $listed->[0], $shape, $_, $ns ? 'us' : $gpu->{unit}{$metric}, $value,
            mean($own, name_of($_)), $gpu->{device}, $toolkit, $listed->[1] for @names;
    }
}
