package Submissions;
# Submissions.pm: sorts the folder SUBMISSIONS by student: what each handed in, and what was passed over and why.
#
# A student is {tries => {exercise => [file, …]}, passed => [{from, path, why, exercise}], why, lost, clash, lms, id, late}.
#   tries  what was handed in for an exercise, a file for each attempt, the last one last. A file is {source, path, date, attempt,
#          number, late, last}: the attempt's folder ('' if there is one attempt) and its number, whether the
#          LMS calls it late, whether it is the student's last attempt
#   from   the entry of SUBMISSIONS that the path is in
#          Of what students have packed with their work nobody has to look at what is no .cu, or as it was handed out.
#   clash  who else has handed in under the same name or number, if anybody has
#   why    (of a student) why not all of the submission could be read
#   lost   why the reader failed, if it did by no fault of the submission
#   left   what his archives may still hold and take (Archives.pm)
use strict;
use warnings;
use Archives;
use Names;
use Text;

my $ARCHIVES = 8;    # archives of one folder that are read
my $OTHER = 'no .cu'; # why most files are not judged
my $HANDED_OUT = 'as it was handed out';
my $SHOWN = 5;        # files that are not counted of which a student reads

# Returns the entries inside an entry of SUBMISSIONS, and why not all could be read, or ''. Archives in a student's folder are
# read, since Moodle makes such folders; archives in archives are not.
sub inside
{
    my ($disk, $sandbox, $left) = @_;
    return read_archive($disk, $sandbox, $left) if !-d $disk;
    my ($entries, $why) = read_folder($disk, $left);
    my ($archives, @all) = (0);
    for my $entry (@$entries) {
        my $packed = $entry->{kind} eq 'file' && is_archive($entry->{path}) && !is_junk($entry->{path});
        if (!$packed || ++$archives > $ARCHIVES) {
            $entry->{why} = "one archive more than $ARCHIVES" if $packed;
            push @all, $entry;
            next;
        }
        my ($more, $trouble) = read_archive($entry->{disk}, $sandbox, $left);
        push @all, {%$_, path => "$entry->{path}/$_->{path}"} for @$more;
        $why ||= "$entry->{path} in it: $trouble" if $trouble;
    }
    return (\@all, $why);
}

# Returns how many folders, one in the other, lie around all of the paths. Packing a folder puts one more around what is in it, so such
# folders say nothing about which file counts.
sub folders_around
{
    my ($first, @others) = map { [split m{/}] } @_;
    my $common = $first ? $#$first : 0;
    for my $other (@others) {
        my $same = 0;
        $same++ while $same < $common && $same < $#$other && $first->[$same] eq $other->[$same];
        $common = $same;
    }
    return $common;
}

# Adds an entry of SUBMISSIONS to its student. DISK is its path on the disk, REST the file's own name.
sub add
{
    my ($student, $disk, $rest, $entry, $sandbox) = @_;
    if (-d $disk || is_archive($rest)) {
        my ($entries, $why) = eval { inside($disk, $sandbox, $student->{left}) };
        if (my $failure = $@) {
            die $failure unless ref $failure;
            $student->{lost} = "$entry: $failure->{lost}";
            return;
        }
        my @files = grep { !is_junk($_->{path}) && $_->{kind} ne 'folder' } @$entries;
        my $around = folders_around(map { $_->{path} } @files);
        push @{$student->{entries}}, map { +{%$_, from => $entry, depth => ($_->{path} =~ tr{/}{}) - $around} } @files;
        $student->{why} ||= $why;
        push @{$student->{passed}}, {from => $entry, path => $entry, why => "it could not be read to its end: $why"} if $why;
    } else {
        push @{$student->{entries}}, {path => $rest, from => $entry, kind => 'file', depth => 0, date => (stat $disk)[9],
            source => read_file($disk)};
    }
}

# Tells whether an entry is what the workbook has at the end of its path, of which students hand in much by packing all of their folder.
sub is_handed_out
{
    my ($entry, $exercise, $known, $root) = @_;
    if (defined $exercise && $known->{$exercise}) {
        my $given = "$root/exercises/.given/$known->{$exercise}.cu";
        return -e $given && defined $entry->{source} && slurp($given) eq $entry->{source};
    }
    my @parts = split m{/}, bytes($entry->{path});
    return 0 if grep { /^\.*$/ } @parts;
    return scalar grep { -f "$root/" . join '/', @parts[$_ .. $#parts] } 0 .. $#parts - 1;
}

my ($NAMELESS, $LATER) = ('it names no exercise', 'is not graded in this run');

# Returns why an entry is not taken as what was handed in for an exercise; undef if it may be.
sub why_not
{
    my ($entry, $exercise, $asked, $known, $root) = @_;
    return "a $entry->{kind}, which is not followed" if $entry->{kind} eq 'link';
    return 'not a plain file' if $entry->{kind} ne 'file';
    return $entry->{why} if $entry->{why};
    return 'an archive in an archive' if is_archive($entry->{path});
    my $packed = why_no_archive($entry->{path});
    return $packed if defined $packed;
    return $OTHER if $entry->{path} !~ /\.cu$/i;
    return $HANDED_OUT if !$asked->{$exercise // ''} && is_handed_out($entry, $exercise, $known, $root);
    return $NAMELESS if !defined $exercise;
    return "there is no $exercise" if !$known->{$exercise};
    return "$exercise $LATER" if !$asked->{$exercise};
    return 'it could not be opened' if !defined $entry->{source};
    return undef;
}

# uncounted STUDENT: returns what a student has handed in that is no exercise's file and might be meant as one.
sub uncounted
{
    my ($student) = @_;
    my @files = grep { $_->{why} ne $HANDED_OUT && $_->{why} !~ /\Q$LATER\E$/ && $_->{why} !~ / was taken$/ } @{$student->{passed} // []};
    my @telling = grep { $_->{why} ne $OTHER } @files;
    return @telling || keys %{$student->{tries}} ? @telling : @files;
}

# why_nothing STUDENT EXERCISE: returns what a student reads of whom nothing is there for an exercise.
sub why_nothing
{
    my ($student, $exercise) = @_;
    my ($passed) = grep { ($_->{exercise} // '') eq $exercise } @{$student->{passed} // []};
    return "Nothing was handed in for $exercise: $passed->{path} is $passed->{why}." if $passed;
    return "The submission could not be read to its end: $student->{why}." if $student->{why};
    my @files = grep { !defined $_->{exercise} || $_->{why} =~ /^there is no / } uncounted($student);
    my $more = @files - $SHOWN;
    my @shown = map { "$_->{path} ($_->{why})" } @files > $SHOWN ? @files[0 .. $SHOWN - 1] : @files;
    return "Nothing was handed in for $exercise." . (@shown ? ' Not counted: ' . join(', ', @shown) . ($more > 0 ? ", and $more more" : '') . '.' : '')
        . (grep({ $_->{why} eq $NAMELESS } @files) ? " Call your file $exercise.cu." : '');
}

# Tells whether something was handed in, and nothing of it could be read.
sub is_unread
{
    my ($student) = @_;
    return !defined $student->{lost} && !keys %{$student->{tries}} && ($student->{why} || uncounted($student)) ? 1 : 0;
}

# Puts the file that counts first: the one in the uppermost folder, where folders around all of an entry don't count; there the one with
# the exact name; else the newest.
sub by_rank
{
    return $a->{depth} <=> $b->{depth} || is_exact($b->{path}) <=> is_exact($a->{path})
        || $b->{date} <=> $a->{date} || $a->{path} cmp $b->{path};
}

# choose STUDENT EXERCISES KNOWN ROOT: chooses a file for each exercise, the first by rank. If only one exercise is graded, a student's
# only .cu is taken for it, whatever its name.
sub choose
{
    my ($student, $exercises, $known, $root) = @_;
    my %asked = map { $_ => 1 } @$exercises;
    my @entries = sort by_rank @{delete $student->{entries} // []};
    $_->{exercise} = exercise_of($_->{path}) for @entries;
    my @sources = grep { defined $_->{source} } @entries;
    if (@$exercises == 1 && @sources == 1 && !defined $sources[0]{exercise}) {
        $sources[0]{exercise} = $exercises->[0];
    }
    my %files;
    for my $entry (@entries) {
        my $exercise = $entry->{exercise};
        my $why = why_not($entry, $exercise, \%asked, $known, $root);
        $why //= "$files{$exercise}{path} was taken" if defined $exercise && $files{$exercise};
        if (defined $why) {
            push @{$student->{passed}}, {from => $entry->{from}, path => $entry->{path}, why => $why, exercise => $exercise};
        } else {
            $files{$exercise} = $entry;
        }
    }
    for (grep { $_->{why} eq $OTHER && $asked{$_->{exercise} // ''} && !$files{$_->{exercise}} } @{$student->{passed}}) {
        $_->{why} = "$OTHER file: rename it";
    }
    $student->{files} = \%files;
}

# Returns a name in which letters that are written in another form than usual show it: "Zoe[U+0308]" for "Zoë" in two characters.
sub spelled_out
{
    my ($name) = @_;
    return $name =~ s/(\p{M})/sprintf '[U+%04X]', ord $1/ger;
}

# find_clashes STUDENTS: marks students of whom more than one claims to be the same. Which of them is right is not for a program to say.
sub find_clashes
{
    my ($students) = @_;
    my %who;
    for my $name (sort keys %$students) {
        my $student = $students->{$name};
        push @{$who{'name ' . same_name($student->{plain})}}, $name;
        push @{$who{"$student->{lms} $student->{id}"}}, $name if defined $student->{id};
    }
    clash($students, $_) for grep { @$_ > 1 } map { $who{$_} } sort keys %who;
}

# clash STUDENTS NAMES: marks each of the students as handed in by the others, too.
sub clash
{
    my ($students, $names) = @_;
    for my $name (@$names) {
        my @others = grep { $_ ne $name } @$names;
        $students->{$name}{clash} //= 'the same student as ' . join(' and ', map { "'$_'" } @others);
    }
}

# read_class SUBMISSIONS ATTEMPTS %HOW: returns the students by name, and all that was passed over, each with why. With ATTEMPTS the
# folder holds a folder for each attempt, in the order of their names and of the numbers in them. %HOW is {sandbox, exercises,
# known, lms, names}: `known` has all exercises; `lms` says who wrote the folder, '' if the names in it are to tell; `names` are those
# in the class's list by number.
sub read_class
{
    my ($top, $attempts, %how) = @_;
    my (%students, @passed);
    my $number = 0;
    for my $attempt ($attempts ? attempts_in($top) : '') {
        $number++;
        my ($some, $over) = read_attempt($attempt eq '' ? $top : "$top/" . bytes($attempt), \%students, %how);
        $_->{from} = "$attempt/$_->{from}" for $attempt eq '' ? () : @$over;
        push @passed, @$over;
        for my $name (keys %$some) {
            my $student = $students{$name} //= {tries => {}, passed => []};
            my $now = $some->{$name};
            push @{$student->{passed}}, @{$now->{passed} // []};
            $_->{last} = 0 for map { @$_ } values %{$student->{tries}};
            my %of_all = (attempt => $attempt, number => $number, late => $now->{late}, last => 1);
            push @{$student->{tries}{$_}}, {%{$now->{files}{$_}}, %of_all} for keys %{$now->{files}};
            delete @$now{qw(passed files)};
            $student->{lost} //= $now->{lost};
            $student->{$_} = $now->{$_} for grep { $_ ne 'lost' } keys %$now;
        }
    }
    find_clashes(\%students);
    return (\%students, \@passed);
}

# Returns the folders of attempts, in their order.
sub attempts_in
{
    my ($top) = @_;
    opendir my $folder, $top or stop(2, "$top: $!");
    my @names = map { characters($_) } grep { !/^\./ } readdir $folder;
    my ($other) = sort grep { !-d "$top/" . bytes($_) || -l "$top/" . bytes($_) } @names;
    defined $other and stop(2, "SUBMISSIONS=$top: with ATTEMPTS it holds a folder for each attempt, and '$other' is not one");
    my %key = map { $_ => s/(\d+)/sprintf '%020d', $1/ger } @names;
    return sort { $key{$a} cmp $key{$b} } @names;
}

# read_attempt FOLDER STUDENTS %HOW: returns the students with their `files` by exercise, and what was passed over. STUDENTS are those
# of earlier attempts, who have used some of their allowance.
sub read_attempt
{
    my ($top, $before, %how) = @_;
    my ($sandbox, $exercises, $known, $lms, $names) = @how{qw(sandbox exercises known lms names)};
    opendir my $folder, $top or stop(2, "$top: $!");
    my (%students, @passed, @entries);
    for my $name (sort grep { !/^\.\.?$/ } readdir $folder) {
        my ($disk, $entry) = ("$top/$name", characters($name));
        my $why = -l $disk ? 'a link: put the submission itself there'
            : !-d _ && !-f _ ? 'neither a folder nor a file'
            : $name =~ /^\.(?:_|DS_Store$)/ ? 'left there by an operating system'
            : $name =~ /^\./ ? 'its name begins with a dot, as those of hidden files'
            : is_junk($entry) ? 'left there by an operating system' : undef;
        defined $why ? push @passed, {from => $entry, path => $entry, why => $why} : push @entries, [$disk, $entry, as_written($name)];
    }
    $lms = written_by([map { $_->[1] } @entries], $top) if $lms eq '';
    my (@owned, %forms);
    for (@entries) {
        my ($disk, $entry, $written) = @$_;
        my ($owner, $as_written) = map { owner_of($_, -d $disk, $lms, $names) } $entry, $written;
        my $why = ref $owner ? why_no_student(harmless($owner->{student})) : $owner;
        if (defined $why) {
            push @passed, {from => $entry, path => $entry, why => $why, nobodys => 1};
            next;
        }
        push @owned, [$disk, $entry, $owner, $as_written->{student}];
        $forms{$owner->{student}}{$as_written->{student}} = 1;
    }
    for (@owned) {
        my ($disk, $entry, $owner, $as_written) = @$_;
        my $plain = harmless($owner->{student});
        my $name = keys %{$forms{$owner->{student}}} > 1 ? harmless(spelled_out($as_written)) : $plain;
        my $student = $students{$name} //= {plain => $plain, left => ($before->{$name} // {})->{left} // allowance()};
        $student->{$_} //= $owner->{$_} for grep { defined $owner->{$_} } qw(lms id);
        $student->{late} ||= $owner->{late};
        add($student, $disk, $owner->{rest}, $entry, $sandbox);
    }
    choose($_, $exercises, $known, $how{root}) for values %students;
    push @passed, map { sort { $a->{path} cmp $b->{path} } @{$students{$_}{passed} // []} } sort keys %students;
    return (\%students, \@passed);
}

# Tells whether a file that was passed over is one that nobody has to look at.
sub is_usual
{
    my ($passed) = @_;
    return $passed->{why} eq $OTHER || $passed->{why} eq $HANDED_OUT;
}

# passed_rows PASSED: returns rows [path, why]. All files of an entry that are no .cu have one row, which names the first, and so have all that were
# handed out.
sub passed_rows
{
    my ($passed) = @_;
    my (@rows, %others);
    for (@$passed) {
        my $file = $_->{from} eq $_->{path} ? $_->{path} : "$_->{from}: $_->{path}";
        my $row = [$file =~ s/([\t\n])/sprintf '[U+%04X]', ord $1/ger, $_->{why}]; # each row is a line
        if (!is_usual($_)) {
            push @rows, $row;
        } elsif (!$others{"$_->{why} $_->{from}"}++) {
            push @rows, $row;
            $row->[2] = "$_->{why} $_->{from}";
        }
    }
    for (grep { defined $_->[2] } @rows) {
        my $count = $others{pop @$_};
        $_->[1] .= ", as $count others" if $count > 1;
    }
    return @rows;
}

1;
