// heap.c: malloc and free of device code.
//
// The heap is one allocation. The first launch that may need it makes it, and it stays. It consists of grains of 16 bytes.
// Each grain knows its block, so that every access is compared with the exact size of a block. An access after free is found
// until the grain is used again. That happens as late as possible: a search begins where the last one ended. A free grain
// stays between blocks. If there was no room for a size, later calls do not search for it again until something is freed.
// Both functions need the turn (pool.c).

#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

enum { GRAIN = 16 };

struct Heap {
    u64 base;
    u32 grains;
    u32 next;      // the grain where the next search begins
    u32 no_room;   // so many free grains in a row do not exist
    u64 looked;    // grains that searches have looked at
    u32 *head;     // (grains) first grain of the block + 1, 0: free
    u64 *bytes;    // (grains) size of the block that begins here
    u32 *taker;    // (grains) which of `takers` took it + 1; NULL before one is named
    char **takers; // (taker_count) the places in kernels that have taken blocks, for the checks
    size_t taker_count, taker_room;
};

Heap *heap_new(u64 base, u64 size)
{
    Heap *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    *h = (Heap){.base = base, .grains = (u32)(size / GRAIN), .no_room = UINT32_MAX};
    h->head = calloc(h->grains + 1, sizeof *h->head);
    h->bytes = calloc(h->grains + 1, sizeof *h->bytes);
    if (h->head && h->bytes)
        return h;
    heap_free(h);
    return NULL;
}

// Makes `taker`; false if the host has no memory.
static bool make_takers(Heap *h)
{
    if (!h->taker)
        h->taker = calloc(h->grains + 1, sizeof *h->taker);
    return h->taker != NULL;
}

void heap_restore(Heap *h, const Heap *as)
{
    if (as) {
        memcpy(h->head, as->head, h->grains * sizeof *h->head);
        memcpy(h->bytes, as->bytes, h->grains * sizeof *h->bytes);
    } else {
        memset(h->head, 0, h->grains * sizeof *h->head);
        memset(h->bytes, 0, h->grains * sizeof *h->bytes);
    }
    if (h->taker)
        memset(h->taker, 0, h->grains * sizeof *h->taker);
    if (as && as->taker && make_takers(h))
        memcpy(h->taker, as->taker, h->grains * sizeof *h->taker);
    h->next = as ? as->next : 0;
    h->no_room = as ? as->no_room : UINT32_MAX;
}

Heap *heap_copy(const Heap *h)
{
    Heap *copy = heap_new(h->base, (u64)h->grains * GRAIN);
    if (copy)
        heap_restore(copy, h);
    return copy;
}

void heap_free(Heap *h)
{
    if (!h)
        return;
    for (size_t i = 0; i < h->taker_count; i++)
        free(h->takers[i]);
    free(h->takers);
    free(h->taker);
    free(h->head);
    free(h->bytes);
    free(h);
}

// Returns the first of `count` free grains in a row in [from, to); `to` if there are none.
static u32 find_free(Heap *h, u32 from, u32 to, u32 count)
{
    u32 run = 0;
    for (u32 g = from; g < to; g++) {
        run = h->head[g] ? 0 : run + 1;
        if (run == count) {
            h->looked += g + 1 - from;
            return g + 1 - count;
        }
    }
    h->looked += to - from;
    return to;
}

u64 heap_take(Heap *h, u64 size, u64 align)
{
    u64 step =
        align > GRAIN ? align / GRAIN : 1; // the block begins at a multiple of so many grains
    if (size == 0 || (align & (align - 1)) || size / GRAIN + step + 2 > h->grains)
        return 0;
    u32 used = (u32)((size + GRAIN - 1) / GRAIN);
    u32 count = used + 1 + (u32)step; // one free grain on both sides, and what the alignment takes
    if (count >= h->no_room)
        return 0;
    u32 at = find_free(h, h->next, h->grains, count);
    if (at == h->grains)
        at = find_free(h, 0, h->grains, count);
    if (at == h->grains) {
        h->no_room = count;
        return 0;
    }
    u64 begins = h->base / GRAIN + at + 1;
    u32 first = at + 1 + (u32)(round_up(begins, step) - begins);
    for (u32 g = first; g < first + used; g++)
        h->head[g] = first + 1;
    h->bytes[first] = size;
    h->next = first + used;
    return h->base + (u64)first * GRAIN;
}

void heap_name(Heap *h, u64 address, const char *taker)
{
    size_t i = 0;
    while (i < h->taker_count && strcmp(h->takers[i], taker) != 0)
        i++;
    if (i == h->taker_count) {
        size_t size = strlen(taker) + 1;
        char *copy =
            array_grow(&h->takers, i, &h->taker_room, sizeof *h->takers) ? malloc(size) : NULL;
        if (!copy)
            return;
        h->takers[h->taker_count++] = memcpy(copy, taker, size);
    }
    if (make_takers(h))
        h->taker[(address - h->base) / GRAIN] = (u32)i + 1;
}

const char *heap_left(const Heap *h, size_t i, u64 *blocks, u64 *bytes)
{
    *blocks = *bytes = 0;
    if (i >= h->taker_count)
        return NULL;
    for (u32 g = 0; g < h->grains; g++)
        if (h->taker && h->head[g] == g + 1 && h->taker[g] == i + 1) {
            ++*blocks;
            *bytes += h->bytes[g];
        }
    return h->takers[i];
}

bool heap_give(Heap *h, u64 address)
{
    u64 g = (address - h->base) / GRAIN;
    if (address < h->base || address % GRAIN || g >= h->grains || h->head[g] != g + 1)
        return false;
    for (u64 end = g + (h->bytes[g] + GRAIN - 1) / GRAIN, k = g; k < end; k++)
        h->head[k] = 0;
    h->bytes[g] = 0;
    h->no_room = UINT32_MAX;
    return true;
}

bool heap_holds(const Heap *h, u64 address, u64 size)
{
    u64 g = (address - h->base) / GRAIN;
    if (address < h->base || g >= h->grains || !h->head[g])
        return false;
    u64 first = h->head[g] - 1;
    return address + size <= h->base + first * GRAIN + h->bytes[first];
}

u64 heap_block(const Heap *h, u64 address, u64 *size)
{
    u64 g = (address - h->base) / GRAIN;
    while (g && !h->head[g])
        g--;
    if (!h->head[g])
        return 0;
    u64 first = h->head[g] - 1;
    *size = h->bytes[first];
    return h->base + first * GRAIN;
}

u64 heap_taken(const Heap *h)
{
    u64 sum = 0;
    for (u32 g = 0; g < h->grains; g++)
        sum += h->bytes[g];
    return sum;
}

u64 heap_looked(Heap *h)
{
    u64 looked = h->looked;
    h->looked = 0;
    return looked;
}
