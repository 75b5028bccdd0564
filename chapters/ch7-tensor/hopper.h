// What the rungs of ch7-hopper have in common: how C is cut, the stages in shared memory, the products of a tile, and the host's side of
// clusters.

#ifndef WARP_HOPPER_H
#define WARP_HOPPER_H

#include "h200.h"
#include "map.h"

// [begin tile]
enum {
    BM = 128, // a block makes 128 x 256 elements of C
    BN = 256,
    BK = BOX,   // of K at a time: 64, or 32 in TF32
    GROUPS = 2, // warpgroups that multiply, each 64 rows of C
    STAGES = 4, // parts of A and B in shared memory
    A_BYTES = BM * BK * sizeof(Element),
    B_BYTES = BK * BN * sizeof(Element), // boxes side by side
    B_BOX = BK * BOX * sizeof(Element),
    STAGE = A_BYTES + B_BYTES,
    OUT = 64 * BOX * sizeof(Element), // a box of results, of which each warpgroup has two
};
// [end tile]

// [begin Shared]
// A block's shared memory. Swizzled tiles begin at a multiple of 1024 bytes.
typedef struct {
    char stages[STAGES][STAGE];
    char out[GROUPS][2][OUT];
    uint64_t full[STAGES];  // a phase ends when a stage's bytes have come,
    uint64_t empty[STAGES]; // and when all who multiply have read them
} Shared;

enum { SHARED_BYTES = sizeof(Shared) + 1024 };

static __device__ Shared *sharedMemory(void)
{
    extern __shared__ char memory[];
    return (Shared *)(memory + (-sharedAt(memory) & 1023));
}
// [end Shared]

// [begin Ring]
// Whose turn it is: stages are used one after the other, again and again. Each time around, the
// parity of their barriers' phases changes.
typedef struct {
    int stage, parity;
} Ring;

static __device__ void advance(Ring *ring)
{
    if (++ring->stage == STAGES) {
        ring->stage = 0;
        ring->parity ^= 1;
    }
}
// [end Ring]

// One thread: sets up the barriers. An empty stage takes `readers` arrivals.
static __device__ void initBarriers(Shared *s, int readers)
{
    for (int i = 0; i < STAGES; i++) {
        barrierInit(&s->full[i], 1);
        barrierInit(&s->empty[i], readers);
    }
    barriersReady();
}

// [begin multiplyStage]
// Warpgroup number `group`: starts the products of its 64 rows of a stage, as one group. Along K a
// step of 16 is 32 bytes in A's rows and 16 rows in B.
template <int COLUMNS>
static __device__ void multiplyStage(float (&sum)[COLUMNS][4], const char *stage, int group,
                                     bool add)
{
    uint32_t a = sharedAt(stage) + group * 64 * BK * 2, b = sharedAt(stage) + A_BYTES;
    productsBegin();
#pragma unroll
    for (int k = 0; k < BK / 16; k++)
        multiplyTile(sum, tileAt(a + k * 32, 0), tileAt(b + k * 16 * 128, B_BOX), add || k > 0);
    productsClose();
}
// [end multiplyStage]

// [begin copyTile]
// The thread that copies: brings what steps `from` to `to` - 1 of a tile need, each stage as soon
// as it is empty. In a cluster of BLOCKS, A's rows are the block's own, and the blocks take turns
// at B's boxes, each of which goes to all of them.
template <int BLOCKS, int WIDTH = BN>
static __device__ void copyTile(Shared *s, Ring *ring, const CUtensorMap *A, const CUtensorMap *B,
                                int row, int col, int from, int to)
{
    int rank = BLOCKS > 1 ? clusterRank() : 0;
    for (int k = from; k < to; k++) {
        uint64_t *full = &s->full[ring->stage];
        char *a = s->stages[ring->stage], *b = a + A_BYTES;
        barrierWait(&s->empty[ring->stage], ring->parity);
        barrierExpect(full, A_BYTES + WIDTH / BOX * B_BOX);
        loadBox(a, A, row, k * BK, full);
        for (int i = rank; i < WIDTH / BOX; i += BLOCKS)
            if (BLOCKS > 1)
                loadBoxForAll(b + i * B_BOX, B, k * BK, col + i * BOX, full, (1 << BLOCKS) - 1);
            else
                loadBox(b + i * B_BOX, B, k * BK, col + i * BOX, full);
        advance(ring);
    }
}
// [end copyTile]

// [begin sumTile]
// A warpgroup that multiplies: all products of a tile. One group of products is always running:
// when a stage's have been started, those of the stage before are waited for, and that stage is
// given back to all blocks of the cluster, which copy into it.
template <int BLOCKS, int COLUMNS>
static __device__ void sumTile(Shared *s, Ring *ring, float (&sum)[COLUMNS][4], int group,
                               int steps)
{
    int thread = threadIdx.x % 128, before = -1; // the stage before
    for (int k = 0; k < steps; k++) {
        barrierWait(&s->full[ring->stage], ring->parity);
        multiplyStage(sum, s->stages[ring->stage], group, k > 0);
        productsWait<1>();
        if (before >= 0 && thread < BLOCKS)
            barrierArriveAt(&s->empty[before], thread);
        before = ring->stage;
        advance(ring);
    }
    productsWait<0>();
    if (before >= 0 && thread < BLOCKS)
        barrierArriveAt(&s->empty[before], thread);
}
// [end sumTile]

// [begin Place]
// The block's place in C for a cluster's tile number `tile`. Eight tiles, one below the other, are
// followed by the eight to their right, and so on. So those that are computed at the same time make
// about a square, and share as many rows of A and columns of B as possible.
typedef struct {
    int tiles; // of all clusters; a tile is BLOCKS times BM rows, and `width` columns
    int row, col;
} Place;

template <int BLOCKS>
static __device__ Place placeOf(int rows, int cols, int tile, int width = BN)
{
    enum { GROUP = 8 };
    int down = (rows + BLOCKS * BM - 1) / (BLOCKS * BM), across = (cols + width - 1) / width;
    int band = tile / (GROUP * across), in = tile % (GROUP * across),
        height = min(GROUP, down - band * GROUP);
    return {down * across, ((band * GROUP + in % height) * BLOCKS + clusterRank()) * BM,
            in / height * width};
}
// [end Place]

// [begin storeTile]
// Warpgroup number `group`: its part of the tile of C at (row, col), straight from the registers.
static __device__ void storeTile(Matrix C, int row, int col, int group, const float sum[BN / 8][4])
{
    int warp = threadIdx.x % 128 / 32;
#pragma unroll
    for (int j = 0; j < BN / 8; j++)
        storeSums(C, row + group * 64 + warp * 16, col + j * 8, sum[j]);
}
// [end storeTile]

// ---- The host ----

// A launch of blocks of `threads` threads and SHARED_BYTES, in clusters of across x down blocks. cluster: gets what the result points to.
static cudaLaunchConfig_t inClusters(const void *kernel, dim3 grid, int threads, int across,
                                     int down, cudaLaunchAttribute *cluster)
{
    *cluster = {};
    cluster->id = cudaLaunchAttributeClusterDimension;
    cluster->val.clusterDim.x = across;
    cluster->val.clusterDim.y = down;
    cluster->val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = SHARED_BYTES;
    config.attrs = cluster;
    config.numAttrs = 1;
    cudaCheck(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_BYTES));
    return config;
}

static void launchClusters(const void *kernel, dim3 grid, int threads, int across, int down,
                           void **arguments)
{
    cudaLaunchAttribute cluster;
    cudaLaunchConfig_t config = inClusters(kernel, grid, threads, across, down, &cluster);
    cudaCheck(cudaLaunchKernelExC(&config, kernel, arguments));
}

// A grid of two blocks for each tile, but no more than there are SMs.
static dim3 residents(int rows, int cols, int width = BN)
{
    int sms = 0;
    cudaCheck(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    size_t tiles = (size_t)blocksFor(cols, width) * blocksFor(rows, 2 * BM), most = (size_t)sms / 2;
    return dim3(2 * (unsigned int)(tiles < most ? tiles : most));
}

#endif
