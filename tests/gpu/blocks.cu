// blocks.cu: what blocks cost beside the work that they do: those that find nothing to do, and those of a last round.
//
//     copy            the copy of ch1-transpose: a block takes 4 * 256 groups of four floats
//     copyIdle        the same kernel with four times as many blocks, three of four without work
//     idle            only the blocks without work: three times as many as copy has
//     roundFull       a block for each SM, which has room for one: all run at once, one round
//     roundOneMore    one block more: a second round for a single block
//     roundTwice      twice as many: two full rounds
//
//     nvcc -arch=native -O3 -Icommon tests/gpu/blocks.cu -o blocks && ./blocks -n 2^26 --csv

#include "program.h"

enum { BLOCK = 256, LARGE = 1024, ROUNDS = 1 << 14 };

// A thread copies four groups of four floats; n is a multiple of 4. in, out: (n).
static __device__ void copyFours(const float *in, float *out, size_t n)
{
    size_t fours = n / 4, first = (size_t)blockIdx.x * blockDim.x * 4 + threadIdx.x;
    const float4 *from = (const float4 *)in;
    float4 *to = (float4 *)out, v[4];

    for (int k = 0; k < 4; k++)
        if (first + k * blockDim.x < fours)
            v[k] = from[first + k * blockDim.x];
    for (int k = 0; k < 4; k++)
        if (first + k * blockDim.x < fours)
            to[first + k * blockDim.x] = v[k];
}

// Arithmetic that takes every block the same time. A launch gives a block so much shared memory that an
// SM has room for one. out: (1), written by nobody.
static __device__ void calculate(float *out)
{
    unsigned int x = threadIdx.x;
#pragma unroll 1
    for (int r = 0; r < ROUNDS; r++)
        x = 1664525 * x + 1013904223;
    if (x == 1 && blockIdx.x == 1u << 30) // there is no such block
        *out = 0;
}

// A name for each launch, so that a profiler tells them apart.
__global__ void copy(const float *in, float *out, size_t n)
{
    copyFours(in, out, n);
}

__global__ void copyIdle(const float *in, float *out, size_t n)
{
    copyFours(in, out, n);
}

__global__ void idle(const float *in, float *out, size_t)
{
    copyFours(in, out, 0);
}

__global__ void roundFull(const float *, float *out, size_t)
{
    calculate(out);
}

__global__ void roundOneMore(const float *, float *out, size_t)
{
    calculate(out);
}

__global__ void roundTwice(const float *, float *out, size_t)
{
    calculate(out);
}

typedef void (*Kernel)(const float *in, float *out, size_t n);

static const struct {
    const char *name;
    Kernel kernel;
    unsigned int times; // blocks: so many times those that the work needs, or the device has SMs
    unsigned int more;  // and so many blocks beside
    bool copies, calculates;
} launches[] = {
    {"copy", copy, 1, 0, true, false},
    {"copyIdle", copyIdle, 4, 0, true, false},
    {"idle", idle, 3, 0, false, false},
    {"roundFull", roundFull, 1, 0, false, true},
    {"roundOneMore", roundOneMore, 1, 1, false, true},
    {"roundTwice", roundTwice, 2, 0, false, true},
};
enum { LAUNCHES = sizeof launches / sizeof *launches };

int main(int argc, char **argv)
{
    Options options = options_for("Times blocks without work, and rounds of blocks.", "nsrk");
    options.n = 1 << 26;
    options.n_max = (size_t)1 << 32;
    options_kernels(&options, launches);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n / 4 * 4, bytes = n * sizeof(float);
    float *in = host_array(float, n);
    float *out = host_array(float, n);
    fill_floats(in, n, options.seed);
    float *d_in = deviceCopy(float, in, n);
    float *d_out = deviceArray(float, n);
    int ballast = 0; // bytes of shared memory
    cudaCheck(cudaDeviceGetAttribute(&ballast, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));

    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    for (int i = 0; i < LAUNCHES; i++) {
        if (!options_want(&options, launches[i].name))
            continue;
        bool large = launches[i].calculates;
        unsigned int once = blocksFor(n, 4 * 4 * BLOCK), shared = 0;
        if (large) {
            once = (unsigned int)device.multiprocessors;
            shared = (unsigned int)ballast;
            cudaCheck(cudaFuncSetAttribute(launches[i].kernel,
                                           cudaFuncAttributeMaxDynamicSharedMemorySize, ballast));
        }
        unsigned int grid = launches[i].times * once + launches[i].more;
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemset(d_out, 0xff, bytes));
            gpuTimerStart(&timer);
            launches[i].kernel<<<grid, large ? LARGE : BLOCK, shared>>>(d_in, d_out, n);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);
        bool right = true;
        if (launches[i].copies) {
            cudaCheck(cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost));
            right = memcmp(in, out, bytes) == 0;
        }
        rowsKernel(&rows, launches[i].name, large ? grid : n, ms,
                   launches[i].copies ? 2.0 * (double)bytes : 0, right);
        if (!options.csv)
            printf("    %u blocks\n", grid);
    }

    deviceFree(d_in, d_out);
    host_free(in, out);
    return rowsEnd(&rows);
}
