// Five counters of the three given kernels.

#include "judge.h"

#define SECTORS_LOADED "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
#define SECTORS_STORED "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
#define LOADS          "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"

enum { BLOCKS, THREADS, BLOCKS3, THREADS3 };

static const Number numbers[] = {
    [BLOCKS] = {"blocks", 1, {2, 3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19}},
    [THREADS] = {"threads", 256, {32, 64, 128, 512, 1024}},
    [BLOCKS3] = {"blocks3", 1, {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}},
    [THREADS3] = {"threads3", 256, {32, 64, 128, 512, 1024}},
    {0},
};

static const char *const phrases[] = {
    "Each is launched with one block of 256 threads on an array of 256 ints"
    "|The first two are launched with {blocks} blocks of {threads} threads, the third with "
    "{blocks3} blocks of {threads3} threads, each on an array with one int per thread",
    NULL,
};

// Question c->n.
static void run(Judge *j, const Case *c)
{
    static const struct {
        const char *kernel, *counter;
    } questions[] = {
        {"reduceNeighbored", SECTORS_LOADED},  {"reduceNeighboredLess", SECTORS_LOADED},
        {"reduceInterleaved", SECTORS_LOADED}, {"reduceInterleaved", SECTORS_STORED},
        {"reduceInterleaved", LOADS},
    };
    unsigned blocks = (unsigned)judge_number(j, c->n <= 2 ? BLOCKS : BLOCKS3),
             threads = (unsigned)judge_number(j, c->n <= 2 ? THREADS : THREADS3);
    size_t n = (size_t)blocks * threads;
    int *x = judge_ints(j, n, -9, 9);
    Buffer in = judge_inout(j, x, n * sizeof *x), out = judge_output(j, blocks * sizeof *x);
    judge_launch_given(j, questions[c->n - 1].kernel, DIM(blocks), DIM(threads), 0,
                       ARGS(BUF(in), BUF(out)));
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
            .experiment = "make profile-ex3-8 CASE=N",
            .numbers = numbers,
            .phrases = phrases};
