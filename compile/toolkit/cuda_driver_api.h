// cuda_driver_api.h: the driver API's calls for devices, contexts, modules, kernels, streams, events and graphs. cuda.h includes
// it.

#ifndef WARP_CUDA_DRIVER_API_H
#define WARP_CUDA_DRIVER_API_H

WARP_BEGIN_C

// ---- Devices ---------------------------------------------------------------------------------------------------

CUresult cuInit(unsigned int flags);
CUresult cuDriverGetVersion(int *version);
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetErrorString(CUresult error, const char **text);
CUresult cuGetProcAddress(const char *name, void **call, int version, cuuint64_t flags,
                          CUdriverProcAddressQueryResult *status);

CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGetName(char *name, int size, CUdevice device);
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device);
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
CUresult cuDeviceGetProperties(CUdevprop *properties, CUdevice device);
CUresult cuDeviceGetPCIBusId(char *id, int size, CUdevice device);
CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *id);
CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer);
CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute, CUdevice source,
                                 CUdevice target);
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device);
CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device);
CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool);

// ---- Contexts --------------------------------------------------------------------------------------------------

CUresult cuCtxCreate(CUcontext *context, CUctxCreateParams *params, unsigned int flags,
                     CUdevice device);
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext *context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext *context);
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext context);
CUresult cuCtxGetFlags(unsigned int *flags);
CUresult cuCtxGetId(CUcontext context, unsigned long long *id);
CUresult cuCtxGetApiVersion(CUcontext context, unsigned int *version);
CUresult cuCtxSynchronize(void);
CUresult cuCtxSynchronize_v2(CUcontext context);
CUresult cuCtxSetLimit(CUlimit limit, size_t value);
CUresult cuCtxGetLimit(size_t *value, CUlimit limit);
CUresult cuCtxSetCacheConfig(CUfunc_cache config);
CUresult cuCtxGetCacheConfig(CUfunc_cache *config);
CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest);
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags);
CUresult cuCtxDisablePeerAccess(CUcontext peer);

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxReset(CUdevice device);
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags);

// ---- Modules and libraries, of PTX or a fat binary; the linker -------------------------------------------------

// `options` and `values` are (count): an option of the compiler, and its value.
CUresult cuModuleLoad(CUmodule *module, const char *path);
CUresult cuModuleLoadData(CUmodule *module, const void *image);
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count,
                            CUjit_option *options, void **values);
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *kernel, CUmodule module, const char *name);
CUresult cuModuleGetGlobal(CUdeviceptr *at, size_t *bytes, CUmodule module, const char *name);
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode);
CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule module);
CUresult cuModuleEnumerateFunctions(CUfunction *kernels, unsigned int count, CUmodule module);

CUresult cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *options,
                           void **values, unsigned int count, CUlibraryOption *libraryOptions,
                           void **libraryValues, unsigned int libraryCount);
CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *options,
                               void **values, unsigned int count, CUlibraryOption *libraryOptions,
                               void **libraryValues, unsigned int libraryCount);
CUresult cuLibraryUnload(CUlibrary library);
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name);
CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library);
CUresult cuLibraryGetGlobal(CUdeviceptr *at, size_t *bytes, CUlibrary library, const char *name);
CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary library);
CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int count, CUlibrary library);

CUresult cuLinkCreate(unsigned int count, CUjit_option *options, void **values, CUlinkState *state);
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size,
                       const char *name, unsigned int count, CUjit_option *options, void **values);
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int count,
                       CUjit_option *options, void **values);
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *size);
CUresult cuLinkDestroy(CUlinkState state);

// ---- Kernels ---------------------------------------------------------------------------------------------------

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction kernel);
CUresult cuFuncSetAttribute(CUfunction kernel, CUfunction_attribute attribute, int value);
CUresult cuFuncSetCacheConfig(CUfunction kernel, CUfunc_cache config);
CUresult cuFuncGetModule(CUmodule *module, CUfunction kernel);
CUresult cuFuncGetName(const char **name, CUfunction kernel);
CUresult cuFuncGetParamInfo(CUfunction kernel, size_t index, size_t *offset, size_t *bytes);
CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction kernel);
CUresult cuFuncLoad(CUfunction kernel);
CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel);
CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel kernel);
CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel,
                              CUdevice device);
CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel,
                              CUdevice device);
CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device);
CUresult cuKernelGetName(const char **name, CUkernel kernel);
CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *bytes);

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction kernel, int threads,
                                                     size_t shared);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction kernel,
                                                              int threads, size_t shared,
                                                              unsigned int flags);
CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction kernel, int blocks,
                                                 int threads);
CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction kernel,
                                          CUoccupancyB2DSize sharedOf, size_t shared, int limit);
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction kernel,
                                                   CUoccupancyB2DSize sharedOf, size_t shared,
                                                   int limit, unsigned int flags);

CUresult cuLaunchKernel(CUfunction kernel, unsigned int gridX, unsigned int gridY,
                        unsigned int gridZ, unsigned int blockX, unsigned int blockY,
                        unsigned int blockZ, unsigned int shared, CUstream stream, void **arguments,
                        void **extra);
CUresult cuLaunchCooperativeKernel(CUfunction kernel, unsigned int gridX, unsigned int gridY,
                                   unsigned int gridZ, unsigned int blockX, unsigned int blockY,
                                   unsigned int blockZ, unsigned int shared, CUstream stream,
                                   void **arguments);
CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction kernel, void **arguments,
                          void **extra);
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data);

// ---- Streams and events ----------------------------------------------------------------------------------------

CUresult cuStreamCreate(CUstream *stream, unsigned int flags);
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamQuery(CUstream stream);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags);
CUresult cuStreamGetFlags(CUstream stream, unsigned int *flags);
CUresult cuStreamGetPriority(CUstream stream, int *priority);
CUresult cuStreamGetId(CUstream stream, unsigned long long *id);
CUresult cuStreamGetCtx(CUstream stream, CUcontext *context);
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data,
                             unsigned int flags);
CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr pointer, size_t bytes,
                                unsigned int flags);

CUresult cuEventCreate(CUevent *event, unsigned int flags);
CUresult cuEventDestroy(CUevent event);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags);
CUresult cuEventQuery(CUevent event);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventElapsedTime(float *ms, CUevent begin, CUevent end);

// ---- Graphs ----------------------------------------------------------------------------------------------------

CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode);
CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph);
CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status);
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode);
CUresult cuGraphInstantiateWithFlags(CUgraphExec *executable, CUgraph graph,
                                     unsigned long long flags);
CUresult cuGraphUpload(CUgraphExec executable, CUstream stream);
CUresult cuGraphLaunch(CUgraphExec executable, CUstream stream);
CUresult cuGraphExecDestroy(CUgraphExec executable);
CUresult cuGraphDestroy(CUgraph graph);

// ---- Calls that the simulator does not have: they answer CUDA_ERROR_NOT_SUPPORTED --------------------------------

CUresult cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr pointer);
CUresult cuIpcOpenMemHandle(CUdeviceptr *pointer, CUipcMemHandle handle, unsigned int flags);
CUresult cuIpcCloseMemHandle(CUdeviceptr pointer);
CUresult cuIpcGetEventHandle(CUipcEventHandle *handle, CUevent event);
CUresult cuIpcOpenEventHandle(CUevent *event, CUipcEventHandle handle);
CUresult cuMemExportToShareableHandle(void *shared, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags);
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *shared,
                                        CUmemAllocationHandleType type);
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *what,
                                                CUmemGenericAllocationHandle handle);
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *pointer);

WARP_END_C

#endif
