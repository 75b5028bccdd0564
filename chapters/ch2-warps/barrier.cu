// Barriers: what they order, and who must arrive.
//
// __syncthreads() waits until every thread of the block that has not exited has reached it. All of them
// then see what any of them wrote before. __syncwarp() does the same for the lanes of a warp.
//
//     reverseBlock      a block reverses its stretch in shared memory: one barrier
//     reverseWarp       every warp reverses its own 32 elements: a warp's barrier
//     rotate            in place, again and again: two barriers in each iteration
//     branchThenMeet    odd and even threads do different things, and then meet
//
// ch2-wrong has seven kernels that are wrong or fragile; ch2-grid lets blocks wait for each other.
//
//     make ch2-barrier && ./ch2-barrier

#include "exchange.h"

enum { ROUNDS = 8 };

// Thread t writes what thread count - 1 - t has loaded. The barrier makes sure that the other thread
// has stored it by then, and that thread t sees it.
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

// Lanes exchange only with lanes of their own warp, so the warp's barrier is enough, and no warp waits
// for another. But it is needed, because lanes don't run in step by themselves.
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

// In each iteration, every thread takes its left neighbour's number. At the first barrier all have read, so
// it is safe to write; at the second all have written, so the next iteration reads the new numbers.
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

// The work may be in a branch. The barrier comes after it, where all threads reach it.
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

static int want_rotate(const int *in, size_t, size_t i, size_t first, size_t count)
{
    return in[first + (i - first + count - ROUNDS % count) % count];
}

static const Exchange exchanges[] = {
    {"reverseBlock", reverseBlock, want_reverse},
    {"reverseWarp", reverseWarp, want_reverse_warp},
    {"rotate", rotate, want_rotate},
    {"branchThenMeet", branchThenMeet, want_branch},
};
enum { EXCHANGES = sizeof exchanges / sizeof *exchanges };

int main(int argc, char **argv)
{
    Options options =
        options_for("Exchanges n ints between threads, with the barriers they need.", "nbsrk");
    options.n = default_size(1 << 20, 1 << 16) - 100; // the last block is not full
    options.n_max = (size_t)1 << 34;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernels(&options, exchanges);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t bytes = options.n * sizeof(int);
    deviceRequire(&options, 2 * bytes, 2 * bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    Data d = dataBegin(&options);
    for (const Exchange *e = exchanges; e < exchanges + EXCHANGES; e++) {
        if (!options_want(&options, e->name))
            continue;
        Runs runs = runsBegin(&options, d.d_out, bytes);
        runs.before = 0x7f; // larger than any result
        while (runsNext(&runs))
            e->kernel<<<d.grid, (unsigned int)d.block, d.block * sizeof(int)>>>(d.d_in, d.d_out,
                                                                                d.n);
        double ms = runsEnd(&runs, d.out);
        rowsKernel(&rows, e->name, options.n, ms, 2.0 * (double)bytes,
                   verify_integer(e->name, (int64_t)count_wrong(e, &d), 0));
    }
    dataEnd(&d);
    return rowsEnd(&rows);
}
