// Seven kernels whose barriers are wrong or fragile.
//
// Barriers are left out, or are in places that some threads never reach. Each kernel does what a kernel of
// ch2-barrier does, but is wrong or fragile. -t runs the kernel of that number in a process of its own,
// which is killed if it does not finish in time. To be wrong is what they are for, so the exit status is 0.
//
// A wrong kernel may give the right result, by luck. A fragile one is right until somebody changes it.
// Two tools name the lines at fault: WARPSIM=check on the simulator, and compute-sanitizer on a
// GPU.
//
//     make ch2-wrong && ./ch2-wrong         lists them
//     ./ch2-wrong -t 2

#include "alone.h"
#include "exchange.h"

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

// A barrier in a branch that half of the block does not take.
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

// The habit of older texts: threads without an element leave first. A barrier waits only for threads that
// have not exited, so this is legal, on every GPU. It is fragile: any exchange that counts on the missing
// threads, through shared memory, a shuffle or a cuda::barrier, goes wrong.
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

// A fence orders the writes of the thread that calls it. It doesn't wait for any other thread, such as
// those of the block that has yet to write the element that is read here.
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

// Half of the block waits at the barrier for the other half, which waits for a flag that is set after it.
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

static const struct {
    Exchange exchange;
    const char *why; // it is here
} wrongs[] = {
    {{"noBarrier", noBarrier, want_reverse}, "threads read before others have written"},
    {{"barrierInBranches", barrierInBranches, want_branch},
     "odd and even threads wait at different barriers"},
    {{"barrierForHalf", barrierForHalf, want_reverse}, "half of the block goes around the barrier"},
    {{"earlyReturn", earlyReturn, want_reverse},
     "legal, but fragile: threads leave before the barrier"},
    {{"fenceForGrid", fenceForGrid, want_all}, "a fence waits for nobody"},
    {{"noWarpBarrier", noWarpBarrier, want_reverse_warp}, "lanes need not run in step"},
    {{"deadlock", deadlock, want_reverse}, "two halves of a block wait for each other"},
};
enum { WRONGS = sizeof wrongs / sizeof *wrongs, MOST_TRIED = 1 << 20 };

// What is tried: a kernel, with the size, the block and the seed that the options ask for.
typedef struct {
    const Exchange *exchange;
    const Options *options;
} Try;

// Runs the kernel of a Try. Returns how many elements are wrong.
static size_t tryKernel(const void *what)
{
    const Exchange *e = ((const Try *)what)->exchange;
    Data d = dataBegin(((const Try *)what)->options);
    cudaCheck(cudaMemset(d.d_out, 0, d.n * sizeof(int)));
    e->kernel<<<d.grid, (unsigned int)d.block, d.block * sizeof(int)>>>(d.d_in, d.d_out, d.n);
    cudaCheckLaunch();
    cudaCheck(cudaMemcpy(d.out, d.d_out, d.n * sizeof(int), cudaMemcpyDeviceToHost));
    size_t wrong = count_wrong(e, &d);
    dataEnd(&d);
    return wrong;
}

int main(int argc, char **argv)
{
    size_t trial = 0, seconds = 10, wrong = 0;
    const Option own[] = {
        {'t', "try", "run the kernel of this number; 0: list them", &trial, 0, WRONGS, NULL, NULL},
        {'l', "limit", "seconds that it may take", &seconds, 1, 600, NULL, NULL},
        {}};
    Options options = options_for("Runs a kernel that exchanges n ints with the wrong barriers.\n"
                                  "However wrong that is, this program's exit status is 0.",
                                  "nbs");
    options.n = default_size(1 << 20, 1 << 16) - 100; // the last block is not full
    options.n_max = MOST_TRIED;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options.own = own;
    options_parse(&options, argc, argv);

    if (trial > 0) {
        const Try what = {&wrongs[trial - 1].exchange, &options};
        printf("%s: %s\n", what.exchange->name, wrongs[trial - 1].why);
        if (run_alone(tryKernel, &what, seconds, &wrong))
            printf("  it ended, and %zu of %zu elements are wrong\n", wrong, options.n);
        return EXIT_RIGHT;
    }
    printf("wrong or fragile kernels to try, one at a time, with -t%s:\n",
           SIMULATED ? ", on a simulated GPU" : "");
    for (int i = 0; i < WRONGS; i++)
        printf("  %d  %-18s %s\n", i + 1, wrongs[i].exchange.name, wrongs[i].why);
    return EXIT_RIGHT;
}
