// Latency hidden: chains of multiply-adds.
//
// A chain of dependent instructions waits for its own results. Throughput comes from other instructions in
// between: from the same thread, if they do not depend on the chain, or from other warps. Little's law
// says how many it takes: in flight = latency x throughput.
//
//     fma1x4           one chain per thread, 4 warps on each SM
//     fma2x8           two chains per thread, 8 warps; and so on
//
//     make ch2-chains && ./ch2-chains

#include "program.h"

enum { WARP = 32, MOST_CHAINS = 4, MOST_WARPS = 8 }; // MOST_WARPS: of a block

// Every thread runs `chains` chains of steps of x = x a + b, which do not depend on each other. out:
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

typedef void (*Fma)(unsigned int steps, float a, float b, float *out);

static const struct {
    const char *name;
    Fma kernel;
    unsigned int chains, warps; // per thread; per SM
} ways[] = {
    {"fma1x4", fma1, 1, 4},   {"fma1x8", fma1, 1, 8}, {"fma1x16", fma1, 1, 16},
    {"fma1x32", fma1, 1, 32}, {"fma2x4", fma2, 2, 4}, {"fma2x8", fma2, 2, 8},
    {"fma2x16", fma2, 2, 16}, {"fma4x4", fma4, 4, 4}, {"fma4x8", fma4, 4, 8},
};
enum { WAYS = sizeof ways / sizeof *ways };

static const float A = 0.75f, B = 0.5f;

// True if out: (threads) is right: fmaf rounds once, as the device does.
static bool verify_chains(int way, const float *out, size_t threads, unsigned int steps)
{
    float *want = host_array(float, threads);
    for (size_t lane = 0; lane < WARP; lane++)
        for (unsigned int c = 0; c < ways[way].chains; c++) {
            float x = (float)lane + (float)c;
            for (unsigned int s = 0; s < steps; s++)
                x = fmaf(x, A, B);
            want[lane] += x;
        }
    for (size_t t = WARP; t < threads; t++)
        want[t] = want[t % WARP];
    bool right = verify_floats(ways[way].name, out, want, threads, 0);
    free(want);
    return right;
}

int main(int argc, char **argv)
{
    Options options =
        options_for("Runs chains of n dependent multiply-adds, one and many at a time.", "nrk");
    options.n = 8192;
    options.n_max = 1 << 20;
    options_kernels(&options, ways);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    unsigned int steps = (unsigned int)options.n;
    Rows rows = rowsBegin(&device, &options, "G/s", device.flops / 1e9);
    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        unsigned int perBlock = ways[i].warps < MOST_WARPS ? ways[i].warps : MOST_WARPS;
        unsigned int grid = (unsigned int)device.multiprocessors * (ways[i].warps / perBlock);
        unsigned int block = perBlock * WARP;
        size_t threads = (size_t)grid * block;
        float *out = host_array(float, threads), *d_out = deviceArray(float, threads);
        Runs runs = runsBegin(&options, d_out, threads * sizeof(float));
        while (runsNext(&runs))
            ways[i].kernel<<<grid, block>>>(steps, A, B, d_out);
        double ms = runsEnd(&runs, out);
        double flops = 2.0 * (double)threads * ways[i].chains * steps;
        rowsKernel(&rows, ways[i].name, steps, ms, flops, verify_chains(i, out, threads, steps));
        cudaCheck(cudaFree(d_out));
        free(out);
    }
    if (!options.csv)
        printf("\nG/s: 10^9 operations per second\n");
    return rowsEnd(&rows);
}
