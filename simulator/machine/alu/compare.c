// compare.c: comparisons, selection and predicates. Semantics: PTX ISA, "Comparison and Selection Instructions".
//
// A predicate register is one 32-bit mask, bit l for lane l. A comparison first makes the mask of all lanes. The next step (a
// predicate, combined with another or not, or numbers) has the same code for all comparisons.

#include "machine/alu/alu.h"

// ---- Comparisons: lanes for which a op b ------------------------------------------------------------------------

// Returns a mask of the lanes whose value, of so many bytes, has all bits set; the others' values have none.
static inline u32 lanes_set(const void *values, size_t bytes)
{
    u32 r = 0;
#if defined __AVX512DQ__ && defined __AVX512BW__
    typedef short Words __attribute__((vector_size(64), may_alias));
    typedef int Ints __attribute__((vector_size(64), may_alias));
    typedef long long Longs __attribute__((vector_size(64), may_alias));
    if (bytes == 2)
        return (u32)__builtin_ia32_cvtw2mask512(*(const Words *)values);
    for (int i = 0; i < 2 && bytes == 4; i++)
        r |= (u32)__builtin_ia32_cvtd2mask512(((const Ints *)values)[i]) << 16 * i;
    for (int i = 0; i < 4 && bytes == 8; i++)
        r |= (u32)__builtin_ia32_cvtq2mask512(((const Longs *)values)[i]) << 8 * i;
#else
    EACH_LANE
    {
        u32 value = bytes == 2   ? (u32)((const i16 *)values)[l]
                    : bytes == 4 ? ((const u32 *)values)[l]
                                 : (u32)((const u64 *)values)[l];
        r |= value & 1u << l;
    }
#endif
    return r;
}

// An integer as large as a T.
#define INTEGER(T)                                           \
    __typeof__(__builtin_choose_expr(sizeof(T) == 2, (i16)0, \
                                     __builtin_choose_expr(sizeof(T) == 4, (i32)0, (i64)0)))

// A few comparisons are loops. The others use these with swapped operands, or take the complement.
#define LOOP(name, T, load, expr)                                     \
    static u32 name(const u8 *at_a, const u8 *at_b)                   \
    {                                                                 \
        const T *pa = __builtin_assume_aligned(at_a, 64);             \
        const T *pb = __builtin_assume_aligned(at_b, 64);             \
        _Alignas(64) INTEGER(T) set[LANES];                           \
        EACH_LANE                                                     \
        {                                                             \
            __typeof__(load(pa[l])) a = load(pa[l]), b = load(pb[l]); \
            set[l] = (expr) ? -1 : 0;                                 \
        }                                                             \
        return lanes_set(set, sizeof set[0]);                         \
    }

#define DERIVED(name, expr)                   \
    static u32 name(const u8 *a, const u8 *b) \
    {                                         \
        return expr;                          \
    }

#define SAME(x) (x)

#define EQUALITY(type, T)            \
    LOOP(eq_##type, T, SAME, a == b) \
    DERIVED(ne_##type, ~eq_##type(a, b))

#define ORDER(type, T)                   \
    LOOP(lt_##type, T, SAME, a < b)      \
    DERIVED(gt_##type, lt_##type(b, a))  \
    DERIVED(le_##type, ~lt_##type(b, a)) \
    DERIVED(ge_##type, ~lt_##type(a, b))

EQUALITY(b16, u16)
EQUALITY(b32, u32)
EQUALITY(b64, u64)
ORDER(u16, u16)
ORDER(s16, i16)
ORDER(u32, u32)
ORDER(s32, i32)
ORDER(u64, u64)
ORDER(s64, i64)

// Comparisons of floats are false if one operand is NaN; with the suffix u they are true.
#define FLOAT(type, T, load)                       \
    LOOP(eq_##type, T, load, a == b)               \
    LOOP(ne_##type, T, load, (a < b) | (a > b))    \
    LOOP(lt_##type, T, load, a < b)                \
    LOOP(le_##type, T, load, a <= b)               \
    LOOP(num_##type, T, load, (a == a) & (b == b)) \
    DERIVED(gt_##type, lt_##type(b, a))            \
    DERIVED(ge_##type, le_##type(b, a))            \
    DERIVED(equ_##type, ~ne_##type(a, b))          \
    DERIVED(neu_##type, ~eq_##type(a, b))          \
    DERIVED(ltu_##type, ~le_##type(b, a))          \
    DERIVED(leu_##type, ~lt_##type(b, a))          \
    DERIVED(gtu_##type, ~le_##type(a, b))          \
    DERIVED(geu_##type, ~lt_##type(a, b))          \
    DERIVED(nan_##type, ~num_##type(a, b))

// Returns an f16 as the float that it is equal to; with .ftz a subnormal is 0.
static inline float f16_flushed(u16 a)
{
    float x = f16_to_f32(a);
    return fabsf(x) < 0x1p-14f ? 0.0f : x;
}

FLOAT(f32, float, SAME)
FLOAT(ftz_f32, float, f32_flush)
FLOAT(f64, double, SAME)
FLOAT(f16, u16, f16_to_f32)
FLOAT(ftz_f16, u16, f16_flushed)
FLOAT(bf16, u16, bf16_to_f32)

// ---- What becomes of a comparison's mask -------------------------------------------------------------------------

// Writes the two predicates of setp p|q.
static inline void keep_both(u8 *regs, const Insn *in, u32 mask, u32 p, u32 q)
{
    set_bits(OPERAND(u32, in->d), mask, p);
    if (in->d2 >= 0)
        set_bits(OPERAND(u32, in->d2), mask, q);
}

// Does the instruction's own comparison (in->alu.does.compare) for all lanes.
static u32 compared(const u8 *regs, const Insn *in)
{
    return in->alu.does.compare(OPERAND(const u8, in->a), OPERAND(const u8, in->b));
}

// Does setp p|q: p is the comparison, q its complement.
static void setp(u8 *regs, const Insn *in, u32 mask)
{
    u32 r = compared(regs, in);
    keep_both(regs, in, mask, r, ~r);
}

// Returns the predicate that a comparison is combined with; its complement if in->alu.not_c is set.
static u32 other(const u8 *regs, const Insn *in)
{
    u32 c = *OPERAND(const u32, in->c);
    return in->alu.not_c ? ~c : c;
}

// Does setp.and and its like: both predicates are combined with another one.
#define SETP_WITH(name, op)                              \
    static void name(u8 *regs, const Insn *in, u32 mask) \
    {                                                    \
        u32 r = compared(regs, in), c = other(regs, in); \
        keep_both(regs, in, mask, r op c, ~r op c);      \
    }

SETP_WITH(setp_and, &)
SETP_WITH(setp_or, |)
SETP_WITH(setp_xor, ^)

// set: a value where the comparison is true, else 0.
#define SET(name, D, if_true)                       \
    ALU_BEGIN(name, D)                              \
    u32 r = compared(regs, in);                     \
    EACH_LANE d[l] = r >> l & 1 ? (D)(if_true) : 0; \
    ALU_END

SET(set_u32, u32, 0xffffffff)
SET(set_f32, u32, 0x3f800000)
SET(set_u16, u16, 0xffff)
SET(set_f16, u16, 0x3c00)
SET(set_bf16, u16, 0x3f80)

// Two 16-bit numbers at once: the lower halves' mask and the upper halves'.
typedef struct {
    u32 low, high;
} Pair;

static Pair compared_pair(const u8 *regs, const Insn *in)
{
    const u32 *a = OPERAND(const u32, in->a), *b = OPERAND(const u32, in->b);
    _Alignas(64) u16 low[2][LANES], high[2][LANES];
    EACH_LANE
    {
        low[0][l] = (u16)a[l], high[0][l] = (u16)(a[l] >> 16);
        low[1][l] = (u16)b[l], high[1][l] = (u16)(b[l] >> 16);
    }
    AluCompare *compare = in->alu.does.compare;
    return (Pair){compare((const u8 *)low[0], (const u8 *)low[1]),
                  compare((const u8 *)high[0], (const u8 *)high[1])};
}

static void setp_pair(u8 *regs, const Insn *in, u32 mask)
{
    Pair r = compared_pair(regs, in);
    keep_both(regs, in, mask, r.low, r.high);
}

#define SET_PAIR(name, if_true)                                                                    \
    ALU_BEGIN(name, u32)                                                                           \
    Pair r = compared_pair(regs, in);                                                              \
    EACH_LANE d[l] = (r.low >> l & 1 ? (if_true) : 0u) | (r.high >> l & 1 ? (if_true) << 16 : 0u); \
    ALU_END

SET_PAIR(set_pair_u32, 0xffffu)
SET_PAIR(set_pair_f16, 0x3c00u)
SET_PAIR(set_pair_bf16, 0x3f80u)

// ---- testp: what kind of number ----------------------------------------------------------------------------------

typedef enum { IS_FINITE, IS_INFINITE, IS_NUMBER, IS_NAN, IS_NORMAL, IS_SUBNORMAL } Sort;

// Tells from a magnitude's bits whether it is of the sort. `infinity` and `normal` are the bits of infinity and of the smallest
// normal number.
static bool is_of(Sort sort, u64 magnitude, u64 infinity, u64 normal)
{
    switch (sort) {
    case IS_FINITE: return magnitude < infinity;
    case IS_INFINITE: return magnitude == infinity;
    case IS_NUMBER: return magnitude <= infinity;
    case IS_NAN: return magnitude > infinity;
    case IS_NORMAL: return magnitude < infinity && (magnitude == 0 || magnitude >= normal);
    default: return magnitude > 0 && magnitude < normal;
    }
}

// Does testp. how: the sort, bytes of an operand.
static void testp(u8 *regs, const Insn *in, u32 mask)
{
    const u8 *how = in->alu.does.how;
    u32 r = 0;
    EACH_BIT(l, mask) {
        u64 a = lane_bits(regs, in->a, how[1], l);
        bool yes = how[1] == 4 ? is_of(how[0], a & 0x7fffffff, 0x7f800000, 0x00800000)
                               : is_of(how[0], a & 0x7fffffffffffffff, 0x7ff0000000000000,
                                       0x0010000000000000);
        r |= (u32)yes << l;
    }
    set_bits(OPERAND(u32, in->d), mask, r);
}

// ---- Selection ---------------------------------------------------------------------------------------------------

// selp: by the predicate at in->c.
#define SELP(name, T)                          \
    ALU_BEGIN(name, T)                         \
    const T *a = OPERAND(const T, in->a);      \
    const T *b = OPERAND(const T, in->b);      \
    u32 p = *OPERAND(const u32, in->c);        \
    EACH_LANE d[l] = p >> l & 1 ? a[l] : b[l]; \
    ALU_END

SELP(selp_2, u16)
SELP(selp_4, u32)
SELP(selp_8, u64)

// slct selects by the sign of c; -0 counts as 0, and NaN as negative. how: bytes of a value, the type of c.
typedef enum { BY_INTEGER, BY_FLOAT, BY_FLOAT_FTZ } By;

static void slct(u8 *regs, const Insn *in, u32 mask)
{
    const u8 *how = in->alu.does.how;
    EACH_BIT(l, mask) {
        u32 c = OPERAND(const u32, in->c)[l];
        float x = how[1] == BY_FLOAT_FTZ ? f32_flush(f32_of(c)) : f32_of(c);
        bool first = how[1] == BY_INTEGER ? (i32)c >= 0 : x >= 0;
        set_lane_bits(regs, in->d, how[0], l, lane_bits(regs, first ? in->a : in->b, how[0], l));
    }
}

// ---- Predicates --------------------------------------------------------------------------------------------------

#define PREDICATE(op, expr)                                   \
    static void op##_pred(u8 *regs, const Insn *in, u32 mask) \
    {                                                         \
        u32 a = *OPERAND(const u32, in->a);                   \
        set_bits(OPERAND(u32, in->d), mask, expr);            \
    }

PREDICATE(and, a &*OPERAND(const u32, in->b))
PREDICATE(or, a | *OPERAND(const u32, in->b))
PREDICATE(xor, a ^ *OPERAND(const u32, in->b))
PREDICATE(not, ~a)
PREDICATE(mov, a)

// ---- Names -------------------------------------------------------------------------------------------------------

// clang-format off
#define COMPARE(name, function, comparison) {name, {.fn = (function), .compare = (comparison)}, #function, #comparison}
// clang-format on
#define SETP_1(type, comparison)                                                      \
    COMPARE("." type, setp, comparison), COMPARE(".and." type, setp_and, comparison), \
        COMPARE(".or." type, setp_or, comparison), COMPARE(".xor." type, setp_xor, comparison)
#define SETP_FLOAT(op)                                                                       \
    SETP_1("f32", op##_f32), SETP_1("ftz.f32", op##_ftz_f32), SETP_1("f64", op##_f64),       \
        SETP_1("f16", op##_f16), SETP_1("bf16", op##_bf16), SETP_1("ftz.f16", op##_ftz_f16), \
        COMPARE(".f16x2", setp_pair, op##_f16), COMPARE(".bf16x2", setp_pair, op##_bf16),    \
        COMPARE(".ftz.f16x2", setp_pair, op##_ftz_f16)

#define SET_OF(before, type, fn)                                                          \
    COMPARE(before ".u32." type, set_u32, fn), COMPARE(before ".s32." type, set_u32, fn), \
        COMPARE(before ".f32." type, set_f32, fn)
#define SET_1(type, fn) SET_OF("", type, fn)
#define SET_HALF(type, fn)                                                        \
    COMPARE(".u32." #type, set_u32, fn), COMPARE(".s32." #type, set_u32, fn),     \
        COMPARE(".u16." #type, set_u16, fn), COMPARE(".s16." #type, set_u16, fn), \
        COMPARE("." #type "." #type, set_##type, fn),                             \
        COMPARE("." #type "x2." #type "x2", set_pair_##type, fn),                 \
        COMPARE(".u32." #type "x2", set_pair_u32, fn),                            \
        COMPARE(".s32." #type "x2", set_pair_u32, fn)
#define SET_FLOAT(op)                                                                    \
    SET_1("f32", op##_f32), SET_OF(".ftz", "f32", op##_ftz_f32), SET_1("f64", op##_f64), \
        SET_HALF(f16, op##_f16), SET_HALF(bf16, op##_bf16)

// The integer types that have a comparison, for SETP_1 or SET_1.
#define UNSIGNED(M, op) M("u32", op##_u32), M("u64", op##_u64), M("u16", op##_u16)
#define INTS(M, op)     M("s32", op##_s32), M("s64", op##_s64), M("s16", op##_s16), UNSIGNED(M, op)
#define BITS(M, op)                                                                     \
    M("s32", op##_b32), M("u32", op##_b32), M("b32", op##_b32), M("s64", op##_b64),     \
        M("u64", op##_b64), M("b64", op##_b64), M("s16", op##_b16), M("u16", op##_b16), \
        M("b16", op##_b16)
#define COMPARISON(op, TYPES)                              \
    GROUP("setp." #op, TYPES(SETP_1, op), SETP_FLOAT(op)), \
        GROUP("set." #op, TYPES(SET_1, op), SET_FLOAT(op))
#define OF_UNSIGNED(op, as) \
    GROUP("setp." #op, UNSIGNED(SETP_1, as)), GROUP("set." #op, UNSIGNED(SET_1, as))
#define UNORDERED(op) GROUP("setp." #op, SETP_FLOAT(op)), GROUP("set." #op, SET_FLOAT(op))

#define SORT(name, sort) \
    ENTRY_HOW("." name ".f32", testp, sort, 4), ENTRY_HOW("." name ".f64", testp, sort, 8)

// All types of 2, 4 and 8 bytes.
#define TYPES(M, ...)                                                                 \
    M("b16", 2, __VA_ARGS__), M("u16", 2, __VA_ARGS__), M("s16", 2, __VA_ARGS__),     \
        M("b32", 4, __VA_ARGS__), M("u32", 4, __VA_ARGS__), M("s32", 4, __VA_ARGS__), \
        M("f32", 4, __VA_ARGS__), M("b64", 8, __VA_ARGS__), M("u64", 8, __VA_ARGS__), \
        M("s64", 8, __VA_ARGS__), M("f64", 8, __VA_ARGS__)
#define SELP_1(type, bytes, name)      ENTRY("." type, name##_##bytes)
#define SLCT_1(type, bytes, after, by) ENTRY_HOW("." type after, slct, bytes, by)
#define SLCT(after, by)                TYPES(SLCT_1, after, by)

const AluGroup compare_groups[] = {
    COMPARISON(eq, BITS),
    COMPARISON(ne, BITS),
    COMPARISON(lt, INTS),
    COMPARISON(le, INTS),
    COMPARISON(gt, INTS),
    COMPARISON(ge, INTS),
    OF_UNSIGNED(lo, lt),
    OF_UNSIGNED(ls, le),
    OF_UNSIGNED(hi, gt),
    OF_UNSIGNED(hs, ge),
    UNORDERED(equ),
    UNORDERED(neu),
    UNORDERED(ltu),
    UNORDERED(leu),
    UNORDERED(gtu),
    UNORDERED(geu),
    UNORDERED(num),
    UNORDERED(nan),
    GROUP("selp", TYPES(SELP_1, selp)),
    GROUP("slct", SLCT(".s32", BY_INTEGER), SLCT(".f32", BY_FLOAT)),
    GROUP("slct.ftz", SLCT(".f32", BY_FLOAT_FTZ)),
    GROUP("testp", SORT("finite", IS_FINITE), SORT("infinite", IS_INFINITE),
          SORT("number", IS_NUMBER), SORT("notanumber", IS_NAN), SORT("normal", IS_NORMAL),
          SORT("subnormal", IS_SUBNORMAL)),
    GROUP("and", ENTRY(".pred", and_pred)),
    GROUP("or", ENTRY(".pred", or_pred)),
    GROUP("xor", ENTRY(".pred", xor_pred)),
    GROUP("not", ENTRY(".pred", not_pred)),
    GROUP("mov", ENTRY(".pred", mov_pred)),
    {0},
};
