// Unrolling loops, by hand and by the compiler.
//
// On the CPU, a sum of n elements:
//
//     float_plain       one accumulator; each addition waits for the one before it
//     float_unrolled    four additions per round, still one accumulator: the wait stays
//     float_four        four accumulators: four additions on their way. Another sum, by its rounding,
//                       so that no compiler does this to floats without being told
//     int_plain         the same loop on ints: the compiler unrolls it, and uses vectors
//
// On the GPU, every thread runs i rounds of x = x a + b, with a warp or so for each scheduler:
//
//     loopPlain         #pragma unroll 1: counter, comparison and branch in each round
//     loopUnrolled      #pragma unroll 8: those once in eight rounds
//     loopTwo           two chains that do not wait for each other, unrolled
//     loopFour, loopEight    four and eight of them
//
//     make ch4-loop && ./ch4-loop -b 128
//     cuobjdump -sass ch4-loop                  what the compiler made of it (GPU)

#include "program.h"

#include <math.h>

// [begin cpu]
static float float_plain(const float *x, size_t n)
{
    float sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

static float float_unrolled(const float *x, size_t n)
{
    float sum = 0;
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        sum += x[i];
        sum += x[i + 1];
        sum += x[i + 2];
        sum += x[i + 3];
    }
    for (; i < n; i++) // fewer than four are left
        sum += x[i];
    return sum;
}

static float float_four(const float *x, size_t n)
{
    float a = 0, b = 0, c = 0, d = 0;
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        a += x[i];
        b += x[i + 1];
        c += x[i + 2];
        d += x[i + 3];
    }
    for (; i < n; i++)
        a += x[i];
    return (a + b) + (c + d);
}

static int int_plain(const int *x, size_t n)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}
// [end cpu]

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
// Removes loop instructions: one fused multiply-add in two instructions becomes eight in ten or so
// (smsp__inst_executed.sum). The chain still waits for itself in each of its rounds.
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
// Removes the wait: while one chain's result is on its way, a warp issues for another. The inner loop
// has a length that the compiler knows: unrolled, x[] lies in registers, and nothing of it is left.
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

static const char *const sums[] = {"float_plain", "float_unrolled", "float_four", "int_plain"};
enum { SUMS = sizeof sums / sizeof *sums };

// The CPU's rows.
static void onCpu(Rows *rows, const Options *options)
{
    float (*const floats[])(const float *x, size_t n) = {float_plain, float_unrolled, float_four};
    size_t n = options->n;
    float *x = host_array(float, n);
    int *whole = host_array(int, n);
    int64_t want = 0;

    // Whole numbers from -7 to 7: their float sums are exact, in any order.
    for (size_t i = 0; i < n; i++) {
        whole[i] = (int)(random_bits(options->seed, i) % 15) - 7;
        x[i] = (float)whole[i];
        want += whole[i];
    }
    for (int i = 0; i < SUMS; i++) {
        if (!options_want(options, sums[i]))
            continue;
        double times[3], got = 0;
        for (int run = 0; run < 3; run++) {
            double start = cpu_ms();
            got = i < 3 ? floats[i](x, n) : int_plain(whole, n);
            times[run] = cpu_ms() - start;
        }
        bool right = verify_float(sums[i], got, (double)want, 0);
        rowsCpu(rows, sums[i], n, median(times, 3), (double)n, right);
    }
    host_free(x, whole, NULL);
}

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
            fprintf(stderr, "%s: chain %zu of thread %zu: got %.9g, want %.9g\n", name, i / threads,
                    i % threads, out[i], expected);
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    size_t rounds = default_size(1 << 16, 1 << 10);
    const Option own[] = {
        {'i', "iterations", "rounds of each chain", &rounds, 0, 1 << 28, NULL, NULL}, {}};
    Options options =
        options_for("Sums n numbers on the CPU, and runs chains of additions on the GPU.", "nbsrk");
    options.n = default_size(1 << 24, 1 << 20);
    options.n_max = (size_t)1 << 32;
    options.block = 128;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernels(&options, sums);
    options_kernels(&options, kernels);
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t threads = (size_t)device.multiprocessors * options.block; // a block on each SM
    deviceRequire(&options, MOST_CHAINS * threads * sizeof(float), 2 * options.n * sizeof(float));
    Rows rows = rowsBegin(&device, &options, "Gop/s", device.flops / 2e9);
    onCpu(&rows, &options);

    float *out = host_array(float, MOST_CHAINS *threads);
    float *d_out = deviceArray(float, MOST_CHAINS *threads);
    for (int i = 0; i < KERNELS; i++) {
        if (!options_want(&options, kernels[i].name))
            continue;
        size_t count = threads * kernels[i].chains;
        Runs runs = runsBegin(&options, d_out, count * sizeof(float));
        while (runsNext(&runs))
            kernels[i].kernel<<<device.multiprocessors, (unsigned int)options.block>>>((int)rounds,
                                                                                       d_out);
        double ms = runsEnd(&runs, out);
        rowsKernel(&rows, kernels[i].name, count * rounds, ms, (double)(count * rounds),
                   rightChains(kernels[i].name, out, threads, kernels[i].chains, (int)rounds));
    }
    cudaCheck(cudaFree(d_out));
    free(out);
    return rowsEnd(&rows);
}
