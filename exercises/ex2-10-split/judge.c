// ex2-10: the right answers are what the kernels that the exercise comes with have counted.

#include "judge.h"

typedef struct {
    const char *kernel;
    Dim grid, block;
} Question;

static const Question questions[] = {
    {"evenThreads", {4, 1, 1}, {256, 1, 1}}, {"firstHundred", {4, 1, 1}, {256, 1, 1}},
    {"evenBlocks", {4, 1, 1}, {256, 1, 1}},  {"laterWarps", {4, 1, 1}, {256, 1, 1}},
    {"evenRows", {4, 1, 1}, {16, 16, 1}},    {"evenRows", {4, 1, 1}, {32, 8, 1}},
    {"elements", {4, 1, 1}, {256, 1, 1}},    {"elements", {10, 1, 1}, {100, 1, 1}},
};

static double ask(Judge *j, int question)
{
    const Question *q = &questions[question - 1];
    int counts[2];
    Buffer out = judge_zeroed(j, sizeof counts);
    judge_launch_given(j, q->kernel, q->grid, q->block, 0, ARGS(BUF(out)));
    judge_read(j, out, counts);
    return counts[question == 8];
}

// Question c->n.
static void run(Judge *j, const Case *c)
{
    judge_answer(j, (int)c->n, ask(j, (int)c->n), 0);
}

static const Case cases[] = {
    {"even threads", 1, 0, 0},         {"the first hundred", 2, 0, 0}, {"even blocks", 3, 0, 0},
    {"later warps", 4, 0, 0},          {"even rows of 16", 5, 0, 0},   {"even rows of 32", 6, 0, 0},
    {"elements of an array", 7, 0, 0}, {"how many warps", 8, 0, 0},    {0},
};

EXERCISE = {.name = "ex2-10",
            .run = run,
            .cases = cases,
            .points = 3,
            .predict = true,
            .experiment = "make step-ex2-10 CASE=N, c to the end"};
