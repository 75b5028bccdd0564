// ex2-9: the greatest element of each warp, by shuffles.

#include "judge.h"

enum { WARP = 32 };

static void run(Judge *j, const Case *c)
{
    int *in = judge_ints(j, c->n, -1000000, c->m ? -1 : 1000000); // c->m: negative ones only
    int *want = judge_array(j, c->n * sizeof *want);
    for (size_t i = 0; i < c->n; i++) {
        size_t first = i - i % WARP;
        want[i] = in[first];
        for (size_t k = first; k < c->n && k < first + WARP; k++)
            want[i] = in[k] > want[i] ? in[k] : want[i];
    }

    size_t bytes = c->n * sizeof *in;
    unsigned blocks = judge_blocks(c->n, c->block);
    Buffer d_in = judge_input(j, in, bytes), out = judge_output(j, bytes);
    judge_launch(j, "warpMost", DIM(blocks, 1, 1), DIM((unsigned)c->block, 1, 1), 0,
                 ARGS(BUF(d_in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
    judge_at_most(j, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                  "the number of requests to load", (double)judge_blocks(c->n, WARP));
}

static const Case cases[] = {
    {"a warp", 32, 0, 32},
    {"several warps", 256, 0, 128},
    {"40 elements", 40, 0, 64},
    {"one element", 1, 1, 32},
    {"ragged, negative ones only", 1001, 1, 96},
    {"ragged", 1999, 0, 256},
    {"no element", 0, 0, 32},
    {0},
};

EXERCISE = {
    .name = "ex2-9", .run = run, .cases = cases, .sizes = "n {n}, block {block}", .points = 3};
