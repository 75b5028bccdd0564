// ex1-2: an array of structures into a structure of arrays, through shared memory.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    static const char *const names[] = {"x", "y", "z"};
    float *xyz = judge_floats(j, 3 * c->n, -1, 1);
    double *want = judge_array(j, c->n * sizeof *want);
    size_t bytes = c->n * sizeof *xyz;

    Buffer in = judge_input(j, xyz, 3 * bytes), out[3];
    for (int k = 0; k < 3; k++)
        out[k] = judge_output(j, bytes);
    judge_launch(j, "split", DIM(judge_blocks(c->n, c->block), 1, 1), DIM((unsigned)c->block, 1, 1),
                 0, ARGS(BUF(in), BUF(out[0]), BUF(out[1]), BUF(out[2]), SIZE(c->n)));
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < c->n; i++)
            want[i] = xyz[3 * i + k];
        judge_near_floats(j, names[k], out[k], want, 0, 0);
    }
    if (c->n < 2048)
        return;
    judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
                   "the load efficiency in %", 95);
    judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
                   "the store efficiency in %", 95);
    judge_work(j, 3 * 90);
    judge_moves(j, 2 * 6 * (double)c->n / 8);
    judge_at_most(j, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                  "the number of bank conflicts of loads", 0);
    judge_at_most(j, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
                  "the number of bank conflicts of stores", 0);
}

static const Case cases[] = {
    {"one point", 1, 0, 32},
    {"a warp", 32, 0, 32},
    {"one point more than a block", 129, 0, 128},
    {"no point", 0, 0, 64},
    {"ragged, and its counters", 3001, 0, 256},
    {"blocks of 96, and their counters", 2400, 0, 96},
    {"many points", 65536, 0, 128},
    {0},
};

EXERCISE = {.name = "ex1-2",
            .run = run,
            .cases = cases,
            .points = 5,
            .measured = "many points",
            .counters = {LOAD_SECTORS, STORE_SECTORS, LOAD_WAVEFRONTS}};
