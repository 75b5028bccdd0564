// ex0-10: how many elements are not within a bound. What is wrong with an element is decided when it is made.

#include "judge.h"

#include <math.h>

static void run(Judge *j, const Case *c)
{
    static const float bound = 0.25f;
    float *want = judge_array(j, c->n * sizeof *want), *got = judge_array(j, c->n * sizeof *got);
    int wrong = 0;

    for (size_t i = 0; i < c->n; i++) {
        want[i] = (float)judge_between(j, -1000, 1000);
        got[i] = want[i]; // whole numbers and quarters: nothing is rounded
        int kind = judge_between(j, 0, c->m ? 6 : 3);
        switch (kind) {
        case 1: got[i] += bound; break;
        case 2: got[i] -= bound; break;
        case 3: got[i] += judge_between(j, 0, 1) ? 0.5f : -0.5f; break;
        case 4: got[i] = NAN; break;
        case 5: got[i] = INFINITY; break;
        case 6: got[i] = -INFINITY; break;
        default: break;
        }
        wrong += kind >= 3;
    }

    size_t bytes = c->n * sizeof *got;
    Buffer d_got = judge_input(j, got, bytes), d_want = judge_input(j, want, bytes);
    Buffer count = judge_zeroed(j, sizeof wrong);
    judge_launch(j, "countWrong", DIM(judge_blocks(c->n, c->block), 1, 1),
                 DIM((unsigned)c->block, 1, 1), 0,
                 ARGS(BUF(d_got), BUF(d_want), BUF(count), FLOAT(bound), SIZE(c->n)));
    judge_equal_ints(j, "wrong", count, &wrong, 0);
}

static const Case cases[] = {
    {"numbers only", 1000, 0, 128},
    {"with NaN and infinity", 1000, 1, 128},
    {"with NaN and infinity, again", 2003, 1, 256},
    {"no element", 0, 0, 32},
    {0},
};

EXERCISE = {
    .name = "ex0-10", .run = run, .cases = cases, .sizes = "n {n}, block {block}", .points = 1};
