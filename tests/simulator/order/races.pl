#!/usr/bin/perl
# races.pl SEED: prints a CUDA program of 60 kernels, in which threads load, store and add at random in shared and global memory,
# with barriers at random between. Behind it, as comments, stands which of its lines race, by vector clocks:
#
#     // race KERNEL LINE LINE must      or `may`: the check need not tell, since the values are the same, or bytes of one word
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Clocks;

my ($KERNELS, $BYTES) = (60, 512); # BYTES: of each array
die "usage: races.pl SEED\n" unless @ARGV == 1 && $ARGV[0] =~ /^\d+$/;
srand $ARGV[0];

my ($line, @races) = (0);
sub out { my $text = shift; print $text; return $line += $text =~ tr/\n// }

# ---- Statements ----------------------------------------------------------------------------------
# Indices and conditions are C and, with $ before the names, Perl. In them t is the thread in its block, w its warp, l its lane, b its block,
# j the turn of a loop.
my ($threads, $blocks, $rows); # of the kernel that is being made

sub perl { my $code = shift =~ s/\b([twlbj])\b/\$$1/gr; return eval "sub { use integer; my (\$t, \$w, \$l, \$b, \$j) = \@_; $code }" || die }

sub index_of {
    my $bytes = shift;
    my $count = $BYTES / $bytes;
    return '(' . pick('t', 't', 't', 't', "t + $threads * b", 't + 128 * b', 'w * 32 + (l ^ ' . (1 << below(5)) . ')', 't + ' . (1 + below(40)),
        't ^ ' . below(64), 't * ' . (2 + below(3)), 't / ' . (2 + below(8)), below($count), 'w', 't + j') . ") % $count";
}

sub access {
    my $op = pick('LOAD', 'LOAD', 'STORE', 'STORE', 'ADD');
    my $bytes = $op eq 'ADD' ? 4 : pick(4, 4, 4, 4, 1, 2, 8, 16);
    my $if = pick('1', '1', '1', '1', 'l < ' . (1 + below(31)), 't < ' . (1 + below($threads)), 't % ' . (2 + below(4)) . ' == 0', 'w == ' . below(3),
        '(l & ' . (1 << below(5)) . ') != 0', 't == ' . below($threads), 'b == 0');
    my $index = index_of($bytes);
    return {op => $op, space => pick('shared', 'shared', 'shared', 'global'), bytes => $bytes, index => $index, if => $if, row => ++$rows,
        same => $op eq 'STORE' && ($bytes < 4 || !below(5)), # all threads store the same value
        at => perl("($index) * $bytes"), does => perl($if)};
}

sub meeting {
    my $kind = below(10);
    return {op => 'WARP', mask => $kind < 7 || $threads == 80 ? 0xffffffff : pick(0xffff, 0xffff0000, 0xff, 0x55555555, 0x80000001)} if $kind =~ /[567]/;
    return {op => 'PAIR', first => below(2)} if $kind == 8 && $threads == 96;
    return {op => $kind == 9 ? 'SHUFFLE' : 'BLOCK'};
}

sub statements { my ($count, $meetings) = @_; return map { rand() < $meetings ? meeting() : access() } 1 .. $count }

sub emit {
    my ($s, $pad) = @_;
    if ($s->{op} eq 'LOOP') {
        out("${pad}for (; j < $s->{turns}; j++) {\n");
        emit($_, "    $pad") for @{$s->{body}};
        out("$pad}\n${pad}j = 0;\n");
        return;
    }
    my $all = $threads == 80 ? 'w == 2 ? 0xffff : 0xffffffff' : '0xffffffff';
    my $code = $s->{op} eq 'BLOCK' ? '__syncthreads();'
        : $s->{op} eq 'SHUFFLE' ? "x += __shfl_xor_sync($all, x, 1);"
        : $s->{op} eq 'WARP' ? sprintf('if (0x%xu >> l & 1) __syncwarp(0x%xu);', $s->{mask}, $s->{mask})
        : $s->{op} eq 'PAIR' ? "if (w - $s->{first} < 2) PAIR($s->{first} + 1);"
        : "if ($s->{if}) $s->{op}$s->{bytes}(\"$s->{space}\", $s->{space}, $s->{index}"
        . ($s->{op} eq 'STORE' ? ', ' . ($s->{same} ? 'SAME' : 'OWN') . "($s->{row})" : '') . ');';
    $s->{line} = out("$pad$code\n");
}

# ---- The reference -------------------------------------------------------------------------------
# Does the statements for all threads; @$touched gets each access of each byte.
sub perform {
    my ($clocks, $touched, $s, $j) = @_;
    if ($s->{op} eq 'LOOP') {
        for my $turn (0 .. $s->{turns} - 1) { perform($clocks, $touched, $_, $turn) for @{$s->{body}} }
        return;
    }
    for my $b (0 .. $blocks - 1) {
        my @all = map { $b * $threads + $_ } 0 .. $threads - 1;
        my @warps = map { my $w = $_; [grep { int($_ % $threads / 32) == $w } @all] } 0 .. ($threads - 1) / 32;
        if ($s->{op} eq 'BLOCK') { meet($clocks, @all) }
        elsif ($s->{op} eq 'PAIR') { meet($clocks, map { @{$warps[$s->{first} + $_]} } 0, 1) }
        elsif ($s->{op} eq 'WARP') { meet($clocks, grep { $s->{mask} >> ($_ % $threads % 32) & 1 } @$_) for @warps }
        elsif ($s->{op} ne 'SHUFFLE') {
            for my $n (@all) {
                my $t = $n % $threads;
                my @names = ($t, int($t / 32), $t % 32, $b, $j);
                next unless $s->{does}->(@names);
                my ($at, $space) = ($s->{at}->(@names), $s->{space} eq 'shared' ? "shared $b" : 'global');
                push @{$touched->{"$space $_"}}, {thread => $n, when => $clocks->[$n][$n], clock => [@{$clocks->[$n]}], s => $s} for $at .. $at + $s->{bytes} - 1;
            }
        }
    }
}

sub race {
    my ($p, $q) = @_;
    return 0 if $p->{thread} == $q->{thread} || $p->{s}{op} eq $q->{s}{op} && $p->{s}{op} ne 'STORE';
    return !comes_before($p->{thread}, $p->{when}, $q->{clock}) && !comes_before($q->{thread}, $q->{when}, $p->{clock});
}

sub note_races {
    my ($kernel, @body) = @_;
    my (%touched, %pairs);
    my $clocks = new_clocks($blocks * $threads);
    perform($clocks, \%touched, $_, 0) for @body;
    for my $list (values %touched) {
        for my $i (1 .. $#$list) {
            for my $p (@$list[0 .. $i - 1]) {
                my $q = $list->[$i];
                next unless race($p, $q);
                my $lines = join ' ', sort { $a <=> $b } $p->{s}{line}, $q->{s}{line};
                my $must = !grep { $_->{s}{same} || $_->{s}{bytes} < 4 } $p, $q;
                $pairs{$lines} ||= $must;
            }
        }
    }
    push @races, map { "// race $kernel $_ " . ($pairs{$_} ? 'must' : 'may') . "\n" } sort keys %pairs;
}

# ---- The program ---------------------------------------------------------------------------------
out(<<'END');
// asm keeps each access as it is, in its place.
#define SAME(row) ((row) * 0x01010101u)
#define OWN(row) ((row) * 0x010101u | 0x80000000u | (t + 37 * b) % 128 << 24)
#define PAIR(id) asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory")
#define LOAD(space, type, at) asm volatile("ld." space type " %0, [%1];" : "=r"(x) : "l"(at) : "memory")
#define LOAD1(space, base, i) LOAD(space, ".u8", base + (i))
#define LOAD2(space, base, i) LOAD(space, ".u16", base + (i) * 2)
#define LOAD4(space, base, i) LOAD(space, ".u32", base + (i) * 4)
#define LOAD8(space, base, i) asm volatile("ld." space ".v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "l"(base + (i) * 8) : "memory")
#define LOAD16(space, base, i) asm volatile("ld." space ".v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(u) : "l"(base + (i) * 16) : "memory")
#define STORE(space, type, at, value) asm volatile("st." space type " [%0], %1;" ::"l"(at), "r"(value) : "memory")
#define STORE1(space, base, i, value) STORE(space, ".u8", base + (i), value)
#define STORE2(space, base, i, value) STORE(space, ".u16", base + (i) * 2, value)
#define STORE4(space, base, i, value) STORE(space, ".u32", base + (i) * 4, value)
#define STORE8(space, base, i, value) asm volatile("st." space ".v2.u32 [%0], {%1, %1};" ::"l"(base + (i) * 8), "r"(value) : "memory")
#define STORE16(space, base, i, value) asm volatile("st." space ".v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(base + (i) * 16), "r"(value) : "memory")
#define ADD4(space, base, i) asm volatile("red." space ".add.u32 [%0], 1;" ::"l"(base + (i) * 4) : "memory")

END
my $launches = '';
for my $kernel (0 .. $KERNELS - 1) {
    ($threads, $blocks, $rows) = (pick(32, 64, 64, 96, 96, 80), pick(1, 1, 1, 2), 0);
    my $meetings = pick(0.3, 0.5, 0.6);
    my @body = statements(1 + below(4), $meetings);
    push @body, {op => 'LOOP', turns => 2 + below(2), body => [statements(2 + below(4), $meetings)]} if below(2);
    push @body, statements(1 + below(4), $meetings);
    out("__global__ void k$kernel(unsigned *memory, unsigned *result)\n{\n    __shared__ __align__(16) unsigned s[$BYTES / 4];\n"
        . "    unsigned t = threadIdx.x, w = t / 32, l = t % 32, b = blockIdx.x, j = 0, x = 0, y = 0, z = 0, u = 0;\n"
        . "    size_t shared = __cvta_generic_to_shared(s), global = __cvta_generic_to_global(memory);\n"
        . "    for (unsigned i = t; i < $BYTES / 4; i += $threads)\n        s[i] = 0;\n    __syncthreads();\n");
    emit($_, '    ') for @body;
    out("    result[b * 128 + t] = x + y + z + u + w + l + j + (unsigned)shared + (unsigned)global;\n}\n\n");
    note_races($kernel, @body);
    $launches .= "    cudaMemset(memory, 0, $BYTES);\n    k$kernel<<<$blocks, $threads>>>(memory, result);\n";
}
print "int main(void)\n{\n    unsigned *memory, *result;\n    cudaMalloc(&memory, $BYTES);\n    cudaMalloc(&result, 1024);\n$launches",
    "    cudaError_t e = cudaDeviceSynchronize();\n    cudaFree(memory);\n    cudaFree(result);\n    return e;\n}\n\n", @races;
