// ex1-10: a copy at the memory's speed. Large arrays are for a GPU only: the simulator looks at the counters of smaller ones.

#include "judge.h"

enum { LARGE = 1 << 20, BLOCKS = 1056 };

static void run(Judge *j, const Case *c)
{
    bool fast = c->n >= LARGE;
    size_t n = fast && !judge_on_gpu(j) ? c->n >> 12 : c->n;
    unsigned blocks = fast && judge_on_gpu(j) ? BLOCKS : (unsigned)c->m;
    int *in = judge_ints(j, n, -2000000000, 2000000000);
    size_t bytes = n * sizeof *in;

    Buffer d_in = judge_input(j, in, bytes), out = judge_output(j, bytes);
    Dim grid = {blocks, 1, 1}, block = {(unsigned)c->block, 1, 1};
    judge_launch(j, "copy", grid, block, 0, ARGS(BUF(d_in), BUF(out), SIZE(n)));
    judge_equal_ints(j, "out", out, in, 0);
    if (!fast)
        return;
    judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
                   "the load efficiency in %", 95);
    judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
                   "the store efficiency in %", 95);
    judge_at_least(j, "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
                   "the number of sectors per load request", 15);
    judge_work(j, 3 * (10 + 12 * (double)n / 4 / (double)(blocks * (size_t)c->block)));
    judge_moves(j, 2 * 2 * (double)n / 8);
    judge_speed(j, 2.0 * (double)bytes, "copy", grid, block, 0, ARGS(BUF(d_in), BUF(out), SIZE(n)));
}

static const Case cases[] = {
    {"one element", 1, 1, 32},
    {"four elements", 4, 1, 32},
    {"three left over", 1003, 3, 64},
    {"two left over, few threads", 5002, 2, 96},
    {"one left over, many threads", 101, 4, 64},
    {"the smallest grid", 39, 1, 4},
    {"no element", 0, 1, 32},
    {"2^26 elements on a GPU, else 2^14", 1 << 26, 4, 256},
    {"2^18 elements", 262144, 64, 256},
    {0},
};

EXERCISE = {.name = "ex1-10",
            .run = run,
            .cases = cases,
            .sizes = "n {n}, <<<{m}, {block}>>>",
            .points = 5,
            .gpu_percent = 70,
            .measured = "2^18 elements",
            .counters = {LOAD_REQUESTS, STORE_REQUESTS}};
