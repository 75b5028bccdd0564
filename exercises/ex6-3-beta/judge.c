// Whole numbers in floats, so that every product is exact. Four pairs of alpha and beta; with beta 0 C is once never set, once full of NaN
// and infinity. M is the case's n, N its m, K its block.

#include "judge.h"

#include <math.h>

static float *whole(Judge *j, size_t n)
{
    float *x = judge_array(j, n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = (float)judge_between(j, -9, 9);
    return x;
}

static void run(Judge *j, const Case *c)
{
    static const struct {
        float alpha, beta;
        bool set;
    } uses[] = {{1, 1, true}, {2, -3, true}, {-1, 0, true}, {3, 0, false}};
    size_t M = c->n, N = c->m, K = (size_t)c->block;
    judge_launches(j, sizeof uses / sizeof *uses);
    for (size_t u = 0; u < sizeof uses / sizeof *uses; u++) {
        float alpha = uses[u].alpha, beta = uses[u].beta;
        float *a = whole(j, M * K), *b = whole(j, K * N), *old = whole(j, M * N);
        double *want = judge_array(j, M * N * sizeof *want);
        for (size_t row = 0; row < M; row++)
            for (size_t col = 0; col < N; col++) {
                double sum = 0;
                for (size_t k = 0; k < K; k++)
                    sum += (double)a[row * K + k] * (double)b[k * N + col];
                want[row * N + col] =
                    (double)alpha * sum + (double)beta * (double)old[row * N + col];
                if (beta == 0)
                    old[row * N + col] = judge_between(j, 0, 1) ? NAN : INFINITY;
            }

        Buffer A = judge_input(j, a, M * K * sizeof *a), B = judge_input(j, b, K * N * sizeof *b);
        size_t bytes = M * N * sizeof *old;
        Buffer C = uses[u].set ? judge_inout(j, old, bytes) : judge_output(j, bytes);
        judge_launch(
            j, "sgemm", DIM(judge_blocks(N, 16), judge_blocks(M, 16)), DIM(16, 16), 0,
            ARGS(INT(M), INT(N), INT(K), FLOAT(alpha), BUF(A), BUF(B), FLOAT(beta), BUF(C)));
        judge_near_floats(j, "C", C, want, 0, N);
    }
}

static const Case cases[] = {
    {"a whole tile", 16, 16, 4},
    {"ragged", 19, 5, 3},
    {"a single element", 1, 1, 1},
    {"K is 0", 2, 3, 0},
    {0},
};

EXERCISE = {
    .name = "ex6-3", .run = run, .cases = cases, .sizes = "M {n}, N {m}, K {block}", .points = 1};
