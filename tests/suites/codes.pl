#!/usr/bin/perl
# codes.pl SUITE CHECKOUT WORK: prints the codes of a public suite that has mistakes on purpose, one a line, with tabs between: its name, what
# the suite says of it (wrong or right), the source, the compiler's options, the program's arguments. README.md beside it says where the
# suites are and how each tells what is wrong. WORK is a folder for what must be made first; nothing is written into the checkout.
use strict;
use warnings;
use File::Basename;
use List::Util qw(min);

my ($suite, $checkout, $work) = @ARGV;
my %codes_of = (indigo => \&indigo, scor => \&scor, gpuverify => \&gpuverify, gpurepair => \&gpurepair, cusan => \&cusan, samples => \&samples);
die "usage: codes.pl indigo|scor|gpuverify|gpurepair|cusan|samples CHECKOUT WORK\n" unless $work && $codes_of{$suite};
die "codes.pl: $checkout: no such folder\n" unless -d $checkout;
mkdir $work;
$codes_of{$suite}->();

# code NAME TRUTH SOURCES OPTIONS ARGUMENTS [INPUT]: prints one.
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

# As an option, code for GPUs before Volta, whose lanes run in step.
use constant IN_STEP => '-arch=compute_60';

# The names of ScoR's microbenchmarks begin with race or norace. Its benchmarks are wrong with -D RACEY. They run in grids of the sizes that
# their Makefiles name, all for the GPU that these name, on inputs of ours, which give each block more to do than it has threads: otherwise no block would take work from another.
sub scor
{
    for my $source (sort glob "$checkout/microbenchmarks/src/*.cu") {
        my $name = basename $source, '.cu';
        code($name, $name =~ /^race/ ? 'wrong' : 'right', $source, IN_STEP, '');
    }
    my $edges = sub {
        my ($vertices, $count) = @_;
        return "$vertices $count\n" . join '', map { my $v = $_ % ($vertices - 1); $v . ' ' . ($v + 1 + $_ * 7 % ($vertices - 1 - $v)) . "\n" } 1 .. $count;
    };
    my %input = (
        '1dconv' => join(' ', 7, 2000, 1 .. 7, map { $_ % 10 } 1 .. 2000),
        'graph-coloring' => $edges->(9000, 9000),
        'graph-connectivity' => $edges->(15000, 15000),
        'matrix-multiplication' => join(' ', 8, 160, 40, map { $_ % 10 } 1 .. 8 * 160 + 160 * 40),
        reduction => join(' ', 40000, map { $_ % 10 } 1 .. 40000),
        'rule-110' => join(' ', 20000, 3, map { $_ * $_ % 7 & 1 } 1 .. 20000),
        uts => '4 3 7',
    );
    for my $name (sort keys %input) {
        my $folder = "$checkout/benchmarks/$name";
        my %size = text_of("$folder/Makefile") =~ /^(NBLOCKS|NTHREADS) +\?= (\d+)/mg;
        my ($files) = text_of("$folder/Makefile") =~ /^FILES := (.*)/m;
        my $sources = join ' ', map { "$folder/$_" } split ' ', $files;
        my $options = join ' ', IN_STEP, map { "-D$_=$size{$_}" } sort keys %size;
        write_file("$work/$name.in", "$input{$name}\n");
        code($name, 'right', $sources, $options, '', "$work/$name.in");
        code("$name-racey", 'wrong', $sources, "$options -DRACEY", '', "$work/$name.in");
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
            code($name, 'wrong', $source, "-x cu --extended-lambda -I$checkout/test/support", '');
            code("$name-sync", 'right', $source, "-x cu --extended-lambda -DCUSAN_SYNC -I$checkout/test/support", '') if $text =~ /CUSAN_SYNC/;
        } else {
            code($name, 'right', $source, "-x cu --extended-lambda -I$checkout/test/support", '');
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

# GPUVerify's first line is pass or xfail:NOT_ALL_VERIFIED, its second has the launch. Left out are codes with annotations for the prover.
# With --warp-sync=N, N threads run in step, which may be a whole warp. The codes are debug builds (-G), since the prover reads the source, and a compiler may
# remove an access whose result nobody uses.
sub gpuverify
{
    chomp(my @sources = sort qx(find '$checkout/testsuite/CUDA' -name '*.cu'));
    for my $source (@sources) {
        my $text = text_of($source);
        my ($first) = $text =~ m{^//\s*(.*)};
        my $truth = $first =~ /^pass/i ? 'right' : $first eq 'xfail:NOT_ALL_VERIFIED' ? 'wrong' : next;
        next if $text =~ /__(requires|ensures|invariant|assert|assume|implies|enabled|axiom|global_invariant|uniform_\w+|distinct_\w+)\b/;
        (my $name = $source) =~ s{.*/testsuite/CUDA/}{};
        $name =~ s{/(kernel|main)?\.?(cu)?$|\.cu$}{};
        my $file = launched($name, $source, 1) or next;
        my %number = $text =~ /--(warp-sync|blockDim)=\[?([\d,]+)/g;
        my $threads = eval($number{blockDim} =~ tr/,/*/r);
        my $step = ($number{'warp-sync'} // 0) >= min(32, $threads) ? IN_STEP . ' ' : '';
        code($name, $truth, $file, "$step-G -I" . dirname($source), '');
    }
}

# GPURepair's first line says whether it can put the missing barrier in. The codes of these three folders lack one, except for those that
# have it already. (Its folder CUDA has GPUVerify's codes once more; of its folder CUDASamples it does not say what is wrong.)
sub gpurepair
{
    for my $source (sort map { glob "$checkout/tests/testsuite/$_/*/*.cu" } qw(Bugged Bugged_Cooperative MicroBenchmarks)) {
        my ($name) = $source =~ m{/testsuite/(.*)/};
        my $truth = $name =~ /unnecessary_barrier|race_(syncthreads|thread_block|grid_group)/ ? 'right' : 'wrong';
        my $file = launched($name, $source, 32) or next;
        code($name, $truth, $file, '-G -I' . dirname($source), '');
    }
}

# launched NAME SOURCE NUMBER: returns a program of a code that has a kernel, a launch in its comment, and no host code: a main of ours launches
# the kernel with zeroed arrays, and with NUMBER wherever it wants one, unless %chosen_for says otherwise. A kernel with cooperative groups gets their header, and is launched
# as a grid whose blocks may wait for each other. Returns nothing if there are several kernels, or parameters that are no numbers or pointers
# to them: what the launch should be, the suite does not say.
sub launched
{
    my ($name, $source, $number) = @_;
    my $text = text_of($source);
    my %launch = $text =~ /--(blockDim|gridDim)=(\[?[\d,]+\]?)/g;
    my @kernels = $text =~ /__global__\s+void\s+(?:__launch_bounds__\([^)]*\)\s*)?(\w+)\s*\(([^)]*)\)\s*\{/g;
    return if !%launch || @kernels != 2;
    my ($kernel, $parameters) = @kernels;
    # Some wrong codes go wrong with some arguments only, or after the host has done something.
    my %chosen_for = (
        'function_pointers/basic_assignment_fail' => {size => 1024, i => 3}, # no function has this number
        'globalarray/fail' => {host => 'int other[8] = {7}; cudaMemcpyToSymbol(A, other, sizeof other);'},
        'misc/fail/miscfail7' => {H => 'nullptr'},
    );
    my %chosen = %{$chosen_for{$name} // {}};
    my ($set_up, @arguments) = ($chosen{host} ? "    $chosen{host}\n" : '');
    for my $parameter (split /,/, $parameters) {
        next if $parameter =~ /^\s*(void)?\s*$/;
        (my $type = $parameter) =~ s/\b(const|volatile|__restrict__|restrict)\b//g;
        return unless $type =~ /^\s*((?:unsigned\s+|signed\s+)?(?:int|float|double|char|short|long|unsigned|size_t|bool|u?int\d+_t|(?:float|int|uint|double)[234]))\s*(\*?)\s*(\w*)\s*(\[\d*\])?\s*$/;
        my $argument = 'argument' . @arguments;
        push @arguments, $argument;
        if (defined $chosen{$3}) {
            $set_up .= "    $1 $2$argument = $chosen{$3};\n";
        } elsif ($2 || $4) {
            $set_up .= "    $1 *$argument;\n    cudaMalloc(&$argument, 1 << 22);\n    cudaMemset($argument, 0, 1 << 22);\n";
        } else {
            $set_up .= "    $1 $argument" . ($1 =~ /[234]$/ ? "{};\n" : " = $number;\n");
        }
    }
    my ($grid, $block) = map { 'dim3(' . ($launch{$_} // '1') =~ tr/[]//dr . ')' } qw(gridDim blockDim);
    my ($header, $call) = ('', "$kernel<<<$grid, $block>>>(" . join(', ', @arguments) . ')');
    if ($text =~ /cooperative_groups/) {
        $header = "#include <cooperative_groups.h>\n#define synchronize cooperative_groups::sync\n"; # its name in these suites
        $set_up .= '    void *arguments[] = {' . join(', ', map { "&$_" } @arguments) . "};\n";
        $call = "cudaLaunchCooperativeKernel($kernel, $grid, $block, arguments)";
    }
    my $file = "$work/" . $name =~ s{/}{-}gr . '.cu';
    write_file($file, "$header#include \"$source\"\n\nint main(void)\n{\n$set_up    $call;\n    return cudaDeviceSynchronize() != cudaSuccess;\n}\n");
    return $file;
}
