// ex0-2: y = a x + y with a grid of c->m blocks, whatever n is.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    float *x = judge_floats(j, c->n, -1, 1), *y = judge_floats(j, c->n, -1, 1);
    float a = (float)judge_between(j, -8, 8) + 0.5f;
    double *want = judge_array(j, c->n * sizeof *want);
    size_t bytes = c->n * sizeof *x;

    for (size_t i = 0; i < c->n; i++)
        want[i] = (double)a * x[i] + y[i];

    Buffer d_x = judge_input(j, x, bytes), d_y = judge_inout(j, y, bytes);
    judge_launch(j, "saxpy", DIM((unsigned)c->m, 1, 1), DIM((unsigned)c->block, 1, 1), 0,
                 ARGS(FLOAT(a), BUF(d_x), BUF(d_y), SIZE(c->n)));
    judge_near_floats(j, "y", d_y, want, 1e-5, 0);
    if (c->n >= 4096 && c->block % 32 == 0) {
        judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
                       "the load efficiency in %", 95);
        judge_work(j, 3 * (20 + 10 * (double)c->n / (double)(c->m * (size_t)c->block)));
        judge_moves(j, 2 * 3 * (double)c->n / 8); // x and y, and y again
    }
}

static const Case cases[] = {
    {"one element, one thread", 1, 1, 1},
    {"a single thread for all", 50, 1, 1},
    {"one block for more than it has threads", 1000, 1, 128},
    {"three blocks, a ragged end", 2003, 3, 96},
    {"more threads than elements", 10, 4, 64},
    {"no element", 0, 2, 32},
    {"a large array, and its loads", 8192, 4, 256},
    {"a very large array", 524288, 64, 256},
    {0},
};

EXERCISE = {.name = "ex0-2",
            .run = run,
            .cases = cases,
            .sizes = "n {n}, <<<{m}, {block}>>>",
            .points = 3,
            .measured = "a very large array",
            .counters = {LOAD_SECTORS, STORE_SECTORS}};
