#!/usr/bin/perl
# branches.pl SEED: prints a CUDA program of 50 kernels whose control flow is made at random. At each mark a lane notes which lanes are
# active with it. The program prints a line for each mark: the kernel, the mark, and a hash of what all lanes noted there, and how often.
use strict;
use warnings;

my ($KERNELS, $DEPTH, $STATEMENTS) = (50, 4, 14);
die "usage: branches.pl SEED\n" unless @ARGV == 1 && $ARGV[0] =~ /^\d+$/;
srand $ARGV[0];

sub below { return int rand shift }
sub chance { return !below(shift) } # one in so many

my ($marks, $left, $loops); # of the kernel that is being made: its marks, statements to come that may hold others, its loops

# A condition on lane, on r, which is random, and on n, which changes.
sub condition {
    my @simple = map { ('(r >> ' . below(8) . ' & 1)', '(r >> ' . below(7) . ' & 3) == ' . below(4), 'lane < ' . (1 + below(31)),
        '(lane & ' . (1 << below(5)) . ')', '(lane ^ n) % ' . (2 + below(4)) . ' == 0', 'n & 1')[below(6)] } 1, 2;
    my $form = below(8);
    return $form == 0 ? "$simple[0] && $simple[1]" : $form == 1 ? "$simple[0] || $simple[1]" : $form == 2 ? "!($simple[0])" : $simple[0];
}

sub mark { return 'MARK(' . $marks++ . ");\n" }
sub indent { return shift =~ s/^(?=.)/    /gmr }
sub block { my ($depth, $in_loop) = @_; return indent join '', map { statement($depth, $in_loop) } 0 .. below(3) }

sub statement {
    my ($depth, $in_loop) = @_;
    return mark() if $depth <= 0 || $left-- <= 0;
    my $kind = below(13);
    my $after = sub { chance(2) ? mark() : '' };
    my $limit = '(r >> ' . below(6) . ' & 3)';
    return 'if (' . condition() . ") {\n" . block($depth - 1, $in_loop) . "}\n" . $after->() if $kind < 3;
    return 'if (' . condition() . ") {\n" . block($depth - 1, $in_loop) . "} else {\n" . block($depth - 1, $in_loop) . "}\n" . $after->()
        if $kind < 5;
    if ($kind < 7) {
        my $k = 'k' . $loops++;
        return "for (unsigned $k = 0; $k < $limit + " . below(2) . "; $k++) {\n    n += $k;\n" . block($depth - 1, 1) . "}\n" . $after->();
    }
    if ($kind == 7) {
        my $k = 'k' . $loops++;
        return "unsigned $k = 0;\ndo {\n" . block($depth - 1, 1) . "} while (++$k < $limit);\n";
    }
    return "switch ($limit) {\n" . join('', map { "case $_: {\n" . block($depth - 1, 0) . "}\n" . (chance(3) ? '' : "    break;\n") } 0 .. 2)
        . "default:\n    " . mark() . "}\n" . mark() if $kind == 8;
    return 'if (' . condition() . ")\n    " . (chance(2) ? 'break' : 'continue') . ";\n" . mark() if $kind == 9 && $in_loop;
    return 'if (' . condition() . ") {\n    " . mark() . "    return;\n}\n" if $kind == 10 && chance(3);
    return 'n = n * 3 + (' . condition() . " ? r : lane);\n" . mark() if $kind == 11;
    return mark();
}

print <<'END';
#include <stdio.h>
#include <stdlib.h>

enum { LANES = 32, MOST_MARKS = 512 };

#define MARK(i) (out[(i) * LANES + lane] = out[(i) * LANES + lane] * 31 + __activemask())

END
my @counts;
for my $kernel (0 .. $KERNELS - 1) {
    ($marks, $left, $loops) = (0, $STATEMENTS, 0);
    my $body = join '', (map { statement($DEPTH, 0) } 1 .. 3), mark();
    push @counts, $marks;
    print "__global__ void k$kernel(volatile unsigned *out, const unsigned *in)\n{\n"
        . "    unsigned lane = threadIdx.x, r = in[lane], n = lane;\n" . indent($body) . "}\n\n";
}
my ($table, $numbers) = map { join ', ', @$_ } [map { "k$_" } 0 .. $KERNELS - 1], \@counts;
print <<"END";
int main(void)
{
    static void (*const kernels[])(volatile unsigned *, const unsigned *) = {$table};
    static const int marks[] = {$numbers};
    unsigned *in, *out, random[LANES], noted[MOST_MARKS * LANES];
    cudaMalloc(&in, sizeof random);
    cudaMalloc(&out, sizeof noted);
    srand($ARGV[0]);
    for (int k = 0; k < $KERNELS; k++) {
        for (int lane = 0; lane < LANES; lane++)
            random[lane] = rand() >> 8;
        cudaMemcpy(in, random, sizeof random, cudaMemcpyHostToDevice);
        cudaMemset(out, 0, sizeof noted);
        kernels[k]<<<1, LANES>>>(out, in);
        if (cudaMemcpy(noted, out, sizeof noted, cudaMemcpyDeviceToHost))
            return 1;
        for (int m = 0; m < marks[k]; m++) {
            unsigned hash = 0;
            for (int lane = 0; lane < LANES; lane++)
                hash = (hash ^ noted[m * LANES + lane]) * 16777619;
            printf("k%d %d %08x\\n", k, m, hash);
        }
    }
    return 0;
}
END
