// answers.cu: prints what the driver API answers to calls that driver.cu does not make: queries, pools, copies of arrays, functions,
// libraries, streams and captured graphs. Nothing that it prints depends on the device: answers.txt is what an H100's driver said (CUDA 13.0).
// It needs in its folder kernels.ptx and kernels.fatbin, made of kernels.cu.

#include "file.h"

#include <cuda.h>
#include <cudaProfiler.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

static void say(CUresult answer)
{
    const char *name = "no error's number";
    cuGetErrorName(answer, &name);
    puts(name);
}

#define SAY(call)   (printf("%s: ", #call), say(call))
#define VALUE(what) printf("%s = %lld\n", #what, (long long)(what))
#define TITLE(name) printf("== %s\n", name)

static CUcontext context;
static CUmodule module;
static CUfunction add, weigh;

static void devices(void)
{
    TITLE("devices");
    CUuuid uuid;
    CUdevice device = 7;
    CUdevprop p;
    CUmemoryPool pool = NULL, other = NULL;
    cudaDeviceProp same;
    size_t bytes = 0;
    int major = 0, minor = 0, value = 7;
    char bus[20] = "";
    cudaGetDeviceProperties(&same, 0);
    SAY(cuDeviceGetUuid(&uuid, 0));
    VALUE(memcmp(&uuid, &same.uuid, sizeof uuid));
    SAY(cuDeviceGetUuid(&uuid, 1));
    SAY(cuDeviceTotalMem(&bytes, 0));
    VALUE(bytes == same.totalGlobalMem);
    SAY(cuDeviceTotalMem(NULL, 0));
    SAY(cuDeviceTotalMem(&bytes, 1));
    SAY(cuDeviceComputeCapability(&major, &minor, 0));
    VALUE(major == same.major && minor == same.minor);
    SAY(cuDeviceComputeCapability(&major, &minor, 1));
    SAY(cuDeviceGetProperties(&p, 0));
    VALUE(p.maxThreadsPerBlock);
    VALUE(p.maxThreadsDim[2]);
    VALUE(p.maxGridSize[1]);
    VALUE(p.sharedMemPerBlock);
    VALUE(p.totalConstantMemory);
    VALUE(p.SIMDWidth);
    VALUE(p.memPitch);
    VALUE(p.regsPerBlock);
    VALUE(p.textureAlign);
    VALUE(p.clockRate > 100000);
    SAY(cuDeviceGetProperties(NULL, 0));
    SAY(cuDeviceGetProperties(&p, 1));
    SAY(cuDeviceGetPCIBusId(bus, sizeof bus, 0));
    VALUE(strlen(bus));
    SAY(cuDeviceGetByPCIBusId(&device, bus));
    VALUE(device);
    SAY(cuDeviceGetByPCIBusId(&device, bus + 5)); // without the domain, which is 0
    SAY(cuDeviceGetByPCIBusId(&device, ""));
    SAY(cuDeviceGetByPCIBusId(NULL, bus));
    SAY(cuDeviceGetByPCIBusId(&device, NULL));
    SAY(cuDeviceGetByPCIBusId(&device, "nonsense"));
    SAY(cuDeviceGetByPCIBusId(&device, "fff0:00:00.0"));
    SAY(cuDeviceGetPCIBusId(NULL, sizeof bus, 0));
    SAY(cuDeviceGetPCIBusId(bus, 0, 0));
    SAY(cuDeviceGetPCIBusId(bus, 5, 0));
    SAY(cuDeviceGetPCIBusId(bus, sizeof bus, 1));
    SAY(cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 0));
    SAY(cuDeviceGetDefaultMemPool(&pool, 0));
    SAY(cuDeviceGetMemPool(&other, 0));
    VALUE(pool != NULL && pool == other);
    SAY(cuDeviceSetMemPool(0, pool));
    SAY(cuDeviceSetMemPool(0, NULL));
    SAY(cuDeviceGetDefaultMemPool(&pool, 1));
    SAY(cuDeviceGetMemPool(NULL, 0));
}

static void contexts(void)
{
    TITLE("contexts");
    CUcontext second = NULL, current = NULL;
    CUfunc_cache cache = CU_FUNC_CACHE_PREFER_L1;
    unsigned flags = 99, version = 0;
    int active = 7, least = 7, greatest = 7;
    SAY(cuDevicePrimaryCtxGetState(0, &flags, &active));
    SAY(cuDevicePrimaryCtxGetState(0, NULL, &active));
    SAY(cuDevicePrimaryCtxGetState(1, &flags, &active));
#if CUDA_VERSION >= 13000
    cuCtxCreate(&second, NULL, CU_CTX_SCHED_YIELD, 0);
#else
    cuCtxCreate(&second, CU_CTX_SCHED_YIELD, 0);
#endif
    SAY(cuCtxGetFlags(&flags));
    VALUE(flags & CU_CTX_SCHED_MASK);
    SAY(cuCtxGetCurrent(&current));
    VALUE(current == second);
    SAY(cuCtxGetApiVersion(second, &version));
    SAY(cuCtxDestroy(second));
    SAY(cuCtxGetCurrent(&current));
    VALUE(current == context);
    unsigned long long mine = 0, others = 0;
    SAY(cuCtxGetId(context, &mine));
    SAY(cuCtxGetId(NULL, &others));
    VALUE(mine == others);
    SAY(cuCtxGetId(context, NULL));
    SAY(cuCtxGetCacheConfig(&cache));
    VALUE(cache);
    SAY(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_SHARED));
    SAY(cuCtxSetCacheConfig((CUfunc_cache)9));
    SAY(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_NONE));
    SAY(cuCtxGetStreamPriorityRange(&least, &greatest));
    VALUE(least);
    VALUE(greatest);
    SAY(cuCtxGetStreamPriorityRange(NULL, NULL));
    SAY(cuCtxEnablePeerAccess(context, 0));
    SAY(cuCtxDisablePeerAccess(context));
    SAY(cuProfilerStart());
    SAY(cuProfilerStop());
}

static void pools(void)
{
    TITLE("pools");
    CUmemoryPool pool;
    CUdeviceptr p = 0;
    cuuint64_t size = 1 << 20, got = 0;
    int yes = 7;
    cuDeviceGetDefaultMemPool(&pool, 0);
    SAY(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &got));
    VALUE(got);
    SAY(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &size));
    SAY(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &got));
    VALUE(got);
    SAY(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES, &yes));
    VALUE(yes);
    yes = 0;
    SAY(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC, &yes));
    yes = 7;
    SAY(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC, &yes));
    VALUE(yes);
    SAY(cuMemAllocAsync(&p, 1000, NULL));
    SAY(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &got));
    VALUE(got >= 1000);
    SAY(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &got));
    VALUE(got >= 1000);
    SAY(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &got));
    VALUE(got >= 1000);
    SAY(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH, &got));
    VALUE(got >= 1000);
    SAY(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &size));
    SAY(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &size));
    SAY(cuMemsetD8(p, 3, 1000));
    SAY(cuMemFreeAsync(p, NULL));
    SAY(cuCtxSynchronize());
    size = 0;
    SAY(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &size));
    SAY(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &got));
    VALUE(got < 1000);
    SAY(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &got));
    VALUE(got < 1000);
    SAY(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &size));
    SAY(cuMemPoolTrimTo(pool, 0));
    SAY(cuMemPoolTrimTo(NULL, 0));
    SAY(cuMemPoolGetAttribute(pool, (CUmemPool_attribute)99, &got));
    SAY(cuMemAllocAsync(&p, 0, NULL));
    SAY(cuMemFreeAsync(0, NULL));
}

// Prints what the driver says of an address.
static void pointer(CUdeviceptr p, CUdeviceptr start)
{
    static const CUpointer_attribute list[] = {CU_POINTER_ATTRIBUTE_CONTEXT,
                                               CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                               CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
                                               CU_POINTER_ATTRIBUTE_HOST_POINTER,
                                               CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                               CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                               CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                                               CU_POINTER_ATTRIBUTE_RANGE_SIZE,
                                               CU_POINTER_ATTRIBUTE_MAPPED};
    CUcontext in = (CUcontext)1;
    unsigned type = ~0u, managed = ~0u, ordinal = ~0u, mapped = ~0u; // each is a whole word
    CUdeviceptr device = 1, base = 1;
    void *host = &device;
    size_t size = 77;
    void *values[] = {&in, &type, &device, &host, &managed, &ordinal, &base, &size, &mapped};
    SAY(cuPointerGetAttributes(9, (CUpointer_attribute *)list, values, p));
    printf(
        "context %s, type %u, device pointer %s, host pointer %s, managed %u, device %d, start %s, %zu bytes, mapped %u\n",
        in == context ? "ours"
        : in          ? "another"
                      : "none",
        type,
        device == p ? "the same"
        : device    ? "another"
                    : "none",
        host == (void *)p ? "the same"
        : host            ? "another"
                          : "none",
        managed, (int)ordinal,
        base == start ? "right"
        : base        ? "another"
                      : "none",
        size, mapped);
    for (int i = 0; i < 9; i++) {
        unsigned long long one[2];
        printf("%d: ", list[i]);
        SAY(cuPointerGetAttribute(one, list[i], p));
    }
}

static void memory(void)
{
    TITLE("memory");
    static char own[8192];
    void *pinned = NULL, *none = own, *page = (void *)(((size_t)own + 4095) / 4096 * 4096);
    CUdeviceptr p = 0, managed = 0, mapped = 0, nothing = 1;
    unsigned flags = 99;
    SAY(cuMemAllocHost(&pinned, 64));
    SAY(cuMemAllocHost(&none, 0));
    VALUE(none == NULL);
    SAY(cuMemHostGetFlags(&flags, pinned));
    VALUE(flags);
    SAY(cuMemHostGetFlags(&flags, own));
    SAY(cuMemHostRegister(page, 4096, CU_MEMHOSTREGISTER_DEVICEMAP));
    SAY(cuMemHostRegister(page, 4096, 0));
    SAY(cuMemHostGetDevicePointer(&mapped, page, 0));
    SAY(cuMemsetD8(mapped, 5, 10));
    VALUE(((char *)page)[9]);
    SAY(cuMemHostUnregister(page));
    SAY(cuMemHostUnregister(page));
    SAY(cuMemAlloc(&p, 512));
    SAY(cuMemAllocManaged(&managed, 512, CU_MEM_ATTACH_GLOBAL));
    SAY(cuMemAllocManaged(&nothing, 0, CU_MEM_ATTACH_GLOBAL));
    VALUE(nothing);
    nothing = 1;
    SAY(cuMemAlloc(&nothing, 0));
    VALUE(nothing);
    none = own;
    SAY(cuMemHostAlloc(&none, 0, 0));
    VALUE(none == NULL);
    pointer(p + 12, p);
    pointer(managed, managed);
    pointer((CUdeviceptr)pinned, (CUdeviceptr)pinned);
    pointer((CUdeviceptr)own, (CUdeviceptr)own);
    int number;
    CUpointer_attribute what = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
    void *data = &number;
    SAY(cuPointerGetAttributes(1, NULL, &data, p));
    SAY(cuPointerGetAttributes(1, &what, NULL, p));
    SAY(cuPointerGetAttributes(0, &what, &data, p));
    SAY(cuPointerGetAttribute(NULL, what, p));
    CUmemLocation here = {}, host = {};
    here.type = CU_MEM_LOCATION_TYPE_DEVICE;
    host.type = CU_MEM_LOCATION_TYPE_HOST;
    SAY(cuMemPrefetchAsync_v2(managed, 512, here, 0, NULL));
    SAY(cuMemPrefetchAsync_v2(managed, 512, host, 0, NULL));
    SAY(cuMemPrefetchAsync_v2(managed, 512, here, 1, NULL));
    SAY(cuMemPrefetchAsync_v2(p, 512, here, 0, NULL));
    SAY(cuMemPrefetchAsync_v2(managed, 0, here, 0, NULL));
    here.id = 1;
    SAY(cuMemPrefetchAsync_v2(managed, 512, here, 0, NULL));
    here.id = 0;
    SAY(cuMemAdvise_v2(managed, 512, CU_MEM_ADVISE_SET_READ_MOSTLY, here));
    SAY(cuMemAdvise_v2(managed, 512, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, host));
    SAY(cuMemAdvise_v2(p, 512, CU_MEM_ADVISE_SET_READ_MOSTLY, here));
    SAY(cuMemAdvise_v2(managed, 0, CU_MEM_ADVISE_SET_READ_MOSTLY, here));
    SAY(cuStreamAttachMemAsync(NULL, managed, 0, CU_MEM_ATTACH_GLOBAL));
    SAY(cuStreamAttachMemAsync(NULL, p, 0, CU_MEM_ATTACH_GLOBAL));
    SAY(cuCtxSynchronize());
    SAY(cuMemFree(managed));
    SAY(cuMemFree(p));
    SAY(cuMemFreeHost(pinned));
    SAY(cuMemFreeHost(pinned));
}

// A range of addresses with memory: who may use it.
static void access(void)
{
    TITLE("access");
    const size_t piece = 2 << 20;
    CUdeviceptr range = 0;
    CUmemGenericAllocationHandle h;
    CUmemAllocationProp ours = {};
    CUmemAccessDesc both = {};
    unsigned long long flags = 7;
    ours.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    ours.location.type = both.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    both.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    cuMemAddressReserve(&range, 2 * piece, 0, 0, 0);
    cuMemCreate(&h, piece, &ours, 0);
    cuMemMap(range, piece, 0, h, 0);
    SAY(cuMemGetAccess(&flags, &both.location, range));
    VALUE(flags);
    cuMemSetAccess(range, piece, &both, 1);
    SAY(cuMemGetAccess(&flags, &both.location, range + 100));
    VALUE(flags);
    SAY(cuMemGetAccess(&flags, &both.location, range + piece));
    SAY(cuMemGetAccess(NULL, &both.location, range));
    SAY(cuMemGetAccess(&flags, NULL, range));
    cuMemUnmap(range, piece);
    cuMemRelease(h);
    cuMemAddressFree(range, 2 * piece);
}

enum { WIDE = 8, HIGH = 4, DEEP = 2, ALL = WIDE * HIGH * DEEP };

static void copies(void)
{
    TITLE("copies");
    static int from[ALL], to[ALL], zero[ALL];
    CUdeviceptr p, q;
    CUarray a = NULL, b = NULL;
    CUDA_ARRAY3D_DESCRIPTOR box = {WIDE, HIGH, DEEP, CU_AD_FORMAT_SIGNED_INT32, 1, 0}, back;
    CUDA_ARRAY3D_DESCRIPTOR bad = {WIDE, HIGH, DEEP, CU_AD_FORMAT_SIGNED_INT32, 3, 0};
    for (int i = 0; i < ALL; i++)
        from[i] = 100 + i;
    cuMemAlloc(&p, sizeof from);
    cuMemAlloc(&q, sizeof from);
    SAY(cuMemcpyHtoD(p, from, sizeof from));
    SAY(cuMemcpyPeer(q, context, p, context, sizeof from));
    SAY(cuMemcpyPeerAsync(q, context, p, context, sizeof from, NULL));
    SAY(cuMemcpy((CUdeviceptr)to, q, sizeof to));
    VALUE(to[ALL - 1]);
    SAY(cuMemcpyAsync((CUdeviceptr)to, q, sizeof to, NULL));
    SAY(cuMemcpy(p, 0, 4));
    SAY(cuMemcpy(p, 0, 0));

    SAY(cuArray3DCreate(&a, &box));
    SAY(cuArray3DCreate(&b, &bad));
    SAY(cuArray3DCreate(NULL, &box));
    SAY(cuArray3DGetDescriptor(&back, a));
    VALUE(back.Width);
    VALUE(back.Depth);
    VALUE(back.Format);
    VALUE(back.NumChannels);
    VALUE(back.Flags);
    SAY(cuArray3DGetDescriptor(NULL, a));
    CUDA_MEMCPY3D c = {};
    c.srcMemoryType = CU_MEMORYTYPE_HOST;
    c.srcHost = from;
    c.srcPitch = WIDE * 4;
    c.srcHeight = HIGH;
    c.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    c.dstArray = a;
    c.WidthInBytes = WIDE * 4;
    c.Height = HIGH;
    c.Depth = DEEP;
    SAY(cuMemcpy3D(&c));
    SAY(cuMemcpy3D(NULL));
    c.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    c.srcArray = a;
    c.srcXInBytes = 8;
    c.srcY = 1;
    c.srcZ = 1;
    c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    c.dstDevice = q;
    c.dstPitch = 16;
    c.WidthInBytes = 12;
    c.Height = 2;
    c.Depth = 1;
    SAY(cuMemcpyHtoD(q, zero, sizeof zero));
    SAY(cuMemcpy3DAsync(&c, NULL));
    SAY(cuMemcpyDtoH(to, q, sizeof to));
    VALUE(to[0]); // of depth 1, row 1, column 2
    VALUE(to[2]);
    VALUE(to[3]);
    VALUE(to[4]);
    VALUE(to[8]);
    c.srcXInBytes = 24;
    SAY(cuMemcpy3D(&c)); // beyond the row
    c.srcXInBytes = 8;
    c.dstPitch = 8;
    SAY(cuMemcpy3D(&c)); // the pitch is less than the row
    c.Depth = 0;
    SAY(cuMemcpy3D(&c));

    CUDA_MEMCPY2D plane = {};
    plane.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    plane.srcDevice = p;
    plane.srcPitch = 20;
    plane.dstMemoryType = CU_MEMORYTYPE_HOST;
    plane.dstHost = to;
    plane.dstPitch = 12;
    plane.WidthInBytes = 8;
    plane.Height = 3;
    SAY(cuMemcpy2DUnaligned(&plane));
    VALUE(to[6]); // the third row: 10 elements after the first
    plane.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    plane.dstDevice = q;
    SAY(cuMemcpy2D(&plane));
    SAY(cuMemcpy2D(NULL));

    CUDA_ARRAY_DESCRIPTOR row = {16, 0, CU_AD_FORMAT_SIGNED_INT32, 1};
    SAY(cuArrayCreate(&b, &row));
    SAY(cuMemcpyHtoA(b, 0, from, 64));
    SAY(cuMemcpyHtoAAsync(b, 8, from, 8, NULL)); // elements 2 and 3
    SAY(cuMemcpyAtoH(to, b, 0, 64));
    VALUE(to[1]);
    VALUE(to[2]);
    VALUE(to[4]);
    SAY(cuMemcpyDtoA(b, 0, p + 40, 8));
    SAY(cuMemcpyAtoA(b, 32, b, 0, 8));
    SAY(cuMemcpyAtoD(q, b, 32, 8));
    SAY(cuMemcpyDtoH(to, q, 8));
    VALUE(to[1]);
    SAY(cuMemcpyAtoH(to, b, 60, 8)); // beyond

    CUDA_RESOURCE_DESC of = {};
    CUsurfObject surface = 0;
    of.resType = CU_RESOURCE_TYPE_ARRAY;
    CUarray loads;
    CUDA_ARRAY3D_DESCRIPTOR written = {
        16, 2, 0, CU_AD_FORMAT_SIGNED_INT32, 1, CUDA_ARRAY3D_SURFACE_LDST};
    SAY(cuArray3DCreate(&loads, &written));
    of.res.array.hArray = loads;
    SAY(cuSurfObjectCreate(&surface, &of));
    SAY(cuSurfObjectDestroy(surface));

    // textures of memory
    CUDA_RESOURCE_DESC linear = {}, pitched = {};
    CUDA_TEXTURE_DESC reading = {};
    CUtexObject texture = 0;
    linear.resType = CU_RESOURCE_TYPE_LINEAR;
    linear.res.linear.devPtr = p;
    linear.res.linear.format = CU_AD_FORMAT_FLOAT;
    linear.res.linear.numChannels = 1;
    linear.res.linear.sizeInBytes = 64;
    SAY(cuTexObjectCreate(&texture, &linear, &reading, NULL));
    SAY(cuTexObjectDestroy(texture));
    pitched.resType = CU_RESOURCE_TYPE_PITCH2D;
    pitched.res.pitch2D.devPtr = p;
    pitched.res.pitch2D.format = CU_AD_FORMAT_UNSIGNED_INT8;
    pitched.res.pitch2D.numChannels = 4;
    pitched.res.pitch2D.width = 8;
    pitched.res.pitch2D.height = 2;
    pitched.res.pitch2D.pitchInBytes = 32;
    SAY(cuTexObjectCreate(&texture, &pitched, &reading, NULL));
    SAY(cuTexObjectDestroy(texture));
    linear.res.linear.devPtr = p + 4;
    SAY(cuTexObjectCreate(&texture, &linear, &reading, NULL)); // not at its alignment
    SAY(cuArrayDestroy(a));
    SAY(cuArrayDestroy(b));
    SAY(cuArrayDestroy(loads));
    SAY(cuMemFree(p));
    SAY(cuMemFree(q));
}

static void functions(void)
{
    TITLE("functions");
    CUmodule of = NULL;
    const char *name = "";
    size_t offset = 77, size = 77, dynamic = 0;
    int blocks = 0, others = 0, grid, block;
    CUfunctionLoadingState state = (CUfunctionLoadingState)7;
    SAY(cuFuncSetAttribute(weigh, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 50000));
    SAY(cuFuncGetAttribute(&blocks, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, weigh));
    VALUE(blocks);
    SAY(cuFuncSetAttribute(weigh, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 20));
    SAY(cuFuncSetAttribute(weigh, CU_FUNC_ATTRIBUTE_NUM_REGS, 8));
    SAY(cuFuncSetCacheConfig(weigh, CU_FUNC_CACHE_PREFER_L1));
    SAY(cuFuncSetCacheConfig(weigh, (CUfunc_cache)9));
    SAY(cuFuncGetModule(&of, add));
    VALUE(of == module);
    SAY(cuFuncGetModule(NULL, add));
    SAY(cuFuncGetName(&name, add));
    VALUE(strcmp(name, "add"));
    SAY(cuFuncGetName(NULL, add));
    SAY(cuFuncGetParamInfo(add, 3, &offset, &size));
    VALUE(offset);
    VALUE(size);
    SAY(cuFuncGetParamInfo(add, 4, &offset, &size));
    SAY(cuFuncGetParamInfo(add, 0, NULL, &size));
    SAY(cuFuncGetParamInfo(add, 0, &offset, NULL));
    SAY(cuFuncLoad(add));
    SAY(cuFuncIsLoaded(&state, add));
    VALUE(state);
    SAY(cuFuncIsLoaded(NULL, add));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 128, 0));
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&others, add, 128, 0, 0));
    VALUE(blocks == others);
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&others, add, 128, 0, 8));
    SAY(cuOccupancyAvailableDynamicSMemPerBlock(&dynamic, add, 1, 128));
    VALUE(dynamic >= 48 << 10);
    SAY(cuOccupancyAvailableDynamicSMemPerBlock(&dynamic, add, 1000, 128));
    SAY(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, add, NULL, 0, 256, 0));
    VALUE(block);
    SAY(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, add, NULL, 0, 0, 8));

    unsigned count = 0;
    CUfunction list[20] = {};
    CUmoduleLoadingMode mode;
    SAY(cuModuleGetFunctionCount(&count, module));
    VALUE(count);
    SAY(cuModuleEnumerateFunctions(list, count, module));
    int found = 0;
    for (unsigned i = 0; i < count; i++) {
        cuFuncGetName(&name, list[i]);
        found += strcmp(name, "add") == 0 && list[i] == add;
    }
    VALUE(found);
    SAY(cuModuleEnumerateFunctions(list, 0, module));
    SAY(cuModuleEnumerateFunctions(NULL, 1, module));
    SAY(cuModuleGetFunctionCount(NULL, module));
    SAY(cuModuleGetLoadingMode(&mode));
}

static void libraries(void)
{
    TITLE("libraries");
    CUlibrary library = NULL, other = NULL, of = NULL;
    CUkernel kernel = NULL, list[20] = {};
    CUmodule m = NULL, fat = NULL;
    CUfunction f = NULL;
    CUdeviceptr at = 0, out = 0;
    size_t bytes = 0, offset = 77, size = 77;
    const char *name = "";
    unsigned count = 0;
    int value = 0;
    char *text = readFile("kernels.fatbin");
    SAY(cuModuleLoadFatBinary(&fat, text));
    SAY(cuModuleGetFunction(&f, fat, "add"));
    SAY(cuModuleUnload(fat));
    SAY(cuLibraryLoadData(&library, text, NULL, NULL, 0, NULL, NULL, 0));
    free(text);
    SAY(cuLibraryLoadFromFile(&other, "kernels.ptx", NULL, NULL, 0, NULL, NULL, 0));
    SAY(cuLibraryLoadFromFile(&other, "nothing.ptx", NULL, NULL, 0, NULL, NULL, 0));
    SAY(cuLibraryGetKernel(&kernel, library, "add"));
    SAY(cuLibraryGetKernel(&list[0], library, "subtract"));
    SAY(cuLibraryGetModule(&m, library));
    SAY(cuLibraryGetGlobal(&at, &bytes, library, "weights"));
    VALUE(bytes);
    SAY(cuLibraryGetGlobal(&at, &bytes, library, "heights"));
    SAY(cuLibraryGetKernelCount(&count, library));
    VALUE(count);
    SAY(cuLibraryEnumerateKernels(list, count, library));
    SAY(cuKernelGetFunction(&f, kernel));
    SAY(cuKernelGetFunction(NULL, kernel));
    SAY(cuKernelGetName(&name, kernel));
    VALUE(strcmp(name, "add"));
    SAY(cuKernelGetParamInfo(kernel, 3, &offset, &size));
    VALUE(offset);
    VALUE(size);
    SAY(cuKernelGetParamInfo(kernel, 4, &offset, &size));
    SAY(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 0));
    VALUE(value);
    SAY(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 1));
    SAY(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 50000, kernel, 0));
    SAY(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 50000, kernel, 1));
    SAY(cuKernelSetCacheConfig(kernel, CU_FUNC_CACHE_PREFER_L1, 0));
    SAY(cuKernelSetCacheConfig(kernel, CU_FUNC_CACHE_PREFER_L1, 1));
#if CUDA_VERSION >= 12050
    SAY(cuKernelGetLibrary(&of, kernel));
    VALUE(of == library);
#endif
    // a kernel is launched as a function is
    float host[4] = {1, 2, 3, 4};
    int n = 4;
    cuMemAlloc(&out, sizeof host);
    cuMemcpyHtoD(out, host, sizeof host);
    void *args[] = {&out, &out, &out, &n};
    SAY(cuLaunchKernel((CUfunction)kernel, 1, 1, 1, 32, 1, 1, 0, 0, args, NULL));
    SAY(cuMemcpyDtoH(host, out, sizeof host));
    VALUE(host[3]);
    SAY(cuLaunchCooperativeKernel((CUfunction)kernel, 1, 1, 1, 32, 1, 1, 0, 0, args));
    SAY(cuLaunchCooperativeKernel((CUfunction)kernel, 1 << 20, 1, 1, 32, 1, 1, 0, 0, args));
    SAY(cuCtxSynchronize());
    cuMemFree(out);
    SAY(cuLibraryUnload(library));
    SAY(cuLibraryUnload(other));
}

static int called;

static void CUDA_CB count(void *by)
{
    called += *(int *)by;
}

static void CUDA_CB countAfter(CUstream, CUresult status, void *by)
{
    called += status == CUDA_SUCCESS ? *(int *)by : 100;
}

static void streams(void)
{
    TITLE("streams");
    CUstream stream = NULL, urgent = NULL;
    CUevent event = NULL;
    CUcontext of = NULL;
    unsigned flags = 99;
    int priority = 99, five = 5;
    unsigned long long id = 0, other = 0;
    SAY(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    SAY(cuStreamCreateWithPriority(&urgent, CU_STREAM_DEFAULT, -3));
    SAY(cuStreamGetFlags(stream, &flags));
    VALUE(flags);
    SAY(cuStreamGetFlags(stream, NULL));
    SAY(cuStreamGetPriority(urgent, &priority));
    VALUE(priority);
    SAY(cuStreamGetPriority(NULL, &priority));
    VALUE(priority);
    SAY(cuStreamGetId(stream, &id));
    SAY(cuStreamGetId(urgent, &other));
    VALUE(id != other);
    SAY(cuStreamGetId(stream, NULL));
    SAY(cuStreamGetCtx(stream, &of));
    VALUE(of == context);
    SAY(cuStreamGetCtx(stream, NULL));
    SAY(cuStreamQuery(stream));
    SAY(cuLaunchHostFunc(stream, count, &five));
    SAY(cuLaunchHostFunc(stream, NULL, &five));
    SAY(cuStreamAddCallback(stream, countAfter, &five, 0));
    SAY(cuStreamAddCallback(stream, countAfter, &five, 1));
    SAY(cuStreamAddCallback(stream, NULL, &five, 0));
    SAY(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    SAY(cuEventRecordWithFlags(event, stream, 0));
    SAY(cuEventRecordWithFlags(event, stream, 8));
    SAY(cuStreamWaitEvent(urgent, event, 0));
    SAY(cuStreamWaitEvent(urgent, event, 8));
    SAY(cuEventSynchronize(event));
    SAY(cuEventQuery(event));
    SAY(cuStreamSynchronize(urgent));
    VALUE(called);
    float ms;
    SAY(cuEventElapsedTime(&ms, event, event));

    TITLE("captures");
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_INVALIDATED;
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    CUgraph graph = NULL;
    CUgraphExec exec = NULL;
    CUdeviceptr p;
    int host = 7;
    cuMemAlloc(&p, 4);
    SAY(cuThreadExchangeStreamCaptureMode(&mode));
    VALUE(mode);
    SAY(cuThreadExchangeStreamCaptureMode(&mode));
    SAY(cuStreamIsCapturing(stream, &status));
    VALUE(status);
    SAY(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    SAY(cuStreamIsCapturing(stream, &status));
    VALUE(status);
    SAY(cuMemsetD32Async(p, 9, 1, stream));
    SAY(cuLaunchHostFunc(stream, count, &five));
    SAY(cuStreamSynchronize(stream)); // not while it captures
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    SAY(cuMemsetD32Async(p, 9, 1, stream));
    SAY(cuLaunchHostFunc(stream, count, &five));
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuStreamEndCapture(stream, &graph));
    SAY(cuGraphInstantiateWithFlags(&exec, graph, 0));
    SAY(cuGraphUpload(exec, stream));
    called = 0;
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuGraphLaunch(exec, stream));
    SAY(cuStreamSynchronize(stream));
    VALUE(called);
    SAY(cuMemcpyDtoH(&host, p, 4));
    VALUE(host);
    SAY(cuGraphExecDestroy(exec));
    SAY(cuGraphDestroy(graph));
    cuMemFree(p);
    SAY(cuEventDestroy(event));
    SAY(cuStreamDestroy(stream));
    SAY(cuStreamDestroy(urgent));
}

int main(void)
{
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);
    setvbuf(stdout, NULL, _IONBF, 0);
    SAY(cuModuleLoad(&module, "kernels.ptx"));
    cuModuleGetFunction(&add, module, "add");
    cuModuleGetFunction(&weigh, module, "weigh");
    devices();
    contexts();
    pools();
    memory();
    access();
    copies();
    functions();
    libraries();
    streams();
    SAY(cuModuleUnload(module));
    return 0;
}
