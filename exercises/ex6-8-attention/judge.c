// ex6-8: attention for two or three heads. c->n rows, c->m columns; block is the number of heads. A case says in its name which
// kernel it judges; 4 is all in a row. In a masked case some elements of S are -INFINITY.

#include "judge.h"

#include <math.h>
#include <string.h>

enum { TILE = 16 };

static unsigned tiles(size_t n)
{
    return judge_blocks(n, TILE);
}

// Loads of two tiles in each step of each block: no more than 16 rows of 3 sectors for each, as rows need not begin where sectors do.
static void through_tiles(Judge *j, size_t blocks, size_t steps)
{
    judge_tiled(j, (double)(blocks * steps * 2 * TILE * 3));
}

static void run(Judge *j, const Case *c)
{
    size_t n = c->n, d = c->m, heads = (size_t)c->block, big = heads * n * n, thin = heads * n * d;
    int part = c->what[5] - '0';
    bool masked = strstr(c->what, "masked") != NULL;
    float *Q = judge_floats(j, thin, -3, 3), *K = judge_floats(j, thin, -3, 3),
          *V = judge_floats(j, thin, -1, 1), *S = judge_array(j, big * sizeof *S),
          *P = judge_array(j, big * sizeof *P), scale = 1 / sqrtf((float)d);
    double *s = judge_array(j, big * sizeof *s), *p = judge_array(j, big * sizeof *p),
           *o = judge_array(j, thin * sizeof *o);
    for (size_t row = 0; row < heads * n; row++) { // of all heads
        size_t head = row / n;
        double most = -INFINITY, sum = 0;
        for (size_t i = 0; i < n; i++) {
            for (size_t e = 0; e < d; e++)
                s[row * n + i] += (double)Q[row * d + e] * K[(head * n + i) * d + e];
            s[row * n + i] *= scale;
            if (masked &&
                (i > row % n || row % 5 == 2)) // a word looks at none after it; some at none
                s[row * n + i] = -INFINITY;
            S[row * n + i] = (float)s[row * n + i];
            most = fmax(most, s[row * n + i]);
        }
        double base = most > -INFINITY ? most : 0;
        for (size_t i = 0; i < n; i++)
            sum += exp(s[row * n + i] - base);
        for (size_t i = 0; i < n; i++) {
            p[row * n + i] = sum > 0 ? exp(s[row * n + i] - base) / sum : 0;
            P[row * n + i] = (float)p[row * n + i];
            for (size_t e = 0; e < d; e++)
                o[row * d + e] += p[row * n + i] * V[(head * n + i) * d + e];
        }
    }
    Buffer d_Q = judge_input(j, Q, thin * sizeof *Q), d_K = judge_input(j, K, thin * sizeof *K),
           d_V = judge_input(j, V, thin * sizeof *V), d_O = judge_output(j, thin * sizeof *V);
    Buffer d_S = part == 2   ? judge_inout(j, S, big * sizeof *S)
                 : part == 3 ? judge_input(j, P, big * sizeof *P)
                             : judge_output(j, big * sizeof *S);
    Dim block = DIM(TILE, TILE);
    unsigned z = (unsigned)heads;
    judge_launches(j, part == 4 ? 3 : 1);
    if (part == 1 || part == 4) {
        judge_launch(j, "scores", DIM(tiles(n), tiles(n), z), block, 0,
                     ARGS(BUF(d_Q), BUF(d_K), BUF(d_S), INT(n), INT(d), FLOAT(scale)));
        judge_near_floats(j, "S", d_S, s, 1e-4, n);
        through_tiles(j, heads * tiles(n) * tiles(n), tiles(d));
    }
    if (part == 2 || part == 4) {
        judge_launch(j, "softmax", DIM(judge_blocks(n, 4), 1, z), DIM(128), 0,
                     ARGS(BUF(d_S), INT(n)));
        judge_near_floats(j, "P", d_S, p, 1e-4, n);
        if (n == 96)
            judge_shared(j, 920, 10);
    }
    if (part == 3 || part == 4) {
        judge_launch(j, "weighted", DIM(tiles(d), tiles(n), z), block, 0,
                     ARGS(BUF(d_S), BUF(d_V), BUF(d_O), INT(n), INT(d)));
        judge_near_floats(j, "O", d_O, o, 1e-4, d);
        through_tiles(j, heads * tiles(d) * tiles(n), tiles(n));
    }
}

static const Case cases[] = {
    {"part 1: scores", 32, 16, 2},           {"part 1: scores, ragged", 21, 9, 2},
    {"part 2: softmax", 45, 1, 2},           {"part 3: weighted", 32, 16, 2},
    {"part 3: weighted, ragged", 19, 37, 3}, {"part 4: attention", 33, 20, 2},
    {"part 4: a single row", 1, 3, 1},       {"part 2: softmax, masked", 40, 1, 2},
    {"part 4: 96 rows", 96, 64, 2},          {0},
};

EXERCISE = {.name = "ex6-8",
            .run = run,
            .cases = cases,
            .sizes = "n {n}, d {m}, heads {block}",
            .points = 10,
            .measured = "part 4: 96 rows",
            .counters = {LOAD_SECTORS, INSTRUCTIONS}};
