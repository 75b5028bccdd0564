// ex1-18: new keys and values for a cache that is in use. c->n characters, heads of c->m floats.

#include "judge.h"

#include <string.h>

enum { HEADS = 2, CONTEXT = 80 };

static void run(Judge *j, const Case *c)
{
    size_t n = c->n, d = c->m, count = HEADS * n * d, all = (size_t)HEADS * CONTEXT * d;
    size_t first = (size_t)judge_between(j, n > 70 ? 0 : 3, CONTEXT - (int)n);
    int *k = judge_ints(j, count, -1000000, 1000000), *v = judge_ints(j, count, -1000000, 1000000);
    int *keys = judge_ints(j, all, -1000000, 1000000);
    int *values = judge_ints(j, all, -1000000, 1000000);
    // Numbers are only moved, so they may as well be ints: each bit counts.
    Buffer d_k = judge_input(j, k, count * sizeof *k), d_v = judge_input(j, v, count * sizeof *v);
    Buffer d_keys = judge_inout(j, keys, all * sizeof *keys);
    Buffer d_values = judge_inout(j, values, all * sizeof *values);
    for (size_t i = 0; i < count; i++) {
        size_t h = i / (n * d), t = first + i / d % n, e = i % d;
        keys[(h * CONTEXT + t) * d + e] = k[i];
        values[(h * d + e) * CONTEXT + t] = v[i];
    }
    judge_launch(j, "remember", DIM(judge_blocks(count, c->block)), DIM((unsigned)c->block), 0,
                 ARGS(BUF(d_k), BUF(d_v), BUF(d_keys), BUF(d_values), INT(n), INT(HEADS), INT(d),
                      INT(first), INT(CONTEXT)));
    judge_equal_ints(j, "keys", d_keys, keys, d);
    judge_equal_ints(j, "values", d_values, values, CONTEXT);
    if (count >= 2048 && d % 8 == 0) {
        judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
                       "the load efficiency in %", 95);
        judge_work(j, 3 * 80);
        // Both loads and the keys are whole sectors; each value may be stored in a sector of its own.
        judge_moves(j, 2 * (3 * (double)count / 8 + (double)count));
    }
}

static const Case cases[] = {
    {"one character", 1, 16, 32},     {"ten characters", 10, 16, 64},
    {"a ragged head", 7, 5, 32},      {"a full cache, its counters", 80, 16, 128},
    {"heads of one float", 9, 1, 32}, {0},
};

EXERCISE = {.name = "ex1-18",
            .run = run,
            .cases = cases,
            .sizes = "n {n}, d {m}, block {block}",
            .points = 3};
