// Random bytes, of which half are small; the count of each value.

#include "judge.h"

enum { BINS = 256 };

static void run(Judge *j, const Case *c)
{
    unsigned char *x = judge_array(j, c->n);
    int *want = judge_array(j, BINS * sizeof *want);
    for (size_t i = 0; i < c->n; i++) {
        uint64_t r = judge_random(j);
        x[i] = (unsigned char)(r & 256 ? r & 15 : r & 255);
        want[x[i]]++;
    }
    Buffer in = judge_input(j, x, c->n), counts = judge_zeroed(j, BINS * sizeof *want);
    judge_launch_chosen(j, "histogram", ARGS(BUF(in), BUF(counts), SIZE(c->n)));
    judge_equal_ints(j, "counts", counts, want, 0);
    judge_limit(j, (double)c->n, 0);
}

static const Case cases[] = {
    {"a single byte", 1, 0, 0},      {"no byte", 0, 0, 0},
    {"sixteen bytes", 16, 0, 0},     {"a prime number of bytes", 2003, 0, 0},
    {"four million", 4194304, 0, 0}, {0},
};

EXERCISE = {.name = "ex9-4",
            .run = run,
            .cases = cases,
            .points = 1,
            .measured = "four million",
            .counters = {GLOBAL_ATOMICS, SHARED_ATOMICS},
            .golf = true};
