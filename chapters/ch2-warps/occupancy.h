// What ch2-calculator and ch2-occupancy share: how many blocks fit on an SM.
//
// An SM gives every block that it takes slots for its threads, registers and shared memory, until the
// block ends. The first of these to run out limits how many blocks are resident together.

#ifndef WARP_OCCUPANCY_H
#define WARP_OCCUPANCY_H

#include "program.h"

enum { WARP = 32, UNLIMITED = 1 << 20 };

// What the SM of a device has to give.
typedef struct {
    const char *word;
    int threads, blocks, threadsPerBlock; // at most: per SM, per SM, per block
    int registers, registerUnit;          // per SM; handed out to warps in multiples of this, or 0:
                                          // to threads, one by one
    int shared, sharedUnit, reserved; // bytes per SM; handed out to blocks in multiples of this;
                                      // taken by the system from each block's share
} Limits;

// What a kernel needs.
typedef struct {
    int threads, registers, shared; // per block; per thread, 0: unknown; bytes per block
} Demand;

// How many blocks each resource has room for.
typedef struct {
    int byThreads, byBlocks, byRegisters, byShared;
    int blocks; // the least of them
    const char *limit;
} Room;

static int round_up(int n, int unit)
{
    return (n + unit - 1) / unit * unit;
}

// [begin room]
static int room_by_registers(const Limits *l, Demand d)
{
    const int parts = 4; // an SM's registers are in four parts, a warp's are all in one of them
    int warps = (d.threads + WARP - 1) / WARP;
    if (d.registers == 0 || l->registers == 0)
        return UNLIMITED;
    if (l->registerUnit == 0)
        return l->registers / (d.registers * d.threads);
    int perWarp = round_up(d.registers * WARP, l->registerUnit);
    if (perWarp * round_up(warps, parts) > l->registers)
        return 0;
    return l->registers / parts / perWarp * parts / warps;
}

static int room_by_shared(const Limits *l, Demand d)
{
    if (l->shared == 0)
        return UNLIMITED;
    int perBlock = round_up(d.shared + l->reserved, l->sharedUnit);
    return perBlock == 0 ? UNLIMITED : l->shared / perBlock;
}

static Room room_for(const Limits *l, Demand d)
{
    int warps = (d.threads + WARP - 1) / WARP;
    Room room = {l->threads / WARP / warps, l->blocks, room_by_registers(l, d),
                 room_by_shared(l, d),      0,         "threads per block"};
    if (d.threads > l->threadsPerBlock)
        return room;
    const int rooms[] = {room.byThreads, room.byBlocks, room.byRegisters, room.byShared};
    const char *const names[] = {"threads", "blocks", "registers", "shared memory"};
    room.blocks = UNLIMITED;
    for (int i = 0; i < 4; i++)
        if (rooms[i] < room.blocks) {
            room.blocks = rooms[i];
            room.limit = names[i];
        }
    return room;
}
// [end room]

// The limits of the device that runs this program, by attribute.
static Limits limitsOfDevice(const Device *device)
{
    Limits l = {"this device", 0, 0, 0, 0, 256, 0, device->major >= 8 ? 128 : 256, 0};
    const struct {
        int *value;
        enum cudaDeviceAttr attribute;
    } asked[] = {
        {&l.threads, cudaDevAttrMaxThreadsPerMultiProcessor},
        {&l.blocks, cudaDevAttrMaxBlocksPerMultiprocessor},
        {&l.threadsPerBlock, cudaDevAttrMaxThreadsPerBlock},
        {&l.registers, cudaDevAttrMaxRegistersPerMultiprocessor},
        {&l.shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor},
        {&l.reserved, cudaDevAttrReservedSharedMemoryPerBlock},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        cudaCheck(cudaDeviceGetAttribute(asked[i].value, asked[i].attribute, 0));
    return l;
}

#endif
