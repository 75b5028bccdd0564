// bulk.c: bulk copies, cp.async.bulk: between global and shared memory, and from a block's shared memory to another's.
//
// A GPU may move a copy's bytes at any time from the issue until the program sees that the copy is complete. Here it reads and writes
// them when somebody looks: at the mbarrier at which the copy completes, by test_wait or try_wait, or at its group, by wait_group. This
// is as late as possible, so a program that does not wait reads old bytes every time, and one that overwrites the source too early
// copies new ones.
//
// What is wrong with an address is a fault at the issue. A copy of a tensor moves a box of it row by row (tensor.c).

#include "machine/bulk.h"
#include "machine/alu/alu.h"
#include "machine/engines.h"

#include <stdlib.h>
#include <string.h>

// Returns the list of copies in flight, of the block or of its cluster.
static Bulk **flights(const SimWorker *w)
{
    return &(w->cluster ? w->cluster->member[0] : (SimWorker *)(uintptr_t)w)->bulks;
}

static Bulk *new_bulk(SimWorker *w)
{
    Bulk *b = w->free_bulks;
    if (b)
        w->free_bulks = b->next;
    else
        b = malloc(sizeof *b);
    return b;
}

static void drop_bulk(SimWorker *w, Bulk **link)
{
    Bulk *b = *link;
    *link = b->next;
    b->next = w->free_bulks;
    w->free_bulks = b;
}

void bulks_forget(SimWorker *w)
{
    while (w->bulks)
        drop_bulk(w, &w->bulks);
}

void bulks_free(SimWorker *w)
{
    bulks_forget(w);
    while (w->free_bulks) {
        Bulk *next = w->free_bulks->next;
        free(w->free_bulks);
        w->free_bulks = next;
    }
}

static bool overlaps(const BulkSide *p, const SimWorker *owner, u64 bytes, u64 from, u64 end)
{
    return p->owner == owner && p->address < end && from < p->address + bytes;
}

const Bulk *bulk_using(const SimWorker *owner, u64 from, u64 end, bool *writes)
{
    for (const Bulk *b = *flights(owner); b; b = b->next) {
        *writes = overlaps(&b->to, owner, b->room, from, end);
        if (*writes || overlaps(&b->from, owner, b->room, from, end))
            return b;
    }
    return NULL;
}

// ---- Moving bytes ------------------------------------------------------------------------------------------------------

bool bulk_parts(const Bulk *b, bool (*part)(void *to, const Bulk *b, u64 global, u64 at, u64 bytes),
                void *to)
{
    if (b->in->bulk.dimensions)
        return tensor_parts(b, part, to);
    const BulkSide *global = b->to.owner ? &b->from : &b->to;
    return global->owner || part(to, b, global->address, 0, b->bytes);
}

static u8 *host_of(const BulkSide *p, u64 at)
{
    return p->owner->shared + p->address + at;
}

// Combines `bytes` bytes with those at `to`, element by element.
static void reduce_bytes(const Bulk *b, u8 *to, const u8 *from, u64 bytes)
{
    Insn update = {
        .kind = K_ATOMIC,
        .d = NONE,
        .access = {.op = b->in->bulk.op, .type = b->in->bulk.type, .bytes = b->in->bulk.bytes}};
    if (b->in->bulk.dimensions)
        tensor_element(&b->map, &update);
    for (u64 at = 0; at < bytes; at += update.access.bytes)
        atomic_combine(&update, b->to.owner ? SIM_SPACE_SHARED : SIM_SPACE_GLOBAL, to + at,
                       from + at);
}

// Moves one part between global and shared memory.
static bool move_part(void *unused, const Bulk *b, u64 global, u64 at, u64 bytes)
{
    (void)unused;
    const SimLaunch *l = b->issuer->launch;
    u8 *there = sim_pointer(l->memory, global, bytes), row[BULK_ROW], *shared = row;
    bool loads = b->to.owner, tensor = b->in->bulk.dimensions;
    if (!there)
        return true; // freed in flight: the issue has looked
    if (!tensor)
        shared = host_of(bulk_shared(b), at);
    else if (!loads)
        tensor_gather(b, at, row, bytes);
    if (loads)
        memcpy(shared, there, bytes);
    else if (b->in->bulk.reduces)
        reduce_bytes(b, there, shared, bytes);
    else
        memcpy(there, shared, bytes);
    if (tensor && loads)
        tensor_scatter(b, at, row, bytes);
    return true;
}

// Touches the sectors of a part of global memory, for the launch's traffic.
static bool count_part(void *unused, const Bulk *b, u64 global, u64 at, u64 bytes)
{
    (void)unused;
    (void)at;
    SimWorker *w = b->issuer;
    SimCount *c = &w->counts[b->pc];
    SimAlloc *a = memory_find(w->launch->memory, global, bytes);
    for (u64 line = global >> 7; line <= (global + bytes - 1) >> 7; line++) {
        u64 from = line << 7 > global ? line << 7 : global,
            end = (line + 1) << 7 < global + bytes ? (line + 1) << 7 : global + bytes;
        u8 sectors = 0;
        for (u64 s = from >> 5; s <= (end - 1) >> 5; s++)
            sectors |= (u8)(1u << (s & 3));
        c->sectors += (u64)__builtin_popcount(sectors);
        c->l1_misses += (u64)__builtin_popcount(sectors);
        if (a && b->to.owner)
            footprint_ask(a, &w->asks, line, sectors);
        if (a && a->traces.touched)
            footprint_touch(a, line, sectors, b->to.owner || b->in->bulk.reduces, !b->to.owner);
        if (a && a->traces.touched && b->to.owner && b->in->bulk.dimensions)
            footprint_promote(a, line, b->map.promotion);
    }
    return true;
}

// Does the copy, completes it at its mbarrier, and takes it off the list. The warp that sees it, if there is no mbarrier, waits until it
// is complete.
static void land(Bulk **link, Warp *seen_by)
{
    Bulk *b = *link;
    SimWorker *w = b->issuer;
    if (b->in->bulk.dimensions && b->to.owner)
        tensor_fill(b);
    if (b->to.owner && b->from.owner) {
        if (b->in->bulk.reduces)
            reduce_bytes(b, host_of(&b->to, 0), host_of(&b->from, 0), b->bytes);
        else
            memmove(host_of(&b->to, 0), host_of(&b->from, 0), b->bytes);
    } else {
        bulk_parts(b, move_part, NULL);
    }
    w->changes++;
    if (!b->barrier.owner && seen_by && seen_by->cycles < b->ready)
        seen_by->cycles = b->ready;
    if (w->observer)
        w->observer->bulk_lands(b);
    if (b->barrier.owner) {
        mbarrier_complete(host_of(&b->barrier, 0), b->bytes);
        phase_arrival(b->barrier.owner, b->barrier.address, b->ready, false);
    }
    drop_bulk(w, link);
}

// ---- Issuing -----------------------------------------------------------------------------------------------------------

static u64 lane_u64(const Group *g, i32 slot, int lane)
{
    u64 v = 0;
    if (slot >= 0)
        memcpy(&v, g->frame->regs + slot + (size_t)lane * 8, 8);
    return v;
}

static bool refuse_bulk(const Bulk *b, SimStatus status, const char *what, u64 address)
{
    char text[256];
    TEXT_FORMAT(text, "%s: 0x%x", what, address);
    return fault_at(b->issuer, &b->issuer->warps[b->warp], b->lane, b->pc, status, text);
}

// Finds the shared memory at an address of shared::cta or shared::cluster.
static bool find_side(const Bulk *b, BulkSide *p, u64 address, u64 bytes, const char *beyond)
{
    const SimWorker *w = b->issuer;
    *p = (BulkSide){worker_at(b->issuer, address), address % WINDOW_SIZE};
    if (!p->owner || p->address + bytes > w->launch->shared_total)
        return refuse_bulk(b, SIM_ILLEGAL_ADDRESS, beyond, address);
    if (cluster_has_left(p->owner, w, &w->warps[b->warp], true))
        return refuse_bulk(
            b, SIM_TRAP,
            "A bulk copy uses the shared memory of a block of its cluster that has ended", address);
    return true;
}

// Tells whether a part of the copy lies in an allocation that it may read or write; else faults.
static bool check_part(void *unused, const Bulk *b, u64 global, u64 at, u64 bytes)
{
    (void)unused;
    (void)at;
    const SimAlloc *a = memory_find(b->issuer->launch->memory, global, bytes);
    bool ok = a && a->live && global >= a->base && global + bytes <= a->base + a->size &&
              (b->to.owner || (a->kind != SIM_CONSTANT && a->kind != SIM_PARAM));
    return ok || refuse_bulk(b, SIM_ILLEGAL_ADDRESS,
                             b->to.owner ? "A bulk copy reads global memory out of bounds"
                                         : "A bulk copy writes global memory out of bounds",
                             global);
}

static bool find_barrier(Bulk *b, u64 address)
{
    return find_side(b, &b->barrier, address, 8, "A bulk copy's mbarrier is out of bounds") &&
           (b->barrier.address % 8 == 0 ||
            refuse_bulk(b, SIM_MISALIGNED,
                        "A bulk copy's mbarrier is misaligned, it needs a multiple of 8", address));
}

// Finds both places of a copy of bytes.
static bool find_plain(Bulk *b, const Group *g)
{
    const Insn *in = b->in;
    u64 to = lane_u64(g, in->a, b->lane), from = lane_u64(g, in->b, b->lane);
    b->bytes = b->room = lane_u32(g->frame->regs + in->c, b->lane);
    if (b->bytes % 16)
        return refuse_bulk(b, SIM_MISALIGNED, "The bytes of a bulk copy are no multiple of 16",
                           b->bytes);
    if (to % 16 || from % 16)
        return refuse_bulk(b, SIM_MISALIGNED,
                           to % 16 ? "A bulk copy's destination is no multiple of 16"
                                   : "A bulk copy's source is no multiple of 16",
                           to % 16 ? to : from);
    b->to = (BulkSide){NULL, to};
    b->from = (BulkSide){NULL, from};
    return (in->bulk.to != SIM_SPACE_SHARED ||
            find_side(b, &b->to, to, b->bytes, "A bulk copy writes shared memory out of bounds")) &&
           (in->bulk.from != SIM_SPACE_SHARED ||
            find_side(b, &b->from, from, b->bytes,
                      "A bulk copy reads shared memory out of bounds"));
}

// Finds the box of a tensor and its place in shared memory.
static bool find_tensor(Bulk *b, Warp *warp, const Group *g)
{
    const Insn *in = b->in;
    bool loads = in->bulk.to == SIM_SPACE_SHARED;
    u64 shared = lane_u64(g, loads ? in->a : in->b, b->lane),
        map = lane_u64(g, loads ? in->b : in->a, b->lane);
    const u8 *from = access_generic(b->issuer, warp, b->lane, map, SIM_TENSOR_MAP_BYTES);
    if (!from)
        return refuse_bulk(b, SIM_ILLEGAL_ADDRESS, "A tensor map is out of bounds", map);
    memcpy(&b->map, from, sizeof b->map);
    if (b->map.magic != SIM_TENSOR_MAGIC)
        return refuse_bulk(b, SIM_ILLEGAL_ADDRESS,
                           "There is no tensor map of cuTensorMapEncodeTiled() at this address",
                           map);
    if (b->map.rank != in->bulk.dimensions || b->map.im2col != in->bulk.im2col)
        return refuse_bulk(b, SIM_ILLEGAL_ADDRESS,
                           "A tensor map has another rank or mode than the instruction",
                           b->map.rank);
    for (int i = 0; i < in->bulk.dimensions; i++)
        b->at[i] = (i32)lane_u32(g->frame->regs + in->list[i], b->lane);
    if (b->at[0] * (i64)sim_tensor_bytes(b->map.type) % 16)
        return refuse_bulk(b, SIM_ILLEGAL_INSTRUCTION,
                           "A tensor's first coordinate is no multiple of 16 bytes",
                           (u64)(u32)b->at[0]);
    for (int i = 0; i < in->bulk.dimensions && !loads; i++)
        if (b->at[i] < 0)
            return refuse_bulk(b, SIM_ILLEGAL_INSTRUCTION,
                               "A tensor copy to global memory has a coordinate below 0",
                               (u64)(u32)b->at[i]);
    u64 offsets = lane_u64(g, in->list[7], b->lane);
    memcpy(b->offset, &offsets, sizeof b->offset);
    b->bytes = tensor_bytes(&b->map);
    b->room = tensor_room(&b->map);
    if (shared % 128)
        return refuse_bulk(
            b, SIM_MISALIGNED,
            "A tensor's box in shared memory is misaligned, it needs a multiple of 128", shared);
    b->to = b->from = (BulkSide){0};
    return find_side(b, loads ? &b->to : &b->from, shared, b->room,
                     loads ? "A tensor copy writes shared memory out of bounds"
                           : "A tensor copy reads shared memory out of bounds");
}

// Puts a copy of *b behind the others; false if the host has no memory.
static bool put_bulk(const Bulk *b)
{
    SimWorker *w = b->issuer;
    Bulk *kept = new_bulk(w), **end = flights(w);
    if (!kept)
        return error_set(w->err, SIM_NO_MEMORY, "the host has no memory for a bulk copy");
    while (*end)
        end = &(*end)->next;
    *kept = *b;
    kept->next = NULL;
    *end = kept;
    if (w->observer)
        w->observer->bulk_issued(kept);
    return true;
}

// Issues the copy for each block of a multicast: to the same place of its shared memory, and to the same mbarrier there.
static bool multicast(Bulk *b, u32 ranks)
{
    SimWorker *w = b->issuer, *first = w->cluster ? w->cluster->member[0] : w;
    EACH_BIT(r, ranks) {
        SimWorker *owner = worker_of_rank(first, r);
        if (!owner)
            return refuse_bulk(
                b, SIM_ILLEGAL_ADDRESS,
                "A bulk copy's multicast names a block that its cluster does not have", ranks);
        b->to.owner = b->barrier.owner = owner;
        b->ready = copy_ready(w, owner, &w->warps[b->warp], b->bytes);
        if (!put_bulk(b))
            return false;
    }
    return true;
}

bool bulk_issue(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    EACH_BIT(lane, mask) {
        Bulk b = {.in = in, .issuer = w, .warp = warp->index, .lane = (int)lane, .pc = g->pc};
        if (!(in->bulk.dimensions ? find_tensor(&b, warp, g) : find_plain(&b, g)) ||
            (in->list[5] >= 0 && !find_barrier(&b, lane_u64(g, in->list[5], b.lane))) ||
            !bulk_parts(&b, check_part, NULL))
            return false;
        SimCount *c = &w->counts[g->pc];
        u64 sectors = c->sectors; // so far
        c->requests++;
        c->bytes += b.bytes;
        bulk_parts(&b, count_part, NULL);
        b.group = warp->bulk_groups[lane];
        u32 ranks = in->list[6] >= 0 ? lane_u32(g->frame->regs + in->list[6], b.lane) & 0xffff : 0;
        if (ranks & (ranks - 1))
            c->far_sectors += (c->sectors - sectors) * (u64)(__builtin_popcount(ranks) - 1);
        if (in->list[6] < 0)
            b.ready = copy_ready(w, b.to.owner, warp, b.bytes);
        if (!(in->list[6] >= 0 ? multicast(&b, ranks) : put_bulk(&b)))
            return false;
    }
    return true;
}

// ---- Completing --------------------------------------------------------------------------------------------------------

void bulk_commit(Warp *warp, u32 mask)
{
    EACH_BIT(lane, mask)
        warp->bulk_groups[lane]++;
}

void bulk_wait(SimWorker *w, Warp *warp, u32 mask, i64 newest)
{
    for (Bulk **link = flights(w); *link;) {
        const Bulk *b = *link;
        bool due = !b->barrier.owner && b->issuer == w && b->warp == warp->index &&
                   mask >> b->lane & 1 && (i64)b->group + newest < (i64)warp->bulk_groups[b->lane];
        if (due)
            land(link, warp);
        else
            link = &(*link)->next;
    }
}

void bulk_look(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    EACH_BIT(lane, mask) {
        u64 address = lane_u64(g, in->a, lane) - (in->look.generic ? SHARED_WINDOW : 0),
            of = lane_u64(g, in->b, lane), at = address % WINDOW_SIZE;
        const SimWorker *owner = worker_at(w, address);
        warp->looked = (struct Looked){g->pc, address, warp->progress, of, in->look.parity};
        if (!owner || at + 8 > w->launch->shared_total)
            continue; // the load faults
        for (Bulk **link = flights(w);
             *link && !mbarrier_is_past(owner->shared + at, of, in->look.parity);)
            if ((*link)->barrier.owner == owner && (*link)->barrier.address == at)
                land(link, warp);
            else
                link = &(*link)->next;
        if (mbarrier_is_past(owner->shared + at, of, in->look.parity))
            phase_passed((SimWorker *)(uintptr_t)owner, at, of, in->look.parity, warp);
    }
}

SimWorker *bulk_waits(SimWorker *w, const Warp *warp, u64 *at)
{
    const struct Looked *l = &warp->looked;
    SimWorker *owner = l->pc < 0 ? NULL : worker_at(w, l->address);
    *at = l->address % WINDOW_SIZE;
    bool waits = owner && warp->live && l->progress == warp->progress &&
                 *at + 8 <= w->launch->shared_total &&
                 !mbarrier_is_past(owner->shared + *at, l->of, l->parity);
    return waits ? owner : NULL;
}

static SimPlace side_place(const BulkSide *p)
{
    return p->owner ? (SimPlace){SIM_SPACE_SHARED, p->owner->block, p->address}
                    : (SimPlace){SIM_SPACE_GLOBAL, 0, p->address};
}

int bulks_list(const SimWorker *w, SimFlight *out, int count, int most)
{
    for (const Bulk *b = *flights(w); b && count < most; b = b->next) {
        SimFlight *f = &out[count++];
        *f = (SimFlight){.copy = b,
                         .pc = b->pc,
                         .block = b->issuer->block,
                         .warp = b->warp,
                         .lanes = 1u << b->lane,
                         .bytes = b->bytes,
                         .from = side_place(&b->from),
                         .to = side_place(&b->to),
                         .rank = b->in->bulk.dimensions,
                         .completes_at = side_place(&b->barrier),
                         .group = b->group};
        if (f->rank)
            *(b->to.owner ? &f->from.address : &f->to.address) = b->map.address;
        memcpy(f->at, b->at, sizeof f->at);
    }
    return count;
}

void bulk_block_ends(SimWorker *w)
{
    for (Bulk **link = flights(w); *link;) {
        const Bulk *b = *link;
        bool uses = b->to.owner == w || b->from.owner == w;
        if (uses && w->observer)
            w->observer->bulk_left(w, b);
        if (!uses)
            link = &(*link)->next;
        else
            land(link, NULL);
    }
}
