// ex2-3: neighbours exchange their elements; those of odd threads change their sign.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    int *in = judge_ints(j, c->n, -1000000, 1000000);
    int *want = judge_array(j, c->n * sizeof *want);
    for (size_t i = 0; i + 1 < c->n; i += 2) {
        want[i] = -in[i + 1];
        want[i + 1] = in[i];
    }

    size_t bytes = c->n * sizeof *in;
    Buffer d_in = judge_input(j, in, bytes), out = judge_output(j, bytes);
    judge_launch(j, "exchange", DIM(judge_blocks(c->n, c->block), 1, 1),
                 DIM((unsigned)c->block, 1, 1), 0, ARGS(BUF(d_in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
}

static const Case cases[] = {
    {"two elements", 2, 0, 2},
    {"one element, without a neighbour", 1, 0, 32},
    {"a warp", 32, 0, 32},
    {"several warps", 256, 0, 256},
    {"several blocks, an odd number", 1001, 0, 96},
    {"no element", 0, 0, 64},
    {0},
};

EXERCISE = {.name = "ex2-3", .run = run, .cases = cases, .points = 2};
