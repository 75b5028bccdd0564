// ex2-2: each block subtracts the mean of its elements.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    float *in = judge_floats(j, c->n, -1, 3);
    double *want = judge_array(j, c->n * sizeof *want);
    size_t block = (size_t)c->block;
    for (size_t first = 0; first < c->n; first += block) {
        size_t end = first + block < c->n ? first + block : c->n;
        double sum = 0;
        for (size_t i = first; i < end; i++)
            sum += in[i];
        for (size_t i = first; i < end; i++)
            want[i] = in[i] - sum / (double)(end - first);
    }

    size_t bytes = c->n * sizeof *in;
    Buffer d_in = judge_input(j, in, bytes), out = judge_output(j, bytes);
    judge_launch(j, "subtractMean", DIM(judge_blocks(c->n, c->block), 1, 1),
                 DIM((unsigned)c->block, 1, 1), 0, ARGS(BUF(d_in), BUF(out), SIZE(c->n)));
    judge_near_floats(j, "out", out, want, 1e-5, 0);
}

static const Case cases[] = {
    {"a block exactly", 64, 0, 64},
    {"several blocks exactly", 1024, 0, 256},
    {"one element", 1, 0, 32},
    {"40 elements in a block of 64", 40, 0, 64},
    {"one element in the last block", 257, 0, 128},
    {"ragged", 1999, 0, 256},
    {"no element", 0, 0, 32},
    {0},
};

EXERCISE = {.name = "ex2-2", .run = run, .cases = cases, .points = 3};
