// volatile.c: finds volatile words that are taken for locks.
//
// A volatile word is no lock, since two threads may see it free at the same time. It is taken for one if a thread that has waited for
// it sets it, and then sets it to something else without having waited again.

#include "check/check.h"

#include <string.h>

void watch_volatile(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask,
                    const u64 *address)
{
    VolatileLock *v = &w->check->looked_at[warp->index];
    int lane = __builtin_ctz(mask);
    u64 value = 0;
    if (in->kind == K_LOAD) {
        if (in->access.watched)
            *v = (VolatileLock){.address = address[lane], .look = g->pc, .set = NONE};
        return;
    }
    if (!v->address || v->address != address[lane] || in->access.count != 1)
        return;
    memcpy(&value, g->frame->regs + in->list[0] + (size_t)lane * in->access.reg_bytes,
           in->access.bytes);
    if (v->set == NONE) {
        v->set = g->pc;
        v->value = value;
    } else if (value != v->value) {
        report_volatile_lock(w, v, (u32)(warp->index * LANES + lane));
        v->set = NONE;
    }
}
