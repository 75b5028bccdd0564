// Occupancy, and how much it matters.
//
// An SM holds several blocks at a time, as many as it has room for (ch2-calculator):
//
//     occupancy = resident warps / the most warps that the SM can hold
//
// To measure that, we limit how many blocks of a copy kernel are resident on an SM:
//
//     copy1at1 ... copy1at4     one load in flight per thread; 1, 2, 4 blocks of 256 per SM
//     copy4at1 ... copy4at4     four loads in flight per thread
//
//     make ch2-occupancy && ./ch2-occupancy

#include "occupancy.h"

// Copies in: (n) to out: (n). A launch asks for shared memory that no thread uses, as ballast that keeps
// other blocks out.
// [begin copies]
__global__ void copy1(const float *in, float *out, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
#pragma unroll 1
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        out[i] = in[i];
}

__global__ void copy4(const float *in, float *out, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (; i + 3 * threads < n; i += 4 * threads) {
        float a = in[i], b = in[i + threads], c = in[i + 2 * threads], d = in[i + 3 * threads];
        out[i] = a;
        out[i + threads] = b;
        out[i + 2 * threads] = c;
        out[i + 3 * threads] = d;
    }
    for (; i < n; i += threads)
        out[i] = in[i];
}
// [end copies]

typedef void (*Kernel)(const float *in, float *out, size_t n);

static const struct {
    const char *name;
    Kernel kernel;
    int resident; // blocks per SM
} ways[] = {
    {"copy1at1", copy1, 1}, {"copy1at2", copy1, 2}, {"copy1at4", copy1, 4},
    {"copy4at1", copy4, 1}, {"copy4at2", copy4, 2}, {"copy4at4", copy4, 4},
};
enum { WAYS = sizeof ways / sizeof *ways, THREADS = 256 };

// Returns the ballast, in bytes, that leaves room for `resident` blocks on an SM and no more. It may be
// more than 48 KiB, so the kernel must first be allowed to use that much.
static int ballastFor(const Limits *l, Kernel kernel, int resident)
{
    int optIn = 0;
    cudaCheck(cudaDeviceGetAttribute(&optIn, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    int ballast = l->shared / resident / l->sharedUnit * l->sharedUnit - l->reserved;
    ballast = ballast < optIn ? ballast : optIn;
    cudaCheck(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, ballast));
    return ballast;
}

// True if the calculator and CUDA agree on the blocks of the kernel that fit on an SM.
static bool calculatorAgrees(const Limits *l, const char *name, Kernel kernel, int ballast)
{
    struct cudaFuncAttributes made;
    int blocks = 0;
    cudaCheck(cudaFuncGetAttributes(&made, kernel));
    cudaCheck(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, THREADS, (size_t)ballast));
    Demand d = {THREADS, made.numRegs, (int)made.sharedSizeBytes + ballast};
    return verify_integer(name, room_for(l, d).blocks, blocks);
}

int main(int argc, char **argv)
{
    Options options =
        options_for("Copies n floats with few and with many blocks on an SM.", "nsrk");
    options.n = default_size(1 << 26, 1 << 20);
    options.n_max = (size_t)1 << 34;
    options_kernels(&options, ways);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    Limits here = limitsOfDevice(&device);
    size_t n = options.n, bytes = n * sizeof(float);
    deviceRequire(&options, 2 * bytes, 2 * bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    float *in = host_array(float, n);
    float *out = host_array(float, n);
    fill_floats(in, n, options.seed);
    float *d_in = deviceCopy(float, in, n);
    float *d_out = deviceArray(float, n);

    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        int ballast = ballastFor(&here, ways[i].kernel, ways[i].resident);
        int grid = device.multiprocessors * ways[i].resident; // all blocks are resident at once
        Runs runs = runsBegin(&options, d_out, bytes);
        while (runsNext(&runs))
            ways[i].kernel<<<(unsigned int)grid, THREADS, (size_t)ballast>>>(d_in, d_out, n);
        double ms = runsEnd(&runs, out);
        bool right = verify_floats(ways[i].name, out, in, n, 0) &&
                     calculatorAgrees(&here, ways[i].name, ways[i].kernel, ballast);
        rowsKernel(&rows, ways[i].name, n, ms, 2.0 * (double)bytes, right);
    }
    if (!options.csv) {
        printf("\n%-26s %16s %16s %16s\n", "kernel", "blocks per SM", "occupancy", "loads/SM");
        for (int i = 0; i < WAYS; i++) {
            int resident = ways[i].resident, each = ways[i].kernel == copy4 ? 4 : 1;
            if (options_want(&options, ways[i].name))
                printf("%-26s %16d %14.1f %% %14d B\n", ways[i].name, resident,
                       100.0 * resident * THREADS / here.threads, resident * THREADS * each * 4);
        }
        printf("\nloads/SM: bytes of loads that can be in flight on an SM at once\n");
    }
    deviceFree(d_in, d_out);
    host_free(in, out);
    return rowsEnd(&rows);
}
