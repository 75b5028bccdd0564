// vectors.c: a sparse vector X beside a dense one, Y.

#include "beyond/sparse/sparse.h"

typedef struct {
    const char *call;
    SparseVector x;
    DenseVector y;
    cusparseOperation_t op;
    Scalar alpha, beta;
    void *result; // of SpVV
    bool on_device;
    cudaDataType compute;
    bool writes_x, writes_y;
} Pair;

// A pair whose memory is open.
typedef struct {
    const void *indices;
    void *x, *y;
} Opened;

// Opens both vectors. False if they are not there, or if an index is outside, which is a fault.
static bool open_pair(Opened *o, const Pair *p)
{
    const SparseVector *x = &p->x;
    o->indices =
        open_array(p->call, "the indices", x->indices, x->nnz, index_size(x->index_type), false);
    o->x = open_array(p->call, "the values", x->values, x->nnz, size_of(x->type), p->writes_x);
    o->y = open_array(p->call, "Y", p->y.values, p->y.size, size_of(p->y.type), p->writes_y);
    for (int64_t k = 0; o->indices && k < x->nnz; k++) {
        int64_t i = get_index(o->indices, x->index_type, k) - x->base;
        if (i < 0 || i >= x->size) {
            char text[120];
            snprintf(text, sizeof text,
                     "element %" PRId64 " of the sparse vector is at %" PRId64 " of %" PRId64, k, i,
                     x->size);
            sim_library_fault(p->call, text);
            return false;
        }
    }
    return o->indices && o->x && o->y;
}

// Where in Y element k of X is.
static int64_t index_of(const Opened *o, const Pair *p, int64_t k)
{
    return get_index(o->indices, p->x.index_type, k) - p->x.base;
}

static cusparseStatus_t check_pair(cusparseHandle_t handle, const SparseVector *x,
                                   const DenseVector *y)
{
    CHECK(handle, INVALID_VALUE);
    CHECK(x && y && x->size == y->size, INVALID_VALUE);
    return CUSPARSE_STATUS_SUCCESS;
}

#define CHECK_PAIR(x, y)                                \
    {                                                   \
        cusparseStatus_t s_ = check_pair(handle, x, y); \
        if (s_ != CUSPARSE_STATUS_SUCCESS)              \
            return s_;                                  \
    }

// Y = alpha X + beta Y.
static void run_axpby(const void *args)
{
    const Pair *p = args;
    Number alpha, beta;
    Opened o;
    if (!value(&alpha, p->call, "alpha", p->alpha) || !value(&beta, p->call, "beta", p->beta) ||
        !open_pair(&o, p))
        return;
    Number *y = sim_library_scratch(p->y.size, sizeof *y);
    for (int64_t i = 0; i < p->y.size; i++)
        y[i] = beta == 0 ? 0 : multiplied(beta, get(o.y, p->y.type, i));
    for (int64_t k = 0; k < p->x.nnz; k++)
        y[index_of(&o, p, k)] += multiplied(alpha, get(o.x, p->x.type, k));
    for (int64_t i = 0; i < p->y.size; i++)
        put(o.y, p->y.type, i, y[i]);
    free(y);
}

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha,
                               cusparseConstSpVecDescr_t vecX, const void *beta,
                               cusparseDnVecDescr_t vecY)
{
    CHECK_PAIR(vecX, vecY);
    CHECK(alpha && beta, INVALID_VALUE);
    CHECK(vecX->type == vecY->type, NOT_SUPPORTED);
    cudaDataType scalars = size_of(vecY->type) == 2 ? CUDA_R_32F : vecY->type;
    const Pair p = {.call = __func__,
                    .x = *vecX,
                    .y = *vecY,
                    .writes_y = true,
                    .alpha = scalar(handle, alpha, scalars),
                    .beta = scalar(handle, beta, scalars)};
    return submit(handle, run_axpby, &p, sizeof p);
}

// X = Y, where X has elements.
static void run_gather(const void *args)
{
    const Pair *p = args;
    Opened o;
    if (open_pair(&o, p))
        for (int64_t k = 0; k < p->x.nnz; k++)
            put(o.x, p->x.type, k, get(o.y, p->y.type, index_of(&o, p, k)));
}

cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t vecY,
                                cusparseSpVecDescr_t vecX)
{
    CHECK_PAIR(vecX, vecY);
    CHECK(vecX->type == vecY->type, NOT_SUPPORTED);
    const Pair p = {.call = __func__, .x = *vecX, .y = *vecY, .writes_x = true};
    return submit(handle, run_gather, &p, sizeof p);
}

// Y = X, where X has elements.
static void run_scatter(const void *args)
{
    const Pair *p = args;
    Opened o;
    if (open_pair(&o, p))
        for (int64_t k = 0; k < p->x.nnz; k++)
            put(o.y, p->y.type, index_of(&o, p, k), get(o.x, p->x.type, k));
}

cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t vecX,
                                 cusparseDnVecDescr_t vecY)
{
    CHECK_PAIR(vecX, vecY);
    CHECK(vecX->type == vecY->type, NOT_SUPPORTED);
    const Pair p = {.call = __func__, .x = *vecX, .y = *vecY, .writes_y = true};
    return submit(handle, run_scatter, &p, sizeof p);
}

// The sum of the products of X and Y; the result is of type `compute`.
static void run_dot(const void *args)
{
    const Pair *p = args;
    Opened o;
    Number sum = 0;
    void *result = p->on_device
                       ? open_array(p->call, "the result", p->result, 1, size_of(p->compute), true)
                       : p->result;
    if (!result || !open_pair(&o, p))
        return;
    for (int64_t k = 0; k < p->x.nnz; k++)
        sum += multiplied(turned(get(o.x, p->x.type, k), p->op),
                          get(o.y, p->y.type, index_of(&o, p, k)));
    put(result, p->compute, 0, sum);
}

cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opX,
                                         cusparseConstSpVecDescr_t vecX,
                                         cusparseConstDnVecDescr_t vecY, const void *result,
                                         cudaDataType computeType, size_t *bufferSize)
{
    CHECK_PAIR(vecX, vecY);
    CHECK(are_types(vecX->type, vecY->type, computeType, computeType), NOT_SUPPORTED);
    return tell_size(handle, is_op(opX) && opX != CUSPARSE_OPERATION_TRANSPOSE && result,
                     bufferSize);
}

cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t opX,
                              cusparseConstSpVecDescr_t vecX, cusparseConstDnVecDescr_t vecY,
                              void *result, cudaDataType computeType, void *externalBuffer)
{
    (void)externalBuffer;
    CHECK_PAIR(vecX, vecY);
    CHECK(is_op(opX) && opX != CUSPARSE_OPERATION_TRANSPOSE && result, INVALID_VALUE);
    CHECK(are_types(vecX->type, vecY->type, computeType, computeType), NOT_SUPPORTED);
    const Pair p = {.call = __func__,
                    .x = *vecX,
                    .y = *vecY,
                    .op = opX,
                    .result = result,
                    .on_device = handle->pointers == CUSPARSE_POINTER_MODE_DEVICE,
                    .compute = computeType};
    return submit(handle, run_dot, &p, sizeof p);
}
#undef CHECK_PAIR
