// Single precision from tensor cores.
//
// Tensor cores take no floats. But a float has 24 significant bits and a bf16 has 8, so a float is the sum of three bf16, x = x0 + x1 + x2,
// exactly. A product of floats is then nine products of bf16, of which those with i + j > 2 are no larger than the last bit of the result, and may be left out. Laid out
// side by side, the parts make longer rows: one product in bf16 of nine or six times the depth, for the kernel of ch7-hopper. TF32 has 11
// bits, so that two parts and three products are nearly enough.
//
//     plainFloat    multiply-adds in float, for the error
//     threeTf32     TF32: x0 y0, x0 y1, x1 y0
//     sixParts      bf16: x0 y0, x0 y1, x1 y0, x0 y2, x1 y1, x2 y0
//     nineParts     all of them
//     cublasSgemm, cublasTf32, cublasBf16x9   the library, where it's installed
//
// It needs compute capability 9.0; the simulator simulates an H200.
//
//     make ch7-single && ./ch7-single -m 4096 -n 4096 -d 4096
//
// build: -gencode arch=compute_90a,code=sm_90a

#include "../ch6-sgemm/cublas.cuh"
#include "flush.h"
#include "hopper.h"

// All: C = A B for A: (M, K), B: (K, N), C: (M, N) of floats, by rows, without gaps.

// [begin partOf]
// Part 0, 1 or 2 of x. What is left after each rounding is exact, since it has fewer bits than x.
static __device__ bf16 partOf(float x, int part)
{
    for (int i = 0; i < part; i++)
        x -= __bfloat162float(__float2bfloat16(x));
    return __float2bfloat16(x);
}

// Which part of A meets which of B, smallest products first. Six products leave out the first three.
static __constant__ int PARTS_A[9] = {2, 1, 2, 2, 1, 0, 1, 0, 0},
                        PARTS_B[9] = {2, 2, 1, 0, 1, 2, 0, 1, 0};
// [end partOf]

// [begin split]
// to: (M, products * depth): a row of A's parts one after the other, each filled with zeros up to the depth.
__global__ void splitA(const float *A, int M, int K, int depth, int products, Matrix to)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < (size_t)M * depth;
         i += (size_t)gridDim.x * blockDim.x) {
        int row = (int)(i / depth), k = (int)(i % depth);
        float x = k < K ? A[(size_t)row * K + k] : 0;
        for (int p = 0; p < products; p++)
            to.at[(size_t)row * to.pitch + p * depth + k] = partOf(x, PARTS_A[9 - products + p]);
    }
}

// to: (products * depth, N): B's parts one below the other.
__global__ void splitB(const float *B, int N, int K, int depth, int products, Matrix to)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < (size_t)depth * N;
         i += (size_t)gridDim.x * blockDim.x) {
        int k = (int)(i / N), col = (int)(i % N);
        float x = k < K ? B[(size_t)k * N + col] : 0;
        for (int p = 0; p < products; p++)
            to.at[((size_t)p * depth + k) * to.pitch + col] = partOf(x, PARTS_B[9 - products + p]);
    }
}
// [end split]

// [begin storeFloats]
// A lane's part of 16 x 8 sums, as multiplyAdd lays them out; C's element (row, col) is the first of them.
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

// [begin productParts]
// productPersistent, with results in float: of each row four lanes fill a sector.
__global__ void __launch_bounds__((1 + GROUPS) * 128, 1)
    productParts(float *C, int M, int N, int K, const __grid_constant__ CUtensorMap A,
                 const __grid_constant__ CUtensorMap B)
{
    enum { BLOCKS = 2 };
    Shared *s = sharedMemory();
    int role = threadIdx.x / 128, steps = (K + BK - 1) / BK, clusters = gridDim.x / BLOCKS;
    if (threadIdx.x == 0)
        initBarriers(s, GROUPS * BLOCKS);
    clusterSync();

    int tile = blockIdx.x / BLOCKS;
    Place p = placeOf<BLOCKS>(M, N, tile);
    if (role == 0) {
        keepRegisters<40>();
        Ring ring = {0, 1};
        for (; threadIdx.x == 0 && tile < p.tiles; p = placeOf<BLOCKS>(M, N, tile += clusters))
            copyTile<BLOCKS>(s, &ring, &A, &B, p.row, p.col, steps);
    } else {
        takeRegisters<232>();
        Ring ring = {0, 0};
        int line = (role - 1) * 64 + threadIdx.x % 128 / 32 * 16; // the warp's first row
        for (; tile < p.tiles; p = placeOf<BLOCKS>(M, N, tile += clusters)) {
            float sum[BN / 8][4] = {};
            sumTile<BLOCKS>(s, &ring, sum, role - 1, steps);
#pragma unroll
            for (int j = 0; j < BN / 8; j++)
                storeFloats(C, M, N, p.row + line, p.col + j * 8, sum[j]);
        }
    }
    clusterSync();
}
// [end productParts]

// A thread per element.
__global__ void plainFloat(const float *A, const float *B, float *C, int M, int N, int K)
{
    int row = blockIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= N)
        return;
    float sum = 0;
    for (int k = 0; k < K; k++)
        sum += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    C[(size_t)row * N + col] = sum;
}

// [begin threeTf32]
// A warp makes 32 x 64 elements, as in ch7-product. Numbers are split when they are in registers. Tensor cores cut their sums where an
// addition of floats would round, always towards 0, so that errors add up instead of cancelling. That is why a step's sums begin at 0, and
// FP32 units add them to those of all steps.
__global__ void __launch_bounds__(256)
    threeTf32(const float *A, const float *B, float *C, int M, int N, int K)
{
    enum {
        SIDE = 128,
        DEPTH = 32,
        PITCH_A = DEPTH + 4,
        PITCH_B = SIDE + 8
    }; // pitches without bank conflicts
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

// The matrices on the device, and room for parts.
typedef struct {
    int M, N, K;
    float *A, *B, *C;
    bf16 *parts;
} Product;

static int depthOf(int K)
{
    return (K + BK - 1) / BK * BK;
}

static void plain(const Product *p)
{
    plainFloat<<<dim3(blocksFor(p->N, 256), p->M), 256>>>(p->A, p->B, p->C, p->M, p->N, p->K);
}

static void tf32(const Product *p)
{
    dim3 grid(blocksFor(p->N, 128), blocksFor(p->M, 128));
    threeTf32<<<grid, 256>>>(p->A, p->B, p->C, p->M, p->N, p->K);
}

// [begin byParts]
static void byParts(const Product *p, int products)
{
    int depth = depthOf(p->K), N = p->N, M = p->M, K = products * depth;
    Matrix a = {p->parts, M, K, K > 0 ? K : 8},
           b = {p->parts + (size_t)M * a.pitch, K, N, (N + 7) / 8 * 8};
    splitA<<<1056, 256>>>(p->A, M, p->K, depth, products, a);
    splitB<<<1056, 256>>>(p->B, N, p->K, depth, products, b);
    CUtensorMap maps[] = {mapOf(a, BM), mapOf(b, BK)};
    float *C = p->C;
    void *arguments[] = {&C, &M, &N, &K, &maps[0], &maps[1]};
    launchClusters((const void *)productParts, residents(M, N), (1 + GROUPS) * 128, 2, 1,
                   arguments);
}
// [end byParts]

static void sixParts(const Product *p)
{
    byParts(p, 6);
}

static void nineParts(const Product *p)
{
    byParts(p, 9);
}

#if HAVE_CUBLAS
static Cublas library;

static void byCublas(const Product *p, cublasComputeType_t compute)
{
    if (!cublasProductOf(&library, CUDA_R_32F, compute, p->M, p->N, p->K, p->A, p->K > 0 ? p->K : 1,
                         p->B, p->N, p->C, p->N)) {
        fprintf(stderr, "cublasGemmEx failed\n");
        exit(EXIT_CUDA);
    }
}

static void cublasSingle(const Product *p)
{
    byCublas(p, CUBLAS_COMPUTE_32F);
}

static void cublasTf32(const Product *p)
{
    byCublas(p, CUBLAS_COMPUTE_32F_FAST_TF32);
}

#if CUBLAS_VERSION >= 130000
static void cublasBf16x9(const Product *p)
{
    byCublas(p, CUBLAS_COMPUTE_32F_EMULATED_16BFX9);
}
#endif
#endif

// [begin bounds]
// How far an element may be from the exact sum, in units of the terms' magnitudes. What is left out: of six products those of parts
// (1, 2) and (2, 1), each 2^-24 of the whole at most, and (2, 2); of three that of both small parts and what two parts can't hold of
// either factor, each 2^-22. What is rounded: K additions in float, or as bf16.h's boundOf() says 18 times 2^-23 for 16 terms, and 10
// times for the 8 of TF32.
static double plainBound(int K)
{
    return float_gamma(K + 1);
}

static double threeBound(int K)
{
    return 3.01 * 0x1p-22 + float_gamma(7.5 * K + 40);
}

static double sixBound(int K)
{
    return 2.01 * 0x1p-24 + float_gamma(2.5 * 6 * depthOf(K) + 40);
}

static double nineBound(int K)
{
    return float_gamma(2.5 * 9 * depthOf(K) + 40);
}

#if HAVE_CUBLAS
static double tf32Bound(int K)
{
    return 2.01 * 0x1p-10 + float_gamma(5.0 * K + 40); // an instruction may add as few as 8
}
#endif
// [end bounds]

static const struct {
    const char *name; // options_kernels() expects it first
    void (*multiply)(const Product *p);
    double (*bound)(int K);
    bool exact; // takes all 24 bits of its factors
} ladder[] = {
    {"plainFloat", plain, plainBound, true},         {"threeTf32", tf32, threeBound, true},
    {"sixParts", sixParts, sixBound, true},          {"nineParts", nineParts, nineBound, true},
#if HAVE_CUBLAS
    {"cublasSgemm", cublasSingle, plainBound, true}, {"cublasTf32", cublasTf32, tf32Bound, false},
#if CUBLAS_VERSION >= 130000
    {"cublasBf16x9", cublasBf16x9, nineBound, true},
#endif
#endif
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

// The host's copies of the matrices.
typedef struct {
    float *A, *B, *C;
} Host;

static void upload(const Host *h, const Product *p)
{
    cudaCheck(cudaMemcpy(p->A, h->A, (size_t)p->M * p->K * sizeof(float), cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(p->B, h->B, (size_t)p->K * p->N * sizeof(float), cudaMemcpyHostToDevice));
}

// Runs a rung, once unless a timer says otherwise, and leaves C in h->C. The median time in ms.
static double timeRung(int rung, const Host *h, const Product *p, const Flush *flush,
                       size_t repeats)
{
    size_t bytes = (size_t)p->M * p->N * sizeof(float);
    GpuTimer timer = gpuTimerBegin(repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(p->C, 0xff, bytes)); // NaN
        flushCaches(flush);
        gpuTimerStart(&timer);
        if (bytes > 0)
            ladder[rung].multiply(p);
        gpuTimerStop(&timer);
    }
    double ms = gpuTimerEnd(&timer);
    cudaCheck(cudaMemcpy(h->C, p->C, bytes, cudaMemcpyDeviceToHost));
    return ms;
}

// y = X v for whole numbers, X: (rows, cols).
static void apply(const float *X, int rows, int cols, const int64_t *v, int64_t *y)
{
    for (int i = 0; i < rows; i++) {
        y[i] = 0;
        for (int j = 0; j < cols; j++) {
            float x = X[(size_t)i * cols + j];
            y[i] +=
                fabsf(x) < 0x1p24f ? (int64_t)x * v[j] : INT32_MAX; // NaN, too, makes the sum wrong
        }
    }
}

// [begin exact]
// A whole number of so many bits, with its sign.
static float wholeNumber(uint64_t random, int bits)
{
    return (float)((int64_t)(random % (2ull << bits)) - (1ll << bits));
}

// Whole numbers that need all parts: A's rows have one number in either half and zeros else, and A's bits and B's together are 22, so that
// every sum is exact in float. Then C v = A (B v) (chapter 6, Freivalds' test). Three draws: A's numbers need three parts, B's do, or both
// need two.
static bool exactlyRight(int rung, const Host *h, const Product *p, uint64_t seed)
{
    Flush none = {};
    bool right = true;
    int64_t *vector = host_array(int64_t, p->N), *inner = host_array(int64_t, p->K),
            *want = host_array(int64_t, p->M), *got = host_array(int64_t, p->M);
    for (int j = 0; j < p->N; j++)
        vector[j] = 1 + (int64_t)(random_bits(99, j) % 256);
    for (int bits = 1; bits <= 21; bits += 10) { // of A's numbers
        memset(h->A, 0, (size_t)p->M * p->K * sizeof(float));
        for (int i = 0; i < p->M; i++)
            for (int half = 0; half < 2; half++) {
                int from = half * p->K / 2, to = (half + 1) * p->K / 2;
                uint64_t random = random_bits(seed, 2 * (uint64_t)i + half);
                if (to > from)
                    h->A[(size_t)i * p->K + from + (random >> 32) % (to - from)] =
                        wholeNumber(random & 0xffffffff, bits);
            }
        for (size_t i = 0; i < (size_t)p->K * p->N; i++)
            h->B[i] = wholeNumber(random_bits(seed + 1, i), 22 - bits);
        upload(h, p);
        timeRung(rung, h, p, &none, 1);
        apply(h->B, p->K, p->N, vector, inner);
        apply(h->A, p->M, p->K, inner, want);
        apply(h->C, p->M, p->N, vector, got);
        for (int i = 0; i < p->M && right; i++)
            if (got[i] != want[i]) {
                fprintf(stderr, "%s: row %d of C is wrong where A has numbers of %d bits\n",
                        ladder[rung].name, i, bits);
                right = false;
            }
    }
    host_free(vector, inner, want, got);
    return right;
}
// [end exact]

// Real numbers: some elements of C, the corners among them, against sums in double. The largest error is left in *worst, in units of 2^-24
// times the terms' magnitudes.
static bool nearlyRight(int rung, const Host *h, const Product *p, uint64_t seed, double *worst)
{
    enum { SAMPLES = 256 };
    *worst = 0;
    for (int s = 0; s < SAMPLES && p->M > 0 && p->N > 0; s++) {
        int i = s < 4 ? s % 2 * (p->M - 1) : (int)(random_bits(seed, 2 * s) % p->M);
        int j = s < 4 ? s / 2 * (p->N - 1) : (int)(random_bits(seed, 2 * s + 1) % p->N);
        double sum = 0, magnitude = 0, got = h->C[(size_t)i * p->N + j];
        for (int k = 0; k < p->K; k++) {
            double product = (double)h->A[(size_t)i * p->K + k] * h->B[(size_t)k * p->N + j];
            sum += product;
            magnitude += fabs(product);
        }
        if (!verify_float(ladder[rung].name, got, sum, ladder[rung].bound(p->K) * magnitude))
            return false;
        if (magnitude > 0)
            *worst = fmax(*worst, fabs(got - sum) / magnitude * 0x1p24);
    }
    return true;
}

int main(int argc, char **argv)
{
    enum { MOST = 1 << 16 };
    size_t m = default_size(4096, 256), depth = default_size(4096, 64);
    const Option own[] = {
        {'m', "rows", "M, rows of A and C", &m, 0, MOST - 1, NULL, NULL},
        {'d', "depth", "K, columns of A and rows of B", &depth, 0, MOST, NULL, NULL},
        {}};
    Options options = options_for(
        "Multiplies random matrices of floats, M x K by K x N; the size -n is N.", "nsrk");
    options.n = default_size(4096, 256);
    options.n_max = MOST;
    options.own = own;
    options_kernels(&options, ladder);
    options_parse(&options, argc, argv);
    Device device = deviceOpen();
    requireHopper(&device, "warpgroup products", false);

    size_t n = options.n, sizeA = m * depth, sizeB = depth * n, sizeC = m * n,
           parts = 9 * (depth + BK) * (m + n + 8);
    deviceRequire(&options,
                  (sizeA + sizeB + sizeC) * sizeof(float) + parts * sizeof(bf16) +
                      ((size_t)1 << 28),
                  (sizeA + sizeB + sizeC) * sizeof(float));
    Host h = {host_array(float, sizeA), host_array(float, sizeB), host_array(float, sizeC)};
    Product p = {(int)m,
                 (int)n,
                 (int)depth,
                 deviceArray(float, sizeA),
                 deviceArray(float, sizeB),
                 deviceArray(float, sizeC),
                 deviceArray(bf16, parts)};
    bool right[RUNGS] = {};
    double worst[RUNGS] = {};
    int rungs = RUNGS;
#if HAVE_CUBLAS
    library = cublasOpen();
    if (library.library == NULL)
        for (rungs = 0; strncmp(ladder[rungs].name, "cublas", 6) != 0;)
            rungs++;
#endif
    for (int i = 0; i < rungs; i++)
        right[i] = options_want(&options, ladder[i].name) &&
                   (!ladder[i].exact || exactlyRight(i, &h, &p, options.seed));

    fill_floats(h.A, sizeA, options.seed);
    fill_floats(h.B, sizeB, options.seed + 1);
    upload(&h, &p);
    if (!options.csv)
        printf("C (%zu x %zu) = A (%zu x %zu) B (%zu x %zu)\n", m, n, m, depth, depth, n);
    Rows rows = rowsBegin(&device, &options, "GFLOP/s", device.flops / 1e9);
    Flush flush = flushBegin();
    for (int i = 0; i < rungs; i++) {
        if (!options_want(&options, ladder[i].name))
            continue;
        double ms = timeRung(i, &h, &p, &flush, options.repeats);
        bool near = nearlyRight(i, &h, &p, options.seed + 2, &worst[i]);
        rowsKernel(&rows, ladder[i].name, n, ms, 2.0 * (double)sizeA * (double)n, right[i] && near);
    }
    if (!options.csv) {
        printf("\nlargest error of 256 elements, in 2^-24 of the sum of its terms' magnitudes\n");
        for (int i = 0; i < rungs; i++)
            if (options_want(&options, ladder[i].name))
                printf("%-26s %11.3f\n", ladder[i].name, worst[i]);
    }
    flushEnd(&flush);
    deviceFree(p.A, p.B, p.C, p.parts);
    host_free(h.A, h.B, h.C);
    return rowsEnd(&rows);
}
