// alu_half.c: arithmetic on f16 and bf16, alone and two in a 32-bit register (f16x2, bf16x2). Semantics: PTX ISA,
// "Half Precision Floating-Point Instructions".
//
// Each operation is a function of 16-bit values; it computes in a wider format, such that rounding twice gives what
// rounding once would: sums of f16 or bf16 in f32, which has more than twice their bits and two; products and fused
// multiply-adds in f64.

#include "alu.h"

// ---- f16 ---------------------------------------------------------------------------------------------------------

static inline u16 f16_add(u16 a, u16 b)
{
    return f16_from_f32(f16_to_f32(a) + f16_to_f32(b));
}

static inline u16 f16_sub(u16 a, u16 b)
{
    return f16_from_f32(f16_to_f32(a) - f16_to_f32(b));
}

static inline u16 f16_mul(u16 a, u16 b) // 22 bits: exact in f32
{
    return f16_from_f32(f16_to_f32(a) * f16_to_f32(b));
}

// A double's upper 24 bits; their last is set if any below was ("round to odd"), so that the next rounding is right.
static inline float odd_f32(double x)
{
    u64 bits = f64_bits(x), low = (1u << 29) - 1;
    return (float)f64_of(bits & low ? (bits & ~low) | (low + 1) : bits);
}

// In f64 the sum is exact wherever the result is near a tie of f16: terms that don't fit its 53 bits together are
// further apart than f16 has bits, or overflow.
static inline u16 f16_fma(u16 a, u16 b, u16 c)
{
    return f16_from_f32(odd_f32(__builtin_fma(f16_to_f32(a), f16_to_f32(b), f16_to_f32(c))));
}

static inline u16 f16_neg(u16 a)
{
    return a ^ 0x8000;
}

static inline u16 f16_abs(u16 a)
{
    return a & 0x7fff;
}

static inline u16 f16_flush(u16 a)
{
    return a & 0x7c00 ? a : a & 0x8000;
}

static inline u16 f16_saturate(u16 a) // bits order like numbers; from 0x8000 on negative
{
    return a > 0x7c00 ? 0 : a > 0x3c00 ? 0x3c00 : a;
}

static inline u16 f16_relu(u16 a)
{
    return a & 0x8000 ? 0 : a; // a result that is NaN is positive
}

// ---- bf16 --------------------------------------------------------------------------------------------------------

static inline u16 bf16_add(u16 a, u16 b)
{
    return bf16_from_f32(bf16_to_f32(a) + bf16_to_f32(b));
}

static inline u16 bf16_sub(u16 a, u16 b)
{
    return bf16_from_f32(bf16_to_f32(a) - bf16_to_f32(b));
}

// x + error, rounded to nearest even. The error is less than x's last bit.
static inline u16 bf16_round(double x, double error)
{
    u64 bits = f64_bits(x);
    bool inexact = error > 0 || error < 0;
    bool below = inexact && (error < 0) != (x < 0); // magnitude below |x|
    u64 odd = inexact ? (bits - below) | 1 : bits;
    // Adding and subtracting 1.5 * 2^52 * (the result's last place) leaves that place.
    u64 exponent = odd & 0x7ff0000000000000u, least = f64_bits(0x1p-126);
    exponent = (i64)exponent < (i64)least ? least : exponent;
    double shift = 1.5 * f64_of(exponent + (45ull << 52)), finite = f64_of(odd);
    finite = (finite < 0 ? (finite - shift) + shift : (finite + shift) - shift);
    u32 rounded = f32_bits((float)finite) & 0x7fffffffu;
    bool outside = !(fabs(x) < 0x1p200);
    u32 result = outside ? f32_bits((float)x) & 0x7fffffffu : rounded;
    result |= (u32)(bits >> 63) << 31;
    return x == x ? (u16)(result >> 16) : F16_NAN;
}

static inline u16 bf16_mul(u16 a, u16 b) // 16 bits: exact in f64
{
    return bf16_round((double)bf16_to_f32(a) * bf16_to_f32(b), 0);
}

static inline u16 bf16_fma(u16 a, u16 b, u16 c)
{
    double product = (double)bf16_to_f32(a) * bf16_to_f32(b), addend = bf16_to_f32(c);
    double sum = product + addend;
    double part = sum - product; // Knuth's two-sum gives what rounding lost, exactly
    return bf16_round(sum, (product - (sum - part)) + (addend - part));
}

#define bf16_neg f16_neg
#define bf16_abs f16_abs

static inline u16 bf16_saturate(u16 a)
{
    return a > 0x7f80 ? 0 : a > 0x3f80 ? 0x3f80 : a;
}

#define bf16_relu f16_relu

// ---- Order and functions, for both -------------------------------------------------------------------------------

// As f32: the other one where one is NaN; -0 is less than +0.
static inline float least(float a, float b)
{
    float r = a < b ? a : b;
    r = a == b ? f32_of(f32_bits(a) | f32_bits(b)) : r;
    return b != b ? a : r;
}

static inline float greatest(float a, float b)
{
    float r = a > b ? a : b;
    r = a == b ? f32_of(f32_bits(a) & f32_bits(b)) : r;
    return b != b ? a : r;
}

#define BOTH(type)                                                            \
    static inline u16 type##_min(u16 a, u16 b)                                \
    {                                                                         \
        return type##_from_f32(least(type##_to_f32(a), type##_to_f32(b)));    \
    }                                                                         \
    static inline u16 type##_max(u16 a, u16 b)                                \
    {                                                                         \
        return type##_from_f32(greatest(type##_to_f32(a), type##_to_f32(b))); \
    }                                                                         \
    static inline u16 type##_min_nan(u16 a, u16 b)                            \
    {                                                                         \
        float x = type##_to_f32(a), y = type##_to_f32(b);                     \
        return x == x && y == y ? type##_min(a, b) : F16_NAN;                 \
    }                                                                         \
    static inline u16 type##_max_nan(u16 a, u16 b)                            \
    {                                                                         \
        float x = type##_to_f32(a), y = type##_to_f32(b);                     \
        return x == x && y == y ? type##_max(a, b) : F16_NAN;                 \
    }                                                                         \
    static inline u16 type##_min_xor(u16 a, u16 b)                            \
    {                                                                         \
        return type##_min(a & 0x7fff, b & 0x7fff) | ((a ^ b) & 0x8000);       \
    }                                                                         \
    static inline u16 type##_max_xor(u16 a, u16 b)                            \
    {                                                                         \
        return type##_max(a & 0x7fff, b & 0x7fff) | ((a ^ b) & 0x8000);       \
    }                                                                         \
    static inline u16 type##_min_nan_xor(u16 a, u16 b)                        \
    {                                                                         \
        return type##_min_nan(a & 0x7fff, b & 0x7fff) | ((a ^ b) & 0x8000);   \
    }                                                                         \
    static inline u16 type##_max_nan_xor(u16 a, u16 b)                        \
    {                                                                         \
        return type##_max_nan(a & 0x7fff, b & 0x7fff) | ((a ^ b) & 0x8000);   \
    }                                                                         \
    static u16 type##_ex2(u16 a)                                              \
    {                                                                         \
        return type##_from_f32(exp2f(type##_to_f32(a)));                      \
    }                                                                         \
    static u16 type##_tanh(u16 a)                                             \
    {                                                                         \
        return type##_from_f32(tanhf(type##_to_f32(a)));                      \
    }

BOTH(f16)
BOTH(bf16)

// ---- Instructions: for one value, and for two --------------------------------------------------------------------

#define HIGH(x)        ((u16)((x) >> 16))
#define LOW(x)         ((u16)(x))
#define TWO(high, low) ((u32)(high) << 16 | (low))

// name and name_x2; `op` makes a 16-bit value of 16-bit values, `after` is applied to it.
#define HALF_1(LOOP, name, op)  \
    LOOP(name, u16, u16, op(a)) \
    LOOP(name##_x2, u32, u32, TWO(op(HIGH(a)), op(LOW(a))))
#define HALF_2(LOOP, name, op, before, after)                  \
    LOOP(name, u16, u16, u16, after(op(before(a), before(b)))) \
    LOOP(name##_x2, u32, u32, u32,                             \
         TWO(after(op(before(HIGH(a)), before(HIGH(b)))),      \
             after(op(before(LOW(a)), before(LOW(b))))))
#define HALF_3(LOOP, name, op, before, after)                                  \
    LOOP(name, u16, u16, u16, u16, after(op(before(a), before(b), before(c)))) \
    LOOP(name##_x2, u32, u32, u32, u32,                                        \
         TWO(after(op(before(HIGH(a)), before(HIGH(b)), before(HIGH(c)))),     \
             after(op(before(LOW(a)), before(LOW(b)), before(LOW(c))))))
#define SAME(x) (x)

HALF_2(ALU2, add_f16, f16_add, SAME, SAME)
HALF_2(ALU2, sub_f16, f16_sub, SAME, SAME)
HALF_2(ALU2, mul_f16, f16_mul, SAME, SAME)
HALF_3(ALU3, fma_f16, f16_fma, SAME, SAME)
HALF_2(SLOW2, add_sat_f16, f16_add, SAME, f16_saturate)
HALF_2(SLOW2, sub_sat_f16, f16_sub, SAME, f16_saturate)
HALF_2(SLOW2, mul_sat_f16, f16_mul, SAME, f16_saturate)
HALF_3(SLOW3, fma_sat_f16, f16_fma, SAME, f16_saturate)
HALF_3(SLOW3, fma_relu_f16, f16_fma, SAME, f16_relu)

#define FLUSHED_SATURATED(x) f16_flush(f16_saturate(x))
#define FLUSHED_RELU(x)      f16_flush(f16_relu(x))
HALF_2(SLOW2, add_ftz_f16, f16_add, f16_flush, f16_flush)
HALF_2(SLOW2, sub_ftz_f16, f16_sub, f16_flush, f16_flush)
HALF_2(SLOW2, mul_ftz_f16, f16_mul, f16_flush, f16_flush)
HALF_3(SLOW3, fma_ftz_f16, f16_fma, f16_flush, f16_flush)
HALF_2(SLOW2, add_ftz_sat_f16, f16_add, f16_flush, FLUSHED_SATURATED)
HALF_2(SLOW2, sub_ftz_sat_f16, f16_sub, f16_flush, FLUSHED_SATURATED)
HALF_2(SLOW2, mul_ftz_sat_f16, f16_mul, f16_flush, FLUSHED_SATURATED)
HALF_3(SLOW3, fma_ftz_sat_f16, f16_fma, f16_flush, FLUSHED_SATURATED)
HALF_3(SLOW3, fma_ftz_relu_f16, f16_fma, f16_flush, FLUSHED_RELU)

HALF_2(ALU2, add_bf16, bf16_add, SAME, SAME)
HALF_2(ALU2, sub_bf16, bf16_sub, SAME, SAME)
HALF_2(ALU2, mul_bf16, bf16_mul, SAME, SAME)
HALF_3(ALU3, fma_bf16, bf16_fma, SAME, SAME)
HALF_3(SLOW3, fma_relu_bf16, bf16_fma, SAME, bf16_relu)

#define ORDER(type)                                                   \
    HALF_1(SLOW1, neg_##type, type##_neg)                             \
    HALF_1(SLOW1, abs_##type, type##_abs)                             \
    HALF_1(SLOW1, ex2_##type, type##_ex2)                             \
    HALF_1(SLOW1, tanh_##type, type##_tanh)                           \
    HALF_2(ALU2, min_##type, type##_min, SAME, SAME)                  \
    HALF_2(ALU2, max_##type, type##_max, SAME, SAME)                  \
    HALF_2(SLOW2, min_nan_##type, type##_min_nan, SAME, SAME)         \
    HALF_2(SLOW2, max_nan_##type, type##_max_nan, SAME, SAME)         \
    HALF_2(SLOW2, min_xor_##type, type##_min_xor, SAME, SAME)         \
    HALF_2(SLOW2, max_xor_##type, type##_max_xor, SAME, SAME)         \
    HALF_2(SLOW2, min_nan_xor_##type, type##_min_nan_xor, SAME, SAME) \
    HALF_2(SLOW2, max_nan_xor_##type, type##_max_nan_xor, SAME, SAME)

ORDER(f16)
ORDER(bf16)

#define f16_neg_ftz(a) f16_neg(f16_flush(a))
#define f16_abs_ftz(a) f16_abs(f16_flush(a))
HALF_1(SLOW1, neg_ftz_f16, f16_neg_ftz)
HALF_1(SLOW1, abs_ftz_f16, f16_abs_ftz)
HALF_2(SLOW2, min_ftz_f16, f16_min, f16_flush, SAME)
HALF_2(SLOW2, max_ftz_f16, f16_max, f16_flush, SAME)
HALF_2(SLOW2, min_ftz_nan_f16, f16_min_nan, f16_flush, SAME)
HALF_2(SLOW2, max_ftz_nan_f16, f16_max_nan, f16_flush, SAME)

// ---- Names -------------------------------------------------------------------------------------------------------

#define PAIR(before, type, fn)                  \
    {before "." #type, fn##_##type},            \
    {                                           \
        before "." #type "x2", fn##_##type##_x2 \
    }
#define ARITHMETIC(rnd, op)                                                               \
    PAIR(rnd, f16, op), PAIR(rnd ".sat", f16, op##_sat), PAIR(rnd ".ftz", f16, op##_ftz), \
        PAIR(rnd ".ftz.sat", f16, op##_ftz_sat), PAIR(rnd, bf16, op)
#define ORDERED(op)                                                                        \
    PAIR("", f16, op), PAIR("", bf16, op), PAIR(".NaN", f16, op##_nan),                    \
        PAIR(".NaN", bf16, op##_nan), PAIR(".xorsign.abs", f16, op##_xor),                 \
        PAIR(".xorsign.abs", bf16, op##_xor), PAIR(".NaN.xorsign.abs", f16, op##_nan_xor), \
        PAIR(".NaN.xorsign.abs", bf16, op##_nan_xor), PAIR(".ftz", f16, op##_ftz),         \
        PAIR(".ftz.NaN", f16, op##_ftz_nan)

#define GROUP(name, ...) static const AluEntry name##_entries[] = {__VA_ARGS__, {0}};

GROUP(add, ARITHMETIC("", add), ARITHMETIC(".rn", add))
GROUP(sub, ARITHMETIC("", sub), ARITHMETIC(".rn", sub))
GROUP(mul, ARITHMETIC("", mul), ARITHMETIC(".rn", mul))
GROUP(fma, ARITHMETIC(".rn", fma), PAIR(".rn.relu", f16, fma_relu),
      PAIR(".rn.ftz.relu", f16, fma_ftz_relu), PAIR(".rn.relu", bf16, fma_relu))
GROUP(neg, PAIR("", f16, neg), PAIR("", bf16, neg), PAIR(".ftz", f16, neg_ftz))
GROUP(abs, PAIR("", f16, abs), PAIR("", bf16, abs), PAIR(".ftz", f16, abs_ftz))
GROUP(min, ORDERED(min))
GROUP(max, ORDERED(max))
GROUP(ex2, PAIR(".approx", f16, ex2), PAIR(".approx.ftz", bf16, ex2))
GROUP(tanh, PAIR(".approx", f16, tanh), PAIR(".approx", bf16, tanh))

#define LISTED(name)          \
    {                         \
#name, name##_entries \
    }

const AluGroup alu_half_groups[] = {
    LISTED(add), LISTED(sub), LISTED(mul), LISTED(fma),  LISTED(neg), LISTED(abs),
    LISTED(min), LISTED(max), LISTED(ex2), LISTED(tanh), {0},
};
