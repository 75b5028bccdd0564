// A table with m steps at random places; y, and the number of probes beside that of the recipe.

#include "judge.h"

#include <stdlib.h>

enum { MEASURED = 20000, MEASURED_CUTS = 58 };

// What the recipe costs for table[lo] to table[hi - 1].
static int recipe(const int *table, size_t lo, size_t hi)
{
    // cppcheck-suppress knownConditionTrueFalse ; it follows one call, of an empty table
    if (hi - lo <= 32)
        return (int)(hi - lo);
    if (table[lo] == table[hi - 1])
        return 2;
    size_t middle = lo + (hi - lo) / 2;
    return 2 + recipe(table, lo, middle) + recipe(table, middle, hi);
}

// How many stretches the recipe cuts.
static int cuts(const int *table, size_t lo, size_t hi)
{
    // cppcheck-suppress knownConditionTrueFalse ; it follows one call, of an empty table
    if (hi - lo <= 32 || table[lo] == table[hi - 1])
        return 0;
    size_t middle = lo + (hi - lo) / 2;
    return 1 + cuts(table, lo, middle) + cuts(table, middle, hi);
}

// Draws steps: element i counts those at or before it.
static void draw(Judge *j, const Case *c, int *table)
{
    for (size_t i = 0; i < c->n; i++)
        table[i] = 0;
    for (size_t s = 0; s < c->m && c->n > 0; s++)
        table[judge_between(j, 0, (int)c->n - 1)]++;
    for (size_t i = 1; i < c->n; i++)
        table[i] += table[i - 1];
}

static void run(Judge *j, const Case *c)
{
    int *table = judge_array(j, c->n * sizeof *table), zero = judge_between(j, -1000, 1000),
        probes = 0;
    // In the measured case the steps are drawn until they need as many launches as in every other run. (One draw in eight does.)
    do
        draw(j, c, table);
    while (c->n == MEASURED && cuts(table, 0, c->n) != MEASURED_CUTS);
    for (size_t i = 0; i < c->n; i++)
        table[i] += zero;

    Buffer in = judge_input(j, table, c->n * sizeof *table);
    Buffer y = judge_output(j, c->n * sizeof *table), count = judge_zeroed(j, sizeof probes);
    judge_launch(j, "fill", DIM(1), DIM(32), 0,
                 ARGS(BUF(in), BUF(y), INT(0), INT(c->n), BUF(count)));
    judge_equal_ints(j, "y", y, table, 0);
    judge_read(j, count, &probes);
    int most = 3 * recipe(table, 0, c->n);
    if (probes > most)
        judge_fail(j, "%d probes; at most %d are allowed", probes, most);
    if (c->n > 0 && probes == 0)
        judge_fail(j, "y was filled without a single probe");
    if (most > 3 * 32 && c->n > 32) // the recipe cuts
        judge_launched(j, 2);
}

static const Case cases[] = {
    {"four steps", 2000, 4, 32},
    {"one step", 4000, 1, 32},
    {"constant", 1000, 0, 32},
    {"short", 20, 3, 32},
    {"one more than a warp", 33, 2, 32},
    {"a prime number of elements, many steps", 1009, 30, 32},
    {"a single element", 1, 0, 32},
    {"nothing", 0, 0, 32},
    {"many elements, few steps", MEASURED, 8, 32},
    {0},
};

EXERCISE = {.name = "ex5-5",
            .run = run,
            .cases = cases,
            .sizes = "n {n}, steps {m}",
            .points = 5,
            .rdc = true,
            .measured = "many elements, few steps",
            .counters = {LAUNCHED_BY_KERNELS, INSTRUCTIONS}};
