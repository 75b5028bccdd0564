// Launch bounds: a promise about the block's size.
//
// The compiler does not know how a kernel will be launched, so it must expect the largest block.
// __launch_bounds__(threads, blocks) promises that a block has at most `threads` threads, and asks that
// `blocks` blocks fit on an SM. The compiler then uses only as many registers as that leaves for a thread.
// Whatever does not fit into them goes to local memory:
//
//     varianceFree     no bounds: as many registers as it likes
//     varianceFits     (256, 2): 128 registers for a thread
//     varianceSpills   (256, 6): 40 registers, where 48 numbers are needed at once
//
//     make ch2-bounds && ./ch2-bounds

#include "flush.h"
#include "program.h"

enum { COLUMNS = 48, MOST_BLOCK = 256 };

// The variance of row i of x: (COLUMNS, n), in two passes. Both need all of the row's numbers, and the
// loads of the first should all be in flight together, so 48 numbers are alive at the same time.
// [begin variance]
static __device__ float variance(const float *x, size_t n, size_t i)
{
    float row[COLUMNS], sum = 0, square = 0;
#pragma unroll
    for (int k = 0; k < COLUMNS; k++)
        row[k] = x[k * n + i];
#pragma unroll
    for (int k = 0; k < COLUMNS; k++)
        sum += row[k];
    float mean = sum / COLUMNS;
#pragma unroll
    for (int k = 0; k < COLUMNS; k++)
        square += (row[k] - mean) * (row[k] - mean);
    return square / COLUMNS;
}

__global__ void varianceFree(const float *x, float *y, size_t n) // y: (n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = variance(x, n, i);
}

__global__ void __launch_bounds__(MOST_BLOCK, 2) varianceFits(const float *x, float *y, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = variance(x, n, i);
}

__global__ void __launch_bounds__(MOST_BLOCK, 6) varianceSpills(const float *x, float *y, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = variance(x, n, i);
}
// [end variance]

typedef void (*Kernel)(const float *x, float *y, size_t n);

static const struct {
    const char *name;
    Kernel kernel;
} ways[] = {
    {"varianceFree", varianceFree},
    {"varianceFits", varianceFits},
    {"varianceSpills", varianceSpills},
};
enum { WAYS = sizeof ways / sizeof *ways };

// [begin reference]
static double reference_variance(const float *x, size_t n, size_t i)
{
    double sum = 0, square = 0;
    for (size_t k = 0; k < COLUMNS; k++)
        sum += x[k * n + i];
    for (size_t k = 0; k < COLUMNS; k++)
        square += (x[k * n + i] - sum / COLUMNS) * (x[k * n + i] - sum / COLUMNS);
    return square / COLUMNS;
}
// [end reference]

// True if y: (n) is right. All numbers are below 1 in size: COLUMNS of them pass through a few roundings
// each.
static bool verify_way(int w, const float *x, const float *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!verify_float(ways[w].name, y[i], reference_variance(x, n, i),
                          4 * float_gamma(2 * COLUMNS))) {
            fprintf(stderr, "%s: that was element %zu\n", ways[w].name, i);
            return false;
        }
    return true;
}

// [begin attributes]
// What the compiler has made of a kernel, and how many warps of it an SM holds.
static void printAttributes(int w, int block)
{
    struct cudaFuncAttributes made;
    int blocks = 0;
    cudaCheck(cudaFuncGetAttributes(&made, ways[w].kernel));
    cudaCheck(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, ways[w].kernel, block, 0));
    printf("%-16s %9d %9zu B %13d %15d\n", ways[w].name, made.numRegs, made.localSizeBytes,
           made.maxThreadsPerBlock, blocks * block / 32);
}
// [end attributes]

int main(int argc, char **argv)
{
    static const size_t blocks[] = {32, 64, 128, MOST_BLOCK, 0}; // the bounds promise no more
    Options options =
        options_for("Variances of n random rows, with and without launch bounds.", "nbsrk");
    options.n = default_size(1 << 22, 1 << 14);
    options.n_max = (size_t)1 << 31;
    options.blocks = blocks;
    options_kernels(&options, ways);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, count = COLUMNS * n, bytes = n * sizeof(float);
    deviceRequire(&options, count * sizeof(float) + bytes, count * sizeof(float) + bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    float *x = host_array(float, count), *y = host_array(float, n);
    fill_floats(x, count, options.seed);
    float *d_x = deviceCopy(float, x, count), *d_y = deviceArray(float, n);

    Flush flush = flushBegin();
    for (int w = 0; w < WAYS; w++) {
        if (!options_want(&options, ways[w].name))
            continue;
        unsigned int grid = blocksFor(n, options.block), block = (unsigned int)options.block;
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemset(d_y, 0xff, bytes)); // NaN: no earlier result can pass
            flushCaches(&flush);
            gpuTimerStart(&timer);
            ways[w].kernel<<<grid, block>>>(d_x, d_y, n);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);
        cudaCheck(cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost));
        rowsKernel(&rows, ways[w].name, n, ms, (COLUMNS + 1) * (double)bytes,
                   verify_way(w, x, y, n));
    }
    if (!options.csv) {
        printf("\n%-16s %9s %11s %13s %15s\n", "kernel", "registers", "local", "largest block",
               "resident warps");
        for (int w = 0; w < WAYS; w++)
            if (options_want(&options, ways[w].name))
                printAttributes(w, (int)options.block);
        if (SIMULATED)
            printf("local: what the PTX asks for; what ptxas spills, only a GPU's driver tells\n");
    }

    flushEnd(&flush);
    deviceFree(d_x, d_y);
    host_free(x, y);
    return rowsEnd(&rows);
}
