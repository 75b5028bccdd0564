// frame.c: the registers of one call of a function, for all lanes of a warp that make it together.

#include "machine/machine.h"
#include "ptx/unrolled.h"

#include <stdlib.h>
#include <string.h>

// Returns the value of a special register that is the same for all lanes of a block.
static u64 block_value(const SimWorker *w, const Warp *warp, Special s)
{
    const SimLaunch *l = w->launch;
    switch (s) {
    case SP_NTID_X:
    case SP_NTID_Y:
    case SP_NTID_Z: return l->block[s - SP_NTID_X];
    case SP_CTAID_X:
    case SP_CTAID_Y:
    case SP_CTAID_Z: return w->block_id[s - SP_CTAID_X];
    case SP_NCTAID_X:
    case SP_NCTAID_Y:
    case SP_NCTAID_Z: return l->grid[s - SP_NCTAID_X];
    case SP_WARPID: return (u64)warp->index;
    case SP_NWARPID: return (u64)l->device->threads_per_sm / LANES;
    case SP_SMID: return w->block % (u64)l->device->sms;
    case SP_NSMID: return (u64)l->device->sms;
    case SP_GRIDID:
    case SP_GRIDID_LOW: return l->number;
    case SP_ENVREG1: return l->grid_barrier >> 32;
    case SP_ENVREG2: return l->grid_barrier & FULL;
    case SP_SHARED_DYNAMIC_SIZE: return l->shared;
    case SP_SHARED_TOTAL_SIZE:
    case SP_RESERVED_BEGIN:
    case SP_RESERVED_0: return l->shared_total - l->shared_reserved;
    case SP_RESERVED_END: return l->shared_total;
    case SP_RESERVED_CAP: return l->shared_reserved;
    case SP_RESERVED_1: return l->shared_total - l->shared_reserved / 2;
    case SP_SHARED_DYNAMIC: return dynamic_start(l);
    case SP_CLUSTER_X:
    case SP_CLUSTER_Y:
    case SP_CLUSTER_Z: return w->block_id[s - SP_CLUSTER_X] / l->cluster[s - SP_CLUSTER_X];
    case SP_CLUSTERS_X:
    case SP_CLUSTERS_Y:
    case SP_CLUSTERS_Z: return l->grid[s - SP_CLUSTERS_X] / l->cluster[s - SP_CLUSTERS_X];
    case SP_IN_CLUSTER_X:
    case SP_IN_CLUSTER_Y:
    case SP_IN_CLUSTER_Z: return w->block_id[s - SP_IN_CLUSTER_X] % l->cluster[s - SP_IN_CLUSTER_X];
    case SP_OF_CLUSTER_X:
    case SP_OF_CLUSTER_Y:
    case SP_OF_CLUSTER_Z: return l->cluster[s - SP_OF_CLUSTER_X];
    case SP_RANK: return w->rank;
    case SP_RANKS: return l->cluster_size;
    case SP_EXPLICIT_CLUSTER: return l->explicit_cluster ? FULL : 0; // a predicate
    default: return l->param_address;
    }
}

// Returns the value of a special register that differs from lane to lane and not from block to block.
static u32 lane_value(Special s, u32 lane)
{
    switch (s) {
    case SP_LANEID: return lane;
    case SP_MASK_EQ: return 1u << lane;
    case SP_MASK_LE: return (2u << lane) - 1;
    case SP_MASK_LT: return (1u << lane) - 1;
    case SP_MASK_GE: return ~((1u << lane) - 1);
    default: return ~((2u << lane) - 1);
    }
}

// Fills %tid along an axis. Threads are numbered x first, then y, then z.
static void fill_thread(const SimLaunch *l, const Warp *warp, int axis, u32 *slot)
{
    u32 first = (u32)(warp->index * LANES);
    u32 at[3] = {first % l->block[0], first / l->block[0] % l->block[1],
                 first / l->block[0] / l->block[1]};
    for (u32 lane = 0; lane < LANES; lane++) {
        slot[lane] = at[axis];
        if (++at[0] == l->block[0]) {
            at[0] = 0;
            if (++at[1] == l->block[1]) {
                at[1] = 0;
                at[2]++;
            }
        }
    }
}

static void fill_specials(const SimWorker *w, const Warp *warp, const Frame *frame)
{
    const SimFunction *f = frame->function;
    for (int s = 0; s < SPECIALS; s++) {
        if (f->special[s] < 0)
            continue;
        u32 *slot = (u32 *)(void *)(frame->regs + f->special[s]);
        if (s <= SP_TID_Z) {
            fill_thread(w->launch, warp, s - SP_TID_X, slot);
        } else if (s == SP_LANEID || (s >= SP_MASK_EQ && s <= SP_MASK_GT)) {
            for (u32 lane = 0; lane < LANES; lane++)
                slot[lane] = lane_value((Special)s, lane);
        } else if (s == SP_GRIDID || s == SP_PARAMS) {
            u64 value = block_value(w, warp, (Special)s), *wide = (u64 *)(void *)slot;
            for (u32 lane = 0; lane < LANES; lane++)
                wide[lane] = value;
        } else {
            u32 value = (u32)block_value(w, warp, (Special)s);
            for (u32 lane = 0; lane < LANES; lane++)
                slot[lane] = value;
        }
    }
}

// ---- Registers that must be zero -----------------------------------------------------------------------------------------

// A frame in units of 64 bytes, as registers are placed.
typedef struct {
    bool begins; // a register does
    bool kept;   // a lane may read it before it has written it
    int written; // by the segment of this number, plus 1, before the instruction at hand
} Unit;

static void keep(Unit *units, i32 slot)
{
    if (slot >= 0)
        units[slot / 64].begins = units[slot / 64].kept = true;
}

static void note_registers(Unit *units, const Insn *in, int segment)
{
    const bool writes =
        in->guard < 0 && (in->kind == K_ALU || in->kind == K_LOAD || in->kind == K_PARAM_LOAD);
    const int end = writes ? written_end(in) : WRITTEN;
    for (int k = 0; k < SLOTS; k++) {
        if (in->slots[k] < 0)
            continue;
        Unit *unit = &units[in->slots[k] / 64];
        unit->begins = true;
        unit->kept |= (k < WRITTEN || k >= end) && unit->written != segment + 1;
    }
    for (int k = WRITTEN; k < end; k++)
        if (in->slots[k] >= 0)
            units[in->slots[k] / 64].written = segment + 1;
    if (in->kind == K_ENTER && in->enter.unrolled) {
        keep(units, in->enter.unrolled->counter);
        keep(units, in->enter.unrolled->limit);
    }
}

// Finds the bytes of the kernel's frame that a lane may read before it has written them. What each segment writes before it reads it is
// not among them. Without memory for the list all are.
static void find_read_first(SimWorker *w)
{
    const SimModule *m = w->module;
    const SimFunction *f = w->launch->kernel;
    const size_t first = f->const_bytes / 64, count = f->frame_bytes / 64;
    Unit *units = calloc(count + 1, sizeof *units);
    w->read_first = calloc(count - first + 1, sizeof *w->read_first);
    for (int i = (int)m->code[f->entry].enter.segment;
         units && i < m->segment_count && m->segments[i].first < f->end; i++)
        for (int pc = m->segments[i].first; pc <= m->segments[i].last; pc++)
            note_registers(units, &m->code[pc], i);
    bool kept = true, goes_on = false; // kept: also what belongs to no register
    for (size_t i = first; w->read_first && i < count; i++) {
        kept = !units || (units[i].begins ? units[i].kept : kept);
        if (kept && !goes_on)
            w->read_first[w->reads++].from = i * 64;
        if (kept)
            w->read_first[w->reads - 1].to = (i + 1) * 64;
        goes_on = kept;
    }
    free(units);
}

// Clears registers, whole units. In a checked launch they get the block's noise, so that a program that uses a variable before it sets it
// shows a wrong result.
static void clear_registers(const SimWorker *w, u8 *regs, size_t bytes)
{
    if (!w->observer) {
        memset(regs, 0, bytes);
        return;
    }
    u32 unit[16];
    for (int i = 0; i < 16; i++)
        unit[i] = w->noise;
    for (size_t at = 0; at < bytes; at += sizeof unit)
        memcpy(regs + at, unit, sizeof unit);
}

// Clears a frame's registers: so one that is read before it is written has the same value in every run. A kernel's frame that was used
// before is cleared where that can be, since a short block would spend much of its time on the rest.
static void clear(SimWorker *w, const Frame *frame, bool used)
{
    const SimFunction *f = frame->function;
    if (used && f == w->launch->kernel && !w->read_first)
        find_read_first(w);
    if (!used || f != w->launch->kernel || !w->read_first)
        clear_registers(w, frame->regs + f->const_bytes, f->frame_bytes - f->const_bytes);
    else
        for (int i = 0; i < w->reads; i++)
            clear_registers(w, frame->regs + w->read_first[i].from,
                            w->read_first[i].to - w->read_first[i].from);
}

Frame *frame_new(SimWorker *w, const Warp *warp, SimFunction *f, Frame *caller)
{
    Frame **at = &w->free_frames;
    while (*at && (*at)->function != f)
        at = &(*at)->next;
    Frame *frame = *at;
    const bool used = frame;
    if (frame) {
        *at = frame->next;
    } else {
        frame = calloc(1, sizeof *frame);
        u8 *regs = frame ? aligned_alloc(64, round_up(f->frame_bytes, 64)) : NULL;
        if (!regs) {
            free(frame);
            return NULL;
        }
        frame->function = f;
        frame->regs = regs;
        memcpy(regs, f->const_image, f->const_bytes);
    }
    clear(w, frame, used);
    fill_specials(w, warp, frame);
    frame->caller = caller;
    frame->kept = f->frame_bytes + (caller ? caller->kept : 0);
    frame->depth = caller ? caller->depth + 1 : 0;
    frame->local_base = caller ? caller->local_base + (u32)caller->function->stack_bytes : 0;
    frame->lanes = 0;
    frame->inner = NULL;
    if (caller) {
        frame->next = caller->inner;
        caller->inner = frame;
    }
    return frame;
}

Frame *frame_find(const Frame *caller, const SimFunction *f, i32 return_to)
{
    Frame *frame = caller->inner;
    while (frame && (frame->function != f || frame->return_to != return_to))
        frame = frame->next;
    return frame;
}

// Calls may nest deeper than the host's, so this does not call itself.
void frame_free(SimWorker *w, Frame *f)
{
    for (Frame *last = f, *next; last; last = next) {
        while (last->inner)
            last = last->inner;
        next = last == f ? NULL : last->caller;
        if (last->caller) {
            Frame **at = &last->caller->inner;
            while (*at != last)
                at = &(*at)->next;
            *at = last->next;
        }
        last->next = w->free_frames;
        w->free_frames = last;
    }
}

SimFunction *function_at(const SimModule *m, u64 address, bool kernel)
{
    for (SimFunction *f = m->functions; f; f = f->next)
        if (CODE_WINDOW + 16 * (u64)f->id == address && f->defined && f->kernel == kernel)
            return f;
    return NULL;
}
