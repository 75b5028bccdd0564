// barriers.c: finds barriers that some threads miss, and masks that leave out a lane that uses them.

#include "check/check.h"

#include <string.h>

void on_lanes_exit(SimWorker *w, const Warp *warp, u32 lanes, i32 pc)
{
    look_for_lost(w, warp, lanes);
    if (w->check->products)
        products_touched(w, warp, lanes);
    w->check->exit_pc = pc;
    if (w->live_threads == (u32)__builtin_popcount(lanes))
        look_for_visits(w);
}

// Checks the warps that wait, before a complete barrier opens.
void on_barrier_opens(SimWorker *w, int id, bool whole_block)
{
    Check *c = w->check;
    const Warp *first_warp = NULL;
    const Group *first = NULL;
    u32 warps = 0, now = tick(w), most[LANES], threads = 0;
    memcpy(most, c->brought[id], sizeof most);
    memset(c->brought[id], 0, sizeof most);
    u32 far = c->far_brought[id];
    c->far_brought[id] = 0;
    for (int i = 0; i < w->launch->warps; i++) {
        const Warp *warp = &w->warps[i];
        u32 lanes = 0;
        for (int k = 0; k < warp->group_count; k++) {
            const Group *g = &warp->groups[k];
            if (g->state != G_BARRIER || g->barrier != id)
                continue;
            if (first && g->pc != first->pc && (whole_block || warp == first_warp))
                report_divergent(w, first_warp, first, warp, g);
            if (!first) {
                first = g;
                first_warp = warp;
            }
            lanes |= g->mask;
        }
        if (!lanes)
            continue;
        threads += (u32)__builtin_popcount(lanes);
        lanes_meet(w, i, lanes, now);
        take_later(most, c->known[i]);
        take_later(most, c->part[i].known);
        far = later(far, later(c->far[i], c->part[i].far));
        most[i] = now;
        warps |= 1u << i;
    }
    share_unacquired(c, warps);
    if (c->awaited & warps)
        c->awaited |= warps;
    EACH_BIT(warp, warps)
        c->far[warp] = far;
    if (first && whole_block && w->live_threads < w->launch->threads && c->exit_pc >= 0)
        report_exited(w, first_warp, first);
    if (threads == w->launch->threads) {
        c->all = now;
        return;
    }
    EACH_BIT(warp, warps)
        memcpy(c->known[warp], most, sizeof most);
}

void on_grid_awaited(const SimWorker *w, const Warp *warp)
{
    w->check->awaited |= 1u << warp->index;
}

// Remarks that lanes of a mask have left the kernel, before the others come or while they wait. These wait for lanes that have not
// exited (PTX ISA, shfl.sync), and a GPU goes on as is meant, too. But often the lanes only went around a branch, and nobody meant that.
void on_never_came(SimWorker *w, const Warp *warp, const Group *g)
{
    if (g->mask & ~g->wait_mask) // a mask that leaves its own lane out is an error already
        return;
    SimFinding *f = new_finding(w, SIM_FOUND_REMARK, g->pc, g->pc, 0);
    if (!f)
        return;
    u32 gone = g->wait_mask & warp->lanes & ~warp->live;
    TEXT_FORMAT(f->text, "Remark: ");
    append_lanes(f->text, sizeof f->text, gone);
    TEXT_APPEND(
        f->text,
        " of the mask 0x%x left the kernel without coming, and the others no longer wait for "
        "them.\n    The others are",
        (u64)g->wait_mask);
    append_who(w, f, g->pc, (u32)(warp->index * LANES + __builtin_ctz(g->mask)), w->block);
    TEXT_APPEND(
        f->text,
        "\n    All lanes of a mask must come. In a branch the mask names only the lanes that take it: "
        "__ballot_sync() finds them before the branch");
}

void on_collective(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    if (g->wait_mask & warp->lanes & ~warp->live)
        on_never_came(w, warp, g);
    EACH_BIT(lane, mask) {
        u32 named = named_lanes(g, in, lane);
        if (named >> lane & 1)
            continue;
        SimFinding *f = new_finding(w, SIM_FOUND_MASK, g->pc, g->pc, 0);
        if (!f)
            return;
        TEXT_FORMAT(
            f->text,
            "Barrier error detected. Invalid arguments: the mask 0x%x leaves out a lane that "
            "executes it\n   ",
            (u64)named);
        append_who(w, f, g->pc, (u32)(warp->index * LANES + lane), w->block);
        return;
    }
}

// Remarks that a lane reads from an absent lane. The value is undefined (PTX ISA, shfl.sync), but a program is right if it does
// not use it, as in a tree of shuffles over half a warp. A checked launch gives the lane noise, so that a wrong use shows in
// the results. So this is a remark, not an error. It outweighs the remark that the lane has left.
void on_absent(SimWorker *w, const Warp *warp, const Group *g, int reader, int source)
{
    // A mask that leaves its own lane out is an error already.
    if (!(named_lanes(g, &w->module->code[g->pc], reader) >> reader & 1))
        return;
    SimFinding *f = new_finding(w, SIM_FOUND_REMARK, g->pc, g->pc, 1);
    if (!f)
        return;
    TEXT_FORMAT(f->text,
                "Remark: a shuffle reads from lane %d, which takes no part: the value it gets is "
                "undefined.\n    The shuffle",
                source);
    append_who(w, f, g->pc, (u32)(warp->index * LANES + reader), w->block);
}
