// deadlock.c: says of a block that can't go on which lanes wait where, for which lanes, and where those are.

#include "machine/machine.h"

enum { MOST_TOLD = 6 }; // that are told

// Lanes of a warp that wait in the same way: in a serial order each lane is a group of its own.
typedef struct {
    const Warp *warp;
    const Group *g; // one of their groups
    u32 lanes;
} Waiting;

void append_lanes(char *out, size_t size, u32 lanes)
{
    text_append(out, size, lanes & (lanes - 1) ? "lanes" : "lane");
    for (int l = 0; l < LANES; l++) {
        int last = l;
        if (!(lanes >> l & 1))
            continue;
        while (last + 1 < LANES && lanes >> (last + 1) & 1)
            last++;
        text_append(out, size, "%s %d", lanes & ((1u << l) - 1) ? "," : "", l);
        if (last > l)
            text_append(out, size, " to %d", last);
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

// Lists who waits, in the order of warps, and returns how many there are. out: (LANES * LANES)
static int list_waiting(const SimWorker *w, Waiting *out)
{
    int count = 0;
    for (int i = 0; i < w->launch->warps; i++) {
        int first = count;
        for (int k = 0; k < w->warps[i].group_count; k++) {
            const Group *g = &w->warps[i].groups[k];
            int at = first;
            while (at < count && (out[at].g->pc != g->pc || out[at].g->state != g->state ||
                                  out[at].g->wait_mask != g->wait_mask))
                at++;
            if (at == count)
                out[count++] = (Waiting){&w->warps[i], g, 0};
            out[at].lanes |= g->mask;
        }
    }
    return count;
}

// Adds lanes of a warp, where they wait and for whom.
static void append_waiting(const SimWorker *w, const Waiting *l, u32 lanes, const char *who)
{
    SimError *err = w->err;
    const Group *g = l->g;
    TEXT_APPEND(err->text, "\n    ");
    append_lanes(err->text, sizeof err->text, lanes);
    TEXT_APPEND(err->text, " of warp %d%s wait%s", l->warp->index, who,
                lanes & (lanes - 1) ? "" : "s");
    append_line(w, g->pc);
    if (g->state == G_BARRIER || g->state == G_CLUSTER)
        TEXT_APPEND(err->text, " for the whole %s", g->state == G_BARRIER ? "block" : "cluster");
    else if (g->state == G_PRODUCT)
        TEXT_APPEND(err->text, " for the other warps of its warpgroup, at its products");
    else
        TEXT_APPEND(err->text, " with mask 0x%x", (u64)g->wait_mask);
}

// Tells whether the lanes are of those that `first` waits for.
static u32 missing_of(const Waiting *first, const Waiting *l)
{
    bool waits = first->g->state == G_SYNC && l != first && l->warp == first->warp;
    return waits ? first->g->wait_mask & ~first->lanes & l->lanes : 0;
}

SimRun report_deadlock(SimWorker *w)
{
    Waiting all[LANES * LANES];
    int count = list_waiting(w, all), first = 0, told = 0;
    if (!count)
        return SIM_FAULT;
    // The message begins with lanes that wait for lanes of their mask, since a barrier would wait for these.
    while (first < count && all[first].g->state != G_SYNC)
        first++;
    first %= count;
    const Waiting *f = &all[first];
    fault_at(w, f->warp, __builtin_ctz(f->lanes), f->g->pc, SIM_DEADLOCK,
             f->g->state == G_BARRIER
                 ? "Deadlock: threads wait at a barrier that the others of the block never reach"
             : f->g->state == G_CLUSTER
                 ? "Deadlock: threads wait at a barrier that others of their cluster never reach"
             : f->g->state == G_PRODUCT
                 ? "Deadlock: a warp waits for a product that others of its warpgroup never commit"
                 : "Deadlock: lanes wait for lanes in their mask that never come");
    for (int i = 0; i < count; i++) // the culprits come first
        if (missing_of(f, &all[i]))
            append_waiting(w, &all[i], missing_of(f, &all[i]), ", which are missing,");
    append_waiting(w, f, f->lanes, "");
    int others = 0;
    bool at_barrier = true;
    for (int i = 0; i < count; i++) {
        if (i == first || missing_of(f, &all[i]))
            continue;
        // whoever waits at a barrier while lanes of a mask are missing has done nothing wrong
        if ((f->g->state != G_SYNC || all[i].g->state == G_SYNC) && told++ < MOST_TOLD) {
            append_waiting(w, &all[i], all[i].lanes, "");
            continue;
        }
        others += __builtin_popcount(all[i].lanes);
        at_barrier &= all[i].g->state == G_BARRIER;
    }
    if (others)
        TEXT_APPEND(w->err->text, "\n    and %d other thread%s wait%s%s", others, plural(others),
                    others == 1 ? "s" : "", at_barrier ? " for the block" : ", too");
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
        for (int i = 0; i < m->launch->warps && told < MOST_TOLD; i++) {
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
