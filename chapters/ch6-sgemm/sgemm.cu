// The matrix product C = alpha A B + beta C.
//
// In single precision, up to the limit of the FP32 units.
//
// A is M x K, B is K x N, C is M x N, all by rows. Every element of C takes K multiply-adds, and
// each needs two operands: what decides is how often an operand is fetched, and from where.
//
//     sgemmNaive         one element per thread, lanes run down the rows
//     sgemmCoalesced     lanes run along the columns: whole sectors
//     sgemmShared        tiles of A and B in shared memory, each element used 32 times
//     sgemmColumn        eight elements of C per thread, one below the other: B's stay in registers
//     sgemmSquare        8 x 8 elements per thread: 16 fetched for 64 multiply-adds
//     sgemmVector        A lies transposed, so that four elements come with each load
//     sgemmQuads         threads own 4 x 4 quads far apart: no bank conflict
//     sgemmAsync         cp.async brings the next part of A and B during the work on this one
//     sgemmWarps         a warp's threads form a square-ish tile: fewer distinct operands
//     sgemmTuned         larger tiles, several stages, cut by shape to fill the device
//     cublasSgemm        the library, where it is there
//
//     make ch6-sgemm && ./ch6-sgemm -m 4096 -n 4096 -d 4096
//     ./ch6-sgemm -m 1023 -n 1025 -d 1027 -t 1      times every instance of the tuned kernel

#include "check.h"
#include "device.h"
#include "flush.h"
#include "options.h"
#include "rows.h"
#include "timer.h"
#include "verify.h"

#include "cublas.cuh"

#include <cuda_pipeline_primitives.h>

// All kernels: A: (M, K), B: (K, N), C: (M, N), by rows, without gaps. Any M, N, K; with beta 0 what
// is in C is not read, so that it may be anything, as in BLAS.

// [begin store]
// C[i] = alpha * sum + beta * C[i]
static __device__ void store(float *c, float alpha, float sum, float beta)
{
    *c = alpha * sum + (beta != 0 ? beta * *c : 0);
}
// [end store]

// Rung 1: one thread per element of C. A warp's lanes own 32 rows of one column, so each of its
// loads of A touches 32 sectors and uses 4 bytes of each: load efficiency
// (smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct) is that of a stride.
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

// Rung 2: row and column change places. Now the lanes own 32 columns of one row: they read one
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

// [begin element]
// X: (rows, cols); 0 outside of it, which adds nothing to any sum.
static __device__ float element(const float *X, int rows, int cols, int row, int col)
{
    return row < rows && col < cols ? X[(size_t)row * cols + col] : 0;
}
// [end element]

// Rung 3: the block brings a 32 x 32 tile of A and one of B into shared memory, and each element
// there is used 32 times. Removes requests to L1 and L2 (l1tex__t_requests_pipe_lsu_mem_global_op_ld
// .sum); what limits now is shared memory: two loads for each multiply-add.
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
// (l1tex__data_pipe_lsu_wavefronts_mem_shared.sum per smsp__sass_thread_inst_executed_op_ffma).
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
// products: 1/4 load per multiply-add. From here on arithmetic is most of what is issued.
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

// [begin element4]
// Four elements of a row of X: (rows, cols), by one load if all are there and the row begins at a
// multiple of 16 bytes; 0 for those outside.
static __device__ float4 element4(const float *X, int rows, int cols, int row, int col)
{
    if (cols % 4 == 0 && row < rows && col < cols)
        return *(const float4 *)&X[(size_t)row * cols + col];
    return make_float4(element(X, rows, cols, row, col), element(X, rows, cols, row, col + 1),
                       element(X, rows, cols, row, col + 2), element(X, rows, cols, row, col + 3));
}

// C[0 .. 3] = alpha * sum + beta * C[0 .. 3], for the first count of them. wide: all four are there,
// at a multiple of 16 bytes.
static __device__ void store4(float *c, float alpha, const float *sum, float beta, bool wide,
                              int count)
{
    if (wide) {
        float4 old = beta != 0 ? *(float4 *)c : make_float4(0, 0, 0, 0);
        *(float4 *)c = make_float4(alpha * sum[0] + beta * old.x, alpha * sum[1] + beta * old.y,
                                   alpha * sum[2] + beta * old.z, alpha * sum[3] + beta * old.w);
    } else {
#pragma unroll
        for (int j = 0; j < 4; j++)
            if (j < count)
                store(c + j, alpha, sum[j], beta);
    }
}
// [end element4]

// Rung 6: four elements per load instruction, from global and from shared memory. For that A's tile
// lies transposed in shared memory, so that a thread's eight elements of A lie side by side, as B's
// do. Removes load instructions: a quarter of them (smsp__inst_executed_pipe_lsu.sum).
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

// Rung 7: the same, without bank conflicts. Eight lanes that load 16 bytes each at a distance of 32
// hit every second quad of banks twice; so a thread's eight columns become two quads of four, 64
// columns apart, and the quads of neighbouring lanes touch. A's tile gets rows of 132 in place of
// 128 elements, so that the two threads that store a row of it do not meet in one bank
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

// From here on one kernel with different numbers. How the work is cut, known to the compiler:
// [begin Tile]
template <int BM_, int BN_, int BK_, int TM_, int TN_, int WM_, int WN_, int STAGES_, int BLOCKS_,
          bool PAIRED_>
struct Tile {
    enum {
        BM = BM_,
        BN = BN_,
        BK = BK_, // a block makes BM x BN elements of C, BK products at a time,
        WM = WM_,
        WN = WN_, // a warp WM x WN of them,
        TM = TM_,
        TN = TN_,         // a thread TM x TN, in quads of 4 x 4 that lie far apart
        STAGES = STAGES_, // parts of A and B in shared memory: one in use, others on their way
        BLOCKS = BLOCKS_, // blocks per SM that registers must suffice for
        PAIRED = PAIRED_, // how a warp's lanes are laid out, see place()

        THREADS = BM / WM * (BN / WN) * 32,
        LANES_M = WM / TM, // a warp's lanes, LANES_M x LANES_N = 32
        LANES_N = WN / TN,
        PITCH = BM + 4, // of A's part, which lies transposed: BK rows of BM, and 4 unused
        STAGE = BK * (PITCH + BN), // floats: a part of A, a part of B
        BYTES = STAGES * STAGE * (int)sizeof(float),
    };
};
// [end Tile]

// [begin place]
// Where in its warp's tile a lane's first quad is. A 128-bit load from shared memory takes four
// wavefronts, or two if lanes l and l ^ 1, or l and l ^ 2, throughout the warp want the same 16 bytes.
// Paired, lanes l and l ^ 1 have their quad of A in common, and l and l ^ 2 that of B.
template <class T>
static __device__ void place(int lane, int *m, int *n)
{
    if (T::PAIRED) {
        *n = lane % 2 + 2 * (lane / 4 % (T::LANES_N / 2));
        *m = lane / 2 % 2 + 2 * (lane / 4 / (T::LANES_N / 2));
    } else {
        *n = lane % T::LANES_N;
        *m = lane / T::LANES_N;
    }
}
// [end place]

// [begin Bring]
// What one thread brings of each part of A and B into shared memory. Of A single elements, for they
// must be transposed: eight lanes take eight neighbours of a row, a sector; the next eight lanes the
// next row. Of B VEC elements side by side. Rows and columns outside the matrices are replaced by
// the last ones inside: they feed only elements of C that are never stored.
template <class T, int VEC>
struct Bring {
    enum {
        PASS = T::THREADS / 8,           // rows of A that all threads bring at once
        ROWS = T::BM / PASS,             // rows of A for this thread,
        LOADS_A = ROWS * T::BK / 8,      // eight columns at a time
        STEP = T::THREADS * VEC / T::BN, // rows of B that all threads bring at once
        LOADS_B = T::BK / STEP,
    };
    static_assert(T::BM % PASS == 0 && T::BK % 8 == 0 && T::BK % STEP == 0, "uneven shares");

    const float *a, *b; // this thread's first elements in the part to bring next
    float *toA, *toB;   // their places in stage 0
    int row[ROWS];      // row i of A is row[i] elements from a
    int N;

    __device__ void start(const float *A, const float *B, float *shared, int M, int N_, int K,
                          int row0, int col0, int k0)
    {
        int tid = threadIdx.x, i = tid / 8, k = tid * VEC / T::BN, j = tid * VEC % T::BN;
        N = N_;
        a = A + (size_t)row0 * K + k0 + tid % 8;
        b = B + (size_t)(k0 + k) * N + min(col0 + j, N - VEC);
        toA = shared + tid % 8 * T::PITCH + i;
        toB = shared + T::BK * T::PITCH + k * T::BN + j;
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            row[r] = (min(row0 + i + r * PASS, M - 1) - row0) * K;
    }

    __device__ void loadA(int l, float *to) const
    {
        int r = l % ROWS, k = l / ROWS * 8;
        __pipeline_memcpy_async(to + k * T::PITCH + r * PASS, a + row[r] + k, sizeof(float));
    }

    __device__ void loadB(int l, float *to) const
    {
        __pipeline_memcpy_async(to + l * STEP * T::BN, b + (size_t)(l * STEP) * N,
                                VEC * sizeof(float));
    }

    // Share `step` of BK shares of a whole part: one for each step of the work on another part. With
    // two stages that would be too late, so all goes with the first.
    __device__ void share(int step, int stage) const
    {
        if (T::STAGES == 2 && step > 0)
            return;
        const int end = T::STAGES == 2 ? T::BK : step + 1;
#pragma unroll
        for (int l = step * LOADS_A / T::BK; l < end * LOADS_A / T::BK; l++)
            loadA(l, toA + stage);
#pragma unroll
        for (int l = step * LOADS_B / T::BK; l < end * LOADS_B / T::BK; l++)
            loadB(l, toB + stage);
    }

    // Moves on by k columns of A and rows of B.
    __device__ void next(int k)
    {
        a += k;
        b += (size_t)k * N;
    }

    // A part of which only the first `left` columns of A and rows of B are there; zeros for the rest.
    __device__ void some(int left, int stage) const
    {
#pragma unroll
        for (int l = 0; l < LOADS_A; l++)
            if ((int)threadIdx.x % 8 + l / ROWS * 8 < left)
                loadA(l, toA + stage);
            else
                toA[stage + l / ROWS * 8 * T::PITCH + l % ROWS * PASS] = 0;
#pragma unroll
        for (int l = 0; l < LOADS_B; l++)
            if ((int)threadIdx.x * VEC / T::BN + l * STEP < left)
                loadB(l, toB + stage);
            else
#pragma unroll
                for (int j = 0; j < VEC; j++)
                    toB[stage + l * STEP * T::BN + j] = 0;
    }
};
// [end Bring]

// [begin sgemmTiles]
// gridDim.x: tiles of C; gridDim.y: pieces into which K is cut, at most its parts. C: (gridDim.y, M,
// N), one product per piece, which addPieces() adds up. VEC 4 wants N % 4 == 0.
template <class T, int VEC>
__global__ void __launch_bounds__(T::THREADS, T::BLOCKS)
    sgemmTiles(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
               float *C, int group)
{
    extern __shared__ __align__(16) float shared[];

    // The tile. Blocks that run at the same time should share rows and columns in L2: tiles are
    // numbered down `group` rows of tiles, then one to the right.
    int tilesM = (M + T::BM - 1) / T::BM, tilesN = (N + T::BN - 1) / T::BN;
    int tile = blockIdx.x, band = tile / (group * tilesN) * group, inBand = tile % (group * tilesN);
    int height = min(group, tilesM - band);
    int row0 = (band + inBand % height) * T::BM, col0 = inBand / height * T::BN;

    // The piece of K: parts first to end - 1. Part 0 takes what is not a multiple of BK.
    int parts = (K + T::BK - 1) / T::BK, left = K - (parts - 1) * T::BK;
    int part = (int)((long long)parts * blockIdx.y / gridDim.y);
    int end = (int)((long long)parts * (blockIdx.y + 1) / gridDim.y);

    // This thread's place in the tile
    int m, n, warp = threadIdx.x / 32;
    place<T>(threadIdx.x % 32, &m, &n);
    int i0 = warp / (T::BN / T::WN) * T::WM + 4 * m, j0 = warp % (T::BN / T::WN) * T::WN + 4 * n;

    // Fill all stages but one. The work fetches ahead: behind the last part it finds zeros.
    Bring<T, VEC> bring;
    bring.start(A, B, shared, M, N, K, row0, col0, part == 0 ? 0 : left + (part - 1) * T::BK);
    int rest = end - part; // parts to work on
#pragma unroll
    for (int s = 0; s < T::STAGES; s++) {
        if (s == rest) {
            bring.some(0, s * T::STAGE);
        } else if (s < rest && s < T::STAGES - 1) {
            int width = s == 0 && part == 0 ? left : T::BK;
            bring.some(width, s * T::STAGE);
            bring.next(width);
        }
        if (s < T::STAGES - 1)
            __pipeline_commit();
    }

    float c[T::TM][T::TN] = {};
    float fromA[2][T::TM], fromB[2][T::TN]; // operands of this step and of the next
    int use = 0, fill = (T::STAGES - 1) * T::STAGE;
    auto fetch = [&](int which, int k) {
        const float *a = shared + use + k * T::PITCH + i0;
        const float *b = shared + use + T::BK * T::PITCH + k * T::BN + j0;
#pragma unroll
        for (int i = 0; i < T::TM; i += 4)
            *(float4 *)&fromA[which][i] = *(const float4 *)(a + i * T::LANES_M);
#pragma unroll
        for (int j = 0; j < T::TN; j += 4)
            *(float4 *)&fromB[which][j] = *(const float4 *)(b + j * T::LANES_N);
    };

    __pipeline_wait_prior(T::STAGES - 2);
    __syncthreads();
    fetch(0, 0);
#pragma unroll 1
    for (; rest > 0; rest--) {
#pragma unroll
        for (int k = 0; k < T::BK; k++) {
            if (rest >= T::STAGES)
                bring.share(k, fill);
            if (k == T::BK - 1) { // the next part's turn: wait until all threads' copies are there
                __pipeline_commit();
                bring.next(T::BK);
                fill = use;
                use = use == (T::STAGES - 1) * T::STAGE ? 0 : use + T::STAGE;
                __pipeline_wait_prior(T::STAGES - 2);
                __syncthreads();
            }
            fetch((k + 1) % 2, (k + 1) % T::BK);
#pragma unroll
            for (int i = 0; i < T::TM; i++)
#pragma unroll
                for (int j = 0; j < T::TN; j++)
                    c[i][j] += fromA[k % 2][i] * fromB[k % 2][j];
        }
    }

    C += (size_t)blockIdx.y * M * N; // this piece's
#pragma unroll
    for (int i = 0; i < T::TM; i++)
#pragma unroll
        for (int j = 0; j < T::TN; j += 4) {
            int row = row0 + i0 + i / 4 * 4 * T::LANES_M + i % 4, col = col0 + j0 + j * T::LANES_N;
            if (row < M && col < N)
                store4(&C[(size_t)row * N + col], alpha, &c[i][j], beta, VEC == 4, N - col);
        }
}
// [end sgemmTiles]

// [begin addPieces]
// C = alpha (X[0] + ... + X[pieces - 1]) + beta C for X: (pieces, n), C: (n).
__global__ void addPieces(const float *X, int pieces, size_t n, float alpha, float beta, float *C)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        float sum = 0;
        for (int piece = 0; piece < pieces; piece++)
            sum += X[piece * n + i];
        store(&C[i], alpha, sum, beta);
    }
}
// [end addPieces]

typedef void (*Plain)(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                      float *C);
typedef void (*Tiled)(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                      float *C, int group);

// A kernel and how it is launched. Neither plain nor tiled: cuBLAS.
typedef struct {
    const char *name;
    Plain plain;
    Tiled wide, narrow; // sgemmTiles with VEC 4 and VEC 1
    int bm, bn, bk;     // a block's tile
    int threads, bytes; // per block; shared memory, if not known to the compiler
    int pieces;         // of K
    int group;          // rows of tiles, see sgemmTiles
} Rung;

// The matrices, on the device.
typedef struct {
    int M, N, K;
    float *A, *B, *C;
    float *sums; // (pieces of K, M, N), if there are several
} Product;

template <class T>
static Rung tiled(const char *name)
{
    Rung rung = {name,  NULL,  sgemmTiles<T, 4>, sgemmTiles<T, 1>, T::BM,
                 T::BN, T::BK, T::THREADS,       T::BYTES,         1,
                 8};
    cudaCheck(
        cudaFuncSetAttribute(rung.wide, cudaFuncAttributeMaxDynamicSharedMemorySize, T::BYTES));
    cudaCheck(
        cudaFuncSetAttribute(rung.narrow, cudaFuncAttributeMaxDynamicSharedMemorySize, T::BYTES));
    return rung;
}

static int ceilDiv(int a, int b)
{
    return a / b + (a % b != 0);
}

// Launches a kernel for C = alpha A B + beta C.
static void launch(const Rung *rung, const Product *p, float alpha, float beta)
{
    int tilesM = ceilDiv(p->M, rung->bm), tilesN = ceilDiv(p->N, rung->bn);
    if (p->M == 0 || p->N == 0)
        return;
    if (rung->plain != NULL)
        rung->plain<<<dim3(tilesN, tilesM), rung->threads>>>(p->M, p->N, p->K, alpha, p->A, p->B,
                                                             beta, p->C);
    else {
        Tiled kernel = p->N % 4 == 0 ? rung->wide : rung->narrow;
        dim3 grid(tilesM * tilesN, rung->pieces);
        if (rung->pieces == 1) {
            kernel<<<grid, rung->threads, rung->bytes>>>(p->M, p->N, p->K, alpha, p->A, p->B, beta,
                                                         p->C, rung->group);
        } else {
            size_t n = (size_t)p->M * p->N;
            kernel<<<grid, rung->threads, rung->bytes>>>(p->M, p->N, p->K, 1, p->A, p->B, 0,
                                                         p->sums, rung->group);
            addPieces<<<(unsigned int)((n + 1023) / 1024), 256>>>(p->sums, rung->pieces, n, alpha,
                                                                  beta, p->C);
        }
    }
}

// [begin tunedFor]
// The two instances that -t 1 left over of 22 on an H200, and the share of the FP32 units' limit that
// each reaches with SMs full of work: with 16-byte loads of B, and with 4-byte ones.
enum { INSTANCES = 2 };
static const struct {
    Rung (*make)(const char *name);
    const char *name;
    double wide, narrow;
} instances[INSTANCES] = {
    {tiled<Tile<128, 256, 8, 16, 8, 64, 64, 4, 1, true>>, "tile128x256", 0.74, 0.64},
    {tiled<Tile<128, 128, 8, 16, 8, 64, 64, 4, 2, true>>, "tile128x128", 0.725, 0.66},
};

enum { MOST_PIECES = 8 };

// True if K may be cut into pieces: no piece is empty, and there are not many more blocks than SMs.
static bool canCut(const Rung *rung, const Product *p, int pieces, const Device *device)
{
    double blocks = (double)ceilDiv(p->M, rung->bm) * ceilDiv(p->N, rung->bn) * pieces;
    return pieces == 1 ||
           (ceilDiv(p->K, rung->bk) >= pieces && blocks <= 4.0 * device->multiprocessors);
}

// The instance for a shape, and into how many pieces K is cut, by estimated time. The SM with most
// blocks decides; each block spends as long on its start and end as on some 40 steps of K; and
// pieces cost a second launch, which reads and writes them.
static Rung tunedFor(const Product *p, const Device *device)
{
    const double STEPS = 40, LAUNCH = 2e-6; // seconds; both measured on an H200
    Rung best = {};
    double bestTime = INFINITY, sms = device->multiprocessors;

    for (int i = 0; i < INSTANCES; i++) {
        Rung rung = instances[i].make("sgemmTuned");
        double share = p->N % 4 == 0 ? instances[i].wide : instances[i].narrow;
        double rate = (device->flops > 0 ? device->flops : 1e13) * share / sms; // of one SM
        double bandwidth = device->bandwidth > 0 ? device->bandwidth : 1e12;
        for (int pieces = 1; pieces <= MOST_PIECES; pieces++) {
            if (!canCut(&rung, p, pieces, device))
                continue;
            double blocks = (double)ceilDiv(p->M, rung.bm) * ceilDiv(p->N, rung.bn) * pieces;
            double steps = ceil((double)p->K / pieces) + STEPS;
            double time = ceil(blocks / sms) * 2.0 * rung.bm * rung.bn * steps / rate;
            if (pieces > 1)
                time += LAUNCH + sizeof(float) * (double)p->M * p->N * (2 * pieces + 1) / bandwidth;
            if (time < bestTime) {
                bestTime = time;
                best = rung;
                best.pieces = pieces;
            }
        }
    }
    return best;
}
// [end tunedFor]

// Memory on the device for count floats.
static float *deviceFloats(size_t count)
{
    float *memory = NULL;
    cudaCheck(cudaMalloc(&memory, (count > 0 ? count : 1) * sizeof *memory));
    return memory;
}

static void upload(float *to, const float *from, size_t count)
{
    cudaCheck(cudaMemcpy(to, from, count * sizeof *from, cudaMemcpyHostToDevice));
}

// x: (n), whole numbers from -3 to 3. Sums of up to 2^20 products of them stay below 2^24, where
// every float is exact, in whatever order they are added.
static void fillWhole(float *x, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (float)((int)(random_bits(seed, i) % 7) - 3);
}

// y = X v for X: (rows, cols), v: (cols), y: (rows). False if some element of X is no whole number
// below 2^24.
static bool apply(const float *X, int rows, int cols, const int64_t *v, int64_t *y)
{
    bool whole = true;
    for (int i = 0; i < rows; i++) {
        y[i] = 0;
        for (int j = 0; j < cols; j++) {
            float x = X[(size_t)i * cols + j];
            whole = whole && fabsf(x) < 0x1p24f && x == truncf(x);
            y[i] += whole ? (int64_t)x * v[j] : 0;
        }
    }
    return whole;
}

// The host's side: data, and what it takes to check C.
typedef struct {
    int M, N, K;
    float *A, *B, *C;             // on the host
    float *C0;                    // on the device, C before the product
    int64_t *vector, *want, *got; // (N), (M), (M), for whole numbers
} Check;

// [begin freivalds]
// Whole numbers: all of C is right if C v = alpha A (B v) + beta C0 v for a random vector v: an
// element that is wrong makes its row's sum wrong, unless another one in the row makes up for it by
// chance (R. Freivalds, Probabilistic machines can use less running time, 1977). The sums are exact
// on both sides. This takes some n^2 operations where a product takes n^3.
static const float ALPHA = 2, BETA = 3;

static void expect(Check *c, const float *C0)
{
    int64_t *inner = (int64_t *)host_alloc(c->K, sizeof *inner);
    for (int j = 0; j < c->N; j++)
        c->vector[j] = 1 + (int64_t)(random_bits(99, j) % 256);
    apply(c->B, c->K, c->N, c->vector, inner);
    apply(c->A, c->M, c->K, inner, c->want);
    apply(C0, c->M, c->N, c->vector, c->got);
    for (int i = 0; i < c->M; i++)
        c->want[i] = (int64_t)ALPHA * c->want[i] + (int64_t)BETA * c->got[i];
    free(inner);
}

static bool exactlyRight(const Check *c, const char *name)
{
    if (!apply(c->C, c->M, c->N, c->vector, c->got)) {
        fprintf(stderr, "%s: an element of C is no whole number\n", name);
        return false;
    }
    for (int i = 0; i < c->M; i++)
        if (c->got[i] != c->want[i]) {
            fprintf(stderr, "%s: row %d of C is wrong\n", name, i);
            return false;
        }
    return true;
}
// [end freivalds]

// Real numbers: some elements of C, the corners among them, against sums in double. alpha 1, beta 0.
static bool nearlyRight(const Check *c, const char *name, uint64_t seed)
{
    enum { SAMPLES = 256 };
    for (int s = 0; s < SAMPLES && c->M > 0 && c->N > 0; s++) {
        int i = s < 4 ? s % 2 * (c->M - 1) : (int)(random_bits(seed, 2 * s) % c->M);
        int j = s < 4 ? s / 2 * (c->N - 1) : (int)(random_bits(seed, 2 * s + 1) % c->N);
        double sum = 0, magnitude = 0;
        for (int k = 0; k < c->K; k++) {
            double product = (double)c->A[(size_t)i * c->K + k] * c->B[(size_t)k * c->N + j];
            sum += product;
            magnitude += fabs(product);
        }
        if (!verify_float(name, c->C[(size_t)i * c->N + j], sum, float_gamma(c->K + 1) * magnitude))
            return false;
    }
    return true;
}

#if HAVE_CUBLAS
static Cublas cublas;

static bool isCublas(const Rung *rung)
{
    return rung->plain == NULL && rung->wide == NULL;
}
#endif

// C = alpha A B + beta C by a rung.
static void multiply(const Rung *rung, const Product *p, float alpha, float beta)
{
#if HAVE_CUBLAS
    if (isCublas(rung)) {
        if (p->M > 0 && p->N > 0 &&
            !cublasProduct(&cublas, p->M, p->N, p->K, alpha, p->A, p->B, beta, p->C)) {
            fprintf(stderr, "cublasSgemm failed\n");
            exit(EXIT_CUDA);
        }
        return;
    }
#endif
    launch(rung, p, alpha, beta);
}

// Room for the pieces' products of a rung.
static void roomFor(const Rung *rung, Product *p)
{
    cudaCheck(cudaFree(p->sums));
    p->sums = deviceFloats(rung->pieces > 1 ? (size_t)rung->pieces * p->M * p->N : 0);
}

enum { MOST_ROWS = INSTANCES * MOST_PIECES };

// The ladder's rungs of which the user wants to see rows; returns their number.
static int listLadder(Rung *list, const Options *options, const Product *p, const Device *device)
{
    const Rung ladder[] = {
        {"sgemmNaive", sgemmNaive, NULL, NULL, 32, 32, 1, 1024, 0, 1, 1},
        {"sgemmCoalesced", sgemmCoalesced, NULL, NULL, 32, 32, 1, 1024, 0, 1, 1},
        {"sgemmShared", sgemmShared, NULL, NULL, 32, 32, 32, 1024, 0, 1, 1},
        {"sgemmColumn", sgemmColumn, NULL, NULL, 64, 64, 8, 512, 0, 1, 1},
        {"sgemmSquare", sgemmSquare, NULL, NULL, 128, 128, 8, 256, 0, 1, 1},
        {"sgemmVector", sgemmVector, NULL, NULL, 128, 128, 8, 256, 0, 1, 1},
        {"sgemmQuads", sgemmQuads, NULL, NULL, 128, 128, 8, 256, 0, 1, 1},
        tiled<Tile<128, 128, 8, 8, 8, 16, 128, 2, 2, false>>("sgemmAsync"),
        tiled<Tile<128, 128, 8, 8, 8, 32, 64, 2, 2, true>>("sgemmWarps"),
        tunedFor(p, device),
#if HAVE_CUBLAS
        {"cublasSgemm"},
#endif
    };
    int count = 0;
    for (size_t i = 0; i < sizeof ladder / sizeof *ladder; i++) {
#if HAVE_CUBLAS
        if (isCublas(&ladder[i]) && cublas.library == NULL)
            continue;
#endif
        if (options_want(options, ladder[i].name))
            list[count++] = ladder[i];
    }
    return count;
}

// For -t 1: every instance with K in as many pieces as make sense; returns their number.
static int listInstances(Rung *list, const Product *p, const Device *device)
{
    int count = 0;
    for (int i = 0; i < INSTANCES; i++)
        for (int pieces = 1; pieces <= MOST_PIECES; pieces++) {
            Rung rung = instances[i].make(instances[i].name);
            rung.pieces = pieces;
            if (canCut(&rung, p, pieces, device))
                list[count++] = rung;
        }
    return count;
}

// Runs a rung on whole numbers, once; true if C is exactly right.
static bool tryWhole(const Rung *rung, Check *c, Product *p)
{
    size_t sizeC = (size_t)c->M * c->N;
    roomFor(rung, p);
    cudaCheck(cudaMemcpy(p->C, c->C0, sizeC * sizeof(float), cudaMemcpyDeviceToDevice));
    multiply(rung, p, ALPHA, BETA);
    cudaCheckLaunch();
    cudaCheck(cudaMemcpy(c->C, p->C, sizeC * sizeof(float), cudaMemcpyDeviceToHost));
    return exactlyRight(c, rung->name);
}

// Runs a rung on real numbers; returns its median time in ms and leaves C in c->C.
static double timeRung(const Rung *rung, Check *c, Product *p, const Flush *flush, size_t repeats)
{
    size_t bytes = (size_t)c->M * c->N * sizeof(float);
    roomFor(rung, p);
    GpuTimer timer = gpuTimerBegin(repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(p->C, 0xff, bytes)); // NaN
        flushCaches(flush);
        gpuTimerStart(&timer);
        multiply(rung, p, 1, 0);
        gpuTimerStop(&timer);
    }
    double ms = gpuTimerEnd(&timer);
    cudaCheck(cudaMemcpy(c->C, p->C, bytes, cudaMemcpyDeviceToHost));
    return ms;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {
        "sgemmNaive",
        "sgemmCoalesced",
        "sgemmShared",
        "sgemmColumn",
        "sgemmSquare",
        "sgemmVector",
        "sgemmQuads",
        "sgemmAsync",
        "sgemmWarps",
        "sgemmTuned",
#if HAVE_CUBLAS
        "cublasSgemm",
#endif
        NULL,
    };
    enum { MOST = 1 << 20 };
    size_t m = default_size(4096, 256), depth = default_size(4096, 128), all = 0;
    const Option own[] = {
        {'m', "rows", "M, rows of A and C", &m, 0, MOST, NULL, NULL},
        {'d', "depth", "K, columns of A and rows of B", &depth, 0, MOST, NULL, NULL},
        {'t', "tune", "1: a row for each instance", &all, 0, 1, NULL, NULL},
        {0, NULL, NULL, NULL, 0, 0, NULL, NULL},
    };

    Options options = {};
    options.about = "Multiplies random matrices, M x K by K x N; the size -n is N.";
    options.letters = "nsrk";
    options.n = default_size(4096, 256);
    options.n_max = MOST;
    options.seed = 1;
    options.repeats = DEFAULT_REPEATS;
    options.kernels = names;
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    Check c = {(int)m, (int)options.n, (int)depth};
    size_t sizeA = m * depth, sizeB = depth * options.n, sizeC = m * options.n;
    deviceRequire(&options, (sizeA + sizeB + 2 * sizeC) * sizeof(float) + ((size_t)1 << 28),
                  (sizeA + sizeB + sizeC) * sizeof(float));
    c.A = (float *)host_alloc(sizeA, sizeof(float));
    c.B = (float *)host_alloc(sizeB, sizeof(float));
    c.C = (float *)host_alloc(sizeC, sizeof(float));
    c.vector = (int64_t *)host_alloc(c.N, sizeof(int64_t));
    c.want = (int64_t *)host_alloc(c.M, sizeof(int64_t));
    c.got = (int64_t *)host_alloc(c.M, sizeof(int64_t));
    c.C0 = deviceFloats(sizeC);
    Product p = {c.M, c.N, c.K, deviceFloats(sizeA), deviceFloats(sizeB), deviceFloats(sizeC)};

#if HAVE_CUBLAS
    cublas = cublasOpen();
#endif
    Rung list[MOST_ROWS];
    bool right[MOST_ROWS];
    int count = all ? listInstances(list, &p, &device) : listLadder(list, &options, &p, &device);

    // Whole numbers: right or wrong
    fillWhole(c.A, sizeA, options.seed);
    fillWhole(c.B, sizeB, options.seed + 1);
    fillWhole(c.C, sizeC, options.seed + 2);
    expect(&c, c.C);
    upload(p.A, c.A, sizeA);
    upload(p.B, c.B, sizeB);
    upload(c.C0, c.C, sizeC);
    for (int i = 0; i < count; i++)
        right[i] = tryWhole(&list[i], &c, &p);

    // Real numbers: how accurate and how fast
    fill_floats(c.A, sizeA, options.seed);
    fill_floats(c.B, sizeB, options.seed + 1);
    upload(p.A, c.A, sizeA);
    upload(p.B, c.B, sizeB);
    if (!options.csv)
        printf("C (%d x %d) = A (%d x %d) B (%d x %d)\n", c.M, c.N, c.M, c.K, c.K, c.N);
    Rows rows = rowsBegin(&device, &options, "GFLOP/s", device.flops / 1e9);
    Flush flush = flushBegin();
    for (int i = 0; i < count; i++) {
        double ms = timeRung(&list[i], &c, &p, &flush, options.repeats);
        bool near = nearlyRight(&c, list[i].name, options.seed + 3);
        char name[100];
        snprintf(name, sizeof name, all ? "%s-pieces%d" : "%s", list[i].name, list[i].pieces);
        rowsKernel(&rows, name, c.N, ms, 2.0 * sizeA * c.N, right[i] && near);
    }

    flushEnd(&flush);
    cudaCheck(cudaFree(p.A));
    cudaCheck(cudaFree(p.B));
    cudaCheck(cudaFree(p.C));
    cudaCheck(cudaFree(p.sums));
    cudaCheck(cudaFree(c.C0));
    free(c.A);
    free(c.B);
    free(c.C);
    free(c.vector);
    free(c.want);
    free(c.got);
    return rowsEnd(&rows);
}
