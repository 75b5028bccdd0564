// ex7-5: parts that are copied a step ahead, and read by other warps.

#include "judge.h"

enum { THREADS = 128 };

static void run(Judge *j, const Case *c)
{
    size_t blocks = c->n, steps = c->m, count = blocks * steps * THREADS;
    int *in = judge_ints(j, count, -1000, 1000),
        *want = judge_array(j, blocks * THREADS * sizeof *want);
    for (size_t i = 0; i < count; i++) {
        size_t from = i % THREADS, block = i / THREADS / steps;
        want[block * THREADS + (from + THREADS - 32) % THREADS] += in[i];
    }
    Buffer d_in = judge_input(j, in, count * sizeof *in),
           out = judge_output(j, blocks * THREADS * sizeof *want);
    judge_launch(j, "addParts", DIM((unsigned)blocks), DIM(THREADS), 0,
                 ARGS(BUF(d_in), INT(steps), BUF(out)));
    judge_equal_ints(j, "out", out, want, 0);
    judge_at_most(j, BARRIERS, "barriers of all warps", 4.0 * (double)(blocks * (steps + 1)));
}

static const Case cases[] = {
    {"one block, eight steps", 1, 8, 0}, {"one step", 1, 1, 0}, {"two steps", 2, 2, 0},
    {"five blocks, 17 steps", 5, 17, 0}, {"no step", 1, 0, 0},  {0},
};

EXERCISE = {.name = "ex7-5", .run = run, .cases = cases, .points = 2};
