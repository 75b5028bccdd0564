#!/usr/bin/perl
# meant.pl WORD CANDIDATE...: prints at most three candidates that WORD may have been meant for, all equally near; nothing if
# none is near. A candidate is near if few letters are added, left out, changed, or exchanged with their neighbour.
use strict;
use warnings;
use List::Util qw(min);

my ($word, @candidates) = @ARGV;
die "usage: meant.pl WORD CANDIDATE...\n" unless defined $word;

# Returns the optimal string alignment distance of two words, computed row by row.
sub distance
{
    my @s = split //, lc shift;
    my @t = split //, lc shift;
    my ($before, @row) = ([], 0 .. @t);
    for my $i (1 .. @s) {
        my @next = ($i);
        for my $j (1 .. @t) {
            my $same = $s[$i - 1] eq $t[$j - 1];
            $next[$j] = min($row[$j] + 1, $next[$j - 1] + 1, $row[$j - 1] + !$same);
            my $exchanged = $i > 1 && $j > 1 && $s[$i - 1] eq $t[$j - 2] && $s[$i - 2] eq $t[$j - 1];
            $next[$j] = min($next[$j], $before->[$j - 2] + 1) if $exchanged;
        }
        $before = [@row];
        @row = @next;
    }
    return $row[-1];
}

# A third of the letters may differ. Candidates that begin with the whole WORD come after the near ones; those that go on with a hyphen,
# as hint-ex0-1 does, before them.
my (%far, %seen);
for my $candidate (grep { !$seen{$_}++ } @candidates) {
    my $d = distance($word, $candidate);
    if (index($candidate, "$word-") == 0) {
        $far{$candidate} = 0;
    } elsif ($d <= length($word) / 3) {
        $far{$candidate} = $d;
    } elsif (length $word > 2 && index($candidate, $word) == 0) {
        $far{$candidate} = length $candidate;
    }
}
my @near = sort { $far{$a} <=> $far{$b} || $a cmp $b } keys %far;
@near = grep { $far{$_} == $far{$near[0]} } @near;
print join(', ', @near[0 .. min(2, $#near)]), "\n" if @near;
