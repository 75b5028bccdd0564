// Constant memory: one word for all lanes at once.
//
// Constant memory is 64 KiB that kernels only read. Its cache answers a warp with one word per step:
// if all lanes want the same word, that is one step; if they want 32 different words, 32.
//
//     constantSame        in step k all lanes read word k of a table in constant memory
//     constantOwn         every lane reads another word
//     globalSame          the same two ways with the table in global memory
//     globalOwn
//     stencilGlobal       a stencil of 9 points, its weights in global memory
//     stencilConstant     its weights in constant memory
//     stencilParameter    its weights an argument of the kernel: constant memory too
//     stencilTile         and its points in shared memory
//
//     make ch1-constant && ./ch1-constant -n 2^24
//     make profile-ch1-constant

#include "program.h"

enum { TABLE = 256, STEPS = 64 }; // words of the table; how many of them each thread adds up
enum { REACH = 4, POINTS = 2 * REACH + 1 }; // of the stencil: to each side, in all

typedef struct {
    float weight[POINTS];
} Weights;

// [begin constants]
__constant__ float table[TABLE];
__constant__ Weights weights;
// [end constants]

// All kernels: in: (n) for stencils, (TABLE) for the others; out: (n).

// The lanes of a warp read the same word: the constant cache hands it to all of them at once.
// [begin constantSame]
__global__ void constantSame(const float *, float *out, size_t n, Weights)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (unsigned int k = 0; k < STEPS; k++)
        sum += table[(blockIdx.x + k) % TABLE];
    if (i < n)
        out[i] = sum;
}
// [end constantSame]

// The lanes of a warp read 32 words, which the constant cache hands out one by one. As many loads as
// before, of the same kind; the time is another.
// [begin constantOwn]
__global__ void constantOwn(const float *, float *out, size_t n, Weights)
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
__global__ void globalSame(const float *in, float *out, size_t n, Weights)
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
__global__ void globalOwn(const float *in, float *out, size_t n, Weights)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (unsigned int k = 0; k < STEPS; k++)
        sum += in[(threadIdx.x + k) % TABLE];
    if (i < n)
        out[i] = sum;
}
// [end globalOwn]

// in[i], or 0 outside the array.
static __device__ float pointAt(const float *in, long long i, size_t n)
{
    return i >= 0 && i < (long long)n ? in[i] : 0.0f;
}

// A stencil: out[i] is the weighted sum of in[i - REACH] to in[i + REACH]. Here nine weights are loaded
// from global memory.
// [begin stencilGlobal]
__global__ void stencilGlobal(const float *in, float *out, size_t n, Weights)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float *weight = in + n; // they lie behind the points
    float sum = 0;
    for (int k = 0; k < POINTS; k++)
        sum += weight[k] * pointAt(in, (long long)i + k - REACH, n);
    if (i < n)
        out[i] = sum;
}
// [end stencilGlobal]

// All lanes want the same weight at the same time: what constant memory is for. With an index known
// at compile time there is no load at all: the multiplication takes it as an operand.
// [begin stencilConstant]
__global__ void stencilConstant(const float *in, float *out, size_t n, Weights)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < POINTS; k++)
        sum += weights.weight[k] * pointAt(in, (long long)i + k - REACH, n);
    if (i < n)
        out[i] = sum;
}
// [end stencilConstant]

// The arguments of a kernel are in constant memory as well. No cudaMemcpyToSymbol, and each launch
// has its own.
// [begin stencilParameter]
__global__ void stencilParameter(const float *in, float *out, size_t n, Weights w)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < POINTS; k++)
        sum += w.weight[k] * pointAt(in, (long long)i + k - REACH, n);
    if (i < n)
        out[i] = sum;
}
// [end stencilParameter]

// Every point is wanted by nine threads. Loaded into shared memory by one of them, with REACH more on
// each side, it costs one global load instead of nine (l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum).
// [begin stencilTile]
extern __shared__ float tile[]; // (blockDim.x + 2 * REACH)

__global__ void stencilTile(const float *in, float *out, size_t n, Weights w)
{
    long long first = (long long)blockIdx.x * blockDim.x - REACH; // of the tile
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    for (unsigned int at = threadIdx.x; at < blockDim.x + 2 * REACH; at += blockDim.x)
        tile[at] = pointAt(in, first + at, n);
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < POINTS; k++)
        sum += w.weight[k] * tile[threadIdx.x + k];
    if (i < n)
        out[i] = sum;
}
// [end stencilTile]

typedef void (*Kernel)(const float *in, float *out, size_t n, Weights w);

static const struct {
    const char *name;
    Kernel kernel;
    bool stencil; // else a sum of words of the table
    bool own;     // of the sums: each lane reads another word
} ways[] = {
    {"constantSame", constantSame, false, false},
    {"constantOwn", constantOwn, false, true},
    {"globalSame", globalSame, false, false},
    {"globalOwn", globalOwn, false, true},
    {"stencilGlobal", stencilGlobal, true, false},
    {"stencilConstant", stencilConstant, true, false},
    {"stencilParameter", stencilParameter, true, false},
    {"stencilTile", stencilTile, true, false},
};
enum { WAYS = sizeof ways / sizeof *ways };

// [begin reference]
// out[i] as it has to be, in double. x: the table, or the points and behind them the weights.
static double want_at(int way, const float *x, size_t n, size_t block, size_t i)
{
    double sum = 0;
    if (!ways[way].stencil) {
        size_t first = ways[way].own ? i % block : i / block;
        for (size_t k = 0; k < STEPS; k++)
            sum += x[(first + k) % TABLE];
        return sum;
    }
    for (size_t k = 0; k < POINTS; k++)
        if (i + k >= REACH && i + k - REACH < n)
            sum += (double)x[n + k] * x[i + k - REACH];
    return sum;
}
// [end reference]

static bool verify_way(int way, const float *x, const float *out, size_t n, size_t block)
{
    double terms = ways[way].stencil ? (double)POINTS : (double)STEPS;
    double bound = float_gamma(terms + 1) * terms; // no term is larger than 1
    for (size_t i = 0; i < n; i++)
        if (!verify_float(ways[way].name, out[i], want_at(way, x, n, block, i), bound))
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
    size_t n = options.n, block = options.block;
    unsigned int grid = blocksFor(n, block);
    size_t points = n + POINTS, bytes = points * sizeof(float);
    deviceRequire(&options, 2 * bytes, 2 * bytes);
    float *in = host_array(float, points);
    float *out = host_array(float, n);
    float words[TABLE];
    fill_floats(in, points, options.seed);
    fill_floats(words, TABLE, options.seed + 1);

    Rows rows = rowsBegin(&device, &options, "GB/s", 0);

    // [begin fill]
    Weights w;
    memcpy(w.weight, in + n, sizeof w.weight);
    cudaCheck(cudaMemcpyToSymbol(weights, &w, sizeof w));
    cudaCheck(cudaMemcpyToSymbol(table, words, sizeof words));
    // [end fill]

    float *d_words;
    float *d_in = deviceCopy(float, in, points);
    float *d_out = deviceArray(float, points);
    cudaCheck(cudaMalloc(&d_words, sizeof words));
    cudaCheck(cudaMemcpy(d_words, words, sizeof words, cudaMemcpyHostToDevice));

    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        size_t shared = ways[i].kernel == stencilTile ? (block + 2 * REACH) * sizeof(float) : 0;
        const float *from = ways[i].stencil ? d_in : d_words;
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemset(d_out, 0xff, bytes)); // NaN: no earlier result can pass
            gpuTimerStart(&timer);
            ways[i].kernel<<<grid, (unsigned int)block, shared>>>(from, d_out, n, w);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);
        cudaCheck(cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
        // Bytes that threads ask for, of constants and points alike, and write.
        double bytesWanted = (double)n * sizeof(float) * (ways[i].stencil ? POINTS + 1 : STEPS + 1);
        rowsKernel(&rows, ways[i].name, n, ms, bytesWanted,
                   verify_way(i, ways[i].stencil ? in : words, out, n, block));
    }
    deviceFree(d_in, d_out, d_words, NULL);
    host_free(in, out, NULL);
    return rowsEnd(&rows);
}
