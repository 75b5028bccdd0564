// launch.c: what all blocks of a launch share: limits checked, arguments placed, counters made.

#include "core.h"

#include <stdlib.h>
#include <string.h>

static SimStatus refuse(SimError *err, const char *what, u64 value, u64 limit)
{
    err->status = SIM_BAD_LAUNCH;
    text_format(err->text, sizeof err->text, "%s: %l, the limit is %l", what, (i64)value,
                (i64)limit);
    return SIM_BAD_LAUNCH;
}

SimStatus launch_limits(const SimLaunch *l, SimError *err)
{
    static const u64 most_grid[3] = {0x7fffffff, 65535, 65535}, most_block[3] = {1024, 1024, 64};
    static const char *const grid_name[3] = {"gridDim.x", "gridDim.y", "gridDim.z"};
    static const char *const block_name[3] = {"blockDim.x", "blockDim.y", "blockDim.z"};
    u64 threads = 1;
    for (int i = 0; i < 3; i++) {
        if (l->grid[i] == 0 || l->grid[i] > most_grid[i])
            return refuse(err, grid_name[i], l->grid[i], most_grid[i]);
        if (l->block[i] == 0 || l->block[i] > most_block[i])
            return refuse(err, block_name[i], l->block[i], most_block[i]);
        threads *= l->block[i];
    }
    if (threads > (u64)l->kernel->max_threads)
        return refuse(err, "threads per block", threads, (u64)l->kernel->max_threads);
    u64 shared = l->kernel->shared_bytes + l->shared;
    if (shared < l->shared) // so large that the sum overflows
        shared = l->shared;
    if (shared > (u64)l->device->shared_optin)
        return refuse(err, "bytes of shared memory per block", shared,
                      (u64)l->device->shared_optin);
    u64 registers = threads * (u64)l->kernel->registers;
    if (registers > (u64)l->device->registers_per_sm)
        return refuse(err, "registers per block", registers, (u64)l->device->registers_per_sm);
    return SIM_OK;
}

u64 launch_waves(const SimLaunch *l)
{
    u64 at_once = (u64)(l->occupancy.blocks > 0 ? l->occupancy.blocks : 1) * (u64)l->device->sms;
    return (l->blocks + at_once - 1) / at_once;
}

// ---- Times of straight runs ------------------------------------------------------------------------------------------

typedef struct {
    const SimDevice *device;
    int *ready; // cycle at which a slot of the frame has its value; by offset / 64
    int *stamp; // the run for which `ready` holds
    int run, issued, loads_until;
    int fence; // loads do not move up over the last store, atomic or barrier
} Schedule;

static int later(int a, int b)
{
    return a > b ? a : b;
}

static int ready_at(const Schedule *s, i32 slot)
{
    return slot >= 0 && s->stamp[slot / 64] == s->run ? s->ready[slot / 64] : 0;
}

static void set_ready(Schedule *s, i32 slot, int cycle)
{
    if (slot >= 0) {
        s->stamp[slot / 64] = s->run;
        s->ready[slot / 64] = cycle;
    }
}

static int latency_of(const SimDevice *d, const Insn *in, const SimInsnInfo *info)
{
    switch ((InsnKind)in->kind) {
    case K_LOAD:
        return info->space == SIM_SPACE_SHARED  ? d->shared_latency
               : info->space == SIM_SPACE_PARAM ? d->alu_latency
                                                : d->l1_latency;
    case K_ATOMIC:
        return in->unused_result                 ? 1
               : info->space == SIM_SPACE_SHARED ? d->shared_latency
                                                 : d->l2_latency;
    case K_SHUFFLE:
    case K_REDUX:
    case K_MATCH:
    case K_BARRIER: return d->shared_latency;
    default:
        return info->slots * d->alu_latency *
               (info->pipe == SIM_PIPE_SFU || info->pipe == SIM_PIPE_FP64 ? 4 : 1);
    }
}

// Whether a straight run goes on where the one before it ended, as far as ptxas is concerned: only short branches, which
// become predicates, lead from one to the other or past one of them. `entered`: instructions that other branches lead to.
static bool goes_on(const SimModule *m, int segment, const bool *entered)
{
    int first = m->segments[segment].first;
    if (first == 0 || entered[first])
        return false;
    const Insn *last = &m->code[first - 1];
    return last->kind == K_ALU || last->kind == K_LOAD || last->kind == K_STORE ||
           last->kind == K_PARAM_LOAD ||
           (last->kind == K_BRANCH && m->infos[first - 1].short_branch);
}

// One warp through a straight run alone: an instruction runs when its sources are ready, and when as many have issued as
// stand before it. ptxas orders instructions so that those which wait do not hold up the others, unless memory forbids.
// Returns the cycle at which all is done.
static int run_cycles(Schedule *s, SimModule *m, const Segment *segment)
{
    int end = 0;
    for (int i = segment->first + 1; i <= segment->last; i++) {
        Insn *in = &m->code[i];
        i32 sources[] = {in->a, in->b, in->c, in->has_guard ? in->guard : -1};
        s->issued += m->infos[i].slots;
        int start = s->issued;
        for (int k = 0; k < 4; k++)
            start = later(start, ready_at(s, sources[k]));
        bool list = in->kind == K_LOAD || (in->kind == K_ALU && in->d < 0);
        for (int k = 0; k < 8 && !list; k++)
            start = later(start, ready_at(s, in->v[k]));
        if (in->kind == K_LOAD)
            start = later(start, s->fence);
        else if (in->kind != K_ALU && in->kind != K_PARAM_LOAD && in->kind != K_BRANCH)
            s->fence = start;
        int done = start + latency_of(s->device, in, &m->infos[i]);
        if (in->kind == K_LOAD &&
            (in->space == SIM_SPACE_GLOBAL || in->space == SIM_SPACE_GENERIC)) {
            in->batches += start >= s->loads_until;
            s->loads_until = done;
        }
        set_ready(s, in->d, done);
        set_ready(s, in->d2, done);
        for (int k = 0; k < 8 && list; k++)
            set_ready(s, in->v[k], done);
        if (in->kind != K_STORE)
            end = later(end, done);
    }
    return later(end, s->issued);
}

// How many turns of a loop ptxas made one of, if the straight run is all of the loop.
static int turns_of(const SimModule *m, const Segment *segment)
{
    const Insn *last = &m->code[segment->last];
    int turns = 1;
    if (last->kind != K_BRANCH || last->target != segment->first)
        return 1;
    for (int i = segment->first; i <= segment->last; i++)
        if (m->infos[i].copies > turns)
            turns = m->infos[i].copies;
    return turns;
}

// Sets a straight run's cycles, from `before` on, and its loads' batches; returns when it is done.
static int time_segment(Schedule *s, SimModule *m, Segment *segment, int before)
{
    int turns = turns_of(m, segment), end = before;
    for (int i = segment->first; i <= segment->last; i++) {
        m->infos[i].turns = (u8)turns;
        m->code[i].batches = 0;
    }
    for (int turn = 0; turn < turns; turn++)
        end = later(end, run_cycles(s, m, segment));
    segment->cycles = turns > 1 ? (end - before + turns - 1) / turns : end - before;
    return end;
}

static bool time_segments(SimModule *m, const SimDevice *d)
{
    size_t most = 0;
    for (const SimFunction *f = m->functions; f; f = f->next)
        most = f->frame_bytes > most ? f->frame_bytes : most;
    size_t slots = most / 64 + 1;
    Schedule s = {
        .device = d, .ready = calloc(slots, sizeof(int)), .stamp = calloc(slots, sizeof(int))};
    bool *entered = calloc((size_t)m->code_count + 1, sizeof *entered);
    bool ok = s.ready && s.stamp && entered;
    for (int i = 0; ok && i < m->code_count; i++)
        if (m->code[i].kind == K_BRANCH && !m->infos[i].short_branch)
            entered[m->code[i].target] = true;
    for (int i = 0, before = 0; ok && i < m->segment_count; i++) {
        if (!goes_on(m, i, entered)) {
            s.run++;
            s.issued = s.loads_until = s.fence = before = 0;
        }
        before = time_segment(&s, m, &m->segments[i], before);
    }
    free(s.ready);
    free(s.stamp);
    free(entered);
    m->timed = ok ? d : NULL;
    return ok;
}

// What cooperative groups share of a grid: its size, then a word that counts blocks (cooperative_groups/details/info.h).
enum { GRID_BARRIER = 64 };

// ---- Preparing and ending ----------------------------------------------------------------------------------------------

SimStatus sim_launch_prepare(SimLaunch *l, SimError *err)
{
    err->status = SIM_OK;
    if (launch_limits(l, err) != SIM_OK)
        return err->status;
    SimModule *m = l->kernel->module;
    l->blocks = (u64)l->grid[0] * l->grid[1] * l->grid[2];
    l->threads = (u64)l->block[0] * l->block[1] * l->block[2];
    l->warps = (int)((l->threads + LANES - 1) / LANES);
    size_t fixed = l->kernel->shared_bytes;
    l->shared_total = l->shared ? ((fixed + 15) & ~(size_t)15) + l->shared : fixed;
    l->occupancy = sim_occupancy(l->device, (int)l->threads, l->kernel->registers, l->shared_total);
    l->insn_count = m->code_count;
    l->insns = m->infos;
    l->counts = calloc((size_t)m->code_count, sizeof *l->counts);
    l->critical = l->dram_cycles = 0;
    size_t params = sim_function_info(l->kernel).params;
    l->param_address = sim_alloc(l->memory, params, SIM_PARAM, NULL, "kernel arguments", NULL);
    void *host = l->param_address ? sim_pointer(l->memory, l->param_address, params) : NULL;
    l->grid_barrier = l->cooperative ? sim_alloc(l->memory, GRID_BARRIER, SIM_PARAM_BUFFER, NULL,
                                                 "the grid's barrier", NULL)
                                     : 0;
    bool ok = l->counts && host && (l->grid_barrier || !l->cooperative) &&
              (!l->check || check_launch(l)) && children_prepare(l) && atomics_prepare(l) &&
              (!m->mallocs || memory_heap(l->memory, l->heap)) && traffic_prepare(l) &&
              (m->timed == l->device || time_segments(m, l->device));
    if (!ok) {
        err->status = SIM_NO_MEMORY;
        text_format(err->text, sizeof err->text, "the host has no memory for a launch");
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
    check_launch_end(l);
    children_end(l);
    atomics_end(l);
    if (l->param_address)
        sim_forget(l->memory, l->param_address);
    l->param_address = 0;
    if (l->grid_barrier)
        sim_forget(l->memory, l->grid_barrier);
    l->grid_barrier = 0;
    traffic_end(l);
}
