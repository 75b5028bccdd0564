package Roster;
# Roster.pm: reads the list of a class, and writes grades in the form in which Canvas and Moodle take them back.
#
# A roster is a CSV file of one of three kinds, which its first row tells:
#   Canvas   Gradebook, Export: Student, ID, SIS User ID, SIS Login ID, Section, one column for each assignment
#   Moodle   an assignment's "Download grading worksheet": Identifier, Full name, …, Grade, Last modified (submission), …
#   plain    student, and if wanted name, email, submitted (2026-03-01 23:59)
# Each may have two more columns, which do not go back: extension (days, or the date until which) and grace (minutes).
#
# Canvas gets back the columns that name the student, and one with points (Gradebook, Import:
# https://community.canvaslms.com "How do I import grades in the Gradebook?"). Moodle gets back its worksheet with Grade and
# Feedback comments filled in ("Upload grading worksheet", which needs Identifier, Grade and Last modified (grade):
# mod/assign/feedback/offline/importgradeslib.php).
use strict;
use warnings;
use List::Util qw(uniq);
use Names;
use Text;
use Time::Local qw(timelocal);

my @CANVAS = ('Student', 'ID', 'SIS User ID', 'SIS Login ID', 'Section');
my @MOODLE = ('Identifier', 'Full name', 'Grade', 'Last modified (grade)', 'Feedback comments');

# time_of TEXT: returns the time that a text says, as seconds since 1970. It knows "2026-03-01 23:59" (or with T) and what Moodle writes in English:
# "Sunday, 1 March 2026, 11:59 PM", and in American English "Sunday, March 1, 2026, 11:59 PM". It returns undef for anything else, and for a date
# that does not exist.
sub time_of
{
    my ($text) = @_;
    my %month = do { my $n = 0; map { $_ => $n++ } qw(jan feb mar apr may jun jul aug sep oct nov dec) };
    if ($text =~ /^\s*(\d{4})-(\d\d)-(\d\d)[ T](\d\d?):(\d\d)(?::\d\d)?\s*$/) {
        return scalar eval { timelocal(0, $5, $4, $3, $2 - 1, $1) };
    }
    my $name = qr/(?<month>\p{L}{3})\p{L}*/;
    if ($text =~ /(?:(?<day>\d{1,2}) $name|$name (?<day>\d{1,2}),) (?<year>\d{4}), (?<hour>\d{1,2}):(?<minute>\d\d)(?:\s?(?<half>[AP])M)?\s*$/i && defined $month{lc $+{month}}) {
        my $hour = defined $+{half} ? $+{hour} % 12 + (uc $+{half} eq 'P' ? 12 : 0) : $+{hour};
        return scalar eval { timelocal(0, $+{minute}, $hour, $+{day}, $month{lc $+{month}}, $+{year}) };
    }
    return undef;
}

# Returns the time of a field that says when something was handed in; undef if it is empty or '-', as Moodle writes for nothing. A time that
# can't be read stops the program: otherwise nobody would notice that this student is not late.
sub submitted
{
    my ($text, $where) = @_;
    return undef if $text eq '' || $text eq '-';
    return time_of($text) // stop(2, "$where: the time of submission is '" . harmless($text) . "': write it as 2026-03-01 23:59");
}

# Returns the days, or {until}, of a field `extension`; undef if it is empty.
sub extension
{
    my ($text, $where) = @_;
    return $text eq '' ? undef : $text + 0 if $text =~ /^\d{0,3}$/;
    my $until = time_of($text);
    defined $until or stop(2, "$where: an extension is a number of days, or a date as 2026-03-05 23:59, not '" . harmless($text) . "'");
    return {until => $until};
}

# Returns the minutes of a field `grace`; undef if it is empty.
sub grace
{
    my ($text, $where) = @_;
    $text =~ /^\d{0,5}$/ or stop(2, "$where: grace is a number of minutes, not '" . harmless($text) . "'");
    return $text eq '' ? undef : $text + 0;
}

# load PATH TIMED: returns {kind, head, at, people, possible}. `possible` is Canvas's row of points possible. `at` is the number of each column by its name. A person is {row, name, student,
# line, id, known, submitted, extension, grace}. `known` has all names that this person's
# submission may have, in two lists: what an institution gives to
# one person alone (logins, numbers, addresses), and what two may share (names). Times of submission are only read if it is TIMED.
sub load
{
    my ($path, $timed) = @_;
    my ($head, @rows) = csv_rows(characters(slurp($path), 'cp1252'), $path);
    $head or stop(2, "ROSTER=$path is empty");
    my @head = @{$head->{fields}};
    my %at = map { lc($head[$_] =~ s/^\s+|\s+$//gr) => $_ } reverse 0 .. $#head;
    my $kind = defined $at{identifier} && defined $at{'full name'} ? 'moodle'
        : defined $at{student} && defined $at{id} ? 'canvas' : defined $at{student} ? 'plain' : '';
    $kind or stop(2, "ROSTER=$path: its first row has neither Canvas's columns (Student, ID), "
        . "nor Moodle's (Identifier, Full name), nor 'student'");
    my (@people, $possible);
    for my $row (@rows) {
        my $field = sub {
            my $i = $at{$_[0]};
            return defined $i ? ($row->{fields}[$i] // '') =~ s/^\s+|\s+$//gr : '';
        };
        $possible //= $row->{fields} if $kind eq 'canvas' && $row->{fields}[0] =~ /^\s*Points Possible\s*$/i;
        next if $kind eq 'canvas' && $field->('id') !~ /^\d+$/; # the row of points possible, and Canvas's test student
        my $name = $field->($kind eq 'moodle' ? 'full name' : $kind eq 'canvas' ? 'student' : 'name');
        my ($id) = $field->($kind eq 'moodle' ? 'identifier' : 'id') =~ /(\d+)$/;
        my @own = grep { $_ ne '' } $kind eq 'plain' ? $field->('student') : map { $field->($_) } 'sis login id', 'sis user id', 'email address', 'id number';
        my $where = "$path, line $row->{line}";
        my @shared = ($name, $field->('name'), $field->('email'), map { /^([^@]+)@/ ? $1 : () } @own, $field->('email'));
        my @known = map { [uniq(map { same_name(harmless($_)) } grep { $_ ne '' } @$_)] } \@own, \@shared;
        push @people, {row => $row->{fields}, line => $row->{line}, name => $name, known => \@known,
            student => $kind eq 'plain' ? $field->('student') : $name, own => $own[0], id => $kind eq 'plain' ? undef : $id,
            submitted => $timed ? submitted($field->($kind eq 'moodle' ? 'last modified (submission)' : 'submitted'), $where) : undef,
            extension => extension($field->('extension'), $where), grace => grace($field->('grace'), $where)};
    }
    once(\@people, $path, $kind eq 'plain' ? 'student' : 'id');
    return {kind => $kind, head => \@head, at => \%at, people => \@people, possible => $possible};
}

# Stops the program if two people of a list have the same number, or the same name as a student.
sub once
{
    my ($people, $path, $what) = @_;
    my %line;
    for my $person (grep { ($_->{$what} // '') ne '' } @$people) {
        my $before = $line{same_name($person->{$what})} // do { $line{same_name($person->{$what})} = $person->{line}; next };
        stop(2, "$path, line $person->{line}: '" . harmless($person->{$what}) . "' is in line $before already; each student has one row");
    }
}

# id_of PERSON: returns what a student's own numbers in predictions are drawn from: the login, the number at the institution or the address,
# whichever the list has first; else the number in the LMS. '' if there is none.
sub id_of
{
    my ($person) = @_;
    return $person->{own} // $person->{id} // '';
}

# names_by_number ROSTER: returns the names in the list by their numbers in the LMS.
sub names_by_number
{
    my ($roster) = @_;
    return {map { defined $_->{id} ? ($_->{id} => $_->{name}) : () } $roster ? @{$roster->{people}} : ()};
}

# assign ROSTER STUDENTS: gives each student the person of the roster with its number; else the only one with its name, where what
# one person alone can have comes before what two may share. Returns lists of students who all are one person.
sub assign
{
    my ($roster, $students) = @_;
    my (%by_id, %by_name, %found);
    for my $person (@{$roster->{people}}) {
        $by_id{$person->{id}} = $person if defined $person->{id};
        for my $rank (0, 1) {
            push @{$by_name{$rank}{$_}}, $person for @{$person->{known}[$rank]};
        }
    }
    for my $name (sort keys %$students) {
        my $student = $students->{$name};
        my $person = ($student->{lms} // '') eq $roster->{kind} ? $by_id{$student->{id}} : undef;
        for my $rank (0, 1) {
            my $named = $by_name{$rank}{same_name($student->{plain})} // [];
            $person //= $named->[0] if @$named == 1;
        }
        next unless $person;
        $person->{found} = $name;
        $student->{person} = $person;
        push @{$found{$person->{line}}}, $name;
    }
    return grep { @$_ > 1 } map { $found{$_} } sort { $a <=> $b } keys %found;
}

# who_is ROSTER TEXT: returns the people of the roster whom a text names: those of whom it is a login, number or address, else by name.
sub who_is
{
    my ($roster, $text) = @_;
    my @people = $roster ? @{$roster->{people}} : ();
    for my $rank (0, 1) {
        my @named = grep { grep { $_ eq same_name($text) } @{$_->{known}[$rank]} } @people;
        return @named if @named;
    }
    return ();
}

# Returns the people of the roster who handed in nothing.
sub missing
{
    my ($roster) = @_;
    return grep { !defined $_->{found} } @{$roster->{people}};
}

# Returns the name of an assignment's column in Canvas's gradebook, with its number if it is there: "Week 7 (1234)".
sub canvas_column
{
    my ($roster, $assignment) = @_;
    my ($there) = grep { /^\Q$assignment\E(?: \(\d+\))?$/ } $roster ? @{$roster->{head}} : ();
    return $there // $assignment;
}

# maximum ROSTER ASSIGNMENT: returns the points that the LMS has for the assignment, by its list; undef if the list doesn't say.
sub maximum
{
    my ($roster, $assignment) = @_;
    my $at = $roster->{at}{$roster->{kind} eq 'moodle' ? 'maximum grade' : $roster->{kind} eq 'canvas' ? lc canvas_column($roster, $assignment) : ''} // return undef;
    my ($row) = $roster->{kind} eq 'moodle' ? map { $_->{row} } @{$roster->{people}} : $roster->{possible};
    my $points = $row->[$at] // '';
    return $points =~ /^\s*(\d+)(?:[.,](\d+))?\s*$/ ? "$1." . ($2 // 0) + 0 : undef;
}

# for_canvas ROSTER STUDENTS ASSIGNMENT POINTS: returns the text of canvas.csv, or undef if nobody is known to Canvas. A student
# has {id, total, person}. A student without a total is left out and keeps the grade that Canvas has.
sub for_canvas
{
    my ($roster, $students, $assignment, $points) = @_;
    my $its = $roster && $roster->{kind} eq 'canvas' ? $roster : undef;
    my @rows;
    for my $name (sort keys %$students) {
        my $student = $students->{$name};
        next unless defined $student->{total};
        if ($its) {
            my $person = $student->{person} or next;
            push @rows, [(map { my $i = $its->{at}{lc $_}; defined $i ? $person->{row}[$i] // '' : '' } @CANVAS), $student->{total}];
        } elsif (($student->{lms} // '') eq 'canvas') {
            push @rows, [$name, $student->{id}, '', '', '', $student->{total}];
        }
    }
    return undef unless @rows;
    my @head = ([@CANVAS, canvas_column($its, $assignment)], ['Points Possible', ('') x 4, ($its ? maximum($its, $assignment) : undef) // $points]);
    return join '', map { csv_line(@$_) } @head, @rows;
}

# for_moodle ROSTER STUDENTS: returns the text of moodle.csv in the same way. A student has `feedback` as well.
sub for_moodle
{
    my ($roster, $students) = @_;
    my $its = $roster && $roster->{kind} eq 'moodle' ? $roster : undef;
    my @moodles = $its ? grep { $its->{head}[$_] !~ /^\s*(?:extension|grace)\s*$/i } 0 .. $#{$its->{head}} : (); # columns that are Moodle's
    my @rows;
    for my $name (sort keys %$students) {
        my $student = $students->{$name};
        next unless defined $student->{total};
        my %filled = (grade => $student->{total}, 'feedback comments' => $student->{feedback});
        if ($its) {
            my @row = @{($student->{person} // next)->{row}};
            $row[$its->{at}{$_}] = $filled{$_} for grep { defined $its->{at}{$_} } keys %filled;
            push @rows, [@row[@moodles]];
        } elsif (($student->{lms} // '') eq 'moodle') {
            push @rows, ["Participant $student->{id}", $name =~ s/_\d+$//r, $filled{grade}, '-', $filled{'feedback comments'}];
        }
    }
    return @rows ? join '', map { csv_line(map { $_ // '' } @$_) } ($its ? [@{$its->{head}}[@moodles]] : \@MOODLE), @rows : undef;
}

# moodle_numbers ROSTER STUDENTS: returns the numbers of Moodle's participants, by the students' names.
sub moodle_numbers
{
    my ($roster, $students) = @_;
    my $its = $roster && $roster->{kind} eq 'moodle';
    my %number;
    for my $name (keys %$students) {
        my ($student, $person) = ($students->{$name}, $students->{$name}{person});
        $number{$name} = ($student->{lms} // '') eq 'moodle' ? $student->{id} : $its && $person ? $person->{id} : next;
    }
    return %number;
}

1;
