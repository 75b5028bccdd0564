// ex0-9: the right answers are found by running the kernels that the exercise comes with.

#include "judge.h"

enum { WIDTH = 90, HEIGHT = 42, ACROSS = 8, DOWN = 16 }; // the picture, and its blocks

// A grid, and one of its threads.
typedef struct {
    Dim grid, block;
    int at[6]; // x, y, z of the thread's block, x, y, z of the thread
} Place;

static const Place places[] = {
    {{5, 1, 1}, {6, 1, 1}, {3, 0, 0, 4, 0, 0}},
    {{4, 3, 1}, {5, 3, 1}, {3, 1, 0, 2, 1, 0}},
    {{3, 4, 2}, {4, 3, 2}, {2, 0, 1, 1, 2, 1}},
    {{16, 1, 1}, {192, 1, 1}, {0, 0, 0, 0, 0, 0}}, // how many there are is asked for
};

// Questions 1 to 3: the number of the thread; question 4: how many threads there are.
static double ask_place(Judge *j, int question)
{
    const Place *p = &places[question - 1];
    int found[2];
    Buffer out = judge_zeroed(j, sizeof found);
    judge_launch_given(j, "find", p->grid, p->block, 0,
                       ARGS(BUF(out), INT(p->at[0]), INT(p->at[1]), INT(p->at[2]), INT(p->at[3]),
                            INT(p->at[4]), INT(p->at[5])));
    judge_read(j, out, found);
    return found[question == 4];
}

// Questions 5 to 8: what the picture's kernel has counted.
static double ask_picture(Judge *j, int question)
{
    int counts[4];
    Buffer out = judge_zeroed(j, sizeof counts);
    judge_launch_given(j, "countPicture",
                       DIM(judge_blocks(WIDTH, ACROSS), judge_blocks(HEIGHT, DOWN), 1),
                       DIM(ACROSS, DOWN, 1), 0, ARGS(BUF(out), INT(WIDTH), INT(HEIGHT)));
    judge_read(j, out, counts);
    return counts[question - 5];
}

// Question c->n.
static void run(Judge *j, const Case *c)
{
    int question = (int)c->n;
    judge_answer(j, question, question <= 4 ? ask_place(j, question) : ask_picture(j, question), 0);
}

static const Case cases[] = {
    {"a thread in one dimension", 1, 0, 0},
    {"a thread in two dimensions", 2, 0, 0},
    {"a thread in three dimensions", 3, 0, 0},
    {"threads of a vector's grid", 4, 0, 0},
    {"blocks of a picture", 5, 0, 0},
    {"threads without a pixel", 6, 0, 0},
    {"warps without a pixel", 7, 0, 0},
    {"warps with both kinds of thread", 8, 0, 0},
    {0},
};

EXERCISE = {.name = "ex0-9",
            .run = run,
            .cases = cases,
            .points = 4,
            .predict = true,
            .experiment = "make step-ex0-9 CASE=N, c to the end"};
