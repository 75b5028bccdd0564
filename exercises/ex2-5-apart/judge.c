// ex2-5: two kinds of work, by the element's number.

#include "judge.h"

static unsigned fibonacci(unsigned x)
{
    unsigned term[26] = {x, 1};
    for (int k = 2; k < 26; k++)
        term[k] = (term[k - 1] + term[k - 2]) ^ x;
    return term[25];
}

static unsigned collatz(unsigned x)
{
    for (int k = 0; k < 24; k++)
        x = x & 1 ? 3 * x + 1 : x >> 1;
    return x;
}

static void run(Judge *j, const Case *c)
{
    int *in = judge_ints(j, c->n, 0, 1000000000);
    int *want = judge_array(j, c->n * sizeof *want);
    for (size_t i = 0; i < c->n; i++)
        want[i] = (int)(i & 1 ? collatz((unsigned)in[i]) : fibonacci((unsigned)in[i]));

    size_t bytes = c->n * sizeof *in;
    Buffer d_in = judge_input(j, in, bytes), out = judge_output(j, bytes);
    judge_launch(j, "apart", DIM(judge_blocks(c->n, c->block), 1, 1), DIM((unsigned)c->block, 1, 1),
                 0, ARGS(BUF(d_in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, 0);
    if (c->n >= 2048) {
        judge_at_least(j, "smsp__thread_inst_executed_per_inst_executed.ratio",
                       "the number of lanes per instruction", 30);
        judge_work(j, 3 * 113);
    }
}

static const Case cases[] = {
    {"one element", 1, 0, 64},
    {"two elements", 2, 0, 64},
    {"an odd number", 75, 0, 64},
    {"several blocks, ragged", 1003, 0, 192},
    {"an array large enough to count", 2560, 0, 256},
    {"no element", 0, 0, 64},
    {"a large array", 65536, 0, 256},
    {0},
};

EXERCISE = {.name = "ex2-5",
            .run = run,
            .cases = cases,
            .points = 4,
            .measured = "a large array",
            .counters = {INSTRUCTIONS}};
