// traffic.c: the bytes that a launch moves between L1, L2 and DRAM.
//
// What misses L1 is counted as it runs; which sectors of each allocation were read and written, and how often each GPC's
// SMs asked for them, memory/footprint.c keeps. From these follows, when the launch is over:
//
//     L2        requests of loads: several SMs of a GPC that ask for the same sector at about the same time make one
//               stores, which go through L1
//               hops: L2 has two parts, and a part fetches from the other, in pairs of sectors, what its own SMs read
//               first; of the stores every other one goes to the other part
//     DRAM      what was read, once, in pairs of sectors; and what of the written does not stay in L2
//     local     memory goes to L2 when it is written, and to DRAM if that of all resident threads has no room in L2
//
// The figures are from an H200, and an H100 differs little (tests/gpu/caches.sh; results/h200-caches.csv): loads of 132 SMs in
// step made 35 requests of 132; two SMs' loads were joined if one GPC has both, and never else; of loads that one SM makes,
// half hop, of those that all make, each once. ACCURACY.md shows what comes of it.

#include "model/model.h"

#include <math.h>
#include <stdlib.h>

// Bytes of a launch's footprint that L2 still holds when it ends, less of what was read before it was written; of these
// the most that wait to be written back; and what other data L2 writes back to make room. Shares of L2's size.
static const double L2_HOLDS = 0.745, L2_HOLDS_REWRITTEN = 0.655, L2_DIRTY = 0.42,
                    L2_OTHERS = 0.035;
// Bytes that each SM fetches for a kernel besides its data: instructions, arguments, constants.
static const double SM_FETCHES = 6900;
// The share of the requests that could be joined which are, with one block on each SM; and how it falls with more blocks,
// which drift apart.
static const double IN_STEP = 0.78, DRIFT = 0.3;
// Local memory of resident threads, as a share of L2, from which on it is written to DRAM, and how soon all of it is; what is
// read back from there, a power of that share: what is wanted again soon is still in L2.
static const double LOCAL_HELD = 0.22, LOCAL_WRITTEN = 2.1, LOCAL_READ = 5;
// Spilled values that miss L1, by the room that half of them take there.
static const double SPILL_MISSES = 0.25, SPILL_POWER = 1.75;

// Writing back starts when L2 is full: what fits stays there. What stays is as mixed as all that was touched.
static double written_back(const SimDevice *d, const Footprint *f)
{
    if (f->lines <= L2_HOLDS * d->l2)
        return 0;
    double dirty = L2_HOLDS * (f->written - f->rewritten) + L2_HOLDS_REWRITTEN * f->rewritten;
    double stays = fmin(L2_DIRTY, dirty / f->lines) * d->l2;
    return fmax(f->written - stays, 0) + L2_OTHERS * d->l2;
}

// Local memory of a launch, in bytes: of a thread; stored, and the sectors of that; loads that missed L1; and of spilled values,
// which are not in the PTX, what is stored and loaded.
typedef struct {
    double thread, stored, stored_sectors, missed, spill_stores, spill_loads;
} Local;

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

// Share of local memory's stores that goes on to DRAM.
static double local_written(const SimLaunch *l, double thread)
{
    double at_once = fmin((double)l->blocks, (double)l->occupancy.blocks * l->device->sms);
    double held = at_once * (double)l->threads * thread / l->device->l2;
    double over = LOCAL_WRITTEN * fmax(held - LOCAL_HELD, 0);
    return over / (1 + over);
}

// Share of the loads of spilled values that misses L1.
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
    double scattered = 0, all = 0, missed = 0, loaded = 0, through_l1 = 0;
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
        missed += bytes;
        bool load = info->kind == SIM_LOAD;
        loaded += load ? bytes : 0;
        through_l1 += load && !insn_is_volatile(&l->kernel->module->code[i]) ? bytes : 0;
    }
    double local_loads = local.missed + local.spill_loads * spill_misses(l, local.thread);
    double sms = l->blocks < (u64)d->sms ? (double)l->blocks : d->sms;
    double again = fmin(f.again, through_l1);
    missed -= again;
    loaded -= again;
    t.joinable = f.asked > 0 ? (through_l1 - again) * f.joinable / f.asked : 0;
    t.warm = f.waited > 0 ? f.waited_again / f.waited : 0;
    double from_dram = f.pairs_read + 32. * (double)l->reread;
    t.cold = loaded > 0 ? fmin(from_dram / loaded, 1) : 1;
    double written = local_written(l, local.thread);
    t.dram_read = from_dram + local_loads * pow(written, LOCAL_READ);
    t.dram_written = written_back(d, &f) + local.stored * written;
    t.l2 = missed + local.stored_sectors + local_loads + sms * SM_FETCHES;
    if (d->l2_parts > 1) {
        double readers = f.read > 0 ? fmax(loaded / f.read, 1) : 0;
        t.l2 += (missed - loaded + local.stored_sectors) / 2 + f.pairs_read * (1 - exp2(-readers));
    }
    t.scattered = all > 0 ? scattered / all : 0;
    t.wavefronts = (local.spill_stores + local.spill_loads) / 128;
    return t;
}
