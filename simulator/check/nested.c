// nested.c: the order of a grid and the launches that it made.

#include "check/check.h"

#include <stdlib.h>
#include <string.h>

// Tells whether the thread that launched `n` had seen an access of the grid.
static bool seen_at_launch(const struct Family *f, const Nested *n, const Access *p)
{
    u32 released = f->blocks[p->block - 1].release, saw = n->saw_blocks;
    if (p->block == n->block) {
        u32 u = p->thread / LANES, v = n->thread / LANES;
        if (p->when <
                later(n->all, u == v ? later(n->met, n->lanes[p->thread % LANES]) : n->known[u]) ||
            (p->thread == n->thread && p->when < n->when))
            return true;
        released = n->released[u];
        saw = later(saw, n->saw_warps);
    }
    return ((p->how & SIGNAL) || p->when < released) && p->when < saw;
}

bool family_orders(const struct LaunchCheck *c, const Access *p)
{
    u32 member = c->member;
    for (const struct Family *f = c->family; f; member = f->member, f = f->above) {
        const Nested *n = &f->nested[member], *other = NULL;
        if (p->when < f->start)
            continue;
        if (p->when < f->end)
            return n->tail || seen_at_launch(f, n, p);
        for (const Nested *k = f->nested; k < f->nested + f->count; k++)
            if (k->begin && k->begin <= p->when && (!other || k->begin > other->begin))
                other = k;
        bool one_stream = other && other->stream == n->stream &&
                          n->stream != STREAM_FIRE_AND_FORGET &&
                          (n->stream != STREAM_OF_BLOCK || other->block == n->block);
        return n->tail || !other || one_stream;
    }
    return true;
}

// Keeps what the launching thread has seen.
void on_child_launched(const SimWorker *w, const Warp *warp, int lane, u32 child, u64 stream)
{
    struct LaunchCheck *l = w->launch->checks;
    const Check *c = w->check;
    if (!l->nested)
        l->nested = calloc(w->launch->most_children, sizeof *l->nested);
    if (!l->nested)
        return;
    Nested *n = &l->nested[child];
    *n = (Nested){.stream = stream,
                  .when = tick(w),
                  .block = (u32)w->block + 1,
                  .thread = (u16)(warp->index * LANES + lane),
                  .tail = w->launch->children[child].tail,
                  .all = c->all,
                  .met = c->met[warp->index],
                  .saw_warps = c->warp[warp->index].acquire,
                  .saw_blocks = l->block[w->block].acquire};
    const Part *part = &c->part[warp->index];
    if (part->lanes >> lane & 1)
        n->saw_warps = later(n->saw_warps, part->acquire);
    memcpy(n->lanes, c->lanes[warp->index][lane], sizeof n->lanes);
    memcpy(n->known, c->known[warp->index], sizeof n->known);
    if (part->lanes >> lane & 1)
        take_later(n->known, part->known);
    for (int u = 0; u < LANES; u++)
        n->released[u] = c->warp[u].release;
}

struct Family *on_family(SimLaunch *l)
{
    struct LaunchCheck *c = l->checks;
    struct Family *f = c->nested ? calloc(1, sizeof *f) : NULL;
    if (!f)
        return NULL;
    *f = (struct Family){.above = c->family,
                         .member = c->member,
                         .settled = c->settled,
                         .start = c->start,
                         .end = ++l->memory->clock,
                         .blocks = c->block,
                         .nested = c->nested,
                         .count = l->child_count};
    memcpy(f->grid, l->grid, sizeof f->grid);
    memcpy(f->block, l->block, sizeof f->block);
    c->block = NULL;
    c->nested = NULL;
    return f;
}

void on_family_freed(struct Family *f)
{
    if (f) {
        free(f->blocks);
        free(f->nested);
    }
    free(f);
}
