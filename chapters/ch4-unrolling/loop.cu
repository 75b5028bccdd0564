// Unrolling a loop on the GPU: fewer instructions.
//
// Every thread runs n rounds of x = x a + b, with a warp or so for each scheduler:
//
//     loopPlain         #pragma unroll 1: counter, comparison and branch in each round
//     loopUnrolled      #pragma unroll 8: those once in eight rounds
//     loopTwo           two chains that do not wait for each other, unrolled
//     loopFour, loopEight    four and eight of them
//
// ch4-cpu shows the same on the CPU.
//
//     make ch4-loop && ./ch4-loop -b 128
//     cuobjdump -sass ch4-loop                  what the compiler made of it (GPU)

#include "program.h"

static const float A = 0.75f, B = 0.5f; // x a + b runs towards 2, from wherever it starts

// All kernels: out: (CHAINS, gridDim.x * blockDim.x), what is left of chain c of each thread, which
// starts at c plus the thread's number modulo 32.

// [begin loopPlain]
__global__ void loopPlain(int rounds, float *out)
{
    float x = threadIdx.x % 32;
#pragma unroll 1
    for (int i = 0; i < rounds; i++)
        x = fmaf(x, A, B);
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
// [end loopPlain]

// [begin loopUnrolled]
// Removes loop instructions: on an H200 a round has four instructions, and eight rounds unrolled
// have eleven (smsp__inst_executed.sum). The chain still waits for itself in each of its rounds.
__global__ void loopUnrolled(int rounds, float *out)
{
    float x = threadIdx.x % 32;
#pragma unroll 8
    for (int i = 0; i < rounds; i++)
        x = fmaf(x, A, B);
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
// [end loopUnrolled]

// [begin loopChains]
// Removes the wait: while one chain's result is on its way, a warp issues for another. The compiler
// knows the inner loop's length, so it unrolls it until nothing is left, and keeps x[] in
// registers.
template <int CHAINS>
__global__ void loopChains(int rounds, float *out)
{
    float x[CHAINS];
#pragma unroll
    for (int c = 0; c < CHAINS; c++)
        x[c] = threadIdx.x % 32 + c;
#pragma unroll 8
    for (int i = 0; i < rounds; i++)
#pragma unroll
        for (int c = 0; c < CHAINS; c++)
            x[c] = fmaf(x[c], A, B);
#pragma unroll
    for (int c = 0; c < CHAINS; c++)
        out[(size_t)c * gridDim.x * blockDim.x + blockIdx.x * blockDim.x + threadIdx.x] = x[c];
}
// [end loopChains]

enum { MOST_CHAINS = 8, STARTS = 32 + MOST_CHAINS - 1 };

static const struct {
    const char *name;
    void (*kernel)(int rounds, float *out);
    int chains;
} kernels[] = {
    {"loopPlain", loopPlain, 1},     {"loopUnrolled", loopUnrolled, 1},
    {"loopTwo", loopChains<2>, 2},   {"loopFour", loopChains<4>, 4},
    {"loopEight", loopChains<8>, 8},
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

// True if out: (chains, threads) is what the CPU gets.
static bool rightChains(const char *name, const float *out, size_t threads, int chains, int rounds)
{
    float want[STARTS];
    for (int s = 0; s < STARTS; s++) {
        want[s] = (float)s;
        for (int i = 0; i < rounds; i++)
            want[s] = fmaf(want[s], A, B);
    }
    for (size_t i = 0; i < threads * chains; i++) {
        float expected = want[i % threads % 32 + i / threads];
        if (!(out[i] == expected)) {
            fprintf(stderr, "%s: chain %zu of thread %zu: got %.9g, expected %.9g\n", name,
                    i / threads, i % threads, out[i], expected);
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    Options options =
        options_for("Runs chains of n multiply-adds in loops, unrolled more and more.", "nbrk");
    options.n = default_size(1 << 16, 1 << 13);
    options.n_max = 1 << 28;
    options.block = 128;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernels(&options, kernels);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t rounds = options.n;
    unsigned int grid = (unsigned int)device.multiprocessors, block = (unsigned int)options.block;
    size_t threads = (size_t)grid * block; // a block on each SM
    Rows rows = rowsBegin(&device, &options, "Gop/s", device.flops / 2e9);
    float *out = host_array(float, MOST_CHAINS *threads);
    float *d_out = deviceArray(float, MOST_CHAINS *threads);
    for (int i = 0; i < KERNELS; i++) {
        if (!options_want(&options, kernels[i].name))
            continue;
        size_t count = threads * kernels[i].chains;
        Runs runs = runsBegin(&options, d_out, count * sizeof(float));
        while (runsNext(&runs))
            kernels[i].kernel<<<grid, block>>>((int)rounds, d_out);
        double ms = runsEnd(&runs, out);
        rowsKernel(&rows, kernels[i].name, count * rounds, ms, (double)(count * rounds),
                   rightChains(kernels[i].name, out, threads, kernels[i].chains, (int)rounds));
    }
    cudaCheck(cudaFree(d_out));
    free(out);
    return rowsEnd(&rows);
}
