// float.c: arithmetic on f32 and f64. Semantics: PTX ISA, "Floating-Point Instructions".
//
// A GPU's f32 arithmetic rounds as IEEE 754 says, like the host's, but all NaN results are the same NaN. .ftz flushes
// subnormals, in operands and results, and .sat puts the result into [0, 1]. round.c does rounding other than to nearest, special.c
// the .approx instructions.

#include "machine/alu/alu.h"

// ---- f32: one macro per shape, each operation with all its .ftz and .sat -----------------------------------------

#define PLAIN(x)   f32_canonical(x)
#define FLUSHED(x) f32_flush(f32_canonical(x))
#define IN(x)      f32_flush(x)

#define TINY(x, scaled) flush_tiny(f32_canonical(x), scaled)
#define SCALE(x)        ((x)*0x1p24f)

// Makes `name` and `name_ftz`; op is a function or macro of the operands.
#define F32_1(name, op)                    \
    ALU1(name, float, float, PLAIN(op(a))) \
    ALU1(name##_ftz, float, float, FLUSHED(op(IN(a))))
#define F32_SUM(name, op)                            \
    ALU2(name, float, float, float, PLAIN(op(a, b))) \
    ALU2(name##_ftz, float, float, float, FLUSHED(op(IN(a), IN(b))))
#define F32_PRODUCT(name, op)                        \
    ALU2(name, float, float, float, PLAIN(op(a, b))) \
    ALU2(name##_ftz, float, float, float, TINY(op(IN(a), IN(b)), op(SCALE(IN(a)), IN(b))))
#define F32_FMA(name, op)                                      \
    ALU3(name, float, float, float, float, PLAIN(op(a, b, c))) \
    ALU3(name##_ftz, float, float, float, float,               \
         TINY(op(IN(a), IN(b), IN(c)), op(SCALE(IN(a)), IN(b), SCALE(IN(c)))))

// Returns a * b + c, rounded once. WebAssembly has no instruction for it, and its library has no vectors.
static inline float fma_f32_once(float a, float b, float c)
{
#ifdef __wasm__
    return (float)fma_to_odd(a, b, c);
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

F32_SUM(add_f32, ADD)
F32_SUM(sub_f32, SUB)
F32_PRODUCT(mul_f32, MUL)
F32_FMA(fma_f32, FMA)
F32_PRODUCT(div_f32, DIV)
F32_1(rcp_f32, RCP)
F32_1(sqrt_f32, SQRT)

// A multiply-add with signs (FUSED_FORMS).
#define SIGNED(x, k)   f32_of(f32_bits(x) ^ (u32)in->alu.does.how[k] << 31)
#define FUSED(a, b, c) FMA(SIGNED(a, 0), b, SIGNED(c, 1))
F32_FMA(fused_f32, FUSED)

// ---- Directed rounding and saturation: rare, so that one function does all operations, exactly and lane by lane ---

typedef enum { SUM, DIFFERENCE, PRODUCT, MULTIPLY_ADD, QUOTIENT, RECIPROCAL, ROOT } Operation;
enum { HOW_FTZ = 1, HOW_SAT = 2 };

static u64 exactly(Operation operation, double a, double b, double c, Format format,
                   Rounding rounding)
{
    switch (operation) {
    case SUM: return round_add(a, b, format, rounding);
    case DIFFERENCE: return round_add(a, b == b ? -b : b, format, rounding);
    case PRODUCT: return round_mul(a, b, format, rounding);
    case MULTIPLY_ADD: return round_fma(a, b, c, format, rounding);
    case QUOTIENT: return round_div(a, b, format, rounding);
    case RECIPROCAL: return round_div(1, a, format, rounding);
    case ROOT: break;
    }
    return round_sqrt(a, format, rounding);
}

// Does an operation with a rounding. how: the operation, its rounding, flags.
static float rounded_f32(const u8 *how, float a, float b, float c)
{
    bool ftz = how[2] & HOW_FTZ;
    a = ftz ? IN(a) : a, b = ftz ? IN(b) : b, c = ftz ? IN(c) : c;
    float r = f32_of((u32)exactly(how[0], a, b, c, FORMAT_F32, how[1]));
    if (ftz && how[0] == RECIPROCAL)
        r = TINY(r, f32_of((u32)exactly(QUOTIENT, 0x1p24, a, 0, FORMAT_F32, how[1])));
    else if (ftz && (how[0] == SUM || how[0] == DIFFERENCE))
        r = f32_flush(r);
    else if (ftz)
        r = TINY(r, f32_of((u32)exactly(how[0], SCALE(a), b, SCALE(c), FORMAT_F32, how[1])));
    return how[2] & HOW_SAT ? f32_saturate(r) : r;
}

SLOW_ANY(rounded_f32_lanes, float, float, rounded_f32(in->alu.does.how, a, b, c))
SLOW_ANY(rounded_f64_lanes, u64, double,
         exactly(in->alu.does.how[0], a, b, c, FORMAT_F64, in->alu.does.how[1]))

// ---- f32: sign and order -----------------------------------------------------------------------------------------

#define ABS(a) f32_of(f32_bits(a) & 0x7fffffffu)
#define NEG(a) f32_of(f32_bits(a) ^ 0x80000000u)

ALU1(abs_f32, float, float, PLAIN(ABS(a)))
ALU1(neg_f32, float, float, PLAIN(NEG(a)))
ALU1(abs_f32_ftz, float, float, PLAIN(ABS(IN(a))))
ALU1(neg_f32_ftz, float, float, PLAIN(NEG(IN(a))))
ALU2(copysign_f32, u32, u32, u32, (a & 0x80000000u) | (b & 0x7fffffffu)) // a's sign, b's value

// Makes a function that returns the smaller or the larger number; if one is NaN, the other one. -0 is less than +0. Of equal
// numbers the smaller one has the bits of both, the larger one those that both have.
#define ORDER_OF(name, than, both)                             \
    static inline float f32_##name(float a, float b)           \
    {                                                          \
        float r = a than b ? a : b;                            \
        r = a == b ? f32_of(f32_bits(a) both f32_bits(b)) : r; \
        r = b != b ? a : r;                                    \
        return f32_canonical(r);                               \
    }

ORDER_OF(min, <, |)
ORDER_OF(max, >, &)

#define F32_ORDER(op)                                   \
    ALU2(op##_f32, float, float, float, f32_##op(a, b)) \
    ALU2(op##_f32_ftz, float, float, float, f32_##op(IN(a), IN(b)))

F32_ORDER(min)
F32_ORDER(max)

// Flags of the rare forms of min and max. .NaN: the result is NaN if one operand is. .xorsign.abs: the magnitudes are compared,
// and the result has the product's sign; NaN has no sign.
enum { HOW_MAX = 4, HOW_NAN = 8, HOW_XORSIGN = 16, HOW_THREE = 32 };

static float ordered(u8 how, float a, float b)
{
    if (how & HOW_NAN && !(a == a && b == b))
        return f32_of(F32_NAN);
    return how & HOW_MAX ? f32_max(a, b) : f32_min(a, b);
}

static float ordered_f32(u8 how, float a, float b, float c)
{
    if (how & HOW_FTZ)
        a = IN(a), b = IN(b), c = IN(c);
    if (how & HOW_THREE)
        return ordered(how, ordered(how, a, b), c);
    if (!(how & HOW_XORSIGN))
        return ordered(how, a, b);
    float r = ordered(how, ABS(a), ABS(b));
    return r == r ? f32_of(f32_bits(r) | ((f32_bits(a) ^ f32_bits(b)) & 0x80000000u)) : r;
}

SLOW_ANY(ordered_f32_lanes, float, float, ordered_f32(in->alu.does.how[0], a, b, c))

// ---- f64 ---------------------------------------------------------------------------------------------------------

// If several operands are NaN, a GPU takes the second, then the third; in a division the first, as the host does.
#define FIRST(b, expr) ((b) == (b) ? (expr) : (b) + (b))

ALU2(add_f64, double, double, double, FIRST(b, f64_made(a + b, a == a)))
ALU2(sub_f64, double, double, double, FIRST(b, f64_made(a - b, a == a)))
ALU2(mul_f64, double, double, double, FIRST(b, f64_made(a *b, a == a)))
ALU3(fma_f64, double, double, double, double,
     FIRST(b, FIRST(c, f64_made(__builtin_fma(a, b, c), a == a))))
ALU2(div_f64, double, double, double, a == a ? f64_made(a / b, b == b) : a + a)
ALU1(rcp_f64, double, double, 1.0 / a)
ALU1(sqrt_f64, double, double, f64_made(__builtin_sqrt(a), a == a))

// A multiply-add with signs (FUSED_FORMS).
#define SIGNED_64(x, k) f64_of(f64_bits(x) ^ (u64)in->alu.does.how[k] << 63)
ALU3(fused_f64, double, double, double, double,
     FIRST(b, FIRST(c, f64_made(__builtin_fma(SIGNED_64(a, 0), b, SIGNED_64(c, 1)), a == a))))

ALU1(abs_f64, double, double, a == a ? fabs(a) : a + a) // a NaN keeps its sign
ALU1(neg_f64, double, double, a == a ? -a : a + a)
ALU2(copysign_f64, u64, u64, u64, (a & 0x8000000000000000u) | (b & 0x7fffffffffffffffu))

// Returns a's bits where the mask has ones, else b's.
static inline u64 pick(u64 mask, u64 a, u64 b)
{
    return (a & mask) | (b & ~mask);
}

// The same as ORDER_OF; if both are NaN, the result is b, made quiet. It has no branches: gcc 13 makes no vectors of so many.
#define ORDER_OF_F64(name, than, both)                                                           \
    static inline double f64_##name(double a, double b)                                          \
    {                                                                                            \
        const u64 first = 0 - (u64)(a than b), same = 0 - (u64)(a == b);                         \
        const u64 no_a = 0 - (u64)(a != a), no_b = 0 - (u64)(b != b);                            \
        u64 r = pick(same, f64_bits(a) both f64_bits(b), pick(first, f64_bits(a), f64_bits(b))); \
        r = pick(no_b, f64_bits(a), r);                                                          \
        return f64_of(pick(no_a & no_b, f64_bits(b + b), r));                                    \
    }

ORDER_OF_F64(min, <, |)
ORDER_OF_F64(max, >, &)

ALU2(min_f64, double, double, double, f64_min(a, b))
ALU2(max_f64, double, double, double, f64_max(a, b))

// ---- Names -------------------------------------------------------------------------------------------------------

#define FTZ(before, after, fn) ENTRY(before after, fn), ENTRY(before ".ftz" after, fn##_ftz)
#define F32_HOW(name, operation, rounding, flags) \
    ENTRY_HOW(name, rounded_f32_lanes, operation, rounding, flags)
#define F32_SATURATED(before, operation, rounding)            \
    F32_HOW(before ".sat.f32", operation, rounding, HOW_SAT), \
        F32_HOW(before ".ftz.sat.f32", operation, rounding, HOW_FTZ | HOW_SAT)
#define DIRECTED(before, operation, rounding)                     \
    F32_HOW(before ".f32", operation, rounding, 0),               \
        F32_HOW(before ".ftz.f32", operation, rounding, HOW_FTZ), \
        ENTRY_HOW(before ".f64", rounded_f64_lanes, operation, rounding)
#define ROUNDINGS(fn, operation)                                                        \
    FTZ(".rn", ".f32", fn##_f32), ENTRY(".rn.f64", fn##_f64),                           \
        DIRECTED(".rz", operation, ROUND_ZERO), DIRECTED(".rm", operation, ROUND_DOWN), \
        DIRECTED(".rp", operation, ROUND_UP)
#define ROUNDINGS_SAT(fn, operation)                                                              \
    ROUNDINGS(fn, operation), F32_SATURATED(".rn", operation, ROUND_EVEN),                        \
        F32_SATURATED(".rz", operation, ROUND_ZERO), F32_SATURATED(".rm", operation, ROUND_DOWN), \
        F32_SATURATED(".rp", operation, ROUND_UP)
#define ARITHMETIC(fn, operation)                                                                 \
    FTZ("", ".f32", fn##_f32), ENTRY(".f64", fn##_f64), F32_SATURATED("", operation, ROUND_EVEN), \
        ROUNDINGS_SAT(fn, operation)
#define ORDERED(name, how) ENTRY_HOW(name, ordered_f32_lanes, how)
#define ORDERED_FTZ(before, how) \
    ORDERED(before ".f32", how), ORDERED(".ftz" before ".f32", (how) | HOW_FTZ)
#define ORDER(fn, how)                                               \
    FTZ("", ".f32", fn##_f32), ORDERED_FTZ(".NaN", (how) | HOW_NAN), \
        ORDERED_FTZ(".xorsign.abs", (how) | HOW_XORSIGN),            \
        ORDERED_FTZ(".NaN.xorsign.abs", (how) | HOW_NAN | HOW_XORSIGN), ENTRY(".f64", fn##_f64)
#define ORDER_3(how) \
    ORDERED_FTZ("", (how) | HOW_THREE), ORDERED(".NaN.f32", (how) | HOW_THREE | HOW_NAN)

const AluGroup float_groups[] = {
    GROUP("add", ARITHMETIC(add, SUM)),
    GROUP("sub", ARITHMETIC(sub, DIFFERENCE)),
    GROUP("mul", ARITHMETIC(mul, PRODUCT)),
    GROUP("fma", ROUNDINGS_SAT(fma, MULTIPLY_ADD)),
    GROUP("mad", ROUNDINGS_SAT(fma, MULTIPLY_ADD)),
    GROUP("fused", FUSED_FORMS(".f32", fused_f32), FUSED_FORMS(".ftz.f32", fused_f32_ftz),
          FUSED_FORMS(".f64", fused_f64)),
    GROUP("div", ROUNDINGS(div, QUOTIENT)),
    GROUP("rcp", ROUNDINGS(rcp, RECIPROCAL)),
    GROUP("sqrt", ROUNDINGS(sqrt, ROOT)),
    GROUP("abs", FTZ("", ".f32", abs_f32), ENTRY(".f64", abs_f64)),
    GROUP("neg", FTZ("", ".f32", neg_f32), ENTRY(".f64", neg_f64)),
    GROUP("copysign", ENTRY(".f32", copysign_f32), ENTRY(".f64", copysign_f64)),
    GROUP("min", ORDER(min, 0)),
    GROUP("max", ORDER(max, HOW_MAX)),
    GROUP("min3", ORDER_3(0)),
    GROUP("max3", ORDER_3(HOW_MAX)),
    {0},
};
