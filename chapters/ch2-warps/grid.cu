// A barrier for the whole grid.
//
// Inside a kernel there is no barrier between blocks, because some of them may not have started. Here every
// block needs what all the others wrote.
//
//     twoLaunches       a second kernel: it starts when all blocks of the first have ended
//     oneLaunch         a cooperative launch: its blocks are all resident, and can wait for each other
//
//     make ch2-grid && ./ch2-grid
//
// The toolkit's cooperative groups require C++17:
// build: -std=c++17

#include "program.h"

#include <cooperative_groups.h>

// out[i] = 2 in[n - 1 - i], in two steps with an array between them. Launches in a stream run one
// after the other: when the second kernel starts, all blocks of the first have ended.
// [begin twoLaunches]
__global__ void doubleAll(const int *in, int *twice, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        twice[i] = 2 * in[i];
}

__global__ void reverseAll(const int *twice, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = twice[n - 1 - i];
}
// [end twoLaunches]

// The same in one kernel. A cooperative launch starts only if all of its blocks can be resident together,
// and then they have a barrier for the whole grid. So the grid is as large as fits, and threads loop.
// [begin oneLaunch]
__global__ void oneLaunch(const int *in, int *twice, int *out, size_t n)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = first; i < n; i += threads)
        twice[i] = 2 * in[i];
    cooperative_groups::this_grid().sync();
    for (size_t i = first; i < n; i += threads)
        out[i] = twice[n - 1 - i];
}
// [end oneLaunch]

// What a launch works on, on the device; (n) each.
typedef struct {
    size_t n, block;
    int *in, *twice, *out;
} Arrays;

static void launchTwice(Arrays a)
{
    unsigned int grid = blocksFor(a.n, a.block), block = (unsigned int)a.block;
    doubleAll<<<grid, block>>>(a.in, a.twice, a.n);
    reverseAll<<<grid, block>>>(a.twice, a.out, a.n);
}

// Launches oneLaunch with as many blocks as the device can hold.
// [begin cooperative]
static void launchTogether(Arrays a)
{
    int number = 0, perSm = 0, multiprocessors = 0;
    cudaCheck(cudaGetDevice(&number));
    cudaCheck(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, number));
    cudaCheck(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, oneLaunch, (int)a.block, 0));
    dim3 grid((unsigned int)(perSm * multiprocessors)), block((unsigned int)a.block);
    void *arguments[] = {&a.in, &a.twice, &a.out, &a.n};
    cudaCheck(cudaLaunchCooperativeKernel((const void *)oneLaunch, grid, block, arguments, 0, 0));
}
// [end cooperative]

static const struct {
    const char *name;
    void (*launch)(Arrays a);
} ways[] = {{"twoLaunches", launchTwice}, {"oneLaunch", launchTogether}};
enum { WAYS = sizeof ways / sizeof *ways };

// True if out: (n) is in: (n), doubled and reversed.
static bool verify_way(const char *name, const int *in, const int *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!verify_integer(name, out[i], 2 * in[n - 1 - i]))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    Options options = options_for(
        "Doubles n ints and reverses them, with a barrier for the grid in between.", "nbsrk");
    options.n = default_size(1 << 20, 1 << 16) - 100; // the last block is not full
    options.n_max = (size_t)1 << 34;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernels(&options, ways);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, bytes = n * sizeof(int);
    deviceRequire(&options, 3 * bytes, 2 * bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    int *in = host_array(int, n), *out = host_array(int, n);
    fill_ints(in, n, options.seed);
    int *d_in = deviceCopy(int, in, n), *d_out = deviceArray(int, n),
        *d_twice = deviceArray(int, n);
    Arrays arrays = {n, options.block, d_in, d_twice, d_out};

    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        Runs runs = runsBegin(&options, d_out, bytes);
        runs.before = 0x7f; // larger than any result
        while (runsNext(&runs))
            ways[i].launch(arrays);
        double ms = runsEnd(&runs, out);
        rowsKernel(&rows, ways[i].name, n, ms, 4.0 * (double)bytes,
                   verify_way(ways[i].name, in, out, n));
    }
    deviceFree(d_in, d_out, d_twice);
    host_free(in, out);
    return rowsEnd(&rows);
}
