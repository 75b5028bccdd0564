// cublas_real.h: cuBLAS's calls for one type of number. cublas.c includes it for float and for double, with
//   REAL   the type, FORMAT its format                  BLAS(gemv)   the host's routine, sgemv_
//   CU(gemm), CUI(amax)   cuBLAS's names, cublasSgemm and cublasIsamax        FN(name)   a name of this file's own
// and it has no guard. Arrays are in column-major order, (rows, columns) in their comments.

void BLAS(gemv)(const char *, const int *, const int *, const REAL *, const REAL *, const int *,
                const REAL *, const int *, const REAL *, REAL *, const int *);
void BLAS(ger)(const int *, const int *, const REAL *, const REAL *, const int *, const REAL *,
               const int *, REAL *, const int *);
void BLAS(axpy)(const int *, const REAL *, const REAL *, const int *, REAL *, const int *);
void BLAS(scal)(const int *, const REAL *, REAL *, const int *);
void BLAS(copy)(const int *, const REAL *, const int *, REAL *, const int *);
void BLAS(swap)(const int *, REAL *, const int *, REAL *, const int *);
REAL BLAS(dot)(const int *, const REAL *, const int *, const REAL *, const int *);
REAL BLAS(nrm2)(const int *, const REAL *, const int *);
REAL BLAS(asum)(const int *, const REAL *, const int *);

// NOLINTBEGIN(readability-non-const-parameter): cuBLAS has declared them

// ---- Matrix products -----------------------------------------------------------------------------------------

cublasStatus_t CU(gemm)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                        int m, int n, int k, const REAL *alpha, const REAL *A, int lda,
                        const REAL *B, int ldb, const REAL *beta, REAL *C, int ldc)
{
    return gemm(handle, __func__, transa, transb, m, n, k, FORMAT, alpha, beta, 1, false,
                (Matrices){.at = A, .ld = lda, .of = FORMAT},
                (Matrices){.at = B, .ld = ldb, .of = FORMAT},
                (Matrices){.at = C, .ld = ldc, .of = FORMAT});
}

cublasStatus_t CU(gemmStridedBatched)(cublasHandle_t handle, cublasOperation_t transa,
                                      cublasOperation_t transb, int m, int n, int k,
                                      const REAL *alpha, const REAL *A, int lda, long long strideA,
                                      const REAL *B, int ldb, long long strideB, const REAL *beta,
                                      REAL *C, int ldc, long long strideC, int batchCount)
{
    return gemm(handle, __func__, transa, transb, m, n, k, FORMAT, alpha, beta, batchCount, false,
                (Matrices){.at = A, .ld = lda, .of = FORMAT, .stride = strideA},
                (Matrices){.at = B, .ld = ldb, .of = FORMAT, .stride = strideB},
                (Matrices){.at = C, .ld = ldc, .of = FORMAT, .stride = strideC});
}

cublasStatus_t CU(gemmBatched)(cublasHandle_t handle, cublasOperation_t transa,
                               cublasOperation_t transb, int m, int n, int k, const REAL *alpha,
                               const REAL *const Aarray[], int lda, const REAL *const Barray[],
                               int ldb, const REAL *beta, REAL *const Carray[], int ldc,
                               int batchCount)
{
    return gemm(handle, __func__, transa, transb, m, n, k, FORMAT, alpha, beta, batchCount, true,
                (Matrices){.at = Aarray, .ld = lda, .of = FORMAT},
                (Matrices){.at = Barray, .ld = ldb, .of = FORMAT},
                (Matrices){.at = Carray, .ld = ldc, .of = FORMAT});
}

// ---- A matrix and vectors ------------------------------------------------------------------------------------

// y = alpha op(A) x + beta y; or, for ger, A += alpha x y'.
typedef struct {
    const char *call;
    char op;
    Matrices a;
    int incx, incy;
    Scalar alpha, beta;
    const REAL *x, *y;
} FN(Gemv);

static void FN(run_gemv)(const void *args)
{
    const FN(Gemv) *w = args;
    double of_ax, of_y;
    if (!value(&of_ax, w->call, "alpha", w->alpha) || !value(&of_y, w->call, "beta", w->beta))
        return;
    const REAL alpha = (REAL)of_ax, beta = (REAL)of_y;
    bool plain = w->op == 'N';
    int m = w->a.rows, n = w->a.columns;
    const REAL *a = elements(w->call, "A", w->a.at, matrix_size(&w->a), FORMAT, false);
    const REAL *x =
        elements(w->call, "x", w->x, vector_size(plain ? n : m, w->incx), FORMAT, false);
    REAL *y = elements(w->call, "y", w->y, vector_size(plain ? m : n, w->incy), FORMAT, true);
    if (a && x && y)
        BLAS(gemv)(&w->op, &m, &n, &alpha, a, &w->a.ld, x, &w->incx, &beta, y, &w->incy);
}

cublasStatus_t CU(gemv)(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                        const REAL *alpha, const REAL *A, int lda, const REAL *x, int incx,
                        const REAL *beta, REAL *y, int incy)
{
    CHECK(handle, NOT_INITIALIZED);
    Matrices a = {.at = A, .ld = lda};
    CHECK(letter(trans) && m >= 0 && n >= 0 && take_shape(&a, m, n), INVALID_VALUE);
    CHECK(incx && incy && alpha && beta, INVALID_VALUE);
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    const Scalar of_ax = scalar(handle, alpha, FORMAT), of_y = scalar(handle, beta, FORMAT);
    const FN(Gemv) w = {__func__, letter(trans), a, incx, incy, of_ax, of_y, x, y};
    return submit(handle, FN(run_gemv), &w, sizeof w);
}

static void FN(run_ger)(const void *args)
{
    const FN(Gemv) *w = args;
    double of_xy;
    if (!value(&of_xy, w->call, "alpha", w->alpha))
        return;
    const REAL alpha = (REAL)of_xy;
    int m = w->a.rows, n = w->a.columns;
    const REAL *x = elements(w->call, "x", w->x, vector_size(m, w->incx), FORMAT, false);
    const REAL *y = elements(w->call, "y", w->y, vector_size(n, w->incy), FORMAT, false);
    REAL *a = elements(w->call, "A", w->a.at, matrix_size(&w->a), FORMAT, true);
    if (x && y && a)
        BLAS(ger)(&m, &n, &alpha, x, &w->incx, y, &w->incy, a, &w->a.ld);
}

cublasStatus_t CU(ger)(cublasHandle_t handle, int m, int n, const REAL *alpha, const REAL *x,
                       int incx, const REAL *y, int incy, REAL *A, int lda)
{
    CHECK(handle, NOT_INITIALIZED);
    Matrices a = {.at = A, .ld = lda};
    CHECK(m >= 0 && n >= 0 && incx && incy && take_shape(&a, m, n) && alpha, INVALID_VALUE);
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    const FN(Gemv)
        w = {__func__, 'N', a, incx, incy, scalar(handle, alpha, FORMAT), (Scalar){0}, x, y};
    return submit(handle, FN(run_ger), &w, sizeof w);
}

// A sum of matrices: C = alpha op(A) + beta op(B).
typedef struct {
    const char *call;
    bool flip_a, flip_b; // the operation is a transpose
    Scalar alpha, beta;
    Matrices a, b, c;
} FN(Geam);

static void FN(run_geam)(const void *args)
{
    const FN(Geam) *w = args;
    double of_a, of_b;
    if (!value(&of_a, w->call, "alpha", w->alpha) || !value(&of_b, w->call, "beta", w->beta))
        return;
    const REAL *a = NULL, *b = NULL;
    // What is multiplied by 0 is not read. C may be A or B, where these are not transposed.
    if (of_a != 0 && !(a = elements(w->call, "A", w->a.at, matrix_size(&w->a), FORMAT, false)))
        return;
    if (of_b != 0 && !(b = elements(w->call, "B", w->b.at, matrix_size(&w->b), FORMAT, false)))
        return;
    REAL *c = elements(w->call, "C", w->c.at, matrix_size(&w->c), FORMAT, true);
    for (int j = 0; c && j < w->c.columns; j++)
        for (int i = 0; i < w->c.rows; i++) {
            REAL sum = 0;
            if (a)
                sum += (REAL)of_a * a[w->flip_a ? place(&w->a, j, i) : place(&w->a, i, j)];
            if (b)
                sum += (REAL)of_b * b[w->flip_b ? place(&w->b, j, i) : place(&w->b, i, j)];
            c[place(&w->c, i, j)] = sum;
        }
}

cublasStatus_t CU(geam)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                        int m, int n, const REAL *alpha, const REAL *A, int lda, const REAL *beta,
                        const REAL *B, int ldb, REAL *C, int ldc)
{
    CHECK(handle, NOT_INITIALIZED);
    CHECK(letter(transa) && letter(transb) && alpha && beta && m >= 0 && n >= 0, INVALID_VALUE);
    FN(Geam)
    w = {.call = __func__,
         .flip_a = letter(transa) == 'T',
         .flip_b = letter(transb) == 'T',
         .alpha = scalar(handle, alpha, FORMAT),
         .beta = scalar(handle, beta, FORMAT),
         .a = {.at = A, .ld = lda},
         .b = {.at = B, .ld = ldb},
         .c = {.at = C, .ld = ldc}};
    CHECK(take_shape(&w.a, w.flip_a ? n : m, w.flip_a ? m : n) &&
              take_shape(&w.b, w.flip_b ? n : m, w.flip_b ? m : n) && take_shape(&w.c, m, n) &&
              !(C == A && (w.flip_a || lda != ldc)) && !(C == B && (w.flip_b || ldb != ldc)),
          INVALID_VALUE);
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    return submit(handle, FN(run_geam), &w, sizeof w);
}

#include "cublas_vectors.h"

// NOLINTEND(readability-non-const-parameter)

#undef REAL
#undef FORMAT
#undef BLAS
#undef CU
#undef CUI
#undef FN
