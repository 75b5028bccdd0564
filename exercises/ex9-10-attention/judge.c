// Random floats; attention in double. n is the number of heads, m the rows of each.

#include "judge.h"

#include <math.h>

enum { D = 32 };

static void run(Judge *j, const Case *c)
{
    size_t heads = c->n, n = c->m, count = heads * n * D, bytes = count * sizeof(float);
    float *Q = judge_floats(j, count, -3, 3), *K = judge_floats(j, count, -3, 3),
          *V = judge_floats(j, count, -1, 1);
    double *want = judge_array(j, count * sizeof *want), *s = judge_array(j, n * sizeof *s);
    for (size_t row = 0; row < heads * n; row++) {
        size_t begin = row / n * n;
        double most = -INFINITY, sum = 0;
        for (size_t k = 0; k < n; k++) {
            s[k] = 0;
            for (size_t e = 0; e < D; e++)
                s[k] += (double)Q[row * D + e] * K[(begin + k) * D + e];
            s[k] /= sqrt(D);
            most = fmax(most, s[k]);
        }
        for (size_t k = 0; k < n; k++)
            sum += exp(s[k] - most);
        for (size_t k = 0; k < n; k++)
            for (size_t e = 0; e < D; e++)
                want[row * D + e] += exp(s[k] - most) / sum * V[(begin + k) * D + e];
    }
    Buffer d_Q = judge_input(j, Q, bytes), d_K = judge_input(j, K, bytes),
           d_V = judge_input(j, V, bytes), d_O = judge_output(j, bytes);
    judge_launch_chosen(j, "attention",
                        ARGS(BUF(d_Q), BUF(d_K), BUF(d_V), BUF(d_O), INT(heads), INT(n)));
    judge_near_floats(j, "O", d_O, want, 1e-4, D);
    judge_limit(j, 4 * (double)bytes, 2 * (double)(heads * n * n * D));
}

static const Case cases[] = {
    {"a single row", 1, 1, 0},
    {"heads shorter than a warp", 3, 7, 0},
    {"heads of a prime length", 2, 37, 0},
    {"heads of 64", 2, 64, 0},
    {"8 heads of 256", 8, 256, 0},
    {0},
};

EXERCISE = {.name = "ex9-10",
            .run = run,
            .cases = cases,
            .points = 1,
            .measured = "8 heads of 256",
            .counters = {INSTRUCTIONS, LOAD_SECTORS, LOAD_WAVEFRONTS},
            .golf = true};
