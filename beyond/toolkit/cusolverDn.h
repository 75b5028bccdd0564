// cusolverDn.h: the calls of cuSOLVER, for dense matrices, that the simulator has (beyond/solver/solver.c). cuSOLVER
// documentation, "cuSolverDN: dense LAPACK Function Reference".
//
// Matrices are stored column by column; lda is the distance of two columns. All arrays are the device's. A call that needs a
// workspace has another call, …_bufferSize, which tells how many elements it needs. devInfo becomes 0; i if what stands at i, counted
// from 1, stops the work.

#ifndef WARP_CUSOLVERDN_H
#define WARP_CUSOLVERDN_H
#define CUSOLVERDN_H_ // programs ask by this name whether it was included

#include <cuComplex.h>
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <cusolver_common.h>

WARP_BEGIN_C

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream);
cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t mode);
cusolverStatus_t cusolverDnGetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t *mode);

// ---- Parameters of Jacobi's method ----------------------------------------------------------------------------------

#define WARP_JACOBI(Name, name)                                                                   \
    cusolverStatus_t cusolverDnCreate##Name##Info(name##Info_t *info);                            \
    cusolverStatus_t cusolverDnDestroy##Name##Info(name##Info_t info);                            \
    cusolverStatus_t cusolverDnX##name##SetTolerance(name##Info_t info, double tolerance);        \
    cusolverStatus_t cusolverDnX##name##SetMaxSweeps(name##Info_t info, int sweeps);              \
    cusolverStatus_t cusolverDnX##name##SetSortEig(name##Info_t info, int sort);                  \
    cusolverStatus_t cusolverDnX##name##GetResidual(cusolverDnHandle_t handle, name##Info_t info, \
                                                    double *residual);                            \
    cusolverStatus_t cusolverDnX##name##GetSweeps(cusolverDnHandle_t handle, name##Info_t info,   \
                                                  int *sweeps);
WARP_JACOBI(Syevj, syevj)
WARP_JACOBI(Gesvdj, gesvdj)
#undef WARP_JACOBI

// ---- Factors and what they solve; S: the type's letter, T the type ---------------------------------------------------

#define WARP_FACTORS(S, T)                                                                         \
    cusolverStatus_t cusolverDn##S##potrf_bufferSize(                                              \
        cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, int *size);        \
    cusolverStatus_t cusolverDn##S##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          T *A, int lda, T *work, int size, int *devInfo);         \
    cusolverStatus_t cusolverDn##S##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          int nrhs, const T *A, int lda, T *B, int ldb,            \
                                          int *devInfo);                                           \
    cusolverStatus_t cusolverDn##S##potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, \
                                                 int n, T *A[], int lda, int *infos, int batch);   \
    cusolverStatus_t cusolverDn##S##potrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, \
                                                 int n, int nrhs, T *A[], int lda, T *B[],         \
                                                 int ldb, int *devInfo, int batch);                \
    cusolverStatus_t cusolverDn##S##potri_bufferSize(                                              \
        cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, int *size);        \
    cusolverStatus_t cusolverDn##S##potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          T *A, int lda, T *work, int size, int *devInfo);         \
    cusolverStatus_t cusolverDn##S##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     T *A, int lda, int *size);                    \
    cusolverStatus_t cusolverDn##S##getrf(cusolverDnHandle_t handle, int m, int n, T *A, int lda,  \
                                          T *work, int *pivots, int *devInfo);                     \
    cusolverStatus_t cusolverDn##S##getrs(cusolverDnHandle_t handle, cublasOperation_t op, int n,  \
                                          int nrhs, const T *A, int lda, const int *pivots, T *B,  \
                                          int ldb, int *devInfo);                                  \
    cusolverStatus_t cusolverDn##S##geqrf_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     T *A, int lda, int *size);                    \
    cusolverStatus_t cusolverDn##S##geqrf(cusolverDnHandle_t handle, int m, int n, T *A, int lda,  \
                                          T *tau, T *work, int size, int *devInfo);
WARP_FACTORS(S, float)
WARP_FACTORS(D, double)
WARP_FACTORS(C, cuComplex)
WARP_FACTORS(Z, cuDoubleComplex)
#undef WARP_FACTORS

// ---- Q, of QR; or: orthogonal, or un: unitary -------------------------------------------------------------------------

#define WARP_QR(S, T, or)                                                                        \
    cusolverStatus_t cusolverDn##S## or                                                          \
        ##gqr_bufferSize(cusolverDnHandle_t handle, int m, int n, int k, const T *A, int lda,    \
                         const T *tau, int *size);                                               \
    cusolverStatus_t cusolverDn##S## or                                                          \
        ##gqr(cusolverDnHandle_t handle, int m, int n, int k, T *A, int lda, const T *tau,       \
              T *work, int size, int *devInfo);                                                  \
    cusolverStatus_t cusolverDn##S## or                                                          \
        ##mqr_bufferSize(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t op, \
                         int m, int n, int k, const T *A, int lda, const T *tau, const T *C,     \
                         int ldc, int *size);                                                    \
    cusolverStatus_t cusolverDn##S## or                                                          \
        ##mqr(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t op, int m,     \
              int n, int k, const T *A, int lda, const T *tau, T *C, int ldc, T *work, int size, \
              int *devInfo);
WARP_QR(S, float, or)
WARP_QR(D, double, or)
WARP_QR(C, cuComplex, un)
WARP_QR(Z, cuDoubleComplex, un)
#undef WARP_QR

// ---- Eigenvalues; sy: symmetric, or he: Hermitian; R: the real type -----------------------------------------------------

#define WARP_EIGEN(S, T, R, sy)                                                                    \
    cusolverStatus_t cusolverDn##S##sy##evd_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cublasFillMode_t uplo, int n,            \
        const T *A, int lda, const R *W, int *size);                                               \
    cusolverStatus_t cusolverDn##S##sy##evd(cusolverDnHandle_t handle, cusolverEigMode_t job,      \
                                            cublasFillMode_t uplo, int n, T *A, int lda, R *W,     \
                                            T *work, int size, int *devInfo);                      \
    cusolverStatus_t cusolverDn##S##sy##evj_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cublasFillMode_t uplo, int n,            \
        const T *A, int lda, const R *W, int *size, syevjInfo_t params);                           \
    cusolverStatus_t cusolverDn##S##sy##evj(cusolverDnHandle_t handle, cusolverEigMode_t job,      \
                                            cublasFillMode_t uplo, int n, T *A, int lda, R *W,     \
                                            T *work, int size, int *devInfo, syevjInfo_t params);  \
    cusolverStatus_t cusolverDn##S##sy##evjBatched_bufferSize(                                     \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cublasFillMode_t uplo, int n,            \
        const T *A, int lda, const R *W, int *size, syevjInfo_t params, int batch);                \
    cusolverStatus_t cusolverDn##S##sy##evjBatched(                                                \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cublasFillMode_t uplo, int n, T *A,      \
        int lda, R *W, T *work, int size, int *infos, syevjInfo_t params, int batch);              \
    cusolverStatus_t cusolverDn##S##sy##gvd_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t job,                  \
        cublasFillMode_t uplo, int n, const T *A, int lda, const T *B, int ldb, const R *W,        \
        int *size);                                                                                \
    cusolverStatus_t cusolverDn##S##sy##gvd(cusolverDnHandle_t handle, cusolverEigType_t type,     \
                                            cusolverEigMode_t job, cublasFillMode_t uplo, int n,   \
                                            T *A, int lda, T *B, int ldb, R *W, T *work, int size, \
                                            int *devInfo);
WARP_EIGEN(S, float, float, sy)
WARP_EIGEN(D, double, double, sy)
WARP_EIGEN(C, cuComplex, float, he)
WARP_EIGEN(Z, cuDoubleComplex, double, he)
#undef WARP_EIGEN

// ---- Singular values ------------------------------------------------------------------------------------------------

#define WARP_SINGULAR(S_, T, R)                                                                    \
    cusolverStatus_t cusolverDn##S_##gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n,     \
                                                      int *size);                                  \
    cusolverStatus_t cusolverDn##S_##gesvd(                                                        \
        cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, T *A,        \
        int lda, R *S, T *U, int ldu, T *VT, int ldvt, T *work, int size, R *rwork, int *devInfo); \
    cusolverStatus_t cusolverDn##S_##gesvdj_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigMode_t job, int econ, int m, int n, const T *A,      \
        int lda, const R *S, const T *U, int ldu, const T *V, int ldv, int *size,                  \
        gesvdjInfo_t params);                                                                      \
    cusolverStatus_t cusolverDn##S_##gesvdj(                                                       \
        cusolverDnHandle_t handle, cusolverEigMode_t job, int econ, int m, int n, T *A, int lda,   \
        R *S, T *U, int ldu, T *V, int ldv, T *work, int size, int *devInfo, gesvdjInfo_t params); \
    cusolverStatus_t cusolverDn##S_##gesvdjBatched_bufferSize(                                     \
        cusolverDnHandle_t handle, cusolverEigMode_t job, int m, int n, const T *A, int lda,       \
        const R *S, const T *U, int ldu, const T *V, int ldv, int *size, gesvdjInfo_t params,      \
        int batch);                                                                                \
    cusolverStatus_t cusolverDn##S_##gesvdjBatched(                                                \
        cusolverDnHandle_t handle, cusolverEigMode_t job, int m, int n, T *A, int lda, R *S, T *U, \
        int ldu, T *V, int ldv, T *work, int size, int *infos, gesvdjInfo_t params, int batch);
WARP_SINGULAR(S, float, float)
WARP_SINGULAR(D, double, double)
WARP_SINGULAR(C, cuComplex, float)
WARP_SINGULAR(Z, cuDoubleComplex, double)
#undef WARP_SINGULAR

WARP_END_C

#endif
