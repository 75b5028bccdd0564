// cusparse.h: the calls of cuSPARSE that the simulator has (beyond/sparse/sparse.c), with cusparse_types.h and
// cusparse_legacy_api.h. cuSPARSE documentation, "Generic APIs".
//
// A descriptor says where on the device a vector's or a matrix's arrays are, and of which types. alpha and beta are the host's
// numbers, or, after cusparseSetPointerMode, the device's, of type `compute`.

#ifndef WARP_CUSPARSE_H
#define WARP_CUSPARSE_H
#define CUSPARSE_H_ // programs ask by this name whether it was included

#include <cuComplex.h>
#include <cuda_runtime_api.h>
#include <cusparse_types.h>

WARP_BEGIN_C

// ---- The handle ----------------------------------------------------------------------------------------------------

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle);
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle);
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version);
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value);
const char *cusparseGetErrorName(cusparseStatus_t status);
const char *cusparseGetErrorString(cusparseStatus_t status);
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream);
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream);
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode);
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode);

// ---- Descriptors. Each has calls for arrays that are written, and, with Const in their names, for others -----------------

#define WARP_DESCRIPTORS(Const, Array)                                                             \
    cusparseStatus_t cusparseCreate##Const##SpVec(                                                 \
        cusparse##Const##SpVecDescr_t *out, int64_t size, int64_t nnz, Array indices,              \
        Array values, cusparseIndexType_t indexType, cusparseIndexBase_t base, cudaDataType type); \
    cusparseStatus_t cusparse##Const##SpVecGet(cusparse##Const##SpVecDescr_t x, int64_t *size,     \
                                               int64_t *nnz, Array *indices, Array *values,        \
                                               cusparseIndexType_t *indexType,                     \
                                               cusparseIndexBase_t *base, cudaDataType *type);     \
    cusparseStatus_t cusparse##Const##SpVecGetValues(cusparse##Const##SpVecDescr_t x,              \
                                                     Array *values);                               \
    cusparseStatus_t cusparseCreate##Const##DnVec(cusparse##Const##DnVecDescr_t *out,              \
                                                  int64_t size, Array values, cudaDataType type);  \
    cusparseStatus_t cusparse##Const##DnVecGet(cusparse##Const##DnVecDescr_t x, int64_t *size,     \
                                               Array *values, cudaDataType *type);                 \
    cusparseStatus_t cusparse##Const##DnVecGetValues(cusparse##Const##DnVecDescr_t x,              \
                                                     Array *values);                               \
    cusparseStatus_t cusparseCreate##Const##DnMat(                                                 \
        cusparse##Const##DnMatDescr_t *out, int64_t rows, int64_t columns, int64_t ld,             \
        Array values, cudaDataType type, cusparseOrder_t order);                                   \
    cusparseStatus_t cusparse##Const##DnMatGet(cusparse##Const##DnMatDescr_t a, int64_t *rows,     \
                                               int64_t *columns, int64_t *ld, Array *values,       \
                                               cudaDataType *type, cusparseOrder_t *order);        \
    cusparseStatus_t cusparse##Const##DnMatGetValues(cusparse##Const##DnMatDescr_t a,              \
                                                     Array *values);                               \
    WARP_COMPRESSED(Const, Array, Csr)                                                             \
    WARP_COMPRESSED(Const, Array, Csc)                                                             \
    cusparseStatus_t cusparseCreate##Const##Coo(                                                   \
        cusparse##Const##SpMatDescr_t *out, int64_t rows, int64_t columns, int64_t nnz,            \
        Array rowIndices, Array columnIndices, Array values, cusparseIndexType_t indexType,        \
        cusparseIndexBase_t base, cudaDataType type);                                              \
    cusparseStatus_t cusparse##Const##CooGet(                                                      \
        cusparse##Const##SpMatDescr_t a, int64_t *rows, int64_t *columns, int64_t *nnz,            \
        Array *rowIndices, Array *columnIndices, Array *values, cusparseIndexType_t *indexType,    \
        cusparseIndexBase_t *base, cudaDataType *type);                                            \
    cusparseStatus_t cusparse##Const##SpMatGetValues(cusparse##Const##SpMatDescr_t a,              \
                                                     Array *values);
// offsets: where rows begin, of CSR, or columns, of CSC; indices: of the other kind.
#define WARP_COMPRESSED(Const, Array, Format)                                            \
    cusparseStatus_t cusparseCreate##Const##Format(                                      \
        cusparse##Const##SpMatDescr_t *out, int64_t rows, int64_t columns, int64_t nnz,  \
        Array offsets, Array indices, Array values, cusparseIndexType_t offsetsType,     \
        cusparseIndexType_t indicesType, cusparseIndexBase_t base, cudaDataType type);   \
    cusparseStatus_t cusparse##Const##Format##Get(                                       \
        cusparse##Const##SpMatDescr_t a, int64_t *rows, int64_t *columns, int64_t *nnz,  \
        Array *offsets, Array *indices, Array *values, cusparseIndexType_t *offsetsType, \
        cusparseIndexType_t *indicesType, cusparseIndexBase_t *base, cudaDataType *type);
typedef void *WarpArray;
typedef const void *WarpConstArray;
WARP_DESCRIPTORS(, WarpArray)
WARP_DESCRIPTORS(Const, WarpConstArray)
#undef WARP_DESCRIPTORS
#undef WARP_COMPRESSED

cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t x);
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t x);
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t a);
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t a);
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t x, void *values);
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t x, void *values);
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t a, void *values);
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t a, void *values);
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t a, void *offsets, void *columns,
                                        void *values);
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t a, void *offsets, void *rows,
                                        void *values);
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t a, void *rows, void *columns,
                                        void *values);
cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t x, cusparseIndexBase_t *base);
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t a, cusparseIndexBase_t *base);
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t a, cusparseFormat_t *format);
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t a, int64_t *rows, int64_t *columns,
                                      int64_t *nnz);
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t a,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t size);
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t a,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t size);
// `batch` matrices, so many elements of an array behind one another.
cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t a, int *batch);
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t a, int batch, int64_t stride);
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t a, int batch,
                                            int64_t offsetsStride, int64_t stride);
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t a, int batch, int64_t stride);
cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t a, int *batch,
                                              int64_t *stride);

// ---- Vectors -------------------------------------------------------------------------------------------------------

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha,
                               cusparseConstSpVecDescr_t x, const void *beta,
                               cusparseDnVecDescr_t y);
cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y,
                                cusparseSpVecDescr_t x);
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                                 cusparseDnVecDescr_t y);
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t op,
                                         cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                                         const void *result, cudaDataType compute, size_t *size);
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op,
                              cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                              void *result, cudaDataType compute, void *buffer);

// ---- Matrices ------------------------------------------------------------------------------------------------------

#define WARP_STEPS(name, ...)                                                \
    cusparseStatus_t cusparse##name##_bufferSize(__VA_ARGS__, size_t *size); \
    cusparseStatus_t cusparse##name##_preprocess(__VA_ARGS__, void *buffer); \
    cusparseStatus_t cusparse##name(__VA_ARGS__, void *buffer);
WARP_STEPS(SpMV, cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
           cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, const void *beta,
           cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t algorithm)
WARP_STEPS(SpMM, cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
           const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
           const void *beta, cusparseDnMatDescr_t C, cudaDataType compute,
           cusparseSpMMAlg_t algorithm)
WARP_STEPS(SDDMM, cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
           const void *alpha, cusparseConstDnMatDescr_t A, cusparseConstDnMatDescr_t B,
           const void *beta, cusparseSpMatDescr_t C, cudaDataType compute,
           cusparseSDDMMAlg_t algorithm)
#undef WARP_STEPS

#define WARP_SOLVER(name, ...)                                                                \
    cusparseStatus_t cusparse##name##_createDescr(cusparse##name##Descr_t *out);              \
    cusparseStatus_t cusparse##name##_destroyDescr(cusparse##name##Descr_t solver);           \
    cusparseStatus_t cusparse##name##_bufferSize(__VA_ARGS__, cusparse##name##Descr_t solver, \
                                                 size_t *size);                               \
    cusparseStatus_t cusparse##name##_analysis(__VA_ARGS__, cusparse##name##Descr_t solver,   \
                                               void *buffer);                                 \
    cusparseStatus_t cusparse##name##_solve(__VA_ARGS__, cusparse##name##Descr_t solver);
WARP_SOLVER(SpSV, cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
            cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
            cudaDataType compute, cusparseSpSVAlg_t algorithm)
WARP_SOLVER(SpSM, cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
            const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
            cusparseDnMatDescr_t C, cudaDataType compute, cusparseSpSMAlg_t algorithm)
#undef WARP_SOLVER

#define WARP_SPGEMM(step, ...)                                                       \
    cusparseStatus_t cusparseSpGEMM_##step(                                          \
        cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,   \
        const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B, \
        const void *beta, cusparseSpMatDescr_t C, cudaDataType compute,              \
        cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t product __VA_ARGS__);
cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *out);
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t product);
WARP_SPGEMM(workEstimation, , size_t *size, void *buffer)
WARP_SPGEMM(compute, , size_t *size, void *buffer)
WARP_SPGEMM(copy)
#undef WARP_SPGEMM

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstSpMatDescr_t A,
                                                  cusparseDnMatDescr_t B,
                                                  cusparseSparseToDenseAlg_t algorithm,
                                                  size_t *size);
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t A,
                                       cusparseDnMatDescr_t B, cusparseSparseToDenseAlg_t algorithm,
                                       void *buffer);
#define WARP_TO_SPARSE(step, Last, last)                                              \
    cusparseStatus_t cusparseDenseToSparse_##step(                                    \
        cusparseHandle_t handle, cusparseConstDnMatDescr_t A, cusparseSpMatDescr_t B, \
        cusparseDenseToSparseAlg_t algorithm, Last *last);
WARP_TO_SPARSE(bufferSize, size_t, size)
WARP_TO_SPARSE(analysis, void, buffer)
WARP_TO_SPARSE(convert, void, buffer)
#undef WARP_TO_SPARSE

WARP_END_C

#include <cusparse_legacy_api.h>

#endif
