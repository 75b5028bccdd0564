// The host's side of the ladder's two programs, ch7-product and ch7-hopper: data, launches, checks, rows.

#ifndef WARP_LADDER_H
#define WARP_LADDER_H

#include "bf16.h"
#include "flush.h"

// One way to make a product.
typedef struct {
    const char *name;
    void (*multiply)(Matrix A, Matrix B, Matrix C);
} Rung;

// A matrix on the device, and its bytes on the host.
static Matrix matrixOf(int rows, int cols)
{
    Matrix X = {NULL, rows, cols, pitchOf(cols)};
    X.at = deviceArray(Element, (size_t)(rows > 0 ? rows : 1) * X.pitch);
    return X;
}

static size_t sizeOf(Matrix X)
{
    return (size_t)X.rows * X.pitch;
}

// Uploads elements: (rows, pitch).
static void fill(Matrix X, const Element *elements)
{
    cudaCheck(cudaMemcpy(X.at, elements, sizeOf(X) * sizeof(Element), cudaMemcpyHostToDevice));
}

// x: elements of X that are 0, but for a 1 or -1 in each of 128 stretches of a row.
static void fewOnes(Element *x, Matrix X, uint64_t seed)
{
    for (int i = 0; i < X.rows; i++) {
        Element *row = x + (size_t)i * X.pitch;
        memset(row, 0, X.pitch * sizeof *row);
        for (int64_t t = 0; t < 128; t++) {
            int from = (int)(t * X.cols / 128), to = (int)((t + 1) * X.cols / 128);
            uint64_t bits = random_bits(seed, (uint64_t)i * 128 + t);
            if (to > from)
                row[from + (int)(bits % (to - from))] = Element(bits >> 63 ? 1.0f : -1.0f);
        }
    }
}

// The host's copies, and what it takes to check C.
typedef struct {
    Element *A, *B, *C;
    int64_t *vector, *want, *got; // (N), (M), (M), for whole numbers
} Check;

// y = X v, for x: elements of X, v: (cols), y: (rows). False if one isn't a whole number.
static bool apply(const Element *x, Matrix X, const int64_t *v, int64_t *y)
{
    bool whole = true;
    for (int i = 0; i < X.rows; i++) {
        y[i] = 0;
        for (int j = 0; j < X.cols; j++) {
            float element = (float)x[(size_t)i * X.pitch + j];
            bool fits = fabsf(element) < 0x1p24f && element == truncf(element);
            y[i] += fits ? (int64_t)element * v[j] : 0;
            whole = whole && fits;
        }
    }
    return whole;
}

// [begin exact]
// Whole numbers: a row of A has at most 128 elements that aren't 0, each 1 or -1, and B's are from
// -2 to 2. No sum of products then exceeds 256, up to where bf16 has every whole number, so C is
// exact, and all of it is right if C v = A (B v) for a random vector v (chapter 6, Freivalds'
// test).
static void expect(Check *c, Matrix A, Matrix B)
{
    int64_t *inner = host_array(int64_t, B.rows);
    for (int j = 0; j < B.cols; j++)
        c->vector[j] = 1 + (int64_t)(random_bits(99, j) % 256);
    apply(c->B, B, c->vector, inner);
    apply(c->A, A, inner, c->want);
    free(inner);
}
// [end exact]

static bool exactlyRight(const Check *c, Matrix C, const char *name)
{
    if (!apply(c->C, C, c->vector, c->got)) {
        fprintf(stderr, "%s: an element of C is not a whole number\n", name);
        return false;
    }
    for (int i = 0; i < C.rows; i++)
        if (c->got[i] != c->want[i]) {
            fprintf(stderr, "%s: row %d of C is wrong\n", name, i);
            return false;
        }
    return true;
}

// [begin bound]
// How far C's element may be from the exact sum. TF32 rounds the factors. The float sum is off by
// some steps: one instruction adds 16 products to a sum, all 17 terms are cut to the same unit,
// which is at most 2^-23 of the largest (older tensor cores keep fewer bits than an H200), and so
// is the new sum. That is 18 units for 16 products, or 10 for 8 in TF32, and no more than 2.5 K +
// 40 times 2^-24 of the terms' magnitudes for K. And then it is rounded, to bf16 by 2^-8 of it at
// most.
static double boundOf(double sum, double magnitude, int K)
{
    double inFloat = (float_gamma(2.5 * K + 40) + ELEMENT_TAKEN) * magnitude;
    return inFloat + (fabs(sum) + inFloat) * ELEMENT_STEP + ELEMENT_LEAST;
}
// [end bound]

// Real numbers: some elements of C, the corners among them, against sums in double.
static bool nearlyRight(const Check *c, Matrix A, Matrix B, Matrix C, const char *name,
                        uint64_t seed)
{
    enum { SAMPLES = 256 };
    for (int s = 0; s < SAMPLES && C.rows > 0 && C.cols > 0; s++) {
        int i = s < 4 ? s % 2 * (C.rows - 1) : (int)(random_bits(seed, 2 * s) % C.rows);
        int j = s < 4 ? s / 2 * (C.cols - 1) : (int)(random_bits(seed, 2 * s + 1) % C.cols);
        double sum = 0, magnitude = 0;
        for (int k = 0; k < A.cols; k++) {
            double product =
                (double)(float)c->A[(size_t)i * A.pitch + k] * (float)c->B[(size_t)k * B.pitch + j];
            sum += product;
            magnitude += fabs(product);
        }
        if (!verify_float(name, (float)c->C[(size_t)i * C.pitch + j], sum,
                          boundOf(sum, magnitude, A.cols)))
            return false;
    }
    return true;
}

// Runs a rung and leaves C in c->C. The median time in ms.
static double timeRung(const Rung *rung, Check *c, Matrix A, Matrix B, Matrix C, const Flush *flush,
                       size_t repeats)
{
    size_t bytes = sizeOf(C) * sizeof(Element);
    GpuTimer timer = gpuTimerBegin(repeats);
    while (gpuTimerNextRun(&timer)) {
        cudaCheck(cudaMemset(C.at, 0xff, bytes)); // NaN
        flushCaches(flush);
        gpuTimerStart(&timer);
        if (bytes > 0)
            rung->multiply(A, B, C);
        gpuTimerStop(&timer);
    }
    double ms = gpuTimerEnd(&timer);
    cudaCheck(cudaMemcpy(c->C, C.at, bytes, cudaMemcpyDeviceToHost));
    return ms;
}

static const char ABOUT[] =
    "Multiplies random " ELEMENT " matrices, M x K by K x N; the size -n is N.";

// The rest of main, for the rungs: (count) of a ladder, whose names `options` has. The exit status.
static int runLadder(Options *options, int argc, char **argv, void (*require)(const Device *),
                     const Rung *ladder, int count)
{
    enum { MOST = 1 << 20 };
    size_t m = default_size(4096, 256), depth = default_size(4096, 128);
    const Option own[] = {
        {'m', "rows", "M, rows of A and C", &m, 0, MOST, NULL, NULL},
        {'d', "depth", "K, columns of A and rows of B", &depth, 0, MOST, NULL, NULL},
        {}};
    options->n = default_size(4096, 256);
    options->n_max = MOST;
    options->own = own;
    options_parse(options, argc, argv);
    Device device = deviceOpen();
    require(&device);

    size_t n = options->n,
           bytes = (m * (depth + 64) + depth * (n + 64) + m * (n + 64)) * sizeof(Element);
    deviceRequire(options, bytes + ((size_t)1 << 28), bytes);
    if (!options->csv)
        printf("C (%zu x %zu) = A (%zu x %zu) B (%zu x %zu)\n", m, n, m, depth, depth, n);
    Rows rows = rowsBegin(&device, options, "GFLOP/s", tensorFlops(&device) / 1e9);
    Matrix A = matrixOf((int)m, (int)depth), B = matrixOf((int)depth, (int)n),
           C = matrixOf((int)m, (int)n);
    Check c = {host_array(Element, sizeOf(A)), host_array(Element, sizeOf(B)),
               host_array(Element, sizeOf(C)), host_array(int64_t, n),
               host_array(int64_t, m),         host_array(int64_t, m)};
    bool *right = host_array(bool, count);
    Flush cold = flushBegin(), warm = {};

    // Whole numbers: right or wrong
    fewOnes(c.A, A, options->seed);
    fillElements(c.B, B, true, options->seed + 1);
    fill(A, c.A);
    fill(B, c.B);
    expect(&c, A, B);
    for (int i = 0; i < count; i++)
        if (options_want(options, ladder[i].name)) {
            timeRung(&ladder[i], &c, A, B, C, &warm, 1);
            right[i] = exactlyRight(&c, C, ladder[i].name);
        }

    // Real numbers: how accurate and how fast
    fillElements(c.A, A, false, options->seed);
    fillElements(c.B, B, false, options->seed + 1);
    fill(A, c.A);
    fill(B, c.B);
    for (int i = 0; i < count; i++) {
        if (!options_want(options, ladder[i].name))
            continue;
        double ms = timeRung(&ladder[i], &c, A, B, C, &cold, options->repeats);
        bool near = nearlyRight(&c, A, B, C, ladder[i].name, options->seed + 2);
        rowsKernel(&rows, ladder[i].name, n, ms, 2.0 * (double)m * (double)n * (double)depth,
                   right[i] && near);
    }

    rowsFewBlocks(&rows, (size_t)blocksFor(m, 128) * blocksFor(n, 128));
    flushEnd(&cold);
    deviceFree(A.at, B.at, C.at);
    host_free(c.A, c.B, c.C, c.vector, c.want, c.got, right);
    return rowsEnd(&rows);
}

#endif
