// Single precision from tensor cores.
//
// Tensor cores take no floats. But a float has 24 significant bits and a bf16 has 8, so a float is the sum of three bf16, x = x0 + x1 + x2,
// exactly. A product of floats is then nine products of bf16, of which those of xi and yj with i + j > 2 are no larger than the last bit of
// the result, and may be left out. TF32 has 11 bits, so that two parts and three products are nearly enough.
//
//     plainFloat    multiply-adds in float, for the error
//     threeTf32     TF32: x0 y0, x0 y1, x1 y0
//     sixParts      bf16: x0 y0, x0 y1, x1 y0, x0 y2, x1 y1, x2 y0
//     nineParts     all of them
//     cublasSgemm, cublasTf32   the library, where it's installed
//
// Tensor cores cut their sums where an addition of floats would round, always towards 0, so that errors add up instead of cancelling. That
// is why each step along K begins its sums at 0, and FP32 units add them to those of all steps.
//
// It needs compute capability 9.0; the simulator simulates an H200.
//
//     make ch7-single && ./ch7-single -m 4096 -n 4096 -d 4096
//
// build: -gencode arch=compute_90a,code=sm_90a

#include "../ch6-sgemm/cublas.cuh"
#include "../ch6-sgemm/product.h"
#include "hopper.h"

// All: C = A B for matrices of floats as in product.h; alpha is 1 and beta 0.

// [begin takeParts]
// The next part of x and that of y, as a pair. They keep what is left, which is exact, since it has
// fewer bits than before. (Infinity, and what rounds to it in bf16, leaves no number.)
static __device__ uint32_t takeParts(float *x, float *y)
{
    uint32_t pair = pairOf(*x, *y);
    *x -= __uint_as_float(pair << 16); // a bf16 is the upper half of a float
    *y -= __uint_as_float(pair & 0xffff0000);
    return pair;
}
// [end takeParts]

enum { PARTS = 3 };

// [begin split]
// to: (PARTS * rows, cols): X's first parts, below them the second ones, then the third.
__global__ void split(const float *X, int rows, int cols, Matrix to)
{
    for (int row = blockIdx.x; row < rows; row += gridDim.x)
        for (int col = threadIdx.x * 4; col < cols; col += blockDim.x * 4) {
            float4 x = element4(X, rows, cols, row, col);
            for (int p = 0; p < PARTS; p++)
                *(uint2 *)&to.at[((size_t)p * rows + row) * to.pitch + col] = {
                    takeParts(&x.x, &x.y), takeParts(&x.z, &x.w)};
        }
}
// [end split]

// [begin storeFloats]
// A lane's part of 16 x 8 sums, as multiplyAdd lays them out; C's element (row, col) is the first
// of them.
static __device__ void storeFloats(float *C, int M, int N, int row, int col, const float sum[4])
{
    row += threadIdx.x % 32 / 4;
    col += threadIdx.x % 4 * 2;
#pragma unroll
    for (int e = 0; e < 4; e++)
        if (row + e / 2 * 8 < M && col + e % 2 < N)
            C[(size_t)(row + e / 2 * 8) * N + col + e % 2] = sum[e];
}
// [end storeFloats]

// [begin Steps]
// A block makes BM x WIDTH elements of C, and a cluster's two blocks lie one below the other.
enum {
    WIDTH = 128,
    HELD = 2, // steps of BK in shared memory
    B_PART = WIDTH / BOX * B_BOX,
};

// A block's shared memory: all parts of a step, from which as many pairs as you like can be
// multiplied.
typedef struct {
    char a[HELD][PARTS][A_BYTES], b[HELD][PARTS][B_PART];
    uint64_t full[HELD], empty[HELD];
} Steps;

static_assert(sizeof(Steps) <= sizeof(Shared), "launchClusters() gives a block as much as Shared");
// [end Steps]

// [begin bringParts]
// The thread that copies: starts the copies of a step, of A's rows for its own block, and of B's
// columns one half for both. A box may reach past the last row of a part into the next part. Rows
// of A past M don't matter, since nobody stores their products, and those of B past K meet A's
// columns past K, which are zero.
static __device__ void bringParts(Steps *s, int stage, const CUtensorMap *A, const CUtensorMap *B,
                                  int M, int K, Place p, int k)
{
    int half = clusterRank();
    uint64_t *full = &s->full[stage];
    barrierExpect(full, PARTS * (A_BYTES + B_PART));
    for (int i = 0; i < PARTS; i++) {
        loadBox(s->a[stage][i], A, i * M + p.row, k, full);
        loadBoxForAll(s->b[stage][i] + half * B_BOX, B, i * K + k, p.col + half * BOX, full, 3);
    }
}
// [end bringParts]

// [begin addPairs]
// Warpgroup number `group`: adds the products of a step to the total of its 64 rows. The pairs of
// parts i and j with i + j <= LAST, the smallest products first, make a sum of their own, of which
// only the last few instructions cut anything that counts. While this warpgroup waits and adds, the
// tensor cores have the other's products.
template <int LAST>
static __device__ void addPairs(float total[WIDTH / 8][4], Steps *s, int stage, int group)
{
    uint32_t a = sharedAt(s->a[stage]) + group * 64 * BK * 2, b = sharedAt(s->b[stage]);
    float sum[WIDTH / 8][4];
    bool add = false; // to the step's products so far
    productsBegin();
#pragma unroll
    for (int both = LAST; both >= 0; both--)
#pragma unroll
        for (int i = 0; i < PARTS; i++)
#pragma unroll
            for (int k = 0; k < BK / 16; k++) {
                int j = both - i;
                if (j < 0 || j >= PARTS)
                    continue;
                multiplyTile(sum, tileAt(a + i * A_BYTES + k * 32, 0),
                             tileAt(b + j * B_PART + k * 16 * 128, B_BOX), add);
                add = true;
            }
    productsClose();
    productsWait<0>();
    if (threadIdx.x % 128 < 2)
        barrierArriveAt(&s->empty[stage], threadIdx.x % 128);
#pragma unroll
    for (int j = 0; j < WIDTH / 8; j++)
#pragma unroll
        for (int e = 0; e < 4; e++)
            total[j][e] += sum[j][e];
}
// [end addPairs]

// [begin productParts]
// Copies, clusters and the order of tiles are those of productPersistent. Step number n of a block
// uses stage n % HELD.
template <int LAST>
__global__ void __launch_bounds__((1 + GROUPS) * 128, 1)
    productParts(float *C, int M, int N, int K, const __grid_constant__ CUtensorMap A,
                 const __grid_constant__ CUtensorMap B)
{
    Steps *s = (Steps *)sharedMemory();
    int role = threadIdx.x / 128, clusters = gridDim.x / 2, n = 0;
    if (threadIdx.x == 0) {
        for (int i = 0; i < HELD; i++) {
            barrierInit(&s->full[i], 1);
            barrierInit(&s->empty[i], 2 * GROUPS);
        }
        barriersReady();
    }
    clusterSync();

    int tile = blockIdx.x / 2;
    Place p = placeOf<2>(M, N, tile, WIDTH);
    if (role == 0) {
        keepRegisters<40>();
        for (; threadIdx.x == 0 && tile < p.tiles; p = placeOf<2>(M, N, tile += clusters, WIDTH))
            for (int k = 0; k < K; k += BK, n++) {
                barrierWait(&s->empty[n % HELD], n / HELD % 2 ^ 1);
                bringParts(s, n % HELD, &A, &B, M, K, p, k);
            }
    } else {
        takeRegisters<232>();
        int line = (role - 1) * 64 + threadIdx.x % 128 / 32 * 16; // the warp's first row
        for (; tile < p.tiles; p = placeOf<2>(M, N, tile += clusters, WIDTH)) {
            float total[WIDTH / 8][4] = {};
            for (int k = 0; k < K; k += BK, n++) {
                barrierWait(&s->full[n % HELD], n / HELD % 2);
                addPairs<LAST>(total, s, n % HELD, role - 1);
            }
#pragma unroll
            for (int j = 0; j < WIDTH / 8; j++)
                storeFloats(C, M, N, p.row + line, p.col + j * 8, total[j]);
        }
    }
    clusterSync();
}
// [end productParts]

// A thread per element.
__global__ void plainFloat(const float *A, const float *B, float *C, int M, int N, int K)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, row = i / N, col = i % N;
    if (row >= M)
        return;
    float sum = 0;
    for (int k = 0; k < K; k++)
        sum += A[row * K + k] * B[(size_t)k * N + col];
    C[i] = sum;
}

// [begin threeTf32]
enum { DEPTH = 32 }; // of a step

// A warp makes 32 x 64 elements, as in ch7-product. Numbers are split when they are in registers.
__global__ void __launch_bounds__(256)
    threeTf32(const float *A, const float *B, float *C, int M, int N, int K)
{
    enum { SIDE = 128, PITCH_A = DEPTH + 4, PITCH_B = SIDE + 8 }; // pitches without bank conflicts
    __shared__ __align__(16) float a[SIDE][PITCH_A], b[DEPTH][PITCH_B];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, m0 = warp / 2 * 32, n0 = warp % 2 * 64;
    int row0 = blockIdx.y * SIDE, col0 = blockIdx.x * SIDE;
    float sum[2][8][4] = {};

    for (int k0 = 0; k0 < K; k0 += DEPTH) {
        for (int e = threadIdx.x; e < SIDE * DEPTH; e += 256) {
            int row = row0 + e / DEPTH, col = k0 + e % DEPTH;
            a[e / DEPTH][e % DEPTH] = row < M && col < K ? A[(size_t)row * K + col] : 0;
            row = k0 + e / SIDE;
            col = col0 + e % SIDE;
            b[e / SIDE][e % SIDE] = row < K && col < N ? B[(size_t)row * N + col] : 0;
        }
        __syncthreads();
        float part[2][8][4] = {};
#pragma unroll
        for (int k = 0; k < DEPTH; k += 8) {
            float left[2][2][4]; // of each 16 x 8 elements: the large parts, the small ones
#pragma unroll
            for (int i = 0; i < 2; i++) {
                uint32_t x[4]; // to ldmatrix a float is a pair
                loadMatrices(x, &a[m0 + i * 16 + lane % 16][k + lane / 16 * 4]);
#pragma unroll
                for (int e = 0; e < 4; e++) {
                    left[i][0][e] = tf32Of(__uint_as_float(x[e]));
                    left[i][1][e] = tf32Of(__uint_as_float(x[e]) - left[i][0][e]);
                }
            }
#pragma unroll
            for (int j = 0; j < 8; j++) {
                float large[2], small[2];
#pragma unroll
                for (int e = 0; e < 2; e++) {
                    float x = b[k + lane % 4 + 4 * e][n0 + j * 8 + lane / 4];
                    large[e] = tf32Of(x);
                    small[e] = tf32Of(x - large[e]);
                }
#pragma unroll
                for (int i = 0; i < 2; i++) {
                    multiplyAddTf32(part[i][j], left[i][1], large);
                    multiplyAddTf32(part[i][j], left[i][0], small);
                    multiplyAddTf32(part[i][j], left[i][0], large);
                }
            }
        }
#pragma unroll
        for (int i = 0; i < 2; i++)
#pragma unroll
            for (int j = 0; j < 8; j++)
#pragma unroll
                for (int e = 0; e < 4; e++)
                    sum[i][j][e] += part[i][j][e];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
            storeFloats(C, M, N, row0 + m0 + i * 16, col0 + n0 + j * 8, sum[i][j]);
}
// [end threeTf32]

// ---- The host ----

static void plain(const Rung *, const Product *p, float, float)
{
    plainFloat<<<blocksFor((size_t)p->M * p->N, 256), 256>>>(p->A, p->B, p->C, p->M, p->N, p->K);
}

static void tf32(const Rung *, const Product *p, float, float)
{
    dim3 grid(blocksFor(p->N, 128), blocksFor(p->M, 128));
    threeTf32<<<grid, 256>>>(p->A, p->B, p->C, p->M, p->N, p->K);
}

// [begin byParts]
// rung->how: the kernel. p->work: room for all parts.
static void byParts(const Rung *rung, const Product *p, float, float)
{
    int M = p->M, N = p->N, K = p->K;
    Matrix a = {(bf16 *)p->work, PARTS * M, K, pitchOf(K)},
           b = {a.at + (size_t)a.rows * a.pitch, PARTS * K, N, pitchOf(N)};
    split<<<1056, 256>>>(p->A, M, K, a);
    split<<<1056, 256>>>(p->B, K, N, b);
    CUtensorMap maps[] = {mapOf(a, BM), mapOf(b, BK)};
    float *C = p->C;
    void *arguments[] = {&C, &M, &N, &K, &maps[0], &maps[1]};
    launchClusters(rung->how, residents(M, N, WIDTH), (1 + GROUPS) * 128, 2, 1, arguments);
}
// [end byParts]

#if HAVE_CUBLAS
static Cublas library;
static const cublasComputeType_t SINGLE = CUBLAS_COMPUTE_32F, TF32 = CUBLAS_COMPUTE_32F_FAST_TF32;

// rung->how: the library's type of computation.
static void byCublas(const Rung *rung, const Product *p, float, float)
{
    if (!cublasProductOf(&library, CUDA_R_32F, *(const cublasComputeType_t *)rung->how, p->M, p->N,
                         p->K, p->A, p->K > 0 ? p->K : 1, p->B, p->N, p->C, p->N)) {
        fprintf(stderr, "cublasGemmEx failed\n");
        exit(EXIT_CUDA);
    }
}
#endif

// [begin bounds]
// How far an element may be from the exact sum, in units of the terms' magnitudes. What is left
// out: of six products those of parts (1, 2) and (2, 1), each 2^-24 of the whole at most, and (2,
// 2); of three that of both small parts and what two parts can't hold of either factor, each 2^-22.
// What is rounded: K additions in float.
static double plainBound(int K)
{
    return float_gamma(K + 1);
}

// On tensor cores an instruction adds 16 terms with an error of 18 times 2^-23 at most, as bf16.h's
// boundOf() says, or with 10 times the 8 of TF32, and so for each of a step's `products`. The sums
// of all steps are added in float.
static double stepsBound(int K, int step, int products)
{
    return float_gamma(2.5 * products * step + 40 + (K + step - 1) / step);
}

static double threeBound(int K)
{
    return 3.01 * 0x1p-22 + stepsBound(K, DEPTH, 3);
}

static double sixBound(int K)
{
    return 2.01 * 0x1p-24 + stepsBound(K, BK, 6);
}

static double nineBound(int K)
{
    return stepsBound(K, BK, 9);
}

#if HAVE_CUBLAS
static double tf32Bound(int K)
{
    return 2.01 * 0x1p-10 + float_gamma(5.0 * K + 40); // an instruction may add as few as 8
}
#endif
// [end bounds]

static const struct {
    Rung rung; // options_kernels() expects its name first
    double (*bound)(int K);
    bool exact; // takes all 24 bits of its factors
} ladder[] = {
    {{"plainFloat", plain}, plainBound, true},
    {{"threeTf32", tf32}, threeBound, true},
    {{"sixParts", byParts, (const void *)productParts<2>}, sixBound, true},
    {{"nineParts", byParts, (const void *)productParts<4>}, nineBound, true},
#if HAVE_CUBLAS
    {{"cublasSgemm", byCublas, &SINGLE}, plainBound, true},
    {{"cublasTf32", byCublas, &TF32}, tf32Bound, false},
#endif
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

// [begin exact]
// A whole number of so many bits, with its sign.
static float wholeNumber(uint64_t random, int bits)
{
    return (float)((int64_t)(random % (2ull << bits)) - (1ll << bits));
}

// Whole numbers that need all parts: A's rows have one number in either half and zeros else, and
// A's bits and B's together are 22, so that every sum is exact in float. Then C v = A (B v)
// (chapter 6, Freivalds' test). Three draws: A's numbers need three parts, B's do, or both need
// two.
static bool rightWithAllParts(const Rung *rung, Check *c, Product *p, uint64_t seed)
{
    Flush none = {};
    size_t sizeA = (size_t)c->M * c->K, sizeB = (size_t)c->K * c->N;
    bool right = true;
    int64_t *inner = host_array(int64_t, c->K);
    for (int j = 0; j < c->N; j++)
        c->vector[j] = 1 + (int64_t)(random_bits(99, j) % 256);
    for (int bits = 1; bits <= 21 && right; bits += 10) { // of A's numbers
        memset(c->A, 0, sizeA * sizeof(float));
        for (int i = 0; i < 2 * c->M; i++) {
            int from = i % 2 * c->K / 2, to = (i % 2 + 1) * c->K / 2;
            uint64_t random = random_bits(seed, i);
            if (to > from)
                c->A[(size_t)(i / 2) * c->K + from + (random >> 32) % (to - from)] =
                    wholeNumber(random & 0xffffffff, bits);
        }
        for (size_t i = 0; i < sizeB; i++)
            c->B[i] = wholeNumber(random_bits(seed + 1, i), 22 - bits);
        apply(c->B, c->K, c->N, c->vector, inner);
        apply(c->A, c->M, c->K, inner, c->want);
        upload(p->A, c->A, sizeA);
        upload(p->B, c->B, sizeB);
        timeRung(rung, c, p, &none, 1);
        right = exactlyRight(c, rung->name);
    }
    free(inner);
    return right;
}
// [end exact]

int main(int argc, char **argv)
{
    Options options = options_for(ABOUT, "nsrk");
    options_kernels(&options, ladder);
    Product p = productOptions(&options, 256, 128, argc, argv);
    Device device = deviceOpen();
    requireHopper(&device, "warpgroup products", false);

    size_t sizeA = (size_t)p.M * p.K, sizeB = (size_t)p.K * p.N, sizeC = (size_t)p.M * p.N,
           parts = PARTS * ((size_t)p.M * pitchOf(p.K) + (size_t)p.K * pitchOf(p.N)),
           bytes = (sizeA + sizeB + sizeC) * sizeof(float);
    deviceRequire(&options, bytes + parts * sizeof(bf16) + ((size_t)1 << 28), bytes);
    if (!options.csv)
        printf("C (%d x %d) = A (%d x %d) B (%d x %d)\n", p.M, p.N, p.M, p.K, p.K, p.N);
    Rows rows = rowsBegin(&device, &options, "GFLOP/s", device.flops / 1e9);
    Check c = {p.M,
               p.N,
               p.K,
               host_array(float, sizeA),
               host_array(float, sizeB),
               host_array(float, sizeC),
               NULL,
               host_array(int64_t, p.N),
               host_array(int64_t, p.M),
               host_array(int64_t, p.M)};
    p.A = deviceFloats(sizeA);
    p.B = deviceFloats(sizeB);
    p.C = deviceFloats(sizeC);
    Rung rungs[RUNGS];
    bool right[RUNGS] = {};
    double worst[RUNGS] = {};
    int count = RUNGS;
#if HAVE_CUBLAS
    library = cublasOpen();
    if (library.library == NULL)
        while (ladder[count - 1].rung.multiply == byCublas)
            count--;
#endif
    for (int i = 0; i < count; i++) {
        rungs[i] = ladder[i].rung;
        rungs[i].room = rungs[i].multiply == byParts ? parts / 2 : 0;
        right[i] = options_want(&options, rungs[i].name) &&
                   (!ladder[i].exact || rightWithAllParts(&rungs[i], &c, &p, options.seed));
    }

    fill_floats(c.A, sizeA, options.seed);
    fill_floats(c.B, sizeB, options.seed + 1);
    upload(p.A, c.A, sizeA);
    upload(p.B, c.B, sizeB);
    Flush flush = flushBegin();
    for (int i = 0; i < count; i++) {
        if (!options_want(&options, rungs[i].name))
            continue;
        double ms = timeRung(&rungs[i], &c, &p, &flush, options.repeats);
        bool near =
            nearlyRight(&c, rungs[i].name, options.seed + 2, ladder[i].bound(p.K), &worst[i]);
        rowsKernel(&rows, rungs[i].name, p.N, ms, 2.0 * sizeA * p.N, right[i] && near);
    }
    rowsFewBlocks(&rows, (size_t)blocksFor(p.M, 128) * blocksFor(p.N, 128));
    if (!options.csv) {
        printf("\nlargest error of 256 elements, in 2^-24 of the sum of its terms' magnitudes\n");
        for (int i = 0; i < count; i++)
            if (options_want(&options, rungs[i].name))
                printf("%-26s %11.3f\n", rungs[i].name, worst[i] * 0x1p24);
    }
    flushEnd(&flush);
    deviceFree(p.A, p.B, p.C, p.work);
    host_free(c.A, c.B, c.C, c.vector, c.want, c.got);
    return rowsEnd(&rows);
}
