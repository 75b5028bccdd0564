// Functions of constants are rounded to nearest, as ptxas calculates them; what the special function unit calculates is cut. The two
// differ for all operands here.

#include "kernel.h"

#include <math.h>

static const char BEGIN[] =
    ".reg .f32 %x, %y, %r;\n"
    "mov.f32 %x, 0f40000000; mov.f32 %y, 0f40000000; setp.eq.u32 %p1, %r0, 0;\n";
static const char END[] = "\nst.global.f32 [%d0], %r;";

typedef struct {
    const char *why, *body;
    bool folded;
} Case;

static const Case SINES_OF_2[] = {
    {"of a number in the instruction", "sin.approx.f32 %r, 0f40000000;", true},
    {"of a register with a constant", "sin.approx.f32 %r, %x;", true},
    {"with .ftz", "sin.approx.ftz.f32 %r, %x;", true},
    {"with a predicate", "mov.f32 %r, 0f00000000; @%p1 sin.approx.f32 %r, %x;", true},
    {"of a function of a constant",
     ".reg .f32 %z; sqrt.approx.f32 %z, 0f40800000; sin.approx.f32 %r, %z;", true},
    {"of a register that is written twice", "mov.f32 %x, 0f40000000; sin.approx.f32 %r, %x;",
     false},
    {"of a register that is written under a predicate",
     ".reg .f32 %z; @%p1 mov.f32 %z, 0f40000000; sin.approx.f32 %r, %z;", false},
    {"of a sum", ".reg .f32 %z; add.f32 %z, %x, 0f00000000; sin.approx.f32 %r, %z;", false},
};

static float result(const char *why, const char *body)
{
    char text[4096];
    snprintf(text, sizeof text, "%s%s%s%s%s", PTX_HEAD KERNEL_BEGIN, BEGIN, body, END, KERNEL_END);
    load(text);
    uint64_t out = buffer(16);
    if (RUN(.block = {1}, .args = {out}) != SIM_OK)
        fail_msg("%s: does not run", why);
    float r = *(const float *)at(out, 4);
    unload();
    return r;
}

static void only_constants_are_folded(void **state)
{
    (void)state;
    const float rounded = (float)sin(2);
    for (size_t i = 0; i < sizeof SINES_OF_2 / sizeof *SINES_OF_2; i++) {
        const Case *c = &SINES_OF_2[i];
        float sine = result(c->why, c->body);
        if ((sine == rounded) != c->folded || fabsf(sine - rounded) > 0x1p-20f)
            fail_msg("a sine %s: %a, rounded %a", c->why, sine, rounded);
    }
}

static void a_division_becomes_a_multiplication(void **state)
{
    (void)state;
    float third =
        result("by a constant", "mov.f32 %r, 0f40E00000; div.approx.f32 %r, %r, 0f404CCCCD;");
    assert_true(third == 7 * (float)(1 / (double)3.2f));
    assert_true(result("full", "mov.f32 %r, 0f40E00000; div.full.ftz.f32 %r, %r, 0f404CCCCD;") ==
                third);
}

static void not_tanh_and_no_infinity(void **state)
{
    (void)state;
    assert_true(result("tanh", "tanh.approx.f32 %r, %x;") != (float)tanh(2));
    assert_true(isinf(result("log2(0)", "lg2.approx.f32 %r, 0f00000000;")));
    assert_true(isnan(result("root", "sqrt.approx.f32 %r, 0fBF800000;")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_constants_are_folded),
        cmocka_unit_test(a_division_becomes_a_multiplication),
        cmocka_unit_test(not_tanh_and_no_infinity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
