// Five counters of the three given kernels.

#include "judge.h"

static double count(Judge *j, const char *kernel, const char *counter)
{
    enum { N = 256 };
    int *x = judge_ints(j, N, -9, 9);
    Buffer in = judge_inout(j, x, N * sizeof *x), out = judge_output(j, sizeof *x);
    judge_launch_given(j, kernel, DIM(1), DIM(N), 0, ARGS(BUF(in), BUF(out)));
    return judge_counter(j, counter);
}

static void run(Judge *j, const Case *c)
{
    static const struct {
        const char *variable, *what, *kernel, *counter;
    } questions[] = {
        {"answer1", "answer 1", "reduceNeighbored",
         "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
        {"answer2", "answer 2", "reduceNeighboredLess",
         "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
        {"answer3", "answer 3", "reduceInterleaved",
         "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
        {"answer4", "answer 4", "reduceInterleaved",
         "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
        {"answer5", "answer 5", "reduceInterleaved",
         "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
    };
    (void)c;
    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
        double answer = 0;
        judge_variable(j, questions[q].variable, &answer, sizeof answer);
        judge_answer(j, questions[q].what, answer,
                     count(j, questions[q].kernel, questions[q].counter), 0.5);
    }
}

static const Case cases[] = {
    {"your answers", 0, 0, 0},
    {0},
};

const Exercise exercise = {.run = run, .cases = cases, .points = 3, .predict = true};
