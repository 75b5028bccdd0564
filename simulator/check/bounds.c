// bounds.c: finds accesses that leave the shared array which their address is made from, and stay in the block's shared memory.

#include "check/check.h"

// Tells whether an access of `size` bytes at an address leaves an array: the sign of the result.
static inline u64 leaves(Stretch array, u64 address, u64 size)
{
    u64 at = address - array.start;
    return at | (array.size - size - at);
}

static __attribute__((noinline)) void report_lanes(SimWorker *w, const Warp *warp, const Group *g,
                                                   const Insn *in, u32 mask, const u64 *address)
{
    Stretch s = stretch_of(w->launch, w->module->infos[g->pc].array);
    for (u32 left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        if (leaves(s, address[l], in->access.bytes * in->access.count) >> 63)
            report_overrun(w, in, g->pc, (u32)(warp->index * LANES + l), address[l]);
    }
}

void check_bounds(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask,
                  const u64 *address)
{
    const Var *array = w->module->infos[g->pc].array;
    if (!array)
        return;
    Stretch s = stretch_of(w->launch, array);
    u64 size = in->access.bytes * in->access.count, any = 0;
    for (int l = 0; l < LANES; l++) // lanes that are off have the address of one that is on
        any |= leaves(s, address[l], size);
    if (any >> 63)
        report_lanes(w, warp, g, in, mask, address);
}
