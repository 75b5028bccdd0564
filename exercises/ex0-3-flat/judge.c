// ex0-3: numbers of threads. The reference does not calculate a number: it counts, in the order that the text demands.

#include "judge.h"

enum { BITS = 4 }; // per coordinate in what the kernel writes

// The same six loops as the sentence "x fastest, then y, then z; block after block".
static size_t count_through(Dim grid, Dim block, int *who)
{
    size_t at = 0;
    for (unsigned bz = 0; bz < grid.z; bz++)
        for (unsigned by = 0; by < grid.y; by++)
            for (unsigned bx = 0; bx < grid.x; bx++)
                for (unsigned z = 0; z < block.z; z++)
                    for (unsigned y = 0; y < block.y; y++)
                        for (unsigned x = 0; x < block.x; x++) {
                            unsigned of_block = bz << 2 * BITS | by << BITS | bx;
                            unsigned of_thread = z << 2 * BITS | y << BITS | x;
                            who[at++] = (int)(of_block << 3 * BITS | of_thread);
                        }
    return at;
}

// c->n: how many dimensions have more than one place; the sides are random.
static void run(Judge *j, const Case *c)
{
    Dim grid = {1, 1, 1}, block = {1, 1, 1};
    grid.x = (unsigned)judge_between(j, 2, 5);
    block.x = (unsigned)judge_between(j, 3, 11);
    if (c->n > 1) {
        grid.y = (unsigned)judge_between(j, 2, 4);
        block.y = (unsigned)judge_between(j, 2, 6);
    }
    if (c->n > 2) {
        grid.z = (unsigned)judge_between(j, 2, 3);
        block.z = (unsigned)judge_between(j, 2, 4);
    }
    if (c->m == 1)
        grid = (Dim){1, 1, 1};

    judge_note(j, "The grid has %u x %u x %u blocks of %u x %u x %u threads.", grid.x, grid.y,
               grid.z, block.x, block.y, block.z);
    size_t threads = (size_t)grid.x * grid.y * grid.z * block.x * block.y * block.z;
    int *want = judge_array(j, threads * sizeof *want);
    count_through(grid, block, want);

    Buffer out = judge_output(j, threads * sizeof *want);
    judge_launch(j, "number", grid, block, 0, ARGS(BUF(out)));
    judge_equal_ints(j, "out", out, want, 0);
}

static const Case cases[] = {
    {"one block, one dimension", 1, 1, 0},      {"several blocks, one dimension", 1, 0, 0},
    {"one block, two dimensions", 2, 1, 0},     {"two dimensions", 2, 0, 0},
    {"one block, three dimensions", 3, 1, 0},   {"three dimensions", 3, 0, 0},
    {"three dimensions, other sides", 3, 0, 0}, {0},
};

EXERCISE = {.name = "ex0-3", .run = run, .cases = cases, .sizes = "", .points = 3};
