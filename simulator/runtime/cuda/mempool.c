// mempool.c: memory that is allocated and freed in a stream's order, and the pools that it is taken from: the device's own, and those
// that the program makes.
//
// A pool takes and gives back memory without delay, so the bytes that it has reserved are those in use. The core counts these
// (SimAlloc.pool). So a pool that was destroyed stays until the program ends: allocations may be left.

#include "runtime/cuda/cuda.h"
#include "runtime/state/follows.h"

#include <stdlib.h>
#include <string.h>

typedef struct MemoryPool {
    struct MemoryPool *next;
    bool own;                // it is the device's
    bool destroyed;          // by the program
    int reuse[3];            // by event, opportunistic, internal
    uint64_t release;        // the release threshold
    uint64_t in_use;         // bytes
    uint64_t used, reserved; // the most bytes, since the program last set these to 0
} MemoryPool;

static void mempools_free(void)
{
    for (MemoryPool *p = rt.pools, *next; p; p = next) {
        next = p->next;
        free(p);
    }
    rt.pools = rt.current_pool = NULL;
}

// Makes a pool; NULL without host memory.
static MemoryPool *mempool_new(bool own)
{
    MemoryPool *p = malloc(sizeof *p);
    if (!p)
        return NULL;
    at_end(mempools_free);
    *p = (MemoryPool){.next = rt.pools, .own = own, .reuse = {1, 1, 1}};
    rt.pools = p;
    return p;
}

static MemoryPool *own_pool(void)
{
    FIND(MemoryPool, p, rt.pools, p->own);
    return p ? p : mempool_new(true);
}

static MemoryPool *current_pool(void)
{
    return rt.current_pool ? rt.current_pool : own_pool();
}

// A handle is the pool's address.
static cudaMemPool_t handle_of(MemoryPool *p)
{
    return (cudaMemPool_t)(void *)p;
}

static MemoryPool *find_pool(cudaMemPool_t handle)
{
    FIND(MemoryPool, p, rt.pools, handle_of(p) == handle && !p->destroyed);
    return p;
}

void mempools_reset(void)
{
    for (MemoryPool *p = rt.pools; p; p = p->next)
        if (p->own)
            *p = (MemoryPool){.next = p->next, .own = true, .reuse = {1, 1, 1}};
        else
            p->destroyed = true;
    rt.current_pool = NULL;
}

// Allocates at once from a pool; NULL: from the current one.
static cudaError_t mempool_malloc(cudaMemPool_t handle, void **at, size_t size, const void *caller)
{
    MemoryPool *p = handle ? find_pool(handle) : current_pool();
    if (!p)
        return handle ? cudaErrorInvalidValue : cudaErrorMemoryAllocation;
    cudaError_t e = device_malloc(at, size, SIM_POOL, caller);
    if (e != cudaSuccess || !*at)
        return e;
    sim_memory_pool(rt.memory, (uintptr_t)*at, &p->in_use);
    p->used = p->in_use > p->used ? p->in_use : p->used;
    p->reserved = p->in_use > p->reserved ? p->in_use : p->reserved;
    return e;
}

static cudaError_t malloc_now(Stream *s, cudaMemPool_t pool, void **p, size_t size,
                              const void *caller)
{
    cudaError_t e = mempool_malloc(pool, p, size, caller);
    if (e == cudaSuccess)
        follows_whole(s, ORDER_TAKE, *p);
    return e;
}

// Allocates in a stream's order: at once, or by a node of the graph that it is captured into.
static cudaError_t malloc_in(cudaStream_t stream, cudaMemPool_t pool, void **p, size_t size,
                             const void *caller)
{
    Stream *s = find_stream(stream);
    cudaError_t e = stream_usable(s);
    return e != cudaSuccess ? e
           : s->graph       ? graph_malloc(s, p, size, caller)
                            : UNCAPTURED(malloc_now(s, pool, p, size, caller));
}

typedef struct {
    void *p;
    const void *caller;
} Freed;

static cudaError_t replay_free(const void *args, Stream *s)
{
    const Freed *w = args;
    follows_whole(s, ORDER_GIVE, w->p);
    return device_free(w->p, w->caller);
}

static cudaError_t free_in(cudaStream_t stream, void *p, const void *caller)
{
    Stream *s = find_stream(stream);
    Freed freed = {p, caller};
    cudaError_t e = stream_usable(s);
    const HostBlock *b = host_block(p);
    if (e == cudaSuccess && b && b->kind == HOST_MANAGED) // as an H100 answers (2026-11-28)
        e = cudaErrorNotSupported;
    return e != cudaSuccess ? e
           : s->graph
               ? graph_free(s, p)
               : stream_do(s, &(Work){NODE_GIVE, replay_free, &freed, sizeof freed, cudaSuccess});
}

static cudaError_t pool_create(cudaMemPool_t *out, const struct cudaMemPoolProps *wanted)
{
    bool device = wanted && wanted->location.type == cudaMemLocationTypeDevice;
    if (!out || !wanted || wanted->allocType != cudaMemAllocationTypePinned ||
        (device && wanted->location.id != 0))
        return cudaErrorInvalidValue;
    if (!device || wanted->handleTypes != cudaMemHandleTypeNone)
        return cudaErrorNotSupported; // a simulated device's memory is its process's alone
    MemoryPool *p = mempool_new(false);
    if (!p)
        return cudaErrorMemoryAllocation;
    *out = handle_of(p);
    return cudaSuccess;
}

static cudaError_t pool_destroy(cudaMemPool_t handle)
{
    MemoryPool *p = find_pool(handle);
    if (!p || p->own)
        return cudaErrorInvalidValue;
    if (rt.current_pool == p)
        rt.current_pool = NULL;
    p->destroyed = true;
    return cudaSuccess;
}

static cudaError_t choose_pool(int device, cudaMemPool_t handle)
{
    MemoryPool *p = find_pool(handle);
    if (device != 0 || !p)
        return cudaErrorInvalidValue;
    rt.current_pool = p;
    return cudaSuccess;
}

static cudaError_t pool_attribute(cudaMemPool_t handle, enum cudaMemPoolAttr attribute, void *value,
                                  bool set)
{
    MemoryPool *p = find_pool(handle);
    if (!p || !value)
        return cudaErrorInvalidValue;
    switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies: {
        int *mine = &p->reuse[attribute - cudaMemPoolReuseFollowEventDependencies];
        memcpy(set ? (void *)mine : value, set ? value : mine, sizeof *mine);
        return cudaSuccess;
    }
    case cudaMemPoolAttrReleaseThreshold:
        memcpy(set ? (void *)&p->release : value, set ? value : &p->release, sizeof p->release);
        return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
        return bytes_attribute(value, set, p->in_use, &p->reserved);
    case cudaMemPoolAttrUsedMemHigh: return bytes_attribute(value, set, p->in_use, &p->used);
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent: return bytes_attribute(value, set, p->in_use, NULL);
    default: return cudaErrorInvalidValue;
    }
}

// Tells who may reach the pool's memory. The only device may, always.
static cudaError_t pool_access(cudaMemPool_t handle, const struct cudaMemAccessDesc *access,
                               size_t count)
{
    if (!find_pool(handle) || (count && !access))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++) {
        if (access[i].location.type != cudaMemLocationTypeDevice)
            return cudaErrorInvalidValue;
        if (access[i].location.id != 0 || access[i].flags != cudaMemAccessFlagsProtReadWrite)
            return cudaErrorInvalidDevice;
    }
    return cudaSuccess;
}

static cudaError_t get_pool_access(enum cudaMemAccessFlags *out, cudaMemPool_t handle,
                                   const struct cudaMemLocation *location)
{
    if (!find_pool(handle) || !location || location->type != cudaMemLocationTypeDevice)
        return cudaErrorInvalidValue;
    return ANSWER_OF(location->id, out, cudaMemAccessFlagsProtReadWrite);
}

// ---- API -----------------------------------------------------------------------------------------------------

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *memPool, int device)
    RETURNS(API_CALL(ANSWER_OF(device, memPool, handle_of(own_pool()))));
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *memPool, int device)
    RETURNS(API_CALL(ANSWER_OF(device, memPool, handle_of(current_pool()))));
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool)
    RETURNS(API_CALL(choose_pool(device, memPool)));
cudaError_t cudaMemPoolCreate(cudaMemPool_t *memPool, const struct cudaMemPoolProps *poolProps)
    RETURNS(API_CALL(pool_create(memPool, poolProps)));
cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) RETURNS(API_CALL(pool_destroy(memPool)));
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value)
    RETURNS(API_CALL(pool_attribute(memPool, attr, value, true)));
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value)
    RETURNS(API_CALL(pool_attribute(memPool, attr, value, false)));
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep)
    RETURNS(((void)minBytesToKeep,
             API_CALL(find_pool(memPool) ? cudaSuccess : cudaErrorInvalidValue)));
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const struct cudaMemAccessDesc *descList,
                                 size_t count)
    RETURNS(API_CALL(pool_access(memPool, descList, count)));
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t memPool,
                                 struct cudaMemLocation *location)
    RETURNS(API_CALL(get_pool_access(flags, memPool, location)));
cudaError_t cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t memPool,
                                    cudaStream_t stream)
    RETURNS(API_CALL(find_pool(memPool) ? malloc_in(stream, memPool, ptr, size, CALLER)
                                        : cudaErrorInvalidValue));
cudaError_t cudaMallocAsync(void **devPtr, size_t size, cudaStream_t hStream)
    RETURNS(API_CALL(malloc_in(hStream, NULL, devPtr, size, CALLER)));
cudaError_t cudaFreeAsync(void *devPtr, cudaStream_t hStream)
    RETURNS(API_CALL(free_in(hStream, devPtr, CALLER)));
