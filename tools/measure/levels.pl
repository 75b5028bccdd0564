#!/usr/bin/env perl
# levels.pl: judges solutions, and writes what their measured cases count to exercises/levels.csv. `make levels` runs it.
#
# Each solution is judged as each compiler of this machine makes it: NVRTC, nvcc and clang, and the page's. Inputs are random, so it is
# judged with a few seeds; a row has the least and the most that was counted. Rows of other compilers and other exercises stay.
# judge/core/levels.c tells what the columns are and what the numbers are for.
use strict;
use warnings;
use FindBin;
use File::Spec::Functions qw(rel2abs);
use File::Temp qw(tempdir);
use Getopt::Long qw(:config bundling);
use JSON::PP;
use List::Util qw(max min);
use lib "$FindBin::RealBin/../student";
use Judging;

my ($out, $compilers, $help) = ('exercises/levels.csv', '');
my $usage = <<'END';
usage: tools/measure/levels.pl [options] [EXERCISE...]

Counts what the solutions' measured cases do, for the levels of verdicts.
Without exercises it takes all. `make levels` builds the judges first.

  -o, --out FILE       the table (default: exercises/levels.csv)
  -c, --compilers WORDS  of NVRTC, nvcc, clang and page-clang (default: those here)
  -h, --help           this

Exit status: 0 all were counted, 1 a solution did not pass, or a compiler or
judge was missing, 2 bad usage.
END
GetOptions('o|out=s' => \$out, 'c|compilers=s' => \$compilers, 'h|help' => \$help) or exit 2;
if ($help) {
    print $usage;
    exit 0;
}

my @SEEDS = (1 .. 8); # the first two tell whether what is counted depends on the inputs
my $root = "$FindBin::RealBin/../..";
$out = rel2abs($out) if $out ne 'exercises/levels.csv';
chdir $root or die "$root: $!\n";
my $work = tempdir(CLEANUP => 1);

sub slurp
{
    my ($path) = @_;
    open my $in, '<', $path or die "levels: $path: $!\n";
    local $/ = undef;
    return <$in> // '';
}

# ex3-1 => ex3-1-block-sum, of those with a measured case
my %folder = map { m{((ex\d+-\d+)-[^/]+)/} ? ($2 => $1) : () } grep { slurp($_) =~ /\.measured = / } glob 'exercises/ex*/judge.c';

sub by_number
{
    my @one = $a =~ /\d+/g;
    my @other = $b =~ /\d+/g;
    return $one[0] <=> $other[0] || $one[1] <=> $other[1];
}

my @exercises = sort by_number keys %folder;
if (@ARGV) {
    my %wanted = map { $_ => 1 } @ARGV;
    my ($unknown) = grep { !$folder{$_} } @ARGV;
    if (defined $unknown) {
        my ($judge) = glob "exercises/$unknown-*/judge.c";
        print STDERR "levels: $unknown: ", $judge ? "nothing is measured in it: $judge has no .measured" : 'there is no such exercise', "\n";
        exit 2;
    }
    @exercises = grep { $wanted{$_} } @exercises;
}

# Returns what tools/need.sh finds for a choice of WARPCC; undef if there is none.
sub found
{
    my ($choice) = @_;
    my $path = `WARPCC=$choice tools/need.sh cuda 2>/dev/null`;
    chomp $path;
    return $path eq '' ? undef : $path;
}

# The compilers' commands: environment, and a line that is put before the solution. NVRTC has no headers of the C library, so that a file
# which includes one is nvcc's.
my ($nvcc, $clang) = map { found($_) } qw(nvcc clang);
my %how = (
    NVRTC => defined $nvcc && -x 'build/judge/nvrtc' ? [$nvcc, ''] : undef,
    nvcc => defined $nvcc ? [$nvcc, "#include <stdlib.h>\n"] : undef,
    clang => defined $clang ? [$clang, ''] : undef,
    'page-clang' => -e 'build/lab/lower.wasm' && -e 'build/lab/judge.wasm' && -e 'lab/node_modules/@yowasp/clang/gen/bundle.js' ? ['page-clang'] : undef,
);
my @compilers = $compilers eq '' ? grep { $how{$_} } sort keys %how : split ' ', $compilers;
for (@compilers) {
    $how{$_} and next;
    print STDERR "levels: $_ is not here: NVRTC, nvcc, clang or page-clang, if it is installed or built\n";
    exit 1;
}

if ($compilers eq '' && !$how{'page-clang'}) {
    print STDERR "levels: rows of page-clang stay as they are, since the page's compiler is not built here (make setup book)\n";
}
for (map { "build/judge/$_" } @exercises, 'device-sim') {
    -x and next;
    print STDERR "levels: $_ is not built: make judges\n";
    exit 1;
}

# Judges a solution once. Returns the verdict's extra_data; undef if it does not pass.
sub judge_once
{
    my ($exercise, $compiler, $seed) = @_;
    my ($path, $before) = @{$how{$compiler}};
    my $file = "$work/$compiler.cu";
    open my $copy, '>', $file or die "levels: $file: $!\n";
    print $copy $before, slurp("solutions/$folder{$exercise}/exercise.cu");
    close $copy or die "levels: $file: $!\n";
    local $ENV{FOUND_COMPILER} = $path;
    my ($status, $data, @lines) = judge_file($exercise, $file, $seed);
    return $data if $status == 0;
    print STDERR @lines;
    return;
}

# judge_in_page EXERCISE: the same for all seeds, as the page does it, which compiles once.
sub judge_in_page
{
    my ($exercise) = @_;
    my $lines = `node tests/lab/levels.mjs $exercise solutions/$folder{$exercise}/exercise.cu @SEEDS`;
    return $? == 0 ? map { decode_json($_) } split /\n/, $lines : ();
}

# Returns the verdicts' data of a solution, one for each seed.
sub judge_all
{
    my ($exercise, $compiler) = @_;
    return judge_in_page($exercise) if $compiler eq 'page-clang';
    my @data;
    for my $seed (@SEEDS) {
        push @data, judge_once($exercise, $compiler, $seed) // return;
        last if @data == 2 && join(' ', map { $_->{value} } @{$data[0]{level}{counters}})
            eq join(' ', map { $_->{value} } @{$data[1]{level}{counters}});
    }
    return @data;
}

my (%rows, %made, @missing); # exercise => compiler and version => rows
for my $exercise (@exercises) {
    for my $compiler (@compilers) {
        my @data = judge_all($exercise, $compiler);
        if (!@data || grep { !$_->{level} } @data) {
            push @missing, "$exercise by $compiler";
            next;
        }
        my ($name, $version) = split / /, $data[0]{compiler};
        if ($name ne $compiler) {
            push @missing, "$exercise by $compiler, since $name compiled it";
            next;
        }
        my $level = $data[0]{level};
        for my $i (0 .. $#{$level->{counters}}) {
            my @values = map { $_->{level}{counters}[$i]{value} } @data;
            push @{$rows{$exercise}{"$name,$version"}}, join(',', $exercise, $name, $version, $level->{model}, $level->{device},
                $level->{counters}[$i]{name}, min(@values), max(@values)) . "\n";
        }
    }
}

# Rows of the table as it is that were not counted anew; an exercise in which nothing is measured any more has none.
for my $line (-e $out ? split /^/, slurp($out) : ()) {
    my ($exercise, $name, $version) = split /,/, $line;
    next if !$folder{$exercise};
    $made{"$exercise,$name,$version"} //= exists $rows{$exercise}{"$name,$version"} ? 'now' : 'before';
    push @{$rows{$exercise}{"$name,$version"}}, $line if $made{"$exercise,$name,$version"} eq 'before';
}
open my $table, '>', "$out.new" or die "levels: $out.new: $!\n";
print $table "exercise,compiler,version,model,device,counter,least,most\n";
for my $exercise (sort by_number keys %rows) {
    print $table @{$rows{$exercise}{$_}} for sort keys %{$rows{$exercise}};
}
close $table or die "levels: $out.new: $!\n";
rename "$out.new", $out or die "levels: $out: $!\n";
print STDERR "levels: not counted: $_\n" for @missing;
exit(@missing ? 1 : 0);
