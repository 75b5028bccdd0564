// ex2-7: rings of cells, c->m rounds, with one barrier per round.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    int rounds = (int)c->m, block = c->block;
    unsigned blocks = judge_blocks(c->n, block);
    int *in = judge_ints(j, c->n, 0, 1000000000);
    unsigned *cells = judge_array(j, blocks * (size_t)block * sizeof *cells);
    unsigned *old = judge_array(j, (size_t)block * sizeof *old);

    for (size_t i = 0; i < c->n; i++)
        cells[i] = (unsigned)in[i];
    for (unsigned b = 0; b < blocks; b++) {
        unsigned *ring = cells + (size_t)b * (size_t)block;
        for (int round = 0; round < rounds; round++) {
            for (int t = 0; t < block; t++)
                old[t] = ring[t];
            for (int t = 0; t < block; t++)
                ring[t] = 5 * old[(t + block - 1) % block] + (old[t] ^ old[(t + 1) % block] / 2);
        }
    }

    int *want = judge_array(j, c->n * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i] = (int)cells[i];
    size_t bytes = c->n * sizeof *in;
    Buffer d_in = judge_input(j, in, bytes), out = judge_output(j, bytes);
    judge_launch(j, "ring", DIM(blocks, 1, 1), DIM((unsigned)block, 1, 1), 0,
                 ARGS(BUF(d_in), BUF(out), SIZE(c->n), INT(rounds)));
    judge_equal_ints(j, "out", out, want, 0);
    judge_at_most(j, "sass__inst_executed_per_opcode[BAR]", "the number of barriers",
                  (double)blocks * judge_blocks((size_t)block, 32) * (rounds + 1));
}

static const Case cases[] = {
    {"no round", 100, 0, 64},
    {"one round", 100, 1, 64},
    {"two rounds", 256, 2, 128},
    {"a ring of one cell", 3, 5, 1},
    {"nine rounds, blocks of 96", 480, 9, 96},
    {"ragged, twelve rounds", 777, 12, 256},
    {"256 blocks, 20 rounds", 65536, 20, 256},
    {0},
};

EXERCISE = {.name = "ex2-7",
            .run = run,
            .cases = cases,
            .sizes = "n {n}, rounds {m}, block {block}",
            .points = 4,
            .measured = "256 blocks, 20 rounds",
            .counters = {BARRIERS, INSTRUCTIONS}};
