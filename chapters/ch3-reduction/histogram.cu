// A histogram: many threads add to few counters.
//
// bins[v] counts the elements of x that are v, of 256 values. Two threads may add to the same counter at the
// same time, so the additions are atomic. In global memory, threads that meet at a counter take turns. In
// shared memory, lanes that meet don't, as long as they only count: for adding 1 and ignoring the old value
// there is a special instruction (ATOMS.POPC.INC), which adds for all lanes with the same address in one go.
// Lanes with different words of one bank still take turns.
//
//     hist_loop         the CPU: the reference
//     histGlobal        one atomic in global memory for each element
//     histShared        each block counts for itself in shared memory, then adds its counts to the bins
//     histWarps         each warp of a block has counters of its own
//     histAggregated    of the lanes with the same value, one adds for all
//     histWide          histWarps with 16 elements for each load
//     cubHistogram      cub::DeviceHistogram::HistogramEven, where CUB is there
//
// How often threads meet depends on the data: -p 50 gives half of the elements the same value.
//
//     make ch3-histogram && ./ch3-histogram -n 2^28
//     ./ch3-histogram -p 100

#include "flush.h"
#include "program.h"
#include "warp.h"

#include "cubhistogram.cuh"

enum { BINS = 256 };

// [begin hist_loop]
static void hist_loop(const unsigned char *x, size_t n, unsigned int *bins)
{
    for (size_t i = 0; i < n; i++)
        bins[x[i]]++;
}
// [end hist_loop]

// All kernels: x: (n); bins: (256), 0 before the launch. Any grid; blockDim.x a multiple of 32.

// Rung 1: every element is an atomic in L2. Lanes of a warp with different values need different sectors,
// and all threads of the grid meet at 256 counters.
// [begin histGlobal]
__global__ void histGlobal(const unsigned char *x, size_t n, unsigned int *bins)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&bins[x[i]], 1);
}
// [end histGlobal]

// Rung 2: privatization. A block has counters of its own in shared memory, where atomics stay within
// the SM. In the end it adds them to the bins, with 256 atomics for the whole of its share. Removes
// atomics in L2 (l1tex__t_requests_pipe_lsu_mem_global_op_red.sum).
// [begin histShared]
__global__ void histShared(const unsigned char *x, size_t n, unsigned int *bins)
{
    __shared__ unsigned int mine[BINS];
    size_t stride = (size_t)gridDim.x * blockDim.x;

    for (unsigned int b = threadIdx.x; b < BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&mine[x[i]], 1);
    __syncthreads(); // all have counted
    for (unsigned int b = threadIdx.x; b < BINS; b += blockDim.x)
        if (mine[b] > 0)
            atomicAdd(&bins[b], mine[b]);
}
// [end histShared]

// [begin warpCounters]
// The counters of a block's warps, one set after the other: (warps, BINS).
extern __shared__ unsigned int counters[];

static __device__ void clearCounters(void)
{
    for (unsigned int b = threadIdx.x; b < blockDim.x / 32 * BINS; b += blockDim.x)
        counters[b] = 0;
    __syncthreads();
}

// Adds the counters of all warps to the bins.
static __device__ void addCounters(unsigned int *bins)
{
    __syncthreads(); // all have counted
    for (unsigned int b = threadIdx.x; b < BINS; b += blockDim.x) {
        unsigned int sum = 0;
        for (unsigned int warp = 0; warp < blockDim.x / 32; warp++)
            sum += counters[warp * BINS + b];
        if (sum > 0)
            atomicAdd(&bins[b], sum);
    }
}
// [end warpCounters]

// Rung 3: a set of counters for each warp. Only lanes of one warp can meet at a counter now. The price is
// shared memory, 1 KiB for each warp, and the additions at the end.
// [begin histWarps]
__global__ void histWarps(const unsigned char *x, size_t n, unsigned int *bins)
{
    unsigned int *mine = counters + threadIdx.x / 32 * BINS;
    size_t stride = (size_t)gridDim.x * blockDim.x;

    clearCounters();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&mine[x[i]], 1);
    addCounters(bins);
}
// [end histWarps]

// Rung 4: lanes with the same value find each other, and the first of them adds their number. No two
// lanes of a warp meet any more. But the atomics of the other rungs do that by themselves, and here it costs
// instructions: __match_any_sync takes a round for each distinct value. On an H200 this rung is slower even
// if all elements are equal. It would pay off if the number added were not 1.
// [begin histAggregated]
__global__ void histAggregated(const unsigned char *x, size_t n, unsigned int *bins)
{
    unsigned int *mine = counters + threadIdx.x / 32 * BINS, lane = threadIdx.x % 32;
    size_t stride = (size_t)gridDim.x * blockDim.x;

    clearCounters();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i - lane < n; i += stride) {
        unsigned int present = __ballot_sync(ALL_LANES, i < n); // all lanes, but at the end of x
        if (i < n) {
            unsigned int same = __match_any_sync(present, x[i]);
            if (lane == (unsigned int)__ffs((int)same) - 1)
                atomicAdd(&mine[x[i]], __popc(same));
        }
    }
    addCounters(bins);
}
// [end histAggregated]

// Rung 5: 16 elements for each load. Removes load instructions: a warp needs one for 512 bytes instead of
// one for 32. And it has blocks of 1,024 threads, since each block ends with up to 256 atomics in L2, and a
// quarter as many blocks have a quarter as many of them. x begins at a multiple of 16 bytes.
// [begin histWide]
static __device__ void countFour(unsigned int *mine, unsigned int four) // four: elements in a word
{
    for (int k = 0; k < 4; k++)
        atomicAdd(&mine[four >> 8 * k & 0xff], 1);
}

__global__ void histWide(const unsigned char *x, size_t n, unsigned int *bins)
{
    unsigned int *mine = counters + threadIdx.x / 32 * BINS;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    clearCounters();
    for (size_t i = first; i < n / 16; i += stride) {
        uint4 v = ((const uint4 *)x)[i];
        countFour(mine, v.x);
        countFour(mine, v.y);
        countFour(mine, v.z);
        countFour(mine, v.w);
    }
    for (size_t i = n / 16 * 16 + first; i < n; i += stride) // the tail, at most 15
        atomicAdd(&mine[x[i]], 1);
    addCounters(bins);
}
// [end histWide]

typedef void (*Kernel)(const unsigned char *x, size_t n, unsigned int *bins);

static const struct {
    const char *name;
    Kernel kernel;      // NULL: CUB's
    bool warpCounted;   // it needs counters for each warp
    unsigned int block; // its threads; 0: those of -b
} ladder[] = {
    {"histGlobal", histGlobal, false, 0}, {"histShared", histShared, false, 0},
    {"histWarps", histWarps, true, 0},    {"histAggregated", histAggregated, true, 0},
    {"histWide", histWide, true, 1024},
#if HAVE_CUB
    {"cubHistogram", NULL, false, 0},
#endif
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

// What a run needs, on the device.
typedef struct {
    size_t n;
    unsigned int block;
    const unsigned char *x;
    unsigned int *bins;
    void *storage; // CUB's, of storageBytes
    size_t storageBytes;
} Job;

// Launches rung i, with as many blocks as the device can hold, but no more than have work.
static void launch(int i, const Job *job, const Device *device)
{
#if HAVE_CUB
    if (ladder[i].kernel == NULL) {
        size_t bytes = job->storageBytes;
        cudaCheck(cubHistogram(job->storage, &bytes, job->x, job->bins, BINS, job->n));
        return;
    }
#endif
    int held = 0;
    unsigned int block = ladder[i].block > 0 ? ladder[i].block : job->block;
    size_t shared = ladder[i].warpCounted ? block / 32 * BINS * sizeof(unsigned int) : 0;
    cudaCheck(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&held, ladder[i].kernel, (int)block, shared));
    unsigned int most = (unsigned int)(held * device->multiprocessors);
    unsigned int needed = blocksFor(job->n, (size_t)block * 16);
    unsigned int grid = needed < most ? needed : most;
    ladder[i].kernel<<<grid, block, shared>>>(job->x, job->n, job->bins);
}

// Fills x: (n) with random bytes, of which `peak` in 100 are 7.
static void fill_bytes(unsigned char *x, size_t n, size_t peak, uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = random_bits(seed, i);
        x[i] = (bits >> 8) % 100 < peak ? 7 : (unsigned char)bits;
    }
}

int main(int argc, char **argv)
{
    size_t peak = 0;
    const Option own[] = {
        {'p', "peak", "elements in 100 that are one value", &peak, 0, 100, NULL, NULL}, {}};
    Options options = options_for("Counts the values of n random bytes.", "nbsrk");
    options.n = default_size((size_t)1 << 28, 1 << 20);
    options.n_max = UINT32_MAX; // a counter holds no more
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernel(&options, "hist_loop");
    options_kernels(&options, ladder);
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n;
    Job job = {n, (unsigned int)options.block, NULL, NULL, NULL, 0};
#if HAVE_CUB
    cudaCheck(cubHistogram(NULL, &job.storageBytes, NULL, NULL, BINS, n));
#endif
    deviceRequire(&options, n + job.storageBytes + ((size_t)1 << 20), n);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    unsigned char *x = host_array(unsigned char, n);
    unsigned int want[BINS] = {}, got[BINS];
    fill_bytes(x, n, peak, options.seed);
    unsigned char *d_x = deviceCopy(unsigned char, x, n);
    job.x = d_x;
    job.bins = deviceArray(unsigned int, BINS);
    job.storage = deviceArray(char, job.storageBytes);

    double start = cpu_ms();
    hist_loop(x, n, want);
    if (options_want(&options, "hist_loop"))
        rowsCpu(&rows, "hist_loop", n, cpu_ms() - start, (double)n, true);
    Flush flush = flushBegin();
    for (int i = 0; i < RUNGS; i++) {
        if (!options_want(&options, ladder[i].name))
            continue;
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemset(job.bins, 0, sizeof got)); // the kernels add to them
            flushCaches(&flush);
            gpuTimerStart(&timer);
            launch(i, &job, &device);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);
        cudaCheck(cudaMemcpy(got, job.bins, sizeof got, cudaMemcpyDeviceToHost));
        bool right = true;
        for (int b = 0; b < BINS && right; b++)
            right = verify_integer(ladder[i].name, got[b], want[b]);
        rowsKernel(&rows, ladder[i].name, n, ms, (double)n, right);
    }

    flushEnd(&flush);
    deviceFree(d_x, job.bins, job.storage);
    free(x);
    return rowsEnd(&rows);
}
