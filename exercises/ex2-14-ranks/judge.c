// ex2-14: counts and ranks by votes. A case says in its name which kernel it judges.

#include "judge.h"

enum { MANY = 131072 };

static void run(Judge *j, const Case *c)
{
    static const char *const kernels[] = {"warpCounts", "warpRanks", "blockRanks"};
    int part = c->what[5] - '0', stretch = part == 3 ? c->block : 32;
    unsigned blocks = judge_blocks(c->n, c->block), warps = blocks * (unsigned)c->block / 32;
    int *x = judge_ints(j, c->n, -9, 9), *counts = judge_array(j, warps * sizeof *counts),
        *ranks = judge_array(j, c->n * sizeof *ranks);
    for (size_t i = 0; i < c->n; i++) {
        if (i % (size_t)stretch != 0)
            ranks[i] = ranks[i - 1] + (x[i - 1] > 0);
        counts[i / 32] += x[i] > 0;
    }
    size_t bytes = part == 1 ? warps * sizeof *counts : c->n * sizeof *ranks;
    Buffer in = judge_input(j, x, c->n * sizeof *x), out = judge_output(j, bytes);
    judge_launch(j, kernels[part - 1], DIM(blocks), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, part == 1 ? "counts" : "ranks", out, part == 1 ? counts : ranks, 0);
    judge_at_most(j, "sass__inst_executed_per_opcode[BAR]",
                  "the number of barriers, over all warps,", part == 3 ? 2.0 * warps : 0);
    judge_at_most(j, SHARED_ATOMICS, "the number of atomics in shared memory", 0);
    judge_at_most(j, GLOBAL_ATOMICS, "the number of atomics", 0);
    if (c->n > 0 && (part < 3 || c->n == MANY))
        judge_shared(j, part < 3 ? 90 : 260, 8);
    if (part < 3)
        judge_at_most(j, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
                      "the number of stores to shared memory", 0);
}

static const Case cases[] = {
    {"part 1: whole warps", 512, 0, 128},
    {"part 1: the last warp is not full", 1003, 0, 64},
    {"part 2: whole warps", 320, 0, 32},
    {"part 2: the last warp is not full", 777, 0, 256},
    {"part 3: a warp is a block", 100, 0, 32},
    {"part 3: blocks of three warps", 1001, 0, 96},
    {"part 3: the largest block", 3000, 0, 1024},
    {"part 3: no element", 0, 0, 64},
    {"part 3: many elements", MANY, 0, 256},
    {0},
};

EXERCISE = {.name = "ex2-14",
            .run = run,
            .cases = cases,
            .points = 8,
            .measured = "part 3: many elements",
            .counters = {INSTRUCTIONS, BARRIERS}};
