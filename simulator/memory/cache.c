// cache.c: which sectors the L1 of one block has.

#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_GONE = 1 << 14, MOST_GONE = 1 << 20 };

bool cache_init(Cache *c, size_t bytes)
{
    *c = (Cache){.sets = 1, .block = 1, .gone_size = FEW_GONE, .reach = c->reach};
    while ((size_t)c->sets * 2 * 4 * 128 <= bytes)
        c->sets *= 2;
    c->lines = calloc((size_t)c->sets * 4, sizeof *c->lines);
    c->gone = calloc(c->gone_size, sizeof *c->gone);
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
    c->block++;
    c->clock = c->forgot = c->gone_count = 0;
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

// Returns the place of a line among those that are gone, or a free one.
static struct GoneLine *gone_of(const Cache *c, u64 tag)
{
    u32 at = (u32)(tag * 0x9e3779b97f4a7c15ull >> 32);
    for (;; at++) {
        struct GoneLine *gone = &c->gone[at & (c->gone_size - 1)];
        if (gone->block != c->block || gone->line.tag == tag)
            return gone;
    }
}

// Makes room for more lines that are gone; false if there are too many, or the host has no memory.
static bool grow_gone(Cache *c)
{
    struct GoneLine *old = c->gone, *more = NULL;
    const u32 size = c->gone_size;
    if (size < MOST_GONE)
        more = calloc((size_t)size * 2, sizeof *more);
    if (!more)
        return false;
    c->gone = more;
    c->gone_size = size * 2;
    for (u32 i = 0; i < size; i++)
        if (old[i].block == c->block)
            *gone_of(c, old[i].line.tag) = old[i];
    free(old);
    return true;
}

// Notes that a line is replaced.
static void note_gone(Cache *c, const struct CacheLine *line)
{
    struct GoneLine *gone = gone_of(c, line->tag);
    if (gone->block != c->block) {
        if (c->gone_count * 2 >= c->gone_size && !grow_gone(c))
            return;
        gone = gone_of(c, line->tag);
        c->gone_count++;
    }
    *gone = (struct GoneLine){*line, c->block};
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
//
// A warp that runs alone brings lines that others would bring as well, side by side. So it loses a line too early: what it brought in
// between fills the cache only if not so many warps share it. As many as come to this line, later on, may have shared those, too.
static u8 read_more(Cache *c, struct CacheLine *way, u8 mask, const CacheUser *user)
{
    if (user && way->warp != user->warp) {
        way->sharers = user->warp > way->warp ? way->sharers + 1 : 1;
        way->sectors = way->brought; // when the other warp was here, it had them
        if (way->doubtful && way->away <= c->reach * way->sharers) {
            c->kept = way->doubtful;
            way->doubtful = 0;
        }
    }
    u8 missing = mask & ~way->sectors, had = way->sectors;
    c->alone = missing & ~((had & 5) << 1 | (had >> 1 & 5));
    way->sectors |= mask;
    way->brought |= mask;
    way->age = c->clock;
    if (user) {
        way->warp = user->warp;
        way->moved = user->moved;
        way->first = user->loads < way->first ? user->loads : way->first;
        way->last = user->loads > way->last ? user->loads : way->last;
    }
    return missing;
}

// Tells whether a line that is gone would be there for this warp, if all warps ran at the same time. *found: the line.
static bool is_there_in_step(const Cache *c, u64 tag, const CacheUser *user,
                             struct CacheLine *found)
{
    const struct GoneLine *gone = c->gone_count ? gone_of(c, tag) : NULL;
    if (!gone || gone->block != c->block)
        return false;
    *found = gone->line;
    return found->age > c->forgot && found->warp != user->warp &&
           user->loads + c->reach >= found->first && user->loads <= found->last + c->reach;
}

u8 cache_read(Cache *c, u64 line, u8 mask, CacheUser *user)
{
    struct CacheLine *way = set_of(c, line), *oldest = way;
    c->clock++;
    c->away = 0;
    c->kept = 0;
    c->doubts = 0;
    c->lost = false;
    struct CacheLine brought = {
        .tag = line + 1, .age = c->clock, .sharers = 1, .sectors = mask, .brought = mask};
    bool had = false;
    for (int i = 0; i < 4 && !had; i++, way++) {
        had = way->tag == line + 1;
        oldest = had || way->age < oldest->age ? way : oldest;
    }
    if (had) {
        bool there = oldest->age > c->forgot;
        if (there && user && oldest->warp == user->warp && user->moved - oldest->moved > c->reach)
            c->away = user->moved - oldest->moved;
        if (there && !c->away)
            return read_more(c, oldest, mask, user);
        c->lost = !there || (mask & oldest->brought);
        if (c->away) {
            c->doubts = (u8)__builtin_popcount(mask & oldest->brought);
            brought.doubtful = oldest->doubtful + c->doubts;
            brought.away = c->away > oldest->away ? c->away : oldest->away;
            brought.brought |= oldest->brought;
            brought.sharers = oldest->sharers;
        }
    }
    if (!user) {
        *oldest = brought;
        return c->alone = mask;
    }
    struct CacheLine found;
    const bool in_step = !had && is_there_in_step(c, line + 1, user, &found);
    if (!had && oldest->tag)
        note_gone(c, oldest);
    if (in_step) {
        *oldest = found;
        return read_more(c, oldest, mask, user);
    }
    brought.first = c->away ? oldest->first : user->loads;
    brought.last = user->loads;
    brought.moved = ++user->moved;
    brought.warp = user->warp;
    *oldest = brought;
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
