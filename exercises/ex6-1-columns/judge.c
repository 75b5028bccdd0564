// Whole numbers in floats, so that every product is exact; C, and sectors where rows begin at sectors. M is the case's n, N its m, K its block.

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
    float *a = whole(j, M * K), *b = whole(j, K * N);
    double *want = judge_array(j, M * N * sizeof *want);
    for (size_t row = 0; row < M; row++)
        for (size_t k = 0; k < K; k++)
            for (size_t col = 0; col < N; col++)
                want[row * N + col] += (double)a[row * K + k] * (double)b[k * N + col];

    Buffer A = judge_input(j, a, M * K * sizeof *a), B = judge_input(j, b, K * N * sizeof *b);
    Buffer C = judge_output(j, M * N * sizeof *a);
    judge_launch(j, "sgemm", DIM(judge_blocks(N, 32), judge_blocks(M, 32)), DIM(1024), 0,
                 ARGS(INT(M), INT(N), INT(K), BUF(A), BUF(B), BUF(C)));
    judge_near_floats(j, "C", C, want, 0, N);
    if (N > 0 && N % 32 == 0 && K % 32 == 0) {
        judge_at_most(j, "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
                      "sectors per load request", 2.6);
        judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
                       "the store efficiency in %", 95);
        // A warp loads a word of A and a row of four sectors of B in each step, and stores such a row.
        judge_work(j, 3 * (30 + 7 * (double)K));
        judge_moves(j, 2 * (double)M * (double)N / 32 * (5 * (double)K + 4));
    }
}

static const Case cases[] = {
    {"whole tiles", 32, 64, 32},
    {"ragged on all sides", 75, 85, 7},
    {"a single row", 1, 33, 20},
    {"a single column", 40, 1, 5},
    {"K is 0", 3, 5, 0},
    {"no row", 0, 4, 3},
    {"128 x 128, K is 128", 128, 128, 128},
    {0},
};

EXERCISE = {.name = "ex6-1",
            .run = run,
            .cases = cases,
            .sizes = "M {n}, N {m}, K {block}",
            .points = 2,
            .measured = "128 x 128, K is 128",
            .counters = {LOAD_SECTORS, INSTRUCTIONS}};
