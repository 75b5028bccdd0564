// ex1-4: a transpose through a tile of 32 x 32 words whose rows are swizzled.

#include "judge.h"

enum { TILE = 32, ROWS = 32 };

static void run(Judge *j, const Case *c)
{
    size_t count = c->n * c->m, bytes = count * sizeof(float);
    float *in = judge_floats(j, count, -1, 1);
    double *want = judge_array(j, count * sizeof *want);
    for (size_t i = 0; i < count; i++)
        want[i % c->m * c->n + i / c->m] = in[i];

    Buffer d_in = judge_input(j, in, bytes), out = judge_output(j, bytes);
    judge_launch(j, "transpose", DIM(judge_blocks(c->m, TILE), judge_blocks(c->n, TILE), 1),
                 DIM(TILE, ROWS, 1), 0, ARGS(BUF(d_in), BUF(out), SIZE(c->n), SIZE(c->m)));
    judge_near_floats(j, "out", out, want, 0, c->n);
    if (c->n % TILE != 0 || c->m % TILE != 0)
        return;
    judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
                   "the load efficiency in %", 95);
    judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
                   "the store efficiency in %", 95);
    judge_work(j, 3 * 56);
    judge_moves(j, 2 * 2 * (double)count / 8);
    judge_at_most(j, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                  "the number of bank conflicts of loads", 0);
    judge_at_most(j, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
                  "the number of bank conflicts of stores", 0);
    judge_at_most(j, "launch__shared_mem_per_block_static", "the shared memory in bytes",
                  (double)sizeof(float[TILE][TILE]));
}

static const Case cases[] = {
    {"one element", 1, 1, 0},
    {"a row", 1, 45, 0},
    {"a column", 45, 1, 0},
    {"ragged", 37, 41, 0},
    {"one tile, its counters", 32, 32, 0},
    {"64 x 96, its counters", 64, 96, 0},
    {"512 x 512", 512, 512, 0},
    {0},
};

EXERCISE = {.name = "ex1-4",
            .run = run,
            .cases = cases,
            .points = 4,
            .measured = "512 x 512",
            .counters = {LOAD_WAVEFRONTS, STORE_WAVEFRONTS, LOAD_SECTORS}};
