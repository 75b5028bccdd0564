// The second ladder: a product on tensor cores.
//
// C = A B in bf16 with sums in float, all by rows. A tensor core makes a product of small matrices in one instruction of a warp, so the
// arithmetic of chapter 6 shrinks to almost nothing, and what's left is bringing operands to where the instruction takes them.
//
//     productCores       chapter 6's squares, on the FP32 units: what there was before
//     productWmma        wmma: a warp multiplies 16 x 16 matrices, which it loads and stores whole
//     productMma         mma and ldmatrix: we know which lane holds what
//     productSwizzled    tiles with their chunks in another order: no bank conflicts
//     productStages      the next two tiles are on their way while one is multiplied
//
// It needs a GPU of compute capability 8.0 or more. ch7-hopper takes the product from here to its limit on an H200.
//
//     make ch7-product && ./ch7-product -m 4096 -n 4096 -d 4096

#include "ladder.h"

#include <mma.h>

// [begin tile]
enum {
    BM = 128, // a block makes 128 x 128 elements of C, 64 of K at a time,
    BN = 128,
    BK = 64,
    WM = 32, // each of its eight warps 32 x 64 of them
    WN = 64,
    THREADS = BM / WM * (BN / WN) * 32,
    CHUNK = 8,             // elements in 16 bytes, which are moved at once
    A_CHUNKS = BK / CHUNK, // of a row of A's tile
    B_CHUNKS = BN / CHUNK,
    TILES = BM * A_CHUNKS + BK * B_CHUNKS, // chunks of both tiles
};
// [end tile]

// [begin chunkOf]
// The chunk of X at (row, col); zeros outside of it. col is a multiple of CHUNK.
static __device__ uint4 chunkOf(Matrix X, int row, int col)
{
    if (row < X.rows && col < X.cols)
        return *(const uint4 *)&X.at[(size_t)row * X.pitch + col];
    return make_uint4(0, 0, 0, 0);
}
// [end chunkOf]

// Rung 1: 8 x 8 sums per thread as in chapter 6's sgemmQuads, with operands of 16 bits that become floats on their way into shared
// memory. From here the ladder starts: 32 multiply-adds are one instruction of a warp.
// [begin productCores]
__global__ void __launch_bounds__(256) productCores(Matrix A, Matrix B, Matrix C)
{
    enum { STEP = 16, TM = 8, TN = 8, PITCH = BM + 4 };
    __shared__ __align__(16) float a[STEP][PITCH], b[STEP][BN];
    int tid = threadIdx.x, row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int i0 = tid / 16 * 4, j0 = tid % 16 * 4; // the first of 2 x 2 quads
    float sum[TM][TN] = {};

    for (int k0 = 0; k0 < A.cols; k0 += STEP) {
        uint4 left = chunkOf(A, row0 + tid / 2, k0 + tid % 2 * CHUNK),
              right = chunkOf(B, k0 + tid / 16, col0 + tid % 16 * CHUNK);
#pragma unroll
        for (int e = 0; e < CHUNK; e++) {
            a[tid % 2 * CHUNK + e][tid / 2] = __bfloat162float(((const bf16 *)&left)[e]);
            b[tid / 16][tid % 16 * CHUNK + e] = __bfloat162float(((const bf16 *)&right)[e]);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < STEP; k++) {
            float x[TM], y[TN];
#pragma unroll
            for (int q = 0; q < 2; q++) {
                *(float4 *)&x[4 * q] = *(float4 *)&a[k][i0 + q * BM / 2];
                *(float4 *)&y[4 * q] = *(float4 *)&b[k][j0 + q * BN / 2];
            }
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++)
                    sum[i][j] += x[i] * y[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j += 2)
            storePair(C, row0 + i0 + i / 4 * BM / 2 + i % 4, col0 + j0 + j / 4 * BN / 2 + j % 4,
                      sum[i][j], sum[i][j + 1]);
}
// [end productCores]

// [begin bring]
// All threads: bring the tiles of A and B that begin at k0 into shared memory, as they lie in the
// matrices.
static __device__ void bring(uint4 *a, uint4 *b, Matrix A, Matrix B, int k0)
{
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    for (int e = threadIdx.x; e < BM * A_CHUNKS; e += THREADS)
        a[e] = chunkOf(A, row0 + e / A_CHUNKS, k0 + e % A_CHUNKS * CHUNK);
    for (int e = threadIdx.x; e < BK * B_CHUNKS; e += THREADS)
        b[e] = chunkOf(B, k0 + e / B_CHUNKS, col0 + e % B_CHUNKS * CHUNK);
}
// [end bring]

// Rung 2: tensor cores, by CUDA's own functions. A warp loads matrices of 16 x 16 elements as fragments, of which each lane holds a part
// that we needn't know, and multiplies them. 4,096 multiply-adds are now one call, which nvcc makes two instructions of
// (sm__inst_executed_pipe_tensor.sum). Results must go through shared memory to become bf16, since nobody knows which lane has which.
// [begin productWmma]
__global__ void __launch_bounds__(THREADS, 2) productWmma(Matrix A, Matrix B, Matrix C)
{
    using namespace nvcuda::wmma;
    enum { SIDE = 16, DOWN = WM / SIDE, ACROSS = WN / SIDE };
    __shared__ uint4 tiles[TILES];
    uint4 *a = tiles, *b = tiles + BM * A_CHUNKS;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int m0 = warp / 2 * WM, n0 = warp % 2 * WN; // the warp's part of the tile
    fragment<accumulator, SIDE, SIDE, SIDE, float> sum[DOWN][ACROSS];
    for (int i = 0; i < DOWN; i++)
        for (int j = 0; j < ACROSS; j++)
            fill_fragment(sum[i][j], 0);

    for (int k0 = 0; k0 < A.cols; k0 += BK) {
        bring(a, b, A, B, k0);
        __syncthreads();
        for (int k = 0; k < BK; k += SIDE) {
            fragment<matrix_a, SIDE, SIDE, SIDE, bf16, row_major> left;
            fragment<matrix_b, SIDE, SIDE, SIDE, bf16, row_major> right[ACROSS];
#pragma unroll
            for (int j = 0; j < ACROSS; j++)
                load_matrix_sync(right[j], (const bf16 *)b + k * BN + n0 + j * SIDE, BN);
#pragma unroll
            for (int i = 0; i < DOWN; i++) {
                load_matrix_sync(left, (const bf16 *)a + (m0 + i * SIDE) * BK + k, BK);
#pragma unroll
                for (int j = 0; j < ACROSS; j++)
                    mma_sync(sum[i][j], left, right[j], sum[i][j]);
            }
        }
        __syncthreads();
    }

    float *out = (float *)tiles + warp * SIDE * SIDE; // the tiles are done with
#pragma unroll
    for (int i = 0; i < DOWN; i++)
#pragma unroll
        for (int j = 0; j < ACROSS; j++) {
            int row = blockIdx.y * BM + m0 + i * SIDE, col = blockIdx.x * BN + n0 + j * SIDE;
            store_matrix_sync(out, sum[i][j], SIDE, mem_row_major);
            __syncwarp();
            for (int e = 2 * lane; e < SIDE * SIDE; e += 64)
                storePair(C, row + e / SIDE, col + e % SIDE, out[e], out[e + 1]);
            __syncwarp();
        }
}
// [end productWmma]

// [begin multiplyTiles]
// Adds the products of a tile of A and one of B to the warp's sums: sum[i][j] are 16 x 8 elements
// of C. ldmatrix brings four matrices of 8 x 8 at once: two below each other, and their right
// neighbours.
template <bool SWIZZLED>
static __device__ void multiplyTiles(float sum[WM / 16][WN / 8][4], const uint4 *a, const uint4 *b)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int m0 = warp / 2 * WM, n0 = warp % 2 * WN;
#pragma unroll 2 // whole, it needs more than the 128 registers that let two blocks share an SM
    for (int k = 0; k < BK; k += 16) {
        uint32_t left[WM / 16][4];
#pragma unroll
        for (int i = 0; i < WM / 16; i++)
            loadMatrices(
                left[i],
                &a[place<A_CHUNKS, SWIZZLED>(m0 + i * 16 + lane % 16, k / CHUNK + lane / 16)]);
#pragma unroll
        for (int j = 0; j < WN / 16; j++) {
            uint32_t right[4]; // two matrices of B, side by side
            loadMatricesTransposed(
                right,
                &b[place<B_CHUNKS, SWIZZLED>(k + lane % 16, n0 / CHUNK + 2 * j + lane / 16)]);
#pragma unroll
            for (int i = 0; i < WM / 16; i++) {
                multiplyAdd(sum[i][2 * j], left[i], right);
                multiplyAdd(sum[i][2 * j + 1], left[i], right + 2);
            }
        }
    }
}

// The block's results, straight from the registers.
static __device__ void storeTile(Matrix C, const float sum[WM / 16][WN / 8][4])
{
    int warp = threadIdx.x / 32, row = blockIdx.y * BM + warp / 2 * WM,
        col = blockIdx.x * BN + warp % 2 * WN;
#pragma unroll
    for (int i = 0; i < WM / 16; i++)
#pragma unroll
        for (int j = 0; j < WN / 8; j++)
            storeSums(C, row + i * 16, col + j * 8, sum[i][j]);
}
// [end multiplyTiles]

// Rung 3: mma, whose layout of operands and sums is documented. ldmatrix brings operands, 16 bytes from each lane's address, and results
// go from registers to C without a detour. What remains visible is that eight rows of a tile begin in the same bank: each ldmatrix takes
// 32 wavefronts where four would do (l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum).
// [begin productMma]
__global__ void __launch_bounds__(THREADS, 2) productMma(Matrix A, Matrix B, Matrix C)
{
    __shared__ uint4 tiles[TILES];
    uint4 *a = tiles, *b = tiles + BM * A_CHUNKS;
    float sum[WM / 16][WN / 8][4] = {};
    for (int k0 = 0; k0 < A.cols; k0 += BK) {
        bring(a, b, A, B, k0);
        __syncthreads();
        multiplyTiles<false>(sum, a, b);
        __syncthreads();
    }
    storeTile(C, sum);
}
// [end productMma]

// Rung 4: swizzled tiles. Nothing but the places of chunks changes, and no bank conflict is left.
// [begin productSwizzled]
__global__ void __launch_bounds__(THREADS, 2) productSwizzled(Matrix A, Matrix B, Matrix C)
{
    __shared__ uint4 tiles[TILES];
    uint4 *a = tiles, *b = tiles + BM * A_CHUNKS;
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float sum[WM / 16][WN / 8][4] = {};
    for (int k0 = 0; k0 < A.cols; k0 += BK) {
        for (int e = threadIdx.x; e < BM * A_CHUNKS; e += THREADS) {
            int row = e / A_CHUNKS, chunk = e % A_CHUNKS;
            a[place<A_CHUNKS, true>(row, chunk)] = chunkOf(A, row0 + row, k0 + chunk * CHUNK);
        }
        for (int e = threadIdx.x; e < BK * B_CHUNKS; e += THREADS) {
            int row = e / B_CHUNKS, chunk = e % B_CHUNKS;
            b[place<B_CHUNKS, true>(row, chunk)] = chunkOf(B, k0 + row, col0 + chunk * CHUNK);
        }
        __syncthreads();
        multiplyTiles<true>(sum, a, b);
        __syncthreads();
    }
    storeTile(C, sum);
}
// [end productSwizzled]

// [begin startChunk]
// Starts the copy of X's chunk at (row, col); zeros outside of X.
static __device__ void startChunk(uint4 *to, Matrix X, int row, int col)
{
    bool inside = row < X.rows && col < X.cols;
    copyChunk(to, inside ? &X.at[(size_t)row * X.pitch + col] : X.at, inside);
}

// All threads: start the copies of both tiles.
static __device__ void startTiles(uint4 *tiles, Matrix A, Matrix B, int k0)
{
    int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    for (int e = threadIdx.x; e < BM * A_CHUNKS; e += THREADS) {
        int row = e / A_CHUNKS, chunk = e % A_CHUNKS;
        startChunk(tiles + place<A_CHUNKS, true>(row, chunk), A, row0 + row, k0 + chunk * CHUNK);
    }
    for (int e = threadIdx.x; e < BK * B_CHUNKS; e += THREADS) {
        int row = e / B_CHUNKS, chunk = e % B_CHUNKS;
        startChunk(tiles + BM * A_CHUNKS + place<B_CHUNKS, true>(row, chunk), B, k0 + row,
                   col0 + chunk * CHUNK);
    }
}
// [end startChunk]

// Rung 5: three stages in shared memory. While one is multiplied, cp.async fills the two others, 64 KiB on their way per block, without
// a register in between and without anybody waiting for them. One barrier per step is enough: it says both that a stage has come and that
// all warps are done with the one before, which is then filled again.
// [begin productStages]
__global__ void __launch_bounds__(THREADS, 2) productStages(Matrix A, Matrix B, Matrix C)
{
    enum { STAGES = 3 };
    extern __shared__ uint4 stages[]; // STAGES times TILES
    int steps = (A.cols + BK - 1) / BK;
    float sum[WM / 16][WN / 8][4] = {};
    for (int s = 0; s < STAGES - 1; s++) {
        startTiles(stages + s * TILES, A, B, s * BK); // past K they are zeros
        closeGroup();
    }
    for (int step = 0; step < steps; step++) {
        waitForGroups<STAGES - 2>();
        __syncthreads();
        if (step + STAGES - 1 < steps)
            startTiles(stages + (step + STAGES - 1) % STAGES * TILES, A, B,
                       (step + STAGES - 1) * BK);
        closeGroup(); // an empty one at the end, so that the number to wait for stays the same
        const uint4 *a = stages + step % STAGES * TILES;
        multiplyTiles<true>(sum, a, a + BM * A_CHUNKS);
    }
    storeTile(C, sum);
}
// [end productStages]

// Launches a kernel with a block for each tile of C, of `threads` threads and `bytes` bytes of shared memory.
static void launch(void (*kernel)(Matrix, Matrix, Matrix), int bytes, Matrix A, Matrix B, Matrix C)
{
    cudaCheck(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    dim3 grid(blocksFor(C.cols, BN), blocksFor(C.rows, BM));
    kernel<<<grid, THREADS, bytes>>>(A, B, C);
}

static void cores(Matrix A, Matrix B, Matrix C)
{
    launch(productCores, 0, A, B, C);
}

static void wmma(Matrix A, Matrix B, Matrix C)
{
    launch(productWmma, 0, A, B, C);
}

static void mma(Matrix A, Matrix B, Matrix C)
{
    launch(productMma, 0, A, B, C);
}

static void swizzled(Matrix A, Matrix B, Matrix C)
{
    launch(productSwizzled, 0, A, B, C);
}

static void staged(Matrix A, Matrix B, Matrix C)
{
    launch(productStages, 3 * TILES * (int)sizeof(uint4), A, B, C);
}

static const Rung ladder[] = {
    {"productCores", cores},       {"productWmma", wmma},     {"productMma", mma},
    {"productSwizzled", swizzled}, {"productStages", staged},
};

int main(int argc, char **argv)
{
    Options options = options_for(ABOUT, "nsrk");
    options_kernels(&options, ladder);
    return runLadder(&options, argc, argv, requireTensorCores, ladder,
                     sizeof ladder / sizeof *ladder);
}
