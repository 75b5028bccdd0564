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
    c->any_gone = false;
    c->lines = calloc((size_t)c->sets * 4, sizeof *c->lines);
    c->gone = calloc(GONE_LINES, sizeof *c->gone);
    return c->lines && c->gone;
}

void cache_free(Cache *c)
{
    free(c->lines);
    free(c->gone);
}

void cache_clear(Cache *c)
{
    memset(c->lines, 0, (size_t)c->sets * 4 * sizeof *c->lines);
    if (c->any_gone)
        memset(c->gone, 0, GONE_LINES * sizeof *c->gone);
    c->any_gone = false;
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

// Returns the place of a line among those that are gone.
static struct CacheLine *gone_of(const Cache *c, u64 tag)
{
    return &c->gone[tag * 0x9e3779b97f4a7c15ull >> 32 & (GONE_LINES - 1)];
}

bool cache_has(const Cache *c, u64 line, u8 mask)
{
    const struct CacheLine *way = set_of(c, line);
    for (int i = 0; i < 4; i++, way++)
        if (way->tag == line + 1 && way->age > c->forgot)
            return (mask & ~way->sectors) == 0;
    return false;
}

// Reads sectors of a line that the cache has; returns those that were missing.
static u8 read_more(Cache *c, struct CacheLine *way, u8 mask, const CacheUser *user)
{
    u8 missing = mask & ~way->sectors, had = way->sectors;
    c->alone = missing & ~((had & 5) << 1 | (had >> 1 & 5));
    way->sectors |= mask;
    way->age = c->clock;
    if (user) {
        way->warp = user->warp;
        way->moved = user->moved;
        way->first = user->loads < way->first ? user->loads : way->first;
        way->last = user->loads > way->last ? user->loads : way->last;
    }
    return missing;
}

// Tells whether a line that is gone would be there for this warp, if all warps ran at the same time.
static bool is_there_in_step(const Cache *c, const struct CacheLine *gone, u64 tag,
                             const CacheUser *user)
{
    return gone->tag == tag && gone->age > c->forgot && gone->warp != user->warp &&
           user->loads + c->reach >= gone->first && user->loads <= gone->last + c->reach;
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
            if (!c->lost)
                return read_more(c, way, mask, user);
            oldest = way;
            break;
        }
        if (way->age < oldest->age)
            oldest = way;
    }
    if (!user) {
        *oldest = (struct CacheLine){.tag = line + 1, .age = c->clock, .sectors = mask};
        return c->alone = mask;
    }
    const struct CacheLine gone = c->any_gone ? *gone_of(c, line + 1) : (struct CacheLine){0};
    if (!c->lost && oldest->tag) {
        *gone_of(c, oldest->tag) = *oldest;
        c->any_gone = true;
    }
    if (!c->lost && is_there_in_step(c, &gone, line + 1, user)) {
        *oldest = gone;
        return read_more(c, oldest, mask, user);
    }
    *oldest = (struct CacheLine){.tag = line + 1,
                                 .age = c->clock,
                                 .moved = ++user->moved,
                                 .first = user->loads,
                                 .last = user->loads,
                                 .warp = user->warp,
                                 .sectors = mask};
    return c->alone = mask;
}

u8 stores_join(struct StepLine *l, u8 sectors, const CacheUser *user)
{
    const bool in_step = user->step >= l->first && user->step <= l->last;
    if (in_step && (user->stores <= FIRST_STORES || l->rounds & round_of(user))) {
        const u8 added = sectors & ~l->sectors;
        l->sectors |=
            l->first == l->last ? added : 0; // else it may not be part of all these stores
        return added;
    }
    l->first = user->step < l->first ? user->step : l->first;
    l->last = user->step > l->last ? user->step : l->last;
    l->warp = user->warp;
    l->rounds |= round_of(user);
    l->sectors |= sectors;
    return sectors;
}
