// Random ints; the sums of squares.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    unsigned blocks = judge_blocks(c->n, c->block);
    int *x = judge_ints(j, c->n, -1000, 1000), *want = judge_array(j, blocks * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i / (size_t)c->block] += x[i] * x[i];

    Buffer in = judge_input(j, x, c->n * sizeof *x), work = judge_output(j, c->n * sizeof *x);
    Buffer out = judge_output(j, blocks * sizeof *want);
    judge_launch(j, "sumSquares", DIM(blocks), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(work), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
    judge_launched(j, blocks);
    judge_at_most(j, LAUNCHED_BY_KERNELS, "launches by kernels", blocks);
}

static const Case cases[] = {
    {"four full blocks", 512, 0, 128},
    {"a single warp", 32, 0, 32},
    {"one element more than a block", 65, 0, 64},
    {"a prime number of elements", 1009, 0, 256},
    {"a single element", 1, 0, 96},
    {"an empty array", 0, 0, 32},
    {0},
};

EXERCISE = {.name = "ex5-3", .run = run, .cases = cases, .points = 3, .rdc = true};
