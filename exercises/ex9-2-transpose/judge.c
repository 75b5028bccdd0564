// Random ints; every element of the transpose.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    size_t count = c->n * c->m, bytes = count * sizeof(int);
    int *in = judge_ints(j, count, 0, 1000000), *want = judge_array(j, bytes);
    for (size_t i = 0; i < count; i++)
        want[i % c->m * c->n + i / c->m] = in[i];

    Buffer from = judge_input(j, in, bytes), to = judge_output(j, bytes);
    judge_launch_chosen(j, "transpose", ARGS(BUF(from), BUF(to), INT(c->n), INT(c->m)));
    judge_equal_ints(j, "out", to, want, c->n);
    judge_limit(j, 2 * (double)bytes, 0);
}

static const Case cases[] = {
    {"a single element", 1, 1, 0},
    {"a row", 1, 37, 0},
    {"a column", 37, 1, 0},
    {"ragged", 35, 70, 0},
    {"whole tiles", 64, 32, 0},
    {"1024 rows of 2048", 1024, 2048, 0},
    {0},
};

EXERCISE = {.name = "ex9-2",
            .run = run,
            .cases = cases,
            .points = 1,
            .measured = "1024 rows of 2048",
            .counters = {STORE_SECTORS, LOAD_SECTORS},
            .golf = true};
