// driver_names.c: finds driver calls by their names, for cuGetProcAddress, cudaGetDriverEntryPoint and programs that open
// libcuda.so. A call that the simulator does not have prints its name once, and answers CUDA_ERROR_NOT_SUPPORTED.
//
// A name is a symbol of libcuda.so. A call whose arguments have changed has several symbols: cuMemAdvise and cuMemAdvise_v2. Calls
// that an older toolkit's headers lack are left out.

#include "runtime/driver.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wunused-parameter" // of flags: there is one default stream

#ifdef __DRIVER_TYPES_H__

// The calls of libcuda.so: H those that the simulator has, L those that it lacks.
// clang-format off
#define CALLS(H, L) \
    H(cuArray3DCreate_v2) H(cuArray3DGetDescriptor_v2) H(cuArrayCreate_v2) H(cuArrayDestroy) \
    H(cuArrayGetDescriptor_v2) L(cuArrayGetMemoryRequirements) L(cuArrayGetPlane) \
    L(cuArrayGetSparseProperties) L(cuCheckpointProcessCheckpoint) \
    L(cuCheckpointProcessGetRestoreThreadId) L(cuCheckpointProcessGetState) \
    L(cuCheckpointProcessLock) L(cuCheckpointProcessRestore) L(cuCheckpointProcessUnlock) \
    L(cuCoredumpGetAttribute) L(cuCoredumpGetAttributeGlobal) L(cuCoredumpSetAttribute) \
    L(cuCoredumpSetAttributeGlobal) L(cuCtxAttach) H(cuCtxCreate_v2) H(cuCtxCreate_v3) \
    H(cuCtxCreate_v4) H(cuCtxDestroy_v2) L(cuCtxDetach) H(cuCtxDisablePeerAccess) \
    H(cuCtxEnablePeerAccess) L(cuCtxFromGreenCtx) H(cuCtxGetApiVersion) H(cuCtxGetCacheConfig) \
    H(cuCtxGetCurrent) L(cuCtxGetDevResource) H(cuCtxGetDevice) H(cuCtxGetDevice_v2) \
    L(cuCtxGetExecAffinity) H(cuCtxGetFlags) H(cuCtxGetId) H(cuCtxGetLimit) \
    L(cuCtxGetSharedMemConfig) H(cuCtxGetStreamPriorityRange) H(cuCtxPopCurrent_v2) \
    H(cuCtxPushCurrent_v2) L(cuCtxRecordEvent) L(cuCtxResetPersistingL2Cache) \
    H(cuCtxSetCacheConfig) H(cuCtxSetCurrent) L(cuCtxSetFlags) H(cuCtxSetLimit) \
    L(cuCtxSetSharedMemConfig) H(cuCtxSynchronize) H(cuCtxSynchronize_v2) L(cuCtxWaitEvent) \
    L(cuDestroyExternalMemory) L(cuDestroyExternalSemaphore) L(cuDevResourceGenerateDesc) \
    L(cuDevSmResourceSplitByCount) H(cuDeviceCanAccessPeer) H(cuDeviceComputeCapability) \
    H(cuDeviceGet) H(cuDeviceGetAttribute) H(cuDeviceGetByPCIBusId) H(cuDeviceGetCount) \
    H(cuDeviceGetDefaultMemPool) L(cuDeviceGetDevResource) L(cuDeviceGetExecAffinitySupport) \
    L(cuDeviceGetGraphMemAttribute) L(cuDeviceGetHostAtomicCapabilities) L(cuDeviceGetLuid) \
    H(cuDeviceGetMemPool) H(cuDeviceGetName) L(cuDeviceGetNvSciSyncAttributes) \
    L(cuDeviceGetP2PAtomicCapabilities) H(cuDeviceGetP2PAttribute) H(cuDeviceGetPCIBusId) \
    H(cuDeviceGetProperties) L(cuDeviceGetTexture1DLinearMaxWidth) H(cuDeviceGetUuid) \
    H(cuDeviceGetUuid_v2) L(cuDeviceGraphMemTrim) H(cuDevicePrimaryCtxGetState) \
    H(cuDevicePrimaryCtxRelease_v2) H(cuDevicePrimaryCtxReset_v2) H(cuDevicePrimaryCtxRetain) \
    H(cuDevicePrimaryCtxSetFlags_v2) L(cuDeviceRegisterAsyncNotification) \
    L(cuDeviceSetGraphMemAttribute) H(cuDeviceSetMemPool) H(cuDeviceTotalMem_v2) \
    L(cuDeviceUnregisterAsyncNotification) H(cuDriverGetVersion) H(cuEventCreate) \
    H(cuEventDestroy_v2) H(cuEventElapsedTime) H(cuEventElapsedTime_v2) H(cuEventQuery) \
    H(cuEventRecord) H(cuEventRecordWithFlags) H(cuEventSynchronize) \
    L(cuExternalMemoryGetMappedBuffer) L(cuExternalMemoryGetMappedMipmappedArray) \
    L(cuFlushGPUDirectRDMAWrites) H(cuFuncGetAttribute) H(cuFuncGetModule) H(cuFuncGetName) \
    H(cuFuncGetParamInfo) H(cuFuncIsLoaded) H(cuFuncLoad) H(cuFuncSetAttribute) \
    L(cuFuncSetBlockShape) H(cuFuncSetCacheConfig) L(cuFuncSetSharedMemConfig) \
    L(cuFuncSetSharedSize) H(cuGetErrorName) H(cuGetErrorString) L(cuGetExportTable) \
    H(cuGetProcAddress) H(cuGetProcAddress_v2) L(cuGraphAddBatchMemOpNode) \
    L(cuGraphAddChildGraphNode) L(cuGraphAddDependencies_v2) L(cuGraphAddEmptyNode) \
    L(cuGraphAddEventRecordNode) L(cuGraphAddEventWaitNode) \
    L(cuGraphAddExternalSemaphoresSignalNode) L(cuGraphAddExternalSemaphoresWaitNode) \
    L(cuGraphAddHostNode) L(cuGraphAddKernelNode_v2) L(cuGraphAddMemAllocNode) \
    L(cuGraphAddMemFreeNode) L(cuGraphAddMemcpyNode) L(cuGraphAddMemsetNode) L(cuGraphAddNode_v2) \
    L(cuGraphBatchMemOpNodeGetParams) L(cuGraphBatchMemOpNodeSetParams) \
    L(cuGraphChildGraphNodeGetGraph) L(cuGraphClone) L(cuGraphConditionalHandleCreate) \
    L(cuGraphCreate) L(cuGraphDebugDotPrint) H(cuGraphDestroy) L(cuGraphDestroyNode) \
    L(cuGraphEventRecordNodeGetEvent) L(cuGraphEventRecordNodeSetEvent) \
    L(cuGraphEventWaitNodeGetEvent) L(cuGraphEventWaitNodeSetEvent) \
    L(cuGraphExecBatchMemOpNodeSetParams) L(cuGraphExecChildGraphNodeSetParams) \
    H(cuGraphExecDestroy) L(cuGraphExecEventRecordNodeSetEvent) \
    L(cuGraphExecEventWaitNodeSetEvent) L(cuGraphExecExternalSemaphoresSignalNodeSetParams) \
    L(cuGraphExecExternalSemaphoresWaitNodeSetParams) L(cuGraphExecGetFlags) \
    L(cuGraphExecHostNodeSetParams) L(cuGraphExecKernelNodeSetParams_v2) \
    L(cuGraphExecMemcpyNodeSetParams) L(cuGraphExecMemsetNodeSetParams) \
    L(cuGraphExecNodeSetParams) L(cuGraphExecUpdate_v2) \
    L(cuGraphExternalSemaphoresSignalNodeGetParams) \
    L(cuGraphExternalSemaphoresSignalNodeSetParams) L(cuGraphExternalSemaphoresWaitNodeGetParams) \
    L(cuGraphExternalSemaphoresWaitNodeSetParams) L(cuGraphGetEdges_v2) L(cuGraphGetNodes) \
    L(cuGraphGetRootNodes) L(cuGraphHostNodeGetParams) L(cuGraphHostNodeSetParams) \
    H(cuGraphInstantiateWithFlags) L(cuGraphInstantiateWithParams) \
    L(cuGraphKernelNodeCopyAttributes) L(cuGraphKernelNodeGetAttribute) \
    L(cuGraphKernelNodeGetParams_v2) L(cuGraphKernelNodeSetAttribute) \
    L(cuGraphKernelNodeSetParams_v2) H(cuGraphLaunch) L(cuGraphMemAllocNodeGetParams) \
    L(cuGraphMemFreeNodeGetParams) L(cuGraphMemcpyNodeGetParams) L(cuGraphMemcpyNodeSetParams) \
    L(cuGraphMemsetNodeGetParams) L(cuGraphMemsetNodeSetParams) L(cuGraphNodeFindInClone) \
    L(cuGraphNodeGetDependencies_v2) L(cuGraphNodeGetDependentNodes_v2) L(cuGraphNodeGetEnabled) \
    L(cuGraphNodeGetType) L(cuGraphNodeSetEnabled) L(cuGraphNodeSetParams) \
    L(cuGraphReleaseUserObject) L(cuGraphRemoveDependencies_v2) L(cuGraphRetainUserObject) \
    H(cuGraphUpload) L(cuGraphicsMapResources) L(cuGraphicsResourceGetMappedMipmappedArray) \
    L(cuGraphicsResourceGetMappedPointer_v2) L(cuGraphicsResourceSetMapFlags_v2) \
    L(cuGraphicsSubResourceGetMappedArray) L(cuGraphicsUnmapResources) \
    L(cuGraphicsUnregisterResource) L(cuGreenCtxCreate) L(cuGreenCtxDestroy) \
    L(cuGreenCtxGetDevResource) L(cuGreenCtxGetId) L(cuGreenCtxRecordEvent) \
    L(cuGreenCtxStreamCreate) L(cuGreenCtxWaitEvent) L(cuImportExternalMemory) \
    L(cuImportExternalSemaphore) H(cuInit) L(cuIpcCloseMemHandle) L(cuIpcGetEventHandle) \
    L(cuIpcGetMemHandle) L(cuIpcOpenEventHandle) L(cuIpcOpenMemHandle_v2) H(cuKernelGetAttribute) \
    H(cuKernelGetFunction) H(cuKernelGetLibrary) H(cuKernelGetName) H(cuKernelGetParamInfo) \
    H(cuKernelSetAttribute) H(cuKernelSetCacheConfig) L(cuLaunch) H(cuLaunchCooperativeKernel) \
    L(cuLaunchCooperativeKernelMultiDevice) L(cuLaunchGrid) L(cuLaunchGridAsync) \
    H(cuLaunchHostFunc) H(cuLaunchKernel) H(cuLaunchKernelEx) H(cuLibraryEnumerateKernels) \
    H(cuLibraryGetGlobal) H(cuLibraryGetKernel) H(cuLibraryGetKernelCount) L(cuLibraryGetManaged) \
    H(cuLibraryGetModule) L(cuLibraryGetUnifiedFunction) H(cuLibraryLoadData) \
    H(cuLibraryLoadFromFile) H(cuLibraryUnload) H(cuLinkAddData_v2) H(cuLinkAddFile_v2) \
    H(cuLinkComplete) H(cuLinkCreate_v2) H(cuLinkDestroy) L(cuLogsCurrent) L(cuLogsDumpToFile) \
    L(cuLogsDumpToMemory) L(cuLogsRegisterCallback) L(cuLogsUnregisterCallback) \
    H(cuMemAddressFree) H(cuMemAddressReserve) H(cuMemAdvise) H(cuMemAdvise_v2) H(cuMemAllocAsync) \
    L(cuMemAllocFromPoolAsync) H(cuMemAllocHost_v2) H(cuMemAllocManaged) H(cuMemAllocPitch_v2) \
    H(cuMemAlloc_v2) L(cuMemBatchDecompressAsync) H(cuMemCreate) \
    L(cuMemDiscardAndPrefetchBatchAsync) L(cuMemDiscardBatchAsync) L(cuMemExportToShareableHandle) \
    H(cuMemFreeAsync) H(cuMemFreeHost) H(cuMemFree_v2) H(cuMemGetAccess) \
    H(cuMemGetAddressRange_v2) H(cuMemGetAllocationGranularity) \
    L(cuMemGetAllocationPropertiesFromHandle) L(cuMemGetDefaultMemPool) \
    L(cuMemGetHandleForAddressRange) H(cuMemGetInfo_v2) L(cuMemGetMemPool) H(cuMemHostAlloc) \
    H(cuMemHostGetDevicePointer_v2) H(cuMemHostGetFlags) H(cuMemHostRegister_v2) \
    H(cuMemHostUnregister) L(cuMemImportFromShareableHandle) H(cuMemMap) L(cuMemMapArrayAsync) \
    L(cuMemPoolCreate) L(cuMemPoolDestroy) L(cuMemPoolExportPointer) \
    L(cuMemPoolExportToShareableHandle) L(cuMemPoolGetAccess) H(cuMemPoolGetAttribute) \
    L(cuMemPoolImportFromShareableHandle) L(cuMemPoolImportPointer) L(cuMemPoolSetAccess) \
    H(cuMemPoolSetAttribute) H(cuMemPoolTrimTo) H(cuMemPrefetchAsync) H(cuMemPrefetchAsync_v2) \
    L(cuMemPrefetchBatchAsync) L(cuMemRangeGetAttribute) L(cuMemRangeGetAttributes) \
    H(cuMemRelease) L(cuMemRetainAllocationHandle) H(cuMemSetAccess) L(cuMemSetMemPool) \
    H(cuMemUnmap) H(cuMemcpy) H(cuMemcpy2DAsync_v2) H(cuMemcpy2DUnaligned_v2) H(cuMemcpy2D_v2) \
    H(cuMemcpy3DAsync_v2) L(cuMemcpy3DBatchAsync_v2) L(cuMemcpy3DPeer) L(cuMemcpy3DPeerAsync) \
    H(cuMemcpy3D_v2) H(cuMemcpyAsync) H(cuMemcpyAtoA_v2) H(cuMemcpyAtoD_v2) \
    H(cuMemcpyAtoHAsync_v2) H(cuMemcpyAtoH_v2) L(cuMemcpyBatchAsync_v2) H(cuMemcpyDtoA_v2) \
    H(cuMemcpyDtoDAsync_v2) H(cuMemcpyDtoD_v2) H(cuMemcpyDtoHAsync_v2) H(cuMemcpyDtoH_v2) \
    H(cuMemcpyHtoAAsync_v2) H(cuMemcpyHtoA_v2) H(cuMemcpyHtoDAsync_v2) H(cuMemcpyHtoD_v2) \
    H(cuMemcpyPeer) H(cuMemcpyPeerAsync) H(cuMemsetD16Async) H(cuMemsetD16_v2) \
    H(cuMemsetD2D16Async) H(cuMemsetD2D16_v2) H(cuMemsetD2D32Async) H(cuMemsetD2D32_v2) \
    H(cuMemsetD2D8Async) H(cuMemsetD2D8_v2) H(cuMemsetD32Async) H(cuMemsetD32_v2) \
    H(cuMemsetD8Async) H(cuMemsetD8_v2) L(cuMipmappedArrayCreate) L(cuMipmappedArrayDestroy) \
    L(cuMipmappedArrayGetLevel) L(cuMipmappedArrayGetMemoryRequirements) \
    L(cuMipmappedArrayGetSparseProperties) H(cuModuleEnumerateFunctions) H(cuModuleGetFunction) \
    H(cuModuleGetFunctionCount) H(cuModuleGetGlobal_v2) H(cuModuleGetLoadingMode) \
    L(cuModuleGetSurfRef) L(cuModuleGetTexRef) H(cuModuleLoad) H(cuModuleLoadData) \
    H(cuModuleLoadDataEx) H(cuModuleLoadFatBinary) H(cuModuleUnload) L(cuMulticastAddDevice) \
    L(cuMulticastBindAddr) L(cuMulticastBindMem) L(cuMulticastCreate) L(cuMulticastGetGranularity) \
    L(cuMulticastUnbind) H(cuOccupancyAvailableDynamicSMemPerBlock) \
    H(cuOccupancyMaxActiveBlocksPerMultiprocessor) \
    H(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags) L(cuOccupancyMaxActiveClusters) \
    H(cuOccupancyMaxPotentialBlockSize) H(cuOccupancyMaxPotentialBlockSizeWithFlags) \
    L(cuOccupancyMaxPotentialClusterSize) L(cuParamSetSize) L(cuParamSetTexRef) L(cuParamSetf) \
    L(cuParamSeti) L(cuParamSetv) H(cuPointerGetAttribute) H(cuPointerGetAttributes) \
    L(cuPointerSetAttribute) H(cuProfilerStart) H(cuProfilerStop) \
    L(cuSignalExternalSemaphoresAsync) H(cuStreamAddCallback) H(cuStreamAttachMemAsync) \
    L(cuStreamBatchMemOp_v2) L(cuStreamBeginCaptureToGraph) H(cuStreamBeginCapture_v2) \
    L(cuStreamCopyAttributes) H(cuStreamCreate) H(cuStreamCreateWithPriority) \
    H(cuStreamDestroy_v2) H(cuStreamEndCapture) L(cuStreamGetAttribute) \
    L(cuStreamGetCaptureInfo_v3) H(cuStreamGetCtx) L(cuStreamGetCtx_v2) L(cuStreamGetDevice) \
    H(cuStreamGetFlags) L(cuStreamGetGreenCtx) H(cuStreamGetId) H(cuStreamGetPriority) \
    H(cuStreamIsCapturing) H(cuStreamQuery) L(cuStreamSetAttribute) H(cuStreamSynchronize) \
    L(cuStreamUpdateCaptureDependencies_v2) H(cuStreamWaitEvent) L(cuStreamWaitValue32_v2) \
    L(cuStreamWaitValue64_v2) L(cuStreamWriteValue32_v2) L(cuStreamWriteValue64_v2) \
    H(cuSurfObjectCreate) H(cuSurfObjectDestroy) L(cuSurfObjectGetResourceDesc) \
    L(cuSurfRefGetArray) L(cuSurfRefSetArray) L(cuTensorMapEncodeIm2col) \
    L(cuTensorMapEncodeIm2colWide) L(cuTensorMapEncodeTiled) L(cuTensorMapReplaceAddress) \
    H(cuTexObjectCreate) H(cuTexObjectDestroy) L(cuTexObjectGetResourceDesc) \
    L(cuTexObjectGetResourceViewDesc) L(cuTexObjectGetTextureDesc) L(cuTexRefCreate) \
    L(cuTexRefDestroy) L(cuTexRefGetAddressMode) L(cuTexRefGetAddress_v2) L(cuTexRefGetArray) \
    L(cuTexRefGetBorderColor) L(cuTexRefGetFilterMode) L(cuTexRefGetFlags) L(cuTexRefGetFormat) \
    L(cuTexRefGetMaxAnisotropy) L(cuTexRefGetMipmapFilterMode) L(cuTexRefGetMipmapLevelBias) \
    L(cuTexRefGetMipmapLevelClamp) L(cuTexRefGetMipmappedArray) L(cuTexRefSetAddress2D_v3) \
    L(cuTexRefSetAddressMode) L(cuTexRefSetAddress_v2) L(cuTexRefSetArray) \
    L(cuTexRefSetBorderColor) L(cuTexRefSetFilterMode) L(cuTexRefSetFlags) L(cuTexRefSetFormat) \
    L(cuTexRefSetMaxAnisotropy) L(cuTexRefSetMipmapFilterMode) L(cuTexRefSetMipmapLevelBias) \
    L(cuTexRefSetMipmapLevelClamp) L(cuTexRefSetMipmappedArray) \
    H(cuThreadExchangeStreamCaptureMode) L(cuUserObjectCreate) L(cuUserObjectRelease) \
    L(cuUserObjectRetain) L(cuWaitExternalSemaphoresAsync)
// clang-format on

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
#define NOTHING(name)
CALLS(NOTHING, LACK)

// Declares the calls' symbols: cuda.h turns some of the names into macros.
#define DECLARE(name) extern char at_##name[] __asm__(#name) __attribute__((weak));
CALLS(DECLARE, DECLARE)

#define ENTRY(name) {#name, at_##name},
static const struct {
    const char *name;
    char *call; // NULL: the toolkit does not declare it
} ENTRIES[] = {CALLS(ENTRY, ENTRY)};

// Returns the version of CUDA that changed a call's arguments to those of this symbol; 0 for the first.
static int since(const char *name)
{
    static const struct {
        const char *name;
        int version;
    } CHANGED[] = {{"cuCtxCreate_v3", 11040},        {"cuCtxCreate_v4", 12050},
                   {"cuCtxGetDevice_v2", 13000},     {"cuCtxSynchronize_v2", 13000},
                   {"cuGetProcAddress_v2", 12000},   {"cuMemAdvise_v2", 12020},
                   {"cuMemPrefetchAsync_v2", 12020}, {"cuStreamGetCtx_v2", 12050}};
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
