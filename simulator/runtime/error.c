// error.c: names and texts of CUDA's error codes, those of the runtime and those of the driver API.
//
// Since CUDA 10.1 both have the same numbers for the same errors. If the driver API has no code for an error, the second column is
// the code that it answers instead. All code here uses the runtime's codes, and a driver call ends with driver_error's result.
//
// Codes are written as numbers, since an older toolkit's headers lack the newer ones. Codes without a text belong to
// parts of CUDA that the simulator does not have, such as texture references and MPS; cudaGetErrorString answers their name.

#include "runtime/runtime.h"

#include <string.h>

static const struct {
    int code, as;                     // as: the driver API's answer instead
    const char *name, *text, *driver; // NULL: there is no such code on that side
} ERRORS[] = {
    {0, 0, "cudaSuccess", "no error", "CUDA_SUCCESS"},
    {1, 1, "cudaErrorInvalidValue", "invalid argument", "CUDA_ERROR_INVALID_VALUE"},
    {2, 2, "cudaErrorMemoryAllocation", "out of memory", "CUDA_ERROR_OUT_OF_MEMORY"},
    {3, 3, "cudaErrorInitializationError", "initialization error", "CUDA_ERROR_NOT_INITIALIZED"},
    {4, 4, "cudaErrorCudartUnloading", "driver shutting down", "CUDA_ERROR_DEINITIALIZED"},
    {5, 5, "cudaErrorProfilerDisabled", NULL, "CUDA_ERROR_PROFILER_DISABLED"},
    {6, 6, "cudaErrorProfilerNotInitialized", NULL, "CUDA_ERROR_PROFILER_NOT_INITIALIZED"},
    {7, 7, "cudaErrorProfilerAlreadyStarted", NULL, "CUDA_ERROR_PROFILER_ALREADY_STARTED"},
    {8, 8, "cudaErrorProfilerAlreadyStopped", NULL, "CUDA_ERROR_PROFILER_ALREADY_STOPPED"},
    {9, 1, "cudaErrorInvalidConfiguration", "invalid configuration argument", NULL},
    {12, 1, "cudaErrorInvalidPitchValue", "invalid pitch argument", NULL},
    {13, 500, "cudaErrorInvalidSymbol", "invalid device symbol", NULL},
    {16, 1, "cudaErrorInvalidHostPointer", "invalid host pointer", NULL},
    {17, 1, "cudaErrorInvalidDevicePointer", "invalid device pointer", NULL},
    {18, 999, "cudaErrorInvalidTexture", NULL, NULL},
    {19, 999, "cudaErrorInvalidTextureBinding", NULL, NULL},
    {20, 1, "cudaErrorInvalidChannelDescriptor", NULL, NULL},
    {21, 1, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy", NULL},
    {22, 999, "cudaErrorAddressOfConstant", NULL, NULL},
    {23, 999, "cudaErrorTextureFetchFailed", NULL, NULL},
    {24, 999, "cudaErrorTextureNotBound", NULL, NULL},
    {25, 999, "cudaErrorSynchronizationError", NULL, NULL},
    {26, 1, "cudaErrorInvalidFilterSetting", NULL, NULL},
    {27, 1, "cudaErrorInvalidNormSetting", NULL, NULL},
    {28, 999, "cudaErrorMixedDeviceExecution", NULL, NULL},
    {31, 801, "cudaErrorNotYetImplemented", "feature not yet implemented", NULL},
    {32, 999, "cudaErrorMemoryValueTooLarge", NULL, NULL},
    {34, 34, "cudaErrorStubLibrary", "CUDA driver is a stub library", "CUDA_ERROR_STUB_LIBRARY"},
    {35, 999, "cudaErrorInsufficientDriver",
     "CUDA driver version is insufficient for CUDA runtime version", NULL},
    {36, 36, "cudaErrorCallRequiresNewerDriver", NULL, "CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER"},
    {37, 999, "cudaErrorInvalidSurface", NULL, NULL},
    {43, 999, "cudaErrorDuplicateVariableName", NULL, NULL},
    {44, 999, "cudaErrorDuplicateTextureName", NULL, NULL},
    {45, 999, "cudaErrorDuplicateSurfaceName", NULL, NULL},
    {46, 46, "cudaErrorDevicesUnavailable", "CUDA-capable device(s) is/are busy or unavailable",
     "CUDA_ERROR_DEVICE_UNAVAILABLE"},
    {49, 999, "cudaErrorIncompatibleDriverContext", NULL, NULL},
    {52, 999, "cudaErrorMissingConfiguration", "__global__ function call is not configured", NULL},
    {53, 999, "cudaErrorPriorLaunchFailure", NULL, NULL},
    {65, 999, "cudaErrorLaunchMaxDepthExceeded",
     "launch would exceed maximum depth of nested launches", NULL},
    {66, 999, "cudaErrorLaunchFileScopedTex", NULL, NULL},
    {67, 999, "cudaErrorLaunchFileScopedSurf", NULL, NULL},
    {68, 999, "cudaErrorSyncDepthExceeded", NULL, NULL},
    {69, 999, "cudaErrorLaunchPendingCountExceeded",
     "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount", NULL},
    {98, 400, "cudaErrorInvalidDeviceFunction", "invalid device function", NULL},
    {100, 100, "cudaErrorNoDevice", "no CUDA-capable device is detected", "CUDA_ERROR_NO_DEVICE"},
    {101, 101, "cudaErrorInvalidDevice", "invalid device ordinal", "CUDA_ERROR_INVALID_DEVICE"},
    {102, 102, "cudaErrorDeviceNotLicensed", NULL, "CUDA_ERROR_DEVICE_NOT_LICENSED"},
    {103, 999, "cudaErrorSoftwareValidityNotEstablished", NULL, NULL},
    {127, 999, "cudaErrorStartupFailure", NULL, NULL},
    {200, 200, "cudaErrorInvalidKernelImage", "device kernel image is invalid",
     "CUDA_ERROR_INVALID_IMAGE"},
    {201, 201, "cudaErrorDeviceUninitialized", "invalid device context",
     "CUDA_ERROR_INVALID_CONTEXT"},
    {202, 202, NULL, NULL, "CUDA_ERROR_CONTEXT_ALREADY_CURRENT"},
    {205, 205, "cudaErrorMapBufferObjectFailed", NULL, "CUDA_ERROR_MAP_FAILED"},
    {206, 206, "cudaErrorUnmapBufferObjectFailed", NULL, "CUDA_ERROR_UNMAP_FAILED"},
    {207, 207, "cudaErrorArrayIsMapped", NULL, "CUDA_ERROR_ARRAY_IS_MAPPED"},
    {208, 208, "cudaErrorAlreadyMapped", NULL, "CUDA_ERROR_ALREADY_MAPPED"},
    {209, 209, "cudaErrorNoKernelImageForDevice",
     "no kernel image is available for execution on the device", "CUDA_ERROR_NO_BINARY_FOR_GPU"},
    {210, 210, "cudaErrorAlreadyAcquired", NULL, "CUDA_ERROR_ALREADY_ACQUIRED"},
    {211, 211, "cudaErrorNotMapped", NULL, "CUDA_ERROR_NOT_MAPPED"},
    {212, 212, "cudaErrorNotMappedAsArray", NULL, "CUDA_ERROR_NOT_MAPPED_AS_ARRAY"},
    {213, 213, "cudaErrorNotMappedAsPointer", NULL, "CUDA_ERROR_NOT_MAPPED_AS_POINTER"},
    {214, 214, "cudaErrorECCUncorrectable", "uncorrectable ECC error encountered",
     "CUDA_ERROR_ECC_UNCORRECTABLE"},
    {215, 215, "cudaErrorUnsupportedLimit", "limit is not supported on this architecture",
     "CUDA_ERROR_UNSUPPORTED_LIMIT"},
    {216, 216, "cudaErrorDeviceAlreadyInUse", NULL, "CUDA_ERROR_CONTEXT_ALREADY_IN_USE"},
    {217, 217, "cudaErrorPeerAccessUnsupported",
     "peer access is not supported between these two devices",
     "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED"},
    {218, 218, "cudaErrorInvalidPtx", "a PTX JIT compilation failed", "CUDA_ERROR_INVALID_PTX"},
    {219, 219, "cudaErrorInvalidGraphicsContext", NULL, "CUDA_ERROR_INVALID_GRAPHICS_CONTEXT"},
    {220, 220, "cudaErrorNvlinkUncorrectable", NULL, "CUDA_ERROR_NVLINK_UNCORRECTABLE"},
    {221, 221, "cudaErrorJitCompilerNotFound", NULL, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND"},
    {222, 222, "cudaErrorUnsupportedPtxVersion",
     "the provided PTX was compiled with an unsupported toolchain.",
     "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"},
    {223, 223, "cudaErrorJitCompilationDisabled", NULL, "CUDA_ERROR_JIT_COMPILATION_DISABLED"},
    {224, 224, "cudaErrorUnsupportedExecAffinity", NULL, "CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY"},
    {225, 225, "cudaErrorUnsupportedDevSideSync", NULL, "CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC"},
    {226, 226, "cudaErrorContained", NULL, "CUDA_ERROR_CONTAINED"},
    {300, 300, "cudaErrorInvalidSource", NULL, "CUDA_ERROR_INVALID_SOURCE"},
    {301, 301, "cudaErrorFileNotFound", "file not found", "CUDA_ERROR_FILE_NOT_FOUND"},
    {302, 302, "cudaErrorSharedObjectSymbolNotFound", NULL,
     "CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND"},
    {303, 303, "cudaErrorSharedObjectInitFailed", NULL, "CUDA_ERROR_SHARED_OBJECT_INIT_FAILED"},
    {304, 304, "cudaErrorOperatingSystem", "OS call failed or operation not supported on this OS",
     "CUDA_ERROR_OPERATING_SYSTEM"},
    {400, 400, "cudaErrorInvalidResourceHandle", "invalid resource handle",
     "CUDA_ERROR_INVALID_HANDLE"},
    {401, 401, "cudaErrorIllegalState", "the operation cannot be performed in the present state",
     "CUDA_ERROR_ILLEGAL_STATE"},
    {402, 402, "cudaErrorLossyQuery", NULL, "CUDA_ERROR_LOSSY_QUERY"},
    {500, 500, "cudaErrorSymbolNotFound", "named symbol not found", "CUDA_ERROR_NOT_FOUND"},
    {600, 600, "cudaErrorNotReady", "device not ready", "CUDA_ERROR_NOT_READY"},
    {700, 700, "cudaErrorIllegalAddress", "an illegal memory access was encountered",
     "CUDA_ERROR_ILLEGAL_ADDRESS"},
    {701, 701, "cudaErrorLaunchOutOfResources", "too many resources requested for launch",
     "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
    {702, 702, "cudaErrorLaunchTimeout", "the launch timed out and was terminated",
     "CUDA_ERROR_LAUNCH_TIMEOUT"},
    {703, 703, "cudaErrorLaunchIncompatibleTexturing", NULL,
     "CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING"},
    {704, 704, "cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled",
     "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED"},
    {705, 705, "cudaErrorPeerAccessNotEnabled", "peer access has not been enabled",
     "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED"},
    {708, 708, "cudaErrorSetOnActiveProcess", "cannot set while device is active in this process",
     "CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE"},
    {709, 709, "cudaErrorContextIsDestroyed", "context is destroyed",
     "CUDA_ERROR_CONTEXT_IS_DESTROYED"},
    {710, 710, "cudaErrorAssert", "device-side assert triggered", "CUDA_ERROR_ASSERT"},
    {711, 711, "cudaErrorTooManyPeers", NULL, "CUDA_ERROR_TOO_MANY_PEERS"},
    {712, 712, "cudaErrorHostMemoryAlreadyRegistered",
     "part or all of the requested memory range is already mapped",
     "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED"},
    {713, 713, "cudaErrorHostMemoryNotRegistered",
     "pointer does not correspond to a registered memory region",
     "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED"},
    {714, 714, "cudaErrorHardwareStackError", "hardware stack error",
     "CUDA_ERROR_HARDWARE_STACK_ERROR"},
    {715, 715, "cudaErrorIllegalInstruction", "an illegal instruction was encountered",
     "CUDA_ERROR_ILLEGAL_INSTRUCTION"},
    {716, 716, "cudaErrorMisalignedAddress", "misaligned address", "CUDA_ERROR_MISALIGNED_ADDRESS"},
    {717, 717, "cudaErrorInvalidAddressSpace",
     "operation not supported on global/shared address space", "CUDA_ERROR_INVALID_ADDRESS_SPACE"},
    {718, 718, "cudaErrorInvalidPc", "invalid program counter", "CUDA_ERROR_INVALID_PC"},
    {719, 719, "cudaErrorLaunchFailure", "unspecified launch failure", "CUDA_ERROR_LAUNCH_FAILED"},
    {720, 720, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch",
     "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE"},
    {721, 721, "cudaErrorTensorMemoryLeak", NULL, "CUDA_ERROR_TENSOR_MEMORY_LEAK"},
    {800, 800, "cudaErrorNotPermitted", "operation not permitted", "CUDA_ERROR_NOT_PERMITTED"},
    {801, 801, "cudaErrorNotSupported", "operation not supported", "CUDA_ERROR_NOT_SUPPORTED"},
    {802, 802, "cudaErrorSystemNotReady", NULL, "CUDA_ERROR_SYSTEM_NOT_READY"},
    {803, 803, "cudaErrorSystemDriverMismatch", NULL, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"},
    {804, 804, "cudaErrorCompatNotSupportedOnDevice", NULL,
     "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE"},
    {805, 805, "cudaErrorMpsConnectionFailed", NULL, "CUDA_ERROR_MPS_CONNECTION_FAILED"},
    {806, 806, "cudaErrorMpsRpcFailure", NULL, "CUDA_ERROR_MPS_RPC_FAILURE"},
    {807, 807, "cudaErrorMpsServerNotReady", NULL, "CUDA_ERROR_MPS_SERVER_NOT_READY"},
    {808, 808, "cudaErrorMpsMaxClientsReached", NULL, "CUDA_ERROR_MPS_MAX_CLIENTS_REACHED"},
    {809, 809, "cudaErrorMpsMaxConnectionsReached", NULL, "CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED"},
    {810, 810, "cudaErrorMpsClientTerminated", NULL, "CUDA_ERROR_MPS_CLIENT_TERMINATED"},
    {811, 811, "cudaErrorCdpNotSupported", NULL, "CUDA_ERROR_CDP_NOT_SUPPORTED"},
    {812, 812, "cudaErrorCdpVersionMismatch", NULL, "CUDA_ERROR_CDP_VERSION_MISMATCH"},
    {900, 900, "cudaErrorStreamCaptureUnsupported",
     "operation not permitted when stream is capturing", "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"},
    {901, 901, "cudaErrorStreamCaptureInvalidated",
     "operation failed due to a previous error during capture",
     "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED"},
    {902, 902, "cudaErrorStreamCaptureMerge", NULL, "CUDA_ERROR_STREAM_CAPTURE_MERGE"},
    {903, 903, "cudaErrorStreamCaptureUnmatched",
     "capture was not ended in the same stream as it began", "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED"},
    {904, 904, "cudaErrorStreamCaptureUnjoined", NULL, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED"},
    {905, 905, "cudaErrorStreamCaptureIsolation", NULL, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION"},
    {906, 906, "cudaErrorStreamCaptureImplicit",
     "operation would make the legacy stream depend on a capturing blocking stream",
     "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT"},
    {907, 907, "cudaErrorCapturedEvent", NULL, "CUDA_ERROR_CAPTURED_EVENT"},
    {908, 908, "cudaErrorStreamCaptureWrongThread", NULL, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD"},
    {909, 909, "cudaErrorTimeout", "wait operation timed out", "CUDA_ERROR_TIMEOUT"},
    {910, 910, "cudaErrorGraphExecUpdateFailure",
     "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update",
     "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE"},
    {911, 911, "cudaErrorExternalDevice", NULL, "CUDA_ERROR_EXTERNAL_DEVICE"},
    {912, 912, "cudaErrorInvalidClusterSize",
     "a kernel launch error has occurred due to cluster misconfiguration",
     "CUDA_ERROR_INVALID_CLUSTER_SIZE"},
    {913, 913, "cudaErrorFunctionNotLoaded", NULL, "CUDA_ERROR_FUNCTION_NOT_LOADED"},
    {914, 914, "cudaErrorInvalidResourceType", NULL, "CUDA_ERROR_INVALID_RESOURCE_TYPE"},
    {915, 915, "cudaErrorInvalidResourceConfiguration", NULL,
     "CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION"},
    {999, 999, "cudaErrorUnknown", "unknown error", "CUDA_ERROR_UNKNOWN"},
};

enum { ERROR_COUNT = sizeof ERRORS / sizeof *ERRORS, NO_CODE = 1000000 };

static size_t error_row(int code)
{
    size_t i = 0;
    while (i < ERROR_COUNT && ERRORS[i].code != code)
        i++;
    return i;
}

static const char *look_up(cudaError_t code, bool text)
{
    size_t i = error_row((int)code);
    if (i == ERROR_COUNT || !ERRORS[i].name)
        return "unrecognized error code";
    return text && ERRORS[i].text ? ERRORS[i].text : ERRORS[i].name;
}

const char *cudaGetErrorName(cudaError_t error)
{
    return look_up(error, false);
}

const char *cudaGetErrorString(cudaError_t error)
{
    return look_up(error, true);
}

// Writes a code's string as a variable of the device.
static void write_string(FILE *out, const char *name, unsigned code, bool text)
{
    const char *string = look_up((cudaError_t)code, text);
    fprintf(out, ".global .align 1 .b8 warpsim%s%u[%zu] = {", name, code, strlen(string) + 1);
    for (const char *c = string; *c; c++)
        fprintf(out, "%d, ", *c);
    fprintf(out, "0};\n");
}

// Writes a function that returns the string for a code.
static void write_function(FILE *out, const char *name, bool text)
{
    for (size_t i = 0; i < ERROR_COUNT; i++)
        if (ERRORS[i].name)
            write_string(out, name, (unsigned)ERRORS[i].code, text);
    write_string(out, name, NO_CODE, text);
    fprintf(out,
            ".visible .func (.param .b64 out) __cudaCDP2Get%s(.param .b32 in)\n{\n"
            "    .reg .pred %%p;\n    .reg .b32 %%r;\n    .reg .b64 %%d;\n"
            "    ld.param.b32 %%r, [in];\n    mov.u64 %%d, warpsim%s%d;\n",
            name, name, NO_CODE);
    for (size_t i = 0; i < ERROR_COUNT; i++)
        if (ERRORS[i].name)
            fprintf(out, "    setp.eq.s32 %%p, %%r, %d;\n    @%%p mov.u64 %%d, warpsim%s%d;\n",
                    ERRORS[i].code, name, ERRORS[i].code);
    fprintf(out, "    cvta.global.u64 %%d, %%d;\n    st.param.b64 [out], %%d;\n    ret;\n}\n");
}

char *error_ptx(size_t *length)
{
    char *ptx = NULL;
    FILE *out = open_memstream(&ptx, length);
    if (!out)
        return NULL;
    fprintf(out, ".version 7.0\n.target sm_52\n.address_size 64\n");
    write_function(out, "ErrorString", true);
    write_function(out, "ErrorName", false);
    fclose(out);
    return ptx;
}

int driver_error(cudaError_t error)
{
    size_t i = error_row((int)error);
    return i == ERROR_COUNT ? (int)cudaErrorUnknown : ERRORS[i].as;
}

const char *driver_error_name(int code, bool text)
{
    size_t i = error_row(code);
    if (i == ERROR_COUNT || !ERRORS[i].driver)
        return NULL;
    return text && ERRORS[i].text ? ERRORS[i].text : ERRORS[i].driver;
}
