// The tiles of ch6-tuned: how the work is cut, who brings what into shared memory, and the loop that
// multiplies.

#ifndef WARP_TILES_H
#define WARP_TILES_H

#include "product.h"

#include <cuda_pipeline_primitives.h>

// How the work is cut:
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
// wavefronts, or two if lanes l and l ^ 1, or l and l ^ 2, throughout the warp read the same 16
// bytes. Paired, lanes l and l ^ 1 have their quad of A in common, and l and l ^ 2 that of B.
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
// What one thread brings of each part of A and B into shared memory. Elements of A come one by one,
// because they must be transposed: eight lanes take eight neighbours of a row, which are a sector,
// the next eight lanes the next row. Elements of B come VEC at a time. Rows and columns outside the
// matrices are replaced by the last ones inside, since they only feed elements of C that are never
// stored.
template <class T, int VEC>
struct Bring {
    enum {
        PASS = T::THREADS / 8,      // rows of A that all threads bring at once
        ROWS = T::BM / PASS,        // rows of A for this thread,
        LOADS_A = ROWS * T::BK / 8, // eight columns at a time
        WIDTH =
            T::THREADS * VEC, // elements of B that all threads bring at once: rows, or part of one
        STEP = WIDTH < T::BN ? 1 : WIDTH / T::BN,
        ACROSS = WIDTH < T::BN ? T::BN / WIDTH : 1, // loads for a row
        LOADS_B = T::BK / STEP * ACROSS,
    };
    static_assert(T::BM % PASS == 0 && T::BK % 8 == 0 && T::BK % STEP == 0, "uneven shares");

    const float *a, *b; // this thread's first elements in the part to bring next
    float *toA, *toB;   // their places in stage 0
    int row[ROWS];      // row i of A is row[i] elements from a
    int column[ACROSS]; // load i of a row of B is column[i] elements from b; column[0] is 0
    int N;
};

template <class T, int VEC>
static __device__ void bringStart(Bring<T, VEC> *t, const float *A, const float *B, float *shared,
                                  int M, int N, int K, int row0, int col0, int k0)
{
    int tid = threadIdx.x, i = tid / 8, k = tid * VEC / T::BN, j = tid * VEC % T::BN;
    int first = min(col0 + j, N - VEC);
    t->N = N;
    t->a = A + (size_t)row0 * K + k0 + tid % 8;
    t->b = B + (size_t)(k0 + k) * N + first;
    t->toA = shared + tid % 8 * T::PITCH + i;
    t->toB = shared + T::BK * T::PITCH + k * T::BN + j;
#pragma unroll
    for (int r = 0; r < t->ROWS; r++)
        t->row[r] = (min(row0 + i + r * t->PASS, M - 1) - row0) * K;
#pragma unroll
    for (int c = 0; c < t->ACROSS; c++)
        t->column[c] = min(col0 + j + c * t->WIDTH, N - VEC) - first;
}

// The thread's load l of A, of LOADS_A; then that of B.
template <class T, int VEC>
static __device__ void bringA(const Bring<T, VEC> *t, int l, float *to)
{
    int r = l % t->ROWS, k = l / t->ROWS * 8;
    __pipeline_memcpy_async(to + k * T::PITCH + r * t->PASS, t->a + t->row[r] + k, sizeof(float));
}

template <class T, int VEC>
static __device__ void bringB(const Bring<T, VEC> *t, int l, float *to)
{
    int k = l / t->ACROSS * t->STEP, c = l % t->ACROSS;
    __pipeline_memcpy_async(to + k * T::BN + c * t->WIDTH,
                            t->b + (size_t)k * t->N + (c > 0 ? t->column[c] : 0),
                            VEC * sizeof(float));
}

// Share `step` of BK shares of a whole part, one for each step of the work on another part. With
// two stages that would be too late, so everything is brought in the first step.
template <class T, int VEC>
static __device__ void bringShare(const Bring<T, VEC> *t, int step, int stage)
{
    if (T::STAGES == 2 && step > 0)
        return;
    const int end = T::STAGES == 2 ? T::BK : step + 1;
#pragma unroll
    for (int l = step * t->LOADS_A / T::BK; l < end * t->LOADS_A / T::BK; l++)
        bringA(t, l, t->toA + stage);
#pragma unroll
    for (int l = step * t->LOADS_B / T::BK; l < end * t->LOADS_B / T::BK; l++)
        bringB(t, l, t->toB + stage);
}

// Moves on by k columns of A and rows of B.
template <class T, int VEC>
static __device__ void bringNext(Bring<T, VEC> *t, int k)
{
    t->a += k;
    t->b += (size_t)k * t->N;
}

// A part that has only the first `left` columns of A and rows of B, with zeros for the rest.
template <class T, int VEC>
static __device__ void bringSome(const Bring<T, VEC> *t, int left, int stage)
{
#pragma unroll
    for (int l = 0; l < t->LOADS_A; l++)
        if ((int)threadIdx.x % 8 + l / t->ROWS * 8 < left)
            bringA(t, l, t->toA + stage);
        else
            t->toA[stage + l / t->ROWS * 8 * T::PITCH + l % t->ROWS * t->PASS] = 0;
#pragma unroll
    for (int l = 0; l < t->LOADS_B; l++)
        if ((int)threadIdx.x * VEC / T::BN + l / t->ACROSS * t->STEP < left)
            bringB(t, l, t->toB + stage);
        else
#pragma unroll
            for (int j = 0; j < VEC; j++)
                t->toB[stage + l / t->ACROSS * t->STEP * T::BN + l % t->ACROSS * t->WIDTH + j] = 0;
}
// [end Bring]

// [begin whereTiles]
// Where tile number `tile` of C begins. Blocks that run at the same time should share rows and
// columns in L2: tiles are numbered down `group` rows of tiles, then one to the right.
template <class T>
static __device__ void tileAt(int tile, int M, int N, int group, int *row0, int *col0)
{
    int tilesM = (M + T::BM - 1) / T::BM, tilesN = (N + T::BN - 1) / T::BN;
    int band = tile / (group * tilesN) * group, inBand = tile % (group * tilesN);
    int height = min(group, tilesM - band);
    *row0 = (band + inBand % height) * T::BM;
    *col0 = inBand / height * T::BN;
}

// Where in a tile this thread's first quads are.
template <class T>
static __device__ void quadsAt(int *i0, int *j0)
{
    int m, n, warp = threadIdx.x / 32;
    place<T>(threadIdx.x % 32, &m, &n);
    *i0 = warp / (T::BN / T::WN) * T::WM + 4 * m;
    *j0 = warp % (T::BN / T::WN) * T::WN + 4 * n;
}
// [end whereTiles]

// [begin multiplyParts]
// Fetches this thread's operands of step k, whose first quads are at i0 and j0, from a stage.
template <class T>
static __device__ void fetch(const float *stage, int i0, int j0, int k, float *fromA, float *fromB)
{
    const float *a = stage + k * T::PITCH + i0;
    const float *b = stage + T::BK * T::PITCH + k * T::BN + j0;
#pragma unroll
    for (int i = 0; i < T::TM; i += 4)
        *(float4 *)&fromA[i] = *(const float4 *)(a + i * T::LANES_M);
#pragma unroll
    for (int j = 0; j < T::TN; j += 4)
        *(float4 *)&fromB[j] = *(const float4 *)(b + j * T::LANES_N);
}

// c += the products of parts `part` to end - 1 of K for the tile of C that begins at row0 and col0,
// where this thread's first quads are at i0 and j0 of the tile. Part 0 takes what is not a multiple
// of BK.
template <class T, int VEC>
static __device__ __forceinline__ void multiplyParts(int M, int N, int K, const float *A,
                                                     const float *B, int row0, int col0, int part,
                                                     int end, int i0, int j0, float *shared,
                                                     float (*c)[T::TN])
{
    int parts = max((K + T::BK - 1) / T::BK, 1), left = K - (parts - 1) * T::BK;

    // Fill all stages but one. The work fetches ahead, and past the last part it finds zeros.
    Bring<T, VEC> bring;
    bringStart(&bring, A, B, shared, M, N, K, row0, col0,
               part == 0 ? 0 : left + (part - 1) * T::BK);
    int rest = end - part; // parts to work on
#pragma unroll
    for (int s = 0; s < T::STAGES; s++) {
        if (s == rest) {
            bringSome(&bring, 0, s * T::STAGE);
        } else if (s < rest && s < T::STAGES - 1) {
            int width = s == 0 && part == 0 ? left : T::BK;
            bringSome(&bring, width, s * T::STAGE);
            bringNext(&bring, width);
        }
        if (s < T::STAGES - 1)
            __pipeline_commit();
    }

    float fromA[2][T::TM], fromB[2][T::TN]; // operands of this step and of the next
    int use = 0, fill = (T::STAGES - 1) * T::STAGE;
    __pipeline_wait_prior(T::STAGES - 2);
    __syncthreads();
    fetch<T>(shared + use, i0, j0, 0, fromA[0], fromB[0]);
#pragma unroll 1
    for (; rest > 0; rest--) {
#pragma unroll
        for (int k = 0; k < T::BK; k++) {
            if (rest >= T::STAGES)
                bringShare(&bring, k, fill);
            if (k == T::BK - 1) { // the next part's turn: wait until all threads' copies are there
                __pipeline_commit();
                bringNext(&bring, T::BK);
                fill = use;
                use = use == (T::STAGES - 1) * T::STAGE ? 0 : use + T::STAGE;
                __pipeline_wait_prior(T::STAGES - 2);
                __syncthreads();
            }
            fetch<T>(shared + use, i0, j0, (k + 1) % T::BK, fromA[(k + 1) % 2], fromB[(k + 1) % 2]);
#pragma unroll
            for (int i = 0; i < T::TM; i++)
#pragma unroll
                for (int j = 0; j < T::TN; j++)
                    c[i][j] += fromA[k % 2][i] * fromB[k % 2][j];
        }
    }
}
// [end multiplyParts]

// [begin storeTile]
// Stores alpha c + beta C for this thread's quads, as far as they are inside C.
template <class T, int VEC>
static __device__ void storeTile(int M, int N, float alpha, float beta, float *C, int row0,
                                 int col0, int i0, int j0, const float (*c)[T::TN])
{
#pragma unroll
    for (int i = 0; i < T::TM; i++)
#pragma unroll
        for (int j = 0; j < T::TN; j += 4) {
            int row = row0 + i0 + i / 4 * 4 * T::LANES_M + i % 4, col = col0 + j0 + j * T::LANES_N;
            if (row < M && col < N)
                store4(&C[(size_t)row * N + col], alpha, &c[i][j], beta, VEC == 4, N - col);
        }
}
// [end storeTile]

#endif
