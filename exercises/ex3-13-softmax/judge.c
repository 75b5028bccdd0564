// Random floats, in some cases far from 0, in others masked; shares in double.

#include "judge.h"

#include <math.h>

// Where row r of a masked case ends: what follows is -INFINITY. Every fourth row is masked altogether.
static size_t seen(size_t r, size_t n)
{
    return r % 4 == 3 ? 0 : r % 4 == 1 ? n / 2 : n;
}

static void run(Judge *j, const Case *c)
{
    size_t rows = c->m, n = c->n, count = rows * n;
    unsigned warps = (unsigned)c->block / 32;
    float far = c->n % 2 == 0 ? 200 : 8;
    float *x = judge_floats(j, count, -far, far);
    double *want = judge_array(j, count * sizeof *want);
    for (size_t r = 0; r < rows; r++) {
        double most = -INFINITY, sum = 0;
        for (size_t i = 0; i < n; i++) {
            x[r * n + i] -= r % 2 == 0 ? 0 : 3 * far; // every second row is far below 0
            if (c->what[0] == 'm' && i >= seen(r, n))
                x[r * n + i] = -INFINITY;
            most = fmax(most, x[r * n + i]);
        }
        for (size_t i = 0; i < n && most > -INFINITY; i++)
            sum += exp(x[r * n + i] - most);
        for (size_t i = 0; i < n && most > -INFINITY; i++) // else 0
            want[r * n + i] = exp(x[r * n + i] - most) / sum;
    }

    Buffer in = judge_input(j, x, count * sizeof *x), out = judge_output(j, count * sizeof *x);
    judge_launch(j, "softmax", DIM(judge_blocks(rows, (int)warps)), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(out), SIZE(rows), SIZE(n)));
    judge_near_floats(j, "y", out, want, 1e-5, n);
    if (n == 256) // eight elements for each lane of a row's warp
        judge_shared(j, 1650, 10);
}

static const Case cases[] = {
    {"rows of 64, far from 0", 64, 5, 64},   {"rows of a prime length", 101, 4, 32},
    {"rows shorter than a warp", 7, 9, 128}, {"a row of a single element", 1, 3, 32},
    {"one long row", 1030, 1, 32},           {"masked rows", 45, 8, 64},
    {"512 rows of 256", 256, 512, 128},      {0},
};

EXERCISE = {.name = "ex3-13",
            .run = run,
            .cases = cases,
            .sizes = "rows {m}, n {n}, block {block}",
            .points = 4,
            .measured = "512 rows of 256",
            .counters = {LOAD_SECTORS, INSTRUCTIONS}};
