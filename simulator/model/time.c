// time.c: how long a launch would take on the simulated device.
//
//     T = T0 + (issue^P + SFU^P + LSU^P + L2^P + atomics^P + DRAM^P + link^P + latency^P)^(1/P)
//
// Each term is the time that one part of the device would need if it were the only limit:
//
//     issue     warp instructions over the rate of each pipe, and all of them over 4 a cycle and SM
//     SFU       instructions of the special function units over their rate
//     LSU       wavefronts over one a cycle and SM; in shared memory those of the accesses as ptxas merged them
//     L2        sectors that miss L1 over L2's bandwidth
//     atomics   updates in global memory, by the busiest of L2's slices (memory/slices.c)
//     DRAM      bytes of the sectors touched, read and written back, over what memory gives of its bandwidth
//     link      bytes of the host's memory that kernels read and write, over the link's bandwidth
//     latency   waves of resident blocks, each as long as a block's slowest warp; at least the longest block, or the time to
//               start all blocks
//
// In a launch of one wave without barriers, issue, LSU and latency overlap less: see common_waits.
//
// A perfect machine would overlap them all and take as long as the longest; a poor one would take their sum. P, between
// the two, and the other constants here fit what ncu measured of the workbook's kernels on an H200. Powers from 3.5, which makes
// the mean error least, to 4.5, which makes the median least, fit about as well. ACCURACY.md holds the modelled and the measured
// value of each kernel.

#include "model/model.h"

#include <math.h>
#include <string.h>

static const double P = 4;

// The share of DRAM's bandwidth that a program can reach (measured on an H200: cub::DeviceReduce reads 4.48 of 4.8 TB/s).
static const double DRAM_SHARE = 0.92;
// Cycles from one block's start to the next one's, in the whole device; and from the end of a block to the first
// instructions of the one that takes its place, which needs room for all its warps at once.
static const double BLOCK_START = 1.2, BLOCK_CHANGE = 270, BLOCK_CHANGE_WARP = 26;
// Latencies in a busy device, over those of a single warp; and cycles that a barrier takes longer for each warp that
// must arrive, as they issue one after the other.
static const double BUSY = 1.28, BARRIER_WARP = 3.5;
// Instructions of the special function units in an integer division: two conversions, a reciprocal, and one more that fits
// the measured times.
static const double SPECIAL_OF_DIVISION = 4;
// What a byte that is written to the host's memory costs, over one that is read: the link works in both directions at once, but
// not fully (ch1-transfer's jobMapped on an H200: 134 MB each way in 4.10 ms, which copies alone need 2.44 ms for).
static const double HOST_WRITE = 0.69;
// L2's bandwidth for sectors that are asked for one by one, over that for lines.
static const double L2_SCATTERED = 0.64;

// The range of measured time over modelled time that held for 9 of 10 kernels which the constants were not fitted to
// (`tools/measure/model-report.pl validate`, an H200).
static const double LEAST = 0.80, MOST = 1.60;

// Counts warp instructions by pipe, SIM_PIPE_LOGIC as those of the integer pipe. A PTX instruction that ptxas makes several of counts
// as these. ptxas gives integer arithmetic to the two pipes so that both have as much of it, logic included.
static void count_pipes(const SimLaunch *l, double *pipes)
{
    for (int i = 0; i < l->insn_count; i++) {
        const SimInsnInfo *info = &l->insns[i];
        if (!info->slots) // it is part of another one
            continue;
        double times = (double)l->counts[i].executed, more = times * (info->slots - 1);
        bool divides = info->slots >= 17 && info->pipe == SIM_PIPE_INT;
        double special = divides ? SPECIAL_OF_DIVISION * times : 0;
        pipes[SIM_PIPE_SFU] += special;
        pipes[info->pipe] += times;
        pipes[SIM_PIPE_INT] += more - special;
    }
    double arithmetic = pipes[SIM_PIPE_INT], logic = pipes[SIM_PIPE_LOGIC];
    double own = fmax(arithmetic - logic, 0) / 2; // of arithmetic, on the integer pipe
    pipes[SIM_PIPE_INT] = own + logic;
    pipes[SIM_PIPE_FP32] += arithmetic - own;
    pipes[SIM_PIPE_LOGIC] = 0;
}

// Returns the share of its time in which a launch watches a clock. That time is what the clock has counted, in a busy device, too,
// whatever the launch does meanwhile.
static double watched(const SimLaunch *l)
{
    return l->critical ? (double)l->clocked / (double)l->critical : 0;
}

static double busy(const SimLaunch *l)
{
    return BUSY - (BUSY - 1) * watched(l);
}

// Sets two terms: the special function units' time; and the longest of the other pipes' times and of the time to issue. What the machine
// code does is counted, if it is known: there FP32 and products of integers share a pipe.
static void issue_times(const SimLaunch *l, double sms, SimTime *t)
{
    const SimDevice *d = l->device;
    double cycles = sms * d->ghz * 1e9, all = 0, pipes[SIM_PIPES] = {0}, times[SIM_PIPES];
    const int lanes[SIM_PIPES] = {d->int32, d->int32, d->fp32, d->fp64, d->sfu, d->lsu, 128};
    double products = 0; // of integers, and pairs of halves
    if (machine_instructions(l, pipes) > 0)
        products = pipes[SIM_PIPE_INT];
    else
        count_pipes(l, memset(pipes, 0, sizeof pipes));
    for (int p = 0; p < SIM_PIPES; p++) {
        all += pipes[p];
        times[p] = (pipes[p] + (p == SIM_PIPE_FP32 ? products : 0)) * LANES / (lanes[p] * cycles);
    }
    t->sfu = times[SIM_PIPE_SFU];
    t->issue = all / (4 * cycles);
    for (int p = 0; p < SIM_PIPES; p++)
        if (p != SIM_PIPE_SFU)
            t->issue = fmax(t->issue, times[p]);
    t->issue *= 1 - watched(l);
}

// Returns the cycles of a block, which are those of its longest warp. That warp counted DRAM's latency at each wait; here
// the waits become shorter whose sectors another block had already brought to L1 or L2. `barriers`: arrivals of warps.
static double block_cycles(const SimLaunch *l, double barriers, const Traffic *t)
{
    const SimDevice *d = l->device;
    double from_l2 = (1 - t->warm) * (1 - t->cold) * (d->dram_latency - d->l2_latency) /
                     (d->dram_latency - d->l1_latency);
    double sooner = (double)l->dram_cycles * (t->warm + from_l2) * (1 - watched(l));
    return ((double)l->critical - sooner + BARRIER_WARP * barriers) / (double)l->blocks;
}

// Tells whether the blocks may deal out work among themselves: atomics in global memory, more than one for each block, give them
// values. On a GPU each block then gets an equal part; here the first one may take most.
static bool deals_out(const SimLaunch *l)
{
    for (int i = 0; i < l->insn_count; i++)
        if (l->insns[i].kind == SIM_ATOMIC && sim_counts_global(&l->insns[i]) &&
            !l->kernel->module->code[i].access.unused_result && l->counts[i].requests > l->blocks)
            return true;
    return false;
}

// Returns the time of all waves of resident blocks, one after the other. The longest block takes its time in any case.
static double latency_time(const SimLaunch *l, double barriers, const Traffic *t)
{
    const SimDevice *d = l->device;
    if (!l->blocks)
        return 0;
    double hz = d->ghz * 1e9, change = BLOCK_CHANGE + BLOCK_CHANGE_WARP * l->warps;
    double mean = (double)l->critical / (double)l->blocks, block = block_cycles(l, barriers, t);
    double longest = mean > 0 && !deals_out(l) ? block * (double)l->longest_block / mean : 0;
    double waves =
        fmax((double)launch_waves(l) * (busy(l) * block + change), busy(l) * longest + change);
    return fmax(waves, (double)l->blocks * BLOCK_START) / hz;
}

// Returns the time in which all warps of a launch of one wave wait for DRAM. Without barriers they come to the same loads at
// the same time, so that no warp has work while the others wait.
static double common_waits(const SimLaunch *l, const Traffic *t)
{
    return l->blocks ? busy(l) * (1 - t->warm) * (double)l->dram_cycles / (double)l->blocks /
                           (l->device->ghz * 1e9)
                     : 0;
}

// Returns the name of the longest term.
static const char *limit_of(const SimTime *t)
{
    const struct {
        double time;
        const char *name;
    } terms[] = {{t->issue, "issue"}, {t->sfu, "SFU"},         {t->lsu, "LSU"},
                 {t->l2, "L2"},       {t->atomics, "atomics"}, {t->dram, "DRAM"},
                 {t->link, "link"},   {t->latency, "latency"}};
    size_t longest = 0;
    for (size_t i = 1; i < sizeof terms / sizeof *terms; i++)
        if (terms[i].time > terms[longest].time)
            longest = i;
    return terms[longest].name;
}

// Adds the terms up, all but T0. in_phase: the time of issue, LSU and latency together where these three do not overlap.
static double together(const SimTime *t, double in_phase)
{
    double own =
        in_phase > 0 ? pow(in_phase, P) : pow(t->issue, P) + pow(t->lsu, P) + pow(t->latency, P);
    own += pow(t->sfu, P) + pow(t->l2, P) + pow(t->atomics, P) + pow(t->dram, P);
    return pow(own + pow(t->link, P), 1 / P);
}

SimTime sim_model(const SimLaunch *l)
{
    const SimDevice *d = l->device;
    SimTime t = {.overhead = d->overhead};
    double sms = l->blocks < (u64)d->sms ? (double)l->blocks : d->sms;
    Traffic traffic = traffic_of(l);
    double wavefronts = traffic.wavefronts, barriers = 0;
    for (int i = 0; i < l->insn_count; i++) {
        wavefronts += merged_wavefronts(l, i);
        barriers += l->insns[i].kind == SIM_BARRIER ? (double)l->counts[i].executed : 0;
    }
    issue_times(l, sms, &t);
    t.lsu = (1 - watched(l)) * wavefronts / (sms * d->ghz * 1e9);
    t.latency = latency_time(l, barriers, &traffic);
    t.atomics = slices_time(l);

    bool free = barriers == 0, in_phase = free && launch_waves(l) == 1;
    double turns = fmax(t.issue, t.lsu);
    t.waits = in_phase ? common_waits(l, &traffic) : 0;
    double working = turns > 0 ? turns / (turns + t.waits) : 0;
    double bytes = traffic.l2 - traffic_joined(l, &traffic, free, working);
    t.l2_bytes = (u64)bytes;
    t.l2 = bytes * (1 + traffic.scattered * (1 / L2_SCATTERED - 1)) / d->l2_rate;
    t.dram_read = (u64)traffic.dram_read;
    t.dram_written = (u64)traffic.dram_written;
    t.dram = (traffic.dram_read + traffic.dram_written) / (d->dram * DRAM_SHARE);
    t.link = (traffic.host_read + HOST_WRITE * traffic.host_written) / d->pcie;

    t.limit = limit_of(&t);
    t.total = t.overhead + together(&t, in_phase ? fmax(turns + t.waits, t.latency) : 0);
    t.least = LEAST * t.total;
    t.most = MOST * t.total;
    return t;
}
