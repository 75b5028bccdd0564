// f16 and bf16 arithmetic agrees with exact results, which are rounded by a search among the format's numbers. A sum or
// product is computed in long double towards zero; the host's inexact flag tells whether anything was lost.

#include "alu_case.h"
#include "alu_format.h"

#include <fenv.h>
#include <stdio.h>

static u16 fma_of(const Float *f, u16 a, u16 b, u16 c)
{
    volatile long double x = value(f, a), y = value(f, b), z = value(f, c), r = 0;
    fesetround(FE_TOWARDZERO);
    feclearexcept(FE_ALL_EXCEPT);
    r = x * y; // exact: at most 22 bits
    r = r + z;
    bool more = fetestexcept(FE_INEXACT);
    fesetround(FE_TONEAREST);
    return isnan(r) ? 0x7fff : (u16)encode_more(f, r, more, EVEN);
}

static u16 sum_of(const Float *f, u16 a, u16 b)
{
    u16 one = f == &f16 ? 0x3c00 : 0x3f80;
    return fma_of(f, a, one, b);
}

static u16 difference_of(const Float *f, u16 a, u16 b)
{
    return isnan(value(f, b)) ? 0x7fff : sum_of(f, a, b ^ 0x8000);
}

static u16 product_of(const Float *f, u16 a, u16 b)
{
    return fma_of(f, a, b, (a ^ b) & 0x8000); // a zero of the product's sign changes nothing
}

static u16 saturated(const Float *f, u16 a)
{
    long double x = value(f, a);
    return !(x > 0) ? 0 : x > 1 ? (u16)encode(f, 1, EVEN) : a;
}

static u16 not_negative(u16 a)
{
    return (a & 0x8000) ? 0 : a;
}

static u16 flushed(u16 a)
{
    return (a & 0x7c00) ? a : (a & 0x8000);
}

// Returns a product with .ftz. It is flushed if it is below 2^-14 once rounded to f16's 11 bits. So it is rounded where
// exponents are in range.
static u16 product_flushed(u16 a, u16 b)
{
    static const Float eleven_bits = {"", 10, 8, 0};
    long double exact = value(&f16, flushed(a)) * value(&f16, flushed(b));
    u16 r = product_of(&f16, flushed(a), flushed(b));
    if (isnan(exact) || isinf(exact))
        return r;
    return fabsl(value(&eleven_bits, encode(&eleven_bits, exact, EVEN))) < 0x1p-14L ? r & 0x8000
                                                                                    : r;
}

static u16 order(const Float *f, u16 a, u16 b, bool larger, bool keep_nan)
{
    long double x = value(f, a), y = value(f, b);
    if (isnan(x) || isnan(y))
        return keep_nan || (isnan(x) && isnan(y)) ? 0x7fff : isnan(x) ? b : a;
    bool a_first = x < y || (x == y && signbit(x));
    return a_first != larger ? a : b;
}

typedef u16 Op1(u16);
typedef u16 Op2(u16, u16);
typedef u16 Op3(u16, u16, u16);

#define BINARY(name, expr)        \
    static u16 name(u16 a, u16 b) \
    {                             \
        return expr;              \
    }
#define TERNARY(name, expr)              \
    static u16 name(u16 a, u16 b, u16 c) \
    {                                    \
        return expr;                     \
    }
#define FORMAT_OPS(f, infinity)                                 \
    BINARY(f##_add, sum_of(&(f), a, b))                         \
    BINARY(f##_sub, difference_of(&(f), a, b))                  \
    BINARY(f##_mul, product_of(&(f), a, b))                     \
    TERNARY(f##_fma, fma_of(&(f), a, b, c))                     \
    TERNARY(f##_fma_relu, not_negative(fma_of(&(f), a, b, c)))  \
    BINARY(f##_min, order(&(f), a, b, false, false))            \
    BINARY(f##_max, order(&(f), a, b, true, false))             \
    BINARY(f##_min_nan, order(&(f), a, b, false, true))         \
    BINARY(f##_max_nan, order(&(f), a, b, true, true))          \
    static u16 f##_neg(u16 a)                                   \
    {                                                           \
        return (a & 0x7fff) > (infinity) ? 0x7fff : a ^ 0x8000; \
    }                                                           \
    static u16 f##_abs(u16 a)                                   \
    {                                                           \
        return (a & 0x7fff) > (infinity) ? 0x7fff : a & 0x7fff; \
    }

FORMAT_OPS(f16, 0x7c00)
FORMAT_OPS(bf16, 0x7f80)
BINARY(add_sat, saturated(&f16, f16_add(a, b)))
BINARY(sub_sat, saturated(&f16, f16_sub(a, b)))
BINARY(mul_sat, saturated(&f16, f16_mul(a, b)))
TERNARY(fma_sat, saturated(&f16, f16_fma(a, b, c)))
BINARY(add_ftz, flushed(f16_add(flushed(a), flushed(b))))
BINARY(mul_ftz_sat, saturated(&f16, product_flushed(a, b)))
BINARY(min_ftz, f16_min(flushed(a), flushed(b)))

static const struct {
    const char *name, *type;
    Op1 *one;
    Op2 *two;
    Op3 *three;
} ops[] = {
    {"add", "f16", .two = f16_add},
    {"add.rn", "f16", .two = f16_add},
    {"sub", "f16", .two = f16_sub},
    {"mul", "f16", .two = f16_mul},
    {"fma.rn", "f16", .three = f16_fma},
    {"fma.rn.relu", "f16", .three = f16_fma_relu},
    {"min", "f16", .two = f16_min},
    {"max", "f16", .two = f16_max},
    {"min.NaN", "f16", .two = f16_min_nan},
    {"max.NaN", "f16", .two = f16_max_nan},
    {"neg", "f16", .one = f16_neg},
    {"abs", "f16", .one = f16_abs},
    {"add.sat", "f16", .two = add_sat},
    {"sub.sat", "f16", .two = sub_sat},
    {"mul.sat", "f16", .two = mul_sat},
    {"fma.rn.sat", "f16", .three = fma_sat},
    {"add.ftz", "f16", .two = add_ftz},
    {"mul.ftz", "f16", .two = product_flushed},
    {"mul.rn.ftz.sat", "f16", .two = mul_ftz_sat},
    {"min.ftz", "f16", .two = min_ftz},
    {"add.rn", "bf16", .two = bf16_add},
    {"sub", "bf16", .two = bf16_sub},
    {"mul", "bf16", .two = bf16_mul},
    {"fma.rn", "bf16", .three = bf16_fma},
    {"fma.rn.relu", "bf16", .three = bf16_fma_relu},
    {"min", "bf16", .two = bf16_min},
    {"max", "bf16", .two = bf16_max},
    {"min.NaN", "bf16", .two = bf16_min_nan},
    {"max.NaN", "bf16", .two = bf16_max_nan},
    {"neg", "bf16", .one = bf16_neg},
    {"abs", "bf16", .one = bf16_abs},
};

static u16 apply(size_t i, u64 a, u64 b, u64 c)
{
    return ops[i].one   ? ops[i].one((u16)a)
           : ops[i].two ? ops[i].two((u16)a, (u16)b)
                        : ops[i].three((u16)a, (u16)b, (u16)c);
}

static void one_value(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        char name[40];
        snprintf(name, sizeof name, "%s.%s", ops[i].name, ops[i].type);
        CHECK3(name, u16, u16, u16, u16, apply(i, a, b, c));
    }
}

static void two_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        char name[40];
        snprintf(name, sizeof name, "%s.%sx2", ops[i].name, ops[i].type);
        CHECK3(name, u32, u32, u32, u32,
               (u32)apply(i, a >> 16, b >> 16, c >> 16) << 16 | apply(i, a, b, c));
    }
}

// The product is just below half of the addend's last place: (1 + x)(1 - x) = 1 - x * x is too close to 1 for a float.
static void rounds_once(void **state)
{
    (void)state;
    for (int i = 0; i < 40000; i += LANES) {
        bool bf = i & LANES;
        const char *name = bf ? "fma.rn.bf16" : "fma.rn.f16";
        const Float *f = bf ? &bf16 : &f16;
        Case k;
        case_start(&k, 0, 2, 2, 2, 2);
        k.mask = FULL;
        for (int l = 0; l < LANES; l++) {
            u64 m = next_random() % 4;
            int scale = (int)(next_random() % 6);
            u64 one = encode(f, 1, EVEN),
                factor = encode(f, ldexpl(1, scale - f->fraction - 1), EVEN);
            u16 a = (u16)(one + m), b = (u16)(factor - 2 * m);
            u16 c = (u16)(encode(f, ldexpl(1, scale), EVEN) + next_random() % (1u << f->fraction));
            c |= (u16)(next_random() << 15);
            memcpy(k.regs + AT_A + (ptrdiff_t)2 * l, &a, 2);
            memcpy(k.regs + AT_B + (ptrdiff_t)2 * l, &b, 2);
            memcpy(k.regs + AT_C + (ptrdiff_t)2 * l, &c, 2);
        }
        case_run(&k, name);
        for (int l = 0; l < LANES; l++)
            case_compare(&k, name, 2, l,
                         fma_of(f, (u16)bits_at(k.before + AT_A, 2, l),
                                (u16)bits_at(k.before + AT_B, 2, l),
                                (u16)bits_at(k.before + AT_C, 2, l)));
    }
}

// The results are products around the smallest normal number, 2^-14.
static void flushes_what_is_tiny(void **state)
{
    (void)state;
    for (u16 m = 0; m < 1024; m += LANES) {
        Case k;
        case_start(&k, 0, 2, 2, 2, 2);
        k.mask = FULL;
        for (u16 l = 0; l < LANES; l++) {
            u16 a = 0x3c00 + m + l,
                b = (u16)(encode(&f16, 0x1p-13L / value(&f16, a), EVEN) + l % 3 - 1);
            a -= 0x400; // half of it
            memcpy(k.regs + AT_A + (ptrdiff_t)2 * l, &a, 2);
            memcpy(k.regs + AT_B + (ptrdiff_t)2 * l, &b, 2);
        }
        case_run(&k, "mul.ftz.f16");
        for (int l = 0; l < LANES; l++)
            case_compare(&k, "mul.ftz.f16", 2, l,
                         product_flushed((u16)bits_at(k.before + AT_A, 2, l),
                                         (u16)bits_at(k.before + AT_B, 2, l)));
    }
}

static bool near_enough(const Float *f, u16 got, long double want, long double relative)
{
    long double x = value(f, got), limit = value(f, (u16)encode(f, want, EVEN));
    if (isnan(want) || isinf(limit) || isinf(x))
        return isnan(want) ? isnan(x)
                           : x == limit || fabsl(want) > 0.99L * magnitude(f, infinity_of(f));
    return fabsl(x - want) <= fabsl(want) * relative + magnitude(f, 1);
}

// The errors are from the PTX ISA, "Half Precision Floating-Point Instructions"; but tanh of bf16 is cut on an H200, which takes up
// to a whole unit of its last place, 2^-7, twice what is said there.
static void functions_are_within_their_error(void **state)
{
    (void)state;
    CHECK_CLOSE("ex2.approx.f16", u16, u16, u8,
                near_enough(&f16, d, exp2l(value(&f16, a)), 0x1p-9L));
    CHECK_CLOSE("tanh.approx.f16", u16, u16, u8,
                near_enough(&f16, d, tanhl(value(&f16, a)), 0x1p-10L));
    CHECK_CLOSE("ex2.approx.ftz.bf16", u16, u16, u8,
                value(&bf16, a) < -126 ? d == 0 : // .ftz
                    near_enough(&bf16, d, exp2l(value(&bf16, a)), 0x1p-7L));
    CHECK_CLOSE("tanh.approx.bf16", u16, u16, u8,
                near_enough(&bf16, d, tanhl(value(&bf16, a)), 0x1p-7L));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_value),
        cmocka_unit_test(two_values),
        cmocka_unit_test(rounds_once),
        cmocka_unit_test(flushes_what_is_tiny),
        cmocka_unit_test(functions_are_within_their_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
