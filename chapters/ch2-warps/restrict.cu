// Restrict: a promise that pointers do not overlap.
//
// The compiler does not know whether a kernel's pointers overlap, so it must expect that a store through
// one changes what is read through another. __restrict__ promises that what is written through one pointer
// is read through no other, and the compiler relies on that:
//
//     hornerPlain      no promise: after each store everything is loaded again
//     hornerRestrict   the result stays in a register until the end
//
//     make ch2-restrict && ./ch2-restrict
//     make profile-ch2-restrict

#include "flush.h"
#include "program.h"

enum { TERMS = 8 };

// All kernels: x: (TERMS + n), the coefficients, then n numbers; y: (n).

// y[i] = x[0] t^7 + x[1] t^6 + ... for t = x[TERMS + i], by Horner's rule, in place. For all the compiler
// knows, y may overlap x, so a store to y[i] may change x. It therefore has to load t and the next
// coefficient again after each store, and can't postpone the store either.
// [begin hornerPlain]
__global__ void hornerPlain(const float *x, float *y, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    y[i] = x[0];
    for (int k = 1; k < TERMS; k++)
        y[i] = y[i] * x[TERMS + i] + x[k];
}
// [end hornerPlain]

// The same lines with the promise: one load of t, one store. The promise is yours to keep. With
// overlapping arrays the result is undefined, and the compiler can't tell.
// [begin hornerRestrict]
__global__ void hornerRestrict(const float *__restrict__ x, float *__restrict__ y, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    y[i] = x[0];
    for (int k = 1; k < TERMS; k++)
        y[i] = y[i] * x[TERMS + i] + x[k];
}
// [end hornerRestrict]

static const struct {
    const char *name;
    void (*kernel)(const float *x, float *y, size_t n);
} ways[] = {{"hornerPlain", hornerPlain}, {"hornerRestrict", hornerRestrict}};
enum { WAYS = sizeof ways / sizeof *ways };

// [begin reference]
static double reference_horner(const float *x, size_t i)
{
    double sum = 0;
    for (size_t k = 0; k < TERMS; k++)
        sum = sum * x[TERMS + i] + x[k];
    return sum;
}
// [end reference]

// True if y: (n) is right. All numbers are below 1 in size: TERMS of them pass through a few roundings each.
static bool verify_way(int w, const float *x, const float *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!verify_float(ways[w].name, y[i], reference_horner(x, i),
                          TERMS * float_gamma(2 * TERMS))) {
            fprintf(stderr, "%s: that was element %zu\n", ways[w].name, i);
            return false;
        }
    return true;
}

int main(int argc, char **argv)
{
    Options options =
        options_for("Horner's rule on n random floats, with and without restrict.", "nbsrk");
    options.n = default_size(1 << 22, 1 << 14);
    options.n_max = (size_t)1 << 31;
    options_kernels(&options, ways);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, count = TERMS + n, bytes = n * sizeof(float);
    gridRequire(&options);
    deviceRequire(&options, count * sizeof(float) + bytes, count * sizeof(float) + bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    float *x = host_array(float, count), *y = host_array(float, n);
    fill_floats(x, count, options.seed);
    float *d_x = deviceCopy(float, x, count), *d_y = deviceArray(float, n);

    Flush flush = flushBegin();
    for (int w = 0; w < WAYS; w++) {
        if (!options_want(&options, ways[w].name))
            continue;
        unsigned int grid = blocksFor(n, options.block), block = (unsigned int)options.block;
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemset(d_y, 0xff, bytes)); // NaN: no earlier result can pass
            flushCaches(&flush);
            gpuTimerStart(&timer);
            ways[w].kernel<<<grid, block>>>(d_x, d_y, n);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);
        cudaCheck(cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost));
        rowsKernel(&rows, ways[w].name, n, ms, 2.0 * (double)bytes, verify_way(w, x, y, n));
    }

    flushEnd(&flush);
    deviceFree(d_x, d_y);
    host_free(x, y);
    return rowsEnd(&rows);
}
