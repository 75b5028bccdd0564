// Managed memory: when its pages move, and where to.
//
// A managed pointer is good for both sides. A page lives on one of them; when the other side touches it,
// it moves, and a thread waits. A kernel that touches new pages everywhere waits often. A prefetch moves
// many pages at once, before they are needed. Advice tells what will happen: that a page will only be
// read, for example, so that each side may have a copy of it.
//
// In each run the host touches all of x, and then a kernel reads it: y[i] = x[i] + 1. The clock covers
// what the device does: the moving of pages and the kernel.
//
//     copied           no managed memory: cudaMemcpy, then the kernel
//     touched          the host has written x; the kernel touches it, page after page
//     prefetched       the host has written x; cudaMemPrefetchAsync, then the kernel
//     readAgain        the host has read x: the pages are there and must come back
//     readMostly       the same after the advice that x is mostly read: both sides keep a copy
//
//     make ch1-managed && ./ch1-managed -n 2^26
//
// The simulator has one memory for both sides and no page faults: its times say nothing about `touched`
// and `readAgain`, which need a GPU.

#include "program.h"

// [begin addOne]
__global__ void addOne(const int *x, int *y, size_t n) // x, y: (n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + 1;
}
// [end addOne]

// [begin prefetch]
// Asks for bytes at x to be moved to the device. It returns at once; the pages come in the order of
// the stream, before the next kernel.
static void prefetchToDevice(const void *x, size_t bytes, int device)
{
#if CUDART_VERSION >= 13000
    cudaMemLocation there = {};
    there.type = cudaMemLocationTypeDevice;
    there.id = device;
    cudaCheck(cudaMemPrefetchAsync(x, bytes, there, 0, 0));
#else
    cudaCheck(cudaMemPrefetchAsync(x, bytes, device, 0));
#endif
}

// Says that bytes at x will mostly be read: each side that reads them gets its own copy. A write is
// still right, but it makes all other copies invalid.
static void adviseReadMostly(const void *x, size_t bytes, int device)
{
#if CUDART_VERSION >= 13000
    cudaMemLocation any = {};
    any.type = cudaMemLocationTypeDevice;
    any.id = device;
    cudaCheck(cudaMemAdvise(x, bytes, cudaMemAdviseSetReadMostly, any));
#else
    cudaCheck(cudaMemAdvise(x, bytes, cudaMemAdviseSetReadMostly, device));
#endif
}
// [end prefetch]

static const struct {
    const char *name;
    bool managed, written, prefetched, advised; // written: by the host before each run; else read
} ways[] = {
    {"copied", false, true, false, false},    {"touched", true, true, false, false},
    {"prefetched", true, true, true, false},  {"readAgain", true, false, false, false},
    {"readMostly", true, false, false, true},
};
enum { WAYS = sizeof ways / sizeof *ways };

// What a run works on.
typedef struct {
    size_t n, bytes;
    unsigned int block;
    int device;
    const int *values; // (n), what x is to hold; on the host
    int *d_x, *d_y;    // (n), on the device
} Job;

// The sum of x: (n), so that the host reads all of it.
static int64_t read_all(const int *x, size_t n)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

// [begin run]
// Median time of way w in ms. x: managed, or for `copied` plain memory of the host. *sum gets the
// sum of x, as the host has read it.
static double timeWay(int w, const Job *job, int *x, size_t repeats, int64_t *sum)
{
    GpuTimer timer = gpuTimerBegin(repeats);
    memcpy(x, job->values, job->bytes);
    if (ways[w].advised && job->bytes > 0)
        adviseReadMostly(x, job->bytes, job->device);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(job->d_y, 0x7f, job->bytes));
        cudaCheck(cudaDeviceSynchronize()); // before the host touches managed memory again
        if (ways[w].written)
            memcpy(x, job->values, job->bytes);
        *sum = read_all(x, job->n);
        gpuTimerStart(&timer);
        if (!ways[w].managed)
            cudaCheck(cudaMemcpyAsync(job->d_x, x, job->bytes, cudaMemcpyHostToDevice));
        if (ways[w].prefetched && job->bytes > 0)
            prefetchToDevice(x, job->bytes, job->device);
        addOne<<<blocksFor(job->n, job->block), job->block>>>(ways[w].managed ? x : job->d_x,
                                                              job->d_y, job->n);
        gpuTimerStop(&timer);
    }
    return gpuTimerEnd(&timer);
}
// [end run]

int main(int argc, char **argv)
{
    Options options = options_for("Adds 1 to n random ints in managed memory.", "nbsrk");
    options.n = default_size(1 << 25, 1 << 18);
    options.n_max = (size_t)1 << 34;
    options_kernels(&options, ways);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    int concurrent = 0;
    Job job = {options.n, options.n * sizeof(int), (unsigned int)options.block, 0, NULL, NULL,
               NULL};
    gridRequire(&options);
    deviceRequire(&options, 3 * job.bytes, 4 * job.bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    cudaCheck(cudaGetDevice(&job.device));
    cudaCheck(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, job.device));
    int *values = host_array(int, job.n), *y = host_array(int, job.n);
    fill_ints(values, job.n, options.seed);
    job.values = values;
    job.d_x = deviceArray(int, job.n);
    job.d_y = deviceArray(int, job.n);

    for (int w = 0; w < WAYS; w++) {
        if (!options_want(&options, ways[w].name))
            continue;
        if ((ways[w].prefetched || ways[w].advised) && !concurrent) {
            fprintf(stderr,
                    "%s: left out, since this device supports neither prefetch nor advice\n",
                    ways[w].name);
            continue;
        }
        int *x = NULL;
        int64_t sum = 0;
        if (ways[w].managed)
            cudaCheck(
                cudaMallocManaged((void **)&x, job.bytes > 0 ? job.bytes : 1, cudaMemAttachGlobal));
        else
            x = host_array(int, job.n);
        double ms = timeWay(w, &job, x, options.repeats, &sum);
        bool right = verify_integer(ways[w].name, sum, read_all(values, job.n));
        cudaCheck(cudaMemcpy(y, job.d_y, job.bytes, cudaMemcpyDeviceToHost));
        for (size_t i = 0; i < job.n && right; i++)
            right = verify_integer(ways[w].name, y[i], values[i] + 1);
        rowsKernel(&rows, ways[w].name, job.n, ms, 2.0 * (double)job.bytes, right);
        if (ways[w].managed)
            cudaCheck(cudaFree(x));
        else
            free(x);
    }

    rowsNote(&rows, "the model moves managed memory at no cost; the chapter has a GPU's times");
    deviceFree(job.d_x, job.d_y);
    host_free(values, y);
    return rowsEnd(&rows);
}
