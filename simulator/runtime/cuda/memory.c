// memory.c: allocations on the device, and host memory that the device reaches.
//
// Device memory belongs to the core (SimMemory), which gives it an address that is no host address. Pinned, registered
// and managed memory is the host's. Its address is valid on both sides, as with unified addressing, and rt.host_blocks lists
// it. Managed memory does not migrate: its pages cost what the device's own do, wherever they were used last. So ncu finds them,
// since it runs a kernel several times.
//
// Every allocation keeps who made and who freed it, for messages.

#include "runtime/cuda/cuda.h"
#include "runtime/state/follows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { SITE = 512, PAGE = 4096, PITCH = 512 /* of rows: as an H200 answers */ };

HostBlock *host_block(const void *p)
{
    uintptr_t at = (uintptr_t)p;
    FIND(HostBlock, b, rt.host_blocks, at >= (uintptr_t)b->at && at - (uintptr_t)b->at < b->size);
    return b;
}

const SimAlloc *device_block(const void *p)
{
    uint64_t at = (uintptr_t)p;
    const SimAlloc *a = p ? sim_nearest(rt.memory, at) : NULL;
    return a && a->live && at >= a->base && at - a->base < a->size ? a : NULL;
}

void reason_is_place(const char *what, const void *p)
{
    const SimAlloc *a = p ? sim_nearest(rt.memory, (uintptr_t)p) : NULL;
    if (!p)
        reason_set("%s is a null pointer", what);
    else if (!a || (uintptr_t)p < a->base || (uintptr_t)p - a->base >= a->size)
        reason_set("%s is %p, which is not memory that CUDA knows", what, p);
    else
        reason_set("%s begins at byte %" PRIu64 " of %s, %" PRIu64 " bytes%s%s%s%s", what,
                   (uintptr_t)p - a->base,
                   a->name                 ? a->name
                   : sim_is_hosts(a->kind) ? "the host's memory"
                                           : "the device's memory",
                   a->size, a->made ? ", allocated at " : "", a->made ? a->made : "",
                   a->freed ? ", freed at " : "", a->freed ? a->freed : "");
}

uint64_t alloc_for(const void *caller, size_t size, SimKind kind, void *host)
{
    char site[SITE];
    callsite_of(caller, site, sizeof site);
    return sim_alloc(rt.memory, size, kind, host, NULL, site);
}

void release_for(const void *caller, uint64_t base)
{
    char site[SITE];
    callsite_of(caller, site, sizeof site);
    sim_release(rt.memory, base, site);
}

cudaError_t device_malloc(void **p, size_t size, SimKind kind, const void *caller)
{
    if (!p)
        return cudaErrorInvalidValue;
    *p = NULL;
    calls_tell(" bytes=%zu", size);
    if (size == 0)
        return cudaSuccess;
    if (size > bytes_free()) {
        reason_set("bytes: %zu, and %" PRIu64 " of the device's %" PRIu64 " are free", size,
                   bytes_free(), (uint64_t)rt.device->memory);
        return cudaErrorMemoryAllocation;
    }
    uint64_t address = alloc_for(caller, size, kind, NULL);
    if (kind != SIM_POOL)
        follows_allocation();
    *p = (void *)(uintptr_t)address;
    calls_tell(" to=%p", *p);
    return address ? cudaSuccess : cudaErrorMemoryAllocation;
}

// Lets the device reach [at, at+size) of the host. The runtime frees pinned and managed memory later.
static cudaError_t add_host_block(void *at, size_t size, int kind, unsigned flags,
                                  const void *caller)
{
    HostBlock *b = malloc(sizeof *b);
    if (!b || !alloc_for(caller, size, kind == HOST_MANAGED ? SIM_MANAGED : SIM_HOST, at)) {
        free(b);
        return cudaErrorMemoryAllocation;
    }
    at_end(blocks_free);
    *b = (HostBlock){rt.host_blocks, at, size, kind, flags};
    rt.host_blocks = b;
    follows_allocation();
    return cudaSuccess;
}

static size_t mapped(size_t size)
{
    return round_up(size, PAGE) + PAGE;
}

// Maps host memory of this size in pages of its own, as a driver does. Behind them is a page that nobody may use: an access far
// past the end ends the program, as with a GPU, instead of reaching what lies there. NULL if there is no memory.
static void *map_pages(size_t size)
{
    char *at = mmap(NULL, mapped(size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    mprotect(at + mapped(size) - PAGE, PAGE, PROT_NONE); // if it fails, only the guard is missing
    return at;
}

static cudaError_t host_malloc(void **p, size_t size, int kind, unsigned flags, const void *caller)
{
    if (!p)
        return cudaErrorInvalidValue;
    *p = NULL;
    if (size == 0)
        return cudaSuccess;
    if (size > SIZE_MAX - 2 * (size_t)PAGE)
        return cudaErrorMemoryAllocation;
    void *at = map_pages(size);
    if (!at)
        return cudaErrorMemoryAllocation;
    cudaError_t e = add_host_block(at, size, kind, flags, caller);
    calls_tell(" bytes=%zu to=%p", size, e == cudaSuccess ? at : NULL);
    if (e == cudaSuccess)
        *p = at;
    else
        munmap(at, mapped(size));
    return e;
}

// Ends the block of this kind that starts at p; false if there is none.
static bool drop_host_block(const void *p, int kind, const void *caller)
{
    calls_tell(" from=%p", p);
    FIND_LINK(HostBlock, link, rt.host_blocks, (*link)->at == p && (int)(*link)->kind == kind);
    HostBlock *b = *link;
    if (!b)
        return false;
    release_for(caller, (uintptr_t)b->at);
    *link = b->next;
    if (kind != HOST_REGISTERED)
        munmap(b->at, mapped(b->size));
    free(b);
    return true;
}

void blocks_free(void)
{
    while (rt.host_blocks)
        drop_host_block(rt.host_blocks->at, (int)rt.host_blocks->kind, NULL);
}

cudaError_t device_free(void *p, const void *caller)
{
    if (!p || drop_host_block(p, HOST_MANAGED, caller))
        return cudaSuccess;
    const SimAlloc *a = device_block(p);
    if (!a || a->base != (uintptr_t)p || (a->kind != SIM_GLOBAL && a->kind != SIM_POOL) ||
        a->variable) {
        reason_is_place("the memory to free", p);
        return cudaErrorInvalidValue;
    }
    release_for(caller, a->base);
    return cudaSuccess;
}

static cudaError_t host_free(const void *p, const void *caller)
{
    if (!p || drop_host_block(p, HOST_PINNED, caller))
        return cudaSuccess;
    reason_is_place("the memory to free", p);
    return cudaErrorInvalidValue;
}

static cudaError_t malloc_pitch(void **p, size_t *pitch, size_t width, size_t height,
                                const void *caller)
{
    if (!p || !pitch)
        return cudaErrorInvalidValue;
    if (width > SIZE_MAX - PITCH)
        return cudaErrorMemoryAllocation;
    *pitch = round_up(width, PITCH);
    size_t size;
    if (__builtin_mul_overflow(*pitch, height, &size))
        return cudaErrorMemoryAllocation;
    return device_malloc(p, size, SIM_GLOBAL, caller);
}

// Tells whether the host has memory in all of [at, at + size).
static bool is_mapped(const void *at, size_t size)
{
    uintptr_t from = (uintptr_t)at / PAGE * PAGE, to;
    return !__builtin_add_overflow((uintptr_t)at, size, &to) &&
           msync((void *)from, to - from, MS_ASYNC) == 0; // changes nothing
}

static cudaError_t host_register(void *p, size_t size, unsigned flags, const void *caller)
{
    if (!p || size == 0 || flags & ~15u || !is_mapped(p, size))
        return cudaErrorInvalidValue;
    for (const HostBlock *b = rt.host_blocks; b; b = b->next)
        if ((uintptr_t)p < (uintptr_t)b->at + b->size && (uintptr_t)b->at < (uintptr_t)p + size)
            return cudaErrorHostMemoryAlreadyRegistered;
    calls_tell(" bytes=%zu to=%p", size, p);
    return add_host_block(p, size, HOST_REGISTERED, flags, caller);
}

static cudaError_t host_unregister(const void *p, const void *caller)
{
    const HostBlock *b = host_block(p);
    return drop_host_block(p, HOST_REGISTERED, caller) ? cudaSuccess
           : b                                         ? cudaErrorInvalidValue
                                                       : cudaErrorHostMemoryNotRegistered;
}

static cudaError_t host_flags(unsigned *flags, void *host)
{
    const HostBlock *b = host_block(host);
    if (!flags || !b || b->kind == HOST_MANAGED)
        return cudaErrorInvalidValue;
    *flags = b->flags | cudaHostAllocMapped; // with unified addressing all of it is mapped
    return cudaSuccess;
}

static cudaError_t pointer_attributes(struct cudaPointerAttributes *out, const void *p)
{
    if (!out)
        return cudaErrorInvalidValue;
    const HostBlock *b = host_block(p);
    const SimAlloc *a = device_block(p);
    bool both = b || (a && sim_is_hosts(a->kind)); // a __managed__ variable is no HostBlock
    memset(out, 0, sizeof *out);
    out->type = b && b->kind != HOST_MANAGED ? cudaMemoryTypeHost
                : both                       ? cudaMemoryTypeManaged
                : a                          ? cudaMemoryTypeDevice
                                             : cudaMemoryTypeUnregistered;
    out->device = both || a ? 0 : cudaInvalidDeviceId;
    out->devicePointer = both || a ? (void *)(uintptr_t)p : NULL;
    out->hostPointer = both || !a ? (void *)(uintptr_t)p : NULL;
    return cudaSuccess;
}

static cudaError_t memory_info(size_t *free, size_t *total)
{
    if (total)
        *total = (size_t)rt.device->memory;
    if (free)
        *free = bytes_free();
    return cudaSuccess;
}

// Tells whether all of it is of one allocation or __managed__ variable.
static bool is_managed(const void *p, size_t size)
{
    const SimAlloc *a = device_block(p);
    return a && a->kind == SIM_MANAGED && size <= a->size - ((uintptr_t)p - a->base);
}

// A prefetch that is known to be valid.
typedef struct {
    size_t size;
    bool to_device;
} Prefetch;

static cudaError_t replay_prefetch(const void *args, Stream *s)
{
    const Prefetch *w = args;
    stream_work(s, w->to_device ? ENGINE_TO_DEVICE : ENGINE_TO_HOST,
                rt.device->overhead + (double)w->size / rt.device->pcie);
    return cudaSuccess;
}

static cudaError_t prefetch(const void *p, size_t size, bool to_device, cudaStream_t stream)
{
    Stream *s = find_stream(stream);
    cudaError_t e = stream_usable(s);
    if (e != cudaSuccess)
        return e;
    if (capture_refuses(s) || capture_forbids(false))
        return cudaErrorStreamCaptureUnsupported;
    if (!size || !is_managed(p, size))
        return cudaErrorInvalidValue;
    return stream_do(s, &(Work){NODE_EMPTY, replay_prefetch, &(Prefetch){size, to_device},
                                sizeof(Prefetch), cudaSuccess});
}

// ---- API -----------------------------------------------------------------------------------------------------

cudaError_t cudaMalloc(void **devPtr, size_t size)
    RETURNS(API_CALL(UNCAPTURED(device_malloc(devPtr, size, SIM_GLOBAL, CALLER))));
cudaError_t cudaMallocPitch(void **devPtr, size_t *pitch, size_t width, size_t height)
    RETURNS(API_CALL(UNCAPTURED(malloc_pitch(devPtr, pitch, width, height, CALLER))));

static cudaError_t malloc_3d(struct cudaPitchedPtr *p, struct cudaExtent e, const void *caller)
{
    size_t rows;
    if (!p || __builtin_mul_overflow(e.height, e.depth, &rows))
        return cudaErrorInvalidValue;
    p->xsize = e.width;
    p->ysize = e.height;
    return malloc_pitch(&p->ptr, &p->pitch, e.width, rows, caller);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitchedDevPtr, struct cudaExtent extent)
    RETURNS(API_CALL(UNCAPTURED(malloc_3d(pitchedDevPtr, extent, CALLER))));

cudaError_t cudaFree(void *devPtr)
    RETURNS(API_WAIT((follows_free(devPtr, true), stream_wait(NULL), device_free(devPtr, CALLER))));

cudaError_t cudaMallocHost(void **ptr, size_t size)
    RETURNS(API_CALL(UNCAPTURED(host_malloc(ptr, size, HOST_PINNED, cudaHostAllocDefault,
                                            CALLER))));
cudaError_t cudaHostAlloc(void **pHost, size_t size, unsigned int flags)
    RETURNS(API_CALL((flags & ~7u)
                         ? cudaErrorInvalidValue
                         : UNCAPTURED(host_malloc(pHost, size, HOST_PINNED, flags, CALLER))));
cudaError_t cudaFreeHost(void *ptr)
    RETURNS(API_WAIT((follows_free(ptr, false), host_free(ptr, CALLER))));
cudaError_t cudaMallocManaged(void **devPtr, size_t size, unsigned int flags)
    RETURNS(API_CALL(flags != cudaMemAttachGlobal && flags != cudaMemAttachHost
                         ? cudaErrorInvalidValue
                         : UNCAPTURED(host_malloc(devPtr, size, HOST_MANAGED, flags, CALLER))));
cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags)
    RETURNS(API_CALL(UNCAPTURED(host_register(ptr, size, flags, CALLER))));
cudaError_t cudaHostUnregister(void *ptr)
    RETURNS(API_WAIT((follows_free(ptr, false), host_unregister(ptr, CALLER))));
cudaError_t cudaHostGetDevicePointer(void **pDevice, void *pHost, unsigned int flags)
    RETURNS(API_CALL(flags || !host_block(pHost) ? cudaErrorInvalidValue : ANSWER(pDevice, pHost)));
cudaError_t cudaHostGetFlags(unsigned int *pFlags, void *pHost)
    RETURNS(API_CALL(host_flags(pFlags, pHost)));
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr)
    RETURNS(API_CALL(pointer_attributes(attributes, ptr)));
cudaError_t cudaMemGetInfo(size_t *free, size_t *total) RETURNS(API_CALL(memory_info(free, total)));

// Has no effect: only a driver that migrates managed memory must know which stream may reach it.
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *devPtr, size_t length,
                                     unsigned int flags)
    RETURNS(API_CALL(!find_stream(stream) ? cudaErrorInvalidResourceHandle
                     : flags == 0 || flags > 4 || (flags & (flags - 1)) ? cudaErrorInvalidValue
                     : is_managed(devPtr, length)                       ? cudaSuccess
                                                                        : cudaErrorInvalidValue));

// Advice changes speed alone, and managed memory has one speed here.
cudaError_t memory_advise(const void *p, size_t size)
    RETURNS(size == 0 || !is_managed(p, size) ? cudaErrorInvalidValue : cudaSuccess);

#if CUDART_VERSION >= 13000
#define ADVISED struct cudaMemLocation location // cudaMemAdvise's last parameter

cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, struct cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream)
{
    bool device = location.type == cudaMemLocationTypeDevice;
    return API_CALL(flags || (!device && location.type != cudaMemLocationTypeHost)
                        ? cudaErrorInvalidValue
                    : device && location.id != 0 ? cudaErrorInvalidDevice
                                                 : prefetch(devPtr, count, device, stream));
}

#else
#define ADVISED int location

cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, int dstDevice,
                                 cudaStream_t stream)
    RETURNS(API_CALL(dstDevice != 0 && dstDevice != cudaCpuDeviceId
                         ? cudaErrorInvalidDevice
                         : prefetch(devPtr, count, dstDevice == 0, stream)));

#endif

cudaError_t cudaMemAdvise(const void *devPtr, size_t count, enum cudaMemoryAdvise advice, ADVISED)
{
    (void)advice, (void)location;
    return API_CALL(UNCAPTURED(memory_advise(devPtr, count)));
}
