// races.c: checks an access: does it race, and does it read what nobody wrote?

#include "check/check.h"

#include <string.h>

static void forget_other_block(Shadow *s, u32 tag)
{
    if (s->tag == tag)
        return;
    *s = (Shadow){.tag = tag};
}

// Tells whether two accesses are signals to each other.
static bool may_meet(u8 how, u8 other, bool same_block)
{
    if (!(how & SIGNAL) || !(other & SIGNAL))
        return false;
    return same_block ? ((how | other) & (STRONG | WATCHED)) != 0
                      : ((how | other) & BLOCK_SCOPE) == 0;
}

static inline bool races(const SimWorker *w, const Access *p, const Access *now)
{
    return p->block && (p->bytes & now->bytes) && !precedes(w, p, now->thread) &&
           !may_meet(p->how, now->how,
                     p->block == now->block && p->when >= w->launch->checks->start);
}

static bool same_warp(const Access *a, const Access *b)
{
    return a->block == b->block && a->thread / LANES == b->thread / LANES;
}

// Keeps a read. Two reads that do not follow each other are kept: a write may follow one of them and race with the other.
static void remember_read(const SimWorker *w, Shadow *s, const Access *now)
{
    Access *last = &s->read[0], *other = &s->read[1];
    if (last->block && !precedes(w, last, now->thread) &&
        (!same_warp(last, now) || !other->block || same_warp(other, now)))
        *other = *last;
    *last = *now;
}

static const u8 *stored_element(const Group *g, const Insn *in, int lane, int k)
{
    return g->frame->regs + in->list[k] + (size_t)lane * in->access.reg_bytes;
}

// Tells whether what a lane stores differs from what is there.
static bool stores_other(const Group *g, const Insn *in, int lane, const u8 *there)
{
    for (int k = 0; k < in->access.count; k++, there += in->access.bytes) {
        const u8 *element = stored_element(g, in, lane, k);
        // Most elements have four bytes, and the compiler makes no call of a comparison of a known size.
        if (in->access.bytes == 4 ? memcmp(element, there, 4) != 0
                                  : memcmp(element, there, in->access.bytes) != 0)
            return true;
    }
    return false;
}

// Tells whether the write in the shadow is another lane's by the same instruction, with the same value.
static bool is_echo(const SimWorker *w, const Warp *warp, const Group *g, const Insn *in,
                    const Access *p, u32 mask, int lane)
{
    int other = (int)p->thread - warp->index * LANES;
    if (p->block != (u32)w->block + 1 || p->pc != g->pc || p->when != now_of(w) || other < 0 ||
        other >= LANES || !(mask >> other & 1))
        return false;
    for (int k = 0; k < in->access.count; k++)
        if (memcmp(stored_element(g, in, other, k), stored_element(g, in, lane, k),
                   in->access.bytes) != 0)
            return false;
    return true;
}

// Returns how a memory instruction accesses its words: STRONG, VOLATILE, … (check.h).
static u8 how_of(const Insn *in)
{
    if (in->kind == K_ATOMIC || in->access.order > ORDER_VOLATILE)
        return (u8)(STRONG | (in->access.block_scope ? BLOCK_SCOPE : 0));
    return (u8)(in->access.order == ORDER_VOLATILE ? VOLATILE | (in->access.watched ? WATCHED : 0)
                                                   : 0);
}

// Tells whether an access comes before what any lane of the warp does now: then none of them races with it.
static inline bool is_settled(const SimWorker *w, const Warp *warp, const Access *p)
{
    const Check *c = w->check;
    const struct LaunchCheck *l = w->launch->checks;
    if (!p->block || p->when < l->settled)
        return true;
    if (p->when < l->start || p->block != (u32)w->block + 1)
        return false;
    int u = p->thread / LANES;
    return p->when < c->all || p->when < (u == warp->index ? c->met[u] : c->known[warp->index][u]);
}

// Returns the lanes of `left` that must be checked. Several lanes often read the same word, with nothing to report. Then it is
// enough to check the first and the last, so that the shadow knows two of them.
static u32 skip_broadcast(u32 left, const u64 *address)
{
    u64 first = address[__builtin_ctz(left)];
    for (u32 rest = left & (left - 1); rest; rest &= rest - 1) {
        u32 after = rest & (rest - 1);
        if (address[__builtin_ctz(rest)] != first || !after ||
            address[__builtin_ctz(after)] != first)
            break;
        left &= ~(rest & (0 - rest));
    }
    return left;
}

// A request that is being checked.
typedef struct {
    SimWorker *w;
    const Warp *warp;
    const Group *g;
    const Insn *in;
    u32 mask;
    SimSpace space;
    const u64 *address;
    u8 *const *host;
    int size;           // bytes that a lane wants
    Access now;         // the current lane's access
    u32 seen;           // the date of the last signal of another block that is seen here
    u32 settled, start; // the launch's
    u32 before
        [LANES]; // what warp u of the block did before this date comes before what this one does now
} Request;

// Returns the shadow of the first lane's word, if the lanes want one whole word each, one after the other, in one array; else
// NULL. *tracked: a read of what was never written is an error.
static Shadow *words_in_line(const Request *r, bool *tracked)
{
    const SimWorker *w = r->w;
    u64 strays = 0, first = (u64)__builtin_ctz(r->mask), low = r->address[first],
        high = low + 4 * (31 - (u64)__builtin_clz(r->mask) - first);
    for (u64 l = 0; l < LANES; l++)
        strays |= r->mask >> l & 1 ? r->address[l] ^ (low + 4 * (l - first)) : 0;
    if (strays || r->size != 4 || r->in->access.count != 1 || r->in->kind == K_ATOMIC)
        return NULL;
    *tracked = true;
    if (r->space == SIM_SPACE_SHARED)
        return w->check->shared + (low >> 2);
    const SimAlloc *a = w->last_alloc;
    if (!a || !a->live || !a->shadow || low < a->base || high >= a->base + a->size)
        return NULL;
    *tracked = a->tracked;
    return a->shadow + ((low - a->base) >> 2);
}

// Tells whether an access comes before what the thread does now, for one of the reasons that are quick to check.
static inline bool is_before(const Request *r, const Access *p, u32 thread)
{
    return p->when < r->settled ||
           (p->block == r->now.block && p->when >= r->start &&
            (p->thread == thread || p->when < r->before[p->thread / LANES]));
}

// Notes the thread's access to a whole word, field by field. A copy of the whole struct would be slower: the host has just
// written one of its fields, and must wait before it can read all of them at once.
static inline void note(Access *to, const Request *r, u32 thread, u8 how)
{
    to->when = r->now.when;
    to->block = r->now.block;
    to->pc = r->now.pc;
    to->thread = (u16)thread;
    to->bytes = 15;
    to->how = how;
}

// Does the work of check_lane for a whole word, if all earlier accesses to the word come before: then nothing can be wrong. False
// if check_lane must do it.
static inline bool check_word(Request *r, Shadow *s, int lane, u32 thread, bool tracked)
{
    u8 how = r->now.how;
    bool load = r->in->kind == K_LOAD;
    if ((r->space == SIM_SPACE_SHARED && s->tag != r->now.block) || (tracked && s->written != 15) ||
        !is_before(r, &s->signal, thread) ||
        !((load && (s->write.how & SAME)) || is_before(r, &s->write, thread)))
        return false;
    bool read_before = is_before(r, &s->read[0], thread);
    if (load) {
        if (s->signal.block != r->now.block || s->signal.when < r->start)
            r->seen = later(r->seen, s->signal.when);
        if (read_before) {
            note(&s->read[0], r, thread, how);
        } else {
            Access now;
            note(&now, r, thread, how);
            remember_read(r->w, s, &now);
        }
        return true;
    }
    if (!read_before || !is_before(r, &s->read[1], thread))
        return false;
    bool differs = memcmp(stored_element(r->g, r->in, lane, 0), r->host[lane], 4) != 0;
    r->w->altered += differs;
    if (differs)
        note(how & SIGNAL ? &s->signal : &s->write, r, thread, how);
    else
        note(&s->write, r, thread, how | SAME);
    s->written = 15;
    return true;
}

// Checks one lane's words. True if there was nothing to report and they were only read.
static __attribute__((noinline)) bool check_lane(Request *r, int lane)
{
    SimWorker *w = r->w;
    const Insn *in = r->in;
    const u64 *address = r->address;
    bool shared = r->space == SIM_SPACE_SHARED;
    u8 how = r->now.how;
    int size = r->size;
    const SimAlloc *a = NULL;
    u64 at = address[lane];
    if (!shared) {
        a = w->last_alloc;
        if (!a || !a->live || at < a->base || at >= a->base + a->size)
            a = memory_find(w->launch->memory, at, (u64)size);
        if (!a || !a->shadow) {
            r->seen = r->now.when;
            return false;
        }
        at -= a->base;
    }
    const SimLaunch *l = w->launch; // the system clears reserved shared memory
    bool tracked = shared ? at < l->shared_total - l->shared_reserved : a->tracked;
    bool differs = in->kind != K_STORE || stores_other(r->g, in, lane, r->host[lane]);
    w->altered += in->kind != K_LOAD && differs;
    bool quiet = in->kind == K_LOAD && how == 0;
    for (int done = 0; done < size;) {
        Shadow *s = (shared ? w->check->shared : a->shadow) + ((at + (u64)done) >> 2);
        int from = (int)((at + (u64)done) & 3),
            count = 4 - from < size - done ? 4 - from : size - done;
        u8 bytes = r->now.bytes = (u8)(((1u << count) - 1) << from);
        const Access *now = &r->now;
        if (shared)
            forget_other_block(s, now->block);
        bool unwritten = tracked && (s->written & bytes) != bytes;
        if (s->signal.block != now->block || s->signal.when < r->start)
            r->seen = later(r->seen, s->signal.when);
        if (in->kind != K_STORE && unwritten)
            report_unwritten(w, r->g->pc, now->thread, r->space, address[lane], size, a);
        if (in->kind == K_LOAD) {
            bool writes = !(s->write.how & SAME) && !is_settled(w, r->warp, &s->write),
                 signals = !is_settled(w, r->warp, &s->signal);
            quiet = quiet && !unwritten && !writes && !signals;
            if (writes && races(w, &s->write, now))
                report_race(w, &s->write, now, r->space, address[lane], a);
            if (signals && races(w, &s->signal, now))
                report_race(w, &s->signal, now, r->space, address[lane], a);
            remember_read(w, s, now);
        } else if (differs || unwritten) {
            if (races(w, &s->write, now) &&
                !(in->kind == K_STORE && is_echo(w, r->warp, r->g, in, &s->write, r->mask, lane)))
                report_race(w, &s->write, now, r->space, address[lane], a);
            if (races(w, &s->signal, now))
                report_race(w, &s->signal, now, r->space, address[lane], a);
            if (races(w, &s->read[0], now))
                report_race(w, &s->read[0], now, r->space, address[lane], a);
            else if (races(w, &s->read[1], now))
                report_race(w, &s->read[1], now, r->space, address[lane], a);
            *(how & SIGNAL ? &s->signal : &s->write) = *now;
        } else if (!s->write.block || precedes(w, &s->write, now->thread)) {
            s->write = *now;
            s->write.how |= SAME;
        }
        if (in->kind != K_LOAD)
            s->written |= bytes;
        done += count;
    }
    return quiet;
}

void on_access(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask,
               SimSpace space, const u64 *address, u8 *const *host)
{
    u8 how = how_of(in);
    bool between_blocks = space != SIM_SPACE_SHARED && !in->access.block_scope;
    if ((how & SIGNAL) && in->kind != K_LOAD)
        release(w, warp, in, mask, between_blocks);
    Request r = {.w = w,
                 .warp = warp,
                 .g = g,
                 .in = in,
                 .mask = mask,
                 .space = space,
                 .address = address,
                 .host = host,
                 .size = in->access.bytes * in->access.count,
                 .now = {.when = now_of(w), .block = (u32)w->block + 1, .pc = g->pc, .how = how},
                 .settled = w->launch->checks->settled,
                 .start = w->launch->checks->start};
    bool tracked;
    Shadow *words = words_in_line(&r, &tracked);
    for (int u = 0; words && u < LANES; u++)
        r.before[u] = later(w->check->all, w->check->known[warp->index][u]);
    r.before[warp->index] = later(w->check->all, w->check->met[warp->index]);
    for (u32 left = mask; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        u32 thread = (u32)(warp->index * LANES + lane);
        if (words && check_word(&r, words + lane - __builtin_ctz(mask), lane, thread, tracked))
            continue;
        r.now.thread = (u16)thread;
        if (check_lane(&r, lane))
            left = skip_broadcast(left, address);
    }
    if ((how & SIGNAL) && in->kind != K_STORE)
        acquire(w, warp, mask, (how & (STRONG | WATCHED)) != 0, between_blocks ? r.seen : 0);
}
