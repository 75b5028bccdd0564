// ex1-15: a kernel's time by events, held against the modelled times of its launches.

#include "judge.h"

#include <math.h>
#include <string.h>

enum { LAUNCHES = 11, LEAST_WORK = 8 }; // LEAST_WORK: instructions for an element

static bool is(const Call *c, const char *name)
{
    return strncmp(c->name, name, strlen(name)) == 0;
}

static void run(Judge *j, const Case *c)
{
    float *x = judge_floats(j, c->n, -1, 1);
    judge_program(j, x, c->n * sizeof *x, false);
    double said = *judge_answered(j, 1), sum = 0;
    size_t launches = 0, records = 0;
    uint64_t host = 0; // when the host had come back from the call before
    uint64_t end = 0;  // of the last launch
    bool waited = false, asked = false;
    for (const Call *call = NULL; (call = judge_next_call(j, NULL, call));) {
        if (is(call, "cudaLaunchKernel")) {
            launches++;
            if (judge_counts(j) && judge_told(call, "lanes", 0) < LEAST_WORK * c->n)
                judge_fail_at(j, call, "This launch does not smooth %zu elements.", c->n);
            end = judge_told(call, "end", 0);
            if (launches > 1 && launches <= LAUNCHES)
                sum += (double)(judge_told(call, "end", 0) - judge_told(call, "begin", 0));
        }
        if (is(call, "cudaEventRecord")) {
            records++;
            waited = false;
            if (records == 1 && launches == 0)
                judge_fail_at(
                    j, call,
                    "The first launch is timed, too: launch the kernel once before the first event.");
        } else if (records == 1 && (is(call, "cudaMemcpy") || strstr(call->name, "Synchronize")))
            judge_fail_at(j, call, "There should be nothing but launches between the events.");
        waited |= host >= end || (strstr(call->name, "Query") && !judge_told(call, "error", 0));
        host = judge_told(call, "host", 0);
        asked |= is(call, "cudaEventElapsedTime") && !judge_told(call, "error", 0);
        if (is(call, "cudaEventElapsedTime") && !waited)
            judge_fail_at(
                j, call,
                "On a GPU the second event has not happened yet: wait for it before you ask for the time.");
    }
    if (judge_counts(j) && records == 0)
        judge_fail(j, "No event is recorded.");
    if (judge_counts(j) && launches != LAUNCHES)
        judge_fail(j, "The kernel is launched %d times; %d are needed: one to warm up, ten timed.",
                   (int)launches, LAUNCHES);
    judge_worked(j, x, c->n);
    if (judge_counts(j) && !asked)
        judge_fail(
            j, "Nothing asks for the time between the events: cudaEventElapsedTime returns it.");
    double right = sum / (LAUNCHES - 1) / 1e6;
    if (!(fabs(said - right) <= 0.02 * right))
        judge_fail(j, "The time handed in is %.6g ms; one launch takes %.6g ms.", said, right);
}

static const Case cases[] = {
    {"a thousand elements", 1000, 0, 0},
    {"a hundred thousand", 100000, 0, 0},
    {"a single element", 1, 0, 0},
    {0},
};

EXERCISE = {.name = "ex1-15", .run = run, .cases = cases, .points = 4, .program = true};
