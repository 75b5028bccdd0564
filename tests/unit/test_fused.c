// Which products ptxas fuses with sums: the cases are those that were looked at in ptxas 13.0's machine code for sm_86 and sm_90. Where
// a factor changes the simulator does less: it would need the factor's old value.

#include "kernel.h"

// x, y and k are the same, k an argument. x * x is 1 + 2^-11 + 2^-24, and rounded it is c. So `c - x * x` is 0, or fused -2^-24.
static const char BEGIN[] =
    ".reg .f32 %x, %y, %k, %c, %p, %q, %r, %s;\n"
    "ld.global.v4.f32 {%x, %y, %c, %s}, [%d1]; ld.param.f32 %k, [c]; mov.f32 %r, %s;\n"
    "setp.eq.u32 %p1, %r0, 0; mov.u32 %r1, 0;\n";
static const float NUMBERS[] = {0x1.001p0f, 0x1.001p0f, 0x1.002p0f, 0};
static const char END[] = "\nst.global.f32 [%d0], %r; st.global.f32 [%d0+4], %s;";

typedef struct {
    const char *why, *body;
    int r, s; // what is in %r and %s in the end, times 2^24
} Case;

static const Case CASES[] = {
    {"the product is subtracted", "mul.f32 %p, %x, %y; sub.f32 %r, %c, %p;", -1, 0},
    {"from the product", "mul.f32 %p, %x, %y; sub.f32 %r, %p, %c;", 1, 0},
    {"an addition", "neg.f32 %c, %c; mul.f32 %p, %x, %y; add.f32 %r, %c, %p;", 1, 0},
    {"the product has a rounding", "mul.rn.f32 %p, %x, %y; sub.f32 %r, %p, %c;", 0, 0},
    {"the sum has one", "mul.f32 %p, %x, %y; sub.rn.f32 %r, %p, %c;", 0, 0},
    {"two readers", "mul.f32 %p, %x, %y; sub.f32 %r, %c, %p; sub.f32 %s, %p, %c;", -1, 1},
    {"another reader", "mul.f32 %p, %x, %y; sub.f32 %r, %c, %p; st.global.f32 [%d0+8], %p;", 0, 0},
    {"a product of the product", "mul.f32 %p, %x, %y; sub.f32 %r, %c, %p; mul.f32 %q, %p, %p;", 0,
     0},
    {"two products: the first", "mul.f32 %q, %y, %y; mul.f32 %p, %x, %x; sub.f32 %r, %p, %q;", 1,
     0},
    {"the one that nobody else reads",
     "mul.f32 %p, %x, %x; mul.f32 %q, %y, %y; sub.f32 %r, %p, %q; st.global.f32 [%d0+8], %p;", -1,
     0},
    {"and then not the other one",
     "mul.f32 %p, %x, %x; mul.f32 %q, %y, %y; sub.f32 %r, %p, %q; sub.f32 %s, %c, %p;", -1, 0},
    {"twice in one sum", "mul.f32 %p, %x, %y; sub.f32 %r, %p, %p;", 0, 0},
    {"behind a barrier", "mul.f32 %p, %x, %y; bar.sync 0; sub.f32 %r, %c, %p;", -1, 0},
    {"in another block", "mul.f32 %p, %x, %y; @!%p1 bra OUT; sub.f32 %r, %c, %p;\nOUT:", 0, 0},
    {"there, with an argument", "mul.f32 %p, %x, %k; @!%p1 bra OUT; sub.f32 %r, %c, %p;\nOUT:", -1,
     0},
    {"there, with a constant",
     "mul.f32 %p, %x, 0f3F800800; @!%p1 bra OUT; sub.f32 %r, %c, %p;\nOUT:", -1, 0},
    {"with an argument's negative",
     "neg.f32 %q, %k; mul.f32 %p, %q, %x; @!%p1 bra OUT; add.f32 %r, %c, %p;\nOUT:", -1, 0},
    {"with what is calculated of an argument",
     "mul.f32 %q, %k, 0f3F800000; mul.f32 %p, %x, %q; @!%p1 bra OUT; sub.f32 %r, %c, %p;\nOUT:", 0,
     0},
    {"here and there",
     "mul.f32 %p, %x, %k; sub.f32 %s, %p, %c; @!%p1 bra OUT; sub.f32 %r, %c, %p;\nOUT:", -1, 1},
    {"another reader there",
     "mul.f32 %p, %x, %k; sub.f32 %r, %c, %p; @!%p1 bra OUT; st.global.f32 [%d0+8], %p;\nOUT:", 0,
     0},
    {"before a loop",
     "mul.f32 %p, %x, %k;\nLOOP: sub.f32 %r, %c, %p; add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 3; @%p2 bra LOOP;",
     -1, 0},
    {"in a loop, which changes a factor",
     "LOOP: mul.f32 %p, %x, %k; @!%p1 bra IN; add.u32 %r1, %r1, 1;\nIN: sub.f32 %r, %c, %p;"
     "add.f32 %x, %x, %s; setp.lt.u32 %p2, %r1, 2; @%p2 bra LOOP;",
     -1, 0},
    {"before a loop, which changes a factor",
     "mul.f32 %p, %x, %k;\nLOOP: sub.f32 %r, %c, %p; mov.f32 %x, %s; add.u32 %r1, %r1, 1;"
     "setp.lt.u32 %p2, %r1, 3; @%p2 bra LOOP;",
     0, 0},
    {"a factor changes far away",
     "mul.f32 %p, %x, %k; @!%p1 bra OUT; bra FAR;\nBACK: sub.f32 %r, %c, %p; bra OUT;\n"
     "FAR: mov.f32 %x, %s; bra BACK;\nOUT:",
     0, 0},
    {"an argument by its address",
     "mov.b64 %d5, b; ld.param.f32 %q, [%d5+8]; mul.f32 %p, %x, %q; @!%p1 bra OUT; sub.f32 %r, %c, %p;\nOUT:",
     -1, 0},
    {"behind a division, which has branches",
     "mul.f32 %p, %x, %y; sub.f32 %r, %c, %p; div.rn.f32 %q, %x, %y; sub.f32 %s, %p, %c;", 0, 0},
    {"behind a remainder",
     "mul.f32 %p, %x, %y; sub.f32 %r, %c, %p; rem.s32 %r2, %r0, 3; sub.f32 %s, %p, %c;", 0, 0},
    {"behind divisions without branches",
     "mul.f32 %p, %x, %y; sub.f32 %r, %c, %p; div.u32 %r2, %r0, 3; div.full.f32 %q, %x, %y; sub.f32 %s, %p, %c;",
     -1, 1},
    {"behind a fence", "mul.f32 %p, %x, %y; sub.f32 %r, %c, %p; membar.gl; sub.f32 %s, %p, %c;", 0,
     0},
    {"behind a load with a predicate",
     "mul.f32 %p, %x, %y; sub.f32 %r, %c, %p; @%p1 ld.global.f32 %q, [%d0]; sub.f32 %s, %p, %c;", 0,
     0},
    {"a sum with a predicate", "mul.f32 %p, %x, %y; @%p1 sub.f32 %r, %c, %p;", -1, 0},
    {"a product with one", "@%p1 mul.f32 %p, %x, %y; @%p1 sub.f32 %r, %c, %p;", 0, 0},
    {"a factor changes", "mul.f32 %p, %x, %y; mov.f32 %x, %c; sub.f32 %r, %c, %p;", 0, 0},
    {"one flushes", "mul.ftz.f32 %p, %x, %y; sub.f32 %r, %c, %p;", 0, 0},
    {"both flush", "mul.ftz.f32 %p, %x, %y; sub.ftz.f32 %r, %c, %p;", -1, 0},
    {"the magnitude", "mul.f32 %p, %x, %y; abs.f32 %q, %p; sub.f32 %r, %c, %q;", 0, 0},
};

static void test_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[4096];
        snprintf(text, sizeof text, "%s%s%s%s%s", PTX_HEAD KERNEL_BEGIN, BEGIN, CASES[i].body, END,
                 KERNEL_END);
        load(text);
        uint64_t out = buffer(16), numbers = buffer(sizeof NUMBERS);
        memcpy(at(numbers, sizeof NUMBERS), NUMBERS, sizeof NUMBERS);
        expect_ok(RUN(.block = {1}, .args = {out, numbers, 0x3f800800}));
        const float *found = at(out, 8);
        if (found[0] * 0x1p24f != (float)CASES[i].r || found[1] * 0x1p24f != (float)CASES[i].s)
            fail_msg("%s: %g and %g, not %d and %d", CASES[i].why, found[0] * 0x1p24,
                     found[1] * 0x1p24, CASES[i].r, CASES[i].s);
    }
    unload();
}

// The same for doubles and halves, with 1 + 2^-27 and 1 + 2^-6: rounded, the product loses 2^-54 or 2^-12.
static void test_types(void **state)
{
    (void)state;
    load(KERNEL(
        "mov.f64 %e0, 0d3FF0000002000000; mov.f64 %e1, 0d3FF0000004000000; mul.f64 %e2, %e0, %e0; sub.f64 %e3, %e1, %e2;\n"
        "st.global.f64 [%d0], %e3;\n"
        "mov.b16 %h0, 0x3c10; mov.b16 %h1, 0x3c20; mul.f16 %h2, %h0, %h0; sub.f16 %h3, %h1, %h2; st.global.b16 [%d0+8], %h3;\n"
        "mov.b32 %r1, {%h0, %h0}; mov.b32 %r2, {%h1, %h1}; mul.f16x2 %r3, %r1, %r1; sub.f16x2 %r4, %r3, %r2;\n"
        "st.global.b32 [%d0+12], %r4;"));
    uint64_t out = buffer(16);
    expect_ok(RUN(.block = {1}, .args = {out}));
    assert_true(*(const double *)at(out, 8) == -0x1p-54);
    assert_int_equal(*(const uint16_t *)at(out + 8, 2), 0x8c00); // -2^-12
    assert_int_equal(*(const uint32_t *)at(out + 12, 4), 0x0c000c00);
    unload();
}

// What nvcc -G makes has a target "debug": ptxas leaves it as it is.
static void test_debug(void **state)
{
    (void)state;
    char text[4096];
    snprintf(text, sizeof text, "%s%s%s%s%s",
             ".version 8.0\n.target sm_80, debug\n.address_size 64\n" KERNEL_BEGIN, BEGIN,
             CASES[0].body, END, KERNEL_END);
    load(text);
    uint64_t out = buffer(16), numbers = buffer(sizeof NUMBERS);
    memcpy(at(numbers, sizeof NUMBERS), NUMBERS, sizeof NUMBERS);
    expect_ok(RUN(.block = {1}, .args = {out, numbers, 0}));
    assert_true(*(const float *)at(out, 4) == 0);
    unload();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_debug),
        cmocka_unit_test(test_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
