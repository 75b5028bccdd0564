// order.c: the order of two accesses: barriers, fences and signals.

#include "check/check.h"

#include <string.h>

static u32 sooner(u32 a, u32 b)
{
    return a < b ? a : b;
}

static bool is_among(const Published *of, const Access *p)
{
    return p->when < of->all || ((of->lanes >> p->thread % LANES & 1) && p->when < of->own);
}

// Tells whether another block has released what it did by the access p.
static bool is_published(const SimWorker *w, const Access *p)
{
    size_t warp = (size_t)(p->block - 1) * (size_t)w->launch->warps + p->thread / LANES;
    return is_among(&w->launch->checks->published[warp], p);
}

// Adds what the lanes of a warp have done before `fence`, and all that its lanes did before `met`.
static void add_lanes(const Check *c, Published *p, int warp, u32 mask, u32 met, u32 fence)
{
    if (met > p->all) {
        p->all = met;
        p->lanes = 0;
    }
    p->own = later(p->own, fence);
    EACH_BIT(lane, mask == FULL ? 0 : mask & ~p->lanes)
        for (int m = 0; m < LANES; m++)
            p->lanes |= (u32)(c->lanes[warp][lane][m] > p->all) << m;
    p->lanes |= mask;
}

// Returns what only some lanes of the warp have acquired, if one of `lanes` is among them.
static const Part *part_of(const Check *c, int warp, u32 lanes)
{
    static const Part none;
    return c->part[warp].lanes & lanes ? &c->part[warp] : &none;
}

void hear_all(const SimWorker *w, u32 date)
{
    Heard *h = &w->launch->checks->heard[w->block];
    h->any = later(h->any, date);
}

// Notes a block's signal.
static void hear_of(Heard *h, u32 block, u32 when)
{
    u32 i = 0;
    while (i < h->count && h->from[i].block != block)
        i++;
    if (i == MOST_HEARD) {
        h->many = true;
        for (u32 k = 0; k < h->count; k++)
            h->any = later(h->any, h->from[k].when);
        h->any = later(h->any, when);
        return;
    }
    h->count += i == h->count;
    h->from[i].block = block;
    h->from[i].when = later(h->from[i].when, when);
}

static void hear_all_of(const SimWorker *w, Heard *mine, const Access *signal)
{
    if (!is_strangers(w, signal) || (w->launch->trial && !w->turn))
        return;
    const Heard *his = &w->launch->checks->told[signal->block - 1];
    mine->many |= his->many;
    mine->any = later(mine->any, mine->many ? signal->when : his->any);
    hear_of(mine, signal->block, signal->when);
    for (u32 i = 0; i < his->count && !mine->many; i++)
        hear_of(mine, his->from[i].block, his->from[i].when);
}

void hear(const SimWorker *w, const Access *signal)
{
    hear_all_of(w, &w->launch->checks->heard[w->block], signal);
}

void pass_on(const SimWorker *w, const Access *signal)
{
    hear_all_of(w, &w->launch->checks->told[w->block], signal);
}

// Notes that what the block has heard and acquired is passed on by its next signals.
static void tell(const SimWorker *w)
{
    const struct LaunchCheck *l = w->launch->checks;
    const Heard *heard = &l->heard[w->block];
    Heard *told = &l->told[w->block];
    u32 sure = l->block[w->block].sure;
    told->many |= heard->many;
    told->any = later(told->any, heard->any);
    for (u32 i = 0; i < heard->count && !told->many; i++)
        if (heard->from[i].when <= sure)
            hear_of(told, heard->from[i].block, heard->from[i].when);
}

// Tells whether the block has heard of the block of p since p.
static bool has_heard(const SimWorker *w, const Access *p)
{
    const Heard *h = &w->launch->checks->heard[w->block];
    bool heard = p->when < h->any;
    for (u32 i = 0; i < h->count; i++)
        heard |= h->from[i].block == p->block && p->when < h->from[i].when;
    return heard;
}

bool follows_by_parts(const SimWorker *w, const Access *p, u32 thread)
{
    const Check *c = w->check;
    const struct LaunchCheck *l = w->launch->checks;
    const Signals *then = &l->block[p->block - 1], *now = &l->block[w->block];
    bool other = p->block != (u32)w->block + 1;
    if (is_bare_under_lock(w, p, thread))
        return false;
    u32 u = p->thread / LANES, v = thread / LANES;
    const Part *part = part_of(c, (int)v, 1u << thread % LANES);
    bool same = !other && u == v;
    if (!other && p->when < (same ? later(c->met[v], c->lanes[v][thread % LANES][p->thread % LANES])
                                  : later(c->known[v][u], part->known[u])))
        return true;
    if (p->when >= (other  ? later(c->far[v], part->far)
                    : same ? c->thread[thread].acquire
                           : later(c->warp[v].acquire, part->acquire)))
        return false;
    // On trial, what a block did before it had the turn would in order have come after all that earlier blocks did.
    if (w->launch->trial && other && !(then->turned && then->turned <= now->acquire))
        return false;
    if (other && !has_heard(w, p))
        return false;
    return (p->how & STRONG) || (other  ? is_published(w, p)
                                 : same ? p->when < c->thread[p->thread].release
                                        : is_among(&c->passed[u], p));
}

bool has_seen_signal_after(const SimWorker *w, const Access *p, u32 thread)
{
    const Check *c = w->check;
    const Signals *now = p->block != (u32)w->block + 1         ? &w->launch->checks->block[w->block]
                         : p->thread / LANES != thread / LANES ? &c->warp[thread / LANES]
                                                               : &c->thread[thread];
    bool strangers = p->block != (u32)w->block + 1;
    u32 seen = later(now->acquire, c->part[thread / LANES].acquire);
    return p->when < (strangers ? now->acquire : seen) && (!strangers || has_heard(w, p));
}

bool is_past_signal(const SimWorker *w, const Access *p, u32 thread)
{
    return p->when < w->launch->checks->block[p->block - 1].release &&
           has_seen_signal_after(w, p, thread) && !is_published(w, p);
}

// Notes a fence, or the part of one that a release is.
static void note_fence(SimWorker *w, const Warp *warp, u32 mask, bool block_scope)
{
    Check *c = w->check;
    u32 now = tick(w);
    EACH_BIT(lane, mask)
        c->thread[(u32)warp->index * LANES + lane].fence = now;
    c->warp[warp->index].fence = now;
    c->part[warp->index].lanes |=
        c->part[warp->index].lanes ? mask : 0; // a shuffle may have told them
    if (!block_scope)
        w->launch->checks->block[w->block].fence = now;
    Seen seen = fence_locks(w, warp, block_scope);
    if (seen.lanes) {
        Signals *block = &w->launch->checks->block[w->block];
        acquire(w, warp, seen.lanes, true, now_of(w), seen.from_blocks);
        block->sure = later(block->sure, seen.from_blocks);
    }
    if (!block_scope)
        tell(w);
}

void on_fence(SimWorker *w, const Warp *warp, u32 mask, bool block_scope)
{
    Signals *block = &w->launch->checks->block[w->block];
    Unacquired *u = &w->check->unacquired[warp->index];
    if (!block_scope) {
        block->sure = later(block->sure, u->when);
        *u = (Unacquired){.when = 0};
    }
    note_fence(w, warp, mask, block_scope);
}

void note_seen(SimWorker *w, const Warp *warp, i32 pc, u32 from_blocks)
{
    Signals *block = &w->launch->checks->block[w->block];
    Unacquired *u = &w->check->unacquired[warp->index];
    Order order = w->module->code[pc].access.order;
    if (order == ORDER_ACQUIRE || order == ORDER_BOTH)
        block->sure = later(block->sure, from_blocks);
    else if (from_blocks > u->when)
        *u = (Unacquired){.when = from_blocks, .pc = pc};
}

// A bulk copy goes past all this, and two signals don't race.
bool is_unacquired(const SimWorker *w, const Access *p, const Access *now)
{
    return is_strangers(w, p) && (p->bytes & now->bytes) && !(now->how & ASYNC) &&
           !((p->how & SIGNAL) && (now->how & SIGNAL)) &&
           p->when >= w->launch->checks->block[w->block].sure;
}

i32 unacquired_signal(const SimWorker *w, const Access *p, u32 thread)
{
    const Unacquired *all = w->check->unacquired, *own = &all[thread / LANES];
    if (own->when > p->when)
        return own->pc;
    for (int i = 0; i < w->launch->warps; i++)
        if (all[i].when > p->when)
            return all[i].pc;
    return NONE;
}

void share_unacquired(Check *c, u32 warps)
{
    Unacquired last = {.when = 0};
    EACH_BIT(i, warps)
        last = c->unacquired[i].when > last.when ? c->unacquired[i] : last;
    EACH_BIT(i, warps)
        c->unacquired[i] = last;
}

void on_proxy_fence(SimWorker *w, const Warp *warp)
{
    w->check->proxy[warp->index] = tick(w);
}

// Tells whether fence.proxy.async must still come between a store and what a thread lets other units do.
static bool lacks_proxy_fence(const SimWorker *w, const Access *p, u32 thread)
{
    const SimWorker *by = p->block == (u32)w->block + 1 ? w : cluster_member(w, p->block - 1);
    return p->block && !(p->how & ASYNC) && p->when >= w->launch->checks->start && by &&
           p->when >= by->check->proxy[p->thread / LANES] &&
           p->when >= w->check->proxy[thread / LANES];
}

bool find_unfenced(const SimWorker *w, const SimWorker *owner, u32 thread, u64 *at, u64 end,
                   Access *write)
{
    Shadow *s = owner->check->shared;
    for (; *at < end; *at += 4) {
        const Line *line = &s->line[*at >> 7];
        *write = *track_at(&line->track[WRITE], (int)(*at >> 2 & 31), write);
        if (line->tag == (u32)owner->block + 1 && lacks_proxy_fence(w, write, thread))
            return true;
    }
    return false;
}

// Returns the date before which a warp has released all that its lanes did.
static u32 all_released(const SimWorker *w, int warp)
{
    const Published *p = &w->check->passed[warp];
    return (w->warps[warp].lanes & ~p->lanes) ? p->all : later(p->all, p->own);
}

// Releases to other blocks what the lanes have done, and what they know of other lanes and warps of their block, up to its last fence.
static void publish(SimWorker *w, const Warp *warp, u32 mask)
{
    const Check *c = w->check;
    const struct LaunchCheck *l = w->launch->checks;
    u32 fence = l->block[w->block].fence;
    Published *all = &l->published[(size_t)w->block * (size_t)w->launch->warps],
              *own = &all[warp->index];
    if (!fence)
        return;
    const Part *part = part_of(c, warp->index, mask);
    u32 acquired = later(c->warp[warp->index].acquire, part->acquire);
    for (int u = 0; u < w->launch->warps; u++) {
        const Published *his = &c->passed[u];
        u32 heard = sooner(acquired, later(all_released(w, u), c->warp_passed[u])),
            met = later(c->known[warp->index][u], part->known[u]),
            known = later(later(c->all, met), later(heard, c->multiplied[u]));
        if (u != warp->index)
            add_lanes(c, &all[u], u, his->lanes, sooner(known, fence),
                      sooner(sooner(acquired, his->own), fence));
    }
    u32 met = lanes_step(w) ? now_of(w) : later(c->all, c->met[warp->index]);
    add_lanes(c, own, warp->index, mask, sooner(met, fence), fence);
}

void release(SimWorker *w, const Warp *warp, const Insn *in, u32 mask, bool to_blocks)
{
    Check *c = w->check;
    if (in->access.order >= ORDER_RELEASE)
        note_fence(w, warp, mask, in->access.block_scope);
    u32 met = later(c->met[warp->index], c->all), fence = later(c->warp[warp->index].fence, met);
    Released *r = &c->released[warp->index];
    if (fence != c->warp[warp->index].release || met != r->met)
        *r = (Released){.met = met};
    size_t first = (size_t)warp->index * LANES;
    Signals *t = &c->thread[first];
    const Part *part = part_of(c, warp->index, mask);
    if (mask & ~r->lanes) { // what has not changed was passed on before
        take_later(c->warp_passed, c->known[warp->index]);
        take_later(c->warp_passed, part->known);
    }
    c->far_passed = later(c->far_passed, later(c->far[warp->index], part->far));
    add_lanes(c, &c->passed[warp->index], warp->index, mask, lanes_step(w) ? fence : met, fence);
    EACH_BIT(l, mask & ~r->lanes) {
        t[l].release = later(t[l].fence, met);
        take_later(&c->thread_passed[first], c->lanes[warp->index][l]);
    }
    r->lanes |= mask;
    c->warp[warp->index].release = fence;
    if (to_blocks) {
        w->launch->checks->block[w->block].release = w->launch->checks->block[w->block].fence;
        publish(w, warp, mask);
    }
}

// Acquires after an atomic access or volatile load: what comes now follows what was released. Of another block it follows only
// what was released before the signal that is seen: the word says nothing about what the block did after it wrote the word.
void acquire(SimWorker *w, const Warp *warp, u32 mask, bool in_block, u32 until, u32 from_blocks)
{
    Check *c = w->check;
    Part *part = &c->part[warp->index];
    bool whole = !(warp->live & ~mask);
    u32 far = from_blocks;
    u32 when = sooner(now_of(w), until); // lanes of the same instruction do not follow each other
    if (in_block) {
        u32 released[LANES], of_warps[LANES] = {0};
        for (int u = 0; u < LANES; u++)
            released[u] = sooner(until, later(c->thread[warp->index * LANES + u].release,
                                              c->thread_passed[warp->index * LANES + u]));
        EACH_BIT(lane, mask) {
            take_later(c->lanes[warp->index][lane], released);
            c->thread[warp->index * LANES + lane].acquire =
                later(c->thread[warp->index * LANES + lane].acquire, when);
        }
        for (int u = 0; u < w->launch->warps; u++)
            of_warps[u] = sooner(until, later(all_released(w, u), c->warp_passed[u]));
        far = later(far, sooner(until, c->far_passed));
        take_later(whole ? c->known[warp->index] : part->known, of_warps);
        u32 *acquired = whole ? &c->warp[warp->index].acquire : &part->acquire;
        *acquired = later(*acquired, when);
    }
    if (whole)
        c->far[warp->index] = later(c->far[warp->index], far);
    else
        part->far = later(part->far, far);
    part->lanes |= whole ? 0 : mask;
    Signals *block = &w->launch->checks->block[w->block];
    block->acquire = later(block->acquire, from_blocks);
    tick(w);
}

void lanes_meet(const SimWorker *w, int warp, u32 lanes, u32 now)
{
    Check *c = w->check;
    Part *part = &c->part[warp];
    if (lanes == w->warps[warp].lanes) {
        c->met[warp] = now;
        if (part->lanes) {
            take_later(c->known[warp], part->known);
            c->warp[warp].acquire = later(c->warp[warp].acquire, part->acquire);
            c->far[warp] = later(c->far[warp], part->far);
            *part = (Part){.lanes = 0};
        }
        return;
    }
    part->lanes |= (part->lanes & lanes) ? lanes : 0;
    u32 most[LANES] = {0};
    EACH_BIT(lane, lanes)
        take_later(most, c->lanes[warp][lane]);
    EACH_BIT(lane, lanes)
        most[lane] = c->thread[(u32)warp * LANES + lane].fence = now;
    EACH_BIT(lane, lanes)
        memcpy(c->lanes[warp][lane], most, sizeof most);
    c->warp[warp].fence = now;
}

u32 named_lanes(const Group *g, const Insn *in, int lane)
{
    return lane_u32(g->frame->regs + in->b, lane);
}

// Notes a __syncwarp. Lanes that execute it together may name different masks; each mask is a meeting of its own.
void on_warp_synced(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    u32 now = tick(w);
    while (mask) {
        u32 named = named_lanes(g, in, __builtin_ctz(mask)) | (mask & (0 - mask));
        lanes_meet(w, warp->index, named & warp->live, now);
        mask &= ~named;
    }
}

// Notes a bar.arrive: the warp goes on, and the warps that wait follow what it did.
void on_arrived(SimWorker *w, const Warp *warp, int id)
{
    Check *c = w->check;
    const Part *part = &c->part[warp->index];
    take_later(c->brought[id], c->known[warp->index]);
    take_later(c->brought[id], part->known);
    c->far_brought[id] = later(c->far_brought[id], later(c->far[warp->index], part->far));
    c->brought[id][warp->index] = tick(w);
}
