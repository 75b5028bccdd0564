// Six launches of the given kernels, each with a count of its grids.

#include "judge.h"

// Question c->n.
static void run(Judge *j, const Case *c)
{
    static const struct {
        const char *kernel;
        unsigned blocks, block;
        int last; // second argument, or 0 for none
    } questions[] = {
        {"halving", 1, 64, 0},    {"halving", 6, 64, 0}, {"everyThread", 1, 4, 0},
        {"everyThread", 1, 8, 0}, {"twoEach", 1, 1, 5},  {"chain", 3, 32, 1000},
    };
    size_t q = c->n - 1;
    int count = 0;
    Buffer grids = judge_zeroed(j, sizeof count);
    Arg args[] = {BUF(grids), INT(questions[q].last)};
    judge_launch_given(j, questions[q].kernel, DIM(questions[q].blocks), DIM(questions[q].block), 0,
                       args, questions[q].last ? 2 : 1);
    judge_read(j, grids, &count);
    judge_answer(j, (int)c->n, count, 0.5);
}

static const Case cases[] = {
    {"halving, one block of 64", 1, 0, 0},
    {"halving, six blocks of 64", 2, 0, 0},
    {"everyThread, 4 threads", 3, 0, 0},
    {"everyThread, 8 threads", 4, 0, 0},
    {"twoEach, depth 5", 5, 0, 0},
    {"chain, n = 1000", 6, 0, 0},
    {0},
};

EXERCISE = {.name = "ex5-4",
            .run = run,
            .cases = cases,
            .points = 3,
            .rdc = true,
            .predict = true,
            .experiment = "make profile-ex5-4 CASE=N"};
