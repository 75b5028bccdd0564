// products.c: products of sparse and dense matrices.

#include "beyond/sparse/sparse.h"

// NOLINTBEGIN(bugprone-macro-parentheses): as NVIDIA has declared them; types and names

// ---- SpMV and SpMM: C = alpha op(A) op(B) + beta C ----------------------------------------------------------------

static void multiply(const Job *j, int i, Number alpha, Number beta)
{
    Walk w;
    const void *b = open_dense(j->call, "the dense factor", &j->from, i, false);
    void *c = open_dense(j->call, "the result", &j->to, i, true);
    if (!b || !c || !begin_walk(&w, j->call, &j->a, i, j->op_a, false))
        return;
    int64_t rows = j->to.rows, columns = j->to.columns;
    Number *sum = sim_library_scratch(rows * columns, sizeof *sum);
    while (next_element(&w))
        for (int64_t l = 0; l < columns; l++) {
            Number x = get(b, j->from.type, place(&j->from, j->op_b, w.column, l));
            sum[w.row * columns + l] += multiplied(w.value, turned(x, j->op_b));
        }
    for (int64_t r = 0; r < rows; r++)
        for (int64_t l = 0; l < columns; l++)
            store(c, j->to.type, place(&j->to, CUSPARSE_OPERATION_NON_TRANSPOSE, r, l), alpha,
                  sum[r * columns + l], beta);
    free(sum);
}

static void run_product(const void *args)
{
    const Job *j = args;
    Number alpha, beta;
    if (value(&alpha, j->call, "alpha", j->alpha) && value(&beta, j->call, "beta", j->beta))
        for (int i = 0; i < j->to.count; i++)
            multiply(j, i, alpha, beta);
}

static cusparseStatus_t check_product(cusparseHandle_t handle, const Job *j, const void *alpha,
                                      const void *beta, cudaDataType compute)
{
    CHECK(handle, INVALID_VALUE);
    bool flip = j->op_a != CUSPARSE_OPERATION_NON_TRANSPOSE;
    CHECK(alpha && beta && is_op(j->op_a) && is_op(j->op_b), INVALID_VALUE);
    CHECK(j->op_a != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE || is_complex(j->a.type),
          INVALID_VALUE);
    CHECK((flip ? j->a.columns : j->a.rows) == j->to.rows &&
              (flip ? j->a.rows : j->a.columns) == rows_of(&j->from, j->op_b) &&
              columns_of(&j->from, j->op_b) == j->to.columns,
          INVALID_VALUE);
    CHECK(j->to.count >= j->a.count && j->to.count >= j->from.count, INVALID_VALUE);
    CHECK(are_types(j->a.type, j->from.type, j->to.type, compute), NOT_SUPPORTED);
    return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t product(cusparseHandle_t handle, Job *j, const void *alpha,
                                const void *beta, cudaDataType compute)
{
    cusparseStatus_t s = check_product(handle, j, alpha, beta, compute);
    if (s != CUSPARSE_STATUS_SUCCESS)
        return s;
    j->alpha = scalar(handle, alpha, compute);
    j->beta = scalar(handle, beta, compute);
    return submit(handle, run_product, j, sizeof *j);
}

// The three steps of a product have the same parameters but the last. GOOD says that no descriptor is missing, MAKE makes the job.
#define STEPS(name, PARAMETERS, GOOD, MAKE)                                       \
    cusparseStatus_t name##_bufferSize(TOGETHER PARAMETERS, size_t *bufferSize)   \
    {                                                                             \
        (void)alg;                                                                \
        CHECK(handle, INVALID_VALUE);                                             \
        CHECK((GOOD) && bufferSize, INVALID_VALUE);                               \
        const Job j = TOGETHER MAKE;                                              \
        *bufferSize = BUFFER;                                                     \
        return check_product(handle, &j, alpha, beta, computeType);               \
    }                                                                             \
    cusparseStatus_t name##_preprocess(TOGETHER PARAMETERS, void *externalBuffer) \
    {                                                                             \
        (void)alg, (void)externalBuffer;                                          \
        CHECK(handle, INVALID_VALUE);                                             \
        CHECK(GOOD, INVALID_VALUE);                                               \
        const Job j = TOGETHER MAKE;                                              \
        return check_product(handle, &j, alpha, beta, computeType);               \
    }                                                                             \
    cusparseStatus_t name(TOGETHER PARAMETERS, void *externalBuffer)              \
    {                                                                             \
        (void)alg, (void)externalBuffer;                                          \
        CHECK(handle, INVALID_VALUE);                                             \
        CHECK(GOOD, INVALID_VALUE);                                               \
        Job j = TOGETHER MAKE;                                                    \
        return product(handle, &j, alpha, beta, computeType);                     \
    }

STEPS(cusparseSpMV,
      (cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
       cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, const void *beta,
       cusparseDnVecDescr_t vecY, cudaDataType computeType, cusparseSpMVAlg_t alg),
      matA &&vecX &&vecY,
      ({.call = "cusparseSpMV",
        .op_a = opA,
        .a = *matA,
        .from = as_matrix(vecX),
        .to = as_matrix(vecY)}))
STEPS(cusparseSpMM,
      (cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha,
       cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB, const void *beta,
       cusparseDnMatDescr_t matC, cudaDataType computeType, cusparseSpMMAlg_t alg),
      matA &&matB &&matC,
      ({.call = "cusparseSpMM", .op_a = opA, .op_b = opB, .a = *matA, .from = *matB, .to = *matC}))
#undef STEPS

// ---- SDDMM: C = alpha op(A) op(B) + beta C, where C has elements ---------------------------------------------------

static void sample(const Job *j, int i, Number alpha, Number beta)
{
    Walk w;
    const void *a = open_dense(j->call, "A", &j->from, i, false);
    const void *b = open_dense(j->call, "B", &j->to, i, false);
    if (!a || !b || !begin_walk(&w, j->call, &j->c, i, CUSPARSE_OPERATION_NON_TRANSPOSE, true))
        return;
    int64_t depth = columns_of(&j->from, j->op_a);
    while (next_element(&w)) {
        Number sum = 0;
        for (int64_t l = 0; l < depth; l++)
            sum += multiplied(
                turned(get(a, j->from.type, place(&j->from, j->op_a, w.row, l)), j->op_a),
                turned(get(b, j->to.type, place(&j->to, j->op_b, l, w.column)), j->op_b));
        store(w.values, j->c.type, w.k, alpha, sum, beta);
    }
}

static void run_sample(const void *args)
{
    const Job *j = args;
    Number alpha, beta;
    if (value(&alpha, j->call, "alpha", j->alpha) && value(&beta, j->call, "beta", j->beta))
        for (int i = 0; i < j->c.count; i++)
            sample(j, i, alpha, beta);
}

static cusparseStatus_t check_sample(cusparseHandle_t handle, cusparseOperation_t opA,
                                     cusparseOperation_t opB, const void *alpha, const Dense *a,
                                     const Dense *b, const void *beta, const Sparse *c,
                                     cudaDataType compute)
{
    CHECK(handle, INVALID_VALUE);
    CHECK(a && b && c && alpha && beta && is_op(opA) && is_op(opB), INVALID_VALUE);
    CHECK(rows_of(a, opA) == c->rows && columns_of(b, opB) == c->columns &&
              columns_of(a, opA) == rows_of(b, opB) && c->count >= a->count && c->count >= b->count,
          INVALID_VALUE);
    CHECK(are_types(a->type, b->type, c->type, compute), NOT_SUPPORTED);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
                                          cusparseOperation_t opB, const void *alpha,
                                          cusparseConstDnMatDescr_t matA,
                                          cusparseConstDnMatDescr_t matB, const void *beta,
                                          cusparseSpMatDescr_t matC, cudaDataType computeType,
                                          cusparseSDDMMAlg_t alg, size_t *bufferSize)
{
    (void)alg;
    CHECK(bufferSize, INVALID_VALUE);
    *bufferSize = BUFFER;
    return check_sample(handle, opA, opB, alpha, matA, matB, beta, matC, computeType);
}

cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t opA,
                                          cusparseOperation_t opB, const void *alpha,
                                          cusparseConstDnMatDescr_t matA,
                                          cusparseConstDnMatDescr_t matB, const void *beta,
                                          cusparseSpMatDescr_t matC, cudaDataType computeType,
                                          cusparseSDDMMAlg_t alg, void *externalBuffer)
{
    (void)alg, (void)externalBuffer;
    return check_sample(handle, opA, opB, alpha, matA, matB, beta, matC, computeType);
}

cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t opA,
                               cusparseOperation_t opB, const void *alpha,
                               cusparseConstDnMatDescr_t matA, cusparseConstDnMatDescr_t matB,
                               const void *beta, cusparseSpMatDescr_t matC,
                               cudaDataType computeType, cusparseSDDMMAlg_t alg,
                               void *externalBuffer)
{
    (void)alg, (void)externalBuffer;
    cusparseStatus_t s = check_sample(handle, opA, opB, alpha, matA, matB, beta, matC, computeType);
    if (s != CUSPARSE_STATUS_SUCCESS)
        return s;
    const Job j = {.call = __func__,
                   .op_a = opA,
                   .op_b = opB,
                   .from = *matA,
                   .to = *matB,
                   .c = *matC,
                   .alpha = scalar(handle, alpha, computeType),
                   .beta = scalar(handle, beta, computeType)};
    return submit(handle, run_sample, &j, sizeof j);
}

// NOLINTEND(bugprone-macro-parentheses)
