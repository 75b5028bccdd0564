// The memory model: release, acquire, scopes.
//
// How does a thread know that what it reads is what another has written?
//
// A writes data, then sets a flag. B waits for the flag, then reads the data. Nothing in this makes the
// data visible: A's two stores may arrive in the other order, and so may B's two loads. A release where the
// flag is set and an acquire where it is seen put them in order. A scope says for which threads: those of a
// block, of a device, or of the whole system.
//
// Here every block passes a message, its stretch of x, to the next one, which adds its own stretch to it:
//
//     messageFence      a relaxed flag, with a fence before it and one after it
//     messageRelease    an atomic_ref stores the flag with release, and loads it with acquire
//     messageSystem     the same for all of the system, the CPU included: more than is needed
//     messageThreads    a flag for each thread: no barrier, each waits for one other
//     messageWarps      between the warps of a block: the scope is the block
//     countRelaxed      a counter: relaxed, because nothing depends on its order
//
// -t 1 adds messageRelaxed, whose flag orders nothing. Its result is wrong on a GPU but right on the
// simulator, where WARPSIM=check nevertheless says what is wrong with it.
//
//     make ch2-memorymodel && ./ch2-memorymodel
//     WARPSIM=check ./ch2-memorymodel -t 1 -n 10000
//
// The toolkit's standard atomics require C++17:
// build: -std=c++17

#include "program.h"

#include <cuda/atomic>

enum { UNSET, SET };

// What the blocks of a grid share, zero before each launch.
typedef struct {
    unsigned int next;  // the stretch that the next block takes
    unsigned int count; // of countRelaxed
    unsigned int *flag; // (n) at least, of messages
    int *box;           // (blocks * blockDim.x), the messages
} Shared;

// All kernels: x, out: (n). Stretch t of x is the message of the t-th block. out[i] is x[i] plus the
// element at the same place in the stretch before, or only x[i] in stretch 0.

// The stretch for this block. Blocks take stretches in the order in which they start. So the block before
// this one has started, and waiting for it comes to an end. The counter is relaxed, because all that matters
// is that each block gets a different number.
// [begin takeStretch]
static __device__ unsigned int takeStretch(Shared *all)
{
    __shared__ unsigned int stretch;
    if (threadIdx.x == 0) {
        cuda::atomic_ref<unsigned int, cuda::thread_scope_device> next(all->next);
        stretch = next.fetch_add(1, cuda::memory_order_relaxed);
    }
    __syncthreads();
    return stretch;
}
// [end takeStretch]

// Two fences. The first puts what the thread has written, or learned of at a barrier, before the flag. The
// second puts the flag before what is read after it. The flag itself can be relaxed, but it must be atomic,
// because two threads access it at the same time. (Older code has a volatile flag here. For the GPU that is
// the same; for C++ it is a race.)
// [begin messageFence]
__global__ void messageFence(const int *x, int *out, size_t n, Shared *all)
{
    unsigned int t = takeStretch(all);
    size_t i = (size_t)t * blockDim.x + threadIdx.x;
    int mine = i < n ? x[i] : 0, before = 0;

    all->box[i] = mine;
    __syncthreads(); // the whole message is written
    if (threadIdx.x == 0) {
        cuda::atomic_ref<unsigned int, cuda::thread_scope_device> flag(all->flag[t]);
        __threadfence();
        flag.store(SET, cuda::memory_order_relaxed);
    }
    if (threadIdx.x == 0 && t > 0) {
        cuda::atomic_ref<unsigned int, cuda::thread_scope_device> flag(all->flag[t - 1]);
        while (flag.load(cuda::memory_order_relaxed) == UNSET) {
        }
        __threadfence();
    }
    __syncthreads(); // the message before is there
    if (t > 0)
        before = all->box[i - blockDim.x];
    if (i < n)
        out[i] = mine + before;
}
// [end messageFence]

// Release and acquire, on the flag itself. The code says what it orders and for whom. The barriers extend
// this to the whole block: thread 0 also releases what the other threads wrote before the first barrier,
// and after the second they see what thread 0 has acquired.
// [begin message]
template <cuda::thread_scope SCOPE, bool ORDERED>
static __device__ void message(const int *x, int *out, size_t n, Shared *all)
{
    unsigned int t = takeStretch(all);
    size_t i = (size_t)t * blockDim.x + threadIdx.x;
    int mine = i < n ? x[i] : 0, before = 0;

    all->box[i] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        cuda::atomic_ref<unsigned int, SCOPE> flag(all->flag[t]);
        flag.store(SET, ORDERED ? cuda::memory_order_release : cuda::memory_order_relaxed);
    }
    if (threadIdx.x == 0 && t > 0) {
        cuda::atomic_ref<unsigned int, SCOPE> flag(all->flag[t - 1]);
        while (flag.load(ORDERED ? cuda::memory_order_acquire : cuda::memory_order_relaxed) ==
               UNSET) {
        }
    }
    __syncthreads();
    if (t > 0)
        before = all->box[i - blockDim.x];
    if (i < n)
        out[i] = mine + before;
}

__global__ void messageRelease(const int *x, int *out, size_t n, Shared *all)
{
    message<cuda::thread_scope_device, true>(x, out, n, all);
}
// [end message]

__global__ void messageSystem(const int *x, int *out, size_t n, Shared *all)
{
    message<cuda::thread_scope_system, true>(x, out, n, all);
}

__global__ void messageRelaxed(const int *x, int *out, size_t n, Shared *all)
{
    message<cuda::thread_scope_device, false>(x, out, n, all);
}

// A flag for each thread. Each releases its own word and waits for one word of another thread: no
// barrier is needed after takeStretch(), because no third thread is involved.
// [begin messageThreads]
__global__ void messageThreads(const int *x, int *out, size_t n, Shared *all)
{
    unsigned int t = takeStretch(all);
    size_t i = (size_t)t * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    cuda::atomic_ref<unsigned int, cuda::thread_scope_device> flag(all->flag[i]);
    all->box[i] = x[i];
    flag.store(SET, cuda::memory_order_release);
    int before = 0;
    if (t > 0) {
        cuda::atomic_ref<unsigned int, cuda::thread_scope_device> other(all->flag[i - blockDim.x]);
        while (other.load(cuda::memory_order_acquire) == UNSET) {
        }
        before = all->box[i - blockDim.x];
    }
    out[i] = x[i] + before;
}
// [end messageThreads]

// Between the warps of a block, in shared memory. Each stretch belongs to a warp, and the first warp of a
// block gets no message. Block scope is enough, because both threads are on one SM. (compute-sanitizer's
// racecheck follows only barriers, and reports a race here although there is none.)
// [begin messageWarps]
__global__ void messageWarps(const int *x, int *out, size_t n, Shared *)
{
    __shared__ unsigned int flag[32]; // of the warps
    __shared__ int box[1024];
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int mine = i < n ? x[i] : 0, before = 0;

    if (threadIdx.x < 32)
        flag[threadIdx.x] = UNSET;
    __syncthreads();
    box[threadIdx.x] = mine;
    __syncwarp();
    if (lane == 0) {
        cuda::atomic_ref<unsigned int, cuda::thread_scope_block> here(flag[warp]);
        here.store(SET, cuda::memory_order_release);
    }
    if (lane == 0 && warp > 0) {
        cuda::atomic_ref<unsigned int, cuda::thread_scope_block> other(flag[warp - 1]);
        while (other.load(cuda::memory_order_acquire) == UNSET) {
        }
    }
    __syncwarp();
    if (warp > 0)
        before = box[threadIdx.x - 32];
    if (i < n)
        out[i] = mine + before;
}
// [end messageWarps]

// How many elements are positive. The sum is right whatever the order, so relaxed is enough. The end of the
// kernel puts the result before what the host reads. out[i]: whether x[i] is positive.
// [begin countRelaxed]
__global__ void countRelaxed(const int *x, int *out, size_t n, Shared *all)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = x[i] > 0;
    if (x[i] > 0) {
        cuda::atomic_ref<unsigned int, cuda::thread_scope_device> count(all->count);
        count.fetch_add(1, cuda::memory_order_relaxed);
    }
}
// [end countRelaxed]

typedef void (*Kernel)(const int *x, int *out, size_t n, Shared *all);

static const struct {
    const char *name;
    Kernel kernel;
    size_t stretch; // 0: a block's
} ways[] = {
    {"messageFence", messageFence, 0},     {"messageRelease", messageRelease, 0},
    {"messageSystem", messageSystem, 0},   {"messageThreads", messageThreads, 0},
    {"messageWarps", messageWarps, 32},    {"countRelaxed", countRelaxed, 0},
    {"messageRelaxed", messageRelaxed, 0}, // the wrong one, the last
};
enum { WAYS = sizeof ways / sizeof *ways - 1 }; // that are right

// True if out: (n) and count are what way w must leave.
static bool verify_way(int w, const int *x, const int *out, size_t n, size_t block,
                       unsigned int count)
{
    size_t stretch = ways[w].stretch > 0 ? ways[w].stretch : block, wrong = 0;
    int64_t positive = 0;
    for (size_t i = 0; i < n; i++) {
        bool first = i < stretch || (ways[w].stretch > 0 && i % block < stretch);
        int want = ways[w].kernel == countRelaxed ? x[i] > 0 : x[i] + (first ? 0 : x[i - stretch]);
        wrong += out[i] != want;
        positive += x[i] > 0;
    }
    return verify_integer(ways[w].name, (int64_t)wrong, 0) &&
           (ways[w].kernel != countRelaxed || verify_integer(ways[w].name, count, positive));
}

int main(int argc, char **argv)
{
    size_t trial = 0;
    const Option own[] = {
        {'t', "try", "1: messageRelaxed too, which is wrong", &trial, 0, 1, NULL, NULL}, {}};
    Options options =
        options_for("Passes stretches of n random ints from block to block.", "nbsrk");
    options.n = default_size(1 << 22, 1 << 16);
    options.n_max = (size_t)1 << 32;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_add(&options, ways, sizeof *ways, WAYS); // not the last one, which is wrong
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, block = options.block, bytes = n * sizeof(int);
    unsigned int grid = blocksFor(n, block);
    size_t words = (size_t)grid * block; // of flags, and of the box
    deviceRequire(&options, 2 * bytes + 2 * words * sizeof(int), 2 * bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    int *x = host_array(int, n);
    int *out = host_array(int, n);
    Shared all = {}, *d_all;
    fill_ints(x, n, options.seed);
    int *d_x = deviceCopy(int, x, n);
    int *d_out = deviceArray(int, n);
    d_all = deviceArray(Shared, 1);
    all.flag = deviceArray(unsigned int, words);
    all.box = deviceArray(int, words);

    for (int i = 0; i < WAYS + (int)trial; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        Shared end;
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemcpy(d_all, &all, sizeof all, cudaMemcpyHostToDevice));
            cudaCheck(cudaMemset(all.flag, 0, words * sizeof *all.flag));
            cudaCheck(cudaMemset(all.box, 0x7f, words * sizeof *all.box)); // no message is that
            cudaCheck(cudaMemset(d_out, 0x7f, bytes));
            gpuTimerStart(&timer);
            ways[i].kernel<<<grid, (unsigned int)block>>>(d_x, d_out, n, d_all);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);
        cudaCheck(cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost));
        cudaCheck(cudaMemcpy(&end, d_all, sizeof end, cudaMemcpyDeviceToHost));
        rowsKernel(&rows, ways[i].name, n, ms, 2.0 * (double)bytes,
                   verify_way(i, x, out, n, block, end.count));
    }

    deviceFree(d_x, d_out, d_all, all.flag, all.box);
    host_free(x, out);
    return rowsEnd(&rows);
}
