// convert.c: cvt. Semantics: PTX ISA, "Data Movement and Conversion Instructions: cvt".
//
// There are some hundred conversions, and nearly all of them are rare. So each is an entry of a table that describes it to one
// general function, `convert`, which works lane by lane. The few that programs use often also have a loop of their own, for
// registers that are as wide as the types. Registers may be wider (in->alu.a_bytes: the source's size, in->alu.d_bytes: the
// destination's): then the source's low bits count, and the result is extended by its type's sign.

#include "machine/alu/alu.h"

typedef enum { U8, S8, U16, S16, U32, S32, U64, S64, F16, BF16, F32, F64 } Type;

enum {
    SAT = 1,       // floats to [0, 1]; integers to the destination's range
    FTZ = 2,       // f32 subnormals become 0
    RELU = 4,      // negative results become 0, NaN stays
    FINITE = 8,    // .satfinite: what overflows becomes the largest number
    INTEGRAL = 16, // round to an integer, though the result is a float
};

static int bytes_of(Type t)
{
    static const u8 bytes[] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8};
    return bytes[t];
}

static bool type_signed(Type t)
{
    return t < F16 && t % 2 == 1;
}

static Format type_format(Type t)
{
    return t == F16 ? FORMAT_F16 : t == BF16 ? FORMAT_BF16 : t == F32 ? FORMAT_F32 : FORMAT_F64;
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
    if (flags & FINITE && isinf(x))
        bits--;
    if (flags & RELU && bits & sign && x == x)
        bits = 0;
    if (flags & SAT && !(x > 0))
        bits = 0;
    else if (flags & SAT && x > 1)
        bits = round_double(1, type_format(to), ROUND_EVEN);
    return bits;
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
    return finish_float(round_double(x, type_format(to), rounding), to, flags);
}

// ---- All lanes ---------------------------------------------------------------------------------------------------

// Does any conversion, as its entry describes it.
static void convert(u8 *regs, const Insn *in, u32 mask)
{
    const u8 *how = in->alu.does.how;
    EACH_LANE_IN(mask)
    {
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

static u32 convert_two(float a, float b, const u8 *how)
{
    u64 high = finish_float(round_double(a, type_format(how[0]), how[2]), how[0], how[3]);
    u64 low = finish_float(round_double(b, type_format(how[0]), how[2]), how[0], how[3]);
    return (u32)(high << 16 | low);
}

SLOW2(convert_pair, u32, float, float, convert_two(a, b, in->alu.does.how))
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

// ---- Names: the first entry that fits is taken, so those with a loop come first ----------------------------------

#define CVT(name, to, from, rounding, flags) ENTRY_HOW(name, convert, to, from, rounding, flags)

// From every integer type.
#define FROM_16_64(before, to, rounding, flags)                                                 \
    CVT(before ".u16", to, U16, rounding, flags), CVT(before ".s16", to, S16, rounding, flags), \
        CVT(before ".u32", to, U32, rounding, flags),                                           \
        CVT(before ".s32", to, S32, rounding, flags),                                           \
        CVT(before ".u64", to, U64, rounding, flags), CVT(before ".s64", to, S64, rounding, flags)
#define FROM_INTS(before, to, rounding, flags)                                              \
    CVT(before ".u8", to, U8, rounding, flags), CVT(before ".s8", to, S8, rounding, flags), \
        FROM_16_64(before, to, rounding, flags)

// To every integer type. Out of range goes to the nearest limit, so .sat changes nothing.
#define TO_16_64(before, from, FROM, rounding, flags)         \
    CVT(before ".u16." from, U16, FROM, rounding, flags),     \
        CVT(before ".s16." from, S16, FROM, rounding, flags), \
        CVT(before ".u32." from, U32, FROM, rounding, flags), \
        CVT(before ".s32." from, S32, FROM, rounding, flags), \
        CVT(before ".u64." from, U64, FROM, rounding, flags), \
        CVT(before ".s64." from, S64, FROM, rounding, flags)
#define TO_INTS(before, from, FROM, rounding, flags)        \
    CVT(before ".u8." from, U8, FROM, rounding, flags),     \
        CVT(before ".s8." from, S8, FROM, rounding, flags), \
        TO_16_64(before, from, FROM, rounding, flags)

#define INT_LOOP(name, function, to, from) ENTRY_HOW(name, function, to, from, ROUND_ZERO, 0)

GROUP(u8, FROM_INTS("", U8, ROUND_ZERO, 0))
GROUP(s8, FROM_INTS("", S8, ROUND_ZERO, 0))
GROUP(u16, INT_LOOP(".u32", u16_u32, U16, U32), FROM_INTS("", U16, ROUND_ZERO, 0))
GROUP(s16, FROM_INTS("", S16, ROUND_ZERO, 0))
GROUP(u32, INT_LOOP(".u16", u32_u16, U32, U16), INT_LOOP(".u64", u32_u64, U32, U64),
      FROM_INTS("", U32, ROUND_ZERO, 0))
GROUP(s32, INT_LOOP(".s16", s32_s16, S32, S16), FROM_INTS("", S32, ROUND_ZERO, 0))
GROUP(u64, INT_LOOP(".u32", u64_u32, U64, U32), FROM_INTS("", U64, ROUND_ZERO, 0))
GROUP(s64, INT_LOOP(".s32", s64_s32, S64, S32), FROM_INTS("", S64, ROUND_ZERO, 0))

// .sat exists between integers only where a value may not fit.
#define INT_SAT(to, TO, from, FROM) CVT("." #to "." #from, TO, FROM, ROUND_ZERO, SAT)
// clang-format off
GROUP(sat,
    INT_SAT(u8, U8, s8, S8), INT_SAT(u8, U8, u16, U16), INT_SAT(u8, U8, s16, S16), INT_SAT(u8, U8, u32, U32),
    INT_SAT(u8, U8, s32, S32), INT_SAT(u8, U8, u64, U64), INT_SAT(u8, U8, s64, S64),
    INT_SAT(s8, S8, u8, U8), INT_SAT(s8, S8, u16, U16), INT_SAT(s8, S8, s16, S16), INT_SAT(s8, S8, u32, U32),
    INT_SAT(s8, S8, s32, S32), INT_SAT(s8, S8, u64, U64), INT_SAT(s8, S8, s64, S64),
    INT_SAT(u16, U16, s8, S8), INT_SAT(u16, U16, s16, S16), INT_SAT(u16, U16, u32, U32), INT_SAT(u16, U16, s32, S32),
    INT_SAT(u16, U16, u64, U64), INT_SAT(u16, U16, s64, S64),
    INT_SAT(s16, S16, u16, U16), INT_SAT(s16, S16, u32, U32), INT_SAT(s16, S16, s32, S32), INT_SAT(s16, S16, u64, U64),
    INT_SAT(s16, S16, s64, S64),
    INT_SAT(u32, U32, s8, S8), INT_SAT(u32, U32, s16, S16), INT_SAT(u32, U32, s32, S32), INT_SAT(u32, U32, u64, U64),
    INT_SAT(u32, U32, s64, S64),
    INT_SAT(s32, S32, u32, U32), INT_SAT(s32, S32, u64, U64), INT_SAT(s32, S32, s64, S64),
    INT_SAT(u64, U64, s8, S8), INT_SAT(u64, U64, s16, S16), INT_SAT(u64, U64, s32, S32), INT_SAT(u64, U64, s64, S64),
    INT_SAT(s64, S64, u64, U64),
    ENTRY(".f32.f32", f32_f32_sat), CVT(".f64.f64", F64, F64, ROUND_EVEN, SAT),
    CVT(".f16.f16", F16, F16, ROUND_EVEN, SAT), CVT(".f64.f32", F64, F32, ROUND_EVEN, SAT),
    CVT(".f64.f16", F64, F16, ROUND_EVEN, SAT), CVT(".f32.f16", F32, F16, ROUND_EVEN, SAT))
// clang-format on
GROUP(ftz, ENTRY(".f64.f32", f64_f32_ftz), ENTRY(".f32.f32", f32_f32_ftz),
      ENTRY(".sat.f32.f32", f32_f32_ftz_sat), CVT(".sat.f64.f32", F64, F32, ROUND_EVEN, FTZ | SAT),
      ENTRY(".f32.f16", f32_f16), CVT(".sat.f32.f16", F32, F16, ROUND_EVEN, SAT),
      ENTRY(".f32.bf16", f32_bf16_ftz))
GROUP(f64, ENTRY(".f32", f64_f32), ENTRY(".f64", f64_f64), CVT(".f16", F64, F16, ROUND_EVEN, 0),
      CVT(".bf16", F64, BF16, ROUND_EVEN, 0))
GROUP(f32, ENTRY(".f16", f32_f16), ENTRY(".bf16", f32_bf16), ENTRY(".f32", f32_f32))
GROUP(f16, CVT(".f16", F16, F16, ROUND_EVEN, 0))
GROUP(bf16, CVT(".bf16", BF16, BF16, ROUND_EVEN, 0))

#define INTEGRAL_NAMES(mode, rounding)                                                        \
    ENTRY_HOW(".s32.f32", mode##_s32_f32, S32, F32, rounding, 0),                             \
        TO_INTS("", "f32", F32, rounding, 0), TO_INTS("", "f64", F64, rounding, 0),           \
        TO_INTS("", "f16", F16, rounding, 0), TO_16_64("", "bf16", BF16, rounding, 0),        \
        TO_INTS(".sat", "f32", F32, rounding, 0), TO_INTS(".sat", "f64", F64, rounding, 0),   \
        TO_INTS(".sat", "f16", F16, rounding, 0), TO_INTS(".ftz", "f32", F32, rounding, FTZ), \
        TO_INTS(".ftz.sat", "f32", F32, rounding, FTZ), ENTRY(".f32.f32", mode##_f32_f32),    \
        ENTRY(".ftz.f32.f32", mode##_f32_f32_ftz),                                            \
        CVT(".sat.f32.f32", F32, F32, rounding, INTEGRAL | SAT),                              \
        CVT(".ftz.sat.f32.f32", F32, F32, rounding, INTEGRAL | FTZ | SAT),                    \
        ENTRY(".f64.f64", mode##_f64_f64),                                                    \
        CVT(".sat.f64.f64", F64, F64, rounding, INTEGRAL | SAT),                              \
        CVT(".f16.f16", F16, F16, rounding, INTEGRAL),                                        \
        CVT(".sat.f16.f16", F16, F16, rounding, INTEGRAL | SAT),                              \
        CVT(".bf16.bf16", BF16, BF16, rounding, INTEGRAL)

GROUP(rni, INTEGRAL_NAMES(rni, ROUND_EVEN))
GROUP(rzi, ENTRY_HOW(".u32.f32", rzi_u32_f32, U32, F32, ROUND_ZERO, 0),
      ENTRY_HOW(".u32.f64", rzi_u32_f64, U32, F64, ROUND_ZERO, 0),
      ENTRY_HOW(".s32.f64", rzi_s32_f64, S32, F64, ROUND_ZERO, 0),
      ENTRY_HOW(".ftz.u32.f32", rzi_u32_f32, U32, F32, ROUND_ZERO, FTZ),
      ENTRY_HOW(".ftz.s32.f32", rzi_s32_f32, S32, F32, ROUND_ZERO, FTZ),
      INTEGRAL_NAMES(rzi, ROUND_ZERO))
GROUP(rmi, INTEGRAL_NAMES(rmi, ROUND_DOWN))
GROUP(rpi, INTEGRAL_NAMES(rpi, ROUND_UP))

// On an H200 .ftz does nothing where the result is f16.
#define NARROW_NAMES(rounding)                                                                    \
    FROM_INTS(".f32", F32, rounding, 0), FROM_INTS(".f64", F64, rounding, 0),                     \
        FROM_INTS(".f16", F16, rounding, 0), FROM_16_64(".bf16", BF16, rounding, 0),              \
        FROM_INTS(".sat.f16", F16, rounding, SAT), FROM_INTS(".sat.f32", F32, rounding, SAT),     \
        FROM_INTS(".sat.f64", F64, rounding, SAT), CVT(".f32.f64", F32, F64, rounding, 0),        \
        CVT(".ftz.f32.f64", F32, F64, rounding, FTZ),                                             \
        CVT(".sat.f32.f64", F32, F64, rounding, SAT),                                             \
        CVT(".ftz.sat.f32.f64", F32, F64, rounding, FTZ | SAT),                                   \
        CVT(".f16.f32", F16, F32, rounding, 0), CVT(".bf16.f32", BF16, F32, rounding, 0),         \
        CVT(".f16.f64", F16, F64, rounding, 0), CVT(".bf16.f64", BF16, F64, rounding, 0),         \
        CVT(".bf16.f16", BF16, F16, rounding, 0), CVT(".f16.bf16", F16, BF16, rounding, 0),       \
        CVT(".sat.f16.f32", F16, F32, rounding, SAT), CVT(".ftz.f16.f32", F16, F32, rounding, 0), \
        CVT(".ftz.sat.f16.f32", F16, F32, rounding, SAT),                                         \
        CVT(".sat.f16.f64", F16, F64, rounding, SAT)
#define LIMITED(name, function, to, rounding)                               \
    ENTRY_HOW(".relu." name, function, to, F32, rounding, RELU),            \
        ENTRY_HOW(".satfinite." name, function, to, F32, rounding, FINITE), \
        ENTRY_HOW(".relu.satfinite." name, function, to, F32, rounding, RELU | FINITE)
#define LIMITED_NAMES(rounding)                                                               \
    LIMITED("f16.f32", convert, F16, rounding), LIMITED("bf16.f32", convert, BF16, rounding), \
        LIMITED("f16x2.f32", convert_pair, F16, rounding),                                    \
        LIMITED("bf16x2.f32", convert_pair, BF16, rounding)
#define RN_LOOP(name, function, to, from) ENTRY_HOW(name, function, to, from, ROUND_EVEN, 0)

GROUP(rn, RN_LOOP(".f32.u32", rn_f32_u32, F32, U32), RN_LOOP(".f32.s32", rn_f32_s32, F32, S32),
      RN_LOOP(".f32.u64", rn_f32_u64, F32, U64), RN_LOOP(".f32.s64", rn_f32_s64, F32, S64),
      RN_LOOP(".f64.u32", rn_f64_u32, F64, U32), RN_LOOP(".f64.s32", rn_f64_s32, F64, S32),
      RN_LOOP(".f64.u64", rn_f64_u64, F64, U64), RN_LOOP(".f64.s64", rn_f64_s64, F64, S64),
      ENTRY(".f32.f64", rn_f32_f64), ENTRY(".ftz.f32.f64", rn_f32_f64_ftz),
      ENTRY(".f16.f32", rn_f16_f32), ENTRY(".ftz.f16.f32", rn_f16_f32),
      ENTRY(".bf16.f32", rn_bf16_f32), ENTRY(".f16x2.f32", rn_f16x2_f32),
      ENTRY(".bf16x2.f32", rn_bf16x2_f32), ENTRY(".tf32.f32", rn_tf32_f32),
      ENTRY(".relu.tf32.f32", rn_tf32_f32_relu), NARROW_NAMES(ROUND_EVEN),
      LIMITED_NAMES(ROUND_EVEN))
GROUP(rz, NARROW_NAMES(ROUND_ZERO), LIMITED_NAMES(ROUND_ZERO),
      ENTRY_HOW(".f16x2.f32", convert_pair, F16, F32, ROUND_ZERO, 0),
      ENTRY_HOW(".bf16x2.f32", convert_pair, BF16, F32, ROUND_ZERO, 0),
      ENTRY(".tf32.f32", rz_tf32_f32), ENTRY(".relu.tf32.f32", rz_tf32_f32_relu))
GROUP(rm, NARROW_NAMES(ROUND_DOWN))
GROUP(rp, NARROW_NAMES(ROUND_UP))
GROUP(rna, ENTRY(".tf32.f32", rna_tf32_f32))
GROUP(pack, ENTRY(".u16.s32", pack_u16), ENTRY(".s16.s32", pack_s16), ENTRY(".u8.s32.b32", pack_u8),
      ENTRY(".s8.s32.b32", pack_s8))

#define CVT_LISTED(name)             \
    {                                \
        "cvt." #name, name##_entries \
    }

const AluGroup convert_groups[] = {
    CVT_LISTED(u64),
    CVT_LISTED(s64),
    CVT_LISTED(u32),
    CVT_LISTED(s32),
    CVT_LISTED(u16),
    CVT_LISTED(s16),
    CVT_LISTED(u8),
    CVT_LISTED(s8),
    CVT_LISTED(rn),
    CVT_LISTED(rzi),
    CVT_LISTED(f64),
    CVT_LISTED(f32),
    CVT_LISTED(rni),
    CVT_LISTED(rmi),
    CVT_LISTED(rpi),
    CVT_LISTED(rz),
    CVT_LISTED(rm),
    CVT_LISTED(rp),
    CVT_LISTED(sat),
    CVT_LISTED(ftz),
    CVT_LISTED(f16),
    CVT_LISTED(bf16),
    CVT_LISTED(rna),
    {"cvt.pack.sat", pack_entries},
    {0},
};
