// memory.c: the allocations that kernels may touch.
//
// They are in one array, ordered by device address. Addresses only go up and are never used again. A freed allocation stays in
// the array, so that a finding can name it when a kernel accesses it, until its addresses, if they are the host's, are used again.
// Between two allocations is a gap of at least GAP bytes, so that an index past the end never reaches the next allocation.
//
// A device address is not a host address: a host program that uses one as a pointer crashes, as it does with a GPU. Pinned
// and managed memory are the exception, as on a GPU.

#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ADDRESS 0x0000000302000000ull
#define ALIGN         512ull
#define LARGE         (1ull << 20) // from this size on an allocation starts at a page, as on a GPU
#define PAGE          (2ull << 20)
#define GAP           512ull

SimMemory *sim_memory_new(void)
{
    SimMemory *m = calloc(1, sizeof *m);
    if (m)
        m->next = FIRST_ADDRESS;
    return m;
}

static char *copy_string(const char *s)
{
    if (!s)
        return NULL;
    size_t n = strlen(s) + 1;
    char *copy = malloc(n);
    if (copy)
        memcpy(copy, s, n);
    return copy;
}

// Returns the index of the first item whose base is above the address.
static size_t upper_bound(const SimMemory *m, u64 address)
{
    size_t low = 0, high = m->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->items[middle]->base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static u64 end_of(const SimAlloc *a)
{
    return a->base + a->size;
}

// Returns the allocation that begins at the address, live or freed; NULL if none does.
static SimAlloc *alloc_with_base(const SimMemory *m, u64 address)
{
    size_t at = upper_bound(m, address);
    return at && m->items[at - 1]->base == address ? m->items[at - 1] : NULL;
}

static void free_shadow(const MemoryObserver *observer, Shadow *s)
{
    if (observer)
        observer->freed(s);
}

void traces_free(SimTraces *t)
{
    free(t->touched);
    free(t->asked);
    free(t->promoted);
    t->touched = NULL;
    t->asked = NULL;
    t->promoted = NULL;
}

// Frees what a live allocation has.
static void empty_alloc(const SimMemory *m, SimAlloc *a)
{
    if (a->owned)
        free(a->host);
    traces_free(&a->traces);
    free_shadow(m->observer, a->shadow);
    a->owned = false;
    a->host = NULL;
    a->shadow = NULL;
}

static void free_alloc(const SimMemory *m, SimAlloc *a)
{
    empty_alloc(m, a);
    free((void *)(uintptr_t)a->name);
    free((void *)(uintptr_t)a->made);
    free((void *)(uintptr_t)a->freed);
    free(a);
}

void sim_memory_free(SimMemory *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->count; i++)
        free_alloc(m, m->items[i]);
    free(m->items);
    heap_free(m->heap);
    free(m->textures.items);
    free(m);
}

// Removes an item as if it had never been.
static void remove_alloc(SimMemory *m, size_t at)
{
    free_alloc(m, m->items[at]);
    memmove(m->items + at, m->items + at + 1, (--m->count - at) * sizeof(SimAlloc *));
}

// Returns zeroed memory of the host. A managed variable, which the host uses too, has pages of its own, so that they can be guarded.
static void *host_memory(size_t size, SimKind kind)
{
    enum { HOST_PAGE = 4096 };
    if (kind != SIM_MANAGED)
        return calloc(1, size ? size : 1);
    size_t whole = round_up(size + 1, HOST_PAGE);
    void *pages = aligned_alloc(HOST_PAGE, whole);
    return pages ? memset(pages, 0, whole) : NULL;
}

// Makes a live allocation that has no address yet; NULL if the host has no memory.
static SimAlloc *new_alloc(SimMemory *m, size_t size, SimKind kind, void *host)
{
    SimAlloc *a = array_grow(&m->items, m->count, &m->capacity, sizeof(SimAlloc *))
                      ? calloc(1, sizeof *a)
                      : NULL;
    if (!a)
        return NULL;
    *a = (SimAlloc){.size = size, .host = host, .kind = kind, .live = true, .owned = !host};
    if (!host) {
        a->host = host_memory(size, kind);
        if (!a->host) {
            free(a);
            return NULL;
        }
    }
    return a;
}

// Takes a new allocation into the list at its address.
static void insert_alloc(SimMemory *m, SimAlloc *a, const char *name, const char *made)
{
    if (m->observer && a->kind != SIM_PARAM && a->kind != SIM_PARAM_BUFFER)
        a->shadow = m->observer->allocated(a->size);
    a->variable = name != NULL;
    // The host may write its own memory at any time.
    a->tracked =
        a->shadow && (sim_is_devices(a->kind) || a->kind == SIM_CONSTANT || a->kind == SIM_HEAP);
    if (a->tracked && a->variable && a->kind != SIM_HEAP) // it starts as zero
        m->observer->written(a, 0, a->size);
    a->name = copy_string(name);
    a->made = copy_string(made);
    m->in_use[a->kind] += a->size;

    // The host may use an address again, and so may a mapping: what was freed there is removed, so that no two items overlap.
    size_t at = upper_bound(m, a->base);
    while (at > 0 && !m->items[at - 1]->live &&
           (m->items[at - 1]->base == a->base || end_of(m->items[at - 1]) > a->base))
        remove_alloc(m, --at);
    while (at < m->count && !m->items[at]->live && m->items[at]->base < end_of(a))
        remove_alloc(m, at);
    memmove(m->items + at + 1, m->items + at, (m->count - at) * sizeof(SimAlloc *));
    m->items[at] = a;
    m->count++;
}

u64 sim_alloc(SimMemory *m, size_t size, SimKind kind, void *host, const char *name,
              const char *made)
{
    SimAlloc *a = new_alloc(m, size, kind, host);
    if (!a)
        return 0;
    if (!sim_is_hosts(kind) && size >= LARGE)
        m->next = round_up(m->next, PAGE);
    a->base = sim_is_hosts(kind) ? (u64)(uintptr_t)a->host : m->next;
    if (!sim_is_hosts(kind))
        m->next = round_up(m->next + size + GAP, ALIGN);
    insert_alloc(m, a, name, made);
    return a->base;
}

u64 sim_reserve(SimMemory *m, size_t size)
{
    u64 base = m->next = round_up(m->next, PAGE);
    m->next += size + GAP;
    return base;
}

bool sim_map(SimMemory *m, u64 address, size_t size, SimKind kind, void *host, const char *made)
{
    SimAlloc *a = new_alloc(m, size, kind, host);
    if (!a)
        return false;
    a->base = address;
    insert_alloc(m, a, NULL, made);
    return true;
}

void sim_memory_call(SimMemory *m, u64 address, const char *name, SimElement element)
{
    SimAlloc *a = alloc_with_base(m, address);
    char *copy = a ? copy_string(name) : NULL;
    if (!copy)
        return;
    free((void *)(uintptr_t)a->name);
    a->name = copy;
    a->element = element;
}

bool sim_release(SimMemory *m, u64 address, const char *freed)
{
    SimAlloc *a = alloc_with_base(m, address);
    if (!a || !a->live)
        return false;
    a->live = false;
    a->freed = copy_string(freed);
    m->in_use[a->kind] -= a->size;
    if (a->pool)
        *a->pool -= a->size;
    empty_alloc(m, a);
    return true;
}

void sim_forget(SimMemory *m, u64 address)
{
    size_t at = upper_bound(m, address);
    if (at && m->items[at - 1]->base == address)
        remove_alloc(m, at - 1);
}

SimAlloc *memory_find(const SimMemory *m, u64 address, u64 size)
{
    size_t at = upper_bound(m, address);
    SimAlloc *a = at ? m->items[at - 1] : NULL;
    bool inside = a && a->live && address <= end_of(a) && size <= end_of(a) - address;
    return inside ? a : NULL;
}

const SimAlloc *sim_nearest(const SimMemory *m, u64 address)
{
    size_t at = upper_bound(m, address);
    const SimAlloc *below = at ? m->items[at - 1] : NULL;
    const SimAlloc *above = at < m->count ? m->items[at] : NULL;
    if (!below || !above)
        return below ? below : above;
    u64 to_below = address < end_of(below) ? 0 : address - end_of(below);
    return to_below <= above->base - address ? below : above;
}

void *sim_pointer(const SimMemory *m, u64 address, size_t size)
{
    const SimAlloc *a = memory_find(m, address, size);
    return a ? a->host + (address - a->base) : NULL;
}

size_t sim_alloc_count(const SimMemory *m)
{
    return m->count;
}

const SimAlloc *sim_alloc_at(const SimMemory *m, size_t i)
{
    return m->items[i];
}

void sim_memory_pool(SimMemory *m, u64 address, u64 *in_use)
{
    SimAlloc *a = alloc_with_base(m, address);
    a->pool = in_use;
    *in_use += a->size;
}

u64 sim_bytes_in_use(const SimMemory *m)
{
    return m->in_use[SIM_GLOBAL] + m->in_use[SIM_POOL];
}

Heap *memory_heap(SimMemory *m, u64 size)
{
    if (m->heap)
        return m->heap;
    u64 base = sim_alloc(m, size, SIM_HEAP, NULL, "the heap of malloc in kernels", NULL);
    return m->heap = base ? heap_new(base, size) : NULL;
}

u64 sim_heap_in_use(const SimMemory *m)
{
    return m->heap ? heap_taken(m->heap) : 0;
}

const char *sim_heap_left(const SimMemory *m, size_t i, u64 *blocks, u64 *bytes)
{
    return m->heap ? heap_left(m->heap, i, blocks, bytes) : NULL;
}

const struct Observer *memory_observer(const SimMemory *m)
{
    return m->observer ? m->observer->machine : NULL;
}

void sim_memory_wrote(SimMemory *m, u64 address, size_t size)
{
    SimAlloc *a = m->observer ? memory_find(m, address, size) : NULL;
    if (a && a->shadow)
        m->observer->written(a, address - a->base, address - a->base + size);
}

void sim_memory_copied(SimMemory *m, u64 to, u64 from, size_t size)
{
    const SimAlloc *a = m->observer ? memory_find(m, to, size) : NULL,
                   *source = a ? memory_find(m, from, size) : NULL;
    if (a && a->tracked && source && source->tracked)
        m->observer->moved(a, to - a->base, source, from - source->base, size);
    else
        sim_memory_wrote(m, to, size);
}

void memory_emptied(const SimMemory *m, u64 address, u64 size)
{
    const SimAlloc *a = m->observer ? memory_find(m, address, size) : NULL;
    if (a && a->shadow)
        m->observer->emptied(a, address - a->base, address - a->base + size);
}

u64 sim_memory_unwritten(const SimMemory *m, u64 address, size_t size, u64 *first)
{
    const SimAlloc *a = m->observer ? memory_find(m, address, size) : NULL;
    if (!a || !a->tracked)
        return 0;
    u64 from = address - a->base, count = m->observer->unwritten(a, from, from + size, first);
    *first += a->base;
    return count;
}

// ---- Images ------------------------------------------------------------------------------------------------------

// A copy of memory: what each live allocation held when the image was taken, and which blocks the heap had given.
struct SimImage {
    const MemoryObserver *observer; // the memory's, or NULL
    Heap *heap;                     // NULL: there was none
    size_t count;
    struct ImagePart {
        u64 base, size;
        u8 *bytes;      // (size)
        Shadow *shadow; // or NULL
    } parts[];
};

void sim_image_free(SimImage *image)
{
    for (size_t i = 0; image && i < image->count; i++) {
        free(image->parts[i].bytes);
        free_shadow(image->observer, image->parts[i].shadow);
    }
    if (image)
        heap_free(image->heap);
    free(image);
}

SimImage *sim_memory_image(const SimMemory *m)
{
    SimImage *image = calloc(1, sizeof *image + m->count * sizeof *image->parts);
    if (!image)
        return NULL;
    image->observer = m->observer;
    bool ok = !m->heap || (image->heap = heap_copy(m->heap));
    for (size_t i = 0; ok && i < m->count; i++) {
        const SimAlloc *a = m->items[i];
        if (!a->live)
            continue;
        struct ImagePart *part = &image->parts[image->count++];
        *part = (struct ImagePart){a->base, a->size, malloc(a->size ? a->size : 1),
                                   a->shadow ? m->observer->allocated(a->size) : NULL};
        ok = part->bytes && (part->shadow || !a->shadow);
        if (ok)
            memcpy(part->bytes, a->host, a->size);
        if (ok && a->shadow)
            m->observer->copied(part->shadow, a->shadow);
    }
    if (!ok)
        sim_image_free(image);
    return ok ? image : NULL;
}

void sim_memory_restore(SimMemory *m, const SimImage *image)
{
    for (size_t i = 0; i < image->count; i++) {
        const struct ImagePart *part = &image->parts[i];
        const SimAlloc *a = memory_find(m, part->base, part->size);
        if (!a || a->base != part->base)
            continue;
        memcpy(a->host, part->bytes, part->size);
        if (a->shadow && part->shadow)
            m->observer->copied(a->shadow, part->shadow);
    }
    for (size_t i = 0; i < m->count && !image->heap; i++) // one that was made later was empty
        if (m->items[i]->kind == SIM_HEAP)
            memset(m->items[i]->host, 0, m->items[i]->size);
    if (m->heap)
        heap_restore(m->heap, image->heap);
}
