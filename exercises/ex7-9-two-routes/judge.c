// ex7-9: boxes that threads fill and bulk copies store. The parts are the case's n, the blocks its m.

#include "judge.h"

enum { THREADS = 128, PART = 512 };

static void run(Judge *j, const Case *c)
{
    size_t count = c->n * PART, bytes = count * sizeof(int);
    int *in = judge_ints(j, count, -40000, 40000), *want = judge_array(j, bytes);
    for (size_t i = 0; i < count; i++)
        want[i] = in[i] * in[i];
    Buffer d_in = judge_input(j, in, bytes), out = judge_output(j, bytes);
    judge_launch(j, "squares", DIM((unsigned)c->m), DIM(THREADS), 0,
                 ARGS(BUF(d_in), BUF(out), INT(c->n)));
    judge_equal_ints(j, "out", out, want, PART);
    judge_at_most(j, STORE_REQUESTS, "stores to global memory by threads", 0);
}

static const Case cases[] = {
    {"one part", 1, 1, 0},
    {"three parts, one block", 3, 1, 0},
    {"ten parts, four blocks", 10, 4, 0},
    {"more blocks than parts", 2, 5, 0},
    {"no part", 0, 2, 0},
    {0},
};

EXERCISE = {.name = "ex7-9",
            .run = run,
            .cases = cases,
            .points = 2,
            .architecture = "90",
            .headers = "chapters/ch7-tensor"};
