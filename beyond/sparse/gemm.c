// gemm.c: SpGEMM, C = alpha op(A) op(B) + beta C, all three sparse.

#include "beyond/sparse/sparse.h"

struct cusparseSpGEMMDescr {
    Rows product; // of op(A) and op(B), without alpha
};

// Multiplies row by row (Gustavson 1978): a row of the product is the sum of rows of B.
static void multiply_rows(Rows *c, const Rows *a, const Rows *b)
{
    Number *sum = sim_library_scratch(b->columns, sizeof *sum);
    int64_t *seen =
        sim_library_scratch(b->columns, sizeof *seen); // the last row, from 1, that had this column
    int64_t room = a->first[a->rows] + 1, n = 0;
    Element *e = sim_library_scratch(room, sizeof *e);
    for (int64_t row = 0; row < a->rows; row++) {
        int64_t begin = n;
        for (int64_t k = a->first[row]; k < a->first[row + 1]; k++)
            for (int64_t l = b->first[a->column[k]]; l < b->first[a->column[k] + 1]; l++) {
                int64_t column = b->column[l];
                if (seen[column] != row + 1) {
                    seen[column] = row + 1;
                    sum[column] = 0;
                    if (n == room) {
                        Element *more = sim_library_scratch(room *= 2, sizeof *more);
                        memcpy(more, e, (size_t)n * sizeof *e);
                        free(e);
                        e = more;
                    }
                    e[n++] = (Element){row, column, 0, 0};
                }
                sum[column] += multiplied(a->value[k], b->value[l]);
            }
        for (int64_t i = begin; i < n; i++)
            e[i].value = sum[e[i].column];
    }
    take_elements(c, a->rows, b->columns, e, n);
    free(e), free(sum), free(seen);
}

static void run_multiply(const void *args)
{
    const Job *j = args;
    Rows a, b;
    if (!take_rows(&a, j->call, &j->a, j->op_a))
        return;
    if (take_rows(&b, j->call, &j->b, j->op_b)) {
        free_rows(&j->product->product);
        multiply_rows(&j->product->product, &a, &b);
        free_rows(&b);
    }
    free_rows(&a);
}

// Writes the product to C, whose arrays the program has made meanwhile.
static void run_copy(const void *args)
{
    const Job *j = args;
    const Rows *p = &j->product->product;
    const Sparse *c = &j->c;
    Number alpha, beta;
    void *first =
        open_array(j->call, "the offsets", c->first, c->rows + 1, index_size(c->first_type), true);
    void *second =
        open_array(j->call, "the indices", c->second, c->nnz, index_size(c->second_type), true);
    void *values = open_array(j->call, "the values", c->values, c->nnz, size_of(c->type), true);
    if (!first || !second || !values || !value(&alpha, j->call, "alpha", j->alpha) ||
        !value(&beta, j->call, "beta", j->beta))
        return;
    for (int64_t i = 0; i <= c->rows; i++)
        put_index(first, c->first_type, i, p->first[i] + c->base);
    for (int64_t k = 0; k < c->nnz; k++) {
        put_index(second, c->second_type, k, p->column[k] + c->base);
        store(values, c->type, k, alpha, p->value[k], beta);
    }
}

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr)
{
    CHECK(descr, INVALID_VALUE);
    *descr = calloc(1, sizeof **descr);
    CHECK(*descr, ALLOC_FAILED);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr)
{
    if (descr)
        free_rows(&descr->product);
    free(descr);
    return CUSPARSE_STATUS_SUCCESS;
}

#define PARAMETERS                                                                                \
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void *alpha, \
        cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, const void *beta,         \
        cusparseSpMatDescr_t matC, cudaDataType computeType, cusparseSpGEMMAlg_t alg,             \
        cusparseSpGEMMDescr_t spgemmDescr
#define ARGUMENTS handle, opA, opB, alpha, matA, matB, beta, matC, computeType, alg, spgemmDescr

static cusparseStatus_t check_multiply(PARAMETERS)
{
    (void)alg;
    CHECK(handle, INVALID_VALUE);
    CHECK(alpha && beta && matA && matB && matC && spgemmDescr && is_op(opA) && is_op(opB),
          INVALID_VALUE);
    bool flip_a = opA != CUSPARSE_OPERATION_NON_TRANSPOSE,
         flip_b = opB != CUSPARSE_OPERATION_NON_TRANSPOSE;
    CHECK((flip_a ? matA->rows : matA->columns) == (flip_b ? matB->columns : matB->rows) &&
              (flip_a ? matA->columns : matA->rows) == matC->rows &&
              (flip_b ? matB->rows : matB->columns) == matC->columns,
          INVALID_VALUE);
    CHECK(matA->first_type == matB->first_type && matA->first_type == matC->first_type &&
              matA->second_type == matB->second_type && matA->second_type == matC->second_type,
          NOT_SUPPORTED);
    CHECK(matC->format == CUSPARSE_FORMAT_CSR &&
              are_types(matA->type, matB->type, matC->type, computeType),
          NOT_SUPPORTED);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpGEMM_workEstimation(
    PARAMETERS, size_t *bufferSize1,
    void *externalBuffer1) // cppcheck-suppress constParameter
{
    CHECK(bufferSize1, INVALID_VALUE);
    if (!externalBuffer1)
        *bufferSize1 = BUFFER;
    return check_multiply(ARGUMENTS);
}

// The first call, without a buffer, asks for its size. The second tells how many elements C has.
cusparseStatus_t cusparseSpGEMM_compute(PARAMETERS, size_t *bufferSize2,
                                        void *externalBuffer2) // cppcheck-suppress constParameter
{
    cusparseStatus_t s = check_multiply(ARGUMENTS);
    CHECK(bufferSize2, INVALID_VALUE);
    if (!externalBuffer2)
        *bufferSize2 = BUFFER;
    if (s != CUSPARSE_STATUS_SUCCESS || !externalBuffer2)
        return s;
    const Job j = {.call = "cusparseSpGEMM",
                   .op_a = opA,
                   .op_b = opB,
                   .a = *matA,
                   .b = *matB,
                   .product = spgemmDescr};
    s = submit(handle, run_multiply, &j, sizeof j);
    if (s == CUSPARSE_STATUS_SUCCESS && spgemmDescr->product.first)
        matC->nnz = spgemmDescr->product.first[matC->rows];
    return s;
}

cusparseStatus_t cusparseSpGEMM_copy(PARAMETERS)
{
    cusparseStatus_t s = check_multiply(ARGUMENTS);
    if (s != CUSPARSE_STATUS_SUCCESS)
        return s;
    CHECK(spgemmDescr->product.first && matC->nnz == spgemmDescr->product.first[matC->rows],
          INVALID_VALUE);
    const Job j = {.call = "cusparseSpGEMM",
                   .c = *matC,
                   .product = spgemmDescr,
                   .alpha = scalar(handle, alpha, computeType),
                   .beta = scalar(handle, beta, computeType)};
    return submit(handle, run_copy, &j, sizeof j);
}
#undef PARAMETERS
#undef ARGUMENTS
