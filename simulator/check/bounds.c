// bounds.c: finds accesses that leave the shared array which their address is made from, and stay in the block's shared memory.

#include "check/check.h"

// Tells by the sign of its result whether `size` bytes at an address leave an array. So the lanes' results need no comparisons.
static inline i64 leaves(Stretch array, u64 address, u64 size)
{
    u64 at = address - array.start;
    return (i64)(at | (array.size - size - at));
}

bool leaves_array(const SimWorker *w, i32 pc, u64 address, u64 size)
{
    const Var *array = w->module->infos[pc].array;
    return array && leaves(stretch_of(w->launch, array), address, size) < 0;
}

void check_bounds(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask,
                  const u64 *address)
{
    const Var *array = w->module->infos[g->pc].array;
    if (!array)
        return;
    Stretch s = stretch_of(w->launch, array);
    u64 size = (u64)in->access.bytes * in->access.count;
    i64 any = 0;
    for (int l = 0; l < LANES; l++) // lanes that are off have the address of one that is on
        any |= leaves(s, address[l], size);
    EACH_BIT(l, any < 0 ? mask : 0) {
        if (leaves(s, address[l], size) < 0)
            report_overrun(w, in, g->pc, (u32)(warp->index * LANES + l), address[l]);
    }
}
