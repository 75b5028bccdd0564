// Random values, evenly spread (m 0) or all in one bin (m 1); every row of counts.

#include "judge.h"

enum { BINS = 64, PER_THREAD = 4 };

static void run(Judge *j, const Case *c)
{
    size_t stretch = (size_t)c->block * PER_THREAD;
    unsigned blocks = judge_blocks(c->n, (int)stretch);
    int only = judge_between(j, 0, BINS - 1);
    int *x = judge_ints(j, c->n, c->m ? only : 0, c->m ? only : BINS - 1);
    int *want = judge_array(j, (size_t)blocks * BINS * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i / stretch * BINS + (size_t)x[i]]++;

    Buffer in = judge_input(j, x, c->n * sizeof *x);
    Buffer counts = judge_output(j, (size_t)blocks * BINS * sizeof *want);
    judge_launch(j, "histogram", DIM(blocks), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(counts), SIZE(c->n)));
    judge_equal_ints(j, "counts", counts, want, BINS);
    if (c->block >= BINS) // so long, because a thread for each bin would be right
        judge_shared(j, 3 * (100 + 8 * (double)stretch), 10);
}

static const Case cases[] = {
    {"two full stretches", 2048, 0, 256},
    {"fewer threads than bins", 1000, 0, 16},
    {"all values in one bin", 600, 1, 64},
    {"a prime number of values", 2003, 0, 96},
    {"a single thread", 50, 0, 1},
    {"a single value", 1, 0, 128},
    {"no value", 0, 0, 32},
    {"256 full stretches", 262144, 0, 256},
    {0},
};

EXERCISE = {.name = "ex3-11",
            .run = run,
            .cases = cases,
            .sizes = "n {n}, block {block}",
            .points = 3,
            .measured = "256 full stretches",
            .counters = {INSTRUCTIONS, SHARED_ATOMICS}};
