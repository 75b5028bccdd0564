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

static double ask(int question)
{
    static const int sizes[] = {128, 256, 384, 768};
    int best = 0;

    switch (question) {
    case 1: return resident(16, 1536, 768, 8 * 8);
    case 2: return resident(16, 1536, 768, 20 * 20);
    case 3: return resident(16, 1536, 768, 28 * 28);
    case 4:
        for (int k = 1; k < 4; k++)
            if (resident(6, 2048, 1024, sizes[k]) > resident(6, 2048, 1024, sizes[best]))
                best = k;
        return sizes[best];
    case 5: return 100 * judge_occupancy("h200", 192, 88, 0);
    case 6: return 100 * judge_occupancy("rtx3080", 640, 40, 0);
    case 7: return 100 * judge_occupancy("t4", 32, 32, 0);
    default: return 100 * judge_occupancy("h200", 192, 32, 30 << 10);
    }
}

// Question c->n.
static void run(Judge *j, const Case *c)
{
    judge_answer(j, (int)c->n, ask((int)c->n), c->n <= 4 ? 0 : 0.5);
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
            .experiment = "make ch2-calculator && ./ch2-calculator -d h200 -b 192 -g 88"};
