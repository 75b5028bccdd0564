// Summing an array: the ladder in global memory.
//
// Each block adds up its own stretch of blockDim.x elements, in place, in log2(blockDim.x) steps;
// the host adds the blocks' partial sums. The rungs do the same additions: what changes is which
// thread does which, and with it how many warps work and how many sectors they touch.
//
//     sum_loop               the CPU, one element after the other: the reference
//     sum_recursive          the CPU, halving: the order that the kernels use
//     reduceNeighbored       neighbours are added by every second, fourth, ... thread
//     reduceNeighboredLess   the same neighbours, added by threads that lie side by side
//     reduceInterleaved      elements half a stretch apart, added by threads that lie side by side
//
//     make ch3-reduce && ./ch3-reduce -n 2^24 -b 512
//     make profile-ch3-reduce

#include "program.h"

// [begin sum_loop]
static int64_t sum_loop(const int *x, size_t n) // x: (n)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}
// [end sum_loop]

// [begin sum_recursive]
static int64_t sum_recursive(int *x, size_t n) // x: (n), overwritten
{
    if (n <= 1)
        return n == 1 ? x[0] : 0;
    size_t half = n - n / 2; // if n is odd, the middle element waits for the next round
    for (size_t i = 0; i < n / 2; i++)
        x[i] += x[i + half];
    return sum_recursive(x, half);
}
// [end sum_recursive]

// All kernels: in: (n), overwritten; out: (gridDim.x), one partial sum per block. blockDim.x is a
// power of two. part is the block's stretch of the array, and left is the number of elements from there
// to the array's end, which in the last block may be smaller than the number of threads. Then a thread
// skips an addition but never a barrier, because all threads of the block must reach __syncthreads().

// Rung 1: neighbours. In step s every 2s-th thread adds the element s places on. In the first step 16 of
// 32 lanes work, in the second 8, and in the end one, but every warp goes through every step, so there
// are few threads per instruction (smsp__thread_inst_executed_per_inst_executed.ratio).
// [begin reduceNeighbored]
__global__ void reduceNeighbored(int *in, int *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t first = (size_t)blockIdx.x * blockDim.x;
    int *part = in + first;
    size_t left = n - first;

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0 && tid + stride < left)
            part[tid] += part[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = left > 0 ? part[0] : 0;
}
// [end reduceNeighbored]

// Rung 2: the same additions, given to threads 0, 1, 2, ... Whole warps now work or rest, and a warp
// splits only when fewer than 32 additions are left. Removes divergence, and with it instructions for
// few threads: rung 1's counter rises from 26 to 31, of a possible 32. The elements, and therefore the
// sectors, are those of rung 1, so load efficiency stays at 25 %.
// [begin reduceNeighboredLess]
__global__ void reduceNeighboredLess(int *in, int *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t first = (size_t)blockIdx.x * blockDim.x;
    int *part = in + first;
    size_t left = n - first;

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        unsigned int i = 2 * stride * tid;
        if (i < blockDim.x && i + stride < left)
            part[i] += part[i + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = left > 0 ? part[0] : 0;
}
// [end reduceNeighboredLess]

// Rung 3: interleaved pairs. The stride starts at half the block and shrinks, so that a warp's
// lanes add elements that lie side by side and its loads fill whole sectors. Removes wasted memory
// traffic: load efficiency (smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct) goes
// from 25 % to 96 %. The same threads make as many additions as in rung 2.
// [begin reduceInterleaved]
__global__ void reduceInterleaved(int *in, int *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t first = (size_t)blockIdx.x * blockDim.x;
    int *part = in + first;
    size_t left = n - first;

    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride && tid + stride < left)
            part[tid] += part[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = left > 0 ? part[0] : 0;
}
// [end reduceInterleaved]

typedef void (*Kernel)(int *in, int *out, size_t n);

static const struct {
    const char *name;
    Kernel kernel;
} ladder[] = {
    {"reduceNeighbored", reduceNeighbored},
    {"reduceNeighboredLess", reduceNeighboredLess},
    {"reduceInterleaved", reduceInterleaved},
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

int main(int argc, char **argv)
{
    Options options = options_for(
        "Sums n random ints by halving each block's stretch in global memory.", "nbsrk");
    options.n = default_size(1 << 24, 1 << 22);
    options.n_max = (size_t)1 << 36;
    options.block = 512;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernel(&options, "sum_loop");
    options_kernel(&options, "sum_recursive");
    options_kernels(&options, ladder);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, block = options.block;
    size_t grid = blocksFor(n, block);
    size_t bytes = n * sizeof(int), outBytes = grid * sizeof(int);
    deviceRequire(&options, 2 * bytes + outBytes, 2 * bytes + outBytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);

    int *in = host_array(int, n);
    int *copy = host_array(int, n);
    int *out = host_array(int, grid);
    fill_ints(in, n, options.seed);
    memcpy(copy, in, bytes);

    // [begin reference]
    double start = cpu_ms();
    int64_t want = sum_loop(in, n); // what the kernels must agree with
    double loopMs = cpu_ms() - start;
    start = cpu_ms();
    int64_t other = sum_recursive(copy, n);
    double recursiveMs = cpu_ms() - start;
    bool agree = verify_integer("sum_recursive against sum_loop", other, want);
    if (options_want(&options, "sum_loop"))
        rowsCpu(&rows, "sum_loop", n, loopMs, (double)bytes, agree);
    if (options_want(&options, "sum_recursive"))
        rowsCpu(&rows, "sum_recursive", n, recursiveMs, (double)bytes, agree);
    // [end reference]

    int *d_in = deviceCopy(int, in, n);
    int *d_data = deviceArray(int, n); // the copy of the input that kernels overwrite
    int *d_out = deviceArray(int, grid);

    // [begin measure]
    for (int i = 0; i < RUNGS; i++) {
        if (!options_want(&options, ladder[i].name))
            continue;
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemcpy(d_data, d_in, bytes, cudaMemcpyDeviceToDevice));
            cudaCheck(cudaMemset(d_out, 0xff, outBytes)); // no earlier result can pass for this one
            gpuTimerStart(&timer);
            ladder[i].kernel<<<(unsigned int)grid, (unsigned int)block>>>(d_data, d_out, n);
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
    host_free(in, copy, out);
    return rowsEnd(&rows);
}
