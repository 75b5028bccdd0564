// launch.c: the data that all blocks of a launch share: its arguments, its counters, the work that it may do.

#include "machine/machine.h"
#include "warpsim_pause.h"

#include <stdlib.h>
#include <string.h>

// ---- Work, and loops without end ---------------------------------------------------------------------------------------

static u64 mix(u64 state, const void *bytes, size_t count)
{
    const u8 *at = bytes;
    u64 word = 0;
    for (; count >= sizeof word; count -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        state = (state ^ word) * 0x9e3779b97f4a7c15ull;
        state ^= state >> 29;
    }
    word = 0;
    memcpy(&word, at, count);
    return (state ^ word) * 0x9e3779b97f4a7c15ull;
}

// Adds a group's place and registers to a state.
static u64 mix_group(u64 state, const Group *g)
{
    const u32 place[] = {g->mask, (u32)g->pc, g->state};
    state = mix(state, place, sizeof place);
    for (const Frame *f = g->frame; f; f = f->caller)
        state = mix(state, f->regs, f->function->frame_bytes);
    return state;
}

// Returns a number made of all that decides what a warp does next.
static u64 state_of_warp(const SimWorker *w, const Warp *warp)
{
    u64 state = mix(w->observer ? w->altered : w->changes, w->shared, w->launch->shared_total);
    if (warp->local_size)
        state = mix(state, warp->local, (size_t)warp->local_size * LANES);
    for (int k = 0; k < warp->group_count; k++)
        state = mix_group(state, &warp->groups[k]);
    return state;
}

// Memory has changed only if w->changes has. A warp's groups have no order here, for that changes when they part and meet.
static u64 state_of_block(const SimWorker *w)
{
    u64 state = w->changes;
    for (int i = 0; i < 16; i++)
        state = mix(state, &w->barriers[i].arrived, sizeof w->barriers[i].arrived);
    for (int i = 0; i < w->launch->warps; i++) {
        const Warp *warp = &w->warps[i];
        u64 one = warp->clock_at;
        for (int k = 0; warp->live && k < warp->group_count; k++)
            one += mix_group(0, &warp->groups[k]);
        state = mix(state, &one, sizeof one);
    }
    return state;
}

u64 sim_worker_state(const SimWorker *w)
{
    u64 state = state_of_block(w);
    for (u32 r = 1; w->cluster && r < w->cluster->size; r++)
        state = 31 * state + state_of_block(w->cluster->member[r]);
    return state;
}

// Tells whether the warp has been in this state before in the same run. Then its loop never ends. The state is kept at looks
// 64, 128, 256 …: at some time one of these is inside the loop, and the loop is shorter than the distance to the next of these
// looks (Brent, "An improved Monte Carlo factorization algorithm", 1980).
static bool comes_again(SimWorker *w, const Warp *warp)
{
    struct Loop *loop = &w->loop;
    if (++loop->looks < 64)
        return false;
    u64 state = state_of_warp(w, warp);
    if (loop->next && state == loop->state)
        return true;
    if (loop->looks >= loop->next) {
        loop->next = 2 * loop->looks;
        loop->state = state;
    }
    return false;
}

// Returns the instruction at which a group is, for a message. At a K_ENTER it is the next one: the mark has the line of the text
// before the loop, and an instruction of the function always follows it.
static int shown_pc(const SimWorker *w, const Group *g)
{
    return g->pc + (w->module->code[g->pc].kind == K_ENTER);
}

// Adds to a message where the warps of a block are, "3 run at line 12, …", for the first PLACES places.
static void list_places(const SimWorker *w, char *out, size_t size)
{
    enum { PLACES = 4 };
    if (w->launch->warps == 1)
        return;
    static const struct {
        const char *verb, *what; // "run", or "runs" if it is one
    } states[] = {[G_RUN] = {"run", ""},
                  [G_BARRIER] = {"wait", " at a barrier"},
                  [G_SYNC] = {"wait", " for lanes"},
                  [G_CLUSTER] = {"wait", " for the cluster"},
                  [G_PRODUCT] = {"wait", " for a product"}};
    struct {
        int line, warps;
        u8 state;
    } places[PLACES] = {{0}};
    int ended = 0, others = w->launch->warps;
    for (int i = 0; i < w->launch->warps; i++) {
        const Warp *warp = &w->warps[i];
        ended += !warp->live;
        others -= !warp->live;
        int line = warp->group_count ? w->module->infos[shown_pc(w, warp->groups)].line : 0;
        for (int k = 0; k < PLACES && line; k++) {
            bool here = places[k].line == line && places[k].state == warp->groups->state;
            if (places[k].warps && !here)
                continue;
            places[k].line = line;
            places[k].state = warp->groups->state;
            places[k].warps++;
            others--;
            break;
        }
    }
    text_append(out, size, "\n    Of the block's %d warps", w->launch->warps);
    const char *before = "";
    for (int k = 0; k < PLACES && places[k].warps; k++, before = ",")
        text_append(out, size, "%s %d %s%s%s at line %d", before, places[k].warps,
                    states[places[k].state].verb, places[k].warps == 1 ? "s" : "",
                    states[places[k].state].what, places[k].line);
    if (others)
        text_append(out, size, "%s %d %s elsewhere or %s not begun", before, others,
                    others == 1 ? "is" : "are", others == 1 ? "has" : "have");
    if (ended)
        text_append(out, size, "%s %d %s ended", others ? "," : before, ended,
                    ended == 1 ? "has" : "have");
}

bool launch_in_vain(SimWorker *w)
{
    __atomic_store_n(&w->launch->in_vain, true, __ATOMIC_RELAXED);
    return error_set(w->err, SIM_STOPPED, "The launch starts again, in order.");
}

enum { WORK_STEP = 1 << 12 }; // instructions of warps that a worker takes at a time

// A kernel that has run so many warp instructions, 25 ms on one core, may have been compiled earlier; after half a second it is worth
// compiling.
enum { SOME_WORK = 2000000, MUCH_WORK = 40000000 };

// Notes what a kernel that may be compiled has run.
static void note_ran(SimWorker *w, u64 more)
{
    SimLaunch *l = w->launch;
    u64 ran = __atomic_add_fetch(&l->kernel->ran, more, __ATOMIC_RELAXED);
    for (int much = 0; much < 2; much++) {
        u64 limit = much ? MUCH_WORK : SOME_WORK;
        if (ran >= limit && ran - more < limit)
            l->compile(l->kernel, much);
    }
}

bool launch_work(SimWorker *w, const Warp *warp, const Group *g)
{
    SimLaunch *l = w->launch;
    u64 more = (u64)(WORK_STEP - w->work); // includes what it did beyond its last part
    u64 taken = __atomic_add_fetch(&l->work, more, __ATOMIC_RELAXED);
    w->work = WORK_STEP;
    if (__atomic_load_n(&l->in_vain, __ATOMIC_RELAXED))
        return launch_in_vain(w);
    if (l->compile)
        note_ran(w, more);
    u64 workers = (u64)__atomic_load_n(&l->workers, __ATOMIC_RELAXED);
    char what[768];
    SimStatus status = SIM_TOO_LONG;
    bool again = (workers == 1 || l->trial) && comes_again(w, warp);
    if (again && l->trial)
        return launch_in_vain(w);
    if (l->stop && __atomic_load_n(l->stop, __ATOMIC_RELAXED)) {
        status = SIM_STOPPED;
        TEXT_FORMAT(what, "The launch was stopped before its end.");
    } else if (again) {
        TEXT_FORMAT(what,
                    "This loop never ends: everything is as it was before, and nothing else runs.");
    } else if (l->most_work && taken > l->most_work + WORK_STEP * workers) {
        // One worker runs the blocks in order. If some of them have ended, a loop that never ends is the less likely reason.
        if (workers == 1 && !l->trial && w->block > 0)
            TEXT_FORMAT(what,
                        "No end within %l instructions of warps: %l of %l blocks have ended, so "
                        "this is probably far more work than is needed, and no endless loop.",
                        (i64)l->most_work, (i64)w->block, (i64)l->blocks);
        else
            TEXT_FORMAT(what,
                        "No end within %l instructions of warps: a loop never ends, or does far "
                        "more work than is needed.",
                        (i64)l->most_work);
    } else {
        return true;
    }
    fault_at(w, warp, __builtin_ctz(g->mask), shown_pc(w, g), status, what);
    if (!again || status == SIM_STOPPED)
        list_places(w, w->err->text, sizeof w->err->text);
    return false;
}

// Bytes that the cooperative groups of a grid share: their size, then a word that counts blocks
// (cooperative_groups/details/info.h).
enum { GRID_BARRIER = 64 };

// Bytes of each block's shared memory that a device of 8.0 or later reserves. Cooperative groups find them by
// %reserved_smem_offset. Here they are behind the block's own.
enum { RESERVED_SHARED = 1024 };

// ---- Preparing and ending ----------------------------------------------------------------------------------------------

SimStatus sim_launch_prepare(SimLaunch *l, SimError *err)
{
    err->status = SIM_OK;
    if (l->kernel->refused) {
        error_set(
            err, SIM_BAD_PTX,
            "%s\nThe kernel '%s' needs it and can't be launched here; the program's other kernels can.\n"
            "Run this kernel on a GPU, or write it without that: simulator/INSTRUCTIONS.md lists what runs.",
            l->kernel->refused, l->kernel->name);
        return err->status;
    }
    if (sim_launch_limit(l, err) != SIM_FITS)
        return err->status;
    SimModule *m = l->kernel->module;
    l->blocks = (u64)l->grid[0] * l->grid[1] * l->grid[2];
    sim_launch_cluster(l);
    l->threads = (u64)l->block[0] * l->block[1] * l->block[2];
    l->warps = (int)((l->threads + LANES - 1) / LANES);
    l->shared_total = l->shared ? dynamic_start(l) + l->shared : l->kernel->shared_bytes;
    l->occupancy = sim_occupancy(l->device, (int)l->threads, l->kernel->registers, l->shared_total);
    l->shared_reserved = 0;
    if (m->reserved) {
        l->shared_reserved = RESERVED_SHARED;
        l->shared_total = round_up(l->shared_total, RESERVED_SHARED) + RESERVED_SHARED;
    }
    l->insn_count = m->code_count;
    l->insns = m->infos;
    l->counts = calloc((size_t)m->code_count, sizeof *l->counts);
    l->critical = l->longest_block = l->dram_cycles = l->clocked = l->reread = l->longest = 0;
    l->waits = 0;
    l->workers = 0;
    l->trial = l->trial && l->check && memory_observer(l->memory) && l->blocks > 1 &&
               !l->siblings && !l->kernel->in_order && l->cluster_size == 1 && !m->clusters &&
               !m->bulks;
    l->in_vain = false;
    size_t params = sim_function_info(l->kernel).params;
    l->param_address = sim_alloc(l->memory, params, SIM_PARAM, NULL, "kernel arguments", NULL);
    void *host = l->param_address ? sim_pointer(l->memory, l->param_address, params) : NULL;
    l->grid_barrier = l->cooperative ? sim_alloc(l->memory, GRID_BARRIER, SIM_PARAM_BUFFER, NULL,
                                                 "the grid's barrier", NULL)
                                     : 0;
    const Observer *o = l->check ? memory_observer(l->memory) : NULL;
    bool ok = l->counts && host && (l->grid_barrier || !l->cooperative) &&
              (!o || o->launch_began(l)) && children_prepare(l) &&
              (!m->atomics || slices_prepare(l, launch_waves(l))) &&
              (!l->kernel->mallocs || memory_heap(l->memory, l->heap)) && footprint_prepare(l) &&
              (m->timed == l->device || pipeline_time(m, l->device));
    if (!ok) {
        error_set(err, SIM_NO_MEMORY, "the host has no memory for a launch");
        sim_launch_end(l);
        return err->status;
    }
    if (params)
        memcpy(host, l->params, params);
    return SIM_OK;
}

void sim_launch_end(SimLaunch *l)
{
    free(l->counts);
    l->counts = NULL;
    if (l->checks)
        memory_observer(l->memory)->launch_ended(l);
    children_end(l);
    slices_end(l);
    sim_forget(l->memory, l->param_address);
    sim_forget(l->memory, l->grid_barrier);
    l->param_address = l->grid_barrier = 0;
    footprint_end(l);
}

SimStatus sim_launch_take_back(SimLaunch *l, SimError *err)
{
    memory_observer(l->memory)->take_back(l);
    sim_launch_end(l);
    l->kernel->in_order = true;
    return sim_launch_prepare(l, err);
}
