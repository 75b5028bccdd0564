// map.c: virtual memory of the driver API: reserved addresses, physical memory, and mappings of one to the other.
//
// Physical memory is a file without a name. A reservation has as many addresses of the host as of the device, and a mapping maps the
// file there. So neighbouring mappings are one piece of memory for a copy and a kernel, as on a GPU. Memory without access does
// not exist for the device. Access for reading only is taken as access for both.

#include "runtime/driver/driver.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { GRANULARITY = 2 << 20 }; // bytes: as GPUs have it

typedef struct Physical {
    struct Physical *next;
    int file;
    size_t size;
    unsigned users; // its mappings, and the program's handle
    bool released;  // the program's handle is gone
} Physical;

typedef struct Mapping {
    struct Mapping *next; // in the order of their addresses
    CUdeviceptr at;
    size_t size;
    Physical *physical;
    bool access;
    bool seen; // the device has had access, and may have written to it
} Mapping;

typedef struct Reservation {
    struct Reservation *next;
    CUdeviceptr base;
    size_t size;
    unsigned char *host;
    Mapping *mappings;
} Reservation;

static Physical *physicals;
static Reservation *reservations;

static bool is_whole(size_t size)
{
    return size && size % GRANULARITY == 0;
}

// Gives up a use of physical memory.
static void leave(Physical *p)
{
    if (--p->users)
        return;
    FIND_LINK(Physical, link, physicals, *link == p);
    *link = p->next;
    rt.physical -= p->size;
    close(p->file);
    free(p);
}

static void maps_free(void)
{
    for (Reservation *r; (r = reservations); free(r)) {
        reservations = r->next;
        for (Mapping *m; (m = r->mappings); free(m)) {
            r->mappings = m->next;
            leave(m->physical);
        }
        munmap(r->host, r->size);
    }
    while (physicals) {
        physicals->users = 1;
        leave(physicals);
    }
}

// Returns the reservation that has all of these addresses; NULL if none has.
static Reservation *reservation_of(CUdeviceptr at, size_t size)
{
    FIND(Reservation, r, reservations,
         at >= r->base && at - r->base <= r->size && size <= r->size - (at - r->base));
    return r;
}

// ---- What the device sees --------------------------------------------------------------------------------------------

static void hide(const Reservation *r)
{
    for (const Mapping *m = r->mappings; m; m = m->next) {
        sim_release(rt.memory, m->at, NULL);
        sim_forget(rt.memory, m->at);
    }
}

// Makes an allocation of each run of mappings that have access.
static cudaError_t show(const Reservation *r, const void *caller)
{
    char site[512];
    callsite_of(caller, site, sizeof site);
    for (Mapping *m = r->mappings, *next; m; m = next) {
        size_t size = m->size;
        for (next = m->next; m->access && next && next->access && next->at == m->at + size;
             next = next->next)
            size += next->size;
        if (m->access &&
            !sim_map(rt.memory, m->at, size, SIM_MAPPED, r->host + (m->at - r->base), site))
            return cudaErrorMemoryAllocation;
        for (Mapping *part = m; m->access && part != next; part = part->next) {
            if (part->seen)
                sim_memory_wrote(rt.memory, part->at, part->size);
            part->seen = true;
        }
    }
    return cudaSuccess;
}

// ---- Its parts -------------------------------------------------------------------------------------------------------

static cudaError_t reserve_addresses(CUdeviceptr *out, size_t size, size_t alignment,
                                     unsigned long long flags)
{
    if (!out || !is_whole(size) || alignment > GRANULARITY || flags)
        return cudaErrorInvalidValue;
    Reservation *r = malloc(sizeof *r);
    void *host = r ? mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                   : MAP_FAILED;
    if (host == MAP_FAILED) {
        free(r);
        return cudaErrorMemoryAllocation;
    }
    at_end(maps_free);
    *r = (Reservation){reservations, sim_reserve(rt.memory, size), size, host, NULL};
    reservations = r;
    *out = r->base;
    return cudaSuccess;
}

static cudaError_t free_addresses(CUdeviceptr at, size_t size)
{
    FIND_LINK(Reservation, link, reservations, (*link)->base == at && (*link)->size == size);
    Reservation *r = *link;
    if (!r || r->mappings)
        return cudaErrorInvalidValue;
    *link = r->next;
    munmap(r->host, r->size);
    free(r);
    return cudaSuccess;
}

static bool is_ours(const CUmemAllocationProp *p)
{
    return p && p->type == CU_MEM_ALLOCATION_TYPE_PINNED &&
           p->location.type == CU_MEM_LOCATION_TYPE_DEVICE && p->location.id == 0;
}

static cudaError_t create_physical(CUmemGenericAllocationHandle *out, size_t size,
                                   const CUmemAllocationProp *prop, unsigned long long flags)
{
    if (!out || !is_whole(size) || !is_ours(prop) || flags)
        return cudaErrorInvalidValue;
    if (prop->requestedHandleTypes) // it asks for handles that other processes open
        return cudaErrorNotSupported;
    if (size > bytes_free())
        return cudaErrorMemoryAllocation;
    Physical *p = malloc(sizeof *p);
    int file = memfd_create("cuMemCreate", MFD_CLOEXEC);
    if (!p || file < 0 || ftruncate(file, (off_t)size) != 0) {
        free(p);
        if (file >= 0)
            close(file);
        return cudaErrorMemoryAllocation;
    }
    at_end(maps_free);
    *p = (Physical){physicals, file, size, 1, false};
    physicals = p;
    rt.physical += size;
    *out = (uintptr_t)p;
    return cudaSuccess;
}

static Physical *find_physical(CUmemGenericAllocationHandle handle)
{
    FIND(Physical, p, physicals, (uintptr_t)p == handle && !p->released);
    return p;
}

static cudaError_t release_physical(CUmemGenericAllocationHandle handle)
{
    Physical *p = find_physical(handle);
    if (!p)
        return cudaErrorInvalidValue;
    p->released = true;
    leave(p);
    return cudaSuccess;
}

static cudaError_t map(CUdeviceptr at, size_t size, size_t offset,
                       CUmemGenericAllocationHandle handle, unsigned long long flags)
{
    Reservation *r = reservation_of(at, size);
    Physical *p = find_physical(handle);
    if (!r || !p || !is_whole(size) || (at - r->base) % GRANULARITY || offset || size > p->size ||
        flags)
        return cudaErrorInvalidValue;
    FIND_LINK(Mapping, link, r->mappings, (*link)->at + (*link)->size > at);
    if (*link && (*link)->at < at + size)
        return cudaErrorInvalidValue; // something is mapped there
    Mapping *m = malloc(sizeof *m);
    if (!m || mmap(r->host + (at - r->base), size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                   p->file, 0) == MAP_FAILED) {
        free(m);
        return cudaErrorMemoryAllocation;
    }
    p->users++;
    *m = (Mapping){*link, at, size, p, false, false};
    *link = m;
    return cudaSuccess;
}

// Returns the first mapping of [at, at+size) if that is whole mappings, one behind the other; NULL if it is not.
static Mapping **whole_mappings(Reservation *r, CUdeviceptr at, size_t size)
{
    FIND_LINK(Mapping, link, r->mappings, (*link)->at >= at);
    CUdeviceptr end = at;
    for (const Mapping *m = *link; m && m->at == end && end < at + size; m = m->next)
        end += m->size;
    return size && end == at + size ? link : NULL;
}

static cudaError_t unmap(CUdeviceptr at, size_t size, const void *caller)
{
    Reservation *r = reservation_of(at, size);
    Mapping **link = r ? whole_mappings(r, at, size) : NULL;
    if (!link)
        return cudaErrorInvalidValue;
    stream_wait(NULL);
    if (mmap(r->host + (at - r->base), size, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
        return cudaErrorOperatingSystem;
    hide(r);
    for (Mapping *m; (m = *link) && m->at < at + size; free(m)) {
        *link = m->next;
        leave(m->physical);
    }
    return show(r, caller);
}

static cudaError_t set_access(CUdeviceptr at, size_t size, const CUmemAccessDesc *access,
                              size_t count, const void *caller)
{
    Reservation *r = reservation_of(at, size);
    Mapping **link = r ? whole_mappings(r, at, size) : NULL;
    if (!link || !access || count != 1 || access->location.type != CU_MEM_LOCATION_TYPE_DEVICE ||
        access->location.id != 0)
        return cudaErrorInvalidValue;
    hide(r);
    for (Mapping *m = *link; m && m->at < at + size; m = m->next)
        m->access = access->flags != CU_MEM_ACCESS_FLAGS_PROT_NONE;
    return show(r, caller);
}

static cudaError_t get_access(unsigned long long *flags, const CUmemLocation *location,
                              CUdeviceptr at)
{
    const Reservation *r = reservation_of(at, 1);
    FIND(const Mapping, m, r ? r->mappings : NULL, at >= m->at && at - m->at < m->size);
    if (!m || !flags || !location)
        return cudaErrorInvalidValue;
    *flags = m->access && location->type == CU_MEM_LOCATION_TYPE_DEVICE
                 ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
                 : CU_MEM_ACCESS_FLAGS_PROT_NONE;
    return cudaSuccess;
}

// ---- API -------------------------------------------------------------------------------------------------------------

CUresult cuMemAddressReserve(CUdeviceptr *ptr, size_t size, size_t alignment, CUdeviceptr addr,
                             unsigned long long flags)
{
    (void)addr; // a program may only wish for an address
    return DRIVER(API_CALL(reserve_addresses(ptr, size, alignment, flags)));
}

CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size)
    RETURNS(DRIVER(API_CALL(free_addresses(ptr, size))));

CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop,
                                       CUmemAllocationGranularity_flags option)
{
    (void)option; // the least and the recommended are the same
    return DRIVER_ANY(
        API_CALL(is_ours(prop) ? ANSWER(granularity, GRANULARITY) : cudaErrorInvalidValue));
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
                     const CUmemAllocationProp *prop, unsigned long long flags)
    RETURNS(DRIVER(API_CALL(create_physical(handle, size, prop, flags))));
CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
    RETURNS(DRIVER(API_CALL(release_physical(handle))));
CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags)
    RETURNS(DRIVER(API_CALL(map(ptr, size, offset, handle, flags))));

CUresult cuMemUnmap(CUdeviceptr ptr, size_t size)
    RETURNS(DRIVER(API_WAIT(unmap(ptr, size, CALLER))));
CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t count)
    RETURNS(DRIVER(API_CALL(set_access(ptr, size, desc, count, CALLER))));
CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr ptr)
    RETURNS(DRIVER(API_CALL(get_access(flags, location, ptr))));
