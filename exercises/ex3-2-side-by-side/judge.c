// Random ints; block sums, and counters where every block of 256 is full.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    unsigned blocks = judge_blocks(c->n, c->block);
    size_t block = (size_t)c->block;
    int *x = judge_ints(j, c->n, -1000, 1000), *want = judge_array(j, blocks * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i / block] += x[i];

    Buffer in = judge_input(j, x, c->n * sizeof *x);
    Buffer out = judge_output(j, blocks * sizeof *want);
    judge_launch(j, "blockSum", DIM(blocks), DIM((unsigned)block), block * sizeof *x,
                 ARGS(BUF(in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
    if (block == 256 && c->n > 0 && c->n % block == 0) {
        judge_at_least(j, "smsp__thread_inst_executed_per_inst_executed.ratio",
                       "threads per instruction", 28);
        judge_work(j, 2 * 98);
        judge_at_most(j, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                      "load bank conflicts", 0);
    }
    if (block >= 128)
        judge_shared(j, 3 * (34 + 12 * judge_halvings(block)), 10);
}

static const Case cases[] = {
    {"four full blocks, counted", 1024, 0, 256},
    {"a prime number of elements", 2003, 0, 256},
    {"small blocks", 100, 0, 16},
    {"blocks of one thread", 5, 0, 1},
    {"an empty array", 0, 0, 32},
    {"the largest block", 2100, 0, 1024},
    {"1024 full blocks", 262144, 0, 256},
    {0},
};

EXERCISE = {.name = "ex3-2",
            .run = run,
            .cases = cases,
            .points = 3,
            .measured = "1024 full blocks",
            .counters = {INSTRUCTIONS, LOAD_WAVEFRONTS}};
