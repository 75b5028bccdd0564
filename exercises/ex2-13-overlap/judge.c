// Random floats; sums in double; one store for each result.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    size_t terms = c->m;
    float *x = judge_floats(j, c->n + terms, -1, 1), *w = judge_floats(j, terms, -1, 1);
    double *want = judge_array(j, c->n * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        for (size_t k = 0; k < terms; k++)
            want[i] += (double)w[k] * x[i + k];

    Buffer in = judge_input(j, x, (c->n + terms) * sizeof *x);
    Buffer weights = judge_input(j, w, terms * sizeof *w);
    Buffer out = judge_output(j, c->n * sizeof *x);
    judge_launch(j, "filter", DIM(judge_blocks(c->n, c->block)), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(weights), BUF(out), SIZE(c->n), INT((int)terms)));
    judge_near_floats(j, "y", out, want, 1e-5, 0);
    judge_at_most(j, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "store requests",
                  judge_blocks(c->n, 32));
}

static const Case cases[] = {
    {"five terms", 512, 5, 128},
    {"a prime number of results", 1009, 7, 64},
    {"no terms", 100, 0, 32},
    {"a single result", 1, 9, 32},
    {"no result", 0, 3, 32},
    {"many results", 65536, 7, 128},
    {0},
};

EXERCISE = {.name = "ex2-13",
            .run = run,
            .cases = cases,
            .sizes = "n {n}, terms {m}, block {block}",
            .points = 1,
            .measured = "many results",
            .least = true,
            .counters = {STORE_REQUESTS, INSTRUCTIONS}};
