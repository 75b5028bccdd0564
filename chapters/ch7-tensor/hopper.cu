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
//     cublas             the library, where it's installed
//
// It needs compute capability 9.0; the simulator simulates an H200.
//
//     make ch7-hopper && ./ch7-hopper -m 4096 -n 4096 -d 4096
//
// build: -gencode arch=compute_90a,code=sm_90a

#include "../ch6-sgemm/cublas.cuh"
#include "hopper.h"
#include "ladder.h"

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
            copyTile<1>(s, &ring, &A, &B, row, col, steps);
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
            copyTile<BLOCKS>(s, &ring, &A, &B, row, col, steps);
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
            copyTile<BLOCKS>(s, &ring, &A, &B, p.row, p.col, steps);
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
static __device__ void putTile(Shared *s, const CUtensorMap *to, int row, int col, int group,
                               const float sum[BN / 8][4])
{
    int thread = threadIdx.x % 128, lane = thread % 32;
    int line = thread / 32 * 16 + lane % 16; // the row of 16 bytes that this lane points to
#pragma unroll
    for (int i = 0; i < BN / BOX; i++) {
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
            copyTile<BLOCKS>(s, &ring, &A, &B, p.row, p.col, steps);
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

#if HAVE_CUBLAS
static Cublas library;

static void cublas(Matrix A, Matrix B, Matrix C)
{
    if (!cublasProductOf(&library, CUDA_R_16BF, CUBLAS_COMPUTE_32F, C.rows, C.cols, A.cols, A.at,
                         A.pitch, B.at, B.pitch, C.at, C.pitch)) {
        fprintf(stderr, "cublasGemmEx failed\n");
        exit(EXIT_CUDA);
    }
}
#endif

// Later GPUs have other instructions in place of warpgroup products.
static void require(const Device *device)
{
    requireHopper(device, "warpgroup products", false);
}

static const Rung ladder[] = {
    {"productWarpgroup", warpgroup},
    {"productCopier", copier},
    {"productCluster", cluster},
    {"productPersistent", persistent},
    {"productBoxes", boxes},
#if HAVE_CUBLAS
    {"cublas", cublas},
#endif
};

int main(int argc, char **argv)
{
    int rungs = sizeof ladder / sizeof *ladder;
    Options options = options_for(ABOUT, "nsrk");
    options_kernels(&options, ladder);
#if HAVE_CUBLAS
    library = cublasOpen();
    rungs -= library.library == NULL; // the last
#endif
    return runLadder(&options, argc, argv, require, ladder, rungs);
}
