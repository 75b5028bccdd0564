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

// C = alpha op(A) op(B) + beta C, `count` times: op(A) is (m, k), op(B) (k, n), C (m, n). The matrices of the i-th lie i strides
// behind the first ones, or their addresses are the i-th of lists.
typedef struct {
    const char *call;
    char op_a, op_b;
    int m, n, k, lda, ldb, ldc, count;
    Scalar alpha, beta;
    bool listed; // a, b and c are lists of addresses, on the device
    const void *a, *b;
    void *c;
    long long stride_a, stride_b, stride_c; // elements
} FN(Gemm);

// Matrix i of those at p.
static const void *FN(matrix)(const FN(Gemm) * w, const char *what, const void *p, long long stride,
                              int i)
{
    if (!w->listed)
        return (const REAL *)p + stride * i;
    const void *const *list =
        sim_library_bytes(w->call, what, p, ((size_t)i + 1) * sizeof p, false);
    return list ? list[i] : NULL;
}

static void FN(run_gemm)(const void *args)
{
    const FN(Gemm) *w = args;
    REAL alpha, beta;
    if (!FN(value)(&alpha, w->call, "alpha", w->alpha) ||
        !FN(value)(&beta, w->call, "beta", w->beta))
        return;
    size_t size_a =
        w->op_a == 'N' ? matrix_size(w->m, w->k, w->lda) : matrix_size(w->k, w->m, w->lda);
    size_t size_b =
        w->op_b == 'N' ? matrix_size(w->k, w->n, w->ldb) : matrix_size(w->n, w->k, w->ldb);
    size_t size_c = matrix_size(w->m, w->n, w->ldc);
    for (int i = 0; size_c && i < w->count; i++) {
        const void *at_a = FN(matrix)(w, "the list of A", w->a, w->stride_a, i);
        const void *at_b = FN(matrix)(w, "the list of B", w->b, w->stride_b, i);
        const void *at_c = FN(matrix)(w, "the list of C", w->c, w->stride_c, i);
        if (!at_a || !at_b || !at_c)
            return;
        // Without a term A B nothing of A and B is read, and they may be anywhere.
        const REAL *a = size_a ? FN(bytes)(w->call, "A", at_a, size_a, false) : &alpha;
        const REAL *b = size_b ? FN(bytes)(w->call, "B", at_b, size_b, false) : &alpha;
        REAL *c = FN(bytes)(w->call, "C", at_c, size_c, true);
        if (!a || !b || !c)
            return;
        BLAS(gemm)
        (&w->op_a, &w->op_b, &w->m, &w->n, &w->k, &alpha, a, &w->lda, b, &w->ldb, &beta, c,
         &w->ldc);
    }
}

static cublasStatus_t FN(gemm)(cublasHandle_t handle, cublasOperation_t op_a,
                               cublasOperation_t op_b, const REAL *alpha, const REAL *beta,
                               FN(Gemm) w)
{
    w.op_a = letter(op_a);
    w.op_b = letter(op_b);
    CHECK(handle, NOT_INITIALIZED);
    CHECK(w.op_a && w.op_b && w.m >= 0 && w.n >= 0 && w.k >= 0 && w.count >= 0, INVALID_VALUE);
    CHECK(w.lda >= at_least_1(w.op_a == 'N' ? w.m : w.k), INVALID_VALUE);
    CHECK(w.ldb >= at_least_1(w.op_b == 'N' ? w.k : w.n), INVALID_VALUE);
    CHECK(w.ldc >= at_least_1(w.m) && alpha && beta, INVALID_VALUE);
    w.alpha = FN(scalar)(handle, alpha);
    w.beta = FN(scalar)(handle, beta);
    return submit(handle, FN(run_gemm), &w, sizeof w);
}

cublasStatus_t CU(gemm)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                        int m, int n, int k, const REAL *alpha, const REAL *A, int lda,
                        const REAL *B, int ldb, const REAL *beta, REAL *C, int ldc)
{
    return FN(gemm)(handle, transa, transb, alpha, beta,
                    (FN(Gemm)){.call = __func__,
                               .m = m,
                               .n = n,
                               .k = k,
                               .a = A,
                               .lda = lda,
                               .b = B,
                               .ldb = ldb,
                               .c = C,
                               .ldc = ldc,
                               .count = 1});
}

cublasStatus_t CU(gemmStridedBatched)(cublasHandle_t handle, cublasOperation_t transa,
                                      cublasOperation_t transb, int m, int n, int k,
                                      const REAL *alpha, const REAL *A, int lda, long long strideA,
                                      const REAL *B, int ldb, long long strideB, const REAL *beta,
                                      REAL *C, int ldc, long long strideC, int batchCount)
{
    return FN(gemm)(handle, transa, transb, alpha, beta,
                    (FN(Gemm)){.call = __func__,
                               .m = m,
                               .n = n,
                               .k = k,
                               .a = A,
                               .lda = lda,
                               .stride_a = strideA,
                               .b = B,
                               .ldb = ldb,
                               .stride_b = strideB,
                               .c = C,
                               .ldc = ldc,
                               .stride_c = strideC,
                               .count = batchCount});
}

cublasStatus_t CU(gemmBatched)(cublasHandle_t handle, cublasOperation_t transa,
                               cublasOperation_t transb, int m, int n, int k, const REAL *alpha,
                               const REAL *const Aarray[], int lda, const REAL *const Barray[],
                               int ldb, const REAL *beta, REAL *const Carray[], int ldc,
                               int batchCount)
{
    return FN(gemm)(handle, transa, transb, alpha, beta,
                    (FN(Gemm)){.call = __func__,
                               .m = m,
                               .n = n,
                               .k = k,
                               .a = Aarray,
                               .lda = lda,
                               .b = Barray,
                               .ldb = ldb,
                               .c = (void *)(uintptr_t)Carray,
                               .ldc = ldc,
                               .listed = true,
                               .count = batchCount});
}

// ---- A matrix and vectors ------------------------------------------------------------------------------------

// y = alpha op(A) x + beta y for A (m, n); or, for ger, A += alpha x y'.
typedef struct {
    const char *call;
    char op;
    int m, n, lda, incx, incy;
    Scalar alpha, beta;
    const REAL *a, *x, *y; // what is read,
    REAL *to;              // and what is written: y of gemv, A of ger
} FN(Gemv);

static void FN(run_gemv)(const void *args)
{
    const FN(Gemv) *w = args;
    REAL alpha, beta;
    if (!FN(value)(&alpha, w->call, "alpha", w->alpha) ||
        !FN(value)(&beta, w->call, "beta", w->beta))
        return;
    bool plain = w->op == 'N';
    const REAL *a = FN(bytes)(w->call, "A", w->a, matrix_size(w->m, w->n, w->lda), false);
    const REAL *x = FN(bytes)(w->call, "x", w->x, vector_size(plain ? w->n : w->m, w->incx), false);
    REAL *y = FN(bytes)(w->call, "y", w->to, vector_size(plain ? w->m : w->n, w->incy), true);
    if (a && x && y)
        BLAS(gemv)(&w->op, &w->m, &w->n, &alpha, a, &w->lda, x, &w->incx, &beta, y, &w->incy);
}

cublasStatus_t CU(gemv)(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                        const REAL *alpha, const REAL *A, int lda, const REAL *x, int incx,
                        const REAL *beta, REAL *y, int incy)
{
    CHECK(handle, NOT_INITIALIZED);
    CHECK(letter(trans) && m >= 0 && n >= 0 && lda >= at_least_1(m), INVALID_VALUE);
    CHECK(incx && incy && alpha && beta, INVALID_VALUE);
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    FN(Gemv)
    w = {.call = __func__,
         .op = letter(trans),
         .m = m,
         .n = n,
         .lda = lda,
         .incx = incx,
         .incy = incy,
         .a = A,
         .x = x,
         .alpha = FN(scalar)(handle, alpha),
         .beta = FN(scalar)(handle, beta)};
    w.to = y;
    return submit(handle, FN(run_gemv), &w, sizeof w);
}

static void FN(run_ger)(const void *args)
{
    const FN(Gemv) *w = args;
    REAL alpha;
    if (!FN(value)(&alpha, w->call, "alpha", w->alpha))
        return;
    const REAL *x = FN(bytes)(w->call, "x", w->x, vector_size(w->m, w->incx), false);
    const REAL *y = FN(bytes)(w->call, "y", w->y, vector_size(w->n, w->incy), false);
    REAL *a = FN(bytes)(w->call, "A", w->to, matrix_size(w->m, w->n, w->lda), true);
    if (x && y && a)
        BLAS(ger)(&w->m, &w->n, &alpha, x, &w->incx, y, &w->incy, a, &w->lda);
}

cublasStatus_t CU(ger)(cublasHandle_t handle, int m, int n, const REAL *alpha, const REAL *x,
                       int incx, const REAL *y, int incy, REAL *A, int lda)
{
    CHECK(handle, NOT_INITIALIZED);
    CHECK(m >= 0 && n >= 0 && incx && incy && lda >= at_least_1(m) && alpha, INVALID_VALUE);
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    FN(Gemv)
    w = {.call = __func__,
         .m = m,
         .n = n,
         .lda = lda,
         .incx = incx,
         .incy = incy,
         .x = x,
         .y = y,
         .alpha = FN(scalar)(handle, alpha)};
    w.to = A;
    return submit(handle, FN(run_ger), &w, sizeof w);
}

// ---- Vectors -------------------------------------------------------------------------------------------------

// Vectors of n elements; what becomes of them is `does`.
typedef struct {
    const char *call;
    enum {
        FN(AXPY),
        FN(SCAL),
        FN(COPY),
        FN(SWAP),
        FN(DOT),
        FN(NRM2),
        FN(ASUM),
        FN(AMAX),
        FN(AMIN)
    } does;
    int n, incx, incy;
    Scalar alpha;
    const REAL *x, *y; // what is only read; NULL if it is written,
    REAL *to_x, *to_y; // which these are. y, to_y: both NULL if there is one vector
    void *result;      // (result_size) bytes, NULL if there is none
    size_t result_size;
    bool device; // where it is
} FN(Vectors);

// The first element of the largest or smallest magnitude, counted from 1.
static int FN(extreme)(int n, const REAL *x, int inc, bool largest)
{
    int best = 0;
    for (int i = 1; i < n; i++) {
        REAL a = x[(size_t)i * (size_t)inc], b = x[(size_t)best * (size_t)inc];
        a = a < 0 ? -a : a, b = b < 0 ? -b : b;
        if (largest ? a > b : a < b)
            best = i;
    }
    return n > 0 && inc > 0 ? best + 1 : 0;
}

static void FN(run_vectors)(const void *args)
{
    const FN(Vectors) *w = args;
    const REAL *from_x = w->to_x ? w->to_x : w->x, *from_y = w->to_y ? w->to_y : w->y;
    REAL alpha, none = 0;
    if (!FN(value)(&alpha, w->call, "alpha", w->alpha))
        return;
    // Of no elements nothing is read.
    REAL *x = &none, *y = &none;
    if (w->n > 0)
        x = FN(bytes)(w->call, "x", from_x, vector_size(w->n, w->incx), w->to_x != NULL);
    if (w->n > 0 && from_y)
        y = FN(bytes)(w->call, "y", from_y, vector_size(w->n, w->incy), w->to_y != NULL);
    void *result = w->device && w->result
                       ? sim_library_bytes(w->call, "the result", w->result, w->result_size, true)
                       : w->result;
    if (!x || !y || (w->result && !result))
        return;
    switch (w->does) {
    case FN(AXPY): BLAS(axpy)(&w->n, &alpha, x, &w->incx, y, &w->incy); break;
    case FN(SCAL): BLAS(scal)(&w->n, &alpha, x, &w->incx); break;
    case FN(COPY): BLAS(copy)(&w->n, x, &w->incx, y, &w->incy); break;
    case FN(SWAP): BLAS(swap)(&w->n, x, &w->incx, y, &w->incy); break;
    case FN(DOT): *(REAL *)result = BLAS(dot)(&w->n, x, &w->incx, y, &w->incy); break;
    case FN(NRM2): *(REAL *)result = BLAS(nrm2)(&w->n, x, &w->incx); break;
    case FN(ASUM): *(REAL *)result = BLAS(asum)(&w->n, x, &w->incx); break;
    case FN(AMAX):
    case FN(AMIN): *(int *)result = FN(extreme)(w->n, x, w->incx, w->does == FN(AMAX)); break;
    }
}

// alpha, y and result: NULL if the work has none.
static cublasStatus_t FN(vectors)(cublasHandle_t handle, const REAL *alpha, FN(Vectors) w)
{
    CHECK(handle, NOT_INITIALIZED);
    if (alpha)
        w.alpha = FN(scalar)(handle, alpha);
    w.device = handle->pointers == CUBLAS_POINTER_MODE_DEVICE;
    if (w.n <= 0 && !w.result)
        return CUBLAS_STATUS_SUCCESS;
    return submit(handle, FN(run_vectors), &w, sizeof w);
}

cublasStatus_t CU(axpy)(cublasHandle_t handle, int n, const REAL *alpha, const REAL *x, int incx,
                        REAL *y, int incy)
{
    CHECK(alpha, INVALID_VALUE);
    return FN(vectors)(handle, alpha,
                       (FN(Vectors)){.call = __func__,
                                     .does = FN(AXPY),
                                     .n = n,
                                     .x = x,
                                     .incx = incx,
                                     .to_y = y,
                                     .incy = incy});
}

cublasStatus_t CU(scal)(cublasHandle_t handle, int n, const REAL *alpha, REAL *x, int incx)
{
    CHECK(alpha, INVALID_VALUE);
    return FN(vectors)(
        handle, alpha,
        (FN(Vectors)){.call = __func__, .does = FN(SCAL), .n = n, .to_x = x, .incx = incx});
}

cublasStatus_t CU(copy)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *y, int incy)
{
    return FN(vectors)(handle, NULL,
                       (FN(Vectors)){.call = __func__,
                                     .does = FN(COPY),
                                     .n = n,
                                     .x = x,
                                     .incx = incx,
                                     .to_y = y,
                                     .incy = incy});
}

cublasStatus_t CU(swap)(cublasHandle_t handle, int n, REAL *x, int incx, REAL *y, int incy)
{
    return FN(vectors)(handle, NULL,
                       (FN(Vectors)){.call = __func__,
                                     .does = FN(SWAP),
                                     .n = n,
                                     .to_x = x,
                                     .incx = incx,
                                     .to_y = y,
                                     .incy = incy});
}

cublasStatus_t CU(dot)(cublasHandle_t handle, int n, const REAL *x, int incx, const REAL *y,
                       int incy, REAL *result)
{
    CHECK(result, INVALID_VALUE);
    return FN(vectors)(handle, NULL,
                       (FN(Vectors)){.call = __func__,
                                     .does = FN(DOT),
                                     .n = n,
                                     .x = x,
                                     .incx = incx,
                                     .y = y,
                                     .incy = incy,
                                     .result = result,
                                     .result_size = sizeof *result});
}

// One vector, whose measure is the result. Without a step forward it has no elements.
static cublasStatus_t FN(measure)(cublasHandle_t handle, FN(Vectors) w)
{
    CHECK(w.result, INVALID_VALUE);
    w.n = w.incx > 0 ? w.n : 0;
    return FN(vectors)(handle, NULL, w);
}

cublasStatus_t CU(nrm2)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *result)
{
    return FN(measure)(handle, (FN(Vectors)){.call = __func__,
                                             .does = FN(NRM2),
                                             .n = n,
                                             .x = x,
                                             .incx = incx,
                                             .result = result,
                                             .result_size = sizeof *result});
}

cublasStatus_t CU(asum)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *result)
{
    return FN(measure)(handle, (FN(Vectors)){.call = __func__,
                                             .does = FN(ASUM),
                                             .n = n,
                                             .x = x,
                                             .incx = incx,
                                             .result = result,
                                             .result_size = sizeof *result});
}

cublasStatus_t CUI(amax)(cublasHandle_t handle, int n, const REAL *x, int incx, int *result)
{
    return FN(measure)(handle, (FN(Vectors)){.call = __func__,
                                             .does = FN(AMAX),
                                             .n = n,
                                             .x = x,
                                             .incx = incx,
                                             .result = result,
                                             .result_size = sizeof *result});
}

cublasStatus_t CUI(amin)(cublasHandle_t handle, int n, const REAL *x, int incx, int *result)
{
    return FN(measure)(handle, (FN(Vectors)){.call = __func__,
                                             .does = FN(AMIN),
                                             .n = n,
                                             .x = x,
                                             .incx = incx,
                                             .result = result,
                                             .result_size = sizeof *result});
}

#undef REAL
#undef BLAS
#undef CU
#undef CUI
#undef FN
