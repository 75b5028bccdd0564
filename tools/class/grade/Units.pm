package Units;
# Units.pm: judges units and keeps their verdicts on file. A unit is one student's work on one exercise.
#
# A unit is {student, exercise, order, source, seed, key, place, file, hidden, budget, own}. `own` is the id whose numbers a prediction has,
# or undef. Its verdict is kept in PLACE.json with its key, a
# checksum of all that the verdict follows from. A verdict with another key counts no more. `trouble` says why the unit could not
# be judged. A unit that
# was too slow has a verdict, too, which counts until the budget is raised.
use strict;
use warnings;
use Digest::SHA qw(sha256_hex);
use Exporter 'import';
use List::Util qw(max);
use Judging;
use Text;

my $LATER = 1e9; # is added to a unit's order where it is judged again

our @EXPORT = qw(class_seed make_unit kept_verdict judge_units judge_partly slow_units with_part with_worth);

# class_seed PATH: returns the class's seed; draws it if there is none yet.
sub class_seed
{
    my ($path) = @_;
    if (!-e $path) {
        open my $random, '<:raw', '/dev/urandom' or stop(3, "/dev/urandom: $!");
        read $random, my $bytes, 16;
        # If several runs begin at once, one wins: link() fails if the file is there already.
        spill("$path.$$", unpack('H*', $bytes) . "\n");
        link "$path.$$", $path;
        unlink "$path.$$";
    }
    return slurp($path) =~ s/\s+//gr;
}

# make_unit %WHAT: returns a unit: WHAT with its seed, its key and its file. The seed is another one for every class and the same
# in every run. WHAT has the class's seed in `class`; `circumstances` is a checksum of what else a verdict follows from.
sub make_unit
{
    my (%what) = @_;
    my $seed = hex substr sha256_hex(bytes("$what{class}|$what{student}|$what{exercise}")), 0, 8;
    my $key = sha256_hex(join '|', $what{circumstances}, $seed, sha256_hex($what{source}));
    return {%what, seed => $seed, key => $key, file => "$what{place}.cu"};
}

# Returns the verdict on file; undef if there is none with the unit's key.
sub kept_verdict
{
    my ($unit) = @_;
    -e "$unit->{place}.json" or return undef;
    my $verdict = from_json(slurp("$unit->{place}.json")) or return undef;
    return undef if $verdict->{key} ne $unit->{key} || (defined $verdict->{slow} && $verdict->{budget} < $unit->{budget});
    return $verdict;
}

sub keep
{
    my ($unit, $verdict) = @_;
    spill("$unit->{place}.json", to_json({%$verdict, key => $unit->{key}, seed => $unit->{seed}, own => $unit->{own}}));
}

# Judges units, each asked for ASK. THEN is called with a unit and its verdict.
sub judge_by
{
    my ($units, $ask, $then, %how) = @_;
    judge_all([map {
        my $unit = $_;
        +{%$unit, ask => $ask, done => sub {
            my ($verdict) = @_;
            defined $verdict->{trouble} ? $unit->{trouble} = $verdict->{trouble} : $then->($unit, $verdict);
        }};
    } @$units], %how);
}

sub judge_units
{
    my ($units, %how) = @_;
    spill($_->{file}, $_->{source}) for @$units;
    judge_by($units, 'all', sub {
        my ($unit, $verdict) = @_;
        $unit->{slow} = $verdict->{slow};
        keep($unit, {%$verdict, budget => $how{budget}}) unless $verdict->{unjudged};
    }, %how);
}

# slow_units UNITS SPENT BUDGET: returns why units are too slow, by their order, where all that is judged is done. SPENT maps students
# to the seconds that reading their archives took.
sub slow_units
{
    my ($units, $spent, $budget) = @_;
    my (%sum, %why);
    for my $unit (grep { !defined $_->{trouble} } @$units) {
        my $verdict = kept_verdict($unit);
        $sum{$unit->{student}} //= $spent->{$unit->{student}};
        $sum{$unit->{student}} += $verdict->{processor} // 0;
        my $why = $unit->{slow} // $verdict->{slow};
        $why //= past($budget) if $sum{$unit->{student}} > $budget;
        $why{$unit->{order}} = $why if defined $why;
    }
    return \%why;
}

# Judges units again that compile and do not pass, with less asked for. What a unit reached is kept with its verdict. The budget is for
# the first judging of all units before it is for this.
sub judge_partly
{
    my ($units, %how) = @_;
    my $found = sub { my ($unit, $reached) = @_; keep($unit, {%{kept_verdict($unit)}, reached => $reached}) };
    my @left = grep { my $v = kept_verdict($_);
        $v && !defined $v->{slow} && $v->{score} < $v->{points} && @{$v->{tests}} > 1 && !$v->{reached} } @$units;
    for my $ask (qw(clean right)) {
        my @failed;
        judge_by([map { {%$_, order => $_->{order} + $LATER} } @left], $ask, sub {
            my ($unit, $verdict) = @_;
            !defined $verdict->{slow} && $verdict->{score} == $verdict->{points} ? $found->($unit, $ask) : push @failed, $unit;
        }, %how);
        @left = @failed;
    }
    $found->($_, 'nothing') for @left;
}

# with_part VERDICT SHARES: returns the verdict with the points for what it reached. SHARES are percent for `right` and `clean`.
sub with_part
{
    my ($verdict, $shares) = @_;
    my $share = $shares->{$verdict->{reached} // ''} or return $verdict;
    my $score = max($verdict->{score}, sprintf('%.2f', $verdict->{points} * $share / 100) + 0);
    my $why = $verdict->{reached} eq 'right' ? 'the results are right in lockstep' : 'the results are right, and no check has a finding';
    return {%$verdict, score => $score, text => "$verdict->{text}\nIn part: $why.\n",
        tests => [@{$verdict->{tests}}, {name => "in part: $why", score => $score, max_score => 0, status => 'passed', output => ''}]};
}

# with_worth VERDICT POINTS: returns the verdict as if the exercise were worth so many points; undef: what its judge says.
sub with_worth
{
    my ($verdict, $points) = @_;
    return $verdict unless defined $points && $verdict->{points};
    my $scaled = sub { sprintf('%.2f', $_[0] * $points / $verdict->{points}) + 0 };
    return {%$verdict, points => $points, score => $scaled->($verdict->{score}),
        tests => [map { {%$_, score => $scaled->($_->{score} // 0), max_score => $scaled->($_->{max_score} // 0)} } @{$verdict->{tests}}]};
}

1;
