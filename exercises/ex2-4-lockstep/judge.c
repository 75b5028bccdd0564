// ex2-4: running sums within each warp.

#include "judge.h"

enum { WARP = 32 };

static void run(Judge *j, const Case *c)
{
    int *in = judge_ints(j, c->n, -1000, 1000);
    int *want = judge_array(j, c->n * sizeof *want);
    int sum = 0;
    for (size_t i = 0; i < c->n;
         i++) { // blocks have whole warps, so that warps begin at multiples of 32
        if (i % WARP == 0)
            sum = 0;
        want[i] = sum += in[i];
    }

    size_t bytes = c->n * sizeof *in;
    Buffer d_in = judge_input(j, in, bytes), out = judge_output(j, bytes);
    judge_launch(j, "runningSums", DIM(judge_blocks(c->n, c->block), 1, 1),
                 DIM((unsigned)c->block, 1, 1), 0, ARGS(BUF(d_in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
    judge_at_most(j, "sass__inst_executed_per_opcode[BAR]", "the number of barriers", 0);
}

static const Case cases[] = {
    {"one element", 1, 0, 32},
    {"a warp", 32, 0, 32},
    {"a warp and an element", 33, 0, 64},
    {"several blocks, a ragged end", 1000, 0, 96},
    {"eight warps per block", 2048, 0, 256},
    {"no element", 0, 0, 32},
    {0},
};

EXERCISE = {.name = "ex2-4", .run = run, .cases = cases, .points = 4};
