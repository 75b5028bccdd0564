// Random ints, some of them equal; the four largest of each row.

#include "judge.h"

#include <limits.h>

enum { K = 4 };

static void run(Judge *j, const Case *c)
{
    size_t rows = c->n, n = c->m, bytes = rows * n * sizeof(int), few = rows * K * sizeof(int);
    int *x = judge_ints(j, rows * n, -1000, 1000), *want = judge_array(j, few);
    for (size_t i = 0; i < rows * K; i++)
        want[i] = INT_MIN;
    for (size_t i = 0; i < rows * n; i++)
        for (int k = 0, v = x[i]; k < K; k++) {
            int *best = &want[i / n * K + (size_t)k];
            if (v > *best) {
                int smaller = *best;
                *best = v;
                v = smaller;
            }
        }
    Buffer in = judge_input(j, x, bytes), out = judge_output(j, few);
    judge_launch_chosen(j, "topFour", ARGS(BUF(in), BUF(out), INT(rows), INT(n)));
    judge_equal_ints(j, "out", out, want, K);
    judge_limit(j, (double)(bytes + few), 0);
}

static const Case cases[] = {
    {"a row of four", 1, 4, 0},
    {"rows shorter than a warp", 40, 9, 0},
    {"rows of a prime length", 33, 101, 0},
    {"rows of 128", 35, 128, 0},
    {"4096 rows of 512", 4096, 512, 0},
    {0},
};

EXERCISE = {.name = "ex9-7",
            .run = run,
            .cases = cases,
            .points = 1,
            .measured = "4096 rows of 512",
            .counters = {LOAD_SECTORS, INSTRUCTIONS},
            .golf = true};
