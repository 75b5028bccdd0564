// ex0-16: rows of a table, by numbers, plus rows of positions. c->n characters, rows of c->m floats.

#include "judge.h"

enum { ROWS = 40 };

static void run(Judge *j, const Case *c)
{
    size_t count = c->n * c->m;
    int first = judge_between(j, 1, 9);
    int *text = judge_ints(j, c->n, 0, ROWS - 1);
    float *table = judge_floats(j, ROWS * c->m, -1, 1);
    size_t places = ((size_t)first + c->n) * c->m;
    float *positions = judge_floats(j, places, -1, 1);
    double *want = judge_array(j, count * sizeof *want);
    for (size_t t = 0; t < c->n; t++)
        for (size_t k = 0; k < c->m; k++)
            want[t * c->m + k] = (double)table[(size_t)text[t] * c->m + k] +
                                 positions[((size_t)first + t) * c->m + k];

    Buffer d_text = judge_input(j, text, c->n * sizeof *text);
    Buffer d_table = judge_input(j, table, ROWS * c->m * sizeof *table);
    Buffer d_positions = judge_input(j, positions, places * sizeof *positions);
    Buffer x = judge_output(j, count * sizeof(float));
    judge_launch(j, "embed", DIM(judge_blocks(count, c->block)), DIM((unsigned)c->block), 0,
                 ARGS(BUF(d_text), BUF(d_table), BUF(d_positions), BUF(x), INT(c->n), INT(c->m),
                      INT(first)));
    judge_near_floats(j, "x", x, want, 1e-6, c->m);
    if (count >= 4096) {
        judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
                       "the load efficiency in %", 60);
        judge_work(j, 3 * 50);
        judge_moves(j, 2 * 4 * (double)count / 8); // text, table, positions and x
    }
}

static const Case cases[] = {
    {"a single character", 1, 64, 64},
    {"ten characters", 10, 48, 96},
    {"a ragged width", 23, 37, 128},
    {"rows of one float", 50, 1, 32},
    {"a long text, its counters", 96, 64, 128},
    {"no character", 0, 16, 32},
    {0},
};

EXERCISE = {.name = "ex0-16",
            .run = run,
            .cases = cases,
            .sizes = "n {n}, width {m}, block {block}",
            .points = 2};
