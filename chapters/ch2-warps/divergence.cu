// Divergence: the lanes of a warp take different paths.
//
// A warp executes one instruction at a time, for the lanes that have reached it. If a branch splits the
// lanes, both paths are executed, one after the other. If different warps take different paths, that costs
// nothing. A short body doesn't even need a branch: the compiler turns it into predicated instructions or
// selections.
//
//     shortByThread     odd and even threads set a different number: if and else
//     shortTwoIfs       the same with two separate ifs
//     shortByWarp       odd and even warps
//     longByThread      odd and even threads take different long paths
//     longByWarp        odd and even warps do
//     longByOne         one lane of 32 takes the long path, and the others wait
//     loopEqual         every thread goes through its loop equally often
//     loopByLane        the lanes of a warp differ: 2/33, 4/33, ... 64/33 of the rounds
//     loopByWarp        the same shares, but all lanes of a warp have the same one
//
//     make ch2-divergence && ./ch2-divergence
//     make profile-ch2-divergence

#include "program.h"

enum { WARP = 32 };

// Two paths that have nothing in common, so that no compiler can merge them.

static __host__ __device__ unsigned int evenWay(unsigned int x, unsigned int rounds)
{
    for (unsigned int r = 0; r < rounds; r++)
        x = (1664525 * x) ^ 1013904223;
    return x;
}

static __host__ __device__ unsigned int oddWay(unsigned int x, unsigned int rounds)
{
    for (unsigned int r = 0; r < rounds; r++)
        x = (x ^ (x >> 7)) + (x << 5);
    return x;
}

// All kernels: out: (n), one number per thread; rounds: how long the paths and loops are.

// [begin shortByThread]
__global__ void shortByThread(unsigned int *out, size_t n, unsigned int)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int a = 0, b = 0;
    if (i % 2 == 0)
        a = 100;
    else
        b = 200;
    if (i < n)
        out[i] = a + b;
}
// [end shortByThread]

// Older texts say that this kernel certainly diverges. It doesn't: like the one above, it has no branch.
// [begin shortTwoIfs]
__global__ void shortTwoIfs(unsigned int *out, size_t n, unsigned int)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int a = 0, b = 0;
    bool even = i % 2 == 0;
    if (even)
        a = 100;
    if (!even)
        b = 200;
    if (i < n)
        out[i] = a + b;
}
// [end shortTwoIfs]

// [begin shortByWarp]
__global__ void shortByWarp(unsigned int *out, size_t n, unsigned int)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int a = 0, b = 0;
    if (i / WARP % 2 == 0)
        a = 100;
    else
        b = 200;
    if (i < n)
        out[i] = a + b;
}
// [end shortByWarp]

// Every warp executes both paths, each with half of its lanes: twice as many instructions as longByWarp, with
// 16 threads per instruction (smsp__thread_inst_executed_per_inst_executed.ratio).
// [begin longByThread]
__global__ void longByThread(unsigned int *out, size_t n, unsigned int rounds)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int x = (unsigned int)i;
    if (i % 2 == 0)
        x = evenWay(x, rounds);
    else
        x = oddWay(x, rounds);
    if (i < n)
        out[i] = x;
}
// [end longByThread]

// Half of the threads take each path, as before, but each warp takes only one.
// [begin longByWarp]
__global__ void longByWarp(unsigned int *out, size_t n, unsigned int rounds)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int x = (unsigned int)i;
    if (i / WARP % 2 == 0)
        x = evenWay(x, rounds);
    else
        x = oddWay(x, rounds);
    if (i < n)
        out[i] = x;
}
// [end longByWarp]

// One thread in 32 works, and the kernel takes nearly as long as if all of them did, because a warp is as
// slow as its slowest lane.
// [begin longByOne]
__global__ void longByOne(unsigned int *out, size_t n, unsigned int rounds)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int x = (unsigned int)i;
    if (i % WARP == 0)
        x = evenWay(x, rounds);
    if (i < n)
        out[i] = x;
}
// [end longByOne]

// [begin loops]
__global__ void loopEqual(unsigned int *out, size_t n, unsigned int rounds)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int x = evenWay((unsigned int)i, rounds);
    if (i < n)
        out[i] = x;
}

// The rounds for number k of 32: from 2/33 to 64/33 of rounds, so that all 32 add up to 32 times
// rounds.
static __host__ __device__ unsigned int share(unsigned int rounds, unsigned int k)
{
    return (unsigned int)((unsigned long long)rounds * 2 * (k + 1) / 33);
}

__global__ void loopByLane(unsigned int *out, size_t n, unsigned int rounds)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int x = evenWay((unsigned int)i, share(rounds, i % WARP));
    if (i < n)
        out[i] = x;
}

__global__ void loopByWarp(unsigned int *out, size_t n, unsigned int rounds)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int x = evenWay((unsigned int)i, share(rounds, i / WARP % WARP));
    if (i < n)
        out[i] = x;
}
// [end loops]

// The reference: out[i] as it has to be.
static unsigned int want_short(size_t i, unsigned int)
{
    return i % 2 == 0 ? 100 : 200;
}

static unsigned int want_short_by_warp(size_t i, unsigned int)
{
    return i % (2 * WARP) < WARP ? 100 : 200;
}

static unsigned int want_long(size_t i, unsigned int rounds)
{
    return i % 2 == 0 ? evenWay((unsigned int)i, rounds) : oddWay((unsigned int)i, rounds);
}

static unsigned int want_long_by_warp(size_t i, unsigned int rounds)
{
    return i % (2 * WARP) < WARP ? evenWay((unsigned int)i, rounds)
                                 : oddWay((unsigned int)i, rounds);
}

static unsigned int want_one(size_t i, unsigned int rounds)
{
    return i % WARP == 0 ? evenWay((unsigned int)i, rounds) : (unsigned int)i;
}

static unsigned int want_equal(size_t i, unsigned int rounds)
{
    return evenWay((unsigned int)i, rounds);
}

static unsigned int want_by_lane(size_t i, unsigned int rounds)
{
    return evenWay((unsigned int)i, share(rounds, i % WARP));
}

static unsigned int want_by_warp(size_t i, unsigned int rounds)
{
    return evenWay((unsigned int)i, share(rounds, i / WARP % WARP));
}

static const struct {
    const char *name;
    void (*kernel)(unsigned int *out, size_t n, unsigned int rounds);
    unsigned int (*want)(size_t i, unsigned int rounds);
    double share; // of n * rounds: the rounds that are asked for
} ways[] = {
    {"shortByThread", shortByThread, want_short, 0},
    {"shortTwoIfs", shortTwoIfs, want_short, 0},
    {"shortByWarp", shortByWarp, want_short_by_warp, 0},
    {"longByThread", longByThread, want_long, 1},
    {"longByWarp", longByWarp, want_long_by_warp, 1},
    {"longByOne", longByOne, want_one, 1.0 / WARP},
    {"loopEqual", loopEqual, want_equal, 1},
    {"loopByLane", loopByLane, want_by_lane, 1},
    {"loopByWarp", loopByWarp, want_by_warp, 1},
};
enum { WAYS = sizeof ways / sizeof *ways };

static bool verify_way(int way, const unsigned int *out, size_t n, unsigned int rounds)
{
    for (size_t i = 0; i < n; i++)
        if (!verify_integer(ways[way].name, out[i], ways[way].want(i, rounds)))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    size_t rounds = 264; // a multiple of 33: loopByLane's shares have no remainder
    const Option own[] = {
        {'i', "iterations", "rounds of a long path", &rounds, 0, 1 << 20, NULL, NULL}, {}};
    Options options =
        options_for("Sends n threads down different paths and shows what that costs.", "nbrk");
    options.n = default_size(1 << 20, 1 << 16);
    options.n_max = (size_t)1 << 32;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernels(&options, ways);
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, bytes = n * sizeof(unsigned int);
    unsigned int grid = blocksFor(n, options.block);
    deviceRequire(&options, bytes, bytes);
    Rows rows = rowsBegin(&device, &options, "G/s", 0);
    unsigned int *out = host_array(unsigned int, n);
    unsigned int *d_out = deviceArray(unsigned int, n);

    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        Runs runs = runsBegin(&options, d_out, bytes);
        while (runsNext(&runs))
            ways[i].kernel<<<grid, (unsigned int)options.block>>>(d_out, n, (unsigned int)rounds);
        double ms = runsEnd(&runs, out);
        rowsKernel(&rows, ways[i].name, n, ms, (double)n * (double)rounds * ways[i].share,
                   verify_way(i, out, n, (unsigned int)rounds));
    }
    if (!options.csv)
        printf("\nG/s: 10^9 rounds per second, those that threads ask for\n");
    cudaCheck(cudaFree(d_out));
    free(out);
    return rowsEnd(&rows);
}
