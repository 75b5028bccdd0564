// ex7-3: sums in fragments become a matrix. Numbers are whole, so that every sum is exact. M is the case's n, N its m.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    size_t M = c->n, N = c->m, across = (N + 7) / 8, down = (M + 15) / 16,
           count = across * down * 32 * 4;
    float *sums = judge_array(j, count * sizeof *sums), *bias = judge_array(j, N * sizeof *bias);
    double *want = judge_array(j, M * N * sizeof *want);
    for (size_t col = 0; col < N; col++)
        bias[col] = (float)judge_between(j, -50, 50);
    for (size_t i = 0; i < count; i++) {
        size_t tile = i / 128, lane = i / 4 % 32, element = i % 4;
        size_t row = tile / across * 16 + lane / 4 + (element >= 2 ? 8 : 0),
               col = tile % across * 8 + 2 * (lane % 4) + element % 2;
        sums[i] = (float)judge_between(j, -100, 100);
        double x = row < M && col < N ? (double)sums[i] + (double)bias[col] : 0;
        if (row < M && col < N)
            want[row * N + col] = x > 0 ? x : 0;
    }
    Buffer d_sums = judge_input(j, sums, count * sizeof *sums),
           d_bias = judge_input(j, bias, N * sizeof *bias),
           C = judge_output(j, M * N * sizeof *sums);
    if (across * down > 0)
        judge_launch(j, "epilogue", DIM((unsigned)across, (unsigned)down), DIM(32), 0,
                     ARGS(INT(M), INT(N), BUF(d_sums), BUF(d_bias), BUF(C)));
    judge_near_floats(j, "C", C, want, 0, N);
    if (across * down > 0 && N % 2 == 0)
        judge_at_most(j, STORE_REQUESTS, "store requests", 2 * (double)(across * down));
}

static const Case cases[] = {
    {"one tile", 16, 8, 0},
    {"whole tiles", 48, 40, 0},
    {"ragged, N is even", 41, 30, 0},
    {"ragged, N is odd", 23, 13, 0},
    {"a single element", 1, 1, 0},
    {"a single row", 1, 20, 0},
    {0},
};

EXERCISE = {.name = "ex7-3", .run = run, .cases = cases, .points = 3};
