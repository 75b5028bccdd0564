// Summing an array: the ladder in shared memory.
//
// Each block copies its stretch of the array into shared memory, once, and halves it there; the
// host adds the blocks' partial sums. The input is only read. Each rung changes one thing:
//
//     reduceBaseline         every second, fourth, ... thread adds its neighbour
//     reduceNoDivergence     the same pairs, added by threads that lie side by side
//     reduceNoBankConflict   pairs half a stretch apart: lanes use 32 different banks
//     reduceAddDuringLoad    each thread adds two elements before the first barrier
//     reduceUnrollLastWarp   the last warp carries on without block barriers and tests
//     reduceShuffle          lanes pass sums through registers; shared memory holds one per warp
//
//     make ch3-shared && ./ch3-shared -n 2^24 -b 256
//     make profile-ch3-shared

#include "program.h"

// All kernels: in: (n); out: (gridDim.x), one partial sum per block. blockDim.x is a power of two
// from 64 to 1024; the launch gives each block blockDim.x floats of shared memory. Threads past the
// end of the array take part with 0, which changes no sum, so that all of them reach every barrier.
extern __shared__ float shared[];

// in[i], or 0 past the end.
static __device__ float elementOrZero(const float *in, size_t i, size_t n)
{
    return i < n ? in[i] : 0.0f;
}

// Rung 1: the baseline. It loads each element from global memory once, instead of many times as in
// ch3-reduce, and takes the steps in shared memory. In step s only every 2s-th thread adds, in every warp,
// so there are few threads per instruction (smsp__thread_inst_executed_per_inst_executed.ratio). The
// remainder % takes several instructions as well.
// [begin reduceBaseline]
__global__ void reduceBaseline(const float *in, float *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    shared[tid] = elementOrZero(in, i, n);
    __syncthreads();
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0)
            shared[tid] += shared[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = shared[0];
}
// [end reduceBaseline]

// Rung 2: no divergent branch. The same pairs, but thread t takes pair t, so whole warps work or rest.
// Removes the remainder, and in the PTX the divergence: there rung 1's counter rises from 25 to 30, of a
// possible 32. (On an H200 it's near 32 in both rungs, since ptxas turns the branch into predicates.) Active
// lanes used to be scattered over the warps and now share one, but their words lie 2s apart, so 2, 4, 8 and
// more lanes use the same bank (l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum), and there are as
// many wavefronts as before.
// [begin reduceNoDivergence]
__global__ void reduceNoDivergence(const float *in, float *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    shared[tid] = elementOrZero(in, i, n);
    __syncthreads();
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        unsigned int left = 2 * stride * tid;
        if (left < blockDim.x)
            shared[left] += shared[left + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = shared[0];
}
// [end reduceNoDivergence]

// Rung 3: no bank conflict. Pairs lie half a stretch apart, so a warp's lanes read 32 words side by
// side, one from each bank. Removes bank conflicts: the counter of rung 2 goes down to 0.
// [begin reduceNoBankConflict]
__global__ void reduceNoBankConflict(const float *in, float *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    shared[tid] = elementOrZero(in, i, n);
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            shared[tid] += shared[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = shared[0];
}
// [end reduceNoBankConflict]

// Rung 4: add during load. In rung 3 half the threads do nothing but load. Here each thread loads two
// elements and adds them in a register. That takes half as many blocks, barriers and shared accesses for
// the same n, with twice as many loads in flight per thread. Removes idle threads and barrier waits
// (smsp__warp_issue_stalled_barrier_per_warp_active.pct).
// [begin reduceAddDuringLoad]
__global__ void reduceAddDuringLoad(const float *in, float *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x * 2 + tid;

    shared[tid] = elementOrZero(in, i, n) + elementOrZero(in, i + blockDim.x, n);
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            shared[tid] += shared[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = shared[0];
}
// [end reduceAddDuringLoad]

// Rung 5: the last warp unrolled. When 64 sums are left, warp 0 finishes alone, without a loop, a test of
// the thread's number, or a barrier for the block. Its lanes still have to wait for each other: since
// Volta they need not run in step, so every exchange is write, __syncwarp, read, __syncwarp. Lanes from
// the stride on add values that nobody will use, because excluding them would cost a test. Removes 6
// block barriers (smsp__warp_issue_stalled_barrier_per_warp_active.pct).
// [begin reduceUnrollLastWarp]
// All 32 lanes of a warp call this together. Returns sum plus the sum of the lane stride places on.
static __device__ float addAcross(float sum, unsigned int stride)
{
    shared[threadIdx.x] = sum;
    __syncwarp(); // all sums are written
    sum += shared[threadIdx.x + stride];
    __syncwarp(); // all are read: the next step may write
    return sum;
}

__global__ void reduceUnrollLastWarp(const float *in, float *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x * 2 + tid;

    shared[tid] = elementOrZero(in, i, n) + elementOrZero(in, i + blockDim.x, n);
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (tid < stride)
            shared[tid] += shared[tid + stride];
        __syncthreads();
    }
    if (tid < 32) {
        float sum = shared[tid] + shared[tid + 32];
        sum = addAcross(sum, 16);
        sum = addAcross(sum, 8);
        sum = addAcross(sum, 4);
        sum = addAcross(sum, 2);
        sum = addAcross(sum, 1);
        if (tid == 0)
            out[blockIdx.x] = sum;
    }
}
// [end reduceUnrollLastWarp]

// Rung 6: shuffles. A lane reads another lane's register, so a warp needs no shared memory and no barrier.
// Every warp adds up its own 32 values, lane 0 leaves the sum in shared memory, and after the only
// barrier, warp 0 adds those up. Removes nearly all shared wavefronts
// (l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum) and all barriers but one.
// [begin reduceShuffle]
// All 32 lanes of a warp call this together. Lane 0 gets the sum of all 32 values.
static __device__ float warpSum(float sum)
{
    sum += __shfl_down_sync(0xffffffff, sum, 16);
    sum += __shfl_down_sync(0xffffffff, sum, 8);
    sum += __shfl_down_sync(0xffffffff, sum, 4);
    sum += __shfl_down_sync(0xffffffff, sum, 2);
    sum += __shfl_down_sync(0xffffffff, sum, 1);
    return sum;
}

__global__ void reduceShuffle(const float *in, float *out, size_t n)
{
    unsigned int tid = threadIdx.x, warp = tid / 32, lane = tid % 32, warps = blockDim.x / 32;
    size_t i = (size_t)blockIdx.x * blockDim.x * 2 + tid;

    float sum = warpSum(elementOrZero(in, i, n) + elementOrZero(in, i + blockDim.x, n));
    if (lane == 0)
        shared[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = warpSum(lane < warps ? shared[lane] : 0.0f);
        if (lane == 0)
            out[blockIdx.x] = sum;
    }
}
// [end reduceShuffle]

typedef void (*Kernel)(const float *in, float *out, size_t n);

static const struct {
    const char *name;
    Kernel kernel;
    size_t perThread; // elements that a thread loads
} ladder[] = {
    {"reduceBaseline", reduceBaseline, 1},
    {"reduceNoDivergence", reduceNoDivergence, 1},
    {"reduceNoBankConflict", reduceNoBankConflict, 1},
    {"reduceAddDuringLoad", reduceAddDuringLoad, 2},
    {"reduceUnrollLastWarp", reduceUnrollLastWarp, 2},
    {"reduceShuffle", reduceShuffle, 2},
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

// [begin reference]
// The exact sum of x: (n), and in *magnitudes that of the absolute values: the data is made so that
// double additions of it do not round (verify.h).
static double sum_double(const float *x, size_t n, double *magnitudes)
{
    double sum = 0;
    *magnitudes = 0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        *magnitudes += fabsf(x[i]);
    }
    return sum;
}
// [end reference]

int main(int argc, char **argv)
{
    Options options = options_for(
        "Sums n random floats by halving each block's stretch in shared memory.", "nbsrk");
    options.n = default_size(1 << 24, 1 << 22);
    options.n_max = (size_t)1 << 36;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernels(&options, ladder);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, block = options.block;
    size_t most = n / block + 1; // blocks of any rung
    size_t bytes = n * sizeof(float);
    deviceRequire(&options, bytes + most * sizeof(float), bytes + most * sizeof(float));
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);

    float *in = host_array(float, n);
    float *out = host_array(float, most);
    fill_floats(in, n, options.seed);

    double magnitudes;
    double want = sum_double(in, n, &magnitudes);

    float *d_in = deviceCopy(float, in, n);
    float *d_out = deviceArray(float, most);

    // [begin measure]
    for (int i = 0; i < RUNGS; i++) {
        if (!options_want(&options, ladder[i].name))
            continue;
        size_t stretch = block * ladder[i].perThread;
        size_t grid = blocksFor(n, stretch);
        size_t outBytes = grid * sizeof(float);
        Runs runs = runsBegin(&options, d_out, outBytes);
        while (runsNext(&runs))
            ladder[i].kernel<<<(unsigned int)grid, (unsigned int)block, block * sizeof(float)>>>(
                d_in, d_out, n);
        double ms = runsEnd(&runs, out);
        double sum = 0; // of the partial sums: the host adds them, in double, not timed
        for (size_t b = 0; b < grid; b++)
            sum += out[b];
        // An element goes through one addition per halving of the stretch.
        double bound = float_gamma(log2((double)stretch)) * magnitudes;
        rowsKernel(&rows, ladder[i].name, n, ms, (double)bytes,
                   verify_float(ladder[i].name, sum, want, bound));
    }
    // [end measure]

    deviceFree(d_in, d_out);
    host_free(in, out);
    return rowsEnd(&rows);
}
