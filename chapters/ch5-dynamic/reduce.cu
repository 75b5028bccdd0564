// Sums by grids that launch grids, and what that costs.
//
// Every way halves each block's stretch of 2b elements and then adds up the blocks' sums. The ways differ
// in who launches the steps, and in how large the steps are:
//
//     nestedBlocks   each block launches a child of half its threads for the next step, and so on:
//                    the textbook's recursion: log2(b) small launches for each stretch
//     nestedGrids    one child per step for all blocks, by tail launch: log2(b) + 2 launches
//     hostGrids      the same steps, launched by the host
//     graphGrids     the same steps, captured once and launched as a graph
//     nestedSums     a block adds up its stretch by itself; one child adds up the sums: 2 launches
//     hostSums       the same two, launched by the host
//     graphSums      the same two as a graph
//
// Older texts let a parent wait for its children with cudaDeviceSynchronize() on the device. That is
// gone, except for an option of the compiler for compute capabilities below 9.0. Work that must run after the
// children goes into a tail launch.
//
//     make ch5-reduce && ./ch5-reduce -n 2^20
//
// build: -rdc=true -lcudadevrt

#include "program.h"

#include "nested.h"

#define ALL_LANES 0xffffffffu

// What all kernels work on. A block's stretch is 2b elements long, b the threads of the first grid.
typedef struct {
    int *x; // (n), overwritten
    size_t n;
    unsigned int stretch; // 2b
    int *sums;            // one per stretch
    unsigned int blocks;  // stretches
    int *total;           // (1)
} Work;

// One step on count elements at x: thread t adds element t + blockDim.x to element t.
static __device__ void halve(int *x, size_t count)
{
    if (threadIdx.x + blockDim.x < count)
        x[threadIdx.x] += x[threadIdx.x + blockDim.x];
}

static __device__ size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

// The sum of all threads' values, in thread 0. blockDim.x is a multiple of 32.
static __device__ int blockSum(int value)
{
    __shared__ int sums[32];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(ALL_LANES, value, offset);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x < 32) {
        value = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0;
        for (int offset = 16; offset > 0; offset /= 2)
            value += __shfl_down_sync(ALL_LANES, value, offset);
    }
    return value;
}

// [begin addSums]
// One block adds up the sums of all stretches.
__global__ void addSums(Work w)
{
    int sum = 0;
    for (unsigned int i = threadIdx.x; i < w.blocks; i += blockDim.x)
        sum += w.sums[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        *w.total = sum;
}
// [end addSums]

// [begin nestedBlocks]
// The next step for one stretch, as one block of half as many threads.
__global__ void nestedBlock(int *x, size_t count, int *sum)
{
    halve(x, count);
    __syncthreads(); // the child sees what all threads of this block wrote
    if (threadIdx.x != 0)
        return;
    if (blockDim.x > 1) {
        nestedBlock<<<1, blockDim.x / 2, 0, cudaStreamFireAndForget>>>(x, count, sum);
        noteLaunch();
    } else {
        *sum = count > 0 ? x[0] : 0;
    }
}

// The first step, for all stretches. Its grid doesn't end before all of its children and theirs
// have ended, so the tail launch comes after the last of them.
__global__ void nestedBlocks(Work w)
{
    size_t first = (size_t)blockIdx.x * w.stretch, count = least(w.n - first, w.stretch);
    halve(w.x + first, count);
    __syncthreads();
    if (threadIdx.x == 0) {
        nestedBlock<<<1, blockDim.x / 2, 0, cudaStreamFireAndForget>>>(w.x + first, count,
                                                                       w.sums + blockIdx.x);
        noteLaunch();
        if (blockIdx.x == 0) {
            addSums<<<1, 1024, 0, cudaStreamTailLaunch>>>(w);
            noteLaunch();
        }
    }
}
// [end nestedBlocks]

// [begin step]
// One step for all stretches. The last step leaves the sums.
static __device__ void step(const Work *w)
{
    size_t first = (size_t)blockIdx.x * w->stretch, count = least(w->n - first, w->stretch);
    halve(w->x + first, count);
    if (blockDim.x == 1)
        w->sums[blockIdx.x] = count > 0 ? w->x[first] : 0;
}

__global__ void grids(Work w)
{
    step(&w);
}
// [end step]

// [begin nestedGrids]
// One thread of the grid launches the next step, to begin when this grid has ended.
__global__ void nestedGrids(Work w)
{
    step(&w);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        if (blockDim.x > 1)
            nestedGrids<<<gridDim.x, blockDim.x / 2, 0, cudaStreamTailLaunch>>>(w);
        else
            addSums<<<1, 1024, 0, cudaStreamTailLaunch>>>(w);
        noteLaunch();
    }
}
// [end nestedGrids]

// [begin sums]
// The whole sum of each stretch, with shuffles and one barrier instead of launches.
static __device__ void sumStretch(const Work *w)
{
    size_t i = (size_t)blockIdx.x * w->stretch + threadIdx.x;
    int sum = i < w->n ? w->x[i] : 0;
    if (i + blockDim.x < w->n)
        sum += w->x[i + blockDim.x];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        w->sums[blockIdx.x] = sum;
}

__global__ void sums(Work w)
{
    sumStretch(&w);
}

__global__ void nestedSums(Work w)
{
    sumStretch(&w);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        addSums<<<1, 1024, 0, cudaStreamTailLaunch>>>(w);
        noteLaunch();
    }
}
// [end sums]

static void launchNestedBlocks(const Work *w, cudaStream_t stream)
{
    nestedBlocks<<<w->blocks, w->stretch / 2, 0, stream>>>(*w);
}

static void launchNestedGrids(const Work *w, cudaStream_t stream)
{
    nestedGrids<<<w->blocks, w->stretch / 2, 0, stream>>>(*w);
}

static void launchGrids(const Work *w, cudaStream_t stream)
{
    for (unsigned int threads = w->stretch / 2; threads > 0; threads /= 2)
        grids<<<w->blocks, threads, 0, stream>>>(*w);
    addSums<<<1, 1024, 0, stream>>>(*w);
}

static void launchNestedSums(const Work *w, cudaStream_t stream)
{
    nestedSums<<<w->blocks, w->stretch / 2, 0, stream>>>(*w);
}

static void launchSums(const Work *w, cudaStream_t stream)
{
    sums<<<w->blocks, w->stretch / 2, 0, stream>>>(*w);
    addSums<<<1, 1024, 0, stream>>>(*w);
}

// How many launches a way makes: steps is log2(2b).
enum Count { PER_BLOCK, PER_STEP, TWO };

typedef struct {
    const char *name;
    void (*launch)(const Work *w, cudaStream_t stream);
    enum Count count;
    bool graph; // captured, then launched as a graph
} Way;

static const Way ways[] = {
    {"nestedBlocks", launchNestedBlocks, PER_BLOCK, false},
    {"nestedGrids", launchNestedGrids, PER_STEP, false},
    {"hostGrids", launchGrids, PER_STEP, false},
    {"graphGrids", launchGrids, PER_STEP, true},
    {"nestedSums", launchNestedSums, TWO, false},
    {"hostSums", launchSums, TWO, false},
    {"graphSums", launchSums, TWO, true},
};
enum { WAYS = sizeof ways / sizeof *ways };

static size_t launches(const Way *way, const Work *w)
{
    size_t steps = 0;
    for (unsigned int threads = w->stretch / 2; threads > 0; threads /= 2)
        steps++;
    return way->count == TWO ? 2 : way->count == PER_STEP ? steps + 1 : 2 + (steps - 1) * w->blocks;
}

// [begin capture]
// The launches of a way, recorded once: they can be launched again with a single call.
static cudaGraphExec_t capture(const Way *way, const Work *w)
{
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaStream_t stream;
    cudaCheck(cudaStreamCreate(&stream));
    cudaCheck(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    way->launch(w, stream);
    cudaCheck(cudaStreamEndCapture(stream, &graph));
    cudaCheck(cudaGraphInstantiate(&ready, graph, 0));
    cudaCheck(cudaGraphDestroy(graph));
    cudaCheck(cudaStreamDestroy(stream));
    return ready;
}
// [end capture]

// Runs a way; returns its median time in ms. x: (n), on the device, what w->x is to hold before.
static double timeWay(const Way *way, const Work *w, const int *x, size_t repeats)
{
    cudaGraphExec_t graph = way->graph ? capture(way, w) : NULL;
    GpuTimer timer = gpuTimerBegin(repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemcpy(w->x, x, w->n * sizeof(int), cudaMemcpyDeviceToDevice));
        cudaCheck(cudaMemset(w->sums, 0xff, w->blocks * sizeof(int)));
        cudaCheck(cudaMemset(w->total, 0xff, sizeof(int)));
        gpuTimerStart(&timer);
        if (way->graph)
            cudaCheck(cudaGraphLaunch(graph, 0));
        else
            way->launch(w, 0);
        gpuTimerStop(&timer);
    }
    if (way->graph)
        cudaCheck(cudaGraphExecDestroy(graph));
    return gpuTimerEnd(&timer);
}

int main(int argc, char **argv)
{
    Options options = options_for(
        "Sums n random ints by nested launches, and by launches from the host.", "nbsrk");
    options.n = default_size(1 << 20, 1 << 15);
    options.n_max = (size_t)1 << 24;
    options.block = 512;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernels(&options, ways);
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, bytes = n * sizeof(int);
    deviceRequire(&options, 2 * bytes + ((size_t)1 << 26), bytes);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    Work w = {};
    w.n = n;
    w.stretch = 2 * (unsigned int)options.block;
    w.blocks = blocksFor(n, w.stretch);
    nestedRoom(16 * (size_t)w.blocks); // every step of every block may wait at once: at most 11

    int *x = host_array(int, n);
    int64_t want = 0;
    fill_ints(x, n, options.seed);
    for (size_t i = 0; i < n; i++)
        want += x[i];
    int *d_x = deviceCopy(int, x, n);
    w.x = deviceArray(int, n);
    w.sums = deviceArray(int, w.blocks);
    w.total = deviceArray(int, 1);

    double ms[WAYS] = {};
    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        int total = 0;
        ms[i] = timeWay(&ways[i], &w, d_x, options.repeats);
        cudaCheck(cudaMemcpy(&total, w.total, sizeof total, cudaMemcpyDeviceToHost));
        bool right = nestedRight(ways[i].name) && verify_integer(ways[i].name, total, want);
        rowsKernel(&rows, ways[i].name, n, ms[i], (double)bytes, right);
    }
    for (int i = 0; i < WAYS && !options.csv; i++)
        if (options_want(&options, ways[i].name))
            printf("%s%-13s %7zu launches, %8.3f us each\n", i == 0 ? "\n" : "", ways[i].name,
                   launches(&ways[i], &w), ms[i] * 1e3 / (double)launches(&ways[i], &w));

    if (!options.csv)
        nestedTimes();
    deviceFree(d_x, w.x, w.sums, w.total);
    free(x);
    return rowsEnd(&rows);
}
