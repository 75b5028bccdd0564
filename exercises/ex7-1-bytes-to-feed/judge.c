// Loads of one warp for three shapes of its sums.

#include "judge.h"

enum { ROWS1, COLUMNS1, ROWS2, COLUMNS2, ROWS3, COLUMNS3 };

static const Number numbers[] = {
    [ROWS1] = {"rows1", 32, {16, 48, 64, 80}},
    [COLUMNS1] = {"columns1", 32, {16, 48, 96, 112}},
    [ROWS2] = {"rows2", 64, {32, 48, 80, 96}},
    [COLUMNS2] = {"columns2", 64, {48, 80, 96, 144}},
    [ROWS3] = {"rows3", 64, {32, 48, 80, 96}},
    [COLUMNS3] = {"columns3", 128, {96, 112, 144, 160}},
    {0},
};

static const char *const phrases[] = {
    "or {rows1} × {columns1} sums",
    "or {rows2} × {columns2} sums",
    "or {rows3} × {columns3} sums",
    "for {rows1} x {columns1} sums",
    "for {rows2} x {columns2} sums",
    "for {rows3} x {columns3} sums",
    NULL,
};

// Question c->n.
static void run(Judge *j, const Case *c)
{
    int shape = (int)(c->n - 1) % 3, rows = judge_number(j, ROWS1 + 2 * shape),
        columns = judge_number(j, COLUMNS1 + 2 * shape);
    Buffer out = judge_output(j, 32 * sizeof(int));
    judge_launch_given(j, "feed", DIM(1), DIM(32), 0, ARGS(INT(rows), INT(columns), BUF(out)));
    double wavefronts = judge_counter(j, LOAD_WAVEFRONTS);
    if (c->n <= 3)
        judge_answer(j, (int)c->n, wavefronts, 0.5);
    else
        judge_answer(j, (int)c->n, 16.0 * rows * columns / (128 * wavefronts), 0.01);
}

static const Case cases[] = {
    {"wavefronts for 32 x 32 sums", 1, 0, 0},
    {"wavefronts for 64 x 64 sums", 2, 0, 0},
    {"wavefronts for 64 x 128 sums", 3, 0, 0},
    {"multiply-adds per byte for 32 x 32 sums", 4, 0, 0},
    {"multiply-adds per byte for 64 x 64 sums", 5, 0, 0},
    {"multiply-adds per byte for 64 x 128 sums", 6, 0, 0},
    {0},
};

EXERCISE = {.name = "ex7-1",
            .run = run,
            .cases = cases,
            .points = 2,
            .predict = true,
            .experiment = "make profile-ex7-1 CASE=N",
            .numbers = numbers,
            .phrases = phrases};
