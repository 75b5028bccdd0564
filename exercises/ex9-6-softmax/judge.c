// Random floats, in every second row far from 0; shares in double.

#include "judge.h"

#include <math.h>

static void run(Judge *j, const Case *c)
{
    size_t rows = c->n, n = c->m, count = rows * n, bytes = count * sizeof(float);
    float *x = judge_floats(j, count, -8, 8);
    double *want = judge_array(j, count * sizeof *want);
    for (size_t r = 0; r < rows; r++) {
        double most = -INFINITY, sum = 0;
        for (size_t i = 0; i < n; i++) {
            x[r * n + i] += r % 2 ? 200 : 0;
            most = fmax(most, x[r * n + i]);
        }
        for (size_t i = 0; i < n; i++)
            sum += exp(x[r * n + i] - most);
        for (size_t i = 0; i < n; i++)
            want[r * n + i] = exp(x[r * n + i] - most) / sum;
    }
    Buffer in = judge_input(j, x, bytes), out = judge_output(j, bytes);
    judge_launch_chosen(j, "softmax", ARGS(BUF(in), BUF(out), INT(rows), INT(n)));
    judge_near_floats(j, "y", out, want, 1e-5, n);
    judge_limit(j, 2 * (double)bytes, 0);
}

static const Case cases[] = {
    {"a single element", 1, 1, 0},          {"rows shorter than a warp", 40, 7, 0},
    {"rows of a prime length", 33, 101, 0}, {"rows of 600", 33, 600, 0},
    {"4096 rows of 512", 4096, 512, 0},     {0},
};

EXERCISE = {.name = "ex9-6",
            .run = run,
            .cases = cases,
            .points = 1,
            .measured = "4096 rows of 512",
            .counters = {LOAD_SECTORS, STORE_SECTORS},
            .golf = true};
