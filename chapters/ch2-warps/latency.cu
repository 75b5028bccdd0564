// Latency, and what must be under way to hide it.
//
// An instruction's result is there some cycles after it was issued. One chain of dependent
// instructions can't go faster than that. Throughput comes from other instructions in between: from
// the same thread, if they do not depend on each other, or from other warps. Little's law says how
// many: under way = latency x throughput.
//
//     chaseShared      one thread, each load tells where the next one goes: cycles per load
//     chaseL1          the same in global memory, from the L1 cache
//     chaseL2          from the L2 cache
//     chaseMemory      from DRAM
//     fma1x4           multiply-adds: one chain per thread, 4 warps on each SM
//     fma2x8           two chains per thread, 8 warps; and so on
//     load1x8          loads: one at a time per thread, 8 warps on each SM
//     load4x8          four that do not depend on each other; and so on
//
//     make ch2-latency && ./ch2-latency

#include "program.h"

enum { WARP = 32, MOST_CHAINS = 4, RING = 1024, FAR = 1024 + 32 }; // FAR, RING: in ints

// ---- Chains of loads -----------------------------------------------------------------------------

// A chase: steps times at = next[at]. All kernels: next: (size), a ring; found: (2), where the chase
// ended and how many cycles it took. One thread.

// [begin chaseShared]
__global__ void chaseShared(const unsigned int *next, unsigned int steps, long long *found)
{
    __shared__ unsigned int near[RING];
    for (unsigned int i = 0; i < RING; i++)
        near[i] = next[i];
    unsigned int at = 0;
    long long start = clock64();
    for (unsigned int s = 0; s < steps; s++)
        at = near[at];
    found[1] = clock64() - start;
    found[0] = at;
}
// [end chaseShared]

// [begin chaseL1]
__global__ void chaseL1(const unsigned int *next, unsigned int steps, long long *found)
{
    unsigned int at = 0;
    for (unsigned int i = 0; i < RING; i++)
        at = next[at]; // once around: now the ring is in the L1 cache, and at is 0 again
    long long start = clock64();
    for (unsigned int s = 0; s < steps; s++)
        at = next[at];
    found[1] = clock64() - start;
    found[0] = at;
}
// [end chaseL1]

// __ldcg loads from L2 and leaves L1 aside. found[1] is cycles of the second chase if twice.
// [begin chaseL2]
static __device__ void chaseFar(const unsigned int *next, unsigned int steps, long long *found,
                                bool twice)
{
    unsigned int at = 0;
    for (unsigned int s = 0; twice && s < RING; s++)
        at = __ldcg(&next[at]);
    long long start = clock64();
    for (unsigned int s = 0; s < steps; s++)
        at = __ldcg(&next[at]);
    found[1] = clock64() - start;
    found[0] = at;
}

__global__ void chaseL2(const unsigned int *next, unsigned int steps, long long *found)
{
    chaseFar(next, steps, found, true);
}
// [end chaseL2]

// Each step goes to a place that has not been read since the caches were overwritten.
// [begin chaseMemory]
__global__ void chaseMemory(const unsigned int *next, unsigned int steps, long long *found)
{
    chaseFar(next, steps, found, false);
}
// [end chaseMemory]

// ---- Chains of multiply-adds ---------------------------------------------------------------------

// Every thread runs so many chains of steps of x = x a + b, which do not depend on each other. out:
// (threads), the sum of a thread's chains.
// [begin chains]
static __device__ void runChains(unsigned int steps, float a, float b, float *out, const int chains)
{
    float x[MOST_CHAINS], sum = 0;
    for (int c = 0; c < chains; c++)
        x[c] = (float)(threadIdx.x % WARP) + (float)c;
    for (unsigned int s = 0; s < steps; s++)
        for (int c = 0; c < chains; c++)
            x[c] = __fmaf_rn(x[c], a, b);
    for (int c = 0; c < chains; c++)
        sum += x[c];
    out[(size_t)blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void fma1(unsigned int steps, float a, float b, float *out)
{
    runChains(steps, a, b, out, 1);
}

__global__ void fma2(unsigned int steps, float a, float b, float *out)
{
    runChains(steps, a, b, out, 2);
}

__global__ void fma4(unsigned int steps, float a, float b, float *out)
{
    runChains(steps, a, b, out, 4);
}
// [end chains]

// ---- Loads ---------------------------------------------------------------------------------------

// Adds up in: (n), several elements per turn and thread whose loads do not wait for each other. out:
// (threads), one sum per thread.
// [begin loads]
__global__ void load1(const float *in, size_t n, float *out)
{
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    float sum = 0;
#pragma unroll 1 // or the compiler would load several elements ahead
    for (size_t i = thread; i < n; i += threads)
        sum += in[i];
    out[thread] = sum;
}

__global__ void load4(const float *in, size_t n, float *out)
{
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    size_t i = thread;
    float sum = 0;
#pragma unroll 1
    for (; i + 3 * threads < n; i += 4 * threads)
        sum += in[i] + in[i + threads] + in[i + 2 * threads] + in[i + 3 * threads];
    for (; i < n; i += threads)
        sum += in[i];
    out[thread] = sum;
}
// [end loads]

typedef void (*Chase)(const unsigned int *next, unsigned int steps, long long *found);
typedef void (*Fma)(unsigned int steps, float a, float b, float *out);
typedef void (*Load)(const float *in, size_t n, float *out);

// A row: one of the three kinds of kernel, how many chains or loads per thread, how many warps per SM.
static const struct {
    const char *name;
    Chase chase;
    Fma fma;
    Load load;
    unsigned int each, warps;
} ways[] = {
    {"chaseShared", chaseShared, NULL, NULL, 1, 1},
    {"chaseL1", chaseL1, NULL, NULL, 1, 1},
    {"chaseL2", chaseL2, NULL, NULL, 1, 1},
    {"chaseMemory", chaseMemory, NULL, NULL, 1, 1},
    {"fma1x4", NULL, fma1, NULL, 1, 4},
    {"fma1x8", NULL, fma1, NULL, 1, 8},
    {"fma1x16", NULL, fma1, NULL, 1, 16},
    {"fma1x32", NULL, fma1, NULL, 1, 32},
    {"fma2x4", NULL, fma2, NULL, 2, 4},
    {"fma2x8", NULL, fma2, NULL, 2, 8},
    {"fma2x16", NULL, fma2, NULL, 2, 16},
    {"fma4x4", NULL, fma4, NULL, 4, 4},
    {"fma4x8", NULL, fma4, NULL, 4, 8},
    {"load1x8", NULL, NULL, load1, 1, 8},
    {"load1x16", NULL, NULL, load1, 1, 16},
    {"load1x32", NULL, NULL, load1, 1, 32},
    {"load4x8", NULL, NULL, load4, 4, 8},
    {"load4x16", NULL, NULL, load4, 4, 16},
    {"load4x32", NULL, NULL, load4, 4, 32},
};
enum { WAYS = sizeof ways / sizeof *ways };

// What all of them share.
typedef struct {
    const Device *device;
    Rows *rows;
    size_t repeats;
    unsigned int steps; // of a chain
    size_t elements;    // that loads add up
    float *in;          // (elements), on the host
} Bench;

// [begin ring]
// next: (size), a ring that a chase goes around in steps of `stride`.
static void make_ring(unsigned int *next, size_t size, size_t stride)
{
    for (size_t i = 0; i < size; i++)
        next[i] = (unsigned int)((i + stride) % size);
}
// [end ring]

// Runs a chase; returns the cycles per step.
static double timeChase(const Bench *bench, int way)
{
    bool far = ways[way].chase == chaseMemory;
    size_t stride = far ? FAR : 33; // 33 and RING have no common factor: the chase visits all of it
    size_t size = far ? (size_t)FAR * (bench->steps + 1) : RING;
    unsigned int *next = host_array(unsigned int, size), *d_next;
    unsigned char *d_other; // written over to empty the caches
    size_t other = SIMULATED ? 1 : (size_t)256 << 20;
    long long found[2], *d_found;
    make_ring(next, size, stride);
    cudaCheck(cudaMalloc(&d_next, size * sizeof *next));
    cudaCheck(cudaMalloc(&d_found, sizeof found));
    cudaCheck(cudaMalloc(&d_other, other));
    cudaCheck(cudaMemcpy(d_next, next, size * sizeof *next, cudaMemcpyHostToDevice));

    GpuTimer timer = gpuTimerBegin(bench->repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(d_other, 0, other));
        gpuTimerStart(&timer);
        ways[way].chase<<<1, 1>>>(d_next, bench->steps, d_found);
        gpuTimerStop(&timer);
    }
    double ms = gpuTimerEnd(&timer);
    cudaCheck(cudaMemcpy(found, d_found, sizeof found, cudaMemcpyDeviceToHost));
    bool right =
        verify_integer(ways[way].name, found[0], (int64_t)((size_t)bench->steps * stride % size));
    rowsAdd(bench->rows, bench->device->name, SIMULATED, 0, ways[way].name, bench->steps, ms,
            bench->steps, right);
    deviceFree(d_next, d_found, d_other, NULL);
    free(next);
    return bench->steps > 0 ? (double)found[1] / bench->steps : 0;
}

// A grid that puts so many warps on every SM: blocks of at most 8 warps, as many to each SM.
static void gridFor(const Bench *bench, int way, unsigned int *grid, unsigned int *block)
{
    unsigned int perBlock = ways[way].warps < 8 ? ways[way].warps : 8;
    *block = perBlock * WARP;
    *grid = (unsigned int)bench->device->multiprocessors * (ways[way].warps / perBlock);
}

static void timeFma(const Bench *bench, int way)
{
    const float a = 0.75f, b = 0.5f;
    unsigned int grid, block;
    gridFor(bench, way, &grid, &block);
    size_t threads = (size_t)grid * block;
    float *out = host_array(float, threads), *d_out;
    cudaCheck(cudaMalloc(&d_out, threads * sizeof *out));

    GpuTimer timer = gpuTimerBegin(bench->repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(d_out, 0xff, threads * sizeof *out)); // NaN
        gpuTimerStart(&timer);
        ways[way].fma<<<grid, block>>>(bench->steps, a, b, d_out);
        gpuTimerStop(&timer);
    }
    double ms = gpuTimerEnd(&timer);
    cudaCheck(cudaMemcpy(out, d_out, threads * sizeof *out, cudaMemcpyDeviceToHost));

    float *want = host_array(float, threads);
    for (size_t lane = 0; lane < WARP; lane++) // fmaf rounds once, as the device does
        for (unsigned int c = 0; c < ways[way].each; c++) {
            float x = (float)lane + (float)c;
            for (unsigned int s = 0; s < bench->steps; s++)
                x = fmaf(x, a, b);
            want[lane] += x;
        }
    for (size_t t = WARP; t < threads; t++)
        want[t] = want[t % WARP];
    double flops = 2.0 * (double)threads * ways[way].each * bench->steps;
    rowsAdd(bench->rows, bench->device->name, SIMULATED, bench->device->flops / 1e9, ways[way].name,
            bench->steps, ms, flops, verify_floats(ways[way].name, out, want, threads, 0));
    cudaCheck(cudaFree(d_out));
    host_free(out, want, NULL);
}

static void timeLoad(const Bench *bench, int way)
{
    unsigned int grid, block;
    gridFor(bench, way, &grid, &block);
    size_t threads = (size_t)grid * block, n = bench->elements, bytes = n * sizeof(float);
    float *out = host_array(float, threads), *d_in, *d_out;
    cudaCheck(cudaMalloc(&d_in, bytes));
    cudaCheck(cudaMalloc(&d_out, threads * sizeof *out));
    cudaCheck(cudaMemcpy(d_in, bench->in, bytes, cudaMemcpyHostToDevice));

    GpuTimer timer = gpuTimerBegin(bench->repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(d_out, 0xff, threads * sizeof *out)); // NaN
        gpuTimerStart(&timer);
        ways[way].load<<<grid, block>>>(d_in, n, d_out);
        gpuTimerStop(&timer);
    }
    double ms = gpuTimerEnd(&timer);
    cudaCheck(cudaMemcpy(out, d_out, threads * sizeof *out, cudaMemcpyDeviceToHost));

    double sum = 0, want = 0, magnitudes = 0;
    for (size_t t = 0; t < threads; t++)
        sum += out[t];
    for (size_t i = 0; i < n; i++) {
        want += bench->in[i];
        magnitudes += fabsf(bench->in[i]);
    }
    double additions = ceil((double)n / (double)threads) + 3; // that an element may go through
    rowsAdd(bench->rows, bench->device->name, SIMULATED, bench->device->bandwidth / 1e9,
            ways[way].name, n, ms, (double)bytes,
            verify_float(ways[way].name, sum, want, float_gamma(additions) * magnitudes));
    deviceFree(d_in, d_out, NULL);
    free(out);
}

int main(int argc, char **argv)
{
    size_t elements = default_size(1 << 26, 1 << 22);
    const Option own[] = {
        {'e', "elements", "floats that loads add up", &elements, 0, (size_t)1 << 32, NULL, NULL},
        {}};
    Options options =
        options_for("Measures chains of n dependent steps, one and many at once.", "nsrk");
    options.n = 8192;
    options.n_max = 1 << 20;
    options_kernels(&options, ways);
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t bytes = elements * sizeof(float), ring = FAR * (options.n + 1) * sizeof(unsigned int);
    deviceRequire(&options, bytes + ring, bytes + ring);
    Rows rows = rowsBegin(&device, &options, "G/s", 0);
    Bench bench = {&device,         &rows,
                   options.repeats, (unsigned int)options.n,
                   elements,        host_array(float, elements)};
    fill_floats(bench.in, elements, options.seed);

    double cycles[WAYS] = {};
    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        if (ways[i].chase != NULL)
            cycles[i] = timeChase(&bench, i);
        else if (ways[i].fma != NULL)
            timeFma(&bench, i);
        else
            timeLoad(&bench, i);
    }
    if (!options.csv) {
        printf("\nG/s: 10^9 steps of a chase, operations of fma, bytes of loads per second\n");
        for (int i = 0; i < WAYS; i++)
            if (ways[i].chase != NULL && options_want(&options, ways[i].name))
                printf("%-26s %11.1f cycles per step%s\n", ways[i].name, cycles[i],
                       SIMULATED ? ", modelled" : "");
    }
    free(bench.in);
    return rowsEnd(&rows);
}
