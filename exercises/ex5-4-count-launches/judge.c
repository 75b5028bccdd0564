// Six launches of the given kernels, each with a count of its grids.

#include "judge.h"

enum { THREADS1, BLOCKS2, THREADS2, THREADS3, THREADS4, DEPTH, STEPS };

static const Number numbers[] = {
    [THREADS1] = {"threads1", 64, {8, 16, 32, 128, 256}},
    [BLOCKS2] = {"blocks2", 6, {3, 4, 5, 7, 8, 9}},
    [THREADS2] = {"threads2", 64, {16, 32, 128, 256}},
    [THREADS3] = {"threads3", 4, {5, 6, 7}},
    [THREADS4] = {"threads4", 8, {9, 10, 11, 12}},
    [DEPTH] = {"depth", 5, {3, 4, 6, 7}},
    [STEPS] = {"n", 1000, {50, 100, 300, 2000, 5000, 10000}},
    {0},
};

static const char *const phrases[] = {
    "halving<<<1, {threads1}>>>",
    "halving, one block of {threads1}",
    "halving<<<{blocks2}, {threads2}>>>",
    "with six blocks, each of which|with {blocks2} blocks, each of which",
    "halving, six blocks of 64|halving, {blocks2} blocks of {threads2}",
    "everyThread<<<1, {threads3}>>>",
    "everyThread, {threads3} threads",
    "everyThread<<<1, {threads4}>>>",
    "everyThread, {threads4} threads",
    "twoEach<<<1, 1>>>(grids, {depth})",
    "twoEach, depth {depth}",
    "chain<<<3, 32>>>(grids, {n})",
    "chain, n = {n}",
    NULL,
};

// Question c->n.
static void run(Judge *j, const Case *c)
{
    const unsigned blocks = (unsigned)judge_number(j, BLOCKS2);
    const struct {
        const char *kernel;
        unsigned blocks, block;
        int last; // second argument, or 0 for none
    } questions[] = {
        {"halving", 1, (unsigned)judge_number(j, THREADS1), 0},
        {"halving", blocks, (unsigned)judge_number(j, THREADS2), 0},
        {"everyThread", 1, (unsigned)judge_number(j, THREADS3), 0},
        {"everyThread", 1, (unsigned)judge_number(j, THREADS4), 0},
        {"twoEach", 1, 1, judge_number(j, DEPTH)},
        {"chain", 3, 32, judge_number(j, STEPS)},
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
            .experiment = "make profile-ex5-4 CASE=N",
            .numbers = numbers,
            .phrases = phrases};
