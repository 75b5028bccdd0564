// cublas_solve_api.h: triangular and symmetric matrices, and lists of small systems, of cuBLAS; vectors whose type is an argument. Part
// of cublas_v2.h.

#ifndef WARP_CUBLAS_SOLVE_API_H
#define WARP_CUBLAS_SOLVE_API_H

#include <cuComplex.h>

WARP_BEGIN_C

#define cublasStrsm cublasStrsm_v2
#define cublasDtrsm cublasDtrsm_v2
#define cublasCtrsm cublasCtrsm_v2
#define cublasZtrsm cublasZtrsm_v2
#define cublasStrmm cublasStrmm_v2
#define cublasDtrmm cublasDtrmm_v2
#define cublasCtrmm cublasCtrmm_v2
#define cublasZtrmm cublasZtrmm_v2
#define cublasStrsv cublasStrsv_v2
#define cublasDtrsv cublasDtrsv_v2
#define cublasCtrsv cublasCtrsv_v2
#define cublasZtrsv cublasZtrsv_v2
#define cublasSsyrk cublasSsyrk_v2
#define cublasDsyrk cublasDsyrk_v2
#define cublasCsyrk cublasCsyrk_v2
#define cublasZsyrk cublasZsyrk_v2
#define cublasSsymm cublasSsymm_v2
#define cublasDsymm cublasDsymm_v2
#define cublasCsymm cublasCsymm_v2
#define cublasZsymm cublasZsymm_v2

// S: the type's letter, T the type. The lists of addresses, pivots and infos are on the device; `info` of getrs and gels is the host's.
#define WARP_CUBLAS_SOLVE(S, T)                                                                    \
    cublasStatus_t cublas##S##trsm(cublasHandle_t handle, cublasSideMode_t side,                   \
                                   cublasFillMode_t uplo, cublasOperation_t op,                    \
                                   cublasDiagType_t diagonal, int m, int n, const T *alpha,        \
                                   const T *A, int lda, T *B, int ldb);                            \
    cublasStatus_t cublas##S##trsmBatched(                                                         \
        cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op, \
        cublasDiagType_t diagonal, int m, int n, const T *alpha, const T *const A[], int lda,      \
        T *const B[], int ldb, int batch);                                                         \
    cublasStatus_t cublas##S##trmm(cublasHandle_t handle, cublasSideMode_t side,                   \
                                   cublasFillMode_t uplo, cublasOperation_t op,                    \
                                   cublasDiagType_t diagonal, int m, int n, const T *alpha,        \
                                   const T *A, int lda, const T *B, int ldb, T *C, int ldc);       \
    cublasStatus_t cublas##S##trsv(cublasHandle_t handle, cublasFillMode_t uplo,                   \
                                   cublasOperation_t op, cublasDiagType_t diagonal, int n,         \
                                   const T *A, int lda, T *x, int incx);                           \
    cublasStatus_t cublas##S##syrk(cublasHandle_t handle, cublasFillMode_t uplo,                   \
                                   cublasOperation_t op, int n, int k, const T *alpha, const T *A, \
                                   int lda, const T *beta, T *C, int ldc);                         \
    cublasStatus_t cublas##S##symm(                                                                \
        cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,         \
        const T *alpha, const T *A, int lda, const T *B, int ldb, const T *beta, T *C, int ldc);   \
    cublasStatus_t cublas##S##getrfBatched(cublasHandle_t handle, int n, T *const A[], int lda,    \
                                           int *pivots, int *infos, int batch);                    \
    cublasStatus_t cublas##S##getrsBatched(                                                        \
        cublasHandle_t handle, cublasOperation_t op, int n, int nrhs, const T *const A[], int lda, \
        const int *pivots, T *const B[], int ldb, int *info, int batch);                           \
    cublasStatus_t cublas##S##getriBatched(cublasHandle_t handle, int n, const T *const A[],       \
                                           int lda, const int *pivots, T *const C[], int ldc,      \
                                           int *infos, int batch);                                 \
    cublasStatus_t cublas##S##matinvBatched(cublasHandle_t handle, int n, const T *const A[],      \
                                            int lda, T *const C[], int ldc, int *infos,            \
                                            int batch);                                            \
    cublasStatus_t cublas##S##gelsBatched(cublasHandle_t handle, cublasOperation_t op, int m,      \
                                          int n, int nrhs, T *const A[], int lda, T *const C[],    \
                                          int ldc, int *info, int *infos, int batch);
WARP_CUBLAS_SOLVE(S, float)
WARP_CUBLAS_SOLVE(D, double)
WARP_CUBLAS_SOLVE(C, cuComplex)
WARP_CUBLAS_SOLVE(Z, cuDoubleComplex)
#undef WARP_CUBLAS_SOLVE

cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void *x, cudaDataType typeX,
                           int incx, const void *y, cudaDataType typeY, int incy, void *result,
                           cudaDataType typeOfResult, cudaDataType compute);
cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void *x, cudaDataType typeX,
                            int incx, const void *y, cudaDataType typeY, int incy, void *result,
                            cudaDataType typeOfResult, cudaDataType compute);
cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *x, cudaDataType typeX,
                            int incx, void *result, cudaDataType typeOfResult,
                            cudaDataType compute);
cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha,
                            cudaDataType typeOfAlpha, void *x, cudaDataType typeX, int incx,
                            cudaDataType compute);
cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha,
                            cudaDataType typeOfAlpha, const void *x, cudaDataType typeX, int incx,
                            void *y, cudaDataType typeY, int incy, cudaDataType compute);

WARP_END_C

#endif
