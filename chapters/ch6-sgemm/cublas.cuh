// The library's matrix product, for comparison. cuBLAS is found when the program runs, not when it
// is built: without it there is simply no row. The simulator doesn't have it.

#ifndef WARP_CUBLAS_H
#define WARP_CUBLAS_H

#include <stdbool.h>
#include <stddef.h>

#if !defined(__WARPSIM__) && __has_include(<cublas_v2.h>)
#define HAVE_CUBLAS 1
#include <cublas_v2.h>
#include <dlfcn.h>

typedef struct {
    void *library; // NULL: cuBLAS is not there
    cublasHandle_t handle;
    cublasStatus_t (*product)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                              const float *, const float *, int, const float *, int, const float *,
                              float *, int);
    cublasStatus_t (*productOf)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                                const void *, const void *, cudaDataType, int, const void *,
                                cudaDataType, int, const void *, void *, cudaDataType, int,
                                cublasComputeType_t, cublasGemmAlgo_t);
} Cublas;

// Looks where the dynamic linker does, then where NVIDIA's packages put the library.
static Cublas cublasOpen(void)
{
    static const char *const places[] = {"libcublas.so", "libcublas.so.13", "libcublas.so.12",
                                         "/usr/local/cuda/lib64/libcublas.so"};
    Cublas cublas = {};
    for (size_t i = 0; i < sizeof places / sizeof *places && cublas.library == NULL; i++)
        cublas.library = dlopen(places[i], RTLD_NOW);
    if (cublas.library == NULL)
        return cublas;

    cublasStatus_t (*create)(cublasHandle_t *);
    cublasStatus_t (*setMode)(cublasHandle_t, cublasMath_t);
    *(void **)&create = dlsym(cublas.library, "cublasCreate_v2");
    *(void **)&setMode = dlsym(cublas.library, "cublasSetMathMode");
    *(void **)&cublas.product = dlsym(cublas.library, "cublasSgemm_v2");
    *(void **)&cublas.productOf = dlsym(cublas.library, "cublasGemmEx");
    // Else, where it divides K, it may add the parts in bf16 or half, not in float.
    const cublasMath_t floatSums = CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
    if (create == NULL || setMode == NULL || cublas.product == NULL || cublas.productOf == NULL ||
        create(&cublas.handle) != CUBLAS_STATUS_SUCCESS ||
        setMode(cublas.handle, floatSums) != CUBLAS_STATUS_SUCCESS) {
        dlclose(cublas.library);
        cublas.library = NULL;
    }
    return cublas;
}

// C = alpha A B + beta C, as in product.h. cuBLAS stores matrices by columns: read so, our row-major
// C is its transpose, B^T A^T. True if cuBLAS took the call.
static inline bool cublasProduct(const Cublas *cublas, int M, int N, int K, float alpha,
                                 const float *A, const float *B, float beta, float *C)
{
    return cublas->product(cublas->handle, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &alpha, B, N, A,
                           K > 0 ? K
                                 : 1, // it needs a leading dimension even where there is nothing
                           &beta, C, N) == CUBLAS_STATUS_SUCCESS;
}

// C = A B with elements of this type, computed in that way. lda, ldb, ldc: elements from row to row.
static inline bool cublasProductOf(const Cublas *cublas, cudaDataType type,
                                   cublasComputeType_t compute, int M, int N, int K, const void *A,
                                   int lda, const void *B, int ldb, void *C, int ldc)
{
    const float alpha = 1, beta = 0;
    return cublas->productOf(cublas->handle, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &alpha, B, type,
                             ldb, A, type, lda, &beta, C, type, ldc, compute,
                             CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS;
}

#else
#define HAVE_CUBLAS 0
#endif

#endif
