// ex1-9: the right answers are the simulator's counters of the kernels that the exercise comes with.

#include "judge.h"

enum { LANES = 32, FLOATS = 9 * LANES }; // lanes of the warp, floats that it may load from

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

static double ask_bytes(Judge *j, int stride)
{
    Buffer in = judge_zeroed(j, LANES * (size_t)stride), out = judge_output(j, LANES);
    judge_launch_given(j, "loadBytes", DIM(1, 1, 1), DIM(LANES, 1, 1), 0,
                       ARGS(BUF(in), BUF(out), INT(stride)));
    return judge_counter(j, SECTORS);
}

static double ask_points(Judge *j)
{
    Buffer in = judge_zeroed(j, sizeof(float) * LANES * 3),
           out = judge_output(j, LANES * sizeof(float));
    judge_launch_given(j, "loadPoints", DIM(1, 1, 1), DIM(LANES, 1, 1), 0, ARGS(BUF(in), BUF(out)));
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
    case 1: return ask_floats(j, 5, 0);
    case 2: return ask_floats(j, 2, 5);
    case 3: return ask_floats(j, 9, 0);
    case 4: return ask_floats(j, -1, 34);
    case 5: return ask_bytes(j, 10);
    case 6: return ask_points(j);
    case 7: return ask_shared(j, 6);
    default: return ask_shared(j, 24);
    }
}

// Question c->n.
static void run(Judge *j, const Case *c)
{
    judge_answer(j, (int)c->n, ask(j, (int)c->n), 0);
}

static const Case cases[] = {
    {"every fifth float", 1, 0, 0},
    {"every second float, from the sixth", 2, 0, 0},
    {"every ninth float", 3, 0, 0},
    {"floats backwards", 4, 0, 0},
    {"every tenth byte", 5, 0, 0},
    {"a field of structures", 6, 0, 0},
    {"shared memory, stride 6", 7, 0, 0},
    {"shared memory, stride 24", 8, 0, 0},
    {0},
};

EXERCISE = {.name = "ex1-9",
            .run = run,
            .cases = cases,
            .points = 4,
            .predict = true,
            .experiment = "make profile-ex1-9 CASE=N"};
