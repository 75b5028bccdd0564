// traffic.c: the bytes that a launch moves between L1, L2 and DRAM.
//
// The machine counts the sectors that miss L1. memory/footprint.c keeps which sectors of each allocation were read and
// written, and how often the SMs of each GPC asked for them. When the launch is over, these give the bytes of
//
//     L2        loads: requests that several SMs of a GPC make for the same sector at about the same time become one
//               stores: they go through L1, which joins neighbouring stores of a warp (machine/access.c), and those that warps of a
//               block make to the same line at the same time (memory/memory.h)
//               hops: L2 has two parts. A sector that a part's own SMs read first may belong to the other part, which
//               then sends a pair of sectors; every other store goes to the other part
//     DRAM      reads: each pair of sectors once; writes: what does not stay in L2
//     local     memory: its stores go to L2, and on to DRAM if the local memory of all resident threads has no room in L2
//
// The constants are measured on an H200; an H100 differs little (tests/gpu/caches.sh; results/h200-caches.csv). There 132 SMs in
// step loaded the same sectors: of 132 requests 35 reached L2. Loads of two SMs merged only if both SMs were in one GPC.
// Half of the sectors that one SM loads hop; a sector that all SMs load hops once. ACCURACY.md shows what comes of it.

#include "model/model.h"

#include <math.h>
#include <stdlib.h>

// Shares of L2's size: what L2 still holds of a launch's footprint at its end; the same for what was read before it was
// written; the most of it that waits to be written back; other data that L2 writes back to make room.
static const double L2_HOLDS = 0.745, L2_HOLDS_REWRITTEN = 0.655, L2_DIRTY = 0.42,
                    L2_OTHERS = 0.035;
// Bytes that L2 moves for a launch besides its data, and for each SM that has a block: instructions, arguments, constants. ncu's own
// are among them. What it counts of data is more, too: MORE bytes, but for launches that read and write little beside MORE_FROM. These
// four fit small launches on an H200, of the workbook and of public programs.
static const double LAUNCH_FETCHES = 125e3, SM_FETCHES = 570, MORE = 0.65e6, MORE_FROM = 1.7e6;
// The share of the joinable requests that merge while each SM has one block; and how fast the share falls with more blocks,
// which drift apart.
static const double IN_STEP = 0.78, DRIFT = 0.3;
// Local memory of all resident threads as a share of L2: above LOCAL_HELD, stores begin to go on to DRAM; LOCAL_WRITTEN says
// how soon all of them do. The share of loads that come back from DRAM is the stores' share to the power LOCAL_READ.
static const double LOCAL_HELD = 0.22, LOCAL_WRITTEN = 2.1, LOCAL_READ = 5;
// The share of spilled values that misses L1 is 1 - exp(-SPILL_MISSES * room^SPILL_POWER), room: half of them over L1's size.
static const double SPILL_MISSES = 0.25, SPILL_POWER = 1.75;

// Returns the bytes written back to DRAM. Writing back starts when L2 is full. What stays in L2 has as large a part of
// written sectors as the whole footprint.
static double written_back(const SimDevice *d, const Footprint *f)
{
    if (f->lines <= L2_HOLDS * d->l2)
        return 0;
    double dirty = L2_HOLDS * (f->written - f->rewritten) + L2_HOLDS_REWRITTEN * f->rewritten;
    double stays = fmin(L2_DIRTY, dirty / f->lines) * d->l2;
    return fmax(f->written - stays, 0) + L2_OTHERS * d->l2;
}

// Local memory of a launch, in bytes. The PTX does not show spilled values: their counts come from the cubin.
typedef struct {
    double thread;         // local memory of one thread
    double stored;         // all that threads stored
    double stored_sectors; // the sectors that these stores wrote
    double missed;         // the sectors of loads that missed L1
    double spill_stores;   // spilled values stored
    double spill_loads;    // spilled values loaded
} Local;

// Sums the local memory's traffic over the launch's instructions.
static Local local_traffic(const SimLaunch *l)
{
    Local local = {.thread = (double)l->kernel->local_bytes};
    for (int i = 0; i < l->insn_count; i++) {
        const SimInsnInfo *info = &l->insns[i];
        const SimCount *c = &l->counts[i];
        bool is_local = info->space == SIM_SPACE_LOCAL;
        if (is_local && info->kind == SIM_LOAD)
            local.missed += 32. * (double)c->l1_misses;
        if (is_local && info->kind == SIM_STORE) {
            local.stored += (double)c->bytes;
            local.stored_sectors += 32. * (double)c->l1_misses;
        }
        double times = (double)c->executed / (info->unrolled ? info->unrolled : 1);
        local.thread += 4. * info->spill_stores * (c->executed > 0);
        local.spill_stores += 4. * LANES * info->spill_stores * times;
        local.spill_loads += 4. * LANES * info->spill_loads * times;
    }
    local.stored += local.spill_stores;
    local.stored_sectors += local.spill_stores;
    return local;
}

// Returns the share of local memory's stores that goes on to DRAM. thread: bytes of local memory of a thread.
static double local_written(const SimLaunch *l, double thread)
{
    double at_once = fmin((double)l->blocks, (double)resident_blocks(l));
    double held = at_once * (double)l->threads * thread / l->device->l2;
    double over = LOCAL_WRITTEN * fmax(held - LOCAL_HELD, 0);
    return over / (1 + over);
}

// Returns the share of the loads of spilled values that misses L1. thread: as above.
static double spill_misses(const SimLaunch *l, double thread)
{
    double held = thread * (double)l->threads * l->occupancy.blocks / 2 / l->device->l1;
    return 1 - exp(-SPILL_MISSES * pow(held, SPILL_POWER));
}

double traffic_joined(const SimLaunch *l, const Traffic *t, bool no_barriers, double busy)
{
    double on_each = fmin((double)l->blocks / l->device->sms, l->occupancy.blocks);
    double in_step = IN_STEP / (1 + DRIFT * log2(fmax(on_each, 1)));
    return t->joinable * in_step * (no_barriers ? 2 * (1 - busy) : 1);
}

Traffic traffic_of(const SimLaunch *l)
{
    const SimDevice *d = l->device;
    Footprint f = footprint_of(l, (double)launch_waves(l));
    Local local = local_traffic(l);
    Traffic t = {0};
    double scattered = 0, partly = 0, all = 0, missed = 0, loaded = 0, through_l1 = 0;
    for (int i = 0; i < l->insn_count; i++) {
        const SimInsnInfo *info = &l->insns[i];
        const SimCount *c = &l->counts[i];
        double bytes = 32. * (double)c->l1_misses;
        all += bytes;
        // a wavefront looks up one line; what L2's slices need for atomics is a term of its own
        if (c->sectors < 2 * c->wavefronts && info->kind != SIM_ATOMIC)
            scattered += bytes;
        if (info->space == SIM_SPACE_LOCAL)
            continue;
        if (info->kind == SIM_STORE) // several of them may have filled a sector together
            partly += bytes - (double)c->bytes;
        missed += bytes;
        const Insn *in = &l->kernel->module->code[i];
        bool load =
            info->kind == SIM_LOAD || (in->kind == K_BULK && in->bulk.to == SIM_SPACE_SHARED);
        loaded += load ? bytes : 0;
        through_l1 += load && !insn_is_volatile(in) && !insn_by_l2(in) ? bytes : 0;
    }
    double local_loads = local.missed + local.spill_loads * spill_misses(l, local.thread);
    double sms = l->blocks < (u64)d->sms ? (double)l->blocks : d->sms;
    double again = fmin(f.again, through_l1);
    missed -= again;
    loaded -= again;
    double asked = f.asked + f.repeated;
    t.joinable = asked > 0 ? (through_l1 - again) * f.joinable / asked : 0;
    t.warm = f.waited > 0 ? f.waited_again / f.waited : 0;
    double lost = f.lines > L2_HOLDS * d->l2 ? 32. * (double)l->reread : 0;
    double from_dram = f.pairs_fetched + lost;
    t.cold = loaded > 0 ? fmin(from_dram / loaded, 1) : 1;
    double written = local_written(l, local.thread);
    t.dram_read = from_dram + local_loads * pow(written, LOCAL_READ);
    t.unasked = f.pairs_fetched - f.pairs_read;
    t.dram_written = written_back(d, &f) + local.stored * written;
    double data = missed + local.stored_sectors + local_loads;
    double touched = f.read + f.written + f.host_read + f.host_written;
    t.l2 = data + f.promoted + LAUNCH_FETCHES + sms * SM_FETCHES +
           MORE * (1 - exp(-pow(touched / MORE_FROM, 2)));
    if (d->far_l2) {
        // what an SM loads again at once, past L1, is near it by then
        double readers = fmax((through_l1 - again) / fmax(f.read + f.host_read, 1), 1);
        t.l2 += (missed - loaded + local.stored_sectors) / 2 +
                (f.pairs_read + f.host_pairs) * (1 - exp2(-readers));
    }
    t.scattered = all > 0 ? scattered / all : 0;
    t.partly = all > 0 ? fmax(partly, 0) / all : 0;
    t.host_read = f.host_read;
    t.host_written = f.host_written;
    t.wavefronts = (local.spill_stores + local.spill_loads) / 128;
    return t;
}
