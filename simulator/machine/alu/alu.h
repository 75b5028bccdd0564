// alu.h: does one instruction for all lanes of a warp. Uses base/ and ptx/.
//
// The other files here are tables: a PTX mnemonic, and the function that does it. A macro below makes each function from one
// expression, so that one line says all about an instruction:
//
//     ALU2(add_32, u32, u32, u32, a + b)                   d = a + b: types of d, a, b, then the expression
//
// A register is an array over lanes, so the C compiler turns the macro's loop into vector instructions. The loop always
// computes all lanes. If the mask is not full, do_some keeps the other lanes of d meanwhile, which costs a few nanoseconds. This
// halves the code. So expressions must be defined for any bits: a lane that is not in the mask may hold a zero divisor.
//
// SLOW2 and the like are for operations that don't become vector instructions (division): they loop over the mask's lanes. gcc
// takes long for each function, so rare operations share one: bytes in the entry (ENTRY_HOW) tell the function what to do.
//
// An operand may be the destination, too, but never overlaps it in part.

#ifndef ALU_H
#define ALU_H

#include "ptx/ptx.h"

#include <math.h>

// ---- Tables ------------------------------------------------------------------------------------------------------

typedef struct {
    const char *name; // "add.s32"
    Alu alu;
    const char *function, *comparison; // what compiled code calls; NULL: it has no name for it
} AluEntry;

// Instructions that begin with the same words: GROUP("add", ENTRY(".s32", add_32), ENTRY(".u32", add_32)).
typedef struct {
    const char *word;
    const AluEntry *entries; // what follows the word; ended by {0}
} AluGroup;

// ENTRY_HOW makes the entry of a function that does several instructions: up to four bytes tell it which one (Alu.how). Functions
// of ENTRY and ENTRY_CALLED are short enough for compiled code to call by name.
// clang-format off
#define ENTRY_HOW(name, function, ...) {name, {.fn = (function), .how = {__VA_ARGS__}}, NULL, NULL}
#define ENTRY_CALLED(name, function, ...) {name, {.fn = (function), .how = {__VA_ARGS__}}, #function, NULL}
#define ENTRY(name, function)          ENTRY_CALLED(name, function, 0)
#define GROUP(word, ...)               {word, (const AluEntry[]){__VA_ARGS__, {0}}}
// a * b + c, a * b - c and c - a * b, for lower/fused.c. how: whether the product and c change their signs.
#define FUSED_FORMS(type, function)                                                  \
    ENTRY_CALLED(".add" type, function, 0, 0), ENTRY_CALLED(".sub" type, function, 0, 1), \
        ENTRY_CALLED(".rsub" type, function, 1, 0)
// clang-format on

FindAlu find_alu_function; // find.c: looks through all of them

// The C names of what an instruction calls, for code that calls it by name (native/); NULL: there is none.
typedef struct {
    const char *function, *comparison;
} AluNames;
AluNames alu_names(const Insn *in); // (find.c)

// Each list is ended by {0}. A word may have groups in several of them.
extern const AluGroup int_groups[], float_groups[], special_groups[], half_groups[];
extern const AluGroup compare_groups[], address_groups[], video_groups[];
extern const AluGroup listed_conversions[]; // those with a loop
Alu find_conversion(const char *name);      // (convert.c) what follows "cvt": ".rn.f32.s32"

// ---- Loops over lanes --------------------------------------------------------------------------------------------

// An operand as (LANES) values of type T. Registers are 64-byte aligned.
#define OPERAND(T, offset) ((T *)__builtin_assume_aligned(regs + (offset), 64))

// Tells the compiler that a lane's result depends on no other lane, though operands may be the destination.
#ifdef __clang__
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif

#define EACH_LANE INDEPENDENT for (int l = 0; l < LANES; l++)

// ---- Lanes as vectors --------------------------------------------------------------------------------------------

// Words of sixteen lanes, addresses of eight. They are for what the compiler makes long code of by itself: to tell whether all lanes
// have something, and to copy where it takes the place for one that is seldom reached.
typedef u32 Words __attribute__((vector_size(64), may_alias));
typedef u64 Addresses __attribute__((vector_size(64), may_alias));
typedef Words AnyWords __attribute__((aligned(1)));                              // anywhere
typedef i32 Differences __attribute__((vector_size(32), aligned(4), may_alias)); // of eight lanes

static inline bool is_zero(const Words *x)
{
#if defined __AVX512F__ && !defined __clang__
    typedef int Lanes __attribute__((vector_size(64)));
    return !__builtin_ia32_ptestmd512((Lanes)*x, (Lanes)*x, 0xffff);
#else
    u32 any = 0;
    for (int l = 0; l < LANES / 2; l++)
        any |= (*x)[l];
    return !any;
#endif
}

// Tell whether each lane has `step` more than the one before.
static inline bool words_ascend(const u8 *reg, u32 step)
{
    const Words *a = (const Words *)(const void *)reg;
    Words row = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    row = row * step + a[0][0];
    const Words strays = (a[0] ^ row) | (a[1] ^ (row + LANES / 2 * step));
    return is_zero(&strays);
}

static inline bool addresses_ascend(const u8 *reg, u64 step)
{
    enum { PARTS = 4 };
    const Addresses *a = (const Addresses *)(const void *)reg;
    Addresses row = {0, 1, 2, 3, 4, 5, 6, 7}, strays = {0};
    row = row * step + a[0][0];
    for (u64 i = 0; i < PARTS; i++)
        strays |= a[i] ^ (row + i * (LANES / PARTS) * step);
    return is_zero((const Words *)&strays);
}

// Copies a word of each lane.
static inline void copy_words(void *to, const void *from)
{
    AnyWords *d = to;
    const AnyWords *a = from;
    const Words low = a[0], high = a[1];
    d[0] = low, d[1] = high;
}

// Copies the lanes in mask, `bytes` (2, 4, 8) each, from a temporary array of (LANES) values to a register.
void merge_lanes(u8 *to, const void *from, u32 mask, int bytes);

// Does an instruction for the lanes in mask by a function that does it for all. `bytes` (2, 4, 8) are those of a lane of d.
void do_some(AluFn *fn, u8 *regs, const Insn *in, u32 mask, int bytes);

// These get and set one lane's value, of 2, 4 or 8 bytes, for functions that do several instructions; 0 bytes: there is no such
// operand.
u64 lane_bits(const u8 *regs, i32 offset, int bytes, u32 lane);
void set_lane_bits(u8 *regs, i32 offset, int bytes, u32 lane, u64 bits);

#define ALU_BEGIN(name, D)                                             \
    static void name(u8 *regs, const Insn *in, u32 mask)               \
    {                                                                  \
        if (mask != FULL) {                                            \
            do_some(name, regs, in, mask, sizeof(D));                  \
            return;                                                    \
        }                                                              \
        D *d = /* NOLINT(bugprone-macro-parentheses): a declaration */ \
            __builtin_assume_aligned(regs + in->d, 64);

#define ALU_END }

// Declare an operand: where it is, before the loop; in the loop, what lane l has. A function that does several instructions reads
// a in place of an operand that one of them lacks.
#define AT(T, x)      const T *p##x = OPERAND(const T, in->x)
#define AT_OR_A(T, x) const T *p##x = in->x < 0 ? pa : OPERAND(const T, in->x)
#define VALUE(T, x)   T x = p##x[l]

#define ALU(name, D, at, of, expr)                             \
    ALU_BEGIN(name, D)                                         \
    at; /* NOLINT(bugprone-macro-parentheses): declarations */ \
    EACH_LANE                                                  \
    {                                                          \
        of;                                                    \
        d[l] = (D)(expr);                                      \
    }                                                          \
    ALU_END

#define SLOW(name, D, at, of, expr)                      \
    static void name(u8 *regs, const Insn *in, u32 mask) \
    {                                                    \
        at;                                              \
        EACH_BIT(l, mask) {                              \
            of;                                          \
            OPERAND(D, in->d)[l] = (D)(expr);            \
        }                                                \
    }

#define ALU1(name, D, A, expr)    ALU(name, D, AT(A, a), VALUE(A, a), expr)
#define ALU2(name, D, A, B, expr) ALU(name, D, AT(A, a); AT(B, b), VALUE(A, a); VALUE(B, b), expr)
#define ALU3(name, D, A, B, C, expr) \
    ALU(name, D, AT(A, a); AT(B, b); AT(C, c), VALUE(A, a); VALUE(B, b); VALUE(C, c), expr)
#define SLOW1(name, D, A, expr)    SLOW(name, D, AT(A, a), VALUE(A, a), expr)
#define SLOW2(name, D, A, B, expr) SLOW(name, D, AT(A, a); AT(B, b), VALUE(A, a); VALUE(B, b), expr)
#define SLOW3(name, D, A, B, C, expr) \
    SLOW(name, D, AT(A, a); AT(B, b); AT(C, c), VALUE(A, a); VALUE(B, b); VALUE(C, c), expr)
// Each operand is a T; there may be one, two or three.
#define SLOW_ANY(name, D, T, expr)                                                  \
    SLOW(name, D, AT(T, a); AT_OR_A(T, b); AT_OR_A(T, c), VALUE(T, a); VALUE(T, b); \
         VALUE(T, c), expr)

// ---- Floating-point values --------------------------------------------------------------------------------------------

// A GPU's f32 and 16-bit arithmetic always gives the same NaN, whatever NaN an operand is. In f64 it keeps an operand's NaN, as
// the host does; if no operand is NaN, the result is F64_NAN (f64_made).
#define F32_NAN 0x7fffffffu
#define F16_NAN 0x7fffu
#define F8_NAN  0x7fu
#define F64_NAN 0xfff8000000000000u

static inline float f32_canonical(float x)
{
    return x == x ? x : f32_of(F32_NAN);
}

// Returns a result, which may be NaN though no operand is. An x86 makes F64_NAN then, as a GPU does; an Arm makes the positive
// NaN.
static inline double f64_made(double result, bool of_numbers)
{
#ifdef __x86_64__
    (void)of_numbers;
    return result;
#else
    return result != result && of_numbers ? f64_of(F64_NAN) : result;
#endif
}

// Does .ftz: a subnormal becomes zero of the same sign.
static inline float f32_flush(float x)
{
    return f32_of(fabsf(x) < 0x1p-126f ? f32_bits(x) & 0x80000000u : f32_bits(x));
}

// Flushes a product or quotient below 2^-126, even if rounding to a subnormal's fewer bits would make it 2^-126. `scaled`, the
// result times 2^24, still has all bits and tells whether it is below.
static inline float flush_tiny(float x, float scaled)
{
    return f32_of(fabsf(scaled) < 0x1p-102f ? f32_bits(x) & 0x80000000u : f32_bits(x));
}

static inline double f64_flush(double x)
{
    return f64_of(fabs(x) < 0x1p-1022 ? f64_bits(x) & 1ull << 63 : f64_bits(x));
}

// Does .sat: puts a number into [0, 1]; NaN becomes +0.
static inline float f32_saturate(float x)
{
    return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f;
}

// Returns a * b + c, rounded to odd: bits that a double can't hold make its last bit 1. Whoever rounds it to a float, in any
// direction, gets the same as from the exact result (Boldo and Melquiond, 2008).
static inline double fma_to_odd(float a, float b, float c)
{
    double product = (double)a * b, sum = product + c, part = sum - product;
    double lost = (product - (sum - part)) + (c - part);
    bool inexact = lost > 0 || lost < 0;
    bool below = inexact && (lost < 0) != (sum < 0); // the exact result's magnitude is below |sum|
    return f64_of(inexact ? (f64_bits(sum) - below) | 1 : f64_bits(sum));
}

// ---- round.c: exact arithmetic, rounded once, in any direction, to any format --------------------------------

typedef enum {
    ROUND_EVEN, // .rn: to nearest, ties to even
    ROUND_ZERO, // .rz
    ROUND_DOWN, // .rm
    ROUND_UP,   // .rp
} Rounding;

// E4M3 and E5M2 have 8 bits. E4M3 has no infinity, and is rounded only if the number is in its range.
typedef enum { FORMAT_F16, FORMAT_BF16, FORMAT_F32, FORMAT_F64, FORMAT_E4M3, FORMAT_E5M2 } Format;

// These return the result's bits in the format. NaN operands give the NaN described above. Operands of narrower formats are
// widened to double first, which is exact.
u64 round_fma(double a, double b, double c, Format format, Rounding rounding); // a * b + c
u64 round_add(double a, double b, Format format, Rounding rounding);
u64 round_mul(double a, double b, Format format, Rounding rounding);
u64 round_div(double a, double b, Format format, Rounding rounding);
u64 round_sqrt(double a, Format format, Rounding rounding);
u64 round_double(double a, Format format, Rounding rounding); // a itself
u64 round_integer(bool negative, u64 magnitude, Format format, Rounding rounding);

// ---- special.c: approximate functions, as .approx.ftz.f32 has them -------------------------------------------------

float special_rcp(float a);
float special_ex2(float a);
float special_tanh(float a);

// ---- shuffle.c -----------------------------------------------------------------------------------------------------

// Writes the lane that each lane reads to source: (LANES). If it is out of range, a lane reads itself. Returns the lanes whose source
// is in range.
u32 shuffle_sources(const u8 *regs, const Insn *in, i32 *source);
void shuffle_all(u8 *regs, const Insn *in); // does a shuffle in which all lanes take part

// ---- 16-bit formats ----------------------------------------------------------------------------------------------

// Has no branches and tables, so that loops over lanes become vector instructions.
static inline float f16_to_f32(u16 bits)
{
    u32 rest = (u32)(bits & 0x7fff) << 13;
    u32 finite = f32_bits(f32_of(rest) * 0x1p112f); // the exponents' bias differs by 112
    u32 r = rest >= 0x7c00u << 13 ? rest | 0x7f800000u : finite;
    return f32_of((u32)(bits & 0x8000) << 16 | r);
}

// Returns a double's upper 24 bits; subnormal results are rounded.
static inline float cut_f32(double x)
{
    return (float)f64_of(f64_bits(x) & ~(u64)0x1fffffff);
}

// The same, but the last of them is set if any bit below it was ("round to odd"), so that the next rounding is right.
static inline float odd_f32(double x)
{
    u64 bits = f64_bits(x), low = (1u << 29) - 1;
    return (float)f64_of((bits & low) ? (bits & ~low) | (low + 1) : bits);
}

// Rounds to nearest even; NaN becomes 0x7fff.
static inline u16 f16_from_f32(float x)
{
    u32 bits = f32_bits(x), rest = bits & 0x7fffffffu;
    u32 normal = (rest - (112u << 23) + 0xfff + (rest >> 13 & 1)) >> 13;
    u32 subnormal =
        f32_bits(f32_of(rest) + 0.5f) - 0x3f000000u; // the sum's last bit is worth 2^-24
    u32 r = rest < 0x38800000u ? subnormal : normal;
    r = rest >= 0x47800000u ? 0x7c00 : r; // 65536 and more
    r |= bits >> 16 & 0x8000;
    return (u16)(rest > 0x7f800000u ? F16_NAN : r);
}

static inline float bf16_to_f32(u16 bits)
{
    return f32_of((u32)bits << 16);
}

static inline u16 bf16_from_f32(float x)
{
    u32 bits = f32_bits(x);
    u32 nearest = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return (u16)(x == x ? nearest : F16_NAN);
}

#endif
