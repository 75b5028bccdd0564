// ex7-12: sums of products of a warpgroup. Numbers are whole and small, so that every sum is exact. The blocks are the case's n, the
// steps its m.

#include "judge.h"

#include <string.h>

enum { ROWS = 64, COLS = 8, DEPTH = 32 };

// The bf16 of a whole number below 256: the upper half of the float.
static uint16_t bf16_of(int x)
{
    float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return (uint16_t)(bits >> 16);
}

static void run(Judge *j, const Case *c)
{
    size_t n = c->n, steps = c->m, a_count = n * steps * ROWS * DEPTH,
           b_count = n * steps * COLS * DEPTH;
    int *a = judge_ints(j, a_count, -8, 8), *b = judge_ints(j, b_count, -8, 8);
    uint16_t *a16 = judge_array(j, a_count * sizeof *a16),
             *b16 = judge_array(j, b_count * sizeof *b16);
    double *want = judge_array(j, n * ROWS * COLS * sizeof *want);
    for (size_t i = 0; i < b_count; i++)
        b16[i] = bf16_of(b[i]);
    for (size_t i = 0; i < a_count; i++) {
        size_t tile = i / DEPTH / ROWS, row = i / DEPTH % ROWS, k = i % DEPTH;
        a16[i] = bf16_of(a[i]);
        for (size_t col = 0; col < COLS; col++)
            want[(tile / steps * ROWS + row) * COLS + col] +=
                a[i] * b[(tile * COLS + col) * DEPTH + k];
    }
    Buffer d_a = judge_input(j, a16, a_count * sizeof *a16),
           d_b = judge_input(j, b16, b_count * sizeof *b16),
           out = judge_output(j, n * ROWS * COLS * sizeof(float));
    judge_launch(j, "sumProducts", DIM((unsigned)n), DIM(128), 0,
                 ARGS(BUF(d_a), BUF(d_b), INT(steps), BUF(out)));
    judge_near_floats(j, "c", out, want, 0, COLS);
    judge_at_most(j, BARRIERS, "barriers of all warps", 4.0 * (double)(n * (steps + 1)));
}

static const Case cases[] = {
    {"seven steps", 1, 7, 0},
    {"one step", 1, 1, 0},
    {"as many steps as stages", 2, 3, 0},
    {"three blocks, 12 steps", 3, 12, 0},
    {"no step", 1, 0, 0},
    {0},
};

EXERCISE = {.name = "ex7-12",
            .run = run,
            .cases = cases,
            .points = 4,
            .architecture = "90a",
            .headers = "chapters/ch7-tensor"};
