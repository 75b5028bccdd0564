// Random ints; the sums of stretches of 2 blocks.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    size_t stretch = (size_t)c->block * 2;
    unsigned blocks = judge_blocks(c->n, (int)stretch);
    int *x = judge_ints(j, c->n, -1000, 1000), *want = judge_array(j, blocks * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i / stretch] += x[i];

    Buffer in = judge_inout(j, x, c->n * sizeof *x);
    Buffer out = judge_output(j, blocks * sizeof *want);
    judge_launch(j, "reduceUnroll2", DIM(blocks), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
    if (c->block >= 128)
        judge_shared(j, 3 * (60 + 14 * judge_halvings((size_t)c->block)), 9);
}

static const Case cases[] = {
    {"two full stretches", 1024, 0, 256},
    {"one element more than a block", 129, 0, 128},
    {"a prime number of elements", 2003, 0, 64},
    {"three elements for four threads", 3, 0, 4},
    {"a single element", 1, 0, 32},
    {"an empty array", 0, 0, 32},
    {0},
};

EXERCISE = {.name = "ex4-2", .run = run, .cases = cases, .points = 2};
