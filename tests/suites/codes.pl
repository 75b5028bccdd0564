#!/usr/bin/perl
# codes.pl SUITE CHECKOUT WORK: prints the codes of a public suite that has mistakes on purpose, one a line, with tabs between: its name, what
# the suite says of it (wrong or right), the source, the compiler's options, the program's arguments. README.md beside it says where the
# suites are and how each tells what is wrong. WORK is a folder for what must be made first; nothing is written into the checkout.
use strict;
use warnings;
use File::Basename;

my ($suite, $checkout, $work) = @ARGV;
my %codes_of = (indigo => \&indigo, scor => \&scor, gpuverify => \&gpuverify, cusan => \&cusan, samples => \&samples);
die "usage: codes.pl indigo|scor|gpuverify|cusan|samples CHECKOUT WORK\n" unless $work && $codes_of{$suite};
die "codes.pl: $checkout: no such folder\n" unless -d $checkout;
mkdir $work;
$codes_of{$suite}->();

# code NAME TRUTH SOURCE OPTIONS ARGUMENTS: prints one.
sub code
{
    print join("\t", @_), "\n";
}

sub text_of
{
    open my $file, '<', $_[0] or die "codes.pl: $_[0]: $!\n";
    local $/;
    return scalar <$file>;
}

sub write_file
{
    my ($name, $text) = @_;
    open my $file, '>:raw', $name or die "codes.pl: $name: $!\n";
    print $file $text;
    close $file;
}

# Indigo's own generator makes the codes; a mistake is in the file's name. Many mistakes only show on some graphs. Ours has 100 vertices. The
# 90 in the middle have 70 neighbours, so that a row is longer than a block, and all begin with vertex 95, so that several blocks write
# there. The first five and the last five have none, so that a code which doesn't look reads before the first edge or past the last one.
# A grid of 101 blocks has threads past the last vertex.
sub indigo
{
    my $out = "$work/codes";
    if (!-d $out) {
        mkdir $out;
        system("cp -r '$checkout/Generators' '$checkout/copyright.txt' '$work/'") == 0 or die "codes.pl: can't copy Indigo's generator\n";
        system("cd '$work/Generators' && for f in CUDA_sources/*.idg; do python3 generate_CUDA_codes.py \$f ../copyright.txt '$out'; done >/dev/null") == 0
            or die "codes.pl: Indigo's generator failed\n";
    }
    my ($nodes, $none, $degree) = (100, 5, 70);
    my @linked = ($none .. $nodes - $none - 1);
    write_file("$work/graph.egr", pack 'l*', $nodes, @linked * $degree,
        (map { my $before = $_ - $none; $degree * ($before < 0 ? 0 : $before > @linked ? @linked : $before) } 0 .. $nodes),
        map { my $v = $_; ($nodes - $none, sort { $a <=> $b } map { ($v + $_ * 3) % $nodes } 1 .. $degree - 1) } @linked);
    for my $source (sort glob "$out/*/*.cu") {
        my $name = basename $source, '.cu';
        code($name, $name =~ /Bug/ ? 'wrong' : 'right', $source, "-I$work/Generators/sources_include", "$work/graph.egr 64 101");
    }
}

# ScoR's names begin with race or norace.
sub scor
{
    for my $source (sort glob "$checkout/microbenchmarks/src/*.cu") {
        my $name = basename $source, '.cu';
        code($name, $name =~ /^race/ ? 'wrong' : 'right', $source, '', '');
    }
}

# cusan's programs are wrong as they are and right with -DCUSAN_SYNC, unless a comment says that no race is expected. Those that need MPI are
# left out.
sub cusan
{
    for my $source (sort glob "$checkout/test/runtime/*.c") {
        my ($name, $text) = (basename($source, '.c'), text_of($source));
        next if $text =~ /mpi/i || $text !~ /data race/;
        if ($text =~ /CHECK(-DAG)?: data race/) {
            code($name, 'wrong', $source, "-x cu -I$checkout/test/support", '');
            code("$name-sync", 'right', $source, "-x cu -DCUSAN_SYNC -I$checkout/test/support", '') if $text =~ /CUSAN_SYNC/;
        } else {
            code($name, 'right', $source, "-x cu -I$checkout/test/support", '');
        }
    }
}

# NVIDIA's samples are wrong by intention.
sub samples
{
    for my $source (sort map { glob "$checkout/$_/*.cu" } qw(Racecheck Memcheck Initcheck Synccheck)) {
        code(basename($source, '.cu'), 'wrong', $source, '', '');
    }
}

# GPUVerify's first line is pass or xfail:NOT_ALL_VERIFIED, its second has the launch. There is no host code, so a main of ours launches the
# kernel with zeroed arrays and numbers of 1. Left out are codes with annotations for the prover, with several kernels, and with parameters
# that are no numbers or pointers to them: what such a launch should be, the suite does not say.
sub gpuverify
{
    chomp(my @sources = sort qx(find '$checkout/testsuite/CUDA' -name '*.cu'));
    for my $source (@sources) {
        my $text = text_of($source);
        my ($first) = $text =~ m{^//\s*(.*)};
        my $truth = $first =~ /^pass/i ? 'right' : $first eq 'xfail:NOT_ALL_VERIFIED' ? 'wrong' : next;
        my %launch = $text =~ /--(blockDim|gridDim)=(\[?[\d,]+\]?)/g;
        my @kernels = $text =~ /__global__\s+void\s+(?:__launch_bounds__\([^)]*\)\s*)?(\w+)\s*\(([^)]*)\)\s*\{/g;
        next if !%launch || @kernels != 2;
        next if $text =~ /__(requires|ensures|invariant|assert|assume|implies|enabled|axiom|global_invariant|uniform_\w+|distinct_\w+)\b/;
        my ($kernel, $parameters) = @kernels;
        my ($set_up, @arguments) = ('');
        my $plain = 1;
        for my $parameter (split /,/, $parameters) {
            next if $parameter =~ /^\s*(void)?\s*$/;
            (my $type = $parameter) =~ s/\b(const|volatile|__restrict__|restrict)\b//g;
            if ($type =~ /^\s*((?:unsigned\s+|signed\s+)?(?:int|float|double|char|short|long|unsigned|size_t|bool|u?int\d+_t|(?:float|int|uint|double)[234]))\s*(\*?)\s*\w*\s*(\[\d*\])?\s*$/) {
                if ($2 || $3) {
                    my $array = 'array' . @arguments;
                    $set_up .= "    $1 *$array;\n    cudaMalloc(&$array, 1 << 22);\n    cudaMemset($array, 0, 1 << 22);\n";
                    push @arguments, $array;
                } else {
                    push @arguments, $1 =~ /[234]$/ ? "$1()" : 1;
                }
            } else {
                $plain = 0;
            }
        }
        next unless $plain;
        (my $name = $source) =~ s{.*/testsuite/CUDA/}{};
        $name =~ s{/(kernel|main)?\.?(cu)?$|\.cu$}{};
        (my $file = "$work/$name.cu") =~ s{/(?=[^/]*$)|/}{-}g;
        $file = "$work/" . $name =~ s{/}{-}gr . '.cu';
        my ($grid, $block) = map { ($launch{$_} // '1') =~ tr/[]//dr } qw(gridDim blockDim);
        write_file($file, "#include \"$source\"\n\nint main(void)\n{\n$set_up    $kernel<<<dim3($grid), dim3($block)>>>("
            . join(', ', @arguments) . ");\n    return cudaDeviceSynchronize() != cudaSuccess;\n}\n");
        code($name, $truth, $file, '-I' . dirname($source), '');
    }
}
