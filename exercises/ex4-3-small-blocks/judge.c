// Random ints; block sums; barriers of blocks of at least 64 threads.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    unsigned blocks = judge_blocks(c->n, c->block);
    size_t block = (size_t)c->block, warps = blocks * (block / 32);
    int *x = judge_ints(j, c->n, -1000, 1000), *want = judge_array(j, blocks * sizeof *want);
    int barriers = 1;
    for (size_t b = block; b > 64; b /= 2)
        barriers++;
    for (size_t i = 0; i < c->n; i++)
        want[i / block] += x[i];

    Buffer in = judge_input(j, x, c->n * sizeof *x);
    Buffer out = judge_output(j, blocks * sizeof *want);
    judge_launch(j, "blockSum", DIM(blocks), DIM((unsigned)block), block * sizeof *x,
                 ARGS(BUF(in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
    if (block >= 256)
        judge_shared(j, 330, 10);
    if (block >= 64)
        judge_at_most(j, "sass__inst_executed_per_opcode[BAR]", "barriers of all warps",
                      (double)warps * barriers);
}

static const Case cases[] = {
    {"large blocks", 1000, 0, 256},
    {"two warps", 200, 0, 64},
    {"one warp", 100, 0, 32},
    {"half a warp", 100, 0, 16},
    {"pairs", 9, 0, 2},
    {"single threads", 5, 0, 1},
    {"an empty array", 0, 0, 8},
    {0},
};

EXERCISE = {.name = "ex4-3", .run = run, .cases = cases, .points = 3};
