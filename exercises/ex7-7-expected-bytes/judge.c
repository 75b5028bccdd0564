// ex7-7: rows by bulk copies. The rows are the case's n, and m the numbers in each.

#include "judge.h"

enum { THREADS = 128 };

static void run(Judge *j, const Case *c)
{
    size_t rows = c->n, n = c->m, count = rows * n, bytes = count * sizeof(int);
    int *x = judge_ints(j, count, -1000000, 1000000), *y = judge_ints(j, count, -1000000, 1000000),
        *want = judge_array(j, bytes);
    for (size_t i = 0; i < count; i++)
        want[i] = x[i] + y[i - i % n + n - 1 - i % n];
    Buffer d_x = judge_input(j, x, bytes), d_y = judge_input(j, y, bytes),
           out = judge_output(j, bytes);
    judge_launch(j, "mirrored", DIM((unsigned)rows), DIM(THREADS), 0,
                 ARGS(BUF(d_x), BUF(d_y), BUF(out), INT(n)));
    judge_equal_ints(j, "out", out, want, n);
    judge_at_most(j, LOAD_REQUESTS, "loads from global memory by threads", 0);
}

static const Case cases[] = {
    {"one row", 1, 256, 0},
    {"long rows", 6, 1024, 0},
    {"rows of four numbers", 9, 4, 0},
    {"fewer numbers than threads", 5, 100, 0},
    {"rows that end anywhere", 3, 516, 0},
    {0},
};

EXERCISE = {.name = "ex7-7",
            .run = run,
            .cases = cases,
            .points = 3,
            .architecture = "90",
            .headers = "chapters/ch7-tensor"};
