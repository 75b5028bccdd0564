// Seven counters of the three given kernels.

#include "judge.h"

#define REQUESTS   "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
#define WAVEFRONTS "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"

// Question c->n.
static void run(Judge *j, const Case *c)
{
    enum { N = 4096, BLOCK = 256 };
    static const struct {
        const char *kernel;
        unsigned blocks;
        const char *counter;
    } questions[] = {
        {"sumPlain", 16, BARRIERS},     {"sumFour", 4, BARRIERS}, {"sumFourLast", 4, BARRIERS},
        {"sumPlain", 16, REQUESTS},     {"sumFour", 4, REQUESTS}, {"sumFour", 4, WAVEFRONTS},
        {"sumFourLast", 4, WAVEFRONTS},
    };
    size_t q = c->n - 1;
    int *x = judge_ints(j, N, -9, 9);
    Buffer in = judge_input(j, x, N * sizeof *x),
           out = judge_output(j, questions[q].blocks * sizeof *x);
    judge_launch_given(j, questions[q].kernel, DIM(questions[q].blocks), DIM(BLOCK), 0,
                       ARGS(BUF(in), BUF(out)));
    judge_answer(j, (int)c->n, judge_counter(j, questions[q].counter), 0.5);
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
            .experiment = "make profile-ex4-6 CASE=N"};
