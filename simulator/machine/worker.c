// worker.c: runs what a host asks for: a block, or all blocks of a cluster.
//
// A host runs a launch block by block, and knows nothing of this. The worker of a cluster's first block has workers for the others,
// too, and runs them all, in turns, when it is told to run the first. It is done with the other blocks before it is told to run them.
// So one thread of the host does all that a cluster does, in an order that is always the same.

#include "machine/machine.h"

#include <stdlib.h>

// ---- The members -----------------------------------------------------------------------------------------------------

static bool cluster_new(SimWorker *w)
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

static void cluster_free(SimWorker *first)
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

static void begin_round(Cluster *c)
{
    c->next = 0;
    c->moved = c->spins = c->wants_turn = false;
    c->blocked = NULL;
}

static void cluster_start(SimWorker *w, u64 block)
{
    const SimLaunch *l = w->launch;
    Cluster *c = w->cluster;
    const u64 at[3] = {block % l->grid[0], block / l->grid[0] % l->grid[1],
                       block / l->grid[0] / l->grid[1]};
    c->live = c->arrived = 0;
    begin_round(c);
    c->cycles = c->opened = 0;
    c->relaxed = false;
    bool first = true;
    for (int i = 0; i < 3; i++)
        first = first && at[i] % l->cluster[i] == 0;
    for (u32 r = 0; r < c->size; r++) {
        c->done[r] = !first;
        if (!first) {
            w->block = block; // for those who ask: it is done
            continue;
        }
        block_start(c->member[r], block_of(l, block, r));
        w->incomplete |= c->member[r]->incomplete;
    }
    c->live = first ? c->size * (u32)l->threads : 0;
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

static SimRun cluster_run(SimWorker *first, bool one)
{
    Cluster *c = first->cluster;
    for (;;) {
        for (; c->next < c->size; c->next++) {
            SimWorker *w = c->member[c->next];
            if (c->done[c->next])
                continue;
            w->turn = first->turn;
            w->err = first->err;
            w->step.pc = -1;
            u64 before = progress_of(w);
            SimRun run = block_run(w, one);
            c->moved |= progress_of(w) != before;
            switch (run) {
            case SIM_FAULT: return SIM_FAULT;
            case SIM_STEP: first->step = w->step; return SIM_STEP;
            case SIM_DONE: c->moved = c->done[c->next] = true; break;
            case SIM_TURN: c->wants_turn = true; break;
            case SIM_SPIN: c->spins = true; break;
            case SIM_BLOCKED: c->blocked = c->blocked ? c->blocked : w; break;
            }
        }
        const Cluster round = *c;
        begin_round(c);
        if (round.moved && (one || !order_yields(first)))
            continue;
        if (round.moved || round.wants_turn)
            return SIM_TURN;
        if (round.spins)
            return SIM_SPIN;
        return round.blocked ? report_deadlock(round.blocked) : SIM_DONE;
    }
}

// ---- For hosts ---------------------------------------------------------------------------------------------------------

SimWorker *sim_worker_new(SimLaunch *l)
{
    SimWorker *w = worker_new(l);
    if (!w)
        return NULL;
    __atomic_add_fetch(&l->workers, 1, __ATOMIC_RELAXED);
    bool alone = l->cluster_size == 1 && !w->module->clusters;
    if (alone || cluster_new(w))
        return w;
    sim_worker_free(w);
    return NULL;
}

void sim_worker_free(SimWorker *w)
{
    if (!w)
        return;
    __atomic_sub_fetch(&w->launch->workers, 1, __ATOMIC_RELAXED);
    if (w->cluster)
        cluster_free(w);
    worker_free(w);
}

void sim_worker_start(SimWorker *w, u64 block)
{
    if (w->cluster)
        cluster_start(w, block);
    else
        block_start(w, block);
}

// Gives the block the turn, or takes it. False, with *err, if the block can't run.
static bool is_ready(SimWorker *w, bool turn, SimError *err)
{
    w->turn = turn;
    w->err = err;
    if (__atomic_load_n(&w->launch->in_vain, __ATOMIC_RELAXED))
        return launch_in_vain(w);
    return !w->incomplete || error_set(err, SIM_NO_MEMORY, "the host has no memory for a block");
}

// Runs the worker's block, or its cluster.
static SimRun run_all(SimWorker *w, bool one)
{
    return w->cluster ? cluster_run(w, one) : block_run(w, one);
}

SimRun sim_worker_run(SimWorker *w, bool turn, SimError *err)
{
    w->round.begun = false;
    return is_ready(w, turn, err) ? run_all(w, false) : SIM_FAULT;
}

SimRun sim_worker_step(SimWorker *w, SimStep *step, SimError *err)
{
    step->pc = -1;
    if (!is_ready(w, true, err))
        return SIM_FAULT;
    w->step.pc = -1;
    SimRun run = run_all(w, true);
    *step = w->step;
    return run;
}

void sim_worker_yields(SimWorker *w, bool may)
{
    w->yields = may;
}

u64 sim_worker_changes(const SimWorker *w)
{
    u64 changes = w->changes;
    for (u32 r = 1; w->cluster && r < w->cluster->size; r++)
        changes += w->cluster->member[r]->changes;
    return changes;
}

void sim_worker_collect(SimWorker *w)
{
    SimWorker *m;
    for (u32 r = 0; (m = worker_of_rank(w, r)); r++)
        block_collect(m);
}
