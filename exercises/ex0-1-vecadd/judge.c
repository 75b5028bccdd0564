// ex0-1: c = a + b. Sums of two floats are rounded once, so that equality could be asked for; a tolerance is enough.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    float *a = judge_floats(j, c->n, -1, 1), *b = judge_floats(j, c->n, -1, 1);
    double *want = judge_array(j, c->n * sizeof *want);
    size_t bytes = c->n * sizeof *a;

    for (size_t i = 0; i < c->n; i++)
        want[i] = (double)a[i] + b[i];

    Buffer d_a = judge_input(j, a, bytes), d_b = judge_input(j, b, bytes);
    Buffer d_c = judge_output(j, bytes);
    judge_launch(j, "vecAdd", DIM(judge_blocks(c->n, c->block), 1, 1),
                 DIM((unsigned)c->block, 1, 1), 0, ARGS(BUF(d_a), BUF(d_b), BUF(d_c), SIZE(c->n)));
    judge_near_floats(j, "c", d_c, want, 1e-6, 0);
}

static const Case cases[] = {
    {"one element", 1, 0, 32},
    {"a block exactly", 256, 0, 256},
    {"one element more than a block", 257, 0, 256},
    {"blocks of 96, the last has one element", 481, 0, 96},
    {"a prime number of elements", 7919, 0, 128},
    {"blocks of one thread", 5, 0, 1},
    {"the largest block", 2500, 0, 1024},
    {"no element", 0, 0, 64},
    {"a large array", 524288, 0, 256},
    {0},
};

EXERCISE = {.name = "ex0-1",
            .run = run,
            .cases = cases,
            .points = 2,
            .measured = "a large array",
            .least = true,
            .counters = {LOAD_SECTORS, INSTRUCTIONS}};
