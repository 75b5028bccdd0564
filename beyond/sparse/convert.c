// convert.c: from sparse to dense matrices and back.

#include "beyond/sparse/sparse.h"

static void run_to_dense(const void *args)
{
    const Job *j = args;
    Walk w;
    void *b = open_dense(j->call, "B", &j->to, 0, true);
    if (!b || !begin_walk(&w, j->call, &j->a, 0, CUSPARSE_OPERATION_NON_TRANSPOSE, false))
        return;
    for (int64_t row = 0; row < j->to.rows; row++)
        for (int64_t column = 0; column < j->to.columns; column++)
            put(b, j->to.type, place(&j->to, CUSPARSE_OPERATION_NON_TRANSPOSE, row, column), 0);
    while (next_element(&w))
        put(b, j->to.type, place(&j->to, CUSPARSE_OPERATION_NON_TRANSPOSE, w.row, w.column),
            w.value);
}

static cusparseStatus_t check_conversion(cusparseHandle_t handle, const Sparse *sparse,
                                         const Dense *dense)
{
    CHECK(handle, INVALID_VALUE);
    CHECK(sparse && dense && sparse->rows == dense->rows && sparse->columns == dense->columns,
          INVALID_VALUE);
    CHECK(sparse->type == dense->type, NOT_SUPPORTED);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstSpMatDescr_t matA,
                                                  cusparseDnMatDescr_t matB,
                                                  cusparseSparseToDenseAlg_t alg,
                                                  size_t *bufferSize)
{
    (void)alg;
    CHECK(bufferSize, INVALID_VALUE);
    *bufferSize = BUFFER;
    return check_conversion(handle, matA, matB);
}

cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t matA,
                                       cusparseDnMatDescr_t matB, cusparseSparseToDenseAlg_t alg,
                                       void *externalBuffer) // cppcheck-suppress constParameter
{
    (void)alg;
    cusparseStatus_t s = check_conversion(handle, matA, matB);
    if (s != CUSPARSE_STATUS_SUCCESS)
        return s;
    CHECK(externalBuffer, INVALID_VALUE);
    const Job j = {.call = __func__, .a = *matA, .to = *matB};
    return submit(handle, run_to_dense, &j, sizeof j);
}

// The elements of A that are not 0, in the order of B's format. They are written where `first`, `second` and `values` are there.
static int64_t take_nonzero(const Job *j, const void *a, void *first, void *second, void *values)
{
    const Sparse *b = &j->b;
    bool by_rows = b->format != CUSPARSE_FORMAT_CSC, coo = b->format == CUSPARSE_FORMAT_COO;
    int64_t lines = by_rows ? b->rows : b->columns, most = by_rows ? b->columns : b->rows, n = 0;
    for (int64_t line = 0; line < lines; line++) {
        if (first && !coo)
            put_index(first, b->first_type, line, n + b->base);
        for (int64_t i = 0; i < most; i++) {
            int64_t row = by_rows ? line : i, column = by_rows ? i : line;
            Number x = get(a, j->from.type,
                           place(&j->from, CUSPARSE_OPERATION_NON_TRANSPOSE, row, column));
            if (x == 0)
                continue;
            if (first && coo && n < b->nnz)
                put_index(first, b->first_type, n, row + b->base);
            if (second && n < b->nnz)
                put_index(second, b->second_type, n, i + b->base);
            if (values && n < b->nnz)
                put(values, b->type, n, x);
            n++;
        }
    }
    if (first && !coo)
        put_index(first, b->first_type, lines, n + b->base);
    return n;
}

static void run_analysis(const void *args)
{
    const Job *j = args;
    const void *a = open_dense(j->call, "A", &j->from, 0, false);
    if (a)
        *j->count = take_nonzero(j, a, NULL, NULL, NULL);
}

static void run_to_sparse(const void *args)
{
    const Job *j = args;
    const Sparse *b = &j->b;
    int64_t lines = b->format == CUSPARSE_FORMAT_CSR   ? b->rows + 1
                    : b->format == CUSPARSE_FORMAT_CSC ? b->columns + 1
                                                       : b->nnz;
    const void *a = open_dense(j->call, "A", &j->from, 0, false);
    void *first = open_array(j->call, b->format == CUSPARSE_FORMAT_COO ? "the rows" : "the offsets",
                             b->first, lines, index_size(b->first_type), true);
    void *second =
        open_array(j->call, "the indices", b->second, b->nnz, index_size(b->second_type), true);
    void *values = open_array(j->call, "the values", b->values, b->nnz, size_of(b->type), true);
    if (a && first && second && values)
        take_nonzero(j, a, first, second, values);
}

cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstDnMatDescr_t matA,
                                                  cusparseSpMatDescr_t matB,
                                                  cusparseDenseToSparseAlg_t alg,
                                                  size_t *bufferSize)
{
    (void)alg;
    CHECK(bufferSize, INVALID_VALUE);
    *bufferSize = BUFFER;
    return check_conversion(handle, matB, matA);
}

// Counts the elements: then B knows how many it has, and the program makes its arrays.
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t matA,
                                                cusparseSpMatDescr_t matB,
                                                cusparseDenseToSparseAlg_t alg,
                                                void *externalBuffer)
{
    (void)alg, (void)externalBuffer;
    cusparseStatus_t s = check_conversion(handle, matB, matA);
    if (s != CUSPARSE_STATUS_SUCCESS)
        return s;
    const Job j = {.call = __func__, .from = *matA, .b = *matB, .count = &matB->nnz};
    return submit(handle, run_analysis, &j, sizeof j);
}

cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle,
                                               cusparseConstDnMatDescr_t matA,
                                               cusparseSpMatDescr_t matB,
                                               cusparseDenseToSparseAlg_t alg, void *externalBuffer)
{
    (void)alg, (void)externalBuffer;
    cusparseStatus_t s = check_conversion(handle, matB, matA);
    if (s != CUSPARSE_STATUS_SUCCESS)
        return s;
    const Job j = {.call = __func__, .from = *matA, .b = *matB};
    return submit(handle, run_to_sparse, &j, sizeof j);
}
