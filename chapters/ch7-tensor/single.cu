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
#include "flush.h"
#include "hopper.h"

// All: C = A B for A: (M, K), B: (K, N), C: (M, N) of floats, by rows, without gaps.

// [begin takeParts]
// The next part of x and that of y, as a pair. They keep what is left, which is exact, since it has fewer bits.
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
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        const float *from = X + (size_t)row * cols;
        for (int col = threadIdx.x * 4; col < cols; col += blockDim.x * 4) {
            float4 x;
            if (cols % 4 == 0) {
                x = *(const float4 *)(from + col);
            } else {
                x.x = from[col];
                x.y = col + 1 < cols ? from[col + 1] : 0;
                x.z = col + 2 < cols ? from[col + 2] : 0;
                x.w = col + 3 < cols ? from[col + 3] : 0;
            }
            for (int p = 0; p < PARTS; p++)
                *(uint2 *)&to.at[((size_t)p * rows + row) * to.pitch + col] = {
                    takeParts(&x.x, &x.y), takeParts(&x.z, &x.w)};
        }
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

// [begin Steps]
enum {
    WIDTH =
        128, // a block makes BM x WIDTH elements of C, and two of them, one below the other, are a cluster
    HELD = 2, // steps of BK in shared memory
    B_PART = WIDTH / BOX * B_BOX,
};

// A block's shared memory: all parts of a step, from which as many pairs as you like can be multiplied.
typedef struct {
    char a[HELD][PARTS][A_BYTES], b[HELD][PARTS][B_PART];
    uint64_t full[HELD], empty[HELD];
} Steps;

static_assert(sizeof(Steps) <= sizeof(Shared), "launchClusters() gives a block as much as Shared");
// [end Steps]

// [begin bringParts]
// The thread that copies: starts the copies of a step, of A's rows for its own block, and of B's columns one half for both. A box may reach
// past the last row of a part into the next part. Rows of A past M don't matter, since nobody stores their products, and those of B past
// K meet A's columns past K, which are zero.
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
// Warpgroup number `group`: adds its 64 rows of a step to total. The products of parts i and j with i + j <= LAST, the smallest first, make
// a sum of their own, which is cut but few times. While one warpgroup adds, the tensor cores have the other's products.
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
                multiplyHalfTile(sum, tileAt(a + i * A_BYTES + k * 32, 0),
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
// Copies, clusters and the order of tiles are those of productPersistent. Step number n of a block uses stage n % HELD.
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
    int row = blockIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= N)
        return;
    float sum = 0;
    for (int k = 0; k < K; k++)
        sum += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    C[(size_t)row * N + col] = sum;
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

// The matrices on the device, and room for parts.
typedef struct {
    int M, N, K;
    float *A, *B, *C;
    bf16 *parts;
} Product;

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
static void byParts(const Product *p,
                    void (*kernel)(float *, int, int, int, CUtensorMap, CUtensorMap))
{
    int M = p->M, N = p->N, K = p->K;
    Matrix a = {p->parts, PARTS * M, K, pitchOf(K)},
           b = {p->parts + (size_t)a.rows * a.pitch, PARTS * K, N, pitchOf(N)};
    split<<<1056, 256>>>(p->A, M, K, a);
    split<<<1056, 256>>>(p->B, K, N, b);
    CUtensorMap maps[] = {mapOf(a, BM), mapOf(b, BK)};
    float *C = p->C;
    void *arguments[] = {&C, &M, &N, &K, &maps[0], &maps[1]};
    launchClusters((const void *)kernel, residents(M, N, WIDTH), (1 + GROUPS) * 128, 2, 1,
                   arguments);
}
// [end byParts]

static void sixParts(const Product *p)
{
    byParts(p, productParts<2>);
}

static void nineParts(const Product *p)
{
    byParts(p, productParts<4>);
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
#endif

// [begin bounds]
// How far an element may be from the exact sum, in units of the terms' magnitudes. What is left out: of six products those of parts
// (1, 2) and (2, 1), each 2^-24 of the whole at most, and (2, 2); of three that of both small parts and what two parts can't hold of
// either factor, each 2^-22. What is rounded: K additions in float.
static double plainBound(int K)
{
    return float_gamma(K + 1);
}

// On tensor cores an instruction adds 16 terms with an error of 18 times 2^-23 at most, as bf16.h's boundOf() says, or with 10 times the 8
// of TF32, and so for each of a step's `products`. The sums of all steps are added in float.
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
    const char *name; // options_kernels() expects it first
    void (*multiply)(const Product *p);
    double (*bound)(int K);
    bool exact; // takes all 24 bits of its factors
} ladder[] = {
    {"plainFloat", plain, plainBound, true},         {"threeTf32", tf32, threeBound, true},
    {"sixParts", sixParts, sixBound, true},          {"nineParts", nineParts, nineBound, true},
#if HAVE_CUBLAS
    {"cublasSgemm", cublasSingle, plainBound, true}, {"cublasTf32", cublasTf32, tf32Bound, false},
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
        {'d', "depth", "K, columns of A and rows of B", &depth, 0, 1 << 20, NULL, NULL},
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
           parts = PARTS * (m * pitchOf((int)depth) + depth * pitchOf((int)n));
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
