// cuda_numbers.h: the errors and the attributes of a device, which the runtime API and the driver API number alike and name each in its
// own way. Both APIs' headers make their enumerators of these lines, and runtime/state/error.c its names:
//
//   BOTH(number, name in the runtime API, name in the driver API)
//   RUNTIME(number, name)   what the runtime API has alone; of an error there is also the number that the driver API answers instead
//   DRIVER(number, name)    what the driver API has alone, or a second name
//
// An error of the runtime API ends with its text, which is what cudaGetErrorString of NVIDIA's libcudart.so.13 (CUDA 13.0) answers.

#ifndef WARP_CUDA_NUMBERS_H
#define WARP_CUDA_NUMBERS_H

// clang-format off
#define WARP_ERRORS(BOTH, RUNTIME, DRIVER) \
    BOTH(0, cudaSuccess, CUDA_SUCCESS, "no error") \
    BOTH(1, cudaErrorInvalidValue, CUDA_ERROR_INVALID_VALUE, "invalid argument") \
    BOTH(2, cudaErrorMemoryAllocation, CUDA_ERROR_OUT_OF_MEMORY, "out of memory") \
    BOTH(3, cudaErrorInitializationError, CUDA_ERROR_NOT_INITIALIZED, "initialization error") \
    BOTH(4, cudaErrorCudartUnloading, CUDA_ERROR_DEINITIALIZED, "driver shutting down") \
    BOTH(5, cudaErrorProfilerDisabled, CUDA_ERROR_PROFILER_DISABLED, "profiler disabled while using external profiling tool") \
    BOTH(6, cudaErrorProfilerNotInitialized, CUDA_ERROR_PROFILER_NOT_INITIALIZED, "profiler not initialized: call cudaProfilerInitialize()") \
    BOTH(7, cudaErrorProfilerAlreadyStarted, CUDA_ERROR_PROFILER_ALREADY_STARTED, "profiler already started") \
    BOTH(8, cudaErrorProfilerAlreadyStopped, CUDA_ERROR_PROFILER_ALREADY_STOPPED, "profiler already stopped") \
    RUNTIME(9, cudaErrorInvalidConfiguration, 1, "invalid configuration argument") \
    RUNTIME(12, cudaErrorInvalidPitchValue, 1, "invalid pitch argument") \
    RUNTIME(13, cudaErrorInvalidSymbol, 500, "invalid device symbol") \
    RUNTIME(16, cudaErrorInvalidHostPointer, 1, "invalid host pointer") \
    RUNTIME(17, cudaErrorInvalidDevicePointer, 1, "invalid device pointer") \
    RUNTIME(18, cudaErrorInvalidTexture, 999, "invalid texture reference") \
    RUNTIME(19, cudaErrorInvalidTextureBinding, 999, "texture is not bound to a pointer") \
    RUNTIME(20, cudaErrorInvalidChannelDescriptor, 1, "invalid channel descriptor") \
    RUNTIME(21, cudaErrorInvalidMemcpyDirection, 1, "invalid copy direction for memcpy") \
    RUNTIME(22, cudaErrorAddressOfConstant, 999, "invalid address of constant") \
    RUNTIME(23, cudaErrorTextureFetchFailed, 999, "fetch from texture failed") \
    RUNTIME(24, cudaErrorTextureNotBound, 999, "cannot fetch from a texture that is not bound") \
    RUNTIME(25, cudaErrorSynchronizationError, 999, "incorrect use of __syncthreads()") \
    RUNTIME(26, cudaErrorInvalidFilterSetting, 1, "linear filtering not supported for non-float type") \
    RUNTIME(27, cudaErrorInvalidNormSetting, 1, "read as normalized float not supported for data type") \
    RUNTIME(28, cudaErrorMixedDeviceExecution, 999, "device emulation mode and device execution mode cannot be mixed") \
    RUNTIME(31, cudaErrorNotYetImplemented, 801, "feature not yet implemented") \
    RUNTIME(32, cudaErrorMemoryValueTooLarge, 999, "memory size or pointer value too large to fit in 32 bit") \
    BOTH(34, cudaErrorStubLibrary, CUDA_ERROR_STUB_LIBRARY, "CUDA driver is a stub library") \
    RUNTIME(35, cudaErrorInsufficientDriver, 999, "CUDA driver version is insufficient for CUDA runtime version") \
    BOTH(36, cudaErrorCallRequiresNewerDriver, CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER, "API call is not supported in the installed CUDA driver") \
    RUNTIME(37, cudaErrorInvalidSurface, 999, "invalid surface reference") \
    RUNTIME(43, cudaErrorDuplicateVariableName, 999, "duplicate global variable looked up by string name") \
    RUNTIME(44, cudaErrorDuplicateTextureName, 999, "duplicate texture looked up by string name") \
    RUNTIME(45, cudaErrorDuplicateSurfaceName, 999, "duplicate surface looked up by string name") \
    BOTH(46, cudaErrorDevicesUnavailable, CUDA_ERROR_DEVICE_UNAVAILABLE, "CUDA-capable device(s) is/are busy or unavailable") \
    RUNTIME(49, cudaErrorIncompatibleDriverContext, 999, "incompatible driver context") \
    RUNTIME(52, cudaErrorMissingConfiguration, 999, "__global__ function call is not configured") \
    RUNTIME(53, cudaErrorPriorLaunchFailure, 999, "unspecified launch failure in prior launch") \
    RUNTIME(65, cudaErrorLaunchMaxDepthExceeded, 999, "launch would exceed maximum depth of nested launches") \
    RUNTIME(66, cudaErrorLaunchFileScopedTex, 999, "launch failed because kernel uses unsupported, file-scoped textures (texture objects are supported)") \
    RUNTIME(67, cudaErrorLaunchFileScopedSurf, 999, "launch failed because kernel uses unsupported, file-scoped surfaces (surface objects are supported)") \
    RUNTIME(68, cudaErrorSyncDepthExceeded, 999, "cudaDeviceSynchronize failed because caller's grid depth exceeds cudaLimitDevRuntimeSyncDepth") \
    RUNTIME(69, cudaErrorLaunchPendingCountExceeded, 999, "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount") \
    RUNTIME(98, cudaErrorInvalidDeviceFunction, 400, "invalid device function") \
    BOTH(100, cudaErrorNoDevice, CUDA_ERROR_NO_DEVICE, "no CUDA-capable device is detected") \
    BOTH(101, cudaErrorInvalidDevice, CUDA_ERROR_INVALID_DEVICE, "invalid device ordinal") \
    BOTH(102, cudaErrorDeviceNotLicensed, CUDA_ERROR_DEVICE_NOT_LICENSED, "device doesn't have valid Grid license") \
    RUNTIME(103, cudaErrorSoftwareValidityNotEstablished, 999, "integrity checks failed") \
    RUNTIME(127, cudaErrorStartupFailure, 999, "startup failure in cuda runtime") \
    BOTH(200, cudaErrorInvalidKernelImage, CUDA_ERROR_INVALID_IMAGE, "device kernel image is invalid") \
    BOTH(201, cudaErrorDeviceUninitialized, CUDA_ERROR_INVALID_CONTEXT, "invalid device context") \
    DRIVER(202, CUDA_ERROR_CONTEXT_ALREADY_CURRENT) \
    BOTH(205, cudaErrorMapBufferObjectFailed, CUDA_ERROR_MAP_FAILED, "mapping of buffer object failed") \
    BOTH(206, cudaErrorUnmapBufferObjectFailed, CUDA_ERROR_UNMAP_FAILED, "unmapping of buffer object failed") \
    BOTH(207, cudaErrorArrayIsMapped, CUDA_ERROR_ARRAY_IS_MAPPED, "array is mapped") \
    BOTH(208, cudaErrorAlreadyMapped, CUDA_ERROR_ALREADY_MAPPED, "resource already mapped") \
    BOTH(209, cudaErrorNoKernelImageForDevice, CUDA_ERROR_NO_BINARY_FOR_GPU, "no kernel image is available for execution on the device") \
    BOTH(210, cudaErrorAlreadyAcquired, CUDA_ERROR_ALREADY_ACQUIRED, "resource already acquired") \
    BOTH(211, cudaErrorNotMapped, CUDA_ERROR_NOT_MAPPED, "resource not mapped") \
    BOTH(212, cudaErrorNotMappedAsArray, CUDA_ERROR_NOT_MAPPED_AS_ARRAY, "resource not mapped as array") \
    BOTH(213, cudaErrorNotMappedAsPointer, CUDA_ERROR_NOT_MAPPED_AS_POINTER, "resource not mapped as pointer") \
    BOTH(214, cudaErrorECCUncorrectable, CUDA_ERROR_ECC_UNCORRECTABLE, "uncorrectable ECC error encountered") \
    BOTH(215, cudaErrorUnsupportedLimit, CUDA_ERROR_UNSUPPORTED_LIMIT, "limit is not supported on this architecture") \
    BOTH(216, cudaErrorDeviceAlreadyInUse, CUDA_ERROR_CONTEXT_ALREADY_IN_USE, "exclusive-thread device already in use by a different thread") \
    BOTH(217, cudaErrorPeerAccessUnsupported, CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, "peer access is not supported between these two devices") \
    BOTH(218, cudaErrorInvalidPtx, CUDA_ERROR_INVALID_PTX, "a PTX JIT compilation failed") \
    BOTH(219, cudaErrorInvalidGraphicsContext, CUDA_ERROR_INVALID_GRAPHICS_CONTEXT, "invalid OpenGL or DirectX context") \
    BOTH(220, cudaErrorNvlinkUncorrectable, CUDA_ERROR_NVLINK_UNCORRECTABLE, "uncorrectable NVLink error detected during the execution") \
    BOTH(221, cudaErrorJitCompilerNotFound, CUDA_ERROR_JIT_COMPILER_NOT_FOUND, "PTX JIT compiler library not found") \
    BOTH(222, cudaErrorUnsupportedPtxVersion, CUDA_ERROR_UNSUPPORTED_PTX_VERSION, "the provided PTX was compiled with an unsupported toolchain.") \
    BOTH(223, cudaErrorJitCompilationDisabled, CUDA_ERROR_JIT_COMPILATION_DISABLED, "PTX JIT compilation was disabled") \
    BOTH(224, cudaErrorUnsupportedExecAffinity, CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, "the provided execution affinity is not supported") \
    BOTH(225, cudaErrorUnsupportedDevSideSync, CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC, "the provided PTX contains unsupported call to cudaDeviceSynchronize") \
    BOTH(226, cudaErrorContained, CUDA_ERROR_CONTAINED, "Invalid access of peer GPU memory over nvlink or a hardware error") \
    BOTH(300, cudaErrorInvalidSource, CUDA_ERROR_INVALID_SOURCE, "device kernel image is invalid") \
    BOTH(301, cudaErrorFileNotFound, CUDA_ERROR_FILE_NOT_FOUND, "file not found") \
    BOTH(302, cudaErrorSharedObjectSymbolNotFound, CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, "shared object symbol not found") \
    BOTH(303, cudaErrorSharedObjectInitFailed, CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, "shared object initialization failed") \
    BOTH(304, cudaErrorOperatingSystem, CUDA_ERROR_OPERATING_SYSTEM, "OS call failed or operation not supported on this OS") \
    BOTH(400, cudaErrorInvalidResourceHandle, CUDA_ERROR_INVALID_HANDLE, "invalid resource handle") \
    BOTH(401, cudaErrorIllegalState, CUDA_ERROR_ILLEGAL_STATE, "the operation cannot be performed in the present state") \
    BOTH(402, cudaErrorLossyQuery, CUDA_ERROR_LOSSY_QUERY, "attempted introspection would be semantically lossy") \
    BOTH(500, cudaErrorSymbolNotFound, CUDA_ERROR_NOT_FOUND, "named symbol not found") \
    BOTH(600, cudaErrorNotReady, CUDA_ERROR_NOT_READY, "device not ready") \
    BOTH(700, cudaErrorIllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS, "an illegal memory access was encountered") \
    BOTH(701, cudaErrorLaunchOutOfResources, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "too many resources requested for launch") \
    BOTH(702, cudaErrorLaunchTimeout, CUDA_ERROR_LAUNCH_TIMEOUT, "the launch timed out and was terminated") \
    BOTH(703, cudaErrorLaunchIncompatibleTexturing, CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, "launch uses incompatible texturing mode") \
    BOTH(704, cudaErrorPeerAccessAlreadyEnabled, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, "peer access is already enabled") \
    BOTH(705, cudaErrorPeerAccessNotEnabled, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, "peer access has not been enabled") \
    BOTH(708, cudaErrorSetOnActiveProcess, CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, "cannot set while device is active in this process") \
    BOTH(709, cudaErrorContextIsDestroyed, CUDA_ERROR_CONTEXT_IS_DESTROYED, "context is destroyed") \
    BOTH(710, cudaErrorAssert, CUDA_ERROR_ASSERT, "device-side assert triggered") \
    BOTH(711, cudaErrorTooManyPeers, CUDA_ERROR_TOO_MANY_PEERS, "peer mapping resources exhausted") \
    BOTH(712, cudaErrorHostMemoryAlreadyRegistered, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, "part or all of the requested memory range is already mapped") \
    BOTH(713, cudaErrorHostMemoryNotRegistered, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, "pointer does not correspond to a registered memory region") \
    BOTH(714, cudaErrorHardwareStackError, CUDA_ERROR_HARDWARE_STACK_ERROR, "hardware stack error") \
    BOTH(715, cudaErrorIllegalInstruction, CUDA_ERROR_ILLEGAL_INSTRUCTION, "an illegal instruction was encountered") \
    BOTH(716, cudaErrorMisalignedAddress, CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned address") \
    BOTH(717, cudaErrorInvalidAddressSpace, CUDA_ERROR_INVALID_ADDRESS_SPACE, "operation not supported on global/shared address space") \
    BOTH(718, cudaErrorInvalidPc, CUDA_ERROR_INVALID_PC, "invalid program counter") \
    BOTH(719, cudaErrorLaunchFailure, CUDA_ERROR_LAUNCH_FAILED, "unspecified launch failure") \
    BOTH(720, cudaErrorCooperativeLaunchTooLarge, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, "too many blocks in cooperative launch") \
    BOTH(721, cudaErrorTensorMemoryLeak, CUDA_ERROR_TENSOR_MEMORY_LEAK, "tensor memory not completely freed") \
    BOTH(800, cudaErrorNotPermitted, CUDA_ERROR_NOT_PERMITTED, "operation not permitted") \
    BOTH(801, cudaErrorNotSupported, CUDA_ERROR_NOT_SUPPORTED, "operation not supported") \
    BOTH(802, cudaErrorSystemNotReady, CUDA_ERROR_SYSTEM_NOT_READY, "system not yet initialized") \
    BOTH(803, cudaErrorSystemDriverMismatch, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, "system has unsupported display driver / cuda driver combination") \
    BOTH(804, cudaErrorCompatNotSupportedOnDevice, CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, "forward compatibility was attempted on non supported HW") \
    BOTH(805, cudaErrorMpsConnectionFailed, CUDA_ERROR_MPS_CONNECTION_FAILED, "MPS client failed to connect to the MPS control daemon or the MPS server") \
    BOTH(806, cudaErrorMpsRpcFailure, CUDA_ERROR_MPS_RPC_FAILURE, "the remote procedural call between the MPS server and the MPS client failed") \
    BOTH(807, cudaErrorMpsServerNotReady, CUDA_ERROR_MPS_SERVER_NOT_READY, "MPS server is not ready to accept new MPS client requests") \
    BOTH(808, cudaErrorMpsMaxClientsReached, CUDA_ERROR_MPS_MAX_CLIENTS_REACHED, "the hardware resources required to create MPS client have been exhausted") \
    BOTH(809, cudaErrorMpsMaxConnectionsReached, CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED, "the hardware resources required to support device connections have been exhausted") \
    BOTH(810, cudaErrorMpsClientTerminated, CUDA_ERROR_MPS_CLIENT_TERMINATED, "the MPS client has been terminated by the server") \
    BOTH(811, cudaErrorCdpNotSupported, CUDA_ERROR_CDP_NOT_SUPPORTED, "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not support it") \
    BOTH(812, cudaErrorCdpVersionMismatch, CUDA_ERROR_CDP_VERSION_MISMATCH, "unsupported interaction between different versions of CUDA Dynamic Parallelism") \
    BOTH(900, cudaErrorStreamCaptureUnsupported, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "operation not permitted when stream is capturing") \
    BOTH(901, cudaErrorStreamCaptureInvalidated, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, "operation failed due to a previous error during capture") \
    BOTH(902, cudaErrorStreamCaptureMerge, CUDA_ERROR_STREAM_CAPTURE_MERGE, "operation would result in a merge of separate capture sequences") \
    BOTH(903, cudaErrorStreamCaptureUnmatched, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, "capture was not ended in the same stream as it began") \
    BOTH(904, cudaErrorStreamCaptureUnjoined, CUDA_ERROR_STREAM_CAPTURE_UNJOINED, "capturing stream has unjoined work") \
    BOTH(905, cudaErrorStreamCaptureIsolation, CUDA_ERROR_STREAM_CAPTURE_ISOLATION, "dependency created on uncaptured work in another stream") \
    BOTH(906, cudaErrorStreamCaptureImplicit, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, "operation would make the legacy stream depend on a capturing blocking stream") \
    BOTH(907, cudaErrorCapturedEvent, CUDA_ERROR_CAPTURED_EVENT, "operation not permitted on an event last recorded in a capturing stream") \
    BOTH(908, cudaErrorStreamCaptureWrongThread, CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, "attempt to terminate a thread-local capture sequence from another thread") \
    BOTH(909, cudaErrorTimeout, CUDA_ERROR_TIMEOUT, "wait operation timed out") \
    BOTH(910, cudaErrorGraphExecUpdateFailure, CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update") \
    BOTH(911, cudaErrorExternalDevice, CUDA_ERROR_EXTERNAL_DEVICE, "an async error has occured in external entity outside of CUDA") \
    BOTH(912, cudaErrorInvalidClusterSize, CUDA_ERROR_INVALID_CLUSTER_SIZE, "a kernel launch error has occurred due to cluster misconfiguration") \
    BOTH(913, cudaErrorFunctionNotLoaded, CUDA_ERROR_FUNCTION_NOT_LOADED, "the function handle is not loaded when calling an API that requires a loaded function") \
    BOTH(914, cudaErrorInvalidResourceType, CUDA_ERROR_INVALID_RESOURCE_TYPE, "one or more resources passed in are not valid resource types for the operation") \
    BOTH(915, cudaErrorInvalidResourceConfiguration, CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, "one or more resources are insufficient or non-applicable for the operation") \
    DRIVER(916, CUDA_ERROR_KEY_ROTATION) \
    BOTH(999, cudaErrorUnknown, CUDA_ERROR_UNKNOWN, "unknown error")

#define WARP_DEVICE_ATTRIBUTES(BOTH, RUNTIME, DRIVER) \
    BOTH(1, cudaDevAttrMaxThreadsPerBlock, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK) \
    BOTH(2, cudaDevAttrMaxBlockDimX, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X) \
    BOTH(3, cudaDevAttrMaxBlockDimY, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y) \
    BOTH(4, cudaDevAttrMaxBlockDimZ, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z) \
    BOTH(5, cudaDevAttrMaxGridDimX, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X) \
    BOTH(6, cudaDevAttrMaxGridDimY, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y) \
    BOTH(7, cudaDevAttrMaxGridDimZ, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z) \
    BOTH(8, cudaDevAttrMaxSharedMemoryPerBlock, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK) \
    DRIVER(8, CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK) \
    BOTH(9, cudaDevAttrTotalConstantMemory, CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY) \
    BOTH(10, cudaDevAttrWarpSize, CU_DEVICE_ATTRIBUTE_WARP_SIZE) \
    BOTH(11, cudaDevAttrMaxPitch, CU_DEVICE_ATTRIBUTE_MAX_PITCH) \
    BOTH(12, cudaDevAttrMaxRegistersPerBlock, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK) \
    DRIVER(12, CU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK) \
    BOTH(13, cudaDevAttrClockRate, CU_DEVICE_ATTRIBUTE_CLOCK_RATE) \
    BOTH(14, cudaDevAttrTextureAlignment, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT) \
    BOTH(15, cudaDevAttrGpuOverlap, CU_DEVICE_ATTRIBUTE_GPU_OVERLAP) \
    BOTH(16, cudaDevAttrMultiProcessorCount, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) \
    BOTH(17, cudaDevAttrKernelExecTimeout, CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT) \
    BOTH(18, cudaDevAttrIntegrated, CU_DEVICE_ATTRIBUTE_INTEGRATED) \
    BOTH(19, cudaDevAttrCanMapHostMemory, CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY) \
    BOTH(20, cudaDevAttrComputeMode, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE) \
    BOTH(21, cudaDevAttrMaxTexture1DWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH) \
    BOTH(22, cudaDevAttrMaxTexture2DWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH) \
    BOTH(23, cudaDevAttrMaxTexture2DHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT) \
    BOTH(24, cudaDevAttrMaxTexture3DWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH) \
    BOTH(25, cudaDevAttrMaxTexture3DHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT) \
    BOTH(26, cudaDevAttrMaxTexture3DDepth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH) \
    BOTH(27, cudaDevAttrMaxTexture2DLayeredWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH) \
    DRIVER(27, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_WIDTH) \
    BOTH(28, cudaDevAttrMaxTexture2DLayeredHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT) \
    DRIVER(28, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_HEIGHT) \
    BOTH(29, cudaDevAttrMaxTexture2DLayeredLayers, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS) \
    DRIVER(29, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES) \
    BOTH(30, cudaDevAttrSurfaceAlignment, CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT) \
    BOTH(31, cudaDevAttrConcurrentKernels, CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS) \
    BOTH(32, cudaDevAttrEccEnabled, CU_DEVICE_ATTRIBUTE_ECC_ENABLED) \
    BOTH(33, cudaDevAttrPciBusId, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID) \
    BOTH(34, cudaDevAttrPciDeviceId, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID) \
    BOTH(35, cudaDevAttrTccDriver, CU_DEVICE_ATTRIBUTE_TCC_DRIVER) \
    BOTH(36, cudaDevAttrMemoryClockRate, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE) \
    BOTH(37, cudaDevAttrGlobalMemoryBusWidth, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH) \
    BOTH(38, cudaDevAttrL2CacheSize, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE) \
    BOTH(39, cudaDevAttrMaxThreadsPerMultiProcessor, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR) \
    BOTH(40, cudaDevAttrAsyncEngineCount, CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT) \
    BOTH(41, cudaDevAttrUnifiedAddressing, CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING) \
    BOTH(42, cudaDevAttrMaxTexture1DLayeredWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH) \
    BOTH(43, cudaDevAttrMaxTexture1DLayeredLayers, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS) \
    DRIVER(44, CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER) \
    BOTH(45, cudaDevAttrMaxTexture2DGatherWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH) \
    BOTH(46, cudaDevAttrMaxTexture2DGatherHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT) \
    BOTH(47, cudaDevAttrMaxTexture3DWidthAlt, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE) \
    BOTH(48, cudaDevAttrMaxTexture3DHeightAlt, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE) \
    BOTH(49, cudaDevAttrMaxTexture3DDepthAlt, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE) \
    BOTH(50, cudaDevAttrPciDomainId, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID) \
    BOTH(51, cudaDevAttrTexturePitchAlignment, CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT) \
    BOTH(52, cudaDevAttrMaxTextureCubemapWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH) \
    BOTH(53, cudaDevAttrMaxTextureCubemapLayeredWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH) \
    BOTH(54, cudaDevAttrMaxTextureCubemapLayeredLayers, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS) \
    BOTH(55, cudaDevAttrMaxSurface1DWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH) \
    BOTH(56, cudaDevAttrMaxSurface2DWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH) \
    BOTH(57, cudaDevAttrMaxSurface2DHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT) \
    BOTH(58, cudaDevAttrMaxSurface3DWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH) \
    BOTH(59, cudaDevAttrMaxSurface3DHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT) \
    BOTH(60, cudaDevAttrMaxSurface3DDepth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH) \
    BOTH(61, cudaDevAttrMaxSurface1DLayeredWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH) \
    BOTH(62, cudaDevAttrMaxSurface1DLayeredLayers, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS) \
    BOTH(63, cudaDevAttrMaxSurface2DLayeredWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH) \
    BOTH(64, cudaDevAttrMaxSurface2DLayeredHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT) \
    BOTH(65, cudaDevAttrMaxSurface2DLayeredLayers, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS) \
    BOTH(66, cudaDevAttrMaxSurfaceCubemapWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH) \
    BOTH(67, cudaDevAttrMaxSurfaceCubemapLayeredWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH) \
    BOTH(68, cudaDevAttrMaxSurfaceCubemapLayeredLayers, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS) \
    BOTH(69, cudaDevAttrMaxTexture1DLinearWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH) \
    BOTH(70, cudaDevAttrMaxTexture2DLinearWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH) \
    BOTH(71, cudaDevAttrMaxTexture2DLinearHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT) \
    BOTH(72, cudaDevAttrMaxTexture2DLinearPitch, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH) \
    BOTH(73, cudaDevAttrMaxTexture2DMipmappedWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH) \
    BOTH(74, cudaDevAttrMaxTexture2DMipmappedHeight, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT) \
    BOTH(75, cudaDevAttrComputeCapabilityMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) \
    BOTH(76, cudaDevAttrComputeCapabilityMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR) \
    BOTH(77, cudaDevAttrMaxTexture1DMipmappedWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH) \
    BOTH(78, cudaDevAttrStreamPrioritiesSupported, CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED) \
    BOTH(79, cudaDevAttrGlobalL1CacheSupported, CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED) \
    BOTH(80, cudaDevAttrLocalL1CacheSupported, CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED) \
    BOTH(81, cudaDevAttrMaxSharedMemoryPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR) \
    BOTH(82, cudaDevAttrMaxRegistersPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR) \
    BOTH(83, cudaDevAttrManagedMemory, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY) \
    BOTH(84, cudaDevAttrIsMultiGpuBoard, CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD) \
    BOTH(85, cudaDevAttrMultiGpuBoardGroupID, CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID) \
    BOTH(86, cudaDevAttrHostNativeAtomicSupported, CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED) \
    BOTH(87, cudaDevAttrSingleToDoublePrecisionPerfRatio, CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO) \
    BOTH(88, cudaDevAttrPageableMemoryAccess, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS) \
    BOTH(89, cudaDevAttrConcurrentManagedAccess, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS) \
    BOTH(90, cudaDevAttrComputePreemptionSupported, CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED) \
    BOTH(91, cudaDevAttrCanUseHostPointerForRegisteredMem, CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM) \
    DRIVER(92, CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1) \
    DRIVER(93, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1) \
    DRIVER(94, CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1) \
    BOTH(95, cudaDevAttrCooperativeLaunch, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) \
    DRIVER(96, CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH) \
    BOTH(97, cudaDevAttrMaxSharedMemoryPerBlockOptin, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) \
    BOTH(98, cudaDevAttrCanFlushRemoteWrites, CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES) \
    BOTH(99, cudaDevAttrHostRegisterSupported, CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED) \
    BOTH(100, cudaDevAttrPageableMemoryAccessUsesHostPageTables, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES) \
    BOTH(101, cudaDevAttrDirectManagedMemAccessFromHost, CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST) \
    DRIVER(102, CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED) \
    DRIVER(102, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) \
    DRIVER(103, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED) \
    DRIVER(104, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED) \
    DRIVER(105, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED) \
    BOTH(106, cudaDevAttrMaxBlocksPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR) \
    DRIVER(107, CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED) \
    BOTH(108, cudaDevAttrMaxPersistingL2CacheSize, CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE) \
    BOTH(109, cudaDevAttrMaxAccessPolicyWindowSize, CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE) \
    DRIVER(110, CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED) \
    BOTH(111, cudaDevAttrReservedSharedMemoryPerBlock, CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK) \
    BOTH(112, cudaDevAttrSparseCudaArraySupported, CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED) \
    BOTH(113, cudaDevAttrHostRegisterReadOnlySupported, CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED) \
    BOTH(114, cudaDevAttrTimelineSemaphoreInteropSupported, CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED) \
    BOTH(115, cudaDevAttrMemoryPoolsSupported, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) \
    BOTH(116, cudaDevAttrGPUDirectRDMASupported, CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED) \
    BOTH(117, cudaDevAttrGPUDirectRDMAFlushWritesOptions, CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS) \
    BOTH(118, cudaDevAttrGPUDirectRDMAWritesOrdering, CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING) \
    BOTH(119, cudaDevAttrMemoryPoolSupportedHandleTypes, CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES) \
    BOTH(120, cudaDevAttrClusterLaunch, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) \
    BOTH(121, cudaDevAttrDeferredMappingCudaArraySupported, CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED) \
    DRIVER(122, CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS) \
    DRIVER(123, CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR) \
    DRIVER(124, CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED) \
    BOTH(125, cudaDevAttrIpcEventSupport, CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED) \
    BOTH(126, cudaDevAttrMemSyncDomainCount, CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT) \
    DRIVER(127, CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED) \
    DRIVER(128, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED) \
    DRIVER(129, CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS) \
    BOTH(130, cudaDevAttrNumaConfig, CU_DEVICE_ATTRIBUTE_NUMA_CONFIG) \
    BOTH(131, cudaDevAttrNumaId, CU_DEVICE_ATTRIBUTE_NUMA_ID) \
    DRIVER(132, CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED) \
    BOTH(133, cudaDevAttrMpsEnabled, CU_DEVICE_ATTRIBUTE_MPS_ENABLED) \
    BOTH(134, cudaDevAttrHostNumaId, CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID) \
    BOTH(135, cudaDevAttrD3D12CigSupported, CU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED) \
    DRIVER(136, CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK) \
    DRIVER(137, CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH) \
    BOTH(138, cudaDevAttrVulkanCigSupported, CU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED) \
    BOTH(139, cudaDevAttrGpuPciDeviceId, CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID) \
    BOTH(140, cudaDevAttrGpuPciSubsystemId, CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID) \
    DRIVER(141, CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) \
    BOTH(142, cudaDevAttrHostNumaMemoryPoolsSupported, CU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED) \
    BOTH(143, cudaDevAttrHostNumaMultinodeIpcSupported, CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED) \
    BOTH(144, cudaDevAttrHostMemoryPoolsSupported, CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED) \
    DRIVER(145, CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) \
    DRIVER(146, CU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED) \
    BOTH(147, cudaDevAttrOnlyPartialHostNativeAtomicSupported, CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED)
// clang-format on

// Enumerators of these lines: of one API, or none.
#define WARP_FIRST(number, first, second)              first = (number),
#define WARP_SECOND(number, first, second)             second = (number),
#define WARP_ONE(number, name)                         name = (number),
#define WARP_FIRST_ERROR(number, first, second, text)  first = (number),
#define WARP_SECOND_ERROR(number, first, second, text) second = (number),
#define WARP_ONE_ERROR(number, name, answer, text)     name = (number),
#define WARP_NONE(...)

#endif
