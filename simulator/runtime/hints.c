// hints.c: questions and settings that have no effect here: other devices, of which there are none; how shared memory and L2 are
// used; the pool that cudaMallocAsync takes memory from.

#include "runtime/graph.h"

#include <string.h>

#pragma GCC diagnostic ignored \
    "-Wunused-parameter" // calls that answer the same whatever they are given

static cudaError_t between(int to, int from)
{
    return to == 0 && from == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

// ---- The pool --------------------------------------------------------------------------------------------------------

// Returns the only pool's handle: its address.
static cudaMemPool_t the_pool(void)
{
    return (cudaMemPool_t)(void *)&rt.memory_pool;
}

static cudaError_t pool_attribute(cudaMemPool_t handle, enum cudaMemPoolAttr attribute, void *value,
                                  bool set)
{
    if (handle != the_pool() || !value)
        return cudaErrorInvalidValue;
    MemoryPool *pool = &rt.memory_pool;
    uint64_t used = sim_pool_in_use(rt.memory);
    switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies: {
        int *mine = &pool->reuse[attribute - cudaMemPoolReuseFollowEventDependencies];
        memcpy(set ? (void *)mine : value, set ? value : mine, sizeof *mine);
        return cudaSuccess;
    }
    case cudaMemPoolAttrReleaseThreshold:
        memcpy(set ? (void *)&pool->release : value, set ? value : &pool->release,
               sizeof pool->release);
        return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh: return bytes_attribute(value, set, used, &pool->reserved);
    case cudaMemPoolAttrUsedMemHigh: return bytes_attribute(value, set, used, &pool->used);
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent: return bytes_attribute(value, set, used, NULL);
    default: return cudaErrorInvalidValue;
    }
}

// Tells who may reach the pool's memory. The only device may, always.
static cudaError_t pool_access(cudaMemPool_t handle, const struct cudaMemAccessDesc *access,
                               size_t count)
{
    if (handle != the_pool() || (count && !access))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++) {
        if (access[i].location.type != cudaMemLocationTypeDevice)
            return cudaErrorInvalidValue;
        if (access[i].location.id != 0 || access[i].flags != cudaMemAccessFlagsProtReadWrite)
            return cudaErrorInvalidDevice;
    }
    return cudaSuccess;
}

static cudaError_t get_pool_access(enum cudaMemAccessFlags *out, cudaMemPool_t handle,
                                   const struct cudaMemLocation *location)
{
    if (handle != the_pool() || !location || location->type != cudaMemLocationTypeDevice)
        return cudaErrorInvalidValue;
    return ANSWER_OF(location->id, out, cudaMemAccessFlagsProtReadWrite);
}

// ---- Attributes of streams ------------------------------------------------------------------------------------------

// Sets an attribute of a stream. A window asks that its lines stay in L2; the model's L2 treats all lines alike.
static cudaError_t set_stream(cudaStream_t stream, cudaLaunchAttributeID attribute,
                              const cudaLaunchAttributeValue *value)
{
    if (!find_stream(stream))
        return cudaErrorInvalidResourceHandle;
    if (!value)
        return cudaErrorInvalidValue;
    switch ((int)attribute) {
    case cudaLaunchAttributeAccessPolicyWindow:
        return value->accessPolicyWindow.hitRatio >= 0 && value->accessPolicyWindow.hitRatio <= 1 &&
                       value->accessPolicyWindow.missProp != cudaAccessPropertyPersisting
                   ? cudaSuccess
                   : cudaErrorInvalidValue;
    case cudaLaunchAttributeSynchronizationPolicy:
        return value->syncPolicy >= cudaSyncPolicyAuto &&
                       value->syncPolicy <= cudaSyncPolicyBlockingSync
                   ? cudaSuccess
                   : cudaErrorInvalidValue;
    case cudaLaunchAttributePriority:
        find_stream(stream)->priority = priority_within(value->priority);
        return cudaSuccess;
    default: return cudaErrorInvalidValue;
    }
}

// ---- API -----------------------------------------------------------------------------------------------------

cudaError_t cudaDeviceCanAccessPeer(int *canAccessPeer, int device, int peerDevice)
    RETURNS(API_QUERY(!canAccessPeer ? cudaErrorInvalidValue
                                     : (*canAccessPeer = 0, between(device, peerDevice))));
cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags)
    RETURNS(API_CALL(flags             ? cudaErrorInvalidValue
                     : peerDevice == 0 ? cudaErrorPeerAccessUnsupported // with itself
                                       : cudaErrorInvalidDevice));
cudaError_t cudaDeviceDisablePeerAccess(int peerDevice)
    RETURNS(API_CALL(peerDevice == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice));
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int srcDevice,
                                      int dstDevice)
    RETURNS(API_QUERY(!value ? cudaErrorInvalidValue : (*value = 0, cudaErrorInvalidDevice)));

cudaError_t cudaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t count)
{
    cudaError_t e = API_CALL(between(dstDevice, srcDevice));
    return e != cudaSuccess ? e : cudaMemcpy(dst, src, count, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dstDevice, const void *src, int srcDevice,
                                size_t count, cudaStream_t stream)
{
    cudaError_t e = API_CALL(between(dstDevice, srcDevice));
    return e != cudaSuccess ? e
                            : cudaMemcpyAsync(dst, src, count, cudaMemcpyDeviceToDevice, stream);
}

// A simulated device is its process's alone.
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *devPtr)
    RETURNS(API_CALL(cudaErrorNotSupported));
cudaError_t cudaIpcOpenMemHandle(void **devPtr, cudaIpcMemHandle_t handle, unsigned int flags)
    RETURNS(API_CALL(cudaErrorNotSupported));
cudaError_t cudaIpcCloseMemHandle(void *devPtr) RETURNS(API_CALL(cudaErrorNotSupported));
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
    RETURNS(API_CALL(cudaErrorNotSupported));
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
    RETURNS(API_CALL(cudaErrorNotSupported));
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *pConfig)
    RETURNS(API_CALL(ANSWER(pConfig, cudaSharedMemBankSizeFourByte)));
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
    RETURNS(API_CALL((unsigned)config > cudaSharedMemBankSizeEightByte ? cudaErrorInvalidValue
                                                                       : cudaSuccess));
cudaError_t cudaFuncSetSharedMemConfig(const void *func, enum cudaSharedMemConfig config)
    RETURNS(API_CALL((unsigned)config > cudaSharedMemBankSizeEightByte ? cudaErrorInvalidValue
                                                                       : kernel_error(func)));
cudaError_t cudaCtxResetPersistingL2Cache(void) RETURNS(API_CALL(cudaSuccess));
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *memPool, int device)
    RETURNS(API_CALL(ANSWER_OF(device, memPool, the_pool())));
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *memPool, int device)
    RETURNS(API_CALL(ANSWER_OF(device, memPool, the_pool())));
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool)
    RETURNS(API_CALL(device == 0 && memPool == the_pool() ? cudaSuccess : cudaErrorInvalidValue));
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value)
    RETURNS(API_CALL(pool_attribute(memPool, attr, value, true)));
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value)
    RETURNS(API_CALL(pool_attribute(memPool, attr, value, false)));
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep)
    RETURNS(API_CALL(memPool == the_pool() ? cudaSuccess : cudaErrorInvalidValue));
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const struct cudaMemAccessDesc *descList,
                                 size_t count)
    RETURNS(API_CALL(pool_access(memPool, descList, count)));
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t memPool,
                                 struct cudaMemLocation *location)
    RETURNS(API_CALL(get_pool_access(flags, memPool, location)));
cudaError_t cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t memPool,
                                    cudaStream_t stream)
    RETURNS(API_CALL(memPool == the_pool() ? malloc_in(stream, ptr, size, CALLER)
                                           : cudaErrorInvalidValue));

// There is one pool, and its memory is its process's alone.
cudaError_t cudaMemPoolCreate(cudaMemPool_t *memPool, const struct cudaMemPoolProps *poolProps)
    RETURNS(API_CALL(cudaErrorNotSupported));

// Nor can the default pool be destroyed.
cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) RETURNS(API_CALL(cudaErrorInvalidValue));
cudaError_t cudaMemPoolExportToShareableHandle(void *shareableHandle, cudaMemPool_t memPool,
                                               enum cudaMemAllocationHandleType handleType,
                                               unsigned int flags)
    RETURNS(API_CALL(cudaErrorNotSupported));
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *memPool, void *shareableHandle,
                                                 enum cudaMemAllocationHandleType handleType,
                                                 unsigned int flags)
    RETURNS(API_CALL(cudaErrorNotSupported));
cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *exportData, void *ptr)
    RETURNS(API_CALL(cudaErrorNotSupported));
cudaError_t cudaMemPoolImportPointer(void **ptr, cudaMemPool_t memPool,
                                     struct cudaMemPoolPtrExportData *exportData)
    RETURNS(API_CALL(cudaErrorNotSupported));
cudaError_t cudaStreamSetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
                                   const cudaLaunchAttributeValue *value)
    RETURNS(API_CALL(set_stream(hStream, attr, value)));
