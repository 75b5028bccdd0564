// shadow.c: makes, copies and changes the records of words (shadow.h).

#include "check/shadow.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 31 }; // in a slab

// A row of records, or a link in the list of free rows.
union Row {
    Access each[LANES];
    union Row *next;
};

struct Slab {
    struct Slab *next;
    union Row rows[ROWS];
};

Shadow *shadow_new(size_t bytes)
{
    size_t lines = (bytes + 127) / 128 + 1;
    Shadow *s = calloc(1, sizeof *s + lines * sizeof *s->line);
    if (s)
        s->lines = lines;
    return s;
}

static void free_slabs(Shadow *s)
{
    while (s->slabs) {
        struct Slab *next = s->slabs->next;
        free(s->slabs);
        s->slabs = next;
    }
    s->free = NULL;
}

void shadow_free(Shadow *s)
{
    if (s) {
        free_slabs(s);
        free(s->before);
    }
    free(s);
}

static void give_row(Shadow *s, Track *t)
{
    union Row *row = (union Row *)(void *)t->each;
    t->each = NULL;
    lock_take(&s->lock);
    row->next = s->free;
    s->free = row;
    lock_give(&s->lock);
}

static void add_slab(Shadow *s)
{
    struct Slab *slab = malloc(sizeof *slab);
    if (!slab)
        return;
    slab->next = s->slabs;
    s->slabs = slab;
    for (int i = 0; i < ROWS; i++) {
        slab->rows[i].next = s->free;
        s->free = &slab->rows[i];
    }
}

// Takes a row; NULL without host memory.
static Access *take_row(Shadow *s)
{
    lock_take(&s->lock);
    if (!s->free)
        add_slab(s);
    union Row *row = s->free;
    if (row)
        s->free = row->next;
    lock_give(&s->lock);
    return row ? row->each : NULL;
}

Before *shadow_before(Shadow *s)
{
    Before *before = __atomic_load_n(&s->before, __ATOMIC_ACQUIRE);
    if (before)
        return before;
    lock_take(&s->lock);
    if (!s->before) // the host gives the pages that are used
        __atomic_store_n(&s->before, calloc(s->lines, sizeof *before), __ATOMIC_RELEASE);
    before = s->before;
    lock_give(&s->lock);
    return before;
}

void shadow_copy(Shadow *to, const Shadow *from)
{
    free_slabs(to);
    memcpy(to->line, from->line, from->lines * sizeof *from->line);
    for (size_t i = 0; i < from->lines; i++)
        for (int k = 0; k < TRACKS; k++) {
            Track *t = &to->line[i].track[k];
            const Access *each = t->each;
            if (!each)
                continue;
            t->each = take_row(to);
            if (t->each)
                memcpy(t->each, each, LANES * sizeof *each);
            else
                t->words = 0;
        }
}

void shadow_written(Shadow *s, u64 from, u64 to)
{
    for (u64 at = from; at < to;) {
        Line *line = &s->line[at >> 7];
        if (!(at & 127) && to - at >= 128) {
            line->whole = ~0u;
            at += 128;
        } else {
            note_written(line, (int)(at >> 2 & 31), (u8)(1u << (at & 3)));
            at++;
        }
    }
}

void shadow_emptied(Shadow *s, u64 from, u64 to)
{
    for (u64 at = from; at < to;) {
        Line *line = &s->line[at >> 7];
        if (!(at & 127) && to - at >= 128) {
            line->part[0] = line->part[1] = line->whole = 0;
            at += 128;
        } else {
            note_emptied(line, (int)(at >> 2 & 31), (u8)(1u << (at & 3)));
            at++;
        }
    }
}

u64 shadow_unwritten(const Shadow *s, u64 from, u64 to, u64 *first)
{
    u64 count = 0;
    *first = from;
    for (u64 at = from; at < to; at++) {
        const Line *line = &s->line[at >> 7];
        if (line->whole == ~0u) // nothing to find up to the line's end
            at |= 127;
        else if (!(written_bytes(line, (int)(at >> 2 & 31)) >> (at & 3) & 1))
            *first = count++ ? *first : at;
    }
    return count;
}

// Does shadow_moved's work byte by byte.
static void move_bytes(Shadow *s, u64 at, const Shadow *from, u64 from_at, u64 bytes)
{
    for (u64 i = 0; i < bytes; i++) {
        u64 to = at + i, of = from_at + i;
        bool has = written_bytes(&from->line[of >> 7], (int)(of >> 2 & 31)) >> (of & 3) & 1;
        (has ? note_written : note_emptied)(&s->line[to >> 7], (int)(to >> 2 & 31),
                                            (u8)(1u << (to & 3)));
    }
}

void shadow_moved(Shadow *s, u64 at, const Shadow *from, u64 from_at, u64 bytes)
{
    for (u64 done = 0, n; done < bytes; done += n) { // a line of the target at a time
        u64 to = at + done, of = from_at + done, first;
        n = 128 - (to & 127) < bytes - done ? 128 - (to & 127) : bytes - done;
        u64 without = shadow_unwritten(from, of, of + n, &first);
        if (!without)
            shadow_written(s, to, to + n);
        else if (without == n)
            shadow_emptied(s, to, to + n);
        else
            move_bytes(s, to, from, of, n);
    }
}

void line_forget(Shadow *s, Line *line, u32 tag)
{
    for (int k = 0; k < TRACKS; k++)
        if (line->track[k].each)
            give_row(s, &line->track[k]);
    *line = (Line){.tag = tag};
}

static bool is_same(const Track *t, const Access *now, int shift)
{
    const Access *p = &t->all;
    return p->when == now->when && p->block == now->block && p->pc == now->pc &&
           p->thread == now->thread && p->bytes == now->bytes && p->how == now->how &&
           t->shift == shift;
}

// Gives each word of a track in one piece a record of its own. Without host memory it stays as it is.
static void spread(Shadow *s, Track *t)
{
    Access *each = take_row(s);
    for (int i = 0; each && i < LANES; i++)
        each[i] = *track_at(t, i, &each[i]);
    t->each = each;
}

void track_cover(Shadow *s, Track *t, u32 words, const Access *now, int shift, u32 past)
{
    bool alone = t->each ? words == ~0u : !(t->words & ~words) || t->all.when < past;
    if (t->each && alone) {
        give_row(s, t);
    } else if (!t->each && !alone) {
        if (is_same(t, now, shift)) {
            t->words |= words;
            return;
        }
        spread(s, t);
    }
    if (!t->each) {
        t->all = *now;
        t->words = words;
        t->shift = (u8)shift;
        return;
    }
    EACH_BIT(i, words)
        set_access(&t->each[i], now, now->thread + ((u32)i >> shift));
}
