package Marks;
# Marks.pm: reads what an instructor adds to the judge's points: marks by hand, and days late.
use strict;
use warnings;
use Exporter 'import';
use Text;

our @EXPORT = qw(marks_by_hand days_late);

my $DAY = 24 * 60 * 60;

# marks_by_hand PATH STUDENTS KNOWN: returns student => exercise => [points, comment]. `extra` is an exercise for points on top.
sub marks_by_hand
{
    my ($path, $students, $known) = @_;
    -e $path or spill($path, "student,exercise,points,comment\n");
    my ($head, @rows) = csv_rows(characters(slurp($path), 'cp1252'), $path);
    my %marks;
    for my $row (@rows) {
        my ($student, $exercise, $points, $comment) = @{$row->{fields}};
        my $where = "$path, line $row->{line}";
        ($student, $exercise) = (harmless($student), ($exercise // '') =~ s/^(?=\d)/ex/r);
        ($points // '') =~ /^-?\d+(?:\.\d+)?$/ or stop(2, "$where: points are a number, not '" . harmless($points // '') . "'");
        $students->{$student} or stop(2, "$where: there is no submission of '$student'");
        $exercise eq 'extra' || $known->{$exercise} or stop(2, "$where: '" . harmless($exercise) . "' is neither an exercise nor 'extra'");
        $marks{$student}{$exercise} and stop(2, "$where: '$student' has a row for '$exercise' already: make one row of the two");
        $marks{$student}{$exercise} = [$points + 0, harmless($comment // '')];
    }
    return \%marks;
}

# days_late STUDENT DUE: returns the days begun since DUE. What the LMS says counts more than the dates of files, which students
# can set. Moodle's worksheet has the time; Canvas tells only whether the submission was late.
sub days_late
{
    my ($student, $due) = @_;
    my $canvas = ($student->{lms} // '') eq 'canvas';
    return 0 if $canvas && !$student->{late};
    my ($newest) = sort { $b <=> $a } map { $_->{date} } values %{$student->{files}};
    my $when = ($student->{person} // {})->{submitted} // $newest;
    my $late = defined $when && $when > $due ? int(($when - $due + $DAY - 1) / $DAY) : 0;
    return $canvas && !$late ? 1 : $late;
}

1;
