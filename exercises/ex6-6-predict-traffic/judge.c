// Sectors of four launches of the given kernels.

#include "judge.h"

enum { WIDTH = 64 };

// Sectors that the loads of a kernel touch, with square tiles of that width.
static double sectors(Judge *j, const char *kernel, unsigned tile)
{
    size_t bytes = (size_t)WIDTH * WIDTH * sizeof(float);
    Buffer A = judge_zeroed(j, bytes), B = judge_zeroed(j, bytes), C = judge_output(j, bytes);
    judge_launch_given(j, kernel, DIM(WIDTH / tile, WIDTH / tile), DIM(tile * tile), 0,
                       ARGS(BUF(A), BUF(B), BUF(C)));
    return judge_counter(j, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
}

static void run(Judge *j, const Case *c)
{
    static const struct {
        const char *variable, *what, *kernel;
        unsigned tile;
        bool per_byte;
    } questions[] = {
        {"answer1", "answer 1", "sgemmRows", 32, false},
        {"answer2", "answer 2", "sgemmColumns", 32, false},
        {"answer3", "answer 3", "sgemmTile32", 32, false},
        {"answer4", "answer 4", "sgemmTile16", 16, false},
        {"answer5", "answer 5", "sgemmColumns", 32, true},
        {"answer6", "answer 6", "sgemmTile32", 32, true},
    };
    const double operations = 2.0 * WIDTH * WIDTH * WIDTH;
    (void)c;
    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
        double answer = 0, found = sectors(j, questions[q].kernel, questions[q].tile);
        judge_variable(j, questions[q].variable, &answer, sizeof answer);
        if (questions[q].per_byte)
            judge_answer(j, questions[q].what, answer, operations / (32 * found), 0.01);
        else
            judge_answer(j, questions[q].what, answer, found, 0.5);
    }
}

static const Case cases[] = {
    {"your answers", 0, 0, 0},
    {0},
};

const Exercise exercise = {.run = run, .cases = cases, .points = 3, .predict = true};
