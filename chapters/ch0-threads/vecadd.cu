// Adding two vectors, and where the time goes.
//
// c[i] = a[i] + b[i] for n floats. On the CPU a loop takes one i after the other. On the GPU there is
// a thread for each i, and no loop. But the device has its own memory: before the kernel two vectors
// must go there, and after it one must come back.
//
//     add_vectors      the CPU, one element after the other: the reference
//     copyToDevice     a and b, from the host's memory to the device's
//     vecAdd           a thread per element
//     vecAddStride     as many threads as fit at once, each with a loop
//     copyToHost       c, back
//
//     make ch0-vecadd && ./ch0-vecadd -n 2^24 -b 256

#include "check.h"
#include "device.h"
#include "launch.h"
#include "options.h"
#include "rows.h"
#include "timer.h"
#include "verify.h"

// [begin add_vectors]
static void add_vectors(const float *a, const float *b, float *c, size_t n) // each: (n)
{
    for (size_t i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}
// [end add_vectors]

// The loop is gone, because the grid takes its place. Blocks come whole, so the last one may have threads
// past the end, which must do nothing. The number is calculated in size_t, because
// blockIdx.x * blockDim.x alone is a 32-bit product.
// [begin vecAdd]
__global__ void vecAdd(const float *a, const float *b, float *c, size_t n) // each: (n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
// [end vecAdd]

// The grid no longer depends on n: each thread goes on to the element a whole grid further on.
// Any grid gives the right result, even one of a single thread.
// [begin vecAddStride]
__global__ void vecAddStride(const float *a, const float *b, float *c, size_t n) // each: (n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        c[i] = a[i] + b[i];
}
// [end vecAddStride]

typedef void (*Kernel)(const float *a, const float *b, float *c, size_t n);

// What this program works on.
typedef struct {
    size_t n, bytes, block, repeats;
    float *a, *b, *c, *want; // (n) each, on the host; want: from add_vectors
    float *d_a, *d_b, *d_c;  // (n) each, on the device
} Vectors;

static void vectorsToDevice(const Vectors *v)
{
    cudaCheck(cudaMemcpy(v->d_a, v->a, v->bytes, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(v->d_b, v->b, v->bytes, cudaMemcpyHostToDevice));
}

// [begin timeKernel]
// Median time of the kernel in ms; leaves its result in v->d_c.
static double timeKernel(const Vectors *v, Kernel kernel, unsigned int grid)
{
    GpuTimer timer = gpuTimerBegin(v->repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(v->d_c, 0xff, v->bytes)); // NaN: no earlier result can pass
        gpuTimerStart(&timer);
        kernel<<<grid, (unsigned int)v->block>>>(v->d_a, v->d_b, v->d_c, v->n);
        gpuTimerStop(&timer);
    }
    return gpuTimerEnd(&timer);
}
// [end timeKernel]

// Median time in ms of the copies to the device, or back.
static double timeCopy(const Vectors *v, bool back)
{
    GpuTimer timer = gpuTimerBegin(v->repeats);
    while (gpuTimerNextRun(&timer)) {
        gpuTimerStart(&timer);
        if (back)
            cudaCheck(cudaMemcpy(v->c, v->d_c, v->bytes, cudaMemcpyDeviceToHost));
        else
            vectorsToDevice(v);
        gpuTimerStop(&timer);
    }
    return gpuTimerEnd(&timer);
}

// [begin clock]
// The host's clock, read around a launch. The launch returns as soon as the kernel is in the queue,
// so a clock that stops there has timed the queue and not the kernel.
static void printHostTimes(const Vectors *v, unsigned int grid)
{
    double start = cpu_ms();
    vecAdd<<<grid, (unsigned int)v->block>>>(v->d_a, v->d_b, v->d_c, v->n);
    double launched = cpu_ms() - start;
    cudaCheckLaunch();
    cudaCheck(cudaDeviceSynchronize());
    double done = cpu_ms() - start;
    printf("by the host's clock: launched after %.4f ms, done after %.4f ms\n", launched, done);
}
// [end clock]

// Two floats between -1 and 1 that are multiples of 2^-23 (verify.h) have a sum that is a float too:
// nothing is rounded, and every element must agree to the last bit.
static bool verifySums(const Vectors *v, const char *name)
{
    cudaCheck(cudaMemcpy(v->c, v->d_c, v->bytes, cudaMemcpyDeviceToHost));
    return verify_floats(name, v->c, v->want, v->n, 0);
}

// True if a and b have arrived on the device.
static bool verifyCopies(const Vectors *v)
{
    cudaCheck(cudaMemcpy(v->c, v->d_a, v->bytes, cudaMemcpyDeviceToHost));
    bool right = verify_floats("copyToDevice, a", v->c, v->a, v->n, 0);
    cudaCheck(cudaMemcpy(v->c, v->d_b, v->bytes, cudaMemcpyDeviceToHost));
    return verify_floats("copyToDevice, b", v->c, v->b, v->n, 0) && right;
}

// True if the CPU's own sums are those that double arithmetic gives.
static bool verify_reference(const Vectors *v)
{
    size_t wrong = 0;
    for (size_t i = 0; i < v->n; i++)
        wrong += v->want[i] != (double)v->a[i] + v->b[i];
    return verify_integer("add_vectors, wrong elements", (int64_t)wrong, 0);
}

// Blocks of vecAddStride: as many as the device holds at once.
static unsigned int gridThatFits(const Device *device, size_t block)
{
    int perSm = 0;
    cudaCheck(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, vecAddStride, (int)block, 0));
    return (unsigned int)(perSm * device->multiprocessors);
}

int main(int argc, char **argv)
{
    const char *const names[] = {"add_vectors", "copyToDevice", "vecAdd", "vecAddStride",
                                 "copyToHost"};
    Options options = options_for("Adds two vectors of n random floats.", "nbsrk");
    options.n = default_size(1 << 26, 1 << 20);
    options.n_max = (size_t)1 << 36;
    options_kernels(&options, names);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    Vectors v = {};
    v.n = options.n;
    v.bytes = v.n * sizeof(float);
    v.block = options.block;
    v.repeats = options.repeats;
    gridRequire(&options);
    deviceRequire(&options, 3 * v.bytes, 4 * v.bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    unsigned int grid = blocksFor(v.n, v.block);

    v.a = (float *)host_alloc(v.n, sizeof(float));
    v.b = (float *)host_alloc(v.n, sizeof(float));
    v.c = (float *)host_alloc(v.n, sizeof(float));
    v.want = (float *)host_alloc(v.n, sizeof(float));
    fill_floats(v.a, v.n, options.seed);
    fill_floats(v.b, v.n, options.seed + 1);

    double start = cpu_ms();
    add_vectors(v.a, v.b, v.want, v.n);
    double loopMs = cpu_ms() - start;
    if (options_want(&options, "add_vectors"))
        rowsCpu(&rows, "add_vectors", v.n, loopMs, 3.0 * (double)v.bytes, verify_reference(&v));

    // [begin allocate]
    cudaCheck(cudaMalloc(&v.d_a, v.bytes));
    cudaCheck(cudaMalloc(&v.d_b, v.bytes));
    cudaCheck(cudaMalloc(&v.d_c, v.bytes));
    vectorsToDevice(&v);
    // [end allocate]

    double inMs = 0, addMs = 0, outMs = 0; // 0: not asked for
    if (options_want(&options, "copyToDevice")) {
        inMs = timeCopy(&v, false);
        rowsAdd(&rows, device.name, SIMULATED, 0, "copyToDevice", v.n, inMs, 2.0 * (double)v.bytes,
                verifyCopies(&v));
    }
    if (options_want(&options, "vecAdd")) {
        addMs = timeKernel(&v, vecAdd, grid);
        rowsKernel(&rows, "vecAdd", v.n, addMs, 3.0 * (double)v.bytes, verifySums(&v, "vecAdd"));
    }
    if (options_want(&options, "vecAddStride")) {
        double ms = timeKernel(&v, vecAddStride, gridThatFits(&device, v.block));
        rowsKernel(&rows, "vecAddStride", v.n, ms, 3.0 * (double)v.bytes,
                   verifySums(&v, "vecAddStride"));
    }
    if (options_want(&options, "copyToHost")) {
        cudaCheck(cudaMemset(v.d_c, 0, v.bytes));
        vecAdd<<<grid, (unsigned int)v.block>>>(v.d_a, v.d_b, v.d_c, v.n);
        cudaCheckLaunch();
        outMs = timeCopy(&v, true);
        rowsAdd(&rows, device.name, SIMULATED, 0, "copyToHost", v.n, outMs, (double)v.bytes,
                verify_floats("copyToHost", v.c, v.want, v.n, 0));
    }
    if (!options.csv && inMs > 0 && addMs > 0 && outMs > 0) {
        double all = inMs + addMs + outMs;
        printf("\nthere and back: %.4f ms, %.1f %% of it in copies, %.1f %% in the kernel\n", all,
               100 * (inMs + outMs) / all, 100 * addMs / all);
        if (!SIMULATED) // there a kernel has run when its launch returns
            printHostTimes(&v, grid);
    }

    // [begin release]
    cudaCheck(cudaFree(v.d_a));
    cudaCheck(cudaFree(v.d_b));
    cudaCheck(cudaFree(v.d_c));
    // [end release]
    free(v.a);
    free(v.b);
    free(v.c);
    free(v.want);
    return rowsEnd(&rows);
}
