// blas.cu: compares cuBLAS's calls with plain loops in double, for random sizes, leading dimensions, strides, transposes and scalars
// of the host and of the device. Prints how many results it compared and how many differ. An argument runs one other test instead:
// errors, graph or outside.
#include <cublas_v2.h>
#if __has_include(<cuda_bf16.h>) // compile/toolkit has none
#include <cuda_bf16.h>
#define HAVE_BFLOAT16
#endif
#include <cuda_fp16.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned state = 12345;
static unsigned long compared, differ;

static int pick(int least, int most)
{
    state = state * 1664525 + 1013904223;
    return least + (int)((state >> 8) % (unsigned)(most - least + 1));
}

static double number(void)
{
    return pick(-1000, 1000) / 256.;
}

// An array of (n) numbers, on the host and on the device. Numbers between a matrix's columns must stay as they are.
template <typename T>
struct Array {
    int n;
    T *host, *device;
};

template <typename T>
static Array<T> make(int n)
{
    Array<T> a = {n, (T *)malloc(n * sizeof(T) + 1), NULL};
    for (int i = 0; i < n; i++)
        a.host[i] = (T)number();
    cudaMalloc(&a.device, n * sizeof(T) + 1);
    cudaMemcpy(a.device, a.host, n * sizeof(T), cudaMemcpyHostToDevice);
    return a;
}

template <typename T>
static void drop(Array<T> a)
{
    free(a.host);
    cudaFree(a.device);
}

static void compare(double got, double wanted, double size, double epsilon)
{
    compared++;
    if (!(fabs(got - wanted) <= 8 * epsilon * (size + 1)))
        differ++;
}

// Compares all of `a` with what it should hold. `sizes` has how large the terms of each sum are; NULL if there are no sums.
template <typename T>
static void compare_all(Array<T> a, const double *wanted, double size)
{
    T *got = (T *)malloc(a.n * sizeof(T) + 1);
    cudaMemcpy(got, a.device, a.n * sizeof(T), cudaMemcpyDeviceToHost);
    for (int i = 0; i < a.n; i++)
        compare(got[i], wanted[i], size, sizeof(T) == 4 ? 1.2e-7 : 2.3e-16);
    free(got);
}

template <typename T>
static double *copy_of(Array<T> a)
{
    double *c = (double *)malloc(a.n * sizeof(double) + 1);
    for (int i = 0; i < a.n; i++)
        c[i] = a.host[i];
    return c;
}

#define CALL(name, ...) call(name(__VA_ARGS__), #name)

static void call(cublasStatus_t s, const char *name)
{
    if (s != CUBLAS_STATUS_SUCCESS) {
        printf("%s: %s\n", name, cublasGetStatusName(s));
        differ++;
    }
}

// BLAS(gemm)(…) calls cublasSgemm or cublasDgemm, by the type of its first argument behind the handle.
#define OVERLOAD(name)                            \
    template <typename... A>                      \
    static cublasStatus_t x##name(float, A... a)  \
    {                                             \
        return cublasS##name(a...);               \
    }                                             \
    template <typename... A>                      \
    static cublasStatus_t x##name(double, A... a) \
    {                                             \
        return cublasD##name(a...);               \
    }
OVERLOAD(gemm)
OVERLOAD(gemmStridedBatched)
OVERLOAD(gemmBatched)
OVERLOAD(gemv)
OVERLOAD(ger)
OVERLOAD(geam)
OVERLOAD(axpy)
OVERLOAD(scal)
OVERLOAD(copy)
OVERLOAD(swap)
OVERLOAD(dot)
OVERLOAD(nrm2)
OVERLOAD(asum)
static cublasStatus_t xamax(float, cublasHandle_t h, int n, const float *x, int i, int *r)
{
    return cublasIsamax(h, n, x, i, r);
}
static cublasStatus_t xamax(double, cublasHandle_t h, int n, const double *x, int i, int *r)
{
    return cublasIdamax(h, n, x, i, r);
}
static cublasStatus_t xamin(float, cublasHandle_t h, int n, const float *x, int i, int *r)
{
    return cublasIsamin(h, n, x, i, r);
}
static cublasStatus_t xamin(double, cublasHandle_t h, int n, const double *x, int i, int *r)
{
    return cublasIdamin(h, n, x, i, r);
}

// The scalars alpha and beta, which a call finds on the host, or on the device if the pointer mode says so.
template <typename T>
static Array<T> scalars(cublasHandle_t h, bool device)
{
    Array<T> s = make<T>(2);
    if (pick(0, 3) == 0)
        s.host[1] = 0;
    if (pick(0, 5) == 0)
        s.host[0] = 0;
    cudaMemcpy(s.device, s.host, 2 * sizeof(T), cudaMemcpyHostToDevice);
    CALL(cublasSetPointerMode, h, device ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST);
    return s;
}

template <typename T>
static double at(Array<T> a, cublasOperation_t op, int ld, int offset, int row, int column)
{
    return op == CUBLAS_OP_N ? a.host[offset + row + column * ld]
                             : a.host[offset + column + row * ld];
}

// Tests products. kind: 0 one product, 1 several at a stride, 2 a list of them
template <typename T>
static void products(cublasHandle_t h, int kind)
{
    int m = pick(0, 40), n = pick(0, 40), k = pick(0, 40), count = kind ? pick(1, 5) : 1;
    cublasOperation_t op_a = (cublasOperation_t)pick(0, 2), op_b = (cublasOperation_t)pick(0, 2);
    int lda = (op_a == CUBLAS_OP_N ? m : k) + pick(1, 5),
        ldb = (op_b == CUBLAS_OP_N ? k : n) + pick(1, 5), ldc = m + pick(1, 5);
    int size_a = lda * (op_a == CUBLAS_OP_N ? k : m), size_b = ldb * (op_b == CUBLAS_OP_N ? n : k),
        size_c = ldc * n;
    Array<T> a = make<T>(size_a * count), b = make<T>(size_b * count), c = make<T>(size_c * count);
    bool device = pick(0, 1);
    Array<T> s = scalars<T>(h, device);
    T *alpha = device ? s.device : s.host, *beta = alpha + 1;
    if (s.host[1] == 0 && c.n) { // what is not read may be no number
        c.host[0] = (T)NAN;
        cudaMemcpy(c.device, c.host, sizeof(T), cudaMemcpyHostToDevice);
    }
    double *wanted = copy_of(c);
    for (int i = 0; i < count; i++)
        for (int column = 0; column < n; column++)
            for (int row = 0; row < m; row++) {
                double sum = 0, *to = &wanted[i * size_c + row + column * ldc];
                for (int l = 0; l < k; l++)
                    sum += at(a, op_a, lda, i * size_a, row, l) *
                           at(b, op_b, ldb, i * size_b, l, column);
                *to = s.host[0] * sum + (s.host[1] == 0 ? 0 : s.host[1] * *to);
            }
    if (m == 0 && c.n)
        wanted[0] = 0, cudaMemset(c.device, 0, sizeof(T));
    const T *list[3][5];
    void *lists = NULL;
    for (int i = 0; i < count; i++)
        list[0][i] = a.device + i * size_a, list[1][i] = b.device + i * size_b,
        list[2][i] = c.device + i * size_c;
    if (kind == 0)
        call(xgemm(T(), h, op_a, op_b, m, n, k, (const T *)alpha, (const T *)a.device, lda,
                   (const T *)b.device, ldb, (const T *)beta, c.device, ldc),
             "gemm");
    if (kind == 1)
        call(xgemmStridedBatched(T(), h, op_a, op_b, m, n, k, (const T *)alpha, (const T *)a.device,
                                 lda, (long long)size_a, (const T *)b.device, ldb,
                                 (long long)size_b, (const T *)beta, c.device, ldc,
                                 (long long)size_c, count),
             "gemmStridedBatched");
    if (kind == 2) {
        cudaMalloc(&lists, sizeof list);
        cudaMemcpy(lists, list, sizeof list, cudaMemcpyHostToDevice);
        call(xgemmBatched(T(), h, op_a, op_b, m, n, k, (const T *)alpha, (const T *const *)lists,
                          lda, (const T *const *)lists + 5, ldb, (const T *)beta,
                          (T *const *)lists + 10, ldc, count),
             "gemmBatched");
        cudaFree(lists);
    }
    compare_all(c, wanted, 16. * 16 * 16 * (k + 1));
    free(wanted);
    drop(a), drop(b), drop(c), drop(s);
}

// A number's value. (A half would offer itself as any type.)
static double value_of(__half x)
{
    return __half2float(x);
}
#ifdef HAVE_BFLOAT16
static double value_of(__nv_bfloat16 x)
{
    return __bfloat162float(x);
}
#endif
template <typename T>
static double value_of(T x)
{
    return x;
}

// Tests cublasGemmEx for matrices of AB and a result of R. kind as in products. Sums are exact, and rounded once.
template <typename AB, typename R, typename S>
static void mixed(cublasHandle_t h, int kind, cublasComputeType_t compute, cudaDataType of_ab,
                  cudaDataType of_r)
{
    int m = pick(0, 90), n = pick(0, 70), k = pick(0, 150), count = kind ? pick(1, 3) : 1;
    bool flip_a = pick(0, 1), flip_b = pick(0, 1), device = pick(0, 1);
    cublasOperation_t op_a = flip_a ? CUBLAS_OP_T : CUBLAS_OP_N,
                      op_b = flip_b ? CUBLAS_OP_C : CUBLAS_OP_N;
    int lda = (flip_a ? k : m) + pick(1, 5), ldb = (flip_b ? n : k) + pick(1, 5),
        ldc = m + pick(1, 5);
    if (of_r == CUDA_R_32I)
        lda = (lda + 3) / 4 * 4, ldb = (ldb + 3) / 4 * 4;
    int size_a = lda * (flip_a ? m : k), size_b = ldb * (flip_b ? k : n), size_c = ldc * n;
    Array<AB> a = make<AB>(size_a * count), b = make<AB>(size_b * count);
    Array<R> c = make<R>(size_c * count), got = make<R>(size_c * count);
    Array<S> s = scalars<S>(h, device);
    S *alpha = device ? s.device : s.host, *beta = alpha + 1;
    const void *list[3][3], *const *lists;
    cudaMalloc(&lists, sizeof list);
    for (int i = 0; i < count; i++)
        list[0][i] = a.device + i * size_a, list[1][i] = b.device + i * size_b,
        list[2][i] = c.device + i * size_c;
    cudaMemcpy((void *)lists, list, sizeof list, cudaMemcpyHostToDevice);
    if (kind == 0)
        CALL(cublasGemmEx, h, op_a, op_b, m, n, k, alpha, a.device, of_ab, lda, b.device, of_ab,
             ldb, beta, c.device, of_r, ldc, compute, CUBLAS_GEMM_DEFAULT);
    if (kind == 1)
        CALL(cublasGemmStridedBatchedEx, h, op_a, op_b, m, n, k, alpha, a.device, of_ab, lda,
             size_a, b.device, of_ab, ldb, size_b, beta, c.device, of_r, ldc, size_c, count,
             compute, CUBLAS_GEMM_DEFAULT);
    if (kind == 2)
        CALL(cublasGemmBatchedEx, h, op_a, op_b, m, n, k, alpha, lists, of_ab, lda, lists + 3,
             of_ab, ldb, beta, (void *const *)lists + 6, of_r, ldc, count, compute,
             CUBLAS_GEMM_DEFAULT);
    cudaMemcpy(got.host, c.device, c.n * sizeof(R), cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; i++)
        for (int column = 0; column < n; column++)
            for (int row = 0; row < m; row++) {
                double sum = 0;
                for (int l = 0; l < k; l++)
                    sum += value_of(a.host[i * size_a + (flip_a ? l + row * lda : row + l * lda)]) *
                           value_of(
                               b.host[i * size_b + (flip_b ? column + l * ldb : l + column * ldb)]);
                R *to = &c.host[i * size_c + row + column * ldc];
                *to = (R)(value_of(s.host[0]) * sum + value_of(s.host[1]) * value_of(*to));
            }
    for (int i = 0; i < c.n; i++)
        if (m > 0)
            compare(value_of(got.host[i]), value_of(c.host[i]), 0,
                    of_ab == of_r && of_ab == CUDA_R_32F ? 1e-2 : 0);
    cudaFree((void *)lists);
    drop(a), drop(b), drop(c), drop(got), drop(s);
}

template <typename T>
static void matrix_vector(cublasHandle_t h)
{
    int m = pick(1, 40), n = pick(1, 40), lda = m + pick(0, 4),
        incx = pick(0, 1) ? pick(1, 3) : -pick(1, 3);
    int incy = pick(0, 1) ? pick(1, 3) : -pick(1, 3);
    bool plain = pick(0, 1), device = pick(0, 1);
    int nx = plain ? n : m, ny = plain ? m : n;
    Array<T> a = make<T>(lda * n), x = make<T>(nx * abs(incx)), y = make<T>(ny * abs(incy)),
             s = scalars<T>(h, device);
    T *alpha = device ? s.device : s.host;
    double *wanted = copy_of(y);
    for (int i = 0; i < ny; i++) {
        double sum = 0, *to = &wanted[incy > 0 ? i * incy : (i - ny + 1) * incy];
        for (int l = 0; l < nx; l++)
            sum += (plain ? a.host[i + l * lda] : a.host[l + i * lda]) *
                   (double)x.host[incx > 0 ? l * incx : (l - nx + 1) * incx];
        *to = s.host[0] * sum + s.host[1] * *to;
    }
    call(xgemv(T(), h, plain ? CUBLAS_OP_N : CUBLAS_OP_T, m, n, (const T *)alpha,
               (const T *)a.device, lda, (const T *)x.device, incx, (const T *)alpha + 1, y.device,
               incy),
         "gemv");
    compare_all(y, wanted, 4096. * (nx + 1));
    free(wanted);
    if (plain && incx > 0 && incy > 0) {
        wanted = copy_of(a);
        cudaMemcpy(y.device, y.host, y.n * sizeof(T), cudaMemcpyHostToDevice);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++)
                wanted[i + j * lda] += (double)s.host[0] * y.host[i * incy] * x.host[j * incx];
        call(xger(T(), h, m, n, (const T *)alpha, (const T *)y.device, incy, (const T *)x.device,
                  incx, a.device, lda),
             "ger");
        compare_all(a, wanted, 4096);
        free(wanted);
    }
    drop(a), drop(x), drop(y), drop(s);
}

// C = alpha op(A) + beta op(B); sometimes C is A or B.
template <typename T>
static void matrix_sum(cublasHandle_t h)
{
    int m = pick(1, 30), n = pick(1, 30), in_place = pick(0, 3);
    bool flip_a = in_place != 1 && pick(0, 1), flip_b = in_place != 2 && pick(0, 1),
         device = pick(0, 1);
    int lda = (flip_a ? n : m) + pick(0, 4), ldb = (flip_b ? n : m) + pick(0, 4);
    int ldc = in_place == 1 ? lda : in_place == 2 ? ldb : m + pick(0, 4);
    Array<T> a = make<T>(lda * (flip_a ? m : n)), b = make<T>(ldb * (flip_b ? m : n)),
             c = make<T>(ldc * n), s = scalars<T>(h, device),
             *to = in_place == 1   ? &a
                   : in_place == 2 ? &b
                                   : &c;
    T *alpha = device ? s.device : s.host;
    double *wanted = copy_of(*to);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            wanted[i + j * ldc] = (double)s.host[0] * a.host[flip_a ? j + i * lda : i + j * lda] +
                                  (double)s.host[1] * b.host[flip_b ? j + i * ldb : i + j * ldb];
    call(xgeam(T(), h, flip_a ? CUBLAS_OP_T : CUBLAS_OP_N, flip_b ? CUBLAS_OP_T : CUBLAS_OP_N, m, n,
               (const T *)alpha, (const T *)a.device, lda, (const T *)alpha + 1,
               (const T *)b.device, ldb, to->device, ldc),
         "geam");
    compare_all(*to, wanted, 4096);
    free(wanted);
    drop(a), drop(b), drop(c), drop(s);
}

template <typename T>
static void vectors(cublasHandle_t h)
{
    int n = pick(1, 300), incx = pick(1, 3), incy = pick(1, 3), index[2];
    bool device = pick(0, 1);
    Array<T> x = make<T>(n * incx), y = make<T>(n * incy), s = scalars<T>(h, device),
             r = make<T>(4);
    T *alpha = device ? s.device : s.host, *result = device ? r.device : r.host;
    double *in_y = copy_of(y), *in_x = copy_of(x), dot = 0, square = 0, sum = 0;
    int largest = 0, smallest = 0;
    for (int i = 0; i < n; i++) {
        double v = fabs((double)x.host[i * incx]);
        dot += (double)x.host[i * incx] * y.host[i * incy], square += v * v, sum += v;
        largest = v > fabs((double)x.host[largest * incx]) ? i : largest;
        smallest = v < fabs((double)x.host[smallest * incx]) ? i : smallest;
    }
    call(xdot(T(), h, n, (const T *)x.device, incx, (const T *)y.device, incy, result), "dot");
    call(xnrm2(T(), h, n, (const T *)x.device, incx, result + 1), "nrm2");
    call(xasum(T(), h, n, (const T *)x.device, incx, result + 2), "asum");
    if (device)
        cudaMemcpy(r.host, r.device, 3 * sizeof(T), cudaMemcpyDeviceToHost);
    double epsilon = sizeof(T) == 4 ? 1.2e-7 : 2.3e-16;
    compare(r.host[0], dot, 16. * n, epsilon);
    compare(r.host[1], sqrt(square), 16. * n, epsilon);
    compare(r.host[2], sum, 16. * n, epsilon);
    CALL(cublasSetPointerMode, h, CUBLAS_POINTER_MODE_HOST);
    call(xamax(T(), h, n, x.device, incx, &index[0]), "amax");
    call(xamin(T(), h, n, x.device, incx, &index[1]), "amin");
    compare(index[0], largest + 1, 0, 0);
    compare(index[1], smallest + 1, 0, 0);
    CALL(cublasSetPointerMode, h, device ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST);
    for (int i = 0; i < n; i++)
        in_y[i * incy] += (double)s.host[0] * in_x[i * incx];
    call(xaxpy(T(), h, n, (const T *)alpha, (const T *)x.device, incx, y.device, incy), "axpy");
    compare_all(y, in_y, 64);
    for (int i = 0; i < n; i++)
        in_x[i * incx] *= (double)s.host[1];
    call(xscal(T(), h, n, (const T *)alpha + 1, x.device, incx), "scal");
    compare_all(x, in_x, 64);
    for (int i = 0; i < n; i++) {
        double v = in_x[i * incx];
        in_x[i * incx] = in_y[i * incy], in_y[i * incy] = v;
    }
    call(xswap(T(), h, n, x.device, incx, y.device, incy), "swap");
    compare_all(x, in_x, 64);
    for (int i = 0; i < n; i++)
        in_y[i * incy] = in_x[i * incx];
    call(xcopy(T(), h, n, (const T *)x.device, incx, y.device, incy), "copy");
    compare_all(y, in_y, 64);
    free(in_x), free(in_y);
    drop(x), drop(y), drop(s), drop(r);
}

// Tests cuBLAS's own copies to the device and back.
static void copies(void)
{
    enum { ROWS = 5, COLUMNS = 7, HOST = 6, DEVICE = 9 };
    float from[HOST * COLUMNS], to[HOST * COLUMNS], *d;
    cudaMalloc(&d, sizeof(float) * DEVICE * COLUMNS);
    for (int i = 0; i < HOST * COLUMNS; i++)
        from[i] = (float)i, to[i] = -1;
    CALL(cublasSetMatrix, ROWS, COLUMNS, sizeof(float), from, HOST, d, DEVICE);
    CALL(cublasGetMatrix, ROWS, COLUMNS, sizeof(float), d, DEVICE, to, HOST);
    for (int i = 0; i < HOST * COLUMNS; i++)
        compare(to[i], i % HOST < ROWS ? i : -1, 0, 0);
    CALL(cublasSetVector, COLUMNS, sizeof(float), from, 2, d, 3);
    CALL(cublasGetVector, COLUMNS, sizeof(float), d, 3, to, 1);
    for (int i = 0; i < COLUMNS; i++)
        compare(to[i], 2 * i, 0, 0);
    cudaFree(d);
}

// Tests that a product by 1 keeps every half, and that cublasHgemm rounds, to infinity too, as __double2half does.
static void halves(cublasHandle_t h)
{
    enum { COUNT = 1 << 16 };
    unsigned short *d, *got = (unsigned short *)malloc(COUNT * sizeof *got), bits[COUNT];
    __half one = 1, factor = 1.2998046875, zero = 0, *one_d;
    cudaMalloc(&d, 3 * sizeof bits);
    cudaMalloc(&one_d, sizeof one);
    cudaMemcpy(one_d, &one, sizeof one, cudaMemcpyHostToDevice);
    CALL(cublasSetPointerMode, h, CUBLAS_POINTER_MODE_HOST);
    for (int i = 0; i < COUNT; i++)
        bits[i] = (unsigned short)i;
    for (__half by : {one, factor}) {
        cudaMemcpy(d, bits, sizeof bits, cudaMemcpyHostToDevice);
        CALL(cublasHgemm, h, CUBLAS_OP_N, CUBLAS_OP_N, COUNT, 1, 1, &by, (__half *)d, COUNT, one_d,
             1, &zero, (__half *)d + COUNT, COUNT);
        cudaMemcpy(got, d + COUNT, sizeof bits, cudaMemcpyDeviceToHost);
        for (int i = 0; i < COUNT; i++) {
            double exact =
                0 + value_of(__ushort_as_half(bits[i])) * value_of(by); // a sum of -0 is +0
            unsigned short wanted = __half_as_ushort(__float2half((float)exact));
            compare(isnan(exact) ? (got[i] & 0x7fff) > 0x7c00 : got[i], isnan(exact) ? 1 : wanted,
                    0, 0);
        }
    }
    cudaFree(d), cudaFree(one_d);
    free(got);
}

// Prints a line for each call that must fail: how it does.
static void errors(cublasHandle_t h)
{
    float one = 1, *d;
    cudaMalloc(&d, 4096);
    printf("%d no handle\n",
           cublasSgemm(NULL, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, d, 1, d, 1, &one, d, 1));
    printf("%d lda\n",
           cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, d, 3, d, 4, &one, d, 4));
    printf("%d ldb\n",
           cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, 4, 8, 4, &one, d, 4, d, 7, &one, d, 4));
    printf("%d m\n",
           cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, -1, 4, 4, &one, d, 4, d, 4, &one, d, 4));
    printf("%d incx\n", cublasSgemv(h, CUBLAS_OP_N, 4, 4, &one, d, 4, d, 0, &one, d, 1));
    printf("%d other types\n",
           cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, d, CUDA_R_16F, 4, d, CUDA_R_32F,
                        4, &one, d, CUDA_R_32F, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    int one_i = 1;
    printf("%d columns of 5 bytes\n",
           cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one_i, d, CUDA_R_8I, 5, d, CUDA_R_8I,
                        4, &one_i, d, CUDA_R_32I, 4, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
    printf("%d nothing to do\n", cublasSaxpy(h, 0, &one, d, 1, d, 1));
    printf("%d elemSize\n", cublasSetVector(4, 0, &one, 1, d, 1));
    for (int s : {8, 11, 14, 15})
        printf("%d %s\n", s, cublasGetStatusName((cublasStatus_t)s));
    cudaFree(d);
}

// Tests that a captured product is done at each launch of the graph, and not before.
static void graph(cublasHandle_t h)
{
    float two = 2, zero = 0, *d, got[4];
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t e;
    cudaMalloc(&d, sizeof got);
    float begin[4] = {1, 2, 3, 4};
    cudaMemcpy(d, begin, sizeof begin, cudaMemcpyHostToDevice);
    cudaStreamCreate(&s);
    cublasSetStream(h, s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    call(cublasSscal(h, 4, &two, d, 1), "scal");
    two = zero; // its value was taken
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&e, g, 0);
    cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost);
    printf("%g", got[3]);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(e, s);
    cudaStreamSynchronize(s);
    cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost);
    printf(" %g\n", got[3]);
    cudaGraphExecDestroy(e);
    cudaGraphDestroy(g);
    cudaStreamDestroy(s);
    cudaFree(d);
}

// Tests that a matrix which reaches past its allocation is a fault, like a kernel's access there.
static void outside(cublasHandle_t h)
{
    float one = 1, *d;
    cudaMalloc(&d, 60);
    cublasStatus_t s =
        cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, d, 4, d, 4, &one, d, 4);
    printf("%s %s\n", cublasGetStatusName(s), cudaGetErrorName(cudaDeviceSynchronize()));
}

int main(int argc, char **argv)
{
    cublasHandle_t h;
    CALL(cublasCreate, &h);
    if (argc > 1) {
        strcmp(argv[1], "errors") == 0  ? errors(h)
        : strcmp(argv[1], "graph") == 0 ? graph(h)
                                        : outside(h);
        return 0;
    }
    for (int i = 0; i < 120; i++) {
        products<float>(h, i % 3);
        products<double>(h, i % 3);
        matrix_vector<float>(h);
        matrix_vector<double>(h);
        matrix_sum<float>(h);
        matrix_sum<double>(h);
        vectors<float>(h);
        vectors<double>(h);
    }
    for (int i = 0; i < 30; i++) {
        mixed<__half, __half, __half>(h, i % 3, CUBLAS_COMPUTE_16F, CUDA_R_16F, CUDA_R_16F);
        mixed<__half, __half, float>(h, i % 3, CUBLAS_COMPUTE_32F, CUDA_R_16F, CUDA_R_16F);
        mixed<__half, float, float>(h, i % 3, CUBLAS_COMPUTE_32F_PEDANTIC, CUDA_R_16F, CUDA_R_32F);
#ifdef HAVE_BFLOAT16
        mixed<__nv_bfloat16, __nv_bfloat16, float>(h, i % 3, CUBLAS_COMPUTE_32F, CUDA_R_16BF,
                                                   CUDA_R_16BF);
        mixed<__nv_bfloat16, float, float>(h, i % 3, CUBLAS_COMPUTE_32F, CUDA_R_16BF, CUDA_R_32F);
#endif
        mixed<int8_t, int32_t, int32_t>(h, i % 3, CUBLAS_COMPUTE_32I, CUDA_R_8I, CUDA_R_32I);
        mixed<int8_t, float, float>(h, i % 3, CUBLAS_COMPUTE_32F, CUDA_R_8I, CUDA_R_32F);
        mixed<float, float, float>(h, i % 3, CUBLAS_COMPUTE_32F_FAST_TF32, CUDA_R_32F, CUDA_R_32F);
        mixed<double, double, double>(h, i % 3, CUBLAS_COMPUTE_64F, CUDA_R_64F, CUDA_R_64F);
    }
    halves(h);
    copies();
    CALL(cublasDestroy, h);
    printf("%d differ of %s\n", (int)differ, compared > 100000 ? "more than 100000" : "too few");
    return differ != 0;
}
