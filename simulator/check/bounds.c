// bounds.c: finds accesses that leave the shared array which their address is made from, and stay in the block's shared memory.

#include "check/check.h"

void check_bounds(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask,
                  const u64 *address)
{
    const Var *array = w->module->infos[g->pc].array;
    if (!array)
        return;
    Stretch s = stretch_of(w->launch, array);
    u32 size = in->access.bytes * in->access.count, outside = 0;
    u32 start = (u32)s.start, places = s.size < size ? 0 : (u32)s.size - size + 1;
    for (int l = 0; l < LANES; l++) // lanes that are off have the address of one that is on
        outside |= (u32)address[l] - start >= places;
    for (u32 left = outside ? mask : 0; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        if ((u32)address[l] - start >= places)
            report_overrun(w, in, g->pc, (u32)(warp->index * LANES + l), address[l]);
    }
}
