// The matrix product, rung by rung.
//
// C = alpha A B + beta C in single precision, on the FP32 units. A is M x K, B is K x N, C is M x N, all by
// rows. Every element of C takes K multiply-adds, each of which needs two operands. What matters is how
// often an operand is fetched, and from where.
//
//     sgemmNaive         one element per thread, lanes down a column of C
//     sgemmCoalesced     lanes along a row of C: whole sectors
//     sgemmShared        tiles of A and B in shared memory, each element used 32 times
//     sgemmColumn        eight elements of C per thread, one below the other: each of B's serves all
//     sgemmSquare        8 x 8 elements per thread: 16 fetched for 64 multiply-adds
//     sgemmVector        A's tile is transposed, so that each load brings four elements
//     sgemmQuads         a thread's columns are two quads far apart: no bank conflicts
//
// ch6-tuned takes the product from here to its limit.
//
//     make ch6-sgemm && ./ch6-sgemm -m 4096 -n 4096 -d 4096

#include "product.h"

// Rung 1: one thread per element of C. A warp's lanes own 32 rows of one column, so each of its
// loads of A touches 32 sectors and uses 4 bytes of each, as any large stride does
// (smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct).
// [begin sgemmNaive]
__global__ void sgemmNaive(int M, int N, int K, float alpha, const float *A, const float *B,
                           float beta, float *C)
{
    int row = blockIdx.y * 32 + threadIdx.x % 32;
    int col = blockIdx.x * 32 + threadIdx.x / 32;
    if (row >= M || col >= N)
        return;
    float sum = 0;
    for (int k = 0; k < K; k++)
        sum += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    store(&C[(size_t)row * N + col], alpha, sum, beta);
}
// [end sgemmNaive]

// Rung 2: row and column are exchanged. Now the lanes own 32 columns of one row: they read one
// element of A together and 32 neighbours of B. Removes wasted sectors.
// [begin sgemmCoalesced]
__global__ void sgemmCoalesced(int M, int N, int K, float alpha, const float *A, const float *B,
                               float beta, float *C)
{
    int row = blockIdx.y * 32 + threadIdx.x / 32;
    int col = blockIdx.x * 32 + threadIdx.x % 32;
    if (row >= M || col >= N)
        return;
    float sum = 0;
    for (int k = 0; k < K; k++)
        sum += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    store(&C[(size_t)row * N + col], alpha, sum, beta);
}
// [end sgemmCoalesced]

// Rung 3: the block brings a 32 x 32 tile of A and one of B into shared memory, and each element
// there is used 32 times. Removes requests to L1 and L2 (l1tex__t_requests_pipe_lsu_mem_global_op_ld
// .sum). The limit is now shared memory, with two loads for each multiply-add.
// [begin sgemmShared]
__global__ void sgemmShared(int M, int N, int K, float alpha, const float *A, const float *B,
                            float beta, float *C)
{
    enum { TILE = 32 };
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int i = threadIdx.x / TILE, j = threadIdx.x % TILE;
    int row = blockIdx.y * TILE + i, col = blockIdx.x * TILE + j;
    float sum = 0;

    for (int k0 = 0; k0 < K; k0 += TILE) {
        a[i][j] = element(A, M, K, row, k0 + j);
        b[i][j] = element(B, K, N, k0 + i, col);
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += a[i][k] * b[k][j];
        __syncthreads(); // before the next tile overwrites this one
    }
    if (row < M && col < N)
        store(&C[(size_t)row * N + col], alpha, sum, beta);
}
// [end sgemmShared]

// Rung 4: eight elements of C per thread, in one column. An element of B, once in a register, serves
// all eight: 9 loads from shared memory for 8 multiply-adds where rung 3 needs 16
// (l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum per
// smsp__sass_thread_inst_executed_op_ffma_pred_on.sum).
// [begin sgemmColumn]
__global__ void sgemmColumn(int M, int N, int K, float alpha, const float *A, const float *B,
                            float beta, float *C)
{
    enum { BM = 64, BN = 64, BK = 8, TM = 8 }; // a block's tile, 512 threads
    __shared__ float a[BM][BK], b[BK][BN];
    int tid = threadIdx.x, row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int i0 = tid / BN * TM, j = tid % BN; // this thread's column of the tile
    float sum[TM] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        a[tid / BK][tid % BK] = element(A, M, K, row0 + tid / BK, k0 + tid % BK);
        b[tid / BN][tid % BN] = element(B, K, N, k0 + tid / BN, col0 + tid % BN);
        __syncthreads();
        for (int k = 0; k < BK; k++) {
            float right = b[k][j];
#pragma unroll
            for (int i = 0; i < TM; i++)
                sum[i] += a[i0 + i][k] * right;
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; i++)
        if (row0 + i0 + i < M && col0 + j < N)
            store(&C[(size_t)(row0 + i0 + i) * N + col0 + j], alpha, sum[i], beta);
}
// [end sgemmColumn]

// Rung 5: a square of 8 x 8 elements per thread. Eight elements of A and eight of B make 64
// products: 1/4 load per multiply-add. From here on, most instructions are arithmetic.
// [begin sgemmSquare]
__global__ void __launch_bounds__(256) sgemmSquare(int M, int N, int K, float alpha, const float *A,
                                                   const float *B, float beta, float *C)
{
    enum { BM = 128, BN = 128, BK = 8, TM = 8, TN = 8, THREADS = BM / TM * (BN / TN) };
    __shared__ float a[BM][BK], b[BK][BN];
    int tid = threadIdx.x, row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int i0 = tid / (BN / TN) * TM, j0 = tid % (BN / TN) * TN; // this thread's square
    float sum[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int e = tid; e < BM * BK; e += THREADS)
            a[e / BK][e % BK] = element(A, M, K, row0 + e / BK, k0 + e % BK);
        for (int e = tid; e < BK * BN; e += THREADS)
            b[e / BN][e % BN] = element(B, K, N, k0 + e / BN, col0 + e % BN);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; k++) {
            float left[TM], right[TN];
#pragma unroll
            for (int i = 0; i < TM; i++)
                left[i] = a[i0 + i][k];
#pragma unroll
            for (int j = 0; j < TN; j++)
                right[j] = b[k][j0 + j];
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++)
                    sum[i][j] += left[i] * right[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j++)
            if (row0 + i0 + i < M && col0 + j0 + j < N)
                store(&C[(size_t)(row0 + i0 + i) * N + col0 + j0 + j], alpha, sum[i][j], beta);
}
// [end sgemmSquare]

// Rung 6: four elements per load, from global and shared memory. A's tile is stored transposed, so a
// thread's elements of A lie side by side, as B's do. A quarter of rung 5's global requests are left
// (l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum); ptxas had widened rung 5's shared loads already.
// [begin sgemmVector]
__global__ void __launch_bounds__(256) sgemmVector(int M, int N, int K, float alpha, const float *A,
                                                   const float *B, float beta, float *C)
{
    enum { BM = 128, BN = 128, BK = 8, TM = 8, TN = 8 };
    __shared__ __align__(16) float a[BK][BM], b[BK][BN];
    int tid = threadIdx.x, row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int i0 = tid / (BN / TN) * TM, j0 = tid % (BN / TN) * TN;
    float sum[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        int i = tid / 2, k = tid % 2 * 4; // two threads bring a row of A's tile, 32 a row of B's
        float4 four = element4(A, M, K, row0 + i, k0 + k);
        a[k][i] = four.x;
        a[k + 1][i] = four.y;
        a[k + 2][i] = four.z;
        a[k + 3][i] = four.w;
        *(float4 *)&b[tid / 32][tid % 32 * 4] =
            element4(B, K, N, k0 + tid / 32, col0 + tid % 32 * 4);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; k++) {
            float left[TM], right[TN];
#pragma unroll
            for (int i = 0; i < TM; i += 4)
                *(float4 *)&left[i] = *(float4 *)&a[k][i0 + i];
#pragma unroll
            for (int j = 0; j < TN; j += 4)
                *(float4 *)&right[j] = *(float4 *)&b[k][j0 + j];
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++)
                    sum[i][j] += left[i] * right[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j += 4)
            if (row0 + i0 + i < M && col0 + j0 + j < N)
                store4(&C[(size_t)(row0 + i0 + i) * N + col0 + j0 + j], alpha, &sum[i][j], beta,
                       N % 4 == 0, N - (col0 + j0 + j));
}
// [end sgemmVector]

// Rung 7: the same, without bank conflicts. When eight lanes load 16 bytes each, 32 bytes apart, they
// hit every other quad of banks twice. So a thread's eight columns become two quads of four, 64
// columns apart, and the quads of neighbouring lanes are side by side. A's tile has rows of 132
// elements instead of 128, so that the two threads that store a row of it don't meet in one bank
// (l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{ld,st}.sum).
// [begin sgemmQuads]
__global__ void __launch_bounds__(256) sgemmQuads(int M, int N, int K, float alpha, const float *A,
                                                  const float *B, float beta, float *C)
{
    enum { BM = 128, BN = 128, BK = 8, TM = 8, TN = 8, PITCH = BM + 4 };
    __shared__ __align__(16) float a[BK][PITCH], b[BK][BN];
    int tid = threadIdx.x, row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    int i0 = tid / (BN / TN) * 4, j0 = tid % (BN / TN) * 4; // the first of 2 x 2 quads
    float sum[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        int i = tid / 2, k = tid % 2 * 4;
        float4 four = element4(A, M, K, row0 + i, k0 + k);
        a[k][i] = four.x;
        a[k + 1][i] = four.y;
        a[k + 2][i] = four.z;
        a[k + 3][i] = four.w;
        *(float4 *)&b[tid / 32][tid % 32 * 4] =
            element4(B, K, N, k0 + tid / 32, col0 + tid % 32 * 4);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; k++) {
            float left[TM], right[TN];
#pragma unroll
            for (int q = 0; q < 2; q++) {
                *(float4 *)&left[4 * q] = *(float4 *)&a[k][i0 + q * BM / 2];
                *(float4 *)&right[4 * q] = *(float4 *)&b[k][j0 + q * BN / 2];
            }
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++)
                    sum[i][j] += left[i] * right[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < TM; i++)
#pragma unroll
        for (int q = 0; q < 2; q++) {
            int row = row0 + i0 + i / 4 * BM / 2 + i % 4, col = col0 + j0 + q * BN / 2;
            if (row < M && col < N)
                store4(&C[(size_t)row * N + col], alpha, &sum[i][4 * q], beta, N % 4 == 0, N - col);
        }
}
// [end sgemmQuads]

// A kernel and how it is launched.
typedef struct {
    void (*kernel)(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                   float *C);
    int side;    // a block makes a square of C
    int threads; // per block
} Kernel;

static void multiply(const Rung *rung, const Product *p, float alpha, float beta)
{
    const Kernel *k = (const Kernel *)rung->how;
    dim3 grid(blocksFor(p->N, k->side), blocksFor(p->M, k->side));
    k->kernel<<<grid, k->threads>>>(p->M, p->N, p->K, alpha, p->A, p->B, beta, p->C);
}

static const Kernel naive = {sgemmNaive, 32, 1024};
static const Kernel coalesced = {sgemmCoalesced, 32, 1024};
static const Kernel inShared = {sgemmShared, 32, 1024};
static const Kernel column = {sgemmColumn, 64, 512};
static const Kernel square = {sgemmSquare, 128, 256};
static const Kernel vector = {sgemmVector, 128, 256};
static const Kernel quads = {sgemmQuads, 128, 256};

static const Rung ladder[] = {
    {"sgemmNaive", multiply, &naive},     {"sgemmCoalesced", multiply, &coalesced},
    {"sgemmShared", multiply, &inShared}, {"sgemmColumn", multiply, &column},
    {"sgemmSquare", multiply, &square},   {"sgemmVector", multiply, &vector},
    {"sgemmQuads", multiply, &quads},
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

int main(int argc, char **argv)
{
    Options options = options_for(ABOUT, "nsrk");
    options_kernels(&options, ladder);
    // From rung 5 on a block computes 128 x 128 elements: this makes a block for nearly every SM.
    Product p = productOptions(&options, 1024, 64, argc, argv);
    Device device = deviceOpen();
    Rung list[RUNGS];
    int count = 0;
    for (int i = 0; i < RUNGS; i++)
        if (options_want(&options, ladder[i].name))
            list[count++] = ladder[i];
    return runProducts(&options, &device, p, list, count);
}
