// cvt: every pair of types and every rounding follows the rule "the value of the source, rounded, cut or clamped". The
// reference works in long double and 128-bit integers; for f16, bf16 and TF32 it searches the format's numbers around
// the value.

#include "alu_case.h"
#include "alu_format.h"

#include <stdio.h>

typedef __int128 i128;

static const char *const float_modes[] = {"rn", "rz", "rm", "rp"}, *const int_modes[] = {
                                                                       "rni", "rzi", "rmi", "rpi"};

// ---- Integers ----------------------------------------------------------------------------------------------------

static const struct Int {
    const char *name;
    int bytes;
    bool is_signed;
} ints[] = {{"u8", 1, false},  {"s8", 1, true},  {"u16", 2, false}, {"s16", 2, true},
            {"u32", 4, false}, {"s32", 4, true}, {"u64", 8, false}, {"s64", 8, true}};
enum { INTS = 8 };

static i128 least(const struct Int *t)
{
    return t->is_signed ? -((i128)1 << (8 * t->bytes - 1)) : 0;
}

static i128 most(const struct Int *t)
{
    return ((i128)1 << (8 * t->bytes - t->is_signed)) - 1;
}

// Returns the integer that a register's low bits stand for.
static i128 integer(const struct Int *t, u64 bits)
{
    i128 size = (i128)1 << 8 * t->bytes, x = (i128)bits & (size - 1);
    return t->is_signed && x >= size / 2 ? x - size : x;
}

static i128 clamped(const struct Int *t, i128 x)
{
    return x < least(t) ? least(t) : x > most(t) ? most(t) : x;
}

static long double to_integer(long double x, Mode mode)
{
    switch (mode) {
    case ZERO: return truncl(x);
    case DOWN: return floorl(x);
    case UP: return ceill(x);
    default: return rintl(x);
    }
}

// ---- Cases -------------------------------------------------------------------------------------------------------

static u64 low_bits(u64 x, int bytes)
{
    return x & ~0ull >> (64 - 8 * bytes);
}

// Returns a source for a conversion to an integer or a narrower float. It is often near a half or a limit.
static long double next_value(void)
{
    long double x = ldexpl((long double)(i64)next_random(), -(int)(next_random() % 64));
    switch (next_random() % 4) {
    case 0: return rintl(x) / 2;
    case 1: return ldexpl(1, (int)(next_random() % 66)) + (int)(next_random() % 3) - 1;
    case 2: return ldexpl(x, -(int)(next_random() % 200));
    default: return x;
    }
}

static void fill_with_values(Case *k, const Float *f, int bytes)
{
    for (int l = 0; l < LANES; l++)
        if (next_random() % 3) {
            u64 bits = encode(f, next_value(), EVEN);
            memcpy(k->regs + AT_A + (ptrdiff_t)l * bytes, &bits, (size_t)bytes);
        }
}

static int register_bytes(const struct Int *t, int round) // the type's own, or wider
{
    int own = t->bytes < 2 ? 2 : t->bytes;
    int wider[] = {own, own, 4, 8};
    return wider[round % 4] < own ? own : wider[round % 4];
}

static void integers_to_integers(void **state)
{
    (void)state;
    for (int i = 0; i < INTS * INTS; i++)
        for (int round = 0; round < 16; round++) {
            const struct Int *to = &ints[i / INTS], *from = &ints[i % INTS];
            bool sat = round & 1;
            if (sat && least(to) <= least(from) && most(to) >= most(from))
                continue; // not PTX
            char mnemonic[40];
            snprintf(mnemonic, sizeof mnemonic, "cvt.%s%s.%s", sat ? "sat." : "", to->name,
                     from->name);
            int d = register_bytes(to, round / 2), a = register_bytes(from, round / 4);
            Case k;
            case_start(&k, 0, d, a, 1, 1);
            case_run(&k, mnemonic);
            for (int l = 0; l < LANES; l++) {
                i128 x = integer(from, bits_at(k.before + AT_A, a, l));
                x = sat ? clamped(to, x) : integer(to, (u64)x);
                case_compare(&k, mnemonic, d, l, low_bits((u64)x, d));
            }
        }
}

// Returns what an H200 makes of NaN: 0; but from f64 and to 64 bits the pattern in which only the top bit is set.
static u64 nan_as(const struct Int *to, const Float *from)
{
    return from == &f64 || to->bytes == 8 ? (u64)integer(to, 1ull << (8 * to->bytes - 1)) : 0;
}

static void floats_to_integers(void **state)
{
    (void)state;
    static const Float *const sources[] = {&f16, &bf16, &f32, &f64};
    for (int i = 0; i < 4 * INTS; i++)
        for (int round = 0; round < 24; round++) {
            const Float *from = sources[i / INTS];
            const struct Int *to = &ints[i % INTS];
            if (from == &bf16 && to->bytes == 1)
                continue; // not PTX
            Mode mode = round % 4;
            bool ftz = from == &f32 && round & 4;
            char mnemonic[40];
            snprintf(mnemonic, sizeof mnemonic, "cvt.%s.%s%s.%s", int_modes[mode],
                     ftz ? "ftz." : "", to->name, from->name);
            int a = (from->fraction + from->exponent + 1) / 8, d = register_bytes(to, round / 8);
            Case k;
            case_start(&k, 0, d, a, 1, 1);
            fill_with_values(&k, from, a);
            case_run(&k, mnemonic);
            for (int l = 0; l < LANES; l++) {
                long double x = value(from, bits_at(k.before + AT_A, a, l));
                if (ftz && fabsl(x) < 0x1p-126L)
                    x = 0;
                x = to_integer(x, mode);
                u64 want = isnan(x)                            ? nan_as(to, from)
                           : x < (long double)least(to)        ? (u64)least(to)
                           : x >= (long double)most(to) + 0.5L ? (u64)most(to)
                                                               : (u64)(i128)x;
                case_compare(&k, mnemonic, d, l, low_bits(want, d));
            }
        }
}

static void integers_to_floats(void **state)
{
    (void)state;
    static const Float *const results[] = {&f16, &bf16, &f32, &f64};
    for (int i = 0; i < 4 * INTS; i++)
        for (int round = 0; round < 16; round++) {
            const Float *to = results[i / INTS];
            const struct Int *from = &ints[i % INTS];
            if (to == &bf16 && from->bytes == 1)
                continue; // not PTX
            char mnemonic[40];
            snprintf(mnemonic, sizeof mnemonic, "cvt.%s.%s.%s", float_modes[round % 4], to->name,
                     from->name);
            int d = (to->fraction + to->exponent + 1) / 8, a = register_bytes(from, round / 4);
            Case k;
            case_start(&k, 0, d, a, 1, 1);
            case_run(&k, mnemonic);
            for (int l = 0; l < LANES; l++)
                case_compare(&k, mnemonic, d, l,
                             encode(to, (long double)integer(from, bits_at(k.before + AT_A, a, l)),
                                    round % 4));
        }
}

// The sources are no NaN: what becomes of NaN depends on the two formats, and is checked below.
static void floats_to_narrower_floats(void **state)
{
    (void)state;
    static const struct {
        const Float *to, *from;
    } pairs[] = {{&f32, &f64},  {&f16, &f64},  {&bf16, &f64}, {&f16, &f32},
                 {&bf16, &f32}, {&bf16, &f16}, {&f16, &bf16}};
    for (int i = 0; i < 7; i++)
        for (int round = 0; round < 60; round++) {
            const Float *to = pairs[i].to, *from = pairs[i].from;
            char mnemonic[40];
            snprintf(mnemonic, sizeof mnemonic, "cvt.%s.%s.%s", float_modes[round % 4], to->name,
                     from->name);
            int d = (to->fraction + to->exponent + 1) / 8,
                a = (from->fraction + from->exponent + 1) / 8;
            Case k;
            case_start(&k, 0, d, a, 1, 1);
            fill_with_values(&k, from, a);
            case_run(&k, mnemonic);
            for (int l = 0; l < LANES; l++) {
                long double x = value(from, bits_at(k.before + AT_A, a, l));
                if (!isnan(x))
                    case_compare(&k, mnemonic, d, l, encode(to, x, round % 4));
            }
        }
}

static u32 pair(const Float *to, Mode mode, float high, float low)
{
    return (u32)((isnan(high) ? 0x7fff : encode(to, high, mode)) << 16 |
                 (isnan(low) ? 0x7fff : encode(to, low, mode)));
}

static void two_floats_to_halves(void **state)
{
    (void)state;
    CHECK2("cvt.rn.f16x2.f32", u32, float, float, pair(&f16, EVEN, a, b));
    CHECK2("cvt.rz.f16x2.f32", u32, float, float, pair(&f16, ZERO, a, b));
    CHECK2("cvt.rn.bf16x2.f32", u32, float, float, pair(&bf16, EVEN, a, b));
    CHECK2("cvt.rz.bf16x2.f32", u32, float, float, pair(&bf16, ZERO, a, b));
    CHECK2("cvt.rn.relu.f16x2.f32", u32, float, float,
           pair(&f16, EVEN, signbit(a) && !isnan(a) ? 0 : a, signbit(b) && !isnan(b) ? 0 : b));
    CHECK3_IF("cvt.rna.tf32.f32", u32, float, u8, u8, !isnan(a), encode(&tf32, a, AWAY));
    CHECK3_IF("cvt.rn.tf32.f32", u32, float, u8, u8, !isnan(a), encode(&tf32, a, EVEN));
}

static u64 flush_value(u64 bits)
{
    return bits & 0x7f800000 ? bits : bits & 0x80000000;
}

static void wider_or_same_floats(void **state)
{
    (void)state;
    CHECK3_IF("cvt.f64.f32", u64, u32, u8, u8, !isnan(value(&f32, a)),
              encode(&f64, value(&f32, a), EVEN));
    CHECK3_IF("cvt.ftz.f64.f32", u64, u32, u8, u8, !isnan(value(&f32, a)),
              encode(&f64, value(&f32, flush_value(a)), EVEN));
    CHECK1("cvt.f32.f16", u32, u16,
           isnan(value(&f16, a)) ? 0x7fffffff : encode(&f32, value(&f16, a), EVEN));
    CHECK1("cvt.f32.bf16", u32, u16, (u32)a << 16);
    CHECK3_IF("cvt.f64.f16", u64, u16, u8, u8, !isnan(value(&f16, a)),
              encode(&f64, value(&f16, a), EVEN));
    CHECK1("cvt.f32.f32", u32, u32, a);
    CHECK1("cvt.sat.f32.f32", u32, u32,
           !(value(&f32, a) > 0) ? 0
           : value(&f32, a) > 1  ? 0x3f800000
                                 : a);
    CHECK1("cvt.ftz.f32.f32", u32, u32, isnan(value(&f32, a)) ? 0x7fffffff : flush_value(a));
#define INTEGRAL(m, mode)                                                                 \
    CHECK1("cvt." m ".f32.f32", u32, u32,                                                 \
           isnan(value(&f32, a)) ? 0x7fffffff                                             \
                                 : encode(&f32, to_integer(value(&f32, a), mode), EVEN)); \
    CHECK3_IF("cvt." m ".f64.f64", u64, u64, u8, u8, !isnan(value(&f64, a)),              \
              encode(&f64, to_integer(value(&f64, a), mode), EVEN));                      \
    CHECK1("cvt." m ".f16.f16", u16, u16,                                                 \
           isnan(value(&f16, a)) ? 0x7fff : encode(&f16, to_integer(value(&f16, a), mode), EVEN));
    INTEGRAL("rni", EVEN)
    INTEGRAL("rzi", ZERO)
    INTEGRAL("rmi", DOWN)
    INTEGRAL("rpi", UP)
#undef INTEGRAL
}

// The expected NaNs were measured on an H200.
static void nans_keep_what_they_kept(void **state)
{
    (void)state;
    static const struct {
        const char *mnemonic;
        int d, a;
        u64 in, out;
    } cases[] = {{"cvt.f64.f32", 8, 4, 0x7f800001, 0x7ff8000020000000},
                 {"cvt.ftz.f64.f32", 8, 4, 0x7f800001, 0x7fffffffe0000000},
                 {"cvt.f64.f16", 8, 2, 0x7c01, 0x7ff8040000000000},
                 {"cvt.rn.f32.f64", 4, 8, 0xfff0000000000001, 0xffc00000},
                 {"cvt.rz.f32.f64", 4, 8, 0x7fffffffffffffff, 0x7fffffff},
                 {"cvt.rn.f16.f64", 2, 8, 0xfff0000000000001, 0xfe00},
                 {"cvt.rn.bf16.f64", 2, 8, 0x7fffffffffffffff, 0x7fff},
                 {"cvt.rn.f16.f32", 2, 4, 0xffc00000, 0x7fff},
                 {"cvt.rn.bf16.f32", 2, 4, 0x7f800001, 0x7fff},
                 {"cvt.rna.tf32.f32", 4, 4, 0x7f800001, 0x7f800000},
                 {"cvt.rn.tf32.f32", 4, 4, 0x7f800001, 0x7fffe000},
                 {"cvt.rzi.f64.f64", 8, 8, 0x7ff0000000000001, 0x7ff8000000000001}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Case k;
        case_start(&k, 0, cases[i].d, cases[i].a, 1, 1);
        k.mask = 1;
        memcpy(k.regs + AT_A, &cases[i].in, (size_t)cases[i].a);
        case_run(&k, cases[i].mnemonic);
        case_compare(&k, cases[i].mnemonic, cases[i].d, 0, cases[i].out);
    }
}

static u32 packed(i32 a, i32 b, u32 c, const struct Int *t)
{
    int bits = 8 * t->bytes;
    u64 high = low_bits((u64)clamped(t, a), t->bytes), low = low_bits((u64)clamped(t, b), t->bytes);
    return (u32)((u64)c << 2 * bits | high << bits | low);
}

static void packs(void **state)
{
    (void)state;
    CHECK2("cvt.pack.sat.u16.s32", u32, i32, i32, packed(a, b, 0, &ints[2]));
    CHECK2("cvt.pack.sat.s16.s32", u32, i32, i32, packed(a, b, 0, &ints[3]));
    CHECK3("cvt.pack.sat.u8.s32.b32", u32, i32, i32, u32, packed(a, b, c, &ints[0]));
    CHECK3("cvt.pack.sat.s8.s32.b32", u32, i32, i32, u32, packed(a, b, c, &ints[1]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_to_integers),     cmocka_unit_test(floats_to_integers),
        cmocka_unit_test(integers_to_floats),       cmocka_unit_test(floats_to_narrower_floats),
        cmocka_unit_test(two_floats_to_halves),     cmocka_unit_test(wider_or_same_floats),
        cmocka_unit_test(nans_keep_what_they_kept), cmocka_unit_test(packs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
