#!/usr/bin/env perl
# grade.pl: judges a class's submissions. `make grade SUBMISSIONS=dir` runs it; notes/instructor.md is its manual.
#
#   SUBMISSIONS/ann, bob.zip, …       a folder, an archive or files for each student; grade/Names.pm says what is understood
#
#   OUT/seed.txt                      the class's seed; every input follows from it, the student and the exercise
#   OUT/units/ann/ex3-1.cu, .json     what was judged, and the verdict with the key it was made under; with --attempts, in a
#                                     folder for each attempt
#   OUT/manual.csv                    an instructor's own marks: student,exercise,points,comment; never written again
#   OUT/grades.csv                    one row a student, with the compiler that judged
#   OUT/canvas.csv, moodle.csv        the totals in the form in which Canvas and Moodle take them
#   OUT/moodle-feedback.zip           the pages of results, for Moodle to give to the students
#   OUT/passed-over.csv               the files of SUBMISSIONS that were not judged, and why
#   OUT/statistics.csv, similar.csv   what was hard; pairs of submissions that are alike
#   OUT/solutions.csv                 submissions that are like our solution
#   OUT/suspects.csv                  lines at which an instructor may want to look
#   OUT/table.csv, .html              with --table: levels of passes by nickname
#   OUT/similar/ex3-1-1.html          such a pair, side by side
#   OUT/results/ann.json .xml .txt .html   one student's results: Gradescope's form, JUnit's, text, a page
#
# A *unit* is one student's work on one exercise. Its key is a checksum of all that its verdict follows from: the submission,
# the judge, the hidden cases, the seed. A unit whose verdict has the right key is not judged again, so a run after a killed
# one goes on where that one stopped. A unit that could not be judged has no verdict: its row says why, the other units have
# their grades, and the next run tries it again. A file is written under another name and renamed, so none is half-written.
#
# grade/ holds a file for each idea. What was handed in: Names, Archives, Submissions. Processes: Child, Compiler, Judging. What is
# judged: Units. What an instructor adds: Roster, Marks. What comes out: Results, Levels, Statistics, Similarity, Suspects and Tokens. Forms of text: Text.
#
# Exit status: 0 all judged, 2 bad usage, 3 something could not be judged.
use strict;
use warnings;
use Cwd qw(abs_path);
use Digest::SHA qw(sha256_hex);
use Fcntl qw(:flock);
use File::Basename qw(basename);
use File::Glob ':bsd_glob';
use File::Find qw(find);
use File::Path qw(make_path);
use FindBin;
use Getopt::Long qw(:config no_ignore_case bundling);
use List::Util qw(sum0 uniq);
use lib "$FindBin::RealBin/grade";
use Archives;
use Child;
use Compiler;
use Judging;
use Levels;
use Marks;
use Names;
use Results;
use Roster;
use Similarity;
use Statistics;
use Submissions;
use Suspects;
use Text;
use Units;

my ($out, $jobs, $exercises, $device, $share, $sandbox, $help) = ('grades', 0, '', 'sim', '', 1);
my ($budget, $attempts, $students_file) = (600, '', '');
my ($lms, $roster_file, $assignment, $due, $late, $grace, $dates, $partial, $earlier) = ('', '', '', '', 0, 0, '', '', '');
my ($levels, $table_file, $worth) = ('', '', '');
my $usage = <<'END';
usage: tools/class/grade.pl [options] SUBMISSIONS

Judges the submissions in a folder, a folder or archive per student, and writes
grades.csv and result files per student. `make grade` builds the judges first.

  -o, --out DIR            where results go (default: grades)
  -j, --jobs N             judged at the same time (default: one per core)
  -e, --exercises '3-1 …'  which exercises (default: all)
  -d, --device sim|gpu|all where (default: sim)
      --lms NAME           who wrote the folder: canvas, moodle or none (default:
                           as its files' names say, if they agree)
  -r, --roster FILE        the class, as CSV: Canvas's gradebook, Moodle's
                           grading worksheet, or columns student,name
      --students FILE      the class, as for --roster, in which everybody has
                           numbers of their own in predictions
      --assignment NAME    its column in Canvas (default: SUBMISSIONS's name)
      --due 'DATE TIME'    counts late days, e.g. 2026-03-01 23:59
      --late PERCENT       what each late day costs, of the judged points
      --grace MINUTES      late by no more than this is not late
      --dates files        the files' dates count where the LMS tells no time
      --partial 'R C'      percent of the points for right results, and for
                           right results without a finding (default: 0 0)
      --levels 'S G'       points on top for each silver and each gold pass
                           (default: a level changes no points)
      --points 'E:N …'     what exercises are worth, such as '3-1:5 3-9:2'
                           (default: what their judges say)
      --table FILE         also writes levels by nickname, as a page and as CSV;
                           FILE: columns student,nickname, of who wants it
      --earlier DIR        earlier work, which this one is compared with
      --attempts best|last SUBMISSIONS holds a folder for each attempt
      --budget SECONDS     of processor time, for all that a student has handed in
                           (default: 600); what comes after that gets 0
      --share K/N          judges only the K-th of N shares and writes no grades:
                           for array jobs; a last run without it collects
      --no-sandbox         without bubblewrap: only where every submission has a
                           container of its own, and as a user who cannot read
                           hidden cases, which are left out
  -h, --help               this text

Exit status: 0 all judged, 2 bad usage, 3 something could not be judged.
END

GetOptions(
    'o|out=s' => \$out, 'j|jobs=s' => \$jobs, 'e|exercises=s' => \$exercises, 'd|device=s' => \$device,
    'lms=s' => \$lms, 'r|roster=s' => \$roster_file, 'students=s' => \$students_file, 'assignment=s' => \$assignment,
    'due=s' => \$due, 'late=s' => \$late, 'grace=s' => \$grace, 'dates=s' => \$dates,
    'partial=s' => \$partial, 'levels=s' => \$levels, 'points=s' => \$worth, 'table=s' => \$table_file, 'earlier=s' => \$earlier, 'attempts=s' => \$attempts, 'budget=s' => \$budget,
    'share=s' => \$share, 'sandbox!' => \$sandbox, 'h|help' => \$help,
) or exit 2;
if ($help) {
    print $usage;
    exit 0;
}
@ARGV == 1 or stop(2, "name one folder of submissions; -h lists the options");
my $submissions = $ARGV[0];
$submissions ne '' or stop(2, 'make grade SUBMISSIONS=dir: the folder that holds a folder or archive per student');
-d $submissions or stop(2, "SUBMISSIONS=$submissions is not a folder" . (-f _ && $submissions =~ /\.(?:zip|tar|t?gz|7z)$/ ? ': unpack it first' : ''));
my ($part, $parts) = (0, 1);
if ($share ne '') {
    ($part, $parts) = $share =~ m{^(\d+)/(\d+)$} or stop(2, "--share $share: write it as K/N, such as 3/8");
    $part >= 1 && $part <= $parts or stop(2, "--share $share: K is 1 to N");
    $part--;
}
$jobs =~ /^\d{1,4}$/ or stop(2, "JOBS=$jobs: how many at the same time must be a whole number");
$jobs ||= do { my $n = `nproc`; $n > 0 ? $n + 0 : 1 };
$lms =~ /^(?:canvas|moodle|none|)$/ or stop(2, "LMS=$lms: canvas, moodle or none");
$earlier eq '' || -d $earlier or stop(2, "EARLIER=$earlier is not a folder");
$roster_file eq '' || -f $roster_file or stop(2, "ROSTER=$roster_file is not a file");
if ($students_file ne '') {
    -f $students_file or stop(2, "STUDENTS=$students_file is not a file");
    $roster_file eq '' or stop(2, "STUDENTS=$students_file is the class's list, too: leave out ROSTER=$roster_file");
    $roster_file = $students_file;
}
my $deadline = $due eq '' ? undef : Roster::time_of($due) // stop(2, "DUE=$due: write a date and time, such as 2026-03-01 23:59");
$late =~ /^\d+(\.\d+)?$/ && $late <= 100 or stop(2, "LATE=$late: 0 to 100 percent a day");
$late == 0 || defined $deadline or stop(2, "LATE=$late needs DUE='2026-03-01 23:59'");
$grace =~ /^\d{1,5}$/ or stop(2, "GRACE=$grace: a number of minutes");
$attempts =~ /^(?:best|last|)$/ or stop(2, "ATTEMPTS=$attempts: best or last");
$budget =~ /^[1-9]\d{0,6}$/ or stop(2, "BUDGET=$budget: a number of seconds");
$dates =~ /^(?:files)?$/ or stop(2, "DATES=$dates: the only value is 'files'");
my %share_of = (right => 0, clean => 0); # of the points, percent
if ($partial ne '') {
    @share_of{qw(right clean)} = $partial =~ /^\s*(\d+)\s+(\d+)\s*$/ or stop(2, "PARTIAL=$partial: write two percentages, such as '50 75'");
    $share_of{right} <= $share_of{clean} && $share_of{clean} <= 100
        or stop(2, "PARTIAL=$partial: the second must be at least the first, and at most 100");
}
my $bonus = $levels eq '' ? {} : bonus_of($levels);
$table_file eq '' || -f $table_file or stop(2, "TABLE=$table_file is not a file");
my $nicknames = $table_file eq '' ? undef : nicknames($table_file);
my $class_folder = abs_path($submissions); # absolute: children work in other folders
$assignment = basename($class_folder) if $assignment eq '';
my $root = abs_path("$FindBin::RealBin/../..");

# ---- Exercises -------------------------------------------------------------------------------------------------------

sub by_number
{
    my ($ca, $na) = $a =~ /(\d+)-(\d+)/;
    my ($cb, $nb) = $b =~ /(\d+)-(\d+)/;
    return $ca <=> $cb || $na <=> $nb;
}

# ex3-1 => ex3-1-block-sum
my %folder = map { basename($_) =~ /^(ex\d+-\d+)-/ ? ($1 => basename($_)) : () } glob "\Q$root\E/exercises/ex*-*-*";
my @exercises = sort by_number uniq($exercises =~ /\S/ ? map { s/^(?:ex)?/ex/r } split(' ', $exercises) : keys %folder);
for (@exercises) {
    $folder{$_} or stop(2, "there is no exercise $_");
    -x "$root/build/judge/$_" or stop(3, "build/judge/$_ is not built: use make grade");
}

# What exercises are worth here, where that isn't what their judges say.
my %worth;
for (split /[\s,]+/, $worth =~ s/^\s+//r) {
    my ($exercise, $points) = /^(?:ex)?(\d+-\d+):(\d+(?:\.\d+)?)$/ or stop(2, "POINTS=$worth: write exercises with their points, such as '3-1:5 3-9:2'");
    $folder{"ex$exercise"} or stop(2, "POINTS=$worth: there is no exercise ex$exercise");
    $points > 0 or stop(2, "POINTS=$worth: an exercise is worth more than 0 points");
    $worth{"ex$exercise"} = $points + 0;
}

# Checksums of what a verdict follows from besides submission and seed.
my $engine = sha256_hex(join '', map { slurp($_) } glob "\Q$root\E/build/judge/device-*");
my $levels_file = "$root/exercises/levels.csv";
my $solutions = -e $levels_file ? slurp($levels_file) : '';
my $compiler = find_compiler($root);
my (%circumstances, %compiled_by);
for my $exercise (@exercises) {
    my $judge = "$root/exercises/$folder{$exercise}/judge.c";
    $compiled_by{$exercise} = compiler_of($compiler, $device, -e $judge ? slurp($judge) : '');
    my @files = grep { -e } "$root/build/judge/$exercise", "$root/solutions/$folder{$exercise}/hidden.txt",
        "$root/exercises/.given/$folder{$exercise}.cu";
    $circumstances{$exercise} = sha256_hex(join '|', $engine, $device, $compiled_by{$exercise}, $solutions =~ /^(\Q$exercise\E,.*)$/mg, map { sha256_hex(slurp($_)) } @files);
}

# ---- Units -----------------------------------------------------------------------------------------------------------

# find_absent HOW EXERCISE...: judges, once for all students, a file that does not exist. The verdict has the exercise's points
# and says that nothing is there.
my %absent;
sub find_absent
{
    my ($how, @wanted) = @_;
    judge_all([map {
        my $exercise = $_;
        {exercise => $exercise, file => "$root/nothing-handed-in.cu", seed => 1, hidden => '', ask => 'all',
            done => sub { $absent{$exercise} = $_[0] }};
    } @wanted], %$how);
}

# refused EXERCISE WHY: returns the verdict on an exercise that is not judged.
sub refused
{
    my ($exercise, $why) = @_;
    my $absent = $absent{$exercise};
    return $absent if defined $absent->{trouble};
    return {score => 0, points => $absent->{points}, text => "$exercise\n$why\n\nNOT PASSED.\n",
        tests => [{name => $exercise, score => 0, max_score => $absent->{points}, status => 'failed', output => $why}]};
}

# why_no_unit STUDENT EXERCISE FILE: returns why a file, or no file, is no unit; undef if it is one.
sub why_no_unit
{
    my ($student, $exercise, $file) = @_;
    return "The file is larger than $Archives::LARGEST bytes." if $file && length $file->{source} > $Archives::LARGEST;
    return 'The file is UTF-16: save it as UTF-8.' if $file && $file->{source} =~ /^(?:\xff\xfe|\xfe\xff)/;
    return undef if $file;
    my ($passed) = grep { ($_->{exercise} // '') eq $exercise } @{$student->{passed} // []};
    return "Nothing was handed in for $exercise: $passed->{path} is $passed->{why}." if $passed;
    return "The submission could not be read to its end: $student->{why}." if $student->{why};
    return "Nothing was handed in for $exercise.";
}

# Returns what keeps bubblewrap from making a sandbox here, and what to do; nothing if it makes one.
sub no_sandbox
{
    my $said = Child::folder() . '/sandbox';
    my $pid = Child::start(command => [qw(bwrap --unshare-all --die-with-parent --ro-bind / / true)], err => $said)
        // stop(3, "fork: $!");
    waitpid $pid, 0;
    my $status = $?;
    Child::ended($pid);
    return if $status == 0;
    return 'there is no bubblewrap: apt-get install bubblewrap' if $status >> 8 == 127;
    my ($why) = slurp($said) =~ /^(.+)/;
    $why //= 'it does not say why';
    return "bubblewrap can't make one here ($why). What to do: notes/instructor.md, \"The sandbox\"";
}

# ---- The run ---------------------------------------------------------------------------------------------------------

make_path("$out/units", "$out/results", {error => \my $unmade});
@$unmade and stop(2, "OUT=$out can't be made: " . join ' ', %{$unmade->[0]});
my $shown_out = $out;
$out = abs_path($out);
Child::folder(); # starts a warden, which would hold on to files that are opened before
my $lock; # held while grades are made
if ($share eq '') {
    open $lock, '>', "$out/lock" or stop(3, "$out/lock: $!");
    flock $lock, LOCK_EX | LOCK_NB or stop(3, "another grading run is at work in $out");
    # Removes what killed runs have left. No run takes an hour to write a file, so older ones are no longer written.
    find({no_chdir => 1, wanted => sub { unlink if /\.new$/ && -f && -M _ > 1 / 24 }}, "$out/units", "$out/results");
}
my $hindered = $sandbox ? no_sandbox() : undef;
$hindered and stop(3, "submissions are judged in a sandbox, and $hindered");
# Without a sandbox a compiler can read every file that its user may read, and quote it in messages.
my ($readable) = $sandbox ? () : grep { -r } map { "$root/solutions/$folder{$_}/hidden.txt" } @exercises;
$readable and stop(3, "without a sandbox a submission could read $readable: run it as a user who can't read it, or install bubblewrap");
system('command -v bsdtar >/dev/null') == 0 or stop(3, "reading archives needs bsdtar: apt-get install libarchive-tools");

my $roster = $roster_file eq '' ? undef : Roster::load($roster_file);
my ($students, $passed) = Submissions::read_class($class_folder, $attempts ne '', sandbox => $sandbox, exercises => \@exercises,
    known => \%folder, lms => $lms, names => Roster::names_by_number($roster));
my ($first) = Submissions::passed_rows($passed);
%$students or stop(2, "SUBMISSIONS=$submissions holds no student's submission" . ($first ? "; the first file is $first->[0]: $first->[1]" : ''));
print STDERR "grade: the students are called ", join(', ', sort keys %$students), ". If these are attempts, say ATTEMPTS=best or ATTEMPTS=last\n"
    if $attempts eq '' && !grep { !/^\d\d?$/ } keys %$students;
Submissions::clash($students, $_) for $roster ? Roster::assign($roster, $students) : ();
my $marks = $share eq '' ? marks_by_hand("$out/manual.csv", $students, \%folder) : {};
my $class = class_seed("$out/seed.txt");

my (%verdicts, @units, @refused);
for my $name (sort keys %$students) {
    my $student = $students->{$name};
    for my $exercise (@exercises) {
        if (defined $student->{lost}) {
            $verdicts{$name}{$exercise} = {trouble => $student->{lost}};
            next;
        }
        my @tries = @{$student->{tries}{$exercise} // [undef]};
        for my $file ($attempts eq 'best' ? @tries : $tries[-1]) {
            my $why = why_no_unit($student, $exercise, $file);
            if (defined $why) {
                push @refused, {student => $name, exercise => $exercise, why => $why, handed_in => $file};
                next;
            }
            my $place = "$out/units/" . bytes(join '/', $name, grep { $_ ne '' } $file->{attempt});
            make_path($place);
            # Whoever is not in the list may still have got a handout by hand, for the name.
            my $own = $students_file eq '' ? undef : $student->{person} ? Roster::id_of($student->{person}) : $name;
            push @units, make_unit(student => $name, exercise => $exercise, order => scalar @units, budget => $budget, class => $class,
                handed_in => $file, source => $file->{source}, circumstances => join('|', $circumstances{$exercise}, $own // ()),
                own => $own, place => "$place/$exercise",
                hidden => "$root/solutions/$folder{$exercise}/hidden.txt");
        }
    }
}

my @mine = map { $units[$_] } grep { $_ % $parts == $part } 0 .. $#units;
my @new = grep { !kept_verdict($_) } @mine;
my $began = time;
my %spent = map { $_ => $students->{$_}{left}{spent} } keys %$students;
my %used = map { $_ => {-1 => $spent{$_}} } keys %spent;
for my $unit (@mine) {
    my $verdict = kept_verdict($unit) // next;
    $used{$unit->{student}}{$unit->{order}} = $verdict->{processor} // 0;
}
my %how = (root => $root, device => $device, compiler => $compiler->{path}, sandbox => $sandbox, jobs => $jobs, budget => $budget,
    used => \%used);
judge_units(\@new, %how, shown => 1);
judge_partly([grep { !defined $_->{trouble} } @mine], %how) if $partial ne '';
my $seconds = time - $began;

if ($share ne '') {
    my @failed = grep { defined $_->{trouble} } @new;
    print STDERR bytes("grade: $_->{student}, $_->{exercise}: not judged: $_->{trouble}\n") for @failed;
    printf "share %s: %d judged, %d kept from before\n", $share, @new - @failed, @mine - @new;
    exit(@failed ? 3 : 0);
}

my $slow = slow_units(\@units, \%spent, $budget);
push @refused, map { {%$_, why => $slow->{$_->{order}}} } grep { defined $slow->{$_->{order}} } @units;
find_absent(\%how, uniq(map { $_->{exercise} } @refused));
$_->{verdict} = with_worth(refused(@$_{qw(exercise why)}), $worth{$_->{exercise}}) for @refused;
for my $unit (@units) {
    $unit->{verdict} = defined $unit->{trouble} ? {trouble => $unit->{trouble}}
        : with_worth(with_part(kept_verdict($unit) // {trouble => "$unit->{place}.json has gone"}, \%share_of), $worth{$unit->{exercise}});
}

# Returns what a verdict is worth: its points, and what is on top for its level.
sub worth
{
    my ($verdict) = @_;
    return ($verdict->{score} // -1) + ($bonus->{level_of($verdict)} // 0);
}

# Returns the attempt that counts, of those at one exercise: the best, and of like ones the earliest. Where one could not be judged it
# might have been the best.
sub best_of
{
    my ($best) = sort { worth($b->{verdict}) <=> worth($a->{verdict}) } @_; # sort keeps the order of like ones
    my ($open) = grep { defined $_->{verdict}{trouble} } @_;
    return $open && ($best->{verdict}{score} // -1) < ($best->{verdict}{points} // 'inf') ? $open : $best;
}

my (%tries, @counted); # what was handed in for an exercise; the units that count
my @judged = grep { !defined $slow->{$_->{order}} } @units;
for my $try (sort { ($a->{handed_in}{number} // 0) <=> ($b->{handed_in}{number} // 0) } @refused, @judged) {
    push @{$tries{$try->{student}}{$try->{exercise}}}, $try;
}
for my $name (sort keys %tries) {
    for my $exercise (sort keys %{$tries{$name}}) {
        my $try = best_of(@{$tries{$name}{$exercise}});
        $verdicts{$name}{$exercise} = $try->{verdict};
        $students->{$name}{files}{$exercise} = $try->{handed_in} if defined $try->{handed_in}{number};
        push @counted, $try if defined $try->{order};
    }
}

# ---- Grades ----------------------------------------------------------------------------------------------------------

# Returns what a late submission loses, as a line of its results: [what, points, comment].
sub lateness
{
    my ($name, $days) = @_;
    my $judged = 0;
    $judged += $_->{score} // 0 for map { $verdicts{$name}{$_} } grep { !$marks->{$name}{$_} } @exercises;
    my $lost = $judged * ($days * $late > 100 ? 100 : $days * $late) / 100;
    return ['late', -sprintf('%.2f', $lost) + 0, "$days day" . ($days == 1 ? '' : 's')];
}

my $noted = $roster || grep { defined $_->{clash} } values %$students;
my $by_files = 0; # students of whom only the files' dates are known
if (defined $deadline) {
    for my $student (values %$students) {
        @$student{qw(days days_by_files)} = days_late($student, $deadline, $grace);
        $student->{days} //= $student->{days_by_files} if $dates eq 'files';
        $by_files += defined $student->{days_by_files};
    }
}
my $compilers = join ', ', uniq(sort values %compiled_by);
my @table;
for my $name (sort keys %$students) {
    my $student = $students->{$name};
    my $days = $student->{days} // 0;
    my $extra = $marks->{$name}{extra};
    my $count = counts_of(@{$verdicts{$name}}{@exercises});
    my @won = map { "$count->{$_} $_" } grep { $count->{$_} } qw(gold silver bronze);
    my $on_top = sum0(map { $count->{$_} * $bonus->{$_} } keys %$bonus);
    my @extras = (($days && $late ? lateness($name, $days) : ()), ($on_top ? ['levels', $on_top, join ', ', @won] : ()),
        ($extra ? ['extra', @$extra] : ()));
    my $person = $student->{person};
    my $who = $person && $person->{name} ne '' ? $person->{name} : $name;
    my $given = write_results("$out/results/" . bytes($name), $who, \@exercises, $verdicts{$name}, $marks->{$name} // {}, \@extras,
        $student->{clash}, \%compiled_by);
    $student->{total} = $given->{total};
    $student->{feedback} = join '; ', map { my $v = $verdicts{$name}{$_}; "$_: " . ($v->{score} // 'not judged') } @exercises;
    push @table, [$name, ($roster ? $person ? $person->{name} : '' : ()), @{$given->{row}}, $given->{total} // 'open', join(', ', @won),
        (defined $deadline ? $student->{days} // '' : ()), ($by_files ? $student->{days_by_files} // '' : ()),
        ($noted ? $student->{clash} // ($roster && !$person ? 'not in the roster' : '') : ()), $given->{by_hand}, $compilers];
}
if ($roster) {
    push @table, map { [$_->{student}, $_->{name}, (0) x @exercises, 0, '', (defined $deadline ? '' : ()), ($by_files ? '' : ()), 'missing', '', ''] }
        Roster::missing($roster);
}
my $off = $dates eq 'files' ? 'they count, as DATES=files says' : 'nothing is taken off';
unshift @table, ['student', ($roster ? 'name' : ()), @exercises, 'total', 'levels', (defined $deadline ? 'late days' : ()),
    ($by_files ? "late days by dates of files, which a student can set: $off" : ()), ($noted ? 'note' : ()), 'by hand', 'compiler'];

# write_table NAME ROWS: writes OUT/NAME.csv.
sub write_table
{
    my ($name, @rows) = @_;
    spill("$out/$name.csv", bytes(join '', map { csv_line(@$_) } @rows));
}

# Returns the rows of suspects.csv.
sub suspect_rows
{
    return map { my $unit = $_; map { [@$unit{qw(student exercise)}, @$_] } suspects($unit->{source}) } @counted;
}

# Returns the sources of the folder EARLIER: exercise => name => text.
sub earlier_sources
{
    my %sources;
    return \%sources if $earlier eq '';
    my ($entries, $why) = read_folder($earlier, allowance());
    $why and stop(2, "EARLIER=$earlier: $why");
    for (grep { defined $_->{source} } @$entries) {
        my $exercise = exercise_of($_->{path}) // next;
        $sources{$exercise}{"earlier: $_->{path}"} = $_->{source};
    }
    return \%sources;
}

# Writes the pages of OUT/similar/, one a pair; returns the rows of similar.csv, for each exercise the pairs that are alike, and those of
# solutions.csv, which pair students with our solution.
sub show_similar
{
    my $before = earlier_sources();
    my (@rows, @solved);
    make_path("$out/similar");
    unlink glob "\Q$out\E/similar/*.html";
    for my $exercise (@exercises) {
        my %sources = map { $_->{student} => $_->{source} } grep { $_->{exercise} eq $exercise } @counted;
        my ($given, $solution) = map { -e $_ ? slurp($_) : '' } "$root/exercises/.given/$folder{$exercise}.cu", "$root/solutions/$folder{$exercise}/exercise.cu";
        my $ours = "solution: $folder{$exercise}";
        my %others = (%{$before->{$exercise} // {}}, ($solution ne '' ? ($ours => $solution) : ()));
        my ($number, $solved) = (0, 0);
        for my $pair (similar_pairs($given, \%sources, \%others)) {
            my $is_ours = $pair->[1] eq $ours;
            my $page = "similar/$exercise-" . ($is_ours ? 'solution-' . ++$solved : ++$number) . '.html';
            spill("$out/$page", bytes(side_by_side("$exercise: $pair->[0] and $pair->[1]", $pair, $given, {%sources, %others})));
            $is_ours ? push @solved, [$exercise, @$pair[0, 2 .. 4], $page] : push @rows, [$exercise, @$pair, $page];
        }
    }
    return (\@rows, \@solved);
}

my $points = 0;
for my $exercise (@exercises) {
    my ($known) = grep { defined $_->{points} } map { $verdicts{$_}{$exercise} } sort keys %$students;
    $points += $known->{points} if $known;
}
write_table('grades', @table);
write_table('passed-over', ['file', 'why'], Submissions::passed_rows($passed));
my ($alike, $like_ours) = show_similar();
write_table('similar', ['exercise', 'student', 'student', 'percent', 'fingerprints', 'note', 'page'], @$alike);
write_table('solutions', ['exercise', 'student', 'percent', 'fingerprints', 'note', 'page'], @$like_ours);
write_table('suspects', ['student', 'exercise', 'line', 'what', 'what it may be for (costs no points)', 'text'], suspect_rows());
if ($nicknames) {
    my @rows = level_table($nicknames, \@exercises, \%verdicts);
    write_table('table', @rows);
    spill("$out/table.html", bytes(level_page($assignment, @rows)));
}
write_table('statistics', statistics(\@exercises, \%verdicts));
my %exports = (canvas => Roster::for_canvas($roster, $students, $assignment, $points), moodle => Roster::for_moodle($roster, $students));
spill("$out/$_.csv", bytes($exports{$_})) for grep { defined $exports{$_} } sort keys %exports;

# Students' pages in the form of Moodle's "Upload multiple feedback files in a zip": it reads a folder's name up to the third underscore.
my %number = Roster::moodle_numbers($roster, $students);
if (%number) {
    my $pages = Child::folder() . '/feedback';
    for my $name (grep { !defined $students->{$_}{clash} } sort keys %number) {
        my $place = "$pages/" . bytes(($name =~ s/_\d+$//r =~ s/_/ /gr) . "_$number{$name}_assignsubmission_file_");
        make_path($place);
        spill("$place/results.html", slurp("$out/results/" . bytes($name) . '.html'));
    }
    my $aside = "$out/moodle-feedback.zip.new";
    local $ENV{LC_ALL} = 'C.UTF-8'; # names in a zip then say that they are UTF-8
    system('bsdtar', '-c', '--format', 'zip', '--uid', '0', '--gid', '0', '-f', $aside, '-C', $pages, '.') == 0
        && rename $aside, "$out/moodle-feedback.zip" or stop(3, "$out/moodle-feedback.zip can't be written");
}

# Returns "1 student", "2 students".
sub count_of
{
    my ($n, $what) = @_;
    return "$n $what" . ($n == 1 ? '' : 's');
}

my @open;
my @clashing = grep { defined $students->{$_}{clash} } sort keys %$students;
print STDERR bytes("grade: $_: $students->{$_}{clash}: there is no total until one of them is renamed or removed\n") for @clashing;
for my $name (sort keys %$students) {
    for my $exercise (grep { defined $verdicts{$name}{$_}{trouble} } @exercises) {
        push @open, "$name, $exercise";
        print STDERR bytes("grade: $name, $exercise: not judged: $verdicts{$name}{$exercise}{trouble}\n");
    }
}
print "$shown_out/passed-over.csv: ", count_of(scalar @$passed, 'file'), " passed over, each with the reason\n" if @$passed;
printf "%s/grades.csv: %s; %d judged%s, %d kept from before\n", $shown_out, count_of(scalar keys %$students, 'student'),
    scalar @new, @new ? sprintf(' in %d s', $seconds) : '', @units - @new;
print count_of($by_files, 'student'), ": no time of submission is known but the dates of files, which a student can set: $off\n" if $by_files;
my %slow_of;
$slow_of{$_->{student}}++ for grep { defined $slow->{$_->{order}} } @units;
print bytes("$_: too slow, ") . count_of($slow_of{$_}, 'exercise') . " gave 0 (notes/instructor.md, \"Time\")\n" for sort keys %slow_of;
print "memory and processes were limited for each process alone: no cgroup may be used here (notes/instructor.md)\n"
    if grep { defined $_->{cgroup} && !$_->{cgroup} } map { values %$_ } values %verdicts;
stop(3, count_of(scalar @clashing, 'student') . ' without a total, since each is somebody else, too') if @clashing && !@open;
stop(3, @open . ' not judged, of ' . keys(%$students) * @exercises . '; the same command tries them again') if @open;
