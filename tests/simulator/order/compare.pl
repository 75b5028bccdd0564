#!/usr/bin/perl
# compare.pl PROGRAM.cu REPORT [shared]: compares the races that a report tells (the simulator's, or racecheck's) with those that stand in
# a program of races.pl, or in shared memory alone. Prints in one line: pairs of lines that are accused wrongly, of those that must be
# told how many are told, and the kernels with such a pair of which nothing is told.
use strict;
use warnings;

my ($program, $report, $only) = @ARGV;
my (%races, %told, %line, $kernel, $at);
open my $in, '<', $program or die "$program: $!\n";
while (<$in>) {
    $line{$.} = $_;
    $races{$1}{"$2 $3"} = $4 if m{^// race (\d+) (\d+) (\d+) (\w+)};
}
open $in, '<', $report or die "$report: $!\n";
while (<$in>) {
    next unless /(between|and) \w+ access at k(\d+)\(.* in \S+:(\d+)/;
    ($kernel, $at) = ($2, $3) if $1 eq 'between';
    $told{$kernel}{join ' ', sort { $a <=> $b } $at, $3} = 1 if $1 eq 'and' && defined $at;
}
my ($wrong, $found, $must, @silent) = (0, 0, 0);
for my $k (sort { $a <=> $b } keys %{{%races, %told}}) {
    $wrong += grep { !$races{$k}{$_} } keys %{$told{$k}};
    my @must = grep { $races{$k}{$_} eq 'must' && (!$only || $line{(split)[0]} =~ /"$only"/) } keys %{$races{$k}};
    my $here = grep { $told{$k}{$_} } @must;
    $found += $here;
    $must += @must;
    push @silent, "k$k" if @must && !%{$told{$k} // {}};
}
print "$wrong wrong, $found of $must told, silent:", map({ " $_" } @silent), "\n";
