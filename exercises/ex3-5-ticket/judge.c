// Random ints; the total, twice with the same ticket.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    unsigned blocks = judge_blocks(c->n, c->block), zero = 0;
    int *x = judge_ints(j, c->n, -1000, 1000), want = 0;
    for (size_t i = 0; i < c->n; i++)
        want += x[i];

    Buffer in = judge_input(j, x, c->n * sizeof *x), ticket = judge_zeroed(j, sizeof zero);
    judge_launches(j, 2);
    for (int launch = 1; launch <= 2; launch++) {
        Buffer partial = judge_output(j, blocks * sizeof *x), out = judge_output(j, sizeof want);
        judge_launch(j, "total", DIM(blocks), DIM((unsigned)c->block), 0,
                     ARGS(BUF(in), BUF(partial), BUF(out), BUF(ticket), SIZE(c->n)));
        judge_equal_ints(j, launch == 1 ? "out" : "out of the second launch", out, &want, 0);
        judge_equal_ints(j, "ticket after the launch", ticket, (const int *)&zero, 0);
        if (blocks >= 300) // the last block's share of their sums, and the halvings
            judge_shared(j, 3 * (120 + 5.0 * blocks / c->block), 6);
    }
}

static const Case cases[] = {
    {"eight full blocks", 1024, 0, 128},
    {"more blocks than a block has threads", 2003, 0, 32},
    {"one block", 64, 0, 64},
    {"one element", 1, 0, 32},
    {"an empty array", 0, 0, 64},
    {"a prime number of elements", 4099, 0, 256},
    {"many blocks", 9999, 0, 32},
    {"512 full blocks", 131072, 0, 256},
    {0},
};

EXERCISE = {.name = "ex3-5",
            .run = run,
            .cases = cases,
            .points = 5,
            .measured = "512 full blocks",
            .counters = {INSTRUCTIONS, GLOBAL_ATOMICS}};
