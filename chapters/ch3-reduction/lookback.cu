// Prefix sums in one pass: decoupled look-back.
//
// y[i] = x[0] + ... + x[i], as in ch3-scan, but each element is read once and written once. A block
// scans its tile, publishes the tile's sum, and finds what comes before the tile by looking back at
// what earlier tiles have published.
//
//     scan_loop          the CPU, one element after the other: the reference
//     scanLookBack       one thread of a block looks back, tile by tile
//     scanLookBackWarp   32 tiles at a time, with 16-byte loads: the memory is the limit
//     cubScan            cub::DeviceScan::InclusiveSum, where CUB is there
//
//     make ch3-lookback && ./ch3-lookback -n 2^28

#include "atomics.h"
#include "scan.h"

#include "cub.cuh"

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

// The tile for this block. Blocks take tiles as they start, so all tiles before this one belong to
// blocks that have started, and waiting for them comes to an end whatever order blocks start in.
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
        publish(&all->state[tile], TILE_SUM, total); // later tiles need not wait for the look-back
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
// Returns to every lane the sum of value over the warp, which is one instruction since Ampere.
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

// A warp looks at 32 tiles at a time: lane l at tile `tile - 1 - l`. When all 32 have something, the lanes
// up to the nearest prefix add up what they see; if there is no prefix, they move on by 32 tiles.
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

// Each warp takes a stretch of ROWS * 128 elements, row by row: a lane loads 16 bytes of each row, so a
// warp's load is 512 bytes side by side, and the loads of all rows are in flight together.
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

typedef void (*OnePass)(const int *x, int *y, size_t n, State *all);

static size_t stateBytes(size_t tiles)
{
    return sizeof(State) + tiles * sizeof(unsigned long long);
}

// perBlock: elements of a tile.
static void onePass(OnePass scan, const Job *job, unsigned int block, size_t perBlock)
{
    unsigned int tiles = blocksFor(job->n, perBlock);
    cudaCheck(cudaMemsetAsync(job->work, 0, stateBytes(tiles)));
    scan<<<tiles, block>>>(job->x, job->y, job->n, (State *)job->work);
}

static void byThread(const Job *job)
{
    onePass(scanLookBack, job, job->block, (size_t)job->block * EACH);
}

// [begin byWarp]
// Tiles are as large as a block can scan, because later tiles wait for each of them; but there are
// at least as many as the device has SMs. tests/gpu/tune.sh shows how other sizes do.
enum { ROWS = 8, TILE_PER_THREAD = ROWS * 4 };

static void byWarp(const Job *job)
{
    unsigned int block = 1024;
    while (block > 256 && blocksFor(job->n, (size_t)block * TILE_PER_THREAD) < job->multiprocessors)
        block /= 2;
    onePass(scanLookBackWarp<ROWS>, job, block, (size_t)block * TILE_PER_THREAD);
}
// [end byWarp]

#if HAVE_CUB
static void byCub(const Job *job)
{
    size_t bytes = job->workBytes;
    cudaCheck(cubScan(job->work, &bytes, job->x, job->y, job->n));
}
#endif

static const Rung ladder[] = {
    {"scanLookBack", byThread},
    {"scanLookBackWarp", byWarp},
#if HAVE_CUB
    {"cubScan", byCub},
#endif
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

// Bytes for the states of the smallest tiles, or for what CUB needs.
static size_t workFor(size_t n, size_t)
{
    size_t bytes = stateBytes(blocksFor(n, 256));
#if HAVE_CUB
    size_t wanted = 0;
    cudaCheck(cubScan(NULL, &wanted, NULL, NULL, n));
    bytes = wanted > bytes ? wanted : bytes;
#endif
    return bytes;
}

int main(int argc, char **argv)
{
    Options options = options_for("Prefix sums of n random ints in one pass.", "nbsrk");
    options.n = default_size((size_t)1 << 28, 1 << 20);
    options.n_max = (size_t)1 << 36;
    options.block = 512;
    options.blocks = POWER_OF_TWO_BLOCKS;
    options_kernel(&options, "scan_loop");
    options_kernels(&options, ladder);
    options_parse(&options, argc, argv);
    return runLadder(&options, ladder, RUNGS, workFor);
}
