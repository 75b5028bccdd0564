// slices.c: atomics in global memory, which the slices of L2 carry out. They are counted while a launch runs, and timed afterwards.
//
// A slice updates one sector at a time, however many of its words a pass wants. Lanes of a warp that want the same word go
// there in passes, one after the other, unless ptxas has added them up (uniform.c). 512 neighbouring bytes are in one slice, so
// atomics at few places keep few slices busy. The blocks of one wave run at the same time and wait for the busiest slice.
//
// The figures are from an H200, and an H100's are the same (tests/gpu/atomics.sh; results/h200-atomics.csv, h100-atomics.csv).
// 2^20 additions to one word took 768 us there, or 1.45 cycles each. Additions of floats took 1841 us, or 3.5 cycles, and so did those of
// one lane a block (results/h200-pairs.csv, oneAddFloat): one must end before the next to the same word begins, while the slice goes on
// with other words. 2^17 additions to the four sectors of one line took 82 us, or 1.2 cycles each.

#include "memory/memory.h"

#include <stdlib.h>

enum {
    UPDATE = 21,       // sixteenths of a cycle for an update
    FLOAT_UPDATE = 56, // the same until the next update of a float's word can begin
    PER_CYCLE = 16
};
enum {
    CHAINS = 512
}; // counts of updates of floats, by sector: behind those of the slices in a wave's table
enum { SLICE_GRAIN = 512 / 32 }; // sectors side by side in one slice
enum { WAVES = 4096 };           // the most waves that have counts of their own

// Returns how many counts a wave has.
static size_t counts(const SimLaunch *l)
{
    return (size_t)l->device->l2_slices + CHAINS;
}

bool slices_prepare(SimLaunch *l, u64 waves)
{
    l->waves = waves < WAVES ? (int)waves : WAVES;
    l->slice_work = calloc((size_t)l->waves * counts(l), sizeof *l->slice_work);
    return l->slice_work != NULL;
}

void slices_end(SimLaunch *l)
{
    free(l->slice_work);
    l->slice_work = NULL;
}

bool slices_count(SliceCount *c, const SimLaunch *l)
{
    if (l->slice_work && !c->work)
        c->work = calloc(counts(l), sizeof *c->work);
    return c->work || !l->slice_work;
}

void slices_collect(SliceCount *c, const SimLaunch *l)
{
    if (!c->work)
        return;
    u64 *wave = l->slice_work + c->wave * counts(l);
    for (size_t i = 0; i < counts(l); i++) {
        __atomic_fetch_add(&wave[i], c->work[i], __ATOMIC_RELAXED);
        c->work[i] = 0;
    }
}

void slices_block(SliceCount *c, const SimLaunch *l, u64 block)
{
    u64 wave = c->work ? block / ((l->blocks + (u64)l->waves - 1) / (u64)l->waves) : 0;
    if (wave != c->wave)
        slices_collect(c, l);
    c->wave = wave;
}

// Spreads numbers over 0 to n - 1.
static u32 spread(u64 number, u32 n)
{
    return (u32)(number * 0x9e3779b97f4a7c15ull >> 32) % n;
}

// Gives work to the slice that holds the grain. L2 spreads neighbouring grains over its slices.
static void give(SliceCount *c, const SimLaunch *l, u64 grain, u64 work)
{
    c->work[spread(grain, (u32)l->device->l2_slices)] += work;
}

void slices_add(SliceCount *c, const SimLaunch *l, const UpdateCount *updates, bool is_float)
{
    u64 grain = updates->sector[0] / SLICE_GRAIN, work = 0;
    for (int i = 0; i < updates->sectors; i++) {
        u64 contenders = updates->contenders[i];
        if (updates->sector[i] / SLICE_GRAIN != grain) {
            give(c, l, grain, work);
            grain = updates->sector[i] / SLICE_GRAIN;
            work = 0;
        }
        work += contenders * UPDATE;
        if (is_float)
            c->work[(u32)l->device->l2_slices + spread(updates->sector[i], CHAINS)] +=
                contenders * FLOAT_UPDATE;
    }
    give(c, l, grain, work);
}

double slices_time(const SimLaunch *l)
{
    u64 sum = 0;
    for (int wave = 0; l->slice_work && wave < l->waves; wave++) {
        u64 most = 0;
        for (size_t i = 0; i < counts(l); i++) {
            u64 work = l->slice_work[(size_t)wave * counts(l) + i];
            most = work > most ? work : most;
        }
        sum += most;
    }
    return (double)sum / (PER_CYCLE * l->device->ghz * 1e9);
}
