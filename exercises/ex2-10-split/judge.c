// ex2-10: the right answers are what the kernels that the exercise comes with have counted.

#include "judge.h"

enum { BLOCKS, THREADS, LIMIT, ROWS_BLOCKS, ELEMENTS, BLOCKS8, THREADS8 };

static const Number numbers[] = {
    [BLOCKS] = {"blocks", 4, {3, 5, 6, 7, 9, 10, 11, 12}},
    [THREADS] = {"threads", 256, {128, 192, 320, 384}},
    [LIMIT] = {"limit", 100, {40, 50, 60, 70, 75, 90, 110, 120}},
    [ROWS_BLOCKS] = {"rows", 4, {5, 6, 7, 8, 9, 10}},
    [ELEMENTS] = {"elements", 1000, {810, 900, 950, 970, 990, 1010, 1020}},
    [BLOCKS8] = {"blocks8", 10, {7, 9, 11, 12, 13, 15, 17, 20}},
    [THREADS8] = {"threads8", 100, {70, 90, 110, 130, 150, 170}},
    {0},
};

static const char *const phrases[] = {
    "4 blocks of 256 threads, 32 warps altogether|{blocks} blocks of {threads} threads",
    "if (threadIdx.x < {limit})",
    "the first hundred|the first {limit}",
    "Four two-dimensional blocks|{rows} two-dimensional blocks",
    "An array of {elements,} elements",
    "if (i < {elements})",
    "a grid of {blocks8} blocks of {threads8} threads",
    NULL,
};

typedef struct {
    const char *kernel;
    Dim grid, block;
    int limit; // second argument, or 0 for none
} Question;

static double ask(Judge *j, int question)
{
    const unsigned blocks = (unsigned)judge_number(j, BLOCKS),
                   threads = (unsigned)judge_number(j, THREADS),
                   rows = (unsigned)judge_number(j, ROWS_BLOCKS),
                   blocks8 = (unsigned)judge_number(j, BLOCKS8),
                   threads8 = (unsigned)judge_number(j, THREADS8);
    const int limit = judge_number(j, LIMIT), elements = judge_number(j, ELEMENTS);
    const Question questions[] = {
        {"evenThreads", DIM(blocks), DIM(threads), 0},
        {"firstThreads", DIM(blocks), DIM(threads), limit},
        {"evenBlocks", DIM(blocks), DIM(threads), 0},
        {"laterWarps", DIM(blocks), DIM(threads), 0},
        {"evenRows", DIM(rows), DIM(16, 16), 0},
        {"evenRows", DIM(rows), DIM(32, 8), 0},
        {"elements", DIM(4), DIM(256), elements},
        {"elements", DIM(blocks8), DIM(threads8), elements}, // any would do: warps are counted
    };
    const Question *q = &questions[question - 1];
    int counts[2];
    Buffer out = judge_zeroed(j, sizeof counts);
    judge_launch_given(j, q->kernel, q->grid, q->block, 0, (Arg[]){BUF(out), INT(q->limit)},
                       q->limit ? 2 : 1);
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
            .experiment = "make step-ex2-10 CASE=N, then c, then m for counts",
            .numbers = numbers,
            .phrases = phrases};
