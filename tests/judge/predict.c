// predict.c: an exercise for tests/judge/judge.t where answers are judged: the number of requests of a kernel that was given.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    int answer = 0;
    Buffer out = judge_output(j, c->n * sizeof(int));
    judge_launch_given(j, "one", DIM(2), DIM(64), 0, ARGS(BUF(out)));
    if (!judge_variable(j, "answer", &answer, sizeof answer))
        judge_fail(j, "there is no answer");
    judge_answer(j, "answer", answer,
                 judge_counter(j, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"), 0.5);
}

static const Case cases[] = {{"the answer", 128, 0, 0}, {0}};

const Exercise exercise = {.run = run, .cases = cases, .points = 1, .predict = true};
