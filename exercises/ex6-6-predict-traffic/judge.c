// Sectors of four launches of the given kernels.

#include "judge.h"

enum { ROWS, INNER, COLUMNS, ROWS3, INNER3, COLUMNS3 };

static const Number numbers[] = {
    [ROWS] = {"rows", 64, {32, 96, 128, 160}},
    [INNER] = {"inner", 64, {32, 96, 128, 160, 192, 224}},
    [COLUMNS] = {"columns", 64, {32, 96, 128, 160}},
    [ROWS3] = {"rows3", 64, {32, 96, 128, 160}},
    [INNER3] = {"inner3", 64, {32, 96, 128, 160, 192, 224}},
    [COLUMNS3] = {"columns3", 64, {32, 96, 128, 160}},
    {0},
};

static const char *const phrases[] = {
    "Four kernels multiply 64 × 64 matrices of floats, one element of C per thread"
    "|Four kernels multiply matrices of floats, one element of C per thread: the first two a matrix "
    "A of {rows} × {inner} by a matrix B of {inner} × {columns}, the two with tiles an A of "
    "{rows3} × {inner3} by a B of {inner3} × {columns3}",
    NULL,
};

typedef struct {
    const char *kernel;
    unsigned tile; // its side
    int rows;      // the number that says how many; those of `inner` and `columns` follow
    bool per_byte;
} Question;

// Question c->n.
static void run(Judge *j, const Case *c)
{
    static const Question questions[] = {
        {"sgemmRows", 32, ROWS, false},    {"sgemmColumns", 32, ROWS, false},
        {"sgemmTile32", 32, ROWS3, false}, {"sgemmTile16", 16, ROWS3, false},
        {"sgemmColumns", 32, ROWS, true},  {"sgemmTile32", 32, ROWS3, true},
    };
    const Question *q = &questions[c->n - 1];
    int rows = judge_number(j, q->rows), inner = judge_number(j, q->rows + 1),
        columns = judge_number(j, q->rows + 2);
    Buffer A = judge_zeroed(j, sizeof(float) * (size_t)rows * (size_t)inner),
           B = judge_zeroed(j, sizeof(float) * (size_t)inner * (size_t)columns),
           C = judge_output(j, sizeof(float) * (size_t)rows * (size_t)columns);
    judge_launch_given(j, q->kernel, DIM((unsigned)columns / q->tile, (unsigned)rows / q->tile),
                       DIM(q->tile * q->tile), 0,
                       ARGS(BUF(A), BUF(B), BUF(C), INT(inner), INT(columns)));
    double sectors = judge_counter(j, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
    if (q->per_byte)
        judge_answer(j, (int)c->n, 2.0 * rows * inner * columns / (32 * sectors), 0.01);
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
            .experiment = "make profile-ex6-6 CASE=N",
            .numbers = numbers,
            .phrases = phrases};
