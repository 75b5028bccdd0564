// ex2-11: places in a sorted table. The reference counts.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    int m = (int)c->m, most = 0;
    int *table = judge_array(j, c->m * sizeof *table);
    for (int k = 0; k < m; k++)
        table[k] = most += judge_between(j, 1, 3);
    int *x = judge_ints(j, c->n, -1, most + 2);
    int *want = judge_array(j, c->n * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        for (int k = 0; k < m; k++)
            want[i] += table[k] < x[i];

    unsigned blocks = judge_blocks(c->n, c->block);
    Buffer d_table = judge_input(j, table, c->m * sizeof *table);
    Buffer d_x = judge_input(j, x, c->n * sizeof *x), at = judge_output(j, c->n * sizeof *want);
    judge_launch(j, "search", DIM(blocks, 1, 1), DIM((unsigned)c->block, 1, 1), 0,
                 ARGS(BUF(d_table), SIZE(c->m), BUF(d_x), BUF(at), SIZE(c->n)));
    judge_equal_ints(j, "at", at, want, 0);
    if (c->n % 32 != 0)
        return;
    int steps = 0;
    while ((1 << steps) < m + 1)
        steps++;
    judge_at_least(j, UNIFORM, "the share of branches that split no warp, in %", 100);
    judge_at_most(j, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                  "the number of requests to load", (2.0 + steps) * (double)c->n / 32);
    judge_work(j, 3 * (28 + 13.0 * steps));
}

static const Case cases[] = {
    {"a table of one", 32, 1, 32},
    {"a table of two, ragged", 45, 2, 32},
    {"an empty table", 33, 0, 32},
    {"a table of 64", 256, 64, 64},
    {"a table of 1000", 512, 1000, 128},
    {"a table of 1023, ragged", 301, 1023, 96},
    {"one number", 1, 7, 32},
    {"65,536 numbers", 65536, 1000, 128},
    {0},
};

EXERCISE = {.name = "ex2-11",
            .run = run,
            .cases = cases,
            .sizes = "n {n}, m {m}, block {block}",
            .points = 6,
            .measured = "65,536 numbers",
            .counters = {LOAD_REQUESTS, INSTRUCTIONS}};
