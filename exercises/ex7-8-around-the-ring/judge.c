// ex7-8: parts in a ring of three stages, filled by one warp and read by two. The blocks are the case's n, the parts its m.

#include "judge.h"

enum { PART = 128, SUMS = 64 };

static void run(Judge *j, const Case *c)
{
    size_t blocks = c->n, parts = c->m, count = blocks * parts * PART;
    int *in = judge_ints(j, count, -10000, 10000),
        *want = judge_array(j, blocks * SUMS * sizeof *want);
    for (size_t i = 0; i < count; i++)
        want[i / PART / parts * SUMS + i % PART / 64 * 32 + i % 32] += in[i];
    Buffer d_in = judge_input(j, in, count * sizeof *in),
           out = judge_output(j, blocks * SUMS * sizeof *want);
    judge_launch(j, "addParts", DIM((unsigned)blocks), DIM(96), 0,
                 ARGS(BUF(d_in), INT(parts), BUF(out)));
    judge_equal_ints(j, "out", out, want, SUMS);
    // An arrival at full and two at empty for each part, the barrier at the start for each of three warps, and as much again.
    judge_at_most(j, BARRIERS, "barriers of the block, and arrivals at mbarriers",
                  (double)(blocks * (3 * parts + 6)));
    judge_at_most(j, LOAD_REQUESTS, "loads from global memory by threads", 0);
}

static const Case cases[] = {
    {"as many parts as stages", 1, 3, 0},
    {"one part more than stages", 1, 4, 0},
    {"a single part", 2, 1, 0},
    {"seven parts, more than two rounds", 1, 7, 0},
    {"five blocks, 40 parts", 5, 40, 0},
    {"no part", 1, 0, 0},
    {0},
};

EXERCISE = {.name = "ex7-8",
            .run = run,
            .cases = cases,
            .points = 4,
            .architecture = "90",
            .headers = "chapters/ch7-tensor"};
