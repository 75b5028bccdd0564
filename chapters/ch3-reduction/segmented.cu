// Sums of segments: many short and a few long ones.
//
// Segment s is elements start[s] to start[s + 1] - 1. Most segments are short, some are empty and a
// few are very long, as the rows of a sparse matrix may be. Who adds up what:
//
//     segmentThread     a thread takes a segment: its warp waits for the longest of 32
//     segmentWarp       a warp takes a segment: short ones leave most lanes idle
//     segmentBlock      a block takes a segment
//     segmentElements   all threads get equally many elements, whatever segments they belong to
//     segmentAtomics    a thread takes an element and adds it to its segment's sum with an atomic
//
//     make ch3-segmented && ./ch3-segmented -n 2^26 -l 100

#include "program.h"
#include "warp.h"

// What the kernels get. sums: (segments), all 0 before the launch.
typedef struct {
    const int *x; // (n)
    size_t n;
    const size_t *start; // (segments + 1), never falling, from 0 to n
    size_t segments;
    int *sums;
} Data;

// [begin segmentThread]
// Lanes read elements a segment's length apart, so each needs a sector of its own, and all wait for
// the longest segment (smsp__thread_inst_executed_per_inst_executed.ratio).
__global__ void segmentThread(Data d)
{
    size_t s = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= d.segments)
        return;
    int sum = 0;
    for (size_t i = d.start[s]; i < d.start[s + 1]; i++)
        sum += d.x[i];
    d.sums[s] = sum;
}
// [end segmentThread]

// [begin segmentWarp]
// Now lanes read neighbouring elements. Segments of fewer than 32 elements waste lanes.
__global__ void segmentWarp(Data d)
{
    size_t s = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (s >= d.segments) // the whole warp
        return;
    int sum = 0;
    for (size_t i = d.start[s] + threadIdx.x % 32; i < d.start[s + 1]; i += 32)
        sum += d.x[i];
    sum = sumWarp(sum);
    if (threadIdx.x % 32 == 0)
        d.sums[s] = sum;
}
// [end segmentWarp]

// [begin segmentBlock]
// This is good for segments of thousands: in shorter ones most warps find nothing to do.
__global__ void segmentBlock(Data d)
{
    __shared__ int sums[32];
    size_t s = blockIdx.x;
    int sum = 0;
    for (size_t i = d.start[s] + threadIdx.x; i < d.start[s + 1]; i += blockDim.x)
        sum += d.x[i];
    sum = sumWarp(sum);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = sumWarp(threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            d.sums[s] = sum;
    }
}
// [end segmentBlock]

// [begin segmentOf]
// The segment of element i: the last one that starts at i or before it, by bisection.
static __device__ size_t segmentOf(const Data *d, size_t i)
{
    size_t low = 0, high = d->segments; // start[low] <= i < start[high]
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (d->start[middle] <= i)
            low = middle;
        else
            high = middle;
    }
    return low;
}
// [end segmentOf]

// [begin segmentElements]
// Removes the imbalance. A warp takes ROUNDS times 32 elements. It scans each 32 by segments: a
// lane adds the value of the lane `offset` places before it only if no segment begins in between.
// The last lane of each segment has its sum, or the part of it that lies here, and adds that to the
// segment's sum.
enum { ROUNDS = 8 };

__global__ void segmentElements(Data d)
{
    unsigned int lane = threadIdx.x % 32;
    size_t warp = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32, first = warp * 32 * ROUNDS;
    if (first >= d.n)
        return;
    size_t s = segmentOf(&d, first + lane < d.n ? first + lane : d.n - 1);

    for (int round = 0; round < ROUNDS; round++) {
        size_t i = first + round * 32 + lane;
        bool there = i < d.n;
        int sum = there ? d.x[i] : 0;
        while (there && i >= d.start[s + 1])
            s++;
        size_t before = __shfl_up_sync(ALL_LANES, s, 1), after = __shfl_down_sync(ALL_LANES, s, 1);
        unsigned int heads = __ballot_sync(ALL_LANES, lane == 0 || before != s);
        unsigned int head =
            31 - __clz(heads & (ALL_LANES >> (31 - lane))); // of this lane's segment
        for (unsigned int offset = 1; offset < 32; offset *= 2) {
            int other = __shfl_up_sync(ALL_LANES, sum, offset);
            if (lane >= head + offset)
                sum += other;
        }
        unsigned int lanes = __ballot_sync(ALL_LANES, there);
        bool last = lane == 31 || after != s || (lanes >> lane) == 1;
        if (there && last)
            atomicAdd(&d.sums[s], sum);
    }
}
// [end segmentElements]

// [begin segmentAtomics]
// Balanced too, but it takes an atomic and a search for each element.
__global__ void segmentAtomics(Data d)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < d.n)
        atomicAdd(&d.sums[segmentOf(&d, i)], d.x[i]);
}
// [end segmentAtomics]

enum Per {
    SEGMENT,
    WARP,
    BLOCK,
    ELEMENT,
    ROUND
}; // what a thread, a warp or a block is launched for

static const struct {
    const char *name;
    void (*kernel)(Data d);
    enum Per per;
} kernels[] = {
    {"segmentThread", segmentThread, SEGMENT},   {"segmentWarp", segmentWarp, WARP},
    {"segmentBlock", segmentBlock, BLOCK},       {"segmentElements", segmentElements, ROUND},
    {"segmentAtomics", segmentAtomics, ELEMENT},
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

// Blocks for kernel k.
static unsigned int gridFor(int k, const Data *d, size_t block)
{
    size_t threads = kernels[k].per == SEGMENT   ? d->segments
                     : kernels[k].per == WARP    ? d->segments * 32
                     : kernels[k].per == BLOCK   ? d->segments * block
                     : kernels[k].per == ELEMENT ? d->n
                                                 : (d->n + ROUNDS - 1) / ROUNDS;
    return blocksFor(threads, block);
}

// start: (segments + 1). Cuts n elements into segments: one in 5 is empty, one in 256 gets 64 times
// the usual share, others any length up to twice that share. The last ones may find nothing left.
static void cut(size_t *start, size_t segments, size_t n, size_t seed)
{
    size_t at = 0, usual = n / segments + 1;
    for (size_t s = 0; s < segments; s++) {
        uint64_t bits = random_bits(seed, s);
        size_t length = bits % 5 == 0 ? 0 : (bits >> 8) % (2 * usual + 1);
        if (bits >> 3 < UINT64_MAX >> 11)
            length = usual * 64;
        start[s] = at;
        at = n - at < length ? n : at + length;
    }
    start[segments] = n;
}

int main(int argc, char **argv)
{
    size_t mean = 64;
    const Option own[] = {
        {'l', "length", "elements per segment, about", &mean, 1, 1 << 30, NULL, NULL}, {}};
    Options options =
        options_for("Sums the segments, of uneven lengths, of n random ints.", "nbsrk");
    options.n = default_size(1 << 26, 1 << 19);
    options.n_max = (size_t)1 << 34;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernels(&options, kernels);
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    size_t n = options.n, segments = n / mean + 1;
    size_t bytes = n * sizeof(int), startBytes = (segments + 1) * sizeof(size_t);
    size_t sumBytes = segments * sizeof(int);
    if (segments > 0x7fffffff)
        options_refuse(&options,
                       "--length (-l) '%zu': makes %zu segments, at most 2147483647 fit a grid",
                       mean, segments);
    deviceRequire(&options, bytes + startBytes + sumBytes, bytes + startBytes + 2 * sumBytes);

    size_t *start = host_array(size_t, segments + 1), longest = 0, empty = 0;
    cut(start, segments, n, options.seed + 1);
    for (size_t s = 0; s < segments; s++) {
        size_t length = start[s + 1] - start[s];
        longest = length > longest ? length : longest;
        empty += length == 0;
    }
    if (!options.csv)
        printf("%zu segments, %zu empty, the longest of %zu elements\n", segments, empty, longest);
    Rows rows = rowsBegin(&device, &options, "GB/s", device.bandwidth / 1e9);

    int *x = host_array(int, n), *got = host_array(int, segments);
    int *want = host_array(int, segments);
    fill_ints(x, n, options.seed);
    for (size_t s = 0; s < segments; s++)
        for (size_t i = start[s]; i < start[s + 1]; i++)
            want[s] += x[i];

    int *d_x = deviceCopy(int, x, n);
    size_t *d_start = deviceCopy(size_t, start, segments + 1);
    Data d = {d_x, n, d_start, segments, deviceArray(int, segments)};

    for (int i = 0; i < KERNELS; i++) {
        if (!options_want(&options, kernels[i].name))
            continue;
        Runs runs = runsBegin(&options, d.sums, sumBytes);
        runs.before = 0;
        while (runsNext(&runs))
            kernels[i].kernel<<<gridFor(i, &d, options.block), (unsigned int)options.block>>>(d);
        double ms = runsEnd(&runs, got);
        size_t wrong = 0;
        while (wrong < segments && got[wrong] == want[wrong])
            wrong++;
        if (wrong < segments)
            fprintf(stderr, "%s: segment %zu: got %d, expected %d\n", kernels[i].name, wrong,
                    got[wrong], want[wrong]);
        rowsKernel(&rows, kernels[i].name, n, ms, (double)(bytes + startBytes + sumBytes),
                   wrong == segments);
    }

    if (segments < 1024 * (size_t)device.multiprocessors)
        rowsNote(&rows, "so few segments leave most of the GPU idle in segmentThread");
    deviceFree(d_x, d_start, d.sums);
    host_free(x, got, want, start);
    return rowsEnd(&rows);
}
