// cublas_v2.h: the calls of cuBLAS that the simulator has (beyond/blas/blas.c). cuBLAS documentation, "Using the cuBLAS
// API".
//
// Matrices are stored column by column. m, n and k count elements; lda, ldb and ldc are the distances of two columns. alpha and beta
// are the host's numbers, or, after cublasSetPointerMode, the device's.

#ifndef WARP_CUBLAS_V2_H
#define WARP_CUBLAS_V2_H
#define CUBLAS_API_H_ // programs ask by this name whether it was included

#include <cuda_runtime_api.h>
#include <library_types.h>

#ifdef __CUDA__
#include <cuda_fp16.h>
#endif

WARP_BEGIN_C

// ---- Types -------------------------------------------------------------------------------------------------------

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 1
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION   (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)

typedef struct cublasContext *cublasHandle_t;

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum {
    CUBLAS_FILL_MODE_LOWER = 0,
    CUBLAS_FILL_MODE_UPPER = 1,
    CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;

typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;

typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99
} cublasGemmAlgo_t;

typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;

// ---- Handle and copies --------------------------------------------------------------------------------------------

#define cublasCreate         cublasCreate_v2
#define cublasDestroy        cublasDestroy_v2
#define cublasGetVersion     cublasGetVersion_v2
#define cublasSetStream      cublasSetStream_v2
#define cublasGetStream      cublasGetStream_v2
#define cublasSetPointerMode cublasSetPointerMode_v2
#define cublasGetPointerMode cublasGetPointerMode_v2
#define cublasSetWorkspace   cublasSetWorkspace_v2

cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t bytes);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

// n, rows and columns are elements of `size` bytes; strides are elements, too.
cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasSetVectorAsync(int n, int size, const void *x, int incx, void *y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int size, const void *x, int incx, void *y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *A, int lda, void *B,
                               int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *A, int lda, void *B,
                               int ldb);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void *A, int lda,
                                    void *B, int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void *A, int lda,
                                    void *B, int ldb, cudaStream_t stream);

// ---- Products and vectors, for float and for double ---------------------------------------------------------------

// clang-format off
#define cublasSgemm  cublasSgemm_v2
#define cublasDgemm  cublasDgemm_v2
#define cublasSgemv  cublasSgemv_v2
#define cublasDgemv  cublasDgemv_v2
#define cublasSger   cublasSger_v2
#define cublasDger   cublasDger_v2
#define cublasSaxpy  cublasSaxpy_v2
#define cublasDaxpy  cublasDaxpy_v2
#define cublasSscal  cublasSscal_v2
#define cublasDscal  cublasDscal_v2
#define cublasScopy  cublasScopy_v2
#define cublasDcopy  cublasDcopy_v2
#define cublasSswap  cublasSswap_v2
#define cublasDswap  cublasDswap_v2
#define cublasSdot   cublasSdot_v2
#define cublasDdot   cublasDdot_v2
#define cublasSnrm2  cublasSnrm2_v2
#define cublasDnrm2  cublasDnrm2_v2
#define cublasSasum  cublasSasum_v2
#define cublasDasum  cublasDasum_v2
#define cublasIsamax cublasIsamax_v2
#define cublasIdamax cublasIdamax_v2
#define cublasIsamin cublasIsamin_v2
#define cublasIdamin cublasIdamin_v2
// clang-format on

// C = alpha op(A) op(B) + beta C; y = alpha op(A) x + beta y; A = alpha x y' + A; C = alpha op(A) + beta op(B) (geam); and what BLAS does under these names.
#define WARP_CUBLAS(S, s, T)                                                                       \
    cublasStatus_t cublas##S##gemm(                                                                \
        cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, int m, int n, int k,  \
        const T *alpha, const T *A, int lda, const T *B, int ldb, const T *beta, T *C, int ldc);   \
    cublasStatus_t cublas##S##gemmStridedBatched(                                                  \
        cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, int m, int n, int k,  \
        const T *alpha, const T *A, int lda, long long strideA, const T *B, int ldb,               \
        long long strideB, const T *beta, T *C, int ldc, long long strideC, int batch);            \
    cublasStatus_t cublas##S##gemmBatched(                                                         \
        cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, int m, int n, int k,  \
        const T *alpha, const T *const A[], int lda, const T *const B[], int ldb, const T *beta,   \
        T *const C[], int ldc, int batch);                                                         \
    cublasStatus_t cublas##S##gemv(cublasHandle_t handle, cublasOperation_t op, int m, int n,      \
                                   const T *alpha, const T *A, int lda, const T *x, int incx,      \
                                   const T *beta, T *y, int incy);                                 \
    cublasStatus_t cublas##S##ger(cublasHandle_t handle, int m, int n, const T *alpha, const T *x, \
                                  int incx, const T *y, int incy, T *A, int lda);                  \
    cublasStatus_t cublas##S##geam(                                                                \
        cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, int m, int n,         \
        const T *alpha, const T *A, int lda, const T *beta, const T *B, int ldb, T *C, int ldc);   \
    cublasStatus_t cublas##S##axpy(cublasHandle_t handle, int n, const T *alpha, const T *x,       \
                                   int incx, T *y, int incy);                                      \
    cublasStatus_t cublas##S##scal(cublasHandle_t handle, int n, const T *alpha, T *x, int incx);  \
    cublasStatus_t cublas##S##copy(cublasHandle_t handle, int n, const T *x, int incx, T *y,       \
                                   int incy);                                                      \
    cublasStatus_t cublas##S##swap(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy);  \
    cublasStatus_t cublas##S##dot(cublasHandle_t handle, int n, const T *x, int incx, const T *y,  \
                                  int incy, T *result);                                            \
    cublasStatus_t cublas##S##nrm2(cublasHandle_t handle, int n, const T *x, int incx, T *result); \
    cublasStatus_t cublas##S##asum(cublasHandle_t handle, int n, const T *x, int incx, T *result); \
    cublasStatus_t cublasI##s##amax(cublasHandle_t handle, int n, const T *x, int incx,            \
                                    int *result);                                                  \
    cublasStatus_t cublasI##s##amin(cublasHandle_t handle, int n, const T *x, int incx,            \
                                    int *result);
WARP_CUBLAS(S, s, float)
WARP_CUBLAS(D, d, double)
#undef WARP_CUBLAS

WARP_END_C
#include <cublas_solve_api.h>
WARP_BEGIN_C

// ---- Products of matrices of other types --------------------------------------------------------------------------

#ifdef __cplusplus
struct __half;
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB,
                           int m, int n, int k, const struct __half *alpha, const struct __half *A,
                           int lda, const struct __half *B, int ldb, const struct __half *beta,
                           struct __half *C, int ldc);
#endif
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB,
                            int m, int n, int k, const void *alpha, const void *A,
                            cudaDataType typeA, int lda, const void *B, cudaDataType typeB, int ldb,
                            const void *beta, void *C, cudaDataType typeC, int ldc,
                            cublasComputeType_t computeType, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t opA, cublasOperation_t opB, int m, int n, int k,
    const void *alpha, const void *A, cudaDataType typeA, int lda, long long strideA, const void *B,
    cudaDataType typeB, int ldb, long long strideB, const void *beta, void *C, cudaDataType typeC,
    int ldc, long long strideC, int batch, cublasComputeType_t computeType,
    cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t opA,
                                   cublasOperation_t opB, int m, int n, int k, const void *alpha,
                                   const void *const A[], cudaDataType typeA, int lda,
                                   const void *const B[], cudaDataType typeB, int ldb,
                                   const void *beta, void *const C[], cudaDataType typeC, int ldc,
                                   int batch, cublasComputeType_t computeType,
                                   cublasGemmAlgo_t algorithm);

WARP_END_C

#ifdef __cplusplus
// As programs called it before CUDA 11: the type of the sums instead of a way to compute.
static inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opA,
                                          cublasOperation_t opB, int m, int n, int k,
                                          const void *alpha, const void *A, cudaDataType typeA,
                                          int lda, const void *B, cudaDataType typeB, int ldb,
                                          const void *beta, void *C, cudaDataType typeC, int ldc,
                                          cudaDataType typeOfSums, cublasGemmAlgo_t algorithm)
{
    cublasComputeType_t compute = typeOfSums == CUDA_R_16F   ? CUBLAS_COMPUTE_16F
                                  : typeOfSums == CUDA_R_64F ? CUBLAS_COMPUTE_64F
                                  : typeOfSums == CUDA_R_32I ? CUBLAS_COMPUTE_32I
                                                             : CUBLAS_COMPUTE_32F;
    return cublasGemmEx(handle, opA, opB, m, n, k, alpha, A, typeA, lda, B, typeB, ldb, beta, C,
                        typeC, ldc, compute, algorithm);
}
#endif

#endif
