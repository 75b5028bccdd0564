// ex1-16: a blur along rows, a transpose, and both twice. A case says in its name which it judges; 3 is all.

#include "judge.h"

// blur[r][c] of in, (rows, columns)
static void blur(const int *in, int *out, int rows, int columns)
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++) {
            int sum = 0;
            for (int k = c - 2; k <= c + 2; k++)
                sum += k >= 0 && k < columns ? in[r * columns + k] : 0;
            out[r * columns + c] = sum;
        }
}

static void turn(const int *in, int *out, int rows, int columns)
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            out[c * rows + r] = in[r * columns + c];
}

static void blur_on(Judge *j, Buffer in, Buffer out, int rows, int columns, const int *want)
{
    unsigned wide = judge_blocks((size_t)columns, 32), high = judge_blocks((size_t)rows, 8);
    judge_launch(j, "blurRows", DIM(wide, high), DIM(32, 8), 0,
                 ARGS(BUF(in), BUF(out), INT(rows), INT(columns)));
    judge_equal_ints(j, "out", out, want, (size_t)columns);
    judge_at_most(j, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                  "the number of load requests", 2.25 * 8 * wide * high);
}

static void turn_on(Judge *j, Buffer in, Buffer out, int rows, int columns, const int *want)
{
    judge_launch(j, "transpose",
                 DIM(judge_blocks((size_t)columns, 32), judge_blocks((size_t)rows, 32)), DIM(32, 8),
                 0, ARGS(BUF(in), BUF(out), INT(rows), INT(columns)));
    judge_equal_ints(j, "out", out, want, (size_t)rows);
    judge_at_most(j, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                  "the number of bank conflicts of loads", 0);
    judge_at_most(j, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
                  "the number of bank conflicts of stores", 0);
    if (rows % 32 != 0 || columns % 32 != 0)
        return;
    judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
                   "the load efficiency in %", 95);
    judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
                   "the store efficiency in %", 95);
    judge_work(j, 3 * 195);
    judge_moves(j, 2 * 2 * (double)rows * columns / 8);
}

static void run(Judge *j, const Case *c)
{
    int rows = (int)c->n, columns = (int)c->m, part = c->what[5] - '0';
    size_t bytes = c->n * c->m * sizeof(int);
    int *in = judge_ints(j, c->n * c->m, -99, 99), *one = judge_array(j, bytes),
        *two = judge_array(j, bytes);
    Buffer a = judge_input(j, in, bytes), b = judge_output(j, bytes), d = judge_output(j, bytes),
           e = judge_output(j, bytes), f = judge_output(j, bytes);
    judge_launches(j, part < 3 ? 1 : 4);
    if (part == 2) {
        turn(in, one, rows, columns);
        turn_on(j, a, b, rows, columns, one);
        return;
    }
    blur(in, one, rows, columns);
    blur_on(j, a, b, rows, columns, one);
    if (part == 1)
        return;
    turn(one, two, rows, columns);
    turn_on(j, b, d, rows, columns, two);
    blur(two, one, columns, rows);
    blur_on(j, d, e, columns, rows, one);
    turn(one, two, columns, rows);
    turn_on(j, e, f, columns, rows, two);
}

static const Case cases[] = {
    {"part 1: rows of a block's width", 16, 64, 0},
    {"part 1: ragged", 11, 45, 0},
    {"part 1: a single element", 1, 1, 0},
    {"part 2: whole tiles", 64, 96, 0},
    {"part 2: ragged", 37, 50, 0},
    {"part 3: both, in both directions", 40, 70, 0},
    {"part 3: a large matrix", 256, 320, 0},
    {0},
};

EXERCISE = {.name = "ex1-16",
            .run = run,
            .cases = cases,
            .points = 8,
            .measured = "part 3: a large matrix",
            .counters = {LOAD_SECTORS, STORE_SECTORS, LOAD_WAVEFRONTS}};
