// ex1-14: copies through a pinned buffer, by the calls that were made.

#include "judge.h"

#include <string.h>

enum { ROOM = 65536 };

static bool is(const Call *c, const char *name)
{
    return strncmp(c->name, name, strlen(name)) == 0;
}

// Fails the case if the piece that a copy sends was put into the buffer while an earlier copy from there was in flight. sent: (count) the
// copies before. They end one after the other, so only the last ones may have been in flight. host: when the host came to put it there.
static void want_awaited(Judge *j, const Call *copy, const Call *const *sent, size_t count,
                         uint64_t host)
{
    uint64_t from = judge_told(copy, "from", 0), bytes = judge_told(copy, "bytes", 0);
    while (count && host < judge_told(sent[--count], "end", 0)) {
        uint64_t at = judge_told(sent[count], "from", 0),
                 size = judge_told(sent[count], "bytes", 0);
        if (at < from + bytes && from < at + size)
            judge_fail_at(j, copy,
                          "The previous piece may still be in flight when this one is put into the "
                          "buffer: nothing waits for its copy.");
    }
}

// Fails the case if nothing was in flight when the host came to put this copy's piece into a buffer. `before`: the copy before.
static void want_overlap(Judge *j, const Call *copy, const Call *before, uint64_t host)
{
    if (before && host >= judge_told(before, "end", 0))
        judge_fail_at(
            j, copy,
            "The result is right, but the previous copy has already ended by the time this "
            "piece is put into the buffer. Host and device take turns, which is no better than a "
            "cudaMemcpy from ordinary memory.");
}

static void run(Judge *j, const Case *c)
{
    float *x = judge_floats(j, c->n, -9, 9);
    double *want = judge_array(j, c->n * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i] = (double)x[i] + 1;
    judge_program(j, x, c->n * sizeof *x, false);
    judge_near_answer(j, "x", want, c->n, 1e-5);
    judge_worked(j, x, c->n);
    judge_came_back(j, "x", c->n);

    const Call *call = NULL, **sent;
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers
    sent = judge_array(j, (judge_calls(j, NULL) + 1) * sizeof *sent);
    uint64_t pinned = 0, buffers = 0, host = 0;
    size_t count = 0; // of the copies to the device so far, which are `sent`
    while (judge_counts(j) && (call = judge_next_call(j, NULL, call))) {
        bool makes = is(call, "cudaMallocHost") || is(call, "cudaHostAlloc");
        pinned += makes ? judge_told(call, "bytes", 0) : 0;
        buffers += makes;
        if (is(call, "cudaHostRegister"))
            judge_fail_at(j, call,
                          "This pins memory that exists already: at most %d bytes may be pinned.",
                          ROOM);
        if (makes && buffers > 1 && pinned > ROOM)
            judge_fail_at(j, call,
                          "Buffers are allocated again and again: two halves of "
                          "one are enough.");
        if (pinned > ROOM)
            judge_fail_at(j, call, "%d bytes are pinned; at most %d may be.", (int)pinned, ROOM);
        if (judge_direction(call) == 1 && judge_told(call, "bytes", 0)) {
            if (!judge_told(call, "pinned", 0))
                judge_fail_at(
                    j, call,
                    "The result is right, but this copy comes from memory that is not pinned.");
            want_awaited(j, call, sent, count, host);
            want_overlap(j, call, count ? sent[count - 1] : NULL, host);
            sent[count++] = call;
        }
        host = judge_told(call, "host", 0);
    }
}

static const Case cases[] = {
    {"a single number", 1, 0, 0},  {"a full buffer", 16384, 0, 0}, {"a number more", 16385, 0, 0},
    {"many pieces", 150001, 0, 0}, {"no number", 0, 0, 0},         {0},
};

EXERCISE = {.name = "ex1-14", .run = run, .cases = cases, .points = 4, .program = true};
