// Five counters of the three given kernels.

#include "judge.h"

#define SECTORS_LOADED "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
#define SECTORS_STORED "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
#define LOADS          "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"

// Question c->n.
static void run(Judge *j, const Case *c)
{
    enum { N = 256 };
    static const struct {
        const char *kernel, *counter;
    } questions[] = {
        {"reduceNeighbored", SECTORS_LOADED},  {"reduceNeighboredLess", SECTORS_LOADED},
        {"reduceInterleaved", SECTORS_LOADED}, {"reduceInterleaved", SECTORS_STORED},
        {"reduceInterleaved", LOADS},
    };
    int *x = judge_ints(j, N, -9, 9);
    Buffer in = judge_inout(j, x, N * sizeof *x), out = judge_output(j, sizeof *x);
    judge_launch_given(j, questions[c->n - 1].kernel, DIM(1), DIM(N), 0, ARGS(BUF(in), BUF(out)));
    judge_answer(j, (int)c->n, judge_counter(j, questions[c->n - 1].counter), 0.5);
}

static const Case cases[] = {
    {"neighbours, sectors loaded", 1, 0, 0},      {"fewer threads, sectors loaded", 2, 0, 0},
    {"interleaved, sectors loaded", 3, 0, 0},     {"interleaved, sectors stored", 4, 0, 0},
    {"interleaved, requests that load", 5, 0, 0}, {0},
};

EXERCISE = {.name = "ex3-8",
            .run = run,
            .cases = cases,
            .points = 3,
            .predict = true,
            .experiment = "make profile-ex3-8 CASE=N"};
