// sort.c: sorting the elements of a matrix, with a permutation that goes along.

#include "beyond/sparse/sparse.h"

// NOLINTBEGIN(bugprone-macro-parentheses, readability-non-const-parameter, misc-misplaced-const): as NVIDIA has declared them; types and names

static void run_identity(const void *args)
{
    const Arrays *a = args;
    int *p = open_ints(a, "the permutation", a->to_first, a->n, true);
    for (int i = 0; p && i < a->n; i++)
        p[i] = i;
}

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *p)
{
    CHECK(handle, NOT_INITIALIZED);
    CHECK(n >= 0, INVALID_VALUE);
    const Arrays a = {.call = __func__, .n = n, .to_first = p};
    return submit(handle, run_identity, &a, sizeof a);
}

// Sorts by line and place in it; of a compressed format the lines stay. to_first: the permutation.
static void run_sort(const void *args)
{
    const Arrays *a = args;
    bool coo = a->to_second;
    int *line = open_ints(a, coo ? "the rows" : "the offsets", a->first,
                          coo ? a->nnz : (int64_t)a->m + 1, coo);
    int *index = open_ints(a, "the indices", a->second, a->nnz, true);
    int *p = a->to_first ? open_ints(a, "the permutation", a->to_first, a->nnz, true) : NULL;
    if (!line || !index || (a->to_first && !p))
        return;
    Element *e = sim_library_scratch(a->nnz, sizeof *e);
    int row = 0;
    for (int k = 0; k < a->nnz; k++) {
        while (!coo && row < a->m && line[row + 1] - a->base <= k)
            row++;
        e[k] = (Element){coo ? line[k] : row, index[k], k, p ? p[k] : 0};
        if (a->by_column)
            e[k].row = index[k], e[k].column = line[k];
    }
    sort_elements(e, a->nnz);
    for (int k = 0; k < a->nnz; k++) {
        index[k] = (int)(a->by_column ? e[k].row : e[k].column);
        if (coo)
            line[k] = (int)(a->by_column ? e[k].column : e[k].row);
        if (p)
            p[k] = (int)creal(e[k].value);
    }
    free(e);
}

static cusparseStatus_t sort(cusparseHandle_t handle, const Arrays *a)
{
    CHECK(handle, NOT_INITIALIZED);
    CHECK(a->m >= 0 && a->n >= 0 && a->nnz >= 0, INVALID_VALUE);
    return submit(handle, run_sort, a, sizeof *a);
}

#define SORT_SIZE(name, lines, indices)                                                     \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int n, int nnz, const int *lines, \
                          const int *indices, size_t *pBufferSizeInBytes)                   \
    {                                                                                       \
        (void)lines, (void)indices;                                                         \
        return tell_size(handle, m >= 0 && n >= 0 && nnz >= 0, pBufferSizeInBytes);         \
    }
SORT_SIZE(cusparseXcoosort_bufferSizeExt, cooRowsA, cooColsA)
SORT_SIZE(cusparseXcsrsort_bufferSizeExt, csrRowPtrA, csrColIndA)
SORT_SIZE(cusparseXcscsort_bufferSizeExt, cscColPtrA, cscRowIndA)
#undef SORT_SIZE

#define SORT_COO(name, columns_first)                                                    \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int n, int nnz, int *cooRowsA, \
                          int *cooColsA, int *P, void *pBuffer)                          \
    {                                                                                    \
        (void)pBuffer;                                                                   \
        const Arrays a = {.call = __func__,                                              \
                          .m = m,                                                        \
                          .n = n,                                                        \
                          .nnz = nnz,                                                    \
                          .first = cooRowsA,                                             \
                          .second = cooColsA,                                            \
                          .to_first = P,                                                 \
                          .to_second = cooColsA,                                         \
                          .by_column = columns_first};                                   \
        return sort(handle, &a);                                                         \
    }
SORT_COO(cusparseXcoosortByRow, false)
SORT_COO(cusparseXcoosortByColumn, true)
#undef SORT_COO

#define SORT_COMPRESSED(name, lines, offsets, indices)                                       \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int n, int nnz,                    \
                          const cusparseMatDescr_t descrA, const int *offsets, int *indices, \
                          int *P, void *pBuffer)                                             \
    {                                                                                        \
        (void)pBuffer;                                                                       \
        CHECK(descrA, INVALID_VALUE);                                                        \
        const Arrays a = {.call = __func__,                                                  \
                          .m = lines,                                                        \
                          .n = n,                                                            \
                          .nnz = nnz,                                                        \
                          .base = (int)descrA->base,                                         \
                          .first = offsets,                                                  \
                          .second = indices,                                                 \
                          .to_first = P};                                                    \
        return m >= 0 ? sort(handle, &a) : CUSPARSE_STATUS_INVALID_VALUE;                    \
    }
SORT_COMPRESSED(cusparseXcsrsort, m, csrRowPtrA, csrColIndA)
SORT_COMPRESSED(cusparseXcscsort, n, cscColPtrA, cscRowIndA)
#undef SORT_COMPRESSED

// NOLINTEND(bugprone-macro-parentheses, readability-non-const-parameter, misc-misplaced-const)
