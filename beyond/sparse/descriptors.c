// descriptors.c: handles, and the descriptors of vectors and matrices.
//
// Each descriptor has two kinds of calls, which differ by a const in the types.

#include "beyond/sparse/sparse.h"

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle)
{
    CHECK(handle, INVALID_VALUE);
    *handle = calloc(1, sizeof **handle);
    return *handle ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t handle)
{
    CHECK(handle, NOT_INITIALIZED);
    free(handle);
    return cudaDeviceSynchronize() == cudaSuccess ? CUSPARSE_STATUS_SUCCESS
                                                  : CUSPARSE_STATUS_EXECUTION_FAILED;
}

cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version)
{
    CHECK(handle, NOT_INITIALIZED);
    CHECK(version, INVALID_VALUE);
    *version = CUSPARSE_VERSION;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value)
{
    CHECK(value && (unsigned)type <= PATCH_LEVEL, INVALID_VALUE);
    *value = type == MAJOR_VERSION   ? CUSPARSE_VER_MAJOR
             : type == MINOR_VERSION ? CUSPARSE_VER_MINOR
                                     : CUSPARSE_VER_PATCH;
    return CUSPARSE_STATUS_SUCCESS;
}

// NOLINTBEGIN(bugprone-macro-parentheses): types, names and lists of them

// What a handle keeps, and what it answers when asked.
#define KEEP(Name, Type, field, value)                                       \
    cusparseStatus_t cusparseSet##Name(cusparseHandle_t handle, Type value)  \
    {                                                                        \
        CHECK(handle, NOT_INITIALIZED);                                      \
        handle->field = value;                                               \
        return CUSPARSE_STATUS_SUCCESS;                                      \
    }                                                                        \
    cusparseStatus_t cusparseGet##Name(cusparseHandle_t handle, Type *value) \
    {                                                                        \
        CHECK(handle, NOT_INITIALIZED);                                      \
        CHECK(value, INVALID_VALUE);                                         \
        *value = handle->field;                                              \
        return CUSPARSE_STATUS_SUCCESS;                                      \
    }
KEEP(Stream, cudaStream_t, stream, streamId)
KEEP(PointerMode, cusparsePointerMode_t, pointers, mode)
#undef KEEP

#define STATUS(name, text)                                     \
    {                                                          \
        CUSPARSE_STATUS_##name, "CUSPARSE_STATUS_" #name, text \
    }
static const struct Status {
    cusparseStatus_t status;
    const char *name, *text;
} STATUSES[] = {
    STATUS(SUCCESS, "success"),
    STATUS(NOT_INITIALIZED, "initialization error"),
    STATUS(ALLOC_FAILED, "out of memory"),
    STATUS(INVALID_VALUE, "invalid value"),
    STATUS(ARCH_MISMATCH, "architecture mismatch"),
    STATUS(MAPPING_ERROR, "texture mapping error"),
    STATUS(EXECUTION_FAILED, "kernel launch failure"),
    STATUS(INTERNAL_ERROR, "internal error"),
    STATUS(MATRIX_TYPE_NOT_SUPPORTED, "matrix type not supported"),
    STATUS(ZERO_PIVOT, "zero pivot"),
    STATUS(NOT_SUPPORTED, "operation not supported"),
    STATUS(INSUFFICIENT_RESOURCES, "insufficient resources"),
};
#undef STATUS

static const struct Status *find_status(cusparseStatus_t status)
{
    static const struct Status unknown = {0, "unrecognized error code", "unrecognized error code"};
    return (size_t)status < sizeof STATUSES / sizeof *STATUSES ? &STATUSES[status] : &unknown;
}

const char *cusparseGetErrorName(cusparseStatus_t status) RETURNS(find_status(status)->name);
const char *cusparseGetErrorString(cusparseStatus_t status) RETURNS(find_status(status)->text);

cusparseStatus_t keep(void **out, const void *descriptor, size_t size, bool good)
{
    CHECK(out && good, INVALID_VALUE);
    *out = malloc(size);
    CHECK(*out, ALLOC_FAILED);
    memcpy(*out, descriptor, size);
    return CUSPARSE_STATUS_SUCCESS;
}

#define DESTROY(name, Descr, descr)     \
    cusparseStatus_t name(Descr descr)  \
    {                                   \
        free((void *)descr);            \
        return CUSPARSE_STATUS_SUCCESS; \
    }
DESTROY(cusparseDestroySpVec, cusparseConstSpVecDescr_t, spVecDescr)
DESTROY(cusparseDestroyDnVec, cusparseConstDnVecDescr_t, dnVecDescr)
DESTROY(cusparseDestroySpMat, cusparseConstSpMatDescr_t, spMatDescr)
DESTROY(cusparseDestroyDnMat, cusparseConstDnMatDescr_t, dnMatDescr)
#undef DESTROY

// Calls that read or write one field.
#define GET(name, Descr, descr, Type, field, value) \
    cusparseStatus_t name(Descr descr, Type *value) \
    {                                               \
        CHECK(descr && (value), INVALID_VALUE);     \
        *(value) = descr->field;                    \
        return CUSPARSE_STATUS_SUCCESS;             \
    }
#define VALUES(What, what)                                                                        \
    GET(cusparse##What##GetValues, cusparse##What##Descr_t, what##Descr, void *, values, values)  \
    GET(cusparseConst##What##GetValues, cusparseConst##What##Descr_t, what##Descr, const void *,  \
        values, values)                                                                           \
    cusparseStatus_t cusparse##What##SetValues(cusparse##What##Descr_t what##Descr, void *values) \
    {                                                                                             \
        CHECK(what##Descr, INVALID_VALUE);                                                        \
        what##Descr->values = values;                                                             \
        return CUSPARSE_STATUS_SUCCESS;                                                           \
    }
VALUES(SpVec, spVec)
VALUES(DnVec, dnVec)
VALUES(SpMat, spMat)
VALUES(DnMat, dnMat)
GET(cusparseSpVecGetIndexBase, cusparseConstSpVecDescr_t, spVecDescr, cusparseIndexBase_t, base,
    idxBase)
GET(cusparseSpMatGetIndexBase, cusparseConstSpMatDescr_t, spMatDescr, cusparseIndexBase_t, base,
    idxBase)
GET(cusparseSpMatGetFormat, cusparseConstSpMatDescr_t, spMatDescr, cusparseFormat_t, format, format)
GET(cusparseSpMatGetStridedBatch, cusparseConstSpMatDescr_t, spMatDescr, int, count, batchCount)
#undef GET
#undef VALUES

// ---- Vectors and dense matrices ------------------------------------------------------------------------------------

bool is_index(cusparseIndexType_t type)
{
    return type >= CUSPARSE_INDEX_16U && type <= CUSPARSE_INDEX_64I;
}

#define VECTORS(Const, Pointer)                                                                  \
    cusparseStatus_t cusparseCreate##Const##DnVec(cusparse##Const##DnVecDescr_t *dnVecDescr,     \
                                                  int64_t size, Pointer values,                  \
                                                  cudaDataType valueType)                        \
    {                                                                                            \
        const DenseVector d = {size, (void *)values, valueType};                                 \
        return keep((void **)dnVecDescr, &d, sizeof d, size >= 0 && format_of(valueType));       \
    }                                                                                            \
    cusparseStatus_t cusparse##Const##DnVecGet(cusparse##Const##DnVecDescr_t dnVecDescr,         \
                                               int64_t *size, Pointer *values,                   \
                                               cudaDataType *valueType)                          \
    {                                                                                            \
        CHECK(dnVecDescr &&size &&values &&valueType, INVALID_VALUE);                            \
        *size = dnVecDescr->size;                                                                \
        *values = dnVecDescr->values;                                                            \
        *valueType = dnVecDescr->type;                                                           \
        return CUSPARSE_STATUS_SUCCESS;                                                          \
    }                                                                                            \
    cusparseStatus_t cusparseCreate##Const##SpVec(                                               \
        cusparse##Const##SpVecDescr_t *spVecDescr, int64_t size, int64_t nnz, Pointer indices,   \
        Pointer values, cusparseIndexType_t idxType, cusparseIndexBase_t idxBase,                \
        cudaDataType valueType)                                                                  \
    {                                                                                            \
        const SparseVector d = {size,    nnz,     (void *)indices, (void *)values,               \
                                idxType, idxBase, valueType};                                    \
        return keep((void **)spVecDescr, &d, sizeof d,                                           \
                    nnz >= 0 && size >= nnz && is_index(idxType) && (unsigned)idxBase <= 1 &&    \
                        format_of(valueType));                                                   \
    }                                                                                            \
    cusparseStatus_t cusparse##Const##SpVecGet(                                                  \
        cusparse##Const##SpVecDescr_t spVecDescr, int64_t *size, int64_t *nnz, Pointer *indices, \
        Pointer *values, cusparseIndexType_t *idxType, cusparseIndexBase_t *idxBase,             \
        cudaDataType *valueType)                                                                 \
    {                                                                                            \
        CHECK(spVecDescr &&size &&nnz &&indices &&values &&idxType &&idxBase &&valueType,        \
              INVALID_VALUE);                                                                    \
        *size = spVecDescr->size;                                                                \
        *nnz = spVecDescr->nnz;                                                                  \
        *indices = spVecDescr->indices;                                                          \
        *values = spVecDescr->values;                                                            \
        *idxType = spVecDescr->index_type;                                                       \
        *idxBase = spVecDescr->base;                                                             \
        *valueType = spVecDescr->type;                                                           \
        return CUSPARSE_STATUS_SUCCESS;                                                          \
    }                                                                                            \
    cusparseStatus_t cusparseCreate##Const##DnMat(                                               \
        cusparse##Const##DnMatDescr_t *dnMatDescr, int64_t rows, int64_t cols, int64_t ld,       \
        Pointer values, cudaDataType valueType, cusparseOrder_t order)                           \
    {                                                                                            \
        const Dense d = {rows, cols, ld, (void *)values, valueType, order, 1, 0};                \
        bool good = order == CUSPARSE_ORDER_COL   ? ld >= rows                                   \
                    : order == CUSPARSE_ORDER_ROW ? ld >= cols                                   \
                                                  : false;                                       \
        return keep((void **)dnMatDescr, &d, sizeof d,                                           \
                    good && rows >= 0 && cols >= 0 && format_of(valueType));                     \
    }                                                                                            \
    cusparseStatus_t cusparse##Const##DnMatGet(                                                  \
        cusparse##Const##DnMatDescr_t dnMatDescr, int64_t *rows, int64_t *cols, int64_t *ld,     \
        Pointer *values, cudaDataType *type, cusparseOrder_t *order)                             \
    {                                                                                            \
        CHECK(dnMatDescr &&rows &&cols &&ld &&values &&type &&order, INVALID_VALUE);             \
        *rows = dnMatDescr->rows;                                                                \
        *cols = dnMatDescr->columns;                                                             \
        *ld = dnMatDescr->ld;                                                                    \
        *values = dnMatDescr->values;                                                            \
        *type = dnMatDescr->type;                                                                \
        *order = dnMatDescr->order;                                                              \
        return CUSPARSE_STATUS_SUCCESS;                                                          \
    }
VECTORS(, Pointer_to_void)
VECTORS(Const, Pointer_to_const)
#undef VECTORS
// NOLINTEND(bugprone-macro-parentheses)

cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t dnMatDescr, int batchCount,
                                              int64_t batchStride)
{
    CHECK(dnMatDescr && batchCount > 0 && batchStride >= 0, INVALID_VALUE);
    dnMatDescr->count = batchCount;
    dnMatDescr->stride = batchStride;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t dnMatDescr, int *batchCount,
                                              int64_t *batchStride)
{
    CHECK(dnMatDescr && batchCount && batchStride, INVALID_VALUE);
    *batchCount = dnMatDescr->count;
    *batchStride = dnMatDescr->stride;
    return CUSPARSE_STATUS_SUCCESS;
}
