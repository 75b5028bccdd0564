// ex2-6: occupancy. Questions 1 to 4 are about imagined SMs, and calculated here; the others are the simulator's.

#include "judge.h"

// Threads resident on an SM that holds `blocks` blocks and `threads` threads, with blocks of `block` threads of at most `largest`.
static int resident(int blocks, int threads, int largest, int block)
{
    int held = 0;
    for (int taken = 0; block <= largest && taken < blocks && held + block <= threads; taken++)
        held += block;
    return held;
}

enum { MOST_BLOCKS, SIDE2, SIDE3, FEW_BLOCKS, BLOCK5, REGISTERS5, BLOCK6, SHARED8 };

static const Number numbers[] = {
    [MOST_BLOCKS] = {"most", 16, {12, 14, 18, 20}},
    [SIDE2] = {"side2", 20, {18, 22, 24, 26}},
    [SIDE3] = {"side3", 28, {29, 30, 31, 32}},
    [FEW_BLOCKS] = {"few",
                    6,
                    {3, 5, 7, 8, 9}}, // none for which two of the four blocks are the best
    [BLOCK5] = {"block5", 192, {160, 224, 256, 288}},
    [REGISTERS5] = {"registers5", 88, {72, 80, 96, 104, 112, 120}},
    [BLOCK6] = {"block6", 640, {544, 576, 672, 704, 736}},
    [SHARED8] = {"shared8", 30, {25, 28, 34, 40, 50, 60}},
    {0},
};

static const char *const phrases[] = {
    "holds at most {most} blocks and at most 1,536 threads",
    "{side2} × {side2} threads",
    "blocks of {side2} x {side2}",
    "{side3} × {side3} threads",
    "blocks of {side3} x {side3}",
    "holds at most {few} blocks and at most 2,048 threads",
    "blocks of {block5} threads, {registers5} registers",
    "H200, {registers5} registers",
    "blocks of {block6} threads, 40 registers",
    "{shared8} KiB of shared memory per block",
    NULL,
};

static double ask(Judge *j, int question)
{
    static const int sizes[] = {128, 256, 384, 768};
    int best = 0, blocks = judge_number(j, MOST_BLOCKS), few = judge_number(j, FEW_BLOCKS),
        side2 = judge_number(j, SIDE2), side3 = judge_number(j, SIDE3);

    switch (question) {
    case 1: return resident(blocks, 1536, 768, 8 * 8);
    case 2: return resident(blocks, 1536, 768, side2 * side2);
    case 3: return resident(blocks, 1536, 768, side3 * side3);
    case 4:
        for (int k = 1; k < 4; k++)
            if (resident(few, 2048, 1024, sizes[k]) > resident(few, 2048, 1024, sizes[best]))
                best = k;
        return sizes[best];
    case 5:
        return 100 *
               judge_occupancy("h200", judge_number(j, BLOCK5), judge_number(j, REGISTERS5), 0);
    case 6: return 100 * judge_occupancy("rtx3080", judge_number(j, BLOCK6), 40, 0);
    case 7: return 100 * judge_occupancy("t4", 32, 32, 0);
    default: return 100 * judge_occupancy("h200", 192, 32, (size_t)judge_number(j, SHARED8) << 10);
    }
}

// Question c->n.
static void run(Judge *j, const Case *c)
{
    judge_answer(j, (int)c->n, ask(j, (int)c->n), c->n <= 4 ? 0 : 0.5);
}

static const Case cases[] = {
    {"blocks of 8 x 8", 1, 0, 0},
    {"blocks of 20 x 20", 2, 0, 0},
    {"blocks of 28 x 28", 3, 0, 0},
    {"the best of four", 4, 0, 0},
    {"H200, 88 registers", 5, 0, 0},
    {"RTX 3080, large blocks", 6, 0, 0},
    {"T4, small blocks", 7, 0, 0},
    {"H200, shared memory", 8, 0, 0},
    {0},
};

EXERCISE = {.name = "ex2-6",
            .run = run,
            .cases = cases,
            .points = 4,
            .predict = true,
            .experiment = "for questions 5 to 8, make ch2-calculator && ./ch2-calculator -d DEVICE "
                          "-b THREADS -g REGISTERS",
            .numbers = numbers,
            .phrases = phrases};
