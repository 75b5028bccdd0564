// Latency hidden: loads in flight.
//
// A load from DRAM takes hundreds of cycles. The memory is busy all the time only if enough bytes are in
// flight: latency x bandwidth, by Little's law. They come from many warps, or from several loads of a thread
// that do not wait for each other.
//
//     load1x8          one load at a time per thread, 8 warps on each SM
//     load4x8          four at a time; and so on
//
//     make ch2-loads && ./ch2-loads

#include "program.h"

enum { WARP = 32, MOST_WARPS = 8 }; // MOST_WARPS: of a block

// Adds up in: (n). In each iteration a thread loads several elements, and these loads do not wait for
// each other. out: (threads), one sum per thread.
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

typedef void (*Load)(const float *in, size_t n, float *out);

static const struct {
    const char *name;
    Load kernel;
    unsigned int warps; // per SM
} ways[] = {
    {"load1x8", load1, 8}, {"load1x16", load1, 16}, {"load1x32", load1, 32},
    {"load4x8", load4, 8}, {"load4x16", load4, 16}, {"load4x32", load4, 32},
};
enum { WAYS = sizeof ways / sizeof *ways };

// True if the sum of out: (threads) is that of in: (n).
static bool verify_sum(int way, const float *in, size_t n, const float *out, size_t threads)
{
    double sum = 0, want = 0, magnitudes = 0;
    for (size_t t = 0; t < threads; t++)
        sum += out[t];
    for (size_t i = 0; i < n; i++) {
        want += in[i];
        magnitudes += fabsf(in[i]);
    }
    double additions = ceil((double)n / (double)threads) + 3; // that an element may go through
    return verify_float(ways[way].name, sum, want, float_gamma(additions) * magnitudes);
}

int main(int argc, char **argv)
{
    Options options =
        options_for("Adds up n random floats, with few and with many loads in flight.", "nsrk");
    options.n = default_size(1 << 26, 1 << 22);
    options.n_max = (size_t)1 << 32;
    options_kernels(&options, ways);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, bytes = n * sizeof(float);
    deviceRequire(&options, bytes, bytes);
    Rows rows = rowsBegin(&device, &options, "G/s", device.bandwidth / 1e9);
    float *in = host_array(float, n);
    fill_floats(in, n, options.seed);
    float *d_in = deviceCopy(float, in, n);

    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        unsigned int grid = (unsigned int)device.multiprocessors * (ways[i].warps / MOST_WARPS);
        unsigned int block = MOST_WARPS * WARP;
        size_t threads = (size_t)grid * block;
        float *out = host_array(float, threads), *d_out = deviceArray(float, threads);
        Runs runs = runsBegin(&options, d_out, threads * sizeof(float));
        while (runsNext(&runs))
            ways[i].kernel<<<grid, block>>>(d_in, n, d_out);
        double ms = runsEnd(&runs, out);
        rowsKernel(&rows, ways[i].name, n, ms, (double)bytes, verify_sum(i, in, n, out, threads));
        cudaCheck(cudaFree(d_out));
        free(out);
    }
    if (!options.csv)
        printf("\nG/s: 10^9 bytes of loads per second\n");
    cudaCheck(cudaFree(d_in));
    free(in);
    return rowsEnd(&rows);
}
