// ex1-8: sums of 17 neighbours. The reference is a difference of two prefix sums.

#include "judge.h"

enum { RADIUS = 8 };

static void run(Judge *j, const Case *c)
{
    int *in = judge_ints(j, c->n, -1000, 1000);
    int *before =
        judge_array(j, (c->n + 1) * sizeof *before); // before[i]: sum of in[0] to in[i - 1]
    int *want = judge_array(j, c->n * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        before[i + 1] = before[i] + in[i];
    for (size_t i = 0; i < c->n; i++) {
        size_t from = i < RADIUS ? 0 : i - RADIUS,
               to = i + RADIUS + 1 < c->n ? i + RADIUS + 1 : c->n;
        want[i] = before[to] - before[from];
    }

    size_t bytes = c->n * sizeof *in;
    unsigned blocks = judge_blocks(c->n, c->block);
    Buffer d_in = judge_input(j, in, bytes), out = judge_output(j, bytes);
    judge_launch(j, "window", DIM(blocks, 1, 1), DIM((unsigned)c->block, 1, 1), 0,
                 ARGS(BUF(d_in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
    if (c->block == 256)
        judge_at_most(j, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                      "the number of sectors loaded", 40.0 * blocks);
}

static const Case cases[] = {
    {"one element", 1, 0, 32},
    {"fewer elements than the window has", 10, 0, 32},
    {"blocks as small as the halo", 100, 0, 8},
    {"one element more than two blocks", 129, 0, 64},
    {"several blocks, a prime", 1009, 0, 96},
    {"blocks of 256, their counters", 3000, 0, 256},
    {"1024 blocks of 256", 262144, 0, 256},
    {0},
};

EXERCISE = {.name = "ex1-8",
            .run = run,
            .cases = cases,
            .points = 5,
            .measured = "1024 blocks of 256",
            .counters = {LOAD_SECTORS, LOAD_WAVEFRONTS}};
