#!/usr/bin/env perl
# record.pl: writes a record of kernel golf, and verifies one that somebody else has written.
#
# A record is a text: what is claimed, and the source for which it is claimed.
#
#   Warp by Warp record
#   exercise ex9-1
#   compiler NVRTC 13.0
#   model 1
#   device h200
#   l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 66560
#   judge__modelled_time.sum 6.4327
#   source
#   (the whole exercise.cu)
#
# Counters are the same in every run and on every machine, as long as the compiler and the model are and the inputs are. So the inputs of a
# record follow from its source: the judge's --seed is the first 64 bits of the source's SHA-256. Nobody can choose a lucky seed, or
# write answers into a source, since another source has other inputs.
use strict;
use warnings;
use Digest::SHA qw(sha256);
use File::Temp qw(tempdir);
use FindBin;
use Getopt::Long qw(:config bundling);
use lib $FindBin::RealBin;
use Judging;

my $usage = <<'END';
usage: tools/student/record.pl write EXERCISE FILE RECORD
       tools/student/record.pl verify RECORD

Writes what FILE counts as a record, unless RECORD holds a faster one of the same
compiler; or judges the source of a record, and says whether each counter is as
claimed. make record-ex9-1 and make verify-record RECORD=FILE call it.

Exit status: 0 written or verified, 1 it does not pass or a claim is not true,
2 bad usage or not a record, 3 this machine can't tell.
END
my $root = "$FindBin::RealBin/../..";
my ($MOST, $TIME) = (1 << 20, 'judge__modelled_time.sum'); # bytes of a record; the claim that makes it a record

# Says in one line why nothing was written or verified, and ends.
sub stop
{
    my ($status, $why) = @_;
    print STDERR "record: $why\n";
    exit $status;
}

sub read_file
{
    my ($path) = @_;
    $path ne '' or stop(2, 'which record? make verify-record RECORD=FILE');
    -f $path or stop(2, -e _ ? "$path is not a file" : "there is no file $path");
    -s _ <= $MOST or stop(2, "$path is larger than a mebibyte: it is not a record");
    open my $in, '<:raw', $path or stop(2, "$path: $!");
    local $/ = undef;
    return <$in> // '';
}

# The tasks of kernel golf: ex9-1 => 1. A name that comes with a record is looked up here before anything is run by it.
sub tasks
{
    open my $listed, '-|', "$root/tools/student/exercises.sh", 'golf' or stop(3, "exercises.sh: $!");
    chomp(my @names = <$listed>);
    return map { $_ => 1 } @names;
}

# Returns what a record says: exercise, compiler, model, device, claims [[name, value]...] and source.
sub parse
{
    my ($path, $text) = @_;
    my ($head, $source) = $text =~ /\AWarp by Warp record\n(.*?)^source\n(.*)\z/ms
        or stop(2, "$path is not a record: it doesn't begin with 'Warp by Warp record', or has no line 'source'");
    my %record = (claims => [], source => $source);
    for my $line (split /\n/, $head) {
        if ($line =~ /^(exercise|compiler|model|device) ([\w.-]+(?: [\w.-]+)?)$/ && !exists $record{$1}) {
            $record{$1} = $2;
        } elsif ($line =~ /^([a-z]\w*(?:\[\w+\])?\.\w+|\w+\[\w+\]) (\d{1,15}(?:\.\d{1,10})?)$/) {
            push @{$record{claims}}, [$1, $2];
        } else {
            stop(2, "$path is not a record: a line of its head is no claim: " . substr($line =~ s/[^ -~]/?/gr, 0, 60));
        }
    }
    for (qw(exercise compiler model device)) {
        defined $record{$_} or stop(2, "$path is not a record: its head has no line '$_'");
    }
    defined time_of(\%record) or stop(2, "$path is not a record: its head has no line '$TIME'");
    my %known = tasks();
    $known{$record{exercise}} or stop(2, "$path is a record of $record{exercise}, which is no task of kernel golf here");
    $source =~ /\S/ or stop(2, "$path is not a record: it has no source");
    return \%record;
}

sub can_make_sandbox
{
    return system('bwrap --unshare-all --ro-bind / / true >/dev/null 2>&1') == 0;
}

# Judges a source. Returns what it counted, as a record; without claims if it does not pass.
sub judge
{
    my ($exercise, $source) = @_;
    my $work = tempdir(CLEANUP => 1);
    open my $out, '>:raw', "$work/exercise.cu" or stop(3, "$work: $!");
    print $out $source;
    close $out or stop(3, "$work: $!");
    delete local @ENV{qw(MAKEFLAGS MAKELEVEL)};
    open my $made, '-|', 'make', '-s', '-C', $root, "build/judge/$exercise", 'build/judge/device-sim' or stop(3, "make: $!");
    print STDERR <$made>;
    close $made or stop(3, "the judge of $exercise can't be built");
    my ($status, $data, @lines) =
        judge_file($exercise, "$work/exercise.cu", unpack('Q>', sha256($source)), can_make_sandbox() ? '--sandbox' : ());
    $status == 0 || $status == 256 or stop(3, "$exercise can't be judged here: " . ($lines[0] // 'the judge says why above'));
    my $level = $status == 0 && $data->{level} or return {exercise => $exercise, claims => []};
    return {exercise => $exercise, compiler => $data->{compiler}, model => $level->{model}, device => $level->{device},
        word => $level->{word}, source => $source,
        claims => [map { [$_->{name}, $_->{name} eq $TIME ? sprintf '%.4f', $_->{value} : "$_->{value}"] } @{$level->{counters}}]};
}

sub time_of
{
    my ($record) = @_;
    my ($time) = map { $_->[0] eq $TIME ? $_->[1] : () } @{$record->{claims}};
    return $time;
}

sub maker
{
    my ($record) = @_;
    return "$record->{compiler} and model $record->{model}";
}

sub write_record
{
    my ($exercise, $file, $path) = @_;
    my %known = tasks();
    $known{$exercise} or stop(2, "$exercise is no task of kernel golf");
    my $got = judge($exercise, read_file($file));
    @{$got->{claims}} or stop(1, "$exercise does not pass, so there is nothing to record: make $exercise says why");
    if (-e $path) {
        my $before = parse($path, read_file($path));
        $before->{exercise} eq $exercise or stop(2, "$path is a record of $before->{exercise}: choose another RECORD");
        if (maker($before) eq maker($got) && time_of($before) < time_of($got)) {
            printf "%s keeps %s us (modelled), which is faster than %s us now.\n", $path, time_of($before), time_of($got);
            return;
        }
    }
    open my $out, '>:raw', "$path.new" or stop(2, "$path: $!");
    print $out "Warp by Warp record\n", (map { "$_ $got->{$_}\n" } qw(exercise compiler model device)),
        (map { "@$_\n" } @{$got->{claims}}), "source\n", $got->{source};
    close $out or stop(2, "$path: $!");
    rename "$path.new", $path or stop(2, "$path: $!");
    printf "%s: %s, %s us (modelled), %s. Anybody can verify it: make verify-record RECORD=%s\n", $path, $exercise, time_of($got),
        $got->{word}, $path;
    return;
}

sub verify
{
    my ($path) = @_;
    my $claimed = parse($path, read_file($path));
    my $got = judge($claimed->{exercise}, $claimed->{source});
    @{$got->{claims}} or stop(1, "$path is not true: its source does not pass $claimed->{exercise}");
    maker($claimed) eq maker($got)
        or stop(3, "$path was made by " . maker($claimed) . ", and this machine has " . maker($got) . ': their counters differ');
    $claimed->{device} eq $got->{device} or stop(1, "$path is not true: it is of $claimed->{device}, and $got->{device} is what counts");
    my @names = map { $_->[0] } @{$claimed->{claims}};
    "@names" eq join ' ', map { $_->[0] } @{$got->{claims}}
        or stop(1, "$path is not true: its counters are not those of $claimed->{exercise}");
    for my $i (0 .. $#names) {
        my ($says, $is) = ($claimed->{claims}[$i][1], $got->{claims}[$i][1]);
        $says eq $is or stop(1, "$path is not true: it claims $says for $names[$i], and its source counts $is");
    }
    printf "%s is true: %s in %s us (modelled), %s, %s.\n", $path, $got->{exercise}, time_of($got), $got->{word}, maker($got);
    return;
}

my $help;
GetOptions('h|help' => \$help) or exit 2;
if ($help) {
    print $usage;
    exit 0;
}
my ($verb, @words) = @ARGV;
if (($verb // '') eq 'write' && @words == 3) {
    write_record(@words);
} elsif (($verb // '') eq 'verify' && @words == 1) {
    verify(@words);
} else {
    print STDERR $usage;
    exit 2;
}
