// clusters.c: the order of a cluster's blocks by its barrier, and blocks that end while others may still use their shared memory.

#include "check/check.h"

// Notes that a cluster's barrier opens: what its threads have fenced before they arrived comes before what they do next. An arrival
// that is not relaxed has fenced all.
void on_cluster_opens(Cluster *c)
{
    const SimWorker *first = c->member[0];
    u32 now = tick(first);
    for (u32 r = 0; r < c->size; r++) {
        const SimWorker *w = c->member[r];
        Check *check = w->check;
        Signals *block = &w->launch->checks->block[w->block];
        block->release = c->relaxed ? block->fence : now;
        Published *warps =
            &w->launch->checks->published[(size_t)w->block * (size_t)w->launch->warps];
        for (int i = 0; i < w->launch->warps; i++)
            warps[i].all = later(warps[i].all, block->release);
        block->acquire = block->sure = now;
        hear_all(w, now);
        check->all = c->relaxed ? check->all : now;
        for (int i = 0; i < w->launch->warps; i++)
            check->far[i] = now;
        for (int i = 0; i < w->launch->warps && c->relaxed; i++) {
            Signals *warp = &check->warp[i];
            warp->release = later(warp->release, warp->fence);
            warp->acquire = now;
            for (int l = 0; l < LANES; l++) {
                Signals *thread = &check->thread[i * LANES + l];
                thread->release = later(thread->release, thread->fence);
                thread->acquire = now;
                take_later(check->lanes[i][l], check->known[i]);
                for (int m = 0; m < LANES; m++)
                    check->lanes[i][l][m] =
                        later(check->lanes[i][l][m], check->thread[i * LANES + m].fence);
            }
            for (int u = 0; u < LANES; u++)
                check->known[i][u] = later(check->known[i][u], check->warp[u].fence);
        }
    }
    tick(first);
}

void note_visit(SimWorker *w, SimWorker *owner, const Access *now)
{
    if (owner != w)
        owner->check->visits[w->rank] = *now;
}

void look_for_visits(SimWorker *w)
{
    for (u32 r = 0; w->cluster && r < w->cluster->size; r++) {
        const Access *p = &w->check->visits[r];
        bool seen = (p->how & SIGNAL) && p->when <= w->check->heard;
        if (p->block && !seen && !precedes(w, p, 0))
            report_left(w, p);
    }
}
