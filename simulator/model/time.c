// time.c: how long a launch would take on the simulated device.
//
//     T = T0 + (issue^P + SFU^P + LSU^P + L2^P + atomics^P + DRAM^P + link^P + latency^P)^(1/P)
//
// Each term is the time that one part of the device would need if it were the only limit:
//
//     issue     warp instructions over the rate of each pipe, and all of them over 4 a cycle and SM
//     SFU       instructions of the special function units over their rate
//     LSU       wavefronts over one a cycle and SM, in shared memory those of the accesses as ptxas merged them; at least the loads,
//               stores and shuffles over the rate of their pipe
//     L2        sectors that miss L1 over L2's bandwidth
//     atomics   updates in global memory, by the busiest of L2's slices (memory/slices.c)
//     DRAM      bytes of the sectors touched, read and written back, over what memory gives of its bandwidth
//     link      bytes of the host's memory that kernels read and write, over the link's bandwidth
//     latency   waves of resident blocks, each as long as a block's slowest warp, with the turns that its warps take when all of them
//               come to the same instructions at the same time; at least the longest block, or the time to start all blocks
//
// A perfect machine would overlap them all and take as long as the longest; a poor one would take their sum. P lies between the two: it
// and the shares of turns (in_step) fit what ncu measured of the workbook's kernels on an H200. What a term itself is made of was
// measured with small kernels (tests/gpu/pairs.cu; `make bench-accuracy`). ACCURACY.md holds modelled and measured times.

#include "model/model.h"

#include <math.h>
#include <string.h>

static const double P = 4;

// The share of DRAM's bandwidth that a program can reach (measured on an H200: cub::DeviceReduce reads 4.48 of 4.8 TB/s).
static const double DRAM_SHARE = 0.92;
// Cycles from one block's start to the next one's, in the whole device (blocksEmpty: 65,536 blocks of any size in 39 us); and from the end
// of a block to the first instructions of the one that takes its place, and for each warp of it (16,384 blocks of 32 warps in 11.3 us).
static const double BLOCK_START = 1.2, BLOCK_CHANGE = 200, BLOCK_CHANGE_WARP = 2;
// A wait for DRAM over that of a single warp that walks through one line after the other: lines lie anywhere, and others ask, too (chaseDram:
// 814 cycles a step of 695, from one warp an SM to thirty-two). Waits for L2 do not grow (chaseL2).
static const double DRAM_WAIT = 1.17;
// Blocks of an SM that take turns as one: 32 warps that come from a barrier all want the same pipe (transposeTiled: two blocks on an SM take as
// long as issue, LSU and latency together). Of the turns of so many blocks the share that no wait hides: after barriers; the same in a
// launch of one wave, whose blocks drift apart; without barriers.
static const double TOGETHER = 1.5, AFTER_BARRIERS = 1, AFTER_BARRIERS_OF_ONE_WAVE = 0.75, WITHOUT_BARRIERS = 0.5;
// Instructions of the special function units in an integer division: two conversions, a reciprocal, and one more that fits
// the measured times.
static const double SPECIAL_OF_DIVISION = 4;
// What a byte that is written to the host's memory costs, over one that is read: the link works in both directions at once, but
// not fully (ch1-transfer's jobMapped on an H200: 134 MB each way in 4.10 ms, which copies alone need 2.44 ms for).
static const double HOST_WRITE = 0.69;
// L2's bandwidth for sectors that are asked for one by one, over that for lines.
static const double L2_SCATTERED = 0.64;
// What L2 takes longer for a sector of which a store writes a part (storesOnly8, of 32 bytes 4: 5.2 TB/s for 7.5).
static const double L2_PARTLY = 0.4;

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

// Sets three terms: the special function units' time; that of the units for loads and stores, as far as it is for instructions; and the
// longest of the other pipes' times and of the time to issue. What the machine code does is counted, if it is known: there FP32 and products of integers share a pipe.
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
        if (p != SIM_PIPE_SFU && p != SIM_PIPE_LSU)
            t->issue = fmax(t->issue, times[p]);
    t->issue *= 1 - watched(l);
    t->lsu = times[SIM_PIPE_LSU];
}

// Returns the cycles of a block, which are those of its longest warp. That warp counted DRAM's latency at each wait; here
// the waits become shorter whose sectors another block had already brought to L1 or L2, and the others longer.
static double block_cycles(const SimLaunch *l, const Traffic *t)
{
    const SimDevice *d = l->device;
    double from_l2 = (1 - t->warm) * (1 - t->cold) * (d->dram_latency - d->l2_latency) /
                     (d->dram_latency - d->l1_latency);
    double waits = (double)l->dram_cycles * (1 - t->warm - from_l2);
    double sooner = (double)l->dram_cycles - DRAM_WAIT * waits;
    return ((double)l->critical - sooner * (1 - watched(l))) / (double)l->blocks;
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

// Returns the share of a launch's turns at its pipes that belongs to the latency of its blocks: warps take them when they are in step, and
// none of them has work meanwhile.
static double in_step(const SimLaunch *l, bool barriers)
{
    double on_each = fmin(fmax((double)l->blocks / l->device->sms, 1), l->occupancy.blocks);
    double share = fmin(TOGETHER / fmax(on_each, 1), 1);
    if (launch_waves(l) > 1)
        return share * (barriers ? AFTER_BARRIERS : WITHOUT_BARRIERS);
    return barriers ? share * AFTER_BARRIERS_OF_ONE_WAVE : WITHOUT_BARRIERS;
}

// Returns the time of all waves of resident blocks, one after the other. turns: the time that blocks take turns in step. The longest block
// takes its time in any case.
static double latency_time(const SimLaunch *l, double turns, const Traffic *t)
{
    const SimDevice *d = l->device;
    if (!l->blocks)
        return 0;
    double hz = d->ghz * 1e9, change = BLOCK_CHANGE + BLOCK_CHANGE_WARP * l->warps;
    double mean = (double)l->critical / (double)l->blocks, block = block_cycles(l, t);
    double longest = mean > 0 && !deals_out(l) ? block * (double)l->longest_block / mean : 0;
    double waves = (double)launch_waves(l) * (block + change) / hz + turns;
    return fmax(fmax(waves, (longest + change) / hz), (double)l->blocks * BLOCK_START / hz);
}

// Returns the time in which all warps of a launch of one wave wait for DRAM. Without barriers they come to the same loads at
// the same time.
static double common_waits(const SimLaunch *l, const Traffic *t)
{
    return l->blocks ? DRAM_WAIT * (1 - t->warm) * (double)l->dram_cycles / (double)l->blocks /
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

// Adds the terms up, all but T0.
static double together(const SimTime *t)
{
    return pow(pow(t->issue, P) + pow(t->sfu, P) + pow(t->lsu, P) + pow(t->l2, P) +
                   pow(t->atomics, P) + pow(t->dram, P) + pow(t->link, P) + pow(t->latency, P),
               1 / P);
}

SimTime sim_model(const SimLaunch *l)
{
    const SimDevice *d = l->device;
    SimTime t = {.overhead = d->overhead};
    double sms = l->blocks < (u64)d->sms ? (double)l->blocks : d->sms;
    Traffic traffic = traffic_of(l);
    double wavefronts = traffic.wavefronts;
    bool barriers = false;
    for (int i = 0; i < l->insn_count; i++) {
        wavefronts += merged_wavefronts(l, i);
        barriers |= l->insns[i].kind == SIM_BARRIER && l->counts[i].executed > 0;
    }
    issue_times(l, sms, &t);
    t.lsu = (1 - watched(l)) * fmax(t.lsu, wavefronts / (sms * d->ghz * 1e9));
    t.latency = latency_time(l, in_step(l, barriers) * (t.issue + t.sfu + t.lsu), &traffic);
    t.atomics = slices_time(l);

    double turns = fmax(t.issue, t.lsu);
    double waits = !barriers && launch_waves(l) == 1 ? common_waits(l, &traffic) : 0;
    double working = turns > 0 ? turns / (turns + waits) : 0;
    double bytes = traffic.l2 - traffic_joined(l, &traffic, !barriers, working);
    t.l2_bytes = (u64)bytes;
    t.l2 = bytes * (1 + traffic.scattered * (1 / L2_SCATTERED - 1) + traffic.partly * L2_PARTLY) /
           d->l2_rate;
    t.dram_read = (u64)traffic.dram_read;
    t.dram_written = (u64)traffic.dram_written;
    t.dram = (traffic.dram_read + traffic.dram_written) / (d->dram * DRAM_SHARE);
    t.link = (traffic.host_read + HOST_WRITE * traffic.host_written) / d->pcie;

    t.limit = limit_of(&t);
    t.total = t.overhead + together(&t);
    t.least = LEAST * t.total;
    t.most = MOST * t.total;
    return t;
}
