// Random ints; every block's sum against one made from left to right.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    unsigned blocks = judge_blocks(c->n, c->block);
    size_t block = (size_t)c->block;
    int *x = judge_ints(j, c->n, -1000, 1000), *want = judge_array(j, blocks * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i / block] += x[i];

    Buffer in = judge_input(j, x, c->n * sizeof *x);
    Buffer out = judge_output(j, blocks * sizeof *want);
    judge_launch(j, "blockSum", DIM(blocks), DIM((unsigned)block), block * sizeof *x,
                 ARGS(BUF(in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
    if (block >= 128) // a halving needs 12 instructions of a warp
        judge_shared(j, 3 * (34 + 12 * judge_halvings(block)), 10);
}

static const Case cases[] = {
    {"one full block", 256, 0, 256},
    {"four full blocks", 512, 0, 128},
    {"one element more than three blocks", 193, 0, 64},
    {"a prime number of elements", 2003, 0, 256},
    {"less than a block", 5, 0, 32},
    {"blocks of one thread", 7, 0, 1},
    {"a single element", 1, 0, 64},
    {"an empty array", 0, 0, 32},
    {"the largest block", 3000, 0, 1024},
    {"1024 full blocks", 262144, 0, 256},
    {0},
};

EXERCISE = {.name = "ex3-1",
            .run = run,
            .cases = cases,
            .points = 3,
            .measured = "1024 full blocks",
            .counters = {INSTRUCTIONS, LOAD_WAVEFRONTS}};
