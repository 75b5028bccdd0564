// ex0-5: the mean of a square, cut off at the edge; c->n rows, c->m columns. The reference asks every pixel of the image whether it
// is near enough, instead of walking along the square.

#include "judge.h"

#include <stdlib.h>

static unsigned char mean_near(const unsigned char *in, int rows, int columns, int row, int column,
                               int radius)
{
    int sum = in[row * columns + column], count = 1;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            if ((y != row || x != column) && abs(y - row) <= radius && abs(x - column) <= radius) {
                sum += in[y * columns + x];
                count++;
            }
    return (unsigned char)(sum / count);
}

static void run(Judge *j, const Case *c)
{
    int rows = (int)c->n, columns = (int)c->m, side = c->block;
    size_t pixels = c->n * c->m;
    unsigned char *in = judge_array(j, pixels), *want = judge_array(j, pixels);
    for (size_t i = 0; i < pixels; i++)
        in[i] = (unsigned char)judge_between(j, 0, 255);

    judge_launches(j, 4);
    for (int radius = 0; radius <= 3; radius++) {
        for (int row = 0; row < rows; row++)
            for (int column = 0; column < columns; column++)
                want[row * columns + column] = mean_near(in, rows, columns, row, column, radius);
        Buffer d_in = judge_input(j, in, pixels), out = judge_output(j, pixels);
        judge_launch(j, "blur", DIM(judge_blocks(c->m, side), judge_blocks(c->n, side), 1),
                     DIM((unsigned)side, (unsigned)side, 1), 0,
                     ARGS(BUF(d_in), BUF(out), INT(columns), INT(rows), INT(radius)));
        judge_equal_bytes(j, "out", out, want, c->m);
    }
}

static const Case cases[] = {
    {"a single pixel", 1, 1, 8},
    {"smaller than the square", 2, 3, 8},
    {"a row", 1, 29, 8},
    {"a column", 29, 1, 8},
    {"two blocks and a bit, both ways", 17, 19, 8},
    {"blocks of 16 x 16", 20, 33, 16},
    {"64 x 64", 64, 64, 16},
    {0},
};

EXERCISE = {.name = "ex0-5",
            .run = run,
            .cases = cases,
            .points = 4,
            .measured = "64 x 64",
            .counters = {LOAD_SECTORS, INSTRUCTIONS}};
