// Random ints, from wide or narrow ranges by the case's m: 0 any, 1 from 0 to 3, 2 negative ones, 3 INT_MIN only.

#include "judge.h"

#include <limits.h>

enum { MANY = 65536 };

static void run(Judge *j, const Case *c)
{
    static const int low[] = {INT_MIN, 0, -9, INT_MIN}, high[] = {INT_MAX, 3, -5, INT_MIN};
    int *x = judge_ints(j, c->n, low[c->m], high[c->m]);
    size_t block = (size_t)c->block;
    if (c->m == 0 && c->n > block) // the largest stands last
        x[c->n - 1] = INT_MAX;
    if (c->m == 1 && c->n > block) { // thread 0 has one of the largest, but thread 1 the first
        x[0] = low[1];
        x[1] = x[block] = high[1];
    }
    int value = INT_MIN, where = -1;
    for (size_t i = c->n; i-- > 0;)
        if (x[i] >= value) {
            value = x[i];
            where = (int)i;
        }

    Buffer in = judge_input(j, x, c->n * sizeof *x);
    Buffer values = judge_output(j, sizeof value), places = judge_output(j, sizeof where);
    judge_launch(j, "argmax", DIM(1), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(values), BUF(places), SIZE(c->n)));
    judge_equal_ints(j, "value", values, &value, 0);
    judge_equal_ints(j, "where", places, &where, 0);
    if (c->n == MANY)
        judge_shared(j, 10000, 9);
}

static const Case cases[] = {
    {"one element per thread", 256, 0, 256},
    {"four different values, so many equal ones", 1000, 1, 128},
    {"negative ones only", 500, 2, 64},
    {"INT_MIN only", 70, 3, 32},
    {"a prime number of elements", 2003, 0, 64},
    {"fewer elements than threads", 5, 2, 128},
    {"a single element", 1, 2, 32},
    {"an empty array", 0, 0, 64},
    {"many elements", MANY, 0, 256},
    {0},
};

EXERCISE = {.name = "ex3-3",
            .run = run,
            .cases = cases,
            .sizes = "n {n}, block {block}",
            .points = 4,
            .measured = "many elements",
            .counters = {INSTRUCTIONS, BARRIERS}};
