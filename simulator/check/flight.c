// flight.c: finds accesses to shared memory that meet a bulk copy in flight.

#include "check/check.h"
#include "machine/bulk.h"

u32 check_in_flight(SimWorker *w, SimWorker *owner, const Warp *warp, const Group *g,
                    const Insn *in, u32 mask, const u64 *address)
{
    u64 size = (u64)in->access.bytes * in->access.count;
    u32 wrong = 0;
    bool writes;
    EACH_BIT(lane, mask) {
        const Bulk *b = bulk_using(owner, address[lane], address[lane] + size, &writes);
        if (!b || (!writes && in->kind == K_LOAD))
            continue;
        wrong |= 1u << lane;
        report_in_flight(w, b, writes, g->pc, (u32)(warp->index * LANES) + lane, address[lane]);
    }
    return wrong;
}
