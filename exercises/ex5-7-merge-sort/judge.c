// ex5-7: merge sort. A case says in its name which kernel it judges.

#include "judge.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    int p = *(const int *)a, q = *(const int *)b;
    return (p > q) - (p < q);
}

static void run(Judge *j, const Case *c)
{
    int part = c->what[5] - '0', n = (int)c->n, middle = n / 2;
    size_t bytes = c->n * sizeof(int);
    int *x = judge_ints(j, c->n, -40, 40), *want = judge_array(j, bytes);
    if (part == 2) {
        qsort(x, (size_t)middle, sizeof *x, compare);
        qsort(x + middle, c->n - (size_t)middle, sizeof *x, compare);
    }
    for (size_t i = 0; i < c->n; i++)
        want[i] = x[i];
    qsort(want, c->n, sizeof *want, compare);
    Buffer d_x = part == 2 ? judge_input(j, x, bytes) : judge_inout(j, x, bytes),
           d_y = judge_output(j, bytes);
    if (part == 1)
        judge_launch(j, "sortShort", DIM(1), DIM(32), 0, ARGS(BUF(d_x), INT(0), INT(n)));
    else if (part == 2)
        judge_launch(j, "merge", DIM(judge_blocks(c->n, 128)), DIM(128), 0,
                     ARGS(BUF(d_x), BUF(d_y), INT(0), INT(middle), INT(n)));
    else
        judge_launch(j, "sort", DIM(1), DIM(32), 0, ARGS(BUF(d_x), BUF(d_y), INT(0), INT(n)));
    judge_equal_ints(j, part == 2 ? "y" : "x", part == 2 ? d_y : d_x, want, 0);
    if (part == 2)
        judge_shared(j, 600, 6);
    if (part == 3 && n > 32)
        judge_launched(j, 5);
}

static const Case cases[] = {
    {"part 1: a full warp", 32, 0, 0},
    {"part 1: some elements", 13, 0, 0},
    {"part 2: merge", 500, 0, 0},
    {"part 2: an odd number", 77, 0, 0},
    {"part 3: sort", 64, 0, 0},
    {"part 3: many elements", 1000, 0, 0},
    {"part 3: a single one", 1, 0, 0},
    {"part 3: none", 0, 0, 0},
    {"part 3: very many elements", 4000, 0, 0},
    {0},
};

EXERCISE = {.name = "ex5-7",
            .run = run,
            .cases = cases,
            .points = 8,
            .rdc = true,
            .measured = "part 3: very many elements",
            .counters = {INSTRUCTIONS, LAUNCHED_BY_KERNELS}};
