// Random floats; the product in double. n rows, m columns; block is the inner size.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    size_t rows = c->n, columns = c->m, inner = (size_t)c->block;
    float *A = judge_floats(j, rows * inner, -1, 1), *B = judge_floats(j, inner * columns, -1, 1);
    double *want = judge_array(j, rows * columns * sizeof *want);
    for (size_t r = 0; r < rows; r++)
        for (size_t k = 0; k < inner; k++)
            for (size_t i = 0; i < columns; i++)
                want[r * columns + i] += (double)A[r * inner + k] * B[k * columns + i];

    size_t of_A = rows * inner * sizeof *A, of_B = inner * columns * sizeof *B,
           of_C = rows * columns * sizeof *A;
    Buffer a = judge_input(j, A, of_A), b = judge_input(j, B, of_B), out = judge_output(j, of_C);
    judge_launch_chosen(j, "product",
                        ARGS(BUF(a), BUF(b), BUF(out), INT(rows), INT(columns), INT(inner)));
    judge_near_floats(j, "C", out, want, 1e-3, columns);
    judge_limit(j, (double)(of_A + of_B + of_C), (double)(rows * inner * columns));
}

static const Case cases[] = {
    {"a single element", 1, 1, 1}, {"a row times a matrix", 1, 40, 33}, {"ragged", 37, 45, 70},
    {"whole tiles", 64, 64, 64},   {"384 x 384 x 384", 384, 384, 384},  {0},
};

EXERCISE = {.name = "ex9-8",
            .run = run,
            .cases = cases,
            .points = 1,
            .measured = "384 x 384 x 384",
            .counters = {INSTRUCTIONS, LOAD_SECTORS, LOAD_WAVEFRONTS},
            .golf = true};
