// Integer instructions agree with references in 128-bit arithmetic, or bit by bit.

#include "alu_case.h"

typedef __int128 i128;
typedef unsigned __int128 u128;

static void adds_and_subtracts(void **state)
{
    (void)state;
    CHECK2("add.u16", u16, u16, u16, a + b);
    CHECK2("add.s32", u32, u32, u32, (i128)a + b);
    CHECK2("add.u64", u64, u64, u64, (i128)a + b);
    CHECK2("sub.s16", u16, u16, u16, a - b);
    CHECK2("sub.u32", u32, u32, u32, (i128)a - b);
    CHECK2("sub.s64", u64, u64, u64, (i128)a - b);
    CHECK2("add.sat.s32", i32, i32, i32,
           (i64)a + b > INT32_MAX   ? INT32_MAX
           : (i64)a + b < INT32_MIN ? INT32_MIN
                                    : (i64)a + b);
    CHECK2("sub.sat.s32", i32, i32, i32,
           (i64)a - b > INT32_MAX   ? INT32_MAX
           : (i64)a - b < INT32_MIN ? INT32_MIN
                                    : (i64)a - b);
    CHECK2("add.u16x2", u32, u32, u32, ((a & 0xffff0000) + (b & 0xffff0000)) | ((a + b) & 0xffff));
}

static void multiplies(void **state)
{
    (void)state;
    CHECK2("mul.lo.u16", u16, u16, u16, (u128)a * b);
    CHECK2("mul.lo.s32", u32, u32, u32, (u128)a * b);
    CHECK2("mul.lo.u64", u64, u64, u64, (u128)a * b);
    CHECK2("mul.hi.u16", u16, u16, u16, (u128)a * b >> 16);
    CHECK2("mul.hi.s16", i16, i16, i16, (i128)a * b >> 16);
    CHECK2("mul.hi.u32", u32, u32, u32, (u128)a * b >> 32);
    CHECK2("mul.hi.s32", i32, i32, i32, (i128)a * b >> 32);
    CHECK2("mul.hi.u64", u64, u64, u64, (u128)a * b >> 64);
    CHECK2("mul.hi.s64", i64, i64, i64, (i128)a * b >> 64);
    CHECK2("mul.wide.u16", u32, u16, u16, (u128)a * b);
    CHECK2("mul.wide.s16", i32, i16, i16, (i128)a * b);
    CHECK2("mul.wide.u32", u64, u32, u32, (u128)a * b);
    CHECK2("mul.wide.s32", i64, i32, i32, (i128)a * b);
    CHECK2("mul24.lo.u32", u32, u32, u32, (u128)(a & 0xffffff) * (b & 0xffffff));
    CHECK2("mul24.hi.u32", u32, u32, u32, (u128)(a & 0xffffff) * (b & 0xffffff) >> 16);
    CHECK2("mul24.hi.s32", u32, u32, u32,
           (i128)((i32)(a << 8) / 256) * ((i32)(b << 8) / 256) >> 16);
}

static void multiplies_and_adds(void **state)
{
    (void)state;
    CHECK3("mad.lo.u16", u16, u16, u16, u16, (u128)a * b + c);
    CHECK3("mad.lo.s32", u32, u32, u32, u32, (u128)a * b + c);
    CHECK3("mad.lo.s64", u64, u64, u64, u64, (u128)a * b + c);
    CHECK3("mad.hi.u16", u16, u16, u16, u16, ((u128)a * b >> 16) + c);
    CHECK3("mad.hi.s32", i32, i32, i32, i32, ((i128)a * b >> 32) + c);
    CHECK3("mad.hi.u64", u64, u64, u64, u64, ((u128)a * b >> 64) + c);
    CHECK3("mad.hi.s64", i64, i64, i64, i64, ((i128)a * b >> 64) + c);
    CHECK3("mad.hi.sat.s32", i32, i32, i32, i32,
           ((i64)a * b >> 32) + c > INT32_MAX   ? INT32_MAX
           : ((i64)a * b >> 32) + c < INT32_MIN ? INT32_MIN
                                                : ((i64)a * b >> 32) + c);
    CHECK3("mad.wide.u16", u32, u16, u16, u32, (u128)a * b + c);
    CHECK3("mad.wide.s32", i64, i32, i32, i64, (i128)a * b + c);
    CHECK3("mad.wide.u32", u64, u32, u32, u64, (u128)a * b + c);
    CHECK3("mad24.lo.u32", u32, u32, u32, u32, (u128)(a & 0xffffff) * (b & 0xffffff) + c);
}

// A division by zero gives all ones, as measured on an H200.
static void divides(void **state)
{
    (void)state;
    CHECK2("div.u16", u16, u16, u16, b ? a / b : -1);
    CHECK2("div.s16", i16, i16, i16, b ? a / b : -1);
    CHECK2("div.u32", u32, u32, u32, b ? a / b : FULL);
    CHECK2("div.s32", i32, i32, i32, b ? (i64)a / b : -1);
    CHECK2("div.u64", u64, u64, u64, b ? a / b : ~0ull);
    CHECK2("div.s64", i64, i64, i64, b ? (i128)a / b : -1);
    CHECK2("rem.u16", u16, u16, u16, b ? a % b : -1);
    CHECK2("rem.s16", i16, i16, i16, b ? a % b : -1);
    CHECK2("rem.u32", u32, u32, u32, b ? a % b : FULL);
    CHECK2("rem.s32", i32, i32, i32, b ? (i64)a % b : -1);
    CHECK2("rem.u64", u64, u64, u64, b ? a % b : ~0ull);
    CHECK2("rem.s64", i64, i64, i64, b ? (i128)a % b : -1);
}

static void orders(void **state)
{
    (void)state;
    CHECK1("abs.s16", i16, i16, a < 0 ? -a : a);
    CHECK1("abs.s32", i32, i32, a < 0 ? -(i64)a : a);
    CHECK1("abs.s64", i64, i64, a < 0 ? -(i128)a : a);
    CHECK1("neg.s16", i16, i16, -a);
    CHECK1("neg.s32", i32, i32, -(i64)a);
    CHECK1("neg.s64", i64, i64, -(i128)a);
    CHECK2("min.u16", u16, u16, u16, a < b ? a : b);
    CHECK2("max.s16", i16, i16, i16, a > b ? a : b);
    CHECK2("min.u32", u32, u32, u32, a < b ? a : b);
    CHECK2("max.u32", u32, u32, u32, a > b ? a : b);
    CHECK2("min.s32", i32, i32, i32, a < b ? a : b);
    CHECK2("max.s32", i32, i32, i32, a > b ? a : b);
    CHECK2("min.u64", u64, u64, u64, a < b ? a : b);
    CHECK2("max.s64", i64, i64, i64, a > b ? a : b);
    CHECK2("max.relu.s32", i32, i32, i32, a > b ? (a > 0 ? a : 0) : (b > 0 ? b : 0));
    CHECK3("sad.u32", u32, u32, u32, u32, c + (a > b ? a - b : b - a));
    CHECK3("sad.s32", i32, i32, i32, i32, c + ((i64)a > b ? (i64)a - b : (i64)b - a));
    CHECK3("sad.s64", i64, i64, i64, i64, c + ((i128)a > b ? (i128)a - b : (i128)b - a));
}

static u32 halves(u32 (*op)(u32, u32), u32 a, u32 b)
{
    return op(a >> 16, b >> 16) << 16 | (op(a & 0xffff, b & 0xffff) & 0xffff);
}

static u32 smaller_s16(u32 a, u32 b)
{
    return (u16)((i16)a < (i16)b ? a : b);
}

static u32 larger_s16_or_0(u32 a, u32 b)
{
    i32 r = (i16)a > (i16)b ? (i16)a : (i16)b;
    return (u16)(r > 0 ? r : 0);
}

static u32 larger_u16(u32 a, u32 b)
{
    return a > b ? a : b;
}

static void works_on_halves(void **state)
{
    (void)state;
    CHECK2("min.s16x2", u32, u32, u32, halves(smaller_s16, a, b));
    CHECK2("max.relu.s16x2", u32, u32, u32, halves(larger_s16_or_0, a, b));
    CHECK2("max.u16x2", u32, u32, u32, halves(larger_u16, a, b));
}

static u32 dot(u32 a, u32 b, u32 c, bool sa, bool sb)
{
    i64 sum = (i32)c;
    for (int i = 0; i < 32; i += 8)
        sum +=
            (sa ? (i8)(a >> i) : (i64)(a >> i & 255)) * (sb ? (i8)(b >> i) : (i64)(b >> i & 255));
    return (u32)sum;
}

static void adds_products_of_bytes(void **state)
{
    (void)state;
    CHECK3("dp4a.u32.u32", u32, u32, u32, u32, dot(a, b, c, false, false));
    CHECK3("dp4a.s32.s32", u32, u32, u32, u32, dot(a, b, c, true, true));
    CHECK3("dp4a.u32.s32", u32, u32, u32, u32, dot(a, b, c, false, true));
    CHECK3("dp2a.lo.s32.u32", u32, u32, u32, u32,
           c + (u32)((i16)a * (i32)(b & 255)) + (u32)((i16)(a >> 16) * (i32)(b >> 8 & 255)));
    CHECK3("dp2a.hi.u32.u32", u32, u32, u32, u32,
           c + (a & 0xffff) * (b >> 16 & 255) + (a >> 16) * (b >> 24));
}

static void does_logic(void **state)
{
    (void)state;
    CHECK2("and.b16", u16, u16, u16, a & b);
    CHECK2("or.b32", u32, u32, u32, a | b);
    CHECK2("xor.b64", u64, u64, u64, a ^ b);
    CHECK1("not.b32", u32, u32, ~a);
    CHECK1("not.b64", u64, u64, ~a);
    CHECK1("cnot.b32", u32, u32, !a);
    CHECK1("mov.b16", u16, u16, a);
    CHECK1("mov.f32", u32, u32, a);
    CHECK1("mov.u64", u64, u64, a);
}

// Returns the table's bit for each of the 32 positions.
static u32 by_table(u32 a, u32 b, u32 c, u32 table)
{
    u32 r = 0;
    for (int i = 0; i < 32; i++)
        r |= (table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1)) & 1) << i;
    return r;
}

static void looks_up_three_bits(void **state)
{
    (void)state;
    for (u32 table = 0; table < 256; table++) {
        Case k;
        case_start(&k, (int)table, 4, 4, 4, 4);
        k.in.alu.table = table;
        case_run(&k, "lop3.b32");
        for (int l = 0; l < LANES; l++)
            case_compare(&k, "lop3.b32", 4, l,
                         by_table((u32)bits_at(k.before + AT_A, 4, l),
                                  (u32)bits_at(k.before + AT_B, 4, l),
                                  (u32)bits_at(k.before + AT_C, 4, l), table));
    }
}

static void shifts(void **state)
{
    (void)state;
    CHECK2("shl.b16", u16, u16, u32, b < 16 ? a << b : 0);
    CHECK2("shl.b32", u32, u32, u32, b < 32 ? a << b : 0);
    CHECK2("shl.b64", u64, u64, u32, b < 64 ? a << b : 0);
    CHECK2("shr.u16", u16, u16, u32, b < 16 ? a >> b : 0);
    CHECK2("shr.u32", u32, u32, u32, b < 32 ? a >> b : 0);
    CHECK2("shr.b64", u64, u64, u32, b < 64 ? a >> b : 0);
    CHECK2("shr.s16", i16, i16, u32, (i128)a >> (b < 64 ? b : 64));
    CHECK2("shr.s32", i32, i32, u32, (i128)a >> (b < 64 ? b : 64));
    CHECK2("shr.s64", i64, i64, u32, (i128)a >> (b < 64 ? b : 64));
    CHECK3("shf.l.wrap.b32", u32, u32, u32, u32, c % 32 ? b << c % 32 | a >> (32 - c % 32) : b);
    CHECK3("shf.r.wrap.b32", u32, u32, u32, u32, c % 32 ? b << (32 - c % 32) | a >> c % 32 : a);
    CHECK3("shf.l.clamp.b32", u32, u32, u32, u32, c >= 32 ? a : c ? b << c | a >> (32 - c) : b);
    CHECK3("shf.r.clamp.b32", u32, u32, u32, u32, c >= 32 ? b : c ? b << (32 - c) | a >> c : a);
}

static u32 ones_of(u64 x)
{
    u32 n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

static u32 highest(u64 x) // all ones if there is no bit
{
    u32 r = FULL;
    for (u32 i = 0; i < 64; i++)
        if (x >> i & 1)
            r = i;
    return r;
}

static u64 reversed(u64 x, int bits)
{
    u64 r = 0;
    for (int i = 0; i < bits; i++)
        r |= (x >> i & 1) << (bits - 1 - i);
    return r;
}

static void counts_and_finds_bits(void **state)
{
    (void)state;
    CHECK1("popc.b32", u32, u32, ones_of(a));
    CHECK1("popc.b64", u32, u64, ones_of(a));
    CHECK1("clz.b32", u32, u32, a ? 31 - highest(a) : 32);
    CHECK1("clz.b64", u32, u64, a ? 63 - highest(a) : 64);
    CHECK1("brev.b32", u32, u32, reversed(a, 32));
    CHECK1("brev.b64", u64, u64, reversed(a, 64));
    CHECK1("bfind.u32", u32, u32, highest(a));
    CHECK1("bfind.s32", u32, i32, highest((u32)(a < 0 ? ~a : a)));
    CHECK1("bfind.u64", u32, u64, highest(a));
    CHECK1("bfind.s64", u32, i64, highest((u64)(a < 0 ? ~a : a)));
    CHECK1("bfind.shiftamt.u32", u32, u32, a ? 31 - highest(a) : FULL);
    CHECK1("bfind.shiftamt.s64", u32, i64, a && ~a ? 63 - highest((u64)(a < 0 ? ~a : a)) : FULL);
}

// Returns the field as the PTX ISA describes it, bit by bit.
static u64 field_of(u64 a, u32 start, u32 length, int bits, bool is_signed)
{
    u64 r = 0;
    u32 last = start + length - 1 < (u32)bits - 1 ? start + length - 1 : (u32)bits - 1;
    u64 sign = is_signed && length ? a >> last & 1 : 0;
    for (u32 i = 0; i < (u32)bits; i++)
        r |= (i < length && start + i < (u32)bits ? a >> (start + i) & 1 : sign) << i;
    return r;
}

static u64 field_in(u64 a, u64 b, u32 start, u32 length, int bits)
{
    for (u32 i = 0; i < length && start + i < (u32)bits; i++)
        b = (b & ~(1ull << (start + i))) | (a >> i & 1) << (start + i);
    return b;
}

static void takes_and_puts_fields(void **state)
{
    (void)state;
    CHECK3("bfe.u32", u32, u32, u32, u32, field_of(a, b & 255, c & 255, 32, false));
    CHECK3("bfe.s32", u32, u32, u32, u32, field_of(a, b & 255, c & 255, 32, true));
    CHECK3("bfe.u64", u64, u64, u32, u32,
           field_of(a, b < 255 ? b : 255, c < 255 ? c : 255, 64, false));
    CHECK3("bfe.s64", u64, u64, u32, u32,
           field_of(a, b < 255 ? b : 255, c < 255 ? c : 255, 64, true));
    for (int round = 0; round < ROUNDS; round++) {
        Case k;
        case_start(&k, round, 4, 4, 4, 4);
        fill(k.regs + AT_E, 4);
        k.in.list[0] = AT_E;
        case_run(&k, "bfi.b32");
        for (int l = 0; l < LANES; l++)
            case_compare(&k, "bfi.b32", 4, l,
                         field_in(bits_at(k.before + AT_A, 4, l), bits_at(k.before + AT_B, 4, l),
                                  bits_at(k.before + AT_C, 4, l) & 255,
                                  bits_at(k.before + AT_E, 4, l) & 255, 32));
    }
    CHECK2("bmsk.clamp.b32", u32, u32, u32, a < 32 ? field_in(~0ull, 0, a, b, 32) : 0);
    CHECK2("bmsk.wrap.b32", u32, u32, u32, field_in(~0ull, 0, a % 32, b % 32, 32));
    CHECK2("szext.wrap.s32", u32, u32, u32, field_of(a, 0, b % 32, 32, true));
    CHECK2("szext.clamp.u32", u32, u32, u32, field_of(a, 0, b < 32 ? b : 32, 32, false));
}

static u32 byte_picked(u32 a, u32 b, u32 nibble)
{
    const u32 words[2] = {a, b};
    u32 byte = words[nibble >> 2 & 1] >> 8 * (nibble & 3) & 255;
    return nibble & 8 ? (byte & 128 ? 255 : 0) : byte;
}

static u32 bytes_picked(u32 a, u32 b, u32 c)
{
    u32 r = 0;
    for (int i = 3; i >= 0; i--)
        r = r << 8 | byte_picked(a, b, c >> 4 * i & 15);
    return r;
}

static void permutes_bytes(void **state)
{
    (void)state;
    static const u32 forward[] = {0x3210, 0x4321, 0x5432, 0x6543},
                     backward[] = {0x5670, 0x6701, 0x7012, 0x0123};
    CHECK3("prmt.b32", u32, u32, u32, u32, bytes_picked(a, b, c));
    CHECK3("prmt.b32.f4e", u32, u32, u32, u32, bytes_picked(a, b, forward[c & 3]));
    CHECK3("prmt.b32.b4e", u32, u32, u32, u32, bytes_picked(a, b, backward[c & 3]));
    CHECK3("prmt.b32.rc8", u32, u32, u32, u32, bytes_picked(a, b, (c & 3) * 0x1111));
    CHECK3("prmt.b32.rc16", u32, u32, u32, u32, bytes_picked(a, b, c & 1 ? 0x3232 : 0x1010));
}

// A chain of three 32-bit words does what 96-bit arithmetic does. A chain of three 64-bit words does what 192-bit
// arithmetic would do: the carry of the middle word shows in the highest.
static void carries(void **state)
{
    (void)state;
    static const char *const chains[4][3] = {{"add.cc.u32", "addc.cc.u32", "addc.u32"},
                                             {"sub.cc.s32", "subc.cc.s32", "subc.s32"},
                                             {"add.cc.u64", "addc.cc.u64", "addc.u64"},
                                             {"sub.cc.s64", "subc.cc.s64", "subc.s64"}};
    for (int round = 0; round < 4 * ROUNDS; round++) {
        const char *const *chain = chains[round % 4];
        const size_t size = round % 4 < 2 ? 4 : 8;
        const int bytes = (int)size;
        bool subtract = round % 2;
        Case k[3];
        u32 flags = (u32)next_random(), mask = FULL;
        for (int i = 0; i < 3; i++) {
            case_start(&k[i], 0, bytes, bytes, bytes, bytes);
            mask = i ? mask : k[i].mask;
            k[i].mask = mask;
            k[i].in.list[0] = i > 0 ? AT_D2 : NONE; // it takes the carry of the word before
            k[i].in.d2 = i < 2 ? AT_D2 : NONE;
            memcpy(k[i].regs + AT_D2, i ? k[i - 1].regs + AT_D2 : (u8 *)&flags, 4);
            for (size_t l = 0; l < LANES; l += 3) // where a carry goes through
                memset(k[i].regs + AT_A + size * l, subtract ? 0 : 255, size);
            for (size_t l = 0; l < LANES; l += 6)
                memset(k[i].regs + AT_B + size * l, 0, size);
            case_run(&k[i], chain[i]);
            assert_int_equal(bits_at(k[i].regs + AT_D2, 4, 0) & ~mask, flags & ~mask);
        }
        for (int l = 0; l < LANES; l++) {
            u128 carry = 0, full = ((u128)1 << 8 * bytes) - 1;
            for (int i = 0; i < 3; i++) {
                u128 a = bits_at(k[i].before + AT_A, bytes, l),
                     b = bits_at(k[i].before + AT_B, bytes, l);
                u128 r = subtract ? a - b - carry : a + b + carry;
                carry = r >> 8 * bytes & 1;
                case_compare(&k[i], chain[i], bytes, l, (u64)(r & full));
            }
        }
    }
}

static void carries_products(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        Case k, h;
        case_start(&k, 0, 8, 8, 8, 8);
        case_start(&h, 0, 8, 8, 8, 8);
        memcpy(h.regs + AT_A, k.regs + AT_A, 512); // a and b; c is the sum's upper word
        k.in.d2 = h.in.list[0] = AT_D2;
        h.in.d2 = k.in.list[0] = NONE;
        h.mask = k.mask;
        case_run(&k, "mad.lo.cc.u64");
        memcpy(h.regs + AT_D2, k.regs + AT_D2, 4);
        case_run(&h, "madc.hi.u64");
        for (int l = 0; l < LANES; l++) {
            u128 c = bits_at(k.before + AT_C, 8, l) | (u128)bits_at(h.before + AT_C, 8, l) << 64;
            u128 r = (u128)bits_at(k.before + AT_A, 8, l) * bits_at(k.before + AT_B, 8, l) + c;
            case_compare(&k, "mad.lo.cc.u64", 8, l, (u64)r);
            case_compare(&h, "madc.hi.u64", 8, l, (u64)(r >> 64));
        }
    }
}

static void packs_and_unpacks(void **state)
{
    (void)state;
    static const struct {
        const char *pack, *unpack;
        int whole, part, n;
    } forms[] = {{"pack2.b32", "unpack2.b32", 4, 2, 2},
                 {"pack2.b64", "unpack2.b64", 8, 4, 2},
                 {"pack4.b64", "unpack4.b64", 8, 2, 4}};
    for (int round = 0; round < ROUNDS; round++) {
        int whole = forms[round % 3].whole, part = forms[round % 3].part, n = forms[round % 3].n;
        Case k;
        case_start(&k, 0, whole, part, part, part);
        fill(k.regs + AT_E, part);
        const i32 at[] = {AT_A, AT_B, AT_C, AT_E};
        memcpy(k.in.list, at, sizeof at);
        case_run(&k, forms[round % 3].pack);
        for (int l = 0; l < LANES; l++) {
            u64 want = 0;
            for (int i = n - 1; i >= 0; i--)
                want = want << 8 * part | bits_at(k.before + at[i], part, l);
            case_compare(&k, forms[round % 3].pack, whole, l, want);
        }

        case_start(&k, 0, part, whole, part, part);
        memcpy(k.in.list, at, sizeof at); // the first part goes where the whole is
        k.in.list[1] = -1;
        case_run(&k, forms[round % 3].unpack);
        for (int i = 0; i < n; i++)
            for (int l = 0; l < LANES && i != 1; l++) {
                k.in.d = at[i];
                case_compare(&k, forms[round % 3].unpack, part, l,
                             bits_at(k.before + AT_A, whole, l) >> 8 * part * i &
                                 (~0ull >> (64 - 8 * part)));
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_and_subtracts),
        cmocka_unit_test(multiplies),
        cmocka_unit_test(multiplies_and_adds),
        cmocka_unit_test(divides),
        cmocka_unit_test(orders),
        cmocka_unit_test(works_on_halves),
        cmocka_unit_test(adds_products_of_bytes),
        cmocka_unit_test(does_logic),
        cmocka_unit_test(looks_up_three_bits),
        cmocka_unit_test(shifts),
        cmocka_unit_test(counts_and_finds_bits),
        cmocka_unit_test(takes_and_puts_fields),
        cmocka_unit_test(permutes_bytes),
        cmocka_unit_test(carries),
        cmocka_unit_test(carries_products),
        cmocka_unit_test(packs_and_unpacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
