// f32 and f64 arithmetic agrees with the host's floating-point unit in each of its rounding modes, and functions agree
// with long double within the error that CUDA documents.

#include "alu_case.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>

enum { PLUS, MINUS, TIMES, OVER, FUSED, ROOT };

// Does the operation in the host's rounding mode `mode`. volatile keeps the compiler from doing it earlier or later.
static float in_f32(int op, int mode, float a, float b, float c)
{
    volatile float x = a, y = b, z = c, r = 0;
    fesetround(mode);
    switch (op) {
    case PLUS: r = x + y; break;
    case MINUS: r = x - y; break;
    case TIMES: r = x * y; break;
    case OVER: r = x / y; break;
    case FUSED: r = fmaf(x, y, z); break;
    default: r = sqrtf(x); break;
    }
    fesetround(FE_TONEAREST);
    return r;
}

static double in_f64(int op, int mode, double a, double b, double c)
{
    volatile double x = a, y = b, z = c, r = 0;
    fesetround(mode);
    switch (op) {
    case PLUS: r = x + y; break;
    case MINUS: r = x - y; break;
    case TIMES: r = x * y; break;
    case OVER: r = x / y; break;
    case FUSED: r = fma(x, y, z); break;
    default: r = sqrt(x); break;
    }
    fesetround(FE_TONEAREST);
    return r;
}

// Returns the one NaN of f32 arithmetic for every NaN.
static float one_nan(float x)
{
    u32 bits = 0x7fffffff;
    float nan;
    memcpy(&nan, &bits, sizeof nan);
    return isnan(x) ? nan : x;
}

static float f32(int op, int mode, float a, float b, float c)
{
    return one_nan(in_f32(op, mode, a, b, c));
}

static float flushed(float x)
{
    return fpclassify(x) == FP_SUBNORMAL ? copysignf(0, x) : x;
}

// Does the operation with .ftz. A result is tiny if it is below 2^-126 once rounded to 24 bits, whatever its exponent. So
// it is rounded where exponents are in range.
static float ftz(int op, int mode, float a, float b, float c)
{
    a = flushed(a), b = flushed(b), c = flushed(c);
    float r = f32(op, mode, a, b, c);
    if (fabsf(r) <= 0x1p-126f && op != PLUS && op != MINUS) {
        int up = 40; // a power of 2 that moves the operands, and with them the result
        float moved = in_f32(op, mode, ldexpf(a, up), b, ldexpf(c, up));
        return fabsf(moved) < ldexpf(1, -126 + up) ? copysignf(0, r) : r;
    }
    return flushed(r);
}

static float sat(float x)
{
    return x > 0 ? fminf(x, 1) : 0;
}

static int nans(double a, double b, double c)
{
    return isnan(a) + isnan(b) + isnan(c);
}

#define MODES(X) \
    X("rn", FE_TONEAREST) X("rz", FE_TOWARDZERO) X("rm", FE_DOWNWARD) X("rp", FE_UPWARD)

static void f32_rounds_as_the_host(void **state)
{
    (void)state;
    CHECK2("add.f32", float, float, float, f32(PLUS, FE_TONEAREST, a, b, 0));
    CHECK2("sub.f32", float, float, float, f32(MINUS, FE_TONEAREST, a, b, 0));
    CHECK2("mul.f32", float, float, float, f32(TIMES, FE_TONEAREST, a, b, 0));
#define MODE(m, mode)                                                               \
    CHECK2("add." m ".f32", float, float, float, f32(PLUS, mode, a, b, 0));         \
    CHECK2("sub." m ".f32", float, float, float, f32(MINUS, mode, a, b, 0));        \
    CHECK2("mul." m ".f32", float, float, float, f32(TIMES, mode, a, b, 0));        \
    CHECK2("div." m ".f32", float, float, float, f32(OVER, mode, a, b, 0));         \
    CHECK3("fma." m ".f32", float, float, float, float, f32(FUSED, mode, a, b, c)); \
    CHECK3("mad." m ".f32", float, float, float, float, f32(FUSED, mode, a, b, c)); \
    CHECK1("rcp." m ".f32", float, float, f32(OVER, mode, 1, a, 0));                \
    CHECK1("sqrt." m ".f32", float, float, f32(ROOT, mode, a, 0, 0));
    MODES(MODE)
#undef MODE
}

static void f32_flushes(void **state)
{
    (void)state;
#define MODE(m, mode)                                                                   \
    CHECK2("add." m ".ftz.f32", float, float, float, ftz(PLUS, mode, a, b, 0));         \
    CHECK2("sub." m ".ftz.f32", float, float, float, ftz(MINUS, mode, a, b, 0));        \
    CHECK2("mul." m ".ftz.f32", float, float, float, ftz(TIMES, mode, a, b, 0));        \
    CHECK2("div." m ".ftz.f32", float, float, float, ftz(OVER, mode, a, b, 0));         \
    CHECK3("fma." m ".ftz.f32", float, float, float, float, ftz(FUSED, mode, a, b, c)); \
    CHECK1("sqrt." m ".ftz.f32", float, float, ftz(ROOT, mode, a, 0, 0));
    MODES(MODE)
#undef MODE
    CHECK1("abs.ftz.f32", float, float, one_nan(fabsf(flushed(a))));
    CHECK1("neg.ftz.f32", float, float, one_nan(-flushed(a)));
}

// The results are products and quotients around the smallest normal number, 2^-126.
static void f32_flushes_what_is_tiny(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int mode;
    } modes[] = {
        {"rn", FE_TONEAREST}, {"rz", FE_TOWARDZERO}, {"rm", FE_DOWNWARD}, {"rp", FE_UPWARD}};
    for (int round = 0; round < 400; round++) {
        int mode = modes[round % 4].mode;
        bool divide = round / 4 % 2;
        char mnemonic[20];
        snprintf(mnemonic, sizeof mnemonic, "%s.%s.ftz.f32", divide ? "div" : "mul",
                 modes[round % 4].name);
        Case k;
        case_start(&k, 0, 4, 4, 4, 4);
        for (int l = 0; l < LANES; l++) {
            float near_1 = 1 + 0x1p-23f * (float)((int)(next_random() % 9) - 4);
            float b = round & 8 ? near_1 : 1 + (float)(next_random() % 0x800000) * 0x1p-23f;
            float a = divide ? b * 0x1p-126f : 0x1p-126f / b;
            if (divide)
                a = fmaxf(a, 0x1p-126f);
            else
                a *= 0x1p40f, b *= 0x1p-40f;
            a *= 1 + 0x1p-23f * (float)((int)(next_random() % 3) - 1);
            a = next_random() & 1 ? -a : a;
            memcpy(k.regs + AT_A + (ptrdiff_t)4 * l, &a, 4);
            memcpy(k.regs + AT_B + (ptrdiff_t)4 * l, &b, 4);
        }
        case_run(&k, mnemonic);
        for (int l = 0; l < LANES; l++) {
            float a, b, want;
            memcpy(&a, k.before + AT_A + (ptrdiff_t)4 * l, 4);
            memcpy(&b, k.before + AT_B + (ptrdiff_t)4 * l, 4);
            want = ftz(divide ? OVER : TIMES, mode, a, b, 0);
            u32 bits;
            memcpy(&bits, &want, 4);
            case_compare(&k, mnemonic, 4, l, bits);
        }
    }
}

static void f32_saturates(void **state)
{
    (void)state;
#define MODE(m, mode)                                                                        \
    CHECK2("add." m ".sat.f32", float, float, float, sat(f32(PLUS, mode, a, b, 0)));         \
    CHECK2("mul." m ".sat.f32", float, float, float, sat(f32(TIMES, mode, a, b, 0)));        \
    CHECK3("fma." m ".sat.f32", float, float, float, float, sat(f32(FUSED, mode, a, b, c))); \
    CHECK3("fma." m ".ftz.sat.f32", float, float, float, float, sat(ftz(FUSED, mode, a, b, c)));
    MODES(MODE)
#undef MODE
}

// It is not defined which of two NaNs a result keeps.
static void f64_rounds_as_the_host(void **state)
{
    (void)state;
#define D2(op, what, mode) \
    CHECK3_IF(op, double, double, double, u8, nans(a, b, 0) < 2, in_f64(what, mode, a, b, 0))
#define MODE(m, mode)                                                             \
    D2("add." m ".f64", PLUS, mode)                                               \
    D2("sub." m ".f64", MINUS, mode)                                              \
    D2("mul." m ".f64", TIMES, mode)                                              \
    D2("div." m ".f64", OVER, mode)                                               \
    CHECK3_IF("fma." m ".f64", double, double, double, double, nans(a, b, c) < 2, \
              in_f64(FUSED, mode, a, b, c))                                       \
    CHECK1("rcp." m ".f64", double, double, in_f64(OVER, mode, 1, a, 0));         \
    CHECK1("sqrt." m ".f64", double, double, in_f64(ROOT, mode, a, 0, 0));
    MODES(MODE)
#undef MODE
#undef D2
}

static float other_if_nan(float a, float b, float ordered)
{
    return one_nan(isnan(a) ? b : isnan(b) ? a : ordered);
}

// Returns the smaller number. Equal numbers differ in sign only if they are zeros: then the negative one is smaller.
static float smaller(float a, float b)
{
    return other_if_nan(a, b, a < b || (a == b && signbit(a)) ? a : b);
}

static float larger(float a, float b)
{
    return other_if_nan(a, b, a > b || (a == b && !signbit(a)) ? a : b);
}

static float signed_as_product(float r, float a, float b)
{
    return isnan(r) ? r : copysignf(r, signbit(a) == signbit(b) ? 1.0f : -1.0f);
}

static void orders_and_signs(void **state)
{
    (void)state;
    CHECK2("min.f32", float, float, float, smaller(a, b));
    CHECK2("max.f32", float, float, float, larger(a, b));
    CHECK2("min.ftz.f32", float, float, float, smaller(flushed(a), flushed(b)));
    CHECK2("max.NaN.f32", float, float, float, isnan(a) || isnan(b) ? one_nan(NAN) : larger(a, b));
    CHECK2("min.xorsign.abs.f32", float, float, float,
           signed_as_product(smaller(fabsf(a), fabsf(b)), a, b));
    CHECK2("max.NaN.xorsign.abs.f32", float, float, float,
           isnan(a) || isnan(b) ? one_nan(NAN)
                                : signed_as_product(larger(fabsf(a), fabsf(b)), a, b));
    CHECK3_IF("min.f64", double, double, double, u8, nans(a, b, 0) == 0,
              a < b || (a == b && signbit(a)) ? a : b);
    CHECK3_IF("max.f64", double, double, double, u8, nans(a, b, 0) == 1, isnan(a) ? b : a);
    CHECK1("abs.f32", float, float, one_nan(fabsf(a)));
    CHECK1("neg.f32", float, float, one_nan(-a));
    CHECK3_IF("abs.f64", double, double, u8, u8, !isnan(a), fabs(a));
    CHECK3_IF("neg.f64", double, double, u8, u8, !isnan(a), -a);
    CHECK2("copysign.f32", u32, u32, u32, (a & 0x80000000) | (b & 0x7fffffff));
    CHECK2("copysign.f64", u64, u64, u64, (a & 1ull << 63) | (b & ~0ull >> 1));
}

// Tells whether a result is good: NaN or infinite where it should be, else within the relative and the absolute error.
static bool close_to(double got, long double want, double relative, double absolute)
{
    if (isnan(want))
        return isnan(got);
    if (isinf((float)want) || isinf(got))
        return got == (double)(float)want || fabsl(want) > 0x1.fffffcp127L;
    return fabsl(got - want) <= fabsl(want) * relative + absolute;
}

#define TINIEST 0x1p-149

// The errors are from the CUDA Programming Guide, "Intrinsic Functions", and from the PTX ISA.
static void functions_are_within_their_error(void **state)
{
    (void)state;
    CHECK_CLOSE("rcp.approx.f32", float, float, u8, close_to(d, 1.0L / a, 0x1p-23, TINIEST));
    CHECK_CLOSE("sqrt.approx.f32", float, float, u8, close_to(d, sqrtl(a), 0x1p-23, 0));
    CHECK_CLOSE("rsqrt.approx.f32", float, float, u8, close_to(d, 1.0L / sqrtl(a), 0x1p-22, 0));
    CHECK_CLOSE("ex2.approx.f32", float, float, u8, close_to(d, exp2l(a), 0x1p-22, TINIEST));
    CHECK_CLOSE("ex2.approx.ftz.f32", float, float, u8,
                close_to(d, exp2l(flushed(a)), 0x1p-22, 0x1p-126));
    CHECK_CLOSE("lg2.approx.f32", float, float, u8, close_to(d, log2l(a), 0x1p-22, 0x1p-22));
    CHECK_CLOSE("tanh.approx.f32", float, float, u8, close_to(d, tanhl(a), 0x1p-11, 0));
    CHECK_CLOSE("sin.approx.f32", float, float, u8,
                !(fabsf(a) <= 3.1415927f) || close_to(d, sinl(a), 0, 0x1p-20));
    CHECK_CLOSE("cos.approx.f32", float, float, u8,
                !(fabsf(a) <= 3.1415927f) || close_to(d, cosl(a), 0, 0x1p-20));
    CHECK_CLOSE("div.full.f32", float, float, float,
                close_to(d, (long double)a / b, 0x1p-22, TINIEST));
    CHECK_CLOSE("div.approx.f32", float, float, float,
                !(fabsf(b) <= 0x1p126f && fabsf(b) >= 0x1p-126f) ||
                    close_to(d, (long double)a / b, 0x1p-22, TINIEST));
    CHECK_CLOSE("rsqrt.approx.f64", double, double, u8,
                !(a >= 0x1p-1022) || isinf(a) || fabsl(d * sqrtl(a) - 1) < 0x1p-50);
    CHECK_CLOSE("rcp.approx.ftz.f64", double, double, u8,
                !(fabs(a) >= 0x1p-1022 && fabs(a) < 0x1p1022) ||
                    fabsl((long double)d * a - 1) < 0x1p-20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(f32_rounds_as_the_host),           cmocka_unit_test(f32_flushes),
        cmocka_unit_test(f32_flushes_what_is_tiny),         cmocka_unit_test(f32_saturates),
        cmocka_unit_test(f64_rounds_as_the_host),           cmocka_unit_test(orders_and_signs),
        cmocka_unit_test(functions_are_within_their_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
