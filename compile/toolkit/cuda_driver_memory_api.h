// cuda_driver_memory_api.h: the driver API's calls for memory, copies, arrays, textures and surfaces. cuda.h includes it.

#ifndef WARP_CUDA_DRIVER_MEMORY_API_H
#define WARP_CUDA_DRIVER_MEMORY_API_H

WARP_BEGIN_C

// ---- Allocations -----------------------------------------------------------------------------------------------

CUresult cuMemAlloc(CUdeviceptr *pointer, size_t bytes);
CUresult cuMemAllocPitch(CUdeviceptr *pointer, size_t *pitch, size_t width, size_t height,
                         unsigned int element);
CUresult cuMemAllocAsync(CUdeviceptr *pointer, size_t bytes, CUstream stream);
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *pointer, size_t bytes, CUmemoryPool pool,
                                 CUstream stream);
CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t bytes, unsigned int flags);
CUresult cuMemFree(CUdeviceptr pointer);
CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream);
CUresult cuMemAllocHost(void **host, size_t bytes);
CUresult cuMemHostAlloc(void **host, size_t bytes, unsigned int flags);
CUresult cuMemFreeHost(void *host);
CUresult cuMemHostRegister(void *host, size_t bytes, unsigned int flags);
CUresult cuMemHostUnregister(void *host);
CUresult cuMemHostGetDevicePointer(CUdeviceptr *device, void *host, unsigned int flags);
CUresult cuMemHostGetFlags(unsigned int *flags, void *host);

CUresult cuMemGetInfo(size_t *available, size_t *total);
CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes, CUdeviceptr pointer);
CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr pointer);
CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute *attributes, void **values,
                                CUdeviceptr pointer);
CUresult cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice,
                     CUmemLocation location);
CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t bytes, CUmemLocation location,
                            unsigned int flags, CUstream stream);

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *what);
CUresult cuMemPoolDestroy(CUmemoryPool pool);
CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value);
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value);
CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location);
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *access, size_t count);
CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t keep);

// ---- Addresses, physical memory, and mappings of one to the other ----------------------------------------------

CUresult cuMemAddressReserve(CUdeviceptr *pointer, size_t bytes, size_t alignment, CUdeviceptr wish,
                             unsigned long long flags);
CUresult cuMemAddressFree(CUdeviceptr pointer, size_t bytes);
CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *what,
                                       CUmemAllocationGranularity_flags option);
CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                     const CUmemAllocationProp *what, unsigned long long flags);
CUresult cuMemRelease(CUmemGenericAllocationHandle handle);
CUresult cuMemMap(CUdeviceptr pointer, size_t bytes, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags);
CUresult cuMemUnmap(CUdeviceptr pointer, size_t bytes);
CUresult cuMemSetAccess(CUdeviceptr pointer, size_t bytes, const CUmemAccessDesc *access,
                        size_t count);
CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location,
                        CUdeviceptr pointer);

// ---- Copies ----------------------------------------------------------------------------------------------------

// H is the host, D the device, A an array. An offset in an array counts bytes.
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes);
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext target, CUdeviceptr from, CUcontext source,
                      size_t bytes);
CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext target, CUdeviceptr from, CUcontext source,
                           size_t bytes, CUstream stream);
CUresult cuMemcpyHtoA(CUarray to, size_t offset, const void *from, size_t bytes);
CUresult cuMemcpyHtoAAsync(CUarray to, size_t offset, const void *from, size_t bytes,
                           CUstream stream);
CUresult cuMemcpyAtoH(void *to, CUarray from, size_t offset, size_t bytes);
CUresult cuMemcpyAtoHAsync(void *to, CUarray from, size_t offset, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoA(CUarray to, size_t offset, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyAtoD(CUdeviceptr to, CUarray from, size_t offset, size_t bytes);
CUresult cuMemcpyAtoA(CUarray to, size_t toOffset, CUarray from, size_t fromOffset, size_t bytes);
CUresult cuMemcpy2D(const CUDA_MEMCPY2D *copy);
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *copy, CUstream stream);
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *copy);
CUresult cuMemcpy3D(const CUDA_MEMCPY3D *copy);
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *copy, CUstream stream);

// ---- Fills with elements of 8, 16 and 32 bits ------------------------------------------------------------------

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count);
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream);
CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count);
CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream);
CUresult cuMemsetD32(CUdeviceptr to, unsigned int value, size_t count);
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned int value, size_t count, CUstream stream);
CUresult cuMemsetD2D8(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                      size_t height);
CUresult cuMemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                           size_t height, CUstream stream);
CUresult cuMemsetD2D16(CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
                       size_t height);
CUresult cuMemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
                            size_t height, CUstream stream);
CUresult cuMemsetD2D32(CUdeviceptr to, size_t pitch, unsigned int value, size_t width,
                       size_t height);
CUresult cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned int value, size_t width,
                            size_t height, CUstream stream);

// ---- Arrays, textures and surfaces -----------------------------------------------------------------------------

CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *what);
CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *what, CUarray array);
CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *what);
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *what, CUarray array);
CUresult cuArrayDestroy(CUarray array);
CUresult cuTexObjectCreate(CUtexObject *texture, const CUDA_RESOURCE_DESC *resource,
                           const CUDA_TEXTURE_DESC *reading, const CUDA_RESOURCE_VIEW_DESC *view);
CUresult cuTexObjectDestroy(CUtexObject texture);
CUresult cuSurfObjectCreate(CUsurfObject *surface, const CUDA_RESOURCE_DESC *resource);
CUresult cuSurfObjectDestroy(CUsurfObject surface);

WARP_END_C

#endif
