// asides.cu: kernels that the notes mention beside the ladders. book.sh times and counts them.
//
//     empty                          one block that does nothing: what a launch takes at least
//     remainder                      chapter 3's reduceBaseline: which thread adds is asked by a remainder
//     mask                           the same by a bitwise and: the stride is a power of two
//     remainderKnown                 the remainder, in blocks whose size the compiler knows
//     sequential, sequentialKnown    pairs half a stretch apart, with and without that knowledge
//     fetch32, fetch64, fetch128     a load of every 16th float; L2 is asked to fetch so many bytes at a time
//
//     nvcc -arch=native -O3 -Icommon tests/gpu/asides.cu -o asides && ./asides --csv

#include "flush.h"
#include "program.h"

enum { BLOCK = 256, APART = 16 };

// in: (n); out: (blocks), a block's sum, or one element a thread for fetch.
extern __shared__ float shared[]; // (blockDim.x)

__global__ void empty(const float *, float *, size_t) {}

static __device__ void load(const float *in, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    shared[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
}

static __device__ void store(float *out)
{
    if (threadIdx.x == 0)
        out[blockIdx.x] = shared[0];
}

__global__ void remainder(const float *in, float *out, size_t n)
{
    load(in, n);
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if (threadIdx.x % (2 * stride) == 0)
            shared[threadIdx.x] += shared[threadIdx.x + stride];
        __syncthreads();
    }
    store(out);
}

__global__ void mask(const float *in, float *out, size_t n)
{
    load(in, n);
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if ((threadIdx.x & (2 * stride - 1)) == 0)
            shared[threadIdx.x] += shared[threadIdx.x + stride];
        __syncthreads();
    }
    store(out);
}

__global__ void remainderKnown(const float *in, float *out, size_t n)
{
    load(in, n);
#pragma unroll
    for (unsigned int stride = 1; stride < BLOCK; stride *= 2) {
        if (threadIdx.x % (2 * stride) == 0)
            shared[threadIdx.x] += shared[threadIdx.x + stride];
        __syncthreads();
    }
    store(out);
}

__global__ void sequential(const float *in, float *out, size_t n)
{
    load(in, n);
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride)
            shared[threadIdx.x] += shared[threadIdx.x + stride];
        __syncthreads();
    }
    store(out);
}

__global__ void sequentialKnown(const float *in, float *out, size_t n)
{
    load(in, n);
#pragma unroll
    for (unsigned int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride)
            shared[threadIdx.x] += shared[threadIdx.x + stride];
        __syncthreads();
    }
    store(out);
}

// Each thread reads one float of 64 bytes, once.
static __device__ void readApart(const float *in, float *out, size_t n)
{
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * APART;
    if (i < n && in[i] > 2) // no element is so large, so nothing is stored
        out[blockIdx.x] = in[i];
}

// Three names for one kernel, so that a profiler tells the limits apart.
__global__ void fetch32(const float *in, float *out, size_t n)
{
    readApart(in, out, n);
}

__global__ void fetch64(const float *in, float *out, size_t n)
{
    readApart(in, out, n);
}

__global__ void fetch128(const float *in, float *out, size_t n)
{
    readApart(in, out, n);
}

static const struct {
    const char *name;
    void (*kernel)(const float *in, float *out, size_t n);
    size_t fetch; // bytes that L2 is asked to fetch at a time, 0 for sums
} asides[] = {
    {"empty", empty, 0},
    {"remainder", remainder, 0},
    {"mask", mask, 0},
    {"remainderKnown", remainderKnown, 0},
    {"sequential", sequential, 0},
    {"sequentialKnown", sequentialKnown, 0},
    {"fetch32", fetch32, 32},
    {"fetch64", fetch64, 64},
    {"fetch128", fetch128, 128},
};
enum { ASIDES = sizeof asides / sizeof *asides };

int main(int argc, char **argv)
{
    Options options =
        options_for("Times what the notes say in passing, on n random floats.", "nsrk");
    options.n = 1 << 24;
    options.n_max = (size_t)1 << 34;
    options_kernels(&options, asides);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, bytes = n * sizeof(float), grid = n / BLOCK + 1;
    float *in = host_array(float, n);
    float *out = host_array(float, grid);
    fill_floats(in, n, options.seed);
    double want = 0, magnitudes = 0;
    for (size_t i = 0; i < n; i++) {
        want += in[i];
        magnitudes += fabsf(in[i]);
    }
    float *d_in, *d_out;
    cudaCheck(cudaMalloc(&d_in, bytes));
    cudaCheck(cudaMalloc(&d_out, grid * sizeof(float)));
    cudaCheck(cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice));
    Flush flush = flushBegin();

    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    for (int i = 0; i < ASIDES; i++) {
        if (!options_want(&options, asides[i].name))
            continue;
        size_t share = asides[i].fetch > 0 ? APART : 1, blocks = i == 0      ? 1
                                                                 : share > 1 ? grid / share + 1
                                                                             : grid;
        if (asides[i].fetch > 0)
            cudaCheck(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, asides[i].fetch));
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemset(d_out, 0, grid * sizeof(float)));
            if (asides[i].fetch > 0)
                flushCaches(&flush);
            gpuTimerStart(&timer);
            asides[i].kernel<<<(unsigned int)blocks, BLOCK, BLOCK * sizeof(float)>>>(d_in, d_out,
                                                                                     n);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);
        cudaCheck(cudaMemcpy(out, d_out, grid * sizeof(float), cudaMemcpyDeviceToHost));
        double sum = 0;
        for (size_t b = 0; b < grid; b++)
            sum += out[b];
        bool sums = asides[i].fetch == 0 && i > 0;
        rowsKernel(&rows, asides[i].name, n, ms, (double)bytes / (double)share,
                   verify_float(asides[i].name, sum, sums ? want : 0,
                                float_gamma(log2((double)BLOCK)) * magnitudes));
    }
    flushEnd(&flush);
    deviceFree(d_in, d_out);
    host_free(in, out);
    return rowsEnd(&rows);
}
