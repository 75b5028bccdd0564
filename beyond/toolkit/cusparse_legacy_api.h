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

// ---- C = alpha A + beta B; and ILU(0), in place -------------------------------------------------------------------

cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n,
                                      const cusparseMatDescr_t a, int nnzA, const int *offsetsA,
                                      const int *columnsA, const cusparseMatDescr_t b, int nnzB,
                                      const int *offsetsB, const int *columnsB,
                                      const cusparseMatDescr_t c, int *offsetsC, int *total,
                                      void *buffer);
cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *out);
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info);
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info,
                                             int *position);

#define WARP_GEAM(name, T, ...)                                                                  \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int n, const T *alpha,                 \
                          const cusparseMatDescr_t a, int nnzA, const T *A, const int *offsetsA, \
                          const int *columnsA, const T *beta, const cusparseMatDescr_t b,        \
                          int nnzB, const T *B, const int *offsetsB, const int *columnsB,        \
                          const cusparseMatDescr_t c, __VA_ARGS__);
#define WARP_ILU(name, A, ...)                                                                    \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t a, A, \
                          const int *offsets, const int *columns, csrilu02Info_t info,            \
                          __VA_ARGS__);
#define WARP_SUMS(S, T)                                                                   \
    WARP_GEAM(cusparse##S##csrgeam2_bufferSizeExt, T, const T *C, const int *offsetsC,    \
              const int *columnsC, size_t *size)                                          \
    WARP_GEAM(cusparse##S##csrgeam2, T, T *C, int *offsetsC, int *columnsC, void *buffer) \
    WARP_ILU(cusparse##S##csrilu02_bufferSize, T *A, int *size)                           \
    WARP_ILU(cusparse##S##csrilu02_bufferSizeExt, T *A, size_t *size)                     \
    WARP_ILU(cusparse##S##csrilu02_analysis, const T *A, cusparseSolvePolicy_t policy,    \
             void *buffer)                                                                \
    WARP_ILU(cusparse##S##csrilu02, T *A, cusparseSolvePolicy_t policy, void *buffer)
WARP_SUMS(S, float)
WARP_SUMS(D, double)
WARP_SUMS(C, cuComplex)
WARP_SUMS(Z, cuDoubleComplex)
#undef WARP_GEAM
#undef WARP_ILU
#undef WARP_SUMS

WARP_END_C

#endif
