// Random ints; the total, and the number of children.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    enum { STRETCH = 128 };
    unsigned blocks = judge_blocks(c->n, STRETCH);
    int *x = judge_ints(j, c->n, -1000, 1000), want = 0, children = (int)blocks;
    for (size_t i = 0; i < c->n; i++)
        want += x[i];

    Buffer in = judge_input(j, x, c->n * sizeof *x), result = judge_output(j, sizeof want);
    Buffer sums = judge_output(j, blocks * sizeof *x), started = judge_zeroed(j, sizeof children);
    judge_launch(j, "total", DIM(blocks), DIM(32), 0,
                 ARGS(BUF(in), BUF(sums), BUF(result), BUF(started), SIZE(c->n)));
    judge_equal_ints(j, "result", result, &want, 0);
    judge_equal_ints(j, "started", started, &children, 0);
    judge_launched(j, children);
    judge_at_most(j, LAUNCHED_BY_KERNELS, "launches by kernels", children + 1);
    if (c->n >= 1000)
        judge_shared(j, 270, 6);
}

static const Case cases[] = {
    {"eight full stretches", 1024, 0, 32},
    {"more stretches than addSums has threads", 9000, 0, 32},
    {"a prime number of elements", 2003, 0, 32},
    {"a single stretch", 60, 0, 32},
    {"a single element", 1, 0, 32},
    {"an empty array", 0, 0, 32},
    {"256 full stretches", 32768, 0, 32},
    {0},
};

EXERCISE = {.name = "ex5-1",
            .run = run,
            .cases = cases,
            .points = 4,
            .rdc = true,
            .measured = "256 full stretches",
            .counters = {INSTRUCTIONS, LAUNCHED_BY_KERNELS}};
