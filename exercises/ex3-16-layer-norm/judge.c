// ex3-16: layer normalization in double. In cases that begin with "far" the rows are close to 1000.

#include "judge.h"

#include <math.h>

static void run(Judge *j, const Case *c)
{
    size_t rows = c->m, n = c->n, count = rows * n;
    unsigned warps = (unsigned)c->block / 32;
    float *x = judge_floats(j, count, -2, 2), *gain = judge_floats(j, n, 0.5f, 2),
          *bias = judge_floats(j, n, -1, 1);
    double *want = judge_array(j, count * sizeof *want);
    for (size_t r = 0; r < rows; r++) {
        double mean = 0, squares = 0;
        for (size_t i = 0; i < n; i++) {
            x[r * n + i] += c->what[0] == 'f' ? 1000 : (float)(r % 3);
            mean += x[r * n + i] / (double)n;
        }
        for (size_t i = 0; i < n; i++)
            squares += (x[r * n + i] - mean) * (x[r * n + i] - mean);
        for (size_t i = 0; i < n; i++)
            want[r * n + i] =
                (x[r * n + i] - mean) / sqrt(squares / (double)n + 1e-5) * gain[i] + bias[i];
    }
    Buffer in = judge_input(j, x, count * sizeof *x),
           gains = judge_input(j, gain, n * sizeof *gain),
           biases = judge_input(j, bias, n * sizeof *bias),
           out = judge_output(j, count * sizeof *x);
    judge_launch(j, "layerNorm", DIM(judge_blocks(rows, (int)warps)), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(gains), BUF(biases), BUF(out), SIZE(rows), SIZE(n)));
    // A mean of 1000 can be off by several times its last bit, 0.00006.
    judge_near_floats(j, "y", out, want, c->what[0] == 'f' ? 1e-3 : 2e-5, n);
    if (n == 1030)
        judge_shared(j, 3000, 10);
}

static const Case cases[] = {
    {"rows of 64", 64, 5, 64},
    {"rows of a prime length", 101, 4, 32},
    {"rows shorter than a warp", 7, 9, 128},
    {"a row of a single element", 1, 3, 32},
    {"far from 0", 96, 4, 64},
    {"one long row", 1030, 1, 32},
    {0},
};

EXERCISE = {.name = "ex3-16",
            .run = run,
            .cases = cases,
            .sizes = "rows {m}, n {n}, block {block}",
            .points = 4};
