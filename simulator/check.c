// check.c: races, uninitialized reads, barriers and masks, found while a kernel runs.
//
// Every 4-byte word of global and shared memory has a shadow: who wrote it last, plainly and as a signal, who read it
// last, and which of its bytes have been written at all. An access races with the one in the shadow if they overlap, one
// of them writes, other threads did them, and nothing orders the two. What orders:
//
//   barriers            all before it of the warps that take part, before all after it
//   __syncwarp          the same, for lanes of its mask. A shuffle or a vote orders no memory
//   fence, then signal  what comes before a fence is released by the next atomic or volatile access; what comes after an
//                       atomic or volatile access follows all that was released until then
//   launches            all of one launch before all of the next. Of a nested launch: what its thread saw when it launched
//                       comes before all that it does, but nothing else of the grid, and nothing of others that the grid
//                       launched save those into the same stream; a tail launch follows all of these
//
// The third is taken generously: a signal counts wherever it is seen, and what one thread fences or sees counts for its
// whole warp (against other warps of the block) or block (against other blocks), so that no correct program is accused.
// Between blocks only fences and signals at that scope count: __syncthreads() is none.
//
// Two signals never race: they are there to meet. But volatile stands in much code where a barrier should, so two
// volatile accesses in one block count as signals only if a spin loop turns on one of them. Writes that leave a word as
// it is race with no load.
//
// One clock dates everything. It moves on with all that orders: an access from before a date is one with a smaller
// date. Blocks run one at a time in a checked launch, and dates of an earlier block or launch are smaller than all of
// this one's, so nothing has to be reset.
//
// Findings are collected by pair of source lines, with a count, and the kernel runs on.

#include "core.h"

#include <stdlib.h>
#include <string.h>

// How an access was done. STRONG: an atomic, or a load or store with an order. WATCHED: a volatile load on which a spin
// loop turns. BLOCK_SCOPE: an atomic for threads of the block only. SAME: a write that left the word as it was.
enum {
    STRONG = 1,
    VOLATILE = 2,
    WATCHED = 4,
    BLOCK_SCOPE = 8,
    SAME = 16,
    SIGNAL = STRONG | VOLATILE
};

// An access to a word.
typedef struct {
    u32 when;
    u32 block; // + 1; 0: none
    i32 pc;
    u16 thread; // in the block
    u8 bytes;   // which of the four
    u8 how;
} Access;

typedef struct Shadow {
    Access write;  // the last plain one
    Access signal; // the last write by a signal; earlier ones come before it
    Access read
        [2]; // the last one, and one that it does not follow: of another warp, if one of those read it
    u32 tag;    // shared memory: the block for which all this holds, + 1
    u8 written; // bytes that have a value
} Shadow;

// When a thread, warp or block last fenced, released what it had fenced, and saw a signal.
typedef struct {
    u32 fence, release, acquire;
} Signals;

// What a worker keeps for the block it runs. known[v][u]: what warp u did before this date comes before what warp v does
// now; lanes[warp][v][u] is the same for lanes of a warp. Most barriers are complete: what the whole block did before
// `all` comes before what any of its threads does now, and met[warp] is the same for a warp, so that the tables are
// touched only where some threads were missing.
struct Check {
    Shadow *shared;
    u32 all, met[LANES];
    u32 known[LANES][LANES];
    u32 (*lanes)[LANES][LANES]; // (warps)
    u32 brought[16][LANES];     // what warps knew that arrived at a barrier and did not wait
    Signals warp[LANES], thread[LANES * LANES];
    i32 exit_pc; // where a thread last left the kernel
};

// A launch by a kernel, and what its thread had seen of the grid: what those of its warp and of other warps did before
// these dates (as in a Check), or released, if it saw the signal.
typedef struct {
    u64 stream;
    u32 when, begin; // of the launch; of its running, 0 before
    u32 block;       // + 1
    u16 thread;
    bool tail;
    u32 all, met, lanes[LANES], known[LANES];
    u32 released[LANES], saw_warps, saw_blocks;
} Nested;

// A grid that is done, for those that it launched. `above` and `member`: the family of which it is a member itself, NULL
// if the host launched it. What is older than `settled` comes before all of them. The grid ran from `start` to `end`.
struct Family {
    const struct Family *above;
    u32 member, settled, start, end;
    u32 grid[3], block[3];
    Signals *blocks; // (blocks)
    Nested *nested;  // (count) in the order in which they were launched
    u32 count;
};

// What all blocks of a launch share.
struct LaunchCheck {
    Signals *block; // (blocks)
    u32 start;      // when it began
    u32 settled;    // what is older comes before it, whoever did it
    const struct Family *family;
    u32 member;
    Nested *nested; // (most_children) what it launches, once it has
};

static u32 now_of(const SimWorker *w)
{
    return *memory_clock(w->launch->memory);
}

static u32 tick(const SimWorker *w)
{
    return ++*memory_clock(w->launch->memory);
}

// most[i] becomes the later of the two dates.
static void take_later(u32 *most, const u32 *than)
{
    for (int i = 0; i < LANES; i++)
        most[i] = than[i] > most[i] ? than[i] : most[i];
}

// ---- Making and freeing --------------------------------------------------------------------------

bool check_launch(SimLaunch *l)
{
    l->checks = calloc(1, sizeof *l->checks);
    Signals *block = calloc((size_t)l->blocks, sizeof *block);
    if (!l->checks || !block) {
        free(block);
        return false;
    }
    struct LaunchCheck *c = l->checks;
    c->block = block;
    c->start = c->settled = ++*memory_clock(l->memory);
    struct Family *f = l->siblings ? l->siblings->family : NULL;
    if (f) {
        c->family = f;
        c->member = l->siblings->child[l->member].number;
        c->settled = f->settled;
        f->nested[c->member].begin = c->start;
    }
    return true;
}

void check_launch_end(SimLaunch *l)
{
    if (l->checks) {
        free(l->checks->block);
        free(l->checks->nested);
    }
    free(l->checks);
    free(l->findings);
    l->checks = NULL;
    l->findings = NULL;
    l->finding_count = 0;
}

Check *check_new(const SimLaunch *l)
{
    Check *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->shared = calloc((size_t)(l->shared_total / 4 + 1), sizeof *c->shared);
    c->lanes = calloc((size_t)l->warps, sizeof *c->lanes);
    if (c->shared && c->lanes)
        return c;
    check_free(c);
    return NULL;
}

void check_free(Check *c)
{
    if (!c)
        return;
    free(c->shared);
    free(c->lanes);
    free(c);
}

void check_block(SimWorker *w)
{
    w->check->exit_pc = -1;
    w->check->all = 0;
    memset(w->check->met, 0, sizeof w->check->met);
}

Shadow *check_shadow(size_t bytes)
{
    return calloc(bytes / 4 + 2, sizeof(Shadow));
}

void check_written(SimAlloc *a, u64 from, u64 to)
{
    for (u64 at = from; at < to; at++)
        a->shadow[at >> 2].written |= (u8)(1u << (at & 3));
}

// ---- Findings ------------------------------------------------------------------------------------

// " at kernel in file:12"
static void append_place(const SimWorker *w, SimFinding *f, i32 pc)
{
    const SimInsnInfo *info = &w->module->infos[pc];
    size_t size = sizeof f->text;
    text_append(f->text, size, " at %s", info->function->name);
    if (info->file)
        text_append(f->text, size, " in %s:%d", info->file, info->line);
    else
        text_append(f->text, size, " (PTX line %d: %s)", info->ptx_line, info->text);
}

// "    by thread (1,0,0) in block (0,0,0)", of a grid of `grid` blocks of `block` threads
static void append_thread(SimFinding *f, const u32 *grid, const u32 *block, u32 thread, u64 index)
{
    text_append(f->text, sizeof f->text, "\n    by thread (%u,%u,%u) in block (%u,%u,%u)",
                thread % block[0], thread / block[0] % block[1], thread / block[0] / block[1],
                (u32)(index % grid[0]), (u32)(index / grid[0] % grid[1]),
                (u32)(index / grid[0] / grid[1]));
}

static void append_who(const SimWorker *w, SimFinding *f, i32 pc, u32 thread, u64 block)
{
    append_place(w, f, pc);
    append_thread(f, w->launch->grid, w->launch->block, thread, block);
}

// Who did an access of an older grid: of the one that launched this one, or of one further away, whose shape is not
// known here.
static void append_relative(const SimWorker *w, SimFinding *f, const Access *p)
{
    const struct Family *family = w->launch->checks->family;
    append_place(w, f, p->pc);
    if (p->when >= family->start && p->when < family->end)
        append_thread(f, family->grid, family->block, p->thread, p->block - 1);
    else
        text_append(f->text, sizeof f->text, "\n    by another launch");
}

static bool same_line(const SimModule *m, i32 a, i32 b)
{
    const SimInsnInfo *x = &m->infos[a], *y = &m->infos[b];
    return a == b || (x->file && y->file && x->line == y->line && strcmp(x->file, y->file) == 0);
}

// The finding for a pair of places, whichever comes first; its text is to be written. NULL if it was there already, with
// threads as far apart: then it is counted. NULL, too, if there is no room.
static SimFinding *new_finding(const SimWorker *w, SimFindingKind kind, i32 pc, i32 other,
                               int apart)
{
    SimLaunch *l = w->launch;
    const SimModule *m = w->module;
    for (int i = 0; i < l->finding_count; i++) {
        SimFinding *f = &l->findings[i];
        bool here = (same_line(m, f->pc, pc) && same_line(m, f->other, other)) ||
                    (same_line(m, f->pc, other) && same_line(m, f->other, pc));
        if (f->kind != kind || !here)
            continue;
        f->hazards++;
        if (apart <= f->apart)
            return NULL;
        f->apart = apart;
        return f;
    }
    SimFinding *more = realloc(l->findings, ((size_t)l->finding_count + 1) * sizeof *more);
    if (!more)
        return NULL;
    l->findings = more;
    SimFinding *f = &more[l->finding_count++];
    *f = (SimFinding){.kind = kind, .pc = pc, .other = other, .apart = apart, .hazards = 1};
    return f;
}

static void append_variable(const SimWorker *w, SimFinding *f, SimSpace space, u64 address,
                            const SimAlloc *a)
{
    size_t size = sizeof f->text;
    if (space == SIM_SPACE_SHARED) {
        SimModule *m = w->module;
        int reached = module_reach(m, w->launch->kernel);
        for (int i = 0; i < reached; i++) {
            for (int k = 0; k < m->reached[i]->shared_count; k++) {
                const Var *v = m->reached[i]->shared[k];
                if (address >= v->offset && address < v->offset + v->size) {
                    text_append(f->text, size, "\n    in the shared variable %s, byte %l", v->name,
                                (i64)(address - v->offset));
                    return;
                }
            }
        }
        u64 dynamic = (w->launch->kernel->shared_bytes + 15) & ~(u64)15;
        text_append(f->text, size, "\n    in dynamic shared memory, byte %l",
                    (i64)(address - dynamic));
        return;
    }
    text_append(f->text, size, "\n    Access to 0x%x, byte %l of ", address,
                (i64)(address - a->base));
    if (a->name)
        text_append(f->text, size, "the variable %s", a->name);
    else
        text_append(f->text, size, "the allocation of %l bytes", (i64)a->size);
    if (a->made)
        text_append(f->text, size, " made at %s", a->made);
}

// ---- What orders ---------------------------------------------------------------------------------

// The stream of launches that name none, each block has its own; and cudaStreamFireAndForget, driver_types.h
enum { STREAM_OF_BLOCK = 0, STREAM_FIRE_AND_FORGET = 4 };

static u32 later(u32 a, u32 b)
{
    return a > b ? a : b;
}

// Whether the access p comes before what a thread of this block does now, by signals or barriers of part of the block.
static bool follows_by_parts(const SimWorker *w, const Access *p, u32 thread)
{
    const Check *c = w->check;
    const struct LaunchCheck *l = w->launch->checks;
    const Signals *then = &l->block[p->block - 1], *now = &l->block[w->block];
    if (p->block == (u32)w->block + 1) {
        u32 u = p->thread / LANES, v = thread / LANES;
        if (p->when < (u == v ? later(c->met[v], c->lanes[v][thread % LANES][p->thread % LANES])
                              : c->known[v][u]))
            return true;
        then = u == v ? &c->thread[p->thread] : &c->warp[u];
        now = u == v ? &c->thread[thread] : &c->warp[v];
    }
    return ((p->how & SIGNAL) || p->when < then->release) && p->when < now->acquire;
}

// Whether an access of the grid was seen by the thread that launched `n`.
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

// Whether an access of an older grid comes before all that this one does: of the one that launched it, of another that
// that one launched, or further up.
static bool family_orders(const struct LaunchCheck *c, const Access *p)
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

// … or by any other order.
static inline bool precedes(const SimWorker *w, const Access *p, u32 thread)
{
    const struct LaunchCheck *l = w->launch->checks;
    if (p->when < l->start)
        return p->when < l->settled || family_orders(l, p);
    if (p->block == (u32)w->block + 1 && (p->thread == thread || p->when < w->check->all))
        return true;
    return follows_by_parts(w, p, thread);
}

// What the launching thread sees.
void check_child(const SimWorker *w, const Warp *warp, int lane, u32 i, u64 stream)
{
    struct LaunchCheck *l = w->launch->checks;
    const Check *c = w->check;
    if (!l->nested)
        l->nested = calloc(w->launch->most_children, sizeof *l->nested);
    if (!l->nested)
        return;
    Nested *n = &l->nested[i];
    *n = (Nested){.stream = stream,
                  .when = tick(w),
                  .block = (u32)w->block + 1,
                  .thread = (u16)(warp->index * LANES + lane),
                  .tail = w->launch->children[i].tail,
                  .all = c->all,
                  .met = c->met[warp->index],
                  .saw_warps = c->warp[warp->index].acquire,
                  .saw_blocks = l->block[w->block].acquire};
    memcpy(n->lanes, c->lanes[warp->index][lane], sizeof n->lanes);
    memcpy(n->known, c->known[warp->index], sizeof n->known);
    for (int u = 0; u < LANES; u++)
        n->released[u] = c->warp[u].release;
}

struct Family *check_family(SimLaunch *l)
{
    struct LaunchCheck *c = l->checks;
    struct Family *f = c->nested ? calloc(1, sizeof *f) : NULL;
    if (!f)
        return NULL;
    *f = (struct Family){.above = c->family,
                         .member = c->member,
                         .settled = c->settled,
                         .start = c->start,
                         .end = ++*memory_clock(l->memory),
                         .blocks = c->block,
                         .nested = c->nested,
                         .count = l->child_count};
    memcpy(f->grid, l->grid, sizeof f->grid);
    memcpy(f->block, l->block, sizeof f->block);
    c->block = NULL;
    c->nested = NULL;
    return f;
}

void check_family_free(struct Family *f)
{
    if (f) {
        free(f->blocks);
        free(f->nested);
    }
    free(f);
}

void check_fence(SimWorker *w, const Warp *warp, const Insn *in, u32 mask)
{
    if (in->order == ORDER_WEAK) // a hint
        return;
    Check *c = w->check;
    u32 now = tick(w);
    for (u32 left = mask; left; left &= left - 1)
        c->thread[warp->index * LANES + __builtin_ctz(left)].fence = now;
    c->warp[warp->index].fence = now;
    if (!in->block_scope)
        w->launch->checks->block[w->block].fence = now;
}

// Before an atomic or volatile write: releases what is fenced.
static void release(SimWorker *w, const Warp *warp, const Insn *in, u32 mask, bool to_blocks)
{
    Check *c = w->check;
    if (in->order >= ORDER_RELEASE)
        check_fence(w, warp, in, mask);
    for (u32 left = mask; left; left &= left - 1) {
        Signals *t = &c->thread[warp->index * LANES + __builtin_ctz(left)];
        t->release = later(t->fence, later(c->met[warp->index], c->all));
    }
    c->warp[warp->index].release =
        later(c->warp[warp->index].fence, later(c->met[warp->index], c->all));
    if (to_blocks)
        w->launch->checks->block[w->block].release = w->launch->checks->block[w->block].fence;
}

// After an atomic access or volatile load: what comes now follows what was released.
static void acquire(SimWorker *w, const Warp *warp, u32 mask, bool in_block, bool from_blocks)
{
    Check *c = w->check;
    u32 when = now_of(w); // lanes of this very instruction do not follow each other
    if (in_block) {
        u32 released[LANES];
        for (int u = 0; u < LANES; u++)
            released[u] = c->thread[warp->index * LANES + u].release;
        for (u32 left = mask; left; left &= left - 1) {
            int lane = __builtin_ctz(left);
            take_later(c->lanes[warp->index][lane], released);
            c->thread[warp->index * LANES + lane].acquire = when;
        }
        for (int u = 0; u < LANES; u++)
            released[u] = c->warp[u].release;
        take_later(c->known[warp->index], released);
        c->warp[warp->index].acquire = when;
    }
    if (from_blocks)
        w->launch->checks->block[w->block].acquire = when;
    tick(w);
}

// All that these lanes of a warp knew, and did before now, comes before what each of them does from now on.
static void lanes_meet(const SimWorker *w, int warp, u32 lanes, u32 now)
{
    Check *c = w->check;
    if (lanes == w->warps[warp].lanes) {
        c->met[warp] = now;
        return;
    }
    u32 most[LANES] = {0};
    for (u32 left = lanes; left; left &= left - 1)
        take_later(most, c->lanes[warp][__builtin_ctz(left)]);
    for (u32 left = lanes; left; left &= left - 1) {
        most[__builtin_ctz(left)] = now;
        c->thread[warp * LANES + __builtin_ctz(left)].fence = now;
    }
    for (u32 left = lanes; left; left &= left - 1)
        memcpy(c->lanes[warp][__builtin_ctz(left)], most, sizeof most);
    c->warp[warp].fence = now;
}

static u32 named_lanes(const Group *g, const Insn *in, int lane)
{
    u32 named;
    memcpy(&named, g->frame->regs + in->b + (size_t)lane * 4, 4);
    return named;
}

// Lanes that execute __syncwarp together may name different masks; each mask is a meeting of its own.
void check_warp_sync(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    u32 now = tick(w);
    while (mask) {
        u32 named = named_lanes(g, in, __builtin_ctz(mask)) | (mask & (0 - mask));
        lanes_meet(w, warp->index, named & warp->live, now);
        mask &= ~named;
    }
}

// bar.arrive: the warp goes on, and those that wait follow what it did.
void check_arrive(SimWorker *w, const Warp *warp, int id)
{
    Check *c = w->check;
    take_later(c->brought[id], c->known[warp->index]);
    c->brought[id][warp->index] = tick(w);
}

// ---- Barriers and masks --------------------------------------------------------------------------

static void report_divergent(SimWorker *w, const Warp *warp, const Group *g, const Warp *warp2,
                             const Group *g2)
{
    SimFinding *f = new_finding(w, SIM_FOUND_BARRIER, g->pc, g2->pc, 0);
    if (!f)
        return;
    text_format(f->text, sizeof f->text,
                "Barrier error detected. Divergent thread(s) in %s.\n    Threads wait",
                warp == warp2 ? "warp" : "block");
    append_who(w, f, g->pc, (u32)(warp->index * LANES + __builtin_ctz(g->mask)), w->block);
    text_append(f->text, sizeof f->text, "\n    while others wait");
    append_who(w, f, g2->pc, (u32)(warp2->index * LANES + __builtin_ctz(g2->mask)), w->block);
}

static void report_exited(SimWorker *w, const Warp *warp, const Group *g)
{
    u32 gone = (u32)w->launch->threads - w->live_threads;
    SimFinding *f = new_finding(w, SIM_FOUND_BARRIER, g->pc, w->check->exit_pc, 0);
    if (!f)
        return;
    text_format(
        f->text, sizeof f->text,
        "Barrier error detected. %u of %u threads have left the kernel and never reach it.\n"
        "    The barrier",
        gone, (u32)w->launch->threads);
    append_who(w, f, g->pc, (u32)(warp->index * LANES + __builtin_ctz(g->mask)), w->block);
    const SimInsnInfo *left = &w->module->infos[w->check->exit_pc];
    if (left->file)
        text_append(f->text, sizeof f->text, "\n    others left at %s:%d", left->file, left->line);
}

void check_exit(SimWorker *w, i32 pc)
{
    w->check->exit_pc = pc;
}

// Before a complete barrier opens: who waits, and where?
void check_barrier(SimWorker *w, int id, bool whole_block)
{
    Check *c = w->check;
    const Warp *first_warp = NULL;
    const Group *first = NULL;
    u32 warps = 0, now = tick(w), most[LANES], threads = 0;
    memcpy(most, c->brought[id], sizeof most);
    memset(c->brought[id], 0, sizeof most);
    for (int i = 0; i < w->launch->warps; i++) {
        const Warp *warp = &w->warps[i];
        u32 lanes = 0;
        for (int k = 0; k < warp->group_count; k++) {
            const Group *g = &warp->groups[k];
            if (g->state != G_BARRIER || g->barrier != id)
                continue;
            if (first && g->pc != first->pc && (whole_block || warp == first_warp))
                report_divergent(w, first_warp, first, warp, g);
            if (!first) {
                first = g;
                first_warp = warp;
            }
            lanes |= g->mask;
        }
        if (!lanes)
            continue;
        threads += (u32)__builtin_popcount(lanes);
        lanes_meet(w, i, lanes, now);
        take_later(most, c->known[i]);
        most[i] = now;
        warps |= 1u << i;
    }
    if (first && whole_block && w->live_threads < w->launch->threads && c->exit_pc >= 0)
        report_exited(w, first_warp, first);
    if (threads == w->launch->threads) {
        c->all = now;
        return;
    }
    for (u32 left = warps; left; left &= left - 1)
        memcpy(c->known[__builtin_ctz(left)], most, sizeof most);
}

void check_mask(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    for (u32 left = mask; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        u32 named = named_lanes(g, in, lane);
        if (named >> lane & 1)
            continue;
        SimFinding *f = new_finding(w, SIM_FOUND_MASK, g->pc, g->pc, 0);
        if (!f)
            return;
        text_format(
            f->text, sizeof f->text,
            "Barrier error detected. Invalid arguments: the mask 0x%x leaves out a lane that "
            "executes it\n   ",
            (u64)named);
        append_who(w, f, g->pc, (u32)(warp->index * LANES + lane), w->block);
        return;
    }
}

void check_never_came(SimWorker *w, const Warp *warp, const Group *g)
{
    SimFinding *f = new_finding(w, SIM_FOUND_MASK, g->pc, g->pc, 0);
    if (!f)
        return;
    text_format(
        f->text, sizeof f->text,
        "Barrier error detected. Divergent thread(s) in warp: lanes of the mask 0x%x left the "
        "kernel without executing it\n   ",
        (u64)g->wait_mask);
    append_who(w, f, g->pc, (u32)(warp->index * LANES + __builtin_ctz(g->mask)), w->block);
}

// ---- Accesses ------------------------------------------------------------------------------------

static const char *access_name(const SimModule *m, i32 pc)
{
    u8 kind = m->code[pc].kind;
    return kind == K_LOAD || kind == K_COPY          ? "Read"
           : kind == K_STORE || kind == K_COPY_STORE ? "Write"
                                                     : "Atomic";
}

static bool is_write(const SimModule *m, i32 pc)
{
    return access_name(m, pc)[0] == 'W';
}

// `now` is this block's.
static void report_race(SimWorker *w, const Access *p, const Access *now, SimSpace space,
                        u64 address, const SimAlloc *a)
{
    const struct LaunchCheck *l = w->launch->checks;
    bool grids = p->when < l->start, blocks = !grids && p->block != now->block,
         lanes = !grids && !blocks && p->thread / LANES == now->thread / LANES;
    SimFinding *f = new_finding(w, SIM_FOUND_RACE, now->pc, p->pc,
                                grids    ? 3
                                : blocks ? 2
                                : lanes  ? 0
                                         : 1);
    if (!f)
        return;
    const SimModule *m = w->module;
    size_t size = sizeof f->text;
    text_format(f->text, size, "Race reported between %s access", access_name(m, now->pc));
    append_who(w, f, now->pc, now->thread, w->block);
    text_append(f->text, size, "\n    and %s access", access_name(m, p->pc));
    if (grids)
        append_relative(w, f, p);
    else
        append_who(w, f, p->pc, p->thread, p->block - 1);
    append_variable(w, f, space, address, a);
    const char *advice = "Two warps of a block: __syncthreads() is missing between";
    if (grids && p->when < l->family->end)
        advice =
            "A nested launch does not wait for its grid: __syncthreads() before it, or a tail launch";
    else if (grids)
        advice = "Nothing orders the two launches: one stream or a tail launch would";
    else if (blocks && (p->how & now->how & STRONG))
        advice = "The atomic is for threads of its block alone: other blocks may not see it";
    else if (blocks)
        advice = "Nothing orders the two blocks: a fence and an atomic would";
    else if (p->pc == now->pc && is_write(m, p->pc) && p->when == now->when)
        advice = "Nothing orders the two writes: which of the values stays is undefined";
    else if (lanes)
        advice = "Two lanes of a warp: __syncwarp() is missing between";
    text_append(f->text, size, "\n    %s", advice);
}

static void report_unwritten(SimWorker *w, i32 pc, u32 thread, SimSpace space, u64 address,
                             int bytes, const SimAlloc *a)
{
    SimFinding *f = new_finding(w, SIM_FOUND_UNINITIALIZED, pc, pc, 0);
    if (!f)
        return;
    text_format(f->text, sizeof f->text, "Uninitialized %s memory read of size %d bytes\n   ",
                space == SIM_SPACE_SHARED ? "__shared__" : "__global__", bytes);
    append_who(w, f, pc, thread, w->block);
    append_variable(w, f, space, address, a);
}

static void forget_other_block(Shadow *s, u32 tag)
{
    if (s->tag == tag)
        return;
    *s = (Shadow){.tag = tag};
}

// Whether two accesses are signals to each other.
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

// Two reads that do not follow each other are kept: a write may follow one of them, and race with the other.
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
    return g->frame->regs + in->v[k] + (size_t)lane * in->reg_bytes;
}

// Whether what a lane stores differs from what is there.
static bool stores_other(const Group *g, const Insn *in, int lane, const u8 *there)
{
    for (int k = 0; k < in->count; k++, there += in->bytes) {
        const u8 *element = stored_element(g, in, lane, k);
        // most elements have four bytes, and a comparison of a known size is no call
        if (in->bytes == 4 ? memcmp(element, there, 4) != 0
                           : memcmp(element, there, in->bytes) != 0)
            return true;
    }
    return false;
}

// Whether the write in the shadow is another lane's of this very instruction, with the same value.
static bool is_echo(const SimWorker *w, const Warp *warp, const Group *g, const Insn *in,
                    const Access *p, u32 mask, int lane)
{
    int other = (int)p->thread - warp->index * LANES;
    if (p->block != (u32)w->block + 1 || p->pc != g->pc || p->when != now_of(w) || other < 0 ||
        other >= LANES || !(mask >> other & 1))
        return false;
    for (int k = 0; k < in->count; k++)
        if (memcmp(stored_element(g, in, other, k), stored_element(g, in, lane, k), in->bytes) != 0)
            return false;
    return true;
}

// How a memory instruction is done; see above.
static u8 how_of(const Insn *in)
{
    if (in->kind == K_ATOMIC || in->order > ORDER_VOLATILE)
        return (u8)(STRONG | (in->block_scope ? BLOCK_SCOPE : 0));
    return (u8)(in->order == ORDER_VOLATILE ? VOLATILE | (in->watched ? WATCHED : 0) : 0);
}

// Whether an access comes before what any lane of the warp does now: then none of them races with it.
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

// Of lanes that read what the first of them read, and with as little to report, only the last need be looked at, so that
// the shadow knows two of them.
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

void check_access(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask,
                  SimSpace space, const u64 *address, u8 *const *host)
{
    int size = in->bytes * in->count;
    u32 tag = (u32)w->block + 1;
    bool shared = space == SIM_SPACE_SHARED;
    u8 how = how_of(in);
    bool between_blocks = !shared && !in->block_scope;
    if ((how & SIGNAL) && in->kind != K_LOAD)
        release(w, warp, in, mask, between_blocks);
    Access now = {.when = now_of(w), .block = tag, .pc = g->pc, .how = how};
    for (u32 left = mask; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        now.thread = (u16)(warp->index * LANES + lane);
        const SimAlloc *a = NULL;
        u64 at = address[lane];
        if (!shared) {
            a = w->last_alloc;
            if (!a || !a->live || at < a->base || at >= a->base + a->size)
                a = memory_find(w->launch->memory, at, (u64)size);
            if (!a || !a->shadow)
                continue;
            at -= a->base;
        }
        bool tracked = shared || a->tracked;
        bool differs = in->kind != K_STORE || stores_other(g, in, lane, host[lane]);
        bool quiet = in->kind == K_LOAD && how == 0;
        for (int done = 0; done < size;) {
            Shadow *s = (shared ? w->check->shared : a->shadow) + ((at + (u64)done) >> 2);
            int from = (int)((at + (u64)done) & 3),
                count = 4 - from < size - done ? 4 - from : size - done;
            u8 bytes = now.bytes = (u8)(((1u << count) - 1) << from);
            if (shared)
                forget_other_block(s, tag);
            bool unwritten = tracked && (s->written & bytes) != bytes;
            if (in->kind != K_STORE && unwritten)
                report_unwritten(w, g->pc, now.thread, space, address[lane], size, a);
            if (in->kind == K_LOAD) {
                bool writes = !(s->write.how & SAME) && !is_settled(w, warp, &s->write),
                     signals = !is_settled(w, warp, &s->signal);
                quiet = quiet && !unwritten && !writes && !signals;
                if (writes && races(w, &s->write, &now))
                    report_race(w, &s->write, &now, space, address[lane], a);
                if (signals && races(w, &s->signal, &now))
                    report_race(w, &s->signal, &now, space, address[lane], a);
                remember_read(w, s, &now);
            } else if (differs || unwritten) {
                if (races(w, &s->write, &now) &&
                    !(in->kind == K_STORE && is_echo(w, warp, g, in, &s->write, mask, lane)))
                    report_race(w, &s->write, &now, space, address[lane], a);
                if (races(w, &s->signal, &now))
                    report_race(w, &s->signal, &now, space, address[lane], a);
                if (races(w, &s->read[0], &now))
                    report_race(w, &s->read[0], &now, space, address[lane], a);
                else if (races(w, &s->read[1], &now))
                    report_race(w, &s->read[1], &now, space, address[lane], a);
                *(how & SIGNAL ? &s->signal : &s->write) = now;
            } else if (!s->write.block || precedes(w, &s->write, now.thread)) {
                s->write = now;
                s->write.how |= SAME;
            }
            if (in->kind != K_LOAD)
                s->written |= bytes;
            done += count;
        }
        if (quiet)
            left = skip_broadcast(left, address);
    }
    if ((how & SIGNAL) && in->kind != K_STORE)
        acquire(w, warp, mask, (how & (STRONG | WATCHED)) != 0, between_blocks);
}
