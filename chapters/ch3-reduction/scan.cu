// Prefix sums, from a block's scan to one pass.
//
// y[i] = x[0] + ... + x[i].
//
// A scan has n results where a reduction has one, and each depends on all before it. It still takes
// only log2(n) steps, and need not take many more additions than the loop's n - 1.
//
//     scan_loop          the CPU, one element after the other: the reference
//     scanKoggeStone     in a block: every element adds the one 1, 2, 4, ... places before it
//     scanBrentKung      in a block: up a tree and down again, with fewer additions
//     scanWarps          in a block: warps scan by shuffles, then the warps' sums
//                        these three block by block: scan, scan the blocks' sums, add them
//     scanReduceFirst    sum the blocks, scan the sums, then scan: less to write
//     scanLookBack       one pass: a block finds the sum before it by looking back
//     scanLookBackWarp   ... 32 blocks at a time, with 16-byte loads: the memory is the limit
//     cubScan            cub::DeviceScan::InclusiveSum, where CUB is there
//
//     make ch3-scan && ./ch3-scan -n 2^28

#include "check.h"
#include "device.h"
#include "flush.h"
#include "options.h"
#include "rows.h"
#include "timer.h"
#include "verify.h"

#include "cub.cuh"

#define ALL_LANES 0xffffffffu

// [begin scan_loop]
static void scan_loop(const int *x, int *y, size_t n) // x, y: (n)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += x[i];
        y[i] = sum;
    }
}
// [end scan_loop]

// ---- A block's scan ----
//
// x, y: (n), may be the same; sums: (gridDim.x), the sum of each block's stretch, or NULL. A block's
// stretch is blockDim.x elements, in scanWarps four times as many. Elements past n count as 0: all
// threads stay, for the barriers.

// Kogge and Stone: after the step with stride s element i holds the sum of the 2s elements that end
// at i. log2(b) steps, but almost b additions in each: b log2(b) in all. A step reads what another
// thread writes in the same step, so two buffers take turns: with one, and one barrier, it races.
// [begin scanKoggeStone]
__global__ void scanKoggeStone(const int *x, int *y, size_t n, int *sums)
{
    __shared__ int buffer[2][1024];
    unsigned int tid = threadIdx.x, now = 0;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    buffer[now][tid] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        int sum = buffer[now][tid];
        if (tid >= stride)
            sum += buffer[now][tid - stride];
        now = 1 - now;
        buffer[now][tid] = sum;
        __syncthreads();
    }
    if (i < n)
        y[i] = buffer[now][tid];
    if (sums != NULL && tid == blockDim.x - 1)
        sums[blockIdx.x] = buffer[now][tid];
}
// [end scanKoggeStone]

// Brent and Kung: up a tree of sums as in a reduction, then down again to the elements that the tree
// left out: 2 log2(b) - 1 steps, and only 2b - 2 - log2(b) additions. On a GPU additions that lanes
// do side by side are free and steps are not, so the first often wins in spite of its work.
// [begin scanBrentKung]
__global__ void scanBrentKung(const int *x, int *y, size_t n, int *sums)
{
    __shared__ int buffer[1024];
    unsigned int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    buffer[tid] = i < n ? x[i] : 0;
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        unsigned int at = (tid + 1) * 2 * stride - 1; // the last element of a pair of subtrees
        if (at < blockDim.x)
            buffer[at] += buffer[at - stride];
    }
    for (unsigned int stride = blockDim.x / 4; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned int at = (tid + 1) * 2 * stride - 1; // the sum up to here is final
        if (at + stride < blockDim.x)
            buffer[at + stride] += buffer[at];
    }
    __syncthreads();
    if (i < n)
        y[i] = buffer[tid];
    if (sums != NULL && tid == blockDim.x - 1)
        sums[blockIdx.x] = buffer[tid];
}
// [end scanBrentKung]

// [begin scanLanes]
// The sum of value over this lane and those before it: Kogge and Stone's steps without memory. All
// lanes of the warp take part.
static __device__ int scanLanes(int value)
{
    for (unsigned int offset = 1; offset < 32; offset *= 2) {
        int before = __shfl_up_sync(ALL_LANES, value, offset);
        if (threadIdx.x % 32 >= offset)
            value += before;
    }
    return value;
}

// The sum over all threads before this one; *total: over all. All threads of the block take part.
static __device__ int scanThreads(int value, int *total)
{
    __shared__ int sums[32]; // of the warps, then of all up to a warp
    unsigned int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;

    int sum = scanLanes(value);
    if (lane == 31)
        sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        int all = scanLanes(lane < warps ? sums[lane] : 0);
        if (lane < warps)
            sums[lane] = all;
    }
    __syncthreads();
    *total = sums[warps - 1];
    return sum - value + (warp > 0 ? sums[warp - 1] : 0);
}
// [end scanLanes]

// Four elements per thread, one after the other; then warps by shuffles; then the warps' sums: two
// barriers in place of log2(b), and a quarter of the threads. All sums that must be scanned at the
// next level shrink likewise.
// [begin scanWarps]
enum { EACH = 4 }; // elements per thread

__global__ void scanWarps(const int *x, int *y, size_t n, int *sums)
{
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * EACH;
    int value[EACH], total;

    for (int k = 0; k < EACH; k++)
        value[k] = (i + k < n ? x[i + k] : 0) + (k > 0 ? value[k - 1] : 0);
    int before = scanThreads(value[EACH - 1], &total);
    for (int k = 0; k < EACH; k++)
        if (i + k < n)
            y[i + k] = before + value[k];
    if (sums != NULL && threadIdx.x == 0)
        sums[blockIdx.x] = total;
}
// [end scanWarps]

// [begin addBefore]
// Adds to each stretch of y: (n) what comes before it: sums[b], the sum of stretches 0 to b, scanned.
__global__ void addBefore(int *y, size_t n, const int *sums, unsigned int each)
{
    if (blockIdx.x == 0)
        return;
    size_t first = (size_t)blockIdx.x * blockDim.x * each + threadIdx.x;
    int before = sums[blockIdx.x - 1];
    for (unsigned int k = 0; k < each; k++) {
        size_t i = first + k * blockDim.x;
        if (i < n)
            y[i] += before;
    }
}
// [end addBefore]

// ---- Sums first ----

// [begin sumStretches]
// sums[b]: the sum of stretch b of x: (n).
__global__ void sumStretches(const int *x, size_t n, int *sums)
{
    size_t first = (size_t)blockIdx.x * blockDim.x * EACH + threadIdx.x;
    int sum = 0, total;
    for (int k = 0; k < EACH; k++) {
        size_t i = first + k * blockDim.x;
        sum += i < n ? x[i] : 0;
    }
    scanThreads(sum, &total);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = total;
}
// [end sumStretches]

// [begin scanFrom]
// scanWarps() that begins with what comes before: sums[b], the sum of stretches 0 to b, scanned.
__global__ void scanFrom(const int *x, int *y, size_t n, const int *sums)
{
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * EACH;
    int value[EACH], total;

    for (int k = 0; k < EACH; k++)
        value[k] = (i + k < n ? x[i + k] : 0) + (k > 0 ? value[k - 1] : 0);
    int before = scanThreads(value[EACH - 1], &total);
    if (blockIdx.x > 0)
        before += sums[blockIdx.x - 1];
    for (int k = 0; k < EACH; k++)
        if (i + k < n)
            y[i + k] = before + value[k];
}
// [end scanFrom]

// ---- One pass ----
//
// Decoupled look-back (Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled
// Look-back, NVIDIA, 2016). A tile's state is one 64-bit word, so that flag and sum can't be torn
// apart and need no fence between them: the flag in the high half, the sum in the low half.

// [begin State]
enum {
    NOTHING,
    TILE_SUM,
    PREFIX
}; // a flag: the word holds no sum, the tile's, that of all up to it

// What the blocks of a grid share, zero before each launch.
typedef struct {
    unsigned int next;          // the tile that the next block takes
    unsigned long long state[]; // (tiles)
} State;

static __device__ void publish(unsigned long long *state, unsigned int flag, int sum)
{
    __nv_atomic_store_n(state, (unsigned long long)flag << 32 | (unsigned int)sum,
                        __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

static __device__ unsigned long long look(unsigned long long *state)
{
    return __nv_atomic_load_n(state, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

// The tile for this block. Blocks take tiles as they start, so that all tiles before this one belong
// to blocks that have started: waiting for them comes to an end, whatever order blocks start in.
static __device__ unsigned int takeTile(State *all)
{
    __shared__ unsigned int tile;
    if (threadIdx.x == 0)
        tile = atomicAdd(&all->next, 1);
    __syncthreads();
    return tile;
}
// [end State]

// One thread looks back, tile by tile, adding tile sums until it meets a prefix.
// [begin lookBack]
static __device__ int lookBack(unsigned long long *state, unsigned int tile)
{
    int before = 0;
    for (unsigned int t = tile; t-- > 0;) {
        unsigned long long word;
        while ((word = look(&state[t])) >> 32 == NOTHING)
            ;
        before += (int)word;
        if (word >> 32 == PREFIX)
            break;
    }
    return before;
}

__global__ void scanLookBack(const int *x, int *y, size_t n, State *all)
{
    __shared__ int shared;
    unsigned int tile = takeTile(all);
    size_t i = ((size_t)tile * blockDim.x + threadIdx.x) * EACH;
    int value[EACH], total;

    for (int k = 0; k < EACH; k++)
        value[k] = (i + k < n ? x[i + k] : 0) + (k > 0 ? value[k - 1] : 0);
    int before = scanThreads(value[EACH - 1], &total);
    if (threadIdx.x == 0) {
        publish(&all->state[tile], TILE_SUM, total); // those behind need not wait for what follows
        shared = lookBack(all->state, tile);
        publish(&all->state[tile], PREFIX, shared + total);
    }
    __syncthreads();
    before += shared;
    for (int k = 0; k < EACH; k++)
        if (i + k < n)
            y[i + k] = before + value[k];
}
// [end lookBack]

// [begin sumLanes]
// The sum of value over all lanes of the warp, for each of them: one instruction since Ampere.
static __device__ int sumLanes(int value)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(ALL_LANES, value);
#else
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(ALL_LANES, value, offset);
    return value;
#endif
}
// [end sumLanes]

// A warp looks at 32 tiles at once: lane l at tile `tile - 1 - l`. When all 32 have something, the
// lanes up to the nearest prefix add up what they see; without a prefix they go 32 tiles further.
// [begin lookBackWarp]
static __device__ int lookBackWarp(unsigned long long *state, unsigned int tile)
{
    unsigned int lane = threadIdx.x % 32;
    int before = 0;
    for (long long end = tile; end > 0; end -= 32) {
        long long t = end - 1 - lane;
        unsigned long long word = (unsigned long long)PREFIX
                                  << 32; // before tile 0 there is nothing: 0
        do {
            if (t >= 0)
                word = look(&state[t]);
        } while (__any_sync(ALL_LANES, word >> 32 == NOTHING));
        unsigned int prefixes = __ballot_sync(ALL_LANES, word >> 32 == PREFIX);
        unsigned int nearest = prefixes != 0 ? __ffs((int)prefixes) - 1 : 31;
        before += sumLanes(lane <= nearest ? (int)word : 0);
        if (prefixes != 0)
            break;
    }
    return before;
}
// [end lookBackWarp]

// Each warp takes a stretch of ROWS * 128 elements, row by row: a lane loads 16 bytes of each row, so
// that a warp's load is 512 bytes side by side, all rows in flight at once.
// [begin scanLookBackWarp]
template <int ROWS>
__global__ void __launch_bounds__(1024) scanLookBackWarp(const int *x, int *y, size_t n, State *all)
{
    __shared__ int sums[32], shared; // the warps' sums; the sum before the tile
    unsigned int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    unsigned int tile = takeTile(all);
    size_t first = ((size_t)tile * warps + warp) * (ROWS * 128) + lane * 4;
    bool whole = ((size_t)tile + 1) * warps * (ROWS * 128) <= n;
    int4 v[ROWS];

#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        size_t i = first + r * 128;
        if (whole)
            v[r] = *(const int4 *)(x + i);
        else
            v[r] = make_int4(i < n ? x[i] : 0, i + 1 < n ? x[i + 1] : 0, i + 2 < n ? x[i + 2] : 0,
                             i + 3 < n ? x[i + 3] : 0);
    }

    // The warp's stretch: four elements, then the lanes of a row, then the rows
    int before = 0;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        v[r].y += v[r].x;
        v[r].z += v[r].y;
        v[r].w += v[r].z;
        int sum = scanLanes(v[r].w), add = before + sum - v[r].w;
        v[r].x += add;
        v[r].y += add;
        v[r].z += add;
        v[r].w += add;
        before += __shfl_sync(ALL_LANES, sum, 31);
    }

    // The tile: the warps' sums, then what is before it
    if (lane == 31)
        sums[warp] = before;
    __syncthreads();
    if (warp == 0) {
        int sum = lane < warps ? sums[lane] : 0, upTo = scanLanes(sum);
        int total = __shfl_sync(ALL_LANES, upTo, 31);
        if (lane == 0)
            publish(&all->state[tile], tile == 0 ? PREFIX : TILE_SUM, total);
        int earlier = lookBackWarp(all->state, tile);
        if (lane == 0) {
            publish(&all->state[tile], PREFIX, earlier + total);
            shared = earlier;
        }
        if (lane < warps)
            sums[lane] = upTo - sum;
    }
    __syncthreads();

    int add = shared + sums[warp];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        size_t i = first + r * 128;
        v[r] = make_int4(v[r].x + add, v[r].y + add, v[r].z + add, v[r].w + add);
        if (whole) {
            *(int4 *)(y + i) = v[r];
        } else {
            if (i < n)
                y[i] = v[r].x;
            if (i + 1 < n)
                y[i + 1] = v[r].y;
            if (i + 2 < n)
                y[i + 2] = v[r].z;
            if (i + 3 < n)
                y[i + 3] = v[r].w;
        }
    }
}
// [end scanLookBackWarp]

// ---- The host ----

// What a run needs on the device.
typedef struct {
    size_t n;
    unsigned int block;
    const int *x;
    int *y;
    int *sums;    // of blocks, all levels one after the other
    State *state; // of the one-pass scans
    size_t stateBytes;
    size_t multiprocessors; // the device's
} Job;

typedef void (*BlockScan)(const int *x, int *y, size_t n, int *sums);
typedef void (*OnePass)(const int *x, int *y, size_t n, State *all);

static size_t stretches(size_t n, size_t each)
{
    return n > 0 ? (n + each - 1) / each : 1;
}

// [begin blockByBlock]
// Scans x: (n) into y: stretches first, then their sums in the same way, then adds. Elements are
// read twice and written twice.
static void blockByBlock(BlockScan scan, const int *x, int *y, size_t n, int *sums,
                         unsigned int block, unsigned int each)
{
    size_t grid = stretches(n, (size_t)block * each);
    scan<<<(unsigned int)grid, block>>>(x, y, n, grid > 1 ? sums : NULL);
    if (grid > 1) {
        blockByBlock(scan, sums, sums, grid, sums + grid, block, each);
        addBefore<<<(unsigned int)grid, block>>>(y, n, sums, each);
    }
}
// [end blockByBlock]

// [begin reduceFirst]
// The sums first, so that y is written once: elements are read twice and written once.
static void reduceFirst(const int *x, int *y, size_t n, int *sums, unsigned int block)
{
    size_t grid = stretches(n, (size_t)block * EACH);
    sumStretches<<<(unsigned int)grid, block>>>(x, n, sums);
    blockByBlock(scanWarps, sums, sums, grid, sums + grid, block, EACH);
    scanFrom<<<(unsigned int)grid, block>>>(x, y, n, sums);
}
// [end reduceFirst]

// One pass: each element is read once and written once. perBlock: elements of a tile.
static void onePass(OnePass scan, const Job *job, unsigned int block, size_t perBlock)
{
    size_t tiles = stretches(job->n, perBlock);
    cudaCheck(cudaMemsetAsync(job->state, 0, sizeof(State) + tiles * sizeof *job->state->state));
    scan<<<(unsigned int)tiles, block>>>(job->x, job->y, job->n, job->state);
}

static void koggeStone(const Job *job)
{
    blockByBlock(scanKoggeStone, job->x, job->y, job->n, job->sums, job->block, 1);
}

static void brentKung(const Job *job)
{
    blockByBlock(scanBrentKung, job->x, job->y, job->n, job->sums, job->block, 1);
}

static void warps(const Job *job)
{
    blockByBlock(scanWarps, job->x, job->y, job->n, job->sums, job->block, EACH);
}

static void sumsFirst(const Job *job)
{
    reduceFirst(job->x, job->y, job->n, job->sums, job->block);
}

static void byThread(const Job *job)
{
    onePass(scanLookBack, job, job->block, (size_t)job->block * EACH);
}

// [begin byWarp]
// Tiles as large as a block can scan, for each tile has to be waited for; but no fewer than the
// device has SMs. -t 1 shows what other blocks would do.
enum { ROWS = 8, TILE_PER_THREAD = ROWS * 4 };

static void byWarp(const Job *job)
{
    unsigned int block = 1024;
    while (block > 256 && stretches(job->n, (size_t)block * TILE_PER_THREAD) < job->multiprocessors)
        block /= 2;
    onePass(scanLookBackWarp<ROWS>, job, block, (size_t)block * TILE_PER_THREAD);
}
// [end byWarp]

// An instance of scanLookBackWarp for -t 1.
template <int EACH_ROWS, int BLOCK>
static void instance(const Job *job)
{
    onePass(scanLookBackWarp<EACH_ROWS>, job, BLOCK, (size_t)BLOCK * EACH_ROWS * 4);
}

#if HAVE_CUB
static void byCub(const Job *job)
{
    size_t bytes = job->stateBytes;
    cudaCheck(cubScan(job->state, &bytes, job->x, job->y, job->n));
}
#endif

typedef struct {
    const char *name;
    void (*scan)(const Job *job);
} Rung;

static const Rung ladder[] = {
    {"scanKoggeStone", koggeStone},
    {"scanBrentKung", brentKung},
    {"scanWarps", warps},
    {"scanReduceFirst", sumsFirst},
    {"scanLookBack", byThread},
    {"scanLookBackWarp", byWarp},
#if HAVE_CUB
    {"cubScan", byCub},
#endif
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

static const Rung instances[] = {
    {"rows4-block128", instance<4, 128>}, {"rows4-block256", instance<4, 256>},
    {"rows4-block512", instance<4, 512>}, {"rows4-block1024", instance<4, 1024>},
    {"rows8-block128", instance<8, 128>}, {"rows8-block256", instance<8, 256>},
    {"rows8-block512", instance<8, 512>}, {"rows8-block1024", instance<8, 1024>},
};
enum { INSTANCES = sizeof instances / sizeof *instances };

int main(int argc, char **argv)
{
    const char *names[1 + RUNGS + 1] = {"scan_loop"};
    for (int i = 0; i < RUNGS; i++)
        names[1 + i] = ladder[i].name;

    size_t all = 0;
    const Option own[] = {
        {'t', "tune", "1: a row for each instance", &all, 0, 1, NULL},
        {0, NULL, NULL, NULL, 0, 0, NULL},
    };
    Options options = {};
    options.about = "Prefix sums of n random ints.";
    options.letters = "nbsrk";
    options.n = default_size((size_t)1 << 28, 1 << 20);
    options.n_max = (size_t)1 << 36;
    options.block = 512;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options.seed = 1;
    options.repeats = DEFAULT_REPEATS;
    options.kernels = names;
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, bytes = n * sizeof(int);
    Job job = {};
    job.n = n;
    job.block = (unsigned int)options.block;
    job.multiprocessors = (size_t)device.multiprocessors;
    size_t sums = 0; // blocks of all levels, at one element per thread
    for (size_t level = n; level > 1 || sums == 0; level = stretches(level, job.block))
        sums += stretches(level, job.block);
    job.stateBytes = sizeof(State) + stretches(n, 256) * sizeof(unsigned long long);
#if HAVE_CUB
    size_t wanted = 0;
    cudaCheck(cubScan(NULL, &wanted, NULL, NULL, n));
    job.stateBytes = wanted > job.stateBytes ? wanted : job.stateBytes;
#endif
    deviceRequire(&options, 2 * bytes + sums * sizeof(int) + job.stateBytes, 3 * bytes);

    int *x = (int *)host_alloc(n, sizeof(int));
    int *y = (int *)host_alloc(n, sizeof(int));
    int *want = (int *)host_alloc(n, sizeof(int));
    fill_ints(x, n, options.seed);

    // Each element counts as read once and written once, however often a scan does it.
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);
    double start = cpu_ms();
    scan_loop(x, want, n);
    if (options_want(&options, "scan_loop"))
        rowsCpu(&rows, "scan_loop", n, cpu_ms() - start, 2.0 * (double)bytes, true);

    int *d_x;
    cudaCheck(cudaMalloc(&d_x, bytes));
    cudaCheck(cudaMalloc(&job.y, bytes));
    cudaCheck(cudaMalloc(&job.sums, sums * sizeof(int)));
    cudaCheck(cudaMalloc(&job.state, job.stateBytes));
    cudaCheck(cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice));
    job.x = d_x;
    Flush flush = flushBegin();

    const Rung *list = all ? instances : ladder;
    for (int i = 0; i < (all ? (int)INSTANCES : (int)RUNGS); i++) {
        const char *name = list[i].name;
        if (!all && !options_want(&options, name))
            continue;
        GpuTimer timer = gpuTimerBegin(options.repeats);
        while (gpuTimerNextRun(&timer)) {
            cudaCheck(cudaMemset(job.y, 0xff, bytes));
            flushCaches(&flush);
            gpuTimerStart(&timer);
            list[i].scan(&job);
            gpuTimerStop(&timer);
        }
        double ms = gpuTimerEnd(&timer);

        cudaCheck(cudaMemcpy(y, job.y, bytes, cudaMemcpyDeviceToHost));
        size_t wrong = 0;
        while (wrong < n && y[wrong] == want[wrong])
            wrong++;
        if (wrong < n)
            fprintf(stderr, "%s: y[%zu] is %d, want %d\n", name, wrong, y[wrong], want[wrong]);
        rowsKernel(&rows, name, n, ms, 2.0 * (double)bytes, wrong == n);
    }

    flushEnd(&flush);
    cudaCheck(cudaFree(d_x));
    cudaCheck(cudaFree(job.y));
    cudaCheck(cudaFree(job.sums));
    cudaCheck(cudaFree(job.state));
    free(x);
    free(y);
    free(want);
    return rowsEnd(&rows);
}
