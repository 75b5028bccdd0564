// ex2-16: a causal mask. Matrices of c->n times c->n, c->m heads. What is kept may not be read.

#include "judge.h"

#include <math.h>

static void run(Judge *j, const Case *c)
{
    size_t n = c->n, heads = c->m, count = heads * n * n;
    float *S = judge_floats(j, count, -9, 9);
    Buffer d_S = judge_inout(j, S, count * sizeof *S);
    for (size_t i = 0; i < count; i++)
        if (i % n > i / n % n)
            S[i] = -INFINITY;
    judge_launch(j, "mask", DIM(judge_blocks(n, c->block), (unsigned)n, (unsigned)heads),
                 DIM((unsigned)c->block), 0, ARGS(BUF(d_S), INT(n)));
    float *found = judge_array(j, count * sizeof *found);
    judge_read(j, d_S, found);
    for (size_t i = 0; i < count; i++)
        if (!(found[i] == S[i])) // which a NaN never is
            judge_fail(j, "S[%zu][%zu] of head %zu is %g; expected %g.", i / n % n, i % n,
                       i / (n * n), (double)found[i], (double)S[i]);
    judge_at_most(j, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sectors loaded", 0);
}

static const Case cases[] = {
    {"a single row", 1, 1, 32},
    {"four characters", 4, 1, 32},
    {"ragged, two heads", 37, 2, 32},
    {"several blocks in a row", 70, 1, 32},
    {"64 characters, four heads", 64, 4, 128},
    {0},
};

EXERCISE = {.name = "ex2-16",
            .run = run,
            .cases = cases,
            .sizes = "heads {m}, n {n}, block {block}",
            .points = 2};
