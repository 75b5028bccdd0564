// ex3-15: count, scan, scatter. A case says in its name which of them it judges; 4 is all in a row.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    int part = c->what[5] - '0', block = c->block, kept = 0;
    unsigned blocks = judge_blocks(c->n, block);
    int *x = judge_ints(j, c->n, -9, 9), *counts = judge_array(j, blocks * sizeof *counts),
        *before = judge_array(j, blocks * sizeof *before),
        *out = judge_array(j, (c->n + 1) * sizeof *out);
    for (size_t i = 0; i < c->n; i++) {
        if (i % (size_t)block == 0)
            before[i / (size_t)block] = kept;
        counts[i / (size_t)block] += x[i] > 0;
        if (x[i] > 0)
            out[kept++] = x[i];
    }
    size_t list = blocks * sizeof *counts;
    Buffer d_x = judge_input(j, x, c->n * sizeof *x);
    Buffer d_counts = part == 2 ? judge_input(j, counts, list) : judge_output(j, list);
    Buffer d_before = part == 3 ? judge_input(j, before, list) : judge_output(j, list);
    Buffer d_total = judge_output(j, sizeof kept),
           d_out = judge_output(j, (size_t)kept * sizeof *out);
    judge_launches(j, part == 4 ? 3 : 1);
    if (part == 1 || part == 4) {
        judge_launch(j, "count", DIM(blocks), DIM((unsigned)block), 0,
                     ARGS(BUF(d_x), BUF(d_counts), SIZE(c->n)));
        judge_equal_ints(j, "counts", d_counts, counts, 0);
        judge_shared(j, 400, 8);
    }
    if (part == 2 || part == 4) {
        judge_launch(j, "scan", DIM(1), DIM(256), 0,
                     ARGS(BUF(d_counts), BUF(d_before), INT(blocks), BUF(d_total)));
        judge_equal_ints(j, "before", d_before, before, 0);
        judge_equal_ints(j, "total", d_total, &kept, 0);
        judge_shared(j, 800.0 * judge_blocks(blocks, 256), 8);
    }
    if (part == 3 || part == 4) {
        judge_launch(j, "scatter", DIM(blocks), DIM((unsigned)block), 0,
                     ARGS(BUF(d_x), BUF(d_before), BUF(d_out), SIZE(c->n)));
        judge_equal_ints(j, "out", d_out, out, 0);
    }
}

static const Case cases[] = {
    {"part 1: count", 1000, 0, 128},
    {"part 2: scan", 2000, 0, 64},
    {"part 2: scan, more counts than threads", 40000, 0, 64},
    {"part 3: scatter", 1000, 0, 256},
    {"part 4: all three", 5003, 0, 64},
    {"part 4: a single element", 1, 0, 64},
    {"part 4: no element", 0, 0, 128},
    {"part 4: many elements", 65536, 0, 256},
    {0},
};

EXERCISE = {.name = "ex3-15",
            .run = run,
            .cases = cases,
            .points = 9,
            .measured = "part 4: many elements",
            .counters = {INSTRUCTIONS, LOAD_SECTORS}};
