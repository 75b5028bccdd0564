// ex0-13: the grids and blocks of a row of launches.

#include "judge.h"

// The launch for n elements, which is the one of this number.
static void want(Judge *j, size_t n, size_t number)
{
    size_t block = n < 256 ? (n + 31) / 32 * 32 : 256;
    const Call *call = judge_call(j, "cudaLaunchKernel", number);
    if (!call) {
        judge_fail(j, "There is no launch for n = %zu.", n);
        return;
    }
    uint64_t blocks = judge_told(call, "grid", 0), threads = judge_told(call, "block", 0);
    if (threads != block)
        judge_fail_at(j, call, "For n = %zu a block has %d thread%s; it should have %zu.", n,
                      (int)threads, threads == 1 ? "" : "s", block);
    if (blocks != (n + block - 1) / block)
        judge_fail_at(j, call,
                      "For n = %zu there %s %d block%s of %zu threads; there should be %zu.", n,
                      blocks == 1 ? "is" : "are", (int)blocks, blocks == 1 ? "" : "s", block,
                      (n + block - 1) / block);
}

static void run(Judge *j, const Case *c)
{
    float *x = judge_floats(j, c->n, 1, 9);
    double *right = judge_array(j, c->n * sizeof *right);
    size_t next = 0;
    for (size_t i = 0; i < c->n; i++)
        right[i] = x[i];
    for (size_t size = 1; size < 2 * c->n; size *= 2)
        for (size_t i = 0; i < c->n && i < size; i++)
            right[i] = -right[i];

    judge_program(j, x, c->n * sizeof *x, false);
    for (size_t size = 1; judge_counts(j) && size < c->n; size *= 2)
        want(j, size, next++);
    if (judge_counts(j) && c->n)
        want(j, c->n, next++);
    const Call *more = judge_call(j, "cudaLaunchKernel", next);
    if (more && judge_counts(j))
        judge_fail_at(j, more, "There are more launches than sizes.");
    judge_near_answer(j, "x", right, c->n, 0);
    judge_worked(j, x, c->n);
    judge_came_back(j, "x", c->n);
}

static const Case cases[] = {
    {"a single element", 1, 0, 0},
    {"up to a thousand", 1000, 0, 0},
    {"up to a whole block", 256, 0, 0},
    {"up to many blocks", 70001, 0, 0},
    {"no element", 0, 0, 0},
    {0},
};

EXERCISE = {.name = "ex0-13", .run = run, .cases = cases, .points = 2, .program = true};
