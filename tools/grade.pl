#!/usr/bin/env perl
# grade.pl: judges a class's submissions. `make grade SUBMISSIONS=dir` runs it; notes/instructor.md is its manual.
#
#   SUBMISSIONS/ann, bob.zip          one folder or archive a student; its name, without .zip or .tar.gz, is the student's
#       ex3-1.cu                      what was handed in, at any depth: the one nearest to the top counts
#       exercises/ex3-1-slug/exercise.cu
#
#   OUT/seed.txt                      the class's seed; every input follows from it, the student and the exercise
#   OUT/units/ann/ex3-1.cu, .json     what was judged, and the verdict with the key it was made under
#   OUT/manual.csv                    an instructor's own marks: student,exercise,points,comment; never written again
#   OUT/grades.csv                    one row a student
#   OUT/results/ann.json .xml .txt    one student's results: Gradescope's form, JUnit's, text
#
# A *unit* is one student's one exercise. Its key is a checksum of all that its verdict follows from: the submission, the
# judge, the hidden cases, the seed. A unit whose verdict has the right key is not judged again, so a run that was killed
# goes on where it was. Files are written aside and renamed: none is ever half-written.
#
# Exit status: 0 all judged, 2 bad usage, 3 something could not be judged.
use strict;
use warnings;
use Cwd qw(abs_path);
use Digest::SHA qw(sha256_hex);
use Fcntl qw(:DEFAULT :flock :mode);
use File::Basename qw(basename dirname);
use File::Find qw(find);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use FindBin;
use Getopt::Long qw(:config no_ignore_case bundling);
use JSON::PP;
use POSIX qw(:sys_wait_h setpgid);

my $LARGEST = 256 << 10;    # bytes of a submission; more is no kernel written by hand
my $ENTRIES = 20_000;       # files of a submission that are looked at
my $ARCHIVE_SECONDS = 10;   # of processor time, to read an archive
my $UNIT_SECONDS = 1800;    # a judge ends by itself long before

my ($out, $jobs, $exercises, $device, $share, $sandbox, $help) = ('grades', 0, '', 'sim', '', 1);
my $usage = <<'END';
usage: tools/grade.pl [options] SUBMISSIONS

Judges the submissions in a folder, a folder or archive per student, and writes
grades.csv and a result file per student. `make grade` builds the judges first.

  -o, --out DIR            where results go (default: grades)
  -j, --jobs N             judged at the same time (default: one per core)
  -e, --exercises '3-1 …'  which exercises (default: all)
  -d, --device sim|gpu|all where (default: sim)
      --share K/N          judges only the K-th of N shares and writes no grades:
                           for array jobs; a last run without it collects
      --no-sandbox         without bubblewrap: only where every submission has a
                           container or machine of its own
  -h, --help               this

Exit status: 0 all judged, 2 bad usage, 3 something could not be judged.
END

sub stop
{
    my ($status, $message) = @_;
    print STDERR "grade: $message\n";
    exit $status;
}

GetOptions(
    'o|out=s' => \$out, 'j|jobs=i' => \$jobs, 'e|exercises=s' => \$exercises, 'd|device=s' => \$device,
    'share=s' => \$share, 'sandbox!' => \$sandbox, 'h|help' => \$help,
) or exit 2;
if ($help) {
    print $usage;
    exit 0;
}
@ARGV == 1 or stop(2, "one folder of submissions is wanted; -h lists the options");
my $submissions = $ARGV[0];
$submissions ne '' or stop(2, 'make grade SUBMISSIONS=dir: the folder that holds a folder or archive per student');
-d $submissions or stop(2, "SUBMISSIONS=$submissions is not a folder");
my ($part, $parts) = (0, 1);
if ($share ne '') {
    ($part, $parts) = $share =~ m{^(\d+)/(\d+)$} or stop(2, "--share $share: K/N is wanted, as 3/8");
    $part >= 1 && $part <= $parts or stop(2, "--share $share: K is 1 to N");
    $part--;
}
$jobs >= 0 or stop(2, "--jobs $jobs: at least 1");
$jobs ||= do { my $n = `nproc`; $n > 0 ? $n + 0 : 1 };
my $root = "$FindBin::RealBin/..";
my $lock; # held while grades are made, by this process alone

# ---- Files -----------------------------------------------------------------------------------------------------------

sub slurp
{
    my ($path) = @_;
    open my $in, '<:raw', $path or stop(3, "$path: $!");
    local $/;
    my $text = <$in>;
    return $text // '';
}

sub spill
{
    my ($path, $text) = @_;
    my $aside = "$path.$$.new";
    open my $file, '>:raw', $aside or stop(3, "$aside: $!");
    print $file $text;
    close $file or stop(3, "$aside: $!");
    rename $aside, $path or stop(3, "$path: $!");
}

# Names of files and what is read from them are bytes; text that is shown is characters.
sub decode_utf8
{
    my ($text) = @_;
    utf8::decode($text);
    return $text;
}

sub encode_utf8
{
    my ($text) = @_;
    utf8::encode($text);
    return $text;
}

# The same value gives the same text.
my $json = JSON::PP->new->canonical->pretty->utf8;

# ---- Exercises -------------------------------------------------------------------------------------------------------

sub by_number
{
    my ($ca, $na) = $a =~ /(\d+)-(\d+)/;
    my ($cb, $nb) = $b =~ /(\d+)-(\d+)/;
    return $ca <=> $cb || $na <=> $nb;
}

# ex3-1 => ex3-1-block-sum
my %folder = map { basename($_) =~ /^(ex\d+-\d+)-/ ? ($1 => basename($_)) : () } glob "$root/exercises/ex*-*-*";
my @exercises = sort by_number $exercises =~ /\S/ ? map { s/^(?:ex)?/ex/r } split(' ', $exercises) : keys %folder;
for (@exercises) {
    $folder{$_} or stop(2, "there is no exercise $_");
    -x "$root/build/judge/$_" or stop(3, "build/judge/$_ is not built: use make grade");
}

# What a verdict follows from besides submission and seed.
my $engine = sha256_hex(join '', map { slurp($_) } glob "$root/build/judge/device-*");
my %circumstances;
for my $exercise (@exercises) {
    my @files = grep { -e } "$root/build/judge/$exercise", "$root/solutions/$folder{$exercise}/hidden.txt",
        "$root/exercises/.given/$folder{$exercise}.cu";
    $circumstances{$exercise} = sha256_hex(join '|', $engine, $device, map { sha256_hex(slurp($_)) } @files);
}

# ---- Submissions -----------------------------------------------------------------------------------------------------

# The exercise that a path inside a submission is handed in for, or undef.
sub exercise_of
{
    my ($path) = @_;
    return $1 if $path =~ m{(?:^|/)(ex\d+-\d+)\.cu$};
    return $1 if $path =~ m{(?:^|/)exercises/(ex\d+-\d+)-[^/]+/exercise\.cu$};
    return undef;
}

# choose PATHS: exercise => the path nearest to the top
sub choose
{
    my %chosen;
    for my $path (sort { ($a =~ tr{/}{}) <=> ($b =~ tr{/}{}) || $a cmp $b } @_) {
        my $exercise = exercise_of($path);
        $chosen{$exercise} //= $path if defined $exercise;
    }
    return \%chosen;
}

# Links are followed nowhere, and only plain files are read.
sub read_folder
{
    my ($top) = @_;
    my ($seen, @paths) = (0);
    find({no_chdir => 1, wanted => sub {
        die "it has more than $ENTRIES files\n" if ++$seen > $ENTRIES;
        push @paths, substr $_, length($top) + 1 if -f && !-l;
    }}, $top);
    my $chosen = choose(@paths);
    my %handed;
    for my $exercise (keys %$chosen) {
        sysopen my $file, "$top/$chosen->{$exercise}", O_RDONLY | O_NOFOLLOW | O_NONBLOCK or next;
        sysread $file, $handed{$exercise}, $LARGEST + 1;
    }
    return \%handed;
}

# unpack_to_pipe ARCHIVE LIMIT ARGUMENTS: what bsdtar prints, at most LIMIT bytes. It runs where there is nothing but /usr,
# and is given the archive as an open file. Nothing is ever unpacked onto the disk, so that neither "..", nor links, nor
# a thousand files do any harm, and reading ends at LIMIT whatever an archive would grow to.
sub unpack_to_pipe
{
    my ($archive, $limit, @arguments) = @_;
    my @wall = $sandbox ? (qw(bwrap --unshare-all --die-with-parent --new-session --clearenv --ro-bind /usr /usr
        --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --dev /dev --)) : ();
    my $pid = open my $pipe, '-|' // die;
    if (!$pid) {
        open STDIN, '<', $archive or POSIX::_exit(1);
        open STDERR, '>', '/dev/null';
        exec @wall, '/bin/sh', '-c', "ulimit -v 1000000; ulimit -t $ARCHIVE_SECONDS; exec bsdtar \"\$@\"", 'sh', @arguments
            or POSIX::_exit(127);
    }
    binmode $pipe;
    my $text = '';
    while (length $text < $limit) {
        read $pipe, $text, $limit - length $text, length $text or last;
    }
    my $cut = length $text >= $limit;
    kill 'KILL', $pid if $cut;
    close $pipe;
    return ($text, $cut || $? == 0);
}

sub read_archive
{
    my ($archive) = @_;
    my ($list, $readable) = unpack_to_pipe($archive, 4 << 20, '-tf', '-');
    $readable or die "it is no archive, or is damaged, or takes more than $ARCHIVE_SECONDS s to read\n";
    my @paths = split /\n/, $list;
    @paths <= $ENTRIES or die "it has more than $ENTRIES files\n";
    my $chosen = choose(@paths);
    my %handed;
    for my $exercise (grep { $folder{$_} } keys %$chosen) {
        my $pattern = $chosen->{$exercise} =~ s/([*?\[\]\\])/\\$1/gr;
        ($handed{$exercise}) = unpack_to_pipe($archive, $LARGEST + 1, '-xqOf', '-', '--', $pattern);
    }
    return \%handed;
}

# students: name => path. Names that begin with a dot are not students'.
sub students
{
    opendir my $folder, $submissions or stop(2, "$submissions: $!");
    my %path;
    for my $entry (sort readdir $folder) {
        next if $entry =~ /^\./;
        my $path = "$submissions/$entry";
        my $name = $entry;
        if (-l $path) {
            stop(2, "$path is a link: put the submission itself there");
        } elsif (!-d $path) {
            next unless -f $path && $name =~ s/\.(?:zip|tar|tgz|tar\.(?:gz|xz|bz2|zst))$//i;
        }
        $name =~ /^[^\x00-\x1f\x7f\/"\\]{1,100}$/ or stop(2, "$path: a student's name has at most 100 characters and no \" or \\");
        $path{$name} and stop(2, "$name has both $path{$name} and $path: keep one");
        $path{$name} = $path;
    }
    %path or stop(2, "SUBMISSIONS=$submissions holds neither folders nor archives");
    return %path;
}

# ---- Judging a unit --------------------------------------------------------------------------------------------------

# 32 bits for one student's one exercise: fresh for every class, the same in every run.
sub seed_of
{
    my ($class, $student, $exercise) = @_;
    return hex substr sha256_hex("$class|$student|$exercise"), 0, 8;
}

sub class_seed
{
    my $path = "$out/seed.txt";
    if (!-e $path) {
        open my $random, '<:raw', '/dev/urandom' or stop(3, "/dev/urandom: $!");
        read $random, my $bytes, 16;
        # Of several that begin at once one wins: link() fails where there is a file.
        spill("$path.$$", unpack('H*', $bytes) . "\n");
        link "$path.$$", $path;
        unlink "$path.$$";
    }
    return slurp($path) =~ s/\s+//gr;
}

# run_judge EXERCISE FILE SEED: the verdict, or what kept the judge from one. The judge runs in the file's folder, so that
# its text shows a student no path of the instructor's.
sub run_judge
{
    my ($exercise, $file, $seed) = @_;
    my $work = tempdir('gradeXXXXXXXX', TMPDIR => 1, CLEANUP => 1);
    my $hidden = "$root/solutions/$folder{$exercise}/hidden.txt";
    my @command = ("$root/build/judge/$exercise", '--json', "$work/json", '--text', "$work/text", '--seed', $seed,
        '--device', $device, ($sandbox ? '--sandbox' : ()), (-e $hidden ? ('--hidden', $hidden) : ()),
        basename($file));
    my $pid = fork // return {trouble => "fork: $!"};
    if (!$pid) {
        chdir dirname($file) or POSIX::_exit(127);
        open STDIN, '<', '/dev/null';
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', "$work/trouble";
        alarm $UNIT_SECONDS;
        exec @command or POSIX::_exit(127);
    }
    waitpid $pid, 0;
    my $status = $? & 127 ? "signal " . ($? & 127) : $? >> 8;
    if ($status !~ /^[01]$/) {
        my ($line) = slurp("$work/trouble") =~ /^(.+)$/m;
        return {trouble => $line // "the judge ended with $status"};
    }
    my $verdict = eval { decode_json(slurp("$work/json")) } or return {trouble => "the judge's results are no JSON"};
    return {score => $verdict->{score}, points => points_in($verdict), tests => $verdict->{tests},
        text => decode_utf8(slurp("$work/text"))};
}

# What a verdict could have been worth.
sub points_in
{
    my ($verdict) = @_;
    my $points = 0;
    $points += $_->{max_score} // 0 for @{$verdict->{tests}};
    return $points;
}

sub judge_unit
{
    my ($unit) = @_;
    my ($place, $exercise, $source) = @$unit{qw(place exercise source)};
    spill("$place.cu", $source);
    my $verdict = run_judge($exercise, "$place.cu", $unit->{seed});
    if (defined $verdict->{trouble}) {
        print STDERR "\rgrade: $unit->{student}, $exercise: $verdict->{trouble}\n";
        return 3;
    }
    spill("$place.json", $json->encode({%$verdict, key => $unit->{key}, seed => $unit->{seed}}));
    return 0;
}

# The verdict on file, if it has the unit's key.
sub verdict_of
{
    my ($unit) = @_;
    -e "$unit->{place}.json" or return undef;
    my $verdict = eval { decode_json(slurp("$unit->{place}.json")) } or return undef;
    return $verdict->{key} eq $unit->{key} ? $verdict : undef;
}

# judge_all UNITS: $jobs at a time; returns how many could not be judged.
sub judge_all
{
    my @waiting = @_;
    my ($count, $done, $failed, %running) = (scalar @waiting, 0, 0);
    my $began = time;
    my $progress = sub {
        return unless -t STDERR && $count;
        my $left = $done ? int((time - $began) / $done * ($count - $done) + 0.5) : 0;
        printf STDERR "\r%d of %d judged%s   ", $done, $count, $done ? sprintf(', about %d:%02d left', $left / 60, $left % 60) : '';
        print STDERR "\r", ' ' x 60, "\r" if $done == $count;
    };
    # Whoever stops this run stops the judges too.
    local $SIG{INT} = local $SIG{TERM} = local $SIG{HUP} = sub {
        kill 'TERM', map { -$_ } keys %running;
        print STDERR "\ngrade: stopped; the same command goes on from here\n";
        exit 130;
    };
    while (@waiting || %running) {
        $progress->();
        while (@waiting && keys %running < $jobs) {
            my $unit = shift @waiting;
            my $pid = fork // stop(3, "fork: $!");
            if (!$pid) {
                setpgid(0, 0);
                close $lock if $lock;
                $SIG{INT} = $SIG{TERM} = $SIG{HUP} = sub { exit 130 }; # which tidies up
                exit judge_unit($unit);
            }
            $running{$pid} = 1;
        }
        my $pid = waitpid -1, 0;
        delete $running{$pid} or next;
        $done++;
        $failed++ if $?;
    }
    $progress->();
    return $failed;
}

# ---- Results ---------------------------------------------------------------------------------------------------------

# csv_fields LINE: its fields; "" inside quotes is one quote.
sub csv_fields
{
    my ($line) = @_;
    my @fields;
    while ($line =~ /\G(?:"((?:[^"]|"")*)"|([^,"]*))(,|$)/g) {
        push @fields, defined $1 ? $1 =~ s{""}{"}gr : $2;
        last if $3 eq '';
    }
    return @fields;
}

# A field that a spreadsheet would take for a formula gets an apostrophe.
sub csv_line
{
    return join(',', map { my $f = $_; $f = "'$f" if $f =~ /^[=+\-@\t]/; $f =~ /[",\n]/ ? '"' . $f =~ s/"/""/gr . '"' : $f } @_) . "\n";
}

# An instructor's marks: student => exercise => [points, comment]. `extra` stands for points on top.
sub manual_marks
{
    my ($students) = @_;
    my $path = "$out/manual.csv";
    -e $path or spill($path, "student,exercise,points,comment\n");
    my (%marks, $number);
    for my $line (split /\r?\n/, slurp($path)) {
        next if ++$number == 1 || $line !~ /\S/;
        my ($student, $exercise, $points, $comment) = csv_fields($line);
        $exercise //= '';
        $exercise =~ s/^(?=\d)/ex/;
        ($points // '') =~ /^-?\d+(?:\.\d+)?$/ or stop(2, "$path, line $number: points are a number, not '" . ($points // '') . "'");
        $students->{$student} or stop(2, "$path, line $number: there is no submission of '$student'");
        $exercise eq 'extra' || $folder{$exercise} or stop(2, "$path, line $number: '$exercise' is neither an exercise nor 'extra'");
        $marks{$student}{$exercise} = [$points + 0, decode_utf8($comment // '')];
    }
    return \%marks;
}

sub xml
{
    my ($text) = @_;
    $text =~ s/[^\x09\x0a\x20-\x{d7ff}\x{e000}-\x{fffd}\x{10000}-\x{10ffff}]/?/g;
    my %name = ('&' => 'amp', '<' => 'lt', '>' => 'gt', '"' => 'quot');
    return $text =~ s/([&<>"])/&$name{$1};/gr;
}

# What one student gets: three files, and the fields of a row.
sub write_results
{
    my ($student, $verdicts, $marks) = @_;
    my ($total, $number, @tests, @row, @by_hand) = (0, 0);
    my ($text, $suites) = ('', '');
    for my $exercise (@exercises) {
        my $v = $verdicts->{$exercise};
        my $mark = $marks->{$exercise};
        my $score = $mark ? $mark->[0] : $v->{score};
        $total += $score;
        push @row, $score;
        $number++;
        push @tests, {%$_, number => ($_->{number} // '1') =~ s/^1/$number/r} for @{$v->{tests}};
        if ($mark) {
            push @by_hand, "$exercise: $v->{score} was judged" . ($mark->[1] ne '' ? "; $mark->[1]" : '');
            push @tests, {name => "$exercise, by hand", number => $number, score => $score - $v->{score}, max_score => 0,
                status => 'passed', output => $mark->[1]};
        }
        my $failed = grep { ($_->{status} // '') ne 'passed' } @{$v->{tests}};
        $suites .= sprintf qq(  <testsuite name="%s" tests="%d" failures="%d">\n), $exercise, scalar @{$v->{tests}}, $failed;
        for (@{$v->{tests}}) {
            my $output = xml($_->{output} // '');
            $suites .= sprintf qq(    <testcase classname="%s" name="%s">%s</testcase>\n), $exercise, xml($_->{name} // ''),
                ($_->{status} // '') eq 'passed' ? '' : qq(<failure message="not passed">$output</failure>);
        }
        $suites .= sprintf qq(    <system-out>by hand: %s points. %s</system-out>\n), $score, xml($mark->[1]) if $mark;
        $suites .= "  </testsuite>\n";
        $text .= "$v->{text}\n" . "$exercise: $score of $v->{points}" . ($mark ? ", by hand. $mark->[1]" : '') . "\n\n";
    }
    if (my $extra = $marks->{extra}) {
        $total += $extra->[0];
        push @by_hand, "extra: $extra->[0]" . ($extra->[1] ne '' ? "; $extra->[1]" : '');
        push @tests, {name => 'extra', score => $extra->[0], max_score => 0, status => 'passed', output => $extra->[1]};
    }
    $text .= "total: $total\n";
    my %results = (score => $total, output => "$total points", output_format => 'text', visibility => 'visible',
        stdout_visibility => 'hidden', tests => \@tests);
    spill("$out/results/$student.json", $json->encode(\%results));
    spill("$out/results/$student.xml", encode_utf8(qq(<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n$suites</testsuites>\n)));
    spill("$out/results/$student.txt", encode_utf8($text));
    return (decode_utf8($student), @row, $total, join('; ', @by_hand));
}

# ---- The run ---------------------------------------------------------------------------------------------------------

make_path("$out/units", "$out/results");
my $shown_out = $out;
$out = abs_path($out);
if ($share eq '') {
    open $lock, '>', "$out/lock" or stop(3, "$out/lock: $!");
    flock $lock, LOCK_EX | LOCK_NB or stop(3, "another grade is at work in $out");
}
if ($sandbox && system("bwrap --unshare-all --ro-bind / / true 2>/dev/null") != 0) {
    stop(3, "submissions are judged in a sandbox, and bubblewrap makes none here. Install it: apt-get install bubblewrap. "
        . "Where it is installed, user namespaces are switched off: see notes/instructor.md");
}
my %students = students();
my @archives = grep { -f $students{$_} } keys %students;
if (@archives && system('command -v bsdtar >/dev/null') != 0) {
    stop(3, "reading $students{$archives[0]} needs bsdtar: apt-get install libarchive-tools");
}
my $marks = $share eq '' ? manual_marks(\%students) : {};
my $class = class_seed();

# What was not handed in is judged once for all: what it could have been worth, and that it is not there.
my %absent;
sub absent
{
    my ($exercise) = @_;
    return $absent{$exercise} //= do {
        my $verdict = run_judge($exercise, "$root/nothing-handed-in.cu", 1);
        defined $verdict->{trouble} and stop(3, "$exercise: $verdict->{trouble}");
        $verdict;
    };
}

# refused EXERCISE WHY: the verdict on what is not judged
sub refused
{
    my ($exercise, $why) = @_;
    my $points = absent($exercise)->{points};
    return {score => 0, points => $points, text => "$exercise\n$why\n\nNOT PASSED.\n",
        tests => [{name => $exercise, score => 0, max_score => $points, status => 'failed', output => $why}]};
}

my (%verdicts, @units);
for my $student (sort keys %students) {
    my $handed = eval { -d $students{$student} ? read_folder($students{$student}) : read_archive($students{$student}) };
    my $why = $@;
    make_path("$out/units/$student");
    for my $exercise (@exercises) {
        my $source = $handed ? $handed->{$exercise} : undef;
        if (!$handed) {
            $verdicts{$student}{$exercise} = refused($exercise, "The submission could not be read: $why");
        } elsif (!defined $source) {
            $verdicts{$student}{$exercise} = refused($exercise, "Nothing was handed in for $exercise.");
        } elsif (length $source > $LARGEST) {
            $verdicts{$student}{$exercise} = refused($exercise, "The file is larger than $LARGEST bytes.");
        } else {
            my $seed = seed_of($class, $student, $exercise);
            my $key = sha256_hex(join '|', $circumstances{$exercise}, $seed, sha256_hex($source));
            push @units, {student => $student, exercise => $exercise, source => $source, seed => $seed, key => $key,
                place => "$out/units/$student/$exercise"};
        }
    }
}

my @mine = map { $units[$_] } grep { $_ % $parts == $part } 0 .. $#units;
my @new = grep { !verdict_of($_) } @mine;
my $began = time;
my $failed = judge_all(@new);
my $seconds = time - $began;

if ($failed) {
    stop(3, "$failed of " . @new . " could not be judged; grades are written when all are. The same command tries them again");
}
if ($share ne '') {
    printf "share %s: %d judged, %d kept from before\n", $share, scalar @new, @mine - @new;
    exit 0;
}

for (@units) {
    $verdicts{$_->{student}}{$_->{exercise}} = verdict_of($_) // stop(3, "$_->{place}.json has gone");
}
my $table = csv_line('student', @exercises, 'total', 'by hand');
$table .= csv_line(write_results($_, $verdicts{$_}, $marks->{$_} // {})) for sort keys %students;
spill("$out/grades.csv", encode_utf8($table));
printf "%s/grades.csv: %d student%s; %d judged%s, %d kept from before\n", $shown_out, scalar keys %students, keys %students == 1 ? '' : 's',
    scalar @new, @new ? sprintf(' in %d s', $seconds) : '', @units - @new;
