// Random keys; every row, sorted by counting.

#include "judge.h"

enum { KEYS = 16 };

static void run(Judge *j, const Case *c)
{
    size_t rows = c->n, n = c->m, count = rows * n, bytes = count * sizeof(int);
    int *x = judge_ints(j, count, 0, KEYS - 1), *want = judge_array(j, bytes);
    for (size_t r = 0; r < rows; r++) {
        int counts[KEYS] = {0}, key = 0;
        for (size_t i = 0; i < n; i++)
            counts[x[r * n + i]]++;
        for (size_t i = 0; i < n; i++) {
            while (!counts[key])
                key++;
            want[r * n + i] = key;
            counts[key]--;
        }
    }
    Buffer in = judge_input(j, x, bytes), out = judge_output(j, bytes);
    judge_launch_chosen(j, "sortRows", ARGS(BUF(in), BUF(out), INT(rows), INT(n)));
    judge_equal_ints(j, "out", out, want, n);
    judge_limit(j, 2 * (double)bytes, 0);
}

static const Case cases[] = {
    {"a single key", 1, 1, 0},
    {"rows shorter than a warp", 40, 9, 0},
    {"rows of a prime length", 33, 101, 0},
    {"rows of 64", 35, 64, 0},
    {"4096 rows of 512", 4096, 512, 0},
    {0},
};

EXERCISE = {.name = "ex9-9",
            .run = run,
            .cases = cases,
            .points = 1,
            .measured = "4096 rows of 512",
            .counters = {LOAD_SECTORS, STORE_SECTORS, SHARED_ATOMICS},
            .golf = true};
