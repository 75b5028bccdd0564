// model.c: how long a launch would take on the simulated device.
//
//     T = T0 + (issue^P + LSU^P + L2^P + DRAM^P + latency^P)^(1/P)
//
// Each term is the time that one part of the device would need if it were the only limit:
//
//     issue     warp instructions over the rate of each pipe, and all of them over 4 a cycle and SM
//     LSU       wavefronts over one a cycle and SM
//     L2        sectors that miss L1 over L2's bandwidth
//     DRAM      bytes of the sectors touched, read and written back, over what memory gives of its bandwidth
//     latency   waves of resident blocks, each as long as a block's slowest warp; at least the time to start all blocks
//
// A perfect machine would overlap them all and take as long as the longest; a poor one would take their sum. P, between
// the two, and the other constants here fit what ncu measured of the workbook's kernels on an H200. ACCURACY.md holds
// the modelled and the measured value of each kernel.

#include "core.h"

#include <math.h>

enum { P = 3 };

// Of DRAM's bandwidth, what a copy gets (measured on an H200: cub::DeviceReduce reads 4.48 of 4.8 TB/s).
static const double DRAM_SHARE = 0.92;
// Bytes of a launch's footprint that L2 still holds when it ends, and of these the most that wait to be written back;
// and what other data it writes back to make room. Shares of L2's size.
static const double L2_HOLDS = 0.7, L2_DIRTY = 0.42, L2_OTHERS = 0.035;
// Cycles from one block's start to the next one's, in the whole device; and from the end of a block to the first
// instruction of the one that takes its place.
static const double BLOCK_START = 1.2, BLOCK_CHANGE = 400;
// Latencies in a busy device, over those of a single warp.
static const double BUSY = 1.15;
// L2's bandwidth for sectors that are asked for one by one, over that for lines.
static const double L2_SCATTERED = 0.64;

// What a launch touched, in bytes: read, written, one of the two, read and never written.
typedef struct {
    double read, written, either, constant;
} Footprint;

// From the allocations' footprints. DRAM is read 64 bytes at a time, and written by sectors.
static Footprint footprint(const SimLaunch *l)
{
    Footprint f = {0};
    for (size_t i = 0; i < sim_alloc_count(l->memory); i++) {
        const SimAlloc *a = sim_alloc_at(l->memory, i);
        if (!a->touched || a->kind == SIM_HOST)
            continue;
        for (u64 k = 0; k < a->size / 512 + 2; k++) {
            u32 word = a->touched[k], pairs = (word | word >> 2) & 0x11111111u;
            f.read += 64. * __builtin_popcount(pairs);
            f.written += 32. * __builtin_popcount(word & 0xaaaaaaaau);
            f.constant += 32. * __builtin_popcount(word & ~(word >> 1) & 0x55555555u);
            f.either += 32. * __builtin_popcount((word | word >> 1) & 0x55555555u);
        }
    }
    return f;
}

// Writing back starts when L2 is full: what fits stays there. What stays is as mixed as all that was touched.
static double written_back(const SimDevice *d, const Footprint *f)
{
    double holds = L2_HOLDS * d->l2;
    if (f->either <= holds)
        return 0;
    double stays = fmin(L2_DIRTY * d->l2, holds * f->written / f->either);
    return fmax(f->written - stays, 0) + L2_OTHERS * d->l2;
}

// Bytes that L2 moves for sectors that miss L1, `loaded` bytes of them by loads. Where L2 has two parts, half the sectors
// take a hop from one to the other; but of loads that several SMs make of data that nobody writes, about every other one
// is served together with another's.
static double l2_bytes(const SimDevice *d, const Footprint *f, double missed, double loaded)
{
    double again = f->read > 0 ? fmax(loaded - f->read, 0) * f->constant / f->read : 0;
    double together = d->l2_hops > 1 ? again / 2 : 0;
    return (missed - together) * d->l2_hops;
}

// Warp instructions by pipe, those that ptxas makes of one included.
static void count_pipes(const SimLaunch *l, double *pipes)
{
    for (int i = 0; i < l->insn_count; i++) {
        const SimInsnInfo *info = &l->insns[i];
        double times = (double)l->counts[i].executed, more = times * (info->slots - 1);
        // an integer division converts to float, takes the reciprocal and converts back
        double special = info->slots >= 17 && info->pipe == SIM_PIPE_INT ? 3 * times : 0;
        pipes[SIM_PIPE_SFU] += special;
        // ptxas puts much of integer arithmetic on the FP32 pipe, as multiplications and additions (IMAD)
        bool either = info->pipe == SIM_PIPE_INT;
        pipes[info->pipe] += either ? times / 2 : times;
        pipes[SIM_PIPE_FP32] += (either ? times / 2 : 0) + (more - special) / 2;
        pipes[SIM_PIPE_INT] += (more - special) / 2;
    }
}

static double issue_time(const SimLaunch *l, double sms)
{
    const SimDevice *d = l->device;
    double hz = d->ghz * 1e9, all = 0, time = 0, pipes[SIM_PIPES] = {0};
    const int lanes[SIM_PIPES] = {d->int32, d->fp32, d->fp64, d->sfu, d->lsu, 128};
    count_pipes(l, pipes);
    for (int p = 0; p < SIM_PIPES; p++) {
        all += pipes[p];
        time = fmax(time, pipes[p] * LANES / (lanes[p] * sms * hz));
    }
    return fmax(time, all / (4 * sms * hz));
}

// Waves of blocks, one after the other. A warp's cycles hold DRAM's latency wherever it waited; sectors that another
// block had already brought came from L2.
static double latency_time(const SimLaunch *l, double misses, double dram_read)
{
    const SimDevice *d = l->device;
    if (!l->blocks)
        return 0;
    double hz = d->ghz * 1e9, cold = misses > 0 ? fmin(dram_read / misses, 1) : 1;
    double block = (double)l->critical / (double)l->blocks - (double)l->dram_waits /
                                                                 (double)l->blocks * (1 - cold) *
                                                                 (d->dram_latency - d->l2_latency);
    u64 at_once = (u64)(l->occupancy.blocks > 0 ? l->occupancy.blocks : 1) * (u64)d->sms;
    u64 waves = (l->blocks + at_once - 1) / at_once;
    return fmax((double)waves * (BUSY * block + BLOCK_CHANGE) / hz,
                (double)l->blocks * BLOCK_START / hz);
}

SimTime sim_model(const SimLaunch *l)
{
    const SimDevice *d = l->device;
    SimTime t = {.overhead = d->overhead};
    double sms = l->blocks < (u64)d->sms ? (double)l->blocks : d->sms, hz = d->ghz * 1e9;
    double wavefronts = 0, misses = 0, loaded = 0, scattered = 0;
    for (int i = 0; i < l->insn_count; i++) {
        const SimCount *c = &l->counts[i];
        wavefronts += (double)c->wavefronts;
        misses += (double)c->l1_misses;
        loaded += l->insns[i].kind == SIM_LOAD ? (double)c->l1_misses : 0;
        // a wavefront looks up one line
        scattered += c->sectors < 2 * c->wavefronts ? (double)c->l1_misses : 0;
    }
    Footprint touched = footprint(l);
    t.dram_read = (u64)touched.read;
    t.dram_written = (u64)written_back(d, &touched);
    t.l2_bytes = (u64)l2_bytes(d, &touched, misses * 32, loaded * 32);
    t.issue = issue_time(l, sms);
    t.lsu = wavefronts / (sms * hz);
    double slower = misses > 0 ? 1 + scattered / misses * (1 / L2_SCATTERED - 1) : 1;
    t.l2 = (double)t.l2_bytes * slower / d->l2_rate;
    t.dram = (double)(t.dram_read + t.dram_written) / (d->dram * DRAM_SHARE);
    t.latency = latency_time(l, loaded * 32, touched.read);
    const struct {
        double time;
        const char *name;
    } terms[] = {
        {t.issue, "issue"}, {t.lsu, "LSU"}, {t.l2, "L2"}, {t.dram, "DRAM"}, {t.latency, "latency"}};
    double most = -1, sum = 0;
    for (int i = 0; i < 5; i++) {
        sum += pow(terms[i].time, P);
        if (terms[i].time > most) {
            most = terms[i].time;
            t.limit = terms[i].name;
        }
    }
    t.total = t.overhead + pow(sum, 1. / P);
    return t;
}
