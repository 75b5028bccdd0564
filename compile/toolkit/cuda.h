// cuda.h: the CUDA driver API, as far as the simulator has it, for C and C++.
//
// It is declared from NVIDIA's "CUDA Driver API" reference, version 13.0, which says what each call does. Numbers and structures
// are those of the reference. Many programs include this file without a call of that API, and expect the runtime's, too.
//
//   cuda_numbers.h            errors, attributes       cuda_driver_attributes.h  what can be asked
//   cuda_driver_types.h       handles, launches        cuda_driver_api.h         devices, contexts, modules, kernels, streams
//   cuda_driver_jit.h         modules, the linker      cuda_driver_memory_api.h  memory, copies, arrays, textures
//   cuda_driver_memory.h      descriptions of memory   cuda_driver_tensor.h      tensor maps

#ifndef WARP_CUDA_H
#define WARP_CUDA_H

#include <cuda_runtime.h>

#define CUDA_VERSION    CUDART_VERSION
#define __cuda_cuda_h__ // programs ask by this name whether it was included

// The errors. One of the runtime API has the same number, and another name.
typedef enum cudaError_enum { WARP_ERRORS(WARP_SECOND_ERROR, WARP_NONE, WARP_ONE) } CUresult;

#include "cuda_driver_attributes.h"
#include "cuda_driver_jit.h"
#include "cuda_driver_memory.h"
#include "cuda_driver_tensor.h"
#include "cuda_driver_types.h"

// Calls as they were before the names below came to mean others: cuGetProcAddress finds them.
WARP_BEGIN_C

CUresult cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device);
CUresult cuCtxCreate_v3(CUcontext *context, CUexecAffinityParam *params, int count,
                        unsigned int flags, CUdevice device);
CUresult cuGetProcAddress(const char *name, void **call, int version, cuuint64_t flags);
CUresult cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice, CUdevice device);
CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t bytes, CUdevice device, CUstream stream);

WARP_END_C

// The library has each of these calls in several versions. A program's name means the newest.
#define cuCtxCreate                cuCtxCreate_v4
#define cuGraphInstantiate         cuGraphInstantiateWithFlags
#define cuDeviceTotalMem           cuDeviceTotalMem_v2
#define cuDeviceGetUuid            cuDeviceGetUuid_v2
#define cuDevicePrimaryCtxRelease  cuDevicePrimaryCtxRelease_v2
#define cuDevicePrimaryCtxReset    cuDevicePrimaryCtxReset_v2
#define cuDevicePrimaryCtxSetFlags cuDevicePrimaryCtxSetFlags_v2
#define cuCtxDestroy               cuCtxDestroy_v2
#define cuCtxPopCurrent            cuCtxPopCurrent_v2
#define cuCtxPushCurrent           cuCtxPushCurrent_v2
#define cuGetProcAddress           cuGetProcAddress_v2
#define cuModuleGetGlobal          cuModuleGetGlobal_v2
#define cuLinkCreate               cuLinkCreate_v2
#define cuLinkAddData              cuLinkAddData_v2
#define cuLinkAddFile              cuLinkAddFile_v2
#define cuStreamDestroy            cuStreamDestroy_v2
#define cuStreamBeginCapture       cuStreamBeginCapture_v2
#define cuEventDestroy             cuEventDestroy_v2
#define cuEventElapsedTime         cuEventElapsedTime_v2
#define cuIpcOpenMemHandle         cuIpcOpenMemHandle_v2
#define cuMemAlloc                 cuMemAlloc_v2
#define cuMemAllocPitch            cuMemAllocPitch_v2
#define cuMemAllocHost             cuMemAllocHost_v2
#define cuMemFree                  cuMemFree_v2
#define cuMemGetInfo               cuMemGetInfo_v2
#define cuMemGetAddressRange       cuMemGetAddressRange_v2
#define cuMemHostGetDevicePointer  cuMemHostGetDevicePointer_v2
#define cuMemHostRegister          cuMemHostRegister_v2
#define cuMemAdvise                cuMemAdvise_v2
#define cuMemPrefetchAsync         cuMemPrefetchAsync_v2
#define cuMemcpyHtoD               cuMemcpyHtoD_v2
#define cuMemcpyHtoDAsync          cuMemcpyHtoDAsync_v2
#define cuMemcpyDtoH               cuMemcpyDtoH_v2
#define cuMemcpyDtoHAsync          cuMemcpyDtoHAsync_v2
#define cuMemcpyDtoD               cuMemcpyDtoD_v2
#define cuMemcpyDtoDAsync          cuMemcpyDtoDAsync_v2
#define cuMemcpyHtoA               cuMemcpyHtoA_v2
#define cuMemcpyHtoAAsync          cuMemcpyHtoAAsync_v2
#define cuMemcpyAtoH               cuMemcpyAtoH_v2
#define cuMemcpyAtoHAsync          cuMemcpyAtoHAsync_v2
#define cuMemcpyDtoA               cuMemcpyDtoA_v2
#define cuMemcpyAtoD               cuMemcpyAtoD_v2
#define cuMemcpyAtoA               cuMemcpyAtoA_v2
#define cuMemcpy2D                 cuMemcpy2D_v2
#define cuMemcpy2DAsync            cuMemcpy2DAsync_v2
#define cuMemcpy2DUnaligned        cuMemcpy2DUnaligned_v2
#define cuMemcpy3D                 cuMemcpy3D_v2
#define cuMemcpy3DAsync            cuMemcpy3DAsync_v2
#define cuMemsetD8                 cuMemsetD8_v2
#define cuMemsetD16                cuMemsetD16_v2
#define cuMemsetD32                cuMemsetD32_v2
#define cuMemsetD2D8               cuMemsetD2D8_v2
#define cuMemsetD2D16              cuMemsetD2D16_v2
#define cuMemsetD2D32              cuMemsetD2D32_v2
#define cuArrayCreate              cuArrayCreate_v2
#define cuArrayGetDescriptor       cuArrayGetDescriptor_v2
#define cuArray3DCreate            cuArray3DCreate_v2
#define cuArray3DGetDescriptor     cuArray3DGetDescriptor_v2

#include "cuda_driver_api.h"
#include "cuda_driver_memory_api.h"

#endif
