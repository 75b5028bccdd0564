// ex0-8: an array turned around in place.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    int *a = judge_ints(j, c->n, -1000000, 1000000);
    int *want = judge_array(j, c->n * sizeof *want);
    for (size_t from = c->n, to = 0; from > 0; from--, to++)
        want[to] = a[from - 1];

    Buffer d_a = judge_inout(j, a, c->n * sizeof *a);
    judge_launch(j, "reverse", DIM(judge_blocks(c->n, c->block), 1, 1),
                 DIM((unsigned)c->block, 1, 1), 0, ARGS(BUF(d_a), SIZE(c->n)));
    judge_equal_ints(j, "a", d_a, want, 0);
}

static const Case cases[] = {
    {"one element", 1, 0, 32},
    {"two elements", 2, 0, 32},
    {"three elements", 3, 0, 32},
    {"a block", 256, 0, 256},
    {"several blocks, an odd number", 1001, 0, 128},
    {"several blocks, an even number", 3000, 0, 96},
    {"no element", 0, 0, 32},
    {0},
};

EXERCISE = {.name = "ex0-8", .run = run, .cases = cases, .points = 2};
