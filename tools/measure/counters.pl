#!/usr/bin/perl
# counters.pl PROGRAM N NCU.csv [SIMULATOR.json | - METRIC...]: prints ncu's counters of a GPU beside the simulator's for the
# same program and size, as CSV rows: program, kernel, n, metric, unit, gpu, simulator. A kernel's last launch counts.
#
# NCU.csv is from `ncu --csv --page raw --print-units base`; its second line holds units. SIMULATOR.json is from
# WARPSIM=json=FILE. Metrics that only one of them has are left out. Without SIMULATOR.json all of ncu's metrics are printed,
# and the last column is empty. METRIC... keeps only these metrics: ncu adds others by itself.
use strict;
use warnings;
use JSON::PP;
use Text::ParseWords;

my ($program, $n, $ncu, $simulator, @wanted) = @ARGV;
die "usage: counters.pl PROGRAM N NCU.csv [SIMULATOR.json | - METRIC...]\n" unless defined $ncu;
undef $simulator if defined $simulator && $simulator eq '-';
my %wanted = map { $_ => 1 } @wanted;

# plain NAME: returns a kernel's name without type, template arguments and parameters: "reduce" for "void reduce<512>(int *)".
sub plain {
    my ($name) = @_;
    $name =~ s/[<(].*//s;
    $name =~ s/.* //s;
    return $name;
}

open my $in, '<', $ncu or die "$ncu: $!\n";
my @names = quotewords(',', 0, scalar <$in>);
chomp @names;
my @units = quotewords(',', 0, scalar <$in>);
my ($name_at) = grep { $names[$_] eq 'Kernel Name' } 0 .. $#names;
my (%gpu, @kernels);
while (my $line = <$in>) {
    chomp $line;
    my @fields = quotewords(',', 0, $line);
    my $kernel = plain($fields[$name_at]);
    push @kernels, $kernel unless $gpu{$kernel};
    for my $i (0 .. $#names) {
        next unless $names[$i] =~ /__/ && defined $fields[$i];
        next if @wanted && !$wanted{$names[$i]};
        (my $value = $fields[$i]) =~ s/,//g;
        $gpu{$kernel}{$names[$i]} = [$units[$i], $value];
    }
}
close $in;

my %simulated;
if (defined $simulator) {
    open my $json, '<', $simulator or die "$simulator: $!\n";
    my $profile = decode_json(do { local $/; <$json> });
    close $json;
    $simulated{plain($_->{name})} = $_->{metrics} for @{$profile->{kernels}};
}

# ncu's base unit of time is the nanosecond; its base unit of a rate is the byte per second.
for my $kernel (@kernels) {
    my $metrics = $simulated{$kernel} || [];
    $metrics = [map { {name => $_, unit => $gpu{$kernel}{$_}[0]} } sort keys %{$gpu{$kernel}}] unless defined $simulator;
    for my $metric (@$metrics) {
        my $measured = $gpu{$kernel}{$metric->{name}} or next;
        my ($unit, $value) = ($metric->{unit}, $measured->[1]);
        ($unit, $value) = ('us', $value / 1000) if $measured->[0] =~ /^n(s|second)/;
        ($unit, $value) = ('Gbyte/s', $value / 1e9) if $unit =~ m{^G?byte/s(econd)?$};
        my $modelled = defined $metric->{value} ? sprintf('%.6g', $metric->{value}) : '';
        print join(',', $program, $kernel, $n, $metric->{name}, $unit, sprintf('%.6g', $value), $modelled), "\n";
    }
}
