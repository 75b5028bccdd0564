// cusparse_legacy_api.h: cuSPARSE's calls that take arrays in place of descriptors, with indices of 32 bits. Part of cusparse.h.

#ifndef WARP_CUSPARSE_LEGACY_API_H
#define WARP_CUSPARSE_LEGACY_API_H

WARP_BEGIN_C

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *out);
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t a);
#define WARP_PART(Name, Type)                                                \
    cusparseStatus_t cusparseSetMat##Name(cusparseMatDescr_t a, Type value); \
    Type cusparseGetMat##Name(const cusparseMatDescr_t a);
WARP_PART(Type, cusparseMatrixType_t)
WARP_PART(FillMode, cusparseFillMode_t)
WARP_PART(DiagType, cusparseDiagType_t)
WARP_PART(IndexBase, cusparseIndexBase_t)
#undef WARP_PART

// rows: (nnz), sorted; offsets: (m + 1).
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *rows, int nnz, int m,
                                  int *offsets, cusparseIndexBase_t base);
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *offsets, int nnz, int m,
                                  int *rows, cusparseIndexBase_t base);

#define WARP_CSR2CSC(name, Last, last)                                                        \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int n, int nnz, const void *values, \
                          const int *offsets, const int *columns, void *cscValues,            \
                          int *cscOffsets, int *cscRows, cudaDataType type,                   \
                          cusparseAction_t copyValues, cusparseIndexBase_t base,              \
                          cusparseCsr2CscAlg_t algorithm, Last *last);
WARP_CSR2CSC(cusparseCsr2cscEx2_bufferSize, size_t, size)
WARP_CSR2CSC(cusparseCsr2cscEx2, void, buffer)
#undef WARP_CSR2CSC

// ---- Sorting. P: (nnz), which is permuted as the elements are ---------------------------------------------------------

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *P);
#define WARP_SORT_SIZE(name)                                                              \
    cusparseStatus_t name##_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz, \
                                          const int *first, const int *second, size_t *size);
#define WARP_SORT(name)                                                                         \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int n, int nnz,                       \
                          const cusparseMatDescr_t a, const int *offsets, int *indices, int *P, \
                          void *buffer);
#define WARP_SORT_COO(name)                                                                        \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int n, int nnz, int *rows, int *columns, \
                          int *P, void *buffer);
WARP_SORT_SIZE(cusparseXcoosort)
WARP_SORT_SIZE(cusparseXcsrsort)
WARP_SORT_SIZE(cusparseXcscsort)
WARP_SORT_COO(cusparseXcoosortByRow)
WARP_SORT_COO(cusparseXcoosortByColumn)
WARP_SORT(cusparseXcsrsort)
WARP_SORT(cusparseXcscsort)
#undef WARP_SORT_SIZE
#undef WARP_SORT
#undef WARP_SORT_COO

// ---- Counts what is not 0 in A (m, n), which is dense, column by column ------------------------------------------------

#define WARP_NNZ(S, T)                                                                        \
    cusparseStatus_t cusparse##S##nnz(cusparseHandle_t handle, cusparseDirection_t direction, \
                                      int m, int n, const cusparseMatDescr_t a, const T *A,   \
                                      int lda, int *counts, int *total);
WARP_NNZ(S, float)
WARP_NNZ(D, double)
WARP_NNZ(C, cuComplex)
WARP_NNZ(Z, cuDoubleComplex)
#undef WARP_NNZ

WARP_END_C

#endif
