// Random ints; the sums of stretches of 8 blocks.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    size_t stretch = (size_t)c->block * 8;
    unsigned blocks = judge_blocks(c->n, (int)stretch);
    int *x = judge_ints(j, c->n, -1000, 1000), *want = judge_array(j, blocks * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i / stretch] += x[i];

    Buffer in = judge_inout(j, x, c->n * sizeof *x);
    Buffer out = judge_output(j, blocks * sizeof *want);
    judge_launch(j, "reduceUnroll8", DIM(blocks), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
    if (c->block >= 64)
        judge_shared(j, 3 * (90 + 15 * judge_halvings((size_t)c->block)), 9);
}

static const Case cases[] = {
    {"two full stretches", 1024, 0, 64},
    {"twenty elements, a stretch of 32", 20, 0, 4},
    {"one element more than a stretch", 257, 0, 32},
    {"a prime number of elements", 2003, 0, 128},
    {"less than a block", 3, 0, 16},
    {"a single element", 1, 0, 2},
    {"an empty array", 0, 0, 32},
    {0},
};

EXERCISE = {.name = "ex4-7", .run = run, .cases = cases, .points = 2};
