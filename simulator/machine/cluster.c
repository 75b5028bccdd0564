// cluster.c: clusters, blocks that run at the same time, wait for each other, and reach each other's shared memory.
//
// A host runs a launch block by block, and knows nothing of this. The worker of a cluster's first block has workers for the others,
// too, and runs them all, in turns, when it is told to run the first. It is done with the other blocks before it is told to run them.
// So one thread of the host does all that a cluster does, in an order that is always the same.

#include "machine/machine.h"

#include <stdlib.h>
#include <string.h>

// ---- The members -----------------------------------------------------------------------------------------------------

bool cluster_new(SimWorker *w)
{
    u32 size = w->launch->cluster_size;
    Cluster *c = w->cluster = calloc(1, sizeof *c);
    if (!c)
        return false;
    c->size = 1;
    c->member[0] = w;
    while (c->size < size) {
        SimWorker *m = worker_new(w->launch);
        if (!m)
            return false;
        m->cluster = c;
        m->rank = c->size;
        c->member[c->size++] = m;
    }
    return true;
}

void cluster_free(SimWorker *first)
{
    Cluster *c = first->cluster;
    first->cluster = NULL;
    for (u32 r = 1; r < c->size; r++) {
        c->member[r]->cluster = NULL;
        worker_free(c->member[r]);
    }
    free(c);
}

// Returns the number of the block of a rank, in the cluster whose first block has this number.
static u64 block_of(const SimLaunch *l, u64 first, u32 rank)
{
    u64 x = rank % l->cluster[0], y = rank / l->cluster[0] % l->cluster[1],
        z = rank / l->cluster[0] / l->cluster[1];
    return first + x + l->grid[0] * (y + (u64)l->grid[1] * z);
}

void cluster_start(SimWorker *w, u64 block)
{
    const SimLaunch *l = w->launch;
    Cluster *c = w->cluster;
    const u64 at[3] = {block % l->grid[0], block / l->grid[0] % l->grid[1],
                       block / l->grid[0] / l->grid[1]};
    c->live = c->arrived = 0;
    c->next = 0;
    c->cycles = 0;
    c->relaxed = false;
    bool first = true;
    for (int i = 0; i < 3; i++)
        first = first && at[i] % l->cluster[i] == 0;
    for (u32 r = 0; r < c->size; r++) {
        c->done[r] = !first;
        if (!first)
            continue;
        block_start(c->member[r], block_of(l, block, r));
        w->incomplete |= c->member[r]->incomplete;
    }
    c->live = first ? c->size * (u32)l->threads : 0;
}

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

// ---- Running ---------------------------------------------------------------------------------------------------------

// Returns a number that moves on when a block does something else than to wait in a loop.
static u64 progress_of(const SimWorker *w)
{
    u64 sum = w->changes;
    for (int i = 0; i < w->launch->warps; i++)
        sum += w->warps[i].progress;
    return sum;
}

SimRun cluster_run(SimWorker *first, bool one)
{
    Cluster *c = first->cluster;
    for (;;) {
        bool moved = false, spins = false, wants_turn = false;
        SimWorker *blocked = NULL;
        for (; c->next < c->size; c->next++) {
            SimWorker *w = c->member[c->next];
            if (c->done[c->next])
                continue;
            w->turn = first->turn;
            w->err = first->err;
            w->step.pc = -1;
            u64 before = progress_of(w);
            SimRun run = block_run(w, one);
            moved |= progress_of(w) != before;
            switch (run) {
            case SIM_FAULT: return SIM_FAULT;
            case SIM_STEP: first->step = w->step; return SIM_STEP;
            case SIM_DONE: moved = c->done[c->next] = true; break;
            case SIM_TURN: wants_turn = true; break;
            case SIM_SPIN: spins = true; break;
            case SIM_BLOCKED: blocked = blocked ? blocked : w; break;
            }
        }
        c->next = 0;
        if (moved)
            continue;
        if (wants_turn)
            return SIM_TURN;
        if (spins)
            return SIM_SPIN;
        return blocked ? report_deadlock(blocked) : SIM_DONE;
    }
}

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
                warp->cycles = warp->cycles < c->cycles ? c->cycles : warp->cycles;
            }
        }
    }
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
