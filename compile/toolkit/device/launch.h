// launch.h: the runtime API for kernels, which launch kernels, copy memory and look at the device: CUDA dynamic parallelism.
//
// The functions have the names of the host's, which they overload. What they call is the simulator's (simulator/ptx/ptx.h, BUILTINS).

#ifndef WARP_DEVICE_LAUNCH_H
#define WARP_DEVICE_LAUNCH_H

#define cudaStreamTailLaunch    ((cudaStream_t)3)
#define cudaStreamFireAndForget ((cudaStream_t)4)

#define WARP_DEVICE_CALL_OF(type, name, parameters, ...) \
    __device__ type __cudaCDP2##name parameters;         \
    DEVICE_FUNCTION type cuda##name parameters WARP_RETURNS(__cudaCDP2##name(__VA_ARGS__));
#define WARP_DEVICE_CALL(...) WARP_DEVICE_CALL_OF(cudaError_t, __VA_ARGS__)

extern "C" {
WARP_DEVICE_CALL(GetLastError, (void), )
WARP_DEVICE_CALL(PeekAtLastError, (void), )
WARP_DEVICE_CALL_OF(const char *, GetErrorName, (cudaError_t error), error)
WARP_DEVICE_CALL_OF(const char *, GetErrorString, (cudaError_t error), error)
WARP_DEVICE_CALL(GetDevice, (int *device), device)
WARP_DEVICE_CALL(GetDeviceCount, (int *count), count)
WARP_DEVICE_CALL(DeviceGetAttribute, (int *value, enum cudaDeviceAttr attribute, int device), value,
                 attribute, device)
WARP_DEVICE_CALL(Malloc, (void **address, size_t size), address, size)
WARP_DEVICE_CALL(Free, (void *address), address)
WARP_DEVICE_CALL(MemcpyAsync,
                 (void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
                  cudaStream_t stream = 0),
                 to, from, size, kind, stream)
WARP_DEVICE_CALL(Memcpy2DAsync,
                 (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                  size_t height, enum cudaMemcpyKind kind, cudaStream_t stream = 0),
                 to, to_pitch, from, from_pitch, width, height, kind, stream)
WARP_DEVICE_CALL(MemsetAsync, (void *to, int value, size_t size, cudaStream_t stream = 0), to,
                 value, size, stream)
WARP_DEVICE_CALL(Memset2DAsync,
                 (void *to, size_t pitch, int value, size_t width, size_t height,
                  cudaStream_t stream = 0),
                 to, pitch, value, width, height, stream)
WARP_DEVICE_CALL(StreamCreateWithFlags, (cudaStream_t * stream, unsigned int flags), stream, flags)
WARP_DEVICE_CALL(StreamDestroy, (cudaStream_t stream), stream)
WARP_DEVICE_CALL(StreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0),
                 stream, event, flags)
WARP_DEVICE_CALL(EventCreateWithFlags, (cudaEvent_t * event, unsigned int flags), event, flags)
WARP_DEVICE_CALL(EventRecord, (cudaEvent_t event, cudaStream_t stream = 0), event, stream)
WARP_DEVICE_CALL(EventRecordWithFlags,
                 (cudaEvent_t event, cudaStream_t stream = 0, unsigned int flags = 0), event,
                 stream, flags)
WARP_DEVICE_CALL(EventDestroy, (cudaEvent_t event), event)
WARP_DEVICE_CALL(LaunchDevice,
                 (void *kernel, void *parameters, dim3 grid, dim3 block, unsigned int shared,
                  cudaStream_t stream),
                 kernel, parameters, grid, block, shared, stream)
WARP_DEVICE_CALL(LaunchDeviceV2, (void *parameters, cudaStream_t stream), parameters, stream)
WARP_DEVICE_CALL_OF(void *, GetParameterBuffer, (size_t alignment, size_t size), alignment, size)
WARP_DEVICE_CALL_OF(void *, GetParameterBufferV2,
                    (void *kernel, dim3 grid, dim3 block, unsigned int shared), kernel, grid, block,
                    shared)
}
#undef WARP_DEVICE_CALL
#undef WARP_DEVICE_CALL_OF

template <typename T>
DEVICE_FUNCTION cudaError_t cudaMalloc(T **address, size_t size)
{
    return cudaMalloc((void **)address, size);
}

// A launch in device code, for clang before version 22, which does not compile kernel<<<grid, block>>>(arguments) there and lets no
// device code use a kernel's name, but as a template's argument. warpcc writes such a launch as
//
//     __device_launch<decltype(&kernel), &kernel>(grid, block)(arguments)
//
// and, if the kernel is a template whose arguments are not given, with decltype(warp_kernel_for(arguments)).

// Has the type of a kernel that takes arguments of these types.
template <typename... Arguments>
__host__ __device__ void (*warp_kernel_for(Arguments...))(Arguments...);

// Puts arguments into a buffer, each at the next place that it may have.
DEVICE_FUNCTION void warp_put_arguments(char *, size_t) {}
template <typename First, typename... Others>
DEVICE_FUNCTION void warp_put_arguments(char *buffer, size_t end, First &first, Others &...others)
{
    size_t at = (end + alignof(First) - 1) / alignof(First) * alignof(First);
    *(First *)(buffer + at) = first;
    warp_put_arguments(buffer, at + sizeof first, others...);
}

template <typename Type, Type kernel>
struct __device_launch;
template <typename... Parameters, void (*kernel)(Parameters...)>
struct __device_launch<void (*)(Parameters...), kernel> {
    static constexpr void (*entry)(Parameters...) = kernel;
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;

    __host__ __device__ __device_launch(dim3 grid, dim3 block, size_t shared = 0,
                                        cudaStream_t stream = 0)
        : grid(grid), block(block), shared(shared), stream(stream)
    {
    }

    __host__ __device__ void operator()(Parameters... parameters) const
    {
#ifdef __CUDA_ARCH__
        void *buffer =
            __cudaCDP2GetParameterBufferV2((void *)entry, grid, block, (unsigned int)shared);
        if (!buffer)
            return;
        warp_put_arguments((char *)buffer, 0, parameters...);
        __cudaCDP2LaunchDeviceV2(buffer, stream);
#else
        entry<<<grid, block, shared, stream>>>(parameters...);
#endif
    }
};

#endif
