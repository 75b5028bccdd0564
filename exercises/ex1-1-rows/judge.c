// ex1-1: out = in + bias per column, with loads and stores along the rows.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    size_t count = c->n * c->m, bytes = count * sizeof(float);
    float *in = judge_floats(j, count, -1, 1), *bias = judge_floats(j, c->m, -1, 1);
    double *want = judge_array(j, count * sizeof *want);
    for (size_t row = 0; row < c->n; row++)
        for (size_t column = 0; column < c->m; column++)
            want[row * c->m + column] = (double)in[row * c->m + column] + bias[column];

    Buffer d_in = judge_input(j, in, bytes), d_bias = judge_input(j, bias, c->m * sizeof *bias);
    Buffer out = judge_output(j, bytes);
    judge_launch(j, "addBias", DIM(judge_blocks(count, c->block), 1, 1),
                 DIM((unsigned)c->block, 1, 1), 0,
                 ARGS(BUF(d_in), BUF(d_bias), BUF(out), SIZE(c->n), SIZE(c->m)));
    judge_near_floats(j, "out", out, want, 1e-6, c->m);
    if (count >= 4096 && c->m % 32 == 0) {
        judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
                       "the load efficiency in %", 95);
        judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
                       "the store efficiency in %", 95);
        judge_work(j, 3 * 36);
        judge_moves(j, 2 * 3 * (double)count / 8); // in, bias and out
    }
}

static const Case cases[] = {
    {"one element", 1, 1, 32},
    {"a row", 1, 70, 32},
    {"a column", 70, 1, 32},
    {"ragged", 37, 53, 128},
    {"64 x 96, its counters", 64, 96, 256},
    {"96 x 64, its counters", 96, 64, 128},
    {"512 x 1024", 512, 1024, 256},
    {0},
};

EXERCISE = {.name = "ex1-1",
            .run = run,
            .cases = cases,
            .points = 2,
            .measured = "512 x 1024",
            .counters = {LOAD_SECTORS, STORE_SECTORS}};
