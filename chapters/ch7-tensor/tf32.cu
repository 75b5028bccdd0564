// The last ladder's product on an H200, of floats.
//
// Tensor cores take floats as TF32: their exponent, and 11 significant bits. Tensor copies round to these on the way. Everything else is
// rung 10 of ch7-hopper, but for one thing. wgmma finds elements of 32 bits in shared memory only if neighbours along K lie side by side.
// In A's rows they do, in B's they don't, and no copy transposes them. But one operand may come from registers, where a thread can put
// whatever it likes. That's the left one. So this is the product of the transposes, C^T = B^T A^T: warps load their part of B^T to
// registers, and wgmma finds A in shared memory.
//
//     productTf32   copies, clusters and the order of tiles are those of productBoxes
//     cublas        the library, where it's installed
//
// It needs compute capability 9.0; the simulator simulates an H200.
//
//     make ch7-tf32 && ./ch7-tf32 -m 4096 -n 4096 -d 4096
//
// build: -gencode arch=compute_90a,code=sm_90a

#define ELEMENT_TF32
#include "hopper.h"
#include "ladder.h"
#include "library.h"

// A block makes BN x BM elements of C, so rows and columns of hopper.h's tiles have changed places. A stage holds the tile's columns of B, in
// boxes side by side, and then its rows of A.

// [begin bringTile]
// The thread that copies: brings all stages of a tile. The columns of B are the block's own, and of
// A's rows each of the cluster's two blocks brings one half for both.
static __device__ void bringTile(Shared *s, Ring *ring, const CUtensorMap *A, const CUtensorMap *B,
                                 int row, int col, int steps)
{
    int half = clusterRank();
    for (int k = 0; k < steps; k++) {
        uint64_t *full = &s->full[ring->stage];
        char *b = s->stages[ring->stage], *a = b + A_BYTES;
        barrierWait(&s->empty[ring->stage], ring->parity);
        barrierExpect(full, STAGE);
        for (int i = 0; i < BM / BOX; i++)
            loadBox(b + i * B_BOX, B, k * BK, col + i * BOX, full);
        loadBoxForAll(a + half * (B_BYTES / 2), A, row + half * (BN / 2), k * BK, full, 3);
        advance(ring);
    }
}
// [end bringTile]

// [begin holdStage]
// Which columns of C a lane computes: two that are neighbours. The order of B's columns doesn't
// matter to the product, and neighbours come with one load.
typedef struct {
    int box, chunk, byte; // of the block's boxes, of the eight chunks of its rows, of the chunk
} Columns;

// A warp has half of a box, four chunks. They are chosen so that loads of half a warp don't meet in
// a bank: these touch two chunks in four rows, which are swizzled by 0 to 3 or by 4 to 7.
static __device__ Columns columnsOf(int group)
{
    int warp = threadIdx.x % 128 / 32, row = threadIdx.x % 32 / 4;
    return {group * 2 + warp / 2, (warp % 2 * 2 + row / 4) ^ (row & 2) * 2, row % 2 * 8};
}

// Warpgroup number `group`: loads its 64 columns of a stage's B, as multiplyHeldTf32 expects their
// transpose.
static __device__ void holdStage(uint32_t held[BK / 8][4], const char *stage, int group)
{
    Columns c = columnsOf(group);
#pragma unroll
    for (int k = 0; k < BK / 8; k++)
#pragma unroll
        for (int e = 0; e < 2; e++) {
            int row = k * 8 + e * 4 + threadIdx.x % 4;
            uint2 pair = *(const uint2 *)(stage + c.box * B_BOX + row * 128 +
                                          (c.chunk ^ row % 8) * 16 + c.byte);
            held[k][2 * e] = pair.x;
            held[k][2 * e + 1] = pair.y;
        }
}
// [end holdStage]

// [begin sumHeld]
// Warp: gives a stage back to both blocks.
static __device__ void leaveStage(Shared *s, int stage)
{
    __syncwarp(); // all lanes have loaded what they hold
    if (threadIdx.x % 32 < 2)
        barrierArriveAt(&s->empty[stage], threadIdx.x % 32);
}

// A warpgroup that multiplies, as in sumTile. While a stage's products run, the next stage's
// columns of B go to another set of registers. So that it's known to the compiler which set that
// is, stages come in pairs; past K they hold zeros.
static __device__ void sumHeld(Shared *s, Ring *ring, float (&sum)[BN / 8][4], int group, int steps)
{
    uint32_t held[2][BK / 8][4];
    int before = -1;
    for (int k0 = 0; k0 < steps; k0 += 2)
#pragma unroll
        for (int set = 0; set < 2; set++) {
            const char *stage = s->stages[ring->stage];
            barrierWait(&s->full[ring->stage], ring->parity);
            holdStage(held[set], stage, group);
            productsBegin();
#pragma unroll
            for (int k = 0; k < BK / 8; k++)
                multiplyHeldTf32(sum, held[set][k], tileAt(sharedAt(stage) + A_BYTES + k * 32, 0),
                                 k0 + set + k > 0);
            productsClose();
            productsWait<1>();
            if (before >= 0)
                leaveStage(s, before);
            before = ring->stage;
            advance(ring);
        }
    productsWait<0>();
    if (before >= 0)
        leaveStage(s, before);
}
// [end sumHeld]

// [begin storeHeld]
// Warpgroup number `group`: its part of the tile of C at (row, col). A request of a warp goes to
// four rows, and two whole sectors in each.
static __device__ void storeHeld(Matrix C, int row, int col, int group,
                                 const float (&sum)[BN / 8][4])
{
    Columns c = columnsOf(group);
    row += threadIdx.x % 4 * 2;
    col += c.box * BOX + c.chunk * 4 + c.byte / 4;
#pragma unroll
    for (int j = 0; j < BN / 8; j++)
#pragma unroll
        for (int e = 0; e < 2; e++)
            if (row + j * 8 + e < C.rows && col < C.cols)
                *(float2 *)&C.at[(size_t)(row + j * 8 + e) * C.pitch + col] = {sum[j][e],
                                                                               sum[j][e + 2]};
}
// [end storeHeld]

// [begin productTf32]
__global__ void __launch_bounds__((1 + GROUPS) * 128, 1)
    productTf32(Matrix C, int K, const __grid_constant__ CUtensorMap A,
                const __grid_constant__ CUtensorMap B)
{
    enum { BLOCKS = 2, WARPS = 4 }; // of a cluster, of a warpgroup
    Shared *s = sharedMemory();
    int role = threadIdx.x / 128, steps = (K + 2 * BK - 1) / (2 * BK) * 2,
        clusters = gridDim.x / BLOCKS;
    if (threadIdx.x == 0)
        initBarriers(s, GROUPS * WARPS * BLOCKS);
    clusterSync();

    int tile = blockIdx.x / BLOCKS;
    Place p = placeOf<BLOCKS>(C.cols, C.rows, tile); // in C's transpose
    if (role == 0) {
        keepRegisters<40>();
        Ring ring = {0, 1};
        for (; threadIdx.x == 0 && tile < p.tiles;
             p = placeOf<BLOCKS>(C.cols, C.rows, tile += clusters))
            bringTile(s, &ring, &A, &B, p.col, p.row, steps);
    } else {
        takeRegisters<232>();
        Ring ring = {0, 0};
        for (; tile < p.tiles; p = placeOf<BLOCKS>(C.cols, C.rows, tile += clusters)) {
            float sum[BN / 8][4] = {};
            sumHeld(s, &ring, sum, role - 1, steps);
            storeHeld(C, p.col, p.row, role - 1, sum);
        }
    }
    clusterSync();
}
// [end productTf32]

// ---- The host ----

static void tf32(Matrix A, Matrix B, Matrix C)
{
    int K = A.cols;
    CUtensorMap maps[] = {mapOf(A, BN / 2), mapOf(B, BK)};
    void *arguments[] = {&C, &K, &maps[0], &maps[1]};
    launchClusters((const void *)productTf32, residents(C.cols, C.rows), (1 + GROUPS) * 128, 2, 1,
                   arguments);
}

static const Rung ladder[] = {
    {"productTf32", tf32},
#if HAVE_CUBLAS
    {"cublas", cublas},
#endif
};

int main(int argc, char **argv)
{
    Options options = options_for(ABOUT, "nsrk");
    options_kernels(&options, ladder);
    return runLadder(&options, argc, argv, requireWarpgroups, ladder,
                     rungsOf(sizeof ladder / sizeof *ladder));
}
