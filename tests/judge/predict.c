// predict.c: an exercise for tests/judge/judge.t in which answers are judged: how many requests a given kernel makes.

#include "judge.h"

// Judges the answer to question c->n: 1 asks for stores, 2 for loads.
static void run(Judge *j, const Case *c)
{
    Buffer out = judge_output(j, 128 * sizeof(int));
    judge_launch_given(j, "one", DIM(2), DIM(64), 0, ARGS(BUF(out)));
    judge_answer(j, (int)c->n,
                 judge_counter(j, c->n == 1 ? "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"
                                            : "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"),
                 0.5);
}

static const Case cases[] = {{"stores", 1, 0, 0}, {"loads", 2, 0, 0}, {0}};

EXERCISE = {.name = "ex8-2",
            .run = run,
            .cases = cases,
            .points = 1,
            .predict = true,
            .experiment = "make profile-ex8-2 CASE=N"};
