// ex7-4: tiles of 64 rows of 64 bytes, read by columns.

#include "judge.h"

enum { ROWS = 64, PIECES = 4, WORDS = 4 };

static void run(Judge *j, const Case *c)
{
    size_t count = c->n * ROWS * PIECES * WORDS, bytes = count * sizeof(int);
    int *in = judge_ints(j, count, -1000000, 1000000), *want = judge_array(j, bytes);
    for (size_t i = 0; i < count; i++) {
        size_t word = i % WORDS, piece = i / WORDS % PIECES, row = i / WORDS / PIECES % ROWS,
               tile = i / WORDS / PIECES / ROWS;
        want[((tile * PIECES + piece) * ROWS + row) * WORDS + word] = in[i];
    }
    Buffer d_in = judge_input(j, in, bytes), out = judge_output(j, bytes);
    judge_launch(j, "columns", DIM((unsigned)c->n), DIM(ROWS * PIECES), 0,
                 ARGS(BUF(d_in), BUF(out)));
    judge_equal_ints(j, "out", out, want, 0);
    judge_at_most(j, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
                  "the number of bank conflicts of loads", 0);
    judge_at_most(j, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
                  "the number of bank conflicts of stores", 0);
    judge_work(j, 3 * 30);
}

static const Case cases[] = {
    {"one tile", 1, 0, 0},
    {"seven tiles", 7, 0, 0},
    {"64 tiles", 64, 0, 0},
    {0},
};

EXERCISE = {.name = "ex7-4", .run = run, .cases = cases, .points = 3};
