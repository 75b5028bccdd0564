// memory.c: memory that graphs allocate: allocation and free nodes, made by hand or captured from cudaMallocAsync and
// cudaFreeAsync.
//
// A node's addresses are known when the node is made, since other nodes are given them as arguments. So they are reserved then,
// and stay the node's, as do the bytes of the host behind them. The node's work makes an allocation there, which any cudaFree or
// free node ends. No two nodes get the same addresses, although a GPU may reuse those that an earlier node has freed.
//
// What a GPU holds for graphs grows with what they allocate and shrinks when it is trimmed. Its driver says that all of it is in use,
// until then, and takes 32 MiB at a time; here it is the bytes that were asked for.

#include "runtime/graph/graph.h"
#include "runtime/state/follows.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// The addresses of an allocation node. Its graph and copies of that share it.
typedef struct Range {
    struct Range *next;
    uint64_t at;
    size_t size;
    unsigned char *host; // (size)
    char made[512];      // where the node was made, for messages
} Range;

static Range *ranges;
static uint64_t reserved, used_most, reserved_most; // bytes

static void ranges_free(void)
{
    for (Range *r; (r = ranges); free(r)) {
        ranges = r->next;
        munmap(r->host, r->size);
    }
    reserved = used_most = reserved_most = 0;
}

static const Range *range_at(const void *p)
{
    FIND(const Range, r, ranges, r->at == (uintptr_t)p);
    return r;
}

unsigned char *graph_bytes(const void *p, size_t size)
{
    uint64_t at = (uintptr_t)p;
    FIND(const Range, r, ranges, at >= r->at && at - r->at < r->size);
    return r && size <= r->size - (at - r->at) ? r->host + (at - r->at) : NULL;
}

static bool is_live(const Range *r)
{
    return sim_pointer(rt.memory, r->at, 1) != NULL;
}

static uint64_t bytes_used(void)
{
    uint64_t sum = 0;
    for (const Range *r = ranges; r; r = r->next)
        sum += is_live(r) ? r->size : 0;
    return sum;
}

// ---- The nodes' work -------------------------------------------------------------------------------------------------

// The work of a node, whose argument is a Range's address.
static cudaError_t replay_take(const void *args, Stream *s)
{
    const Range *r = *(const Range *const *)args;
    if (is_live(r) && !rt.frees_first)
        return cudaErrorInvalidValue;
    sim_release(rt.memory, r->at, "the next launch of its graph");
    if (r->size > bytes_free())
        return cudaErrorMemoryAllocation;
    madvise(r->host, r->size, MADV_DONTNEED); // zeros
    if (!sim_map(rt.memory, r->at, r->size, SIM_GLOBAL, r->host, r->made))
        return cudaErrorMemoryAllocation;
    follows_whole(s, ORDER_TAKE, (const void *)(uintptr_t)r->at);
    uint64_t now = bytes_used();
    reserved = now > reserved ? now : reserved;
    used_most = reserved > used_most ? reserved : used_most;
    reserved_most = reserved > reserved_most ? reserved : reserved_most;
    return cudaSuccess;
}

static cudaError_t replay_give(const void *args, Stream *s)
{
    const Range *r = *(const Range *const *)args;
    follows_whole(s, ORDER_GIVE, (const void *)(uintptr_t)r->at);
    return sim_release(rt.memory, r->at, "a node of a graph") ? cudaSuccess : cudaErrorInvalidValue;
}

static Work memory_work(NodeType type, const Range *const *r)
{
    return (Work){type, type == NODE_TAKE ? replay_take : replay_give, (const void *)r,
                  sizeof(const Range *), cudaSuccess};
}

// Reserves addresses for an allocation; NULL if the host has no memory.
static const Range *reserve(size_t size, const void *caller)
{
    Range *r = malloc(sizeof *r);
    void *host = r ? mmap(NULL, size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                   : MAP_FAILED;
    if (host == MAP_FAILED) {
        free(r);
        return NULL;
    }
    at_end(ranges_free);
    *r = (Range){ranges, sim_reserve(rt.memory, size), size, host, ""};
    callsite_of(caller, r->made, sizeof r->made);
    ranges = r;
    return r;
}

cudaError_t graph_malloc(Stream *s, void **p, size_t size, const void *caller)
{
    if (!p || size == 0)
        return cudaErrorInvalidValue;
    const Range *r = reserve(size, caller);
    if (!r)
        return cudaErrorMemoryAllocation;
    Work w = memory_work(NODE_TAKE, &r);
    cudaError_t e = stream_put(s, &w);
    if (e != cudaSuccess)
        return e;
    calls_tell(" bytes=%zu to=%p", size, (void *)(uintptr_t)r->at);
    *p = (void *)(uintptr_t)r->at;
    return cudaSuccess;
}

cudaError_t graph_free(Stream *s, const void *p)
{
    const Range *r = range_at(p);
    if (!r)
        return cudaErrorInvalidValue;
    Work w = memory_work(NODE_GIVE, &r);
    return stream_put(s, &w);
}

static cudaError_t add_take(NewNode at, struct cudaMemAllocNodeParams *p, const void *caller)
{
    if (!p || p->bytesize == 0 || p->poolProps.allocType != cudaMemAllocationTypePinned ||
        p->poolProps.handleTypes != cudaMemHandleTypeNone ||
        p->poolProps.location.type != cudaMemLocationTypeDevice || p->poolProps.location.id != 0)
        return cudaErrorInvalidValue;
    const Range *r = reserve(p->bytesize, caller);
    if (!r)
        return cudaErrorMemoryAllocation;
    cudaError_t e = node_add(at, memory_work(NODE_TAKE, &r));
    if (e == cudaSuccess)
        p->dptr = (void *)(uintptr_t)r->at;
    return e;
}

static cudaError_t add_give(NewNode at, const void *p)
{
    const Range *r = range_at(p);
    return r ? node_add(at, memory_work(NODE_GIVE, &r)) : cudaErrorInvalidValue;
}

// ---- What graphs hold ------------------------------------------------------------------------------------------------

cudaError_t bytes_attribute(void *value, bool set, uint64_t now, uint64_t *peak)
{
    const uint64_t zero = 0;
    if (set && (!peak || memcmp(value, &zero, sizeof zero) != 0))
        return cudaErrorInvalidValue;
    if (set)
        *peak = now;
    else
        memcpy(value, peak ? peak : &now, sizeof now);
    return cudaSuccess;
}

static cudaError_t memory_attribute(int device, enum cudaGraphMemAttributeType attribute,
                                    void *value, bool set)
{
    uint64_t *most = attribute == cudaGraphMemAttrUsedMemHigh       ? &used_most
                     : attribute == cudaGraphMemAttrReservedMemHigh ? &reserved_most
                                                                    : NULL;
    if (device != 0)
        return cudaErrorInvalidDevice;
    if (!value || (unsigned)attribute > cudaGraphMemAttrReservedMemHigh)
        return cudaErrorInvalidValue;
    return bytes_attribute(value, set, reserved, most);
}

// ---- API -----------------------------------------------------------------------------------------------------

ADD_CALL(MemAllocNode, add_take(at, nodeParams, CALLER), struct cudaMemAllocNodeParams *nodeParams)
ADD_CALL(MemFreeNode, add_give(at, dptr), void *dptr)
cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr,
                                           void *value)
    RETURNS(API_CALL(memory_attribute(device, attr, value, false)));
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr,
                                           void *value)
    RETURNS(API_CALL(memory_attribute(device, attr, value, true)));
cudaError_t cudaDeviceGraphMemTrim(int device)
    RETURNS(API_CALL(device != 0 ? cudaErrorInvalidDevice
                                 : (reserved = bytes_used(), cudaSuccess)));
