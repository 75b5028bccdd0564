// ex1-5: C = A B, square, any width.

#include "judge.h"

enum { TILE = 16 };

static void run(Judge *j, const Case *c)
{
    size_t width = c->n, count = width * width, bytes = count * sizeof(float);
    float *a = judge_floats(j, count, -1, 1), *b = judge_floats(j, count, -1, 1);
    double *want = judge_array(j, count * sizeof *want);
    for (size_t k = 0; k < width; k++) // a sum of outer products
        for (size_t row = 0; row < width; row++)
            for (size_t column = 0; column < width; column++)
                want[row * width + column] += (double)a[row * width + k] * b[k * width + column];

    unsigned tiles = judge_blocks(width, TILE);
    Buffer d_a = judge_input(j, a, bytes), d_b = judge_input(j, b, bytes),
           out = judge_output(j, bytes);
    judge_launch(j, "multiply", DIM(tiles, tiles, 1), DIM(TILE, TILE, 1), 0,
                 ARGS(BUF(d_a), BUF(d_b), BUF(out), SIZE(width)));
    judge_near_floats(j, "C", out, want, 1e-4, width);
    // Two tiles of 16 rows of 2 sectors for each of `tiles` steps of each block; rows that begin in the middle of a sector take one more.
    judge_at_most(j, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                  "the number of sectors loaded", 2.0 * TILE * 3 * tiles * tiles * tiles);
}

static const Case cases[] = {
    {"1 x 1", 1, 0, 0},
    {"a tile", 16, 0, 0},
    {"smaller than a tile", 7, 0, 0},
    {"one more than a tile", 17, 0, 0},
    {"two tiles", 32, 0, 0},
    {"ragged", 45, 0, 0},
    {0},
};

EXERCISE = {.name = "ex1-5", .run = run, .cases = cases, .points = 4};
