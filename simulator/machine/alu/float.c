// float.c: arithmetic on f32 and f64. Semantics: PTX ISA, "Floating-Point Instructions".
//
// A GPU's f32 arithmetic rounds as IEEE 754 says, like the host's, but gives the same NaN whatever went in; .ftz
// flushes subnormals, in and out, and .sat puts the result into [0, 1]. Rounding other than to nearest is done by
// alu_round.c. The .approx instructions have no defined result, only a largest error; here they are as exact as the
// host's own functions, within that error.

#include "machine/alu/alu.h"

// ---- f32: one macro per shape, each operation with all its .ftz and .sat -----------------------------------------

#define PLAIN(x)             f32_canonical(x)
#define SATURATED(x)         f32_saturate(x)
#define FLUSHED(x)           f32_flush(f32_canonical(x))
#define FLUSHED_SATURATED(x) f32_flush(f32_saturate(x))
#define IN(x)                f32_flush(x)

// A product or quotient below 2^-126 flushes even if rounding to a subnormal's fewer bits would make it 2^-126. So it
// is the result times 2^24, where all bits are still there, that tells.
static inline float flush_tiny(float x, float scaled)
{
    return f32_of(fabsf(scaled) < 0x1p-102f ? f32_bits(x) & 0x80000000u : f32_bits(x));
}

#define TINY(x, scaled) flush_tiny(f32_canonical(x), scaled)
#define SCALE(x)        ((x)*0x1p24f)

// name, name_ftz, name_sat, name_ftz_sat; op is a function or macro of the operands.
#define F32_1(LOOP, name, op)              \
    LOOP(name, float, float, PLAIN(op(a))) \
    LOOP(name##_ftz, float, float, FLUSHED(op(IN(a))))
#define F32_SUM(LOOP, name, op)                                      \
    LOOP(name, float, float, float, PLAIN(op(a, b)))                 \
    LOOP(name##_ftz, float, float, float, FLUSHED(op(IN(a), IN(b)))) \
    LOOP(name##_sat, float, float, float, SATURATED(op(a, b)))       \
    LOOP(name##_ftz_sat, float, float, float, FLUSHED_SATURATED(op(IN(a), IN(b))))
#define F32_RATIO(LOOP, name, op)                    \
    LOOP(name, float, float, float, PLAIN(op(a, b))) \
    LOOP(name##_ftz, float, float, float, TINY(op(IN(a), IN(b)), op(SCALE(IN(a)), IN(b))))
#define F32_PRODUCT(LOOP, name, op)                            \
    F32_RATIO(LOOP, name, op)                                  \
    LOOP(name##_sat, float, float, float, SATURATED(op(a, b))) \
    LOOP(name##_ftz_sat, float, float, float,                  \
         f32_saturate(TINY(op(IN(a), IN(b)), op(SCALE(IN(a)), IN(b)))))
#define F32_FMA(LOOP, name, op)                                                \
    LOOP(name, float, float, float, float, PLAIN(op(a, b, c)))                 \
    LOOP(name##_ftz, float, float, float, float,                               \
         TINY(op(IN(a), IN(b), IN(c)), op(SCALE(IN(a)), IN(b), SCALE(IN(c))))) \
    LOOP(name##_sat, float, float, float, float, SATURATED(op(a, b, c)))       \
    LOOP(name##_ftz_sat, float, float, float, float,                           \
         f32_saturate(TINY(op(IN(a), IN(b), IN(c)), op(SCALE(IN(a)), IN(b), SCALE(IN(c))))))

// a * b + c, rounded once. WebAssembly has no instruction for it, and its library no vectors: there the sum is made in doubles, in
// which the product is exact, and rounded to odd, so that the second rounding is right (Boldo and Melquiond, 2008).
static inline float fma_f32_once(float a, float b, float c)
{
#ifdef __wasm__
    double product = (double)a * b, sum = product + c, part = sum - product;
    double lost = (product - (sum - part)) + (c - part);
    u64 bits = f64_bits(sum), step = (lost > 0) == (sum > 0) ? 1 : ~(u64)0;
    return (float)f64_of(bits + ((lost > 0 || lost < 0) && !(bits & 1) ? step : 0));
#else
    return __builtin_fmaf(a, b, c);
#endif
}

#define ADD(a, b)    ((a) + (b))
#define SUB(a, b)    ((a) - (b))
#define MUL(a, b)    ((a) * (b))
#define DIV(a, b)    ((a) / (b))
#define FMA(a, b, c) fma_f32_once(a, b, c)
#define RCP(a)       (1.0f / (a))
#define SQRT(a)      __builtin_sqrtf(a)
#define RSQRT(a)     (1.0f / __builtin_sqrtf(a))

F32_SUM(ALU2, add_f32, ADD)
F32_SUM(ALU2, sub_f32, SUB)
F32_PRODUCT(ALU2, mul_f32, MUL)
F32_FMA(ALU3, fma_f32, FMA)
F32_RATIO(ALU2, div_f32, DIV)
F32_1(ALU1, rcp_f32, RCP)
F32_1(ALU1, sqrt_f32, SQRT)
F32_1(ALU1, rsqrt_f32, RSQRT)

// div.approx is a * (1 / b), whose reciprocal flushes: a divisor beyond 2^126 gives 0, or NaN under an infinity.
static inline float divide_approx(float a, float b)
{
    return a * (fabsf(b) > 0x1p126f ? copysignf(0.0f, b) : 1.0f) / (fabsf(b) > 0x1p126f ? 1.0f : b);
}

F32_RATIO(ALU2, div_approx_f32, divide_approx)

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
    static float sqrt_##mode##_(float a)                                                           \
    {                                                                                              \
        return f32_of((u32)round_sqrt(a, FORMAT_F32, rounding));                                   \
    }                                                                                              \
    F32_SUM(SLOW2, add_##mode##_f32, add_##mode##_)                                                \
    F32_SUM(SLOW2, sub_##mode##_f32, sub_##mode##_)                                                \
    F32_PRODUCT(SLOW2, mul_##mode##_f32, mul_##mode##_)                                            \
    F32_FMA(SLOW3, fma_##mode##_f32, fma_##mode##_)                                                \
    F32_RATIO(SLOW2, div_##mode##_f32, div_##mode##_)                                              \
    SLOW1(rcp_##mode##_f32, float, float, PLAIN(div_##mode##_(1, a)))                              \
    SLOW1(rcp_##mode##_f32_ftz, float, float,                                                      \
          TINY(div_##mode##_(1, IN(a)), div_##mode##_(0x1p24f, IN(a))))                            \
    F32_1(SLOW1, sqrt_##mode##_f32, sqrt_##mode##_)                                                \
    SLOW2(add_##mode##_f64, u64, double, double, round_add(a, b, FORMAT_F64, rounding))            \
    SLOW2(sub_##mode##_f64, u64, double, double,                                                   \
          round_add(a, b == b ? -b : b, FORMAT_F64, rounding))                                     \
    SLOW2(mul_##mode##_f64, u64, double, double, round_mul(a, b, FORMAT_F64, rounding))            \
    SLOW3(fma_##mode##_f64, u64, double, double, double, round_fma(a, b, c, FORMAT_F64, rounding)) \
    SLOW2(div_##mode##_f64, u64, double, double, round_div(a, b, FORMAT_F64, rounding))            \
    SLOW1(rcp_##mode##_f64, u64, double, round_div(1, a, FORMAT_F64, rounding))                    \
    SLOW1(sqrt_##mode##_f64, u64, double, round_sqrt(a, FORMAT_F64, rounding))

DIRECTED(rz, ROUND_ZERO)
DIRECTED(rm, ROUND_DOWN)
DIRECTED(rp, ROUND_UP)

// ---- f32: functions ----------------------------------------------------------------------------------------------

// 2^x = 2^n * 2^f with f in [-1/2, 1/2]: Taylor's polynomial of exp(f ln 2), relative error below 2^-26; 2^n in two factors,
// so that the result may be subnormal.
static inline float ex2(float x)
{
    float bounded = x > 150 ? 150 : x < -170 ? -170 : x; // beyond, infinity or 0
    bounded = x == x ? bounded : 0;
    float n = __builtin_rintf(bounded), f = bounded - n;
    float p = 1.52527338e-5f;
    p = p * f + 1.54035304e-4f;
    p = p * f + 1.33335581e-3f;
    p = p * f + 9.61812911e-3f;
    p = p * f + 5.55041087e-2f;
    p = p * f + 2.40226507e-1f;
    p = p * f + 6.93147181e-1f;
    p = p * f + 1;
    i32 power = (i32)n, half = power >> 1;
    float r = p * f32_of((u32)(half + 127) << 23) * f32_of((u32)(power - half + 127) << 23);
    return x == x ? r : x;
}

// log2(2^n * m) = n + log2(m) with m in [sqrt(1/2), sqrt(2)]: the series of atanh(s) for s = (m - 1) / (m + 1).
static inline float lg2(float x)
{
    float normal = x < 0x1p-126f ? x * 0x1p24f : x;
    u32 bits = f32_bits(normal);
    i32 n = (i32)(bits - 0x3f3504f3u) >> 23; // of x / sqrt(1/2)
    float m = f32_of(bits - ((u32)n << 23));
    float s = (m - 1) / (m + 1), q = s * s;
    float p = 3.20598e-1f; // 2 / (9 ln 2)
    p = p * q + 4.12198578e-1f;
    p = p * q + 5.77078016e-1f;
    p = p * q + 9.61796694e-1f;
    p = p * q + 2.88539008f;
    float r = (float)(x < 0x1p-126f ? n - 24 : n) + p * s;
    r = x == 0 ? -INFINITY : x == INFINITY ? x : r;
    return x >= 0 ? r : f32_of(F32_NAN);
}

// Sine of t turns, t in [-1/4, 1/4]: Taylor's polynomial, error below 2^-24.
static inline float sine_of_turns(float t)
{
    float q = t * t;
    float p = -15.0946426f;
    p = p * q + 42.0586940f;
    p = p * q - 76.7058597f;
    p = p * q + 81.6052493f;
    p = p * q - 41.3417022f;
    p = p * q + 6.28318531f;
    return p * t;
}

// As the hardware does it: the angle in turns, rounded to f32, of which the part below 1 counts. That leaves nothing
// of a large angle.
static inline float turns(float x)
{
    float t = f32_flush(x * 0.159154943f);
    return fabsf(t) < INFINITY ? t - __builtin_rintf(t) : f32_of(F32_NAN);
}

static inline float sine(float x)
{
    float t = turns(x);
    float folded = t > 0.25f ? 0.5f - t : t < -0.25f ? -0.5f - t : t;
    return copysignf(sine_of_turns(folded), sine_of_turns(folded) == 0 ? x : sine_of_turns(folded));
}

static inline float cosine(float x)
{
    return sine_of_turns(0.25f - fabsf(turns(x)));
}

// 1 - 2 / (e^2x + 1), or Taylor's polynomial where that would cancel.
static inline float hyperbolic_tangent(float x)
{
    float q = x * x;
    float p = -5.39682540e-2f;
    p = p * q + 1.33333333e-1f;
    p = p * q - 3.33333333e-1f;
    return fabsf(x) < 0.25f ? x + x * q * p : 1 - 2 / (ex2(x * 2.88539008f) + 1);
}

F32_1(ALU1, sin_f32, sine)
F32_1(ALU1, cos_f32, cosine)
F32_1(ALU1, lg2_f32, lg2)
F32_1(ALU1, ex2_f32, ex2)
ALU1(tanh_f32, float, float, PLAIN(hyperbolic_tangent(a)))

// ---- f32: sign and order -----------------------------------------------------------------------------------------

#define ABS(a) f32_of(f32_bits(a) & 0x7fffffffu)
#define NEG(a) f32_of(f32_bits(a) ^ 0x80000000u)

ALU1(abs_f32, float, float, PLAIN(ABS(a)))
ALU1(neg_f32, float, float, PLAIN(NEG(a)))
ALU1(abs_f32_ftz, float, float, PLAIN(ABS(IN(a))))
ALU1(neg_f32_ftz, float, float, PLAIN(NEG(IN(a))))
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

// .xorsign.abs: of the magnitudes, with the product's sign; NaN has none.
static inline float with_sign(float r, float a, float b)
{
    return r == r ? f32_of(f32_bits(r) | ((f32_bits(a) ^ f32_bits(b)) & 0x80000000u)) : r;
}

#define XORSIGN(op, a, b) with_sign(op(ABS(a), ABS(b)), a, b)

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

// Of several NaNs the second counts, on a GPU, then the third; in a division the first, as on the host.
#define FIRST(b, expr) ((b) == (b) ? (expr) : (b) + (b))

ALU2(add_f64, double, double, double, FIRST(b, f64_made(a + b, a == a)))
ALU2(sub_f64, double, double, double, FIRST(b, f64_made(a - b, a == a)))
ALU2(mul_f64, double, double, double, FIRST(b, f64_made(a *b, a == a)))
ALU3(fma_f64, double, double, double, double,
     FIRST(b, FIRST(c, f64_made(__builtin_fma(a, b, c), a == a))))
ALU2(div_f64, double, double, double, a == a ? f64_made(a / b, b == b) : a + a)
ALU1(rcp_f64, double, double, 1.0 / a)
ALU1(sqrt_f64, double, double, f64_made(__builtin_sqrt(a), a == a))
ALU1(rsqrt_f64, double, double, f64_made(1.0 / __builtin_sqrt(a), a == a))

// These look at an operand's upper half only, and know one NaN.
#define UPPER(a)           f64_flush(f64_of(f64_bits(a) & 0xffffffff00000000u))
#define F64_NAN_UPPER      0x7fffffff00000000u
#define CANONICAL_UPPER(x) ((x) == (x) ? (x) : f64_of(F64_NAN_UPPER))

ALU1(rcp_f64_ftz, double, double, CANONICAL_UPPER(f64_flush(1.0 / UPPER(a))))
ALU1(rsqrt_f64_ftz, double, double, CANONICAL_UPPER(1.0 / __builtin_sqrt(UPPER(a))))
ALU1(abs_f64, double, double, a == a ? fabs(a) : a + a) // a NaN keeps its sign
ALU1(neg_f64, double, double, a == a ? -a : a + a)
ALU2(copysign_f64, u64, u64, u64, (a & 0x8000000000000000u) | (b & 0x7fffffffffffffffu))

static inline double f64_min(double a, double b)
{
    double r = a < b ? a : b;
    r = a == b ? f64_of(f64_bits(a) | f64_bits(b)) : r;
    r = b != b ? a : r;
    return a != a && b != b ? b + b : r;
}

static inline double f64_max(double a, double b)
{
    double r = a > b ? a : b;
    r = a == b ? f64_of(f64_bits(a) & f64_bits(b)) : r;
    r = b != b ? a : r;
    return a != a && b != b ? b + b : r;
}

ALU2(min_f64, double, double, double, f64_min(a, b))
ALU2(max_f64, double, double, double, f64_max(a, b))

// ---- Names -------------------------------------------------------------------------------------------------------

#define FTZ(before, after, fn) ENTRY(before after, fn), ENTRY(before ".ftz" after, fn##_ftz)
#define FTZ_SAT(before, fn)                                       \
    ENTRY(before ".f32", fn), ENTRY(before ".ftz.f32", fn##_ftz), \
        ENTRY(before ".sat.f32", fn##_sat), ENTRY(before ".ftz.sat.f32", fn##_ftz_sat)
#define ROUNDINGS(op)                                                                           \
    FTZ_SAT(".rn", op##_f32), FTZ_SAT(".rz", op##_rz_f32), FTZ_SAT(".rm", op##_rm_f32),         \
        FTZ_SAT(".rp", op##_rp_f32), ENTRY(".rn.f64", op##_f64), ENTRY(".rz.f64", op##_rz_f64), \
        ENTRY(".rm.f64", op##_rm_f64), ENTRY(".rp.f64", op##_rp_f64)
#define ROUNDINGS_FTZ(op)                                                                         \
    FTZ(".rn", ".f32", op##_f32), FTZ(".rz", ".f32", op##_rz_f32),                                \
        FTZ(".rm", ".f32", op##_rm_f32), FTZ(".rp", ".f32", op##_rp_f32),                         \
        ENTRY(".rn.f64", op##_f64), ENTRY(".rz.f64", op##_rz_f64), ENTRY(".rm.f64", op##_rm_f64), \
        ENTRY(".rp.f64", op##_rp_f64)
#define ORDER(op)                                                 \
    FTZ("", ".f32", op##_f32), FTZ("", ".NaN.f32", op##_nan_f32), \
        FTZ("", ".xorsign.abs.f32", op##_xor_f32),                \
        FTZ("", ".NaN.xorsign.abs.f32", op##_nan_xor_f32), ENTRY(".f64", op##_f64)

GROUP(add, FTZ_SAT("", add_f32), ENTRY(".f64", add_f64), ROUNDINGS(add))
GROUP(sub, FTZ_SAT("", sub_f32), ENTRY(".f64", sub_f64), ROUNDINGS(sub))
GROUP(mul, FTZ_SAT("", mul_f32), ENTRY(".f64", mul_f64), ROUNDINGS(mul))
GROUP(fma, ROUNDINGS(fma))
GROUP(mad, ROUNDINGS(fma))
GROUP(div, ROUNDINGS_FTZ(div), FTZ(".approx", ".f32", div_approx_f32),
      FTZ(".full", ".f32", div_f32))
GROUP(rcp, ROUNDINGS_FTZ(rcp), FTZ(".approx", ".f32", rcp_f32),
      ENTRY(".approx.ftz.f64", rcp_f64_ftz))
GROUP(sqrt, ROUNDINGS_FTZ(sqrt), FTZ(".approx", ".f32", sqrt_f32))
GROUP(rsqrt, FTZ(".approx", ".f32", rsqrt_f32), FTZ(".approx", ".f64", rsqrt_f64))
GROUP(sin, FTZ(".approx", ".f32", sin_f32))
GROUP(cos, FTZ(".approx", ".f32", cos_f32))
GROUP(lg2, FTZ(".approx", ".f32", lg2_f32))
GROUP(ex2, FTZ(".approx", ".f32", ex2_f32))
GROUP(tanh, ENTRY(".approx.f32", tanh_f32))
GROUP(abs, FTZ("", ".f32", abs_f32), ENTRY(".f64", abs_f64))
GROUP(neg, FTZ("", ".f32", neg_f32), ENTRY(".f64", neg_f64))
GROUP(copysign, ENTRY(".f32", copysign_f32), ENTRY(".f64", copysign_f64))
GROUP(min, ORDER(min))
GROUP(max, ORDER(max))
GROUP(min3, FTZ("", ".f32", min3_f32), ENTRY(".NaN.f32", min3_nan_f32))
GROUP(max3, FTZ("", ".f32", max3_f32), ENTRY(".NaN.f32", max3_nan_f32))

const AluGroup float_groups[] = {
    LISTED(add), LISTED(sub),  LISTED(mul),   LISTED(fma), LISTED(mad),      LISTED(div),
    LISTED(rcp), LISTED(sqrt), LISTED(rsqrt), LISTED(sin), LISTED(cos),      LISTED(lg2),
    LISTED(ex2), LISTED(tanh), LISTED(abs),   LISTED(neg), LISTED(copysign), LISTED(min),
    LISTED(max), LISTED(min3), LISTED(max3),  {0},
};
