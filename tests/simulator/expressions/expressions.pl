#!/usr/bin/perl
# expressions.pl SEED: prints a CUDA program of 20 kernels that compute at random with all types: arithmetic, functions, conversions, intrinsics,
# local arrays, calls, loops, and exchange values. It prints a line for each variable: the kernel, the variable, and a hash of its values in all threads;
# with an argument also each thread's value.
use strict;
use warnings;

my ($KERNELS, $DEPTH, $STATEMENTS) = (20, 4, 14);
die "usage: expressions.pl SEED\n" unless @ARGV == 1 && $ARGV[0] =~ /^\d+$/;
srand $ARGV[0];
sub below { return int rand shift }
sub pick { return $_[below(scalar @_)] }
sub often { my ($count, @forms) = @_; return (@forms) x $count }

my @INTEGERS = qw(i8 u8 i16 u16 i32 u32 i64 u64 i128 u128);
my @TYPES = (@INTEGERS, qw(f32 f64 f16));
my @VARS = map { /8$|16$/ ? "${_}a" : ("${_}a", "${_}b") } @TYPES; # f64b: a variable of type f64
my @ARGUMENTS = map { "${_}p" } qw(i32 u32 i64 u64 f32 f64 f16); # of the kernels
my %vars;
push @{$vars{s/[ab]$//r}}, $_ for @VARS;
my %values = map { $_ => [@{$vars{$_}}] } @TYPES;
push @{$values{s/p$//r}}, $_ for @ARGUMENTS;

# What an expression may be. @ stands for another one of its type, {u32} for one of that type, {?} for a condition, {#} for a number of
# bits to shift by, {/} for a divisor.
my @FLOAT = (often(2, '(@ + @)', '(@ - @)', '(@ * @)'), '(@ / @)');
my %FORMS = (
    f16 => [often(2, '__hadd(@, @)', '__hsub(@, @)', '__hmul(@, @)'), '__hfma(@, @, @)', '__hmin(@, @)', '__hmax(@, @)', '__hneg(@)', '__habs(@)',
        'hrint(@)', 'hfloor(@)', 'htrunc(@)', '__hdiv(@, @)', map { "h$_(@)" } qw(exp exp2 log log2 sin cos sqrt rsqrt rcp)],
    f32 => [@FLOAT, 'fminf(@, @)', 'fmaxf(@, @)', 'sign_of(@, @)', 'fdimf(@, @)', 'fmodf(@, @)', '__fadd_rz(@, @)', '__fsub_rd(@, @)',
        '__fmul_ru(@, @)', 'fmaf(@, @, @)', '__fmaf_rz(@, @, @)', '__fmaf_ru(@, @, @)', 'sqrtf(@)', 'fabsf(@)', 'floorf(@)', 'ceilf(@)', 'truncf(@)',
        'rintf(@)', 'roundf(@)', '__saturatef(@)', '-(@)', '__frcp_rn(@)', '__fsqrt_rz(@)', '__uint_as_float({u32})',
        'ldexpf(@, (int)({u32} & 63) - 32)', 'powf(@, @)', 'atan2f(@, @)', '__fdividef(@, @)', '__powf(@, @)',
        map { "$_(@)" } qw(expf __expf exp2f logf __logf log2f __log2f sinf __sinf cosf __cosf tanf tanhf rsqrtf cbrtf erff asinf)],
    f64 => [@FLOAT, 'fmin(@, @)', 'fmax(@, @)', 'sign_of(@, @)', '__dadd_rz(@, @)', '__dmul_ru(@, @)', '__dsub_rd(@, @)', 'fma(@, @, @)',
        '__fma_rz(@, @, @)', '__fma_rd(@, @, @)', 'sqrt(@)', 'fabs(@)', 'floor(@)', 'ceil(@)', 'trunc(@)', 'rint(@)', 'round(@)', '-(@)',
        '__longlong_as_double({i64})', 'pow(@, @)', 'atan2(@, @)', map { "$_(@)" } qw(exp log sin cos tanh rsqrt cbrt erf)],
    integer => [often(2, '@ + @', '@ - @', '@ * @', '@ & @', '@ | @', '@ ^ @'), '@ / {/}', '@ % {/}', often(2, '@ << {#}', '@ >> {#}'), '~@', '-@', '{?}',
        'table[{u32} & 15]'],
    32 => ['__popc(@)', '__clz(@)', '__ffs(@)', '__brev(@)', '__umulhi(@, @)', '__mulhi(@, @)', '__byte_perm(@, @, @)', '__funnelshift_l(@, @, @)',
        '__funnelshift_r(@, @, @)', '__funnelshift_lc(@, @, @)', '__sad(@, @, @)', '__usad(@, @, @)', '__dp4a((int)@, (int)@, (int)@)',
        '__dp2a_lo((int)@, (int)@, (int)@)', '__dp4a((unsigned)@, (unsigned)@, (unsigned)@)', 'min(@, @)', 'max(@, @)', 'abs((int)@)',
        '__hadd((int)@, (int)@)', '__rhadd((int)@, (int)@)', '__uhadd(@, @)', '__mul24(@, @)', '__umul24(@, @)', '__vadd2(@, @)', '__vsub4(@, @)',
        '__vabsdiffs4(@, @)', '__vcmpgts2(@, @)', '__vmaxu4(@, @)', '__vavgu2(@, @)', '__vaddss2(@, @)', '__float_as_int(canon({f32}))',
        '__double2hiint(canon({f64}))', '__half_as_ushort(canon({f16}))', '__fns(@, @ & 31, (int)(@ & 15) - 7)', '__float2int_ru({f32})',
        '__double2uint_rd({f64})', '__half2int_rn({f16})'],
    64 => ['__popcll(@)', '__clzll(@)', '__ffsll(@)', '__brevll(@)', '__umul64hi(@, @)', '__mul64hi(@, @)', 'min(@, @)', 'max(@, @)',
        'llabs((long long)@)', '__double_as_longlong(canon({f64}))', '__float2ll_rn({f32})', '__double2ull_rz({f64})', '(u64)(u32)@ * (u32)@',
        '(i64)(i32)@ * (i32)@', map { "h$_({i32}, {u64}, {f32})" } 0 .. 5]);

sub constant {
    my $type = shift;
    my $number = pick('0.5', '-1.25', '3.0', '1000.0', '-7e-3', '255.0', '65536.0');
    return $type eq 'f64' ? $number : $type eq 'f32' ? "${number}f" : "__float2half(${number}f)" if $type =~ /^f/;
    return "($type)" . pick(0 .. 3, 7, 31, 32, 63, 100, 127, 128, 255, 256, 1000, 32767, 65535, 65536, 2147483647, -1, -2, -128) . 'll';
}

sub expression {
    my ($type, $depth) = @_;
    return below(4) ? pick(@{$values{$type}}) : constant($type) if $depth <= 0;
    my $integer = $type !~ /^f/;
    my $bits = $type =~ /\d+/ ? $& : 0;
    my $forms = $FORMS{!$integer || ($bits =~ /32|64/ && below(2)) ? $integer ? $bits : $type : 'integer'};
    my $form = !below(6) ? "from<$type>({" . pick(@TYPES) . '})' : !below(9) ? '({?} ? @ : @)' : pick(@$forms);
    my $part = sub {
        my $what = shift // $type;
        return condition($depth - 1) if $what eq '?';
        return below(2) ? "($type)(" . expression($type, $depth - 2) . ' | 1)' : pick(3, 7, 10, 16, 100, 641) if $what eq '/';
        return below(2) ? '(int)(' . expression('u32', $depth - 2) . ' & ' . ($bits - 1) . ')' : below($bits) if $what eq '#';
        return expression($what, $depth - 1 - below(2));
    };
    $form =~ s/\@|\{([^}]+)\}/$part->($1)/ge;
    return $integer ? "($type)($form)" : $form;
}

sub condition {
    my $depth = shift;
    return '(' . condition($depth - 1) . ' ' . pick('&&', '||', '!=') . ' ' . condition($depth - 1) . ')' if $depth > 0 && !below(4);
    my $type = pick(@TYPES);
    return '(' . expression($type, $depth - 1) . ' ' . pick('<', '<=', '>', '>=', '==', '!=') . ' ' . expression($type, $depth - 1) . ')';
}

# What lanes exchange, where all of them are together. V is a variable of 32 or 64 bits. There are no barriers of the block here: ptxas
# 13.0 may come to one with a warp that has parted, after a loop with a call (synccheck tells it; with -Xptxas -O0 it does not).
my $ALL = '0xffffffffu';
my @EXCHANGES = (
    (map { "V = __shfl_${_}_sync($ALL, V, {u32} & 15, WIDTH);" } qw(up down xor)), "V = __shfl_sync($ALL, V, (int)({u32} & 31), WIDTH);",
    "f16a = __shfl_down_sync($ALL, f16a, 3);", "u32a = __ballot_sync($ALL, {?});", "i32b += __all_sync($ALL, {?}) * 2 + __any_sync($ALL, {?});",
    "u32b = __match_any_sync($ALL, {u64} & 3);", "{ int same; u32a = __match_all_sync($ALL, {u32} & 1, &same); i32a ^= same; }",
    (map { "u32a = __reduce_${_}_sync($ALL, {u32});" } qw(add min max and or xor)), "i32a = __reduce_min_sync($ALL, {i32});",
    "{ bool c = {?}; u32 m = __ballot_sync($ALL, c); if (c) u32a = __reduce_xor_sync(m, {u32}); else u64b = __match_any_sync(~m, {u64} & 7); }");

sub exchange {
    my $form = pick(@EXCHANGES);
    my ($var, $width) = (pick(@{$vars{pick(qw(i32 u32 i64 u64 f32 f64))}}), pick(32, 16, 8));
    return $form =~ s/\bV\b/$var/gr =~ s/WIDTH/$width/r =~ s/\{([^}; ]+)\}/$1 eq '?' ? condition(2) : expression($1, 3)/ger . "\n";
}

# A product, or a sum that has one, maybe in another block: ptxas makes one instruction of some.
my ($loops, @products) = 0;
sub leaf { my $type = shift; return pick(@{$values{$type}}, constant($type)) }
sub product_or_sum {
    my $type = pick(qw(f32 f32 f64 f16));
    my @known = grep { /^${type}x/ } @products;
    if (!@known || !below(3)) {
        push @products, my $name = "${type}x" . $loops++;
        return "const $type $name = load<$type>(in, " . below(2 * @VARS) . ') * ' . leaf($type) . ";\n";
    }
    my ($product, $var) = (pick(@known), pick(@{$vars{$type}}));
    return "$var = " . pick("$var + $product", "$var - $product", "$product - $var", leaf($type) . " - $product", "$product + " . leaf($type)) . ";\n";
}

sub indent { return shift =~ s/^(?=.)/    /gmr }
sub block {
    my ($depth, $known) = (shift, scalar @products);
    my $text = "{\n" . indent(join '', map { statement($depth - 1) } 0 .. below(3)) . "}\n";
    $#products = $known - 1;
    return $text;
}

sub statement {
    my $depth = shift;
    return product_or_sum() if !below(4);
    my $kind = below($depth > 1 ? 16 : $depth > 0 ? 13 : 7);
    my $var = pick(@VARS);
    return "$var = " . expression($var =~ s/[ab]$//r, $DEPTH) . ";\n" if $kind < 6;
    return 'table[' . expression('u32', 2) . ' & 15] = ' . expression('u32', 3) . ";\n" if $kind == 6;
    return 'if (' . condition(2) . ') ' . block($depth) . ($kind == 9 ? 'else ' . block($depth) : '') if $kind < 10;
    if ($kind == 10) {
        my $k = 'k' . $loops++;
        my $leave = below(2) ? '    if (' . condition(1) . ")\n        " . pick('break', 'continue') . ";\n" : '';
        return "for (int $k = 0; $k < " . pick(2, 3, '(int)(u32a & 3)', '(int)(i32b & 7)') . "; $k++) {\n" . indent(block($depth)) . "${leave}    i32a += $k;\n}\n";
    }
    return 'switch (' . expression('u32', 2) . " & 7) {\n" . join('', map { "case $_: " . block($depth) . (below(3) ? "    break;\n" : '') } 0 .. 3 + below(4))
        . 'default: ' . block($depth) . "}\n" if $kind == 11;
    return $depth == 2 ? exchange() : "i32b ^= table[lane & 15];\n";
}

print <<'END';
#include <cuda_fp16.h>
#include <stdio.h>
#include <stdlib.h>

typedef signed char i8; typedef unsigned char u8; typedef short i16; typedef unsigned short u16; typedef int i32; typedef unsigned u32;
typedef long long i64; typedef unsigned long long u64; typedef __int128 i128; typedef unsigned __int128 u128;
typedef float f32; typedef double f64; typedef __half f16;

enum { THREADS = 64, MOST_VARS = 32 };

// One NaN for all: which one an operation gives is not specified.
template <class T> __device__ T canon(T x) { return x; }
template <> __device__ f32 canon(f32 x) { return x != x ? __int_as_float(0x7fffffff) : x; }
template <> __device__ f64 canon(f64 x) { return x != x ? __longlong_as_double(0x7ff8000000000000) : x; }
template <> __device__ f16 canon(f16 x) { return __hisnan(x) ? __ushort_as_half(0x7fff) : x; }
__device__ f32 sign_of(f32 x, f32 y) { return copysignf(x, canon(y)); }
__device__ f64 sign_of(f64 x, f64 y) { return copysign(x, canon(y)); }

template <class To, class From> __device__ To from(From x) { return (To)x; }
END
# What C leaves open, and what has names of its own.
sub conversion { my ($to, $from, $code) = @_; print "template <> __device__ $to from($from x) { return $code; }\n" }
my %half = (i8 => 'short', u8 => 'ushort', i16 => 'short', u16 => 'ushort', i32 => 'int', u32 => 'uint', i64 => 'll', u64 => 'ull',
    i128 => 'll', u128 => 'ull');
for my $type (@INTEGERS) {
    conversion($type, 'f16', "($type)__half2$half{$type}_rz(x)");
    conversion('f16', $type, "__$half{$type}2half_rn((" . $type =~ s/128/64/r . ')x)');
}
my %float = (i8 => 'int_rz', u8 => 'uint_rz', i16 => 'int_rn', u16 => 'uint_rn', i128 => 'll_rz', u128 => 'ull_rz');
for my $type (sort keys %float) {
    conversion($type, 'f32', "($type)__float2$float{$type}(x)");
    conversion($type, 'f64', "($type)__double2$float{$type}(x)");
}
print <<'END';
template <> __device__ f32 from(i128 x) { return (f32)(i64)x; }
template <> __device__ f32 from(u128 x) { return (f32)(u64)(x >> 3); }
template <> __device__ f64 from(i128 x) { return (f64)(i64)(x >> 5); }
template <> __device__ f64 from(u128 x) { return (f64)(u64)x; }
template <> __device__ f32 from(f16 x) { return __half2float(x); }
template <> __device__ f64 from(f16 x) { return __half2float(x); }
template <> __device__ f16 from(f32 x) { return __float2half(x); }
template <> __device__ f16 from(f64 x) { return __double2half(x); }

struct Three { i32 a; f32 b; u64 c; };
__device__ __noinline__ i64 h0(i32 a, u64 b, f32 c) { return a + (i64)(b >> 3) - __float_as_int(canon(c)); }
__device__ __noinline__ i64 h1(i32 a, u64 b, f32 c) { i64 s = 0; for (int k = 0; k < (a & 7); k++) s = s * 31 + (i64)(b >> k) + (c > k); return s; }
__device__ __noinline__ Three make(i32 a, u64 b, f32 c) { Three t = {a ^ 5, c * 0.5f, b * 3}; return t; }
__device__ __noinline__ i64 h2(i32 a, u64 b, f32 c) { Three t = make(a, b, c); return t.a + (i64)t.c + __float_as_int(canon(t.b)); }
__device__ __noinline__ i64 h3(i32 a, u64 b, f32 c) { return (a & 3) == 0 ? (i64)b : h3((a & 3) - 1, b * 7 + 1, c) ^ a; }
__device__ __noinline__ i64 h4(i32 a, u64 b, f32 c) { u16 small[8]; for (int k = 0; k < 8; k++) small[k] = (u16)(b >> k * 7); return small[a & 7] * (i64)small[(a >> 3) & 7] + (c < 0); }
__device__ i64 (*const pointers[3])(i32, u64, f32) = {h0, h1, h4};
__device__ __noinline__ i64 h5(i32 a, u64 b, f32 c) { return pointers[(u32)a % 3](a, b + 1, c); }

template <class T> __device__ u64 bits(T x) { x = canon(x); u64 r[2] = {0, 0}; memcpy(r, &x, sizeof x); return r[0] + r[1] * 31; }

template <class T> __device__ T load(const u64 *in, int i)
{
    u64 b[2] = {in[i], in[i + 1]};
    T x;
    memcpy(&x, b, sizeof x);
    return x;
}

END
for my $k (0 .. $KERNELS - 1) {
    ($loops, @products) = 0;
    my $i = 0;
    print "__global__ void k$k(const u64 *in, u64 *out" . join('', map { ', ' . s/p$//r . " $_" } @ARGUMENTS) . ")\n{\n    int lane = threadIdx.x % 32;\n    in += threadIdx.x * 2 * MOST_VARS;\n    u32 table[16];\n    for (int k = 0; k < 16; k++)\n        table[k] = (u32)in[k] + k;\n";
    for my $v (@VARS) { my $t = $v =~ s/[ab]$//r; print "    $t $v = load<$t>(in, " . (2 * $i++) . ");\n" }
    print indent(join '', map { statement(2) } 1 .. $STATEMENTS);
    $i = 0;
    print "    out[threadIdx.x + THREADS * " . $i++ . "] = bits($_);\n" for @VARS;
    print "    for (int k = 0; k < 16; k++)\n        out[threadIdx.x + THREADS * " . $i . "] = out[threadIdx.x + THREADS * " . $i . "] * 31 + table[k];\n}\n\n";
}
my $names = join ', ', map { "\"$_\"" } @VARS, 'table';
my $count = @VARS + 1;
my $table = join ', ', map { "k$_" } 0 .. $KERNELS - 1;
my $types = join '', map { ', ' . s/p$//r } @ARGUMENTS;
print <<"END";
static u64 random_bits(void)
{
    static u64 state = $ARGV[0] * 2654435761ull + 12345;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state * 0x2545f4914f6cdd1dull;
}

int main(int argc, char **argv)
{
    static void (*const kernels[])(const u64 *, u64 *$types) = {$table};
    static const char *const names[] = {$names};
    static u64 in[THREADS * 2 * MOST_VARS], out[THREADS * MOST_VARS];
    u64 *device_in, *device_out;
    cudaMalloc(&device_in, sizeof in);
    cudaMalloc(&device_out, sizeof out);
    for (int k = 0; k < $KERNELS; k++) {
        for (int i = 0; i < THREADS * 2 * MOST_VARS; i++) {
            u64 r = random_bits(), how = random_bits() >> 61;
            f32 f = (i32)r / 65536.0f;
            f64 d = (i32)r / 1024.0;
            if (how == 0) r &= 255; else if (how == 1) r = 0 - (r & 15); else if (how == 2) memcpy(&r, &f, sizeof f); else if (how == 3) memcpy(&r, &d, sizeof d);
            in[i] = r;
        }
        cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
        cudaMemset(device_out, 0, sizeof out);
        kernels[k]<<<1, THREADS>>>(device_in, device_out, (i32)in[0], (u32)in[1], in[2], in[3] >> 5, (i32)in[4] / 256.0f, (i32)in[5] / 64.0, __float2half((short)in[6] / 16.0f));
        cudaError_t e = cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
        if (e) {
            printf("k%d %s\\n", k, cudaGetErrorString(e));
            return 1;
        }
        for (int v = 0; v < $count; v++) {
            u64 hash = 0;
            for (int t = 0; t < THREADS; t++)
                hash = (hash ^ out[v * THREADS + t]) * 1099511628211ull;
            printf("k%d %s %016llx\\n", k, names[v], hash);
            for (int t = 0; t < THREADS && argc > 1; t++)
                printf("k%d %s %d %016llx\\n", k, names[v], t, out[v * THREADS + t]);
        }
    }
    return 0;
}
END
