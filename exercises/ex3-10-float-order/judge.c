// Seven sums by the given kernels.

#include "judge.h"

enum { IN_A_ROW = 5 }; // questions about addUp; the others are about addPairs

// Question c->n.
static void run(Judge *j, const Case *c)
{
    static const struct {
        float start, step;
        int count;
    } sums[IN_A_ROW] = {
        {0x1p24f, 1, 1000}, {0x1p24f, 2, 1000}, {0x1p24f, 3, 1000}, {1e8f, 3, 100}, {1e8f, 5, 100},
    };
    static const float four[][4] = {{1e20f, 3, -1e20f, 4}, {1e20f, -1e20f, 3, 4}};
    Buffer out = judge_output(j, sizeof(float));
    float found = 0;

    if (c->n <= IN_A_ROW) {
        size_t i = c->n - 1;
        judge_launch_given(
            j, "addUp", DIM(1), DIM(1), 0,
            ARGS(FLOAT(sums[i].start), FLOAT(sums[i].step), INT(sums[i].count), BUF(out)));
    } else {
        Buffer x = judge_input(j, four[c->n - IN_A_ROW - 1], sizeof *four);
        judge_launch_given(j, "addPairs", DIM(1), DIM(1), 0, ARGS(BUF(x), BUF(out)));
    }
    judge_read(j, out, &found);
    judge_answer(j, (int)c->n, (double)found, 0.5);
}

static const Case cases[] = {
    {"2^24, plus 1 a thousand times", 1, 0, 0}, {"2^24, plus 2 a thousand times", 2, 0, 0},
    {"2^24, plus 3 a thousand times", 3, 0, 0}, {"10^8, plus 3 a hundred times", 4, 0, 0},
    {"10^8, plus 5 a hundred times", 5, 0, 0},  {"pairs of 10^20, 3, -10^20, 4", 6, 0, 0},
    {"pairs of 10^20, -10^20, 3, 4", 7, 0, 0},  {0},
};

EXERCISE = {.name = "ex3-10",
            .run = run,
            .cases = cases,
            .points = 3,
            .predict = true,
            .experiment = "make step-ex3-10 CASE=N, c to the end"};
