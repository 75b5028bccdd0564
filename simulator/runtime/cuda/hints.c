// hints.c: questions and settings that have no effect here: other devices and processes, of which there are none; how shared memory
// and L2 are used.

#include "runtime/cuda/cuda.h"

#pragma GCC diagnostic ignored \
    "-Wunused-parameter" // calls that answer the same whatever they are given

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
    RETURNS(API_QUERY(!canAccessPeer
                          ? cudaErrorInvalidValue
                          : (*canAccessPeer = 0,
                             device || peerDevice ? cudaErrorInvalidDevice : cudaSuccess)));
cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags)
    RETURNS(API_CALL(flags             ? cudaErrorInvalidValue
                     : peerDevice == 0 ? cudaErrorPeerAccessUnsupported // with itself
                                       : cudaErrorInvalidDevice));
cudaError_t cudaDeviceDisablePeerAccess(int peerDevice)
    RETURNS(API_CALL(peerDevice == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice));
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int srcDevice,
                                      int dstDevice)
    RETURNS(API_QUERY(!value ? cudaErrorInvalidValue : (*value = 0, cudaErrorInvalidDevice)));

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
