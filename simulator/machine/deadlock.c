// deadlock.c: says of a block that can't go on which lanes wait where, for which lanes, and where those are.

#include "machine/machine.h"

enum { MOST_GROUPS = 6 }; // that are told

// Adds "lanes 0 to 15, 20", from `lanes`.
static void append_lanes_of(SimError *err, u32 lanes)
{
    TEXT_APPEND(err->text, lanes & (lanes - 1) ? "lanes" : "lane");
    for (int l = 0; l < LANES; l++) {
        int last = l;
        if (!(lanes >> l & 1))
            continue;
        while (last + 1 < LANES && lanes >> (last + 1) & 1)
            last++;
        TEXT_APPEND(err->text, "%s %d", lanes & ((1u << l) - 1) ? "," : "", l);
        if (last > l)
            TEXT_APPEND(err->text, " to %d", last);
        l = last;
    }
}

static void append_line(const SimWorker *w, i32 pc)
{
    const SimInsnInfo *placed = placed_at(w->module, pc);
    if (placed->file)
        TEXT_APPEND(w->err->text, " at %s:%d", placed->file, placed->line);
    else
        TEXT_APPEND(w->err->text, " at %s", w->module->infos[pc].text);
}

// Adds a group that waits: its lanes, where, with which mask, and which lanes of the mask do not come.
static void append_group(const SimWorker *w, const Warp *warp, const Group *g)
{
    SimError *err = w->err;
    TEXT_APPEND(err->text, "\n    ");
    append_lanes_of(err, g->mask);
    TEXT_APPEND(err->text, " of warp %d wait%s", warp->index, g->mask & (g->mask - 1) ? "" : "s");
    append_line(w, g->pc);
    if (g->state == G_BARRIER || g->state == G_CLUSTER) {
        TEXT_APPEND(err->text, " for the whole %s", g->state == G_BARRIER ? "block" : "cluster");
        return;
    }
    if (g->state == G_PRODUCT) {
        TEXT_APPEND(err->text, " for the other warps of its warpgroup, at its products");
        return;
    }
    TEXT_APPEND(err->text, " with mask 0x%x, in which ", (u64)g->wait_mask);
    append_lanes_of(err, g->wait_mask & warp->live & ~g->mask);
    TEXT_APPEND(err->text, " %s missing",
                g->wait_mask & warp->live & ~g->mask & ((g->wait_mask & warp->live & ~g->mask) - 1)
                    ? "are"
                    : "is");
}

// Returns the group that the message begins with: one that waits for lanes of its mask, since a barrier would wait for these; else any.
static const Group *first_group(const SimWorker *w, const Warp **warp)
{
    const Group *first = NULL;
    for (int i = 0; i < w->launch->warps; i++)
        for (int k = 0; k < w->warps[i].group_count; k++) {
            const Group *g = &w->warps[i].groups[k];
            if (first && (g->state != G_SYNC || first->state == G_SYNC))
                continue;
            first = g;
            *warp = &w->warps[i];
        }
    return first;
}

SimRun report_deadlock(SimWorker *w)
{
    const Warp *warp = NULL;
    const Group *first = first_group(w, &warp);
    if (!first)
        return SIM_FAULT;
    fault_at(w, warp, __builtin_ctz(first->mask), first->pc, SIM_DEADLOCK,
             first->state == G_BARRIER
                 ? "Deadlock: threads wait at a barrier that the others of the block never reach"
             : first->state == G_CLUSTER
                 ? "Deadlock: threads wait at a barrier that others of their cluster never reach"
             : first->state == G_PRODUCT
                 ? "Deadlock: a warp waits for a product that others of its warpgroup never commit"
                 : "Deadlock: lanes wait for lanes in their mask that never come");
    int told = 0;
    for (int i = 0; i < w->launch->warps; i++)
        for (int k = 0; k < w->warps[i].group_count; k++)
            if (told++ < MOST_GROUPS)
                append_group(w, &w->warps[i], &w->warps[i].groups[k]);
    if (told > MOST_GROUPS)
        TEXT_APPEND(w->err->text, "\n    and %d other groups of lanes wait, too",
                    told - MOST_GROUPS);
    return SIM_FAULT;
}

// Adds a warp that waits at an mbarrier: for which one, and what its phase lacks.
static void append_mbarrier(const SimWorker *w, const Warp *warp, const SimWorker *owner, u64 at,
                            char *out, size_t size)
{
    const Mbarrier m = mbarrier_read(owner->shared + at);
    const SimInsnInfo *placed = placed_at(w->module, warp->looked.pc);
    const Var *v = shared_array(w->launch, at);
    text_append(out, size, "\n    warp %d of block (%u,%u,%u) waits", warp->index, w->block_id[0],
                w->block_id[1], w->block_id[2]);
    if (placed->file)
        text_append(out, size, " at %s:%d", placed->file, placed->line);
    text_append(out, size, " for the mbarrier at byte %l of ",
                (i64)(at - (v ? stretch_of(w->launch, v).start : 0)));
    text_append(out, size, "%s",
                !v           ? "shared memory"
                : v->dynamic ? "dynamic shared memory"
                : v->called  ? v->called
                             : v->name);
    if (owner != w)
        text_append(out, size, " of block (%u,%u,%u)", owner->block_id[0], owner->block_id[1],
                    owner->block_id[2]);
    if (!m.each) {
        text_append(out, size, ", which is not initialized");
        return;
    }
    if (m.arrivals > m.each)
        text_append(out, size, ": more threads have arrived than its %u", m.each);
    else
        text_append(out, size, ": %u of %u arrivals are missing", m.arrivals, m.each);
    if (m.bytes > 0)
        text_append(out, size, ", and %l bytes, which no copy brings", m.bytes);
    if (m.bytes < 0)
        text_append(out, size, ", and %l bytes have come that were not expected", -m.bytes);
}

int sim_worker_waits(SimWorker *w, char *out, size_t size)
{
    SimWorker *m;
    int told = 0;
    for (u32 r = 0; (m = worker_of_rank(w, r)); r++)
        for (int i = 0; i < m->launch->warps && told < MOST_GROUPS; i++) {
            const Warp *warp = &m->warps[i];
            u64 at;
            const SimWorker *owner = bulk_waits(m, warp, &at);
            if (owner) {
                append_mbarrier(m, warp, owner, at, out, size);
                told++;
            }
        }
    return told;
}
