// ex1-7: a filter of nine weights in constant memory. The reference scatters: each element adds to those that it reaches.

#include "judge.h"

enum { RADIUS = 4, WEIGHTS = 2 * RADIUS + 1 };

static void run(Judge *j, const Case *c)
{
    float *in = judge_floats(j, c->n, -1, 1), *weight = judge_floats(j, WEIGHTS, -1, 1);
    double *want = judge_array(j, c->n * sizeof *want);
    for (size_t from = 0; from < c->n; from++)
        for (size_t to = from < RADIUS ? 0 : from - RADIUS; to <= from + RADIUS && to < c->n; to++)
            want[to] += (double)weight[from + RADIUS - to] * in[from];

    judge_set_variable(j, "weight", weight, WEIGHTS * sizeof *weight);
    size_t bytes = c->n * sizeof *in;
    unsigned blocks = judge_blocks(c->n, c->block);
    Buffer d_in = judge_input(j, in, bytes), out = judge_output(j, bytes);
    judge_launch(j, "filter", DIM(blocks, 1, 1), DIM((unsigned)c->block, 1, 1), 0,
                 ARGS(BUF(d_in), BUF(out), SIZE(c->n)));
    judge_near_floats(j, "out", out, want, 1e-5, 0);
    judge_at_most(j, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                  "the number of requests to load",
                  (double)WEIGHTS * blocks * judge_blocks((size_t)c->block, 32));
}

static const Case cases[] = {
    {"one element", 1, 0, 32},
    {"fewer elements than weights", 6, 0, 32},
    {"as many elements as weights", 9, 0, 32},
    {"one more than a block", 129, 0, 128},
    {"several blocks, a prime", 2003, 0, 96},
    {"no element", 0, 0, 64},
    {"1024 blocks", 262144, 0, 256},
    {0},
};

EXERCISE = {.name = "ex1-7",
            .run = run,
            .cases = cases,
            .points = 3,
            .measured = "1024 blocks",
            .counters = {LOAD_REQUESTS, INSTRUCTIONS}};
