// sums.c: two calls for matrices in CSR that have no descriptors: a sum, and an incomplete LU factor.

#include "beyond/sparse/sparse.h"

// NOLINTBEGIN(bugprone-macro-parentheses, readability-non-const-parameter, misc-misplaced-const): as NVIDIA has declared them

static Sparse as_csr(int m, int n, int nnz, cusparseMatDescr_t descr, const void *values,
                     const int *first, const int *columns, cudaDataType type)
{
    return (Sparse){.format = CUSPARSE_FORMAT_CSR,
                    .rows = m,
                    .columns = n,
                    .nnz = nnz,
                    .first = (void *)first,
                    .second = (void *)columns,
                    .values = (void *)values,
                    .first_type = CUSPARSE_INDEX_32I,
                    .second_type = CUSPARSE_INDEX_32I,
                    .base = descr->base,
                    .type = type,
                    .count = 1};
}

// ---- csrgeam2: C = alpha A + beta B, all (m, n) -----------------------------------------------------------------------

typedef struct {
    const char *call;
    Sparse a, b, c; // c.values: NULL, only count
    Scalar alpha, beta;
    int *total; // of C's elements; NULL: not wanted
    bool on_device;
} Sum;

static void run_sum(const void *args)
{
    const Sum *w = args;
    Rows a, b;
    Number alpha = 0, beta = 0;
    int *first =
        open_array(w->call, "the offsets of C", w->c.first, w->c.rows + 1, sizeof(int), true);
    int *total = w->total && w->on_device
                     ? open_array(w->call, "the total", w->total, 1, sizeof(int), true)
                     : w->total;
    if (!first || (w->total && !total) ||
        (w->c.values &&
         (!value(&alpha, w->call, "alpha", w->alpha) || !value(&beta, w->call, "beta", w->beta))) ||
        !take_rows(&a, w->call, &w->a, CUSPARSE_OPERATION_NON_TRANSPOSE))
        return;
    if (!take_rows(&b, w->call, &w->b, CUSPARSE_OPERATION_NON_TRANSPOSE)) {
        free_rows(&a);
        return;
    }
    int64_t most = a.first[a.rows] + b.first[b.rows], n = 0;
    Element *e = sim_library_scratch(most, sizeof *e);
    for (int64_t row = 0; row < a.rows; row++) {
        first[row] = (int)n + (int)w->c.base;
        int64_t i = a.first[row], j = b.first[row];
        while (i < a.first[row + 1] || j < b.first[row + 1]) {
            bool from_a =
                i < a.first[row + 1] && (j == b.first[row + 1] || a.column[i] <= b.column[j]);
            bool from_b =
                j < b.first[row + 1] && (i == a.first[row + 1] || b.column[j] <= a.column[i]);
            Number x = 0;
            int64_t column = from_a ? a.column[i] : b.column[j];
            if (from_a)
                x += multiplied(alpha, a.value[i++]);
            if (from_b)
                x += multiplied(beta, b.value[j++]);
            e[n++] = (Element){row, column, 0, x};
        }
    }
    first[a.rows] = (int)n + (int)w->c.base;
    if (total)
        *total = (int)n;
    if (w->c.values) {
        int *columns = open_array(w->call, "the columns of C", w->c.second, n, sizeof(int), true);
        void *values =
            open_array(w->call, "the values of C", w->c.values, n, size_of(w->c.type), true);
        for (int64_t k = 0; columns && values && k < n; k++) {
            columns[k] = (int)e[k].column + (int)w->c.base;
            put(values, w->c.type, k, e[k].value);
        }
    }
    free(e);
    free_rows(&a), free_rows(&b);
}

cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n,
                                      const cusparseMatDescr_t descrA, int nnzA,
                                      const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                                      const cusparseMatDescr_t descrB, int nnzB,
                                      const int *csrSortedRowPtrB, const int *csrSortedColIndB,
                                      const cusparseMatDescr_t descrC, int *csrSortedRowPtrC,
                                      int *nnzTotalDevHostPtr, void *workspace)
{
    (void)workspace;
    CHECK(handle, NOT_INITIALIZED);
    CHECK(m >= 0 && n >= 0 && nnzA >= 0 && nnzB >= 0 && descrA && descrB && descrC, INVALID_VALUE);
    // The indices stand in for values, which do not matter.
    const Sum w = {.call = __func__,
                   .a = as_csr(m, n, nnzA, descrA, csrSortedColIndA, csrSortedRowPtrA,
                               csrSortedColIndA, CUDA_R_8I),
                   .b = as_csr(m, n, nnzB, descrB, csrSortedColIndB, csrSortedRowPtrB,
                               csrSortedColIndB, CUDA_R_8I),
                   .c = as_csr(m, n, 0, descrC, NULL, csrSortedRowPtrC, NULL, CUDA_R_8I),
                   .total = nnzTotalDevHostPtr,
                   .on_device = handle->pointers == CUSPARSE_POINTER_MODE_DEVICE};
    return submit(handle, run_sum, &w, sizeof w);
}

#define SUM(S, T, TYPE)                                                                            \
    cusparseStatus_t cusparse##S##csrgeam2_bufferSizeExt(                                          \
        cusparseHandle_t handle, int m, int n, const T *alpha, const cusparseMatDescr_t descrA,    \
        int nnzA, const T *csrSortedValA, const int *csrSortedRowPtrA,                             \
        const int *csrSortedColIndA, const T *beta, const cusparseMatDescr_t descrB, int nnzB,     \
        const T *csrSortedValB, const int *csrSortedRowPtrB, const int *csrSortedColIndB,          \
        const cusparseMatDescr_t descrC, const T *csrSortedValC, const int *csrSortedRowPtrC,      \
        const int *csrSortedColIndC, size_t *pBufferSizeInBytes)                                   \
    {                                                                                              \
        (void)alpha, (void)beta, (void)csrSortedValA, (void)csrSortedRowPtrA;                      \
        (void)csrSortedColIndA, (void)csrSortedValB, (void)csrSortedRowPtrB;                       \
        (void)csrSortedColIndB, (void)csrSortedValC, (void)csrSortedRowPtrC;                       \
        (void)csrSortedColIndC;                                                                    \
        return tell_size(handle,                                                                   \
                         m >= 0 && n >= 0 && nnzA >= 0 && nnzB >= 0 && descrA && descrB && descrC, \
                         pBufferSizeInBytes);                                                      \
    }                                                                                              \
    cusparseStatus_t cusparse##S##csrgeam2(                                                        \
        cusparseHandle_t handle, int m, int n, const T *alpha, const cusparseMatDescr_t descrA,    \
        int nnzA, const T *csrSortedValA, const int *csrSortedRowPtrA,                             \
        const int *csrSortedColIndA, const T *beta, const cusparseMatDescr_t descrB, int nnzB,     \
        const T *csrSortedValB, const int *csrSortedRowPtrB, const int *csrSortedColIndB,          \
        const cusparseMatDescr_t descrC, T *csrSortedValC, int *csrSortedRowPtrC,                  \
        int *csrSortedColIndC, void *pBuffer)                                                      \
    {                                                                                              \
        (void)pBuffer;                                                                             \
        CHECK(handle, NOT_INITIALIZED);                                                            \
        CHECK(m >= 0 && n >= 0 && nnzA >= 0 && nnzB >= 0 && descrA && descrB && descrC && alpha && \
                  beta && csrSortedValC,                                                           \
              INVALID_VALUE);                                                                      \
        const Sum w = {                                                                            \
            .call = __func__,                                                                      \
            .a = as_csr(m, n, nnzA, descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA,     \
                        TYPE),                                                                     \
            .b = as_csr(m, n, nnzB, descrB, csrSortedValB, csrSortedRowPtrB, csrSortedColIndB,     \
                        TYPE),                                                                     \
            .c = as_csr(m, n, 0, descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC, TYPE), \
            .alpha = scalar(handle, alpha, TYPE),                                                  \
            .beta = scalar(handle, beta, TYPE)};                                                   \
        return submit(handle, run_sum, &w, sizeof w);                                              \
    }
SUM(S, float, CUDA_R_32F)
SUM(D, double, CUDA_R_64F)
SUM(C, cuComplex, CUDA_C_32F)
SUM(Z, cuDoubleComplex, CUDA_C_64F)
#undef SUM

// ---- csrilu02: A becomes L and U where it has elements, and what falls elsewhere is dropped ---------------------------

struct csrilu02Info {
    int64_t pivot; // the first that is 0, from the matrix's base on; -1: none
};

typedef struct {
    const char *call;
    Sparse a;
    struct csrilu02Info *info;
} Factor;

static void run_ilu(const void *args)
{
    const Factor *w = args;
    Walk walk;
    int64_t m = w->a.rows, n = w->a.nnz;
    w->info->pivot = -1;
    if (!begin_walk(&walk, w->call, &w->a, 0, CUSPARSE_OPERATION_NON_TRANSPOSE, true))
        return;
    Number *x = sim_library_scratch(n, sizeof *x);
    int64_t *column = sim_library_scratch(n, sizeof *column),
            *first = sim_library_scratch(m + 1, sizeof *first);
    int64_t *diagonal = sim_library_scratch(m, sizeof *diagonal); // where it is, from 1; 0: nowhere
    int64_t *at =
        sim_library_scratch(m, sizeof *at); // where in the row at hand a column is, from 1
    while (next_element(&walk)) {
        x[walk.k] = walk.value;
        column[walk.k] = walk.column;
        first[walk.row + 1] = walk.k + 1;
        if (walk.row == walk.column)
            diagonal[walk.row] = walk.k + 1;
    }
    for (int64_t i = 0; i < m; i++) // a row without elements ends where it begins
        if (first[i + 1] < first[i])
            first[i + 1] = first[i];
    for (int64_t i = 0; i < m; i++) {
        for (int64_t k = first[i]; k < first[i + 1]; k++)
            at[column[k]] = k + 1;
        for (int64_t k = first[i]; k < first[i + 1] && column[k] < i; k++) {
            int64_t pivot = diagonal[column[k]];
            Number by = pivot ? x[pivot - 1] : 0;
            x[k] = cimag(x[k]) == 0 && cimag(by) == 0 ? creal(x[k]) / creal(by) : x[k] / by;
            for (int64_t l = pivot; pivot && l < first[column[k] + 1]; l++)
                if (at[column[l]])
                    x[at[column[l]] - 1] -= multiplied(x[k], x[l]);
        }
        for (int64_t k = first[i]; k < first[i + 1]; k++)
            at[column[k]] = 0;
        if (w->info->pivot < 0 && (!diagonal[i] || x[diagonal[i] - 1] == 0))
            w->info->pivot = i + w->a.base;
    }
    for (int64_t k = 0; k < n; k++)
        put(walk.values, w->a.type, k, x[k]);
    free(x), free(column), free(first), free(diagonal), free(at);
}

cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *info)
{
    CHECK(info, INVALID_VALUE);
    *info = calloc(1, sizeof **info);
    CHECK(*info, ALLOC_FAILED);
    (*info)->pivot = -1;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info)
{
    free(info);
    return CUSPARSE_STATUS_SUCCESS;
}

// The position is the host's, or the device's, as alpha and beta are.
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info,
                                             int *position)
{
    CHECK(handle, NOT_INITIALIZED);
    CHECK(info && position, INVALID_VALUE);
    int pivot = (int)info->pivot;
    CHECK(cudaMemcpy(position, &pivot, sizeof pivot, cudaMemcpyDefault) == cudaSuccess,
          EXECUTION_FAILED);
    return pivot < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

#define ILU_SIZE(name, T, Size, value_, first, columns, size_)                          \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int nnz,                      \
                          const cusparseMatDescr_t descrA, T *value_, const int *first, \
                          const int *columns, csrilu02Info_t info, Size *size_)         \
    {                                                                                   \
        (void)(value_), (void)(first), (void)(columns);                                 \
        CHECK(handle, NOT_INITIALIZED);                                                 \
        CHECK(m >= 0 && nnz >= 0 && descrA && info && (size_), INVALID_VALUE);          \
        *(size_) = BUFFER;                                                              \
        return CUSPARSE_STATUS_SUCCESS;                                                 \
    }
#define ILU(S, T, TYPE)                                                                     \
    ILU_SIZE(cusparse##S##csrilu02_bufferSize, T, int, csrSortedValA, csrSortedRowPtrA,     \
             csrSortedColIndA, pBufferSizeInBytes)                                          \
    ILU_SIZE(cusparse##S##csrilu02_bufferSizeExt, T, size_t, csrSortedVal, csrSortedRowPtr, \
             csrSortedColInd, pBufferSize)                                                  \
    cusparseStatus_t cusparse##S##csrilu02_analysis(                                        \
        cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA,           \
        const T *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA,   \
        csrilu02Info_t info, cusparseSolvePolicy_t policy, void *pBuffer)                   \
    {                                                                                       \
        (void)csrSortedValA, (void)csrSortedRowPtrA, (void)csrSortedColIndA, (void)policy;  \
        (void)pBuffer;                                                                      \
        CHECK(handle, NOT_INITIALIZED);                                                     \
        CHECK(m >= 0 && nnz >= 0 && descrA && info, INVALID_VALUE);                         \
        return CUSPARSE_STATUS_SUCCESS;                                                     \
    }                                                                                       \
    cusparseStatus_t cusparse##S##csrilu02(                                                 \
        cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA,           \
        T *csrSortedValA_valM, const int *csrSortedRowPtrA, const int *csrSortedColIndA,    \
        csrilu02Info_t info, cusparseSolvePolicy_t policy, void *pBuffer)                   \
    {                                                                                       \
        (void)policy, (void)pBuffer;                                                        \
        CHECK(handle, NOT_INITIALIZED);                                                     \
        CHECK(m >= 0 && nnz >= 0 && descrA && info, INVALID_VALUE);                         \
        const Factor w = {__func__,                                                         \
                          as_csr(m, m, nnz, descrA, csrSortedValA_valM, csrSortedRowPtrA,   \
                                 csrSortedColIndA, TYPE),                                   \
                          info};                                                            \
        return submit(handle, run_ilu, &w, sizeof w);                                       \
    }
ILU(S, float, CUDA_R_32F)
ILU(D, double, CUDA_R_64F)
ILU(C, cuComplex, CUDA_C_32F)
ILU(Z, cuDoubleComplex, CUDA_C_64F)
#undef ILU
#undef ILU_SIZE

// NOLINTEND(bugprone-macro-parentheses, readability-non-const-parameter, misc-misplaced-const)
