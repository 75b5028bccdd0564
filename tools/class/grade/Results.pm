package Results;
# Results.pm: writes what one student gets: Gradescope's JSON, JUnit's XML, text, and a page of HTML, all with the same verdicts.
#
# A verdict is {score, points, tests, text}, or {trouble} where there is none. Gradescope's form:
# https://gradescope-autograders.readthedocs.io/en/latest/specs/ .
use strict;
use warnings;
use Exporter 'import';
use List::Util qw(sum0);
use Levels;
use Text;

our @EXPORT = qw(write_results);

# Tells whether a case was not run because an earlier one had failed.
sub skipped
{
    my ($test) = @_;
    return ($test->{output} // '') =~ /^not run\b/;
}

# shown TESTS: returns the tests as Gradescope is to show them. It knows passed and failed only, so cases that were not run would be failures,
# too: a line of the case before says how many there were.
sub shown
{
    my @shown;
    my $skipped = 0;
    for my $test (@_) {
        skipped($test) ? $skipped++ : push @shown, {%$test};
    }
    $shown[-1]{output} .= ($shown[-1]{output} ne '' ? "\n" : '') . "Not run: $skipped more case" . ($skipped == 1 ? '' : 's') . '.' if $skipped && @shown;
    return @shown;
}

sub junit_suite
{
    my ($exercise, $verdict, $by_hand, $compiler) = @_;
    return sprintf qq(  <testsuite name="%s" tests="1" failures="0" errors="1" skipped="0">\n)
        . qq(    <testcase classname="%s" name="%s"><error message="not judged">%s</error></testcase>\n  </testsuite>\n),
        ($exercise) x 3, markup($verdict->{trouble}) if defined $verdict->{trouble};
    my ($failed, $skipped, $cases) = (0, 0, '');
    for my $test (@{$verdict->{tests}}) {
        my $what = '';
        if (skipped($test)) {
            $skipped++;
            $what = '<skipped/>';
        } elsif ($test->{status} ne 'passed') {
            $failed++;
            $what = '<failure message="not passed">' . markup($test->{output} // '') . '</failure>';
        }
        $cases .= sprintf qq(    <testcase classname="%s" name="%s">%s</testcase>\n), $exercise, markup($test->{name}), $what;
    }
    $cases .= '    <system-out>' . markup($by_hand) . "</system-out>\n" if defined $by_hand;
    my $properties = defined $verdict->{seconds}
        ? sprintf qq(    <properties><property name="compiler" value="%s"/>%s</properties>\n), markup($compiler),
            level_of($verdict) ne '' ? sprintf(qq(<property name="level" value="%s"/>), level_of($verdict)) : '' : '';
    return sprintf qq(  <testsuite name="%s" tests="%d" failures="%d" errors="0" skipped="%d">\n%s%s  </testsuite>\n), $exercise,
        scalar @{$verdict->{tests}}, $failed, $skipped, $properties, $cases;
}

# The style of a page. It needs no other file, and is made for light, dark and paper.
my $STYLE = <<'END';
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: 0.2rem 1rem 0.2rem 0; border-bottom: 1px solid #8886; }
pre { padding: 0.7rem 1rem; border: 1px solid #8886; white-space: pre-wrap; overflow-wrap: anywhere; }
END

# page WHO SUMS PARTS: returns the page. SUMS are rows of a table, PARTS are [heading, line, text].
sub page
{
    my ($who, $sums, $parts) = @_;
    my $title = markup($who);
    my $rows = join '', map { sprintf qq(<tr><th scope="row">%s</th><td>%s</td></tr>\n), map { markup($_) } @$_ } @$sums;
    my $body = join '', map { sprintf qq(<h2>%s</h2>\n<p>%s</p>\n<pre>%s</pre>\n), map { markup($_) } @$_ } @$parts;
    return qq(<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n)
        . "<title>$title</title>\n<style>\n$STYLE</style>\n</head>\n<body>\n<h1>$title</h1>\n"
        . "<table>\n$rows</table>\n$body</body>\n</html>\n";
}

# write_results STEM WHO EXERCISES VERDICTS MARKS EXTRAS CLASH COMPILERS: writes STEM.json, .xml, .txt and .html. MARKS are the instructor's,
# by exercise; EXTRAS are added to the sum: [what, points, comment]; CLASH says who else claims to be this student; COMPILERS
# name what compiled each exercise. Returns {row, total, by_hand, feedback}; there is no total if a verdict is missing, or in a clash. The
# feedback says in a line all that the total is made of.
sub write_results
{
    my ($stem, $who, $exercises, $verdicts, $marks, $extras, $clash, $compilers) = @_;
    my ($total, $number, $whole, @tests, @row, @by_hand, @feedback, @sums, @parts) = (0, 0, !defined $clash);
    my ($text, $suites) = ('', '');
    my $of = grep({ !defined $verdicts->{$_}{points} } @$exercises) ? '' : ' of ' . sum0(map { $verdicts->{$_}{points} } @$exercises);
    for my $exercise (@$exercises) {
        my ($v, $mark) = ($verdicts->{$exercise}, $marks->{$exercise});
        my $score = $mark ? $mark->[0] : $v->{score};
        my $by = defined $v->{seconds} ? " (compiled by $compilers->{$exercise})" : '';
        my $line = !defined $score ? "not judged: $v->{trouble}"
            : "$score of " . ($v->{points} // '?') . $by . (level_of($v) ne '' ? ', ' . level_of($v) : '') . ($mark ? ", by hand. $mark->[1]" : '');
        $number++;
        push @row, $score // $line;
        my $refused = !$mark && ($v->{refused} // '') !~ /^(?:Nothing was handed in for [-\w]+\.)?$/ ? " ($v->{refused})" : '';
        push @feedback, "$exercise: " . ($score // 'not judged') . $refused . ($mark ? ' by hand' . ($mark->[1] ne '' ? " ($mark->[1])" : '') : '');
        push @sums, [$exercise, $line];
        push @parts, [$exercise, $line, $v->{text}] if defined $v->{text};
        $text .= ($v->{text} // '') . "\n$exercise: $line\n\n";
        $suites .= junit_suite($exercise, $v, $mark ? $line : undef, $compilers->{$exercise});
        push @tests, {%$_, number => ($_->{number} // '1') =~ s/^1/$number/r} for shown(@{$v->{tests} // []});
        if ($mark) {
            push @by_hand, "$exercise: " . ($v->{score} // 'nothing') . ' was judged' . ($mark->[1] ne '' ? "; $mark->[1]" : '');
            push @tests, {name => "$exercise, by hand", number => $number, score => $score - ($v->{score} // 0), max_score => 0,
                status => 'passed', output => $mark->[1]};
        }
        $whole = 0 unless defined $score;
        $total += $score // 0;
    }
    for (@$extras) {
        my ($what, $points, $comment) = @$_;
        my $line = $points . ($comment ne '' ? " ($comment)" : '');
        $total += $points;
        push @by_hand, "$what: $points" . ($comment ne '' ? "; $comment" : '') if $what eq 'extra';
        push @feedback, "$what: $line";
        push @tests, {name => $what, score => $points, max_score => 0, status => 'passed', output => $comment};
        push @sums, [$what, $line];
        $text .= "$what: $line\n";
    }
    my $sum = $whole ? "$total$of" : 'open: ' . ($clash // 'not all is judged');
    push @sums, ['total', $sum];
    $text .= "total: $sum\n";
    my %results = (output => $whole ? join("\n", "$total$of points", grep { !/^ex[-\d]+: [\d.]+$/ } @feedback) : "The total is $sum.", output_format => 'text', visibility => 'visible',
        stdout_visibility => 'hidden', extra_data => {compilers => $compilers, levels => {map { $_ => $verdicts->{$_}{level} } @$exercises}}, tests => $whole ? \@tests : []);
    $results{score} = $total if $whole;
    spill("$stem.json", to_json(\%results));
    spill("$stem.xml", bytes(qq(<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n$suites</testsuites>\n)));
    spill("$stem.txt", bytes($text));
    spill("$stem.html", bytes(page($who, \@sums, \@parts)));
    return {row => \@row, total => $whole ? $total : undef, by_hand => join('; ', @by_hand), feedback => join('; ', @feedback)};
}

1;
