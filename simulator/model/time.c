// time.c: how long a launch would take on the simulated device.
//
//     T = T0 + (issue^P + SFU^P + LSU^P + network^P + L2^P + atomics^P + DRAM^P + link^P + max(tensor, latency)^P)^(1/P)
//
// Each term is the time that one part of the device would need if it were the only limit:
//
//     issue     warp instructions over the rate of each pipe, and all of them over 4 a cycle and SM
//     tensor    products, for as long as each keeps a tensor core busy (machine/engines.c). A block's own path through its turns there is
//               part of latency
//     SFU       instructions of the special function units over their rate
//     LSU       wavefronts over one a cycle and SM, in shared memory those of the accesses as ptxas merged them; at least the loads,
//               stores and shuffles over the rate of their pipe
//     network   sectors of other blocks' shared memory, by what each takes of the network between the SMs of a cluster
//     L2        sectors that miss L1 over L2's bandwidth
//     atomics   updates in global memory, by the busiest of L2's slices (memory/slices.c)
//     DRAM      bytes of the sectors touched, read and written back, over what memory gives of its bandwidth
//     link      bytes of the host's memory that kernels read and write, over the link's bandwidth
//     latency   waves of resident blocks, each as long as a block's slowest warp, which waits longest for DRAM, with the turns that its
//               warps take when all of them come to the same instructions at the same time; at least the longest block, or the time to
//               start all blocks
//
// A perfect machine would overlap them all and take as long as the longest; a poor one would take their sum. P lies between the two. P and
// TURNS_IN_STEP fit the workbook's kernels and those of public programs on an H200; that they do not depend on which of these sources is left out
// shows how far they hold (ACCURACY.md). What a term itself is made of was measured with small kernels (tests/gpu/pairs.cu; `make
// bench-accuracy`).

#include "machine/engines.h"
#include "model/model.h"

#include <math.h>
#include <string.h>

static const double P = 3;

// The share of DRAM's bandwidth that a program can reach (measured on an H200: cub::DeviceReduce reads 4.48 of 4.8 TB/s).
static const double DRAM_SHARE = 0.92;
// Cycles from one block's start to the next one's, in the whole device (blocksEmpty: 65,536 blocks of any size in 39 us); and from the end
// of a block to the first instructions of the one that takes its place, and for each warp of it (16,384 blocks of 32 warps in 11.3 us).
static const double BLOCK_START = 1.2, BLOCK_CHANGE = 200, BLOCK_CHANGE_WARP = 2;
// A wait for DRAM over that of a single warp that walks through one line after the other: lines lie anywhere, and others ask, too (chaseDram:
// 814 cycles a step of 695, from one warp an SM to thirty-two). Waits for L2 do not grow (chaseL2).
static const double DRAM_WAIT = 1.17;
// How unlike waits for DRAM are: their standard deviation over their length. A block waits for the slowest of its warps (blocksLoad: one load
// and ten other instructions take a block of 16 warps 1064 cycles, one of 32 warps 1170, besides the change of blocks).
static const double WAIT_SPREAD = 0.2;
// The share of a block's turns at the pipes during which its other warps have nothing else to do: they come from the same barrier, or from
// loads that began together, and want the same pipe.
static const double TURNS_IN_STEP = 0.5;
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

// Cycles of an SM's way to the other SMs of its cluster for a sector of their shared memory: that is loaded, stored, changed without an
// answer, changed with one (tests/gpu/rates.cu: 7.7, 6.3, 13.4 cycles for 128 bytes; histClusters, whose generic addresses have answers).
static const double FAR_LOAD = 1.9, FAR_STORE = 1.6, FAR_CHANGE = 3.2, FAR_ATOMIC = 6.9;
// Cycles from one cluster's start to the next one's, in the whole device (4,096 clusters of one block in 11.4 us).
static const double CLUSTER_START = 5;

// Grids that an H200 runs at the same time (CUDA C++ Programming Guide, technical specifications; tests/gpu/nested.cu).
static const double MOST_GRIDS = 128;

// The terms, with the range of measured over modelled time that held for 9 of 10 kernels which a term limits, of sources that did not give
// the range, on an H200 (ACCURACY.md). Waits are known less well than rates. Atomics and the link have the range of all kernels: there were
// few of them.
enum { ISSUE, TENSOR, SFU, LSU, NETWORK, L2, ATOMICS, DRAM, LINK, LATENCY, TERMS };
static const struct {
    const char *name;
    double least, most;
} TERM[TERMS] = {
    [ISSUE] = {"issue", 0.90, 1.45},     [TENSOR] = {"tensor", 0.90, 1.45},
    [NETWORK] = {"network", 0.76, 1.50}, [SFU] = {"SFU", 0.90, 1.45},
    [LSU] = {"LSU", 0.90, 1.45},         [L2] = {"L2", 0.83, 1.29},
    [ATOMICS] = {"atomics", 0.76, 1.50}, [DRAM] = {"DRAM", 0.83, 1.29},
    [LINK] = {"link", 0.76, 1.50},       [LATENCY] = {"latency", 0.69, 1.68},
};

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
// longest of the other pipes' times and of the time to issue. What the machine code does is counted, if it is known: there FP32 and
// products of integers share a pipe.
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

// Returns the time for which tensor cores are busy.
static double tensor_time(const SimLaunch *l, double sms)
{
    double cycles = 0;
    for (int i = 0; i < l->insn_count; i++) {
        const Insn *in = &l->kernel->module->code[i];
        if (l->counts[i].executed && (in->kind == K_MATRIX || in->kind == K_WARPGROUP))
            cycles += (double)l->counts[i].executed * product_cycles(l->device, in);
    }
    return cycles / (4 * sms * l->device->ghz * 1e9);
}

// Returns the time for which the ways between the SMs of clusters are busy.
static double network_time(const SimLaunch *l, double sms)
{
    double cycles = 0;
    for (int i = 0; i < l->insn_count; i++) {
        const Insn *in = &l->kernel->module->code[i];
        bool generic =
            i >= l->kernel->module->landings; // ptxas has no other form with generic addresses
        double each = in->kind == K_LOAD                     ? FAR_LOAD
                      : in->kind == K_STORE                  ? FAR_STORE
                      : in->access.unused_result && !generic ? FAR_CHANGE
                                                             : FAR_ATOMIC;
        if (in->kind == K_LOAD || in->kind == K_STORE || in->kind == K_ATOMIC)
            cycles += each * (double)l->counts[i].far_sectors;
    }
    return cycles / (sms * l->device->ghz * 1e9);
}

// Returns by how many standard deviations the largest of `warps` numbers from a normal distribution exceeds their mean, on average.
static double slowest(int warps)
{
    return 0.58 * pow(log2(warps), 0.8);
}

// Returns how much longer than on average a block waits for DRAM: for the slowest of its warps, each of which waits so often, in all of the
// phases that barriers make of it. Long and short waits of a phase make up for each other.
static double slowest_wait(const SimLaunch *l, double often, double phases)
{
    double wait = l->device->dram_latency - l->device->l1_latency;
    return WAIT_SPREAD * wait * slowest(l->warps) * sqrt(often * fmin(phases, often));
}

// Returns the cycles of a block, which are those of its longest warp. That warp counted DRAM's latency at each wait; here
// the waits become shorter whose sectors another block had already brought to L1 or L2, and the others longer.
static double block_cycles(const SimLaunch *l, const Traffic *t, double phases)
{
    const SimDevice *d = l->device;
    double blocks = (double)l->blocks;
    double from_l2 = (1 - t->warm) * (1 - t->cold) * (d->dram_latency - d->l2_latency) /
                     (d->dram_latency - d->l1_latency);
    double waits = (double)l->dram_cycles * (1 - t->warm - from_l2);
    double often = waits / (d->dram_latency - d->l1_latency) / blocks;
    double later = DRAM_WAIT * waits + slowest_wait(l, often, phases) * blocks;
    return ((double)l->critical + (later - (double)l->dram_cycles) * (1 - watched(l))) / blocks;
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

// Returns the time in which warps take turns at the pipes because they are in step: those of a block, while other blocks are elsewhere; in
// a launch of one wave without barriers all blocks, which have begun together. Its own turns a block's longest warp has counted: those of one
// warp of each of an SM's four schedulers, or of one in the SM's LSU.
static double turns_in_step(const SimLaunch *l, const SimTime *t, bool barriers)
{
    double on_each = fmin((double)l->blocks / l->device->sms, l->occupancy.blocks);
    double blocks = !barriers && launch_waves(l) == 1 ? 1 : fmax(on_each, 1);
    double others = fmax(1 - 4. / l->warps, 0);
    return TURNS_IN_STEP / blocks * ((t->issue + t->sfu) * others + t->lsu * (1 - 1. / l->warps));
}

// Returns the time of all waves of resident blocks, one after the other. turns: the time that blocks take turns in step. The longest block
// takes its time in any case. phases: in a block, between barriers. The blocks of the first wave begin one after the other, those of later waves
// when these end: so the launch's last block is as late as the blocks of its wave make it (4,224 blocks of one warp, for which an H200 has
// room, begin within 2.6 us).
static double latency_time(const SimLaunch *l, double turns, double phases, const Traffic *t)
{
    const SimDevice *d = l->device;
    if (!l->blocks)
        return 0;
    double hz = d->ghz * 1e9, change = BLOCK_CHANGE + BLOCK_CHANGE_WARP * l->warps;
    double mean = (double)l->critical / (double)l->blocks, block = block_cycles(l, t, phases);
    double longest = mean > 0 && !deals_out(l) ? block * (double)l->longest_block / mean : 0;
    double start = fmax(BLOCK_START, l->cluster_size > 1 ? CLUSTER_START / l->cluster_size : 0);
    double begun = (double)((l->blocks - 1) % resident_blocks(l)) * start;
    double waves = ((double)launch_waves(l) * (block + change) + begun) / hz + turns;
    return fmax(fmax(waves, (longest + change) / hz), (double)l->blocks * start / hz);
}

// Returns the time in which all warps of a launch of one wave wait for DRAM. Without barriers they come to the same loads at
// the same time.
static double common_waits(const SimLaunch *l, const Traffic *t)
{
    return l->blocks ? DRAM_WAIT * (1 - t->warm) * (double)l->dram_cycles / (double)l->blocks /
                           (l->device->ghz * 1e9)
                     : 0;
}

// Adds the terms up, all but T0. longest: which of them is the longest.
static double together(const SimTime *t, int *longest)
{
    const double terms[TERMS] = {[ISSUE] = t->issue,
                                 [SFU] = t->sfu,
                                 [LSU] = t->lsu,
                                 [NETWORK] = t->network,
                                 [L2] = t->l2,
                                 [DRAM] = t->dram,
                                 [ATOMICS] = t->atomics,
                                 [LINK] = t->link,
                                 [TENSOR] = t->tensor > t->latency ? t->tensor : 0,
                                 [LATENCY] = t->tensor > t->latency ? 0 : t->latency};
    double sum = 0;
    *longest = 0;
    for (int i = 0; i < TERMS; i++) {
        sum += pow(terms[i], P);
        *longest = terms[i] > terms[*longest] ? i : *longest;
    }
    return pow(sum, 1 / P);
}

// Makes the terms that are cycles of SMs longer.
static void slow_clock(SimTime *t, double by)
{
    double *const terms[] = {&t->issue, &t->tensor, &t->sfu, &t->lsu, &t->network, &t->latency};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        *terms[i] *= by;
}

// Returns the time that a launch takes of the whole device, if others of its kind run on the SMs that it leaves. sms: that it has.
static double share_of_device(const SimLaunch *l, SimTime t, double sms)
{
    double room = (double)(launch_waves(l) * resident_blocks(l));
    slow_clock(&t, sms / l->device->sms);
    t.latency *= l->device->sms / sms * fmax((double)l->blocks / room, 1. / MOST_GRIDS);
    return together(&t, &(int){0});
}

SimTime sim_model(const SimLaunch *l)
{
    const SimDevice *d = l->device;
    SimTime t = {.overhead = d->overhead};
    double sms = l->blocks < (u64)d->sms ? (double)l->blocks : d->sms;
    Traffic traffic = traffic_of(l);
    double wavefronts = traffic.wavefronts;
    double waits_at_barriers = 0;
    for (int i = 0; i < l->insn_count; i++) {
        wavefronts += merged_wavefronts(l, i);
        if (l->insns[i].kind == SIM_BARRIER)
            waits_at_barriers += (double)l->counts[i].executed;
    }
    bool barriers = waits_at_barriers > 0;
    double phases = 1 + waits_at_barriers / fmax((double)l->blocks * l->warps, 1);
    issue_times(l, sms, &t);
    t.lsu = (1 - watched(l)) * fmax(t.lsu, wavefronts / (sms * d->ghz * 1e9));
    t.latency = latency_time(l, turns_in_step(l, &t, barriers), phases, &traffic);
    t.network = network_time(l, sms);
    t.tensor = tensor_time(l, sms);
    if (t.tensor > 0)
        slow_clock(&t, d->ghz / d->tensor_ghz);
    t.atomics = slices_time(l);

    double turns = fmax(t.issue, t.lsu);
    double waits = !barriers && launch_waves(l) == 1 ? common_waits(l, &traffic) : 0;
    double working = turns > 0 ? turns / (turns + waits) : 0;
    double bytes = fmax(traffic.l2 - traffic_joined(l, &traffic, phases, working),
                        traffic.dram_read - traffic.unasked);
    t.l2_bytes = (u64)bytes;
    t.l2 = bytes * (1 + traffic.scattered * (1 / L2_SCATTERED - 1) + traffic.partly * L2_PARTLY) /
           d->l2_rate;
    t.dram_read = (u64)traffic.dram_read;
    t.dram_written = (u64)traffic.dram_written;
    t.dram = (traffic.dram_read + traffic.dram_written) / (d->dram * DRAM_SHARE);
    t.link = (traffic.host_read + HOST_WRITE * traffic.host_written) / d->pcie;

    int longest;
    t.total = t.overhead + together(&t, &longest);
    t.share = share_of_device(l, t, sms);
    t.limit = TERM[longest].name;
    t.least = TERM[longest].least * t.total;
    t.most = TERM[longest].most * t.total;
    return t;
}
