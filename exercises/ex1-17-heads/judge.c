// ex1-17: rows to heads and back. c->n rows, heads of c->m floats. The case's name says which kernel, and how many heads.

#include "judge.h"

#include <stdlib.h>
#include <string.h>

static void run(Judge *j, const Case *c)
{
    size_t n = c->n, d = c->m, heads = strtoul(strstr(c->what, "heads ") + 6, NULL, 10);
    bool splits = c->what[0] == 's';
    size_t parts = splits ? 3 : 1, width = heads * d, one = n * width, all = parts * one;
    int *from = judge_ints(j, all, -1000000, 1000000), *want = judge_array(j, all * sizeof *want);
    for (size_t part = 0; part < parts; part++)
        for (size_t t = 0; t < n; t++)
            for (size_t h = 0; h < heads; h++)
                for (size_t e = 0; e < d; e++) {
                    size_t row = (t * parts + part) * width + h * d + e;
                    size_t head = part * one + (h * n + t) * d + e;
                    if (splits)
                        want[head] = from[row];
                    else
                        want[row] = from[head];
                }

    // Numbers are only moved, so they may as well be ints: each bit counts.
    Buffer in = judge_input(j, from, all * sizeof *from), out[3];
    for (size_t part = 0; part < parts; part++)
        out[part] = judge_output(j, one * sizeof *want);
    Dim grid = DIM(judge_blocks(all, c->block)), block = DIM((unsigned)c->block);
    if (splits)
        judge_launch(
            j, "split", grid, block, 0,
            ARGS(BUF(in), BUF(out[0]), BUF(out[1]), BUF(out[2]), INT(n), INT(heads), INT(d)));
    else
        judge_launch(j, "join", grid, block, 0,
                     ARGS(BUF(in), BUF(out[0]), INT(n), INT(heads), INT(d)));
    static const char *const names[] = {"q", "k", "v"};
    for (size_t part = 0; part < parts; part++)
        judge_equal_ints(j, splits ? names[part] : "x", out[part], want + part * one,
                         splits ? d : width);
    if (all >= 4096 && d % 8 == 0) {
        judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
                       "the load efficiency in %", 95);
        judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
                       "the store efficiency in %", 95);
        judge_work(j, 3 * 90);
        judge_moves(j, 2 * 2 * (double)all / 8);
    }
}

static const Case cases[] = {
    {"split, heads 4", 20, 16, 128},
    {"join, heads 4", 64, 16, 128},
    {"split, heads 3, ragged", 13, 7, 64},
    {"join, heads 3, ragged", 13, 7, 64},
    {"split, heads 1", 5, 33, 32},
    {"split, heads 4, its counters", 64, 16, 128},
    {"join, heads 2, a single row", 1, 8, 32},
    {0},
};

EXERCISE = {.name = "ex1-17",
            .run = run,
            .cases = cases,
            .sizes = "n {n}, d {m}, block {block}",
            .points = 3};
