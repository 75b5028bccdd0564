// A sum as fast as the memory can be read.
//
// Each element is read once and added once: a quarter of an addition per byte, so that only the
// memory can be the limit. It is reached when enough bytes are on their way at any time: by
// Little's law bandwidth times latency, about 12 KiB per SM on an H200. The rungs put more bytes in
// flight per thread, need fewer instructions per byte, and in the end save the second launch.
//
//                                                                       bytes in flight per thread
//     sumStride    grid-stride loop, one element at a time                                      4
//     sumUnroll    four independent elements at a time                                         16
//     sumWide      one load of 16 bytes in place of four of 4                                  16
//     sumFlight    four independent loads of 16 bytes                                          64
//     sumTicket    one launch: the block that finishes last adds the partial sums              64
//     sumTuned     eight loads of 16 bytes, block and grid by measurement; blocks joined cheaply  128
//     cubSum       cub::DeviceReduce::Sum, where CUB is there
//
// Each for int and for float. The floats are whole numbers small enough that every partial sum is
// exact, in whatever order: one element too few or too many and the row says WRONG.
//
//     make ch4-limit && ./ch4-limit -n 2^28
//     ./ch4-limit -n 2^28 -t 1                  times every instance of sumTuned, as CSV

#include "check.h"
#include "device.h"
#include "flush.h"
#include "options.h"
#include "rows.h"
#include "timer.h"
#include "verify.h"

#include "cub.cuh"

#define ALL_LANES 0xffffffffu

// What the blocks of a grid share besides the data, zero before and after every launch.
typedef struct {
    unsigned int ticket;     // blocks that have stored their partial sum
    unsigned long long word; // their number (low half) and sum (high half), for ints
} Work;

// All kernels: x: (n), aligned as its type asks; out: one partial sum per block, (gridDim.x), or
// from sumTicket on the sum alone. int sums are those modulo 2^32. blockDim.x is a multiple of 32.

// [begin blockSum]
template <typename T>
__device__ T warpSum(T value) // in lane 0
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(ALL_LANES, value, offset);
    return value;
}

template <typename T>
__device__ T blockSum(T value) // in thread 0
{
    __shared__ T sums[32]; // one per warp
    unsigned int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    value = warpSum(value);
    if (lane == 0)
        sums[warp] = value;
    __syncthreads();
    if (warp == 0)
        value = warpSum(lane < blockDim.x / 32 ? sums[lane] : 0);
    return value;
}
// [end blockSum]

// Rung 1: the grid stays as large as the device can hold at once and strides over the array, so
// that the block's sum is made once per block and not once per 1024 elements. The compiler is kept
// from unrolling: one load, one addition, and the addition waits for the load.
// [begin sumStride]
template <typename T>
__global__ void sumStride(const T *x, size_t n, T *out, Work *)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    T sum = 0;
#pragma unroll 1
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        sum += x[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
// [end sumStride]

// Rung 2: four loads that do not wait for each other, then the additions. Removes idle memory: 16
// bytes in flight per thread (smsp__warp_issue_stalled_long_scoreboard_per_warp_active.pct falls).
// [begin sumUnroll]
template <typename T>
__global__ void sumUnroll(const T *x, size_t n, T *out, Work *)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
#pragma unroll 1
    for (; i + 3 * stride < n; i += 4 * stride) {
        T a = x[i], b = x[i + stride], c = x[i + 2 * stride], d = x[i + 3 * stride];
        sum += (a + b) + (c + d);
    }
#pragma unroll 1
    for (; i < n; i += stride) // the tail: fewer than four are left
        sum += x[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
// [end sumUnroll]

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
    size_t fours; // then so many times four
    size_t tail;  // then 0 to 3 that are left
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

// The sum of head and tail, one element per thread of the grid's first.
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

// Rung 3: the same 16 bytes by one instruction. Removes instructions: a quarter of the requests
// (l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum), the sectors stay.
// [begin sumWide]
template <typename T>
__global__ void sumWide(const T *x, size_t n, T *out, Work *)
{
    Cut c = cut(x, n);
    const Four<T> *v = (const Four<T> *)(x + c.head);
    size_t stride = (size_t)gridDim.x * blockDim.x;
    T sum = sumEnds(x, n, c);
#pragma unroll 1
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < c.fours; i += stride) {
        Four<T> f = v[i];
        sum += (f.x + f.y) + (f.z + f.w);
    }
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
// [end sumWide]

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
        } else { // the last stretch: load what is there, all at once as well
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

// Rung 4: four wide loads in flight. By now a few warps per SM would do to keep the memory busy.
// [begin sumFlight]
template <typename T>
__global__ void sumFlight(const T *x, size_t n, T *out, Work *)
{
    T sum = blockSum(sumShare<4>(x, n));
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
// [end sumFlight]

// Rung 5: no second launch. Each block stores its sum and draws a ticket; the block with the last
// one adds up all sums, in the order of the blocks, so that a float sum is the same every time.
// __threadfence() orders the store before the ticket; it does not wait for other blocks. Removes
// the gap between two launches, which matters where the sum itself takes microseconds.
// [begin sumTicket]
template <typename T>
__global__ void sumTicket(const T *x, size_t n, T *out, Work *work)
{
    __shared__ bool last;
    T *partial = out + 1;

    T sum = blockSum(sumShare<4>(x, n));
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&work->ticket, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence(); // the sums are read after the ticket
    sum = 0;
    for (unsigned int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        sum += ((volatile T *)partial)[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0) {
        *out = sum;
        work->ticket = 0;
    }
}
// [end sumTicket]

// Rung 6: what is left are microseconds after the last load, and they count below 2^24 elements.
// For ints one atomic addition per block does it all: a 64-bit word holds the number of blocks that
// are done in its low half and their sum in its high half, where a carry falls off the end. The
// block that brings the number to gridDim.x has the sum in its hands.
// [begin joinInt]
static __device__ void join(int sum, int *out, Work *work)
{
    sum = blockSum(sum);
    if (threadIdx.x != 0)
        return;
    unsigned long long mine = (unsigned long long)(unsigned int)sum << 32 | 1;
    unsigned long long all = atomicAdd(&work->word, mine) + mine;
    if ((unsigned int)all == gridDim.x) {
        *out = (int)(all >> 32);
        work->word = 0;
    }
}
// [end joinInt]

// Floats keep the fixed order. A ticket that releases the store before it and acquires those of
// other blocks is enough; __threadfence() is stronger and slower.
// [begin joinFloat]
static __device__ void join(float sum, float *out, Work *work)
{
    __shared__ bool last;
    float *partial = out + 1;

    sum = blockSum(sum);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        last = __nv_atomic_fetch_add(&work->ticket, 1u, __NV_ATOMIC_ACQ_REL,
                                     __NV_THREAD_SCOPE_DEVICE) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    sum = 0;
    for (unsigned int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        sum += partial[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0) {
        *out = sum;
        work->ticket = 0;
    }
}
// [end joinFloat]

// [begin sumTuned]
template <int LOADS, typename T>
__global__ void __launch_bounds__(1024) sumTuned(const T *x, size_t n, T *out, Work *work)
{
    join(sumShare<LOADS>(x, n), out, work);
}
// [end sumTuned]

// A kernel and how it is launched.
template <typename T>
struct Rung {
    const char *name;
    void (*kernel)(const T *x, size_t n, T *out, Work *work);
    size_t bytes; // in flight per thread
    int launches; // 2: sumStride adds up the blocks' sums
    size_t block; // threads; 0: those of -b
    size_t waves; // at most so many blocks for each that the device holds at once
};

static const size_t MOST_WAVES = 16, MOST_BLOCKS = 32; // the latter: that an SM of any device holds

// [begin tuned]
// sumTuned as -t 1 found it best on an H200, at every size from 2^20 to 2^30. Ints join by one atomic
// addition per block, so that many small blocks cost little, and the SMs all finish at about the same
// time. Floats leave a sum per block for the last block to add: there the device should be filled
// once. How many blocks that is comes from the device: its SMs and what an SM holds.
static Rung<int> tuned(int)
{
    return {"sumTuned", sumTuned<8, int>, 128, 1, 256, MOST_WAVES};
}

static Rung<float> tuned(float)
{
    return {"sumTuned", sumTuned<8, float>, 128, 1, 512, 1};
}
// [end tuned]

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

// Blocks to launch: as many as have work, at most waves times those that the device holds at once.
template <typename T>
static unsigned int gridFor(const Rung<T> *rung, size_t block, const Job<T> *job)
{
    size_t stretch = block * rung->bytes / sizeof(T);
    size_t needed = (job->options->n + stretch - 1) / stretch;
    int held = 0;
    cudaCheck(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&held, rung->kernel, (int)block, 0));
    size_t most = (size_t)held * job->device->multiprocessors * rung->waves;
    return (unsigned int)(needed < 1 ? 1 : needed < most ? needed : most);
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
        if (rung->launches == 2) {
            rung->kernel<<<grid, block>>>(job->x, n, job->out + 1, job->work);
            sumStride<<<1, 1024>>>(job->out + 1, grid, job->out, job->work);
        } else {
            rung->kernel<<<grid, block>>>(job->x, n, job->out, job->work);
        }
        gpuTimerStop(&timer);
    }
    return gpuTimerEnd(&timer);
}

#if HAVE_CUB
template <typename T>
static double timeCub(const Job<T> *job)
{
    size_t n = job->options->n, bytes = 0;
    void *storage = NULL;
    cudaCheck(cubSum(NULL, &bytes, job->x, job->out, n));
    cudaCheck(cudaMalloc(&storage, bytes));

    GpuTimer timer = gpuTimerBegin(job->options->repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(job->out, 0xff, sizeof(T)));
        flushCaches(&job->flush);
        gpuTimerStart(&timer);
        cudaCheck(cubSum(storage, &bytes, job->x, job->out, n));
        gpuTimerStop(&timer);
    }
    cudaCheck(cudaFree(storage));
    return gpuTimerEnd(&timer);
}
#endif

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

// The ladder's rows.
template <typename T>
static void climb(Rows *rows, const Job<T> *job)
{
    const Rung<T> ladder[] = {
        {"sumStride", sumStride<T>, sizeof(T), 2, 0, 1},
        {"sumUnroll", sumUnroll<T>, 4 * sizeof(T), 2, 0, 1},
        {"sumWide", sumWide<T>, 16, 2, 0, 1},
        {"sumFlight", sumFlight<T>, 64, 2, 0, 1},
        {"sumTicket", sumTicket<T>, 64, 1, 0, 1},
        tuned(T()),
    };
    char name[64];

    for (size_t i = 0; i < sizeof ladder / sizeof *ladder; i++) {
        snprintf(name, sizeof name, "%s%s", ladder[i].name, suffix(T()));
        if (options_want(job->options, name))
            addRow(rows, name, job, timeRung(&ladder[i], job));
    }
#if HAVE_CUB
    snprintf(name, sizeof name, "cubSum%s", suffix(T()));
    if (options_want(job->options, name))
        addRow(rows, name, job, timeCub(job));
#endif
}

// A row for each instance of sumTuned: loads in flight, threads per block, waves.
template <typename T>
static void tune(Rows *rows, const Job<T> *job)
{
    static const struct {
        int loads;
        void (*kernel)(const T *x, size_t n, T *out, Work *work);
    } kernels[] = {
        {1, sumTuned<1, T>}, {2, sumTuned<2, T>}, {4, sumTuned<4, T>}, {8, sumTuned<8, T>}};
    char name[64];

    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
        for (size_t block = 128; block <= 1024; block *= 2)
            for (size_t waves = 1; waves <= MOST_WAVES; waves *= 2) {
                Rung<T> rung = {"",   kernels[k].kernel, (size_t)kernels[k].loads * 16, 1, block,
                                waves};
                snprintf(name, sizeof name, "sumTuned%s-%d-%zu-%zu", suffix(T()), kernels[k].loads,
                         block, waves);
                addRow(rows, name, job, timeRung(&rung, job));
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

template <typename T>
static void run(Rows *rows, const Options *options, const Device *device, size_t offset, size_t all)
{
    size_t n = options->n, blocks = MOST_WAVES * MOST_BLOCKS * device->multiprocessors;
    Job<T> job = {options, device, flushBegin(), NULL, NULL, NULL, 0};
    T *x = (T *)host_alloc(n, sizeof(T)), *d_x;

    job.want = fill(x, n, options->seed);
    cudaCheck(cudaMalloc(&d_x, (n + offset) * sizeof(T)));
    cudaCheck(cudaMalloc(&job.out, (1 + blocks) * sizeof(T)));
    cudaCheck(cudaMalloc(&job.work, sizeof(Work)));
    cudaCheck(cudaMemcpy(d_x + offset, x, n * sizeof(T), cudaMemcpyHostToDevice));
    cudaCheck(cudaMemset(job.work, 0, sizeof(Work)));
    job.x = d_x + offset;

    if (all)
        tune(rows, &job);
    else
        climb(rows, &job);

    flushEnd(&job.flush);
    cudaCheck(cudaFree(d_x));
    cudaCheck(cudaFree(job.out));
    cudaCheck(cudaFree(job.work));
    free(x);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {
        "sumStrideInt",
        "sumUnrollInt",
        "sumWideInt",
        "sumFlightInt",
        "sumTicketInt",
        "sumTunedInt",
#if HAVE_CUB
        "cubSumInt",
#endif
        "sumStrideFloat",
        "sumUnrollFloat",
        "sumWideFloat",
        "sumFlightFloat",
        "sumTicketFloat",
        "sumTunedFloat",
#if HAVE_CUB
        "cubSumFloat",
#endif
        NULL,
    };
    size_t offset = 0, all = 0;
    const Option own[] = {
        {'o', "offset", "elements before the array starts", &offset, 0, 63, NULL},
        {'t', "tune", "1: a row for each instance", &all, 0, 1, NULL},
        {0, NULL, NULL, NULL, 0, 0, NULL},
    };

    Options options = {};
    options.about = "Sums n random ints, then n floats, up to the limit of the memory.";
    options.letters = "nbsrk";
    options.n = default_size((size_t)1 << 28, 1 << 21);
    options.n_max = (size_t)1 << 36;
    options.block = 512;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options.seed = 1;
    options.repeats = DEFAULT_REPEATS;
    options.kernels = names;
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    deviceRequire(&options, (options.n + offset) * sizeof(int) + ((size_t)1 << 20),
                  options.n * sizeof(int));
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    run<int>(&rows, &options, &device, offset, all);
    run<float>(&rows, &options, &device, offset, all);
    return rowsEnd(&rows);
}
