// ex7-11: products of a warpgroup. Numbers are whole and small, so that every sum is exact. The products are the case's n.

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
    size_t n = c->n, a_count = n * ROWS * DEPTH, b_count = n * COLS * DEPTH;
    int *a = judge_ints(j, a_count, -8, 8), *b = judge_ints(j, b_count, -8, 8);
    uint16_t *a16 = judge_array(j, a_count * sizeof *a16),
             *b16 = judge_array(j, b_count * sizeof *b16);
    double *want = judge_array(j, n * ROWS * COLS * sizeof *want);
    for (size_t i = 0; i < a_count; i++)
        a16[i] = bf16_of(a[i]);
    for (size_t i = 0; i < b_count; i++)
        b16[i] = bf16_of(b[i]);
    for (size_t i = 0; i < n * ROWS * COLS; i++) {
        size_t row = i / COLS, col = row / ROWS * COLS + i % COLS; // counted through all products
        for (size_t k = 0; k < DEPTH; k++)
            want[i] += a[row * DEPTH + k] * b[col * DEPTH + k];
    }
    Buffer d_a = judge_input(j, a16, a_count * sizeof *a16),
           d_b = judge_input(j, b16, b_count * sizeof *b16),
           out = judge_output(j, n * ROWS * COLS * sizeof(float));
    if (n)
        judge_launch(j, "product", DIM((unsigned)n), DIM(128), 0,
                     ARGS(BUF(d_a), BUF(d_b), BUF(out)));
    judge_near_floats(j, "c", out, want, 0, COLS);
}

static const Case cases[] = {
    {"one product", 1, 0, 0},
    {"five products", 5, 0, 0},
    {0},
};

EXERCISE = {.name = "ex7-11",
            .run = run,
            .cases = cases,
            .points = 4,
            .architecture = "90a",
            .headers = "chapters/ch7-tensor"};
