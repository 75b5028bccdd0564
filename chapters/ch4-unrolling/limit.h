// What ch4-limit and ch4-ticket share: how an array is cut for wide loads, and the host's side of a run.

#ifndef WARP_LIMIT_H
#define WARP_LIMIT_H

#include "flush.h"
#include "program.h"
#include "warp.h"

// [begin blockSum]
// The sum of value over a block, in thread 0. sumWarp() is that over a warp, in lane 0.
template <typename T>
static __device__ T blockSum(T value)
{
    __shared__ T sums[32]; // one per warp
    unsigned int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    value = sumWarp(value);
    if (lane == 0)
        sums[warp] = value;
    __syncthreads();
    if (warp == 0)
        value = sumWarp(lane < blockDim.x / 32 ? sums[lane] : 0);
    return value;
}
// [end blockSum]

// Four elements that one load instruction fetches.
// [begin Four]
template <typename T>
struct __align__(16) Four
{
    T x, y, z, w;
};
// [end Four]

// An array, cut where a 16-byte load may begin and where the last one ends.
// [begin cut]
typedef struct {
    size_t head;  // elements before the first multiple of 16 bytes, 0 to 3
    size_t fours; // then this many groups of four
    size_t tail;  // then 0 to 3 that are left over
} Cut;

static __device__ Cut cut(const void *x, size_t n)
{
    Cut c;
    size_t ahead = (16 - (size_t)x % 16) % 16 / 4;
    c.head = ahead < n ? ahead : n;
    c.fours = (n - c.head) / 4;
    c.tail = (n - c.head) % 4;
    return c;
}

// The sum of head and tail: the first threads of the grid add one element each.
template <typename T>
__device__ T sumEnds(const T *x, size_t n, Cut c)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (i < c.head)
        sum += x[i];
    if (i < c.tail)
        sum += x[n - 1 - i];
    return sum;
}
// [end cut]

// [begin sumShare]
// The sum of the block's share of the array, spread over its threads. In each round a block takes a
// stretch of LOADS * blockDim.x fours, and each thread has LOADS loads of 16 bytes in flight.
template <int LOADS, typename T>
__device__ T sumShare(const T *x, size_t n)
{
    Cut c = cut(x, n);
    const Four<T> *v = (const Four<T> *)(x + c.head);
    size_t stretch = (size_t)LOADS * blockDim.x;
    T sum = sumEnds(x, n, c);
#pragma unroll 1
    for (size_t first = blockIdx.x * stretch; first < c.fours; first += gridDim.x * stretch) {
        Four<T> f[LOADS];
        if (first + stretch <= c.fours) {
#pragma unroll
            for (int k = 0; k < LOADS; k++)
                f[k] = v[first + k * blockDim.x + threadIdx.x];
        } else { // the last stretch: load what exists, also all together
#pragma unroll
            for (int k = 0; k < LOADS; k++) {
                size_t i = first + k * blockDim.x + threadIdx.x;
                f[k] = i < c.fours ? v[i] : Four<T>{0, 0, 0, 0};
            }
        }
#pragma unroll
        for (int k = 0; k < LOADS; k++)
            sum += (f[k].x + f[k].y) + (f[k].z + f[k].w);
    }
    return sum;
}
// [end sumShare]

// ---- The host ----

// What the blocks of a grid share besides the data, zero before and after every launch.
typedef struct {
    unsigned int ticket;     // blocks that have stored their partial sum
    unsigned long long word; // their number (low half) and sum (high half), for ints
} Work;

static const size_t MOST_WAVES = 16, MOST_BLOCKS = 32; // no SM of any device holds more blocks

// A kernel and how it is launched.
template <typename T>
struct Rung {
    const char *name;
    void (*kernel)(const T *x, size_t n, T *out, Work *work);
    void (*second)(const T *x, size_t n, T *out, Work *work); // adds up the blocks' sums; or NULL
    size_t bytes;                                             // in flight per thread
    size_t block;                                             // threads; 0: those of -b
    size_t waves; // at most so many times as many blocks as the device holds at a time
};

// What a run needs, the same for every rung.
template <typename T>
struct Job {
    const Options *options;
    const Device *device;
    Flush flush;
    const T *x; // (n), on the device
    T *out;     // the sum, then the blocks' sums; on the device
    Work *work;
    int64_t want;
};

// Blocks to launch: as many as have work, but at most waves times as many as the device holds at a time.
template <typename T>
static unsigned int gridFor(const Rung<T> *rung, size_t block, const Job<T> *job)
{
    size_t stretch = block * rung->bytes / sizeof(T);
    size_t needed = blocksFor(job->options->n, stretch);
    int held = 0;
    cudaCheck(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&held, rung->kernel, (int)block, 0));
    size_t most = (size_t)held * job->device->multiprocessors * rung->waves;
    return (unsigned int)(needed < most ? needed : most);
}

// Runs one rung and returns its median time in ms.
template <typename T>
static double timeRung(const Rung<T> *rung, const Job<T> *job)
{
    size_t n = job->options->n;
    unsigned int block = (unsigned int)(rung->block > 0 ? rung->block : job->options->block);
    unsigned int grid = gridFor(rung, block, job);

    GpuTimer timer = gpuTimerBegin(job->options->repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(job->out, 0xff, sizeof(T))); // no earlier result can pass for this one
        flushCaches(&job->flush);
        gpuTimerStart(&timer);
        if (rung->second != NULL) {
            rung->kernel<<<grid, block>>>(job->x, n, job->out + 1, job->work);
            rung->second<<<1, 1024>>>(job->out + 1, grid, job->out, job->work);
        } else {
            rung->kernel<<<grid, block>>>(job->x, n, job->out, job->work);
        }
        gpuTimerStop(&timer);
    }
    return gpuTimerEnd(&timer);
}

// Adds a row for a run that took ms and left its sum in job->out.
template <typename T>
static void addRow(Rows *rows, const char *name, const Job<T> *job, double ms)
{
    T sum = 0;
    size_t n = job->options->n;
    cudaCheck(cudaMemcpy(&sum, job->out, sizeof sum, cudaMemcpyDeviceToHost));
    rowsKernel(rows, name, n, ms, (double)n * sizeof(T),
               verify_float(name, (double)sum, (double)job->want, 0));
}

static const char *suffix(int)
{
    return "Int";
}

static const char *suffix(float)
{
    return "Float";
}

// Adds a row for each rung that the user has chosen.
template <typename T>
static void climbLadder(Rows *rows, const Job<T> *job, const Rung<T> *ladder, size_t rungs)
{
    for (size_t i = 0; i < rungs; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s%s", ladder[i].name, suffix(T()));
        if (options_want(job->options, name))
            addRow(rows, name, job, timeRung(&ladder[i], job));
    }
}

// Fills x: (n) with whole numbers from -7 to 7; returns their sum. Sums of up to 2^36 of them, in
// whatever order, stay far below 2^24 (4.3 sqrt(n) is their usual size), where every float is exact.
template <typename T>
static int64_t fill(T *x, size_t n, size_t seed)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        int value = (int)(random_bits(seed, i) % 15) - 7;
        x[i] = (T)value;
        sum += value;
    }
    return sum;
}

// Makes the data of n elements of T, hands it to climb(), which adds the rows, and frees it.
template <typename T>
static void run(Rows *rows, const Options *options, const Device *device, size_t offset,
                void (*climb)(Rows *rows, const Job<T> *job))
{
    size_t n = options->n, blocks = MOST_WAVES * MOST_BLOCKS * device->multiprocessors;
    Job<T> job = {options, device, flushBegin(), NULL, NULL, NULL, 0};
    T *x = host_array(T, n), *d_x;

    job.want = fill(x, n, options->seed);
    cudaCheck(cudaMalloc(&d_x, (n + offset) * sizeof(T)));
    cudaCheck(cudaMalloc(&job.out, (1 + blocks) * sizeof(T)));
    cudaCheck(cudaMalloc(&job.work, sizeof(Work)));
    cudaCheck(cudaMemcpy(d_x + offset, x, n * sizeof(T), cudaMemcpyHostToDevice));
    cudaCheck(cudaMemset(job.work, 0, sizeof(Work)));
    job.x = d_x + offset;

    climb(rows, &job);

    flushEnd(&job.flush);
    deviceFree(d_x, job.out, job.work);
    free(x);
}

// The rest of main: reads the command line and runs both ladders. The exit status.
static int runSums(const char *about, const char *const *names,
                   void (*ints)(Rows *rows, const Job<int> *job),
                   void (*floats)(Rows *rows, const Job<float> *job), int argc, char **argv)
{
    size_t offset = 0;
    const Option own[] = {
        {'o', "offset", "elements before the array starts", &offset, 0, 63, NULL, NULL}, {}};
    Options options = options_for(about, "nbsrk");
    options.n = default_size((size_t)1 << 28, 1 << 21);
    options.n_max = (size_t)1 << 36;
    options.block = 512;
    options.blocks = POWER_OF_TWO_BLOCKS;
    for (; *names != NULL; names++)
        options_kernel(&options, *names);
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    deviceRequire(&options, (options.n + offset) * sizeof(int) + ((size_t)1 << 20),
                  options.n * sizeof(int));
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    run<int>(&rows, &options, &device, offset, ints);
    run<float>(&rows, &options, &device, offset, floats);
    return rowsEnd(&rows);
}

#endif
