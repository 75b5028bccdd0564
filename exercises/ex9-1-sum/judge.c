// Random ints and their sum, in a launch that the submission chooses.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    int *x = judge_ints(j, c->n, -100, 100), want = 0;
    for (size_t i = 0; i < c->n; i++)
        want += x[i];

    Buffer in = judge_input(j, x, c->n * sizeof *x), out = judge_zeroed(j, sizeof want);
    judge_launch_chosen(j, "sum", ARGS(BUF(in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, &want, 0);
    judge_limit(j, (double)c->n * sizeof *x, (double)c->n);
}

static const Case cases[] = {
    {"a single element", 1, 0, 0},   {"an empty array", 0, 0, 0},
    {"seven elements", 7, 0, 0},     {"a prime number of elements", 2003, 0, 0},
    {"four million", 4194304, 0, 0}, {0},
};

EXERCISE = {.name = "ex9-1",
            .run = run,
            .cases = cases,
            .points = 1,
            .measured = "four million",
            .counters = {LOAD_REQUESTS, GLOBAL_ATOMICS},
            .golf = true};
