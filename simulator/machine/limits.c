// limits.c: what a device allows a launch, and how many of its blocks are on the device at once.
//
// [OCC]: cuda_occupancy.h of the CUDA toolkit says how registers and shared memory are given to blocks.

#include "machine/machine.h"

#include <string.h>

// "The same on every device of compute capability 7.5 to 9.0": CUDA Programming Guide, compute capabilities
const uint32_t sim_most_grid[3] = {0x7fffffff, 65535, 65535},
               sim_most_block[3] = {SIM_MOST_THREADS, SIM_MOST_THREADS, 64};

// Registers belong to a quarter of the SM and are given to whole warps, so a quarter holds a whole number of warps. [OCC]
enum { QUARTERS = 4 };

static int registers_of_warp(const SimDevice *d, int registers)
{
    return (int)round_up((size_t)registers * LANES, (size_t)d->register_unit);
}

static int registers_of_block(const SimDevice *d, int warps, int registers)
{
    return registers_of_warp(d, registers) * (int)round_up((size_t)warps, QUARTERS);
}

static SimLimit beyond(SimLimit which, SimError *err, const char *what, u64 value, u64 limit)
{
    if (value == 0)
        error_set(err, SIM_BAD_LAUNCH, "%s: 0, the least is 1", what);
    else
        error_set(err, SIM_BAD_LAUNCH, "%s: %l, the limit is %l", what, (i64)value, (i64)limit);
    return which;
}

// Returns how many blocks a cluster of the launch has along an axis.
static u32 cluster_side(const SimLaunch *l, int axis)
{
    u32 side = l->cluster[0] ? l->cluster[axis] : l->kernel->cluster[axis];
    return side ? side : 1;
}

void sim_launch_cluster(SimLaunch *l)
{
    u32 sides[3] = {cluster_side(l, 0), cluster_side(l, 1), cluster_side(l, 2)};
    l->explicit_cluster = l->cluster[0] || l->kernel->cluster[0];
    memcpy(l->cluster, sides, sizeof l->cluster);
    l->cluster_size = sides[0] * sides[1] * sides[2];
}

// Tells, with *err, whether the launch's clusters are larger than they may be, or don't fill the grid.
static bool beyond_cluster(const SimLaunch *l, SimError *err)
{
    static const char *const names[3] = {"x", "y", "z"};
    const u32 *required = l->kernel->cluster;
    if (l->cluster[0] && required[0] && memcmp(l->cluster, required, sizeof l->cluster) != 0)
        return !error_set(
            err, SIM_BAD_LAUNCH,
            "the launch's clusters are %u x %u x %u blocks, and the kernel's %u x %u x %u",
            l->cluster[0], l->cluster[1], l->cluster[2], required[0], required[1], required[2]);
    u64 size = 1, most = l->large_clusters ? MOST_CLUSTER : SIM_PORTABLE_CLUSTER;
    for (int i = 0; i < 3; i++)
        size = size > most ? size : size * cluster_side(l, i);
    if (size == 1)
        return false;
    if (l->device->major < 9)
        return !error_set(
            err, SIM_BAD_LAUNCH,
            "%s has no clusters; devices of 9.0 and later have, as WARPSIM=device=h200",
            l->device->name);
    if (size > most) {
        beyond(SIM_BEYOND_CLUSTER, err, "blocks of a cluster", size, most);
        if (size <= MOST_CLUSTER)
            TEXT_APPEND(err->text, "; more needs cudaFuncSetAttribute(kernel, "
                                   "cudaFuncAttributeNonPortableClusterSizeAllowed, 1)");
        return true;
    }
    for (int i = 0; i < 3; i++) {
        if (l->grid[i] % cluster_side(l, i) == 0)
            continue;
        error_set(err, SIM_BAD_LAUNCH, "gridDim.%s: %u, which is no multiple of the cluster's %u",
                  names[i], l->grid[i], cluster_side(l, i));
        return true;
    }
    return false;
}

SimLimit sim_launch_limit(const SimLaunch *l, SimError *err)
{
    static const char *const grid_name[3] = {"gridDim.x", "gridDim.y", "gridDim.z"};
    static const char *const block_name[3] = {"blockDim.x", "blockDim.y", "blockDim.z"};
    const SimFunction *f = l->kernel;
    const SimDevice *d = l->device;
    u64 threads = 1;
    for (int i = 0; i < 3; i++) {
        if (l->grid[i] == 0 || l->grid[i] > sim_most_grid[i])
            return beyond(SIM_BEYOND_GRID, err, grid_name[i], l->grid[i], sim_most_grid[i]);
        if (l->block[i] == 0 || l->block[i] > sim_most_block[i])
            return beyond(SIM_BEYOND_BLOCK, err, block_name[i], l->block[i], sim_most_block[i]);
        threads *= l->block[i];
    }
    if (threads > (u64)f->max_threads)
        return beyond(threads > sim_most_block[0] ? SIM_BEYOND_BLOCK : SIM_BEYOND_BOUNDS, err,
                      "threads per block", threads, (u64)f->max_threads);
    for (int i = 0; i < 3 && f->block[0]; i++) {
        if (l->block[i] == f->block[i])
            continue;
        beyond(SIM_BEYOND_BOUNDS, err, block_name[i], l->block[i], f->block[i]);
        TEXT_APPEND(err->text, ", and no less (.reqntid)");
        return SIM_BEYOND_BOUNDS;
    }
    u64 shared = f->shared_bytes + l->shared;
    if (shared < l->shared) // the sum overflows
        shared = l->shared;
    if (shared > (u64)d->shared_optin)
        return beyond(SIM_BEYOND_SHARED, err, "bytes of shared memory per block", shared,
                      (u64)d->shared_optin);
    if (beyond_cluster(l, err))
        return SIM_BEYOND_CLUSTER;
    int warps = (int)((threads + LANES - 1) / LANES);
    int registers = registers_of_block(d, warps, f->registers);
    if (registers > d->registers_per_sm)
        return beyond(SIM_BEYOND_REGISTERS, err, "registers per block", (u64)registers,
                      (u64)d->registers_per_sm);
    return SIM_FITS;
}

// ---- Occupancy -------------------------------------------------------------------------------------------------------

// Returns how many blocks fit by their registers. A block is checked as if its warps filled all quarters evenly. [OCC]
static int blocks_by_registers(const SimDevice *d, int warps, int registers)
{
    const int most_per_thread = 255;
    if (registers == 0)
        return d->blocks_per_sm; // the registers are unknown and set no limit
    if (registers > most_per_thread ||
        registers_of_block(d, warps, registers) > d->registers_per_sm)
        return 0;
    return d->registers_per_sm / QUARTERS / registers_of_warp(d, registers) * QUARTERS / warps;
}

// Returns how many blocks fit by their shared memory. A block takes its own and the driver's, rounded up to the unit of the
// compute capability. [OCC]
static int blocks_by_shared(const SimDevice *d, size_t shared)
{
    const size_t unit = d->major >= 8 ? 128 : 256;
    if (shared > (size_t)d->shared_optin)
        return 0;
    int bytes = (int)round_up(shared + (size_t)d->shared_reserved, unit);
    return bytes ? d->shared_per_sm / bytes : d->blocks_per_sm;
}

// Computes the occupancy. threads: per block, at least 1; registers: per thread, 0 if unknown; shared: bytes per block, static
// and dynamic.
SimOccupancy sim_occupancy(const SimDevice *d, int threads, int registers, size_t shared)
{
    int warps = (threads + LANES - 1) / LANES, most_warps = d->threads_per_sm / LANES;
    SimOccupancy o = {
        .by_threads = threads > (int)sim_most_block[0] ? 0 : most_warps / warps,
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

u64 resident_blocks(const SimLaunch *l)
{
    return (u64)(l->occupancy.blocks > 0 ? l->occupancy.blocks : 1) * (u64)l->device->sms;
}

u64 launch_waves(const SimLaunch *l)
{
    return (l->blocks + resident_blocks(l) - 1) / resident_blocks(l);
}
