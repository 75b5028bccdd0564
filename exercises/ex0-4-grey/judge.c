// ex0-4: grey from red, green and blue; c->n rows, c->m columns.

#include "judge.h"

static void run(Judge *j, const Case *c)
{
    size_t pixels = c->n * c->m;
    unsigned char *rgb = judge_array(j, 3 * pixels), *want = judge_array(j, pixels);
    for (size_t i = 0; i < 3 * pixels; i++)
        rgb[i] = (unsigned char)judge_between(j, 0, 255);
    for (size_t i = 0; i < pixels; i++) {
        unsigned mixed = 77u * rgb[3 * i] + 150u * rgb[3 * i + 1] + 29u * rgb[3 * i + 2];
        want[i] = (unsigned char)(mixed >> 8);
    }

    int side = c->block, half = side / 2 > 0 ? side / 2 : 1; // blocks are twice as wide as high
    Buffer d_rgb = judge_input(j, rgb, 3 * pixels), grey = judge_output(j, pixels);
    judge_launch(j, "toGrey", DIM(judge_blocks(c->m, side), judge_blocks(c->n, half), 1),
                 DIM((unsigned)side, (unsigned)half, 1), 0,
                 ARGS(BUF(d_rgb), BUF(grey), INT(c->m), INT(c->n)));
    judge_equal_bytes(j, "grey", grey, want, c->m);
}

static const Case cases[] = {
    {"a single pixel", 1, 1, 16},
    {"as large as a block", 8, 16, 16},
    {"a row", 1, 100, 16},
    {"a column", 100, 1, 16},
    {"ragged to the right and below", 19, 37, 16},
    {"wide, blocks of 32 x 16", 33, 101, 32},
    {"high, blocks of 4 x 2", 61, 7, 4},
    {"blocks of one thread", 3, 5, 1},
    {"512 x 512", 512, 512, 16},
    {0},
};

EXERCISE = {.name = "ex0-4",
            .run = run,
            .cases = cases,
            .points = 3,
            .measured = "512 x 512",
            .least = true,
            .counters = {LOAD_SECTORS, STORE_SECTORS}};
