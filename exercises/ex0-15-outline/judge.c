// ex0-15: edges, outline, shrink. A case says in its name which of them it judges; 4 is all of them, each on the result of the one before.

#include "judge.h"

#include <stdlib.h>

static int at(const unsigned char *p, int width, int height, int x, int y)
{
    x = x < 0 ? 0 : x >= width ? width - 1 : x;
    y = y < 0 ? 0 : y >= height ? height - 1 : y;
    return p[y * width + x];
}

static void run(Judge *j, const Case *c)
{
    int height = (int)c->n, width = (int)c->m, part = c->what[5] - '0', limit = 60;
    int w2 = (width + 1) / 2, h2 = (height + 1) / 2;
    size_t pixels = c->n * c->m, small_bytes = 3 * (size_t)w2 * (size_t)h2;
    unsigned char *grey = judge_array(j, pixels), *edge = judge_array(j, pixels),
                  *rgb = judge_array(j, 3 * pixels), *small = judge_array(j, small_bytes);
    for (size_t i = 0; i < pixels; i++)
        grey[i] = (unsigned char)judge_between(j, 0, i % 7 == 0 ? 255 : 90);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int gx = at(grey, width, height, x + 1, y) - at(grey, width, height, x - 1, y);
            int gy = at(grey, width, height, x, y + 1) - at(grey, width, height, x, y - 1);
            int sum = abs(gx) + abs(gy), i = y * width + x;
            edge[i] = (unsigned char)(sum < 255 ? sum : 255);
            for (int k = 0; k < 3; k++)
                // cppcheck-suppress knownConditionTrueFalse ; it takes sum for 0
                rgb[3 * i + k] = edge[i] >= limit ? (k == 0 ? 255 : 0) : grey[i];
        }
    for (int i = 0; i < w2 * h2 * 3; i++) {
        int x0 = i / 3 % w2 * 2, y0 = i / 3 / w2 * 2, sum = 0, count = 0;
        for (int y = y0; y < y0 + 2 && y < height; y++)
            for (int x = x0; x < x0 + 2 && x < width; x++, count++)
                sum += rgb[3 * (y * width + x) + i % 3];
        small[i] = (unsigned char)(sum / count);
    }

    Buffer d_grey = judge_input(j, grey, pixels);
    Buffer d_edge = part == 2 ? judge_input(j, edge, pixels) : judge_output(j, pixels);
    Buffer d_rgb = part == 3 ? judge_input(j, rgb, 3 * pixels) : judge_output(j, 3 * pixels);
    Buffer d_small = judge_output(j, small_bytes);
    judge_launches(j, part == 4 ? 3 : 1);
    Dim block = DIM(16, 8), grid = DIM(judge_blocks(c->m, 16), judge_blocks(c->n, 8));
    if (part == 1 || part == 4) {
        judge_launch(j, "edges", grid, block, 0,
                     ARGS(BUF(d_grey), BUF(d_edge), INT(width), INT(height)));
        judge_equal_bytes(j, "edge", d_edge, edge, c->m);
    }
    if (part == 2 || part == 4) {
        judge_launch(
            j, "outline", grid, block, 0,
            ARGS(BUF(d_grey), BUF(d_edge), BUF(d_rgb), INT(width), INT(height), INT(limit)));
        judge_equal_bytes(j, "rgb", d_rgb, rgb, 3 * c->m);
    }
    if (part == 3 || part == 4) {
        judge_launch(j, "shrink", DIM(judge_blocks((size_t)w2, 16), judge_blocks((size_t)h2, 8)),
                     block, 0, ARGS(BUF(d_rgb), BUF(d_small), INT(width), INT(height)));
        judge_equal_bytes(j, "small", d_small, small, 3 * (size_t)w2);
    }
}

static const Case cases[] = {
    {"part 1: edges", 24, 40, 0},
    {"part 1: edges of a single pixel", 1, 1, 0},
    {"part 2: outline", 17, 33, 0},
    {"part 3: shrink, even sides", 16, 20, 0},
    {"part 3: shrink, odd sides", 9, 21, 0},
    {"part 4: all of them in a row", 31, 50, 0},
    {"part 4: a larger image", 256, 320, 0},
    {0},
};

EXERCISE = {.name = "ex0-15",
            .run = run,
            .cases = cases,
            .points = 8,
            .measured = "part 4: a larger image",
            .counters = {LOAD_SECTORS, INSTRUCTIONS}};
