// ex7-6: rows of partial softmaxes. What is expected is summed in double, relative to the row's largest score.

#include "judge.h"

#include <math.h>

enum { DIMS = 32 };

static void run(Judge *j, const Case *c)
{
    size_t rows = c->n, parts = c->m, count = rows * parts;
    float *most = judge_array(j, count * sizeof *most), *sum = judge_array(j, count * sizeof *sum),
          *o = judge_array(j, count * DIMS * sizeof *o);
    double *want = judge_array(j, rows * DIMS * sizeof *want);
    for (size_t row = 0; row < rows; row++) {
        double top = -INFINITY, total = 0;
        for (size_t p = row * parts; p < (row + 1) * parts; p++) {
            bool empty = c->block == 1 || judge_between(j, 0, 3) == 0;
            most[p] = empty ? -INFINITY : (float)judge_between(j, -1200, 1200) / 8;
            sum[p] = empty ? 0 : (float)judge_between(j, 8, 80) / 8;
            top = fmax(top, (double)most[p]);
            for (size_t d = 0; d < DIMS; d++)
                o[p * DIMS + d] = sum[p] * (float)judge_between(j, -64, 64) / 64;
        }
        for (size_t p = row * parts; p < (row + 1) * parts && top > -INFINITY; p++) {
            double weight = exp((double)most[p] - top);
            total += weight * (double)sum[p];
            for (size_t d = 0; d < DIMS; d++)
                want[row * DIMS + d] += weight * (double)o[p * DIMS + d];
        }
        for (size_t d = 0; d < DIMS && total > 0; d++)
            want[row * DIMS + d] /= total;
    }
    Buffer d_most = judge_input(j, most, count * sizeof *most),
           d_sum = judge_input(j, sum, count * sizeof *sum),
           d_o = judge_input(j, o, count * DIMS * sizeof *o),
           out = judge_output(j, rows * DIMS * sizeof *o);
    judge_launch(j, "join", DIM((unsigned)rows), DIM(DIMS), 0,
                 ARGS(BUF(d_most), BUF(d_sum), BUF(d_o), INT(parts), BUF(out)));
    judge_near_floats(j, "out", out, want, 1e-4, DIMS);
}

static const Case cases[] = {
    {"two parts", 20, 2, 0},        {"one part", 8, 1, 0}, {"many parts", 30, 13, 0},
    {"no part saw a key", 2, 3, 1}, {"no parts", 3, 0, 0}, {0},
};

EXERCISE = {.name = "ex7-6", .run = run, .cases = cases, .points = 3};
