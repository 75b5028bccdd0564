// Whole numbers in floats, so that every product is exact; C, the number of stores, and sectors loaded. M is the case's n, N its m, K its block.

#include "judge.h"

static float *whole(Judge *j, size_t n)
{
    float *x = judge_array(j, n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = (float)judge_between(j, -9, 9);
    return x;
}

static void run(Judge *j, const Case *c)
{
    size_t M = c->n, N = c->m, K = (size_t)c->block;
    unsigned x = judge_blocks(N, 16), y = judge_blocks(M, 16);
    float *a = whole(j, M * K), *b = whole(j, K * N);
    double *want = judge_array(j, M * N * sizeof *want);
    for (size_t row = 0; row < M; row++)
        for (size_t k = 0; k < K; k++)
            for (size_t col = 0; col < N; col++)
                want[row * N + col] += (double)a[row * K + k] * (double)b[k * N + col];

    Buffer A = judge_input(j, a, M * K * sizeof *a), B = judge_input(j, b, K * N * sizeof *b);
    Buffer C = judge_output(j, M * N * sizeof *a);
    judge_launch(j, "sgemm", DIM(x, y), DIM(16, 16), 0,
                 ARGS(INT(M), INT(N), INT(K), BUF(A), BUF(B), BUF(C)));
    judge_near_floats(j, "C", C, want, 0, N);
    judge_at_most(j, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "store requests",
                  8.0 * x * y);
    // 16 rows of a tile of A and 16 of B, at most 3 sectors each as rows need not begin where sectors do; and as many again
    const int tiles = (K + 15) / 16;
    judge_tiled(j, 2.0 * 2 * 16 * 3 * x * y * tiles);
}

static const Case cases[] = {
    {"whole tiles", 32, 32, 32},
    {"a last tile of K with one column", 16, 16, 33},
    {"ragged on all sides", 35, 29, 21},
    {"a single row and column", 1, 1, 40},
    {"smaller than a tile", 5, 7, 3},
    {"K is 0", 3, 5, 0},
    {0},
};

EXERCISE = {
    .name = "ex6-2", .run = run, .cases = cases, .sizes = "M {n}, N {m}, K {block}", .points = 4};
