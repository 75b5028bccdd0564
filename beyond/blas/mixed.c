// mixed.c: vectors whose type is an argument: cublasDotEx and its like, for real numbers.
//
// Sums are taken in double, and a result is rounded once.

#include "beyond/blas/blas.h"

// NOLINTBEGIN(bugprone-macro-parentheses, readability-non-const-parameter): as NVIDIA has declared them; types and names

typedef struct {
    const char *call;
    VectorWork does;
    int n;
    Scalar alpha;
    Vector x, y;               // y.at: NULL if there is one vector
    const Format *of_x, *of_y; // what the elements are
    void *result;              // NULL: none
    const Format *of_result;
    bool device; // where it is
} Mixed;

// Element i of a vector of which the first is the last in memory if `inc` is below 0.
static size_t offset(int i, int n, int inc, const Format *of)
{
    return (size_t)((inc < 0 ? (long long)(i - n + 1) : (long long)i) * inc) * of->bytes;
}

static void run_mixed(const void *args)
{
    const Mixed *w = args;
    double alpha = 0, sum = 0;
    if (w->alpha.of && !value(&alpha, w->call, "alpha", w->alpha))
        return;
    char *x = elements(w->call, "x", w->x.at, vector_size(w->n, w->x.inc), w->of_x, w->x.written);
    char *y = w->y.at ? elements(w->call, "y", w->y.at, vector_size(w->n, w->y.inc), w->of_y,
                                 w->y.written)
                      : NULL;
    void *result = w->device && w->result
                       ? elements(w->call, "the result", w->result, 1, w->of_result, true)
                       : w->result;
    if (w->n > 0 && (!x || (w->y.at && !y)))
        return;
    for (int i = 0; i < w->n; i++) {
        char *at_x = x + offset(i, w->n, w->x.inc, w->of_x);
        char *at_y = y ? y + offset(i, w->n, w->y.inc, w->of_y) : NULL;
        double xi = w->of_x->get(at_x), yi = at_y ? w->of_y->get(at_y) : 0;
        switch (w->does) {
        case DOT: sum += xi * yi; break;
        case NRM2: sum += xi * xi; break;
        case AXPY: w->of_y->put(at_y, alpha * xi + yi); break;
        default: w->of_x->put(at_x, alpha * xi); break; // SCAL
        }
    }
    if (result)
        w->of_result->put(result, w->does == NRM2 ? sqrt(sum) : sum);
}

// All vectors are of one type, and of the result, or alpha; halves are computed in float.
static bool take_types(Mixed *w, cudaDataType vectors, cudaDataType compute)
{
    w->of_x = w->of_y = format_of(vectors);
    return w->of_x && !is_complex(vectors) && vectors != CUDA_R_8I && vectors != CUDA_R_32I &&
           compute == (w->of_x->bytes == 2 ? CUDA_R_32F : vectors);
}

static cublasStatus_t measure(cublasHandle_t handle, Mixed *w, cudaDataType of_result)
{
    w->of_result = format_of(of_result);
    w->device = handle->pointers == CUBLAS_POINTER_MODE_DEVICE;
    return submit(handle, run_mixed, w, sizeof *w);
}

// A dot product; that with the conjugate is the same for real numbers.
#define DOT_EX(name)                                                                               \
    cublasStatus_t name(cublasHandle_t handle, int n, const void *x, cudaDataType xType, int incx, \
                        const void *y, cudaDataType yType, int incy, void *result,                 \
                        cudaDataType resultType, cudaDataType executionType)                       \
    {                                                                                              \
        CHECK(handle, NOT_INITIALIZED);                                                            \
        Mixed w = {.call = __func__,                                                               \
                   .does = DOT,                                                                    \
                   .n = n > 0 ? n : 0,                                                             \
                   .x = reads(x, incx),                                                            \
                   .y = reads(y, incy),                                                            \
                   .result = result};                                                              \
        CHECK(result, INVALID_VALUE);                                                              \
        CHECK(take_types(&w, xType, executionType) && yType == xType && resultType == xType,       \
              NOT_SUPPORTED);                                                                      \
        return measure(handle, &w, resultType);                                                    \
    }
DOT_EX(cublasDotEx)
DOT_EX(cublasDotcEx)
#undef DOT_EX

cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *x, cudaDataType xType,
                            int incx, void *result, cudaDataType resultType,
                            cudaDataType executionType)
{
    CHECK(handle, NOT_INITIALIZED);
    Mixed w = {.call = __func__,
               .does = NRM2,
               .n = n > 0 && incx > 0 ? n : 0,
               .x = reads(x, incx),
               .result = result};
    CHECK(result, INVALID_VALUE);
    CHECK(take_types(&w, xType, executionType) && resultType == xType, NOT_SUPPORTED);
    return measure(handle, &w, resultType);
}

// alpha is of the type in which is computed, or of that of the vectors.
static cublasStatus_t scale(cublasHandle_t handle, Mixed *w, const void *alpha,
                            cudaDataType of_alpha, cudaDataType vectors, cudaDataType compute)
{
    CHECK(alpha, INVALID_VALUE);
    CHECK(take_types(w, vectors, compute) && (of_alpha == compute || of_alpha == vectors),
          NOT_SUPPORTED);
    w->alpha = scalar(handle, alpha, format_of(of_alpha));
    return submit(handle, run_mixed, w, sizeof *w);
}

cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType alphaType,
                            void *x, cudaDataType xType, int incx, cudaDataType executionType)
{
    CHECK(handle, NOT_INITIALIZED);
    Mixed w = {
        .call = __func__, .does = SCAL, .n = n > 0 && incx > 0 ? n : 0, .x = writes(x, incx)};
    return scale(handle, &w, alpha, alphaType, xType, executionType);
}

cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType alphaType,
                            const void *x, cudaDataType xType, int incx, void *y,
                            cudaDataType yType, int incy, cudaDataType executiontype)
{
    CHECK(handle, NOT_INITIALIZED);
    Mixed w = {.call = __func__,
               .does = AXPY,
               .n = n > 0 ? n : 0,
               .x = reads(x, incx),
               .y = writes(y, incy)};
    CHECK(xType == yType, NOT_SUPPORTED);
    return scale(handle, &w, alpha, alphaType, xType, executiontype);
}

// NOLINTEND(bugprone-macro-parentheses, readability-non-const-parameter)
