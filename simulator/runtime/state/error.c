// error.c: names and texts of CUDA's error codes, those of the runtime and those of the driver API.
//
// Since CUDA 10.1 both have the same numbers for the same errors. If the driver API has no code for an error, the second column is
// the code that it answers instead. All code here uses the runtime's codes, and a driver call ends with driver_error's result.
//
// Codes are written as numbers, since an older toolkit's headers lack the newer ones. Codes without a text belong to
// parts of CUDA that the simulator does not have, such as texture references and MPS; cudaGetErrorString answers their name.

#include "runtime/state/state.h"

#include <string.h>

// An error of both APIs, and one of the runtime alone; `text` is NULL or a text.
// clang-format off
#define BOTH(code, name, driver, text) {code, code, "cudaError" #name, text, "CUDA_ERROR_" #driver}
#define RUNTIME(code, as, name, text)  {code, as, "cudaError" #name, text, NULL}
// clang-format on

static const struct {
    int code, as;                     // as: the driver API's answer instead
    const char *name, *text, *driver; // NULL: there is no such code on that side
} ERRORS[] = {
    {0, 0, "cudaSuccess", "no error", "CUDA_SUCCESS"},
    BOTH(1, InvalidValue, INVALID_VALUE, "invalid argument"),
    BOTH(2, MemoryAllocation, OUT_OF_MEMORY, "out of memory"),
    BOTH(3, InitializationError, NOT_INITIALIZED, "initialization error"),
    BOTH(4, CudartUnloading, DEINITIALIZED, "driver shutting down"),
    BOTH(5, ProfilerDisabled, PROFILER_DISABLED, NULL),
    BOTH(6, ProfilerNotInitialized, PROFILER_NOT_INITIALIZED, NULL),
    BOTH(7, ProfilerAlreadyStarted, PROFILER_ALREADY_STARTED, NULL),
    BOTH(8, ProfilerAlreadyStopped, PROFILER_ALREADY_STOPPED, NULL),
    RUNTIME(9, 1, InvalidConfiguration, "invalid configuration argument"),
    RUNTIME(12, 1, InvalidPitchValue, "invalid pitch argument"),
    RUNTIME(13, 500, InvalidSymbol, "invalid device symbol"),
    RUNTIME(16, 1, InvalidHostPointer, "invalid host pointer"),
    RUNTIME(17, 1, InvalidDevicePointer, "invalid device pointer"),
    RUNTIME(18, 999, InvalidTexture, NULL),
    RUNTIME(19, 999, InvalidTextureBinding, NULL),
    RUNTIME(20, 1, InvalidChannelDescriptor, NULL),
    RUNTIME(21, 1, InvalidMemcpyDirection, "invalid copy direction for memcpy"),
    RUNTIME(22, 999, AddressOfConstant, NULL),
    RUNTIME(23, 999, TextureFetchFailed, NULL),
    RUNTIME(24, 999, TextureNotBound, NULL),
    RUNTIME(25, 999, SynchronizationError, NULL),
    RUNTIME(26, 1, InvalidFilterSetting, NULL),
    RUNTIME(27, 1, InvalidNormSetting, NULL),
    RUNTIME(28, 999, MixedDeviceExecution, NULL),
    RUNTIME(31, 801, NotYetImplemented, "feature not yet implemented"),
    RUNTIME(32, 999, MemoryValueTooLarge, NULL),
    BOTH(34, StubLibrary, STUB_LIBRARY, "CUDA driver is a stub library"),
    RUNTIME(35, 999, InsufficientDriver,
            "CUDA driver version is insufficient for CUDA runtime version"),
    BOTH(36, CallRequiresNewerDriver, CALL_REQUIRES_NEWER_DRIVER, NULL),
    RUNTIME(37, 999, InvalidSurface, NULL),
    RUNTIME(43, 999, DuplicateVariableName, NULL),
    RUNTIME(44, 999, DuplicateTextureName, NULL),
    RUNTIME(45, 999, DuplicateSurfaceName, NULL),
    BOTH(46, DevicesUnavailable, DEVICE_UNAVAILABLE,
         "CUDA-capable device(s) is/are busy or unavailable"),
    RUNTIME(49, 999, IncompatibleDriverContext, NULL),
    RUNTIME(52, 999, MissingConfiguration, "__global__ function call is not configured"),
    RUNTIME(53, 999, PriorLaunchFailure, NULL),
    RUNTIME(65, 999, LaunchMaxDepthExceeded,
            "launch would exceed maximum depth of nested launches"),
    RUNTIME(66, 999, LaunchFileScopedTex, NULL),
    RUNTIME(67, 999, LaunchFileScopedSurf, NULL),
    RUNTIME(68, 999, SyncDepthExceeded, NULL),
    RUNTIME(69, 999, LaunchPendingCountExceeded,
            "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount"),
    RUNTIME(98, 400, InvalidDeviceFunction, "invalid device function"),
    BOTH(100, NoDevice, NO_DEVICE, "no CUDA-capable device is detected"),
    BOTH(101, InvalidDevice, INVALID_DEVICE, "invalid device ordinal"),
    BOTH(102, DeviceNotLicensed, DEVICE_NOT_LICENSED, NULL),
    RUNTIME(103, 999, SoftwareValidityNotEstablished, NULL),
    RUNTIME(127, 999, StartupFailure, NULL),
    BOTH(200, InvalidKernelImage, INVALID_IMAGE, "device kernel image is invalid"),
    BOTH(201, DeviceUninitialized, INVALID_CONTEXT, "invalid device context"),
    {202, 202, NULL, NULL, "CUDA_ERROR_CONTEXT_ALREADY_CURRENT"},
    BOTH(205, MapBufferObjectFailed, MAP_FAILED, NULL),
    BOTH(206, UnmapBufferObjectFailed, UNMAP_FAILED, NULL),
    BOTH(207, ArrayIsMapped, ARRAY_IS_MAPPED, NULL),
    BOTH(208, AlreadyMapped, ALREADY_MAPPED, NULL),
    BOTH(209, NoKernelImageForDevice, NO_BINARY_FOR_GPU,
         "no kernel image is available for execution on the device"),
    BOTH(210, AlreadyAcquired, ALREADY_ACQUIRED, NULL),
    BOTH(211, NotMapped, NOT_MAPPED, NULL),
    BOTH(212, NotMappedAsArray, NOT_MAPPED_AS_ARRAY, NULL),
    BOTH(213, NotMappedAsPointer, NOT_MAPPED_AS_POINTER, NULL),
    BOTH(214, ECCUncorrectable, ECC_UNCORRECTABLE, "uncorrectable ECC error encountered"),
    BOTH(215, UnsupportedLimit, UNSUPPORTED_LIMIT, "limit is not supported on this architecture"),
    BOTH(216, DeviceAlreadyInUse, CONTEXT_ALREADY_IN_USE, NULL),
    BOTH(217, PeerAccessUnsupported, PEER_ACCESS_UNSUPPORTED,
         "peer access is not supported between these two devices"),
    BOTH(218, InvalidPtx, INVALID_PTX, "a PTX JIT compilation failed"),
    BOTH(219, InvalidGraphicsContext, INVALID_GRAPHICS_CONTEXT, NULL),
    BOTH(220, NvlinkUncorrectable, NVLINK_UNCORRECTABLE, NULL),
    BOTH(221, JitCompilerNotFound, JIT_COMPILER_NOT_FOUND, NULL),
    BOTH(222, UnsupportedPtxVersion, UNSUPPORTED_PTX_VERSION,
         "the provided PTX was compiled with an unsupported toolchain."),
    BOTH(223, JitCompilationDisabled, JIT_COMPILATION_DISABLED, NULL),
    BOTH(224, UnsupportedExecAffinity, UNSUPPORTED_EXEC_AFFINITY, NULL),
    BOTH(225, UnsupportedDevSideSync, UNSUPPORTED_DEVSIDE_SYNC, NULL),
    BOTH(226, Contained, CONTAINED, NULL),
    BOTH(300, InvalidSource, INVALID_SOURCE, NULL),
    BOTH(301, FileNotFound, FILE_NOT_FOUND, "file not found"),
    BOTH(302, SharedObjectSymbolNotFound, SHARED_OBJECT_SYMBOL_NOT_FOUND, NULL),
    BOTH(303, SharedObjectInitFailed, SHARED_OBJECT_INIT_FAILED, NULL),
    BOTH(304, OperatingSystem, OPERATING_SYSTEM,
         "OS call failed or operation not supported on this OS"),
    BOTH(400, InvalidResourceHandle, INVALID_HANDLE, "invalid resource handle"),
    BOTH(401, IllegalState, ILLEGAL_STATE,
         "the operation cannot be performed in the present state"),
    BOTH(402, LossyQuery, LOSSY_QUERY, NULL),
    BOTH(500, SymbolNotFound, NOT_FOUND, "named symbol not found"),
    BOTH(600, NotReady, NOT_READY, "device not ready"),
    BOTH(700, IllegalAddress, ILLEGAL_ADDRESS, "an illegal memory access was encountered"),
    BOTH(701, LaunchOutOfResources, LAUNCH_OUT_OF_RESOURCES,
         "too many resources requested for launch"),
    BOTH(702, LaunchTimeout, LAUNCH_TIMEOUT, "the launch timed out and was terminated"),
    BOTH(703, LaunchIncompatibleTexturing, LAUNCH_INCOMPATIBLE_TEXTURING, NULL),
    BOTH(704, PeerAccessAlreadyEnabled, PEER_ACCESS_ALREADY_ENABLED,
         "peer access is already enabled"),
    BOTH(705, PeerAccessNotEnabled, PEER_ACCESS_NOT_ENABLED, "peer access has not been enabled"),
    BOTH(708, SetOnActiveProcess, PRIMARY_CONTEXT_ACTIVE,
         "cannot set while device is active in this process"),
    BOTH(709, ContextIsDestroyed, CONTEXT_IS_DESTROYED, "context is destroyed"),
    BOTH(710, Assert, ASSERT, "device-side assert triggered"),
    BOTH(711, TooManyPeers, TOO_MANY_PEERS, NULL),
    BOTH(712, HostMemoryAlreadyRegistered, HOST_MEMORY_ALREADY_REGISTERED,
         "part or all of the requested memory range is already mapped"),
    BOTH(713, HostMemoryNotRegistered, HOST_MEMORY_NOT_REGISTERED,
         "pointer does not correspond to a registered memory region"),
    BOTH(714, HardwareStackError, HARDWARE_STACK_ERROR, "hardware stack error"),
    BOTH(715, IllegalInstruction, ILLEGAL_INSTRUCTION, "an illegal instruction was encountered"),
    BOTH(716, MisalignedAddress, MISALIGNED_ADDRESS, "misaligned address"),
    BOTH(717, InvalidAddressSpace, INVALID_ADDRESS_SPACE,
         "operation not supported on global/shared address space"),
    BOTH(718, InvalidPc, INVALID_PC, "invalid program counter"),
    BOTH(719, LaunchFailure, LAUNCH_FAILED, "unspecified launch failure"),
    BOTH(720, CooperativeLaunchTooLarge, COOPERATIVE_LAUNCH_TOO_LARGE,
         "too many blocks in cooperative launch"),
    BOTH(721, TensorMemoryLeak, TENSOR_MEMORY_LEAK, NULL),
    BOTH(800, NotPermitted, NOT_PERMITTED, "operation not permitted"),
    BOTH(801, NotSupported, NOT_SUPPORTED, "operation not supported"),
    BOTH(802, SystemNotReady, SYSTEM_NOT_READY, NULL),
    BOTH(803, SystemDriverMismatch, SYSTEM_DRIVER_MISMATCH, NULL),
    BOTH(804, CompatNotSupportedOnDevice, COMPAT_NOT_SUPPORTED_ON_DEVICE, NULL),
    BOTH(805, MpsConnectionFailed, MPS_CONNECTION_FAILED, NULL),
    BOTH(806, MpsRpcFailure, MPS_RPC_FAILURE, NULL),
    BOTH(807, MpsServerNotReady, MPS_SERVER_NOT_READY, NULL),
    BOTH(808, MpsMaxClientsReached, MPS_MAX_CLIENTS_REACHED, NULL),
    BOTH(809, MpsMaxConnectionsReached, MPS_MAX_CONNECTIONS_REACHED, NULL),
    BOTH(810, MpsClientTerminated, MPS_CLIENT_TERMINATED, NULL),
    BOTH(811, CdpNotSupported, CDP_NOT_SUPPORTED, NULL),
    BOTH(812, CdpVersionMismatch, CDP_VERSION_MISMATCH, NULL),
    BOTH(900, StreamCaptureUnsupported, STREAM_CAPTURE_UNSUPPORTED,
         "operation not permitted when stream is capturing"),
    BOTH(901, StreamCaptureInvalidated, STREAM_CAPTURE_INVALIDATED,
         "operation failed due to a previous error during capture"),
    BOTH(902, StreamCaptureMerge, STREAM_CAPTURE_MERGE, NULL),
    BOTH(903, StreamCaptureUnmatched, STREAM_CAPTURE_UNMATCHED,
         "capture was not ended in the same stream as it began"),
    BOTH(904, StreamCaptureUnjoined, STREAM_CAPTURE_UNJOINED, NULL),
    BOTH(905, StreamCaptureIsolation, STREAM_CAPTURE_ISOLATION, NULL),
    BOTH(906, StreamCaptureImplicit, STREAM_CAPTURE_IMPLICIT,
         "operation would make the legacy stream depend on a capturing blocking stream"),
    BOTH(907, CapturedEvent, CAPTURED_EVENT, NULL),
    BOTH(908, StreamCaptureWrongThread, STREAM_CAPTURE_WRONG_THREAD, NULL),
    BOTH(909, Timeout, TIMEOUT, "wait operation timed out"),
    BOTH(
        910, GraphExecUpdateFailure, GRAPH_EXEC_UPDATE_FAILURE,
        "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update"),
    BOTH(911, ExternalDevice, EXTERNAL_DEVICE, NULL),
    BOTH(912, InvalidClusterSize, INVALID_CLUSTER_SIZE,
         "a kernel launch error has occurred due to cluster misconfiguration"),
    BOTH(913, FunctionNotLoaded, FUNCTION_NOT_LOADED, NULL),
    BOTH(914, InvalidResourceType, INVALID_RESOURCE_TYPE, NULL),
    BOTH(915, InvalidResourceConfiguration, INVALID_RESOURCE_CONFIGURATION, NULL),
    BOTH(999, Unknown, UNKNOWN, "unknown error"),
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
