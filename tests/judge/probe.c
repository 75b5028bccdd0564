// probe.c: an exercise for tests/judge/judge.t. Each case uses one part of judge.h. A right submission passes the first case; the
// other cases end in judge_fail, with what they saw.

#include "judge.h"

#include <string.h>

static void scale(Judge *j, const Case *c)
{
    int *x = judge_ints(j, c->n, -99, 99), *want = judge_array(j, c->n * sizeof *want), three = 3;
    for (size_t i = 0; i < c->n; i++)
        want[i] = 3 * x[i];
    Buffer in = judge_input(j, x, c->n * sizeof *x), out = judge_output(j, c->n * sizeof *x);
    judge_set_variable(j, "factor", &three, sizeof three);
    judge_launch(j, "scale", DIM(judge_blocks(c->n, c->block)), DIM((unsigned)c->block), 0,
                 ARGS(BUF(in), BUF(out), SIZE(c->n)));
    judge_equal_ints(j, "out", out, want, c->m);
    judge_at_least(j, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
                   "the load efficiency in %", 95);
    judge_at_most(j, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sectors stored", 8);
    if (c->m == 64 && judge_counts(j))
        judge_fail(j, "loads %g, sectors %g",
                   judge_counter(j, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"),
                   judge_counter(j, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"));
}

static void fill(Judge *j, const Case *c)
{
    float want = 2.5f, found[2] = {0, 0};
    Buffer out = judge_zeroed(j, sizeof found);
    judge_launch(j, "fill<2>", DIM(1), DIM(1), 0, ARGS(BUF(out), FLOAT(want)));
    judge_read(j, out, found);
    int side = 0;
    bool known = judge_variable(j, "side", &side, sizeof side);
    bool wrong = judge_variable(j, "side", found, 1);
    judge_fail(j, "%g %g side %d %d %d rows %zu occupancy %g", (double)found[0], (double)found[1],
               side, known, wrong, c->n, judge_occupancy("rtx3080", 1024, 32, 0));
}

// Two launches; what they have to do with each other is compared with judge_fail.
static void twice(Judge *j, const Case *c)
{
    int *found = judge_array(j, c->n * sizeof *found);
    judge_launches(j, 2);
    for (int l = 0; l < 2; l++) {
        int *x = judge_ints(j, c->n, -99, 99);
        Buffer in = judge_input(j, x, c->n * sizeof *x), out = judge_output(j, c->n * sizeof *x);
        judge_launch(j, "scale", DIM(judge_blocks(c->n, c->block)), DIM((unsigned)c->block), 0,
                     ARGS(BUF(in), BUF(out), SIZE(c->n)));
        judge_read(j, out, found);
        for (size_t i = 0; i < c->n; i++)
            if (found[i] != x[i])
                judge_fail(j, "Element %zu is wrong.", i);
    }
}

static void run(Judge *j, const Case *c)
{
    if (strcmp(c->what, "twice") == 0) {
        twice(j, c);
        return;
    }
    if (strcmp(c->what, "fill") == 0)
        fill(j, c);
    else
        scale(j, c);
}

static const Case cases[] = {
    {"scale", 64, 8, 32}, {"fill", 7, 0, 0}, {"count", 64, 64, 32}, {"twice", 64, 0, 32}, {0}};

EXERCISE = {.name = "ex8-1", .run = run, .cases = cases, .points = 5, .gpu_percent = 80};
