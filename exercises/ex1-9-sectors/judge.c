// ex1-9: the right answers are the simulator's counters of the kernels that the exercise comes with.

#include "judge.h"

enum { LANES = 32, FLOATS = 3 * LANES }; // lanes of the warp, floats that it may load from

#define SECTORS    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
#define WAVEFRONTS "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"

static double ask_floats(Judge *j, int stride, int offset)
{
    float *in = judge_floats(j, FLOATS, -1, 1);
    Buffer d_in = judge_input(j, in, FLOATS * sizeof *in),
           out = judge_output(j, LANES * sizeof *in);
    judge_launch_given(j, "loadFloats", DIM(1, 1, 1), DIM(LANES, 1, 1), 0,
                       ARGS(BUF(d_in), BUF(out), INT(stride), INT(offset)));
    return judge_counter(j, SECTORS);
}

// kernel: loadBytes or loadPoints, whose elements have `size` bytes and whose results `result`.
static double ask_elements(Judge *j, const char *kernel, size_t size, size_t result)
{
    Buffer in = judge_zeroed(j, LANES * size), out = judge_output(j, LANES * result);
    judge_launch_given(j, kernel, DIM(1, 1, 1), DIM(LANES, 1, 1), 0, ARGS(BUF(in), BUF(out)));
    return judge_counter(j, SECTORS);
}

static double ask_shared(Judge *j, int stride)
{
    Buffer out = judge_output(j, LANES * sizeof(int));
    judge_launch_given(j, "readShared", DIM(1, 1, 1), DIM(LANES, 1, 1), 0,
                       ARGS(BUF(out), INT(stride)));
    return judge_counter(j, WAVEFRONTS);
}

static double ask(Judge *j, int question)
{
    switch (question) {
    case 1: return ask_floats(j, 1, 0);
    case 2: return ask_floats(j, 1, 1);
    case 3: return ask_floats(j, 2, 0);
    case 4: return ask_floats(j, 0, 0);
    case 5: return ask_elements(j, "loadBytes", 1, 1);
    case 6: return ask_elements(j, "loadPoints", 3 * sizeof(float), sizeof(float));
    case 7: return ask_shared(j, 2);
    default: return ask_shared(j, 12);
    }
}

// Question c->n.
static void run(Judge *j, const Case *c)
{
    judge_answer(j, (int)c->n, ask(j, (int)c->n), 0);
}

static const Case cases[] = {
    {"floats side by side", 1, 0, 0},
    {"floats one further on", 2, 0, 0},
    {"every second float", 3, 0, 0},
    {"the same float", 4, 0, 0},
    {"bytes side by side", 5, 0, 0},
    {"a field of structures", 6, 0, 0},
    {"shared memory, stride 2", 7, 0, 0},
    {"shared memory, stride 12", 8, 0, 0},
    {0},
};

const Exercise exercise = {.run = run,
                           .cases = cases,
                           .points = 4,
                           .predict = true,
                           .experiment = "make profile-ex1-9 CASE=N"};
