// Constant memory: one word for all lanes at once.
//
// Constant memory is 64 KiB that kernels only read. Its cache answers a warp with one word per step:
// if all lanes need the same word, that is one step; if they need 32 different words, 32 steps.
//
//     constantSame        in step k all lanes read word k of a table in constant memory
//     constantOwn         every lane reads another word
//     globalSame          the same two ways with the table in global memory
//     globalOwn
//
// ch1-weights shows what constant memory is for: the weights of a stencil.
//
//     make ch1-constant && ./ch1-constant -n 2^24
//     make profile-ch1-constant

#include "program.h"

enum { TABLE = 256, STEPS = 64 }; // words of the table; how many of them each thread adds up

// [begin constants]
__constant__ float table[TABLE];
// [end constants]

// All kernels: in: (TABLE), the same words as the table; out: (n).

// The lanes of a warp read the same word: the constant cache hands it to all of them at once.
// [begin constantSame]
__global__ void constantSame(const float *, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (unsigned int k = 0; k < STEPS; k++)
        sum += table[(blockIdx.x + k) % TABLE];
    if (i < n)
        out[i] = sum;
}
// [end constantSame]

// The lanes of a warp read 32 words, which the constant cache hands out one by one. There are as many
// loads as before, and of the same kind, but they take longer.
// [begin constantOwn]
__global__ void constantOwn(const float *, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (unsigned int k = 0; k < STEPS; k++)
        sum += table[(threadIdx.x + k) % TABLE];
    if (i < n)
        out[i] = sum;
}
// [end constantOwn]

// From global memory: a request for one word is one sector, of which 4 bytes of 32 are used.
// [begin globalSame]
__global__ void globalSame(const float *in, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (unsigned int k = 0; k < STEPS; k++)
        sum += in[(blockIdx.x + k) % TABLE];
    if (i < n)
        out[i] = sum;
}
// [end globalSame]

// And one for 32 words side by side is 4 or 5 sectors, which the L1 cache delivers together.
// [begin globalOwn]
__global__ void globalOwn(const float *in, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (unsigned int k = 0; k < STEPS; k++)
        sum += in[(threadIdx.x + k) % TABLE];
    if (i < n)
        out[i] = sum;
}
// [end globalOwn]

typedef void (*Kernel)(const float *in, float *out, size_t n);

static const struct {
    const char *name;
    Kernel kernel;
    bool own; // each lane reads another word
} ways[] = {
    {"constantSame", constantSame, false},
    {"constantOwn", constantOwn, true},
    {"globalSame", globalSame, false},
    {"globalOwn", globalOwn, true},
};
enum { WAYS = sizeof ways / sizeof *ways };

// [begin reference]
// out[i] as it has to be, in double.
static double want_at(int way, const float *words, size_t block, size_t i)
{
    size_t first = ways[way].own ? i % block : i / block;
    double sum = 0;
    for (size_t k = 0; k < STEPS; k++)
        sum += words[(first + k) % TABLE];
    return sum;
}
// [end reference]

static bool verify_way(int way, const float *words, const float *out, size_t n, size_t block)
{
    double bound = float_gamma(STEPS + 1) * STEPS; // no word is larger than 1
    for (size_t i = 0; i < n; i++)
        if (!verify_float(ways[way].name, out[i], want_at(way, words, block, i), bound))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    Options options = options_for(
        "Reads constants in n threads: the same for all lanes, or another for each.", "nbsrk");
    options.n = default_size(1 << 22, 1 << 18);
    options.n_max = (size_t)1 << 34;
    options_kernels(&options, ways);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, block = options.block, bytes = n * sizeof(float);
    unsigned int grid = blocksFor(n, block);
    gridRequire(&options);
    deviceRequire(&options, bytes, bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", 0);
    float words[TABLE], *out = host_array(float, n);
    fill_floats(words, TABLE, options.seed + 1);

    // [begin fill]
    cudaCheck(cudaMemcpyToSymbol(table, words, sizeof words));
    // [end fill]
    float *d_out = deviceArray(float, n);
    float *d_words = deviceCopy(float, words, TABLE);

    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        Runs runs = runsBegin(&options, d_out, bytes);
        while (runsNext(&runs))
            ways[i].kernel<<<grid, (unsigned int)block>>>(d_words, d_out, n);
        double ms = runsEnd(&runs, out);
        double bytesWanted = (double)bytes * (STEPS + 1); // words that threads ask for, and results
        rowsKernel(&rows, ways[i].name, n, ms, bytesWanted, verify_way(i, words, out, n, block));
    }
    deviceFree(d_out, d_words);
    host_free(out);
    return rowsEnd(&rows);
}
