// What ch3-scan and ch3-lookback share: scans of a warp and of a block, and the host's side of a run.

#ifndef WARP_SCAN_H
#define WARP_SCAN_H

#include "flush.h"
#include "program.h"
#include "warp.h"

enum { EACH = 4 }; // elements per thread, where a thread has several

// [begin scan_loop]
static void scan_loop(const int *x, int *y, size_t n) // x, y: (n)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        y[i] = sum;
    }
}
// [end scan_loop]

// [begin scanLanes]
// The sum of value over this lane and those before it, by Kogge and Stone's steps but without
// memory. All lanes of the warp take part.
static __device__ int scanLanes(int value)
{
    for (unsigned int offset = 1; offset < 32; offset *= 2) {
        int before = __shfl_up_sync(ALL_LANES, value, offset);
        if (threadIdx.x % 32 >= offset)
            value += before;
    }
    return value;
}

// The sum over all threads before this one; *total: over all. All threads of the block take part.
static __device__ int scanThreads(int value, int *total)
{
    __shared__ int sums[32]; // of the warps, then of all up to a warp
    unsigned int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;

    int sum = scanLanes(value);
    if (lane == 31)
        sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        int all = scanLanes(lane < warps ? sums[lane] : 0);
        if (lane < warps)
            sums[lane] = all;
    }
    __syncthreads();
    *total = sums[warps - 1];
    return sum - value + (warp > 0 ? sums[warp - 1] : 0);
}
// [end scanLanes]

// What a run needs. All arrays are on the device.
typedef struct {
    size_t n;
    unsigned int block;
    const int *x; // (n)
    int *y;       // (n)
    void *work;   // room for what a scan keeps besides x and y, of workBytes
    size_t workBytes;
    size_t multiprocessors; // of the device
} Job;

typedef struct {
    const char *name;
    void (*scan)(const Job *job);
} Rung;

// Runs rung and prints its row. want: (n), y as it has to be. Each element counts as read once and
// written once, however often a scan does it.
static void runRung(const Rung *rung, const Job *job, const int *want, size_t repeats,
                    const Flush *flush, Rows *rows)
{
    size_t n = job->n, bytes = n * sizeof(int), right = 0;
    GpuTimer timer = gpuTimerBegin(repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(job->y, 0xff, bytes)); // no earlier result can pass
        flushCaches(flush);
        gpuTimerStart(&timer);
        rung->scan(job);
        gpuTimerStop(&timer);
    }
    double ms = gpuTimerEnd(&timer);

    int *y = host_array(int, n);
    cudaCheck(cudaMemcpy(y, job->y, bytes, cudaMemcpyDeviceToHost));
    while (right < n && y[right] == want[right])
        right++;
    if (right < n)
        fprintf(stderr, "%s: y[%zu] is %d, expected %d\n", rung->name, right, y[right],
                want[right]);
    free(y);
    rowsKernel(rows, rung->name, n, ms, 2.0 * (double)bytes, right == n);
}

// The rest of main: runs scan_loop and ladder: (rungs), as options ask. workFor says how many bytes of
// work the ladder needs. The program's exit status.
static int runLadder(const Options *options, const Rung *ladder, int rungs,
                     size_t (*workFor)(size_t n, size_t block))
{
    Device device = deviceOpen();
    size_t n = options->n, bytes = n * sizeof(int);
    Job job = {n,
               (unsigned int)options->block,
               NULL,
               NULL,
               NULL,
               workFor(n, options->block),
               (size_t)device.multiprocessors};
    deviceRequire(options, 2 * bytes + job.workBytes, 3 * bytes);
    Rows rows = rowsBegin(&device, options, "GB/s", device.bandwidth / 1e9);
    int *x = host_array(int, n), *d_x;
    int *want = host_array(int, n);
    fill_ints(x, n, options->seed);

    double start = cpu_ms();
    scan_loop(x, want, n);
    if (options_want(options, "scan_loop"))
        rowsCpu(&rows, "scan_loop", n, cpu_ms() - start, 2.0 * (double)bytes, true);

    cudaCheck(cudaMalloc(&d_x, bytes));
    cudaCheck(cudaMalloc(&job.y, bytes));
    cudaCheck(cudaMalloc(&job.work, job.workBytes));
    cudaCheck(cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice));
    job.x = d_x;
    Flush flush = flushBegin();
    for (int i = 0; i < rungs; i++)
        if (options_want(options, ladder[i].name))
            runRung(&ladder[i], &job, want, options->repeats, &flush, &rows);

    flushEnd(&flush);
    deviceFree(d_x, job.y, job.work);
    host_free(x, want);
    return rowsEnd(&rows);
}

#endif
