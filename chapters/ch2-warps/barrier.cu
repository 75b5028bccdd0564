// Barriers: what they order, and who must come.
//
// __syncthreads() waits until every thread of the block that has not exited has come to it. All of them
// then see what any of them wrote before. __syncwarp() does the same for the lanes of a warp. Between
// blocks there is no barrier inside a kernel: only the end of the kernel.
//
//     reverseBlock      a block turns its stretch around in shared memory: one barrier
//     reverseWarp       every warp turns its own 32 elements around: a warp's barrier
//     rotate            in place, again and again: two barriers in each round
//     branchThenMeet    odd and even threads do different things, and meet after that
//     twoLaunches       every block needs what all others wrote: a second kernel
//     oneLaunch         or a cooperative launch, whose blocks can wait for each other
//
// ch2-wrong has seven kernels that are wrong or fragile.
//
//     make ch2-barrier && ./ch2-barrier

#include "exchange.h"
#include "program.h"

#include <cooperative_groups.h>

enum { ROUNDS = 8 };

// Thread t writes what thread count - 1 - t has loaded: that it has done so is what the barrier is
// for, and that its store is seen by the others.
// [begin reverseBlock]
__global__ void reverseBlock(const int *in, int *out, size_t n)
{
    unsigned int t = threadIdx.x, count = countHere(n);
    size_t first = (size_t)blockIdx.x * blockDim.x;

    if (t < count)
        stretch[t] = in[first + t];
    __syncthreads();
    if (t < count)
        out[first + t] = stretch[count - 1 - t];
}
// [end reverseBlock]

// Lanes exchange only with lanes of their own warp: then the warp's barrier is enough, and no warp
// waits for another. It is needed: lanes do not run in step by themselves.
// [begin reverseWarp]
__global__ void reverseWarp(const int *in, int *out, size_t n)
{
    unsigned int t = threadIdx.x, count = countHere(n);
    size_t first = (size_t)blockIdx.x * blockDim.x;
    unsigned int warpFirst = t - t % WARP, warpCount = min(count - min(count, warpFirst), WARP);

    if (t < count)
        stretch[t] = in[first + t];
    __syncwarp();
    if (t < count)
        out[first + t] = stretch[warpFirst + warpCount - 1 - t % WARP];
}
// [end reverseWarp]

// In each round everyone takes the left neighbour's number. The first barrier: all have read, so that
// writing spoils nothing. The second: all have written, so that the next round reads what is new.
// [begin rotate]
__global__ void rotate(const int *in, int *out, size_t n)
{
    unsigned int t = threadIdx.x, count = countHere(n);
    size_t first = (size_t)blockIdx.x * blockDim.x;
    int mine = t < count ? in[first + t] : 0;

    stretch[t] = mine;
    __syncthreads();
    for (int round = 0; round < ROUNDS; round++) {
        if (t < count)
            mine = stretch[(t + count - 1) % count];
        __syncthreads();
        stretch[t] = mine;
        __syncthreads();
    }
    if (t < count)
        out[first + t] = mine;
}
// [end rotate]

// Work may branch; the barrier stands after the branch, where all come by.
// [begin branchThenMeet]
__global__ void branchThenMeet(const int *in, int *out, size_t n)
{
    unsigned int t = threadIdx.x, count = countHere(n);
    size_t first = (size_t)blockIdx.x * blockDim.x;

    if (t < count) {
        if (t % 2 == 0)
            stretch[t] = in[first + t];
        else
            stretch[t] = -in[first + t];
    }
    __syncthreads();
    if (t < count)
        out[first + t] = stretch[count - 1 - t];
}
// [end branchThenMeet]

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

// The same in one kernel. A cooperative launch starts only if all of its blocks are resident at once,
// and those have a barrier for the whole grid. So the grid is as large as fits, and threads loop.
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

static int want_rotate(const int *in, size_t, size_t i, size_t first, size_t count)
{
    return in[first + (i - first + count - ROUNDS % count) % count];
}

static const Exchange exchanges[] = {
    {"reverseBlock", reverseBlock, NULL, want_reverse},
    {"reverseWarp", reverseWarp, NULL, want_reverse_warp},
    {"rotate", rotate, NULL, want_rotate},
    {"branchThenMeet", branchThenMeet, NULL, want_branch},
    {"twoLaunches", doubleAll, reverseAll, want_all},
    {"oneLaunch", NULL, NULL, want_all}, // launchTogether()
};
enum { EXCHANGES = sizeof exchanges / sizeof *exchanges };

// Launches oneLaunch with as many blocks as the device holds at once.
// [begin cooperative]
static void launchTogether(Data d)
{
    int number = 0, perSm = 0, multiprocessors = 0;
    cudaCheck(cudaGetDevice(&number));
    cudaCheck(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, number));
    cudaCheck(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, oneLaunch, (int)d.block, 0));
    dim3 grid((unsigned int)(perSm * multiprocessors)), block((unsigned int)d.block);
    void *arguments[] = {&d.d_in, &d.d_between, &d.d_out, &d.n};
    cudaCheck(cudaLaunchCooperativeKernel((const void *)oneLaunch, grid, block, arguments, 0, 0));
}
// [end cooperative]

static void launch(const Exchange *e, const Data *d)
{
    if (e->kernel == NULL) {
        launchTogether(*d);
        return;
    }
    unsigned int grid = d->grid, block = (unsigned int)d->block;
    size_t shared = d->block * sizeof(int);
    if (e->second == NULL) {
        e->kernel<<<grid, block, shared>>>(d->d_in, d->d_out, d->n);
        return;
    }
    e->kernel<<<grid, block, shared>>>(d->d_in, d->d_between, d->n);
    e->second<<<grid, block, shared>>>(d->d_between, d->d_out, d->n);
}

int main(int argc, char **argv)
{
    Options options =
        options_for("Exchanges n ints between threads, with the barriers that takes.", "nbsrk");
    options.n =
        default_size(1 << 20, 1 << 16) - 100; // the last block has fewer elements than threads
    options.n_max = (size_t)1 << 34;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernels(&options, exchanges);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t bytes = options.n * sizeof(int);
    deviceRequire(&options, 3 * bytes, 2 * bytes);
    Data d = dataBegin(options.n, options.block, options.seed);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    for (int i = 0; i < EXCHANGES; i++) {
        if (!options_want(&options, exchanges[i].name))
            continue;
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemset(d.d_out, 0x7f, bytes)); // larger than any result
            gpuTimerStart(&timer);
            launch(&exchanges[i], &d);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);
        size_t wrong = count_wrong(&exchanges[i], &d);
        rowsKernel(&rows, exchanges[i].name, options.n, ms,
                   (exchanges[i].want == want_all ? 4.0 : 2.0) * (double)bytes,
                   verify_integer(exchanges[i].name, (int64_t)wrong, 0));
    }
    dataEnd(&d);
    return rowsEnd(&rows);
}
