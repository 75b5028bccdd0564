// matrices.c: the descriptors of sparse matrices. descriptors.c has the others.

#include "beyond/sparse/sparse.h"

static cusparseStatus_t keep_sparse(void **out, cusparseFormat_t format, int64_t rows, int64_t cols,
                                    int64_t nnz, const void *first, const void *second,
                                    const void *values, cusparseIndexType_t first_type,
                                    cusparseIndexType_t second_type, cusparseIndexBase_t base,
                                    cudaDataType type)
{
    const Sparse d = {.format = format,
                      .rows = rows,
                      .columns = cols,
                      .nnz = nnz,
                      .first = (void *)first,
                      .second = (void *)second,
                      .values = (void *)values,
                      .first_type = first_type,
                      .second_type = second_type,
                      .base = base,
                      .type = type,
                      .count = 1};
    return keep(out, &d, sizeof d,
                rows >= 0 && cols >= 0 && nnz >= 0 && is_index(first_type) &&
                    is_index(second_type) && (unsigned)base <= 1 && format_of(type));
}

// NOLINTBEGIN(bugprone-macro-parentheses): types and names
#define COMPRESSED(Const, Pointer, Format, FORMAT, first_, second_, values_, first_type_,          \
                   second_type_)                                                                   \
    cusparseStatus_t cusparseCreate##Const##Format(                                                \
        cusparse##Const##SpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz,        \
        Pointer first_, Pointer second_, Pointer values_, cusparseIndexType_t first_type_,         \
        cusparseIndexType_t second_type_, cusparseIndexBase_t idxBase, cudaDataType valueType)     \
    {                                                                                              \
        return keep_sparse((void **)spMatDescr, CUSPARSE_FORMAT_##FORMAT, rows, cols, nnz, first_, \
                           second_, values_, first_type_, second_type_, idxBase, valueType);       \
    }                                                                                              \
    cusparseStatus_t cusparse##Const##Format##Get(                                                 \
        cusparse##Const##SpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, int64_t *nnz,      \
        Pointer *first_, Pointer *second_, Pointer *values_, cusparseIndexType_t *first_type_,     \
        cusparseIndexType_t *second_type_, cusparseIndexBase_t *idxBase, cudaDataType *valueType)  \
    {                                                                                              \
        CHECK(spMatDescr && spMatDescr->format == CUSPARSE_FORMAT_##FORMAT && first_ && second_ && \
                  values_ && first_type_ && second_type_ && idxBase && valueType,                  \
              INVALID_VALUE);                                                                      \
        *first_ = spMatDescr->first;                                                               \
        *second_ = spMatDescr->second;                                                             \
        *values_ = spMatDescr->values;                                                             \
        *first_type_ = spMatDescr->first_type;                                                     \
        *second_type_ = spMatDescr->second_type;                                                   \
        *idxBase = spMatDescr->base;                                                               \
        *valueType = spMatDescr->type;                                                             \
        return cusparseSpMatGetSize(spMatDescr, rows, cols, nnz);                                  \
    }
#define COORDINATES(Const, Pointer)                                                                \
    cusparseStatus_t cusparseCreate##Const##Coo(                                                   \
        cusparse##Const##SpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz,        \
        Pointer cooRowInd, Pointer cooColInd, Pointer cooValues, cusparseIndexType_t cooIdxType,   \
        cusparseIndexBase_t idxBase, cudaDataType valueType)                                       \
    {                                                                                              \
        return keep_sparse((void **)spMatDescr, CUSPARSE_FORMAT_COO, rows, cols, nnz, cooRowInd,   \
                           cooColInd, cooValues, cooIdxType, cooIdxType, idxBase, valueType);      \
    }                                                                                              \
    cusparseStatus_t cusparse##Const##CooGet(                                                      \
        cusparse##Const##SpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols, int64_t *nnz,      \
        Pointer *cooRowInd, Pointer *cooColInd, Pointer *cooValues, cusparseIndexType_t *idxType,  \
        cusparseIndexBase_t *idxBase, cudaDataType *valueType)                                     \
    {                                                                                              \
        CHECK(spMatDescr && spMatDescr->format == CUSPARSE_FORMAT_COO && cooRowInd && cooColInd && \
                  cooValues && idxType && idxBase && valueType,                                    \
              INVALID_VALUE);                                                                      \
        *cooRowInd = spMatDescr->first;                                                            \
        *cooColInd = spMatDescr->second;                                                           \
        *cooValues = spMatDescr->values;                                                           \
        *idxType = spMatDescr->first_type;                                                         \
        *idxBase = spMatDescr->base;                                                               \
        *valueType = spMatDescr->type;                                                             \
        return cusparseSpMatGetSize(spMatDescr, rows, cols, nnz);                                  \
    }
COMPRESSED(, Pointer_to_void, Csr, CSR, csrRowOffsets, csrColInd, csrValues, csrRowOffsetsType,
           csrColIndType)
COMPRESSED(Const, Pointer_to_const, Csr, CSR, csrRowOffsets, csrColInd, csrValues,
           csrRowOffsetsType, csrColIndType)
COMPRESSED(, Pointer_to_void, Csc, CSC, cscColOffsets, cscRowInd, cscValues, cscColOffsetsType,
           cscRowIndType)
COMPRESSED(Const, Pointer_to_const, Csc, CSC, cscColOffsets, cscRowInd, cscValues,
           cscColOffsetsType, cscRowIndType)
COORDINATES(, Pointer_to_void)
COORDINATES(Const, Pointer_to_const)
#undef COMPRESSED
#undef COORDINATES

#define SET_POINTERS(Format, FORMAT, first_, second_, values_)                                    \
    cusparseStatus_t cusparse##Format##SetPointers(cusparseSpMatDescr_t spMatDescr, void *first_, \
                                                   void *second_, void *values_)                  \
    {                                                                                             \
        CHECK(spMatDescr && spMatDescr->format == CUSPARSE_FORMAT_##FORMAT, INVALID_VALUE);       \
        spMatDescr->first = first_;                                                               \
        spMatDescr->second = second_;                                                             \
        spMatDescr->values = values_;                                                             \
        return CUSPARSE_STATUS_SUCCESS;                                                           \
    }
SET_POINTERS(Csr, CSR, csrRowOffsets, csrColInd, csrValues)
SET_POINTERS(Csc, CSC, cscColOffsets, cscRowInd, cscValues)
SET_POINTERS(Coo, COO, cooRows, cooColumns, cooValues)
#undef SET_POINTERS
// NOLINTEND(bugprone-macro-parentheses)

cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t spMatDescr, int64_t *rows,
                                      int64_t *cols, int64_t *nnz)
{
    CHECK(spMatDescr && rows && cols && nnz, INVALID_VALUE);
    *rows = spMatDescr->rows;
    *cols = spMatDescr->columns;
    *nnz = spMatDescr->nnz;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t spMatDescr, int batchCount,
                                            int64_t batchStride)
{
    CHECK(spMatDescr && spMatDescr->format == CUSPARSE_FORMAT_COO && batchCount > 0 &&
              batchStride >= 0,
          INVALID_VALUE);
    spMatDescr->count = batchCount;
    spMatDescr->stride = batchStride;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t spMatDescr, int batchCount,
                                            int64_t offsetsBatchStride,
                                            int64_t columnsValuesBatchStride)
{
    CHECK(spMatDescr && spMatDescr->format == CUSPARSE_FORMAT_CSR && batchCount > 0 &&
              offsetsBatchStride >= 0 && columnsValuesBatchStride >= 0,
          INVALID_VALUE);
    spMatDescr->count = batchCount;
    spMatDescr->first_stride = offsetsBatchStride;
    spMatDescr->stride = columnsValuesBatchStride;
    return CUSPARSE_STATUS_SUCCESS;
}

// Both attributes are enumerations of two values.
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t spMatDescr,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t dataSize)
{
    CHECK(spMatDescr && data && dataSize == sizeof(int) &&
              (unsigned)attribute <= CUSPARSE_SPMAT_DIAG_TYPE,
          INVALID_VALUE);
    int setting =
        attribute == CUSPARSE_SPMAT_FILL_MODE ? (int)spMatDescr->fill : (int)spMatDescr->diagonal;
    memcpy(data, &setting, sizeof setting);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t spMatDescr,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t dataSize)
{
    CHECK(spMatDescr && data && dataSize == sizeof(int), INVALID_VALUE);
    unsigned setting;
    memcpy(&setting, data, sizeof setting);
    CHECK(setting <= 1 && (unsigned)attribute <= CUSPARSE_SPMAT_DIAG_TYPE, INVALID_VALUE);
    if (attribute == CUSPARSE_SPMAT_FILL_MODE)
        spMatDescr->fill = (cusparseFillMode_t)setting;
    else
        spMatDescr->diagonal = (cusparseDiagType_t)setting;
    return CUSPARSE_STATUS_SUCCESS;
}
