// ex1-9: the right answers are the simulator's counters of the kernels that the exercise comes with.

#include "judge.h"

enum { LANES = 32, FLOATS = 18 * LANES }; // lanes of the warp, floats that it may load from

enum { FIFTH, SECOND, SIXTH, NINTH, LAST, TENTH, SIX, TWENTY_FOUR };

static const Number numbers[] = {
    [FIFTH] = {"fifth", 5, {4, 6, 7}},
    [SECOND] = {"second", 2, {4, 5, 6, 7}},
    [SIXTH] = {"sixth", 5, {1, 2, 3, 6, 7, 9, 10, 11}},
    [NINTH] = {"ninth", 9, {10, 11, 12, 13, 14, 15, 17}},
    [LAST] = {"last", 34, {33, 35, 36, 37, 38, 39, 47}},
    [TENTH] = {"tenth", 10, {5, 6, 7, 9, 11, 12, 13, 14, 15}},
    [SIX] = {"six", 6, {10, 12, 14, 18, 20, 22, 28}},
    [TWENTY_FOUR] = {"twentyfour", 24, {4, 8, 16}},
    {0},
};

static const char *const phrases[] = {
    "(in, out, {fifth}, 0)",
    "every fifth float|every {fifth}th float",
    "(in, out, {second}, {sixth})",
    "every second float, from the sixth on|every {second}th float, from in[{sixth}] on",
    "every second float, from the sixth|every {second}th float, from in[{sixth}]",
    "(in, out, {ninth}, 0)",
    "every ninth float|every {ninth}th float",
    "(in, out, -1, {last})",
    "the first lane has float {last}",
    "(in, out, {tenth})",
    "every tenth byte|every {tenth}th byte",
    "(out, {six})",
    "stride of {six} words",
    "stride {six}",
    "(out, {twentyfour})",
    "stride of {twentyfour} words",
    "stride {twentyfour}",
    NULL,
};

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
    case 1: return ask_floats(j, judge_number(j, FIFTH), 0);
    case 2: return ask_floats(j, judge_number(j, SECOND), judge_number(j, SIXTH));
    case 3: return ask_floats(j, judge_number(j, NINTH), 0);
    case 4: return ask_floats(j, -1, judge_number(j, LAST));
    case 5: return ask_bytes(j, judge_number(j, TENTH));
    case 6: return ask_points(j);
    case 7: return ask_shared(j, judge_number(j, SIX));
    default: return ask_shared(j, judge_number(j, TWENTY_FOUR));
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
            .experiment = "make profile-ex1-9 CASE=N",
            .numbers = numbers,
            .phrases = phrases};
