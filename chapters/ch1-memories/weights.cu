// What constant memory is for: a stencil's weights.
//
// out[i] is the weighted sum of nine neighbours of in[i]. All lanes of a warp need the same weight at the
// same time, and the cache of constant memory answers all of them at once (ch1-constant).
//
//     stencilGlobal       the weights in global memory
//     stencilConstant     in constant memory
//     stencilParameter    an argument of the kernel: constant memory too
//     stencilTile         and the points in shared memory
//
//     make ch1-weights && ./ch1-weights -n 2^24
//     make profile-ch1-weights

#include "program.h"

enum { REACH = 4, POINTS = 2 * REACH + 1 }; // of the stencil: to each side, in all

typedef struct {
    float weight[POINTS];
} Weights;

// [begin constants]
__constant__ Weights weights;
// [end constants]

// All kernels: in: (n), and after these points the weights; out: (n).

// in[i], or 0 outside the array.
static __device__ float pointAt(const float *in, long long i, size_t n)
{
    return i >= 0 && i < (long long)n ? in[i] : 0.0f;
}

// The nine weights are loaded from global memory.
// [begin stencilGlobal]
__global__ void stencilGlobal(const float *in, float *out, size_t n, Weights)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float *weight = in + n; // they lie after the points
    float sum = 0;
    for (int k = 0; k < POINTS; k++)
        sum += weight[k] * pointAt(in, (long long)i + k - REACH, n);
    if (i < n)
        out[i] = sum;
}
// [end stencilGlobal]

// All lanes need the same weight at the same time: what constant memory is for. With an index known
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

// Every point is needed by nine threads. Loaded into shared memory by one of them, with REACH more on
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
} ways[] = {
    {"stencilGlobal", stencilGlobal},
    {"stencilConstant", stencilConstant},
    {"stencilParameter", stencilParameter},
    {"stencilTile", stencilTile},
};
enum { WAYS = sizeof ways / sizeof *ways };

// [begin reference]
// out[i] as it has to be, in double. in: (n + POINTS), the points and the weights.
static double want_at(const float *in, size_t n, size_t i)
{
    double sum = 0;
    for (size_t k = 0; k < POINTS; k++)
        if (i + k >= REACH && i + k - REACH < n)
            sum += (double)in[n + k] * in[i + k - REACH];
    return sum;
}
// [end reference]

static bool verify_way(int way, const float *in, const float *out, size_t n)
{
    double bound = float_gamma(POINTS + 1) * POINTS; // no product is larger than 1
    for (size_t i = 0; i < n; i++)
        if (!verify_float(ways[way].name, out[i], want_at(in, n, i), bound))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    Options options = options_for(
        "A stencil of 9 points on n floats, its weights kept in different memories.", "nbsrk");
    options.n = default_size(1 << 22, 1 << 18);
    options.n_max = (size_t)1 << 34;
    options_kernels(&options, ways);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, block = options.block, points = n + POINTS;
    unsigned int grid = blocksFor(n, block);
    gridRequire(&options);
    deviceRequire(&options, 2 * points * sizeof(float), 2 * points * sizeof(float));
    Rows rows = rowsBegin(&device, &options, "GB/s", 0);
    float *in = host_array(float, points), *out = host_array(float, n);
    fill_floats(in, points, options.seed);

    // [begin fill]
    Weights w;
    memcpy(w.weight, in + n, sizeof w.weight);
    cudaCheck(cudaMemcpyToSymbol(weights, &w, sizeof w));
    // [end fill]
    float *d_in = deviceCopy(float, in, points), *d_out = deviceArray(float, n);

    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        size_t shared = ways[i].kernel == stencilTile ? (block + 2 * REACH) * sizeof(float) : 0;
        Runs runs = runsBegin(&options, d_out, n * sizeof(float));
        while (runsNext(&runs))
            ways[i].kernel<<<grid, (unsigned int)block, shared>>>(d_in, d_out, n, w);
        double ms = runsEnd(&runs, out);
        // Bytes that threads ask for, of points alone, and write.
        double bytesWanted = (double)n * sizeof(float) * (POINTS + 1);
        rowsKernel(&rows, ways[i].name, n, ms, bytesWanted, verify_way(i, in, out, n));
    }
    rowsNote(&rows, "too alike for the model to tell: on an H200 stencilTile is the fastest");
    deviceFree(d_in, d_out);
    host_free(in, out);
    return rowsEnd(&rows);
}
