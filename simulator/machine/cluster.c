// cluster.c: what the blocks of a cluster share: their barrier, and each other's shared memory. worker.c runs them.

#include "machine/machine.h"

SimWorker *cluster_member(const SimWorker *w, u64 block)
{
    for (u32 r = 0; w->cluster && r < w->cluster->size; r++)
        if (w->cluster->member[r]->block == block)
            return w->cluster->member[r];
    return NULL;
}

SimWorker *worker_at(SimWorker *w, u64 address)
{
    u64 part = address / WINDOW_SIZE;
    if (part == 0)
        return w;
    return part > MOST_CLUSTER
               ? NULL
               : worker_of_rank(w->cluster ? w->cluster->member[0] : w, (u32)part - 1);
}

bool cluster_has_left(const SimWorker *owner, const SimWorker *w, const Warp *warp, bool asks)
{
    return !owner->live_threads && (w->observer || (asks && warp->cycles >= owner->ended));
}

// From the last arrival at the cluster's barrier to the next instructions, and more for each warp of a block: 346 cycles with one warp, 377
// to 417 with 8, 632 to 688 with 32, whether the cluster has one block or eight (an H200, results/h200-rates.csv).
enum { CLUSTER_BARRIER = 340, CLUSTER_BARRIER_WARP = 10 };

// ---- The barrier -----------------------------------------------------------------------------------------------------
//
// A thread arrives, does other things, and waits. When all threads of the cluster have arrived that have not exited, those that wait go
// on, and the others will not have to wait. No thread arrives again before it has waited, so one bit for each lane tells whether it
// has arrived, and one whether it may go on.

static void open_cluster(Cluster *c)
{
    if (!c->live || c->arrived < c->live)
        return;
    const SimWorker *first = c->member[0];
    if (first->observer)
        first->observer->cluster_opens(c);
    for (u32 r = 0; r < c->size; r++) {
        SimWorker *w = c->member[r];
        for (int i = 0; i < w->launch->warps; i++) {
            Warp *warp = &w->warps[i];
            warp->cluster_open |= warp->cluster_arrived;
            warp->cluster_arrived = 0;
            warp->progress += warp->cluster_open != 0;
            for (int k = 0; k < warp->group_count; k++) {
                Group *g = &warp->groups[k];
                if (g->state != G_CLUSTER || g->mask & ~warp->cluster_open)
                    continue;
                g->state = G_RUN;
            }
        }
    }
    c->opened = c->cycles + CLUSTER_BARRIER + CLUSTER_BARRIER_WARP * (u64)first->launch->warps;
    c->arrived = 0;
    c->cycles = 0;
    c->relaxed = false;
}

bool cluster_arrive(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    Cluster *c = w->cluster;
    u32 again = mask & (warp->cluster_arrived | warp->cluster_open);
    if (again)
        return fault_at(w, warp, __builtin_ctz(again), g->pc, SIM_TRAP,
                        "A thread arrives at its cluster's barrier again, without a "
                        "barrier.cluster.wait in between");
    warp->cluster_arrived |= mask;
    c->arrived += (u32)__builtin_popcount(mask);
    c->relaxed |= in->cluster.relaxed;
    c->cycles = c->cycles < warp->cycles ? warp->cycles : c->cycles;
    if (w->observer && !in->cluster.relaxed)
        w->observer->fence(w, warp, mask, false);
    open_cluster(c);
    return true;
}

ClusterWait cluster_wait(SimWorker *w, Warp *warp, Group *g, u32 mask)
{
    u32 missing = mask & ~(warp->cluster_arrived | warp->cluster_open);
    if (missing) {
        fault_at(w, warp, __builtin_ctz(missing), g->pc, SIM_TRAP,
                 "A thread waits at its cluster's barrier without a barrier.cluster.arrive before");
        return CLUSTER_FAULT;
    }
    if (mask & ~warp->cluster_open) {
        g->state = G_CLUSTER;
        return CLUSTER_WAITS;
    }
    warp->cluster_open &= ~mask;
    u64 opened = w->cluster->opened;
    warp->cycles = warp->cycles < opened ? opened : warp->cycles;
    return CLUSTER_OPEN;
}

void cluster_exit(SimWorker *w, Warp *warp, u32 lanes)
{
    Cluster *c = w->cluster;
    c->live -= (u32)__builtin_popcount(lanes);
    c->arrived -= (u32)__builtin_popcount(lanes & warp->cluster_arrived);
    warp->cluster_arrived &= ~lanes;
    open_cluster(c);
}
