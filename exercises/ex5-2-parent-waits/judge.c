// Random ints; the largest, and the distance of each element from it.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    int *x = judge_ints(j, c->n, -1000000, 1000000), *want = judge_array(j, c->n * sizeof *want);
    int most = x[0];
    for (size_t i = 1; i < c->n; i++)
        most = x[i] > most ? x[i] : most;
    for (size_t i = 0; i < c->n; i++)
        want[i] = most - x[i];

    Buffer in = judge_input(j, x, c->n * sizeof *x), largest = judge_output(j, sizeof most);
    Buffer y = judge_output(j, c->n * sizeof *want);
    judge_launch(j, "start", DIM(1), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(largest), BUF(y), SIZE(c->n)));
    judge_equal_ints(j, "largest", largest, &most, 0);
    judge_equal_ints(j, "y", y, want, 0);
    judge_launched(j, 1);
    // A child that finds, one that subtracts, and one more for whoever needs a grid between them.
    judge_at_most(j, LAUNCHED_BY_KERNELS, "launches by kernels", 3);
}

static const Case cases[] = {
    {"a few hundred elements", 300, 0, 32},
    {"one warp's worth", 32, 0, 32},
    {"a single element", 1, 0, 32},
    {"a prime number of elements", 2003, 0, 32},
    {0},
};

EXERCISE = {.name = "ex5-2", .run = run, .cases = cases, .points = 3, .rdc = true};
