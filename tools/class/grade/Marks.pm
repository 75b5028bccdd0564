package Marks;
# Marks.pm: reads what an instructor adds to the judge's points: marks by hand, and days late.
use strict;
use warnings;
use Exporter 'import';
use List::Util qw(uniq);
use Names;
use Roster;
use Text;
use Time::Local qw(timelocal);

our @EXPORT = qw(marks_by_hand days_late days_in_words);

my $DAY = 24 * 60 * 60;

# student_of TEXT STUDENTS ROSTER ADD: returns the name of the student whom a row means: by the name in the table, or by any name that only one
# in the class's list has; else undef, and why. Whoever is in the list and has handed in nothing is added by ADD, so that there may be marks.
sub student_of
{
    my ($text, $students, $roster, $add) = @_;
    return $text if $students->{$text};
    my @same = grep { same_name($_) eq same_name($text) } sort keys %$students;
    return $same[0] if @same == 1;
    my @people = Roster::who_is($roster, $text);
    return (undef, "'$text' is " . @people . " students of the class's list") if @people > 1;
    return (undef, "there is no submission of '$text'" . ($roster ? ", and nobody of that name in the class's list" : '')) if !@people;
    return $people[0]{found} // $add->($people[0]);
}

# marks_by_hand PATH STUDENTS KNOWN ROSTER ADD: returns student => exercise => [points, comment]. `extra` is an exercise for points on top.
# Stops the program if a row can't be right, and names all of those.
sub marks_by_hand
{
    my ($path, $students, $known, $roster, $add) = @_;
    my $heading = 'student,exercise,points,comment';
    -e $path or spill($path, "$heading\n");
    my ($head, @rows) = csv_rows(characters(slurp($path), 'cp1252'), $path);
    my (%marks, @wrong);
    # Without it the first mark would be taken for the heading, and be lost.
    my @columns = map { lc s/^\s+|\s+$//gr } map { $_ // '' } @{$head->{fields}}[0 .. 3];
    push @wrong, "$path, line $head->{line}: the first row is the heading, $heading" if $head && join(',', @columns) ne $heading;
    for my $row (@rows) {
        my ($student, $exercise, $points, $comment) = map { s/^\s+|\s+$//gr } map { $_ // '' } @{$row->{fields}}[0 .. 3];
        $exercise =~ s/^(?=\d)/ex/;
        my ($name, $why) = student_of(harmless($student), $students, $roster, $add);
        $why = "points are a number, not '" . harmless($points) . "'" if $points !~ /^-?\d+(?:\.\d+)?$/;
        $why //= "'" . harmless($exercise) . "' is neither an exercise nor 'extra'" if $exercise ne 'extra' && !$known->{$exercise};
        $why //= "'$name' has a row for '$exercise' already: merge the two rows" if defined $name && $marks{$name}{$exercise};
        if (defined $why) {
            push @wrong, "$path, line $row->{line}: $why";
        } else {
            $marks{$name}{$exercise} = [$points + 0, harmless($comment), "$path, line $row->{line}"];
        }
    }
    stop(2, join "\ngrade: ", @wrong) if @wrong;
    return \%marks;
}

# due_for PERSON DUE: returns when a person's work is due: DUE, or later by what the class's list says.
sub due_for
{
    my ($person, $due) = @_;
    my $extension = $person->{extension} // 0;
    return $extension->{until} if ref $extension;
    my @due = localtime $due;
    my @day = localtime(timelocal(0, 0, 12, @due[3 .. 5]) + $extension * $DAY); # noon, since a day may have 23 hours
    return timelocal(@due[0 .. 2], @day[3 .. 5]);
}

sub days_since
{
    my ($when, $due, $grace) = @_;
    return defined $when && $when > $due + 60 * $grace ? int(($when - $due + $DAY - 1) / $DAY) : 0;
}

# days_late STUDENT FILE DUE GRACE: returns {known, by_files}: the days begun from when a student's work was due until a file was handed in, as
# the LMS has it; or, where the LMS does not tell, by the file's date. What the class's list says of the time is about the last attempt, and if
# that was in time, so were all.
#
# Dates of files are no evidence: students can set them, and unpacking an archive can, too. Canvas's flag does not say by how much a
# submission is late: so it counts as one day, and for whoever has an extension or some minutes of grace it says nothing.
sub days_late
{
    my ($student, $file, $due, $grace) = @_;
    my $person = $student->{person} // {};
    $grace = $person->{grace} // $grace;
    my $own_due = due_for($person, $due);
    my $days = defined $person->{submitted} ? days_since($person->{submitted}, $own_due, $grace) : undef;
    return {known => $days} if defined $days && ($file->{last} || $days == 0);
    if (($student->{lms} // '') eq 'canvas') {
        return {known => 0} if !$file->{late};
        return {known => 1} if $own_due <= $due && !$grace;
    }
    return {by_files => days_since($file->{date}, $own_due, $grace)};
}

# days_in_words DAYS: returns days by exercise, [[exercise, days], …], as a text: "2" if all are the same, else "ex3-9: 4, ex3-15: 1", without those
# that were in time. Days may be unknown, undef; if all are the text is empty.
sub days_in_words
{
    my ($days) = @_;
    my @known = grep { defined $_->[1] } @$days;
    my @late = grep { $_->[1] } @known;
    return @known ? 0 : '' if !@late;
    return $late[0][1] if @late == @$days && uniq(map { $_->[1] } @late) == 1;
    return join ', ', map { "$_->[0]: $_->[1]" } @late;
}

1;
