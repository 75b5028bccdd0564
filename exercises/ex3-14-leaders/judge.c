// Random values of 0 to 15, or all equal (m 1); what each element adds, and the counts.

#include "judge.h"

enum { VALUES = 16 };

static void run(Judge *j, const Case *c)
{
    int only = judge_between(j, 0, VALUES - 1);
    int *x = judge_ints(j, c->n, c->m ? only : 0, c->m ? only : VALUES - 1), want[VALUES] = {0};
    int *share = judge_array(j, c->n * sizeof *share), zeros[VALUES] = {0}, leaders = 0;
    for (size_t i = 0; i < c->n; i++) {
        size_t leader = i / 32 * 32;
        while (x[leader] != x[i])
            leader++;
        leaders += share[leader]++ == 0;
        want[x[i]]++;
    }

    Buffer in = judge_input(j, x, c->n * sizeof *x), out = judge_output(j, c->n * sizeof *x);
    Buffer counts = judge_inout(j, zeros, sizeof zeros);
    judge_launch(j, "count", DIM(judge_blocks(c->n, c->block)), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(out), BUF(counts), SIZE(c->n)));
    judge_equal_ints(j, "share", out, share, 0);
    judge_equal_ints(j, "counts", counts, want, 0);
    judge_at_most(j, ATOMIC_LANES, "atomics, one for each lane that executes one", leaders);
}

static const Case cases[] = {
    {"four warps", 128, 0, 64},
    {"all values are equal", 1024, 1, 128},
    {"the last warp is not full", 1009, 0, 96},
    {"a single element", 1, 0, 32},
    {"no element", 0, 0, 32},
    {"many values", 65536, 0, 128},
    {0},
};

EXERCISE = {.name = "ex3-14",
            .run = run,
            .cases = cases,
            .sizes = "n {n}, block {block}",
            .points = 3,
            .measured = "many values",
            .counters = {INSTRUCTIONS, GLOBAL_ATOMICS}};
