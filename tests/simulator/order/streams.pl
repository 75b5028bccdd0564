#!/usr/bin/perl
# streams.pl SEED: prints a CUDA program of 30 cases without a race. In each, kernels, copies and fills in three streams follow each other by
# events; some streams are captured, and their graph is launched three times. What is in memory in the end is compared with what must be
# there. The program prints a line for each case.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Clocks;

my ($CASES, $STREAMS, $ARRAYS, $LENGTH) = (30, 3, 5, 64);
die "usage: streams.pl SEED\n" unless @ARGV == 1 && $ARGV[0] =~ /^\d+$/;
srand $ARGV[0];

my ($clocks, @done, @work, @code, $events); # done: for each array, who has written and read it; work: what must happen, in this order

sub ordered { my ($stream, $accesses) = @_; return !grep { !comes_before(@$_, $clocks->[$stream]) } @$accesses }
sub now { my $stream = shift; return [$stream, $clocks->[$stream][$stream]] }

# Tells whether the stream may write one array and read others; notes it.
sub may {
    my ($stream, $writes, @reads) = @_;
    return 0 if !ordered($stream, [@{$done[$writes]{written}}, @{$done[$writes]{read}}]) || grep { !ordered($stream, $done[$_]{written}) } @reads;
    push @{$done[$_]{read}}, now($stream) for @reads;
    $done[$writes] = {written => [now($stream)], read => []};
    return 1;
}

sub kernel_step {
    my $s = shift;
    my ($to, $x, $y, $c) = (below($ARRAYS), below($ARRAYS), below($ARRAYS), below(1000));
    return unless may($s, $to, grep { $_ != $to } $x, $y);
    push @work, sub { my ($a) = @_; my @new = map { ($a->[$x][$_] * 3 + $a->[$y][$LENGTH - 1 - $_] + $c) & 0xffffffff } 0 .. $LENGTH - 1; $a->[$to] = \@new };
    if (below(3)) { # the kernel reads all before it writes
        push @code, "mix<<<1, LENGTH, 0, s[$s]>>>(a[$to], a[$x], a[$y], $c);";
    } else {
        push @code, "CHECK(cudaMallocAsync(&extra, SIZE, s[$s]));", "mix<<<1, LENGTH, 0, s[$s]>>>(extra, a[$x], a[$y], $c);",
            "CHECK(cudaMemcpyAsync(a[$to], extra, SIZE, cudaMemcpyDeviceToDevice, s[$s]));", "CHECK(cudaFreeAsync(extra, s[$s]));";
    }
}

sub copy_step {
    my $s = shift;
    my ($to, $from) = (below($ARRAYS), below($ARRAYS));
    return if $to == $from || !may($s, $to, $from);
    my $count = 1 + below($LENGTH);
    push @work, sub { my ($a) = @_; $a->[$to] = [@{$a->[$from]}[0 .. $count - 1], @{$a->[$to]}[$count .. $LENGTH - 1]] };
    push @code, "CHECK(cudaMemcpyAsync(a[$to], a[$from], $count * sizeof(unsigned), " . pick('cudaMemcpyDeviceToDevice', 'cudaMemcpyDefault') . ", s[$s]));";
}

sub fill_step {
    my $s = shift;
    my ($to, $byte, $from) = (below($ARRAYS), below(256), below($LENGTH));
    return unless may($s, $to);
    push @work, sub { my ($a) = @_; $a->[$to][$_] = $byte * 0x01010101 for $from .. $LENGTH - 1 };
    push @code, "CHECK(cudaMemsetAsync(a[$to] + $from, $byte, (LENGTH - $from) * sizeof(unsigned), s[$s]));";
}

sub event_step {
    my ($s, $to) = (shift, below($STREAMS));
    return if $to == $s;
    push @code, "CHECK(cudaEventRecord(e[$events], s[$s]));", "CHECK(cudaStreamWaitEvent(s[$to], e[$events], 0));";
    $events = ($events + 1) % 8;
    learn($clocks, $to, $clocks->[$s]);
    $clocks->[$s][$s]++;
}

sub join_all { # stream 0 waits for the others, or they for it
    my $forth = shift;
    for my $s (1 .. $STREAMS - 1) {
        my ($from, $to) = $forth ? (0, $s) : ($s, 0);
        push @code, "CHECK(cudaEventRecord(e[8 + $s], s[$from]));", "CHECK(cudaStreamWaitEvent(s[$to], e[8 + $s], 0));";
        learn($clocks, $to, $clocks->[$from]);
        $clocks->[$from][$from]++;
    }
}

print <<"END";
#include <stdio.h>
#include <string.h>

enum { LENGTH = $LENGTH, ARRAYS = $ARRAYS, STREAMS = $STREAMS, SIZE = LENGTH * sizeof(unsigned) };

#define CHECK(call) do { cudaError_t e_ = (call); if (e_) { printf("line %d: %s\\n", __LINE__, cudaGetErrorName(e_)); return 0; } } while (0)

__global__ void mix(unsigned *to, const unsigned *x, const unsigned *y, unsigned c)
{
    unsigned t = threadIdx.x, value = x[t] * 3 + y[LENGTH - 1 - t] + c;
    __syncthreads();
    to[t] = value;
}

static unsigned *a[ARRAYS], *extra, hosts[ARRAYS][LENGTH];
static cudaStream_t s[STREAMS];
static cudaEvent_t e[16];
END
my @calls;
for my $case (0 .. $CASES - 1) {
    my $captured = below(2);
    $clocks = new_clocks($STREAMS);
    @done = map { {written => [], read => []} } 1 .. $ARRAYS;
    ($events, @work, @code) = (0);
    join_all(1);
    for (1 .. 10 + below(20)) { pick(\&kernel_step, \&kernel_step, \&copy_step, \&fill_step, \&event_step, \&event_step)->(below($STREAMS)) }
    join_all(0);
    my @memory = map { my $i = $_; [map { $i * 1000 + $_ } 0 .. $LENGTH - 1] } 0 .. $ARRAYS - 1;
    for (1 .. ($captured ? 3 : 1)) { $_->(\@memory) for @work }
    my $hash = 0;
    for my $array (@memory) { $hash = ($hash * 31 + $_) & 0xffffffff for @$array }
    print "\nstatic int case$case(void)\n{\n" . ($captured ? "    cudaGraph_t graph;\n    cudaGraphExec_t exec;\n    CHECK(cudaStreamBeginCapture(s[0], cudaStreamCaptureModeRelaxed));\n" : '');
    print "    $_\n" for @code;
    print '    CHECK(cudaStreamEndCapture(s[0], &graph));', "\n", '    CHECK(cudaGraphInstantiate(&exec, graph, 0));', "\n",
        "    for (int i = 0; i < 3; i++)\n        CHECK(cudaGraphLaunch(exec, s[0]));\n    CHECK(cudaStreamSynchronize(s[0]));\n",
        "    CHECK(cudaGraphExecDestroy(exec));\n    CHECK(cudaGraphDestroy(graph));\n" if $captured;
    print "    return 1;\n}\n";
    push @calls, sprintf '{case%d, %uu}', $case, $hash;
}
print <<"END";

int main(void)
{
    static const struct {
        int (*run)(void);
        unsigned hash;
    } cases[] = {@{[join ', ', @calls]}};
    for (int i = 0; i < ARRAYS; i++)
        cudaMalloc(&a[i], SIZE);
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    for (int i = 0; i < 16; i++)
        cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
    for (int c = 0; c < $CASES; c++) {
        for (int i = 0; i < ARRAYS; i++) {
            for (int k = 0; k < LENGTH; k++)
                hosts[i][k] = i * 1000 + k;
            cudaMemcpy(a[i], hosts[i], SIZE, cudaMemcpyHostToDevice);
        }
        cudaDeviceSynchronize();
        if (!cases[c].run() || cudaDeviceSynchronize())
            return 1;
        unsigned hash = 0;
        for (int i = 0; i < ARRAYS; i++) {
            cudaMemcpy(hosts[i], a[i], SIZE, cudaMemcpyDeviceToHost);
            for (int k = 0; k < LENGTH; k++)
                hash = hash * 31 + hosts[i][k];
        }
        printf("case %d: %s\\n", c, hash == cases[c].hash ? "right" : "wrong");
    }
    for (int i = 0; i < ARRAYS; i++)
        cudaFree(a[i]);
    return 0;
}
END
