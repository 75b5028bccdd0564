// The second ladder on an H200, to the library's speed.
//
// C = A B in bf16 with sums in float, as in ch7-product. From here on a single thread starts copies of whole boxes, the memory system
// counts their bytes, and a warpgroup of four warps multiplies tiles that it never loads: the tensor cores read them in shared memory.
//
//     productWarpgroup   wgmma, and tensor maps that bring tiles swizzled
//     productCopier      a warp of its own for the copies: those who multiply no longer wait for each other
//     productCluster     clusters of two: each block brings half of B for both
//     productPersistent  a block stays on its SM and takes tiles in an order that L2 likes
//     productBoxes       results go out as boxes, too, while the next tile is multiplied
//     productPieces      the tiles of the last turn are shared by all SMs
//     productFitted      tiles of 256, 192 or 128 columns, whichever take the least time
//     cublas             the library, where it's installed
//
// It needs compute capability 9.0; the simulator simulates an H200.
//
//     make ch7-hopper && ./ch7-hopper -m 4096 -n 4096 -d 4096
//
// build: -gencode arch=compute_90a,code=sm_90a

#include "hopper.h"
#include "ladder.h"
#include "library.h"

// Rung 6: wgmma. Four warps multiply 64 x 16 by 16 x 256 elements with one instruction, and its operands come from shared memory, not
// from registers: there is no ldmatrix left, and no register holds A or B. A thread alone starts the copies of a stage: five boxes, of
// which the copy engine computes the addresses, swizzles the chunks and fills what is outside with zeros. An mbarrier per stage counts
// their 48 KiB. What's left of rung 5 is its barrier of the whole block at each step.
// [begin productWarpgroup]
static __device__ void startStage(Shared *s, int stage, const CUtensorMap *A, const CUtensorMap *B,
                                  int row, int col, int k)
{
    char *a = s->stages[stage], *b = a + A_BYTES;
    barrierExpect(&s->full[stage], STAGE);
    loadBox(a, A, row, k, &s->full[stage]);
    for (int i = 0; i < BN / BOX; i++)
        loadBox(b + i * B_BOX, B, k, col + i * BOX, &s->full[stage]);
}

__global__ void __launch_bounds__(GROUPS * 128, 1)
    productWarpgroup(Matrix C, int K, const __grid_constant__ CUtensorMap A,
                     const __grid_constant__ CUtensorMap B, const __grid_constant__ CUtensorMap)
{
    Shared *s = sharedMemory();
    int group = threadIdx.x / 128, row = blockIdx.y * BM, col = blockIdx.x * BN,
        steps = (K + BK - 1) / BK;
    if (threadIdx.x == 0) {
        initBarriers(s, 1);
        for (int k = 0; k < STAGES && k < steps; k++)
            startStage(s, k, &A, &B, row, col, k * BK);
    }
    __syncthreads();

    float sum[BN / 8][4] = {};
    Ring ring = {0, 0};
    for (int k = 0; k < steps; k++) {
        barrierWait(&s->full[ring.stage], ring.parity);
        multiplyStage(sum, s->stages[ring.stage], group, k > 0);
        productsWait<0>();
        __syncthreads(); // all have read this stage
        if (threadIdx.x == 0 && k + STAGES < steps)
            startStage(s, ring.stage, &A, &B, row, col, (k + STAGES) * BK);
        advance(&ring);
    }
    storeTile(C, row, col, group, sum);
}
// [end productWarpgroup]

// Rung 7: a warpgroup of its own for the copies, of which one thread works. Two barriers per stage, full and empty, replace that of the
// block, so the two warpgroups that multiply needn't keep step: while one waits for a stage the other feeds the tensor cores. Copying
// takes few registers, so most of them go to those who multiply.
// [begin productCopier]
__global__ void __launch_bounds__((1 + GROUPS) * 128, 1)
    productCopier(Matrix C, int K, const __grid_constant__ CUtensorMap A,
                  const __grid_constant__ CUtensorMap B, const __grid_constant__ CUtensorMap)
{
    Shared *s = sharedMemory();
    int role = threadIdx.x / 128, row = blockIdx.y * BM, col = blockIdx.x * BN,
        steps = (K + BK - 1) / BK;
    if (threadIdx.x == 0)
        initBarriers(s, GROUPS);
    __syncthreads();

    if (role == 0) {
        keepRegisters<40>();
        Ring ring = {0, 1}; // at first all stages are empty
        if (threadIdx.x == 0)
            copyTile<1>(s, &ring, &A, &B, row, col, 0, steps);
    } else {
        takeRegisters<232>();
        Ring ring = {0, 0};
        float sum[BN / 8][4] = {};
        sumTile<1>(s, &ring, sum, role - 1, steps);
        storeTile(C, row, col, role - 1, sum);
    }
}
// [end productCopier]

// Rung 8: clusters of two blocks, one below the other, which need the same columns of B. Each brings half of them for both, so a block's
// stage takes 32 KiB from L2 instead of 48 (lts__t_bytes.sum). A stage is empty when both blocks have read it, since both
// write into it.
// [begin productCluster]
__global__ void __launch_bounds__((1 + GROUPS) * 128, 1)
    productCluster(Matrix C, int K, const __grid_constant__ CUtensorMap A,
                   const __grid_constant__ CUtensorMap B, const __grid_constant__ CUtensorMap)
{
    enum { BLOCKS = 2 };
    Shared *s = sharedMemory();
    int role = threadIdx.x / 128, row = blockIdx.y * BM, col = blockIdx.x * BN,
        steps = (K + BK - 1) / BK;
    if (threadIdx.x == 0)
        initBarriers(s, GROUPS * BLOCKS);
    clusterSync(); // nobody copies to a block, or arrives there, before its barriers are ready

    if (role == 0) {
        keepRegisters<40>();
        Ring ring = {0, 1};
        if (threadIdx.x == 0)
            copyTile<BLOCKS>(s, &ring, &A, &B, row, col, 0, steps);
    } else {
        takeRegisters<232>();
        Ring ring = {0, 0};
        float sum[BN / 8][4] = {};
        sumTile<BLOCKS>(s, &ring, sum, role - 1, steps);
        storeTile(C, row, col, role - 1, sum);
    }
    clusterSync(); // no block ends while the other one still arrives at its barriers
}
// [end productCluster]

// Rung 9: as many blocks as there are SMs, which take tile after tile. While results are stored, the next tile's stages are already on
// their way, and the tiles that run together are neighbours, whose operands L2 still has.
// [begin productPersistent]
__global__ void __launch_bounds__((1 + GROUPS) * 128, 1)
    productPersistent(Matrix C, int K, const __grid_constant__ CUtensorMap A,
                      const __grid_constant__ CUtensorMap B, const __grid_constant__ CUtensorMap)
{
    enum { BLOCKS = 2 };
    Shared *s = sharedMemory();
    int role = threadIdx.x / 128, steps = (K + BK - 1) / BK, clusters = gridDim.x / BLOCKS;
    if (threadIdx.x == 0)
        initBarriers(s, GROUPS * BLOCKS);
    clusterSync();

    int tile = blockIdx.x / BLOCKS;
    Place p = placeOf<BLOCKS>(C.rows, C.cols, tile);
    if (role == 0) {
        keepRegisters<40>();
        Ring ring = {0, 1};
        for (; threadIdx.x == 0 && tile < p.tiles;
             p = placeOf<BLOCKS>(C.rows, C.cols, tile += clusters))
            copyTile<BLOCKS>(s, &ring, &A, &B, p.row, p.col, 0, steps);
    } else {
        takeRegisters<232>();
        Ring ring = {0, 0};
        for (; tile < p.tiles; p = placeOf<BLOCKS>(C.rows, C.cols, tile += clusters)) {
            float sum[BN / 8][4] = {};
            sumTile<BLOCKS>(s, &ring, sum, role - 1, steps);
            storeTile(C, p.row, p.col, role - 1, sum);
        }
    }
    clusterSync();
}
// [end productPersistent]

// [begin putTile]
// Warpgroup number `group`: its part of the tile of C at (row, col), box by box. stmatrix stores a
// box in shared memory, swizzled as a tensor copy expects it, and thread 0 starts the copy. A box
// is used again when the copy before the last has read it.
template <int COLUMNS>
static __device__ void putTile(Shared *s, const CUtensorMap *to, int row, int col, int group,
                               const float (&sum)[COLUMNS][4])
{
    int thread = threadIdx.x % 128, lane = thread % 32;
    int line = thread / 32 * 16 + lane % 16; // the row of 16 bytes that this lane points to
#pragma unroll
    for (int i = 0; i < COLUMNS * 8 / BOX; i++) {
        char *box = s->out[group][i % 2];
        if (thread == 0)
            waitForReads<1>();
        partSync(1 + group, 128);
#pragma unroll
        for (int j = 0; j < BOX / 8; j += 2) {
            const float *x = sum[i * BOX / 8 + j], *y = sum[i * BOX / 8 + j + 1];
            storeMatrices(box + line * 128 + ((j + lane / 16) ^ line % 8) * 16, pairOf(x[0], x[1]),
                          pairOf(x[2], x[3]), pairOf(y[0], y[1]), pairOf(y[2], y[3]));
        }
        showToCopies();
        partSync(1 + group, 128);
        if (thread == 0)
            storeBox(to, row + group * 64, col + i * BOX, box);
    }
}
// [end putTile]

// Rung 10: results go out as boxes. Rung 9 stores pairs: a request of a warp touches eight rows and half a sector in each
// (l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum). A box goes in whole sectors and by itself, during the next tile's products.
// [begin productBoxes]
__global__ void __launch_bounds__((1 + GROUPS) * 128, 1)
    productBoxes(Matrix C, int K, const __grid_constant__ CUtensorMap A,
                 const __grid_constant__ CUtensorMap B, const __grid_constant__ CUtensorMap to)
{
    enum { BLOCKS = 2 };
    Shared *s = sharedMemory();
    int role = threadIdx.x / 128, steps = (K + BK - 1) / BK, clusters = gridDim.x / BLOCKS;
    if (threadIdx.x == 0)
        initBarriers(s, GROUPS * BLOCKS);
    clusterSync();

    int tile = blockIdx.x / BLOCKS;
    Place p = placeOf<BLOCKS>(C.rows, C.cols, tile);
    if (role == 0) {
        keepRegisters<40>();
        Ring ring = {0, 1};
        for (; threadIdx.x == 0 && tile < p.tiles;
             p = placeOf<BLOCKS>(C.rows, C.cols, tile += clusters))
            copyTile<BLOCKS>(s, &ring, &A, &B, p.row, p.col, 0, steps);
    } else {
        takeRegisters<232>();
        Ring ring = {0, 0};
        for (; tile < p.tiles; p = placeOf<BLOCKS>(C.rows, C.cols, tile += clusters)) {
            float sum[BN / 8][4] = {};
            sumTile<BLOCKS>(s, &ring, sum, role - 1, steps);
            putTile(s, &to, p.row, p.col, role - 1, sum);
        }
        if (threadIdx.x % 128 == 0)
            waitForReads<0>(); // before the block's shared memory is gone
    }
    clusterSync();
}
// [end productBoxes]

// [begin pieceOf]
// Tiles, all but the last ones, are whole. Each of the last ones is cut along K into the same
// number of pieces.
typedef struct {
    int whole, pieces;
} Cut;

// Steps `from` to `to` - 1 of a tile: its piece number `index`.
typedef struct {
    int tile, index, from, to;
} Piece;

// What has number n in the order in which clusters take whole tiles and pieces.
static __device__ Piece pieceOf(Cut cut, int n, int steps)
{
    if (n < cut.whole)
        return {n, 0, 0, steps};
    int tile = cut.whole + (n - cut.whole) / cut.pieces, index = (n - cut.whole) % cut.pieces;
    return {tile, index, steps * index / cut.pieces, steps * (index + 1) / cut.pieces};
}
// [end pieceOf]

// [begin leaveSums]
typedef float4 Sums[BN / 8][128]; // of a warpgroup: what each thread has

// Memory where the pieces of tiles meet.
typedef struct {
    Sums *sums;            // for each piece, block of a cluster and warpgroup
    unsigned int *arrived; // for each tile that is cut, block and warpgroup: pieces that are there
} Meeting;

// A warpgroup: leaves its sums for those of the tile's other pieces, and waits until all have done
// so.
template <int COLUMNS>
static __device__ void leaveSums(Sums *to, unsigned int *arrived, unsigned int pieces, int group,
                                 const float (&sum)[COLUMNS][4])
{
    int thread = threadIdx.x % 128;
#pragma unroll
    for (int j = 0; j < COLUMNS; j++)
        (*to)[j][thread] = make_float4(sum[j][0], sum[j][1], sum[j][2], sum[j][3]);
    partSync(1 + group, 128); // the release that follows stands for the stores of all threads
    if (thread == 0) {
        __nv_atomic_fetch_add(arrived, 1u, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
        while (__nv_atomic_load_n(arrived, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) < pieces)
            ;
        if (atomicAdd(arrived, 1) == 2 * pieces - 1) // the last one to see all of them
            atomicExch(arrived, 0);                  // leaves 0 for the next launch
    }
    partSync(1 + group, 128);
}
// [end leaveSums]

// [begin joinPieces]
// A warpgroup: leaves its sums, and adds up those of all pieces in a part of the columns, as every
// piece does. The order is that of the pieces, so the result doesn't depend on who came first.
template <int BLOCKS, int COLUMNS>
static __device__ void joinPieces(Meeting meeting, Cut cut, Piece piece, Matrix C, int row, int col,
                                  int group, const float (&sum)[COLUMNS][4])
{
    enum { EACH = BLOCKS * GROUPS, BATCH = 4 }; // BATCH^2 loads are on their way at once
    int thread = threadIdx.x % 128, place = clusterRank() * GROUPS + group,
        tile = piece.tile - cut.whole;
    const Sums *sums = meeting.sums + (size_t)tile * cut.pieces * EACH + place;
    leaveSums(meeting.sums + (tile * cut.pieces + piece.index) * EACH + place,
              &meeting.arrived[tile * EACH + place], cut.pieces, group, sum);

    int first = piece.index * COLUMNS / cut.pieces, end = (piece.index + 1) * COLUMNS / cut.pieces;
    for (int j = first; j < end; j += BATCH) {
        float total[BATCH][4] = {};
        for (int i = 0; i < cut.pieces; i += BATCH) {
            float4 part[BATCH][BATCH];
#pragma unroll
            for (int a = 0; a < BATCH; a++)
#pragma unroll
                for (int b = 0; b < BATCH; b++)
                    part[a][b] = i + a < cut.pieces && j + b < end
                                     ? sums[(i + a) * EACH][j + b][thread]
                                     : make_float4(0, 0, 0, 0);
#pragma unroll
            for (int a = 0; a < BATCH; a++)
#pragma unroll
                for (int b = 0; b < BATCH; b++) {
                    total[b][0] += part[a][b].x;
                    total[b][1] += part[a][b].y;
                    total[b][2] += part[a][b].z;
                    total[b][3] += part[a][b].w;
                }
        }
#pragma unroll
        for (int b = 0; b < BATCH; b++)
            if (j + b < end)
                storeSums(C, row + group * 64 + thread / 32 * 16, col + (j + b) * 8, total[b]);
    }
}
// [end joinPieces]

// Rung 11: the last turn is shared. In rung 10 it takes as long as the others, however few tiles are left for it. Here these are cut along
// K, into pieces for all clusters, whose sums meet in L2.
// [begin productPieces]
template <int WIDTH>
__global__ void __launch_bounds__((1 + GROUPS) * 128, 1)
    productPieces(Matrix C, int K, const __grid_constant__ CUtensorMap A,
                  const __grid_constant__ CUtensorMap B, const __grid_constant__ CUtensorMap to,
                  Cut cut, Meeting meeting)
{
    enum { BLOCKS = 2 };
    Shared *s = sharedMemory();
    int role = threadIdx.x / 128, steps = (K + BK - 1) / BK, clusters = gridDim.x / BLOCKS;
    if (threadIdx.x == 0)
        initBarriers(s, GROUPS * BLOCKS);
    clusterSync();

    int n = blockIdx.x / BLOCKS, tiles = placeOf<BLOCKS>(C.rows, C.cols, 0, WIDTH).tiles,
        all = cut.whole + (tiles - cut.whole) * cut.pieces;
    if (role == 0) {
        keepRegisters<40>();
        Ring ring = {0, 1};
        for (; threadIdx.x == 0 && n < all; n += clusters) {
            Piece piece = pieceOf(cut, n, steps);
            Place p = placeOf<BLOCKS>(C.rows, C.cols, piece.tile, WIDTH);
            copyTile<BLOCKS, WIDTH>(s, &ring, &A, &B, p.row, p.col, piece.from, piece.to);
        }
    } else {
        takeRegisters<232>();
        Ring ring = {0, 0};
        for (; n < all; n += clusters) {
            Piece piece = pieceOf(cut, n, steps);
            Place p = placeOf<BLOCKS>(C.rows, C.cols, piece.tile, WIDTH);
            float sum[WIDTH / 8][4] = {};
            sumTile<BLOCKS>(s, &ring, sum, role - 1, piece.to - piece.from);
            if (piece.to - piece.from == steps)
                putTile(s, &to, p.row, p.col, role - 1, sum);
            else
                joinPieces<BLOCKS>(meeting, cut, piece, C, p.row, p.col, role - 1, sum);
        }
        if (threadIdx.x % 128 == 0)
            waitForReads<0>();
    }
    clusterSync();
}
// [end productPieces]

// ---- The host ----

static void launchProduct(void (*kernel)(Matrix, int, CUtensorMap, CUtensorMap, CUtensorMap),
                          dim3 grid, int threads, int across, int down, Matrix A, Matrix B,
                          Matrix C)
{
    int K = A.cols;
    CUtensorMap maps[] = {mapOf(A, BM), mapOf(B, BK), mapOf(C, 64)};
    void *arguments[] = {&C, &K, &maps[0], &maps[1], &maps[2]};
    launchClusters((const void *)kernel, grid, threads, across, down, arguments);
}

static void warpgroup(Matrix A, Matrix B, Matrix C)
{
    launchProduct(productWarpgroup, dim3(blocksFor(C.cols, BN), blocksFor(C.rows, BM)),
                  GROUPS * 128, 1, 1, A, B, C);
}

static void copier(Matrix A, Matrix B, Matrix C)
{
    launchProduct(productCopier, dim3(blocksFor(C.cols, BN), blocksFor(C.rows, BM)),
                  (1 + GROUPS) * 128, 1, 1, A, B, C);
}

static void cluster(Matrix A, Matrix B, Matrix C)
{
    launchProduct(productCluster, dim3(blocksFor(C.cols, BN), 2 * blocksFor(C.rows, 2 * BM)),
                  (1 + GROUPS) * 128, 1, 2, A, B, C);
}

static void persistent(Matrix A, Matrix B, Matrix C)
{
    launchProduct(productPersistent, residents(C.rows, C.cols), (1 + GROUPS) * 128, 2, 1, A, B, C);
}

static void boxes(Matrix A, Matrix B, Matrix C)
{
    launchProduct(productBoxes, residents(C.rows, C.cols), (1 + GROUPS) * 128, 2, 1, A, B, C);
}

// [begin planFor]
// A way to compute all tiles, and how long it takes, in steps of tiles of BN columns.
typedef struct {
    Cut cut;
    double time;
} Plan;

// The best way with tiles of `width` columns, whose steps take `step` each: the last turn's tiles
// are whole, or in pieces that take one turn or two.
static Plan planFor(Matrix C, int width, double step, int steps, int clusters)
{
    // what it costs to join pieces: 16 was measured on an H200, for tiles of BN columns
    const double JOIN = 16.0 * width / BN;
    int tiles = blocksFor(C.cols, width) * blocksFor(C.rows, 2 * BM), last = tiles % clusters;
    double whole = tiles / clusters * (steps * step), rest = last > 0 ? steps * step : 0;
    Plan best = {{tiles - last, 1}, whole + rest};
    for (int pieces = 2; pieces <= steps && last * pieces <= 2 * clusters; pieces++) {
        double time = whole + blocksFor(last * pieces, clusters) * (steps * step / pieces + JOIN);
        if (time < best.time)
            best = {{tiles - last, pieces}, time};
    }
    return best;
}
// [end planFor]

static Meeting meeting;

// How many clusters the GPU holds at the same time. Pieces wait for each other, so there must not be more of them.
static int clustersAtOnce(void)
{
    enum { BLOCKS = 2 };
    static int clusters;
    if (clusters == 0) {
        const void *kernel = (const void *)productPieces<BN>;
        cudaLaunchAttribute cluster;
        cudaLaunchConfig_t config =
            inClusters(kernel, BLOCKS, (1 + GROUPS) * 128, BLOCKS, 1, &cluster);
        cudaCheck(cudaOccupancyMaxActiveClusters(&clusters, kernel, &config));
        size_t places = (size_t)2 * clusters * BLOCKS * GROUPS;
        meeting.sums = deviceArray(Sums, places);
        meeting.arrived = deviceArray(unsigned int, places);
        cudaCheck(cudaMemset(meeting.arrived, 0, places * sizeof *meeting.arrived));
    }
    return clusters;
}

template <int WIDTH>
static void launchPieces(Cut cut, int clusters, Matrix A, Matrix B, Matrix C)
{
    int K = A.cols, tiles = blocksFor(C.cols, WIDTH) * blocksFor(C.rows, 2 * BM),
        all = cut.whole + (tiles - cut.whole) * cut.pieces;
    CUtensorMap maps[] = {mapOf(A, BM), mapOf(B, BK), mapOf(C, 64)};
    void *arguments[] = {&C, &K, &maps[0], &maps[1], &maps[2], &cut, &meeting};
    launchClusters((const void *)productPieces<WIDTH>, dim3(2 * (all < clusters ? all : clusters)),
                   (1 + GROUPS) * 128, 2, 1, arguments);
}

static void pieces(Matrix A, Matrix B, Matrix C)
{
    int clusters = clustersAtOnce();
    Plan plan = planFor(C, BN, 1, blocksFor(A.cols, BK), clusters);
    if (plan.cut.pieces > 1)
        launchPieces<BN>(plan.cut, clusters, A, B, C);
    else // nothing to share
        boxes(A, B, C);
}

// [begin fitted]
// Rung 12: the width for which the plan takes the least time.
static void fitted(Matrix A, Matrix B, Matrix C)
{
    static const struct {
        int width;
        double step; // what a step costs beside one of BN columns, measured on an H200
        void (*launch)(Cut cut, int clusters, Matrix A, Matrix B, Matrix C);
    } kinds[] = {
        {BN, 1, launchPieces<BN>}, {192, 0.78, launchPieces<192>}, {128, 0.65, launchPieces<128>}};
    int clusters = clustersAtOnce(), best = 0;
    Plan least = {};
    for (int i = 0; i < 3; i++) {
        Plan plan = planFor(C, kinds[i].width, kinds[i].step, blocksFor(A.cols, BK), clusters);
        if (i == 0 || plan.time < least.time) {
            least = plan;
            best = i;
        }
    }
    kinds[best].launch(least.cut, clusters, A, B, C);
}
// [end fitted]

static const Rung ladder[] = {
    {"productWarpgroup", warpgroup},
    {"productCopier", copier},
    {"productCluster", cluster},
    {"productPersistent", persistent},
    {"productBoxes", boxes},
    {"productPieces", pieces},
    {"productFitted", fitted},
#if HAVE_CUBLAS
    {"cublas", cublas},
#endif
};

int main(int argc, char **argv)
{
    Options options = options_for(ABOUT, "nsrk");
    options_kernels(&options, ladder);
    int status = runLadder(&options, argc, argv, requireWarpgroups, ladder,
                           rungsOf(sizeof ladder / sizeof *ladder));
    deviceFree(meeting.sums, meeting.arrived);
    return status;
}
