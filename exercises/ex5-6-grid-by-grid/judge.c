// Random ints; the sum of all.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    int *x = judge_ints(j, c->n, -1000, 1000), want = 0;
    for (size_t i = 0; i < c->n; i++)
        want += x[i];

    Buffer in = judge_inout(j, x, c->n * sizeof *x), result = judge_output(j, sizeof want);
    judge_launch(j, "step", DIM(judge_blocks((c->n + 1) / 2, c->block)), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(result), SIZE(c->n)));
    judge_equal_ints(j, "result", result, &want, 0);
    judge_launched(j, judge_halvings(c->n) - 1);
}

static const Case cases[] = {
    {"a power of two", 1024, 0, 64},
    {"an odd number of elements", 37, 0, 8},
    {"a prime number of elements", 2003, 0, 128},
    {"blocks of one thread", 9, 0, 1},
    {"three elements", 3, 0, 32},
    {"a single element", 1, 0, 32},
    {"nothing", 0, 0, 32},
    {"a large power of two", 65536, 0, 128},
    {0},
};

EXERCISE = {.name = "ex5-6",
            .run = run,
            .cases = cases,
            .points = 4,
            .rdc = true,
            .measured = "a large power of two",
            .counters = {INSTRUCTIONS, LAUNCHED_BY_KERNELS}};
