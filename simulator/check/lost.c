// lost.c: finds launches by kernels that fail, with nobody who asks. A kernel that calls cudaGetLastError() knows of them. If a thread leaves
// with an error that it never asked for, its launches are lost, and no call of the host says so.

#include "check/check.h"

#include <stdlib.h>

void on_child_failed(SimWorker *w, const Warp *warp, int lane, i32 pc)
{
    Check *c = w->check;
    u32 thread = (u32)(warp->index * LANES + lane);
    if (!c->lost)
        c->lost = calloc((size_t)LANES * LANES, sizeof *c->lost);
    if (!c->lost)
        return;
    if (c->lost[thread].block != w->block + 1)
        c->lost[thread] = (Lost){.block = w->block + 1};
    c->lost[thread].pc = pc;
    c->lost[thread].count++;
}

void look_for_lost(SimWorker *w, const Warp *warp, u32 lanes)
{
    const Check *c = w->check;
    EACH_BIT(lane, c->lost ? lanes : 0) {
        const Lost *l = &c->lost[warp->index * LANES + lane];
        if (l->block == w->block + 1 && warp->error[lane])
            report_lost(w, l, (u32)(warp->index * LANES + lane), warp->error[lane]);
    }
}
