// ex4-9: a matrix times a row, for one part or several. c->n rows, c->m columns.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    size_t rows = c->n, columns = c->m, parts = c->what[0] == 'p' ? 3 : 1;
    size_t stride = c->what[0] == 'p' ? columns + 5 : columns;
    size_t apart = c->what[0] == 'p' ? rows * stride + 7 : 0;
    size_t all = parts > 1 ? parts * apart : rows * stride;
    float *A = judge_floats(j, all, -1, 1), *x = judge_floats(j, parts * columns, -1, 1);
    double *want = judge_array(j, parts * rows * sizeof *want);
    for (size_t p = 0; p < parts; p++)
        for (size_t r = 0; r < rows; r++)
            for (size_t k = 0; k < columns; k++)
                want[p * rows + r] += (double)A[p * apart + r * stride + k] * x[p * columns + k];

    Buffer d_A = judge_input(j, A, all * sizeof *A),
           d_x = judge_input(j, x, parts * columns * sizeof *x);
    Buffer y = judge_output(j, parts * rows * sizeof(float));
    judge_launch(j, "dots", DIM(judge_blocks(rows, c->block / 32), (unsigned)parts),
                 DIM((unsigned)c->block), 0,
                 ARGS(BUF(d_A), BUF(d_x), BUF(y), INT(rows), INT(columns), INT(stride), INT(parts),
                      INT(apart)));
    judge_near_floats(j, "y", y, want, 1e-4, rows);
    if (columns == 512) {
        judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
                       "the load efficiency in %", 95);
        judge_at_most(j, LONGEST_WARP, "instructions of the longest warp", 420);
        judge_moves(j, 2 * 2 * (double)(rows * columns) / 8);
    }
}

static const Case cases[] = {
    {"64 rows of 64", 64, 64, 128},
    {"512 columns, its counters", 32, 512, 128},
    {"a prime number of columns", 10, 257, 64},
    {"fewer columns than lanes", 9, 16, 32},
    {"parts, with gaps between the rows", 13, 70, 64},
    {"parts of one row", 1, 131, 32},
    {"a single element", 1, 1, 32},
    {0},
};

EXERCISE = {.name = "ex4-9", .run = run, .cases = cases, .points = 4};
