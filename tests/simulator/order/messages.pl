#!/usr/bin/perl
# messages.pl SEED: prints a CUDA program of 40 kernels without a race. Warps write and read regions of memory; one follows the other
# by barriers, or by a message: a fence and a flag, in one of the many ways in which CUDA programs do that. What is read is compared
# with what must be there. The program prints "right", or how often a kernel read something else.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Clocks;

my ($KERNELS, $REGIONS, $FLAGS) = (40, 8, 64); # a region: 32 numbers
die "usage: messages.pl SEED\n" unless @ARGV == 1 && $ARGV[0] =~ /^\d+$/;
srand $ARGV[0];

my ($blocks, $warps); # of the kernel that is being made; its agents are its warps
my ($clocks, %regions, @underway, $flags, $versions);

sub ordered { my ($agent, $access) = @_; return comes_before(@$access, $clocks->[$agent]) }
sub by { my ($agent, $code) = @_; return "if (agent == $agent) { $code __syncwarp(); }" }

# Agent writes a region, if all that others did there comes before.
sub write_region {
    my $agent = shift;
    my ($array, $r) = (pick('memory', 's'), below($REGIONS));
    my $name = $array eq 's' ? 'shared ' . int($agent / $warps) . " $r" : "memory $r";
    my $region = $regions{$name} //= {array => $array, at => $r * 32, done => []};
    return if grep { !ordered($agent, $_) } @{$region->{done}};
    @$region{'done', 'value'} = ([[$agent, $clocks->[$agent][$agent]]], 100 * ++$versions);
    my $v = $region->{value};
    return by($agent, pick("${array}[$region->{at} + l] = $v + l;", "${array}[$region->{at} + (l ^ 5)] = $v + (l ^ 5);",
        "if (l < 8) ((uint4 *)$array)[$region->{at} / 4 + l] = make_uint4($v + 4 * l, $v + 4 * l + 1, $v + 4 * l + 2, $v + 4 * l + 3);"));
}

# Agent reads a region whose writing comes before, in a form that a compiler may turn into another one.
sub read_region {
    my $agent = shift;
    my $block = int($agent / $warps);
    my @can = grep { (/^memory/ || /^shared $block /) && ordered($agent, $regions{$_}{done}[0]) } sort keys %regions;
    return unless @can;
    my $region = $regions{pick(@can)};
    push @{$region->{done}}, [$agent, $clocks->[$agent][$agent]];
    my $at = pick('l', '31 - l', 7, 7, below(32), 'w');
    my ($x, $is) = ("$region->{array}\[$region->{at} + $at]", "($region->{value} + $at)");
    return pick(by($agent, "if ($x != $is) bad = true;"), by($agent, "sum += $x - $is;"), by($agent, "sum = max(sum, $x - $is);"),
        by($agent, "for (unsigned i = 0; i < 3; i++) if (l > i) sum += $x - $is;"),
        by($agent, "{ float f = __uint_as_float($x - $is); if (f != 0.0f) bad = true; }"),
        "{ unsigned x = agent == $agent ? $x : $is; sum += x - $is; } __syncwarp();", "if (agent == $agent && $x != $is) bad = true; __syncwarp();",
        "bad |= agent == $agent && $x != $is; __syncwarp();", "bad = bad || (agent == $agent && l < 9 && $x != $is); __syncwarp();",
        "{ unsigned y; if (agent == $agent) y = $x & 1023; else y = $is & 1023; sum += y - ($is & 1023); } __syncwarp();");
}

# Agent sends another one a message, which tells all that comes before; it arrives later.
sub send_message {
    my $agent = shift;
    my $to = below($blocks * $warps);
    return if $to == $agent || $flags == $FLAGS;
    my $near = int($to / $warps) == int($agent / $warps);
    my $flag = ($near && !below(3) ? 'near' : 'far') . '_flags + ' . $flags++;
    my ($scope, $fence, $_block) = $near && below(2) ? ('cta', '__threadfence_block();', '_block') : ('gpu', '__threadfence();', '');
    push @underway, {to => $to, knows => [@{$clocks->[$agent]}], code => by($to, 'if (l == 0) { ' . pick(
        "while (atomicAdd$_block($flag, 0u) == 0); $fence", "while (*(volatile unsigned *)($flag) == 0); $fence", "while (!acquire_$scope($flag));",
        "while (atomicCAS$_block($flag, 1u, 2u) == 0); $fence", "while (!load_relaxed_$scope($flag)) __nanosleep(20); $fence",
        "while (!add_acquire_$scope($flag));", "while (!load_relaxed_$scope($flag)); acquire_$scope($flag);") . ' }')};
    $clocks->[$agent][$agent]++;
    return by($agent, '__syncwarp(); if (l == 0) { ' . pick("$fence atomicExch$_block($flag, 1u);", "$fence atomicAdd$_block($flag, 1u);",
        "$fence *(volatile unsigned *)($flag) = 1;", "release_$scope($flag);", "add_release_$scope($flag);", "$fence store_relaxed_$scope($flag);") . ' }');
}

sub receive_message {
    return unless @underway;
    my $message = splice @underway, below(scalar @underway), 1;
    learn($clocks, $message->{to}, $message->{knows});
    return $message->{code};
}

sub barrier {
    my $block = int(shift() / $warps);
    meet($clocks, $block * $warps .. ($block + 1) * $warps - 1);
    return "if (b == $block) __syncthreads();";
}

print '// asm has forms of loads and stores that CUDA C has no names for.', "\n";
for my $scope ('cta', 'gpu') {
    print "__device__ void release_$scope(unsigned *p) { asm volatile(\"st.release.$scope.u32 [%0], 1;\" ::\"l\"(p) : \"memory\"); }\n",
        "__device__ void add_release_$scope(unsigned *p) { asm volatile(\"red.release.$scope.add.u32 [%0], 1;\" ::\"l\"(p) : \"memory\"); }\n",
        "__device__ void store_relaxed_$scope(unsigned *p) { asm volatile(\"st.relaxed.$scope.u32 [%0], 1;\" ::\"l\"(p) : \"memory\"); }\n",
        "__device__ unsigned load_relaxed_$scope(unsigned *p) { unsigned v; asm volatile(\"ld.relaxed.$scope.u32 %0, [%1];\" : \"=r\"(v) : \"l\"(p) : \"memory\"); return v; }\n",
        "__device__ unsigned add_acquire_$scope(unsigned *p) { unsigned v; asm volatile(\"atom.acquire.$scope.add.u32 %0, [%1], 0;\" : \"=r\"(v) : \"l\"(p) : \"memory\"); return v; }\n",
        "__device__ unsigned acquire_$scope(unsigned *p) { unsigned v; asm volatile(\"ld.acquire.$scope.u32 %0, [%1];\" : \"=r\"(v) : \"l\"(p) : \"memory\"); return v; }\n";
}
my $launches = '';
for my $kernel (0 .. $KERNELS - 1) {
    ($blocks, $warps) = (pick(1, 1, 2, 3, 4), pick(1, 2, 3, 4));
    $warps = 2 if $blocks * $warps == 1;
    ($flags, $versions) = (0, 0);
    $clocks = new_clocks($blocks * $warps);
    %regions = @underway = ();
    print "\n__global__ void k$kernel(unsigned *memory, unsigned *far_flags, unsigned *wrong)\n{\n"
        . "    __shared__ __align__(16) unsigned s[$REGIONS * 32], near_flags[$FLAGS];\n"
        . "    unsigned t = threadIdx.x, w = t / 32, l = t % 32, b = blockIdx.x, agent = b * $warps + w, sum = 0;\n    bool bad = false;\n"
        . "    for (unsigned i = t; i < $FLAGS; i += $warps * 32)\n        near_flags[i] = 0;\n    __syncthreads();\n";
    for (1 .. 20 + below(25)) {
        my $step = pick(\&write_region, \&write_region, \&write_region, \&read_region, \&read_region, \&read_region, \&send_message, \&send_message,
            \&receive_message, \&barrier);
        my $code = $step->(below($blocks * $warps));
        print "    $code\n" if $code;
    }
    print "    if (bad || sum)\n        atomicAdd(wrong, 1u);\n}\n";
    $launches .= "    cudaMemset(far_flags, 0, $FLAGS * 4);\n    k$kernel<<<$blocks, $warps * 32>>>(memory, far_flags, wrong);\n";
}
print "\n#include <stdio.h>\n\nint main(void)\n{\n    unsigned *memory, *far_flags, *wrong, count;\n    cudaMalloc(&memory, $REGIONS * 128);\n"
    . "    cudaMalloc(&far_flags, $FLAGS * 4);\n    cudaMalloc(&wrong, 4);\n    cudaMemset(wrong, 0, 4);\n$launches"
    . "    cudaError_t e = cudaMemcpy(&count, wrong, 4, cudaMemcpyDeviceToHost);\n    cudaFree(memory);\n    cudaFree(far_flags);\n    cudaFree(wrong);\n"
    . "    if (e)\n        puts(cudaGetErrorString(e));\n    else\n        printf(count ? \"%u wrong\\n\" : \"right\\n\", count);\n    return e || count;\n}\n";
