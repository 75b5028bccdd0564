// barrier.c: barriers of a block.
//
// Without a number a barrier opens when all threads of the block wait that have not exited, as on GPUs since Volta. With a
// number it opens when so many threads have arrived. There a warp counts as 32 threads, once all of its lanes have arrived that
// have not exited (PTX ISA, `barrier`). So when the first lanes of a warp arrive, its exited and missing lanes count with them,
// and so do lanes that exit later.

#include "machine/machine.h"

#include <string.h>

// Writes the result of bar.red: how many predicates are true, whether all are, or whether one is.
static void write_barrier_result(const Group *g, const Insn *in, const Barrier *b)
{
    u8 *d = g->frame->regs + in->d;
    if (in->barrier.form == BAR_POPC) {
        EACH_BIT(lane, g->mask)
            memcpy(d + (size_t)lane * 4, &b->red_count, 4);
        return;
    }
    bool result = in->barrier.form == BAR_AND ? b->red_count == b->arrived : b->red_count != 0;
    set_bits((u32 *)(void *)d, g->mask, result ? FULL : 0);
}

// Lets a warp's groups at a complete barrier, as it was before it opened, go on. Groups at the same instruction go on as one.
static void release_warp(const SimWorker *w, Warp *warp, int barrier, const Barrier *b)
{
    for (int i = 0; i < warp->group_count; i++) {
        Group *g = &warp->groups[i];
        if (g->state != G_BARRIER || g->barrier != barrier)
            continue;
        g->state = G_RUN;
        for (int k = warp->group_count - 1; k > i && w->schedule != SIM_SERIAL; k--) {
            Group *o = &warp->groups[k];
            if (o->state == G_BARRIER && o->barrier == barrier && o->pc == g->pc &&
                o->frame == g->frame && o->meet == g->meet) {
                g->mask |= o->mask;
                group_remove(warp, o);
            }
        }
        const Insn *in = &w->module->code[g->pc];
        if (in->d >= 0)
            write_barrier_result(g, in, b);
        g->pc++;
        if (warp->cycles < b->cycles)
            warp->cycles = b->cycles;
        if (warp->user.loads < b->loads)
            warp->user.loads = b->loads;
        warp->user.step = b->step + 1;
        warp->user.stores = 0;
        warp->stores.requests = warp->stores.loads =
            0; // what follows, all warps do at the same time
    }
}

static void open_barrier(SimWorker *w, int id)
{
    if (w->observer)
        w->observer->barrier_opens(w, id, !w->barriers[id].expected);
    const Barrier full = w->barriers[id];
    w->barriers[id] = (Barrier){0};
    w->asks.met = true;
    for (int i = 0; i < w->launch->warps; i++)
        if (w->warps[i].live)
            release_warp(w, &w->warps[i], id, &full);
}

static inline void open_if_complete(SimWorker *w, int id)
{
    const Barrier *b = &w->barriers[id];
    u32 expected = b->expected ? b->expected : w->live_threads;
    if (b->arrived && b->arrived + b->absent >= expected)
        open_barrier(w, id);
}

// Notes that lanes of a warp arrive at a barrier with a number, or leave the kernel. Counts the lanes that are gone, once each.
static void count_absent(SimWorker *w, int id, const Warp *warp, u32 arriving)
{
    u32 *came = &w->came[id][warp->index], gone = ~warp->live & ~*came;
    w->barriers[id].absent += (u32)__builtin_popcount(gone);
    *came |= gone | arriving;
}

bool barrier_arrive(SimWorker *w, Warp *warp, Group *g, const Insn *in, u32 mask)
{
    int lane = __builtin_ctz(mask);
    const u8 *regs = g->frame->regs;
    u32 id = lane_u32(regs + in->a, lane), threads = in->b >= 0 ? lane_u32(regs + in->b, lane) : 0;
    if (id > 15)
        return fault_at(w, warp, lane, g->pc, SIM_TRAP,
                        "Barrier error detected. Invalid arguments: barriers are numbered 0 to 15");
    Barrier *b = &w->barriers[id];
    u32 count = (u32)__builtin_popcount(mask);
    if (in->c >= 0) { // bar.red counts the lanes whose predicate is true
        u32 p = lane_u32(regs + in->c, 0);
        b->red_count += (u32)__builtin_popcount((in->barrier.not_c ? ~p : p) & mask);
    }
    if (threads) {
        if (!b->expected) // the first to arrive
            memset(w->came[id], 0, sizeof w->came[id]);
        count_absent(w, (int)id, warp, mask);
    }
    if (in->barrier.form != BAR_ARRIVE) {
        g->state = G_BARRIER;
        g->barrier = (u8)id;
    }
    b->arrived += count;
    b->expected = threads;
    if (b->cycles < warp->cycles)
        b->cycles = warp->cycles;
    if (b->loads < warp->user.loads)
        b->loads = warp->user.loads;
    if (b->step < warp->user.step)
        b->step = warp->user.step;
    if (in->barrier.form == BAR_ARRIVE) { // it arrives and does not wait
        if (w->observer)
            w->observer->arrived(w, warp, (int)id);
        g->pc++;
    }
    open_if_complete(w, (int)id);
    return true;
}

void barrier_exit(SimWorker *w, const Warp *warp, u32 lanes)
{
    w->live_threads -= (u32)__builtin_popcount(lanes);
    for (int id = 0; id < 16; id++) {
        if (!w->barriers[id].arrived)
            continue;
        if (w->barriers[id].expected && w->came[id][warp->index])
            count_absent(w, id, warp, 0);
        open_if_complete(w, id);
    }
}
