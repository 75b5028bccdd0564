#!/usr/bin/env perl
# grade.pl: judges a class's submissions. `make grade SUBMISSIONS=dir` runs it; notes/instructor.md is its manual.
#
#   SUBMISSIONS/ann, bob.zip, …       a folder, an archive or files for each student; grade/Names.pm says what is understood
#
#   OUT/submissions.txt               the path of SUBMISSIONS, so that no others are graded into the same OUT
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
use List::Util qw(min sum0 uniq);
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
my $shown_out = $out;

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
my $engine = sha256_hex(join '', map { slurp($_) } glob "\Q$root\E/build/judge/{device-*,nvrtc*}");
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
    return {score => 0, points => $absent->{points}, refused => $why, text => "$exercise\n$why\n\nNOT PASSED.\n",
        tests => [{name => $exercise, score => 0, max_score => $absent->{points}, status => 'failed', output => $why}]};
}

# Returns the last of several files for an exercise; if it was handed in unchanged more than once, the first of these.
sub last_of
{
    my $last = pop;
    while (@_ && $last && ($_[-1]{source} // '') eq ($last->{source} // '')) {
        $last = pop;
    }
    return $last;
}

# why_no_unit STUDENT EXERCISE FILE: returns why a file, or no file, is no unit; undef if it is one.
sub why_no_unit
{
    my ($student, $exercise, $file) = @_;
    return "The file is larger than $Archives::LARGEST bytes." if $file && length $file->{source} > $Archives::LARGEST;
    return 'The file is UTF-16: save it as UTF-8.' if $file && $file->{source} =~ /^(?:\xff\xfe|\xfe\xff)/;
    return $file ? undef : Submissions::why_nothing($student, $exercise);
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

# Sees to it that OUT is of one folder of submissions: two of them in one OUT would be graded by the marks of the first, and its grades be lost.
# A folder that has gone since was moved.
sub one_class
{
    my ($path) = @_;
    my $before = -e $path ? slurp($path) =~ s/\n\z//r : '';
    return if $before eq $class_folder;
    stop(2, "OUT=$shown_out has the grades of SUBMISSIONS=" . characters($before) . ', so name another OUT, such as OUT='
        . characters("$shown_out-" . basename($class_folder)) . "; if both are the same work, remove $shown_out/submissions.txt")
        if $before ne '' && -d $before;
    spill($path, "$class_folder\n");
}

# Removes what an earlier run has written of students who are no longer there, and forms that this run does not write.
sub remove_old
{
    my (@written) = @_;
    my %now = map { $_ => 1 } @written;
    unlink grep { !$now{$_} } (glob "\Q$out\E/results/*.{json,xml,txt,html}"), map { "$out/$_" } qw(canvas.csv moodle.csv table.csv table.html);
}

# ---- The run ---------------------------------------------------------------------------------------------------------

make_path("$out/units", "$out/results", {error => \my $unmade});
@$unmade and stop(2, "OUT=$out can't be made: " . join ' ', %{$unmade->[0]});
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

my ($students, $passed); # the class by name; what was passed over

# Adds a student who is in the class's list and has handed in nothing, and gets marks by hand. Returns the name.
sub add_absent
{
    my ($person) = @_;
    my $name = harmless($person->{student}) =~ s{[/\\"\t\n]|^\.}{_}gr;
    $name .= " (line $person->{line})" if $students->{$name};
    $students->{$name} = {plain => $name, person => $person, tries => {}, passed => [], left => allowance(), absent => 1};
    return $person->{found} = $name;
}

my $roster = $roster_file eq '' ? undef : Roster::load($roster_file, defined $deadline);
($students, $passed) = Submissions::read_class($class_folder, $attempts ne '', sandbox => $sandbox, exercises => \@exercises, root => $root,
    known => \%folder, lms => $lms, names => Roster::names_by_number($roster));
my ($first) = Submissions::passed_rows($passed);
%$students or stop(2, "SUBMISSIONS=$submissions holds no student's submission" . ($first ? "; the first file is $first->[0]: $first->[1]" : ''));
one_class("$out/submissions.txt");
print STDERR "grade: the students are called ", join(', ', sort keys %$students), ". If these are attempts, say ATTEMPTS=best or ATTEMPTS=last\n"
    if $attempts eq '' && !grep { !/^\d\d?$/ } keys %$students;
Submissions::clash($students, $_) for $roster ? Roster::assign($roster, $students) : ();
my $marks = $share eq '' ? marks_by_hand("$out/manual.csv", $students, \%folder, $roster, \&add_absent) : {};
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
        for my $file ($attempts eq 'best' ? @tries : last_of(@tries)) {
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

# Returns the days by which something handed in was late, {known, by_files}, of which `known` counts.
sub days_of
{
    my ($name, $file) = @_;
    my $days = defined $deadline && defined $file->{number} ? days_late($students->{$name}, $file, $deadline, $grace) : {};
    $days->{known} //= $days->{by_files} if $dates eq 'files';
    return $days;
}

# Returns what being late takes off a verdict's points.
sub lost
{
    my ($verdict, $days) = @_;
    return ($verdict->{score} // 0) * min(100, ($days->{known} // 0) * $late) / 100;
}

# Returns what something handed in is worth: its points, less what it loses by being late, and what is on top for its level.
sub worth
{
    my ($try) = @_;
    my $verdict = $try->{verdict};
    return ($verdict->{score} // -1) - lost($verdict, $try->{days}) + ($bonus->{level_of($verdict)} // 0);
}

# Returns the attempt that counts, of those at one exercise: the one that is worth most, and of like ones the earliest. Where one could
# not be judged it might have been the best.
sub best_of
{
    my ($best) = sort { worth($b) <=> worth($a) } @_; # sort keeps the order of like ones
    my ($open) = grep { defined $_->{verdict}{trouble} } @_;
    return $open && ($best->{verdict}{score} // -1) < ($best->{verdict}{points} // 'inf') ? $open : $best;
}

my (%tries, @counted); # what was handed in for an exercise; the units that count
my @judged = grep { !defined $slow->{$_->{order}} } @units;
for my $try (sort { ($a->{handed_in}{number} // 0) <=> ($b->{handed_in}{number} // 0) } @refused, @judged) {
    $try->{days} = days_of($try->{student}, $try->{handed_in});
    push @{$tries{$try->{student}}{$try->{exercise}}}, $try;
}
for my $name (sort keys %tries) {
    for my $exercise (sort keys %{$tries{$name}}) {
        my $try = best_of(@{$tries{$name}{$exercise}});
        $verdicts{$name}{$exercise} = $try->{verdict};
        $students->{$name}{days}{$exercise} = $try->{days};
        push @counted, $try if defined $try->{order};
    }
}

# Marks by hand replace all that was judged, the level, too.
for my $name (sort keys %$marks) {
    for my $exercise (sort grep { $_ ne 'extra' } keys %{$marks->{$name}}) {
        my ($mark, $verdict) = ($marks->{$name}{$exercise}, $verdicts{$name}{$exercise});
        my $most = $verdict ? $verdict->{points} : undef;
        my $odd = !$verdict ? "$exercise is not graded in this run, so this mark does not count"
            : $mark->[0] < 0 ? 'less than no points' : defined $most && $mark->[0] > $most ? "$mark->[0] points, and $exercise has $most" : undef;
        print STDERR bytes("grade: $mark->[2]: $odd\n") if defined $odd;
    }
    for my $exercise (grep { $verdicts{$name}{$_} } keys %{$marks->{$name}}) {
        $verdicts{$name}{$exercise} = {%{$verdicts{$name}{$exercise}}, level => undef};
    }
}

# ---- Grades ----------------------------------------------------------------------------------------------------------

# late_days NAME WHICH: returns the days, `known` or `by_files`, of what a student has handed in: [[exercise, days], …], undef where not known.
sub late_days
{
    my ($name, $which) = @_;
    my $days = $students->{$name}{days} // {};
    return [map { [$_, $days->{$_}{$which}] } grep { %{$days->{$_} // {}} } @exercises];
}

# Returns what late work loses, as a line of its student's results, [what, points, comment]; nothing if none is late. Marks by hand lose nothing.
sub lateness
{
    my ($name) = @_;
    my $days = late_days($name, 'known');
    return unless $late && grep { $_->[1] } @$days;
    my @judged = grep { !$marks->{$name}{$_} } @exercises;
    my $lost = sum0(map { lost($verdicts{$name}{$_}, $students->{$name}{days}{$_} // {}) } @judged);
    my $words = days_in_words($days);
    return ['late', -sprintf('%.2f', $lost) + 0, $words =~ /^\d+$/ ? count_of($words, 'day') : "days late: $words"];
}

# Returns what there is to say of a student in the table, '' if there is nothing.
sub note_on
{
    my ($student) = @_;
    return join '; ', grep { $_ ne '' } $student->{clash} // '', $roster && !$student->{person} ? 'not in the roster' : '',
        Submissions::is_unread($student) ? 'handed in, could not be read' : '', $student->{absent} ? 'missing' : '';
}

my $noted = $roster || grep { note_on($_) ne '' } values %$students;
my $by_files = grep { days_in_words(late_days($_, 'by_files')) ne '' } keys %$students; # students of whom only the files' dates are known
my @table;
for my $name (sort keys %$students) {
    my $student = $students->{$name};
    my $extra = $marks->{$name}{extra};
    my $count = counts_of(@{$verdicts{$name}}{@exercises});
    my @won = map { "$count->{$_} $_" } grep { $count->{$_} } qw(gold silver bronze);
    my $on_top = sum0(map { $count->{$_} * $bonus->{$_} } keys %$bonus);
    my @extras = (lateness($name), ($on_top ? ['levels', $on_top, join ', ', @won] : ()),
        ($extra ? ['extra', @$extra] : ()));
    my $person = $student->{person};
    my $who = $person && $person->{name} ne '' ? $person->{name} : $name;
    # A file that one compiler doesn't take is another's; the judge says whose it was.
    my %compilers = (%compiled_by, map { $device eq 'sim' && defined $verdicts{$name}{$_}{compiler} ? ($_ => $verdicts{$name}{$_}{compiler}) : () } @exercises);
    my $given = write_results("$out/results/" . bytes($name), $who, \@exercises, $verdicts{$name}, $marks->{$name} // {}, \@extras,
        $student->{clash}, \%compilers);
    @$student{qw(total feedback)} = @$given{qw(total feedback)};
    push @table, [$name, ($roster ? $person ? $person->{name} : '' : ()), @{$given->{row}}, $given->{total} // 'open', join(', ', @won),
        (defined $deadline ? days_in_words(late_days($name, 'known')) : ()), ($by_files ? days_in_words(late_days($name, 'by_files')) : ()),
        ($noted ? note_on($student) : ()), $given->{by_hand}, join(', ', uniq(sort values %compilers))];
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
        my %passed = map { my $v = $verdicts{$_}{$exercise}; ($_ => ($v->{score} // 0) == ($v->{points} // -1) ? 1 : 0) } keys %sources;
        for my $pair ($students_file ne '' ? same_answers($given, \%sources, \%passed) : (), similar_pairs($given, \%sources, \%others)) {
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
remove_old((map { my $name = bytes($_); map { "$out/results/$name.$_" } qw(json xml txt html) } keys %$students),
    (map { defined $exports{$_} ? "$out/$_.csv" : () } keys %exports), ($nicknames ? ("$out/table.csv", "$out/table.html") : ()));

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
my $usual = grep { Submissions::is_usual($_) } @$passed;
print "$shown_out/passed-over.csv: ", join('; ', (@$passed > $usual ? count_of(@$passed - $usual, 'file') . ' passed over, each with the reason' : ()),
    ($usual ? count_of($usual, 'file') . ($usual == 1 ? ' is no .cu, or is as it was handed out' : ' are no .cu, or are as they were handed out') : ())), "\n" if @$passed;
my $missing = $roster ? Roster::missing($roster) + grep({ $_->{absent} } values %$students) : 0;
printf "%s/grades.csv: %s%s; %d judged%s, %d kept from before\n", $shown_out, count_of(scalar(grep { !$_->{absent} } values %$students), 'student'),
    $missing ? ", $missing missing" : '', scalar @new, @new ? sprintf(' in %d s', $seconds) : '', @units - @new;
my @unread = grep { Submissions::is_unread($students->{$_}) } sort keys %$students;
my $nobodys = grep { $_->{nobodys} } @$passed;
print count_of($nobodys, 'submission'), $nobodys == 1 ? ' has' : ' have', " no student, and so no row in grades.csv: passed-over.csv says why\n" if $nobodys;
print bytes(count_of(scalar @unread, 'student') . ' handed in what could not be read: ' . join(', ', @unread) . "\n") if @unread;
# Neither LMS takes points as a share: with another maximum there, 3 of 3 points are 3 of 100.
my $maximum = $roster ? Roster::maximum($roster, $assignment) : undef;
if (defined $maximum) {
    my $lms = ucfirst $roster->{kind};
    my @above = map { "$_ ($students->{$_}{total})" } grep { ($students->{$_}{total} // 0) > $maximum } sort keys %$students;
    print STDERR "grade: $lms has $maximum points for this work, and these exercises have $points: set them to $points in $lms\n" if $maximum != $points;
    print STDERR bytes("grade: $lms has $maximum points for this work, which is less than some have: " . join(', ', @above) . "\n") if @above;
}
print count_of($by_files, 'student'), ": no time of submission is known but the dates of files, which a student can set: $off\n" if $by_files;
my %slow_of;
$slow_of{$_->{student}}++ for grep { defined $slow->{$_->{order}} } @units;
print bytes("$_: too slow, ") . count_of($slow_of{$_}, 'exercise') . " gave 0 (notes/instructor.md, \"Time\")\n" for sort keys %slow_of;
# Linux doesn't apply the limit of a user's processes to root.
print $> == 0 ? 'memory was limited for each process alone, and the number of processes not at all, as you are root' : 'memory and processes were limited for each process alone',
    ": no cgroup may be used here (notes/instructor.md)\n"
    if grep { defined $_->{cgroup} && !$_->{cgroup} } map { values %$_ } values %verdicts;
stop(3, count_of(scalar @clashing, 'student') . ' without a total, since each is somebody else, too') if @clashing && !@open;
stop(3, @open . ' not judged, of ' . keys(%$students) * @exercises . '; the same command tries them again') if @open;
