// Random ints; the sum of five for every element.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    size_t rows = c->n, columns = c->m, count = rows * columns, bytes = count * sizeof(int);
    int *in = judge_ints(j, count, -1000, 1000), *want = judge_array(j, bytes);
    for (size_t row = 0, i = 0; row < rows; row++)
        for (size_t column = 0; column < columns; column++, i++)
            want[i] = in[i] + (row ? in[i - columns] : 0) + (row + 1 < rows ? in[i + columns] : 0) +
                      (column ? in[i - 1] : 0) + (column + 1 < columns ? in[i + 1] : 0);
    Buffer from = judge_input(j, in, bytes), to = judge_output(j, bytes);
    judge_launch_chosen(j, "stencil", ARGS(BUF(from), BUF(to), INT(rows), INT(columns)));
    judge_equal_ints(j, "out", to, want, columns);
    judge_limit(j, 2 * (double)bytes, 4 * (double)count);
}

static const Case cases[] = {
    {"a single element", 1, 1, 0},
    {"a row", 1, 70, 0},
    {"a column", 70, 1, 0},
    {"ragged", 37, 53, 0},
    {"two rows", 2, 64, 0},
    {"1024 rows of 2048", 1024, 2048, 0},
    {0},
};

EXERCISE = {.name = "ex9-5",
            .run = run,
            .cases = cases,
            .points = 1,
            .measured = "1024 rows of 2048",
            .counters = {LOAD_SECTORS, STORE_SECTORS},
            .golf = true};
