// Random ints; every prefix against a running sum.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    int *x = judge_ints(j, c->n, -1000, 1000), *want = judge_array(j, c->n * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i] = x[i] + (i > 0 ? want[i - 1] : 0);

    Buffer in = judge_input(j, x, c->n * sizeof *x);
    Buffer y = judge_output(j, c->n * sizeof *want);
    judge_launch(j, "scan", DIM(1), DIM((unsigned)c->block), (size_t)c->block * sizeof *x,
                 ARGS(BUF(in), BUF(y), SIZE(c->n)));
    judge_equal_ints(j, "y", y, want, 0);
    if (c->block >= 128)
        judge_shared(j, 3 * (40 + 14 * judge_halvings((size_t)c->block)), 9);
}

static const Case cases[] = {
    {"a full block", 256, 0, 256},
    {"a single warp", 32, 0, 32},
    {"less than the block", 100, 0, 128},
    {"a block that is no power of two", 96, 0, 96},
    {"a prime number of elements", 499, 0, 512},
    {"a single element", 1, 0, 64},
    {"no element", 0, 0, 32},
    {0},
};

EXERCISE = {.name = "ex3-9", .run = run, .cases = cases, .points = 3};
