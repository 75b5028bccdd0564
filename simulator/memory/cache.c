// cache.c: which sectors the L1 of one block has.

#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

bool cache_init(Cache *c, size_t bytes)
{
    c->sets = 1;
    while ((size_t)c->sets * 2 * 4 * 128 <= bytes)
        c->sets *= 2;
    c->clock = c->forgot = 0;
    c->lines = calloc((size_t)c->sets * 4, sizeof *c->lines);
    return c->lines != NULL;
}

void cache_clear(Cache *c)
{
    memset(c->lines, 0, (size_t)c->sets * 4 * sizeof *c->lines);
    c->clock = c->forgot = 0;
}

void cache_forget(Cache *c)
{
    c->forgot = c->clock;
}

// Returns the set of a line: four ways. Neighbouring lines go to neighbouring sets. Higher bits of the number keep large strides out
// of a single set.
static struct CacheLine *set_of(const Cache *c, u64 line)
{
    int bits = __builtin_ctz(c->sets);
    return c->lines + (size_t)((u32)(line ^ line >> bits ^ line >> 2 * bits) & (c->sets - 1)) * 4;
}

bool cache_has(const Cache *c, u64 line, u8 mask)
{
    const struct CacheLine *way = set_of(c, line);
    for (int i = 0; i < 4; i++, way++)
        if (way->tag == line + 1 && way->age > c->forgot)
            return (mask & ~way->sectors) == 0;
    return false;
}

u8 cache_read(Cache *c, u64 line, u8 mask, CacheUser *user)
{
    struct CacheLine *way = set_of(c, line), *oldest = way;
    c->clock++;
    c->away = 0;
    c->lost = false;
    for (int i = 0; i < 4; i++, way++) {
        if (way->tag == line + 1) {
            bool there = way->age > c->forgot;
            if (there && user && way->warp == user->warp && user->moved - way->moved > c->reach)
                c->away = user->moved - way->moved;
            c->lost = !there || c->away;
            if (c->lost) {
                oldest = way;
                break;
            }
            u8 missing = mask & ~way->sectors, had = way->sectors;
            c->alone = missing & ~((had & 5) << 1 | (had >> 1 & 5));
            way->sectors |= mask;
            way->age = c->clock;
            if (user) {
                way->warp = user->warp;
                way->moved = user->moved;
            }
            return missing;
        }
        if (way->age < oldest->age)
            oldest = way;
    }
    *oldest = (struct CacheLine){.tag = line + 1, .age = c->clock, .sectors = mask};
    if (user) {
        oldest->warp = user->warp;
        oldest->moved = ++user->moved;
    }
    return c->alone = mask;
}
