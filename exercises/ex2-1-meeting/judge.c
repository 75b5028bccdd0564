// ex2-1: each block's piece of an array turned around.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    int *in = judge_ints(j, c->n, -1000000, 1000000);
    int *want = judge_array(j, c->n * sizeof *want);
    size_t block = (size_t)c->block;
    for (size_t i = 0; i < c->n; i++) {
        size_t first = i / block * block, end = first + block < c->n ? first + block : c->n;
        want[end - 1 - (i - first)] = in[i];
    }

    size_t bytes = c->n * sizeof *in;
    Buffer d_in = judge_input(j, in, bytes), out = judge_output(j, bytes);
    judge_launch(j, "reverseBlocks", DIM(judge_blocks(c->n, c->block), 1, 1),
                 DIM((unsigned)c->block, 1, 1), 0, ARGS(BUF(d_in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
}

static const Case cases[] = {
    {"one element", 1, 0, 32},
    {"one warp", 32, 0, 32},
    {"a block of several warps", 256, 0, 256},
    {"a ragged end", 1000, 0, 128},
    {"the largest block", 2500, 0, 1024},
    {"no element", 0, 0, 64},
    {0},
};

EXERCISE = {.name = "ex2-1", .run = run, .cases = cases, .points = 2};
