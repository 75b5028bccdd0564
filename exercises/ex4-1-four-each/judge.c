// Random ints; the sums of stretches; load efficiency where all stretches are full.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    size_t stretch = (size_t)c->block * 4;
    unsigned blocks = judge_blocks(c->n, (int)stretch);
    int *x = judge_ints(j, c->n, -1000, 1000), *want = judge_array(j, blocks * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i / stretch] += x[i];

    Buffer in = judge_input(j, x, c->n * sizeof *x);
    Buffer out = judge_output(j, blocks * sizeof *want);
    judge_launch(j, "sumFour", DIM(blocks), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
    if (c->block >= 128)
        judge_shared(j, 3 * (46 + 13 * judge_halvings((size_t)c->block)), 9);
    if (c->n > 0 && c->n % stretch == 0) {
        judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
                       "the load efficiency in %", 95);
        judge_moves(j, 2 * ((double)c->n / 8 + blocks));
    }
}

static const Case cases[] = {
    {"two full stretches", 2048, 0, 256},
    {"ends in the first quarter", 1100, 0, 256},
    {"ends in the second quarter, blocks of 64", 120, 0, 64},
    {"ends in the third quarter, blocks of 256", 1024 + 600, 0, 256},
    {"a prime number of elements", 2003, 0, 128},
    {"a single element", 1, 0, 32},
    {"an empty array", 0, 0, 64},
    {"512 full stretches", 524288, 0, 256},
    {0},
};

EXERCISE = {.name = "ex4-1",
            .run = run,
            .cases = cases,
            .points = 3,
            .measured = "512 full stretches",
            .counters = {INSTRUCTIONS, BARRIERS}};
