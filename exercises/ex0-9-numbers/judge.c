// ex0-9: the right answers are found by running the kernels that the exercise comes with.

#include "judge.h"

enum { ACROSS = 8, DOWN = 16 }; // threads of the image's blocks

enum {
    BLOCKS1,
    THREADS1,
    BLOCK1,
    THREAD1,
    GRID_X2,
    GRID_Y2,
    SIZE_X2,
    SIZE_Y2,
    BLOCK_X2,
    BLOCK_Y2,
    X2,
    Y2,
    GRID_X3,
    GRID_Y3,
    SIZE_X3,
    SIZE_Y3,
    BLOCK_X3,
    BLOCK_Y3,
    X3,
    Y3,
    ELEMENTS,
    THREADS4,
    WIDTH,
    HEIGHT
};

// No size of an image is a multiple of its blocks', and the last warps of a column of blocks have some rows, or none.
static const Number numbers[] = {
    [BLOCKS1] = {"blocks1", 5, {6, 7, 8, 9}},
    [THREADS1] = {"threads1", 6, {7, 8, 9, 11, 12}},
    [BLOCK1] = {"block1", 3, {2, 4, 5}},
    [THREAD1] = {"thread1", 4, {2, 3, 5, 6}},
    [GRID_X2] = {"gridx2", 4, {5, 6, 7}},
    [GRID_Y2] = {"gridy2", 3, {4, 5}},
    [SIZE_X2] = {"sizex2", 5, {6, 7, 9}},
    [SIZE_Y2] = {"sizey2", 3, {4, 5}},
    [BLOCK_X2] = {"blockx2", 3, {1, 2, 4}},
    [BLOCK_Y2] = {"blocky2", 1, {2, 3}},
    [X2] = {"x2", 2, {1, 3, 4}},
    [Y2] = {"y2", 1, {2, 3}},
    [GRID_X3] = {"gridx3", 3, {4, 5}},
    [GRID_Y3] = {"gridy3", 4, {3, 5}},
    [SIZE_X3] = {"sizex3", 4, {5, 6}},
    [SIZE_Y3] = {"sizey3", 3, {4, 5}},
    [BLOCK_X3] = {"blockx3", 2, {1, 3}},
    [BLOCK_Y3] = {"blocky3", 0, {1, 2}},
    [X3] = {"x3", 1, {2, 3, 4}},
    [Y3] = {"y3", 2, {1, 3}},
    [ELEMENTS] = {"elements", 3000, {1000, 1500, 2500, 3500, 4500, 5000}},
    [THREADS4] = {"threads4", 192, {96, 160, 224, 320}},
    [WIDTH] = {"width", 90, {75, 77, 83, 99, 100, 101, 107, 110, 115, 123}},
    [HEIGHT] = {"height", 42, {25, 37, 38, 53, 54, 57, 58, 70, 74}},
    {0},
};

static const char *const phrases[] = {
    "A grid of {blocks1} blocks of {threads1} threads. Which number does thread {thread1} of block {block1}",
    "A grid of {gridx2} × {gridy2} blocks of {sizex2} × {sizey2} threads. "
    "Which number does thread ({x2}, {y2}) of block ({blockx2}, {blocky2})",
    "A grid of {gridx3} × {gridy3} × 2 blocks of {sizex3} × {sizey3} × 2 threads. "
    "Which number does thread ({x3}, {y3}, 1) of block ({blockx3}, {blocky3}, 1)",
    "A vector of {elements,} elements, a thread per element, blocks of {threads4}",
    "An image, {width} pixels wide and {height} high",
    NULL,
};

// Questions 1 to 4: launches a grid, and returns the number of the thread at `at` (x, y, z of its block, x, y, z in it), or how many
// threads there are.
static int ask_thread(Judge *j, Dim grid, Dim block, const int at[6], bool how_many)
{
    int found[2];
    Buffer out = judge_zeroed(j, sizeof found);
    judge_launch_given(
        j, "find", grid, block, 0,
        ARGS(BUF(out), INT(at[0]), INT(at[1]), INT(at[2]), INT(at[3]), INT(at[4]), INT(at[5])));
    judge_read(j, out, found);
    return found[how_many];
}

static int ask_place(Judge *j, int question)
{
    int n[sizeof numbers / sizeof *numbers] = {0};
    for (int i = 0; numbers[i].name; i++)
        n[i] = judge_number(j, i);
    Dim line = DIM((unsigned)n[BLOCKS1]), line_block = DIM((unsigned)n[THREADS1]);
    Dim plane = DIM((unsigned)n[GRID_X2], (unsigned)n[GRID_Y2]),
        plane_block = DIM((unsigned)n[SIZE_X2], (unsigned)n[SIZE_Y2]);
    Dim space = DIM((unsigned)n[GRID_X3], (unsigned)n[GRID_Y3], 2),
        space_block = DIM((unsigned)n[SIZE_X3], (unsigned)n[SIZE_Y3], 2);
    switch (question) {
    case 1: return ask_thread(j, line, line_block, (int[6]){n[BLOCK1], 0, 0, n[THREAD1]}, false);
    case 2:
        return ask_thread(j, plane, plane_block,
                          (int[6]){n[BLOCK_X2], n[BLOCK_Y2], 0, n[X2], n[Y2]}, false);
    case 3:
        return ask_thread(j, space, space_block,
                          (int[6]){n[BLOCK_X3], n[BLOCK_Y3], 1, n[X3], n[Y3], 1}, false);
    default:
        return ask_thread(j, DIM(judge_blocks((size_t)n[ELEMENTS], n[THREADS4])),
                          DIM((unsigned)n[THREADS4]), (int[6]){0}, true);
    }
}

// Questions 5 to 8: what the image's kernel has counted.
static int ask_picture(Judge *j, int question)
{
    int counts[4], width = judge_number(j, WIDTH), height = judge_number(j, HEIGHT);
    Buffer out = judge_zeroed(j, sizeof counts);
    judge_launch_given(j, "countPicture",
                       DIM(judge_blocks((size_t)width, ACROSS), judge_blocks((size_t)height, DOWN)),
                       DIM(ACROSS, DOWN), 0, ARGS(BUF(out), INT(width), INT(height)));
    judge_read(j, out, counts);
    return counts[question - 5];
}

// Question c->n.
static void run(Judge *j, const Case *c)
{
    int question = (int)c->n;
    judge_answer(j, question, question <= 4 ? ask_place(j, question) : ask_picture(j, question), 0);
}

static const Case cases[] = {
    {"a thread in one dimension", 1, 0, 0},
    {"a thread in two dimensions", 2, 0, 0},
    {"a thread in three dimensions", 3, 0, 0},
    {"threads of a vector's grid", 4, 0, 0},
    {"blocks of an image", 5, 0, 0},
    {"threads without a pixel", 6, 0, 0},
    {"warps without a pixel", 7, 0, 0},
    {"warps with both kinds of thread", 8, 0, 0},
    {0},
};

EXERCISE = {.name = "ex0-9",
            .run = run,
            .cases = cases,
            .points = 4,
            .predict = true,
            .experiment = "make step-ex0-9 CASE=N, then c, then m for out or counts",
            .numbers = numbers,
            .phrases = phrases};
