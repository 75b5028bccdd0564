// ex2-8: two steps, two kernels.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    int *in = judge_ints(j, c->n, -1000, 1000);
    int *squares = judge_array(j, c->n * sizeof *squares);
    int *want = judge_array(j, c->n * sizeof *want);
    for (size_t i = 0; i < c->n; i++) { // each square goes to the three sums that it is part of
        squares[i] = in[i] * in[i];
        for (size_t to = i > 0 ? i - 1 : 0; to <= i + 1 && to < c->n; to++)
            want[to] += squares[i];
    }

    size_t bytes = c->n * sizeof *in;
    Buffer d_in = judge_input(j, in, bytes);
    Buffer d_squares = judge_output(j, bytes), out = judge_output(j, bytes);
    Dim grid = {judge_blocks(c->n, c->block), 1, 1}, block = {(unsigned)c->block, 1, 1};
    static const char *const steps[] = {"firstStep", "secondStep"};
    judge_launches(j, 2);
    for (int k = 0; k < 2; k++) {
        judge_launch(j, steps[k], grid, block, 0,
                     ARGS(BUF(d_in), BUF(d_squares), BUF(out), SIZE(c->n)));
        judge_equal_ints(j, "squares", d_squares, squares, 0);
    }
    judge_equal_ints(j, "out", out, want, 0);
}

static const Case cases[] = {
    {"one element", 1, 0, 32},
    {"two blocks", 64, 0, 32},
    {"several blocks, a ragged end", 1000, 0, 96},
    {"blocks of one thread", 7, 0, 1},
    {"no element", 0, 0, 64},
    {0},
};

EXERCISE = {.name = "ex2-8", .run = run, .cases = cases, .points = 3};
