// Random ints; the sum.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    int *x = judge_ints(j, c->n, -1000, 1000), want = 0;
    for (size_t i = 0; i < c->n; i++)
        want += x[i];

    Buffer in = judge_input(j, x, c->n * sizeof *x), out = judge_output(j, sizeof want);
    judge_launches(j, 2);
    judge_launch(j, "clear", DIM(1), DIM(32), 0, ARGS(BUF(out)));
    judge_launch(j, "sum", DIM(judge_blocks(c->n, c->block)), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, &want, 0);
    if (c->block >= 64)
        judge_shared(j, 60, 7);
}

static const Case cases[] = {
    {"eight blocks", 512, 0, 64},
    {"one block", 100, 0, 128},
    {"a prime number of elements", 1009, 0, 32},
    {"a single element", 1, 0, 32},
    {"an empty array", 0, 0, 32},
    {0},
};

EXERCISE = {.name = "ex3-12", .run = run, .cases = cases, .points = 1};
