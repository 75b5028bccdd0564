// cuda_error_api.h: the part of the runtime API for errors, versions and the driver API's calls. cuda_runtime_api.h includes it.

#ifndef WARP_CUDA_ERROR_API_H
#define WARP_CUDA_ERROR_API_H

#include "cuda_numbers.h"

WARP_BEGIN_C

enum cudaError {
    WARP_ERRORS(WARP_FIRST_ERROR, WARP_ONE_ERROR, WARP_NONE) cudaErrorApiFailureBase =
        10000, // toolkits before 13
};
typedef enum cudaError cudaError_t;

cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);

// A call of the driver API, by its name.
enum { cudaEnableDefault = 0, cudaEnableLegacyStream = 1, cudaEnablePerThreadDefaultStream = 2 };

enum cudaDriverEntryPointQueryResult {
    cudaDriverEntryPointSuccess = 0,
    cudaDriverEntryPointSymbolNotFound = 1,
    cudaDriverEntryPointVersionNotSufficent = 2, // so NVIDIA spells it
};

cudaError_t cudaGetDriverEntryPoint(const char *name, void **call, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *status CUDA_DEFAULT(0));
cudaError_t cudaGetDriverEntryPointByVersion(
    const char *name, void **call, unsigned int version, unsigned long long flags,
    enum cudaDriverEntryPointQueryResult *status CUDA_DEFAULT(0));

WARP_END_C

#endif
