// ex0-6: blocks that cover n elements. The reference rounds down and looks whether something is left.

#include "judge.h"

#include <inttypes.h>

// c->n sizes of 64 bits, wherever this runs; if c->m, large ones. A single size is 0.
static void run(Judge *j, const Case *c)
{
    uint64_t *sizes = judge_array(j, c->n * sizeof *sizes);
    int *want = judge_array(j, c->n * sizeof *want);
    unsigned block = (unsigned)c->block;

    for (size_t i = 0; i < c->n; i++) {
        uint64_t whole = (uint64_t)judge_between(j, 0, 1 << 20) << (c->m ? 10 : 0);
        sizes[i] = whole * block; // an exact multiple,
        if (i % 3 == 1)
            sizes[i] += 1; // one element more,
        else if (i % 3 == 2)
            sizes[i] += (uint64_t)judge_between(j, 0, c->block - 1); // or anything
        if (c->n == 1)
            sizes[i] = 0;
        uint64_t blocks = sizes[i] / block;
        if (sizes[i] % block != 0 || blocks == 0)
            blocks++;
        want[i] = (int)blocks;
    }

    if (c->n > 2)
        judge_note(j,
                   "sizes[0] is %" PRIu64 ", sizes[1] %" PRIu64 ", sizes[2] %" PRIu64
                   ", in blocks of %u threads",
                   sizes[0], sizes[1], sizes[2], block);
    Buffer d_sizes = judge_input(j, sizes, c->n * sizeof *sizes);
    Buffer needed = judge_output(j, c->n * sizeof *want);
    judge_launch(j, "plan", DIM(judge_blocks(c->n, 64), 1, 1), DIM(64, 1, 1), 0,
                 ARGS(BUF(d_sizes), BUF(needed), INT(c->block), SIZE(c->n)));
    judge_equal_ints(j, "needed", needed, want, 0);
}

static const Case cases[] = {
    {"blocks of 256", 100, 0, 256},     {"blocks of 96", 100, 0, 96},
    {"blocks of one thread", 10, 0, 1}, {"up to 2^40 elements", 100, 1, 1024},
    {"no element", 1, 0, 256},          {0},
};

EXERCISE = {.name = "ex0-6", .run = run, .cases = cases, .sizes = "block {block}", .points = 1};
