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

// These make the upper halves of 64-bit products from 32-bit products.
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
ALU2(mul_hi_u32, u32, u32, u32, (u64)a *b >> 32)
ALU2(mul_hi_s32, u32, i32, i32, (i64)a *b >> 32)
SLOW2(mul_hi_u64, u64, u64, u64, high_u64(a, b))
SLOW2(mul_hi_s64, u64, u64, u64, high_s64(a, b))
ALU2(mul_wide_u16, u32, u16, u16, (u32)a *b)
ALU2(mul_wide_s16, u32, i16, i16, a *b)
ALU2(mul_wide_u32, u64, u32, u32, (u64)a *b)
ALU2(mul_wide_s32, u64, i32, i32, (i64)a *b)

ALU3(mad_lo_16, u16, u16, u16, u16, (u32)a *b + c)
ALU3(mad_lo_32, u32, u32, u32, u32, a *b + c)
ALU3(mad_lo_64, u64, u64, u64, u64, a *b + c)
ALU3(mad_wide_u32, u64, u32, u32, u64, (u64)a *b + c)
ALU3(mad_wide_s32, u64, i32, i32, u64, (u64)((i64)a *b) + c)

// Returns a factor of mul24, which has 24 bits; .hi is bits 47 to 16 of the 48-bit product.
static inline i64 s24(u32 x)
{
    return (i32)(x << 8) >> 8;
}

static inline u64 u24(u32 x)
{
    return x & 0xffffff;
}

// ---- Extended precision: the carry flag is a mask over lanes, read at in->list[0] and written at in->d2 -------------

// LOW and HIGH: this half of a product is added to c.
typedef enum { CARRIED_SUM, CARRIED_DIFFERENCE, LOW, HIGH_UNSIGNED, HIGH_SIGNED } Carried;

static u64 half_product(Carried what, int bytes, u64 a, u64 b)
{
    switch (what) {
    case HIGH_UNSIGNED: return bytes == 4 ? a * b >> 32 : high_u64(a, b);
    case HIGH_SIGNED: return bytes == 4 ? (u32)((i64)(i32)a * (i32)b >> 32) : high_s64(a, b);
    default: return bytes == 4 ? (u32)(a * b) : a * b;
    }
}

// Does an instruction with a carry. how: bytes of a value, which operation. As on a GPU, a - b is a + ~b + 1: its carry says that
// nothing was borrowed, and nvcc's division of 128-bit integers reads it with addc.
static void with_carry(u8 *regs, const Insn *in, u32 mask)
{
    const u8 *how = in->alu.does.how;
    int bytes = how[0];
    bool minus = how[1] == CARRIED_DIFFERENCE;
    u32 taken = in->list[0] >= 0 ? *OPERAND(const u32, in->list[0]) : minus ? FULL : 0, carries = 0;
    EACH_BIT(l, mask) {
        u64 a = lane_bits(regs, in->a, bytes, l), b = lane_bits(regs, in->b, bytes, l);
        if (how[1] >= LOW) {
            a = half_product(how[1], bytes, a, b);
            b = lane_bits(regs, in->c, bytes, l);
        }
        u64 carried = taken >> l & 1, r = a + (minus ? ~b : b) + carried;
        r = bytes == 4 ? (u32)r : r;
        bool out = minus ? a > b || (carried && a == b) : r < a || (carried && r == a);
        carries |= (u32)out << l;
        set_lane_bits(regs, in->d, bytes, l, r);
    }
    if (in->d2 >= 0)
        set_bits(OPERAND(u32, in->d2), mask, carries);
}

// ---- Divide: by zero, an H200 gives all ones, as quotient and as remainder ---------------------------------------

#define UNSIGNED_DIVIDE(T, bits)                   \
    SLOW2(div_u##bits, T, T, T, b ? a / b : (T)-1) \
    SLOW2(rem_u##bits, T, T, T, b ? a % b : (T)-1)

// The most negative number divided by -1 overflows: its negation is itself.
#define SIGNED_DIVIDE(T, U, bits)                                                      \
    SLOW2(div_s##bits, U, T, T, b == 0 ? (U)-1 : b == -1 ? (U)(0 - (U)a) : (U)(a / b)) \
    SLOW2(rem_s##bits, U, T, T, b == 0 ? (U)-1 : b == -1 ? 0 : (U)(a % b))

UNSIGNED_DIVIDE(u32, 32)
UNSIGNED_DIVIDE(u64, 64)
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

// Two 16-bit halves of 32 bits.
#define HALVES(low, high) ((u32)(u16)(low) | (u32)(u16)(high) << 16)

#define ORDER_HALVES(name, than)                                   \
    static inline u32 name(u32 a, u32 b)                           \
    {                                                              \
        u16 al = (u16)a, ah = a >> 16, bl = (u16)b, bh = b >> 16;  \
        return HALVES(al than bl ? al : bl, ah than bh ? ah : bh); \
    }

ORDER_HALVES(min_u16x2, <)
ORDER_HALVES(max_u16x2, >)

// Flipping sign bits maps signed order to unsigned order.
#define FLIP 0x80008000u

static inline u32 relu_s16x2(u32 a)
{
    return max_u16x2(a ^ FLIP, FLIP) ^ FLIP;
}

// ---- Dot products and byte distances -----------------------------------------------------------------------------

// Returns part i of a word, of 8 or 16 bits, extended as the type says.
static inline i32 field_of(u32 x, int i, int bits, bool is_signed)
{
    u32 high = x << (32 - bits - bits * i);
    return is_signed ? (i32)high >> (32 - bits) : (i32)(high >> (32 - bits));
}

static u32 dot_bytes(u32 a, u32 b, u32 c, bool sa, bool sb)
{
    for (int i = 0; i < 4; i++)
        c += (u32)(field_of(a, i, 8, sa) * field_of(b, i, 8, sb));
    return c;
}

// Returns c plus the products of a's halves and two bytes of b, from byte `first` on.
static u32 dot_halves(u32 a, u32 b, u32 c, bool sa, bool sb, int first)
{
    for (int i = 0; i < 2; i++)
        c += (u32)(field_of(a, i, 16, sa) * field_of(b, first + i, 8, sb));
    return c;
}

// ---- Logic -------------------------------------------------------------------------------------------------------

#define LOGIC(T, bits)               \
    ALU2(and_##bits, T, T, T, a &b)  \
    ALU2(or_##bits, T, T, T, a | b)  \
    ALU2(xor_##bits, T, T, T, a ^ b) \
    ALU1(not_##bits, T, T, ~a)       \
    ALU1(mov_##bits, T, T, a)

LOGIC(u16, 16)
LOGIC(u32, 32)
LOGIC(u64, 64)

// For lop3, bit (a << 2 | b << 1 | c) of the table in->alu.table is the result for bits a, b, c.
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

// Funnel shifts move the 64 bits b:a.
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
ALU1(brev_32, u32, u32, reverse_32(a))
ALU1(brev_64, u64, u64, (u64)reverse_32((u32)a) << 32 | reverse_32((u32)(a >> 32)))

// Does bfind: returns the position of the highest bit that differs from the sign, all ones if there is none; with .shiftamt, how
// far to shift this bit to the top.
static u32 find(u64 x, bool negative, int bits, bool shiftamt)
{
    x = negative ? ~x : x;
    x = bits == 32 ? (u32)x : x;
    u32 position = 63 - clz_64(x);
    if (x == 0)
        return FULL;
    return shiftamt ? (u32)bits - 1 - position : position;
}

// Does fns: returns the position of the n-th set bit of a from bit `base`, upwards for n > 0, downwards for n < 0; for n == 0,
// `base` itself if this bit is set; all ones if there is none. The lowest n, whose negation overflows, gives 0 on an H200.
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

static inline u64 ones(u32 n) // n low bits
{
    return n > 63 ? ~0ull : (1ull << n) - 1;
}

// bfe takes `length` bits of a from `start`. Both are 0 to 255; larger numbers count modulo 256 for 32 bits, as 255 for 64 bits,
// as on an H200. The sign is the field's top bit, or a's top bit if the field reaches beyond it.
static inline u32 at_most_255(u32 x)
{
    return x < 255 ? x : 255;
}

// The field goes to the top of a word, and back as far down as it belongs, with or without its sign.
#define EXTRACT(name, U, S, bits)                                                 \
    static inline U name(U a, u32 start, u32 length, bool is_signed)              \
    {                                                                             \
        u32 up = start + length < (bits) ? (bits) - (start + length) : 0;         \
        u32 down = up + start, most = (bits)-1;                                   \
        U top = a << (up & most), field = down > most ? 0 : top >> (down & most); \
        field = is_signed ? (U)((S)top >> (down > most ? most : down)) : field;   \
        return length ? field : 0;                                                \
    }

EXTRACT(extract_32, u32, i32, 32)
EXTRACT(extract_64, u64, i64, 64)
ALU3(bfe_u32, u32, u32, u32, u32, extract_32(a, b & 255, c & 255, false))
ALU3(bfe_s32, u32, u32, u32, u32, extract_32(a, b & 255, c & 255, true))
ALU3(bfe_u64, u64, u64, u32, u32, extract_64(a, at_most_255(b), at_most_255(c), false))
ALU3(bfe_s64, u64, u64, u32, u32, extract_64(a, at_most_255(b), at_most_255(c), true))

// Does bfi d, a, b, start, length: returns b with a field replaced by a's low bits. The fourth source is in->list[0].
static u64 insert(u64 a, u64 b, u32 start, u32 length)
{
    u64 field = start > 63 ? 0 : ones(length) << start;
    return (b & ~field) | (start > 63 ? 0 : a << start & field);
}

#define BFI(name, T, limit)                                                                        \
    static void name(u8 *regs, const Insn *in, u32 mask)                                           \
    {                                                                                              \
        EACH_BIT(l, mask) {                                                                        \
            T a = OPERAND(const T, in->a)[l], b = OPERAND(const T, in->b)[l];                      \
            u32 start = OPERAND(const u32, in->c)[l], length = OPERAND(const u32, in->list[0])[l]; \
            OPERAND(T, in->d)[l] = (T)insert(a, b, limit(start), limit(length));                   \
        }                                                                                          \
    }

BFI(bfi_32, u32, (u8))
BFI(bfi_64, u64, at_most_255)

// bmsk makes `length` ones from bit `start`. For szext, bit b - 1 of a is its sign. Amounts wrap modulo 32, or clamp.
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

// Returns the byte of b:a that a nibble of prmt's selector picks; the nibble's top bit asks for the byte's sign instead.
static inline u32 picked(u32 a, u32 b, u32 nibble)
{
    u32 byte = (nibble & 4 ? b : a) >> 8 * (nibble & 3) & 255;
    return nibble & 8 ? (byte >> 7) * 255 : byte;
}

static inline u32 permute(u32 a, u32 b, u32 selector)
{
    return picked(a, b, selector) | picked(a, b, selector >> 4) << 8 |
           picked(a, b, selector >> 8) << 16 | picked(a, b, selector >> 12) << 24;
}

ALU3(prmt_32, u32, u32, u32, u32, permute(a, b, c))

// Does the other modes of prmt. `selectors` are four, for c & 3 = 0, 1, 2, 3.
static u32 permute_mode(u32 a, u32 b, u32 c, u64 selectors)
{
    return permute(a, b, (u32)(selectors >> 16 * (c & 3) & 0xffff));
}

// ---- Packing: sources or destinations are in->list[0] (lowest bits) onwards -----------------------------------------

#define PART(T, i) OPERAND(const T, in->list[i])

#define PACK2(name, D, S, bits)                                         \
    ALU_BEGIN(name, D)                                                  \
    const D part = (D)(((D)1 << (bits)) - 1);                           \
    const S *p0 = PART(S, 0), *p1 = PART(S, 1);                         \
    EACH_LANE d[l] = (D)((p0[l] & part) | (D)(p1[l] & part) << (bits)); \
    ALU_END

#define PACK4(name, D, S, bits)                                                                 \
    ALU_BEGIN(name, D)                                                                          \
    const D part = ((D)1 << (bits)) - 1;                                                        \
    const S *p0 = PART(S, 0), *p1 = PART(S, 1), *p2 = PART(S, 2), *p3 = PART(S, 3);             \
    EACH_LANE d[l] = (p0[l] & part) | (p1[l] & part) << (bits) | (p2[l] & part) << 2 * (bits) | \
                     (p3[l] & part) << 3 * (bits);                                              \
    ALU_END

PACK2(pack2_16, u16, u16, 8) // two bytes, each in a 16-bit register
PACK2(pack2_32, u32, u16, 16)
PACK2(pack2_64, u64, u32, 32)
PACK4(pack4_32, u32, u16, 8) // four bytes, each in a 16-bit register
PACK4(pack4_64, u64, u16, 16)

// A part may go to the register that holds the whole, so the whole is copied first.
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

UNPACK(unpack2_16, u16, u16, 2)
UNPACK(unpack2_32, u32, u16, 2)
UNPACK(unpack2_64, u64, u32, 2)
UNPACK(unpack4_64, u64, u16, 4)

// ---- Rare operations: one function with a case for each --------------------------------------------------------------

// Name, types of d, a, b, c, and the expression, as for SLOW1, SLOW2, SLOW3; how[1] and how[2] are the entry's. Differences (sad)
// wrap, as the hardware's do.
#define RARE(ONE, TWO, THREE)                                                            \
    TWO(add_sat_s32, i32, i32, i32, clamp_s32((i64)a + b))                               \
    TWO(sub_sat_s32, i32, i32, i32, clamp_s32((i64)a - b))                               \
    TWO(mul_hi_u16, u16, u16, u16, (u32)a *b >> 16)                                      \
    TWO(mul_hi_s16, u16, i16, i16, a *b >> 16)                                           \
    THREE(mad_hi_u16, u16, u16, u16, u16, ((u32)a * b >> 16) + c)                        \
    THREE(mad_hi_s16, u16, i16, i16, u16, (a * b >> 16) + c)                             \
    THREE(mad_hi_u32, u32, u32, u32, u32, (u32)((u64)a * b >> 32) + c)                   \
    THREE(mad_hi_s32, u32, i32, i32, u32, (u32)((i64)a * b >> 32) + c)                   \
    THREE(mad_hi_sat_s32, i32, i32, i32, i32, clamp_s32(((i64)a * b >> 32) + c))         \
    THREE(mad_hi_u64, u64, u64, u64, u64, high_u64(a, b) + c)                            \
    THREE(mad_hi_s64, u64, u64, u64, u64, high_s64(a, b) + c)                            \
    THREE(mad_wide_u16, u32, u16, u16, u32, (u32)a *b + c)                               \
    THREE(mad_wide_s16, u32, i16, i16, u32, (u32)(a * b) + c)                            \
    TWO(mul24_lo_s32, u32, u32, u32, (u64)(s24(a) * s24(b)))                             \
    TWO(mul24_lo_u32, u32, u32, u32, u24(a) * u24(b))                                    \
    TWO(mul24_hi_s32, u32, u32, u32, (s24(a) * s24(b)) >> 16)                            \
    TWO(mul24_hi_u32, u32, u32, u32, (u24(a) * u24(b)) >> 16)                            \
    THREE(mad24_lo_s32, u32, u32, u32, u32, (u32)(u64)(s24(a) * s24(b)) + c)             \
    THREE(mad24_lo_u32, u32, u32, u32, u32, (u32)(u24(a) * u24(b)) + c)                  \
    THREE(mad24_hi_s32, u32, u32, u32, u32, (u32)(u64)(s24(a) * s24(b) >> 16) + c)       \
    THREE(mad24_hi_u32, u32, u32, u32, u32, (u32)(u24(a) * u24(b) >> 16) + c)            \
    THREE(mad24_hi_sat_s32, i32, u32, u32, i32, clamp_s32((s24(a) * s24(b) >> 16) + c))  \
    TWO(min_relu_s32, i32, i32, i32, (a < b ? a : b) > 0 ? (a < b ? a : b) : 0)          \
    TWO(max_relu_s32, i32, i32, i32, (a > b ? a : b) > 0 ? (a > b ? a : b) : 0)          \
    THREE(sad_u16, u16, u16, u16, u16, c + (a < b ? b - a : a - b))                      \
    THREE(sad_s16, u16, i16, i16, u16, c + (a < b ? b - a : a - b))                      \
    THREE(sad_u32, u32, u32, u32, u32, c + (a < b ? b - a : a - b))                      \
    THREE(sad_s32, u32, i32, i32, u32, c + (a < b ? (u32)b - (u32)a : (u32)a - (u32)b))  \
    THREE(sad_u64, u64, u64, u64, u64, c + (a < b ? b - a : a - b))                      \
    THREE(sad_s64, u64, i64, i64, u64, c + (a < b ? (u64)b - (u64)a : (u64)a - (u64)b))  \
    TWO(add_16x2, u32, u32, u32, HALVES(a + b, (a >> 16) + (b >> 16)))                   \
    TWO(min_u16x2_, u32, u32, u32, min_u16x2(a, b))                                      \
    TWO(max_u16x2_, u32, u32, u32, max_u16x2(a, b))                                      \
    TWO(min_s16x2, u32, u32, u32, min_u16x2(a ^ FLIP, b ^ FLIP) ^ FLIP)                  \
    TWO(max_s16x2, u32, u32, u32, max_u16x2(a ^ FLIP, b ^ FLIP) ^ FLIP)                  \
    TWO(min_relu_s16x2, u32, u32, u32, relu_s16x2(min_u16x2(a ^ FLIP, b ^ FLIP) ^ FLIP)) \
    TWO(max_relu_s16x2, u32, u32, u32, relu_s16x2(max_u16x2(a ^ FLIP, b ^ FLIP) ^ FLIP)) \
    ONE(clz_32, u32, u32, clz_32(a))                                                     \
    ONE(clz_64, u32, u64, clz_64(a))                                                     \
    ONE(bfind_32, u32, u32, find(a, how[1] && (i32)a < 0, 32, how[2]))                   \
    ONE(bfind_64, u32, u64, find(a, how[1] && (i64)a < 0, 64, how[2]))                   \
    THREE(fns_32, u32, u32, u32, i32, find_nth(a, b, c))                                 \
    TWO(bmsk, u32, u32, u32, field_mask(a, b, how[1]))                                   \
    TWO(szext, u32, u32, u32, sign_or_zero(a, b, how[1], how[2]))                        \
    THREE(prmt_f4e, u32, u32, u32, u32, permute_mode(a, b, c, 0x6543543243213210))       \
    THREE(prmt_b4e, u32, u32, u32, u32, permute_mode(a, b, c, 0x0123701267015670))       \
    THREE(prmt_rc8, u32, u32, u32, u32, permute_mode(a, b, c, 0x3333222211110000))       \
    THREE(prmt_ecl, u32, u32, u32, u32, permute_mode(a, b, c, 0x3333322232113210))       \
    THREE(prmt_ecr, u32, u32, u32, u32, permute_mode(a, b, c, 0x3210221011100000))       \
    THREE(prmt_rc16, u32, u32, u32, u32, permute_mode(a, b, c, 0x3232101032321010))      \
    THREE(dp4a, u32, u32, u32, u32, dot_bytes(a, b, c, how[1], how[2]))                  \
    THREE(dp2a_lo, u32, u32, u32, u32, dot_halves(a, b, c, how[1], how[2], 0))           \
    THREE(dp2a_hi, u32, u32, u32, u32, dot_halves(a, b, c, how[1], how[2], 2))           \
    TWO(div_u16, u16, u16, u16, b ? a / b : (u16)-1)                                     \
    TWO(rem_u16, u16, u16, u16, b ? a % b : (u16)-1)                                     \
    TWO(div_s16, u16, i16, i16, b == 0 ? -1 : a / b)                                     \
    TWO(rem_s16, u16, i16, i16, b == 0 ? -1 : a % b)                                     \
    ONE(cnot_16, u16, u16, a == 0)                                                       \
    ONE(cnot_32, u32, u32, a == 0)                                                       \
    ONE(cnot_64, u64, u64, a == 0)

#define NUMBER(name, ...) RARE_##name,
enum { RARE(NUMBER, NUMBER, NUMBER) };

// Bytes of d, a, b, c; 0: it has no such operand.
#define BYTES_1(name, D, A, expr)       {sizeof(D), sizeof(A)},
#define BYTES_2(name, D, A, B, expr)    {sizeof(D), sizeof(A), sizeof(B)},
#define BYTES_3(name, D, A, B, C, expr) {sizeof(D), sizeof(A), sizeof(B), sizeof(C)},
static const u8 rare_bytes[][4] = {RARE(BYTES_1, BYTES_2, BYTES_3)};

#define CASE(name, D, operands, expr) \
    case RARE_##name: {               \
        operands;                     \
        return (u64)(D)(expr);        \
    }
#define CASE_1(name, D, A, expr)       CASE(name, D, A a = (A)x, expr)
#define CASE_2(name, D, A, B, expr)    CASE(name, D, A a = (A)x; B b = (B)y, expr)
#define CASE_3(name, D, A, B, C, expr) CASE(name, D, A a = (A)x; B b = (B)y; C c = (C)z, expr)

static u64 rare_value(const u8 *how, u64 x, u64 y, u64 z)
{
    switch (how[0]) {
        RARE(CASE_1, CASE_2, CASE_3)
    default: return 0;
    }
}

static void rare(u8 *regs, const Insn *in, u32 mask)
{
    const u8 *how = in->alu.does.how, *bytes = rare_bytes[how[0]];
    EACH_BIT(l, mask) {
        u64 a = lane_bits(regs, in->a, bytes[1], l), b = lane_bits(regs, in->b, bytes[2], l);
        u64 r = rare_value(how, a, b, lane_bits(regs, in->c, bytes[3], l));
        set_lane_bits(regs, in->d, bytes[0], l, r);
    }
}

// ---- Names -------------------------------------------------------------------------------------------------------

// One function per size, or one per type.
#define SIZES(prefix, fn)                                                                        \
    ENTRY(prefix ".u16", fn##_16), ENTRY(prefix ".s16", fn##_16), ENTRY(prefix ".u32", fn##_32), \
        ENTRY(prefix ".s32", fn##_32), ENTRY(prefix ".u64", fn##_64),                            \
        ENTRY(prefix ".s64", fn##_64)
#define TYPES_32_64(prefix, fn)                                     \
    ENTRY(prefix ".u32", fn##_u32), ENTRY(prefix ".s32", fn##_s32), \
        ENTRY(prefix ".u64", fn##_u64), ENTRY(prefix ".s64", fn##_s64)
#define TYPES(prefix, fn) \
    ENTRY(prefix ".u16", fn##_u16), ENTRY(prefix ".s16", fn##_s16), TYPES_32_64(prefix, fn)
#define BITS(fn) ENTRY(".b16", fn##_16), ENTRY(".b32", fn##_32), ENTRY(".b64", fn##_64)

#define RARELY(name, what)      ENTRY_HOW(name, rare, RARE_##what)
#define RARELY_16(prefix, what) RARELY(prefix ".u16", what##_u16), RARELY(prefix ".s16", what##_s16)
#define RARELY_32(prefix, what) RARELY(prefix ".u32", what##_u32), RARELY(prefix ".s32", what##_s32)
#define RARELY_32_64(prefix, what) \
    RARELY_32(prefix, what), RARELY(prefix ".u64", what##_u64), RARELY(prefix ".s64", what##_s64)
// Types that differ in signs alone: how[1], and of the second source how[2].
#define RARELY_HOW(name, what, ...) ENTRY_HOW(name, rare, RARE_##what, __VA_ARGS__)
#define RARELY_SIGNED(prefix, what, more)                                                         \
    RARELY_HOW(prefix ".u32", what##_32, 0, more), RARELY_HOW(prefix ".s32", what##_32, 1, more), \
        RARELY_HOW(prefix ".u64", what##_64, 0, more),                                            \
        RARELY_HOW(prefix ".s64", what##_64, 1, more)
#define RARELY_DOT(prefix, what)                                                          \
    RARELY_HOW(prefix ".u32.u32", what, 0, 0), RARELY_HOW(prefix ".u32.s32", what, 0, 1), \
        RARELY_HOW(prefix ".s32.u32", what, 1, 0), RARELY_HOW(prefix ".s32.s32", what, 1, 1)

#define CARRY_OF(prefix, of_unsigned, of_signed)              \
    ENTRY_HOW(prefix ".u32", with_carry, 4, of_unsigned),     \
        ENTRY_HOW(prefix ".s32", with_carry, 4, of_signed),   \
        ENTRY_HOW(prefix ".u64", with_carry, 8, of_unsigned), \
        ENTRY_HOW(prefix ".s64", with_carry, 8, of_signed)
#define CARRY(prefix, what) CARRY_OF(prefix, what, what)
#define CARRY_HIGH(prefix)  CARRY_OF(prefix, HIGH_UNSIGNED, HIGH_SIGNED)

// ptxas takes .relu before and behind the type, and NVIDIA's headers have it behind.
#define RELU(type, op, name) \
    RARELY(".relu" type, op##_relu_##name), RARELY(type ".relu", op##_relu_##name)

const AluGroup int_groups[] = {
    GROUP("add", SIZES("", add), CARRY(".cc", CARRIED_SUM), RARELY(".sat.s32", add_sat_s32),
          RARELY(".u16x2", add_16x2), RARELY(".s16x2", add_16x2)),
    GROUP("sub", SIZES("", sub), CARRY(".cc", CARRIED_DIFFERENCE), RARELY(".sat.s32", sub_sat_s32)),
    GROUP("addc", CARRY("", CARRIED_SUM), CARRY(".cc", CARRIED_SUM)),
    GROUP("subc", CARRY("", CARRIED_DIFFERENCE), CARRY(".cc", CARRIED_DIFFERENCE)),
    GROUP("mul", SIZES(".lo", mul_lo), RARELY_16(".hi", mul_hi), TYPES_32_64(".hi", mul_hi),
          ENTRY(".wide.u16", mul_wide_u16), ENTRY(".wide.s16", mul_wide_s16),
          ENTRY(".wide.u32", mul_wide_u32), ENTRY(".wide.s32", mul_wide_s32)),
    GROUP("mad", SIZES(".lo", mad_lo), RARELY_16(".hi", mad_hi), RARELY_32_64(".hi", mad_hi),
          RARELY_16(".wide", mad_wide), ENTRY(".wide.u32", mad_wide_u32),
          ENTRY(".wide.s32", mad_wide_s32), RARELY(".hi.sat.s32", mad_hi_sat_s32),
          CARRY(".lo.cc", LOW), CARRY_HIGH(".hi.cc")),
    GROUP("madc", CARRY(".lo", LOW), CARRY_HIGH(".hi"), CARRY(".lo.cc", LOW), CARRY_HIGH(".hi.cc")),
    GROUP("mul24", RARELY_32(".lo", mul24_lo), RARELY_32(".hi", mul24_hi)),
    GROUP("mad24", RARELY_32(".lo", mad24_lo), RARELY_32(".hi", mad24_hi),
          RARELY(".hi.sat.s32", mad24_hi_sat_s32)),
    GROUP("div", RARELY_16("", div), TYPES_32_64("", div)),
    GROUP("rem", RARELY_16("", rem), TYPES_32_64("", rem)),
    GROUP("abs", ENTRY(".s16", abs_16), ENTRY(".s32", abs_32), ENTRY(".s64", abs_64)),
    GROUP("neg", ENTRY(".s16", neg_16), ENTRY(".s32", neg_32), ENTRY(".s64", neg_64)),
    GROUP("min", TYPES("", min), RELU(".s32", min, s32), RARELY(".u16x2", min_u16x2_),
          RARELY(".s16x2", min_s16x2), RELU(".s16x2", min, s16x2)),
    GROUP("max", TYPES("", max), RELU(".s32", max, s32), RARELY(".u16x2", max_u16x2_),
          RARELY(".s16x2", max_s16x2), RELU(".s16x2", max, s16x2)),
    GROUP("sad", RARELY_16("", sad), RARELY_32_64("", sad)),
    GROUP("dp4a", RARELY_DOT("", dp4a)),
    GROUP("dp2a", RARELY_DOT(".lo", dp2a_lo), RARELY_DOT(".hi", dp2a_hi)),
    GROUP("and", BITS(and)),
    GROUP("or", BITS(or)),
    GROUP("xor", BITS(xor)),
    GROUP("not", BITS(not )),
    GROUP("cnot", RARELY(".b16", cnot_16), RARELY(".b32", cnot_32), RARELY(".b64", cnot_64)),
    GROUP("mov", BITS(mov), SIZES("", mov), ENTRY(".f32", mov_32), ENTRY(".f64", mov_64)),
    GROUP("lop3", ENTRY(".b32", lop3_32)),
    GROUP("shl", BITS(shl)),
    GROUP("shr", TYPES("", shr), ENTRY(".b16", shr_u16), ENTRY(".b32", shr_u32),
          ENTRY(".b64", shr_u64)),
    GROUP("shf", ENTRY(".l.wrap.b32", shf_l_wrap), ENTRY(".r.wrap.b32", shf_r_wrap),
          ENTRY(".l.clamp.b32", shf_l_clamp), ENTRY(".r.clamp.b32", shf_r_clamp)),
    GROUP("popc", ENTRY(".b32", popc_32), ENTRY(".b64", popc_64)),
    GROUP("clz", RARELY(".b32", clz_32), RARELY(".b64", clz_64)),
    GROUP("brev", ENTRY(".b32", brev_32), ENTRY(".b64", brev_64)),
    GROUP("bfind", RARELY_SIGNED("", bfind, false), RARELY_SIGNED(".shiftamt", bfind, true)),
    GROUP("fns", RARELY(".b32", fns_32)),
    GROUP("bfe", TYPES_32_64("", bfe)),
    GROUP("bfi", ENTRY(".b32", bfi_32), ENTRY(".b64", bfi_64)),
    GROUP("bmsk", RARELY_HOW(".clamp.b32", bmsk, true), RARELY_HOW(".wrap.b32", bmsk, false)),
    GROUP("szext", RARELY_HOW(".clamp.u32", szext, 0, true),
          RARELY_HOW(".clamp.s32", szext, 1, true), RARELY_HOW(".wrap.u32", szext, 0, false),
          RARELY_HOW(".wrap.s32", szext, 1, false)),
    GROUP("prmt", ENTRY(".b32", prmt_32), RARELY(".b32.f4e", prmt_f4e),
          RARELY(".b32.b4e", prmt_b4e), RARELY(".b32.rc8", prmt_rc8), RARELY(".b32.ecl", prmt_ecl),
          RARELY(".b32.ecr", prmt_ecr), RARELY(".b32.rc16", prmt_rc16)),
    GROUP("pack2", ENTRY(".b16", pack2_16), ENTRY(".b32", pack2_32), ENTRY(".b64", pack2_64)),
    GROUP("pack4", ENTRY(".b32", pack4_32), ENTRY(".b64", pack4_64)),
    GROUP("unpack2", ENTRY(".b16", unpack2_16), ENTRY(".b32", unpack2_32),
          ENTRY(".b64", unpack2_64)),
    GROUP("unpack4", ENTRY(".b64", unpack4_64)),
    {0},
};
