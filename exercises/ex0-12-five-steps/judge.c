// ex0-12: the five steps of a host program, by its result and by its calls.

#include "judge.h"

#include <string.h>

// All copies of one direction together move `bytes`, and no more.
static void copied(Judge *j, int direction, const char *what, size_t bytes)
{
    uint64_t sum = 0;
    for (const Call *c = NULL; (c = judge_next_call(j, NULL, c));) {
        sum += judge_direction(c) == direction ? judge_told(c, "bytes", 0) : 0;
        if (sum > bytes)
            judge_fail_at(
                j, c,
                "The result is right, but more is copied %s than needed: %zu bytes are enough.",
                what, bytes);
    }
}

// Returns the instructions that threads have executed in all launches together.
static uint64_t work_of(Judge *j)
{
    uint64_t sum = 0;
    for (const Call *c = NULL; (c = judge_next_call(j, "cudaLaunchKernel", c));)
        sum += judge_told(c, "lanes", 0);
    return sum;
}

// The calls of a program whose result is right.
static void check_calls(Judge *j, const Case *c)
{
    const Call *launch = judge_call(j, "cudaLaunchKernel", 0), *call;
    if (c->n && !launch)
        judge_fail(j, "The result is right, but no kernel was launched.");
    uint64_t work = work_of(j);
    if (work < c->n) // whatever the grid
        judge_fail_at(
            j, launch,
            "The result is right, but the kernel did not calculate it: its threads execute %zu "
            "instruction%s for %zu numbers.",
            (size_t)work, work == 1 ? "" : "s", c->n);
    bool asked = false;
    for (call = launch; launch && (call = judge_next_call(j, NULL, call));)
        asked |= strcmp(call->name, "cudaGetLastError") == 0 ||
                 strcmp(call->name, "cudaPeekAtLastError") == 0;
    if (launch && !asked)
        judge_fail_at(j, launch,
                      "The result is right, but nothing checks whether the launch was accepted: "
                      "call cudaGetLastError() after it.");
    copied(j, 1, "to the device", c->n * sizeof(float));
    copied(j, 2, "back", c->n * sizeof(float));
    call = judge_not_awaited(j);
    if (call)
        judge_fail_at(j, call,
                      "The result is handed in while this copy may still be in flight: nothing "
                      "waits for it. cudaMemcpy waits, cudaMemcpyAsync does not.");
}

static void run(Judge *j, const Case *c)
{
    float *x = judge_floats(j, c->n, -8, 8);
    double *want = judge_array(j, c->n * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i] = (double)x[i] * x[i];

    judge_program(j, x, c->n * sizeof *x, false);
    judge_near_answer(j, "y", want, c->n, 1e-4);
    if (judge_counts(j))
        check_calls(j, c);
    judge_worked(j, x, c->n);
    judge_came_back(j, "y", c->n);
}

static const Case cases[] = {
    {"a single number", 1, 0, 0},
    {"a thousand", 1000, 0, 0},
    {"a power of two", 4096, 0, 0},
    {"many, a prime number of them", 50021, 0, 0},
    {"none", 0, 0, 0},
    {0},
};

EXERCISE = {.name = "ex0-12", .run = run, .cases = cases, .points = 2, .program = true};
