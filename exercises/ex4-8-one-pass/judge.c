// ex4-8: least, most and sum in one pass. Part 1 judges the blocks' parts, part 2 the whole.

#include "judge.h"

#include <limits.h>

enum { STRETCH = 1024 };

static void run(Judge *j, const Case *c)
{
    int part = c->what[5] - '0', *x = judge_ints(j, c->n, -100000, 100000);
    unsigned blocks = judge_blocks(c->n, STRETCH);
    size_t bytes = 3 * sizeof(int) * blocks;
    int *parts = judge_array(j, bytes), all[3] = {INT_MAX, INT_MIN, 0};
    for (size_t b = 0; b < blocks; b++) {
        int *p = parts + 3 * b;
        p[0] = INT_MAX, p[1] = INT_MIN, p[2] = 0;
        for (size_t i = b * STRETCH; i < (b + 1) * STRETCH && i < c->n; i++) {
            p[0] = x[i] < p[0] ? x[i] : p[0];
            p[1] = x[i] > p[1] ? x[i] : p[1];
            p[2] += x[i];
        }
        all[0] = p[0] < all[0] ? p[0] : all[0];
        all[1] = p[1] > all[1] ? p[1] : all[1];
        all[2] += p[2];
    }
    Buffer in = judge_input(j, x, c->n * sizeof *x);
    Buffer d_parts = part == 3 ? judge_inout(j, parts, bytes) : judge_output(j, bytes);
    judge_launches(j, part == 1 || part == 3 ? 1 : 2);
    if (part != 3) {
        judge_launch(j, "partial256", DIM(blocks), DIM(256), 0,
                     ARGS(BUF(in), BUF(d_parts), SIZE(c->n)));
        judge_equal_ints(j, "parts (least, most, sum)", d_parts, parts, 3);
        judge_at_most(j, "sass__inst_executed_per_opcode[BAR]",
                      "the number of barriers, over all warps,", 4.0 * 8 * blocks);
        judge_shared(j, 700, 8);
    }
    if (part == 1)
        return;
    judge_launch(j, "finish256", DIM(1), DIM(256), 0, ARGS(BUF(d_parts), INT(blocks)));
    int *found = judge_array(j, bytes);
    judge_read(j, d_parts, found);
    for (int k = 0; k < 3; k++)
        if (found[k] != all[k])
            judge_fail(j, "The %s of all is %d; expected %d.",
                       k == 0   ? "least"
                       : k == 1 ? "most"
                                : "sum",
                       found[k], all[k]);
}

static const Case cases[] = {
    {"part 1: whole stretches", 4096, 0, 0}, {"part 1: the last stretch is short", 2500, 0, 0},
    {"part 2: both", 10007, 0, 0},           {"part 2: a single element", 1, 0, 0},
    {"part 2: no element", 0, 0, 0},         {"part 3: more parts than threads", 300001, 0, 0},
    {"part 2: many elements", 262144, 0, 0}, {0},
};

EXERCISE = {.name = "ex4-8",
            .run = run,
            .cases = cases,
            .points = 8,
            .measured = "part 2: many elements",
            .counters = {INSTRUCTIONS, BARRIERS}};
