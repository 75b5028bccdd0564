// Random messages; each block has that of the block before it. Two launches, so that the first block of the second can have its message
// from `box` alone: `x` holds another one by then.

#include "judge.h"

enum { LAUNCHES = 2 };

// Fails the case if one of the first `blocks` flags is not set.
static void want_flags(Judge *j, Buffer flag, unsigned blocks)
{
    unsigned *found = judge_array(j, flag.bytes);
    judge_read(j, flag, found);
    for (unsigned t = 0; t < blocks; t++)
        if (!found[t])
            judge_fail(j,
                       "The messages are right, but flag[%u] is still 0 after the launch: block %u "
                       "never says that its message is ready.",
                       t, t);
}

static void run(Judge *j, const Case *c)
{
    size_t blocks = judge_blocks(c->n, c->block), block = (size_t)c->block,
           all = LAUNCHES * blocks * block;
    int *sent = judge_array(j, all * sizeof *sent), *want = judge_array(j, all * sizeof *want);
    Buffer box = judge_output(j, all * sizeof *sent), out = judge_zeroed(j, all * sizeof *want);
    Buffer flag = judge_zeroed(j, LAUNCHES * blocks * sizeof(unsigned)),
           next = judge_zeroed(j, sizeof(unsigned));

    judge_launches(j, LAUNCHES);
    for (unsigned l = 0; l < LAUNCHES; l++) {
        int *x = judge_ints(j, all, -1000, 1000);
        for (size_t i = l * blocks * block; i < (l + 1) * blocks * block; i++) {
            sent[i] = x[i];
            want[i] = i < block ? 0 : sent[i - block];
        }
        Buffer in = judge_input(j, x, all * sizeof *x);
        judge_launch(j, "pass", DIM(blocks), DIM((unsigned)c->block), 0,
                     ARGS(BUF(in), BUF(box), BUF(out), BUF(flag), BUF(next)));
        judge_equal_ints(j, "out", out, want, block);
        want_flags(j, flag, (l + 1) * blocks);
    }
    judge_equal_ints(j, "box", box, sent, block);
}

static const Case cases[] = {
    {"eight blocks", 1024, 0, 128},
    {"two blocks of a warp", 64, 0, 32},
    {"many small blocks", 2048, 0, 32},
    {"a single block", 256, 0, 256},
    {0},
};

EXERCISE = {.name = "ex2-12", .run = run, .cases = cases, .points = 2};
