// ex0-14: requests that the device meets or refuses, each with its own outcome.

#include "judge.h"

// Every request was made, in order, and what a kernel has written came back.
static void check_requests(Judge *j, const float *x, const double *want, size_t n)
{
    const Call *call = NULL;
    for (size_t i = 0; i < n; i++) {
        bool memory = x[i] < 0;
        uint64_t asked = memory ? (uint64_t)-x[i] << 30 : (uint64_t)x[i];
        do
            call = judge_next_call(j, memory ? "cudaMalloc" : "cudaLaunchKernel", call);
        while (call && judge_told(call, memory ? "bytes" : "block", 0) != asked);
        if (!call && memory)
            judge_fail(
                j,
                "The outcome is right, but the device is never asked for the %.0f GiB of request %zu.",
                -x[i], i);
        if (!call)
            judge_fail(
                j,
                "The outcome is right, but request %zu is not made: there is no launch of %.0f threads.",
                i, x[i]);
        if (want[i] == x[i] && !judge_brought_back(j, x[i]))
            judge_fail(
                j, "outcome[%zu] is %.0f, but no copy brought this number back from the device.", i,
                x[i]);
    }
}

static void run(Judge *j, const Case *c)
{
    float *x = judge_array(j, c->n * sizeof *x);
    double *want = judge_array(j, (c->n + 1) * sizeof *want);
    for (size_t i = 0; i < c->n; i++) {
        bool refused = c->m && judge_between(j, 0, 2) == 0;
        if (c->m && judge_between(j, 0, 3) == 0) { // the simulated device has 10 GiB
            x[i] = (float)(refused ? -judge_between(j, 20, 900) : -1);
            want[i] = refused ? 0 : 1;
        } else {
            x[i] = (float)(refused ? judge_between(j, 1025, 5000) : judge_between(j, 1, 1024));
            want[i] = refused ? -1 : x[i];
        }
    }
    // Whatever chance has it: what succeeds behind what is refused.
    static const float first[] = {32, -50, 64, 2048, 96, -1}, outcome[] = {32, 0, 64, -1, 96, 1};
    for (size_t i = 0; i < 6 && c->m; i++) {
        x[i] = first[i];
        want[i] = outcome[i];
    }
    judge_program(j, x, c->n * sizeof *x, true);
    judge_near_answer(j, "outcome", want, c->n + 1, 0);
    check_requests(j, x, want, c->n);
}

static const Case cases[] = {
    {"launches that are all possible", 5, 0, 0},
    {"some requests are refused", 6, 1, 0},
    {"many requests", 40, 1, 0},
    {"no request", 0, 0, 0},
    {0},
};

EXERCISE = {
    .name = "ex0-14", .run = run, .cases = cases, .sizes = "n {n}", .points = 3, .program = true};
