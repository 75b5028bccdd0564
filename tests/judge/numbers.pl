#!/usr/bin/env perl
# numbers.pl EXERCISE: reads the text of a prediction, with anybody's numbers, on its standard input, and prints the right answers, one a
# line. It works them out from the text as a careful student would, lane by lane where it can, and asks neither the simulator nor
# judge.c: so a text that asks for other things than the judge does would show.
use strict;
use warnings;
use utf8;
use List::Util qw(max min sum0 uniq);
use open qw(:std :encoding(UTF-8));

local $/;
my $text = <STDIN> =~ s/\s+/ /gr;

# find PATTERN: returns what the groups of the pattern match in the text, numbers without their commas.
sub find
{
    my ($pattern) = @_;
    my @found = $text =~ $pattern or die "the text has nothing like $pattern\n";
    return map { s/,//gr } @found;
}

sub up { return int(($_[0] + $_[1] - 1) / $_[1]) } # divides and rounds up

# sectors BYTES...: returns how many sectors of 32 bytes hold these bytes.
sub sectors { return scalar uniq(map { $_ >> 5 } @_) }

# split_warps TAKEN THREADS BLOCKS: returns how many warps have lanes of both kinds. TAKEN tells of a thread's number in its block, and its
# block's, whether the thread is taken.
sub split_warps
{
    my ($taken, $threads, $blocks) = @_;
    my $split = 0;
    for my $block (0 .. $blocks - 1) {
        for my $warp (0 .. up($threads, 32) - 1) {
            my @lanes = $warp * 32 .. min($threads, $warp * 32 + 32) - 1;
            my $in = grep { $taken->($_, $block) } @lanes;
            $split += $in > 0 && $in < @lanes;
        }
    }
    return $split;
}

# A tree's loads of one block, step by step: requests and sectors. WORDS gives the words of a thread's addition at a stride: left and
# right; nothing if the thread rests.
sub tree
{
    my ($threads, $words, @strides) = @_;
    my ($requests, $sectors, $stored) = (0, 0, 0);
    for my $stride (@strides) {
        for my $warp (0 .. $threads / 32 - 1) {
            my @pairs = map { [$words->($_, $stride)] } $warp * 32 .. $warp * 32 + 31;
            my @busy = grep { @$_ } @pairs or next;
            $requests += 2;
            $sectors += sectors(map { 4 * $_->[0] } @busy) + sectors(map { 4 * $_->[1] } @busy);
            $stored += sectors(map { 4 * $_->[0] } @busy);
        }
    }
    return ($requests + 1, $sectors + 1, $stored + 1); # thread 0 loads the sum once more, and stores it
}

sub halves { my ($n, $last) = @_; my @s; for (my $s = $n >> 1; $s > $last; $s >>= 1) { push @s, $s } return @s }

my %answers = (
    'ex0-9' => sub {
        my ($t1, $thread1, $block1) = (find(qr/blocks of (\d+) threads\. Which number does thread (\d+) of block (\d+) have/));
        my ($gx, $gy, $bx, $by, $x, $y, $cx, $cy) = find(qr/A grid of (\d+) × (\d+) blocks of (\d+) × (\d+) threads\. Which number does thread \((\d+), (\d+)\) of block \((\d+), (\d+)\)/);
        my ($hx, $hy, $hz, $sx, $sy, $sz, $u, $v, $w, $dx, $dy, $dz) =
            find(qr/A grid of (\d+) × (\d+) × (\d+) blocks of (\d+) × (\d+) × (\d+) threads\. Which number does thread \((\d+), (\d+), (\d+)\) of block \((\d+), (\d+), (\d+)\)/);
        die "a place outside its grid\n" if $cx >= $gx || $cy >= $gy || $x >= $bx || $y >= $by || $dx >= $hx || $dy >= $hy || $dz >= $hz
            || $u >= $sx || $v >= $sy || $w >= $sz || $thread1 >= $t1 || $block1 >= (find(qr/A grid of (\d+) blocks of/))[0];
        my ($elements, $t4) = find(qr/A vector of ([\d,]+) elements, a thread per element, blocks of (\d+)/);
        my ($width, $height) = find(qr/(\d+) pixels wide and (\d+) high/);
        my ($blocks, $none, $without, $both) = (0) x 4;
        for my $by0 (0 .. up($height, 16) - 1) {
            for my $bx0 (0 .. up($width, 8) - 1) {
                $blocks++;
                for my $warp (0 .. 3) {
                    my $with = grep { $bx0 * 8 + $_ % 8 < $width && $by0 * 16 + $warp * 4 + int($_ / 8) < $height } 0 .. 31;
                    $none += 32 - $with;
                    $without += $with == 0;
                    $both += $with > 0 && $with < 32;
                }
            }
        }
        return ($block1 * $t1 + $thread1, ($cy * $gx + $cx) * $bx * $by + $y * $bx + $x,
            (($dz * $hy + $dy) * $hx + $dx) * $sx * $sy * $sz + ($w * $sy + $v) * $sx + $u,
            up($elements, $t4) * $t4, $blocks, $none, $without, $both);
    },
    'ex1-9' => sub {
        my @floats = $text =~ /loadFloats<<<1, 32>>>\(in, out, (-?\d+), (\d+)\)/g;
        my ($byte) = find(qr/loadBytes<<<1, 32>>>\(in, out, (\d+)\)/);
        my @words = $text =~ /readShared<<<1, 32>>>\(out, (\d+)\)/g;
        my @answers;
        while (my ($stride, $offset) = splice @floats, 0, 2) {
            push @answers, sectors(map { 4 * ($_ * $stride + $offset) } 0 .. 31);
        }
        my $wavefronts = sub { # the most different words that one bank has
            my ($stride) = @_;
            my %in;
            push @{$in{$_ * $stride % 32}}, $_ * $stride for 0 .. 31;
            return max(map { scalar uniq(@$_) } values %in);
        };
        return (@answers, sectors(map { $_ * $byte } 0 .. 31), sectors(map { 12 * $_ + 4 } 0 .. 31), map { $wavefronts->($_) } @words);
    },
    'ex2-6' => sub {
        my ($most, $threads, $largest) = find(qr/an SM that holds at most (\d+) blocks and at most ([\d,]+) threads, where a block may have at most (\d+)/);
        my ($few, $room) = find(qr/Another SM holds at most (\d+) blocks and at most ([\d,]+) threads/);
        my ($side2, $side3) = find(qr/2\. (\d+) × \d+ threads\? 3\. (\d+) × \d+ threads\?/);
        my ($block5, $registers) = find(qr/5\. H200, blocks of (\d+) threads, (\d+) registers/);
        my ($block6) = find(qr/6\. RTX 3080, blocks of (\d+) threads/);
        my ($shared) = find(qr/(\d+) KiB of shared memory per block/);
        my $held = sub { my ($size) = @_; $size > $largest ? 0 : $size * min($most, int($threads / $size)) };
        my %best = map { $_ => $_ * min($few, int($room / $_)) } 128, 256, 384, 768;
        my @best = sort { $best{$b} <=> $best{$a} } keys %best;
        die "two blocks are the best: $best[0] and $best[1]\n" if $best{$best[0]} == $best{$best[1]};
        my $warps5 = up($block5, 32);
        my $blocks5 = min(32, int(64 / $warps5), int(4 * int(16384 / (256 * up(32 * $registers, 256))) / $warps5));
        my $warps6 = up($block6, 32);
        return ($held->(64), $held->($side2 ** 2), $held->($side3 ** 2), $best[0], 100 * $blocks5 * $warps5 / 64,
            100 * $warps6 * min(16, int(48 / $warps6)) / 48, 50, 100 * 6 * min(10, int(228 / ($shared + 1))) / 64);
    },
    'ex2-10' => sub {
        my ($blocks, $threads) = find(qr/A grid of (\d+) blocks of (\d+) threads/);
        my ($limit) = find(qr/if \(threadIdx\.x < (\d+)\)/);
        my ($rows) = map { $_ eq 'Four' ? 4 : $_ } find(qr/(Four|\d+) two-dimensional blocks/);
        my ($elements, $again) = find(qr/An array of ([\d,]+) elements, and 4 blocks.*if \(i < (\d+)\)/);
        die "two numbers of elements: $elements and $again\n" if $elements != $again;
        my ($blocks8, $threads8) = find(qr/does a grid of (\d+) blocks of (\d+) threads have/);
        return (split_warps(sub { $_[0] % 2 == 0 }, $threads, $blocks), split_warps(sub { $_[0] < $limit }, $threads, $blocks),
            split_warps(sub { $_[1] % 2 == 0 }, $threads, $blocks), split_warps(sub { int($_[0] / 32) > 2 }, $threads, $blocks),
            split_warps(sub { int($_[0] / 16) % 2 == 0 }, 256, $rows), split_warps(sub { int($_[0] / 32) % 2 == 0 }, 256, $rows),
            split_warps(sub { $_[1] * 256 + $_[0] < $elements }, 256, 4), $blocks8 * up($threads8, 32));
    },
    'ex3-8' => sub {
        my @n = $text =~ /launched with (\d+) blocks of (\d+) threads, the third with (\d+) blocks of (\d+)/ ? ($1, $2, $3, $4) : (1, 256, 1, 256);
        my (undef, $near) = tree($n[1], sub { my ($t, $s) = @_; $t % (2 * $s) ? () : ($t, $t + $s) }, reverse halves($n[1], 0));
        my ($requests, $loaded, $stored) = tree($n[3], sub { my ($t, $s) = @_; $t < $s ? ($t, $t + $s) : () }, halves($n[3], 0));
        return ($n[0] * $near, $n[0] * $near, $n[2] * $loaded, $n[2] * $stored, $n[2] * $requests);
    },
    'ex3-10' => sub {
        my @sums = $text =~ /addUp\((\d+), (\d+), (\d+), out\)/g;
        my ($a, $b) = find(qr/1e20, (\d+), -1e20, (\d+)/);
        my @answers;
        while (my ($sum, $step, $count) = splice @sums, 0, 3) {
            $sum = unpack 'f', pack 'f', $sum + $step for 1 .. $count; # a double holds the exact sum
            push @answers, $sum;
        }
        return (@answers, $a + $b, 0);
    },
    'ex4-6' => sub {
        my ($threads) = find(qr/in blocks of (\d+) threads/);
        my ($plain, $four, $last) = find(qr/launched with (\d+) blocks.*elements per thread, with (\d+) blocks.*last warp, with (\d+) blocks/);
        my $warps = $threads / 32;
        my $busy = sub { sum0(map { 2 * up($_, 32) } halves($threads, $_[0])) };
        return ($plain * $warps * (1 + halves($threads, 0)), $four * $warps * (1 + halves($threads, 0)), $last * $warps * (1 + halves($threads, 32)),
            $plain * $warps, 4 * $four * $warps, $four * ($busy->(0) + 1), $last * ($busy->(32) + 2));
    },
    'ex5-4' => sub {
        my @halving = $text =~ /halving<<<(\d+), (\d+)>>>/g;
        my @threads = $text =~ /everyThread<<<1, (\d+)>>>/g;
        my ($depth) = find(qr/twoEach<<<1, 1>>>\(grids, (\d+)\)/);
        my ($n) = find(qr/chain<<<3, 32>>>\(grids, (\d+)\)/);
        my ($halving, $every);
        $halving = sub { my ($blocks, $t) = @_; 1 + ($t > 1 ? $blocks * $halving->(1, int($t / 2)) : 0) };
        $every = sub { my ($t) = @_; 1 + ($t > 1 ? $t * $every->(int($t / 2)) : 0) };
        my $chain = 1;
        for (; $n > 1; $n = up($n, 2)) { $chain++ }
        return ($halving->(@halving[0, 1]), $halving->(@halving[2, 3]), (map { $every->($_) } @threads), 2 ** ($depth + 1) - 1, $chain);
    },
    'ex6-6' => sub {
        my @n = $text =~ /A of (\d+) × (\d+) by a matrix B of \d+ × (\d+), the two with tiles an A of (\d+) × (\d+) by a B of \d+ × (\d+)/
            ? ($1, $2, $3, $4, $5, $6) : (64) x 6;
        my ($warps, $inner) = ($n[0] * $n[2] / 32, $n[1]);
        my $row = sectors(map { 4 * $_ } 0 .. 31);
        my $down = sectors(map { 4 * $_ * $inner } 0 .. 31);
        my ($rows, $columns) = ($warps * $inner * ($down + 1), $warps * $inner * (1 + $row));
        my $tiles = $n[3] * $n[5] / 32 * $n[4];
        my ($tile32, $tile16) = ($tiles / 32 * 2 * $row, $tiles / 16 * 2 * 2 * sectors(map { 4 * $_ } 0 .. 15));
        return ($rows, $columns, $tile32, $tile16, 2 * $n[0] * $n[1] * $n[2] / (32 * $columns), 2 * $n[3] * $n[4] * $n[5] / (32 * $tile32));
    },
    'ex7-1' => sub {
        my @n = $text =~ /For (\d+) × (\d+) sums/g; # of six questions
        my @answers;
        for my $question (0 .. 5) {
            my ($rows, $columns) = @n[2 * $question, 2 * $question + 1];
            my $bytes = ($rows + $columns) * 16 * 2;
            push @answers, $question < 3 ? $bytes / 128 : sprintf '%.2f', $rows * $columns * 16 / $bytes;
        }
        return @answers;
    },
);
my $exercise = $answers{$ARGV[0] // ''} or die "usage: numbers.pl EXERCISE <README.md\n";
print "$_\n" for $exercise->();
