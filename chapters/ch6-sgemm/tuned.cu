// The matrix product, as fast as the FP32 units allow.
//
// C = alpha A B + beta C, as in ch6-sgemm, whose rungs lead up to this kernel. Here the tiles come
// asynchronously, and the numbers by which the work is cut are known to the compiler.
//
//     sgemmAsync         cp.async brings the next part of A and B during the work on this one
//     sgemmWarps         a warp's threads form a nearly square tile: fewer distinct operands
//     sgemmTuned         larger tiles and more stages, chosen by shape to fill the device
//     cublasSgemm        the library, where it's installed
//
//     make ch6-tuned && ./ch6-tuned -m 1023 -n 1025 -d 1027

#include "product.h"

#include "cublas.cuh"

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
// wavefronts, or two if lanes l and l ^ 1, or l and l ^ 2, throughout the warp read the same 16 bytes.
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
// What one thread brings of each part of A and B into shared memory. Elements of A come one by one,
// because they must be transposed: eight lanes take eight neighbours of a row, which are a sector, the
// next eight lanes the next row. Elements of B come VEC at a time. Rows and columns outside the matrices
// are replaced by the last ones inside, since they only feed elements of C that are never stored.
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
};

template <class T, int VEC>
static __device__ void bringStart(Bring<T, VEC> *t, const float *A, const float *B, float *shared,
                                  int M, int N, int K, int row0, int col0, int k0)
{
    int tid = threadIdx.x, i = tid / 8, k = tid * VEC / T::BN, j = tid * VEC % T::BN;
    t->N = N;
    t->a = A + (size_t)row0 * K + k0 + tid % 8;
    t->b = B + (size_t)(k0 + k) * N + min(col0 + j, N - VEC);
    t->toA = shared + tid % 8 * T::PITCH + i;
    t->toB = shared + T::BK * T::PITCH + k * T::BN + j;
#pragma unroll
    for (int r = 0; r < t->ROWS; r++)
        t->row[r] = (min(row0 + i + r * t->PASS, M - 1) - row0) * K;
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
    __pipeline_memcpy_async(to + l * t->STEP * T::BN, t->b + (size_t)(l * t->STEP) * t->N,
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
        if ((int)threadIdx.x * VEC / T::BN + l * t->STEP < left)
            bringB(t, l, t->toB + stage);
        else
#pragma unroll
            for (int j = 0; j < VEC; j++)
                t->toB[stage + l * t->STEP * T::BN + j] = 0;
}
// [end Bring]

// [begin sgemmTiles]
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

// gridDim.x: tiles of C; gridDim.y: pieces into which K is cut, at most its parts. C: (gridDim.y, M,
// N), one product per piece, which addPieces() adds up. VEC 4 needs N % 4 == 0.
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

    float c[T::TM][T::TN] = {};
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

typedef void (*Tiled)(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                      float *C, int group);

// An instance of sgemmTiles, by VEC, and how it is launched.
typedef struct {
    Tiled wide, narrow; // VEC 4 and VEC 1
    int bm, bn, bk;     // a block's tile
    int threads, bytes; // per block; of shared memory
} Tiles;

template <class T>
static Tiles tilesOf(void)
{
    return {sgemmTiles<T, 4>, sgemmTiles<T, 1>, T::BM, T::BN, T::BK, T::THREADS, T::BYTES};
}

// C = alpha A B + beta C by an instance.
static void multiplyTiles(const Rung *rung, const Product *p, float alpha, float beta)
{
    enum { GROUP = 8 }; // rows of tiles, see sgemmTiles
    const Tiles *t = (const Tiles *)rung->how;
    Tiled kernel = p->N % 4 == 0 ? t->wide : t->narrow;
    dim3 grid(blocksFor(p->M, t->bm) * blocksFor(p->N, t->bn), rung->pieces);

    if (rung->pieces == 1) {
        kernel<<<grid, t->threads, t->bytes>>>(p->M, p->N, p->K, alpha, p->A, p->B, beta, p->C,
                                               GROUP);
        return;
    }
    size_t n = (size_t)p->M * p->N;
    kernel<<<grid, t->threads, t->bytes>>>(p->M, p->N, p->K, 1, p->A, p->B, 0, p->sums, GROUP);
    addPieces<<<blocksFor(n, 1024), 256>>>(p->sums, rung->pieces, n, alpha, beta, p->C);
}

static Rung tiledRung(const char *name, const Tiles *t, int pieces)
{
    const cudaFuncAttribute shared = cudaFuncAttributeMaxDynamicSharedMemorySize;
    cudaCheck(cudaFuncSetAttribute(t->wide, shared, t->bytes));
    cudaCheck(cudaFuncSetAttribute(t->narrow, shared, t->bytes));
    return {name, multiplyTiles, t, pieces};
}

// [begin tunedFor]
// Two of 22 instances, chosen by timing them on an H200 (tests/gpu/tune.sh), and the share of the FP32
// units' limit that each reaches when all SMs are busy, with 16-byte loads of B and with 4-byte ones.
enum { INSTANCES = 2 };
static const struct {
    Tiles tiles;
    const char *name;
    double wide, narrow;
} instances[INSTANCES] = {
    {tilesOf<Tile<128, 256, 8, 16, 8, 64, 64, 4, 1, true>>(), "tile128x256", 0.74, 0.64},
    {tilesOf<Tile<128, 128, 8, 16, 8, 64, 64, 4, 2, true>>(), "tile128x128", 0.725, 0.66},
};

enum { MOST_PIECES = 8 };

// True if K may be cut into pieces: no piece is empty, and there are not many more blocks than SMs.
static bool canCut(const Tiles *t, const Product *p, int pieces, const Device *device)
{
    double blocks = (double)blocksFor(p->M, t->bm) * blocksFor(p->N, t->bn) * pieces;
    return pieces == 1 ||
           ((int)blocksFor(p->K, t->bk) >= pieces && blocks <= 4.0 * device->multiprocessors);
}

// The instance for a shape, and the number of pieces of K, by estimated time. The SM with most blocks
// decides. A block's start and end take as long as about 40 steps of K. Pieces also take a second
// launch, which reads and writes them.
static Rung tunedFor(const Product *p, const Device *device)
{
    const double STEPS = 40, LAUNCH = 2e-6; // seconds; both measured on an H200
    Rung best = {};
    double bestTime = INFINITY, sms = device->multiprocessors;

    for (int i = 0; i < INSTANCES; i++) {
        const Tiles *t = &instances[i].tiles;
        double share = p->N % 4 == 0 ? instances[i].wide : instances[i].narrow;
        double rate = (device->flops > 0 ? device->flops : 1e13) * share / sms; // of one SM
        double bandwidth = device->bandwidth > 0 ? device->bandwidth : 1e12;
        for (int pieces = 1; pieces <= MOST_PIECES; pieces++) {
            if (!canCut(t, p, pieces, device))
                continue;
            double blocks = (double)blocksFor(p->M, t->bm) * blocksFor(p->N, t->bn) * pieces;
            double steps = ceil((double)p->K / pieces) + STEPS;
            double time = ceil(blocks / sms) * 2.0 * t->bm * t->bn * steps / rate;
            if (pieces > 1)
                time += LAUNCH + sizeof(float) * (double)p->M * p->N * (2 * pieces + 1) / bandwidth;
            if (time < bestTime) {
                bestTime = time;
                best = tiledRung("sgemmTuned", t, pieces);
            }
        }
    }
    return best;
}
// [end tunedFor]

#if HAVE_CUBLAS
static void multiplyCublas(const Rung *rung, const Product *p, float alpha, float beta)
{
    if (!cublasProduct((const Cublas *)rung->how, p->M, p->N, p->K, alpha, p->A, p->B, beta,
                       p->C)) {
        fprintf(stderr, "cublasSgemm failed\n");
        exit(EXIT_CUDA);
    }
}
#endif

int main(int argc, char **argv)
{
    static const char *const names[] = {
        "sgemmAsync",
        "sgemmWarps",
        "sgemmTuned",
#if HAVE_CUBLAS
        "cublasSgemm",
#endif
    };
    Options options = options_for(ABOUT, "nsrk");
    options_kernels(&options, names);
    Product p = productOptions(&options, argc, argv);
    Device device = deviceOpen();

    Tiles async = tilesOf<Tile<128, 128, 8, 8, 8, 16, 128, 2, 2, false>>();
    Tiles warps = tilesOf<Tile<128, 128, 8, 8, 8, 32, 64, 2, 2, true>>();
    const Rung ladder[] = {
        tiledRung("sgemmAsync", &async, 1),
        tiledRung("sgemmWarps", &warps, 1),
        tunedFor(&p, &device),
    };
    enum { RUNGS = sizeof ladder / sizeof *ladder };
    Rung list[RUNGS + 1];
    int count = 0;
    for (int i = 0; i < RUNGS; i++)
        if (options_want(&options, ladder[i].name))
            list[count++] = ladder[i];
#if HAVE_CUBLAS
    Cublas cublas = cublasOpen();
    if (cublas.library != NULL && options_want(&options, "cublasSgemm"))
        list[count++] = {"cublasSgemm", multiplyCublas, &cublas, 1};
#endif
    return runProducts(&options, &device, p, list, count);
}
