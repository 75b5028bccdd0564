// Joining the parts of a sum: seven ways.
//
// Every thread has a part of the sum of n ints. The kernels differ in how they join the parts:
//
//     sumGlobalAtomics   every thread adds its element to one word in global memory
//     sumBlockAtomics    ... to one word per block, in shared memory; then one atomic per block
//     sumDivide          divide and conquer over the whole array: log2(n) launches, half as long each
//     sumHierarchical    thread, warp, block, grid: each level adds up what the one below made
//     sumGroups          the same with cooperative groups, which name the levels
//     sumGridSync        one launch; a barrier for the whole grid replaces the second
//     sumTicket          one launch; the block with the last ticket adds up the blocks' sums
//
//     make ch3-join && ./ch3-join -n 2^24
//
// The toolkit's cooperative groups require C++17:
// build: -std=c++17

#include "program.h"
#include "warp.h"

#include "last.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <limits.h>

namespace cg = cooperative_groups;

// x: (n); out: (1), 0 before the launch; partial: one sum per block; blockDim.x a power of two.

// [begin sumGlobalAtomics]
__global__ void sumGlobalAtomics(const int *x, size_t n, int *out)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(out, x[i]);
}
// [end sumGlobalAtomics]

// [begin sumBlockAtomics]
__global__ void sumBlockAtomics(const int *x, size_t n, int *out)
{
    __shared__ int sum;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&sum, x[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(out, sum);
}
// [end sumBlockAtomics]

// [begin sumPairs]
// y: (half), half = n / 2 rounded up: y[i] = x[i] + x[half + i]. The middle one may have no
// partner.
__global__ void sumPairs(const int *x, size_t n, int *y, size_t half)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < half)
        y[i] = x[i] + (half + i < n ? x[half + i] : 0);
}
// [end sumPairs]

// [begin levels]
// A thread's sum over its share of the array.
static __device__ int sumThread(const int *x, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    int sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        sum += x[i];
    return sum;
}

// The sum of value over a block, in thread 0. sumWarp() is that over a warp, in lane 0.
static __device__ int sumBlock(int value)
{
    __shared__ int sums[32];
    value = sumWarp(value);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x < 32)
        value = sumWarp(threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0);
    return value;
}

// partial: (gridDim.x). A second launch, of one block, adds these up in the same way.
__global__ void sumHierarchical(const int *x, size_t n, int *partial)
{
    int sum = sumBlock(sumThread(x, n));
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}
// [end levels]

// [begin sumGroups]
__global__ void sumGroups(const int *x, size_t n, int *out)
{
    __shared__ int sum;
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);

    if (block.thread_rank() == 0)
        sum = 0;
    block.sync();
    int value = cg::reduce(warp, sumThread(x, n), cg::plus<int>());
    if (warp.thread_rank() == 0)
        atomicAdd(&sum, value);
    block.sync();
    if (block.thread_rank() == 0)
        atomicAdd(out, sum);
}
// [end sumGroups]

// [begin sumGridSync]
// Launched with cudaLaunchCooperativeKernel(), which refuses a grid whose blocks can't all be
// resident, because a barrier for all blocks opens only if all of them have started.
__global__ void sumGridSync(const int *x, size_t n, int *partial, int *out)
{
    int sum = sumBlock(sumThread(x, n));
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
    cg::this_grid().sync();
    if (blockIdx.x > 0)
        return;
    sum = 0;
    for (unsigned int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        sum += partial[i];
    sum = sumBlock(sum);
    if (threadIdx.x == 0)
        *out = sum;
}
// [end sumGridSync]

// [begin sumTicket]
__global__ void sumTicket(const int *x, size_t n, int *partial, int *out, unsigned int *ticket)
{
    int sum = sumBlock(sumThread(x, n));
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
    if (!isLast(ticket))
        return;
    sum = 0;
    for (unsigned int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        sum += partial[i];
    sum = sumBlock(sum);
    if (threadIdx.x == 0)
        *out = sum;
}
// [end sumTicket]

typedef struct {
    size_t n;
    unsigned int block, blocks; // threads; blocks that the device holds at once
    const int *x;               // (n), on the device, as are the following
    int *partial;               // (blocks)
    int *pairs[2];              // (n / 2 + 1) each, for sumDivide
    int *out;                   // (1)
    unsigned int *ticket;
} Job;

static void globalAtomics(const Job *j)
{
    sumGlobalAtomics<<<blocksFor(j->n, j->block), j->block>>>(j->x, j->n, j->out);
}

static void blockAtomics(const Job *j)
{
    sumBlockAtomics<<<blocksFor(j->n, j->block), j->block>>>(j->x, j->n, j->out);
}

// [begin divide]
static void divide(const Job *j)
{
    const int *x = j->x;
    size_t n = j->n;
    for (int turn = 0; n > 1; turn = 1 - turn) {
        size_t half = (n + 1) / 2;
        sumPairs<<<blocksFor(half, j->block), j->block>>>(x, n, j->pairs[turn], half);
        x = j->pairs[turn];
        n = half;
    }
    if (n == 1)
        cudaCheck(cudaMemcpyAsync(j->out, x, sizeof(int), cudaMemcpyDeviceToDevice));
}
// [end divide]

static void hierarchical(const Job *j)
{
    sumHierarchical<<<j->blocks, j->block>>>(j->x, j->n, j->partial);
    sumHierarchical<<<1, j->block>>>(j->partial, j->blocks, j->out);
}

static void groups(const Job *j)
{
    sumGroups<<<j->blocks, j->block>>>(j->x, j->n, j->out);
}

static void gridSync(const Job *j)
{
    void *arguments[] = {(void *)&j->x, (void *)&j->n, (void *)&j->partial, (void *)&j->out};
    cudaCheck(cudaLaunchCooperativeKernel((void *)sumGridSync, dim3(j->blocks), dim3(j->block),
                                          arguments, 0, 0));
}

static void byTicket(const Job *j)
{
    sumTicket<<<j->blocks, j->block>>>(j->x, j->n, j->partial, j->out, j->ticket);
}

static const struct {
    const char *name;
    void (*launch)(const Job *j);
} roads[] = {
    {"sumGlobalAtomics", globalAtomics},
    {"sumBlockAtomics", blockAtomics},
    {"sumDivide", divide},
    {"sumHierarchical", hierarchical},
    {"sumGroups", groups},
    {"sumGridSync", gridSync},
    {"sumTicket", byTicket},
};
enum { ROADS = sizeof roads / sizeof *roads };

// How many blocks of this size the device can hold, whichever of the kernels they run.
static unsigned int blocksHeld(unsigned int block, const Device *device)
{
    int held = 0, least = INT_MAX;
    const void *all[] = {(void *)sumHierarchical, (void *)sumGroups, (void *)sumTicket,
                         (void *)sumGridSync};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        cudaCheck(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&held, all[i], (int)block, 0));
        least = held < least ? held : least;
    }
    return (unsigned int)(least * device->multiprocessors);
}

int main(int argc, char **argv)
{
    Options options = options_for(
        "Sums n random ints; the kernels differ in how they join partial sums.", "nbsrk");
    options.n = default_size(1 << 26, 1 << 21);
    options.n_max = (size_t)1 << 34;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernels(&options, roads);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, bytes = n * sizeof(int);
    deviceRequire(&options, 2 * bytes + ((size_t)1 << 20), bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    Job job = {};
    job.n = n;
    job.block = (unsigned int)options.block;
    job.blocks = blocksHeld(job.block, &device);

    int *x = host_array(int, n);
    int64_t want = 0;
    fill_ints(x, n, options.seed);
    for (size_t i = 0; i < n; i++)
        want += x[i];
    int *d_x = deviceCopy(int, x, n);
    for (int i = 0; i < 2; i++)
        job.pairs[i] = deviceArray(int, n / 2 + 1);
    job.partial = deviceArray(int, job.blocks);
    job.out = deviceArray(int, 1);
    job.ticket = deviceArray(unsigned int, 1);
    cudaCheck(cudaMemset(job.ticket, 0, sizeof *job.ticket));
    job.x = d_x;

    for (int i = 0; i < ROADS; i++) {
        if (!options_want(&options, roads[i].name))
            continue;
        int out;
        Runs runs = runsBegin(&options, job.out, sizeof(int));
        runs.before = 0;
        while (runsNext(&runs))
            roads[i].launch(&job);
        double ms = runsEnd(&runs, &out);
        rowsKernel(&rows, roads[i].name, n, ms, (double)bytes,
                   verify_integer(roads[i].name, out, want));
    }

    if (n < (size_t)1 << 24)
        rowsNote(&rows, "sumDivide has many launches, which matter less in larger arrays");
    deviceFree(d_x, job.pairs[0], job.pairs[1], job.partial, job.out, job.ticket);
    free(x);
    return rowsEnd(&rows);
}
