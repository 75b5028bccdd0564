// block.c: runs one block: its warps one after the other, and its shared memory.
//
// A worker holds everything that a running block needs, and runs one block after the other. A warp runs until it waits. A
// block is deadlocked when all its warps wait, and none of them waits for something outside of the block.

#include "machine/engines.h"
#include "warpsim_pause.h"

#include <stdlib.h>
#include <string.h>

// Gives a block its share of L1, and computes how many lines each warp brings until those of all warps that run at once fill
// L1, or L2, and how many warps store at a time. False if the host has no memory.
static bool share_caches(SimWorker *w)
{
    const SimLaunch *l = w->launch;
    const SimDevice *d = l->device;
    u64 held = (u64)(l->occupancy.blocks > 0 ? l->occupancy.blocks : 1), sms = (u64)d->sms;
    u64 each = (l->blocks + sms - 1) / sms, blocks = each < held ? each : held;
    u64 at_once = l->blocks < blocks * sms ? l->blocks : blocks * sms;
    u64 shared = blocks * l->shared_total, l1 = (u64)d->l1 > shared ? (u64)d->l1 - shared : 0;
    u64 line_each = 128 * (u64)l->warps; // bytes when each warp of a block brings one line
    if (!at_once)
        return false; // can't be: a launch has blocks
    w->l2_reach = (u32)((u64)d->l2 / (line_each * at_once));
    bool ok = cache_init(&w->l1, (size_t)d->l1 / (size_t)blocks);
    w->l1.reach = (u32)(l1 / (line_each * blocks));
    u64 warps = blocks * (u64)l->warps;
    w->storing = (warps < STORING_WARPS ? warps : STORING_WARPS) - 1;
    return ok;
}

SimWorker *worker_new(SimLaunch *l)
{
    SimWorker *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    const SimFunction *f = l->kernel;
    w->launch = l;
    w->module = f->module;
    w->schedule = l->schedule;
    sim_worker_observe(w, l->observe, l->observer);
    w->warps = calloc((size_t)l->warps, sizeof *w->warps);
    w->shared = aligned_alloc(64, round_up(l->shared_total + 64, 64));
    w->counts = calloc((size_t)w->module->code_count, sizeof *w->counts);
    w->doubtful = calloc((size_t)w->module->code_count, sizeof *w->doubtful);
    w->segments = calloc((size_t)w->module->segment_count, sizeof *w->segments);
    bool ok = w->warps && w->shared && w->counts && w->doubtful && w->segments && share_caches(w) &&
              slices_count(&w->slices, l);
    for (int i = 0; ok && i < l->warps; i++) {
        w->warps[i].index = i;
        w->warps[i].local_size = (u32)f->stack_bytes;
        if (f->stack_bytes)
            ok = (w->warps[i].local = calloc(LANES, f->stack_bytes)) != NULL;
    }
    w->observer = l->check ? memory_observer(l->memory) : NULL;
    if (ok && w->observer)
        ok = (w->check = w->observer->worker_made(l)) != NULL;
    if (!ok) {
        worker_free(w);
        return NULL;
    }
    return w;
}

void worker_free(SimWorker *w)
{
    for (int i = 0; w->warps && i < w->launch->warps; i++) {
        if (w->warps[i].base)
            warp_end(w, &w->warps[i]);
        free(w->warps[i].local);
    }
    while (w->free_frames) {
        Frame *next = w->free_frames->next;
        free(w->free_frames->regs);
        free(w->free_frames);
        w->free_frames = next;
    }
    free(w->read_first);
    copies_free(w);
    bulks_free(w);
    free(w->warps);
    free(w->shared);
    free(w->counts);
    free(w->doubtful);
    free(w->segments);
    cache_free(&w->l1);
    free(w->slices.work);
    free(w->native.patterns);
    if (w->observer)
        w->observer->worker_freed(w->check);
    free(w);
}

void block_start(SimWorker *w, u64 block)
{
    const SimLaunch *l = w->launch;
    w->block = block;
    w->block_id[0] = (u32)(block % l->grid[0]);
    w->block_id[1] = (u32)(block / l->grid[0] % l->grid[1]);
    w->block_id[2] = (u32)(block / l->grid[0] / l->grid[1]);
    w->asks = footprint_asks(l, block, resident_blocks(l));
    w->turn = false;
    w->round.begun = false;
    w->midway = NULL;
    w->handles = 0;
    w->incomplete = false;
    w->live_threads = (u32)l->threads;
    w->random = (l->seed + 1) * 0x9e3779b97f4a7c15ull ^ (block + 1) * 0xbf58476d1ce4e5b9ull;
    // Large as an int and as a float, of either sign.
    w->noise = (u32)(w->random * 0x94d049bb133111ebull >> 32) % (1u << 24) | 0x4b000000u;
    w->noise ^= (u32)(block & 1 ? ~w->random : w->random) << 31;
    memset(w->barriers, 0, sizeof w->barriers);
    bulks_forget(w);
    engines_reset(w);
    memset(w->shared, 0, l->shared_total);
    cache_clear(&w->l1);
    slices_block(&w->slices, l, block);
    native_adopt(w);
    if (w->observer)
        w->observer->block_began(w);
    w->work -= (i64)(l->threads + l->shared_total / 64);
    for (int i = 0; i < l->warps; i++) {
        u64 first = (u64)i * LANES, left = l->threads - first;
        if (!warp_start(w, &w->warps[i], left >= LANES ? FULL : (1u << left) - 1))
            w->incomplete = true; // is_ready reports it
    }
}

// ---- Running ---------------------------------------------------------------------------------------------------------

// Takes back the misses of sectors that L1 had after all: each instruction's share of those that it was thought to have lost.
static void take_back_misses(SimWorker *w)
{
    u64 doubts = w->doubts, kept = w->kept < doubts ? w->kept : doubts;
    for (int i = 0; doubts && i < w->module->code_count; i++) {
        const u64 doubtful = w->doubtful[i], back = doubtful ? kept * doubtful / doubts : 0;
        w->counts[i].l1_misses -= back;
        w->doubtful[i] = 0;
        kept -= back;
        doubts -= doubtful;
    }
    w->kept = w->doubts = 0;
}

static SimRun block_done(SimWorker *w)
{
    take_back_misses(w);
    const Warp *longest = &w->warps[0];
    for (int i = 0; i < w->launch->warps; i++) {
        if (w->warps[i].cycles > longest->cycles)
            longest = &w->warps[i];
        if (w->warps[i].executed > w->longest)
            w->longest = w->warps[i].executed;
        warp_end(w, &w->warps[i]);
    }
    w->ended = longest->cycles;
    w->critical += longest->cycles;
    w->dram_cycles += longest->dram_cycles;
    w->clocked += longest->clocked;
    if (longest->cycles > w->longest_block)
        w->longest_block = longest->cycles;
    return SIM_DONE;
}

// Tells whether threads of the block wait at their cluster's barrier.
static bool waits_for_cluster(const SimWorker *w)
{
    for (int i = 0; w->cluster && i < w->launch->warps; i++)
        for (int k = 0; k < w->warps[i].group_count; k++)
            if (w->warps[i].groups[k].state == G_CLUSTER)
                return true;
    return false;
}

SimRun block_run(SimWorker *w, bool one)
{
    int warps = w->launch->warps;
    Round *r = &w->round;
    for (;;) {
        if (!r->begun)
            *r = (Round){.begun = true,
                         .first =
                             w->schedule == SIM_RANDOM ? (int)(order_random(w) % (u64)warps) : 0};
        for (; r->at < warps; r->at++) {
            int next = r->first + r->at; // no division: most rounds end soon, at a barrier
            Warp *warp = &w->warps[next < warps ? next : next - warps];
            if (!warp->live)
                continue;
            if (!r->begun_warp)
                r->before = w->steps;
            r->begun_warp = true;
            WarpRun run = one ? warp_step(w, warp) : warp_run(w, warp);
            switch (run) {
            case WARP_FAULT: return SIM_FAULT;
            case WARP_STEPPED: return SIM_STEP;
            case WARP_DONE: r->moved = true; break;
            case WARP_SPIN: r->spins = true; break;
            case WARP_TURN: r->wants_turn = true; break;
            case WARP_PAUSED: *(warp_waits(w, warp) ? &r->spins : &r->moved) = true; break;
            case WARP_BLOCKED: r->moved |= w->steps != r->before; break;
            }
            r->begun_warp = false;
            if (one && w->step.pc >= 0) { // the warp's last instruction in this round
                r->at++;
                return SIM_STEP;
            }
        }
        r->begun = false;
        if (w->live_threads == 0)
            return block_done(w);
        if (r->moved && (one || w->cluster || !order_yields(w)))
            continue;
        if (r->moved || r->wants_turn)
            return SIM_TURN;
        return r->spins ? SIM_SPIN : waits_for_cluster(w) ? SIM_BLOCKED : report_deadlock(w);
    }
}

void sim_count_add(SimCount *to, const SimCount *more)
{
    u64 *sum = (u64 *)to; // all its fields are such numbers
    for (size_t i = 0; i < sizeof *to / sizeof *sum; i++)
        sum[i] += ((const u64 *)more)[i];
}

void block_collect(SimWorker *w)
{
    SimLaunch *l = w->launch;
    const SimModule *m = w->module;
    // A segment counts as executed when it begins. Amid a block its accesses may be collected later.
    bool all = w->collected_midway;
    w->collected_midway = w->live_threads > 0;
    for (int s = 0; s < m->segment_count; s++) {
        const struct SegmentCount *c = &w->segments[s];
        for (int i = m->segments[s].first + 1; (all || c->executed) && i <= m->segments[s].last;
             i++) {
            SimCount *count = &w->counts[i];
            if (!insn_counts(&m->code[i])) { // it counts with the instruction that it is a part of
                count->enabled = 0;
            } else {
                count->executed = c->executed;
                count->threads = c->threads;
                count->enabled = m->code[i].guard >= 0 ? count->enabled : c->threads;
            }
            sim_count_add(&l->counts[i], count);
        }
    }
    for (int i = m->landings; i < m->code_count; i++)
        sim_count_add(&l->counts[i], &w->counts[i]);
    slices_collect(&w->slices, l);
    for (int i = 0; i < MISSED_ALLOCS; i++)
        missed_collect(&w->missed[i]);
    l->critical += w->critical;
    l->dram_cycles += w->dram_cycles;
    l->clocked += w->clocked;
    l->reread += w->reread;
    l->waits += w->waits;
    l->longest = w->longest > l->longest ? w->longest : l->longest;
    l->longest_block = w->longest_block > l->longest_block ? w->longest_block : l->longest_block;
    // Gives back work that it has not done. Amid a block it keeps it: whoever takes more looks whether a loop never ends, and must not
    // look again before a warp that spins has had the time to give way.
    if (!w->collected_midway) {
        __atomic_sub_fetch(&l->work, (u64)w->work, __ATOMIC_RELAXED);
        w->work = 0;
    }
    memset(w->counts, 0, (size_t)m->code_count * sizeof *w->counts);
    memset(w->segments, 0, (size_t)m->segment_count * sizeof *w->segments);
    w->critical = w->dram_cycles = w->clocked = w->reread = w->waits = 0;
}
