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

    // Only copies are added up. They can't be padded, since each number goes once each way, but idle kernels could be launched beside
    // them. With kernels between them, copies one after the other take more than 100 %; ours takes 59 %, and two parts take 84 %.
    const Call *call = NULL, *last = NULL; // there are copies, since the device has worked
    double copies = 0, begin = INFINITY, end = 0;
    size_t back = 0;
    while ((call = judge_next_call(j, NULL, call))) {
        double from = (double)judge_told(call, "begin", 0), to = (double)judge_told(call, "end", 0);
        size_t bytes = judge_told(call, "bytes", 0);
        if (!judge_direction(call) || !bytes)
            continue;
        back += judge_direction(call) == 2 ? bytes : 0;
        if (back > c->n * sizeof *x)
            judge_fail_at(
                j, call,
                "The result is right, but more is copied back than needed: %zu bytes are enough.",
                c->n * sizeof *x);
        copies += to - from;
        begin = fmin(begin, from);
        last = to >= end ? call : last;
        end = fmax(end, to);
    }
    call = judge_not_awaited(j);
    if (call)
        judge_fail_at(
            j, call,
            "The result is handed in while this copy may still be in flight: nothing waits for it.");
    if (c->m && end - begin > 0.8 * copies)
        judge_fail_at(
            j, last,
            "The result is right, but all copies together take %.0f us, and %.0f us pass from the "
            "start of the first to the end of the last: %.0f %%; it should be at most 80 %%.",
            copies / 1e3, (end - begin) / 1e3, 100 * (end - begin) / copies);
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
