// Random messages; each block has that of the block before it.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    unsigned blocks = judge_blocks(c->n, c->block);
    size_t words = (size_t)blocks * (size_t)c->block;
    int *x = judge_ints(j, words, -1000, 1000), *want = judge_array(j, words * sizeof *want);
    for (size_t i = (size_t)c->block; i < words; i++)
        want[i] = x[i - (size_t)c->block];

    Buffer in = judge_input(j, x, words * sizeof *x), box = judge_output(j, words * sizeof *x);
    Buffer out = judge_zeroed(j, words * sizeof *x);
    Buffer flag = judge_zeroed(j, blocks * sizeof(int)), next = judge_zeroed(j, sizeof(int));
    judge_launch(j, "pass", DIM(blocks), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(box), BUF(out), BUF(flag), BUF(next)));
    judge_equal_ints(j, "out", out, want, (size_t)c->block);
}

static const Case cases[] = {
    {"eight blocks", 1024, 0, 128},
    {"two blocks of a warp", 64, 0, 32},
    {"many small blocks", 2048, 0, 32},
    {"a single block", 256, 0, 256},
    {0},
};

const Exercise exercise = {.run = run, .cases = cases, .points = 2};
