// copies.c: bulk copies: what is read before it has come, overwritten before it has gone, or not handed to the copies by a fence.
//
// A copy reads and writes as its thread does, at its issue: what it reads and overwrites must come before that. When somebody has seen
// that it is complete, its writes count as done then, and those come after that follow its mbarrier. In between nobody may read what it
// writes, nor write what it reads or writes, its own thread included.
//
// A GPU's bulk copies go past its loads and stores to shared memory, in a proxy of their own. So a store comes before a copy only if a
// fence, fence.proxy.async, is between them: by the thread that stored, or by the one that copies. As with other fences, what one
// thread fences counts for its whole warp.

#include "check/check.h"
#include "machine/bulk.h"

static u16 thread_of_bulk(const Bulk *b)
{
    return (u16)(b->warp * LANES + b->lane);
}

// Looks for the fence between the last plain stores to a place in shared memory and a copy that uses it.
static void look_for_fence(const Bulk *b, const BulkSide *p, u64 bytes, bool barrier)
{
    SimWorker *w = b->issuer;
    u64 at = p->address;
    Access write;
    if (find_unfenced(w, p->owner, thread_of_bulk(b), &at, at + bytes, &write))
        report_proxy(w, b->pc, &write, thread_of_bulk(b), at, barrier);
}

static Access access_of(const Bulk *b, u8 how)
{
    return (Access){.when = now_of(b->issuer),
                    .block = (u32)b->issuer->block + 1,
                    .pc = b->pc,
                    .thread = thread_of_bulk(b),
                    .bytes = 15,
                    .how = how};
}

static bool check_global(void *unused, const Bulk *b, u64 global, u64 at, u64 bytes)
{
    (void)unused;
    (void)at;
    check_copied(b, NULL, global, bytes, !b->to.owner);
    return true;
}

// Checks what a tensor takes of a box in shared memory. The box's elements that lie outside of the tensor are not read, nor are the gaps
// between its rows.
static bool check_taken(void *unused, const Bulk *b, u64 global, u64 at, u64 bytes)
{
    (void)unused;
    (void)global;
    u64 piece = b->map.swizzle ? SWIZZLE_PIECE : bytes;
    for (u64 k = 0; k < bytes; k += piece)
        check_copied(b, b->from.owner, tensor_place(b, at + k),
                     bytes - k < piece ? bytes - k : piece, false);
    return true;
}

void on_bulk_issued(const Bulk *b)
{
    tick(b->issuer);
    bulk_parts(b, check_global, NULL);
    if (b->from.owner) {
        look_for_fence(b, &b->from, b->room, false);
        if (b->in->bulk.dimensions)
            bulk_parts(b, check_taken, NULL);
        else
            check_copied(b, b->from.owner, b->from.address, b->bytes, false);
    }
    if (b->to.owner) {
        products_copied_over(b);
        look_for_fence(b, &b->to, b->room, false);
        check_copied(b, b->to.owner, b->to.address, b->room, true);
    }
    if (b->barrier.owner && !b->in->bulk.library)
        look_for_fence(b, &b->barrier, 8, true);
    tick(b->issuer);
}

// Makes an access the last one of a place in shared memory.
static void note(const Bulk *b, const BulkSide *p, u64 bytes, int track, u8 how)
{
    const Access now = access_of(b, how);
    Shadow *s = p->owner->check->shared;
    for (u64 at = p->address; at < p->address + bytes; at += 4)
        track_put(s, &s->line[at >> 7].track[track], (int)(at >> 2 & 31), &now, 0);
}

void on_bulk_lands(const Bulk *b)
{
    tick(b->issuer);
    if (b->to.owner)
        note(b, &b->to, b->room, b->in->bulk.reduces ? SIGNAL_WRITE : WRITE, ASYNC | STRONG);
    if (b->from.owner)
        note(b, &b->from, b->room, READ, ASYNC);
    tick(b->issuer);
    if (b->barrier.owner) { // a signal, for those who look at it
        note(b, &b->barrier, 8, SIGNAL_WRITE, ASYNC | STRONG);
        note_arrival(b->issuer, b->barrier.owner, b->barrier.address);
    }
    if (b->barrier.owner && b->barrier.owner != b->issuer)
        b->barrier.owner->check->signalled = now_of(b->issuer);
    tick(b->issuer);
}

void on_bulk_left(SimWorker *w, const Bulk *b)
{
    report_unfinished(w, b);
}
