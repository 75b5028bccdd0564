// convert.c: cvt. Semantics: PTX ISA, "Data Movement and Conversion Instructions: cvt".
//
// There are some hundred conversions, and nearly all of them are rare. So each is an entry of a table that describes it to one
// general function, `convert`, which works lane by lane. The few that programs use often also have a loop of their own, for
// registers that are as wide as the types. Registers may be wider (in->alu.a_bytes: the source's size, in->alu.d_bytes: the
// destination's): then the source's low bits count, and the result is extended by its type's sign.

#include "machine/alu/alu.h"

#include <string.h>

typedef enum { U8, S8, U16, S16, U32, S32, U64, S64, F16, BF16, F32, F64, E4M3, E5M2 } Type;

enum {
    SAT = 1,       // floats to [0, 1]; integers to the destination's range
    FTZ = 2,       // f32 subnormals become 0
    RELU = 4,      // negative results become 0, NaN stays
    FINITE = 8,    // .satfinite: what overflows becomes the largest number, NaN stays
    INTEGRAL = 16, // round to an integer, though the result is a float
};

static int bytes_of(Type t)
{
    static const u8 bytes[] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8, 1, 1};
    return bytes[t];
}

static bool type_signed(Type t)
{
    return t < F16 && t % 2 == 1;
}

static Format type_format(Type t)
{
    static const Format formats[] = {FORMAT_F16, FORMAT_BF16, FORMAT_F32,
                                     FORMAT_F64, FORMAT_E4M3, FORMAT_E5M2};
    return formats[t - F16];
}

// ---- One value ---------------------------------------------------------------------------------------------------

// Returns the low bits that a type has, extended to 64 bits by the type's sign.
static u64 extend(u64 bits, Type t)
{
    int unused = 64 - 8 * bytes_of(t);
    return type_signed(t) ? sign_extend(bits, bytes_of(t)) : bits << unused >> unused;
}

static double to_double(u64 bits, Type t)
{
    switch (t) {
    case F16: return f16_to_f32((u16)bits);
    case BF16: return bf16_to_f32((u16)bits);
    case F32: return f32_of((u32)bits);
    // A half has the exponent of E5M2. That of E4M3 has a bias that is less by 8, and its fourth bit is in the half's place; its only
    // NaN is the largest magnitude.
    case E5M2: return f16_to_f32((u16)(bits << 8));
    case E4M3:
        if ((bits & F8_NAN) == F8_NAN)
            return NAN;
        return 0x1p8 * f16_to_f32((u16)((bits & 0x80) << 8 | (bits & 0x7f) << 7));
    default: return f64_of(bits);
    }
}

static double integral(double x, Rounding rounding)
{
    switch (rounding) {
    case ROUND_ZERO: return trunc(x);
    case ROUND_DOWN: return floor(x);
    case ROUND_UP: return ceil(x);
    default: return rint(x);
    }
}

// Puts an integer-valued double into a type's range.
static u64 clamp_double(double x, Type t)
{
    int bits = 8 * bytes_of(t);
    double limit = ldexp(1, type_signed(t) ? bits - 1 : bits);
    u64 most = type_signed(t) ? (1ull << (bits - 1)) - 1 : ~0ull >> (64 - bits);
    if (x >= limit)
        return most;
    if (type_signed(t))
        return x < -limit ? ~most : (u64)(i64)x;
    return x > 0 ? (u64)x : 0;
}

// Puts an integer, already extended, into another type's range.
static u64 clamp_integer(u64 value, Type from, Type to)
{
    int bits = 8 * bytes_of(to);
    bool negative = type_signed(from) && (i64)value < 0;
    u64 most = type_signed(to) ? (1ull << (bits - 1)) - 1 : ~0ull >> (64 - bits);
    if (negative)
        return !type_signed(to) ? 0 : (i64)value < (i64)~most ? ~most : value;
    return value > most ? most : value;
}

static u64 finish_float(u64 bits, Type to, int flags)
{
    double x = to_double(bits, to);
    u64 sign = 1ull << (8 * bytes_of(to) - 1);
    if (flags & FTZ && to == F32)
        bits = f32_bits(f32_flush(f32_of((u32)bits)));
    if (flags & RELU && bits & sign && x == x)
        bits = 0;
    if (flags & SAT && !(x > 0))
        bits = 0;
    else if (flags & SAT && x > 1)
        bits = round_double(1, type_format(to), ROUND_EVEN);
    return bits;
}

// Rounds a number to a format, and does the flags.
static u64 make_float(double x, Type to, Rounding rounding, int flags)
{
    static const double largest[] = {
        [F16] = 0x1.ffcp15, [BF16] = 0x1.fep127, [E4M3] = 448, [E5M2] = 57344};
    if (flags & FINITE && fabs(x) > largest[to])
        x = copysign(largest[to], x);
    return finish_float(round_double(x, type_format(to), rounding), to, flags);
}

// Narrows a NaN from f64: it keeps its sign and upper bits, and becomes a quiet NaN.
static u64 narrow_nan(u64 bits, Type to)
{
    int fraction = to == F16 ? 10 : to == BF16 ? 7 : 23;
    int exponent = to == F16 ? 5 : 8;
    u64 magnitude = (1ull << (exponent + fraction)) - (1ull << fraction); // infinity's
    magnitude |= 1ull << (fraction - 1) | (bits << 12 >> (64 - fraction));
    return magnitude | bits >> 63 << (exponent + fraction);
}

static u64 convert_value(u64 bits, Type to, Type from, Rounding rounding, int flags)
{
    if (from < F16 && to < F16) {
        u64 value = extend(bits, from);
        return extend(flags & SAT ? clamp_integer(value, from, to) : value, to);
    }
    if (from < F16) {
        u64 value = extend(bits, from);
        bool negative = type_signed(from) && (i64)value < 0;
        u64 result =
            round_integer(negative, negative ? 0 - value : value, type_format(to), rounding);
        return finish_float(result, to, flags);
    }
    if (flags & FTZ && from == F32)
        bits = f32_bits(f32_flush(f32_of((u32)bits)));
    double x = to_double(bits, from);
    if (to < F16 && x != x) // NaN becomes 0; from f64, and to 64 bits, the lowest number
        return from == F64 || bytes_of(to) == 8 ? extend(1ull << (8 * bytes_of(to) - 1), to) : 0;
    if (to < F16)
        return clamp_double(integral(x, rounding), to);
    if (from == F64 && to != F64 && x != x && !(flags & SAT))
        return narrow_nan(bits, to);
    if (flags & INTEGRAL)
        x = integral(x, rounding);
    return make_float(x, to, rounding, flags);
}

// ---- All lanes ---------------------------------------------------------------------------------------------------

// Does any conversion, as its entry describes it.
static void convert(u8 *regs, const Insn *in, u32 mask)
{
    const u8 *how = in->alu.does.how;
    EACH_BIT(l, mask) {
        u64 bits = lane_bits(regs, in->a, in->alu.a_bytes, l);
        u64 r = convert_value(bits, how[0], how[1], how[2], how[3]);
        set_lane_bits(regs, in->d, in->alu.d_bytes, l, r);
    }
}

// Makes a conversion that has a loop for registers of the types' own sizes.
#define FAST(name, D, A, expr)                                            \
    ALU1(name##_loop, D, A, expr)                                         \
    static void name(u8 *regs, const Insn *in, u32 mask)                  \
    {                                                                     \
        if (in->alu.a_bytes == sizeof(A) && in->alu.d_bytes == sizeof(D)) \
            name##_loop(regs, in, mask);                                  \
        else                                                              \
            convert(regs, in, mask);                                      \
    }

// ---- Conversions that programs use often ---------------------------------------------------------------------------

FAST(u16_u32, u16, u32, a)
FAST(u32_u16, u32, u16, a)
FAST(u32_u64, u32, u64, a)
FAST(s32_s16, i32, i16, a)
FAST(u64_u32, u64, u32, a)
FAST(s64_s32, i64, i32, a)

FAST(rn_f32_u32, float, u32, (float)a)
FAST(rn_f32_s32, float, i32, (float)a)
FAST(rn_f32_u64, float, u64, (float)a)
FAST(rn_f32_s64, float, i64, (float)a)
FAST(rn_f64_u32, double, u32, (double)a)
FAST(rn_f64_s32, double, i32, (double)a)
FAST(rn_f64_u64, double, u64, (double)a)
FAST(rn_f64_s64, double, i64, (double)a)

// These convert to integers. A NaN becomes 0; from f64 it becomes 0x80000000.
static inline i32 to_s32_f64(double x)
{
    x = x > -0x80000000p0 ? x : -0x80000000p0;
    return (i32)(x < 0x7fffffffp0 ? x : 0x7fffffffp0);
}

static inline i32 to_s32_f32(float x)
{
    return to_s32_f64(x == x ? x : 0);
}

static inline u32 to_u32_f64(double x)
{
    x = x < 0 ? 0 : x;
    x = x > 0xffffffffp0 ? 0xffffffffp0 : x;
    return (u32)(i64)(x == x ? x : 0x80000000p0);
}

static inline u32 to_u32_f32(float x)
{
    return to_u32_f64(x == x ? x : 0);
}

// Floats to integers and to integral floats. Flushing first matters where a subnormal is not rounded to 0.
#define INTEGRAL_LOOPS(mode, fn)                                               \
    FAST(mode##_s32_f32, i32, float, to_s32_f32(fn##f(a)))                     \
    ALU1(mode##_f32_f32, float, float, f32_canonical(fn##f(a)))                \
    ALU1(mode##_f32_f32_ftz, float, float, f32_canonical(fn##f(f32_flush(a)))) \
    ALU1(mode##_f64_f64, double, double, a == a ? fn(a) : a + a)

INTEGRAL_LOOPS(rni, __builtin_rint)
INTEGRAL_LOOPS(rzi, __builtin_trunc)
INTEGRAL_LOOPS(rmi, __builtin_floor)
INTEGRAL_LOOPS(rpi, __builtin_ceil)

// The conversions of a C cast: towards zero.
FAST(rzi_u32_f32, u32, float, to_u32_f32(a))
FAST(rzi_u32_f64, u32, double, to_u32_f64(a))
FAST(rzi_s32_f64, i32, double, to_s32_f64(a))

// Floats become wider ones exactly.
ALU1(f64_f32, double, float, a)
ALU1(f64_f32_ftz, double, float, f32_flush(f32_canonical(a)))
ALU1(f32_f16, float, u16, f32_canonical(f16_to_f32(a)))
ALU1(f32_bf16, u32, u16, (u32)a << 16)
ALU1(f32_bf16_ftz, float, u16, f32_flush(f32_canonical(bf16_to_f32(a))))

// To narrower ones.
ALU1(rn_f32_f64, float, double, (float)a)
ALU1(rn_f32_f64_ftz, float, double, f32_flush((float)a))
ALU1(rn_f16_f32, u16, float, f16_from_f32(a))
ALU1(rn_bf16_f32, u16, float, bf16_from_f32(a))

// To the same format.
ALU1(f32_f32, u32, u32, a)
ALU1(f32_f32_ftz, float, float, f32_flush(f32_canonical(a)))
ALU1(f32_f32_sat, float, float, f32_saturate(a))
ALU1(f32_f32_ftz_sat, float, float, f32_saturate(f32_flush(a)))
ALU1(f64_f64, u64, u64, a)

// TF32: the upper 19 bits of a float. Of a NaN, .rna keeps them as they are. A carry goes on into the exponent, up to infinity.
#define TF32_MASK 0xffffe000u

static inline bool is_nan(u32 bits)
{
    return (bits & 0x7fffffffu) > 0x7f800000u;
}

static inline u32 tf32_nearest(u32 bits)
{
    return is_nan(bits) ? F32_NAN : bits + 0xfff + (bits >> 13 & 1);
}

ALU1(rna_tf32_f32, u32, u32, (is_nan(a) ? a : a + 0x1000) & TF32_MASK)
ALU1(rn_tf32_f32, u32, u32, tf32_nearest(a) & TF32_MASK)
ALU1(rz_tf32_f32, u32, u32, (is_nan(a) ? F32_NAN : a) & TF32_MASK)
SLOW1(rn_tf32_f32_relu, u32, float, a <= 0 ? 0 : tf32_nearest(f32_bits(a)) & TF32_MASK)
SLOW1(rz_tf32_f32_relu, u32, float, a <= 0 ? 0 : (a == a ? f32_bits(a) : F32_NAN) & TF32_MASK)

// ---- Two at once: a becomes the upper half, b the lower ----------------------------------------------------------

static u32 convert_two(double a, double b, const u8 *how)
{
    u64 high = make_float(a, how[0], how[2], how[3]), low = make_float(b, how[0], how[2], how[3]);
    return (u32)(high << 8 * bytes_of(how[0]) | low);
}

// The same from the halves of a register.
static u32 convert_halves(u32 a, const u8 *how)
{
    int bits = 8 * bytes_of(how[1]);
    return convert_two(to_double(a >> bits, how[1]), to_double(a & ((1u << bits) - 1), how[1]),
                       how);
}

SLOW2(convert_pair, u32, float, float, convert_two(a, b, in->alu.does.how))
SLOW2(convert_pair_8, u16, float, float, convert_two(a, b, in->alu.does.how))
SLOW1(narrow_pair_8, u16, u32, convert_halves(a, in->alu.does.how))
SLOW1(widen_pair_8, u32, u16, convert_halves(a, in->alu.does.how))
ALU2(rn_f16x2_f32, u32, float, float, (u32)f16_from_f32(a) << 16 | f16_from_f32(b))
ALU2(rn_bf16x2_f32, u32, float, float, (u32)bf16_from_f32(a) << 16 | bf16_from_f32(b))

// Does cvt.pack: puts a above b, each saturated to 16 or 8 bits. With 8 bits the lower half of c comes above them.
static u32 pack(i32 a, i32 b, u32 c, int bits, bool is_signed)
{
    i32 most = (i32)((1u << (is_signed ? bits - 1 : bits)) - 1), least = is_signed ? -most - 1 : 0;
    a = a > most ? most : a < least ? least : a;
    b = b > most ? most : b < least ? least : b;
    u32 field = (1u << bits) - 1;
    u32 above = bits < 16 ? c << 2 * bits : 0;
    return above | ((u32)a & field) << bits | ((u32)b & field);
}

SLOW2(pack_u16, u32, i32, i32, pack(a, b, 0, 16, false))
SLOW2(pack_s16, u32, i32, i32, pack(a, b, 0, 16, true))
SLOW3(pack_u8, u32, i32, i32, u32, pack(a, b, c, 8, false))
SLOW3(pack_s8, u32, i32, i32, u32, pack(a, b, c, 8, true))

// ---- Names -------------------------------------------------------------------------------------------------------

// Conversions that have a loop, or that no rule below describes.
#define LOOP(to, from)         ENTRY("." #to "." #from, to##_##from)
#define ROUNDED(how, to, from) ENTRY("." #how "." #to "." #from, how##_##to##_##from)
#define INTEGRAL_NAMES(mode)                          \
    ROUNDED(mode, s32, f32), ROUNDED(mode, f32, f32), \
        ENTRY("." #mode ".ftz.f32.f32", mode##_f32_f32_ftz), ROUNDED(mode, f64, f64)
const AluGroup listed_conversions[] = {
    GROUP("cvt", LOOP(u16, u32), LOOP(u32, u16), LOOP(u32, u64), LOOP(s32, s16), LOOP(u64, u32),
          LOOP(s64, s32), ROUNDED(rn, f32, u32), ROUNDED(rn, f32, s32), ROUNDED(rn, f32, u64),
          ROUNDED(rn, f32, s64), ROUNDED(rn, f64, u32), ROUNDED(rn, f64, s32),
          ROUNDED(rn, f64, u64), ROUNDED(rn, f64, s64), ROUNDED(rzi, u32, f32),
          ROUNDED(rzi, u32, f64), ROUNDED(rzi, s32, f64), ENTRY(".rzi.ftz.u32.f32", rzi_u32_f32),
          ENTRY(".rzi.ftz.s32.f32", rzi_s32_f32), INTEGRAL_NAMES(rni), INTEGRAL_NAMES(rzi),
          INTEGRAL_NAMES(rmi), INTEGRAL_NAMES(rpi), LOOP(f64, f32),
          ENTRY(".ftz.f64.f32", f64_f32_ftz), LOOP(f64, f64), LOOP(f32, f16),
          ENTRY(".ftz.f32.f16", f32_f16), LOOP(f32, bf16), ENTRY(".ftz.f32.bf16", f32_bf16_ftz),
          LOOP(f32, f32), ENTRY(".ftz.f32.f32", f32_f32_ftz), ENTRY(".sat.f32.f32", f32_f32_sat),
          ENTRY(".ftz.sat.f32.f32", f32_f32_ftz_sat), ROUNDED(rn, f32, f64),
          ENTRY(".rn.ftz.f32.f64", rn_f32_f64_ftz), ROUNDED(rn, f16, f32),
          ENTRY(".rn.ftz.f16.f32", rn_f16_f32), ROUNDED(rn, bf16, f32), ROUNDED(rn, f16x2, f32),
          ROUNDED(rn, bf16x2, f32), ROUNDED(rn, tf32, f32),
          ENTRY(".rn.relu.tf32.f32", rn_tf32_f32_relu), ROUNDED(rz, tf32, f32),
          ENTRY(".rz.relu.tf32.f32", rz_tf32_f32_relu), ROUNDED(rna, tf32, f32),
          ENTRY(".pack.sat.u16.s32", pack_u16), ENTRY(".pack.sat.s16.s32", pack_s16),
          ENTRY(".pack.sat.u8.s32.b32", pack_u8), ENTRY(".pack.sat.s8.s32.b32", pack_s8)),
    {0}};

// The words of a mnemonic, in the order in which they stand: how it rounds, to an integer or to the format; flags; types, the pairs of four of them last.
static const char words[][10] = {"rni",  "rzi", "rmi", "rpi",   "rn",        "rz",     "rm",
                                 "rp",   "ftz", "sat", "relu",  "satfinite", "u8",     "s8",
                                 "u16",  "s16", "u32", "s32",   "u64",       "s64",    "f16",
                                 "bf16", "f32", "f64", "f16x2", "bf16x2",    "e4m3x2", "e5m2x2"};
enum {
    FLAGS_FROM = 8,
    RELU_WORD = 10,
    FINITE_WORD,
    TYPES_FROM,
    WORDS = sizeof words / sizeof *words
};
enum { F16X2 = F64 + 1, BF16X2, E4M3X2, E5M2X2 };

#define OF(type) (1u << (type))
enum { INTEGER = 1, NEAREST = 2, NEAREST_OR_ZERO = 4, FORMAT = 8, EXACT = 16 }; // which roundings
enum { INTS = 0xff, WIDE = 0xfc, SIGNED = 0xaa }; // WIDE: of 16 bits or more
enum { HALVES = OF(F16) | OF(BF16), PAIRS = HALVES << 4, REALS = OF(F16) | OF(F32) | OF(F64) };
enum { PAIRS_8 = OF(E4M3X2) | OF(E5M2X2) };

// Which conversions there are: with each of these roundings, from each of these types to each of those.
static const struct {
    u8 roundings, must, may; // flags that it must have, and those that it may have
    u16 to, from;
} rules[] = {
    {EXACT, 0, 0, INTS, INTS},
    {EXACT, 0, 0, OF(F64), REALS | OF(BF16)},
    {EXACT, 0, 0, OF(F32), HALVES | OF(F32)},
    {EXACT, 0, 0, OF(F16), OF(F16)},
    {EXACT, 0, 0, OF(BF16), OF(BF16)},
    // .sat exists between integers only where a value may not fit.
    {EXACT, SAT, 0, OF(U8), INTS & ~OF(U8)},
    {EXACT, SAT, 0, OF(S8), INTS & ~OF(S8)},
    {EXACT, SAT, 0, OF(U16), (WIDE | SIGNED) & ~OF(U16)},
    {EXACT, SAT, 0, OF(S16), WIDE & ~OF(S16)},
    {EXACT, SAT, 0, OF(U32), SIGNED | OF(U64)},
    {EXACT, SAT, 0, OF(S32), OF(U32) | OF(U64) | OF(S64)},
    {EXACT, SAT, 0, OF(U64), SIGNED},
    {EXACT, SAT, 0, OF(S64), OF(U64)},
    {EXACT, SAT, 0, OF(F64), REALS},
    {EXACT, SAT, 0, OF(F32), OF(F16) | OF(F32)},
    {EXACT, SAT, 0, OF(F16), OF(F16)},
    {EXACT, FTZ, SAT, OF(F32) | OF(F64), OF(F32)},
    {EXACT, FTZ, SAT, OF(F32), OF(F16)},
    {EXACT, FTZ, 0, OF(F32), OF(BF16)},
    // To integers. Out of range goes to the nearest limit, so .sat changes nothing.
    {INTEGER, 0, SAT, INTS, REALS},
    {INTEGER, FTZ, SAT, INTS, OF(F32)},
    {INTEGER, 0, 0, INTS, OF(BF16)},
    {INTEGER, 0, SAT, OF(F16), OF(F16)},
    {INTEGER, 0, 0, OF(BF16), OF(BF16)},
    {INTEGER, 0, FTZ | SAT, OF(F32), OF(F32)},
    {INTEGER, 0, SAT, OF(F64), OF(F64)},
    {FORMAT, 0, SAT, REALS, INTS},
    {FORMAT, 0, FTZ | SAT, OF(F32), OF(F64)},
    {FORMAT, 0, FTZ | SAT, OF(F16), OF(F32)},
    {FORMAT, 0, SAT, OF(F16), OF(F64)},
    {FORMAT, 0, 0, OF(F16), OF(BF16)},
    {FORMAT, 0, 0, OF(BF16), WIDE | REALS},
    {NEAREST_OR_ZERO, 0, RELU | FINITE, HALVES | PAIRS, OF(F32)},
    {NEAREST, FINITE, RELU, PAIRS_8, OF(F32) | OF(F16X2)},
    {NEAREST, 0, RELU, OF(F16X2), PAIRS_8},
};

// Finds the rule for a mnemonic; the result has no function if there is none.
static Alu find_rule(const char *name)
{
    static const u8 flag[] = {FTZ, SAT, RELU, FINITE},
                    rounding[] = {ROUND_EVEN, ROUND_ZERO, ROUND_DOWN, ROUND_UP};
    int last = -1, to = 0, from = 0, count = 0, flags = 0, how = ROUND_EVEN, kinds = EXACT;
    for (size_t length; *name == '.'; name += length) {
        length = strcspn(++name, ".");
        int k = 0;
        while (k < WORDS && (strncmp(words[k], name, length) != 0 || words[k][length]))
            k++;
        // Words have this order, but that .satfinite also stands before .relu.
        bool in_order = k > last || (k == RELU_WORD && last == FINITE_WORD);
        if (k == WORDS || (k < TYPES_FROM && !in_order) || (k < FLAGS_FROM && last >= 0))
            return (Alu){0};
        if (k >= TYPES_FROM) {
            to = from;
            from = k - TYPES_FROM;
            count++;
        } else if (k >= FLAGS_FROM) {
            flags |= flag[k - FLAGS_FROM];
        } else {
            how = rounding[k % 4];
            kinds = k < 4   ? INTEGER
                    : k < 5 ? FORMAT | NEAREST_OR_ZERO | NEAREST
                    : k < 6 ? FORMAT | NEAREST_OR_ZERO
                            : FORMAT;
        }
        last = k;
    }
    static const u8 element[] = {F16, BF16, E4M3, E5M2};
    AluFn *fn = to >= E4M3X2     ? (from == F32 ? convert_pair_8 : narrow_pair_8)
                : from >= E4M3X2 ? widen_pair_8
                : to >= F16X2    ? convert_pair
                                 : convert;
    for (size_t i = 0; count == 2 && i < sizeof rules / sizeof *rules; i++)
        if ((rules[i].roundings & kinds) && (flags & ~rules[i].may) == rules[i].must &&
            (rules[i].to >> to & 1) && (rules[i].from >> from & 1)) {
            flags |= kinds == INTEGER ? INTEGRAL : 0;
            flags &= to == F16 ? ~FTZ : ~0; // on an H200 .ftz does nothing there
            return (Alu){.fn = fn,
                         .how = {to > F64 ? element[to - F16X2] : (u8)to,
                                 from > F64 ? element[from - F16X2] : (u8)from, (u8)how,
                                 (u8)flags}};
        }
    return (Alu){0};
}

Alu find_conversion(const char *name)
{
    Alu alu = find_rule(name);
    for (const AluEntry *e = listed_conversions->entries; e->name; e++)
        if (strcmp(e->name, name) == 0)
            alu.fn = e->alu.fn;
    return alu;
}
