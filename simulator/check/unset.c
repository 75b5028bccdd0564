// unset.c: finds uses of variables that were never set, in registers, where compilers keep most of them.
//
//     int best;
//     if (i < n)                   @%p bra L;             segment 1
//         best = x[i];             ld %r5, [%rd1];        segment 2
//     other = shfl(best);       L: shfl %r6, %r5, …;      segment 3 uses %r5, and comes from 1, too
//
// Such a program may use whatever is in the register, so the registers of a checked launch begin as noise (machine/frame.c), and a wrong
// result shows. This says where it may come from. Before a launch, the uses are listed to which some path leads that sets nothing. When a warp
// comes to such a segment, the lanes are looked for that still have the noise. A copy is no use: what matters is where it goes.
//
// It is a remark, not an error: an optimizer may compute with such a register, if nobody looks at the result. CUB does so itself, and is
// not looked at.

#include "check/check.h"

#include <stdlib.h>
#include <string.h>

// A use of a register that some path to it has not set.
struct Unset {
    i32 segment, pc;
    i32 slot;    // where the value is when the segment begins
    bool words;  // it has two words, else one
    i32 product; // the warpgroup's product of which it is a sum, to which products may be added or not; NONE: of none
};

typedef struct {
    SimModule *m;
    SimFunction *f;
    i32 first, count; // segments of the function
    i32 units;        // its frame, by 64 bytes, as registers are placed
    u8 *bytes;     // (units) of a lane's register that begins there; 0: it is a predicate, or none
    bool *set;     // (count, units) whether every path to the segment has set it
    bool *changed; // (count) `set` of the segment has changed since it was followed
    bool *now;     // (units) the same at the instruction at hand
    i32 *origin;   // (units) the slot that had the value when the segment began; NONE: it is new
} UnsetWalk;

// Tells whether an instruction only moves values, or picks one. A shuffle does, too: lanes that nobody reads from may have none.
static bool only_copies(const UnsetWalk *k, i32 pc)
{
    const char *text = k->m->infos[pc].text;
    return text && (strncmp(text, "mov", 3) == 0 || strncmp(text, "selp", 4) == 0 ||
                    strncmp(text, "shfl", 4) == 0);
}

static i32 unit_at(const UnsetWalk *k, i32 slot)
{
    return slot < (i32)k->f->const_bytes || slot / 64 >= k->units ? NONE : slot / 64;
}

static bool list_use(const UnsetWalk *k, i32 segment, i32 pc, i32 slot)
{
    i32 from = k->origin[slot / 64];
    int bytes = from == NONE ? 0 : k->bytes[from / 64];
    if (bytes != 4 && bytes != 8) // smaller ones could have the noise by chance
        return true;
    SimFunction *f = k->f;
    if ((f->unset_count & (f->unset_count - 1)) == 0) {
        size_t room = f->unset_count ? 2 * (size_t)f->unset_count : 1;
        struct Unset *more = arena_alloc(&k->m->arena, room * sizeof *more);
        if (!more)
            return false;
        if (f->unset_count)
            memcpy(more, f->unset, (size_t)f->unset_count * sizeof *more);
        f->unset = more;
    }
    f->unset[f->unset_count++] =
        (struct Unset){segment, pc, from, bytes == 8,
                       k->m->code[pc].kind == K_FRAGMENT ? product_at(k->m, pc) : NONE};
    k->m->code[k->m->segments[segment].first].enter.unset = true;
    return true;
}

// Follows an instruction; with `uses` it lists those of registers that are not set. False if the host has no memory.
static bool follow_insn(const UnsetWalk *k, i32 segment, i32 pc, bool uses)
{
    const Insn *in = &k->m->code[pc];
    bool copy = only_copies(k, pc), set = true;
    i32 origin = NONE;
    int end = written_end(in), sources = 0;
    for (int i = 0; i < SLOTS; i++) {
        i32 u = i < WRITTEN || i >= end ? unit_at(k, in->slots[i]) : NONE;
        if (u == NONE)
            continue;
        origin = sources++ ? NONE : k->origin[u];
        if (k->now[u])
            continue;
        set = false;
        if (uses && !copy && in->guard < 0 && !list_use(k, segment, pc, in->slots[i]))
            return false;
    }
    for (int i = WRITTEN; i < end; i++) {
        i32 u = unit_at(k, in->slots[i]);
        if (u == NONE)
            continue;
        k->now[u] = (!copy || set) && (in->guard < 0 || k->now[u]);
        k->origin[u] = copy && in->guard < 0 ? origin : NONE;
    }
    return true;
}

// What is set where one segment ends is what may be set where the next begins.
static void lead_to(const UnsetWalk *k, i32 to)
{
    bool changed = false, *next = k->set + (size_t)(to - k->first) * (size_t)k->units;
    if (to < k->first || to >= k->first + k->count)
        return;
    for (i32 u = 0; u < k->units; u++) {
        changed |= next[u] && !k->now[u];
        next[u] &= k->now[u];
    }
    k->changed[to - k->first] |= changed;
}

// Follows a segment from what is set where it begins.
static bool follow_segment(const UnsetWalk *k, i32 s, bool uses)
{
    const SimModule *m = k->m;
    memcpy(k->now, k->set + (size_t)(s - k->first) * (size_t)k->units, (size_t)k->units);
    for (i32 u = 0; u < k->units; u++)
        k->origin[u] = 64 * u;
    for (i32 pc = m->segments[s].first; pc <= m->segments[s].last; pc++)
        if (!follow_insn(k, s, pc, uses))
            return false;
    const Insn *last = &m->code[m->segments[s].last];
    bool ends = last->kind == K_BRANCH || last->kind == K_SWITCH || last->kind == K_EXIT ||
                last->kind == K_RETURN || last->kind == K_TRAP;
    if (last->kind == K_BRANCH)
        lead_to(k, m->code[last->branch.target].enter.segment);
    for (i32 i = 0; last->kind == K_SWITCH && i < last->choice.count; i++)
        lead_to(k, m->code[last->choice.targets[i]].enter.segment);
    if (!ends || last->guard >= 0)
        lead_to(k, s + 1);
    return true;
}

static bool walk_segments(const UnsetWalk *k)
{
    const SimFunction *f = k->f;
    for (const RegDecl *d = f->regs; d; d = d->next)
        for (int i = 0; i < d->count; i++)
            if (d->regs[i].slot >= REG_BASE)
                k->bytes[((i32)f->const_bytes + d->regs[i].slot - REG_BASE) / 64] =
                    (u8)d->regs[i].bytes;
    memset(k->set, true, (size_t)k->count * (size_t)k->units);
    memset(k->set, false, (size_t)k->units); // nothing is set where the function begins, but
    for (int s = 0; s < SPECIALS; s++)
        if (f->special[s] >= 0)
            k->set[f->special[s] / 64] = true;
    memset(k->changed, true, (size_t)k->count);
    for (bool any = true; any;) {
        any = false;
        for (i32 i = 0; i < k->count; i++) {
            if (!k->changed[i])
                continue;
            k->changed[i] = false;
            any = true;
            (void)follow_segment(k, k->first + i, false);
        }
    }
    for (i32 s = k->first; s < k->first + k->count; s++) {
        if (!follow_segment(k, s, true))
            return false;
    }
    return true;
}

static bool list_uses(SimModule *m, SimFunction *f)
{
    UnsetWalk k = {.m = m, .f = f, .first = m->code[f->entry].enter.segment};
    k.units = (i32)(f->frame_bytes / 64) + 1;
    while (k.first + k.count < m->segment_count && m->segments[k.first + k.count].first < f->end)
        k.count++;
    k.bytes = calloc((size_t)k.units, sizeof *k.bytes);
    k.set = calloc((size_t)k.count * (size_t)k.units + 1, sizeof *k.set);
    k.changed = calloc((size_t)k.count + 1, sizeof *k.changed);
    k.now = calloc((size_t)k.units, sizeof *k.now);
    k.origin = calloc((size_t)k.units, sizeof *k.origin);
    bool ok = k.bytes && k.set && k.changed && k.now && k.origin && walk_segments(&k);
    free(k.bytes);
    free(k.set);
    free(k.changed);
    free(k.now);
    free(k.origin);
    return ok;
}

bool list_unset(const SimLaunch *l)
{
    for (int i = 0; i < l->kernel->reached_count; i++) {
        SimFunction *f = l->kernel->reached[i];
        if (f->defined && !f->unset_listed && !list_uses(f->module, f))
            return false;
        f->unset_listed = true;
    }
    return true;
}

// Returns the lanes whose register still has the noise that its block began with.
static u32 unset_lanes(const SimWorker *w, const Group *g, const struct Unset *u)
{
    const u32 *word = (const u32 *)(const void *)(g->frame->regs + u->slot);
    u32 lanes = 0;
    EACH_BIT(lane, g->mask) {
        const u32 *of = word + (u->words ? 2 * lane : lane);
        lanes |= (u32)(of[0] == w->noise && (!u->words || of[1] == w->noise)) << lane;
    }
    return lanes;
}

static void remark_unset(const SimWorker *w, const Warp *warp, const Group *g,
                         const struct Unset *u)
{
    u32 lanes = is_library(w->module, u->pc) ? 0 : unset_lanes(w, g, u);
    SimFinding *f = lanes ? new_finding(w, SIM_FOUND_REMARK, u->pc, u->pc, 0) : NULL;
    if (!f)
        return;
    TEXT_FORMAT(f->text,
                "Remark: a variable is used that was never set: its value is undefined.\n    It is "
                "used");
    append_who(w, f, u->pc, (u32)(warp->index * LANES + __builtin_ctz(lanes)), w->block);
}

void on_uses_unset(SimWorker *w, const Warp *warp, const Group *g, i32 segment)
{
    const SimFunction *f = g->frame->function;
    for (int i = 0; i < f->unset_count; i++)
        if (f->unset[i].segment == segment && f->unset[i].product == NONE)
            remark_unset(w, warp, g, &f->unset[i]);
}

void check_sums_set(const SimWorker *w, const Warp *warp, const Group *g, const Insn *in)
{
    const SimFunction *f = g->frame->function;
    u32 adds;
    memcpy(&adds, g->frame->regs + in->c, sizeof adds);
    if (!((in->warpgroup.not_c ? ~adds : adds) & g->mask))
        return;
    for (int i = 0; i < f->unset_count; i++)
        if (f->unset[i].product == g->pc)
            remark_unset(w, warp, g, &f->unset[i]);
}
