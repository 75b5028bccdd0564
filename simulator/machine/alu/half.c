// half.c: arithmetic on f16 and bf16, alone and two in a 32-bit register (f16x2, bf16x2). Semantics: PTX ISA,
// "Half Precision Floating-Point Instructions".
//
// Each operation is a function of 16-bit values. It computes in a wider format, in which rounding twice gives the same as
// rounding once. Sums of f16 or bf16 are made in f32, which has more than twice their bits plus two; products and fused
// multiply-adds in f64.

#include "machine/alu/alu.h"

// ---- f16 ---------------------------------------------------------------------------------------------------------

// Makes an operation that is rounded twice, first to f32.
#define BY_F32(format, name, op)                                            \
    static inline u16 format##_##name(u16 a, u16 b)                         \
    {                                                                       \
        return format##_from_f32(format##_to_f32(a) op format##_to_f32(b)); \
    }

BY_F32(f16, add, +)
BY_F32(f16, sub, -)
BY_F32(f16, mul, *) // 22 bits: exact in f32

// Returns a * b + c, rounded once. In f64 the sum is exact whenever the result is near a tie of f16: two terms that don't fit
// together into its 53 bits are further apart than f16 has bits, or overflow.
static inline u16 f16_fma(u16 a, u16 b, u16 c)
{
    return f16_from_f32(odd_f32(__builtin_fma(f16_to_f32(a), f16_to_f32(b), f16_to_f32(c))));
}

static inline u16 f16_flush(u16 a)
{
    return (a & 0x7c00) ? a : (a & 0x8000);
}

// Tells whether .ftz flushes a product: it is below 2^-14 when rounded to f16's 11 bits. A subnormal's fewer bits do not count.
static inline bool f16_tiny(double x)
{
    return fabs(x) < 0x1p-14 - 0x1p-26;
}

static inline u16 f16_fma_flush(u16 a, u16 b, u16 c)
{
    u16 r = f16_fma(a, b, c);
    return f16_tiny(__builtin_fma(f16_to_f32(a), f16_to_f32(b), f16_to_f32(c))) ? r & 0x8000 : r;
}

// ---- bf16 --------------------------------------------------------------------------------------------------------

BY_F32(bf16, add, +)
BY_F32(bf16, sub, -)

// Rounds to nearest even.
static inline u16 bf16_round(double x)
{
    u64 bits = f64_bits(x);
    // Adding and subtracting 1.5 * 2^52 * (the result's last place) rounds to that place.
    u64 exponent = bits & 0x7ff0000000000000u, subnormal = f64_bits(0x1p-126);
    exponent = (i64)exponent < (i64)subnormal ? subnormal : exponent;
    double shift = 1.5 * f64_of(exponent + (45ull << 52));
    double finite = x < 0 ? (x - shift) + shift : (x + shift) - shift;
    u32 rounded = f32_bits((float)finite) & 0x7fffffffu;
    bool outside = !(fabs(x) < 0x1p200);
    u32 result = outside ? f32_bits((float)x) & 0x7fffffffu : rounded;
    result |= (u32)(bits >> 63) << 31;
    return x == x ? (u16)(result >> 16) : F16_NAN;
}

static inline u16 bf16_mul(u16 a, u16 b) // 16 bits: exact in f64
{
    return bf16_round((double)bf16_to_f32(a) * bf16_to_f32(b));
}

static inline u16 bf16_fma(u16 a, u16 b, u16 c)
{
    return bf16_round(fma_to_odd(bf16_to_f32(a), bf16_to_f32(b), bf16_to_f32(c)));
}

// ---- Order, for both ---------------------------------------------------------------------------------------------

static inline bool is_nan(u16 a, u16 infinity)
{
    return (a & 0x7fff) > infinity;
}

// Returns the smaller or the larger number; if one is NaN, the other one. -0 is less than +0.
static inline u16 half_order(u16 a, u16 b, u16 infinity, bool larger)
{
    i16 x = (i16)(a & 0x8000 ? a ^ 0x7fff : a), y = (i16)(b & 0x8000 ? b ^ 0x7fff : b);
    u16 r = (larger ? x > y : x < y) ? a : b;
    r = is_nan(a, infinity) ? b : r;
    r = is_nan(b, infinity) ? a : r;
    return is_nan(r, infinity) ? F16_NAN : r;
}

#define F16_INFINITY  0x7c00
#define BF16_INFINITY 0x7f80
#define f16_min(a, b) half_order(a, b, F16_INFINITY, false)
#define f16_max(a, b) half_order(a, b, F16_INFINITY, true)

// ---- Instructions: op on one value, op_x2 on two -----------------------------------------------------------------

#define HIGH(x)        ((u16)((x) >> 16))
#define LOW(x)         ((u16)(x))
#define TWO(high, low) ((u32)(high) << 16 | (low))

// The usual operations become vector instructions.
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

// A multiply-add with signs (FUSED_FORMS).
#define SIGNED(x, k)       ((x) ^ (u16)(in->alu.does.how[k] << 15))
#define f16_fused(a, b, c) f16_fma(SIGNED(a, 0), b, SIGNED(c, 1))
FAST_3(f16_fused)

// ---- The others: one function, for one value of one lane ---------------------------------------------------------

typedef enum { ADD, SUB, MUL, FMA, NEG, ABS, EX2, TANH, MIN, MAX } Operation;
enum { BF16 = 1, FTZ = 2, SAT = 4, RELU = 8, NANS = 16, XORSIGN = 32 };

static float widened(u16 a, int flags)
{
    return flags & BF16 ? bf16_to_f32(a) : f16_to_f32(a);
}

// Returns the upper bits of a result of the special function unit.
static u16 cut(float x, int flags)
{
    float bounded = x >= 0x1p16f && !(flags & BF16) ? INFINITY : x;
    return (u16)round_double(bounded, flags & BF16 ? FORMAT_BF16 : FORMAT_F16, ROUND_ZERO);
}

static u16 infinity(int flags)
{
    return flags & BF16 ? BF16_INFINITY : F16_INFINITY;
}

// Does min and max with .NaN (the result is NaN if one operand is) and .xorsign.abs (the magnitudes are compared, and the result
// has the product's sign; NaN has no sign).
static u16 ordered(Operation operation, int flags, u16 a, u16 b)
{
    u16 kept = flags & XORSIGN ? 0x7fff : 0xffff;
    u16 r = half_order(a & kept, b & kept, infinity(flags), operation == MAX);
    if (flags & NANS && (is_nan(a, infinity(flags)) || is_nan(b, infinity(flags))))
        r = F16_NAN;
    return flags & XORSIGN && r != F16_NAN ? r | ((a ^ b) & 0x8000) : r;
}

static u16 operate(Operation operation, int flags, u16 a, u16 b, u16 c)
{
    bool ftz = flags & FTZ;
    switch (operation) {
    case ADD: return f16_add(a, b);
    case SUB: return f16_sub(a, b);
    case MUL: return ftz ? f16_fma_flush(a, b, (a ^ b) & 0x8000) : f16_mul(a, b);
    case FMA:
        return flags & BF16 ? bf16_fma(a, b, c) : ftz ? f16_fma_flush(a, b, c) : f16_fma(a, b, c);
    case NEG: return is_nan(a, infinity(flags)) ? F16_NAN : a ^ 0x8000;
    case ABS: return is_nan(a, infinity(flags)) ? F16_NAN : a & 0x7fff;
    case EX2: return cut(special_ex2(widened(a, flags)), flags);
    case TANH: return cut(special_tanh(widened(a, flags)), flags);
    default: return ordered(operation, flags, a, b);
    }
}

// Does a rare operation. how: the operation, flags. Bits have the order of their numbers; from 0x8000 on they are negative. NaN
// is positive.
static u16 rare(const u8 *how, u16 a, u16 b, u16 c)
{
    int flags = how[1];
    if (flags & FTZ && !(flags & BF16))
        a = f16_flush(a), b = f16_flush(b), c = f16_flush(c);
    u16 r = operate(how[0], flags, a, b, c);
    if (flags & FTZ)
        r = (r & infinity(flags)) ? r : r & 0x8000;
    if (flags & SAT)
        r = r > 0x7c00 ? 0 : r > 0x3c00 ? 0x3c00 : r;
    return flags & RELU && r & 0x8000 ? 0 : r;
}

SLOW_ANY(rare_one, u16, u16, rare(in->alu.does.how, a, b, c))
SLOW_ANY(rare_two, u32, u32,
         TWO(rare(in->alu.does.how, HIGH(a), HIGH(b), HIGH(c)),
             rare(in->alu.does.how, LOW(a), LOW(b), LOW(c))))

// ---- Names -------------------------------------------------------------------------------------------------------

#define PAIR(before, type, op) \
    ENTRY(before "." #type, alu_##type##_##op), ENTRY(before "." #type "x2", alu_##type##_##op##_x2)
#define RARE(before, type, operation, flags)                 \
    ENTRY_HOW(before "." #type, rare_one, operation, flags), \
        ENTRY_HOW(before "." #type "x2", rare_two, operation, flags)
#define ARITHMETIC(rnd, op, operation)                                                          \
    PAIR(rnd, f16, op), RARE(rnd ".sat", f16, operation, SAT),                                  \
        RARE(rnd ".ftz", f16, operation, FTZ), RARE(rnd ".ftz.sat", f16, operation, FTZ | SAT), \
        PAIR(rnd, bf16, op)
#define ORDERED_1(before, operation, flags)                                                  \
    RARE(before, f16, operation, flags), RARE(".ftz" before, f16, operation, (flags) | FTZ), \
        RARE(before, bf16, operation, (flags) | BF16)
#define ORDERED(op, operation)                                                          \
    PAIR("", f16, op), ORDERED_1("", operation, 0), ORDERED_1(".NaN", operation, NANS), \
        ORDERED_1(".xorsign.abs", operation, XORSIGN),                                  \
        ORDERED_1(".NaN.xorsign.abs", operation, NANS | XORSIGN)

const AluGroup half_groups[] = {
    GROUP("add", ARITHMETIC("", add, ADD), ARITHMETIC(".rn", add, ADD)),
    GROUP("sub", ARITHMETIC("", sub, SUB), ARITHMETIC(".rn", sub, SUB)),
    GROUP("mul", ARITHMETIC("", mul, MUL), ARITHMETIC(".rn", mul, MUL)),
    GROUP("fma", ARITHMETIC(".rn", fma, FMA), RARE(".rn.relu", f16, FMA, RELU),
          RARE(".rn.ftz.relu", f16, FMA, FTZ | RELU), RARE(".rn.relu", bf16, FMA, BF16 | RELU)),
    GROUP("fused", FUSED_FORMS(".f16", alu_f16_fused), FUSED_FORMS(".f16x2", alu_f16_fused_x2)),
    GROUP("neg", RARE("", f16, NEG, 0), RARE("", bf16, NEG, BF16), RARE(".ftz", f16, NEG, FTZ)),
    GROUP("abs", RARE("", f16, ABS, 0), RARE("", bf16, ABS, BF16), RARE(".ftz", f16, ABS, FTZ)),
    GROUP("min", ORDERED(min, MIN)),
    GROUP("max", ORDERED(max, MAX)),
    GROUP("ex2", RARE(".approx", f16, EX2, 0), RARE(".approx.ftz", bf16, EX2, BF16 | FTZ)),
    GROUP("tanh", RARE(".approx", f16, TANH, 0), RARE(".approx", bf16, TANH, BF16)),
    {0},
};
