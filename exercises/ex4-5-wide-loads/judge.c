// Random ints; the total for every alignment. The case's m is by how many ints x lies past a multiple of 16 bytes; SPEED
// is the case whose time counts on a GPU, where the array is as large as the README says.

#include "judge.h"

enum { GRID = 4, SPEED = 100 };

static void run(Judge *j, const Case *c)
{
    bool speed = c->m == SPEED && judge_on_gpu(j);
    size_t n = speed ? (size_t)1 << 26 : c->n, past = c->m == SPEED ? 0 : c->m;
    unsigned blocks = speed ? 1056 : GRID, block = speed ? 256 : (unsigned)c->block;
    int *x = judge_ints(j, n + past, -1000, 1000), *sums = judge_array(j, blocks * sizeof *sums);
    unsigned want = 0, total = 0;
    for (size_t i = past; i < n + past; i++)
        want += (unsigned)x[i];

    Buffer in = judge_input(j, x, (n + past) * sizeof *x);
    Buffer out = judge_output(j, blocks * sizeof *sums);
    Arg begin = {in.address + past * sizeof *x, 8};
    judge_launch(j, "sumWide", DIM(blocks), DIM(block), 0, ARGS(begin, BUF(out), SIZE(n)));
    judge_at_most(j, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "load requests",
                  (double)n / 128 + 3 * (double)blocks * block / 32);
    judge_read(j, out, sums);
    for (unsigned b = 0; b < blocks; b++)
        total += (unsigned)sums[b];
    if (total != want)
        judge_fail(j, "the sums in out make %d, expected %d", (int)total, (int)want);
    if (c->m == SPEED)
        judge_speed(j, (double)n * sizeof *x, "sumWide", DIM(blocks), DIM(block), 0,
                    ARGS(begin, BUF(out), SIZE(n)));
}

static const Case cases[] = {
    {"aligned, a multiple of 4", 8192, SPEED, 64},
    {"aligned, one element more", 4097, 0, 32},
    {"one int past a multiple of 16 bytes", 4096, 1, 64},
    {"two ints past, a prime length", 2003, 2, 128},
    {"three ints past", 1001, 3, 96},
    {"shorter than its head", 2, 1, 32},
    {"a single element", 1, 3, 64},
    {"an empty array", 0, 2, 32},
    {"many elements", 262144, 0, 256},
    {0},
};

EXERCISE = {.name = "ex4-5",
            .run = run,
            .cases = cases,
            .sizes = "n {n}, block {block}",
            .points = 6,
            .gpu_percent = 60,
            .measured = "many elements",
            .counters = {LOAD_REQUESTS, INSTRUCTIONS}};
