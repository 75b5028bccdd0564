// cublas_real.h: cuBLAS's calls for one type of number. cublas.c includes it for float and for double, with
//   REAL   the type                  BLAS(gemm)   the host's routine, sgemm_
//   CU(gemm), CUI(amax)   cuBLAS's names, cublasSgemm and cublasIsamax        FN(name)   a name of this file's own
// and it has no guard. Arrays are in column-major order, (rows, columns) in their comments.

void BLAS(gemm)(const char *, const char *, const int *, const int *, const int *, const REAL *,
                const REAL *, const int *, const REAL *, const int *, const REAL *, REAL *,
                const int *);
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

static Scalar FN(scalar)(cublasHandle_t handle, const REAL *at)
{
    bool device = handle->pointers == CUBLAS_POINTER_MODE_DEVICE;
    return (Scalar){device ? 0 : (double)*at, device ? at : NULL};
}

// Takes the scalar's value; false if it is where the device has no memory.
static bool FN(value)(REAL *out, const char *call, const char *what, Scalar s)
{
    const REAL *at = s.at ? sim_library_bytes(call, what, s.at, sizeof *at, false) : NULL;
    *out = at ? *at : (REAL)s.value;
    return at || !s.at;
}

// `n` elements that a call reads or writes.
static REAL *FN(bytes)(const char *call, const char *what, const void *p, size_t n, bool written)
{
    return sim_library_bytes(call, what, p, n * sizeof(REAL), written);
}

// ---- Matrix products -----------------------------------------------------------------------------------------

// C = alpha op(A) op(B) + beta C, `count` times: op(A) is (m, k), op(B) (k, n), C (m, n).
typedef struct {
    const char *call;
    char op_a, op_b;
    int m, n, k, count;
    Scalar alpha, beta;
    bool listed; // the matrices' addresses are lists, on the device
    Matrices a, b, c;
} FN(Gemm);

// Returns the address of matrix i.
static const void *FN(matrix)(const FN(Gemm) * w, const char *what, Matrices p, int i)
{
    if (!w->listed)
        return (const REAL *)p.at + p.stride * i;
    const void *const *list =
        sim_library_bytes(w->call, what, p.at, ((size_t)i + 1) * sizeof p.at, false);
    return list ? list[i] : NULL;
}

static void FN(run_gemm)(const void *args)
{
    const FN(Gemm) *w = args;
    REAL alpha, beta;
    if (!FN(value)(&alpha, w->call, "alpha", w->alpha) ||
        !FN(value)(&beta, w->call, "beta", w->beta))
        return;
    size_t size_a = matrix_size(&w->a), size_b = matrix_size(&w->b), size_c = matrix_size(&w->c);
    for (int i = 0; size_c && i < w->count; i++) {
        const void *at_a = FN(matrix)(w, "the list of A", w->a, i);
        const void *at_b = FN(matrix)(w, "the list of B", w->b, i);
        const void *at_c = FN(matrix)(w, "the list of C", w->c, i);
        if (!at_a || !at_b || !at_c)
            return;
        // Without a term A B nothing of A and B is read, and they may be anywhere.
        const REAL *a = size_a ? FN(bytes)(w->call, "A", at_a, size_a, false) : &alpha;
        const REAL *b = size_b ? FN(bytes)(w->call, "B", at_b, size_b, false) : &alpha;
        REAL *c = FN(bytes)(w->call, "C", at_c, size_c, true);
        if (!a || !b || !c)
            return;
        BLAS(gemm)
        (&w->op_a, &w->op_b, &w->m, &w->n, &w->k, &alpha, a, &w->a.ld, b, &w->b.ld, &beta, c,
         &w->c.ld);
    }
}

static cublasStatus_t FN(gemm)(cublasHandle_t handle, const char *call, cublasOperation_t op_a,
                               cublasOperation_t op_b, int m, int n, int k, const REAL *alpha,
                               const REAL *beta, int count, bool listed, Matrices a, Matrices b,
                               Matrices c)
{
    bool plain_a = letter(op_a) == 'N', plain_b = letter(op_b) == 'N';
    CHECK(handle, NOT_INITIALIZED);
    CHECK(letter(op_a) && letter(op_b) && m >= 0 && n >= 0 && k >= 0 && count >= 0, INVALID_VALUE);
    CHECK(take_shape(&a, plain_a ? m : k, plain_a ? k : m), INVALID_VALUE);
    CHECK(take_shape(&b, plain_b ? k : n, plain_b ? n : k), INVALID_VALUE);
    CHECK(take_shape(&c, m, n) && alpha && beta, INVALID_VALUE);
    const Scalar of_ab = FN(scalar)(handle, alpha), of_c = FN(scalar)(handle, beta);
    const FN(Gemm)
        w = {call, letter(op_a), letter(op_b), m, n, k, count, of_ab, of_c, listed, a, b, c};
    return submit(handle, FN(run_gemm), &w, sizeof w);
}

cublasStatus_t CU(gemm)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                        int m, int n, int k, const REAL *alpha, const REAL *A, int lda,
                        const REAL *B, int ldb, const REAL *beta, REAL *C, int ldc)
{
    return FN(gemm)(handle, __func__, transa, transb, m, n, k, alpha, beta, 1, false,
                    (Matrices){.at = A, .ld = lda}, (Matrices){.at = B, .ld = ldb},
                    (Matrices){.at = C, .ld = ldc});
}

cublasStatus_t CU(gemmStridedBatched)(cublasHandle_t handle, cublasOperation_t transa,
                                      cublasOperation_t transb, int m, int n, int k,
                                      const REAL *alpha, const REAL *A, int lda, long long strideA,
                                      const REAL *B, int ldb, long long strideB, const REAL *beta,
                                      REAL *C, int ldc, long long strideC, int batchCount)
{
    return FN(gemm)(handle, __func__, transa, transb, m, n, k, alpha, beta, batchCount, false,
                    (Matrices){.at = A, .ld = lda, .stride = strideA},
                    (Matrices){.at = B, .ld = ldb, .stride = strideB},
                    (Matrices){.at = C, .ld = ldc, .stride = strideC});
}

cublasStatus_t CU(gemmBatched)(cublasHandle_t handle, cublasOperation_t transa,
                               cublasOperation_t transb, int m, int n, int k, const REAL *alpha,
                               const REAL *const Aarray[], int lda, const REAL *const Barray[],
                               int ldb, const REAL *beta, REAL *const Carray[], int ldc,
                               int batchCount)
{
    return FN(gemm)(handle, __func__, transa, transb, m, n, k, alpha, beta, batchCount, true,
                    (Matrices){.at = Aarray, .ld = lda}, (Matrices){.at = Barray, .ld = ldb},
                    (Matrices){.at = Carray, .ld = ldc});
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
    REAL alpha, beta;
    if (!FN(value)(&alpha, w->call, "alpha", w->alpha) ||
        !FN(value)(&beta, w->call, "beta", w->beta))
        return;
    bool plain = w->op == 'N';
    int m = w->a.rows, n = w->a.columns;
    const REAL *a = FN(bytes)(w->call, "A", w->a.at, matrix_size(&w->a), false);
    const REAL *x = FN(bytes)(w->call, "x", w->x, vector_size(plain ? n : m, w->incx), false);
    REAL *y = FN(bytes)(w->call, "y", w->y, vector_size(plain ? m : n, w->incy), true);
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
    const Scalar of_ax = FN(scalar)(handle, alpha), of_y = FN(scalar)(handle, beta);
    const FN(Gemv) w = {__func__, letter(trans), a, incx, incy, of_ax, of_y, x, y};
    return submit(handle, FN(run_gemv), &w, sizeof w);
}

static void FN(run_ger)(const void *args)
{
    const FN(Gemv) *w = args;
    REAL alpha;
    if (!FN(value)(&alpha, w->call, "alpha", w->alpha))
        return;
    int m = w->a.rows, n = w->a.columns;
    const REAL *x = FN(bytes)(w->call, "x", w->x, vector_size(m, w->incx), false);
    const REAL *y = FN(bytes)(w->call, "y", w->y, vector_size(n, w->incy), false);
    REAL *a = FN(bytes)(w->call, "A", w->a.at, matrix_size(&w->a), true);
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
    const FN(Gemv) w = {__func__, 'N', a, incx, incy, FN(scalar)(handle, alpha), {0, NULL}, x, y};
    return submit(handle, FN(run_ger), &w, sizeof w);
}

#include "cublas_vectors.h"

// NOLINTEND(readability-non-const-parameter)

#undef REAL
#undef BLAS
#undef CU
#undef CUI
#undef FN
