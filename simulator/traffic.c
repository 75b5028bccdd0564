// traffic.c: the bytes that a launch moves between L1, L2 and DRAM.
//
// What misses L1 is counted as it runs; which sectors of each allocation were read and written, and how often each GPC's
// SMs asked for them, is kept in two tables beside the allocation. From these follows, when the launch is over:
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

#include "core.h"

#include <math.h>
#include <stdlib.h>

// Bytes of a launch's footprint that L2 still holds when it ends, less of what was read before it was written; of these
// the most that wait to be written back; and what other data L2 writes back to make room. Shares of L2's size.
static const double L2_HOLDS = 0.745, L2_HOLDS_REWRITTEN = 0.655, L2_DIRTY = 0.42,
                    L2_OTHERS = 0.035;
// Bytes that each SM fetches for a kernel besides its data: instructions, arguments, constants.
static const double SM_FETCHES = 6900;
// Most requests that become one; the share of those that do, with one block on each SM; and how it falls with more blocks,
// which drift apart.
static const double MOST_JOINED = 4, IN_STEP = 0.78, DRIFT = 0.3;
// Local memory of resident threads, as a share of L2, from which on it is written to DRAM, and how soon all of it is; what is
// read back from there, a power of that share: what is wanted again soon is still in L2.
static const double LOCAL_HELD = 0.22, LOCAL_WRITTEN = 2.1, LOCAL_READ = 5;
// Spilled values that miss L1, by the room that half of them take there.
static const double SPILL_MISSES = 0.25, SPILL_POWER = 1.75;

enum { SECTORS_A_WORD = 16, GPC_BITS = 4, MOST_ASKED = 15 };

// Words of an allocation's footprint, which begins with the line that holds its first byte.
static u64 words_of(const SimAlloc *a)
{
    return a->size / 32 / SECTORS_A_WORD + 2;
}

static bool has_table(const SimAlloc *a)
{
    return a->live && a->kind != SIM_PARAM && a->kind != SIM_PARAM_BUFFER;
}

bool traffic_prepare(const SimLaunch *l)
{
    for (size_t i = 0; i < sim_alloc_count(l->memory); i++) {
        SimAlloc *a = (SimAlloc *)(uintptr_t)sim_alloc_at(l->memory, i);
        if (!has_table(a))
            continue;
        a->touched = calloc((size_t)words_of(a), sizeof *a->touched);
        if (l->device->gpcs)
            a->asked = calloc((size_t)(words_of(a) * SECTORS_A_WORD), sizeof *a->asked);
        if (!a->touched || (l->device->gpcs && !a->asked))
            return false;
    }
    return true;
}

void traffic_end(const SimLaunch *l)
{
    for (size_t i = 0; i < sim_alloc_count(l->memory); i++) {
        SimAlloc *a = (SimAlloc *)(uintptr_t)sim_alloc_at(l->memory, i);
        free(a->touched);
        free(a->asked);
        a->touched = a->asked = NULL;
    }
}

// ---- As it runs --------------------------------------------------------------------------------------------------------

void traffic_touch(SimAlloc *a, u64 line, u8 mask, bool read, bool write)
{
    static const u8 apart[16] = {0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15,
                                 0x40, 0x41, 0x44, 0x45, 0x50, 0x51, 0x54, 0x55};
    u64 at = line - (a->base >> 7);
    u32 bits = apart[mask & 15] * ((u32)read | (u32)write << 1) << 8 * (at % 4);
    u32 *word = &a->touched[at / 4];
    if ((__atomic_load_n(word, __ATOMIC_RELAXED) & bits) != bits)
        __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
}

// The GPC that a block runs on. An H200 gives the first blocks to one GPC, the others to all of them one after the other,
// as many to each as it has SMs; and begins again when all SMs have one (results/h200-places.csv).
static unsigned gpc_of(const SimLaunch *l, u64 block)
{
    enum { FIRST = 8 };
    u64 sms = l->blocks < (u64)l->device->sms ? l->blocks : (u64)l->device->sms;
    u64 place = block % sms, gpcs = (u64)l->device->gpcs;
    return place < FIRST ? 0 : (unsigned)((1 + (place - FIRST) * gpcs / (sms - FIRST)) % gpcs);
}

void traffic_ask(const SimWorker *w, SimAlloc *a, u64 line, u8 mask)
{
    if (!a->asked)
        return;
    u64 first = 4 * (line - (a->base >> 7));
    unsigned shift = GPC_BITS * gpc_of(w->launch, w->block);
    for (u64 s = 0; s < 4; s++) {
        if (!(mask >> s & 1))
            continue;
        u32 *word = &a->asked[first + s], old = __atomic_load_n(word, __ATOMIC_RELAXED);
        while ((old >> shift & MOST_ASKED) < MOST_ASKED &&
               !__atomic_compare_exchange_n(word, &old, old + (1u << shift), true, __ATOMIC_RELAXED,
                                            __ATOMIC_RELAXED)) {
        }
    }
}

// ---- Afterwards ----------------------------------------------------------------------------------------------------------

// What a launch touched, in bytes: pairs of sectors read; lines read or written; sectors read, written, and both. Of the
// loads that were kept apart by GPC, how many there are, and how many could be part of another's.
typedef struct {
    double pairs_read, lines, read, written, rewritten, asked, joinable;
} Footprint;

// Groups of `size` bits in which a bit of `bits` is set, counted.
static int groups_of(u32 bits, int size)
{
    int groups = 0;
    for (int i = 0; i < 32; i += size)
        groups += (bits >> i & ((1u << size) - 1)) != 0;
    return groups;
}

// `waves`: in which the launch's blocks run, and only loads of one wave meet.
static void add_asked(Footprint *f, u32 by_gpc, double waves)
{
    for (; by_gpc; by_gpc >>= GPC_BITS) {
        double loads = by_gpc & MOST_ASKED, at_once = loads / waves;
        f->asked += loads;
        if (at_once > 1)
            f->joinable += loads * (1 - 1 / fmin(at_once, MOST_JOINED));
    }
}

static Footprint footprint(const SimLaunch *l)
{
    Footprint f = {0};
    double waves = (double)launch_waves(l);
    for (size_t i = 0; i < sim_alloc_count(l->memory); i++) {
        const SimAlloc *a = sim_alloc_at(l->memory, i);
        if (!a->touched || a->kind == SIM_HOST)
            continue;
        for (u64 k = 0; k < words_of(a); k++) {
            u32 read = a->touched[k] & 0x55555555u, written = a->touched[k] >> 1 & 0x55555555u;
            if (!(read | written))
                continue;
            f.pairs_read += 64. * groups_of(read, 4);
            f.lines += 128. * groups_of(read | written, 8);
            f.read += 32. * __builtin_popcount(read);
            f.written += 32. * __builtin_popcount(written);
            f.rewritten += 32. * __builtin_popcount(read & written);
            for (u64 s = 0; a->asked && read && s < SECTORS_A_WORD; s++)
                add_asked(&f, a->asked[SECTORS_A_WORD * k + s], waves);
        }
    }
    return f;
}

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
        double times = (double)c->executed / (info->turns ? info->turns : 1);
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

double traffic_joined(const SimLaunch *l, const Traffic *t, bool free, double busy)
{
    double on_each = fmin((double)l->blocks / l->device->sms, l->occupancy.blocks);
    double in_step = IN_STEP / (1 + DRIFT * log2(fmax(on_each, 1)));
    return t->joinable * in_step * (free ? 2 * (1 - busy) : 1);
}

Traffic traffic_of(const SimLaunch *l)
{
    const SimDevice *d = l->device;
    Footprint f = footprint(l);
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
        through_l1 += load && !l->kernel->module->code[i].is_volatile ? bytes : 0;
    }
    double local_loads = local.missed + local.spill_loads * spill_misses(l, local.thread);
    double sms = l->blocks < (u64)d->sms ? (double)l->blocks : d->sms;
    // blocks that come later to an SM find in its L1 what all of it fits in
    double again = f.read <= d->l1 ? fmax(through_l1 - sms * f.read, 0) : 0;
    missed -= again;
    loaded -= again;
    t.joinable = f.asked > 0 ? (through_l1 - again) * f.joinable / f.asked : 0;
    t.cold = loaded > 0 ? fmin(f.pairs_read / loaded, 1) : 1;
    double written = local_written(l, local.thread);
    t.dram_read = f.pairs_read + local_loads * pow(written, LOCAL_READ);
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
