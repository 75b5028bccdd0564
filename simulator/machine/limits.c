// limits.c: what a device allows a launch, and how many of its blocks are on the device at once.
//
// [OCC]: cuda_occupancy.h of the CUDA toolkit says how registers and shared memory are handed out.

#include "machine/machine.h"

static SimStatus refuse(SimError *err, const char *what, u64 value, u64 limit)
{
    err->status = SIM_BAD_LAUNCH;
    text_format(err->text, sizeof err->text, "%s: %l, the limit is %l", what, (i64)value,
                (i64)limit);
    return SIM_BAD_LAUNCH;
}

SimStatus launch_limits(const SimLaunch *l, SimError *err)
{
    static const u64 most_grid[3] = {0x7fffffff, 65535, 65535}, most_block[3] = {1024, 1024, 64};
    static const char *const grid_name[3] = {"gridDim.x", "gridDim.y", "gridDim.z"};
    static const char *const block_name[3] = {"blockDim.x", "blockDim.y", "blockDim.z"};
    u64 threads = 1;
    for (int i = 0; i < 3; i++) {
        if (l->grid[i] == 0 || l->grid[i] > most_grid[i])
            return refuse(err, grid_name[i], l->grid[i], most_grid[i]);
        if (l->block[i] == 0 || l->block[i] > most_block[i])
            return refuse(err, block_name[i], l->block[i], most_block[i]);
        threads *= l->block[i];
    }
    if (threads > (u64)l->kernel->max_threads)
        return refuse(err, "threads per block", threads, (u64)l->kernel->max_threads);
    u64 shared = l->kernel->shared_bytes + l->shared;
    if (shared < l->shared) // so large that the sum overflows
        shared = l->shared;
    if (shared > (u64)l->device->shared_optin)
        return refuse(err, "bytes of shared memory per block", shared,
                      (u64)l->device->shared_optin);
    u64 registers = threads * (u64)l->kernel->registers;
    if (registers > (u64)l->device->registers_per_sm)
        return refuse(err, "registers per block", registers, (u64)l->device->registers_per_sm);
    return SIM_OK;
}

// ---- Occupancy -------------------------------------------------------------------------------------------------------

static int round_up(int n, int unit)
{
    return (n + unit - 1) / unit * unit;
}

// Registers belong to a quarter of the SM and are handed to whole warps, so that a quarter holds a whole number of
// warps. A block's demand is checked as if its warps filled all quarters evenly. [OCC]
static int blocks_by_registers(const SimDevice *d, int warps, int registers)
{
    const int quarters = 4, most_per_thread = 255;
    if (registers == 0)
        return d->blocks_per_sm; // unknown, so no limit
    int per_warp = round_up(registers * 32, d->register_unit);
    if (registers > most_per_thread || per_warp * round_up(warps, quarters) > d->registers_per_sm)
        return 0;
    return d->registers_per_sm / quarters / per_warp * quarters / warps;
}

// A block takes its own shared memory and the driver's, rounded up to the unit of its compute capability. [OCC]
static int blocks_by_shared(const SimDevice *d, size_t shared)
{
    const int unit = d->major >= 8 ? 128 : 256;
    if (shared > (size_t)d->shared_optin)
        return 0;
    int bytes = round_up((int)shared + d->shared_reserved, unit);
    return bytes ? d->shared_per_sm / bytes : d->blocks_per_sm;
}

// `threads` per block, at least 1; `registers` per thread, 0 if unknown; `shared` bytes per block, static and dynamic.
SimOccupancy sim_occupancy(const SimDevice *d, int threads, int registers, size_t shared)
{
    int warps = (threads + 31) / 32, most_warps = d->threads_per_sm / 32;
    SimOccupancy o = {
        .by_threads = threads > 1024 ? 0 : most_warps / warps,
        .by_blocks = d->blocks_per_sm,
        .by_registers = blocks_by_registers(d, warps, registers),
        .by_shared = blocks_by_shared(d, shared),
    };
    const struct {
        int blocks;
        const char *name;
    } limits[] = {{o.by_threads, "threads"},
                  {o.by_blocks, "blocks"},
                  {o.by_registers, "registers"},
                  {o.by_shared, "shared memory"}};
    o.blocks = limits[0].blocks, o.limit = limits[0].name;
    for (int i = 1; i < 4; i++)
        if (limits[i].blocks < o.blocks)
            o.blocks = limits[i].blocks, o.limit = limits[i].name;
    o.warps = o.blocks * warps;
    o.occupancy = (double)o.warps / most_warps;
    return o;
}

u64 launch_waves(const SimLaunch *l)
{
    u64 at_once = (u64)(l->occupancy.blocks > 0 ? l->occupancy.blocks : 1) * (u64)l->device->sms;
    return (l->blocks + at_once - 1) / at_once;
}
