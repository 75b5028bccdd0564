// ex7-10: rows divided by their sums. The rows are the case's n, the numbers in each its m, and `block` the blocks of a cluster.

#include "judge.h"

enum { THREADS = 128 };

static void run(Judge *j, const Case *c)
{
    size_t rows = c->n, n = c->m, count = rows * n;
    unsigned blocks = (unsigned)c->block;
    int *in = judge_ints(j, count, 1, 1000);
    double *want = judge_array(j, count * sizeof *want);
    for (size_t row = 0; row < rows; row++) {
        double sum = 0;
        for (size_t i = row * n; i < (row + 1) * n; i++)
            sum += in[i];
        for (size_t i = row * n; i < (row + 1) * n; i++)
            want[i] = in[i] / sum;
    }
    Buffer d_in = judge_input(j, in, count * sizeof *in),
           out = judge_output(j, count * sizeof(float));
    judge_launch_clusters(j, "shares", DIM((unsigned)rows * blocks), DIM(blocks), DIM(THREADS), 0,
                          ARGS(BUF(d_in), INT(n), BUF(out)));
    judge_near_floats(j, "out", out, want, 1e-6, n);
    // Each element is loaded twice, four bytes of a sector of 32, and a warp's part may begin and end within one.
    size_t sectors = rows * (n / 8 + 2 * (n / 32 + 1));
    judge_at_most(j, LOAD_SECTORS, "sectors loaded", 2 * (double)sectors);
}

static const Case cases[] = {
    {"clusters of four blocks", 3, 4096, 4},
    {"clusters of eight blocks", 2, 3000, 8},
    {"pairs, an odd number", 5, 777, 2},
    {"blocks that are alone", 3, 500, 1},
    {"less than a block's part", 2, 100, 4},
    {"a single number", 1, 1, 8},
    {0},
};

EXERCISE = {.name = "ex7-10", .run = run, .cases = cases, .points = 3, .architecture = "90"};
