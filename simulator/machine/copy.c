// copy.c: cp.async, copies from global to shared memory that arrive when the program waits for them.
//
// A GPU may write a copy's bytes at any time from its issue to the wait. Here they are read at the issue and written
// at the wait. This is as late as possible, so that a program that forgets to wait reads old bytes every time.
//
// A lane's copies belong to groups: cp.async.commit_group ends a group, and cp.async.wait_group N waits until no more than the
// N newest groups are unfinished. Lanes of a warp mostly go together, so a Copy holds what one instruction did for all of
// them. It has the form of a call's frame with registers for data, source and destination. So reading and writing
// are an ordinary load and an ordinary store with all their checks and counters. For the same reason a cp.async is two
// instructions in the module's code: K_COPY counts the load, and K_COPY_STORE after it counts the store.

#include "machine/machine.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 16, DATA = 0, BYTE = MOST_BYTES * LANES };
enum { SOURCE = BYTE + 4 * LANES, TARGET = SOURCE + 8 * LANES };

struct Copy {
    _Alignas(64) u8 regs[TARGET + 4 * LANES]; // 4-byte elements, a byte, u64 and u32 addresses
    Frame frame;                              // with those registers
    u32 lanes;                                // the lanes whose bytes are not written yet
    i32 pc;                                   // of the K_COPY
    u64 ready;                                // modelled cycle at which the data are there
    u32 group[LANES];                         // how many groups the lane had committed at the issue
    Copy *next;                               // a copy that was issued later
};

static Copy *new_copy(SimWorker *w, Warp *warp)
{
    Copy *c = w->free_copies;
    if (c)
        w->free_copies = c->next;
    else if (!(c = aligned_alloc(64, round_up(sizeof *c, 64))))
        return NULL;
    memset(c->regs + DATA, 0, BYTE);
    c->frame = (Frame){.regs = c->regs};
    c->next = NULL;
    Copy **end = &warp->copies;
    while (*end)
        end = &(*end)->next;
    return *end = c;
}

static void drop(SimWorker *w, Copy **link)
{
    Copy *c = *link;
    *link = c->next;
    c->next = w->free_copies;
    w->free_copies = c;
}

void copies_forget(SimWorker *w, Warp *warp)
{
    while (warp->copies)
        drop(w, &warp->copies);
    memset(warp->copy_groups, 0, sizeof warp->copy_groups);
}

void copies_free(SimWorker *w)
{
    while (w->free_copies) {
        Copy *next = w->free_copies->next;
        free(w->free_copies);
        w->free_copies = next;
    }
}

// Returns how many bytes a lane wants of its source. The rest of `copy.bytes` becomes zeros.
static u32 wanted(const Group *g, const Insn *in, int lane)
{
    const u8 *regs = g->frame->regs;
    u32 size = in->c >= 0 ? lane_u32(regs + in->c, lane) : in->copy.bytes;
    u32 p = in->list[0] >= 0 ? lane_u32(regs + in->list[0], 0) : 0;
    if (in->list[0] >= 0 && ((in->copy.not_taken ? ~p : p) >> lane & 1))
        return 0;
    return size < in->copy.bytes ? size : in->copy.bytes;
}

// Reads `count` elements of `bytes` bytes at SOURCE + `at` to the registers from `to` on, for the lanes in mask.
static bool read_source(SimWorker *w, Warp *warp, const Group *from, u32 mask, int bytes, int count,
                        int at, i32 to)
{
    Insn load = {.kind = K_LOAD,
                 .guard = NONE,
                 .a = SOURCE,
                 .access = {.space = SIM_SPACE_GLOBAL,
                            .bytes = (u8)bytes,
                            .count = (u8)count,
                            .reg_bytes = 4,
                            .wide = true,
                            .offset = at}};
    for (int k = 0; k < count; k++)
        load.list[k] = to + k * 4 * LANES;
    return !mask || access_memory(w, warp, from, &load, mask);
}

bool copy_issue(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    Copy *c = new_copy(w, warp);
    if (!c)
        return error_set(w->err, SIM_NO_MEMORY, "the host has no memory for a cp.async");
    const u8 *regs = g->frame->regs;
    u32 whole = 0, parts = 0;
    u64 targets[LANES];
    c->lanes = mask;
    c->pc = g->pc;
    c->ready = warp->cycles + (u64)w->launch->device->dram_latency;
    EACH_BIT(lane, mask) {
        u64 source;
        u32 target = 0, size = wanted(g, in, lane);
        memcpy(&source, regs + in->a + (size_t)lane * 8, 8);
        if (in->b >= 0)
            memcpy(&target, regs + in->b + (size_t)lane * (in->copy.wide_to ? 8 : 4), 4);
        source += (u64)in->copy.from;
        target += (u32)in->copy.to;
        memcpy(c->regs + SOURCE + (size_t)lane * 8, &source, 8);
        memcpy(c->regs + TARGET + (size_t)lane * 4, &target, 4);
        targets[lane] = target;
        c->group[lane] = warp->copy_groups[lane];
        whole |= (u32)(size == in->copy.bytes) << lane;
        parts |= (u32)(size != 0 && size != in->copy.bytes) << lane;
    }
    if (w->observer)
        w->observer->copy_issued(w, warp, g->pc, mask, targets);
    Group from = *g;
    from.frame = &c->frame;
    if (!read_source(w, warp, &from, whole, 4, in->copy.bytes / 4, 0, DATA))
        return false;
    // A part of the bytes is read byte by byte.
    for (int at = 0; parts && at < in->copy.bytes; at++) {
        u32 now = 0;
        EACH_BIT(lane, parts)
            now |= (u32)((u32)at < wanted(g, in, (int)lane)) << lane;
        if (!read_source(w, warp, &from, now, 1, 1, at, BYTE))
            return false;
        EACH_BIT(lane, now)
            c->regs[DATA + at / 4 * 4 * LANES + lane * 4 + at % 4] = c->regs[BYTE + lane * 4];
    }
    return true;
}

void copy_commit(Warp *warp, u32 mask)
{
    EACH_BIT(lane, mask)
        warp->copy_groups[lane]++;
}

int copies_list(const SimWorker *w, const Warp *warp, SimFlight *out, int count, int most)
{
    for (const Copy *c = warp->copies; c && count < most; c = c->next) {
        if (!c->lanes)
            continue;
        int lane = __builtin_ctz(c->lanes);
        SimFlight *f = &out[count++];
        *f = (SimFlight){.copy = c,
                         .pc = c->pc,
                         .block = w->block,
                         .warp = warp->index,
                         .lanes = c->lanes,
                         .bytes =
                             (u64)__builtin_popcount(c->lanes) * w->module->code[c->pc].copy.bytes,
                         .from = {SIM_SPACE_GLOBAL, 0, 0},
                         .to = {SIM_SPACE_SHARED, w->block, lane_u32(c->regs + TARGET, lane)},
                         .group = c->group[lane]};
        memcpy(&f->from.address, c->regs + SOURCE + (size_t)lane * 8, 8);
    }
    return count;
}

static bool write_target(SimWorker *w, Warp *warp, const Copy *c, u32 mask, bool unwaited)
{
    Insn store = w->module->code[c->pc + 1];
    store.access.unwaited = unwaited;
    store.kind = K_STORE;
    store.a = TARGET;
    for (int k = 0; k < store.access.count; k++)
        store.list[k] = DATA + k * 4 * LANES;
    Group to = {.mask = mask, .pc = c->pc + 1, .meet = -1, .frame = (Frame *)(uintptr_t)&c->frame};
    return access_memory(w, warp, &to, &store, mask);
}

bool copy_wait(SimWorker *w, Warp *warp, const Insn *in, u32 mask)
{
    i64 newest = in->wait.newest;
    for (Copy **link = &warp->copies; *link;) {
        Copy *c = *link;
        u32 due = 0;
        EACH_BIT(lane, c->lanes & mask) {
            bool old = newest < 0 || (i64)c->group[lane] + newest < (i64)warp->copy_groups[lane];
            due |= (u32)old << lane;
        }
        if (due && warp->cycles < c->ready)
            warp->cycles = c->ready;
        if (due && !write_target(w, warp, c, due, in->wait.arrives))
            return false;
        c->lanes &= ~due;
        if (c->lanes)
            link = &c->next;
        else
            drop(w, link);
    }
    if (w->observer && !in->wait.arrives)
        w->observer->copies_waited(w);
    return true;
}
