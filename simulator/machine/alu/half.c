// half.c: arithmetic on f16 and bf16, alone and two in a 32-bit register (f16x2, bf16x2). Semantics: PTX ISA,
// "Half Precision Floating-Point Instructions".
//
// Each operation is a function of 16-bit values; it computes in a wider format, such that rounding twice gives what
// rounding once would: sums of f16 or bf16 in f32, which has more than twice their bits and two; products and fused
// multiply-adds in f64.

#include "machine/alu/alu.h"

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
    return (float)f64_of((bits & low) ? (bits & ~low) | (low + 1) : bits);
}

// In f64 the sum is exact wherever the result is near a tie of f16: terms that don't fit its 53 bits together are
// further apart than f16 has bits, or overflow.
static inline u16 f16_fma(u16 a, u16 b, u16 c)
{
    return f16_from_f32(odd_f32(__builtin_fma(f16_to_f32(a), f16_to_f32(b), f16_to_f32(c))));
}

static inline u16 f16_flush(u16 a)
{
    return (a & 0x7c00) ? a : (a & 0x8000);
}

// .ftz: a product flushes if it is below 2^-14 when rounded to f16's 11 bits, before a subnormal's fewer bits count.
static inline bool f16_tiny(double x)
{
    return fabs(x) < 0x1p-14 - 0x1p-26;
}

static inline u16 f16_mul_flush(u16 a, u16 b)
{
    u16 r = f16_mul(a, b);
    return f16_tiny((double)f16_to_f32(a) * f16_to_f32(b)) ? r & 0x8000 : r;
}

static inline u16 f16_fma_flush(u16 a, u16 b, u16 c)
{
    u16 r = f16_fma(a, b, c);
    return f16_tiny(__builtin_fma(f16_to_f32(a), f16_to_f32(b), f16_to_f32(c))) ? r & 0x8000 : r;
}

static inline u16 f16_saturate(u16 a) // bits order like numbers; from 0x8000 on negative
{
    return a > 0x7c00 ? 0 : a > 0x3c00 ? 0x3c00 : a;
}

static inline u16 relu(u16 a)
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
    u64 exponent = odd & 0x7ff0000000000000u, subnormal = f64_bits(0x1p-126);
    exponent = (i64)exponent < (i64)subnormal ? subnormal : exponent;
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

// .xorsign.abs: the magnitude r with the sign of the product of a and b; NaN has none.
static u16 with_sign(u16 r, u16 a, u16 b)
{
    return r == F16_NAN ? r : r | ((a ^ b) & 0x8000);
}

// A function of 16-bit values, of those given.
#define VALUE_1(name, expr) \
    static u16 name(u16 a)  \
    {                       \
        return expr;        \
    }
#define VALUE_2(name, expr)              \
    static inline u16 name(u16 a, u16 b) \
    {                                    \
        return expr;                     \
    }
#define VALUE_3(name, expr)              \
    static u16 name(u16 a, u16 b, u16 c) \
    {                                    \
        return expr;                     \
    }

#define BOTH(type, infinity)                                                             \
    VALUE_1(type##_neg, (a & 0x7fff) > (infinity) ? F16_NAN : a ^ 0x8000)                \
    VALUE_1(type##_abs, (a & 0x7fff) > (infinity) ? F16_NAN : a & 0x7fff)                \
    VALUE_1(type##_ex2, type##_from_f32(exp2f(type##_to_f32(a))))                        \
    VALUE_1(type##_tanh, type##_from_f32(tanhf(type##_to_f32(a))))                       \
    VALUE_2(type##_min, type##_from_f32(least(type##_to_f32(a), type##_to_f32(b))))      \
    VALUE_2(type##_max, type##_from_f32(greatest(type##_to_f32(a), type##_to_f32(b))))   \
    VALUE_2(type##_is_nan, (a & 0x7fff) > (infinity) || (b & 0x7fff) > (infinity))       \
    VALUE_2(type##_min_nan, type##_is_nan(a, b) ? F16_NAN : type##_min(a, b))            \
    VALUE_2(type##_max_nan, type##_is_nan(a, b) ? F16_NAN : type##_max(a, b))            \
    VALUE_2(type##_min_xor, with_sign(type##_min(a & 0x7fff, b & 0x7fff), a, b))         \
    VALUE_2(type##_max_xor, with_sign(type##_max(a & 0x7fff, b & 0x7fff), a, b))         \
    VALUE_2(type##_min_nan_xor, with_sign(type##_min_nan(a & 0x7fff, b & 0x7fff), a, b)) \
    VALUE_2(type##_max_nan_xor, with_sign(type##_max_nan(a & 0x7fff, b & 0x7fff), a, b)) \
    VALUE_3(type##_fma_relu, relu(type##_fma(a, b, c)))

BOTH(f16, 0x7c00)
BOTH(bf16, 0x7f80)

static u16 bf16_ex2_ftz(u16 a)
{
    u16 r = bf16_ex2(a);
    return (r & 0x7f80) ? r : 0;
}

// .sat and .ftz
VALUE_2(f16_add_sat, f16_saturate(f16_add(a, b)))
VALUE_2(f16_sub_sat, f16_saturate(f16_sub(a, b)))
VALUE_2(f16_mul_sat, f16_saturate(f16_mul(a, b)))
VALUE_3(f16_fma_sat, f16_saturate(f16_fma(a, b, c)))
VALUE_2(f16_add_ftz, f16_flush(f16_add(f16_flush(a), f16_flush(b))))
VALUE_2(f16_sub_ftz, f16_flush(f16_sub(f16_flush(a), f16_flush(b))))
VALUE_2(f16_mul_ftz, f16_mul_flush(f16_flush(a), f16_flush(b)))
VALUE_3(f16_fma_ftz, f16_fma_flush(f16_flush(a), f16_flush(b), f16_flush(c)))
VALUE_2(f16_add_ftz_sat, f16_saturate(f16_add_ftz(a, b)))
VALUE_2(f16_sub_ftz_sat, f16_saturate(f16_sub_ftz(a, b)))
VALUE_2(f16_mul_ftz_sat, f16_saturate(f16_mul_ftz(a, b)))
VALUE_3(f16_fma_ftz_sat, f16_saturate(f16_fma_ftz(a, b, c)))
VALUE_3(f16_fma_ftz_relu, relu(f16_fma_ftz(a, b, c)))
VALUE_1(f16_neg_ftz, f16_neg(f16_flush(a)))
VALUE_1(f16_abs_ftz, f16_abs(f16_flush(a)))
VALUE_2(f16_min_ftz, f16_min(f16_flush(a), f16_flush(b)))
VALUE_2(f16_max_ftz, f16_max(f16_flush(a), f16_flush(b)))
VALUE_2(f16_min_ftz_nan, f16_min_nan(f16_flush(a), f16_flush(b)))
VALUE_2(f16_max_ftz_nan, f16_max_nan(f16_flush(a), f16_flush(b)))
VALUE_2(f16_min_ftz_xor, f16_min_xor(f16_flush(a), f16_flush(b)))
VALUE_2(f16_max_ftz_xor, f16_max_xor(f16_flush(a), f16_flush(b)))
VALUE_2(f16_min_ftz_nan_xor, f16_min_nan_xor(f16_flush(a), f16_flush(b)))
VALUE_2(f16_max_ftz_nan_xor, f16_max_nan_xor(f16_flush(a), f16_flush(b)))

// ---- Instructions: op on one value, op_x2 on two -----------------------------------------------------------------

#define HIGH(x)        ((u16)((x) >> 16))
#define LOW(x)         ((u16)(x))
#define TWO(high, low) ((u32)(high) << 16 | (low))

// The usual ones as vector instructions.
#define FAST_2(op)                          \
    ALU2(alu_##op, u16, u16, u16, op(a, b)) \
    ALU2(alu_##op##_x2, u32, u32, u32, TWO(op(HIGH(a), HIGH(b)), op(LOW(a), LOW(b))))
#define FAST_3(op)                                  \
    ALU3(alu_##op, u16, u16, u16, u16, op(a, b, c)) \
    ALU3(alu_##op##_x2, u32, u32, u32, u32,         \
         TWO(op(HIGH(a), HIGH(b), HIGH(c)), op(LOW(a), LOW(b), LOW(c))))

FAST_2(f16_add)
FAST_2(f16_sub)
FAST_2(f16_mul)
FAST_3(f16_fma)
FAST_2(f16_min)
FAST_2(f16_max)
FAST_2(bf16_add)
FAST_2(bf16_sub)
FAST_2(bf16_mul)
FAST_3(bf16_fma)

// The others by calling op for each value. One of the three is not NULL.
typedef struct {
    u16 (*one)(u16);
    u16 (*two)(u16, u16);
    u16 (*three)(u16, u16, u16);
} Op;

static u16 call(Op op, u16 a, u16 b, u16 c)
{
    return op.one ? op.one(a) : op.two ? op.two(a, b) : op.three(a, b, c);
}

static void each(u8 *regs, const Insn *in, u32 mask, Op op)
{
    u16 *d = OPERAND(u16, in->d);
    const u16 *a = OPERAND(const u16, in->a);
    const u16 *b = op.one ? a : OPERAND(const u16, in->b);
    const u16 *c = op.three ? OPERAND(const u16, in->c) : a;
    EACH_LANE_IN(mask)
    {
        d[l] = call(op, a[l], b[l], c[l]);
    }
}

static void each_x2(u8 *regs, const Insn *in, u32 mask, Op op)
{
    u32 *d = OPERAND(u32, in->d);
    const u32 *a = OPERAND(const u32, in->a);
    const u32 *b = op.one ? a : OPERAND(const u32, in->b);
    const u32 *c = op.three ? OPERAND(const u32, in->c) : a;
    EACH_LANE_IN(mask)
    {
        u16 high = call(op, HIGH(a[l]), HIGH(b[l]), HIGH(c[l]));
        d[l] = TWO(high, call(op, LOW(a[l]), LOW(b[l]), LOW(c[l])));
    }
}

#define CALLS(op, field)                                          \
    static void alu_##op(u8 *regs, const Insn *in, u32 mask)      \
    {                                                             \
        each(regs, in, mask, (Op){.field = (op)});                \
    }                                                             \
    static void alu_##op##_x2(u8 *regs, const Insn *in, u32 mask) \
    {                                                             \
        each_x2(regs, in, mask, (Op){.field = (op)});             \
    }

CALLS(f16_neg, one)
CALLS(f16_abs, one)
CALLS(f16_ex2, one)
CALLS(f16_tanh, one)
CALLS(f16_min_nan, two)
CALLS(f16_min_xor, two)
CALLS(f16_min_nan_xor, two)
CALLS(f16_max_nan, two)
CALLS(f16_max_xor, two)
CALLS(f16_max_nan_xor, two)
CALLS(f16_fma_relu, three)
CALLS(bf16_neg, one)
CALLS(bf16_abs, one)
CALLS(bf16_ex2_ftz, one)
CALLS(bf16_tanh, one)
CALLS(bf16_min, two)
CALLS(bf16_min_nan, two)
CALLS(bf16_min_xor, two)
CALLS(bf16_min_nan_xor, two)
CALLS(bf16_max, two)
CALLS(bf16_max_nan, two)
CALLS(bf16_max_xor, two)
CALLS(bf16_max_nan_xor, two)
CALLS(bf16_fma_relu, three)
CALLS(f16_add_sat, two)
CALLS(f16_sub_sat, two)
CALLS(f16_mul_sat, two)
CALLS(f16_fma_sat, three)
CALLS(f16_add_ftz, two)
CALLS(f16_sub_ftz, two)
CALLS(f16_mul_ftz, two)
CALLS(f16_fma_ftz, three)
CALLS(f16_add_ftz_sat, two)
CALLS(f16_sub_ftz_sat, two)
CALLS(f16_mul_ftz_sat, two)
CALLS(f16_fma_ftz_sat, three)
CALLS(f16_fma_ftz_relu, three)
CALLS(f16_neg_ftz, one)
CALLS(f16_abs_ftz, one)
CALLS(f16_min_ftz, two)
CALLS(f16_max_ftz, two)
CALLS(f16_min_ftz_nan, two)
CALLS(f16_min_ftz_xor, two)
CALLS(f16_min_ftz_nan_xor, two)
CALLS(f16_max_ftz_nan, two)
CALLS(f16_max_ftz_xor, two)
CALLS(f16_max_ftz_nan_xor, two)

// ---- Names -------------------------------------------------------------------------------------------------------

#define PAIR(before, type, op) \
    ENTRY(before "." #type, alu_##type##_##op), ENTRY(before "." #type "x2", alu_##type##_##op##_x2)
#define ARITHMETIC(rnd, op)                                                               \
    PAIR(rnd, f16, op), PAIR(rnd ".sat", f16, op##_sat), PAIR(rnd ".ftz", f16, op##_ftz), \
        PAIR(rnd ".ftz.sat", f16, op##_ftz_sat), PAIR(rnd, bf16, op)
#define ORDERED(op)                                                                        \
    PAIR("", f16, op), PAIR("", bf16, op), PAIR(".NaN", f16, op##_nan),                    \
        PAIR(".NaN", bf16, op##_nan), PAIR(".xorsign.abs", f16, op##_xor),                 \
        PAIR(".xorsign.abs", bf16, op##_xor), PAIR(".NaN.xorsign.abs", f16, op##_nan_xor), \
        PAIR(".NaN.xorsign.abs", bf16, op##_nan_xor), PAIR(".ftz", f16, op##_ftz),         \
        PAIR(".ftz.NaN", f16, op##_ftz_nan), PAIR(".ftz.xorsign.abs", f16, op##_ftz_xor),  \
        PAIR(".ftz.NaN.xorsign.abs", f16, op##_ftz_nan_xor)

GROUP(add, ARITHMETIC("", add), ARITHMETIC(".rn", add))
GROUP(sub, ARITHMETIC("", sub), ARITHMETIC(".rn", sub))
GROUP(mul, ARITHMETIC("", mul), ARITHMETIC(".rn", mul))
GROUP(fma, ARITHMETIC(".rn", fma), PAIR(".rn.relu", f16, fma_relu),
      PAIR(".rn.ftz.relu", f16, fma_ftz_relu), PAIR(".rn.relu", bf16, fma_relu))
GROUP(neg, PAIR("", f16, neg), PAIR("", bf16, neg), PAIR(".ftz", f16, neg_ftz))
GROUP(abs, PAIR("", f16, abs), PAIR("", bf16, abs), PAIR(".ftz", f16, abs_ftz))
GROUP(min, ORDERED(min))
GROUP(max, ORDERED(max))
GROUP(ex2, PAIR(".approx", f16, ex2), PAIR(".approx.ftz", bf16, ex2_ftz))
GROUP(tanh, PAIR(".approx", f16, tanh), PAIR(".approx", bf16, tanh))

const AluGroup half_groups[] = {
    LISTED(add), LISTED(sub), LISTED(mul), LISTED(fma),  LISTED(neg), LISTED(abs),
    LISTED(min), LISTED(max), LISTED(ex2), LISTED(tanh), {0},
};
