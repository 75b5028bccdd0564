// A sum in one launch, as fast as the memory allows.
//
// ch4-limit reads as fast as the memory can, but adds up the blocks' sums in a second launch. Below
// 2^24 elements that launch is a good part of the time. Here the blocks join their sums themselves.
//
//     sumTicket    the block that finishes last adds the partial sums
//     sumTuned     eight loads of 16 bytes, block and grid by measurement; blocks joined cheaply
//     cubSum       cub::DeviceReduce::Sum, where CUB is installed
//
// Each for int and for float, as in ch4-limit.
//
//     make ch4-ticket && ./ch4-ticket -n 2^20

#include "atomics.h"
#include "limit.h"

#include "cub.cuh"

// All kernels: x: (n), aligned as its type asks; out: the sum, then room for one partial sum per
// block, (1 + gridDim.x). A sum of ints must not overflow. blockDim.x is a multiple of 32.

// One launch instead of two. Each block stores its sum and draws a ticket; the block with the last
// one adds up all sums, in the order of the blocks, so that a float sum is the same every time.
// The two fences make the ticket a message: what a block stored before it drew its ticket can be read
// by every block that has drawn a later one. Neither fence waits for another block. Removes
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
        __threadfence(); // release: this block's sum is stored before its ticket is drawn
        last = atomicAdd(&work->ticket, 1) == gridDim.x - 1;
        __threadfence(); // acquire: the others' sums are read after the ticket
    }
    __syncthreads(); // hands what thread 0 has acquired on to its block
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
// [end sumTicket]

// What's left is microseconds after the last load, which matter below 2^24 elements. For ints one
// atomic addition per block does it all. The low half of a 64-bit word holds the number of blocks
// that are done, and the high half holds their sum, whose carry falls off the end. The
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

// Floats keep the fixed order. The ticket itself releases the store before it and acquires those of the blocks
// that have drawn before, and that's all that is needed. __threadfence() also puts all fences of the grid into one
// order, which makes it stronger and slower.
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

// [begin tuned]
// sumTuned as tests/gpu/tune.sh found it best on an H200, at every size from 2^20 to 2^30. Ints
// join by one atomic addition per block, so that many small blocks cost little, and the SMs all
// finish at about the same time. Floats leave a sum per block for the last block to add: there the
// device should be filled once. How many blocks that is comes from the device: its SMs and what an
// SM holds.
static Rung<int> tuned(int)
{
    return {"sumTuned", sumTuned<8, int>, NULL, 128, 256, MOST_WAVES};
}

static Rung<float> tuned(float)
{
    return {"sumTuned", sumTuned<8, float>, NULL, 128, 512, 1};
}
// [end tuned]

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

template <typename T>
static void climb(Rows *rows, const Job<T> *job)
{
    const Rung<T> ladder[] = {{"sumTicket", sumTicket<T>, NULL, 64, 0, 1}, tuned(T())};
    climbLadder(rows, job, ladder, sizeof ladder / sizeof *ladder);
#if HAVE_CUB
    char name[64];
    snprintf(name, sizeof name, "cubSum%s", suffix(T()));
    if (options_want(job->options, name))
        addRow(rows, name, job, timeCub(job));
#endif
}

int main(int argc, char **argv)
{
    static const char *const names[] = {
        "sumTicketInt",
        "sumTunedInt",
#if HAVE_CUB
        "cubSumInt",
#endif
        "sumTicketFloat",
        "sumTunedFloat",
#if HAVE_CUB
        "cubSumFloat",
#endif
        NULL,
    };
    return runSums("Sums n random ints, then n floats, each in one launch.", names, climb<int>,
                   climb<float>, argc, argv);
}
