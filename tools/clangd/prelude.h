// prelude.h: what clangd reads before each .cu file, see tools/editor.sh; nvcc never does. It declares what nvcc knows by
// itself and the CUDA headers of clang 14 do not, so that no editor underlines what is right.
#ifndef PRELUDE_H
#define PRELUDE_H

#include <cuda_runtime.h>

// What clang takes a <<<launch>>> for, when the toolkit is newer than it knows.
extern "C" int cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);

// Loads and stores with a cache hint.
template <typename T>
__device__ T __ldcg(const T *address);
template <typename T>
__device__ T __ldcs(const T *address);
template <typename T>
__device__ T __ldlu(const T *address);
template <typename T>
__device__ T __ldcv(const T *address);
template <typename T>
__device__ T __ldca(const T *address);
template <typename T>
__device__ void __stcg(T *address, T value);
template <typename T>
__device__ void __stcs(T *address, T value);
template <typename T>
__device__ void __stwt(T *address, T value);

// Atomics with an order and a scope, section "Atomic Functions" of the CUDA Programming Guide.
enum {
    __NV_ATOMIC_RELAXED,
    __NV_ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST
};
enum {
    __NV_THREAD_SCOPE_THREAD,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM
};
template <typename T>
__device__ T __nv_atomic_load_n(T *address, int order, int scope = 0);
template <typename T>
__device__ void __nv_atomic_store_n(T *address, T value, int order, int scope = 0);
template <typename T>
__device__ T __nv_atomic_fetch_add(T *address, T value, int order, int scope = 0);

#endif
