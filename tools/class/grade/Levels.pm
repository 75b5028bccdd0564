package Levels;
# Levels.pm: levels of passes (judge/core/levels.c), which an instructor may let count, and may show a class as a table by nickname.
#
# A verdict's `level` is {word, counters}, word bronze, silver or gold, or undef where an exercise was not passed or has nothing to be made fast. The
# first of the counters is what the exercise is about.
use strict;
use warnings;
use Exporter 'import';
use List::Util qw(sum0);
use Text;

our @EXPORT = qw(bonus_of level_of counts_of nicknames level_table level_page);

my @WORDS = qw(gold silver bronze);
my %is_word = map { $_ => 1 } @WORDS;

# bonus_of TEXT: returns what LEVELS says: level => points.
sub bonus_of
{
    my ($text) = @_;
    my ($silver, $gold) = $text =~ /^\s*(\d{1,2}(?:\.\d+)?)\s+(\d{1,2}(?:\.\d+)?)\s*$/;
    defined $gold && $silver <= $gold
        or stop(2, "LEVELS=$text: the points on top for silver and for gold are wanted, as '1 2'");
    return {silver => $silver + 0, gold => $gold + 0};
}

# level_of VERDICT: returns the level's word; '' if there is none.
sub level_of
{
    my ($verdict) = @_;
    my $level = ref $verdict->{level} eq 'HASH' ? $verdict->{level}{word} // '' : '';
    return $is_word{$level} ? $level : '';
}

# counts_of VERDICTS: returns how many verdicts have each level.
sub counts_of
{
    my %count = map { $_ => 0 } @WORDS;
    for my $level (grep { $_ ne '' } map { level_of($_) } @_) {
        $count{$level}++;
    }
    return \%count;
}

# nicknames PATH: returns student => nickname, from a CSV file with these two columns.
sub nicknames
{
    my ($path) = @_;
    my ($head, @rows) = csv_rows(characters(slurp($path), 'cp1252'), $path);
    my @columns = map { lc s/^\s+|\s+$//gr } @{$head ? $head->{fields} : []};
    "@columns" eq 'student nickname' or stop(2, "TABLE=$path: its first row has to be student,nickname");
    my (%nickname, %taken);
    for my $row (@rows) {
        my ($student, $name) = map { harmless(($_ // '') =~ s/^\s+|\s+$//gr) } @{$row->{fields}}[0, 1];
        my $where = "TABLE=$path, line $row->{line}";
        $student ne '' && $name ne '' or stop(2, "$where: a student and a nickname are wanted");
        $nickname{$student} and stop(2, "$where: '$student' has a nickname already");
        $taken{lc $name}++ and stop(2, "$where: '$name' is somebody's nickname already");
        $nickname{$student} = $name;
    }
    return \%nickname;
}

# main_count VERDICT: returns what the exercise is about as it was counted, and its label.
sub main_count
{
    my ($verdict) = @_;
    my $counter = $verdict->{level}{counters}[0];
    return ref $counter eq 'HASH' ? ($counter->{value}, $counter->{label}) : ();
}

# level_table NICKNAMES EXERCISES VERDICTS: returns the rows of the table, the first one its heads: for each nickname how many of each
# level, and for each exercise with levels the level, and what was counted. Who has more gold comes first, then more silver.
sub level_table
{
    my ($nicknames, $exercises, $verdicts) = @_;
    my @students = sort keys %$nicknames;
    my @weighed = grep { my $e = $_; grep { level_of($verdicts->{$_}{$e} // {}) ne '' } @students } @$exercises;
    my @rows;
    for my $student (@students) {
        my $of = $verdicts->{$student} // {};
        my $count = counts_of(@$of{@weighed});
        push @rows, [$nicknames->{$student}, @$count{@WORDS}, map {
            my ($value) = level_of($of->{$_} // {}) eq '' ? () : main_count($of->{$_});
            (level_of($of->{$_} // {}), $value // '');
        } @weighed];
    }
    @rows = sort { $b->[1] <=> $a->[1] || $b->[2] <=> $a->[2] || $b->[3] <=> $a->[3] || lc $a->[0] cmp lc $b->[0] } @rows;
    my %label;
    for my $exercise (@weighed) {
        my ($known) = grep { level_of($_) ne '' } map { $verdicts->{$_}{$exercise} // {} } @students;
        (undef, $label{$exercise}) = main_count($known);
    }
    return ['nickname', @WORDS, map { ($_, "$_: " . ($label{$_} // 'counted')) } @weighed], @rows;
}

# level_page ASSIGNMENT ROWS: returns the table as a page, which needs no other file.
sub level_page
{
    my ($assignment, $head, @rows) = @_;
    my $title = markup("$assignment: levels");
    my $heads = join '', map { '<th scope="col">' . markup($_) . '</th>' } @$head;
    my $body = '';
    for my $row (@rows) {
        my ($name, @cells) = @$row;
        $body .= '<tr><th scope="row">' . markup($name) . '</th>'
            . join('', map { '<td' . ($is_word{$_} ? qq( class="$_") : '') . '>' . markup($_) . '</td>' } @cells) . "</tr>\n";
    }
    return <<"END";
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>$title</title>
<style>
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem; overflow-x: auto; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: 0.2rem 1rem 0.2rem 0; border-bottom: 1px solid #8886; }
.gold { background: #e6b80044; }
.silver { background: #9aa0a644; }
.bronze { background: #b8733344; }
</style>
</head>
<body>
<h1>$title</h1>
<p>Bronze is right, silver is as good as the solution, and gold is better than the solution. What was counted stands beside each
level; fewer is better.</p>
<table>
<thead><tr>$heads</tr></thead>
<tbody>
$body</tbody>
</table>
</body>
</html>
END
}

1;
