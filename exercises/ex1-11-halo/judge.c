// Random ints; sums of four neighbours; few requests for the loads.

#include "judge.h"

enum { SIDE = 16 };

static void run(Judge *j, const Case *c)
{
    size_t rows = c->n, columns = c->m, count = rows * columns;
    int *in = judge_ints(j, count, -1000, 1000), *want = judge_array(j, count * sizeof *want);
    for (size_t r = 0; r < rows; r++)
        for (size_t k = 0; k < columns; k++) {
            size_t i = r * columns + k;
            want[i] = (r > 0 ? in[i - columns] : 0) + (r + 1 < rows ? in[i + columns] : 0) +
                      (k > 0 ? in[i - 1] : 0) + (k + 1 < columns ? in[i + 1] : 0);
        }

    Buffer from = judge_input(j, in, count * sizeof *in);
    Buffer to = judge_output(j, count * sizeof *want);
    unsigned wide = judge_blocks(columns, SIDE), high = judge_blocks(rows, SIDE);
    judge_launch(j, "cross", DIM(wide, high), DIM(SIDE, SIDE), 0,
                 ARGS(BUF(from), BUF(to), INT((int)rows), INT((int)columns)));
    judge_equal_ints(j, "out", to, want, columns);
    judge_at_most(j, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "load requests",
                  14.0 * wide * high);
}

static const Case cases[] = {
    {"four whole blocks", 32, 32, 0}, {"not square, no multiple of 16", 37, 50, 0},
    {"a single row", 1, 100, 0},      {"a single column", 35, 1, 0},
    {"a single element", 1, 1, 0},    {"no row", 0, 20, 0},
    {"512 x 512", 512, 512, 0},       {0},
};

EXERCISE = {.name = "ex1-11",
            .run = run,
            .cases = cases,
            .points = 3,
            .measured = "512 x 512",
            .counters = {LOAD_REQUESTS, LOAD_SECTORS}};
