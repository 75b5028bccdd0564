// Random bits, no NaN among them; floats; requests for whole eights.

#include "judge.h"

#include <string.h>

static void run(Judge *j, const Case *c)
{
    unsigned short *x = judge_array(j, c->n * sizeof *x);
    float *want = judge_array(j, c->n * sizeof *want);
    int *bits = judge_array(j, c->n * sizeof *bits);
    for (size_t i = 0; i < c->n; i++) {
        x[i] = (unsigned short)(judge_random(j) & 0xbfff); // an exponent below 128: finite
        bits[i] = (int)((unsigned)x[i] << 16);
    }
    memcpy(want, bits, c->n * sizeof *want);

    Buffer in = judge_input(j, x, c->n * sizeof *x), out = judge_output(j, c->n * sizeof *want);
    judge_launch(j, "toFloats", DIM(judge_blocks(c->n, c->block * 8)), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, bits, 0);
    if (c->n % 256 == 0) {
        judge_at_most(j, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "load requests",
                      (double)c->n / 256);
        judge_at_most(j, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "store requests",
                      (double)c->n / 128);
    }
}

static const Case cases[] = {
    {"whole eights, whole warps", 2048, 0, 64},
    {"seven are left", 1007, 0, 32},
    {"one is left", 257, 0, 32},
    {"a prime number of elements", 4099, 0, 96},
    {"fewer than eight", 5, 0, 32},
    {"a single element", 1, 0, 32},
    {"no element", 0, 0, 32},
    {"many whole eights", 524288, 0, 256},
    {0},
};

EXERCISE = {.name = "ex1-12",
            .run = run,
            .cases = cases,
            .points = 2,
            .measured = "many whole eights",
            .counters = {LOAD_REQUESTS, STORE_REQUESTS, LOAD_SECTORS}};
