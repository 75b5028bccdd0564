// Prefix sums, block by block.
//
// y[i] = x[0] + ... + x[i].
//
// A scan has n results where a reduction has one, and each depends on all elements before it. It still
// takes only log2(n) steps, and need not take many more additions than the loop's n - 1.
//
//     scan_loop          the CPU, one element after the other: the reference
//     scanKoggeStone     in a block: every element adds the one 1, 2, 4, ... places before it
//     scanBrentKung      in a block: up a tree and down again, with fewer additions
//     scanBlelloch       in a block: an exclusive scan, up the same tree and down in another way
//     scanWarps          in a block: warps scan with shuffles, then the warps' sums are scanned
//                        (each of these four: scan blocks, scan the blocks' sums, add them)
//     scanReduceFirst    sum the blocks, scan the sums, then scan: less to write
//
// ch3-lookback carries on from here, with one pass over the array.
//
//     make ch3-scan && ./ch3-scan -n 2^28

#include "scan.h"

// x, y: (n), may be the same; sums: (gridDim.x), the sum of each block's stretch, or NULL. A block's
// stretch is blockDim.x elements, in scanWarps four times as many. Elements past n count as 0. All
// threads stay, because of the barriers.

// Kogge and Stone: after the step with stride s, element i holds the sum of the 2s elements that end at i.
// There are log2(b) steps with almost b additions each, so b log2(b) in all. A step reads what another
// thread writes in the same step, so two buffers take turns; with one buffer and one barrier it would race.
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

// Brent and Kung: up a tree of sums as in a reduction, then down again to the elements that the tree left
// out. It takes 2 log2(b) - 1 steps, and only 2b - 2 - log2(b) additions. On a GPU the additions of other
// lanes are free but steps are not, so Kogge and Stone's scan often wins in spite of its additions.
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

// Blelloch: an exclusive scan, whose result i is the sum of the elements before element i. It goes up the
// same tree as Brent and Kung, so that a node holds the sum of its subtree. Then the root gets 0, since
// nothing comes before it, and each node tells its children what comes before them: the left one what comes
// before the node, the right one that plus the sum of the left one. One more addition makes it inclusive.
// 2 log2(b) steps, b - 1 additions up, b - 1 down.
// [begin scanBlelloch]
__global__ void scanBlelloch(const int *x, int *y, size_t n, int *sums)
{
    __shared__ int buffer[1024];
    unsigned int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    int value = i < n ? x[i] : 0;

    buffer[tid] = value;
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        unsigned int right = (tid + 1) * 2 * stride - 1; // the last element of a pair of subtrees
        if (right < blockDim.x)
            buffer[right] += buffer[right - stride];
    }
    if (tid == 0)
        buffer[blockDim.x - 1] = 0; // the root, which this thread has just written
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned int right = (tid + 1) * 2 * stride - 1;
        if (right < blockDim.x) {
            int before = buffer[right], left = buffer[right - stride];
            buffer[right - stride] = before;
            buffer[right] = before + left;
        }
    }
    __syncthreads();
    if (i < n)
        y[i] = buffer[tid] + value; // inclusive, as the other rungs' results are
    if (sums != NULL && tid == blockDim.x - 1)
        sums[blockIdx.x] = buffer[tid] + value;
}
// [end scanBlelloch]

// Four elements per thread, one after another; then warps, with shuffles; then the warps' sums. That takes
// two barriers instead of log2(b), and a quarter of the threads. There are also only a quarter as many
// sums to scan at the next level.
// [begin scanWarps]
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
// Adds to each stretch of y: (n) what comes before it: sums[b], the sum of stretches 0 to b,
// scanned.
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
// scanWarps(), but starting from what comes before: sums[b], the sum of stretches 0 to b, scanned.
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

typedef void (*BlockScan)(const int *x, int *y, size_t n, int *sums);

// [begin blockByBlock]
// Scans x: (n) into y: first the stretches, then their sums in the same way, and adds these to the
// stretches. Elements are read twice and written twice.
static void blockByBlock(BlockScan scan, const int *x, int *y, size_t n, int *sums,
                         unsigned int block, unsigned int each)
{
    unsigned int grid = blocksFor(n, (size_t)block * each);
    scan<<<grid, block>>>(x, y, n, grid > 1 ? sums : NULL);
    if (grid > 1) {
        blockByBlock(scan, sums, sums, grid, sums + grid, block, each);
        addBefore<<<grid, block>>>(y, n, sums, each);
    }
}
// [end blockByBlock]

// [begin reduceFirst]
// The sums first, so that y is written once: elements are read twice and written once.
static void reduceFirst(const int *x, int *y, size_t n, int *sums, unsigned int block)
{
    unsigned int grid = blocksFor(n, (size_t)block * EACH);
    sumStretches<<<grid, block>>>(x, n, sums);
    blockByBlock(scanWarps, sums, sums, grid, sums + grid, block, EACH);
    scanFrom<<<grid, block>>>(x, y, n, sums);
}
// [end reduceFirst]

static void koggeStone(const Job *job)
{
    blockByBlock(scanKoggeStone, job->x, job->y, job->n, (int *)job->work, job->block, 1);
}

static void brentKung(const Job *job)
{
    blockByBlock(scanBrentKung, job->x, job->y, job->n, (int *)job->work, job->block, 1);
}

static void blelloch(const Job *job)
{
    blockByBlock(scanBlelloch, job->x, job->y, job->n, (int *)job->work, job->block, 1);
}

static void warps(const Job *job)
{
    blockByBlock(scanWarps, job->x, job->y, job->n, (int *)job->work, job->block, EACH);
}

static void sumsFirst(const Job *job)
{
    reduceFirst(job->x, job->y, job->n, (int *)job->work, job->block);
}

static const Rung ladder[] = {
    {"scanKoggeStone", koggeStone}, {"scanBrentKung", brentKung},   {"scanBlelloch", blelloch},
    {"scanWarps", warps},           {"scanReduceFirst", sumsFirst},
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

// Bytes for the sums of blocks of one element per thread, all levels one after the other.
static size_t sumsFor(size_t n, size_t block)
{
    size_t sums = 0;
    for (size_t level = n; level > 1 || sums == 0; level = blocksFor(level, block))
        sums += blocksFor(level, block);
    return sums * sizeof(int);
}

int main(int argc, char **argv)
{
    Options options = options_for("Prefix sums of n random ints, block by block.", "nbsrk");
    options.n = default_size((size_t)1 << 28, 1 << 20);
    options.n_max = (size_t)1 << 36;
    options.block = 512;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernel(&options, "scan_loop");
    options_kernels(&options, ladder);
    options_parse(&options, argc, argv);
    return runLadder(&options, ladder, RUNGS, sumsFor);
}
