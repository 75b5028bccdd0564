// Random ints; block sums by the four instances; instructions of one of them.

#include "judge.h"

#include <stdio.h>

static void run(Judge *j, const Case *c)
{
    unsigned blocks = judge_blocks(c->n, c->block);
    char kernel[16];
    int *x = judge_ints(j, c->n, -1000, 1000), *want = judge_array(j, blocks * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i / (size_t)c->block] += x[i];
    snprintf(kernel, sizeof kernel, "sum%d", c->block);

    Buffer in = judge_input(j, x, c->n * sizeof *x);
    Buffer out = judge_output(j, blocks * sizeof *want);
    judge_launch(j, kernel, DIM(blocks), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
    if (c->block == 256)
        judge_at_most(j, "smsp__inst_executed.sum", "warp instructions", 350.0 * blocks);
}

static const Case cases[] = {
    {"full blocks of 256", 2048, 0, 256},   {"blocks of 64", 1000, 0, 64},
    {"blocks of 128", 1001, 0, 128},        {"blocks of 512", 2003, 0, 512},
    {"a single element", 1, 0, 64},         {"an empty array", 0, 0, 128},
    {"2048 blocks of 256", 524288, 0, 256}, {0},
};

EXERCISE = {.name = "ex4-4",
            .run = run,
            .cases = cases,
            .points = 4,
            .measured = "2048 blocks of 256",
            .counters = {INSTRUCTIONS, BARRIERS}};
