// Seven counters of the three given kernels.

#include "judge.h"

#define REQUESTS   "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
#define WAVEFRONTS "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"

enum { THREADS, PLAIN, FOUR };

static const Number numbers[] = {
    [THREADS] = {"threads", 256, {128, 512, 1024}},
    [PLAIN] = {"plain", 16, {7, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 22, 23}},
    [FOUR] = {"four", 4, {2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}},
    {0},
};

static const char *const phrases[] = {
    "add up 4096 ints in blocks of 256 threads|add up ints in blocks of {threads} threads",
    "launched with {plain} blocks",
    "four elements per thread, with {four} blocks",
    "the last warp, with {four} blocks",
    NULL,
};

typedef struct {
    const char *kernel;
    int blocks, each; // elements per thread
    const char *counter;
} Question;

// Question c->n.
static void run(Judge *j, const Case *c)
{
    static const Question questions[] = {
        {"sumPlain", PLAIN, 1, BARRIERS},     {"sumFour", FOUR, 4, BARRIERS},
        {"sumFourLast", FOUR, 4, BARRIERS},   {"sumPlain", PLAIN, 1, REQUESTS},
        {"sumFour", FOUR, 4, REQUESTS},       {"sumFour", FOUR, 4, WAVEFRONTS},
        {"sumFourLast", FOUR, 4, WAVEFRONTS},
    };
    const Question *q = &questions[c->n - 1];
    unsigned blocks = (unsigned)judge_number(j, q->blocks),
             threads = (unsigned)judge_number(j, THREADS);
    size_t n = (size_t)blocks * threads * (size_t)q->each;
    int *x = judge_ints(j, n, -9, 9);
    Buffer in = judge_input(j, x, n * sizeof *x), out = judge_output(j, blocks * sizeof *x);
    judge_launch_given(j, q->kernel, DIM(blocks), DIM(threads), 0, ARGS(BUF(in), BUF(out)));
    judge_answer(j, (int)c->n, judge_counter(j, q->counter), 0.5);
}

static const Case cases[] = {
    {"barriers of sumPlain", 1, 0, 0},
    {"barriers of sumFour", 2, 0, 0},
    {"barriers of sumFourLast", 3, 0, 0},
    {"global load requests of sumPlain", 4, 0, 0},
    {"global load requests of sumFour", 5, 0, 0},
    {"shared load wavefronts of sumFour", 6, 0, 0},
    {"shared load wavefronts of sumFourLast", 7, 0, 0},
    {0},
};

EXERCISE = {.name = "ex4-6",
            .run = run,
            .cases = cases,
            .points = 3,
            .predict = true,
            .experiment = "make profile-ex4-6 CASE=N",
            .numbers = numbers,
            .phrases = phrases};
