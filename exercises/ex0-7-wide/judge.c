// ex0-7: distances in bytes. The reference multiplies bit by bit.

#include "judge.h"

// a * b by adding up shifted a's, as one does on paper, and so not in the way that the exercise is about.
static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t sum = 0;
    for (; b > 0; b >>= 1, a <<= 1)
        sum += b & 1 ? a : 0;
    return sum;
}

static void run(Judge *j, const Case *c)
{
    int width = (int)c->m;
    int *rows = judge_ints(j, c->n, 0, width - 1), *columns = judge_ints(j, c->n, 0, width - 1);
    uint64_t *want = judge_array(j, c->n * sizeof *want),
             *found = judge_array(j, c->n * sizeof *found);
    if (c->n > 1)
        rows[1] = columns[1] = width - 1; // the last element of a square matrix
    for (size_t i = 0; i < c->n; i++)
        want[i] = (times((uint64_t)rows[i], (uint64_t)width) + (uint64_t)columns[i]) << 2;

    Buffer d_rows = judge_input(j, rows, c->n * sizeof *rows);
    Buffer d_columns = judge_input(j, columns, c->n * sizeof *columns);
    Buffer out = judge_output(j, c->n * sizeof *want);
    judge_launch(j, "offsets", DIM(judge_blocks(c->n, c->block), 1, 1),
                 DIM((unsigned)c->block, 1, 1), 0,
                 ARGS(BUF(d_rows), BUF(d_columns), BUF(out), INT(width), SIZE(c->n)));
    judge_read(j, out, found);
    for (size_t i = 0; i < c->n; i++)
        if (found[i] != want[i])
            judge_fail(
                j,
                "out[%zu]: row %d, column %d of a matrix of width %d: expected %llu bytes, found %llu",
                i, rows[i], columns[i], width, (unsigned long long)want[i],
                (unsigned long long)found[i]);
}

static const Case cases[] = {
    {"a small matrix", 100, 100, 64},
    {"width 30000: bytes are too many", 100, 30000, 64},
    {"width 50000: elements are too many", 100, 50000, 64},
    {"width 65000: bytes, without a sign", 100, 65000, 64},
    {"the widest", 90, 2000000000, 64},
    {0},
};

EXERCISE = {.name = "ex0-7", .run = run, .cases = cases, .points = 2};
