// ex1-6: G = M M^T for a matrix of c->n rows and c->m columns.

#include "judge.h"

enum { TILE = 16 };

static void run(Judge *j, const Case *c)
{
    size_t rows = c->n, columns = c->m, count = rows * columns;
    float *in = judge_floats(j, count, -1, 1);
    double *want = judge_array(j, rows * rows * sizeof *want);
    for (size_t k = 0; k < columns; k++)
        for (size_t row = 0; row < rows; row++)
            for (size_t column = 0; column <= row; column++) {
                want[row * rows + column] +=
                    (double)in[row * columns + k] * in[column * columns + k];
                want[column * rows + row] = want[row * rows + column];
            }

    unsigned tiles = judge_blocks(rows, TILE), steps = judge_blocks(columns, TILE);
    Buffer d_in = judge_input(j, in, count * sizeof *in),
           out = judge_output(j, rows * rows * sizeof(float));
    judge_launch(j, "gramMatrix", DIM(tiles, tiles, 1), DIM(TILE, TILE, 1), 0,
                 ARGS(BUF(d_in), BUF(out), SIZE(rows), SIZE(columns)));
    judge_near_floats(j, "gram", out, want, 1e-4, rows);
    if (rows % TILE != 0 || columns % TILE != 0)
        return;
    judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
                   "the load efficiency in %", 95);
    // Two tiles of 16 rows of 2 sectors, in each step of each block.
    judge_at_most(j, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                  "the number of sectors loaded", 2.0 * TILE * 2 * steps * tiles * tiles);
    judge_work(j, 3 * (110 + 71.0 * steps));
    judge_at_most(j, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                  "the number of bank conflicts of loads", 0);
    judge_at_most(j, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
                  "the number of bank conflicts of stores", 0);
}

static const Case cases[] = {
    {"one row of one", 1, 1, 0},      {"one long row", 1, 100, 0},
    {"many short rows", 40, 1, 0},    {"a tile", 16, 16, 0},
    {"ragged, both ways", 21, 37, 0}, {"48 x 64, its counters", 48, 64, 0},
    {"128 x 256", 128, 256, 0},       {0},
};

EXERCISE = {.name = "ex1-6",
            .run = run,
            .cases = cases,
            .points = 8,
            .measured = "128 x 256",
            .counters = {LOAD_SECTORS, LOAD_WAVEFRONTS}};
