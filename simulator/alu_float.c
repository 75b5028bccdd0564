// alu_float.c: arithmetic on f32 and f64. Semantics: PTX ISA, "Floating-Point Instructions".
//
// A GPU's f32 arithmetic rounds as IEEE 754 says, like the host's, but gives the same NaN whatever went in; .ftz
// flushes subnormals, in and out, and .sat puts the result into [0, 1]. Rounding other than to nearest is done by
// alu_round.c. The .approx instructions have no defined result, only a largest error; here they are as exact as the
// host's own functions, within that error.

#include "alu.h"

// ---- f32: one macro per shape, each operation with all its .ftz and .sat -----------------------------------------

#define PLAIN(x)             f32_canonical(x)
#define SATURATED(x)         f32_saturate(x)
#define FLUSHED(x)           f32_flush(f32_canonical(x))
#define FLUSHED_SATURATED(x) f32_flush(f32_saturate(x))
#define IN(x)                f32_flush(x)

// name, name_ftz, name_sat, name_ftz_sat; op is a macro of the operands.
#define F32_2(LOOP, name, op)                        \
    LOOP(name, float, float, float, PLAIN(op(a, b))) \
    LOOP(name##_ftz, float, float, float, FLUSHED(op(IN(a), IN(b))))
#define F32_2_SAT(LOOP, name, op)                              \
    F32_2(LOOP, name, op)                                      \
    LOOP(name##_sat, float, float, float, SATURATED(op(a, b))) \
    LOOP(name##_ftz_sat, float, float, float, FLUSHED_SATURATED(op(IN(a), IN(b))))
#define F32_3_SAT(LOOP, name, op)                                                  \
    LOOP(name, float, float, float, float, PLAIN(op(a, b, c)))                     \
    LOOP(name##_ftz, float, float, float, float, FLUSHED(op(IN(a), IN(b), IN(c)))) \
    LOOP(name##_sat, float, float, float, float, SATURATED(op(a, b, c)))           \
    LOOP(name##_ftz_sat, float, float, float, float, FLUSHED_SATURATED(op(IN(a), IN(b), IN(c))))
#define F32_1(LOOP, name, op)              \
    LOOP(name, float, float, PLAIN(op(a))) \
    LOOP(name##_ftz, float, float, FLUSHED(op(IN(a))))

#define ADD(a, b)    ((a) + (b))
#define SUB(a, b)    ((a) - (b))
#define MUL(a, b)    ((a) * (b))
#define DIV(a, b)    ((a) / (b))
#define FMA(a, b, c) __builtin_fmaf(a, b, c)
#define RCP(a)       (1.0f / (a))
#define SQRT(a)      __builtin_sqrtf(a)
#define RSQRT(a)     (1.0f / __builtin_sqrtf(a))

F32_2_SAT(ALU2, add_f32, ADD)
F32_2_SAT(ALU2, sub_f32, SUB)
F32_2_SAT(ALU2, mul_f32, MUL)
F32_3_SAT(ALU3, fma_f32, FMA)
F32_2(ALU2, div_f32, DIV)
F32_1(ALU1, rcp_f32, RCP)
F32_1(ALU1, sqrt_f32, SQRT)
F32_1(ALU1, rsqrt_f32, RSQRT)

// div.approx is a * (1 / b), whose reciprocal flushes: a divisor beyond 2^126 gives 0, or NaN under an infinity.
static inline float divide_approx(float a, float b)
{
    return a * (fabsf(b) > 0x1p126f ? copysignf(0.0f, b) : 1.0f) / (fabsf(b) > 0x1p126f ? 1.0f : b);
}

F32_2(ALU2, div_approx_f32, divide_approx)

// Directed rounding.
#define DIRECTED(mode, rounding)                                                                   \
    static float add_##mode##_(float a, float b)                                                   \
    {                                                                                              \
        return f32_of((u32)round_add(a, b, FORMAT_F32, rounding));                                 \
    }                                                                                              \
    static float sub_##mode##_(float a, float b)                                                   \
    {                                                                                              \
        return f32_of((u32)round_add(a, -b, FORMAT_F32, rounding));                                \
    }                                                                                              \
    static float mul_##mode##_(float a, float b)                                                   \
    {                                                                                              \
        return f32_of((u32)round_mul(a, b, FORMAT_F32, rounding));                                 \
    }                                                                                              \
    static float fma_##mode##_(float a, float b, float c)                                          \
    {                                                                                              \
        return f32_of((u32)round_fma(a, b, c, FORMAT_F32, rounding));                              \
    }                                                                                              \
    static float div_##mode##_(float a, float b)                                                   \
    {                                                                                              \
        return f32_of((u32)round_div(a, b, FORMAT_F32, rounding));                                 \
    }                                                                                              \
    static float rcp_##mode##_(float a)                                                            \
    {                                                                                              \
        return f32_of((u32)round_div(1, a, FORMAT_F32, rounding));                                 \
    }                                                                                              \
    static float sqrt_##mode##_(float a)                                                           \
    {                                                                                              \
        return f32_of((u32)round_sqrt(a, FORMAT_F32, rounding));                                   \
    }                                                                                              \
    F32_2_SAT(SLOW2, add_##mode##_f32, add_##mode##_)                                              \
    F32_2_SAT(SLOW2, sub_##mode##_f32, sub_##mode##_)                                              \
    F32_2_SAT(SLOW2, mul_##mode##_f32, mul_##mode##_)                                              \
    F32_3_SAT(SLOW3, fma_##mode##_f32, fma_##mode##_)                                              \
    F32_2(SLOW2, div_##mode##_f32, div_##mode##_)                                                  \
    F32_1(SLOW1, rcp_##mode##_f32, rcp_##mode##_)                                                  \
    F32_1(SLOW1, sqrt_##mode##_f32, sqrt_##mode##_)                                                \
    SLOW2(add_##mode##_f64, u64, double, double, round_add(a, b, FORMAT_F64, rounding))            \
    SLOW2(sub_##mode##_f64, u64, double, double, round_add(a, -b, FORMAT_F64, rounding))           \
    SLOW2(mul_##mode##_f64, u64, double, double, round_mul(a, b, FORMAT_F64, rounding))            \
    SLOW3(fma_##mode##_f64, u64, double, double, double, round_fma(a, b, c, FORMAT_F64, rounding)) \
    SLOW2(div_##mode##_f64, u64, double, double, round_div(a, b, FORMAT_F64, rounding))            \
    SLOW1(rcp_##mode##_f64, u64, double, round_div(1, a, FORMAT_F64, rounding))                    \
    SLOW1(sqrt_##mode##_f64, u64, double, round_sqrt(a, FORMAT_F64, rounding))

DIRECTED(rz, ROUND_ZERO)
DIRECTED(rm, ROUND_DOWN)
DIRECTED(rp, ROUND_UP)

// ---- f32: functions ----------------------------------------------------------------------------------------------

F32_1(SLOW1, sin_f32, sinf)
F32_1(SLOW1, cos_f32, cosf)
F32_1(SLOW1, lg2_f32, log2f)
F32_1(SLOW1, ex2_f32, exp2f)
SLOW1(tanh_f32, float, float, PLAIN(tanhf(a)))

// ---- f32: sign and order -----------------------------------------------------------------------------------------

#define ABS(a) f32_of(f32_bits(a) & 0x7fffffffu)
#define NEG(a) f32_of(f32_bits(a) ^ 0x80000000u)

ALU1(abs_f32, u32, u32, a & 0x7fffffffu)
ALU1(neg_f32, u32, u32, a ^ 0x80000000u)
ALU1(abs_f32_ftz, float, float, ABS(IN(a)))
ALU1(neg_f32_ftz, float, float, NEG(IN(a)))
ALU2(copysign_f32, u32, u32, u32, (a & 0x80000000u) | (b & 0x7fffffffu)) // a's sign, b's value

// The smaller or larger; the other one where one is NaN; -0 is less than +0.
static inline float f32_min(float a, float b)
{
    float r = a < b ? a : b;
    r = a == b ? f32_of(f32_bits(a) | f32_bits(b)) : r;
    r = b != b ? a : r;
    return f32_canonical(r);
}

static inline float f32_max(float a, float b)
{
    float r = a > b ? a : b;
    r = a == b ? f32_of(f32_bits(a) & f32_bits(b)) : r;
    r = b != b ? a : r;
    return f32_canonical(r);
}

// .NaN: NaN where either is.
static inline float f32_min_nan(float a, float b)
{
    return a == a && b == b ? f32_min(a, b) : f32_of(F32_NAN);
}

static inline float f32_max_nan(float a, float b)
{
    return a == a && b == b ? f32_max(a, b) : f32_of(F32_NAN);
}

// .xorsign.abs: of the magnitudes, with the product's sign.
#define XORSIGN(op, a, b) \
    f32_of(((f32_bits(a) ^ f32_bits(b)) & 0x80000000u) | f32_bits(op(ABS(a), ABS(b))))

#define F32_ORDER(op)                                                                         \
    ALU2(op##_f32, float, float, float, f32_##op(a, b))                                       \
    ALU2(op##_f32_ftz, float, float, float, f32_##op(IN(a), IN(b)))                           \
    ALU2(op##_nan_f32, float, float, float, f32_##op##_nan(a, b))                             \
    ALU2(op##_nan_f32_ftz, float, float, float, f32_##op##_nan(IN(a), IN(b)))                 \
    SLOW2(op##_xor_f32, float, float, float, XORSIGN(f32_##op, a, b))                         \
    SLOW2(op##_xor_f32_ftz, float, float, float, XORSIGN(f32_##op, IN(a), IN(b)))             \
    SLOW2(op##_nan_xor_f32, float, float, float, XORSIGN(f32_##op##_nan, a, b))               \
    SLOW2(op##_nan_xor_f32_ftz, float, float, float, XORSIGN(f32_##op##_nan, IN(a), IN(b)))   \
    SLOW3(op##3_f32, float, float, float, float, f32_##op(f32_##op(a, b), c))                 \
    SLOW3(op##3_f32_ftz, float, float, float, float, f32_##op(f32_##op(IN(a), IN(b)), IN(c))) \
    SLOW3(op##3_nan_f32, float, float, float, float, f32_##op##_nan(f32_##op##_nan(a, b), c))

F32_ORDER(min)
F32_ORDER(max)

// ---- f64 ---------------------------------------------------------------------------------------------------------

ALU2(add_f64, double, double, double, f64_canonical(a + b))
ALU2(sub_f64, double, double, double, f64_canonical(a - b))
ALU2(mul_f64, double, double, double, f64_canonical(a *b))
ALU3(fma_f64, double, double, double, double, f64_canonical(__builtin_fma(a, b, c)))
ALU2(div_f64, double, double, double, f64_canonical(a / b))
ALU1(rcp_f64, double, double, f64_canonical(1.0 / a))
ALU1(sqrt_f64, double, double, f64_canonical(__builtin_sqrt(a)))
ALU1(rsqrt_f64, double, double, f64_canonical(1.0 / __builtin_sqrt(a)))
ALU1(rcp_f64_ftz, double, double, f64_flush(f64_canonical(1.0 / f64_flush(a))))
ALU1(rsqrt_f64_ftz, double, double, f64_canonical(1.0 / __builtin_sqrt(f64_flush(a))))
ALU1(abs_f64, u64, u64, a & 0x7fffffffffffffffu)
ALU1(neg_f64, u64, u64, a ^ 0x8000000000000000u)
ALU2(copysign_f64, u64, u64, u64, (a & 0x8000000000000000u) | (b & 0x7fffffffffffffffu))

static inline double f64_min(double a, double b)
{
    double r = a < b ? a : b;
    r = a == b ? f64_of(f64_bits(a) | f64_bits(b)) : r;
    r = b != b ? a : r;
    return f64_canonical(r);
}

static inline double f64_max(double a, double b)
{
    double r = a > b ? a : b;
    r = a == b ? f64_of(f64_bits(a) & f64_bits(b)) : r;
    r = b != b ? a : r;
    return f64_canonical(r);
}

ALU2(min_f64, double, double, double, f64_min(a, b))
ALU2(max_f64, double, double, double, f64_max(a, b))

// ---- Names -------------------------------------------------------------------------------------------------------

#define FTZ(before, after, fn)        \
    {before after, fn},               \
    {                                 \
        before ".ftz" after, fn##_ftz \
    }
#define FTZ_SAT(before, fn)                                                            \
    {before ".f32", fn}, {before ".ftz.f32", fn##_ftz}, {before ".sat.f32", fn##_sat}, \
    {                                                                                  \
        before ".ftz.sat.f32", fn##_ftz_sat                                            \
    }
#define ROUNDINGS(op)                                                                   \
    FTZ_SAT(".rn", op##_f32), FTZ_SAT(".rz", op##_rz_f32), FTZ_SAT(".rm", op##_rm_f32), \
        FTZ_SAT(".rp", op##_rp_f32), {".rn.f64", op##_f64}, {".rz.f64", op##_rz_f64},   \
        {".rm.f64", op##_rm_f64},                                                       \
    {                                                                                   \
        ".rp.f64", op##_rp_f64                                                          \
    }
#define ROUNDINGS_FTZ(op)                                                                        \
    FTZ(".rn", ".f32", op##_f32), FTZ(".rz", ".f32", op##_rz_f32),                               \
        FTZ(".rm", ".f32", op##_rm_f32), FTZ(".rp", ".f32", op##_rp_f32), {".rn.f64", op##_f64}, \
        {".rz.f64", op##_rz_f64}, {".rm.f64", op##_rm_f64},                                      \
    {                                                                                            \
        ".rp.f64", op##_rp_f64                                                                   \
    }
#define ORDER(op)                                                 \
    FTZ("", ".f32", op##_f32), FTZ("", ".NaN.f32", op##_nan_f32), \
        FTZ("", ".xorsign.abs.f32", op##_xor_f32),                \
        FTZ("", ".NaN.xorsign.abs.f32", op##_nan_xor_f32),        \
    {                                                             \
        ".f64", op##_f64                                          \
    }

#define GROUP(name, ...) static const AluEntry name##_entries[] = {__VA_ARGS__, {0}};

GROUP(add, FTZ_SAT("", add_f32), {".f64", add_f64}, ROUNDINGS(add))
GROUP(sub, FTZ_SAT("", sub_f32), {".f64", sub_f64}, ROUNDINGS(sub))
GROUP(mul, FTZ_SAT("", mul_f32), {".f64", mul_f64}, ROUNDINGS(mul))
GROUP(fma, ROUNDINGS(fma))
GROUP(mad, ROUNDINGS(fma))
GROUP(div, ROUNDINGS_FTZ(div), FTZ(".approx", ".f32", div_approx_f32),
      FTZ(".full", ".f32", div_f32))
GROUP(rcp, ROUNDINGS_FTZ(rcp), FTZ(".approx", ".f32", rcp_f32), {".approx.ftz.f64", rcp_f64_ftz})
GROUP(sqrt, ROUNDINGS_FTZ(sqrt), FTZ(".approx", ".f32", sqrt_f32))
GROUP(rsqrt, FTZ(".approx", ".f32", rsqrt_f32), FTZ(".approx", ".f64", rsqrt_f64))
GROUP(sin, FTZ(".approx", ".f32", sin_f32))
GROUP(cos, FTZ(".approx", ".f32", cos_f32))
GROUP(lg2, FTZ(".approx", ".f32", lg2_f32))
GROUP(ex2, FTZ(".approx", ".f32", ex2_f32))
GROUP(tanh, {".approx.f32", tanh_f32})
GROUP(abs, FTZ("", ".f32", abs_f32), {".f64", abs_f64})
GROUP(neg, FTZ("", ".f32", neg_f32), {".f64", neg_f64})
GROUP(copysign, {".f32", copysign_f32}, {".f64", copysign_f64})
GROUP(min, ORDER(min))
GROUP(max, ORDER(max))
GROUP(min3, FTZ("", ".f32", min3_f32), {".NaN.f32", min3_nan_f32})
GROUP(max3, FTZ("", ".f32", max3_f32), {".NaN.f32", max3_nan_f32})

#define LISTED(name)          \
    {                         \
#name, name##_entries \
    }

const AluGroup alu_float_groups[] = {
    LISTED(add), LISTED(sub),  LISTED(mul),   LISTED(fma), LISTED(mad),      LISTED(div),
    LISTED(rcp), LISTED(sqrt), LISTED(rsqrt), LISTED(sin), LISTED(cos),      LISTED(lg2),
    LISTED(ex2), LISTED(tanh), LISTED(abs),   LISTED(neg), LISTED(copysign), LISTED(min),
    LISTED(max), LISTED(min3), LISTED(max3),  {0},
};
