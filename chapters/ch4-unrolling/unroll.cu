// Unrolling, applied to the sum of an array.
//
// The last rung of ch3-reduce gives each thread one element and then halves the block's stretch in
// a loop. Here each thread first gets more elements, all of whose loads are written out, and then
// the halving is unrolled, too. As there, the blocks reduce in place in global memory and the host
// adds up their partial sums.
//
//     reduceUnroll2                each thread adds 2 elements first: half as many blocks
//     reduceUnroll4                4 elements
//     reduceUnroll8                8 elements
//     reduceUnrollWarps8           and the last warp halves without loop, tests or block barriers
//     reduceCompleteUnrollWarps8   and no loop at all: every step written out
//     reduceCompleteUnroll         the same with the block's size as a template parameter
//
//     make ch4-unroll && ./ch4-unroll -n 2^24 -b 512
//     make profile-ch4-unroll

#include "program.h"

// All kernels: in: (n), overwritten; out: (gridDim.x), one partial sum per block. blockDim.x is a
// power of two from 64 to 1024. part is the block's stretch of the array, k blockDim.x elements,
// and left the number of elements from there to the array's end, which may be fewer in the last block.
// Loads and stores are guarded, but barriers never are, so all threads reach them.

// [begin halve]
// One step of the whole block: the first stride threads add the element stride places on.
static __device__ void addHalf(int *part, size_t left, unsigned int stride)
{
    unsigned int tid = threadIdx.x;
    if (tid < stride && tid + stride < left)
        part[tid] += part[tid + stride];
    __syncthreads();
}

// Halves part, of blockDim.x elements, until there are as many as asked for.
static __device__ void halve(int *part, size_t left, unsigned int until)
{
    for (unsigned int stride = blockDim.x / 2; stride >= until; stride /= 2)
        addHalf(part, left, stride);
}
// [end halve]

// [begin addEnd]
// At the end of the array: adds those of the thread's elements that exist to part[tid].
static __device__ void addEnd(int *part, size_t left, unsigned int block)
{
    for (size_t i = threadIdx.x + block; i < left; i += block)
        part[threadIdx.x] += part[i];
}
// [end addEnd]

// Rung 1: two elements per thread, a block's width apart so that lanes read side by side. Half as
// many blocks do half the halving for the same n, and each thread has two loads in flight at a time.
// So memory is idle less, and more bytes per second are read
// (dram__bytes_read.sum.per_second).
// [begin reduceUnroll2]
__global__ void reduceUnroll2(int *in, int *out, size_t n)
{
    unsigned int tid = threadIdx.x, block = blockDim.x;
    size_t first = (size_t)blockIdx.x * block * 2;
    int *part = in + first;
    size_t left = n - first;

    if (tid + block < left)
        part[tid] += part[tid + block];
    __syncthreads();
    halve(part, left, 1);
    if (tid == 0)
        out[blockIdx.x] = left > 0 ? part[0] : 0;
}
// [end reduceUnroll2]

// Rung 2: four elements per thread. If a thread's last element exists, all four do, and their
// loads don't depend on each other; otherwise addEnd takes those that exist. It relieves the same
// bottleneck as rung 1.
// [begin reduceUnroll4]
__global__ void reduceUnroll4(int *in, int *out, size_t n)
{
    unsigned int tid = threadIdx.x, block = blockDim.x;
    size_t first = (size_t)blockIdx.x * block * 4;
    int *part = in + first;
    size_t left = n - first;

    if (tid + 3 * block < left)
        part[tid] += part[tid + block] + part[tid + 2 * block] + part[tid + 3 * block];
    else
        addEnd(part, left, block);
    __syncthreads();
    halve(part, left, 1);
    if (tid == 0)
        out[blockIdx.x] = left > 0 ? part[0] : 0;
}
// [end reduceUnroll4]

// Rung 3: eight elements per thread, for the same reason. By now the halving is a small part.
// [begin reduceUnroll8]
static __device__ void addEight(int *part, size_t left, unsigned int block)
{
    unsigned int tid = threadIdx.x;
    if (tid + 7 * block < left)
        part[tid] += part[tid + block] + part[tid + 2 * block] + part[tid + 3 * block] +
                     part[tid + 4 * block] + part[tid + 5 * block] + part[tid + 6 * block] +
                     part[tid + 7 * block];
    else
        addEnd(part, left, block);
}

__global__ void reduceUnroll8(int *in, int *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t first = (size_t)blockIdx.x * blockDim.x * 8;
    int *part = in + first;
    size_t left = n - first;

    addEight(part, left, blockDim.x);
    __syncthreads();
    halve(part, left, 1);
    if (tid == 0)
        out[blockIdx.x] = left > 0 ? part[0] : 0;
}
// [end reduceUnroll8]

// Rung 4: the last warp unrolled. When 64 sums are left, warp 0 finishes alone, without a loop, tests
// of the thread's number or barriers of the block. Its lanes still have to wait for each other, because
// since Volta they need not run in step. So every exchange is write, __syncwarp, read, __syncwarp.
// Lanes from the stride on compute sums that nobody will use; sparing them would cost a test.
// Removes 6 barriers of the block (smsp__warp_issue_stalled_barrier_per_warp_active.pct).
// [begin sumLastWarp]
// All 32 lanes of a warp call this together. Returns sum plus the sum of the lane stride places on.
static __device__ int addAcross(int *part, size_t left, int sum, unsigned int stride)
{
    unsigned int tid = threadIdx.x;
    if (tid < left)
        part[tid] = sum;
    __syncwarp(); // all sums are written
    if (tid + stride < left)
        sum += part[tid + stride];
    __syncwarp(); // all are read: the next step may write
    return sum;
}

// Warp 0 sums part[0 .. 63]. Lane 0 gets the sum.
static __device__ int sumLastWarp(int *part, size_t left)
{
    unsigned int tid = threadIdx.x;
    int sum = tid < left ? part[tid] : 0;
    sum += tid + 32 < left ? part[tid + 32] : 0;
    sum = addAcross(part, left, sum, 16);
    sum = addAcross(part, left, sum, 8);
    sum = addAcross(part, left, sum, 4);
    sum = addAcross(part, left, sum, 2);
    sum = addAcross(part, left, sum, 1);
    return sum;
}
// [end sumLastWarp]

// [begin reduceUnrollWarps8]
__global__ void reduceUnrollWarps8(int *in, int *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t first = (size_t)blockIdx.x * blockDim.x * 8;
    int *part = in + first;
    size_t left = n - first;

    addEight(part, left, blockDim.x);
    __syncthreads();
    halve(part, left, 64);
    if (tid < 32) {
        int sum = sumLastWarp(part, left);
        if (tid == 0)
            out[blockIdx.x] = sum;
    }
}
// [end reduceUnrollWarps8]

// Rung 5: complete unrolling. A block has at most 1024 threads, so there are at most four steps
// before the last warp: write them out. All threads of a block agree on whether a step is needed,
// so the barrier may be inside. Removes the loop's counter and branch (smsp__inst_executed.sum).
// [begin reduceCompleteUnrollWarps8]
__global__ void reduceCompleteUnrollWarps8(int *in, int *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t first = (size_t)blockIdx.x * blockDim.x * 8;
    int *part = in + first;
    size_t left = n - first;

    addEight(part, left, blockDim.x);
    __syncthreads();
    if (blockDim.x >= 1024)
        addHalf(part, left, 512);
    if (blockDim.x >= 512)
        addHalf(part, left, 256);
    if (blockDim.x >= 256)
        addHalf(part, left, 128);
    if (blockDim.x >= 128)
        addHalf(part, left, 64);
    if (tid < 32) {
        int sum = sumLastWarp(part, left);
        if (tid == 0)
            out[blockIdx.x] = sum;
    }
}
// [end reduceCompleteUnrollWarps8]

// Rung 6: the block's size as a template parameter. The compiler knows it, drops steps that aren't
// needed, together with their tests, and makes the distances of a thread's elements constants. Removes
// the four tests of rung 5 and address arithmetic (smsp__inst_executed.sum).
// [begin reduceCompleteUnroll]
template <unsigned int BLOCK>
__global__ void reduceCompleteUnroll(int *in, int *out, size_t n) // BLOCK: blockDim.x
{
    unsigned int tid = threadIdx.x;
    size_t first = (size_t)blockIdx.x * BLOCK * 8;
    int *part = in + first;
    size_t left = n - first;

    addEight(part, left, BLOCK);
    __syncthreads();
    if (BLOCK >= 1024)
        addHalf(part, left, 512);
    if (BLOCK >= 512)
        addHalf(part, left, 256);
    if (BLOCK >= 256)
        addHalf(part, left, 128);
    if (BLOCK >= 128)
        addHalf(part, left, 64);
    if (tid < 32) {
        int sum = sumLastWarp(part, left);
        if (tid == 0)
            out[blockIdx.x] = sum;
    }
}
// [end reduceCompleteUnroll]

typedef void (*Kernel)(int *in, int *out, size_t n);

// [begin completeUnrollFor]
// The instance of reduceCompleteUnroll for a block size that is known only at run time: the
// compiler makes all five.
static Kernel completeUnrollFor(size_t block)
{
    switch (block) {
    case 1024: return reduceCompleteUnroll<1024>;
    case 512: return reduceCompleteUnroll<512>;
    case 256: return reduceCompleteUnroll<256>;
    case 128: return reduceCompleteUnroll<128>;
    default: return reduceCompleteUnroll<64>;
    }
}
// [end completeUnrollFor]

static const struct {
    const char *name;
    Kernel kernel;    // NULL: one per block size, see completeUnrollFor
    size_t perThread; // elements that a thread adds before the halving
} ladder[] = {
    {"reduceUnroll2", reduceUnroll2, 2},
    {"reduceUnroll4", reduceUnroll4, 4},
    {"reduceUnroll8", reduceUnroll8, 8},
    {"reduceUnrollWarps8", reduceUnrollWarps8, 8},
    {"reduceCompleteUnrollWarps8", reduceCompleteUnrollWarps8, 8},
    {"reduceCompleteUnroll", NULL, 8},
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

// [begin reference]
static int64_t sum_loop(const int *x, size_t n) // x: (n)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}
// [end reference]

int main(int argc, char **argv)
{
    Options options = options_for(
        "Sums n random ints in global memory, with more and more loops unrolled.", "nbsrk");
    options.n = default_size(1 << 24, 1 << 22);
    options.n_max = (size_t)1 << 36;
    options.block = 512;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernels(&options, ladder);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, block = options.block;
    size_t most = n / (2 * block) + 1; // blocks of any rung
    size_t bytes = n * sizeof(int);
    deviceRequire(&options, 2 * bytes + most * sizeof(int), bytes + most * sizeof(int));
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);

    int *in = host_array(int, n);
    int *out = host_array(int, most);
    fill_ints(in, n, options.seed);

    int64_t want = sum_loop(in, n);

    int *d_in = deviceCopy(int, in, n);
    int *d_data = deviceArray(int, n); // the copy of the input that kernels overwrite
    int *d_out = deviceArray(int, most);

    // [begin measure]
    for (int i = 0; i < RUNGS; i++) {
        if (!options_want(&options, ladder[i].name))
            continue;
        Kernel kernel = ladder[i].kernel != NULL ? ladder[i].kernel : completeUnrollFor(block);
        size_t stretch = block * ladder[i].perThread;
        size_t grid = blocksFor(n, stretch);
        size_t outBytes = grid * sizeof(int);
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemcpy(d_data, d_in, bytes, cudaMemcpyDeviceToDevice));
            cudaCheck(cudaMemset(d_out, 0xff, outBytes)); // no earlier result can pass for this one
            gpuTimerStart(&timer);
            kernel<<<(unsigned int)grid, (unsigned int)block>>>(d_data, d_out, n);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);

        cudaCheck(cudaMemcpy(out, d_out, outBytes, cudaMemcpyDeviceToHost));
        int64_t sum = 0; // of the partial sums: the host adds them, not timed
        for (size_t b = 0; b < grid; b++)
            sum += out[b];
        rowsKernel(&rows, ladder[i].name, n, ms, (double)bytes,
                   verify_integer(ladder[i].name, sum, want));
    }
    // [end measure]

    deviceFree(d_in, d_data, d_out);
    host_free(in, out);
    return rowsEnd(&rows);
}
