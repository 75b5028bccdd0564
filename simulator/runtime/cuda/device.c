// device.c: the only device: its attributes, its limits, its reset.
//
// attribute_of answers everything that a program may ask; cudaGetDeviceProperties uses it, too. Attributes of things that the
// simulator does not have (peers, IPC) are 0.

#include "runtime/cuda/cuda.h"
#include "runtime/state/follows.h"

#include <cuda_profiler_api.h>
#include <limits.h>
#include <string.h>

// CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: the runtime has no name for it.
#define VIRTUAL_MEMORY ((enum cudaDeviceAttr)102)
// cudaDevAttrClusterLaunch, which toolkits before 11.8 don't name.
#define CLUSTER_LAUNCH ((enum cudaDeviceAttr)120)

enum {
    L2_PARTS = 16
}; // an H200 sets lines that persist aside by sixteenths of its L2, and at most ten

// Returns how many bytes of L2 can be set aside for lines that persist; 0 before compute capability 8.0.
static int most_persisting(const SimDevice *d)
{
    return d->major >= 8 ? d->l2 / L2_PARTS * 10 : 0;
}

static int attribute_of(const SimDevice *d, enum cudaDeviceAttr a)
{
    switch (a) {
    // These are the same on every device of compute capability 7.5 or more: CUDA Programming Guide, compute capabilities.
    case cudaDevAttrMaxThreadsPerBlock:
    case cudaDevAttrMaxBlockDimX: return (int)sim_most_block[0];
    case cudaDevAttrMaxBlockDimY: return (int)sim_most_block[1];
    case cudaDevAttrMaxBlockDimZ: return (int)sim_most_block[2];
    case cudaDevAttrMaxGridDimX: return (int)sim_most_grid[0];
    case cudaDevAttrMaxGridDimY: return (int)sim_most_grid[1];
    case cudaDevAttrMaxGridDimZ: return (int)sim_most_grid[2];
    case cudaDevAttrTotalConstantMemory: return SIM_MOST_CONSTANT;
    case cudaDevAttrWarpSize: return 32;
    case cudaDevAttrMaxPitch: return INT_MAX;

    // These are the device's.
    case cudaDevAttrMaxSharedMemoryPerBlock: return d->shared_per_block;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: return d->shared_optin;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return d->shared_per_sm;
    case cudaDevAttrReservedSharedMemoryPerBlock: return d->shared_reserved;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor: return d->registers_per_sm;
    case cudaDevAttrMaxThreadsPerMultiProcessor: return d->threads_per_sm;
    case cudaDevAttrMaxBlocksPerMultiprocessor: return d->blocks_per_sm;
    case cudaDevAttrMultiProcessorCount: return d->sms;
    case cudaDevAttrClockRate: return (int)(d->ghz * 1e6 + 0.5);
    case cudaDevAttrMemoryClockRate: return d->memory_khz;
    case cudaDevAttrGlobalMemoryBusWidth: return d->bus_bits;
    case cudaDevAttrL2CacheSize: return d->l2;
    case cudaDevAttrMaxPersistingL2CacheSize: return most_persisting(d);
    case cudaDevAttrMaxAccessPolicyWindowSize: return most_persisting(d) ? 128 << 20 : 0;
    case cudaDevAttrComputeCapabilityMajor: return d->major;
    case cudaDevAttrComputeCapabilityMinor: return d->minor;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio: return d->fp32 / d->fp64;

    // These describe this runtime.
    case cudaDevAttrAsyncEngineCount: return 2; // one for each direction, as stream.c models them
    case cudaDevAttrGpuOverlap:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrGlobalL1CacheSupported:
    case cudaDevAttrLocalL1CacheSupported:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrHostRegisterSupported:
    case cudaDevAttrMemoryPoolsSupported: return 1; // for cudaMallocAsync and cudaFreeAsync
    default:
        return a == VIRTUAL_MEMORY   ? 1 // driver/map.c has it
               : a == CLUSTER_LAUNCH ? d->major >= 9
                                     : texture_attribute(a);
    }
}

cudaError_t device_attribute(int *value, enum cudaDeviceAttr a, int device)
{
    if (!value)
        return cudaErrorInvalidValue;
    if (device != 0)
        return cudaErrorInvalidDevice;
    if ((int)a < cudaDevAttrMaxThreadsPerBlock || (int)a >= cudaDevAttrMax)
        return cudaErrorInvalidValue;
    *value = attribute_of(rt.device, a);
    return cudaSuccess;
}

static cudaError_t properties(struct cudaDeviceProp *p, int device)
{
    const SimDevice *d = rt.device;
    if (!p)
        return cudaErrorInvalidValue;
    if (device != 0)
        return cudaErrorInvalidDevice;
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "%s (simulated)", d->name);
    p->totalGlobalMem = (size_t)d->memory;

// Sets a field to an attribute; each element of an array to one of those that follow each other.
#define FIELD(field, name) p->field = (__typeof__(p->field))attribute_of(d, cudaDevAttr##name)
#define ASK_ALL(field, name)                                                             \
    do                                                                                   \
        for (int i = 0; i < (int)(sizeof p->field / sizeof(int)); i++)                   \
            p->field[i] = attribute_of(d, (enum cudaDeviceAttr)(cudaDevAttr##name + i)); \
    while (0)
    FIELD(sharedMemPerBlock, MaxSharedMemoryPerBlock);
    FIELD(sharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin);
    FIELD(sharedMemPerMultiprocessor, MaxSharedMemoryPerMultiprocessor);
    FIELD(reservedSharedMemPerBlock, ReservedSharedMemoryPerBlock);
    FIELD(memPitch, MaxPitch);
    FIELD(totalConstMem, TotalConstantMemory);
    FIELD(textureAlignment, TextureAlignment);
    FIELD(texturePitchAlignment, TexturePitchAlignment);
    FIELD(surfaceAlignment, SurfaceAlignment);
    FIELD(maxTexture1D, MaxTexture1DWidth);
    FIELD(maxTexture1DMipmap, MaxTexture1DMipmappedWidth);
    ASK_ALL(maxTexture2D, MaxTexture2DWidth);
    ASK_ALL(maxTexture2DMipmap, MaxTexture2DMipmappedWidth);
    ASK_ALL(maxTexture2DLinear, MaxTexture2DLinearWidth);
    ASK_ALL(maxTexture2DGather, MaxTexture2DGatherWidth);
    ASK_ALL(maxTexture3D, MaxTexture3DWidth);
    ASK_ALL(maxTexture3DAlt, MaxTexture3DWidthAlt);
    FIELD(maxTextureCubemap, MaxTextureCubemapWidth);
    ASK_ALL(maxTexture1DLayered, MaxTexture1DLayeredWidth);
    ASK_ALL(maxTexture2DLayered, MaxTexture2DLayeredWidth);
    ASK_ALL(maxTextureCubemapLayered, MaxTextureCubemapLayeredWidth);
    FIELD(maxSurface1D, MaxSurface1DWidth);
    ASK_ALL(maxSurface2D, MaxSurface2DWidth);
    ASK_ALL(maxSurface3D, MaxSurface3DWidth);
    ASK_ALL(maxSurface1DLayered, MaxSurface1DLayeredWidth);
    ASK_ALL(maxSurface2DLayered, MaxSurface2DLayeredWidth);
    FIELD(maxSurfaceCubemap, MaxSurfaceCubemapWidth);
    ASK_ALL(maxSurfaceCubemapLayered, MaxSurfaceCubemapLayeredWidth);
    FIELD(regsPerBlock, MaxRegistersPerBlock);
    FIELD(regsPerMultiprocessor, MaxRegistersPerMultiprocessor);
    FIELD(warpSize, WarpSize);
    FIELD(maxThreadsPerBlock, MaxThreadsPerBlock);
    ASK_ALL(maxThreadsDim, MaxBlockDimX);
    ASK_ALL(maxGridSize, MaxGridDimX);
    FIELD(maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor);
    FIELD(maxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor);
    FIELD(multiProcessorCount, MultiProcessorCount);
    FIELD(major, ComputeCapabilityMajor);
    FIELD(minor, ComputeCapabilityMinor);
    FIELD(memoryBusWidth, GlobalMemoryBusWidth);
    FIELD(l2CacheSize, L2CacheSize);
    FIELD(persistingL2CacheMaxSize, MaxPersistingL2CacheSize);
    FIELD(accessPolicyMaxWindowSize, MaxAccessPolicyWindowSize);
    FIELD(canMapHostMemory, CanMapHostMemory);
    FIELD(concurrentKernels, ConcurrentKernels);
    FIELD(asyncEngineCount, AsyncEngineCount);
    FIELD(unifiedAddressing, UnifiedAddressing);
    FIELD(streamPrioritiesSupported, StreamPrioritiesSupported);
    FIELD(globalL1CacheSupported, GlobalL1CacheSupported);
    FIELD(localL1CacheSupported, LocalL1CacheSupported);
    FIELD(cooperativeLaunch, CooperativeLaunch);
    FIELD(managedMemory, ManagedMemory);
    FIELD(concurrentManagedAccess, ConcurrentManagedAccess);
    FIELD(canUseHostPointerForRegisteredMem, CanUseHostPointerForRegisteredMem);
#if CUDART_VERSION >= 12000
    FIELD(hostRegisterSupported, HostRegisterSupported);
    FIELD(memoryPoolsSupported, MemoryPoolsSupported);
    p->clusterLaunch = attribute_of(d, CLUSTER_LAUNCH);
#endif
#if CUDART_VERSION < 13000 || defined WARP_CUDA_DEVICE_API_H // our own header has them, too
    FIELD(clockRate, ClockRate);
    FIELD(memoryClockRate, MemoryClockRate);
    FIELD(deviceOverlap, GpuOverlap);
    FIELD(maxTexture1DLinear, MaxTexture1DLinearWidth);
    FIELD(singleToDoublePrecisionPerfRatio, SingleToDoublePrecisionPerfRatio);
#endif
#undef FIELD
#undef ASK_ALL
    return cudaSuccess;
}

// ---- limits --------------------------------------------------------------------------------------------------

static cudaError_t known_limit(enum cudaLimit limit)
{
    switch (limit) {
    case cudaLimitStackSize:
    case cudaLimitPrintfFifoSize:
    case cudaLimitMallocHeapSize:
    case cudaLimitDevRuntimePendingLaunchCount:
    case cudaLimitMaxL2FetchGranularity: return cudaSuccess; // the latter is a hint
    case cudaLimitPersistingL2CacheSize:
        return most_persisting(rt.device) ? cudaSuccess : cudaErrorUnsupportedLimit;
    case cudaLimitDevRuntimeSyncDepth: return cudaErrorUnsupportedLimit;
    }
    return cudaErrorInvalidValue;
}

static cudaError_t get_limit(size_t *value, enum cudaLimit limit)
{
    cudaError_t e = value ? known_limit(limit) : cudaErrorInvalidValue;
    if (e == cudaSuccess)
        *value = rt.limits[limit];
    return e;
}

// Tells whether a kernel has used what a limit is about, which can't change any more.
static bool is_used(enum cudaLimit limit)
{
    bool heap = false;
    for (size_t i = 0; i < sim_alloc_count(rt.memory); i++)
        heap |= sim_alloc_at(rt.memory, i)->kind == SIM_HEAP;
    return (limit == cudaLimitMallocHeapSize && heap) ||
           (limit == cudaLimitPrintfFifoSize && rt.printed.text);
}

static cudaError_t set_limit(enum cudaLimit limit, size_t value)
{
    const size_t most_stack = 262144; // half of a thread's local memory, as an H200 answers
    const size_t least_heap = 4 << 20, least_fifo = 1 << 19, record = 256; // as an H200 rounds
    cudaError_t e = known_limit(limit);
    if (e == cudaSuccess &&
        (is_used(limit) || (limit == cudaLimitStackSize && value > most_stack) ||
         (limit == cudaLimitMaxL2FetchGranularity && value > 128) ||
         (limit == cudaLimitPersistingL2CacheSize && value > (size_t)most_persisting(rt.device))))
        e = cudaErrorInvalidValue;
    if (e != cudaSuccess)
        return e;
    switch (limit) {
    case cudaLimitStackSize: value = round_up(value, 16); break;
    case cudaLimitPrintfFifoSize:
        value = round_up(value < least_fifo ? least_fifo : value, record);
        break;
    case cudaLimitMallocHeapSize: value = value < least_heap ? least_heap : value; break;
    case cudaLimitPersistingL2CacheSize:
        value = round_up(value, (size_t)rt.device->l2 / L2_PARTS);
        break;
    default: break;
    }
    rt.limits[limit] = value;
    return e;
}

// ---- reset ---------------------------------------------------------------------------------------------------

// Ends every allocation, stream and event, and sets variables to their first values again. A fault stays: the program does not
// get the device again, as on a GPU.
static cudaError_t reset(void)
{
    follows_wait(NULL);
    graphs_free();
    streams_free();
    blocks_free();
    textures_free();
    modules_unload();
    for (size_t i = 0; i < sim_alloc_count(rt.memory); i++) {
        const SimAlloc *a = sim_alloc_at(rt.memory, i);
        if (a->live && sim_is_devices(a->kind))
            sim_release(rt.memory, a->base, "cudaDeviceReset");
    }
    settings_reset();
    mempools_reset();
    rt.lost |= rt.fault != cudaSuccess;
    return cudaSuccess;
}

// The device's place on a bus, of which it is the only device.
static const char BUS_ID[] = "0000:00:00.0";

static cudaError_t pci_bus_id(char *id, int length, int device)
{
    if (!id || length < (int)sizeof BUS_ID)
        return cudaErrorInvalidValue;
    if (device != 0)
        return cudaErrorInvalidDevice;
    memcpy(id, BUS_ID, sizeof BUS_ID);
    return cudaSuccess;
}

// Finds the device at domain:bus:device.function, all in base 16, of which the first and the last may be left out.
static cudaError_t by_pci_bus_id(int *device, const char *id)
{
    unsigned at[4] = {0};
    if (!device || !id ||
        (sscanf(id, "%x:%x:%x.%x", &at[0], &at[1], &at[2], &at[3]) < 3 &&
         (at[0] = 0, sscanf(id, "%x:%x.%x", &at[1], &at[2], &at[3]) < 2)))
        return cudaErrorInvalidValue;
    return ANSWER_OF(at[0] | at[1] | at[2] | at[3], device, 0);
}

// Sets how a thread of the host waits, which has no effect here.
static cudaError_t set_flags_of_device(unsigned flags)
{
    const unsigned ways = flags & cudaDeviceScheduleMask; // one at most
    if (flags & ~(unsigned)cudaDeviceMask || ways & (ways - 1))
        return cudaErrorInvalidValue;
    rt.flags = flags;
    return cudaSuccess;
}

// ---- API -----------------------------------------------------------------------------------------------------

cudaError_t cudaGetDeviceCount(int *count) RETURNS(API_QUERY(ANSWER(count, 1)));
cudaError_t cudaGetDevice(int *device) RETURNS(API_QUERY(ANSWER(device, 0)));
cudaError_t cudaSetDevice(int device) RETURNS(API_QUERY(device != 0 ? cudaErrorInvalidDevice
                                                        : rt.lost   ? rt.fault
                                                                    : cudaSuccess));

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags)
{
    (void)deviceFlags, (void)flags; // they say how a host thread waits, which it never does here
    return API_QUERY(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
    RETURNS(API_QUERY(prop ? ANSWER(device, 0) : cudaErrorInvalidValue));
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device)
    RETURNS(API_QUERY(properties(prop, device)));
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device)
    RETURNS(API_QUERY(device_attribute(value, attr, device)));
cudaError_t cudaDeviceGetPCIBusId(char *pciBusId, int len, int device)
    RETURNS(API_QUERY(pci_bus_id(pciBusId, len, device)));
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *pciBusId)
    RETURNS(API_QUERY(by_pci_bus_id(device, pciBusId)));
cudaError_t cudaRuntimeGetVersion(int *runtimeVersion)
    RETURNS(API_QUERY(ANSWER(runtimeVersion, CUDART_VERSION)));
cudaError_t cudaDriverGetVersion(int *driverVersion)
    RETURNS(API_QUERY(ANSWER(driverVersion, CUDART_VERSION)));
cudaError_t cudaSetDeviceFlags(unsigned int flags) RETURNS(API_QUERY(set_flags_of_device(flags)));
cudaError_t cudaGetDeviceFlags(unsigned int *flags)
    RETURNS(API_QUERY(ANSWER(flags, rt.flags | cudaDeviceMapHost)));
cudaError_t cudaDeviceSynchronize(void)
    RETURNS(API_WAIT_FOR(queue_wait(NULL), capture_forbids(true)
                                               ? cudaErrorStreamCaptureUnsupported
                                               : (stream_wait(NULL), cudaSuccess)));
cudaError_t cudaDeviceReset(void)
    RETURNS((api_enter(), queue_wait(NULL), surface_fault(), API_LEAVE(reset())));
cudaError_t cudaDeviceGetLimit(size_t *pValue, enum cudaLimit limit)
    RETURNS(API_CALL(get_limit(pValue, limit)));
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
    RETURNS(API_CALL(UNCAPTURED(set_limit(limit, value))));

// Accepts a preference, which has no effect here.
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache cacheConfig)
    RETURNS(API_CALL((unsigned)cacheConfig > cudaFuncCachePreferEqual ? cudaErrorInvalidValue
                                                                      : cudaSuccess));
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *pCacheConfig)
    RETURNS(API_CALL(ANSWER(pCacheConfig, cudaFuncCachePreferNone)));
cudaError_t cudaProfilerStart(void) RETURNS(API_CALL((rt.profiling = true, cudaSuccess)));
cudaError_t cudaProfilerStop(void) RETURNS(API_CALL((rt.profiling = false, cudaSuccess)));
