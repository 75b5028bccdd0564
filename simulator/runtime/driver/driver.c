// driver.c: a driver call's begin and end; errors; the device; contexts.
//
// Calls before cuInit fail, and calls of a thread without a context, as with a GPU. A thread that has called the runtime has the
// primary context, unless it has pushed another one.

#include "runtime/driver/driver.h"

#include <cudaProfiler.h>
#include <cuda_profiler_api.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wunused-parameter" // of contexts, which are of one device

enum { MOST_NESTED = 64 };

struct CUctx_st {
    CUcontext next;
    unsigned flags;
    unsigned long long id;
    bool destroyed; // but threads may still have it as their current one
};

static bool initialized;
static struct CUctx_st primary = {.id = 1};
static int retained;
static CUcontext contexts; // those that the program made
static _Thread_local CUcontext stack[MOST_NESTED];
static _Thread_local int nested;

// ---- Begin and end of a call -----------------------------------------------------------------------------------------

CUcontext driver_context(void)
{
    return nested ? stack[nested - 1] : this_thread.used ? &primary : NULL;
}

static cudaError_t refusal(bool context)
{
    CUcontext c = driver_context();
    return !initialized && !this_thread.used            ? cudaErrorInitializationError
           : !context                                   ? cudaSuccess
           : !c                                         ? cudaErrorDeviceUninitialized
           : c->destroyed || (rt.lost && c == &primary) ? cudaErrorContextIsDestroyed
                                                        : cudaSuccess;
}

bool driver_enter(const Caller *c, bool context)
{
    this_thread.within = c;
    return refusal(context) == cudaSuccess;
}

cudaError_t driver_refuses(void) RETURNS(API_QUERY(refusal(true)));

CUresult driver_leave(cudaError_t result)
{
    this_thread.within = NULL;
    return (CUresult)driver_error(result);
}

CUresult cuInit(unsigned int Flags)
{
    start_runtime();
    initialized |= Flags == 0;
    return Flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *driverVersion)
{
    if (!driverVersion)
        return CUDA_ERROR_INVALID_VALUE;
    *driverVersion = CUDA_VERSION;
    return CUDA_SUCCESS;
}

static CUresult name_error(CUresult error, const char **out, bool text)
{
    if (!out)
        return CUDA_ERROR_INVALID_VALUE;
    *out = driver_error_name((int)error, text);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorName(CUresult error, const char **pStr) RETURNS(name_error(error, pStr, false));
CUresult cuGetErrorString(CUresult error, const char **pStr) RETURNS(name_error(error, pStr, true));

// ---- The device ------------------------------------------------------------------------------------------------------

CUresult cuDeviceGet(CUdevice *device, int ordinal)
    RETURNS(DRIVER_ANY(API_QUERY(ANSWER_OF(ordinal, device, 0))));
CUresult cuDeviceGetCount(int *count) RETURNS(DRIVER_ANY(cudaGetDeviceCount(count)));

static cudaError_t device_name(char *name, int size, CUdevice device)
{
    struct cudaDeviceProp p;
    cudaError_t e = name && size > 0 ? cudaGetDeviceProperties(&p, device) : cudaErrorInvalidValue;
    if (e == cudaSuccess)
        snprintf(name, (size_t)size, "%s", p.name);
    return e;
}

CUresult cuDeviceGetName(char *name, int len, CUdevice dev)
    RETURNS(DRIVER_ANY(device_name(name, len, dev)));
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice dev)
    RETURNS(DRIVER_ANY(API_QUERY(ANSWER_OF(dev, uuid, (CUuuid){0}))));
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice dev)
    RETURNS(DRIVER_ANY(API_QUERY(ANSWER_OF(dev, bytes, (size_t)rt.device->memory))));

// Both APIs number attributes alike.
CUresult cuDeviceGetAttribute(int *pi, CUdevice_attribute attrib, CUdevice dev)
    RETURNS(DRIVER_ANY(cudaDeviceGetAttribute(pi, (enum cudaDeviceAttr)attrib, dev)));

static cudaError_t capability(int *major, int *minor, CUdevice device)
{
    cudaError_t e = cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
    return e == cudaSuccess
               ? cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device)
               : e;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice dev)
    RETURNS(DRIVER_ANY(capability(major, minor, dev)));

static cudaError_t properties_of(CUdevprop *out, CUdevice device)
{
    struct cudaDeviceProp p;
    cudaError_t e = out ? cudaGetDeviceProperties(&p, device) : cudaErrorInvalidValue;
    if (e != cudaSuccess)
        return e;
    *out = (CUdevprop){.maxThreadsPerBlock = p.maxThreadsPerBlock,
                       .sharedMemPerBlock = (int)p.sharedMemPerBlock,
                       .totalConstantMemory = (int)p.totalConstMem,
                       .SIMDWidth = p.warpSize,
                       .memPitch = (int)p.memPitch,
                       .regsPerBlock = p.regsPerBlock,
                       .textureAlign = (int)p.textureAlignment};
    memcpy(out->maxThreadsDim, p.maxThreadsDim, sizeof out->maxThreadsDim);
    memcpy(out->maxGridSize, p.maxGridSize, sizeof out->maxGridSize);
    return cudaDeviceGetAttribute(&out->clockRate, cudaDevAttrClockRate, device);
}

CUresult cuDeviceGetProperties(CUdevprop *prop, CUdevice dev)
    RETURNS(DRIVER_ANY(properties_of(prop, dev)));
CUresult cuDeviceGetPCIBusId(char *pciBusId, int len, CUdevice dev)
    RETURNS(DRIVER_ANY(cudaDeviceGetPCIBusId(pciBusId, len, dev)));
CUresult cuDeviceGetByPCIBusId(CUdevice *dev, const char *pciBusId)
    RETURNS(DRIVER_ANY(cudaDeviceGetByPCIBusId(dev, pciBusId)));
CUresult cuDeviceCanAccessPeer(int *canAccessPeer, CUdevice dev, CUdevice peerDev)
    RETURNS(DRIVER_ANY(cudaDeviceCanAccessPeer(canAccessPeer, dev, peerDev)));
CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attrib, CUdevice srcDevice,
                                 CUdevice dstDevice)
    RETURNS(DRIVER_ANY(cudaDeviceGetP2PAttribute(value, (enum cudaDeviceP2PAttr)attrib, srcDevice,
                                                 dstDevice)));
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool_out, CUdevice dev)
    RETURNS(DRIVER_ANY(cudaDeviceGetDefaultMemPool(pool_out, dev)));
CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice dev)
    RETURNS(DRIVER_ANY(cudaDeviceGetMemPool(pool, dev)));
CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool)
    RETURNS(DRIVER_ANY(cudaDeviceSetMemPool(dev, pool)));

CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags)
    RETURNS(DRIVER(API_CALL(cudaErrorPeerAccessUnsupported)));
CUresult cuCtxDisablePeerAccess(CUcontext peerContext)
    RETURNS(DRIVER(API_CALL(cudaErrorPeerAccessNotEnabled)));

// ---- Contexts --------------------------------------------------------------------------------------------------------

// The primary context's flags are those that cudaSetDeviceFlags sets.
static unsigned flags_of(const struct CUctx_st *c)
{
    return c == &primary ? rt.flags : c->flags;
}

// Tells whether a context may have these flags. Of the ways in which the host waits there is one at most.
static bool are_flags(unsigned flags)
{
    const unsigned known = CU_CTX_FLAGS_MASK, ways = flags & CU_CTX_SCHED_MASK;
    return !(flags & ~known) && !(ways & (ways - 1));
}

static void contexts_free(void)
{
    for (CUcontext c; (c = contexts); free(c))
        contexts = c->next;
}

static bool is_context(CUcontext handle)
{
    FIND(struct CUctx_st, c, contexts, c == handle);
    return handle == &primary || (c && !c->destroyed);
}

static cudaError_t push(CUcontext c)
{
    if (!is_context(c) || nested == MOST_NESTED)
        return cudaErrorDeviceUninitialized;
    stack[nested++] = c;
    this_thread.elsewhere = true;
    return cudaSuccess;
}

static void leave_context(void)
{
    this_thread.elsewhere = --nested > 0;
}

static cudaError_t pop(CUcontext *out)
{
    if (nested == 0)
        return cudaErrorDeviceUninitialized;
    if (out)
        *out = stack[nested - 1];
    leave_context();
    return cudaSuccess;
}

static cudaError_t set_current(CUcontext c)
{
    if (c && !is_context(c))
        return cudaErrorDeviceUninitialized;
    if (nested)
        leave_context();
    return c ? push(c) : cudaSuccess;
}

static cudaError_t create_context(CUcontext *out, unsigned flags, CUdevice device)
{
    static unsigned long long made = 1;
    if (!out || !are_flags(flags) || nested == MOST_NESTED)
        return cudaErrorInvalidValue;
    if (device != 0)
        return cudaErrorInvalidDevice;
    CUcontext c = malloc(sizeof *c);
    if (!c)
        return cudaErrorMemoryAllocation;
    at_end(contexts_free);
    *c = (struct CUctx_st){contexts, flags, ++made, false};
    contexts = *out = c;
    return push(c);
}

static cudaError_t destroy_context(CUcontext handle)
{
    FIND(struct CUctx_st, c, contexts, c == handle && !c->destroyed);
    if (!c)
        return cudaErrorDeviceUninitialized;
    if (nested && stack[nested - 1] == c)
        leave_context();
    c->destroyed = true;
    rt.lost |= rt.fault != cudaSuccess;
    stream_wait(NULL);
    return cudaSuccess;
}

CUresult cuCtxCreate_v2(CUcontext *pctx, unsigned int flags, CUdevice dev)
    RETURNS(DRIVER_ANY(API_CALL(create_context(pctx, flags, dev))));

CUresult cuCtxCreate_v3(CUcontext *pctx, CUexecAffinityParam *paramsArray, int numParams,
                        unsigned int flags, CUdevice dev)
    RETURNS(DRIVER_ANY(API_CALL(numParams ? cudaErrorNotSupported // so many SMs, for MPS
                                          : create_context(pctx, flags, dev))));

#if CUDA_VERSION >= 12050
CUresult cuCtxCreate_v4(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags,
                        CUdevice dev)
{
    bool plain = !ctxCreateParams ||
                 (!ctxCreateParams->numExecAffinityParams && !ctxCreateParams->cigParams);
    return DRIVER_ANY(API_CALL(plain ? create_context(pctx, flags, dev) : cudaErrorNotSupported));
}
#endif

CUresult cuCtxDestroy(CUcontext ctx)
{
    // also after a fault
    return DRIVER_ANY(
        (api_enter(), queue_wait(NULL), surface_fault(), API_LEAVE(destroy_context(ctx))));
}

CUresult cuCtxPushCurrent(CUcontext ctx) RETURNS(DRIVER_ANY(API_QUERY(push(ctx))));
CUresult cuCtxPopCurrent(CUcontext *pctx) RETURNS(DRIVER_ANY(API_QUERY(pop(pctx))));
CUresult cuCtxSetCurrent(CUcontext ctx) RETURNS(DRIVER_ANY(API_QUERY(set_current(ctx))));
CUresult cuCtxGetCurrent(CUcontext *pctx)
    RETURNS(DRIVER_ANY(API_QUERY(ANSWER(pctx, driver_context()))));
CUresult cuCtxGetDevice(CUdevice *device) RETURNS(DRIVER(API_QUERY(ANSWER(device, 0))));
CUresult cuCtxGetFlags(unsigned int *flags)
    RETURNS(DRIVER(API_QUERY(ANSWER(flags, flags_of(driver_context())))));
CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int *version)
    RETURNS(DRIVER_ANY(API_QUERY(ctx && !is_context(ctx) ? cudaErrorDeviceUninitialized
                                                         : ANSWER(version, 3020)))); // as ever

#if CUDA_VERSION >= 12000
CUresult cuCtxGetId(CUcontext ctx, unsigned long long *ctxId)
{
    CUcontext c = ctx ? ctx : driver_context();
    return DRIVER_ANY(
        API_QUERY(is_context(c) ? ANSWER(ctxId, c->id) : cudaErrorDeviceUninitialized));
}
#endif

CUresult cuCtxSynchronize(void) RETURNS(DRIVER(cudaDeviceSynchronize()));

#if CUDA_VERSION >= 13000
CUresult cuCtxSynchronize_v2(CUcontext ctx)
    RETURNS(DRIVER(ctx && !is_context(ctx) ? API_QUERY(cudaErrorDeviceUninitialized)
                                           : cudaDeviceSynchronize()));
CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext ctx)
    RETURNS(DRIVER(API_QUERY(ctx && !is_context(ctx) ? cudaErrorDeviceUninitialized
                                                     : ANSWER(device, 0))));
#endif

CUresult cuCtxSetLimit(CUlimit limit, size_t value)
    RETURNS(DRIVER(cudaDeviceSetLimit((enum cudaLimit)limit, value)));
CUresult cuCtxGetLimit(size_t *pvalue, CUlimit limit)
    RETURNS(DRIVER(cudaDeviceGetLimit(pvalue, (enum cudaLimit)limit)));
CUresult cuCtxGetCacheConfig(CUfunc_cache *pconfig)
    RETURNS(DRIVER(cudaDeviceGetCacheConfig((enum cudaFuncCache *)(void *)pconfig)));
CUresult cuCtxSetCacheConfig(CUfunc_cache config)
    RETURNS(DRIVER(cudaDeviceSetCacheConfig((enum cudaFuncCache)config)));
CUresult cuCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority)
    RETURNS(DRIVER(cudaDeviceGetStreamPriorityRange(leastPriority, greatestPriority)));

// ---- The primary context ---------------------------------------------------------------------------------------------

static cudaError_t retain(CUcontext *out, CUdevice device)
{
    cudaError_t e = ANSWER_OF(device, out, &primary);
    retained += e == cudaSuccess;
    return e;
}

static cudaError_t release(CUdevice device)
{
    if (device != 0 || retained == 0)
        return device ? cudaErrorInvalidDevice : cudaErrorDeviceUninitialized;
    retained--;
    return cudaSuccess;
}

static cudaError_t primary_state(unsigned *flags, int *active, CUdevice device)
{
    if (device != 0 || !flags || !active)
        return device ? cudaErrorInvalidDevice : cudaErrorInvalidValue;
    *flags = rt.flags & ~(unsigned)CU_CTX_MAP_HOST; // as an H200 answers
    *active = retained || this_thread.used;
    return cudaSuccess;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev)
    RETURNS(DRIVER_ANY(API_CALL(retain(pctx, dev))));
CUresult cuDevicePrimaryCtxRelease(CUdevice dev) RETURNS(DRIVER_ANY(API_QUERY(release(dev))));
CUresult cuDevicePrimaryCtxReset(CUdevice dev)
    RETURNS(DRIVER_ANY(dev ? API_QUERY(cudaErrorInvalidDevice) : cudaDeviceReset()));
CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int *flags, int *active)
    RETURNS(DRIVER_ANY(API_QUERY(primary_state(flags, active, dev))));

static cudaError_t set_flags(unsigned flags, CUdevice device)
{
    if (device != 0 || !are_flags(flags))
        return device ? cudaErrorInvalidDevice : cudaErrorInvalidValue;
    rt.flags = flags;
    return cudaSuccess;
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags)
    RETURNS(DRIVER_ANY(API_QUERY(set_flags(flags, dev))));
CUresult cuProfilerStart(void) RETURNS(DRIVER(cudaProfilerStart()));
CUresult cuProfilerStop(void) RETURNS(DRIVER(cudaProfilerStop()));
