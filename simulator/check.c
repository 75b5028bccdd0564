// check.c: races, uninitialized reads, barriers and masks, found while a kernel runs.
//
// Every 4-byte word of global and shared memory has a shadow: who wrote it last, who read it last, and which of its
// bytes have been written at all. An access races with the one in the shadow if they overlap, one of them writes, other
// threads did them, and nothing orders the two. What orders:
//
//   barriers            all before it of the warps that take part, before all after it
//   __syncwarp          the same, for lanes of a warp. A shuffle or a vote orders no memory
//   fence, then signal  what a thread did before a fence is released by its next atomic or volatile access; what a thread
//                       does after an atomic or volatile access comes after all that was released before
//   launches            all of one launch before all of the next
//
// The third is taken generously: a signal counts wherever it is seen, so that no correct program is accused. Writes that
// leave a word as it is race with nobody. Between blocks, order is known block by block; inside one, thread by thread.
//
// Findings are collected by pair of source places, with a count, and the kernel runs on.

#include "core.h"

#include <stdlib.h>
#include <string.h>

// SAME: a write that left the word as it was; nobody who reads it can tell.
enum { STRONG = 1, SAME = 2 };

// The last access of its kind to a word.
typedef struct {
    u32 when;  // the memory's clock: orders blocks
    u32 step;  // the block's: orders threads in it
    u32 block; // + 1; 0: none
    i32 pc;
    u16 thread; // in the block
    u8 bytes;   // which of the four
    u8 how;     // STRONG, SAME
} Access;

typedef struct Shadow {
    Access write, strong, read; // strong: the last write by an atomic or volatile access
    u32 tag;                    // shared memory: the block for which `written` holds, + 1
    u8 written;                 // bytes that have a value
} Shadow;

// Steps at which a thread last synchronized with its warp, fenced, released, and acquired.
typedef struct {
    u32 sync, fence, release, acquire;
} ThreadOrder;

typedef struct {
    u32 fence, release, acquire; // the memory's clock
} BlockOrder;

// What a worker keeps for the block it runs.
struct Check {
    Shadow *shared;
    u32 step;
    u32 known
        [LANES]
        [LANES]; // known[v][u]: what warp u did before this step comes before what warp v does now
    ThreadOrder thread[1024];
    i32 exit_pc; // where a thread last left the kernel
};

// What all blocks of a launch share.
struct LaunchCheck {
    BlockOrder *block; // (blocks)
    u32 start;         // clock at the launch
};

// ---- Making and freeing --------------------------------------------------------------------------

bool check_launch(SimLaunch *l)
{
    l->checks = calloc(1, sizeof *l->checks);
    BlockOrder *block = calloc((size_t)l->blocks, sizeof *block);
    if (!l->checks || !block) {
        free(block);
        return false;
    }
    l->checks->block = block;
    l->checks->start = ++*memory_clock(l->memory);
    return true;
}

void check_launch_end(SimLaunch *l)
{
    if (l->checks)
        free(l->checks->block);
    free(l->checks);
    free(l->findings);
    l->checks = NULL;
    l->findings = NULL;
    l->finding_count = 0;
}

Check *check_new(const SimLaunch *l)
{
    Check *c = calloc(1, sizeof *c);
    if (c && !(c->shared = calloc((size_t)(l->shared_total / 4 + 1), sizeof *c->shared))) {
        free(c);
        c = NULL;
    }
    return c;
}

void check_free(Check *c)
{
    if (c)
        free(c->shared);
    free(c);
}

void check_block(SimWorker *w)
{
    Check *c = w->check;
    memset(c->known, 0, sizeof c->known);
    memset(c->thread, 0, sizeof c->thread);
    c->step = 1;
    c->exit_pc = -1;
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

static u32 first_block_lane(const SimLaunch *l, u32 thread, int axis)
{
    u32 at[3] = {thread % l->block[0], thread / l->block[0] % l->block[1],
                 thread / l->block[0] / l->block[1]};
    return at[axis];
}

// "    at kernel in file:12\n    by thread (1,0,0) in block (0,0,0)"
static void append_who(const SimWorker *w, SimFinding *f, i32 pc, u32 thread, u64 block)
{
    const SimLaunch *l = w->launch;
    const SimInsnInfo *info = &w->module->infos[pc];
    size_t size = sizeof f->text;
    text_append(f->text, size, " at %s", info->function->name);
    if (info->file)
        text_append(f->text, size, " in %s:%d", info->file, info->line);
    else
        text_append(f->text, size, " (PTX line %d: %s)", info->ptx_line, info->text);
    text_append(f->text, size, "\n    by thread (%u,%u,%u) in block (%u,%u,%u)",
                first_block_lane(l, thread, 0), first_block_lane(l, thread, 1),
                first_block_lane(l, thread, 2), (u32)(block % l->grid[0]),
                (u32)(block / l->grid[0] % l->grid[1]), (u32)(block / l->grid[0] / l->grid[1]));
}

static bool same_line(const SimModule *m, i32 a, i32 b)
{
    const SimInsnInfo *x = &m->infos[a], *y = &m->infos[b];
    return a == b || (x->file && y->file && x->line == y->line && strcmp(x->file, y->file) == 0);
}

// The finding for a pair of places, NULL if it was there already (then it is counted) or there is no room.
static SimFinding *new_finding(const SimWorker *w, SimFindingKind kind, i32 pc, i32 other)
{
    SimLaunch *l = w->launch;
    for (int i = 0; i < l->finding_count; i++) {
        SimFinding *f = &l->findings[i];
        if (f->kind == kind && same_line(w->module, f->pc, pc) &&
            same_line(w->module, f->other, other)) {
            f->hazards++;
            return NULL;
        }
    }
    SimFinding *more = realloc(l->findings, ((size_t)l->finding_count + 1) * sizeof *more);
    if (!more)
        return NULL;
    l->findings = more;
    SimFinding *f = &more[l->finding_count++];
    *f = (SimFinding){.kind = kind, .pc = pc, .other = other, .hazards = 1};
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

static bool is_ordered(const SimWorker *w, const Access *p, u32 thread)
{
    const Check *c = w->check;
    const struct LaunchCheck *l = w->launch->checks;
    if (p->when < l->start)
        return true;
    if (p->block == (u32)w->block + 1) {
        const ThreadOrder *then = &c->thread[p->thread], *now = &c->thread[thread];
        u32 u = p->thread / LANES, v = thread / LANES;
        if (p->thread == thread || (p->step < then->release && p->step < now->acquire))
            return true;
        return u == v ? p->step < then->sync && p->step < now->sync : p->step < c->known[v][u];
    }
    return p->when < l->block[p->block - 1].release && p->when < l->block[w->block].acquire;
}

void check_fence(SimWorker *w, const Warp *warp, u32 mask)
{
    Check *c = w->check;
    c->step++;
    for (u32 left = mask; left; left &= left - 1)
        c->thread[warp->index * LANES + __builtin_ctz(left)].fence = c->step;
    w->launch->checks->block[w->block].fence = ++*memory_clock(w->launch->memory);
}

// An atomic or volatile access: releases what is fenced, and acquires what others released.
static void signal_others(SimWorker *w, const Warp *warp, const Insn *in, u32 mask)
{
    Check *c = w->check;
    BlockOrder *block = &w->launch->checks->block[w->block];
    if (in->order >= ORDER_RELEASE)
        check_fence(w, warp, mask);
    c->step++;
    for (u32 left = mask; left; left &= left - 1) {
        ThreadOrder *t = &c->thread[warp->index * LANES + __builtin_ctz(left)];
        if (in->kind != K_LOAD)
            t->release = t->fence;
        if (in->kind != K_STORE)
            t->acquire = c->step;
    }
    if (in->kind != K_LOAD)
        block->release = block->fence;
    if (in->kind != K_STORE)
        block->acquire = ++*memory_clock(w->launch->memory);
}

void check_warp_sync(SimWorker *w, const Warp *warp, u32 lanes)
{
    Check *c = w->check;
    c->step++;
    for (u32 left = lanes; left; left &= left - 1) {
        ThreadOrder *t = &c->thread[warp->index * LANES + __builtin_ctz(left)];
        t->sync = t->fence = c->step;
    }
}

// ---- Barriers and masks --------------------------------------------------------------------------

static void report_divergent(SimWorker *w, const Warp *warp, const Group *g, const Warp *warp2,
                             const Group *g2)
{
    SimFinding *f = new_finding(w, SIM_FOUND_BARRIER, g->pc, g2->pc);
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
    SimFinding *f = new_finding(w, SIM_FOUND_BARRIER, g->pc, w->check->exit_pc);
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
    u32 warps = 0;
    c->step++;
    for (int i = 0; i < w->launch->warps; i++) {
        const Warp *warp = &w->warps[i];
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
            warps |= 1u << i;
            for (u32 left = g->mask; left; left &= left - 1) {
                ThreadOrder *t = &c->thread[i * LANES + __builtin_ctz(left)];
                t->sync = t->fence = c->step;
            }
        }
    }
    if (first && whole_block && w->live_threads < w->launch->threads && c->exit_pc >= 0)
        report_exited(w, first_warp, first);
    u32 most[LANES] = {0};
    for (u32 left = warps; left; left &= left - 1)
        for (int u = 0; u < LANES; u++)
            if (c->known[__builtin_ctz(left)][u] > most[u])
                most[u] = c->known[__builtin_ctz(left)][u];
    for (u32 left = warps; left; left &= left - 1)
        for (int u = 0; u < LANES; u++)
            c->known[__builtin_ctz(left)][u] = warps >> u & 1 ? c->step : most[u];
    w->launch->checks->block[w->block].fence = ++*memory_clock(w->launch->memory);
}

void check_mask(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    for (u32 left = mask; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        u32 named;
        memcpy(&named, g->frame->regs + in->b + lane * 4, 4);
        if (named >> lane & 1)
            continue;
        SimFinding *f = new_finding(w, SIM_FOUND_MASK, g->pc, g->pc);
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
    SimFinding *f = new_finding(w, SIM_FOUND_MASK, g->pc, g->pc);
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

static void report_race(SimWorker *w, const Access *p, i32 pc, u32 thread, SimSpace space,
                        u64 address, const SimAlloc *a)
{
    SimFinding *f = new_finding(w, SIM_FOUND_RACE, pc, p->pc);
    if (!f)
        return;
    size_t size = sizeof f->text;
    text_format(f->text, size, "Race reported between %s access", access_name(w->module, pc));
    append_who(w, f, pc, thread, w->block);
    text_append(f->text, size, "\n    and %s access", access_name(w->module, p->pc));
    append_who(w, f, p->pc, p->thread, p->block - 1);
    append_variable(w, f, space, address, a);
    if (p->block != (u32)w->block + 1)
        text_append(f->text, size,
                    "\n    Nothing orders the two blocks: a fence and an atomic would");
    else if (p->thread / LANES == thread / LANES)
        text_append(f->text, size, "\n    Two lanes of a warp: __syncwarp() is missing between");
    else
        text_append(f->text, size,
                    "\n    Two warps of a block: __syncthreads() is missing between");
}

static void report_unwritten(SimWorker *w, i32 pc, u32 thread, SimSpace space, u64 address,
                             int bytes, const SimAlloc *a)
{
    SimFinding *f = new_finding(w, SIM_FOUND_UNINITIALIZED, pc, pc);
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

static bool races(const SimWorker *w, const Access *p, u32 thread, u8 bytes, u8 how)
{
    if (!p->block || !(p->bytes & bytes) || (p->how & how & STRONG))
        return false;
    return !is_ordered(w, p, thread);
}

// The value that a lane stores, to see whether it changes anything.
static void stored_value(const Group *g, const Insn *in, int lane, u8 *value)
{
    for (int k = 0; k < in->count; k++)
        memcpy(value + k * in->bytes, g->frame->regs + in->v[k] + lane * in->reg_bytes, in->bytes);
}

// Whether the write in the shadow is another lane's of this very instruction, with the same value.
static bool is_echo(const SimWorker *w, const Warp *warp, const Group *g, const Insn *in,
                    const Access *p, u32 mask, const u8 *value)
{
    int other = (int)p->thread - warp->index * LANES;
    if (p->block != (u32)w->block + 1 || p->pc != g->pc || p->step != w->check->step || other < 0 ||
        other >= LANES || !(mask >> other & 1))
        return false;
    u8 theirs[32];
    stored_value(g, in, other, theirs);
    return memcmp(theirs, value, (size_t)(in->bytes * in->count)) == 0;
}

void check_access(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask,
                  SimSpace space, const u64 *address, u8 *const *host)
{
    int size = in->bytes * in->count;
    u32 tag = (u32)w->block + 1;
    bool shared = space == SIM_SPACE_SHARED;
    // volatile is no signal inside a block: it orders nothing between lanes
    bool is_signal = in->kind == K_ATOMIC || in->order > ORDER_VOLATILE ||
                     (in->order == ORDER_VOLATILE && !shared);
    u8 how = is_signal ? STRONG : 0;
    u32 when = *memory_clock(w->launch->memory);
    if (is_signal)
        signal_others(w, warp, in, mask);
    for (u32 left = mask; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        u32 thread = (u32)(warp->index * LANES + lane);
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
        u8 value[32];
        bool changes = in->kind != K_STORE;
        if (!changes) {
            stored_value(g, in, lane, value);
            changes = memcmp(value, host[lane], (size_t)size) != 0;
        }
        for (int done = 0; done < size;) {
            Shadow *s = (shared ? w->check->shared : a->shadow) + ((at + (u64)done) >> 2);
            int from = (int)((at + (u64)done) & 3),
                count = 4 - from < size - done ? 4 - from : size - done;
            u8 bytes = (u8)(((1u << count) - 1) << from);
            if (shared)
                forget_other_block(s, tag);
            if (in->kind != K_STORE && (s->written & bytes) != bytes && (shared || a->tracked))
                report_unwritten(w, g->pc, thread, space, address[lane], size, a);
            Access now = {when, w->check->step, tag, g->pc, (u16)thread, bytes, how};
            if (in->kind == K_LOAD) {
                if (!(s->write.how & SAME) && races(w, &s->write, thread, bytes, how))
                    report_race(w, &s->write, g->pc, thread, space, address[lane], a);
                else if (races(w, &s->strong, thread, bytes, how))
                    report_race(w, &s->strong, g->pc, thread, space, address[lane], a);
                s->read = now;
            } else if (changes) {
                if (races(w, &s->write, thread, bytes, how)) {
                    if (in->kind != K_STORE || !is_echo(w, warp, g, in, &s->write, mask, value))
                        report_race(w, &s->write, g->pc, thread, space, address[lane], a);
                } else if (races(w, &s->strong, thread, bytes, how)) {
                    report_race(w, &s->strong, g->pc, thread, space, address[lane], a);
                } else if (races(w, &s->read, thread, bytes, how)) {
                    report_race(w, &s->read, g->pc, thread, space, address[lane], a);
                }
                *(how & STRONG ? &s->strong : &s->write) = now;
            } else if (!s->write.block || is_ordered(w, &s->write, thread)) {
                s->write = now;
                s->write.how |= SAME;
            }
            if (in->kind != K_LOAD)
                s->written |= bytes;
            done += count;
        }
    }
}
