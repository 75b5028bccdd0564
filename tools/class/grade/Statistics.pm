package Statistics;
# Statistics.pm: tells what a class found hard: for each exercise how many passed, the case that stopped most students, and how
# long judging took.
use strict;
use warnings;
use Exporter 'import';

our @EXPORT = qw(statistics);

sub median
{
    my @sorted = sort { $a <=> $b } @_;
    return @sorted ? ($sorted[$#sorted / 2] + $sorted[@sorted / 2]) / 2 : undef;
}

# Returns what stopped a student: the name of the first case that failed, or what the verdict says instead of cases.
sub stumbled_on
{
    my ($verdict) = @_;
    my ($first) = grep { ($_->{status} // '') ne 'passed' && ($_->{output} // '') ne '' && $_->{max_score} == 0 } @{$verdict->{tests}};
    return $first->{name} if $first;
    my ($line) = ($verdict->{tests}[0]{output} // '') =~ /^(.*)$/m;
    return $line;
}

# statistics EXERCISES VERDICTS: returns the rows of statistics.csv, one for each exercise. VERDICTS is by student, then by
# exercise; a verdict of a judge has `seconds`.
sub statistics
{
    my ($exercises, $verdicts) = @_;
    my @rows = ([qw(exercise), 'handed in', 'passed', 'median points', 'of', 'stopped most', 'by', 'median seconds']);
    for my $exercise (@$exercises) {
        my @judged = grep { defined $_->{seconds} } map { $_->{$exercise} } values %$verdicts;
        my @passed = grep { $_->{score} == $_->{points} } @judged;
        my %stopped;
        $stopped{stumbled_on($_)}++ for grep { $_->{score} < $_->{points} } @judged;
        my ($most) = sort { $stopped{$b} <=> $stopped{$a} || $a cmp $b } keys %stopped;
        push @rows, [$exercise, scalar @judged, scalar @passed, median(map { $_->{score} } @judged) // '', @judged ? $judged[0]{points} : '', $most // '',
            defined $most ? $stopped{$most} : '', @judged ? sprintf '%.1f', median(map { $_->{seconds} } @judged) : ''];
    }
    return @rows;
}

1;
