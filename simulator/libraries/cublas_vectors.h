// cublas_vectors.h: the calls for vectors. cublas_real.h, which explains REAL, BLAS and the like, includes it for each type of number.

// Vectors of n elements.
typedef struct {
    const char *call;
    VectorWork does;
    int n;
    Scalar alpha;
    Vector x, y;  // y.at: NULL if there is one vector
    void *result; // an element, or for AMAX and AMIN an int; NULL if there is none
    bool device;  // where it is
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
    const int incx = w->x.inc, incy = w->y.inc;
    double factor;
    if (!value(&factor, w->call, "alpha", w->alpha))
        return;
    REAL alpha = (REAL)factor, none = 0;
    // Of no elements nothing is read.
    REAL *x = &none, *y = &none;
    if (w->n > 0)
        x = elements(w->call, "x", w->x.at, vector_size(w->n, incx), FORMAT, w->x.written);
    if (w->n > 0 && w->y.at)
        y = elements(w->call, "y", w->y.at, vector_size(w->n, incy), FORMAT, w->y.written);
    size_t result_size = sizeof(REAL);
    if (w->does >= AMAX)
        result_size = sizeof(int);
    void *result = w->device && w->result
                       ? sim_library_bytes(w->call, "the result", w->result, result_size, true)
                       : w->result;
    if (!x || !y || (w->result && !result))
        return;
    switch (w->does) {
    case AXPY: BLAS(axpy)(&w->n, &alpha, x, &incx, y, &incy); break;
    case SCAL: BLAS(scal)(&w->n, &alpha, x, &incx); break;
    case COPY: BLAS(copy)(&w->n, x, &incx, y, &incy); break;
    case SWAP: BLAS(swap)(&w->n, x, &incx, y, &incy); break;
    case DOT: *(REAL *)result = BLAS(dot)(&w->n, x, &incx, y, &incy); break;
    case NRM2: *(REAL *)result = BLAS(nrm2)(&w->n, x, &incx); break;
    case ASUM: *(REAL *)result = BLAS(asum)(&w->n, x, &incx); break;
    case AMAX:
    case AMIN: *(int *)result = FN(extreme)(w->n, x, incx, w->does == AMAX); break;
    }
}

// alpha, y.at and result: NULL if the work has none.
static cublasStatus_t FN(vectors)(cublasHandle_t handle, const char *call, VectorWork does, int n,
                                  const REAL *alpha, Vector x, Vector y, void *result)
{
    CHECK(handle, NOT_INITIALIZED);
    if (n <= 0 && !result)
        return CUBLAS_STATUS_SUCCESS;
    Scalar none = {0};
    FN(Vectors)
    w = {call, does, n,      alpha ? scalar(handle, alpha, FORMAT) : none,
         x,    y,    result, handle->pointers == CUBLAS_POINTER_MODE_DEVICE};
    return submit(handle, FN(run_vectors), &w, sizeof w);
}

cublasStatus_t CU(axpy)(cublasHandle_t handle, int n, const REAL *alpha, const REAL *x, int incx,
                        REAL *y, int incy)
{
    CHECK(alpha, INVALID_VALUE);
    return FN(vectors)(handle, __func__, AXPY, n, alpha, reads(x, incx), writes(y, incy), NULL);
}

cublasStatus_t CU(scal)(cublasHandle_t handle, int n, const REAL *alpha, REAL *x, int incx)
{
    CHECK(alpha, INVALID_VALUE);
    return FN(vectors)(handle, __func__, SCAL, n, alpha, writes(x, incx), reads(NULL, 0), NULL);
}

cublasStatus_t CU(copy)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *y, int incy)
{
    return FN(vectors)(handle, __func__, COPY, n, NULL, reads(x, incx), writes(y, incy), NULL);
}

cublasStatus_t CU(swap)(cublasHandle_t handle, int n, REAL *x, int incx, REAL *y, int incy)
{
    return FN(vectors)(handle, __func__, SWAP, n, NULL, writes(x, incx), writes(y, incy), NULL);
}

cublasStatus_t CU(dot)(cublasHandle_t handle, int n, const REAL *x, int incx, const REAL *y,
                       int incy, REAL *result)
{
    CHECK(result, INVALID_VALUE);
    return FN(vectors)(handle, __func__, DOT, n, NULL, reads(x, incx), reads(y, incy), result);
}

// One vector, whose measure is the result. Without a step forward it has no elements.
// NOLINTBEGIN(bugprone-macro-parentheses): a type
#define MEASURE(name, WORK, Result)                                                            \
    cublasStatus_t name(cublasHandle_t handle, int n, const REAL *x, int incx, Result *result) \
    {                                                                                          \
        CHECK(result, INVALID_VALUE);                                                          \
        return FN(vectors)(handle, __func__, WORK, incx > 0 ? n : 0, NULL, reads(x, incx),     \
                           reads(NULL, 0), result);                                            \
    }
// NOLINTEND(bugprone-macro-parentheses)
MEASURE(CU(nrm2), NRM2, REAL)
MEASURE(CU(asum), ASUM, REAL)
MEASURE(CUI(amax), AMAX, int)
MEASURE(CUI(amin), AMIN, int)
#undef MEASURE
