// alu_convert.c: cvt. Semantics: PTX ISA, "Data Movement and Conversion Instructions: cvt".
//
// There are some hundred conversions, nearly all rare. So each is a call of one general function, `convert`, that
// works lane by lane from a description; the few that programs are full of also have a loop of their own, used when
// the registers are as wide as the types. Registers may be wider (in->bytes: the source's size, in->reg_bytes: the
// destination's): then the source's low bits count, and the result is extended by its type's sign.

#include "alu.h"

typedef enum { U8, S8, U16, S16, U32, S32, U64, S64, F16, BF16, F32, F64 } Type;

enum {
    SAT = 1,       // floats to [0, 1]; integers to the destination's range
    FTZ = 2,       // f32 subnormals become 0
    RELU = 4,      // negative results become 0, NaN stays
    FINITE = 8,    // .satfinite: what overflows becomes the largest number
    INTEGRAL = 16, // round to an integer, though the result is a float
};

static int type_bytes(Type t)
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

// The low bits of a type, extended to 64 by its sign.
static u64 extend(u64 bits, Type t)
{
    int unused = 64 - 8 * type_bytes(t);
    return type_signed(t) ? (u64)((i64)(bits << unused) >> unused) : bits << unused >> unused;
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

// An integer-valued double into a type's range.
static u64 clamp_double(double x, Type t)
{
    int bits = 8 * type_bytes(t);
    double limit = ldexp(1, type_signed(t) ? bits - 1 : bits);
    u64 most = type_signed(t) ? (1ull << (bits - 1)) - 1 : ~0ull >> (64 - bits);
    if (x >= limit)
        return most;
    if (type_signed(t))
        return x < -limit ? ~most : (u64)(i64)x;
    return x > 0 ? (u64)x : 0;
}

// An integer, already extended, into another type's range.
static u64 clamp_integer(u64 value, Type from, Type to)
{
    int bits = 8 * type_bytes(to);
    bool negative = type_signed(from) && (i64)value < 0;
    u64 most = type_signed(to) ? (1ull << (bits - 1)) - 1 : ~0ull >> (64 - bits);
    if (negative)
        return !type_signed(to) ? 0 : (i64)value < (i64)~most ? ~most : value;
    return value > most ? most : value;
}

static u64 finish_float(u64 bits, Type to, int flags)
{
    double x = to_double(bits, to);
    u64 sign = 1ull << (8 * type_bytes(to) - 1);
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

// A NaN narrowed from f64 keeps its sign and upper bits, and becomes a quiet one.
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
    if (to < F16 && x != x) // 0, but from f64, and to 64 bits, the lowest number
        return from == F64 || type_bytes(to) == 8 ? extend(1ull << (8 * type_bytes(to) - 1), to)
                                                  : 0;
    if (to < F16)
        return clamp_double(integral(x, rounding), to);
    if (from == F64 && to != F64 && x != x && !(flags & SAT))
        return narrow_nan(bits, to);
    if (flags & INTEGRAL)
        x = integral(x, rounding);
    return finish_float(round_double(x, type_format(to), rounding), to, flags);
}

// ---- All lanes ---------------------------------------------------------------------------------------------------

static void convert(u8 *regs, const Insn *in, u32 mask, Type to, Type from, Rounding rounding,
                    int flags)
{
    EACH_LANE_IN(mask)
    {
        u64 bits = in->bytes == 8   ? OPERAND(const u64, in->a)[l]
                   : in->bytes == 4 ? OPERAND(const u32, in->a)[l]
                                    : OPERAND(const u16, in->a)[l];
        u64 r = convert_value(bits, to, from, rounding, flags);
        if (in->reg_bytes == 8)
            OPERAND(u64, in->d)[l] = r;
        else if (in->reg_bytes == 4)
            OPERAND(u32, in->d)[l] = (u32)r;
        else
            OPERAND(u16, in->d)[l] = (u16)r;
    }
}

#define CVT(name, to, from, rounding, flags)                \
    static void name(u8 *regs, const Insn *in, u32 mask)    \
    {                                                       \
        convert(regs, in, mask, to, from, rounding, flags); \
    }

// One with a loop for registers of the types' own sizes.
#define FAST(name, D, A, expr, to, from, rounding, flags)         \
    ALU1(name##_loop, D, A, expr)                                 \
    static void name(u8 *regs, const Insn *in, u32 mask)          \
    {                                                             \
        if (in->bytes == sizeof(A) && in->reg_bytes == sizeof(D)) \
            name##_loop(regs, in, mask);                          \
        else                                                      \
            convert(regs, in, mask, to, from, rounding, flags);   \
    }

// ---- Integer to integer ------------------------------------------------------------------------------------------

typedef u8 C_U8;
typedef i8 C_S8;
typedef u16 C_U16;
typedef i16 C_S16;
typedef u32 C_U32;
typedef i32 C_S32;
typedef u64 C_U64;
typedef i64 C_S64;

// One conversion: _ by the general function, L with a loop of its own.
#define INT__(to, TO, from, FROM) CVT(to##_##from, TO, FROM, ROUND_ZERO, 0)
#define INT_L(to, TO, from, FROM) FAST(to##_##from, C_##TO, C_##FROM, a, TO, FROM, ROUND_ZERO, 0)
#define INT_ROW(to, TO, a, b, c, d, e, f, g, h)                                       \
    INT_##a(to, TO, u8, U8) INT_##b(to, TO, s8, S8) INT_##c(to, TO, u16, U16)         \
        INT_##d(to, TO, s16, S16) INT_##e(to, TO, u32, U32) INT_##f(to, TO, s32, S32) \
            INT_##g(to, TO, u64, U64) INT_##h(to, TO, s64, S64)

//           from u8 s8 u16 s16 u32 s32 u64 s64
INT_ROW(u8, U8, _, _, _, _, _, _, _, _)
INT_ROW(s8, S8, _, _, _, _, _, _, _, _)
INT_ROW(u16, U16, _, _, _, _, L, _, _, _)
INT_ROW(s16, S16, _, _, _, _, _, _, _, _)
INT_ROW(u32, U32, _, _, L, _, _, _, L, _)
INT_ROW(s32, S32, _, _, _, L, _, _, _, _)
INT_ROW(u64, U64, _, _, _, _, L, _, _, _)
INT_ROW(s64, S64, _, _, _, _, _, L, _, _)

// .sat: only where a value may not fit.
// clang-format off
#define SATURATING(X)                                                                       \
    X(u8, U8, s8, S8) X(u8, U8, u16, U16) X(u8, U8, s16, S16) X(u8, U8, u32, U32)           \
    X(u8, U8, s32, S32) X(u8, U8, u64, U64) X(u8, U8, s64, S64)                             \
    X(s8, S8, u8, U8) X(s8, S8, u16, U16) X(s8, S8, s16, S16) X(s8, S8, u32, U32)           \
    X(s8, S8, s32, S32) X(s8, S8, u64, U64) X(s8, S8, s64, S64)                             \
    X(u16, U16, s8, S8) X(u16, U16, s16, S16) X(u16, U16, u32, U32) X(u16, U16, s32, S32)   \
    X(u16, U16, u64, U64) X(u16, U16, s64, S64)                                             \
    X(s16, S16, u16, U16) X(s16, S16, u32, U32) X(s16, S16, s32, S32) X(s16, S16, u64, U64) \
    X(s16, S16, s64, S64)                                                                   \
    X(u32, U32, s8, S8) X(u32, U32, s16, S16) X(u32, U32, s32, S32) X(u32, U32, u64, U64)   \
    X(u32, U32, s64, S64)                                                                   \
    X(s32, S32, u32, U32) X(s32, S32, u64, U64) X(s32, S32, s64, S64)                       \
    X(u64, U64, s8, S8) X(u64, U64, s16, S16) X(u64, U64, s32, S32) X(u64, U64, s64, S64)   \
    X(s64, S64, u64, U64)
// clang-format on

#define INT_SAT(to, TO, from, FROM) CVT(sat_##to##_##from, TO, FROM, ROUND_ZERO, SAT)
SATURATING(INT_SAT)

// ---- Float to integer: out of range goes to the nearest limit, so .sat changes nothing ----------------------------

#define TO_8(mode, rounding, from, FROM, flags)      \
    CVT(mode##_u8_##from, U8, FROM, rounding, flags) \
    CVT(mode##_s8_##from, S8, FROM, rounding, flags)
#define TO_16_64(mode, rounding, from, FROM, flags)    \
    CVT(mode##_u16_##from, U16, FROM, rounding, flags) \
    CVT(mode##_s16_##from, S16, FROM, rounding, flags) \
    CVT(mode##_u64_##from, U64, FROM, rounding, flags) \
    CVT(mode##_s64_##from, S64, FROM, rounding, flags)
#define TO_INTS(mode, rounding, from, FROM, flags) \
    TO_8(mode, rounding, from, FROM, flags)        \
    TO_16_64(mode, rounding, from, FROM, flags)
#define TO_32_SLOW(mode, rounding, from, FROM, flags)  \
    CVT(mode##_u32_##from, U32, FROM, rounding, flags) \
    CVT(mode##_s32_##from, S32, FROM, rounding, flags)
#define TO_32_FAST(mode, rounding, from, FROM, T, integral, flags)                          \
    FAST(mode##_u32_##from, u32, T, to_u32_##from(integral(a)), U32, FROM, rounding, flags) \
    FAST(mode##_s32_##from, i32, T, to_s32_##from(integral(a)), S32, FROM, rounding, flags)

// NaN becomes 0, but 0x80000000 from f64.
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

// Flushing first matters where a subnormal is not rounded to 0.
#define FLUSH_CEIL(x)  ceilf(f32_flush(x))
#define FLUSH_FLOOR(x) floorf(f32_flush(x))

#define FLOAT_TO_INT(mode, rounding, fn)                  \
    TO_INTS(mode, rounding, f16, F16, 0)                  \
    TO_32_SLOW(mode, rounding, f16, F16, 0)               \
    TO_16_64(mode, rounding, bf16, BF16, 0)               \
    TO_32_SLOW(mode, rounding, bf16, BF16, 0)             \
    TO_INTS(mode, rounding, f32, F32, 0)                  \
    TO_32_FAST(mode, rounding, f32, F32, float, fn##f, 0) \
    TO_INTS(mode, rounding, f64, F64, 0)                  \
    TO_32_FAST(mode, rounding, f64, F64, double, fn, 0)

FLOAT_TO_INT(rni, ROUND_EVEN, __builtin_rint)
FLOAT_TO_INT(rzi, ROUND_ZERO, __builtin_trunc)
FLOAT_TO_INT(rmi, ROUND_DOWN, __builtin_floor)
FLOAT_TO_INT(rpi, ROUND_UP, __builtin_ceil)
TO_INTS(rmi_ftz, ROUND_DOWN, f32, F32, FTZ)
TO_32_FAST(rmi_ftz, ROUND_DOWN, f32, F32, float, FLUSH_FLOOR, FTZ)
TO_INTS(rpi_ftz, ROUND_UP, f32, F32, FTZ)
TO_32_FAST(rpi_ftz, ROUND_UP, f32, F32, float, FLUSH_CEIL, FTZ)

// ---- Integer to float --------------------------------------------------------------------------------------------

#define FROM_8(mode, rounding, to, TO)         \
    CVT(mode##_##to##_u8, TO, U8, rounding, 0) \
    CVT(mode##_##to##_s8, TO, S8, rounding, 0)
#define FROM_16(mode, rounding, to, TO)          \
    CVT(mode##_##to##_u16, TO, U16, rounding, 0) \
    CVT(mode##_##to##_s16, TO, S16, rounding, 0)
#define FROM_32_64(mode, rounding, to, TO)       \
    CVT(mode##_##to##_u32, TO, U32, rounding, 0) \
    CVT(mode##_##to##_s32, TO, S32, rounding, 0) \
    CVT(mode##_##to##_u64, TO, U64, rounding, 0) \
    CVT(mode##_##to##_s64, TO, S64, rounding, 0)
#define FROM_INT(mode, rounding, to, TO) \
    FROM_8(mode, rounding, to, TO)       \
    FROM_16(mode, rounding, to, TO)      \
    FROM_32_64(mode, rounding, to, TO)

// .sat leaves 0 and 1.
#define FROM_INT_SAT_1(mode, rounding, to, TO)         \
    CVT(mode##_sat_##to##_u8, TO, U8, rounding, SAT)   \
    CVT(mode##_sat_##to##_s8, TO, S8, rounding, SAT)   \
    CVT(mode##_sat_##to##_u16, TO, U16, rounding, SAT) \
    CVT(mode##_sat_##to##_s16, TO, S16, rounding, SAT) \
    CVT(mode##_sat_##to##_u32, TO, U32, rounding, SAT) \
    CVT(mode##_sat_##to##_s32, TO, S32, rounding, SAT) \
    CVT(mode##_sat_##to##_u64, TO, U64, rounding, SAT) \
    CVT(mode##_sat_##to##_s64, TO, S64, rounding, SAT)
#define FROM_INT_SAT(mode, rounding)         \
    FROM_INT_SAT_1(mode, rounding, f16, F16) \
    FROM_INT_SAT_1(mode, rounding, f32, F32) \
    FROM_INT_SAT_1(mode, rounding, f64, F64)

FROM_INT_SAT(rn, ROUND_EVEN)
FROM_INT_SAT(rz, ROUND_ZERO)
FROM_INT_SAT(rm, ROUND_DOWN)
FROM_INT_SAT(rp, ROUND_UP)
FROM_INT(rn, ROUND_EVEN, f16, F16)
FROM_INT(rz, ROUND_ZERO, f16, F16)
FROM_INT(rm, ROUND_DOWN, f16, F16)
FROM_INT(rp, ROUND_UP, f16, F16)
FROM_16(rn, ROUND_EVEN, bf16, BF16)
FROM_32_64(rn, ROUND_EVEN, bf16, BF16)
FROM_16(rz, ROUND_ZERO, bf16, BF16)
FROM_32_64(rz, ROUND_ZERO, bf16, BF16)
FROM_16(rm, ROUND_DOWN, bf16, BF16)
FROM_32_64(rm, ROUND_DOWN, bf16, BF16)
FROM_16(rp, ROUND_UP, bf16, BF16)
FROM_32_64(rp, ROUND_UP, bf16, BF16)
FROM_INT(rz, ROUND_ZERO, f32, F32)
FROM_INT(rm, ROUND_DOWN, f32, F32)
FROM_INT(rp, ROUND_UP, f32, F32)
FROM_INT(rz, ROUND_ZERO, f64, F64)
FROM_INT(rm, ROUND_DOWN, f64, F64)
FROM_INT(rp, ROUND_UP, f64, F64)
FROM_8(rn, ROUND_EVEN, f32, F32)
FROM_16(rn, ROUND_EVEN, f32, F32)
FROM_8(rn, ROUND_EVEN, f64, F64)
FROM_16(rn, ROUND_EVEN, f64, F64)
FAST(rn_f32_u32, float, u32, (float)a, F32, U32, ROUND_EVEN, 0)
FAST(rn_f32_s32, float, i32, (float)a, F32, S32, ROUND_EVEN, 0)
FAST(rn_f32_u64, float, u64, (float)a, F32, U64, ROUND_EVEN, 0)
FAST(rn_f32_s64, float, i64, (float)a, F32, S64, ROUND_EVEN, 0)
FAST(rn_f64_u32, double, u32, (double)a, F64, U32, ROUND_EVEN, 0)
FAST(rn_f64_s32, double, i32, (double)a, F64, S32, ROUND_EVEN, 0)
FAST(rn_f64_u64, double, u64, (double)a, F64, U64, ROUND_EVEN, 0)
FAST(rn_f64_s64, double, i64, (double)a, F64, S64, ROUND_EVEN, 0)

// ---- Float to float ----------------------------------------------------------------------------------------------

// Wider: exact.
ALU1(f64_f32, double, float, a)
ALU1(f64_f32_ftz, double, float, f32_flush(f32_canonical(a)))
ALU1(f32_f16, float, u16, f32_canonical(f16_to_f32(a)))
ALU1(f32_bf16, u32, u16, (u32)a << 16)
ALU1(f32_bf16_ftz, float, u16, f32_flush(f32_canonical(bf16_to_f32(a))))
CVT(f64_f16, F64, F16, ROUND_EVEN, 0)
CVT(f64_f16_sat, F64, F16, ROUND_EVEN, SAT)
CVT(f64_f32_sat, F64, F32, ROUND_EVEN, SAT)
CVT(f64_f32_ftz_sat, F64, F32, ROUND_EVEN, FTZ | SAT)
CVT(f32_f16_sat, F32, F16, ROUND_EVEN, SAT)
CVT(f64_bf16, F64, BF16, ROUND_EVEN, 0)

// Narrower.
ALU1(rn_f32_f64, float, double, (float)a)
ALU1(rn_f32_f64_ftz, float, double, f32_flush((float)a))
ALU1(rn_f16_f32, u16, float, f16_from_f32(a))
ALU1(rn_bf16_f32, u16, float, bf16_from_f32(a))

#define NARROW(mode, rounding)                                 \
    CVT(mode##_f32_f64_sat, F32, F64, rounding, SAT)           \
    CVT(mode##_f32_f64_ftz_sat, F32, F64, rounding, FTZ | SAT) \
    CVT(mode##_f16_f64, F16, F64, rounding, 0)                 \
    CVT(mode##_bf16_f64, BF16, F64, rounding, 0)               \
    CVT(mode##_bf16_f16, BF16, F16, rounding, 0)               \
    CVT(mode##_f16_bf16, F16, BF16, rounding, 0)               \
    CVT(mode##_f16_f64_sat, F16, F64, rounding, SAT)           \
    CVT(mode##_f16_f32_sat, F16, F32, rounding, SAT)
#define NARROW_LIMITED(mode, rounding)                                 \
    CVT(mode##_f16_f32_relu, F16, F32, rounding, RELU)                 \
    CVT(mode##_f16_f32_finite, F16, F32, rounding, FINITE)             \
    CVT(mode##_f16_f32_relu_finite, F16, F32, rounding, RELU | FINITE) \
    CVT(mode##_bf16_f32_relu, BF16, F32, rounding, RELU)               \
    CVT(mode##_bf16_f32_finite, BF16, F32, rounding, FINITE)           \
    CVT(mode##_bf16_f32_relu_finite, BF16, F32, rounding, RELU | FINITE)
#define NARROW_DIRECTED(mode, rounding)              \
    NARROW(mode, rounding)                           \
    CVT(mode##_f32_f64, F32, F64, rounding, 0)       \
    CVT(mode##_f32_f64_ftz, F32, F64, rounding, FTZ) \
    CVT(mode##_f16_f32, F16, F32, rounding, 0)       \
    CVT(mode##_bf16_f32, BF16, F32, rounding, 0)

NARROW(rn, ROUND_EVEN)
NARROW_LIMITED(rn, ROUND_EVEN)
NARROW_DIRECTED(rz, ROUND_ZERO)
NARROW_LIMITED(rz, ROUND_ZERO)
NARROW_DIRECTED(rm, ROUND_DOWN)
NARROW_DIRECTED(rp, ROUND_UP)

// The same format: a copy, or rounded to an integer.
ALU1(f32_f32, u32, u32, a)
ALU1(f32_f32_ftz, float, float, f32_flush(f32_canonical(a)))
ALU1(f32_f32_sat, float, float, f32_saturate(a))
ALU1(f32_f32_ftz_sat, float, float, f32_saturate(f32_flush(a)))
ALU1(f64_f64, u64, u64, a)
CVT(f64_f64_sat, F64, F64, ROUND_EVEN, SAT)
CVT(f16_f16, F16, F16, ROUND_EVEN, 0)
CVT(f16_f16_sat, F16, F16, ROUND_EVEN, SAT)
CVT(bf16_bf16, BF16, BF16, ROUND_EVEN, 0)

#define INTEGRAL_1(mode, rounding, fn)                                         \
    ALU1(mode##_f32_f32, float, float, f32_canonical(fn##f(a)))                \
    ALU1(mode##_f32_f32_ftz, float, float, f32_canonical(fn##f(f32_flush(a)))) \
    ALU1(mode##_f64_f64, double, double, a == a ? fn(a) : a + a)               \
    CVT(mode##_f32_f32_sat, F32, F32, rounding, INTEGRAL | SAT)                \
    CVT(mode##_f32_f32_ftz_sat, F32, F32, rounding, INTEGRAL | FTZ | SAT)      \
    CVT(mode##_f64_f64_sat, F64, F64, rounding, INTEGRAL | SAT)                \
    CVT(mode##_f16_f16, F16, F16, rounding, INTEGRAL)                          \
    CVT(mode##_f16_f16_sat, F16, F16, rounding, INTEGRAL | SAT)                \
    CVT(mode##_bf16_bf16, BF16, BF16, rounding, INTEGRAL)

INTEGRAL_1(rni, ROUND_EVEN, __builtin_rint)
INTEGRAL_1(rzi, ROUND_ZERO, __builtin_trunc)
INTEGRAL_1(rmi, ROUND_DOWN, __builtin_floor)
INTEGRAL_1(rpi, ROUND_UP, __builtin_ceil)

// TF32: the upper 19 bits of a float. Of a NaN, .rna keeps them as they are.
#define TF32_MASK 0xffffe000u

SLOW1(rna_tf32_f32, u32, float,
      (a == a ? (u32)round_double(a, FORMAT_TF32, ROUND_AWAY) : f32_bits(a)) & TF32_MASK)
SLOW1(rn_tf32_f32, u32, float, round_double(a, FORMAT_TF32, ROUND_EVEN) & TF32_MASK)
SLOW1(rz_tf32_f32, u32, float, round_double(a, FORMAT_TF32, ROUND_ZERO) & TF32_MASK)
SLOW1(rn_tf32_f32_relu, u32, float,
      a <= 0 ? 0 : round_double(a, FORMAT_TF32, ROUND_EVEN) & TF32_MASK)
SLOW1(rz_tf32_f32_relu, u32, float,
      a <= 0 ? 0 : round_double(a, FORMAT_TF32, ROUND_ZERO) & TF32_MASK)

// ---- Two at once: a becomes the upper half, b the lower ----------------------------------------------------------

static u32 convert_pair(float a, float b, Type to, Rounding rounding, int flags)
{
    u64 high = finish_float(round_double(a, type_format(to), rounding), to, flags);
    u64 low = finish_float(round_double(b, type_format(to), rounding), to, flags);
    return (u32)(high << 16 | low);
}

ALU2(rn_f16x2_f32, u32, float, float, (u32)f16_from_f32(a) << 16 | f16_from_f32(b))
ALU2(rn_bf16x2_f32, u32, float, float, (u32)bf16_from_f32(a) << 16 | bf16_from_f32(b))

#define PAIR_1(name, to, rounding, flags) \
    SLOW2(name, u32, float, float, convert_pair(a, b, to, rounding, flags))
#define PAIRS(mode, rounding)                                          \
    PAIR_1(mode##_f16x2_f32_relu, F16, rounding, RELU)                 \
    PAIR_1(mode##_f16x2_f32_finite, F16, rounding, FINITE)             \
    PAIR_1(mode##_f16x2_f32_relu_finite, F16, rounding, RELU | FINITE) \
    PAIR_1(mode##_bf16x2_f32_relu, BF16, rounding, RELU)               \
    PAIR_1(mode##_bf16x2_f32_finite, BF16, rounding, FINITE)           \
    PAIR_1(mode##_bf16x2_f32_relu_finite, BF16, rounding, RELU | FINITE)

PAIRS(rn, ROUND_EVEN)
PAIRS(rz, ROUND_ZERO)
PAIR_1(rz_f16x2_f32, F16, ROUND_ZERO, 0)
PAIR_1(rz_bf16x2_f32, BF16, ROUND_ZERO, 0)

// cvt.pack: a above b, each saturated to 16 or 8 bits; c's lower half stays above two of 8 bits.
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

#define FROM_INTS(before, fn) \
    ENTRY(before ".u8", fn##_u8), ENTRY(before ".s8", fn##_s8), FROM_16_NAMES(before, fn)
#define FROM_16_NAMES(before, fn)                                       \
    ENTRY(before ".u16", fn##_u16), ENTRY(before ".s16", fn##_s16),     \
        ENTRY(before ".u32", fn##_u32), ENTRY(before ".s32", fn##_s32), \
        ENTRY(before ".u64", fn##_u64), ENTRY(before ".s64", fn##_s64)

GROUP(u8, FROM_INTS("", u8))
GROUP(s8, FROM_INTS("", s8))
GROUP(u16, FROM_INTS("", u16))
GROUP(s16, FROM_INTS("", s16))
GROUP(u32, FROM_INTS("", u32))
GROUP(s32, FROM_INTS("", s32))
GROUP(u64, FROM_INTS("", u64))
GROUP(s64, FROM_INTS("", s64))
#define SAT_NAME(to, TO, from, FROM) ENTRY("." #to "." #from, sat_##to##_##from),
static const AluEntry sat_entries[] = {SATURATING(SAT_NAME) ENTRY(".f32.f32", f32_f32_sat),
                                       ENTRY(".f64.f64", f64_f64_sat),
                                       ENTRY(".f16.f16", f16_f16_sat),
                                       ENTRY(".f64.f32", f64_f32_sat),
                                       ENTRY(".f64.f16", f64_f16_sat),
                                       ENTRY(".f32.f16", f32_f16_sat),
                                       {0}};
GROUP(ftz, ENTRY(".f64.f32", f64_f32_ftz), ENTRY(".f32.f32", f32_f32_ftz),
      ENTRY(".sat.f32.f32", f32_f32_ftz_sat), ENTRY(".sat.f64.f32", f64_f32_ftz_sat),
      ENTRY(".f32.f16", f32_f16), ENTRY(".sat.f32.f16", f32_f16_sat),
      ENTRY(".f32.bf16", f32_bf16_ftz))
GROUP(f64, ENTRY(".f32", f64_f32), ENTRY(".f64", f64_f64), ENTRY(".f16", f64_f16),
      ENTRY(".bf16", f64_bf16))
GROUP(f32, ENTRY(".f16", f32_f16), ENTRY(".bf16", f32_bf16), ENTRY(".f32", f32_f32))
GROUP(f16, ENTRY(".f16", f16_f16))
GROUP(bf16, ENTRY(".bf16", bf16_bf16))

#define TO_16_NAMES(before, fn, from)                                                           \
    ENTRY(before ".u16." #from, fn##_u16_##from), ENTRY(before ".s16." #from, fn##_s16_##from), \
        ENTRY(before ".u32." #from, fn##_u32_##from),                                           \
        ENTRY(before ".s32." #from, fn##_s32_##from),                                           \
        ENTRY(before ".u64." #from, fn##_u64_##from), ENTRY(before ".s64." #from, fn##_s64_##from)
#define TO_INT_NAMES(before, fn, from)                                                      \
    ENTRY(before ".u8." #from, fn##_u8_##from), ENTRY(before ".s8." #from, fn##_s8_##from), \
        TO_16_NAMES(before, fn, from)
#define INTEGRAL_NAMES(mode, mode_ftz)                                                        \
    TO_INT_NAMES("", mode, f32), TO_INT_NAMES("", mode, f64), TO_INT_NAMES("", mode, f16),    \
        TO_16_NAMES("", mode, bf16), TO_INT_NAMES(".sat", mode, f32),                         \
        TO_INT_NAMES(".sat", mode, f64), TO_INT_NAMES(".sat", mode, f16),                     \
        TO_INT_NAMES(".ftz", mode_ftz, f32), TO_INT_NAMES(".ftz.sat", mode_ftz, f32),         \
        ENTRY(".f32.f32", mode##_f32_f32), ENTRY(".ftz.f32.f32", mode##_f32_f32_ftz),         \
        ENTRY(".sat.f32.f32", mode##_f32_f32_sat),                                            \
        ENTRY(".ftz.sat.f32.f32", mode##_f32_f32_ftz_sat), ENTRY(".f64.f64", mode##_f64_f64), \
        ENTRY(".sat.f64.f64", mode##_f64_f64_sat), ENTRY(".f16.f16", mode##_f16_f16),         \
        ENTRY(".sat.f16.f16", mode##_f16_f16_sat), ENTRY(".bf16.bf16", mode##_bf16_bf16)

GROUP(rni, INTEGRAL_NAMES(rni, rni))
GROUP(rzi, INTEGRAL_NAMES(rzi, rzi))
GROUP(rmi, INTEGRAL_NAMES(rmi, rmi_ftz))
GROUP(rpi, INTEGRAL_NAMES(rpi, rpi_ftz))

// On an H200 .ftz does nothing where the result is f16.
#define NARROW_NAMES(mode)                                                                       \
    FROM_INTS(".f32", mode##_f32), FROM_INTS(".f64", mode##_f64), FROM_INTS(".f16", mode##_f16), \
        FROM_16_NAMES(".bf16", mode##_bf16), ENTRY(".f32.f64", mode##_f32_f64),                  \
        ENTRY(".ftz.f32.f64", mode##_f32_f64_ftz), ENTRY(".sat.f32.f64", mode##_f32_f64_sat),    \
        ENTRY(".ftz.sat.f32.f64", mode##_f32_f64_ftz_sat), ENTRY(".f16.f32", mode##_f16_f32),    \
        ENTRY(".bf16.f32", mode##_bf16_f32), ENTRY(".f16.f64", mode##_f16_f64),                  \
        ENTRY(".bf16.f64", mode##_bf16_f64), ENTRY(".bf16.f16", mode##_bf16_f16),                \
        ENTRY(".f16.bf16", mode##_f16_bf16), ENTRY(".sat.f16.f32", mode##_f16_f32_sat),          \
        ENTRY(".ftz.f16.f32", mode##_f16_f32), ENTRY(".ftz.sat.f16.f32", mode##_f16_f32_sat),    \
        ENTRY(".sat.f16.f64", mode##_f16_f64_sat), FROM_INTS(".sat.f16", mode##_sat_f16),        \
        FROM_INTS(".sat.f32", mode##_sat_f32), FROM_INTS(".sat.f64", mode##_sat_f64)
#define NARROW_LIMITED_NAMES(mode)                                    \
    ENTRY(".relu.f16.f32", mode##_f16_f32_relu),                      \
        ENTRY(".satfinite.f16.f32", mode##_f16_f32_finite),           \
        ENTRY(".relu.satfinite.f16.f32", mode##_f16_f32_relu_finite), \
        ENTRY(".relu.bf16.f32", mode##_bf16_f32_relu),                \
        ENTRY(".satfinite.bf16.f32", mode##_bf16_f32_finite),         \
        ENTRY(".relu.satfinite.bf16.f32", mode##_bf16_f32_relu_finite)
#define PAIR_NAMES(mode, to)                                                                      \
    ENTRY("." #to ".f32", mode##_##to##_f32), ENTRY(".relu." #to ".f32", mode##_##to##_f32_relu), \
        ENTRY(".satfinite." #to ".f32", mode##_##to##_f32_finite),                                \
        ENTRY(".relu.satfinite." #to ".f32", mode##_##to##_f32_relu_finite)

GROUP(rn, NARROW_NAMES(rn), NARROW_LIMITED_NAMES(rn), PAIR_NAMES(rn, f16x2), PAIR_NAMES(rn, bf16x2),
      ENTRY(".tf32.f32", rn_tf32_f32), ENTRY(".relu.tf32.f32", rn_tf32_f32_relu))
GROUP(rz, NARROW_NAMES(rz), NARROW_LIMITED_NAMES(rz), PAIR_NAMES(rz, f16x2), PAIR_NAMES(rz, bf16x2),
      ENTRY(".tf32.f32", rz_tf32_f32), ENTRY(".relu.tf32.f32", rz_tf32_f32_relu))
GROUP(rm, NARROW_NAMES(rm))
GROUP(rp, NARROW_NAMES(rp))
GROUP(rna, ENTRY(".tf32.f32", rna_tf32_f32))
GROUP(pack, ENTRY(".u16.s32", pack_u16), ENTRY(".s16.s32", pack_s16), ENTRY(".u8.s32.b32", pack_u8),
      ENTRY(".s8.s32.b32", pack_s8))

#define CVT_LISTED(name)             \
    {                                \
        "cvt." #name, name##_entries \
    }

const AluGroup alu_convert_groups[] = {
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
