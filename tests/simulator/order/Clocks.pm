# Clocks.pm: vector clocks, and random choices. A thread's own clock counts its meetings with others; $clocks->[n][m] is the last
# time of m that n knows of.
package Clocks;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(below pick new_clocks meet learn comes_before);

sub below { return int rand shift }
sub pick { return $_[below(scalar @_)] }

sub new_clocks {
    my $count = shift;
    return [map { my $n = $_; [map { $_ == $n ? 1 : 0 } 0 .. $count - 1] } 0 .. $count - 1];
}

# Thread n learns what another one knew.
sub learn {
    my ($clocks, $n, $known) = @_;
    for my $m (0 .. $#$known) {
        $clocks->[$n][$m] = $known->[$m] if $known->[$m] > $clocks->[$n][$m];
    }
}

# The threads @who meet: each learns what all of them knew.
sub meet {
    my ($clocks, @who) = @_;
    my @most = (0) x @$clocks;
    for my $n (@who) {
        for my $m (0 .. $#most) { $most[$m] = $clocks->[$n][$m] if $clocks->[$n][$m] > $most[$m] }
    }
    for my $n (@who) { @{$clocks->[$n]} = @most; $clocks->[$n][$n]++ }
}

# Tells whether what thread m did at its time $when comes before what a thread with this clock does.
sub comes_before {
    my ($m, $when, $clock) = @_;
    return $clock->[$m] >= $when;
}

1;
