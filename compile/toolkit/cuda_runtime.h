// cuda_runtime.h: is included before the first line of every .cu file that clang compiles for the simulator.
//
// NVIDIA's toolkit has its own file of this name. With ours clang, version 14 or later, compiles the same programs without
// any toolkit: clang knows CUDA C as a language, and such headers declare the names of the library. They are declared from
// NVIDIA's documentation ("CUDA Runtime API", "CUDA C++ Programming Guide", "CUDA Math API").
//
//   cuda_runtime_api.h  the host's API       device/sync.h     barriers, fences, votes, shuffles
//   vector_types.h      int4, dim3           device/atomic.h   atomicAdd and the like; order.h: with an order
//   cuda_fp16, _bf16, _fp8: narrow numbers   device/memory.h   loads and stores with a hint; malloc, printf
//   cooperative_groups  groups of threads    device/bits.h     integer and conversion intrinsics; simd.h: lanes of 16 and 8 bits
//   cuda/atomic, barrier, pipeline: libcu++  device/math.h     sqrtf, expf, sin, ...; norms.h, bessel.h: norm3d, j0, ...
//   mma.h               tensor cores         device/special.h  erfinv, sinpi, ... for host and device
//   cuComplex.h         complex numbers      device/std.h      the same as std::sqrt, ...
//   curand_kernel.h     random numbers       device/texture.h  textures and surfaces
//   cuda.h, cublas_v2.h, cufft.h, curand.h   device/launch.h   kernels that launch kernels
//
// Further files, such as device_launch_parameters.h, have only the name of a file of NVIDIA's toolkit whose contents are here. clangd
// reads the same headers (make editor).

#ifndef WARP_CUDA_RUNTIME_H
#define WARP_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__ // programs ask by this name whether it was included

#include "cuda_runtime_api.h"
#include "vector_functions.h"

#ifdef __CUDA__

// ---- The device ---------------------------------------------------------------------------------------------------

#if __clang_major__ < 15 // else clang knows it
#define __noinline__ __attribute__((noinline))
#endif

// Declares a library function on the device.
#define DEVICE_FUNCTION static __inline__ __attribute__((device, always_inline))

// Library functions have no lines of their own: their work counts for the line that calls them.
#define WARP_BEGIN_LIBRARY \
    _Pragma("clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))")
#define WARP_END_LIBRARY _Pragma("clang attribute pop")

WARP_BEGIN_LIBRARY
#include <__clang_cuda_builtin_vars.h> // threadIdx, blockIdx, blockDim, gridDim, warpSize
WARP_END_LIBRARY

#define WARP_AS_VECTOR(name)                                                                     \
    __device__ inline __cuda_builtin_##name##_t::operator uint3() const WARP_RETURNS({x, y, z}); \
    __device__ inline __cuda_builtin_##name##_t::operator dim3() const WARP_RETURNS({x, y, z});
WARP_AS_VECTOR(threadIdx)
WARP_AS_VECTOR(blockIdx)
WARP_AS_VECTOR(blockDim)
WARP_AS_VECTOR(gridDim)
#undef WARP_AS_VECTOR

WARP_BEGIN_LIBRARY
#include "device/atomic.h"
#include "device/bessel.h"
#include "device/bits.h"
#include "device/elementary.h"
#include "device/launch.h"
#include "device/math.h"
#include "device/memory.h"
#include "device/norms.h"
#include "device/order.h"
#include "device/simd.h"
#include "device/std.h"
#include "device/sync.h"
#include "device/texture.h"
WARP_END_LIBRARY

// ---- What Thrust and CUB ask for (Debian has them: libthrust-dev, libcub-dev) ---------------------------------------

#define __HOST_DEFINES_H__                          // they would take away __host__
#define __cudaDeviceSynchronizeDeprecationAvoidance cudaDeviceSynchronize // CUB's name for it

#endif // __CUDA__

// nvcc includes these, too. In GNU's library math.h includes C++17's special functions (elliptic integrals and such), which take
// longer to read than all the rest; a program that defines __STDCPP_WANT_MATH_SPEC_FUNCS__ gets them. (The compiler in the book's
// page has no C++ library.)
#if defined __cplusplus && !defined __STDCPP_WANT_MATH_SPEC_FUNCS__ && __has_include(<initializer_list>)
#include <initializer_list>
#include <utility>
#if __has_include(<bits/stl_algobase.h>) // GNU's, with std::max and std::swap
#include <bits/stl_algobase.h>
#endif
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#endif
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __CUDA__
WARP_BEGIN_LIBRARY
#include "device/special.h" // calls the functions of math.h on the host
WARP_END_LIBRARY
#endif

#ifdef __cplusplus

// ---- The API, with the types that a program has ------------------------------------------------------------------

template <class T>
static inline cudaError_t cudaMalloc(T **pointer, size_t bytes)
    WARP_RETURNS(cudaMalloc((void **)pointer, bytes));

template <class T>
static inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream)
    WARP_RETURNS(cudaMallocAsync((void **)pointer, bytes, stream));

template <class T>
static inline cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t bytes, cudaMemPool_t pool,
                                                  cudaStream_t stream)
    WARP_RETURNS(cudaMallocFromPoolAsync((void **)pointer, bytes, pool, stream));

template <class T>
static inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaMemPool_t pool,
                                          cudaStream_t stream)
    WARP_RETURNS(cudaMallocFromPoolAsync((void **)pointer, bytes, pool, stream));

template <class T>
static inline cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned int flags = 0)
    WARP_RETURNS(cudaHostAlloc((void **)pointer, bytes, flags));

template <class T>
static inline cudaError_t cudaMallocManaged(T **pointer, size_t bytes,
                                            unsigned int flags = cudaMemAttachGlobal)
    WARP_RETURNS(cudaMallocManaged((void **)pointer, bytes, flags));

template <class T>
static inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height)
    WARP_RETURNS(cudaMallocPitch((void **)pointer, pitch, width, height));

template <class T>
static inline cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned int flags)
    WARP_RETURNS(cudaHostAlloc((void **)pointer, bytes, flags));

template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags)
    WARP_RETURNS(cudaHostGetDevicePointer((void **)device, host, flags));

template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes,
                                             size_t offset = 0,
                                             enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
    WARP_RETURNS(cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind));

template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes,
                                                  size_t offset = 0,
                                                  enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                  cudaStream_t stream = 0)
    WARP_RETURNS(cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream));

template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes,
                                               size_t offset = 0,
                                               enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
    WARP_RETURNS(cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind));

template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(
    void *to, const T &symbol, size_t bytes, size_t offset = 0,
    enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0)
    WARP_RETURNS(cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream));

template <class T, class S>
static inline cudaError_t cudaGetSymbolAddress(T **pointer, const S &symbol)
    WARP_RETURNS(cudaGetSymbolAddress((void **)pointer, (const void *)&symbol));

template <class T>
static inline cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol)
    WARP_RETURNS(cudaGetSymbolSize(bytes, (const void *)&symbol));

template <class Kernel>
static inline cudaError_t cudaLaunchKernel(Kernel *kernel, dim3 grid, dim3 block, void **arguments,
                                           size_t shared = 0, cudaStream_t stream = 0)
    WARP_RETURNS(cudaLaunchKernel((const void *)kernel, grid, block, arguments, shared, stream));

template <class Kernel>
static inline cudaError_t cudaLaunchCooperativeKernel(Kernel *kernel, dim3 grid, dim3 block,
                                                      void **arguments, size_t shared = 0,
                                                      cudaStream_t stream = 0)
    WARP_RETURNS(cudaLaunchCooperativeKernel((const void *)kernel, grid, block, arguments, shared,
                                             stream));

// Arguments are converted to the types of the kernel's parameters.
template <class... Parameters, class... Arguments>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                                             void (*kernel)(Parameters...), Arguments... arguments)
{
    return [=](Parameters... values) {
        void *pointers[] = {(void *)&values..., nullptr};
        return cudaLaunchKernelExC(config, (const void *)kernel, pointers);
    }(arguments...);
}

template <class Kernel>
static inline cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes,
                                                Kernel *kernel)
    WARP_RETURNS(cudaFuncGetAttributes(attributes, (const void *)kernel));

template <class Kernel>
static inline cudaError_t cudaFuncSetAttribute(Kernel *kernel, enum cudaFuncAttribute attribute,
                                               int value)
    WARP_RETURNS(cudaFuncSetAttribute((const void *)kernel, attribute, value));

template <class Kernel>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, Kernel *kernel,
                                                         const cudaLaunchConfig_t *config)
    WARP_RETURNS(cudaOccupancyMaxActiveClusters(clusters, (const void *)kernel, config));

template <class Kernel>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, Kernel *kernel,
                                                               const cudaLaunchConfig_t *config)
    WARP_RETURNS(cudaOccupancyMaxPotentialClusterSize(size, (const void *)kernel, config));

template <class Kernel>
static inline cudaError_t cudaFuncSetCacheConfig(Kernel *kernel, enum cudaFuncCache config)
    WARP_RETURNS(cudaFuncSetCacheConfig((const void *)kernel, config));

template <class Kernel>
static inline cudaError_t cudaFuncSetSharedMemConfig(Kernel *kernel,
                                                     enum cudaSharedMemConfig config)
    WARP_RETURNS(cudaFuncSetSharedMemConfig((const void *)kernel, config));

template <class Kernel>
static inline cudaError_t cudaFuncGetName(const char **name, Kernel *kernel)
    WARP_RETURNS(cudaFuncGetName(name, (const void *)kernel));

template <class Kernel>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Kernel kernel,
                                                                        int threads, size_t shared)
    WARP_RETURNS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel,
                                                               threads, shared));

template <class Kernel>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, Kernel kernel, int threads, size_t shared, unsigned int flags)
    WARP_RETURNS(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks,
                                                                        (const void *)kernel,
                                                                        threads, shared, flags));

template <class Kernel>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, Kernel *kernel,
                                                                    int blocks, int threads)
    WARP_RETURNS(cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void *)kernel, blocks,
                                                           threads));

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
    WARP_RETURNS(cudaEventCreateWithFlags(event, flags));

// Sets *block to the largest block size that keeps the most threads on an SM, and *grid to the least number of blocks that fill
// the device. `shared` returns a block's dynamic shared memory from its number of threads.
template <class Shared, class Kernel>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block,
                                                                         Kernel kernel,
                                                                         Shared shared,
                                                                         int limit = 0)
{
    struct cudaFuncAttributes attributes;
    int device, multiprocessors, most = 0;
    cudaError_t e = cudaFuncGetAttributes(&attributes, (const void *)kernel);
    if (e == cudaSuccess)
        e = cudaGetDevice(&device);
    if (e == cudaSuccess)
        e = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    int threads = attributes.maxThreadsPerBlock;
    if (limit > 0 && limit < threads)
        threads = limit;
    while (e == cudaSuccess && threads > 0) {
        int blocks;
        e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)kernel, threads,
                                                          (size_t)shared(threads));
        if (e == cudaSuccess && blocks * threads > most) {
            most = blocks * threads;
            *block = threads;
            *grid = blocks * multiprocessors;
        }
        threads = (threads - 1) / 32 * 32;
    }
    return e;
}

template <class Kernel>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, Kernel kernel,
                                                             size_t shared = 0, int limit = 0)
    WARP_RETURNS(cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        grid, block, kernel, [=](int) { return shared; }, limit));

#include "cuda_older_api.h"

#endif // __cplusplus

#endif
