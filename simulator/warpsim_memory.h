// warpsim_memory.h: a device and its memory, as hosts of the core see them. Part of warpsim.h.

#ifndef WARPSIM_MEMORY_H
#define WARPSIM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- device.c -----------------------------------------------------------------------------------------------

// One GPU: the limits CUDA reports and the rates the time model uses. Sources stand beside each figure in device.c.
typedef struct {
    const char *word; // "rtx3080": how WARPSIM's device= names it
    const char *name; // "NVIDIA GeForce RTX 3080"
    int major, minor; // compute capability
    int sms;
    int threads_per_sm, blocks_per_sm;
    int registers_per_sm, register_unit; // 32-bit registers; allocated per warp in this unit
    int shared_per_sm, shared_per_block, shared_optin, shared_reserved; // bytes
    int l2_slices;            // parts of L2, each of which does atomics on its own
    int64_t memory;           // bytes of device memory
    int l1, l2;               // bytes
    double ghz;               // SM clock
    int memory_khz, bus_bits; // as cudaDevAttrMemoryClockRate and GlobalMemoryBusWidth report them
    double dram, l2_rate;     // bytes per second
    int l2_parts;             // 2: half of L2 is far from each SM
    int gpcs;        // whose SMs' loads L2 sees together, at most 8; 0: each load by itself
    double overhead; // seconds: T0 of the model
    int fp32, int32, fp64, sfu, lsu; // lanes per SM and cycle of each pipe
    int alu_latency, shared_latency, l1_latency, l2_latency, dram_latency; // cycles
    double pcie; // bytes per second between host and device, each way
} SimDevice;

// The device that a word names, NULL if none; sim_device_at(i) lists them, NULL past the last. 0 is the default.
const SimDevice *sim_device(const char *word);
const SimDevice *sim_device_at(int i);

// Theoretical occupancy: blocks that fit on one SM, and what limits them.
typedef struct {
    int blocks;        // resident blocks per SM
    int warps;         // resident warps per SM
    double occupancy;  // warps / the SM's most warps
    const char *limit; // "threads", "blocks", "registers", "shared memory"
    int by_threads, by_blocks, by_registers,
        by_shared; // blocks per SM that each limit alone would allow
} SimOccupancy;

SimOccupancy sim_occupancy(const SimDevice *d, int threads, int registers, size_t shared);

// ---- memory.c -----------------------------------------------------------------------------------------------

typedef enum {
    SIM_GLOBAL,       // cudaMalloc, __device__ variables
    SIM_CONSTANT,     // __constant__ variables
    SIM_HOST,         // pinned, mapped, managed: the host pointer is the device address
    SIM_PARAM,        // a launch's kernel arguments
    SIM_PARAM_BUFFER, // those of launches that a kernel makes
    SIM_HEAP,         // of malloc in kernels
} SimKind;

// What an array is made of.
typedef struct {
    uint8_t bytes; // 0: unknown
    bool real;     // float or double
} SimElement;

// One allocation. Device addresses are never used twice, so that a freed one is recognized.
typedef struct {
    uint64_t base, size; // device address, bytes
    unsigned char *host; // where its bytes are
    SimKind kind;
    bool live;                // false once freed
    bool owned;               // `host` is the core's to free
    const char *name;         // variable's name, or NULL
    const char *made, *freed; // "file:line" or function; NULL if unknown
    // A launch's footprint (traffic.c), or NULL: 2 bits per 32-byte sector, read and written; and how often the SMs of each
    // GPC asked L2 for a sector, 4 bits each. Both from the 128-byte line on that holds the first byte.
    uint32_t *touched, *asked;
    uint64_t missed;       // in a launch: sectors that loads missed in the L1s of blocks,
    uint64_t waited;       // and cycles that warps waited for them
    struct Shadow *shadow; // of the checks, or NULL
    bool tracked;          // reading what was never written is an error
    SimElement element;    // of the array that `name` is, bytes 0: unknown
} SimAlloc;

typedef struct SimMemory SimMemory;

SimMemory *sim_memory_new(void);
// From now on allocations have what checks need; for SimLaunch.check.
void sim_memory_check(SimMemory *m);
// Messages call the allocation that starts at `address` so from now on: "reads a[1]". Without memory they do not.
void sim_memory_call(SimMemory *m, uint64_t address, const char *name, SimElement element);
// The host has written [address, address + size).
void sim_memory_wrote(SimMemory *m, uint64_t address, size_t size);
void sim_memory_free(SimMemory *m); // and all allocations made by sim_alloc with host == NULL

// Makes an allocation of `size` bytes and returns its device address, 0 when the host has no memory. With host ==
// NULL the core allocates (zeroed) memory; of SIM_HOST the host's address is the device's. Strings are copied.
uint64_t sim_alloc(SimMemory *m, size_t size, SimKind kind, void *host, const char *name,
                   const char *made);

// Ends the allocation that starts at `address`; false if none does.
bool sim_release(SimMemory *m, uint64_t address, const char *freed);

// Removes the allocation that starts at `address` without a trace: for what the program never saw.
void sim_forget(SimMemory *m, uint64_t address);

// The allocation, live or freed, that contains `address` or, failing that, the nearest one; NULL if there are none.
const SimAlloc *sim_nearest(const SimMemory *m, uint64_t address);

// Host pointer to [address, address+size), or NULL if that is not inside one live allocation.
void *sim_pointer(const SimMemory *m, uint64_t address, size_t size);

size_t sim_alloc_count(const SimMemory *m);
const SimAlloc *sim_alloc_at(const SimMemory *m, size_t i); // in order of address
uint64_t sim_bytes_in_use(const SimMemory *m);              // live SIM_GLOBAL bytes
uint64_t sim_heap_in_use(const SimMemory *m); // bytes of malloc in kernels, not yet freed

// A copy of what live allocations hold, to go back to: NULL if the host has no memory. Restoring leaves alone what was
// allocated since; what kernels got from malloc stays theirs.
typedef struct SimImage SimImage;
SimImage *sim_memory_image(const SimMemory *m);
void sim_memory_restore(SimMemory *m, const SimImage *image);
void sim_image_free(SimImage *image);

#endif
