// Seven counters of the three given kernels.

#include "judge.h"

#define BARRIERS   "sass__inst_executed_per_opcode[BAR]"
#define REQUESTS   "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
#define WAVEFRONTS "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"

static double count(Judge *j, const char *kernel, unsigned blocks, const char *counter)
{
    enum { N = 4096, BLOCK = 256 };
    int *x = judge_ints(j, N, -9, 9);
    Buffer in = judge_input(j, x, N * sizeof *x), out = judge_output(j, blocks * sizeof *x);
    judge_launch_given(j, kernel, DIM(blocks), DIM(BLOCK), 0, ARGS(BUF(in), BUF(out)));
    return judge_counter(j, counter);
}

static void run(Judge *j, const Case *c)
{
    static const struct {
        const char *variable, *what, *kernel;
        unsigned blocks;
        const char *counter;
    } questions[] = {
        {"answer1", "answer 1", "sumPlain", 16, BARRIERS},
        {"answer2", "answer 2", "sumFour", 4, BARRIERS},
        {"answer3", "answer 3", "sumFourLast", 4, BARRIERS},
        {"answer4", "answer 4", "sumPlain", 16, REQUESTS},
        {"answer5", "answer 5", "sumFour", 4, REQUESTS},
        {"answer6", "answer 6", "sumFour", 4, WAVEFRONTS},
        {"answer7", "answer 7", "sumFourLast", 4, WAVEFRONTS},
    };
    (void)c;
    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
        double answer = 0;
        judge_variable(j, questions[q].variable, &answer, sizeof answer);
        judge_answer(j, questions[q].what, answer,
                     count(j, questions[q].kernel, questions[q].blocks, questions[q].counter), 0.5);
    }
}

static const Case cases[] = {
    {"your answers", 0, 0, 0},
    {0},
};

const Exercise exercise = {.run = run, .cases = cases, .points = 3, .predict = true};
