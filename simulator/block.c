// block.c: one block at a time: its warps in turn, its shared memory, its barriers.
//
// A worker holds everything that a running block needs and is used for block after block. Warps run until they wait;
// a block whose warps all wait, and none of them for something outside, is deadlocked.
//
// A barrier counts threads: those that wait at it and, unless the program gave a number, all threads of the block that
// have not exited, as GPUs since Volta do.

#include "core.h"

#include <stdlib.h>
#include <string.h>

SimWorker *sim_worker_new(SimLaunch *l)
{
    SimWorker *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    const SimFunction *f = l->kernel;
    w->launch = l;
    w->module = f->module;
    w->watched = l->check || l->observe;
    w->warps = calloc((size_t)l->warps, sizeof *w->warps);
    w->shared = aligned_alloc(64, (l->shared_total + 127) & ~(u64)63);
    w->counts = calloc((size_t)w->module->code_count, sizeof *w->counts);
    w->segments = calloc((size_t)w->module->segment_count, sizeof *w->segments);
    int resident = l->occupancy.blocks > 0 ? l->occupancy.blocks : 1;
    bool ok = w->warps && w->shared && w->counts && w->segments &&
              cache_init(&w->l1, (size_t)l->device->l1 / (size_t)resident);
    for (int i = 0; ok && i < l->warps; i++) {
        w->warps[i].index = i;
        w->warps[i].local_size = (u32)f->stack_bytes;
        if (f->stack_bytes)
            ok = (w->warps[i].local = calloc(LANES, f->stack_bytes)) != NULL;
    }
    if (ok && l->check)
        ok = (w->check = check_new(l)) != NULL;
    if (!ok) {
        sim_worker_free(w);
        return NULL;
    }
    return w;
}

void sim_worker_free(SimWorker *w)
{
    if (!w)
        return;
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
    copies_free(w);
    free(w->warps);
    free(w->shared);
    free(w->counts);
    free(w->segments);
    free(w->l1.lines);
    check_free(w->check);
    free(w);
}

void sim_worker_start(SimWorker *w, u64 block)
{
    const SimLaunch *l = w->launch;
    w->block = block;
    w->block_id[0] = (u32)(block % l->grid[0]);
    w->block_id[1] = (u32)(block / l->grid[0] % l->grid[1]);
    w->block_id[2] = (u32)(block / l->grid[0] / l->grid[1]);
    w->turn = false;
    w->handles = 0;
    w->live_warps = l->warps;
    w->live_threads = (u32)l->threads;
    w->random = (l->seed + 1) * 0x9e3779b97f4a7c15ull ^ (block + 1) * 0xbf58476d1ce4e5b9ull;
    memset(w->barriers, 0, sizeof w->barriers);
    memset(w->shared, 0, l->shared_total);
    cache_clear(&w->l1);
    if (w->check)
        check_block(w);
    for (int i = 0; i < l->warps; i++) {
        u64 first = (u64)i * LANES, left = l->threads - first;
        if (!warp_start(w, &w->warps[i], left >= LANES ? FULL : (1u << left) - 1))
            w->live_warps = -1; // no memory: run reports it
    }
}

// ---- Barriers ------------------------------------------------------------------------------------------------------

static void barrier_check(SimWorker *w, int id)
{
    Barrier *b = &w->barriers[id];
    u32 expected = b->expected ? b->expected : w->live_threads;
    if (b->arrived == 0 || b->arrived < expected)
        return;
    if (w->check)
        check_barrier(w, id, !b->expected);
    b->last_red = b->red_count;
    b->last_came = b->arrived;
    b->arrived = b->expected = b->red_count = 0;
    for (int i = 0; i < w->launch->warps; i++)
        if (w->warps[i].live)
            warp_release_barrier(w, &w->warps[i], id);
    b->cycles = 0;
}

bool barrier_arrive(SimWorker *w, Warp *warp, Group *g, const Insn *in, u32 mask)
{
    int lane = __builtin_ctz(mask);
    const u8 *regs = g->frame->regs;
    u32 id, threads = 0;
    memcpy(&id, regs + in->a + (size_t)lane * 4, 4);
    if (in->b >= 0)
        memcpy(&threads, regs + in->b + (size_t)lane * 4, 4);
    if (id > 15) {
        fault_at(w, warp, lane, g->pc, SIM_TRAP,
                 "Barrier error detected. Invalid arguments: barriers are numbered 0 to 15");
        return false;
    }
    Barrier *b = &w->barriers[id];
    u32 count = (u32)__builtin_popcount(mask);
    if (in->c >= 0) { // bar.red counts the lanes whose predicate holds
        u32 p;
        memcpy(&p, regs + in->c, 4);
        b->red_count += (u32)__builtin_popcount((in->is_signed ? ~p : p) & mask);
    }
    b->arrived += count;
    b->expected = threads;
    if (b->cycles < warp->cycles)
        b->cycles = warp->cycles;
    if (in->op == 'r') { // arrives, and does not wait
        if (w->check)
            check_arrive(w, warp, (int)(id & 15));
        g->pc++;
    } else {
        g->state = G_BARRIER;
        g->barrier = (u8)id;
    }
    barrier_check(w, (int)id);
    return true;
}

void barrier_exit(SimWorker *w, u32 threads)
{
    w->live_threads -= threads;
    for (int id = 0; id < 16; id++)
        if (w->barriers[id].arrived && !w->barriers[id].expected)
            barrier_check(w, id);
}

// ---- Running ---------------------------------------------------------------------------------------------------------

static SimRun block_done(SimWorker *w)
{
    const Warp *longest = &w->warps[0];
    for (int i = 0; i < w->launch->warps; i++) {
        if (w->warps[i].cycles > longest->cycles)
            longest = &w->warps[i];
        warp_end(w, &w->warps[i]);
    }
    w->critical += longest->cycles;
    w->dram_cycles += longest->dram_cycles;
    return SIM_DONE;
}

// Who waits, and where, for the first warp that does.
static SimRun report_deadlock(SimWorker *w)
{
    for (int i = 0; i < w->launch->warps; i++) {
        const Warp *warp = &w->warps[i];
        for (int k = 0; k < warp->group_count; k++) {
            const Group *g = &warp->groups[k];
            fault_at(
                w, warp, __builtin_ctz(g->mask), g->pc, SIM_DEADLOCK,
                g->state == G_BARRIER
                    ? "Deadlock: threads wait at a barrier that the others of the block never reach"
                    : "Deadlock: lanes wait for lanes in their mask that never come");
            return SIM_FAULT;
        }
    }
    return SIM_FAULT;
}

SimRun sim_worker_run(SimWorker *w, bool turn, SimError *err)
{
    int warps = w->launch->warps;
    w->turn = turn;
    w->err = err;
    if (w->live_warps < 0) {
        err->status = SIM_NO_MEMORY;
        text_format(err->text, sizeof err->text, "the host has no memory for a block");
        return SIM_FAULT;
    }
    for (;;) {
        bool moved = false, spins = false, wants_turn = false;
        int first = w->launch->schedule == SIM_RANDOM ? (int)(order_random(w) % (u64)warps) : 0;
        for (int i = 0; i < warps; i++) {
            Warp *warp = &w->warps[(first + i) % warps];
            if (!warp->live)
                continue;
            u64 before = w->steps;
            WarpRun run = warp_run(w, warp);
            switch (run) {
            case WARP_FAULT: return SIM_FAULT;
            case WARP_DONE: moved = true; break;
            case WARP_SPIN: spins = true; break;
            case WARP_TURN: wants_turn = true; break;
            case WARP_PAUSED: *(warp_waits(w, warp) ? &spins : &moved) = true; break;
            case WARP_BLOCKED: moved |= w->steps != before; break;
            }
        }
        if (w->live_threads == 0)
            return block_done(w);
        if (moved)
            continue;
        if (wants_turn)
            return SIM_TURN;
        return spins ? SIM_SPIN : report_deadlock(w);
    }
}

u64 sim_worker_changes(const SimWorker *w)
{
    return w->changes;
}

void sim_worker_collect(SimWorker *w)
{
    SimLaunch *l = w->launch;
    const SimModule *m = w->module;
    for (int s = 0; s < m->segment_count; s++) {
        const struct SegmentCount *c = &w->segments[s];
        for (int i = m->segments[s].first + 1; c->executed && i <= m->segments[s].last; i++) {
            SimCount *to = &l->counts[i];
            const SimCount *from = &w->counts[i];
            if (m->code[i].kind != K_COPY_STORE) { // is one instruction with its K_COPY
                to->executed += c->executed;
                to->threads += c->threads;
                to->enabled += m->code[i].has_guard ? from->enabled : c->threads;
            }
            to->requests += from->requests;
            to->sectors += from->sectors;
            to->bytes += from->bytes;
            to->l1_misses += from->l1_misses;
            to->wavefronts += from->wavefronts;
            to->ideal += from->ideal;
            to->divergent += from->divergent;
        }
    }
    l->critical += w->critical;
    l->dram_cycles += w->dram_cycles;
    memset(w->counts, 0, (size_t)m->code_count * sizeof *w->counts);
    memset(w->segments, 0, (size_t)m->segment_count * sizeof *w->segments);
    w->critical = w->dram_cycles = 0;
}
