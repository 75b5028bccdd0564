// model.c: how long a launch would take on the simulated device.
//
//     T = T0 + (issue^P + SFU^P + LSU^P + L2^P + atomics^P + DRAM^P + latency^P)^(1/P)
//
// Each term is the time that one part of the device would need if it were the only limit:
//
//     issue     warp instructions over the rate of each pipe, and all of them over 4 a cycle and SM
//     SFU       instructions of the special function units over their rate
//     LSU       wavefronts over one a cycle and SM
//     L2        sectors that miss L1 over L2's bandwidth
//     atomics   updates in global memory, by the busiest of L2's slices (atomics.c)
//     DRAM      bytes of the sectors touched, read and written back, over what memory gives of its bandwidth
//     latency   waves of resident blocks, each as long as a block's slowest warp; at least the time to start all blocks
//
// A perfect machine would overlap them all and take as long as the longest; a poor one would take their sum. P, between
// the two, and the other constants here fit what ncu measured of the workbook's kernels on an H200. ACCURACY.md holds
// the modelled and the measured value of each kernel.

#include "core.h"

#include <math.h>

static const double P = 3.5;

// Of DRAM's bandwidth, what a copy gets (measured on an H200: cub::DeviceReduce reads 4.48 of 4.8 TB/s).
static const double DRAM_SHARE = 0.92;
// Bytes of a launch's footprint that L2 still holds when it ends, less of what was read before it was written; of these
// the most that wait to be written back; and what other data L2 writes back to make room. Shares of L2's size.
static const double L2_HOLDS = 0.745, L2_HOLDS_REWRITTEN = 0.655, L2_DIRTY = 0.42,
                    L2_OTHERS = 0.035;
// Cycles from one block's start to the next one's, in the whole device; and from the end of a block to the first
// instructions of the one that takes its place, which needs room for all its warps at once.
static const double BLOCK_START = 1.2, BLOCK_CHANGE = 270, BLOCK_CHANGE_WARP = 26;
// Latencies in a busy device, over those of a single warp; and cycles that a barrier takes longer for each warp that
// must arrive, as they issue one after the other.
static const double BUSY = 1.28, BARRIER_WARP = 3.5;
// What an integer division is to the special function units: two conversions and a reciprocal, and what fits.
static const double SPECIAL_OF_DIVISION = 4;
// Bytes that each SM fetches for a kernel besides its data: instructions, arguments, constants.
static const double SM_FETCHES = 6900;
// L2's bandwidth for sectors that are asked for one by one, over that for lines.
static const double L2_SCATTERED = 0.64;

// What a launch touched, in bytes: pairs of sectors read, and read or written; sectors read, written, both, and read but
// never written.
typedef struct {
    double pairs_read, pairs, read, written, rewritten, constant;
} Footprint;

// Pairs of sectors in which a bit of `sectors` is set, one bit each.
static u32 pairs_of(u32 sectors)
{
    return (sectors | sectors >> 2) & 0x11111111u;
}

// From the allocations' footprints. DRAM is read 64 bytes at a time, and written by sectors.
static Footprint footprint(const SimLaunch *l)
{
    Footprint f = {0};
    for (size_t i = 0; i < sim_alloc_count(l->memory); i++) {
        const SimAlloc *a = sim_alloc_at(l->memory, i);
        if (!a->touched || a->kind == SIM_HOST)
            continue;
        for (u64 k = 0; k < a->size / 512 + 2; k++) {
            u32 read = a->touched[k] & 0x55555555u, written = a->touched[k] >> 1 & 0x55555555u;
            f.pairs_read += 64. * __builtin_popcount(pairs_of(read));
            f.pairs += 64. * __builtin_popcount(pairs_of(read | written));
            f.read += 32. * __builtin_popcount(read);
            f.written += 32. * __builtin_popcount(written);
            f.rewritten += 32. * __builtin_popcount(read & written);
            f.constant += 32. * __builtin_popcount(read & ~written);
        }
    }
    return f;
}

// Writing back starts when L2 is full: what fits stays there. What stays is as mixed as all that was touched.
static double written_back(const SimDevice *d, const Footprint *f)
{
    if (f->pairs <= L2_HOLDS * d->l2)
        return 0;
    double dirty = L2_HOLDS * (f->written - f->rewritten) + L2_HOLDS_REWRITTEN * f->rewritten;
    double stays = fmin(L2_DIRTY, dirty / f->pairs) * d->l2;
    return fmax(f->written - stays, 0) + L2_OTHERS * d->l2;
}

// Bytes that L2 moves for sectors that miss L1, `loaded` bytes of them by loads. Where L2 has two parts, half the sectors
// take a hop from one to the other, those that are read in pairs; but of loads that several SMs make of data that nobody
// writes, about every other one is served together with another's.
static double l2_bytes(const SimDevice *d, const Footprint *f, double missed, double loaded)
{
    if (d->l2_hops <= 1)
        return missed;
    double again =
        f->pairs_read > 0 ? fmax(loaded - f->pairs_read, 0) * f->constant / f->pairs_read : 0;
    double in_pairs = f->read > 0 ? loaded * (f->pairs_read / f->read - 1) : 0;
    return (missed - again / 2) * d->l2_hops + in_pairs * (d->l2_hops - 1);
}

// Warp instructions by pipe, those that ptxas makes of one included.
static void count_pipes(const SimLaunch *l, double *pipes)
{
    for (int i = 0; i < l->insn_count; i++) {
        const SimInsnInfo *info = &l->insns[i];
        double times = (double)l->counts[i].executed, more = times * (info->slots - 1);
        bool divides = info->slots >= 17 && info->pipe == SIM_PIPE_INT;
        double special = divides ? SPECIAL_OF_DIVISION * times : 0;
        pipes[SIM_PIPE_SFU] += special;
        // ptxas puts much of integer arithmetic on the FP32 pipe, as multiplications and additions (IMAD)
        bool either = info->pipe == SIM_PIPE_INT;
        pipes[info->pipe] += either ? times / 2 : times;
        pipes[SIM_PIPE_FP32] += (either ? times / 2 : 0) + (more - special) / 2;
        pipes[SIM_PIPE_INT] += (more - special) / 2;
    }
}

// Time of the special function units, and of the others and of issuing to any.
static void issue_times(const SimLaunch *l, double sms, SimTime *t)
{
    const SimDevice *d = l->device;
    double cycles = sms * d->ghz * 1e9, all = 0, pipes[SIM_PIPES] = {0}, times[SIM_PIPES];
    const int lanes[SIM_PIPES] = {d->int32, d->fp32, d->fp64, d->sfu, d->lsu, 128};
    count_pipes(l, pipes);
    for (int p = 0; p < SIM_PIPES; p++) {
        all += pipes[p];
        times[p] = pipes[p] * LANES / (lanes[p] * cycles);
    }
    t->sfu = times[SIM_PIPE_SFU];
    t->issue = all / (4 * cycles);
    for (int p = 0; p < SIM_PIPES; p++)
        if (p != SIM_PIPE_SFU)
            t->issue = fmax(t->issue, times[p]);
}

// Cycles of a block: those of its longest warp. They hold DRAM's latency wherever it waited; sectors that another block
// had already brought came from L2. `barriers`: how often warps arrived at one.
static double block_cycles(const SimLaunch *l, double barriers, double cold)
{
    const SimDevice *d = l->device;
    double from_l2 = (double)l->dram_waits * (1 - cold) * (d->dram_latency - d->l2_latency);
    return ((double)l->critical - from_l2 + BARRIER_WARP * barriers) / (double)l->blocks;
}

// Waves of blocks, one after the other.
static double latency_time(const SimLaunch *l, double barriers, double misses, double dram_read)
{
    const SimDevice *d = l->device;
    if (!l->blocks)
        return 0;
    double hz = d->ghz * 1e9, cold = misses > 0 ? fmin(dram_read / misses, 1) : 1;
    double change = BLOCK_CHANGE + BLOCK_CHANGE_WARP * l->warps;
    return fmax((double)launch_waves(l) * (BUSY * block_cycles(l, barriers, cold) + change) / hz,
                (double)l->blocks * BLOCK_START / hz);
}

SimTime sim_model(const SimLaunch *l)
{
    const SimDevice *d = l->device;
    SimTime t = {.overhead = d->overhead};
    double sms = l->blocks < (u64)d->sms ? (double)l->blocks : d->sms, hz = d->ghz * 1e9;
    double wavefronts = 0, misses = 0, loaded = 0, scattered = 0, barriers = 0;
    for (int i = 0; i < l->insn_count; i++) {
        const SimCount *c = &l->counts[i];
        wavefronts += (double)c->wavefronts;
        barriers += l->insns[i].kind == SIM_BARRIER ? (double)c->executed : 0;
        misses += (double)c->l1_misses;
        loaded += l->insns[i].kind == SIM_LOAD ? (double)c->l1_misses : 0;
        // a wavefront looks up one line; what L2's slices need for atomics is a term of its own
        if (c->sectors < 2 * c->wavefronts && l->insns[i].kind != SIM_ATOMIC)
            scattered += (double)c->l1_misses;
    }
    Footprint touched = footprint(l);
    t.dram_read = (u64)touched.pairs_read;
    t.dram_written = (u64)written_back(d, &touched);
    t.l2_bytes = (u64)(l2_bytes(d, &touched, misses * 32, loaded * 32) + sms * SM_FETCHES);
    issue_times(l, sms, &t);
    t.lsu = wavefronts / (sms * hz);
    double slower = misses > 0 ? 1 + scattered / misses * (1 / L2_SCATTERED - 1) : 1;
    t.l2 = (double)t.l2_bytes * slower / d->l2_rate;
    t.atomics = atomics_time(l);
    t.dram = (double)(t.dram_read + t.dram_written) / (d->dram * DRAM_SHARE);
    t.latency = latency_time(l, barriers, loaded * 32, touched.pairs_read);
    const struct {
        double time;
        const char *name;
    } terms[] = {{t.issue, "issue"},     {t.sfu, "SFU"},   {t.lsu, "LSU"},        {t.l2, "L2"},
                 {t.atomics, "atomics"}, {t.dram, "DRAM"}, {t.latency, "latency"}};
    double most = -1, sum = 0;
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        sum += pow(terms[i].time, P);
        if (terms[i].time > most) {
            most = terms[i].time;
            t.limit = terms[i].name;
        }
    }
    t.total = t.overhead + pow(sum, 1. / P);
    return t;
}
