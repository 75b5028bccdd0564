// Sectors of four launches of the given kernels.

#include "judge.h"

enum { WIDTH = 64 };

// Question c->n.
static void run(Judge *j, const Case *c)
{
    static const struct {
        const char *kernel;
        unsigned tile; // its side
        bool per_byte;
    } questions[] = {
        {"sgemmRows", 32, false},   {"sgemmColumns", 32, false}, {"sgemmTile32", 32, false},
        {"sgemmTile16", 16, false}, {"sgemmColumns", 32, true},  {"sgemmTile32", 32, true},
    };
    const double operations = 2.0 * WIDTH * WIDTH * WIDTH;
    size_t q = c->n - 1, bytes = (size_t)WIDTH * WIDTH * sizeof(float);
    unsigned tile = questions[q].tile;
    Buffer A = judge_zeroed(j, bytes), B = judge_zeroed(j, bytes), C = judge_output(j, bytes);
    judge_launch_given(j, questions[q].kernel, DIM(WIDTH / tile, WIDTH / tile), DIM(tile * tile), 0,
                       ARGS(BUF(A), BUF(B), BUF(C)));
    double sectors = judge_counter(j, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
    if (questions[q].per_byte)
        judge_answer(j, (int)c->n, operations / (32 * sectors), 0.01);
    else
        judge_answer(j, (int)c->n, sectors, 0.5);
}

static const Case cases[] = {
    {"sectors of sgemmRows", 1, 0, 0},
    {"sectors of sgemmColumns", 2, 0, 0},
    {"sectors of sgemmTile32", 3, 0, 0},
    {"sectors of sgemmTile16", 4, 0, 0},
    {"operations per byte of sgemmColumns", 5, 0, 0},
    {"operations per byte of sgemmTile32", 6, 0, 0},
    {0},
};

EXERCISE = {.name = "ex6-6",
            .run = run,
            .cases = cases,
            .points = 3,
            .predict = true,
            .experiment = "make profile-ex6-6 CASE=N"};
