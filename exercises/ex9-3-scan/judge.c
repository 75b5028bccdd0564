// Random ints; the prefix sums of every row.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    size_t count = c->n * c->m, bytes = count * sizeof(int);
    int *x = judge_ints(j, count, -1000, 1000), *want = judge_array(j, bytes);
    for (size_t i = 0; i < count; i++)
        want[i] = x[i] + (i % c->m != 0 ? want[i - 1] : 0);

    Buffer in = judge_input(j, x, bytes), out = judge_output(j, bytes);
    judge_launch_chosen(j, "scan", ARGS(BUF(in), BUF(out), INT(c->n), INT(c->m)));
    judge_equal_ints(j, "out", out, want, c->m);
    judge_limit(j, 2 * (double)bytes, (double)count);
}

static const Case cases[] = {
    {"a single element", 1, 1, 0},
    {"rows of one element", 40, 1, 0},
    {"rows of 65", 33, 65, 0},
    {"rows of a prime length", 70, 131, 0},
    {"rows of 64", 9, 64, 0},
    {"4096 rows of 512", 4096, 512, 0},
    {0},
};

EXERCISE = {.name = "ex9-3",
            .run = run,
            .cases = cases,
            .points = 1,
            .measured = "4096 rows of 512",
            .counters = {LOAD_SECTORS, STORE_SECTORS},
            .golf = true};
