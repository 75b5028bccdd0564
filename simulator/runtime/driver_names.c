// driver_names.c: finds driver calls by their names, for cuGetProcAddress, cudaGetDriverEntryPoint and programs that open
// libcuda.so. A call that the simulator does not have prints its name once, and answers CUDA_ERROR_NOT_SUPPORTED.
//
// A name is a symbol of libcuda.so. A call whose arguments have changed has several symbols: cuMemAdvise and cuMemAdvise_v2. Calls
// that an older toolkit's headers lack are left out.

#include "runtime/driver.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wunused-parameter" // of flags: there is one default stream

#ifdef __DRIVER_TYPES_H__

// clang-format off
#define HAS(X) \
    X(cuArray3DCreate_v2) X(cuArray3DGetDescriptor_v2) X(cuArrayCreate_v2) X(cuArrayDestroy) \
    X(cuArrayGetDescriptor_v2) X(cuCtxCreate_v2) X(cuCtxCreate_v3) X(cuCtxCreate_v4) \
    X(cuCtxDestroy_v2) X(cuCtxDisablePeerAccess) X(cuCtxEnablePeerAccess) X(cuCtxGetApiVersion) \
    X(cuCtxGetCacheConfig) X(cuCtxGetCurrent) X(cuCtxGetDevice) X(cuCtxGetFlags) X(cuCtxGetId) \
    X(cuCtxGetLimit) X(cuCtxGetStreamPriorityRange) X(cuCtxPopCurrent_v2) X(cuCtxPushCurrent_v2) \
    X(cuCtxSetCacheConfig) X(cuCtxSetCurrent) X(cuCtxSetLimit) X(cuCtxSynchronize) \
    X(cuDeviceCanAccessPeer) X(cuDeviceComputeCapability) X(cuDeviceGet) X(cuDeviceGetAttribute) \
    X(cuDeviceGetByPCIBusId) X(cuDeviceGetCount) X(cuDeviceGetDefaultMemPool) \
    X(cuDeviceGetMemPool) X(cuDeviceGetName) X(cuDeviceGetP2PAttribute) X(cuDeviceGetPCIBusId) \
    X(cuDeviceGetProperties) X(cuDeviceGetUuid) X(cuDeviceGetUuid_v2) \
    X(cuDevicePrimaryCtxGetState) X(cuDevicePrimaryCtxRelease_v2) X(cuDevicePrimaryCtxReset_v2) \
    X(cuDevicePrimaryCtxRetain) X(cuDevicePrimaryCtxSetFlags_v2) X(cuDeviceSetMemPool) \
    X(cuDeviceTotalMem_v2) X(cuDriverGetVersion) X(cuEventCreate) X(cuEventDestroy_v2) \
    X(cuEventElapsedTime) X(cuEventElapsedTime_v2) X(cuEventQuery) X(cuEventRecord) \
    X(cuEventRecordWithFlags) X(cuEventSynchronize) X(cuFuncGetAttribute) X(cuFuncGetModule) \
    X(cuFuncGetName) X(cuFuncGetParamInfo) X(cuFuncIsLoaded) X(cuFuncLoad) X(cuFuncSetAttribute) \
    X(cuFuncSetCacheConfig) X(cuGetErrorName) X(cuGetErrorString) X(cuGetProcAddress) \
    X(cuGetProcAddress_v2) X(cuGraphDestroy) X(cuGraphExecDestroy) X(cuGraphInstantiateWithFlags) \
    X(cuGraphLaunch) X(cuGraphUpload) X(cuInit) X(cuKernelGetAttribute) X(cuKernelGetFunction) \
    X(cuKernelGetLibrary) X(cuKernelGetName) X(cuKernelGetParamInfo) X(cuKernelSetAttribute) \
    X(cuKernelSetCacheConfig) X(cuLaunchCooperativeKernel) X(cuLaunchHostFunc) X(cuLaunchKernel) \
    X(cuLaunchKernelEx) X(cuLibraryEnumerateKernels) X(cuLibraryGetGlobal) X(cuLibraryGetKernel) \
    X(cuLibraryGetKernelCount) X(cuLibraryGetModule) X(cuLibraryLoadData) X(cuLibraryLoadFromFile) \
    X(cuLibraryUnload) X(cuLinkAddData_v2) X(cuLinkAddFile_v2) X(cuLinkComplete) \
    X(cuLinkCreate_v2) X(cuLinkDestroy) X(cuMemAddressFree) X(cuMemAddressReserve) X(cuMemAdvise) \
    X(cuMemAdvise_v2) X(cuMemAllocAsync) X(cuMemAllocHost_v2) X(cuMemAllocManaged) \
    X(cuMemAllocPitch_v2) X(cuMemAlloc_v2) X(cuMemCreate) X(cuMemFreeAsync) X(cuMemFreeHost) \
    X(cuMemFree_v2) X(cuMemGetAccess) X(cuMemGetAddressRange_v2) X(cuMemGetAllocationGranularity) \
    X(cuMemGetInfo_v2) X(cuMemHostAlloc) X(cuMemHostGetDevicePointer_v2) X(cuMemHostGetFlags) \
    X(cuMemHostRegister_v2) X(cuMemHostUnregister) X(cuMemMap) X(cuMemPoolGetAttribute) \
    X(cuMemPoolSetAttribute) X(cuMemPoolTrimTo) X(cuMemPrefetchAsync) X(cuMemPrefetchAsync_v2) \
    X(cuMemRelease) X(cuMemSetAccess) X(cuMemUnmap) X(cuMemcpy) X(cuMemcpy2DAsync_v2) \
    X(cuMemcpy2DUnaligned_v2) X(cuMemcpy2D_v2) X(cuMemcpy3DAsync_v2) X(cuMemcpy3D_v2) \
    X(cuMemcpyAsync) X(cuMemcpyAtoA_v2) X(cuMemcpyAtoD_v2) X(cuMemcpyAtoHAsync_v2) \
    X(cuMemcpyAtoH_v2) X(cuMemcpyDtoA_v2) X(cuMemcpyDtoDAsync_v2) X(cuMemcpyDtoD_v2) \
    X(cuMemcpyDtoHAsync_v2) X(cuMemcpyDtoH_v2) X(cuMemcpyHtoAAsync_v2) X(cuMemcpyHtoA_v2) \
    X(cuMemcpyHtoDAsync_v2) X(cuMemcpyHtoD_v2) X(cuMemcpyPeer) X(cuMemcpyPeerAsync) \
    X(cuMemsetD16Async) X(cuMemsetD16_v2) X(cuMemsetD2D16Async) X(cuMemsetD2D16_v2) \
    X(cuMemsetD2D32Async) X(cuMemsetD2D32_v2) X(cuMemsetD2D8Async) X(cuMemsetD2D8_v2) \
    X(cuMemsetD32Async) X(cuMemsetD32_v2) X(cuMemsetD8Async) X(cuMemsetD8_v2) \
    X(cuModuleEnumerateFunctions) X(cuModuleGetFunction) X(cuModuleGetFunctionCount) \
    X(cuModuleGetGlobal_v2) X(cuModuleGetLoadingMode) X(cuModuleLoad) X(cuModuleLoadData) \
    X(cuModuleLoadDataEx) X(cuModuleLoadFatBinary) X(cuModuleUnload) \
    X(cuOccupancyAvailableDynamicSMemPerBlock) X(cuOccupancyMaxActiveBlocksPerMultiprocessor) \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags) X(cuOccupancyMaxPotentialBlockSize) \
    X(cuOccupancyMaxPotentialBlockSizeWithFlags) X(cuPointerGetAttribute) \
    X(cuPointerGetAttributes) X(cuProfilerStart) X(cuProfilerStop) X(cuStreamAddCallback) \
    X(cuStreamAttachMemAsync) X(cuStreamBeginCapture_v2) X(cuStreamCreate) \
    X(cuStreamCreateWithPriority) X(cuStreamDestroy_v2) X(cuStreamEndCapture) X(cuStreamGetCtx) \
    X(cuStreamGetFlags) X(cuStreamGetId) X(cuStreamGetPriority) X(cuStreamIsCapturing) \
    X(cuStreamQuery) X(cuStreamSynchronize) X(cuStreamWaitEvent) X(cuSurfObjectCreate) \
    X(cuSurfObjectDestroy) X(cuTexObjectCreate) X(cuTexObjectDestroy) \
    X(cuThreadExchangeStreamCaptureMode)

#define LACKS(X) \
    X(cuArrayGetMemoryRequirements) X(cuArrayGetPlane) X(cuArrayGetSparseProperties) \
    X(cuCheckpointProcessCheckpoint) X(cuCheckpointProcessGetRestoreThreadId) \
    X(cuCheckpointProcessGetState) X(cuCheckpointProcessLock) X(cuCheckpointProcessRestore) \
    X(cuCheckpointProcessUnlock) X(cuCoredumpGetAttribute) X(cuCoredumpGetAttributeGlobal) \
    X(cuCoredumpSetAttribute) X(cuCoredumpSetAttributeGlobal) X(cuCtxAttach) X(cuCtxDetach) \
    X(cuCtxFromGreenCtx) X(cuCtxGetDevResource) X(cuCtxGetDevice_v2) X(cuCtxGetExecAffinity) \
    X(cuCtxGetSharedMemConfig) X(cuCtxRecordEvent) X(cuCtxResetPersistingL2Cache) X(cuCtxSetFlags) \
    X(cuCtxSetSharedMemConfig) X(cuCtxSynchronize_v2) X(cuCtxWaitEvent) X(cuDestroyExternalMemory) \
    X(cuDestroyExternalSemaphore) X(cuDevResourceGenerateDesc) X(cuDevSmResourceSplitByCount) \
    X(cuDeviceGetDevResource) X(cuDeviceGetExecAffinitySupport) X(cuDeviceGetGraphMemAttribute) \
    X(cuDeviceGetHostAtomicCapabilities) X(cuDeviceGetLuid) X(cuDeviceGetNvSciSyncAttributes) \
    X(cuDeviceGetP2PAtomicCapabilities) X(cuDeviceGetTexture1DLinearMaxWidth) \
    X(cuDeviceGraphMemTrim) X(cuDeviceRegisterAsyncNotification) X(cuDeviceSetGraphMemAttribute) \
    X(cuDeviceUnregisterAsyncNotification) X(cuExternalMemoryGetMappedBuffer) \
    X(cuExternalMemoryGetMappedMipmappedArray) X(cuFlushGPUDirectRDMAWrites) \
    X(cuFuncSetBlockShape) X(cuFuncSetSharedMemConfig) X(cuFuncSetSharedSize) X(cuGetExportTable) \
    X(cuGraphAddBatchMemOpNode) X(cuGraphAddChildGraphNode) X(cuGraphAddDependencies_v2) \
    X(cuGraphAddEmptyNode) X(cuGraphAddEventRecordNode) X(cuGraphAddEventWaitNode) \
    X(cuGraphAddExternalSemaphoresSignalNode) X(cuGraphAddExternalSemaphoresWaitNode) \
    X(cuGraphAddHostNode) X(cuGraphAddKernelNode_v2) X(cuGraphAddMemAllocNode) \
    X(cuGraphAddMemFreeNode) X(cuGraphAddMemcpyNode) X(cuGraphAddMemsetNode) X(cuGraphAddNode_v2) \
    X(cuGraphBatchMemOpNodeGetParams) X(cuGraphBatchMemOpNodeSetParams) \
    X(cuGraphChildGraphNodeGetGraph) X(cuGraphClone) X(cuGraphConditionalHandleCreate) \
    X(cuGraphCreate) X(cuGraphDebugDotPrint) X(cuGraphDestroyNode) \
    X(cuGraphEventRecordNodeGetEvent) X(cuGraphEventRecordNodeSetEvent) \
    X(cuGraphEventWaitNodeGetEvent) X(cuGraphEventWaitNodeSetEvent) \
    X(cuGraphExecBatchMemOpNodeSetParams) X(cuGraphExecChildGraphNodeSetParams) \
    X(cuGraphExecEventRecordNodeSetEvent) X(cuGraphExecEventWaitNodeSetEvent) \
    X(cuGraphExecExternalSemaphoresSignalNodeSetParams) \
    X(cuGraphExecExternalSemaphoresWaitNodeSetParams) X(cuGraphExecGetFlags) \
    X(cuGraphExecHostNodeSetParams) X(cuGraphExecKernelNodeSetParams_v2) \
    X(cuGraphExecMemcpyNodeSetParams) X(cuGraphExecMemsetNodeSetParams) \
    X(cuGraphExecNodeSetParams) X(cuGraphExecUpdate_v2) \
    X(cuGraphExternalSemaphoresSignalNodeGetParams) \
    X(cuGraphExternalSemaphoresSignalNodeSetParams) X(cuGraphExternalSemaphoresWaitNodeGetParams) \
    X(cuGraphExternalSemaphoresWaitNodeSetParams) X(cuGraphGetEdges_v2) X(cuGraphGetNodes) \
    X(cuGraphGetRootNodes) X(cuGraphHostNodeGetParams) X(cuGraphHostNodeSetParams) \
    X(cuGraphInstantiateWithParams) X(cuGraphKernelNodeCopyAttributes) \
    X(cuGraphKernelNodeGetAttribute) X(cuGraphKernelNodeGetParams_v2) \
    X(cuGraphKernelNodeSetAttribute) X(cuGraphKernelNodeSetParams_v2) \
    X(cuGraphMemAllocNodeGetParams) X(cuGraphMemFreeNodeGetParams) X(cuGraphMemcpyNodeGetParams) \
    X(cuGraphMemcpyNodeSetParams) X(cuGraphMemsetNodeGetParams) X(cuGraphMemsetNodeSetParams) \
    X(cuGraphNodeFindInClone) X(cuGraphNodeGetDependencies_v2) X(cuGraphNodeGetDependentNodes_v2) \
    X(cuGraphNodeGetEnabled) X(cuGraphNodeGetType) X(cuGraphNodeSetEnabled) \
    X(cuGraphNodeSetParams) X(cuGraphReleaseUserObject) X(cuGraphRemoveDependencies_v2) \
    X(cuGraphRetainUserObject) X(cuGraphicsMapResources) \
    X(cuGraphicsResourceGetMappedMipmappedArray) X(cuGraphicsResourceGetMappedPointer_v2) \
    X(cuGraphicsResourceSetMapFlags_v2) X(cuGraphicsSubResourceGetMappedArray) \
    X(cuGraphicsUnmapResources) X(cuGraphicsUnregisterResource) X(cuGreenCtxCreate) \
    X(cuGreenCtxDestroy) X(cuGreenCtxGetDevResource) X(cuGreenCtxGetId) X(cuGreenCtxRecordEvent) \
    X(cuGreenCtxStreamCreate) X(cuGreenCtxWaitEvent) X(cuImportExternalMemory) \
    X(cuImportExternalSemaphore) X(cuIpcCloseMemHandle) X(cuIpcGetEventHandle) \
    X(cuIpcGetMemHandle) X(cuIpcOpenEventHandle) X(cuIpcOpenMemHandle_v2) X(cuLaunch) \
    X(cuLaunchCooperativeKernelMultiDevice) X(cuLaunchGrid) X(cuLaunchGridAsync) \
    X(cuLibraryGetManaged) X(cuLibraryGetUnifiedFunction) X(cuLogsCurrent) X(cuLogsDumpToFile) \
    X(cuLogsDumpToMemory) X(cuLogsRegisterCallback) X(cuLogsUnregisterCallback) \
    X(cuMemAllocFromPoolAsync) X(cuMemBatchDecompressAsync) X(cuMemDiscardAndPrefetchBatchAsync) \
    X(cuMemDiscardBatchAsync) X(cuMemExportToShareableHandle) \
    X(cuMemGetAllocationPropertiesFromHandle) X(cuMemGetDefaultMemPool) \
    X(cuMemGetHandleForAddressRange) X(cuMemGetMemPool) X(cuMemImportFromShareableHandle) \
    X(cuMemMapArrayAsync) X(cuMemPoolCreate) X(cuMemPoolDestroy) X(cuMemPoolExportPointer) \
    X(cuMemPoolExportToShareableHandle) X(cuMemPoolGetAccess) \
    X(cuMemPoolImportFromShareableHandle) X(cuMemPoolImportPointer) X(cuMemPoolSetAccess) \
    X(cuMemPrefetchBatchAsync) X(cuMemRangeGetAttribute) X(cuMemRangeGetAttributes) \
    X(cuMemRetainAllocationHandle) X(cuMemSetMemPool) X(cuMemcpy3DBatchAsync_v2) X(cuMemcpy3DPeer) \
    X(cuMemcpy3DPeerAsync) X(cuMemcpyBatchAsync_v2) X(cuMipmappedArrayCreate) \
    X(cuMipmappedArrayDestroy) X(cuMipmappedArrayGetLevel) \
    X(cuMipmappedArrayGetMemoryRequirements) X(cuMipmappedArrayGetSparseProperties) \
    X(cuModuleGetSurfRef) X(cuModuleGetTexRef) X(cuMulticastAddDevice) X(cuMulticastBindAddr) \
    X(cuMulticastBindMem) X(cuMulticastCreate) X(cuMulticastGetGranularity) X(cuMulticastUnbind) \
    X(cuOccupancyMaxActiveClusters) X(cuOccupancyMaxPotentialClusterSize) X(cuParamSetSize) \
    X(cuParamSetTexRef) X(cuParamSetf) X(cuParamSeti) X(cuParamSetv) X(cuPointerSetAttribute) \
    X(cuSignalExternalSemaphoresAsync) X(cuStreamBatchMemOp_v2) X(cuStreamBeginCaptureToGraph) \
    X(cuStreamCopyAttributes) X(cuStreamGetAttribute) X(cuStreamGetCaptureInfo_v3) \
    X(cuStreamGetCtx_v2) X(cuStreamGetDevice) X(cuStreamGetGreenCtx) X(cuStreamSetAttribute) \
    X(cuStreamUpdateCaptureDependencies_v2) X(cuStreamWaitValue32_v2) X(cuStreamWaitValue64_v2) \
    X(cuStreamWriteValue32_v2) X(cuStreamWriteValue64_v2) X(cuSurfObjectGetResourceDesc) \
    X(cuSurfRefGetArray) X(cuSurfRefSetArray) X(cuTensorMapEncodeIm2col) \
    X(cuTensorMapEncodeIm2colWide) X(cuTensorMapEncodeTiled) X(cuTensorMapReplaceAddress) \
    X(cuTexObjectGetResourceDesc) X(cuTexObjectGetResourceViewDesc) X(cuTexObjectGetTextureDesc) \
    X(cuTexRefCreate) X(cuTexRefDestroy) X(cuTexRefGetAddressMode) X(cuTexRefGetAddress_v2) \
    X(cuTexRefGetArray) X(cuTexRefGetBorderColor) X(cuTexRefGetFilterMode) X(cuTexRefGetFlags) \
    X(cuTexRefGetFormat) X(cuTexRefGetMaxAnisotropy) X(cuTexRefGetMipmapFilterMode) \
    X(cuTexRefGetMipmapLevelBias) X(cuTexRefGetMipmapLevelClamp) X(cuTexRefGetMipmappedArray) \
    X(cuTexRefSetAddress2D_v3) X(cuTexRefSetAddressMode) X(cuTexRefSetAddress_v2) \
    X(cuTexRefSetArray) X(cuTexRefSetBorderColor) X(cuTexRefSetFilterMode) X(cuTexRefSetFlags) \
    X(cuTexRefSetFormat) X(cuTexRefSetMaxAnisotropy) X(cuTexRefSetMipmapFilterMode) \
    X(cuTexRefSetMipmapLevelBias) X(cuTexRefSetMipmapLevelClamp) X(cuTexRefSetMipmappedArray) \
    X(cuUserObjectCreate) X(cuUserObjectRelease) X(cuUserObjectRetain) \
    X(cuWaitExternalSemaphoresAsync)

static CUresult lacking(const char *name, bool *told)
{
    if (!*told)
        fprintf(stderr,
                "WARPSIM: the simulator does not have %s: it answers CUDA_ERROR_NOT_SUPPORTED\n",
                name);
    *told = true;
    return CUDA_ERROR_NOT_SUPPORTED;
}

// Defines a call for any arguments: the caller removes them from the stack.
#define LACK(name)                              \
    CUresult lacks_##name(void) __asm__(#name); \
    CUresult lacks_##name(void)                 \
    {                                           \
        static bool told;                       \
        return lacking(#name, &told);           \
    }
LACKS(LACK)

// Declares the calls' symbols: cuda.h turns some of the names into macros.
#define DECLARE(name) extern char at_##name[] __asm__(#name) __attribute__((weak));
HAS(DECLARE)
LACKS(DECLARE)

#define ENTRY(name) {#name, at_##name},
static const struct {
    const char *name;
    char *call; // NULL: the toolkit does not declare it
} ENTRIES[] = {HAS(ENTRY) LACKS(ENTRY)};

// Returns the version of CUDA that changed a call's arguments to those of this symbol; 0 for the first.
static int since(const char *name)
{
    static const struct {
        const char *name;
        int version;
    } CHANGED[] = {{"cuCtxCreate_v3", 11040},
                   {"cuCtxCreate_v4", 12050},
                   {"cuGetProcAddress_v2", 12000},
                   {"cuMemAdvise_v2", 12020},
                   {"cuMemPrefetchAsync_v2", 12020}};
    for (size_t i = 0; i < sizeof CHANGED / sizeof *CHANGED; i++)
        if (strcmp(CHANGED[i].name, name) == 0)
            return CHANGED[i].version;
    return 0;
}

// Tells whether a symbol is a version of the named call, as cuMemAlloc_v2 is one of cuMemAlloc.
static bool is_version(const char *symbol, const char *name)
{
    size_t n = strlen(name);
    return strncmp(symbol, name, n) == 0 &&
           (symbol[n] == '\0' ||
            (symbol[n] == '_' && symbol[n + 1] == 'v' && symbol[n + 2] >= '2' &&
             symbol[n + 2] <= '9' && symbol[n + 3] == '\0'));
}

// Finds the newest version of a call that CUDA `version` has; NULL if it has none. *newer: a later CUDA has one.
static void *find_call(const char *name, int version, bool *newer)
{
    void *found = NULL;
    int best = -1;
    *newer = false;
    for (size_t i = 0; i < sizeof ENTRIES / sizeof *ENTRIES; i++) {
        int from = since(ENTRIES[i].name);
        if (!ENTRIES[i].call || !is_version(ENTRIES[i].name, name))
            continue;
        *newer |= from > version;
        if (from <= version && from >= best) {
            best = from;
            found = ENTRIES[i].call;
        }
    }
    return found;
}

// The numbers are those of CUdriverProcAddressQueryResult.
enum { CALL_FOUND, CALL_MISSING, CALL_TOO_NEW };

static CUresult look_for(const char *name, void **call, int version, int *status)
{
    bool newer;
    if (!name || !call)
        return CUDA_ERROR_INVALID_VALUE;
    *call = find_call(name, version, &newer);
    if (status)
        *status = *call ? CALL_FOUND : newer ? CALL_TOO_NEW : CALL_MISSING;
    return *call ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

#undef cuGetProcAddress
CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags)
    RETURNS(look_for(symbol, pfn, cudaVersion, NULL));

#if CUDART_VERSION >= 12000

CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *symbolStatus)
{
    int status = CALL_MISSING;
    CUresult e = look_for(symbol, pfn, cudaVersion, &status);
    (void)flags;
    if (symbolStatus)
        *symbolStatus = (CUdriverProcAddressQueryResult)status;
    return e == CUDA_ERROR_INVALID_VALUE ? e : CUDA_SUCCESS; // a call that there is not is NULL
}

static cudaError_t entry_point(const char *name, void **call, unsigned version,
                               enum cudaDriverEntryPointQueryResult *status)
{
    int found = CALL_MISSING;
    CUresult e = look_for(name, call, (int)version, &found);
    if (status)
        *status = (enum cudaDriverEntryPointQueryResult)found;
    return e == CUDA_ERROR_INVALID_VALUE ? cudaErrorInvalidValue : cudaSuccess;
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *driverStatus)
    RETURNS(API_QUERY(entry_point(symbol, funcPtr, CUDART_VERSION, driverStatus)));

#if CUDART_VERSION >= 12050
cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **funcPtr,
                                             unsigned int cudaVersion, unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *driverStatus)
    RETURNS(API_QUERY(entry_point(symbol, funcPtr, cudaVersion, driverStatus)));
#endif

#else

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags)
    RETURNS(API_QUERY(look_for(symbol, funcPtr, CUDART_VERSION, NULL) == CUDA_SUCCESS
                          ? cudaSuccess
                          : cudaErrorSymbolNotFound));

#endif

enum { HAS_DRIVER = true };

// Finds a symbol. A name without a version is the call's first version.
static void *symbol_of(const char *name)
{
    bool newer;
    for (size_t i = 0; i < sizeof ENTRIES / sizeof *ENTRIES; i++)
        if (strcmp(ENTRIES[i].name, name) == 0)
            return ENTRIES[i].call;
    return find_call(name, 0, &newer);
}

#else

enum { HAS_DRIVER = false };

static void *symbol_of(const char *name) RETURNS(NULL);

#endif

// ---- Programs that open libcuda.so -----------------------------------------------------------------------------------

// The linker puts these in place of dlopen, dlsym and dlclose, as warpcc asks it to (--wrap). Other libraries are opened as usual.
void *__wrap_dlopen(const char *path, int mode);
void *__wrap_dlsym(void *handle, const char *name);
int __wrap_dlclose(void *handle);
extern void *__real_dlopen(const char *path, int mode) __attribute__((weak));
extern void *__real_dlsym(void *handle, const char *name) __attribute__((weak));
extern int __real_dlclose(void *handle) __attribute__((weak));

static char libcuda; // whose address is its handle

static bool names_libcuda(const char *path)
{
    const char *folder = strrchr(path, '/');
    return strncmp(folder ? folder + 1 : path, "libcuda.so", strlen("libcuda.so")) == 0;
}

void *__wrap_dlopen(const char *path, int mode)
{
    return HAS_DRIVER && path && names_libcuda(path) ? &libcuda : __real_dlopen(path, mode);
}

void *__wrap_dlsym(void *handle, const char *name)
{
    return handle == &libcuda ? symbol_of(name) : __real_dlsym(handle, name);
}

int __wrap_dlclose(void *handle)
{
    return handle == &libcuda ? 0 : __real_dlclose(handle);
}
