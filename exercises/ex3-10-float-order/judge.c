// Seven sums by the given kernels.

#include "judge.h"

#include <stdio.h>

static void ask(Judge *j, int number, Buffer out)
{
    char variable[16], what[16];
    double answer = 0;
    float found;
    snprintf(variable, sizeof variable, "answer%d", number);
    snprintf(what, sizeof what, "answer %d", number);
    judge_variable(j, variable, &answer, sizeof answer);
    judge_read(j, out, &found);
    judge_answer(j, what, answer, (double)found, 0.5);
}

static void run(Judge *j, const Case *c)
{
    static const struct {
        float start, step;
        int count;
    } sums[] = {
        {0x1p24f, 1, 1000}, {0x1p24f, 2, 1000}, {0x1p24f, 3, 1000}, {1e8f, 3, 100}, {1e8f, 5, 100},
    };
    static const float four[][4] = {{1e20f, 3, -1e20f, 4}, {1e20f, -1e20f, 3, 4}};
    (void)c;
    for (int i = 0; i < 5; i++) {
        Buffer out = judge_output(j, sizeof(float));
        judge_launch_given(
            j, "addUp", DIM(1), DIM(1), 0,
            ARGS(FLOAT(sums[i].start), FLOAT(sums[i].step), INT(sums[i].count), BUF(out)));
        ask(j, i + 1, out);
    }
    for (int i = 0; i < 2; i++) {
        Buffer x = judge_input(j, four[i], sizeof four[i]), out = judge_output(j, sizeof(float));
        judge_launch_given(j, "addPairs", DIM(1), DIM(1), 0, ARGS(BUF(x), BUF(out)));
        ask(j, i + 6, out);
    }
}

static const Case cases[] = {
    {"your answers", 0, 0, 0},
    {0},
};

const Exercise exercise = {.run = run, .cases = cases, .points = 3, .predict = true};
