// Random ints; block sums of an array whose end is also that of its memory.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    unsigned blocks = judge_blocks(c->n, c->block);
    int *x = judge_ints(j, c->n, -1000, 1000), *want = judge_array(j, blocks * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i / (size_t)c->block] += x[i];

    Buffer in = judge_inout(j, x, c->n * sizeof *x);
    Buffer out = judge_output(j, blocks * sizeof *want);
    judge_launch(j, "reduceInterleaved", DIM(blocks), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
    if (c->block >= 128)
        judge_shared(j, 3 * (60 + 12 * judge_halvings((size_t)c->block)), 10);
}

static const Case cases[] = {
    {"two full blocks", 512, 0, 256},
    {"one element more than a block", 257, 0, 256},
    {"a prime number of elements", 2003, 0, 128},
    {"three elements for four threads", 3, 0, 4},
    {"a single element", 1, 0, 64},
    {"an empty array", 0, 0, 32},
    {"pairs", 9, 0, 2},
    {0},
};

EXERCISE = {.name = "ex3-7", .run = run, .cases = cases, .points = 2};
