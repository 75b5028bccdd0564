// Barriers: what they order, and who must come.
//
// __syncthreads() waits until every thread of the block has come to it, and all of them then see what
// any of them wrote before. __syncwarp() does the same for the lanes of a warp. Between blocks there
// is no barrier inside a kernel: only the end of the kernel.
//
//     reverseBlock      a block turns its stretch around in shared memory: one barrier
//     reverseWarp       every warp turns its own 32 elements around: a warp's barrier
//     rotate            in place, again and again: two barriers in each round
//     branchThenMeet    odd and even threads do different things, and meet after that
//     twoLaunches       every block needs what all others wrote: a second kernel
//     oneLaunch         or a cooperative launch, whose blocks can wait for each other
//
// -t runs one of seven wrong kernels, in a process of its own that is ended if it does not end itself.
//
//     make ch2-barrier && ./ch2-barrier
//     ./ch2-barrier -t 2

#include "check.h"
#include "device.h"
#include "options.h"
#include "rows.h"
#include "timer.h"
#include "verify.h"

#include <cooperative_groups.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WARP = 32, ROUNDS = 8 };

// All kernels: in, out: (n). A block has a stretch of blockDim.x elements; in the last block there may
// be fewer of them than threads, `count`. Threads without an element still come to the barriers.
extern __shared__ int stretch[]; // (blockDim.x)

static __device__ unsigned int countHere(size_t n)
{
    size_t left = n - (size_t)blockIdx.x * blockDim.x;
    return left < blockDim.x ? (unsigned int)left : blockDim.x;
}

// Thread t writes what thread count - 1 - t has loaded: that it has done so is what the barrier is
// for, and that its store is seen by the others.
// [begin reverseBlock]
__global__ void reverseBlock(const int *in, int *out, size_t n)
{
    unsigned int t = threadIdx.x, count = countHere(n);
    size_t first = (size_t)blockIdx.x * blockDim.x;

    if (t < count)
        stretch[t] = in[first + t];
    __syncthreads();
    if (t < count)
        out[first + t] = stretch[count - 1 - t];
}
// [end reverseBlock]

// Lanes exchange only with lanes of their own warp: then the warp's barrier is enough, and no warp
// waits for another. It is needed: lanes do not run in step by themselves.
// [begin reverseWarp]
__global__ void reverseWarp(const int *in, int *out, size_t n)
{
    unsigned int t = threadIdx.x, count = countHere(n);
    size_t first = (size_t)blockIdx.x * blockDim.x;
    unsigned int warpFirst = t - t % WARP, warpCount = min(count - min(count, warpFirst), WARP);

    if (t < count)
        stretch[t] = in[first + t];
    __syncwarp();
    if (t < count)
        out[first + t] = stretch[warpFirst + warpCount - 1 - t % WARP];
}
// [end reverseWarp]

// In each round everyone takes the left neighbour's number. The first barrier: all have read, so that
// writing spoils nothing. The second: all have written, so that the next round reads what is new.
// [begin rotate]
__global__ void rotate(const int *in, int *out, size_t n)
{
    unsigned int t = threadIdx.x, count = countHere(n);
    size_t first = (size_t)blockIdx.x * blockDim.x;
    int mine = t < count ? in[first + t] : 0;

    stretch[t] = mine;
    __syncthreads();
    for (int round = 0; round < ROUNDS; round++) {
        if (t < count)
            mine = stretch[(t + count - 1) % count];
        __syncthreads();
        stretch[t] = mine;
        __syncthreads();
    }
    if (t < count)
        out[first + t] = mine;
}
// [end rotate]

// Work may branch; the barrier stands after the branch, where all come by.
// [begin branchThenMeet]
__global__ void branchThenMeet(const int *in, int *out, size_t n)
{
    unsigned int t = threadIdx.x, count = countHere(n);
    size_t first = (size_t)blockIdx.x * blockDim.x;

    if (t < count) {
        if (t % 2 == 0)
            stretch[t] = in[first + t];
        else
            stretch[t] = -in[first + t];
    }
    __syncthreads();
    if (t < count)
        out[first + t] = stretch[count - 1 - t];
}
// [end branchThenMeet]

// out[i] = 2 in[n - 1 - i], in two steps with an array between them. Launches in a stream run one
// after the other: when the second kernel starts, all blocks of the first have ended.
// [begin twoLaunches]
__global__ void doubleAll(const int *in, int *twice, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        twice[i] = 2 * in[i];
}

__global__ void reverseAll(const int *twice, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = twice[n - 1 - i];
}
// [end twoLaunches]

// The same in one kernel. A cooperative launch starts only if all of its blocks are resident at once,
// and those have a barrier for the whole grid. So the grid is as large as fits, and threads loop.
// [begin oneLaunch]
__global__ void oneLaunch(const int *in, int *twice, int *out, size_t n)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = first; i < n; i += threads)
        twice[i] = 2 * in[i];
    cooperative_groups::this_grid().sync();
    for (size_t i = first; i < n; i += threads)
        out[i] = twice[n - 1 - i];
}
// [end oneLaunch]

// ---- Wrong kernels, for -t -----------------------------------------------------------------------

// reverseBlock without its barrier.
// [begin noBarrier]
__global__ void noBarrier(const int *in, int *out, size_t n)
{
    unsigned int t = threadIdx.x, count = countHere(n);
    size_t first = (size_t)blockIdx.x * blockDim.x;

    if (t < count)
        stretch[t] = in[first + t];
    if (t < count)
        out[first + t] = stretch[count - 1 - t];
}
// [end noBarrier]

// A barrier for the odd threads and another for the even ones.
// [begin barrierInBranches]
__global__ void barrierInBranches(const int *in, int *out, size_t n)
{
    unsigned int t = threadIdx.x, count = countHere(n);
    size_t first = (size_t)blockIdx.x * blockDim.x;

    if (t % 2 == 0) {
        stretch[t] = t < count ? in[first + t] : 0;
        __syncthreads();
    } else {
        stretch[t] = t < count ? -in[first + t] : 0;
        __syncthreads();
    }
    if (t < count)
        out[first + t] = stretch[count - 1 - t];
}
// [end barrierInBranches]

// A barrier that half of the block never comes to.
// [begin barrierForHalf]
__global__ void barrierForHalf(const int *in, int *out, size_t n)
{
    unsigned int t = threadIdx.x, count = countHere(n);
    size_t first = (size_t)blockIdx.x * blockDim.x;

    if (t < count)
        stretch[t] = in[first + t];
    if (t < blockDim.x / 2)
        __syncthreads();
    if (t < count)
        out[first + t] = stretch[count - 1 - t];
}
// [end barrierForHalf]

// The habit of older texts: threads without an element leave first. In the last block they do not come
// to the barrier.
// [begin earlyReturn]
__global__ void earlyReturn(const int *in, int *out, size_t n)
{
    unsigned int t = threadIdx.x, count = countHere(n);
    size_t first = (size_t)blockIdx.x * blockDim.x;

    if (t >= count)
        return;
    stretch[t] = in[first + t];
    __syncthreads();
    out[first + t] = stretch[count - 1 - t];
}
// [end earlyReturn]

// A fence orders the writes of the thread that calls it. It waits for no other thread, and so not for
// the block that has yet to write the element that is read here.
// [begin fenceForGrid]
__device__ int doubled[1 << 20];

__global__ void fenceForGrid(const int *in, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        doubled[i] = 2 * in[i];
        __threadfence();
        out[i] = *(volatile int *)&doubled[n - 1 - i];
    }
}
// [end fenceForGrid]

// reverseWarp without its barrier, as if lanes ran in step.
// [begin noWarpBarrier]
__global__ void noWarpBarrier(const int *in, int *out, size_t n)
{
    unsigned int t = threadIdx.x, count = countHere(n);
    size_t first = (size_t)blockIdx.x * blockDim.x;
    unsigned int warpFirst = t - t % WARP, warpCount = min(count - min(count, warpFirst), WARP);

    if (t < count)
        stretch[t] = in[first + t];
    if (t < count)
        out[first + t] = stretch[warpFirst + warpCount - 1 - t % WARP];
}
// [end noWarpBarrier]

// Half of the block waits at the barrier for the other half, which waits for word from beyond it.
// [begin deadlock]
__global__ void deadlock(const int *in, int *out, size_t n)
{
    __shared__ volatile int beyond;
    unsigned int t = threadIdx.x, count = countHere(n);
    size_t first = (size_t)blockIdx.x * blockDim.x;

    beyond = 0;
    stretch[t] = t < count ? in[first + t] : 0;
    __syncthreads();
    if (t < blockDim.x / 2) {
        __syncthreads();
        beyond = 1;
    }
    while (beyond == 0) {
    }
    if (t < count)
        out[first + t] = stretch[count - 1 - t];
}
// [end deadlock]

// ---- References: out[i] as it has to be; count: elements of its block, first: their first ----------

static int want_reverse(const int *in, size_t, size_t i, size_t first, size_t count)
{
    return in[first + count - 1 - (i - first)];
}

static int want_reverse_warp(const int *in, size_t, size_t i, size_t first, size_t count)
{
    size_t warp = (i - first) / WARP * WARP;
    size_t here = count - warp < WARP ? count - warp : WARP;
    return in[first + warp + here - 1 - (i - first - warp)];
}

static int want_rotate(const int *in, size_t, size_t i, size_t first, size_t count)
{
    return in[first + (i - first + count - ROUNDS % count) % count];
}

static int want_branch(const int *in, size_t, size_t i, size_t first, size_t count)
{
    size_t from = count - 1 - (i - first);
    return from % 2 == 0 ? in[first + from] : -in[first + from];
}

static int want_all(const int *in, size_t n, size_t i, size_t, size_t)
{
    return 2 * in[n - 1 - i];
}

typedef void (*Kernel)(const int *in, int *out, size_t n);

// One exchange: its kernel, NULL for oneLaunch; the second one if there are two; what it has to give;
// wrong: it is one of the kernels for -t, and why it is wrong.
typedef struct {
    const char *name;
    Kernel kernel, second;
    int (*want)(const int *in, size_t n, size_t i, size_t first, size_t count);
    const char *wrong;
} Exchange;

static const Exchange exchanges[] = {
    {"reverseBlock", reverseBlock, NULL, want_reverse, NULL},
    {"reverseWarp", reverseWarp, NULL, want_reverse_warp, NULL},
    {"rotate", rotate, NULL, want_rotate, NULL},
    {"branchThenMeet", branchThenMeet, NULL, want_branch, NULL},
    {"twoLaunches", doubleAll, reverseAll, want_all, NULL},
    {"oneLaunch", NULL, NULL, want_all, NULL},
    {"noBarrier", noBarrier, NULL, want_reverse, "threads read before others have written"},
    {"barrierInBranches", barrierInBranches, NULL, want_branch,
     "odd and even threads wait at different barriers"},
    {"barrierForHalf", barrierForHalf, NULL, want_reverse, "half of the block never comes"},
    {"earlyReturn", earlyReturn, NULL, want_reverse,
     "threads without an element leave before the barrier"},
    {"fenceForGrid", fenceForGrid, NULL, want_all, "a fence waits for nobody"},
    {"noWarpBarrier", noWarpBarrier, NULL, want_reverse_warp, "lanes need not run in step"},
    {"deadlock", deadlock, NULL, want_reverse, "two halves of a block wait for each other"},
};
enum { RIGHT = 6, WRONG = 7, MOST_TRIED = 1 << 20 }; // the right ones come first

// What kernels work on. data, out: (n) on the host; the rest on the device.
typedef struct {
    size_t n, block, grid;
    int *in, *out, *d_in, *d_out, *d_between;
} Data;

static Data dataBegin(size_t n, size_t block, size_t seed)
{
    Data d = {n, block, n > 0 ? (n + block - 1) / block : 1, NULL, NULL, NULL, NULL, NULL};
    size_t bytes = n * sizeof(int);
    d.in = (int *)host_alloc(n, sizeof(int));
    d.out = (int *)host_alloc(n, sizeof(int));
    fill_ints(d.in, n, seed);
    cudaCheck(cudaMalloc(&d.d_in, bytes));
    cudaCheck(cudaMalloc(&d.d_out, bytes));
    cudaCheck(cudaMalloc(&d.d_between, bytes));
    cudaCheck(cudaMemcpy(d.d_in, d.in, bytes, cudaMemcpyHostToDevice));
    return d;
}

static void dataEnd(Data *d)
{
    cudaCheck(cudaFree(d->d_in));
    cudaCheck(cudaFree(d->d_out));
    cudaCheck(cudaFree(d->d_between));
    free(d->in);
    free(d->out);
}

// Launches oneLaunch with as many blocks as the device holds at once.
// [begin cooperative]
static void launchTogether(Data d)
{
    int number = 0, perSm = 0, multiprocessors = 0;
    cudaCheck(cudaGetDevice(&number));
    cudaCheck(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, number));
    cudaCheck(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, oneLaunch, (int)d.block, 0));
    dim3 grid((unsigned int)(perSm * multiprocessors)), block((unsigned int)d.block);
    void *arguments[] = {&d.d_in, &d.d_between, &d.d_out, &d.n};
    cudaCheck(cudaLaunchCooperativeKernel((const void *)oneLaunch, grid, block, arguments, 0, 0));
}
// [end cooperative]

static void launch(const Exchange *e, const Data *d)
{
    if (e->kernel == NULL) {
        launchTogether(*d);
        return;
    }
    unsigned int grid = (unsigned int)d->grid, block = (unsigned int)d->block;
    size_t shared = d->block * sizeof(int);
    if (e->second == NULL) {
        e->kernel<<<grid, block, shared>>>(d->d_in, d->d_out, d->n);
        return;
    }
    e->kernel<<<grid, block, shared>>>(d->d_in, d->d_between, d->n);
    e->second<<<grid, block, shared>>>(d->d_between, d->d_out, d->n);
}

// The number of elements of the result that are wrong.
static size_t count_wrong(const Exchange *e, const Data *d)
{
    size_t wrong = 0;
    cudaCheck(cudaMemcpy(d->out, d->d_out, d->n * sizeof(int), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < d->n; i++) {
        size_t first = i / d->block * d->block;
        size_t count = d->n - first < d->block ? d->n - first : d->block;
        wrong += d->out[i] != e->want(d->in, d->n, i, first, count);
    }
    return wrong;
}

// [begin try]
// Runs a wrong kernel in a child process, which has seconds to end; says what became of it. The parent
// does not touch the device before: a child can't use a device that its parent has opened.
static void tryWrong(const Exchange *e, const Options *o, size_t seconds)
{
    int ends[2], status = 0;
    size_t wrong = 0;
    printf("%s: %s\n", e->name, e->wrong);
    fflush(stdout);
    if (pipe(ends) != 0) {
        perror("pipe");
        exit(EXIT_CUDA);
    }
    pid_t child = fork();
    if (child == 0) {
        Data d = dataBegin(o->n, o->block, o->seed);
        cudaCheck(cudaMemset(d.d_out, 0, d.n * sizeof(int)));
        launch(e, &d);
        cudaCheckLaunch();
        cudaCheck(cudaDeviceSynchronize());
        wrong = count_wrong(e, &d);
        dataEnd(&d);
        exit(write(ends[1], &wrong, sizeof wrong) == sizeof wrong ? EXIT_RIGHT : EXIT_CUDA);
    }
    close(ends[1]); // now the child alone holds it: its end can be read
    struct pollfd answer = {ends[0], POLLIN, 0};
    if (poll(&answer, 1, (int)seconds * 1000) == 0) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        printf("  it was still running after %zu s, and was ended\n", seconds);
        return;
    }
    bool answered = read(ends[0], &wrong, sizeof wrong) == sizeof wrong;
    waitpid(child, &status, 0);
    if (answered)
        printf("  it ended, and %zu of %zu elements are wrong\n", wrong, o->n);
    else
        printf("  it was stopped by the error above\n");
}
// [end try]

int main(int argc, char **argv)
{
    const char *names[RIGHT + 1] = {};
    for (int i = 0; i < RIGHT; i++)
        names[i] = exchanges[i].name;

    size_t trial = 0, seconds = 10;
    const Option own[] = {
        {'t', "try", "run the wrong kernel of this number; 0: none", &trial, 0, WRONG, NULL, NULL},
        {'l', "limit", "seconds that it may take", &seconds, 1, 600, NULL, NULL},
        {}};
    Options options = {};
    options.about = "Exchanges n ints between threads, with the barriers that takes.";
    options.letters = "nbsrk";
    options.n =
        default_size(1 << 20, 1 << 16) - 100; // the last block has fewer elements than threads
    options.n_max = (size_t)1 << 34;
    options.block = 256;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options.seed = 1;
    options.repeats = DEFAULT_REPEATS;
    options.kernels = names;
    options.own = own;
    options_parse(&options, argc, argv);

    if (trial > 0) {
        if (options.n > MOST_TRIED)
            options_refuse(&options, "--size (-n) '%zu': with -t it must be a number from 0 to %d",
                           options.n, MOST_TRIED);
        tryWrong(&exchanges[RIGHT + trial - 1], &options, seconds);
        return EXIT_RIGHT;
    }
    Device device = deviceOpen();
    size_t bytes = options.n * sizeof(int);
    deviceRequire(&options, 3 * bytes, 2 * bytes);
    Data d = dataBegin(options.n, options.block, options.seed);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    for (int i = 0; i < RIGHT; i++) {
        if (!options_want(&options, names[i]))
            continue;
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemset(d.d_out, 0x7f, bytes)); // larger than any result
            gpuTimerStart(&timer);
            launch(&exchanges[i], &d);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);
        size_t wrong = count_wrong(&exchanges[i], &d);
        rowsKernel(&rows, names[i], options.n, ms,
                   (exchanges[i].want == want_all ? 4.0 : 2.0) * (double)bytes,
                   verify_integer(names[i], (int64_t)wrong, 0));
    }
    if (!options.csv && options.kernel == NULL) {
        printf("\nwrong kernels to try, one at a time, with -t:\n");
        for (int i = 0; i < WRONG; i++)
            printf("  %d  %-18s %s\n", i + 1, exchanges[RIGHT + i].name,
                   exchanges[RIGHT + i].wrong);
    }
    dataEnd(&d);
    return rowsEnd(&rows);
}
