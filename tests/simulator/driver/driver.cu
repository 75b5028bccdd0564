// driver.cu: calls the driver API, alone and beside the runtime. Prints the answers that a GPU's driver would not give, and how many
// questions it asked. It needs in its folder kernels.ptx, kernels.fatbin, part.ptx and whole.ptx, made of kernels.cu, part.cu and
// whole.cu, and kernels.cubin.

#include "file.h"

#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __WARPSIM__
enum { simulated = 1 };
#else
enum { simulated = 0 };
#endif

#ifdef __clang__
enum { assembled = 0 }; // it makes no machine code
#else
enum { assembled = 1 };
#endif

static int asked, wrong;

static void expectNumber(long long got, long long want, const char *what, int line)
{
    asked++;
    if (got != want) {
        wrong++;
        printf("driver.cu:%d: %s is %lld, not %lld\n", line, what, got, want);
    }
}

#define EXPECT(want, what) expectNumber((long long)(what), (long long)(want), #what, __LINE__)
#define WORKS(call)        EXPECT(CUDA_SUCCESS, call)

// Asks only the simulator: for answers of its own, and where CUDA defines none.
#define SIMULATED(want, what)   \
    do {                        \
        if (simulated)          \
            EXPECT(want, what); \
    } while (0)

__global__ void negate(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = -x[i];
}

static CUcontext context;
static CUmodule module;

static CUfunction kernel(const char *name)
{
    CUfunction f = NULL;
    WORKS(cuModuleGetFunction(&f, module, name));
    return f;
}

static void begin(void)
{
    CUdevice device = 7;
    CUdeviceptr p;
    CUcontext c, d;
    int value, version;
    EXPECT(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGet(&device, 0));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuInit(1));
    WORKS(cuInit(0));
    EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc(&p, 4));
    WORKS(cuDriverGetVersion(&version));
    EXPECT(1, version >= CUDA_VERSION);
    WORKS(cuDeviceGetCount(&value));
    EXPECT(1, value);
    EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&device, 1));
    WORKS(cuDeviceGet(&device, 0));
    char name[100], shortName[7];
    WORKS(cuDeviceGetName(name, sizeof name, device));
    SIMULATED(0, strcmp(name, "NVIDIA GeForce RTX 3080 (simulated)"));
    WORKS(cuDeviceGetName(shortName, sizeof shortName, device));
    EXPECT(0, strcmp(shortName, "NVIDIA"));
    WORKS(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
    SIMULATED(68, value);
    WORKS(cuDeviceCanAccessPeer(&value, 0, 0));
    EXPECT(0, value);

    WORKS(cuCtxGetCurrent(&c));
    EXPECT(NULL, c);
    WORKS(cuDevicePrimaryCtxRetain(&d, device));
    WORKS(cuCtxPushCurrent(d));
    WORKS(cuCtxPopCurrent(&c));
    EXPECT(d, c);
    EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxPopCurrent(&c));
    WORKS(cuDevicePrimaryCtxRelease(device));
#if CUDA_VERSION >= 13000
    WORKS(cuCtxCreate(&context, NULL, 0, device));
#else
    WORKS(cuCtxCreate(&context, 0, device));
#endif
    WORKS(cuCtxGetCurrent(&c));
    EXPECT(context, c);
    unsigned apiVersion = 0;
    WORKS(cuCtxGetApiVersion(context, &apiVersion));
    EXPECT(3020, apiVersion);
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuDevicePrimaryCtxSetFlags(device, 99)); // two ways to wait
    WORKS(cuCtxGetDevice(&device));
    EXPECT(0, device);
    WORKS(cuCtxSetCurrent(NULL));
    EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxSynchronize());
    WORKS(cuCtxSetCurrent(context));
    SIMULATED(CUDA_ERROR_INVALID_CONTEXT, cuCtxPushCurrent((CUcontext)&value));
    size_t stack;
    WORKS(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 2048));
    WORKS(cuCtxGetLimit(&stack, CU_LIMIT_STACK_SIZE));
    EXPECT(2048, stack);
}

static void errors(void)
{
    const char *text = NULL;
    WORKS(cuGetErrorName(CUDA_ERROR_INVALID_CONTEXT, &text));
    EXPECT(0, strcmp(text, "CUDA_ERROR_INVALID_CONTEXT"));
    WORKS(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
    EXPECT(0, strcmp(text, "out of memory"));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuGetErrorName((CUresult)9, &text)); // the runtime's alone
    EXPECT(NULL, text);
}

static void modules(void)
{
    CUmodule m = NULL;
    CUfunction f;
    CUdeviceptr at;
    size_t bytes;
    char log[64] = "not written";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)sizeof log};
    EXPECT(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&m, "nothing.ptx"));
    EXPECT(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadDataEx(&m, "something else", 2, options, values));
    SIMULATED(0, strncmp(log, "The module is neither PTX", 25));
    char *brief = strdup("so"); // a sanitizer sees if more is read
    EXPECT(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&m, brief));
    free(brief);
    values[1] = (void *)sizeof log;
    const char *broken =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry f() { wrong }";
    EXPECT(CUDA_ERROR_INVALID_PTX, cuModuleLoadDataEx(&m, broken, 2, options, values));
    SIMULATED(0, strncmp(log, "PTX line 4: ", 12));
    EXPECT(strlen(log) + 1, values[1]);
    EXPECT(CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
           cuModuleLoadData(&m, ".version 10.0\n.target sm_80\n.address_size 64\n"));
    EXPECT(CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
           cuModuleLoadData(&m, ".version 9.9\n.target sm_80\n.address_size 64\n"));
    values[1] = (void *)sizeof log;
    EXPECT(CUDA_ERROR_INVALID_PTX,
           cuModuleLoadDataEx(&m, ".version 8.0\n.target sm_999\n.address_size 64\n", 2, options,
                              values));
    SIMULATED(0, strncmp(log, "PTX of .target sm_999: the device has", 37));
    char *cubin = readFile("kernels.cubin"), *fatbin = readFile("kernels.fatbin");
    EXPECT(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadData(&m, cubin));

    WORKS(cuModuleLoadData(&m, fatbin));
    memset(fatbin, 0, 64); // it is the driver's copy that counts
    WORKS(cuModuleGetFunction(&f, m, "add"));
    int registers;
    WORKS(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, f));
    EXPECT(assembled, registers > 0); // of the machine code beside the PTX
    int binary, major, minor;
    WORKS(cuFuncGetAttribute(&binary, CU_FUNC_ATTRIBUTE_BINARY_VERSION, f));
    WORKS(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
    WORKS(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0));
    EXPECT(10 * major + minor, binary);
    EXPECT(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&f, m, "subtract"));
    EXPECT(NULL, f);
    EXPECT(CUDA_ERROR_INVALID_HANDLE, cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, NULL, NULL));
    WORKS(cuModuleGetFunction(&f, m, "add"));
    WORKS(cuModuleGetGlobal(&at, &bytes, m, "weights"));
    EXPECT(16, bytes);
    EXPECT(CUDA_ERROR_NOT_FOUND, cuModuleGetGlobal(&at, &bytes, m, "heights"));
    EXPECT(0, at);
    EXPECT(0, bytes);
    WORKS(cuModuleUnload(m));
    SIMULATED(CUDA_ERROR_INVALID_HANDLE, cuModuleGetFunction(&f, m, "add"));
    SIMULATED(CUDA_ERROR_INVALID_HANDLE, cuModuleUnload(m));
    SIMULATED(CUDA_ERROR_INVALID_HANDLE, cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, NULL, NULL));
    free(cubin);
    free(fatbin);
    WORKS(cuModuleLoad(&module, "kernels.ptx"));
}

enum { N = 1000 };

static void launches(void)
{
    static float a[N], b[N], sum[N];
    CUdeviceptr inA, inB, out;
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 0.5f * i;
    }
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAlloc(&inA, 0));
    WORKS(cuMemAlloc(&inA, sizeof a));
    WORKS(cuMemAlloc(&inB, sizeof b));
    WORKS(cuMemAlloc(&out, sizeof sum));
    WORKS(cuMemcpyHtoD(inA, a, sizeof a));
    WORKS(cuMemcpyHtoD(inB, b, sizeof b));
    int n = N;
    void *args[] = {&inA, &inB, &out, &n};
    CUfunction add = kernel("add");
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, 0, NULL, NULL));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(add, 4, 1, 1, 2048, 1, 1, 0, 0, args, NULL));
    WORKS(cuLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, 0, args, NULL));
    // the runtime's kernel, on the driver's memory, in one of the driver's streams
    CUstream stream;
    CUevent before, after;
    WORKS(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    WORKS(cuEventCreate(&before, CU_EVENT_DEFAULT));
    EXPECT(cudaSuccess, cudaEventCreate(&after));
    EXPECT(cudaSuccess, cudaEventRecord(before, stream));
    negate<<<4, 256, 0, stream>>>((float *)out, N);
    WORKS(cuEventRecord(after, stream));
    WORKS(cuStreamSynchronize(stream));
    float ms = 0;
    WORKS(cuEventElapsedTime(&ms, before, after));
    EXPECT(1, ms > 0);
    WORKS(cuMemcpyDtoH(sum, out, sizeof sum));
    int bad = 0;
    for (int i = 0; i < N; i++)
        bad += sum[i] != -1.5f * i;
    EXPECT(0, bad);
    // and the driver's kernel on the runtime's memory, with all arguments in a buffer
    long long *device, host[N];
    EXPECT(cudaSuccess, cudaMalloc(&device, sizeof host));
    struct {
        char start;
        long long *out;
        int n;
    } packed = {5, device, N};
    size_t size = offsetof(decltype(packed), n) + sizeof packed.n, little = 8, much = sizeof packed;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    void *more[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &much,
                    CU_LAUNCH_PARAM_END};
    void *less[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &little,
                    CU_LAUNCH_PARAM_END};
    CUfunction fillScaled = kernel("fillScaled");
    CUdeviceptr scale;
    int four = 4;
    WORKS(cuModuleGetGlobal(&scale, NULL, module, "scale"));
    WORKS(cuMemcpyHtoD(scale, &four, sizeof four));
    WORKS(cuLaunchKernel(fillScaled, 4, 1, 1, 256, 1, 1, 0, stream, NULL, extra));
    EXPECT(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
           cuLaunchKernel(fillScaled, 4, 1, 1, 256, 1, 1, 0, stream, NULL, more));
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           cuLaunchKernel(fillScaled, 4, 1, 1, 256, 1, 1, 0, stream, extra, extra));
    SIMULATED(CUDA_ERROR_INVALID_VALUE,
              cuLaunchKernel(fillScaled, 4, 1, 1, 256, 1, 1, 0, stream, NULL, less));
    EXPECT(cudaSuccess, cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    bad = 0;
    for (int i = 0; i < N; i++)
        bad += host[i] != 5 + 4ll * i;
    EXPECT(0, bad);
    // constants and dynamic shared memory, by cuLaunchKernelEx
    float weights[] = {1, 2, 3, 4}, weighed[32];
    CUdeviceptr constant;
    WORKS(cuModuleGetGlobal(&constant, NULL, module, "weights"));
    WORKS(cuMemcpyHtoD(constant, weights, sizeof weights));
    CUlaunchConfig config = {};
    config.gridDimX = config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
    config.blockDimX = 32;
    config.sharedMemBytes = sizeof weighed;
    void *outOnly[] = {&out};
    WORKS(cuLaunchKernelEx(&config, kernel("weigh"), outOnly, NULL));
    WORKS(cuMemcpyDtoH(weighed, out, sizeof weighed));
    EXPECT(4, weighed[0]);
    EXPECT(1, weighed[31]);
    int grid, block, blocks;
    WORKS(cuOccupancyMaxPotentialBlockSize(&grid, &block, add, NULL, 0, 0));
    WORKS(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, block, 0));
    int sms, threads;
    WORKS(cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
    WORKS(cuDeviceGetAttribute(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 0));
    EXPECT(grid, sms * blocks);
    EXPECT(threads, blocks * block);
    WORKS(cuStreamDestroy(stream));
    WORKS(cuEventDestroy(before));
    EXPECT(cudaSuccess, cudaEventDestroy(after));
    EXPECT(cudaSuccess, cudaGetLastError()); // errors of the driver API are not the runtime's
    WORKS(cuMemFree(inA));
    WORKS(cuMemFree(inB));
    WORKS(cuMemFree(out));
    WORKS(cuMemFree((CUdeviceptr)device));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFree(out));
}

static void memory(void)
{
    CUdeviceptr p, base, managed, mapped;
    size_t size, pitch, free1, free2, total;
    unsigned short halves[8];
    unsigned words[6];
    WORKS(cuMemGetInfo(&free1, &total));
    WORKS(cuMemAlloc(&p, 4096));
    WORKS(cuMemGetInfo(&free2, &total));
    SIMULATED(4096, free1 - free2); // a driver takes larger pieces
    WORKS(cuMemGetAddressRange(&base, &size, p + 100));
    EXPECT(p, base);
    EXPECT(4096, size);
    EXPECT(CUDA_ERROR_NOT_FOUND, cuMemGetAddressRange(&base, &size, (CUdeviceptr)&p));
    WORKS(cuMemsetD8(p, 0, 4096));
    WORKS(cuMemsetD16(p + 2, 0xabcd, 3));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemsetD16(p + 1, 0xabcd, 3));
    WORKS(cuMemcpyDtoH(halves, p, sizeof halves));
    EXPECT(0, halves[0]);
    EXPECT(0xabcd, halves[1]);
    EXPECT(0xabcd, halves[3]);
    EXPECT(0, halves[4]);
    WORKS(cuMemsetD2D32(p, 16, 0x12345678, 2, 3));
    CUDA_MEMCPY2D plane = {};
    plane.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    plane.srcDevice = p;
    plane.srcPitch = 16;
    plane.srcXInBytes = 4;
    plane.dstMemoryType = CU_MEMORYTYPE_HOST;
    plane.dstHost = words;
    plane.WidthInBytes = 8;
    plane.Height = 3;
    WORKS(cuMemcpy2D(&plane)); // the second of two elements that were filled, and what follows
    EXPECT(0x12345678, words[0]);
    EXPECT(0, words[1]);
    EXPECT(0x12345678, words[4]);
    CUmemorytype type;
    int ordinal = 7;
    WORKS(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
    EXPECT(CU_MEMORYTYPE_DEVICE, type);
    WORKS(cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, p));
    EXPECT(0, ordinal);
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)&p));
    void *pinned;
    WORKS(cuMemHostAlloc(&pinned, 64, CU_MEMHOSTALLOC_DEVICEMAP));
    WORKS(cuMemHostGetDevicePointer(&mapped, pinned, 0));
    WORKS(cuMemsetD32(mapped, 9, 16));
    EXPECT(9, ((int *)pinned)[15]);
    WORKS(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, mapped));
    EXPECT(CU_MEMORYTYPE_HOST, type);
    WORKS(cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL));
    WORKS(cuMemcpyDtoD(managed, mapped, 64));
    EXPECT(9, ((int *)managed)[0]);
    WORKS(cuMemFree(managed));
    WORKS(cuMemFreeHost(pinned));
    WORKS(cuMemFree(p));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAllocPitch(&p, &pitch, 100, 3, 5));
    WORKS(cuMemAllocPitch(&p, &pitch, 100, 3, 4));
    EXPECT(512, pitch);
    WORKS(cuMemFree(p));
}

static void textures(void)
{
    CUarray array;
    CUdeviceptr out;
    CUtexObject texture;
    float host[12], got[12];
    for (int i = 0; i < 12; i++)
        host[i] = 10.0f * i;
    CUDA_ARRAY_DESCRIPTOR d = {4, 3, CU_AD_FORMAT_FLOAT, 1}, back;
    WORKS(cuArrayCreate(&array, &d));
    WORKS(cuArrayGetDescriptor(&back, array));
    EXPECT(0, memcmp(&back, &d, sizeof d));
    CUDA_MEMCPY2D plane = {};
    plane.srcMemoryType = CU_MEMORYTYPE_HOST;
    plane.srcHost = host;
    plane.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    plane.dstArray = array;
    plane.WidthInBytes = 16;
    plane.Height = 3;
    WORKS(cuMemcpy2D(&plane));
    CUDA_RESOURCE_DESC resource = {};
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    CUDA_TEXTURE_DESC reading = {};
    WORKS(cuTexObjectCreate(&texture, &resource, &reading, NULL));
    WORKS(cuMemAlloc(&out, sizeof got));
    int width = 4;
    void *args[] = {&texture, &out, &width};
    WORKS(cuLaunchKernel(kernel("fetch"), 1, 1, 1, 12, 1, 1, 0, 0, args, NULL));
    WORKS(cuMemcpyDtoH(got, out, sizeof got));
    EXPECT(0, memcmp(got, host, sizeof host));
    WORKS(cuMemcpyAtoH(got, array, 4, 8)); // elements 1 and 2 of the first row
    EXPECT(10, got[0]);
    EXPECT(20, got[1]);
    SIMULATED(CUDA_ERROR_NOT_SUPPORTED, cuTexObjectCreate(&texture, &resource, &reading,
                                                          (CUDA_RESOURCE_VIEW_DESC *)&reading));
    WORKS(cuTexObjectDestroy(texture));
    WORKS(cuArrayDestroy(array));
    WORKS(cuMemFree(out));
}

static void linker(void)
{
    CUlinkState state;
    CUmodule linked;
    CUfunction both;
    void *cubin;
    size_t size;
    char *part = readFile("part.ptx");
    WORKS(cuLinkCreate(0, NULL, NULL, &state));
    WORKS(cuLinkAddData(state, CU_JIT_INPUT_PTX, part, strlen(part) + 1, "part", 0, NULL, NULL));
    WORKS(cuLinkAddFile(state, CU_JIT_INPUT_PTX, "whole.ptx", 0, NULL, NULL));
    WORKS(cuLinkComplete(state, &cubin, &size));
    WORKS(cuModuleLoadData(&linked, cubin));
    WORKS(cuLinkDestroy(state));
    SIMULATED(CUDA_ERROR_INVALID_HANDLE, cuLinkDestroy(state));
    WORKS(cuModuleGetFunction(&both, linked, "both"));
    CUdeviceptr out;
    int got[32];
    WORKS(cuMemAlloc(&out, sizeof got));
    void *args[] = {&out};
    WORKS(cuLaunchKernel(both, 1, 1, 1, 32, 1, 1, 0, 0, args, NULL));
    WORKS(cuMemcpyDtoH(got, out, sizeof got));
    EXPECT(62, got[31]);
    WORKS(cuMemFree(out));
    WORKS(cuModuleUnload(linked));
    free(part);
}

// A range of addresses grows: its contents stay, and a copy takes it as one piece.
static void virtualMemory(void)
{
    const size_t piece = 2 << 20;
    CUdeviceptr range, other;
    CUmemGenericAllocationHandle first, second;
    CUmemAllocationProp ours = {};
    ours.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    ours.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CUmemAccessDesc both = {};
    both.location = ours.location;
    both.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    size_t granularity;
    int supported;
    char *host = (char *)malloc(2 * piece);
    WORKS(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
                               0));
    EXPECT(1, supported);
    WORKS(cuMemGetAllocationGranularity(&granularity, &ours, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    EXPECT(piece, granularity);
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(&range, 1000, 0, 0, 0));
    WORKS(cuMemAddressReserve(&range, 4 * piece, 0, 0, 0));
    EXPECT(0, range % piece);
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&first, 1000, &ours, 0));
    size_t before, left, all;
    WORKS(cuMemGetInfo(&before, &all));
    WORKS(cuMemCreate(&first, piece, &ours, 0));
    WORKS(cuMemGetInfo(&left, &all));
    SIMULATED(before - piece, left); // also while nothing is mapped
    EXPECT(CUDA_ERROR_OUT_OF_MEMORY, cuMemCreate(&second, all / piece * piece, &ours, 0));
    WORKS(cuMemMap(range, piece, 0, first, 0));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemMap(range, piece, 0, first, 0)); // taken
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(range, 1, 4));             // no access yet
    WORKS(cuMemSetAccess(range, piece, &both, 1));
    WORKS(cuMemsetD8(range, 1, piece));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFree(range));
    WORKS(cuMemCreate(&second, piece, &ours, 0));
    WORKS(cuMemMap(range + piece, piece, 0, second, 0));
    WORKS(cuMemSetAccess(range, 2 * piece, &both, 1));
    WORKS(cuMemsetD8(range + piece - 1, 2, 3)); // across the border
    WORKS(cuMemcpyDtoH(host, range, 2 * piece));
    EXPECT(1, host[piece - 2]);
    EXPECT(2, host[piece - 1]);
    EXPECT(2, host[piece + 1]);
    EXPECT(0, host[piece + 2]);
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(range + 2 * piece - 1, 2, 2)); // beyond
    // the same memory at another place
    WORKS(cuMemAddressReserve(&other, piece, 0, 0, 0));
    WORKS(cuMemMap(other, piece, 0, first, 0));
    WORKS(cuMemRelease(first));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemRelease(first));
    WORKS(cuMemRelease(second));
    WORKS(cuMemSetAccess(other, piece, &both, 1));
    WORKS(cuMemsetD8(other, 7, 1));
    WORKS(cuMemcpyDtoH(host, range, 1));
    EXPECT(7, host[0]);
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(range, 4 * piece)); // mapped
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemUnmap(range, piece / 2));
    WORKS(cuMemUnmap(range, piece));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(host, range, 1));
    WORKS(cuMemcpyDtoH(host, range + piece, 1));
    EXPECT(2, host[0]);
    WORKS(cuMemUnmap(range + piece, piece));
    WORKS(cuMemUnmap(other, piece));
    WORKS(cuMemAddressFree(other, piece));
    WORKS(cuMemAddressFree(range, 4 * piece));
    free(host);
}

static void names(void)
{
    void *call = NULL, *other;
    typedef CUresult Alloc(CUdeviceptr *, size_t);
    CUdeviceptr p;
#if CUDA_VERSION >= 12000
    CUdriverProcAddressQueryResult found;
    WORKS(cuGetProcAddress("cuMemAlloc", &call, CUDA_VERSION, 0, &found));
    EXPECT(CU_GET_PROC_ADDRESS_SUCCESS, found);
    WORKS(((Alloc *)call)(&p, 4));
    WORKS(cuMemFree(p));
    WORKS(cuGetProcAddress("cuMemAdvise", &call, 12020, 0, NULL));
    WORKS(cuGetProcAddress("cuMemAdvise", &other, 12000, 0, NULL));
    EXPECT(1, call != other); // their arguments differ
    WORKS(cuGetProcAddress("cuCtxSynchronize", &call, 12000, 0, NULL));
    WORKS(((CUresult(*)(void))call)());
    WORKS(cuGetProcAddress("cuStreamGetCtx", &call, 12000, 0, NULL));
    CUcontext context = NULL;
    WORKS(((CUresult(*)(CUstream, CUcontext *))call)(NULL, &context));
#if CUDA_VERSION >= 13000
    CUdevice device = 7;
    WORKS(cuGetProcAddress("cuCtxSynchronize", &call, 13000, 0, NULL));
    WORKS(((CUresult(*)(CUcontext))call)(context));
    WORKS(cuGetProcAddress("cuCtxGetDevice", &call, 13000, 0, NULL));
    WORKS(((CUresult(*)(CUdevice *, CUcontext))call)(&device, NULL));
    EXPECT(0, device);
#endif
    WORKS(cuGetProcAddress("cuNothing", &call, CUDA_VERSION, 0, NULL));
    EXPECT(NULL, call);
    WORKS(cuGetProcAddress("cuNothing", &call, CUDA_VERSION, 0, &found));
    EXPECT(CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND, found);
    EXPECT(NULL, call);
#endif
#if CUDART_VERSION >= 12050
    enum cudaDriverEntryPointQueryResult status;
    EXPECT(cudaSuccess, cudaGetDriverEntryPointByVersion("cuMemAlloc", &call, 12000, 0, &status));
    EXPECT(cudaDriverEntryPointSuccess, status);
    WORKS(((Alloc *)call)(&p, 4));
    WORKS(cuMemFree(p));
#endif
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    EXPECT(1, library != NULL);
    call = dlsym(library, "cuMemAlloc_v2");
    WORKS(((Alloc *)call)(&p, 4));
    WORKS(cuMemFree(p));
    EXPECT(NULL, dlsym(library, "cuNothing"));
    EXPECT(0, dlclose(library));
    library = dlopen(NULL, RTLD_NOW); // another library is what it was
    EXPECT(1, dlsym(library, "printf") != NULL);
    EXPECT(0, dlclose(library));
    SIMULATED(CUDA_ERROR_NOT_SUPPORTED, cuIpcCloseMemHandle(p));
    SIMULATED(CUDA_ERROR_NOT_SUPPORTED, cuIpcCloseMemHandle(p)); // named once
}

// A thread whose current context another thread destroys keeps it, and can't use it.
static pthread_barrier_t meeting;

static void *stay(void *current)
{
    WORKS(cuCtxSetCurrent((CUcontext)current));
    pthread_barrier_wait(&meeting);
    pthread_barrier_wait(&meeting); // the context is destroyed between the two
    EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuCtxSynchronize());
    return NULL;
}

static void contexts(void)
{
    CUcontext c, now;
    pthread_t other;
#if CUDA_VERSION >= 13000
    WORKS(cuCtxCreate(&c, NULL, 0, 0));
#else
    WORKS(cuCtxCreate(&c, 0, 0));
#endif
    pthread_barrier_init(&meeting, NULL, 2);
    pthread_create(&other, NULL, stay, c);
    pthread_barrier_wait(&meeting);
    WORKS(cuCtxDestroy(c));
    pthread_barrier_wait(&meeting);
    pthread_join(other, NULL);
    WORKS(cuCtxGetCurrent(&now));
    EXPECT(context, now);
}

static void faults(void)
{
    CUdeviceptr p, q;
    void *r;
    WORKS(cuMemAlloc(&p, 4));
    void *args[] = {&p};
    WORKS(cuLaunchKernel(kernel("beyond"), 1, 1, 1, 1, 1, 1, 0, 0, args, NULL));
    EXPECT(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
    EXPECT(CUDA_ERROR_ILLEGAL_ADDRESS, cuMemAlloc(&q, 4));
    EXPECT(cudaErrorIllegalAddress, cudaMalloc(&r, 4));
    EXPECT(cudaErrorIllegalAddress, cudaGetLastError());
    // No call brings the device back to this process.
    CUcontext other;
    WORKS(cuDevicePrimaryCtxReset(0));
    EXPECT(CUDA_ERROR_ILLEGAL_ADDRESS, cuMemAlloc(&q, 4));
    EXPECT(cudaErrorIllegalAddress, cudaMalloc(&r, 4));
    EXPECT(CUDA_ERROR_ILLEGAL_ADDRESS, cuDevicePrimaryCtxRetain(&other, 0));
    WORKS(cuCtxDestroy(context));
    EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc(&q, 4));
    EXPECT(cudaErrorDevicesUnavailable, cudaMalloc(&r, 4));
}

int main(int argc, char **argv)
{
    begin();
    modules();
    if (argc > 1) { // what checks tell of a kernel in a module
        CUdeviceptr p;
        WORKS(cuMemAlloc(&p, 256));
        void *args[] = {&p};
        WORKS(cuLaunchKernel(kernel(argv[1]), 1, 1, 1, 64, 1, 1, 256, 0, args, NULL));
        WORKS(cuMemFree(p));
        return wrong != 0;
    }
    errors();
    launches();
    memory();
    textures();
    linker();
    virtualMemory();
    names();
    contexts();
    faults();
    SIMULATED(CUDA_ERROR_INVALID_CONTEXT, cuCtxDestroy(context));
    printf("%d asked, %d wrong\n", asked, wrong);
    return wrong != 0;
}
