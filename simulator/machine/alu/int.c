// int.c: integer and bit instructions, mov, packing. Semantics: PTX ISA, "Integer Arithmetic Instructions",
// "Extended-Precision Integer Arithmetic Instructions", "Logic and Shift Instructions".
//
// Where two's complement makes signed and unsigned the same, one function serves both, and works on unsigned types,
// whose overflow C defines.

#include "machine/alu/alu.h"

// ---- Add, subtract, multiply -------------------------------------------------------------------------------------

ALU2(add_16, u16, u16, u16, a + b)
ALU2(add_32, u32, u32, u32, a + b)
ALU2(add_64, u64, u64, u64, a + b)
ALU2(sub_16, u16, u16, u16, a - b)
ALU2(sub_32, u32, u32, u32, a - b)
ALU2(sub_64, u64, u64, u64, a - b)

static inline i32 clamp_s32(i64 x)
{
    return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (i32)x;
}

ALU2(add_sat_s32, i32, i32, i32, clamp_s32((i64)a + b))
ALU2(sub_sat_s32, i32, i32, i32, clamp_s32((i64)a - b))

// The upper halves of 64-bit products, from 32-bit ones.
static inline u64 high_u64(u64 a, u64 b)
{
    u64 al = (u32)a, ah = a >> 32, bl = (u32)b, bh = b >> 32;
    u64 middle = ah * bl + (al * bl >> 32);
    u64 carry = al * bh + (u32)middle;
    return ah * bh + (middle >> 32) + (carry >> 32);
}

static inline u64 high_s64(u64 a, u64 b)
{
    return high_u64(a, b) - ((i64)a < 0 ? b : 0) - ((i64)b < 0 ? a : 0);
}

ALU2(mul_lo_16, u16, u16, u16, (u32)a *b)
ALU2(mul_lo_32, u32, u32, u32, a *b)
ALU2(mul_lo_64, u64, u64, u64, a *b)
SLOW2(mul_hi_u16, u16, u16, u16, (u32)a *b >> 16)
SLOW2(mul_hi_s16, u16, i16, i16, a *b >> 16)
ALU2(mul_hi_u32, u32, u32, u32, (u64)a *b >> 32)
ALU2(mul_hi_s32, u32, i32, i32, (i64)a *b >> 32)
SLOW2(mul_hi_u64, u64, u64, u64, high_u64(a, b))
SLOW2(mul_hi_s64, u64, u64, u64, high_s64(a, b))
SLOW2(mul_wide_u16, u32, u16, u16, (u32)a *b)
SLOW2(mul_wide_s16, u32, i16, i16, a *b)
ALU2(mul_wide_u32, u64, u32, u32, (u64)a *b)
ALU2(mul_wide_s32, u64, i32, i32, (i64)a *b)

ALU3(mad_lo_16, u16, u16, u16, u16, (u32)a *b + c)
ALU3(mad_lo_32, u32, u32, u32, u32, a *b + c)
ALU3(mad_lo_64, u64, u64, u64, u64, a *b + c)
SLOW3(mad_hi_u16, u16, u16, u16, u16, ((u32)a * b >> 16) + c)
SLOW3(mad_hi_s16, u16, i16, i16, u16, (a * b >> 16) + c)
SLOW3(mad_hi_u32, u32, u32, u32, u32, (u32)((u64)a *b >> 32) + c)
SLOW3(mad_hi_s32, u32, i32, i32, u32, (u32)((i64)a *b >> 32) + c)
SLOW3(mad_hi_sat_s32, i32, i32, i32, i32, clamp_s32(((i64)a * b >> 32) + c))
SLOW3(mad_hi_u64, u64, u64, u64, u64, high_u64(a, b) + c)
SLOW3(mad_hi_s64, u64, u64, u64, u64, high_s64(a, b) + c)
SLOW3(mad_wide_u16, u32, u16, u16, u32, (u32)a *b + c)
SLOW3(mad_wide_s16, u32, i16, i16, u32, (u32)(a *b) + c)
ALU3(mad_wide_u32, u64, u32, u32, u64, (u64)a *b + c)
ALU3(mad_wide_s32, u64, i32, i32, u64, (u64)((i64)a *b) + c)

// 24-bit factors; .hi is bits 47 to 16 of the 48-bit product.
static inline i64 s24(u32 x)
{
    return (i32)(x << 8) >> 8;
}

static inline u64 u24(u32 x)
{
    return x & 0xffffff;
}

SLOW2(mul24_lo_s32, u32, u32, u32, (u64)(s24(a) * s24(b)))
SLOW2(mul24_lo_u32, u32, u32, u32, u24(a) * u24(b))
SLOW2(mul24_hi_s32, u32, u32, u32, (s24(a) * s24(b)) >> 16)
SLOW2(mul24_hi_u32, u32, u32, u32, (u24(a) * u24(b)) >> 16)
SLOW3(mad24_lo_s32, u32, u32, u32, u32, (u32)(u64)(s24(a) * s24(b)) + c)
SLOW3(mad24_lo_u32, u32, u32, u32, u32, (u32)(u24(a) * u24(b)) + c)
SLOW3(mad24_hi_s32, u32, u32, u32, u32, (u32)(u64)(s24(a) * s24(b) >> 16) + c)
SLOW3(mad24_hi_u32, u32, u32, u32, u32, (u32)(u24(a) * u24(b) >> 16) + c)
SLOW3(mad24_hi_sat_s32, i32, u32, u32, i32, clamp_s32((s24(a) * s24(b) >> 16) + c))

// ---- Extended precision: the carry flag is a mask over lanes at in->d2 ---------------------------------------------

// d = a + b + carry in; the carry out is kept if the instruction sets it.
#define CARRY(name, T, takes, sets, result, out)                              \
    static void name(u8 *regs, const Insn *in, u32 mask)                      \
    {                                                                         \
        u32 *flags = OPERAND(u32, in->d2), carries = 0;                       \
        EACH_LANE_IN(mask)                                                    \
        {                                                                     \
            T a = OPERAND(const T, in->a)[l], b = OPERAND(const T, in->b)[l]; \
            T carry = (takes) ? *flags >> l & 1 : 0;                          \
            T r = (result);                                                   \
            OPERAND(T, in->d)[l] = r;                                         \
            carries |= (u32)(out) << l;                                       \
        }                                                                     \
        if (sets)                                                             \
            *flags = (*flags & ~mask) | carries;                              \
    }

#define SUM(name, T, takes, sets) \
    CARRY(name, T, takes, sets, a + b + carry, r < a || (carry && r == a))
#define DIFFERENCE(name, T, takes, sets) \
    CARRY(name, T, takes, sets, a - b - carry, a < b || (carry && a == b))

#define CARRIES(T, bits)                      \
    SUM(add_cc_##bits, T, false, true)        \
    SUM(addc_##bits, T, true, false)          \
    SUM(addc_cc_##bits, T, true, true)        \
    DIFFERENCE(sub_cc_##bits, T, false, true) \
    DIFFERENCE(subc_##bits, T, true, false)   \
    DIFFERENCE(subc_cc_##bits, T, true, true)

CARRIES(u32, 32)
CARRIES(u64, 64)

// mad: the product's half, then as above with c.
#define MAD_CARRY(name, T, takes, sets, product)                              \
    static void name(u8 *regs, const Insn *in, u32 mask)                      \
    {                                                                         \
        u32 *flags = OPERAND(u32, in->d2), carries = 0;                       \
        EACH_LANE_IN(mask)                                                    \
        {                                                                     \
            T a = OPERAND(const T, in->a)[l], b = OPERAND(const T, in->b)[l]; \
            T c = OPERAND(const T, in->c)[l];                                 \
            T carry = (takes) ? *flags >> l & 1 : 0;                          \
            T p = (T)(product), r = p + c + carry;                            \
            OPERAND(T, in->d)[l] = r;                                         \
            carries |= (u32)(r < p || (carry && r == p)) << l;                \
        }                                                                     \
        if (sets)                                                             \
            *flags = (*flags & ~mask) | carries;                              \
    }

#define MAD_CARRIES(T, half, product)                   \
    MAD_CARRY(mad_##half##_cc, T, false, true, product) \
    MAD_CARRY(madc_##half, T, true, false, product)     \
    MAD_CARRY(madc_##half##_cc, T, true, true, product)

MAD_CARRIES(u32, lo_32, a *b)
MAD_CARRIES(u32, hi_u32, (u64)a *b >> 32)
MAD_CARRIES(u32, hi_s32, (u64)((i64)(i32)a *(i32)b) >> 32)
MAD_CARRIES(u64, lo_64, a *b)
MAD_CARRIES(u64, hi_u64, high_u64(a, b))
MAD_CARRIES(u64, hi_s64, high_s64(a, b))

// ---- Divide: by zero, an H200 gives all ones, as quotient and as remainder ---------------------------------------

#define UNSIGNED_DIVIDE(T, bits)                   \
    SLOW2(div_u##bits, T, T, T, b ? a / b : (T)-1) \
    SLOW2(rem_u##bits, T, T, T, b ? a % b : (T)-1)

// The most negative number over -1 overflows: its negation is itself.
#define SIGNED_DIVIDE(T, U, bits)                                                      \
    SLOW2(div_s##bits, U, T, T, b == 0 ? (U)-1 : b == -1 ? (U)(0 - (U)a) : (U)(a / b)) \
    SLOW2(rem_s##bits, U, T, T, b == 0 ? (U)-1 : b == -1 ? 0 : (U)(a % b))

UNSIGNED_DIVIDE(u16, 16)
UNSIGNED_DIVIDE(u32, 32)
UNSIGNED_DIVIDE(u64, 64)
SIGNED_DIVIDE(i16, u16, 16)
SIGNED_DIVIDE(i32, u32, 32)
SIGNED_DIVIDE(i64, u64, 64)

// ---- Sign, order, distance ---------------------------------------------------------------------------------------

ALU1(abs_16, u16, i16, a < 0 ? -a : a)
ALU1(abs_32, u32, u32, (i32)a < 0 ? 0 - a : a)
ALU1(abs_64, u64, u64, (i64)a < 0 ? 0 - a : a)
ALU1(neg_16, u16, u16, 0 - a)
ALU1(neg_32, u32, u32, 0 - a)
ALU1(neg_64, u64, u64, 0 - a)

#define ORDER(T, name)                       \
    ALU2(min_##name, T, T, T, a < b ? a : b) \
    ALU2(max_##name, T, T, T, a > b ? a : b)

ORDER(u16, u16)
ORDER(i16, s16)
ORDER(u32, u32)
ORDER(i32, s32)
ORDER(u64, u64)
ORDER(i64, s64)
SLOW2(min_relu_s32, i32, i32, i32, (a < b ? a : b) > 0 ? (a < b ? a : b) : 0)
SLOW2(max_relu_s32, i32, i32, i32, (a > b ? a : b) > 0 ? (a > b ? a : b) : 0)

// Differences wrap, as the hardware's do.
SLOW3(sad_u16, u16, u16, u16, u16, c + (a < b ? b - a : a - b))
SLOW3(sad_s16, u16, i16, i16, u16, c + (a < b ? b - a : a - b))
ALU3(sad_u32, u32, u32, u32, u32, c + (a < b ? b - a : a - b))
ALU3(sad_s32, u32, i32, i32, u32, c + (a < b ? (u32)b - (u32)a : (u32)a - (u32)b))
SLOW3(sad_u64, u64, u64, u64, u64, c + (a < b ? b - a : a - b))
SLOW3(sad_s64, u64, i64, i64, u64, c + (a < b ? (u64)b - (u64)a : (u64)a - (u64)b))

// Two 16-bit halves of 32 bits.
#define HALVES(low, high) ((u32)(u16)(low) | (u32)(u16)(high) << 16)

static inline u32 min_u16x2(u32 a, u32 b)
{
    u16 al = (u16)a, ah = a >> 16, bl = (u16)b, bh = b >> 16;
    return HALVES(al < bl ? al : bl, ah < bh ? ah : bh);
}

static inline u32 max_u16x2(u32 a, u32 b)
{
    u16 al = (u16)a, ah = a >> 16, bl = (u16)b, bh = b >> 16;
    return HALVES(al > bl ? al : bl, ah > bh ? ah : bh);
}

// Flipping sign bits maps signed order to unsigned order.
#define FLIP 0x80008000u

static inline u32 relu_s16x2(u32 a)
{
    return max_u16x2(a ^ FLIP, FLIP) ^ FLIP;
}

ALU2(add_16x2, u32, u32, u32, HALVES(a + b, (a >> 16) + (b >> 16)))
ALU2(min_u16x2_, u32, u32, u32, min_u16x2(a, b))
ALU2(max_u16x2_, u32, u32, u32, max_u16x2(a, b))
ALU2(min_s16x2, u32, u32, u32, min_u16x2(a ^ FLIP, b ^ FLIP) ^ FLIP)
ALU2(max_s16x2, u32, u32, u32, max_u16x2(a ^ FLIP, b ^ FLIP) ^ FLIP)
SLOW2(min_relu_s16x2, u32, u32, u32, relu_s16x2(min_u16x2(a ^ FLIP, b ^ FLIP) ^ FLIP))
SLOW2(max_relu_s16x2, u32, u32, u32, relu_s16x2(max_u16x2(a ^ FLIP, b ^ FLIP) ^ FLIP))

// ---- Dot products and byte distances -----------------------------------------------------------------------------

// Byte i, or 16-bit half i, of a word, extended as the type says.
static inline i32 byte_of(u32 x, int i, bool is_signed)
{
    return is_signed ? (i8)(x >> 8 * i) : (u8)(x >> 8 * i);
}

static inline i32 half_of(u32 x, int i, bool is_signed)
{
    return is_signed ? (i16)(x >> 16 * i) : (u16)(x >> 16 * i);
}

static u32 dot_bytes(u32 a, u32 b, u32 c, bool sa, bool sb)
{
    for (int i = 0; i < 4; i++)
        c += (u32)(byte_of(a, i, sa) * byte_of(b, i, sb));
    return c;
}

// Halves of a times the bytes of b that start at byte `first`.
static u32 dot_halves(u32 a, u32 b, u32 c, bool sa, bool sb, int first)
{
    for (int i = 0; i < 2; i++)
        c += (u32)(half_of(a, i, sa) * byte_of(b, first + i, sb));
    return c;
}

#define DOTS(types, sa, sb)                                                    \
    SLOW3(dp4a_##types, u32, u32, u32, u32, dot_bytes(a, b, c, sa, sb))        \
    SLOW3(dp2a_lo_##types, u32, u32, u32, u32, dot_halves(a, b, c, sa, sb, 0)) \
    SLOW3(dp2a_hi_##types, u32, u32, u32, u32, dot_halves(a, b, c, sa, sb, 2))

DOTS(uu, false, false)
DOTS(us, false, true)
DOTS(su, true, false)
DOTS(ss, true, true)

static u32 distance_bytes(u32 a, u32 b, bool is_signed)
{
    u32 r = 0;
    for (int i = 0; i < 4; i++) {
        i32 difference = byte_of(a, i, is_signed) - byte_of(b, i, is_signed);
        r |= (u32)(u8)(difference < 0 ? -difference : difference) << 8 * i;
    }
    return r;
}

SLOW2(vabsdiff4_u32, u32, u32, u32, distance_bytes(a, b, false))
SLOW2(vabsdiff4_s32, u32, u32, u32, distance_bytes(a, b, true))

// ---- Logic -------------------------------------------------------------------------------------------------------

#define LOGIC(T, bits)               \
    ALU2(and_##bits, T, T, T, a &b)  \
    ALU2(or_##bits, T, T, T, a | b)  \
    ALU2(xor_##bits, T, T, T, a ^ b) \
    ALU1(not_##bits, T, T, ~a)       \
    SLOW1(cnot_##bits, T, T, a == 0) \
    ALU1(mov_##bits, T, T, a)

LOGIC(u16, 16)
LOGIC(u32, 32)
LOGIC(u64, 64)

// lop3: bit (a << 2 | b << 1 | c) of the table in->alu.table is the result for bits a, b, c.
static inline u32 choose(u32 bit, u32 if_1, u32 if_0)
{
    return if_0 ^ ((if_0 ^ if_1) & bit);
}

ALU_BEGIN(lop3_32, u32)
const u32 *pa = OPERAND(const u32, in->a), *pb = OPERAND(const u32, in->b);
const u32 *pc = OPERAND(const u32, in->c);
u32 t[8];
for (int i = 0; i < 8; i++)
    t[i] = in->alu.table >> i & 1 ? FULL : 0;
EACH_LANE
{
    u32 a = pa[l], b = pb[l], c = pc[l];
    u32 b0 = choose(b, choose(c, t[3], t[2]), choose(c, t[1], t[0]));
    u32 b1 = choose(b, choose(c, t[7], t[6]), choose(c, t[5], t[4]));
    d[l] = choose(a, b1, b0);
}
ALU_END

// ---- Shifts: amounts are 32-bit and clamp ------------------------------------------------------------------------

ALU2(shl_16, u16, u16, u32, b > 15 ? 0 : (u32)a << (b & 15))
ALU2(shl_32, u32, u32, u32, b > 31 ? 0 : a << (b & 31))
ALU2(shl_64, u64, u64, u32, b > 63 ? 0 : a << (b & 63))
ALU2(shr_u16, u16, u16, u32, b > 15 ? 0 : (u32)a >> (b & 15))
ALU2(shr_u32, u32, u32, u32, b > 31 ? 0 : a >> (b & 31))
ALU2(shr_u64, u64, u64, u32, b > 63 ? 0 : a >> (b & 63))
ALU2(shr_s16, u16, i16, u32, (i32)a >> (b > 15 ? 15 : b))
ALU2(shr_s32, u32, i32, u32, a >> (b > 31 ? 31 : b))
ALU2(shr_s64, u64, i64, u32, a >> (b > 63 ? 63 : b))

// Funnel shifts: of the 64 bits b:a.
#define FUNNEL (a | (u64)b << 32)
ALU3(shf_l_wrap, u32, u32, u32, u32, FUNNEL << (c & 31) >> 32)
ALU3(shf_r_wrap, u32, u32, u32, u32, FUNNEL >> (c & 31))
ALU3(shf_l_clamp, u32, u32, u32, u32, FUNNEL << (c > 32 ? 32 : c) >> 32)
ALU3(shf_r_clamp, u32, u32, u32, u32, FUNNEL >> (c > 32 ? 32 : c))

// ---- Bits --------------------------------------------------------------------------------------------------------

static inline u32 count_32(u32 x)
{
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    return ((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24;
}

static inline u32 clz_32(u32 x)
{
    return x ? (u32)__builtin_clz(x) : 32;
}

static inline u32 clz_64(u64 x)
{
    return x ? (u32)__builtin_clzll(x) : 64;
}

static inline u32 reverse_32(u32 x)
{
    x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
    x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
    x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
    return __builtin_bswap32(x);
}

ALU1(popc_32, u32, u32, count_32(a))
ALU1(popc_64, u32, u64, count_32((u32)a) + count_32((u32)(a >> 32)))
SLOW1(clz_32_, u32, u32, clz_32(a))
SLOW1(clz_64_, u32, u64, clz_64(a))
ALU1(brev_32, u32, u32, reverse_32(a))
ALU1(brev_64, u64, u64, (u64)reverse_32((u32)a) << 32 | reverse_32((u32)(a >> 32)))

// bfind: position of the highest bit that differs from the sign, all ones if there is none; .shiftamt: how far to
// shift it to the top.
static u32 find(u64 x, bool negative, int bits, bool shiftamt)
{
    x = negative ? ~x : x;
    x = bits == 32 ? (u32)x : x;
    u32 position = 63 - clz_64(x);
    if (x == 0)
        return FULL;
    return shiftamt ? (u32)bits - 1 - position : position;
}

SLOW1(bfind_u32, u32, u32, find(a, false, 32, false))
SLOW1(bfind_s32, u32, u32, find(a, (i32)a < 0, 32, false))
SLOW1(bfind_u64, u32, u64, find(a, false, 64, false))
SLOW1(bfind_s64, u32, u64, find(a, (i64)a < 0, 64, false))
SLOW1(bfind_shift_u32, u32, u32, find(a, false, 32, true))
SLOW1(bfind_shift_s32, u32, u32, find(a, (i32)a < 0, 32, true))
SLOW1(bfind_shift_u64, u32, u64, find(a, false, 64, true))
SLOW1(bfind_shift_s64, u32, u64, find(a, (i64)a < 0, 64, true))

// fns: position of the n-th set bit of a from bit `base`, upwards for n > 0, downwards for n < 0; n == 0: base itself
// if it is set; all ones if there is none. The lowest n, which has no negative, gives 0 on an H200.
static u32 find_nth(u32 a, u32 base, i32 n)
{
    if (base > 31)
        return FULL;
    if (n == INT32_MIN)
        return 0;
    int step = n < 0 ? -1 : 1;
    u32 left = n == 0 ? 1 : n < 0 ? 0 - (u32)n : (u32)n;
    for (int i = (int)base; i >= 0 && i < 32; i += step) {
        left -= a >> i & 1;
        if (left == 0)
            return (u32)i;
        if (n == 0)
            break;
    }
    return FULL;
}

SLOW3(fns_32, u32, u32, u32, i32, find_nth(a, b, c))

static inline u64 ones(u32 n) // n low bits
{
    return n > 63 ? ~0ull : (1ull << n) - 1;
}

// bfe: `length` bits of a from `start`, each 0 to 255 (beyond: modulo 256 for 32 bits, as if 255 for 64, as an
// H200 has it); the sign is the field's top bit, or a's where the
// field reaches beyond it.
static u32 at_most_255(u32 x)
{
    return x < 255 ? x : 255;
}

static u64 extract(u64 a, u32 start, u32 length, int bits, bool is_signed)
{
    u32 top = start + length - 1;
    top = top > (u32)bits - 1 ? (u32)bits - 1 : top;
    bool negative = is_signed && length && (a >> top & 1);
    u64 field = start > 63 ? 0 : a >> start & ones(length);
    u32 known = start >= (u32)bits ? 0 : (u32)bits - start; // bits of a from start on
    known = known < length ? known : length;
    return negative ? field | ~ones(known) : field;
}

SLOW3(bfe_u32, u32, u32, u32, u32, extract(a, b & 255, c & 255, 32, false))
SLOW3(bfe_s32, u32, u32, u32, u32, extract(a, b & 255, c & 255, 32, true))
SLOW3(bfe_u64, u64, u64, u32, u32, extract(a, at_most_255(b), at_most_255(c), 64, false))
SLOW3(bfe_s64, u64, u64, u32, u32, extract(a, at_most_255(b), at_most_255(c), 64, true))

// bfi d, a, b, start, length: b with a field replaced by a's low bits. The fourth source is in->list[0].
static u64 insert(u64 a, u64 b, u32 start, u32 length)
{
    u64 field = start > 63 ? 0 : ones(length) << start;
    return (b & ~field) | (start > 63 ? 0 : a << start & field);
}

#define BFI(name, T, limit)                                                                        \
    static void name(u8 *regs, const Insn *in, u32 mask)                                           \
    {                                                                                              \
        EACH_LANE_IN(mask)                                                                         \
        {                                                                                          \
            T a = OPERAND(const T, in->a)[l], b = OPERAND(const T, in->b)[l];                      \
            u32 start = OPERAND(const u32, in->c)[l], length = OPERAND(const u32, in->list[0])[l]; \
            OPERAND(T, in->d)[l] = (T)insert(a, b, limit(start), limit(length));                   \
        }                                                                                          \
    }

BFI(bfi_32, u32, (u8))
BFI(bfi_64, u64, at_most_255)

// bmsk: `length` ones from bit `start`. szext: bit b - 1 of a is its sign. Amounts wrap modulo 32, or clamp.
static u32 field_mask(u32 start, u32 length, bool clamp)
{
    if (clamp)
        return start > 31 ? 0 : (u32)(ones(length) << start);
    return (u32)(ones(length & 31) << (start & 31));
}

static u32 sign_or_zero(u32 a, u32 width, bool is_signed, bool clamp)
{
    width = clamp ? (width > 32 ? 32 : width) : width & 31;
    bool negative = is_signed && width && (a >> (width - 1) & 1);
    u32 low = (u32)ones(width);
    return negative ? a | ~low : a & low;
}

SLOW2(bmsk_clamp, u32, u32, u32, field_mask(a, b, true))
SLOW2(bmsk_wrap, u32, u32, u32, field_mask(a, b, false))
SLOW2(szext_clamp_s32, u32, u32, u32, sign_or_zero(a, b, true, true))
SLOW2(szext_clamp_u32, u32, u32, u32, sign_or_zero(a, b, false, true))
SLOW2(szext_wrap_s32, u32, u32, u32, sign_or_zero(a, b, true, false))
SLOW2(szext_wrap_u32, u32, u32, u32, sign_or_zero(a, b, false, false))

// prmt: the 8 bytes of b:a; each nibble of the selector picks one, its top bit asks for the byte's sign instead.
static inline u32 permute(u32 a, u32 b, u32 selector)
{
    u64 bytes = a | (u64)b << 32;
    u32 r = 0;
    for (int i = 0; i < 4; i++) {
        u32 s = selector >> 4 * i;
        u32 byte = bytes >> 8 * (s & 7) & 255;
        r |= (s & 8 ? (byte >> 7) * 255 : byte) << 8 * i;
    }
    return r;
}

// The other modes: selectors for c & 3 = 0, 1, 2, 3.
static u32 permute_mode(u32 a, u32 b, u32 c, u64 selectors)
{
    return permute(a, b, (u32)(selectors >> 16 * (c & 3) & 0xffff));
}

SLOW3(prmt_32, u32, u32, u32, u32, permute(a, b, c))
SLOW3(prmt_f4e, u32, u32, u32, u32, permute_mode(a, b, c, 0x6543543243213210))
SLOW3(prmt_b4e, u32, u32, u32, u32, permute_mode(a, b, c, 0x0123701267015670))
SLOW3(prmt_rc8, u32, u32, u32, u32, permute_mode(a, b, c, 0x3333222211110000))
SLOW3(prmt_ecl, u32, u32, u32, u32, permute_mode(a, b, c, 0x3333322232113210))
SLOW3(prmt_ecr, u32, u32, u32, u32, permute_mode(a, b, c, 0x3210221011100000))
SLOW3(prmt_rc16, u32, u32, u32, u32, permute_mode(a, b, c, 0x3232101032321010))

// ---- Packing: sources or destinations are in->list[0] (lowest bits) onwards -----------------------------------------

#define PART(T, i) OPERAND(const T, in->list[i])

#define PACK2(name, D, S)                               \
    ALU_BEGIN(name, D)                                  \
    const S *p0 = PART(S, 0), *p1 = PART(S, 1);         \
    EACH_LANE d[l] = p0[l] | (D)p1[l] << 8 * sizeof(S); \
    ALU_END

#define PACK4(name, D, S, bits)                                                                 \
    ALU_BEGIN(name, D)                                                                          \
    const D part = ((D)1 << (bits)) - 1;                                                        \
    const S *p0 = PART(S, 0), *p1 = PART(S, 1), *p2 = PART(S, 2), *p3 = PART(S, 3);             \
    EACH_LANE d[l] = (p0[l] & part) | (p1[l] & part) << (bits) | (p2[l] & part) << 2 * (bits) | \
                     (p3[l] & part) << 3 * (bits);                                              \
    ALU_END

PACK2(pack2_32, u32, u16)
PACK2(pack2_64, u64, u32)
PACK4(pack4_32, u32, u16, 8) // four bytes, each in a 16-bit register
PACK4(pack4_64, u64, u16, 16)

// A part may go to the register that the whole comes from, so the whole is copied first.
#define UNPACK(name, S, D, n)                                                    \
    static void name(u8 *regs, const Insn *in, u32 mask)                         \
    {                                                                            \
        _Alignas(64) S whole[LANES];                                             \
        _Alignas(64) D part[LANES];                                              \
        const S *a = OPERAND(const S, in->a);                                    \
        EACH_LANE whole[l] = a[l];                                               \
        for (int i = 0; i < (n); i++) {                                          \
            if (in->list[i] < 0)                                                 \
                continue;                                                        \
            EACH_LANE part[l] = (D)(whole[l] >> i * (int)(8 * sizeof(S) / (n))); \
            merge_lanes(regs + in->list[i], part, mask, sizeof(D));              \
        }                                                                        \
    }

UNPACK(unpack2_32, u32, u16, 2)
UNPACK(unpack2_64, u64, u32, 2)
UNPACK(unpack4_64, u64, u16, 4)

// ---- Names -------------------------------------------------------------------------------------------------------

// One function per size, or one per type.
#define SIZES(prefix, fn)                                                                        \
    ENTRY(prefix ".u16", fn##_16), ENTRY(prefix ".s16", fn##_16), ENTRY(prefix ".u32", fn##_32), \
        ENTRY(prefix ".s32", fn##_32), ENTRY(prefix ".u64", fn##_64),                            \
        ENTRY(prefix ".s64", fn##_64)
#define TYPES(prefix, fn)                                               \
    ENTRY(prefix ".u16", fn##_u16), ENTRY(prefix ".s16", fn##_s16),     \
        ENTRY(prefix ".u32", fn##_u32), ENTRY(prefix ".s32", fn##_s32), \
        ENTRY(prefix ".u64", fn##_u64), ENTRY(prefix ".s64", fn##_s64)
#define WIDE(fn)                                                                              \
    ENTRY(".wide.u16", fn##_u16), ENTRY(".wide.s16", fn##_s16), ENTRY(".wide.u32", fn##_u32), \
        ENTRY(".wide.s32", fn##_s32)
#define BITS(fn) ENTRY(".b16", fn##_16), ENTRY(".b32", fn##_32), ENTRY(".b64", fn##_64)
#define CC(prefix, fn)                                                                           \
    ENTRY(prefix ".u32", fn##_32), ENTRY(prefix ".s32", fn##_32), ENTRY(prefix ".u64", fn##_64), \
        ENTRY(prefix ".s64", fn##_64)
#define HI_CC(prefix, before, after)                                                      \
    ENTRY(prefix ".u32", before##_u32##after), ENTRY(prefix ".s32", before##_s32##after), \
        ENTRY(prefix ".u64", before##_u64##after), ENTRY(prefix ".s64", before##_s64##after)
#define LO_CC(prefix, before, after)                                                    \
    ENTRY(prefix ".u32", before##_32##after), ENTRY(prefix ".s32", before##_32##after), \
        ENTRY(prefix ".u64", before##_64##after), ENTRY(prefix ".s64", before##_64##after)
#define DOT(fn)                                                                         \
    ENTRY(".u32.u32", fn##_uu), ENTRY(".u32.s32", fn##_us), ENTRY(".s32.u32", fn##_su), \
        ENTRY(".s32.s32", fn##_ss)
#define DOT_PART(part, fn)                                            \
    ENTRY(part ".u32.u32", fn##_uu), ENTRY(part ".u32.s32", fn##_us), \
        ENTRY(part ".s32.u32", fn##_su), ENTRY(part ".s32.s32", fn##_ss)

GROUP(add, SIZES("", add), CC(".cc", add_cc), ENTRY(".sat.s32", add_sat_s32),
      ENTRY(".u16x2", add_16x2), ENTRY(".s16x2", add_16x2))
GROUP(sub, SIZES("", sub), CC(".cc", sub_cc), ENTRY(".sat.s32", sub_sat_s32))
GROUP(addc, CC("", addc), CC(".cc", addc_cc))
GROUP(subc, CC("", subc), CC(".cc", subc_cc))
GROUP(mul, SIZES(".lo", mul_lo), TYPES(".hi", mul_hi), WIDE(mul_wide))
GROUP(mad, SIZES(".lo", mad_lo), TYPES(".hi", mad_hi), WIDE(mad_wide),
      ENTRY(".hi.sat.s32", mad_hi_sat_s32), LO_CC(".lo.cc", mad_lo, _cc),
      HI_CC(".hi.cc", mad_hi, _cc))
GROUP(madc, LO_CC(".lo", madc_lo, ), HI_CC(".hi", madc_hi, ), LO_CC(".lo.cc", madc_lo, _cc),
      HI_CC(".hi.cc", madc_hi, _cc))
GROUP(mul24, ENTRY(".lo.s32", mul24_lo_s32), ENTRY(".lo.u32", mul24_lo_u32),
      ENTRY(".hi.s32", mul24_hi_s32), ENTRY(".hi.u32", mul24_hi_u32))
GROUP(mad24, ENTRY(".lo.s32", mad24_lo_s32), ENTRY(".lo.u32", mad24_lo_u32),
      ENTRY(".hi.s32", mad24_hi_s32), ENTRY(".hi.u32", mad24_hi_u32),
      ENTRY(".hi.sat.s32", mad24_hi_sat_s32))
GROUP(div, TYPES("", div))
GROUP(rem, TYPES("", rem))
GROUP(abs, ENTRY(".s16", abs_16), ENTRY(".s32", abs_32), ENTRY(".s64", abs_64))
GROUP(neg, ENTRY(".s16", neg_16), ENTRY(".s32", neg_32), ENTRY(".s64", neg_64))
GROUP(min, TYPES("", min), ENTRY(".relu.s32", min_relu_s32), ENTRY(".u16x2", min_u16x2_),
      ENTRY(".s16x2", min_s16x2), ENTRY(".relu.s16x2", min_relu_s16x2))
GROUP(max, TYPES("", max), ENTRY(".relu.s32", max_relu_s32), ENTRY(".u16x2", max_u16x2_),
      ENTRY(".s16x2", max_s16x2), ENTRY(".relu.s16x2", max_relu_s16x2))
GROUP(sad, TYPES("", sad))
GROUP(dp4a, DOT(dp4a))
GROUP(dp2a, DOT_PART(".lo", dp2a_lo), DOT_PART(".hi", dp2a_hi))
GROUP(vabsdiff4, ENTRY(".u32.u32.u32", vabsdiff4_u32), ENTRY(".u32.s32.s32", vabsdiff4_s32))
GROUP(and, BITS(and))
GROUP(or, BITS(or))
GROUP(xor, BITS(xor))
GROUP(not, BITS(not ))
GROUP(cnot, BITS(cnot))
GROUP(mov, BITS(mov), SIZES("", mov), ENTRY(".f32", mov_32), ENTRY(".f64", mov_64))
GROUP(lop3, ENTRY(".b32", lop3_32))
GROUP(shl, BITS(shl))
GROUP(shr, TYPES("", shr), ENTRY(".b16", shr_u16), ENTRY(".b32", shr_u32), ENTRY(".b64", shr_u64))
GROUP(shf, ENTRY(".l.wrap.b32", shf_l_wrap), ENTRY(".r.wrap.b32", shf_r_wrap),
      ENTRY(".l.clamp.b32", shf_l_clamp), ENTRY(".r.clamp.b32", shf_r_clamp))
GROUP(popc, ENTRY(".b32", popc_32), ENTRY(".b64", popc_64))
GROUP(clz, ENTRY(".b32", clz_32_), ENTRY(".b64", clz_64_))
GROUP(brev, ENTRY(".b32", brev_32), ENTRY(".b64", brev_64))
GROUP(bfind, ENTRY(".u32", bfind_u32), ENTRY(".s32", bfind_s32), ENTRY(".u64", bfind_u64),
      ENTRY(".s64", bfind_s64), ENTRY(".shiftamt.u32", bfind_shift_u32),
      ENTRY(".shiftamt.s32", bfind_shift_s32), ENTRY(".shiftamt.u64", bfind_shift_u64),
      ENTRY(".shiftamt.s64", bfind_shift_s64))
GROUP(fns, ENTRY(".b32", fns_32))
GROUP(bfe, ENTRY(".u32", bfe_u32), ENTRY(".s32", bfe_s32), ENTRY(".u64", bfe_u64),
      ENTRY(".s64", bfe_s64))
GROUP(bfi, ENTRY(".b32", bfi_32), ENTRY(".b64", bfi_64))
GROUP(bmsk, ENTRY(".clamp.b32", bmsk_clamp), ENTRY(".wrap.b32", bmsk_wrap))
GROUP(szext, ENTRY(".clamp.s32", szext_clamp_s32), ENTRY(".clamp.u32", szext_clamp_u32),
      ENTRY(".wrap.s32", szext_wrap_s32), ENTRY(".wrap.u32", szext_wrap_u32))
GROUP(prmt, ENTRY(".b32", prmt_32), ENTRY(".b32.f4e", prmt_f4e), ENTRY(".b32.b4e", prmt_b4e),
      ENTRY(".b32.rc8", prmt_rc8), ENTRY(".b32.ecl", prmt_ecl), ENTRY(".b32.ecr", prmt_ecr),
      ENTRY(".b32.rc16", prmt_rc16))
GROUP(pack2, ENTRY(".b32", pack2_32), ENTRY(".b64", pack2_64))
GROUP(pack4, ENTRY(".b32", pack4_32), ENTRY(".b64", pack4_64))
GROUP(unpack2, ENTRY(".b32", unpack2_32), ENTRY(".b64", unpack2_64))
GROUP(unpack4, ENTRY(".b64", unpack4_64))

const AluGroup int_groups[] = {
    LISTED(add),   LISTED(sub),     LISTED(mul),       LISTED(mad),   LISTED(shl),
    LISTED(shr),   LISTED(and),     LISTED(or),        LISTED(xor),   LISTED(not ),
    LISTED(mov),   LISTED(min),     LISTED(max),       LISTED(neg),   LISTED(abs),
    LISTED(div),   LISTED(rem),     LISTED(lop3),      LISTED(shf),   LISTED(prmt),
    LISTED(bfe),   LISTED(bfi),     LISTED(popc),      LISTED(clz),   LISTED(brev),
    LISTED(bfind), LISTED(addc),    LISTED(subc),      LISTED(madc),  LISTED(mul24),
    LISTED(mad24), LISTED(sad),     LISTED(cnot),      LISTED(fns),   LISTED(bmsk),
    LISTED(dp4a),  LISTED(dp2a),    LISTED(szext),     LISTED(pack2), LISTED(unpack2),
    LISTED(pack4), LISTED(unpack4), LISTED(vabsdiff4), {0},
};
