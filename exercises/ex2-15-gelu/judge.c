// ex2-15: GELU with a grid of c->m blocks. Every third number is far from 0.

#include "judge.h"

#include <math.h>

static void run(Judge *j, const Case *c)
{
    float *x = judge_floats(j, c->n, -6, 6);
    double *want = judge_array(j, c->n * sizeof *want);
    for (size_t i = 0; i < c->n; i++) {
        if (i % 3 == 0)
            x[i] *= 160;
        double u = x[i];
        want[i] = u / 2 * (1 + tanh(0.7978846 * (u + 0.044715 * u * u * u)));
    }
    Buffer d_x = judge_inout(j, x, c->n * sizeof *x);
    judge_launch(j, "gelu", DIM((unsigned)c->m), DIM((unsigned)c->block), 0,
                 ARGS(BUF(d_x), SIZE(c->n)));
    judge_near_floats(j, "x", d_x, want, 1e-5, 0);
    size_t threads = c->m * (size_t)c->block, each = c->n / threads;
    if (c->n % threads == 0 && c->n >= 1024) {
        judge_at_least(j, "smsp__thread_inst_executed_per_inst_executed.ratio",
                       "lanes per instruction", 25); // clang's expf has a branch, nvcc's has none
        judge_work(j, 3 * (40 + 60 * (double)each));
    }
}

static const Case cases[] = {
    {"a thread per element, its lanes", 2048, 16, 128},
    {"four elements per thread, its lanes", 2048, 4, 128},
    {"ragged", 1000, 3, 96},
    {"a single thread", 20, 1, 1},
    {"one element", 1, 1, 32},
    {"no element", 0, 1, 32},
    {0},
};

EXERCISE = {.name = "ex2-15",
            .run = run,
            .cases = cases,
            .sizes = "n {n}, <<<{m}, {block}>>>",
            .points = 3};
