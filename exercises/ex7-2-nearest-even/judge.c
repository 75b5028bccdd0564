// ex7-2: floats to bf16. What is expected comes from distances, in double, not from the bits that are added.

#include "judge.h"

#include <string.h>

static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

// The bf16 that is nearest to a float with these bits.
static uint32_t nearest(uint32_t bits)
{
    uint32_t magnitude = bits & 0x7fffffff, sign = bits >> 16 & 0x8000;
    if (magnitude > 0x7f800000)
        return 0x7fff;
    if (magnitude == 0x7f800000)
        return sign | 0x7f80;
    uint32_t below = magnitude >> 16, above = below + 1;
    double x = (double)float_of(magnitude), down = x - (double)float_of(below << 16),
           up = (above == 0x7f80 ? 0x1p128 : (double)float_of(above << 16)) - x;
    return sign | (down < up || (down == up && below % 2 == 0) ? below : above);
}

// A float's bits: of any number; a half way between two; near one; large, small or none at all.
static uint32_t bits_of(Judge *j, size_t i)
{
    static const uint32_t special[] = {0x7f800000, 0xff800000, 0x7f800001, 0xffffffff, 0x7f7fffff,
                                       0x7f7f8000, 0x7f7f7fff, 0x00000001, 0x80008000, 0};
    uint32_t bits = (uint32_t)judge_random(j);
    switch (i % 4) {
    case 0: return (bits & 0xffff0000) | 0x8000;
    case 1: return (bits & 0xffff0000) | (bits & 1 ? 0x8001 : 0x7fff);
    case 2: return bits;
    default: return special[i / 4 % (sizeof special / sizeof *special)];
    }
}

static void run(Judge *j, const Case *c)
{
    uint32_t *x = judge_array(j, c->n * sizeof *x);
    int *want = judge_array(j, (c->n + 1) / 2 * sizeof *want);
    for (size_t i = 0; i < c->n; i++) {
        x[i] = bits_of(j, i);
        want[i / 2] |= (int)(nearest(x[i]) << (i % 2 ? 16 : 0));
    }
    Buffer d_x = judge_input(j, x, c->n * sizeof *x),
           out = judge_output(j, (c->n + 1) / 2 * sizeof *want);
    judge_launch(j, "pack", DIM(judge_blocks((c->n + 1) / 2, c->block)), DIM((unsigned)c->block), 0,
                 ARGS(BUF(d_x), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
}

static const Case cases[] = {
    {"halves, neighbours, infinities, NaN", 64, 0, 32},
    {"a single number", 1, 0, 32},
    {"an odd number of numbers", 777, 0, 128},
    {"many", 4096, 0, 256},
    {"none", 0, 0, 64},
    {0},
};

EXERCISE = {.name = "ex7-2", .run = run, .cases = cases, .points = 2};
