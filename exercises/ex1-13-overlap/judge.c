// ex1-13: the timeline of a program's copies and kernels.

#include "judge.h"

#include <math.h>

static void run(Judge *j, const Case *c)
{
    float *x = judge_floats(j, c->n, 1, 100);
    double *want = judge_array(j, c->n * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i] = sqrt((double)x[i]);
    judge_program(j, x, c->n * sizeof *x, false);
    judge_near_answer(j, "x", want, c->n, 1e-4);
    judge_worked(j, x, c->n);
    judge_came_back(j, "x", c->n);
    if (!judge_counts(j) || !c->n)
        return;

    const Call *call, *last = NULL; // there are copies, since the device has worked
    double busy = 0, begin = INFINITY, end = 0;
    for (size_t i = 0; (call = judge_call(j, NULL, i)); i++) {
        double from = (double)judge_told(call, "begin", 0), to = (double)judge_told(call, "end", 0);
        if (to > 0) {
            busy += to - from;
            begin = fmin(begin, from);
            end = fmax(end, to);
            last = call;
        }
    }
    call = judge_not_awaited(j);
    if (call)
        judge_fail_at(
            j, call,
            "The result is handed in while this copy may still be in flight: nothing waits for it.");
    if (c->m && end - begin > 0.7 * busy)
        judge_fail_at(
            j, last,
            "The result is right, but copies and kernels take %.0f us one by one, and here "
            "%.0f us pass: %.0f %%; it should be at most 70 %%.",
            busy / 1e3, (end - begin) / 1e3, 100 * (end - begin) / busy);
}

static const Case cases[] = {
    {"a single element", 1, 0, 0},
    {"parts that are not equal", 10007, 0, 0},
    {"many elements, the timeline", 400000, 1, 0},
    {"no element", 0, 0, 0},
    {0},
};

EXERCISE = {
    .name = "ex1-13", .run = run, .cases = cases, .sizes = "n {n}", .points = 6, .program = true};
