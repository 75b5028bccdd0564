// What ch6-sgemm and ch6-tuned share: the operands of a product at its borders, and the host's side of
// a run: data, launches, checks, rows.

#ifndef WARP_PRODUCT_H
#define WARP_PRODUCT_H

#include "flush.h"
#include "program.h"

// All kernels: A: (M, K), B: (K, N), C: (M, N), by rows, without gaps. Any M, N, K. If beta is 0,
// C isn't read, so it may hold anything, as in BLAS.

// [begin store]
// C[i] = alpha * sum + beta * C[i]
static __device__ void store(float *c, float alpha, float sum, float beta)
{
    *c = alpha * sum + (beta != 0 ? beta * *c : 0);
}
// [end store]

// [begin element]
// X: (rows, cols); 0 outside of it, which adds nothing to any sum.
static __device__ float element(const float *X, int rows, int cols, int row, int col)
{
    return row < rows && col < cols ? X[(size_t)row * cols + col] : 0;
}
// [end element]

// [begin element4]
// Four elements of a row of X: (rows, cols), in one load if all of them exist and the row begins at
// a multiple of 16 bytes; 0 for those outside.
static __device__ float4 element4(const float *X, int rows, int cols, int row, int col)
{
    if (cols % 4 == 0 && row < rows && col < cols)
        return *(const float4 *)&X[(size_t)row * cols + col];
    return make_float4(element(X, rows, cols, row, col), element(X, rows, cols, row, col + 1),
                       element(X, rows, cols, row, col + 2), element(X, rows, cols, row, col + 3));
}

// C[0 .. 3] = alpha * sum + beta * C[0 .. 3], for the first count of them. wide: all four are
// there, at a multiple of 16 bytes.
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

// ---- The host ----

// The matrices, on the device.
typedef struct {
    int M, N, K;
    float *A, *B, *C;
    float *work; // as much as the rung needs, zero before its first launch
} Product;

// One way to make a product.
typedef struct Rung {
    const char *name;
    void (*multiply)(const struct Rung *rung, const Product *p, float alpha, float beta);
    const void *how; // what multiply() needs to know of the rung
    size_t room;     // floats of working memory
    int pieces;      // into which it cuts K, where it may
    int blocks;      // of its grid, where their number doesn't follow from the tiles
} Rung;

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

// y = X v for X: (rows, cols), v: (cols), y: (rows). False if an element of X isn't a whole
// number below 2^24.
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
// on both sides. This takes on the order of n^2 operations, where a product takes n^3.
static const float ALPHA = 2, BETA = 3;

static void expect(Check *c, const float *C0)
{
    int64_t *inner = host_array(int64_t, c->K);
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
        fprintf(stderr, "%s: an element of C is not a whole number\n", name);
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
// bound and *worst: how far an element may be off and how far one is, in units of its terms' magnitudes.
static bool nearlyRight(const Check *c, const char *name, uint64_t seed, double bound,
                        double *worst)
{
    enum { SAMPLES = 256 };
    *worst = 0;
    for (int s = 0; s < SAMPLES && c->M > 0 && c->N > 0; s++) {
        int i = s < 4 ? s % 2 * (c->M - 1) : (int)(random_bits(seed, 2 * s) % c->M);
        int j = s < 4 ? s / 2 * (c->N - 1) : (int)(random_bits(seed, 2 * s + 1) % c->N);
        double sum = 0, magnitude = 0, got = c->C[(size_t)i * c->N + j];
        for (int k = 0; k < c->K; k++) {
            double product = (double)c->A[(size_t)i * c->K + k] * c->B[(size_t)k * c->N + j];
            sum += product;
            magnitude += fabs(product);
        }
        if (!verify_float(name, got, sum, bound * magnitude))
            return false;
        if (magnitude > 0)
            *worst = fmax(*worst, fabs(got - sum) / magnitude);
    }
    return true;
}

// Working memory for a rung.
static void roomFor(const Rung *rung, Product *p)
{
    cudaCheck(cudaFree(p->work));
    p->work = deviceFloats(rung->room);
    cudaCheck(cudaMemset(p->work, 0, rung->room * sizeof(float)));
}

// Runs a rung on whole numbers, once; true if C is exactly right.
static bool tryWhole(const Rung *rung, Check *c, Product *p)
{
    size_t sizeC = (size_t)c->M * c->N;
    roomFor(rung, p);
    cudaCheck(cudaMemcpy(p->C, c->C0, sizeC * sizeof(float), cudaMemcpyDeviceToDevice));
    if (sizeC > 0)
        rung->multiply(rung, p, ALPHA, BETA);
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
        if (bytes > 0)
            rung->multiply(rung, p, 1, 0);
        gpuTimerStop(&timer);
    }
    double ms = gpuTimerEnd(&timer);
    cudaCheck(cudaMemcpy(c->C, p->C, bytes, cudaMemcpyDeviceToHost));
    return ms;
}

static const char ABOUT[] = "Multiplies random matrices, M x K by K x N; the size -n is N.";

// Reads the command line into options, which hold the names of the kernels. Returns the shape that it
// asks for. side, deep: M and N, and K, on the simulator, if it asks for none.
static Product productOptions(Options *options, size_t side, size_t deep, int argc, char **argv)
{
    enum { MOST = 1 << 20 };
    size_t m = default_size(4096, side), depth = default_size(4096, deep);
    const Option own[] = {
        {'m', "rows", "M, rows of A and C", &m, 0, MOST, NULL, NULL},
        {'d', "depth", "K, columns of A and rows of B", &depth, 0, MOST, NULL, NULL},
        {}};
    options->n = default_size(4096, side);
    options->n_max = MOST;
    options->own = own;
    options_parse(options, argc, argv);
    options->own = NULL; // it ends with this function
    return {(int)m, (int)options->n, (int)depth, NULL, NULL, NULL, NULL};
}

// The rest of main: makes matrices of p's shape and runs the rungs: (count). The exit status.
static int runProducts(const Options *options, const Device *device, Product p, const Rung *rungs,
                       int count)
{
    Check c = {p.M, p.N, p.K, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
    size_t sizeA = (size_t)p.M * p.K, sizeB = (size_t)p.K * p.N, sizeC = (size_t)p.M * p.N;
    deviceRequire(options, (sizeA + sizeB + 2 * sizeC) * sizeof(float) + ((size_t)1 << 28),
                  (sizeA + sizeB + sizeC) * sizeof(float));
    if (!options->csv)
        printf("C (%d x %d) = A (%d x %d) B (%d x %d)\n", c.M, c.N, c.M, c.K, c.K, c.N);
    Rows rows = rowsBegin(device, options, "GFLOP/s", device->flops / 1e9);
    c.A = host_array(float, sizeA);
    c.B = host_array(float, sizeB);
    c.C = host_array(float, sizeC);
    c.vector = host_array(int64_t, c.N);
    c.want = host_array(int64_t, c.M);
    c.got = host_array(int64_t, c.M);
    c.C0 = deviceFloats(sizeC);
    p.A = deviceFloats(sizeA);
    p.B = deviceFloats(sizeB);
    p.C = deviceFloats(sizeC);
    bool *right = host_array(bool, count);

    // Whole numbers: right or wrong
    fillWhole(c.A, sizeA, options->seed);
    fillWhole(c.B, sizeB, options->seed + 1);
    fillWhole(c.C, sizeC, options->seed + 2);
    expect(&c, c.C);
    upload(p.A, c.A, sizeA);
    upload(p.B, c.B, sizeB);
    upload(c.C0, c.C, sizeC);
    for (int i = 0; i < count; i++) {
        progress(options, rungs[i].name);
        right[i] = tryWhole(&rungs[i], &c, &p);
    }

    // Real numbers: how accurate and how fast
    fill_floats(c.A, sizeA, options->seed);
    fill_floats(c.B, sizeB, options->seed + 1);
    upload(p.A, c.A, sizeA);
    upload(p.B, c.B, sizeB);
    Flush flush = flushBegin();
    for (int i = 0; i < count; i++) {
        progress(options, rungs[i].name);
        double ms = timeRung(&rungs[i], &c, &p, &flush, options->repeats), worst;
        bool near = nearlyRight(&c, rungs[i].name, options->seed + 3, float_gamma(c.K + 1), &worst);
        rowsKernel(&rows, rungs[i].name, c.N, ms, 2.0 * sizeA * c.N, right[i] && near);
    }

    rowsFewBlocks(&rows, (size_t)blocksFor(c.M, 128) * blocksFor(c.N, 128));
    flushEnd(&flush);
    deviceFree(p.A, p.B, p.C, p.work, c.C0);
    host_free(c.A, c.B, c.C, c.vector, c.want, c.got, right);
    return rowsEnd(&rows);
}

#endif
