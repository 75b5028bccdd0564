// legacy.c: calls from before the descriptors that hold arrays: conversions and sorting, with indices of 32 bits.

#include "beyond/sparse/sparse.h"

// NOLINTBEGIN(bugprone-macro-parentheses, readability-non-const-parameter, misc-misplaced-const): as NVIDIA has declared them; types and names

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descrA)
{
    CHECK(descrA, INVALID_VALUE);
    *descrA = calloc(1, sizeof **descrA);
    CHECK(*descrA, ALLOC_FAILED);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descrA)
{
    free(descrA);
    return CUSPARSE_STATUS_SUCCESS;
}

#define PART(Name, Type, field, most, value)                                     \
    cusparseStatus_t cusparseSetMat##Name(cusparseMatDescr_t descrA, Type value) \
    {                                                                            \
        CHECK(descrA && (unsigned)value <= (most), INVALID_VALUE);               \
        descrA->field = value;                                                   \
        return CUSPARSE_STATUS_SUCCESS;                                          \
    }                                                                            \
    Type cusparseGetMat##Name(const cusparseMatDescr_t descrA)                   \
    {                                                                            \
        return descrA->field;                                                    \
    }
PART(Type, cusparseMatrixType_t, type, CUSPARSE_MATRIX_TYPE_TRIANGULAR, type)
PART(FillMode, cusparseFillMode_t, fill, CUSPARSE_FILL_MODE_UPPER, fillMode)
PART(DiagType, cusparseDiagType_t, diagonal, CUSPARSE_DIAG_TYPE_UNIT, diagType)
PART(IndexBase, cusparseIndexBase_t, base, CUSPARSE_INDEX_BASE_ONE, base)
#undef PART

int *open_ints(const Arrays *a, const char *what, const void *at, int64_t n, bool written)
{
    return open_array(a->call, what, at, n, sizeof(int), written);
}

// ---- COO and CSR -------------------------------------------------------------------------------------------------

static void run_coo2csr(const void *args)
{
    const Arrays *a = args;
    const int *rows = open_ints(a, "the rows", a->first, a->nnz, false);
    int *first = open_ints(a, "the offsets", a->to_first, (int64_t)a->m + 1, true);
    int k = 0;
    for (int i = 0; rows && first && i <= a->m; i++) {
        while (k < a->nnz && rows[k] - a->base < i)
            k++;
        first[i] = k + a->base;
    }
}

static void run_csr2coo(const void *args)
{
    const Arrays *a = args;
    const int *first = open_ints(a, "the offsets", a->first, (int64_t)a->m + 1, false);
    int *rows = open_ints(a, "the rows", a->to_first, a->nnz, true);
    for (int i = 0; first && rows && i < a->m; i++)
        for (int k = first[i] - a->base; k < first[i + 1] - a->base && k >= 0 && k < a->nnz; k++)
            rows[k] = i + a->base;
}

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *cooRowInd, int nnz, int m,
                                  int *csrSortedRowPtr, cusparseIndexBase_t idxBase)
{
    CHECK(handle, NOT_INITIALIZED);
    CHECK(nnz >= 0 && m >= 0 && (unsigned)idxBase <= 1, INVALID_VALUE);
    const Arrays a = {.call = __func__,
                      .m = m,
                      .nnz = nnz,
                      .base = (int)idxBase,
                      .first = cooRowInd,
                      .to_first = csrSortedRowPtr};
    return submit(handle, run_coo2csr, &a, sizeof a);
}

cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *csrSortedRowPtr, int nnz,
                                  int m, int *cooRowInd, cusparseIndexBase_t idxBase)
{
    CHECK(handle, NOT_INITIALIZED);
    CHECK(nnz >= 0 && m >= 0 && (unsigned)idxBase <= 1, INVALID_VALUE);
    const Arrays a = {.call = __func__,
                      .m = m,
                      .nnz = nnz,
                      .base = (int)idxBase,
                      .first = csrSortedRowPtr,
                      .to_first = cooRowInd};
    return submit(handle, run_csr2coo, &a, sizeof a);
}

// ---- CSR to CSC, which is CSR of the transpose ---------------------------------------------------------------------

static void run_csr2csc(const void *args)
{
    const Arrays *a = args;
    const Sparse csr = {.format = CUSPARSE_FORMAT_CSR,
                        .rows = a->m,
                        .columns = a->n,
                        .nnz = a->nnz,
                        .first = (void *)a->first,
                        .second = (void *)a->second,
                        .values = (void *)a->values,
                        .first_type = CUSPARSE_INDEX_32I,
                        .second_type = CUSPARSE_INDEX_32I,
                        .base = (cusparseIndexBase_t)a->base,
                        .type = a->type};
    Walk w;
    int *first = open_ints(a, "the offsets of columns", a->to_first, (int64_t)a->n + 1, true);
    int *rows = open_ints(a, "the rows", a->to_second, a->nnz, true);
    void *values = a->to_values ? open_array(a->call, "the values of columns", a->to_values, a->nnz,
                                             size_of(a->type), true)
                                : NULL;
    if (!first || !rows || (a->to_values && !values) ||
        !begin_walk(&w, a->call, &csr, 0, CUSPARSE_OPERATION_TRANSPOSE, false))
        return;
    Element *e = sim_library_scratch(a->nnz, sizeof *e);
    int64_t n = 0;
    for (; next_element(&w); n++)
        e[n] = (Element){w.row, w.column, w.k, w.value};
    sort_elements(e, n);
    int64_t k = 0;
    for (int column = 0; column <= a->n; column++) {
        while (k < n && e[k].row < column)
            k++;
        first[column] = (int)k + a->base;
    }
    for (k = 0; k < n; k++) {
        rows[k] = (int)e[k].column + a->base;
        if (values)
            put(values, a->type, k, e[k].value);
    }
    free(e);
}

cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int m, int n, int nnz,
                                               const void *csrVal, const int *csrRowPtr,
                                               const int *csrColInd, void *cscVal, int *cscColPtr,
                                               int *cscRowInd, cudaDataType valType,
                                               cusparseAction_t copyValues,
                                               cusparseIndexBase_t idxBase,
                                               cusparseCsr2CscAlg_t alg, size_t *bufferSize)
{
    (void)csrVal, (void)csrRowPtr, (void)csrColInd, (void)cscVal, (void)cscColPtr, (void)cscRowInd;
    (void)copyValues, (void)alg;
    CHECK(format_of(valType), NOT_SUPPORTED);
    return tell_size(handle, m >= 0 && n >= 0 && nnz >= 0 && (unsigned)idxBase <= 1, bufferSize);
}

cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz,
                                    const void *csrVal, const int *csrRowPtr, const int *csrColInd,
                                    void *cscVal, int *cscColPtr, int *cscRowInd,
                                    cudaDataType valType, cusparseAction_t copyValues,
                                    cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t alg,
                                    void *buffer)
{
    (void)alg, (void)buffer;
    CHECK(handle, NOT_INITIALIZED);
    CHECK(m >= 0 && n >= 0 && nnz >= 0 && (unsigned)idxBase <= 1, INVALID_VALUE);
    CHECK(format_of(valType), NOT_SUPPORTED);
    bool numeric = copyValues == CUSPARSE_ACTION_NUMERIC;
    // Without values the walk reads the indices in their place.
    const Arrays a = {.call = __func__,
                      .m = m,
                      .n = n,
                      .nnz = nnz,
                      .base = (int)idxBase,
                      .first = csrRowPtr,
                      .second = csrColInd,
                      .values = numeric ? csrVal : csrColInd,
                      .to_first = cscColPtr,
                      .to_second = cscRowInd,
                      .to_values = numeric ? cscVal : NULL,
                      .type = numeric ? valType : CUDA_R_8I};
    return submit(handle, run_csr2csc, &a, sizeof a);
}

// ---- Counting what is not 0 in a dense matrix, column by column ------------------------------------------------------

static void run_nnz(const void *args)
{
    const Arrays *a = args;
    int lines = a->by_column ? a->n : a->m, total = 0;
    const void *values =
        open_array(a->call, "A", a->values, a->m && a->n ? (int64_t)(a->n - 1) * a->ld + a->m : 0,
                   size_of(a->type), false);
    int *count = open_ints(a, "the counts", a->to_first, lines, true);
    int *sum = a->on_device ? open_ints(a, "the total", a->to_second, 1, true) : a->to_second;
    if (!values || !count || !sum)
        return;
    for (int i = 0; i < lines; i++)
        count[i] = 0;
    for (int column = 0; column < a->n; column++)
        for (int row = 0; row < a->m; row++)
            if (get(values, a->type, (int64_t)column * a->ld + row) != 0)
                count[a->by_column ? column : row]++, total++;
    *sum = total;
}

static cusparseStatus_t count_nonzero(cusparseHandle_t handle, cusparseDirection_t direction,
                                      cusparseMatDescr_t descr, Arrays a)
{
    CHECK(handle, NOT_INITIALIZED);
    CHECK((unsigned)direction <= CUSPARSE_DIRECTION_COLUMN && descr && a.m >= 0 && a.n >= 0 &&
              a.ld >= a.m && a.ld >= 1 && a.to_second,
          INVALID_VALUE);
    a.by_column = direction == CUSPARSE_DIRECTION_COLUMN;
    a.on_device = handle->pointers == CUSPARSE_POINTER_MODE_DEVICE;
    return submit(handle, run_nnz, &a, sizeof a);
}

#define NNZ(name, T, TYPE)                                                                         \
    cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,         \
                          const cusparseMatDescr_t descrA, const T *A, int lda, int *nnzPerRowCol, \
                          int *nnzTotalDevHostPtr)                                                 \
    {                                                                                              \
        const Arrays a = {.call = __func__,                                                        \
                          .m = m,                                                                  \
                          .n = n,                                                                  \
                          .values = A,                                                             \
                          .ld = lda,                                                               \
                          .to_first = nnzPerRowCol,                                                \
                          .to_second = nnzTotalDevHostPtr,                                         \
                          .type = TYPE};                                                           \
        return count_nonzero(handle, dirA, descrA, a);                                             \
    }
NNZ(cusparseSnnz, float, CUDA_R_32F)
NNZ(cusparseDnnz, double, CUDA_R_64F)
NNZ(cusparseCnnz, cuComplex, CUDA_C_32F)
NNZ(cusparseZnnz, cuDoubleComplex, CUDA_C_64F)
#undef NNZ

// NOLINTEND(bugprone-macro-parentheses, readability-non-const-parameter, misc-misplaced-const)
