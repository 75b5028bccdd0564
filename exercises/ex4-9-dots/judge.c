// ex4-9: a matrix times a row, for one part or several. c->n rows, c->m columns.

#include "judge.h"

#include <string.h>

// The first float that has no room for a 1: LARGE + 1 is LARGE again.
static const float LARGE = 0x1p24f;

// In a row of LARGE, 1, 1, … each product is lost that a lane adds to a sum which has LARGE already. So the result tells how many sums there
// are: with four, three of the 15 that follow are lost, with two seven, with one all.
static void look_for_sums(Judge *j, Buffer y, const double *want, size_t columns)
{
    float *found = judge_array(j, y.bytes);
    size_t rounds = columns / 32 / 4; // of lane 0, each with four products
    double four = (double)rounds - 1; // products of lane 0 that are lost
    judge_read(j, y, found);
    for (size_t r = 0; r < y.bytes / sizeof *found; r++) {
        double lost = want[r] - (double)found[r];
        if (!(lost >= -four && lost <= four + 0.5))
            judge_fail(
                j,
                "y[%zu] is %.0f; expected %.0f, or up to %.0f less.\nThe row's first product is "
                "2^24, and a float that large has no room for a 1, which all others are. So whatever is "
                "added to the same sum later is lost. With four sums, only one of them loses anything.",
                r, (double)found[r], want[r], four);
    }
}

static void run(Judge *j, const Case *c)
{
    size_t rows = c->n, columns = c->m, parts = c->what[0] == 'p' ? 3 : 1;
    size_t stride = c->what[0] == 'p' ? columns + 5 : columns;
    size_t apart = c->what[0] == 'p' ? rows * stride + 7 : 0;
    size_t all = parts > 1 ? parts * apart : rows * stride;
    float *A = judge_floats(j, all, -1, 1), *x = judge_floats(j, parts * columns, -1, 1);
    bool large = strncmp(c->what, "one product", strlen("one product")) == 0;
    for (size_t i = 0; large && i < all; i++)
        A[i] = i % columns == 0 ? LARGE : 1;
    for (size_t i = 0; large && i < columns; i++)
        x[i] = 1;
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
    if (large)
        look_for_sums(j, y, want, columns);
    else
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
    {"one product far larger than the others", 3, 512, 96},
    {0},
};

EXERCISE = {.name = "ex4-9",
            .run = run,
            .cases = cases,
            .sizes = "rows {n}, columns {m}, block {block}",
            .points = 4};
