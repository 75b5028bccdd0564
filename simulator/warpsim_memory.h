// warpsim_memory.h: a device and its memory, as hosts of the core see them. Part of warpsim.h.

#ifndef WARPSIM_MEMORY_H
#define WARPSIM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- device.c -----------------------------------------------------------------------------------------------

// One GPU: the limits that CUDA reports and the rates that the time model uses. device.c names the source of each figure.
typedef struct {
    const char *word; // "rtx3080": how WARPSIM's device= names it
    const char *name; // "NVIDIA GeForce RTX 3080"
    int major, minor; // compute capability
    int sms;
    int threads_per_sm, blocks_per_sm;
    int registers_per_sm, register_unit; // 32-bit registers; a warp gets a multiple of the unit
    int shared_per_sm, shared_per_block, shared_optin, shared_reserved; // bytes
    int l2_slices;            // parts of L2 that do atomics independently
    int64_t memory;           // bytes of device memory
    int l1, l2;               // bytes
    double ghz;               // SM clock
    int memory_khz, bus_bits; // as cudaDevAttrMemoryClockRate and GlobalMemoryBusWidth report them
    double dram, l2_rate;     // bytes per second
    bool far_l2;              // half of L2 is far from each SM
    int gpcs;                 // L2 can merge loads of SMs in one GPC; at most 8; 0: it merges none
    double overhead;          // seconds: T0 of the model
    int fp32, int32, fp64, sfu, lsu; // units of each pipe in an SM: so many lanes a cycle
    int alu_latency, shared_latency, l1_latency, l2_latency, dram_latency; // cycles
    double pcie; // bytes per second between host and device, each way
    double
        mma; // multiply-adds of 16-bit floats that an SM's tensor cores do in a cycle by mma instructions
    double tensor_ghz; // SM clock while they work
} SimDevice;

// Returns the device that a word names, NULL if none. sim_device_at(i) lists them; NULL past the last one. 0 is the default.
const SimDevice *sim_device(const char *word);
const SimDevice *sim_device_at(int i);

// Theoretical occupancy: blocks that fit on one SM, and what limits them.
typedef struct {
    int blocks;        // resident blocks per SM
    int warps;         // resident warps per SM
    double occupancy;  // warps / the SM's most warps
    const char *limit; // "threads", "blocks", "registers", "shared memory"
    int by_threads, by_blocks, by_registers, by_shared; // blocks per SM by each limit alone
} SimOccupancy;

SimOccupancy sim_occupancy(const SimDevice *d, int threads, int registers, size_t shared);

// ---- memory.c -----------------------------------------------------------------------------------------------

typedef enum {
    SIM_GLOBAL,   // cudaMalloc, __device__ variables
    SIM_POOL,     // cudaMallocAsync
    SIM_MAPPED,   // cuMemMap: of memory that is the program's already, mapped or not
    SIM_CONSTANT, // __constant__ variables
    SIM_HOST,     // pinned, mapped: the host pointer is the device address
    SIM_MANAGED,  // the same, and counted as if its pages had come to the device before the launch
    SIM_PARAM,    // a launch's kernel arguments
    SIM_PARAM_BUFFER, // arguments of launches by kernels
    SIM_HEAP,         // for malloc in kernels
    SIM_KINDS
} SimKind;

// Tells whether it is the device's memory as a program sees it.
static inline bool sim_is_devices(SimKind kind)
{
    return kind == SIM_GLOBAL || kind == SIM_POOL || kind == SIM_MAPPED;
}

static inline bool sim_is_hosts(SimKind kind)
{
    return kind == SIM_HOST || kind == SIM_MANAGED;
}

// The elements of an array.
typedef struct {
    uint8_t bytes; // 0: unknown
    bool real;     // float or double
    bool no_sign;  // an unsigned integer
    uint32_t
        columns; // in a row, of an array with two dimensions; 0: it has one, or their sizes are unknown
} SimElement;

// What a launch does to an allocation (footprint.c).
typedef struct {
    // Tables, or NULL. touched: 2 bits for each 32-byte sector, read and written. asked: in the lower half of a sector's word how often
    // the SMs of each GPC asked L2 for it, 4 bits each; in the upper half when their blocks did, a bit for each time. Both begin with the
    // 128-byte line that holds the first byte.
    uint32_t *touched;
    uint64_t *asked;
    // What tensor maps made L2 fetch as a whole: bits 0 and 1 for the lines of 256 bytes, bit 2 for both at once. NULL without such maps.
    uint8_t *promoted;
    uint64_t missed;   // sectors that loads missed in the L1s of blocks
    uint64_t repeated; // those of them that the same block had read before
    uint64_t waited;   // cycles that warps waited for these sectors
} SimTraces;

// One allocation. Device addresses are never used twice, so that a freed allocation is recognized.
typedef struct {
    uint64_t base, size; // device address, bytes
    unsigned char *host; // where its bytes are
    SimKind kind;
    bool live;                // false once freed
    bool owned;               // the core frees `host`
    const char *name;         // a variable's, or what sim_memory_call said; or NULL
    bool variable;            // of a module: the program can't free it
    const char *made, *freed; // "file:line" or function; NULL if unknown
    SimTraces traces;         // of the launch that runs, or of the last one
    struct Shadow *shadow;    // the checks' data, or NULL
    uint64_t *pool;           // the bytes in use of its pool, or NULL
    bool tracked;             // a read of what was never written is an error
    SimElement element;       // the elements of the array called `name`
} SimAlloc;

// The condition of a graph's conditional node, an allocation of its own. Kernels have its address as a handle.
typedef struct {
    uint32_t now;    // kernels set it
    uint32_t first;  // what it is at the beginning of the graph's launch,
    uint32_t begins; // if this is not 0
} SimCondition;

typedef struct SimMemory SimMemory;

SimMemory *sim_memory_new(void);
// Prepares for SimLaunch.check: from now on new allocations have shadows.
void sim_memory_check(SimMemory *m);
// Names the allocation that starts at `address` for messages: "reads a[1]". Without host memory it does nothing.
void sim_memory_call(SimMemory *m, uint64_t address, const char *name, SimElement element);
// Counts the allocation that starts at `address` among those of a pool, until it is released. in_use: the pool's bytes.
void sim_memory_pool(SimMemory *m, uint64_t address, uint64_t *in_use);
// Tells the checks that the host has written [address, address + size).
void sim_memory_wrote(SimMemory *m, uint64_t address, size_t size);
// Tells the checks that bytes were copied on the device: those that nobody has written stay so where they have come.
void sim_memory_copied(SimMemory *m, uint64_t to, uint64_t from, size_t size);
// Returns how many bytes of [address, address + size) nobody has written, as far as checks know; *first: the address of the first.
uint64_t sim_memory_unwritten(const SimMemory *m, uint64_t address, size_t size, uint64_t *first);
void sim_memory_free(SimMemory *m); // also frees all memory that sim_alloc allocated

// Makes an allocation of `size` bytes and returns its device address; 0 if the host has no memory. With host ==
// NULL the core allocates (zeroed) memory. With SIM_HOST and SIM_MANAGED the host's address is the device's. Strings are copied.
uint64_t sim_alloc(SimMemory *m, size_t size, SimKind kind, void *host, const char *name,
                   const char *made);

// Reserves `size` bytes of device addresses from a page of 2 MiB on, which sim_alloc does not give; returns the first.
uint64_t sim_reserve(SimMemory *m, size_t size);
// Makes an allocation at a reserved address, of bytes of the host. False if the host has no memory.
bool sim_map(SimMemory *m, uint64_t address, size_t size, SimKind kind, void *host,
             const char *made);

// Ends the allocation that starts at `address`; false if none does.
bool sim_release(SimMemory *m, uint64_t address, const char *freed);

// Removes the allocation that starts at `address`, if one does, without a trace, since the program never saw it.
void sim_forget(SimMemory *m, uint64_t address);

// Returns the allocation, live or freed, that contains `address`; if there is none, the nearest one; NULL without allocations.
const SimAlloc *sim_nearest(const SimMemory *m, uint64_t address);

// Returns the host pointer to [address, address+size); NULL if that is not inside one live allocation.
void *sim_pointer(const SimMemory *m, uint64_t address, size_t size);

size_t sim_alloc_count(const SimMemory *m);
const SimAlloc *sim_alloc_at(const SimMemory *m, size_t i); // in order of address
uint64_t sim_bytes_in_use(const SimMemory *m);              // live bytes of SIM_GLOBAL and SIM_POOL
uint64_t sim_heap_in_use(const SimMemory *m); // bytes of malloc in kernels, not yet freed
// Returns the i-th place in kernels that has called malloc in checked launches, " at kernel in file:12", and how many blocks of it are not
// freed; NULL past the last one.
const char *sim_heap_left(const SimMemory *m, size_t i, uint64_t *blocks, uint64_t *bytes);

// A copy of what live allocations hold; NULL if the host has no memory. Restoring it does not change allocations that were made
// since. The heap of malloc in kernels becomes what it was, too.
typedef struct SimImage SimImage;
SimImage *sim_memory_image(const SimMemory *m);
void sim_memory_restore(SimMemory *m, const SimImage *image);
void sim_image_free(SimImage *image);

// Returns how many lanes of a request shared memory serves together. offset: (32) where each lane in `mask` wants `bytes`; load: else
// it stores, or is an atomic. (request.c)
int sim_bank_phase(const uint32_t *offset, uint32_t mask, int bytes, bool load);

#endif
