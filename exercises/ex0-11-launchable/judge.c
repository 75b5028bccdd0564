// ex0-11: plans of launches, and launches by these plans. Images of more than SMALL pixels are planned and not launched.

#include "judge.h"

enum {
    BLOCK_MOST = 1024,
    GRID_Y_MOST = 65535,
    X_LEAST = 16,
    ROWS_AT_ONCE = 100000,
    SMALL = 100000
};

// Fails unless the plan can be launched and fits the image.
static void check_plan(Judge *j, const unsigned *plan, unsigned width, unsigned height)
{
    uint64_t bx = plan[0], by = plan[1], gx = plan[2], gy = plan[3];
    if (bx * by == 0 || gx * gy == 0 || bx * by > BLOCK_MOST || gx > INT32_MAX || gy > GRID_Y_MOST)
        judge_fail(j, "The launch is impossible:\na grid of %u x %u blocks of %u x %u threads.",
                   plan[2], plan[3], plan[0], plan[1]);
    if (bx < X_LEAST)
        judge_fail(j, "A block is %u threads wide; it should be at least %d.", plan[0], X_LEAST);
    if (gx * bx < width || (gy * by < height && height <= ROWS_AT_ONCE))
        judge_fail(
            j,
            "The grid is too small for %u columns and %u rows: %u x %u blocks of %u x %u threads.",
            width, height, plan[2], plan[3], plan[0], plan[1]);
    if ((gx - 1) * bx >= width || (gy - 1) * by >= height)
        judge_fail(
            j,
            "The grid is too large for %u columns and %u rows: %u x %u blocks of %u x %u threads.",
            width, height, plan[2], plan[3], plan[0], plan[1]);
}

static void run(Judge *j, const Case *c)
{
    unsigned plan[4], height = (unsigned)c->n, width = (unsigned)c->m;
    Buffer told = judge_output(j, sizeof plan);
    judge_launches(j, c->n * c->m > SMALL ? 1 : 2);
    judge_launch(j, "tell", DIM(1, 1, 1), DIM(1, 1, 1), 0,
                 ARGS(BUF(told), INT(width), INT(height)));
    judge_read(j, told, plan);
    check_plan(j, plan, width, height);

    size_t pixels = c->n * c->m;
    if (pixels > SMALL)
        return;
    unsigned char *in = judge_array(j, pixels), *want = judge_array(j, pixels);
    for (size_t i = 0; i < pixels; i++) {
        in[i] = (unsigned char)judge_between(j, 0, 255);
        want[i] = (unsigned char)~in[i];
    }
    Buffer d_in = judge_input(j, in, pixels), out = judge_output(j, pixels);
    judge_launch(j, "invert", DIM(plan[2], plan[3], 1), DIM(plan[0], plan[1], 1), 0,
                 ARGS(BUF(d_in), BUF(out), INT(width), INT(height)));
    judge_equal_bytes(j, "out", out, want, c->m);
}

static const Case cases[] = {
    {"a small image", 62, 76, 0},
    {"one pixel", 1, 1, 0},
    {"a row", 1, 1000, 0},
    {"a column", 1000, 1, 0},
    {"photographs", 4000, 6000, 0},
    {"a strip of 100,000 rows", 100000, 100, 0},
    {"a strip of 5,000,000 rows", 5000000, 8, 0},
    {"a row of 4,000,000,000 pixels", 1, 4000000000, 0},
    {0},
};

EXERCISE = {.name = "ex0-11", .run = run, .cases = cases, .points = 3};
