// Random ints; block sums; barriers and loads from shared memory.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    unsigned blocks = judge_blocks(c->n, c->block);
    size_t block = (size_t)c->block, warps = blocks * (block / 32);
    int *x = judge_ints(j, c->n, -1000, 1000), *want = judge_array(j, blocks * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i / block] += x[i];

    Buffer in = judge_input(j, x, c->n * sizeof *x);
    Buffer out = judge_output(j, blocks * sizeof *want);
    judge_launch(j, "blockSum", DIM(blocks), DIM((unsigned)block), 0,
                 ARGS(BUF(in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
    if (block >= 128)
        judge_shared(j, 300, 9);
    judge_at_most(j, "sass__inst_executed_per_opcode[BAR]", "barriers (one per warp is enough)",
                  (double)warps);
    judge_at_most(j, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                  "shared load wavefronts (one per block is enough)", blocks);
}

static const Case cases[] = {
    {"full blocks of eight warps", 1024, 0, 256},
    {"three warps", 1000, 0, 96},
    {"a single warp", 100, 0, 32},
    {"the largest block", 3001, 0, 1024},
    {"a prime number of elements", 2003, 0, 128},
    {"one element", 1, 0, 64},
    {"an empty array", 0, 0, 32},
    {"2048 full blocks", 524288, 0, 256},
    {0},
};

EXERCISE = {.name = "ex3-4",
            .run = run,
            .cases = cases,
            .points = 4,
            .measured = "2048 full blocks",
            .counters = {BARRIERS, LOAD_WAVEFRONTS, INSTRUCTIONS}};
