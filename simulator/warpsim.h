// warpsim.h: the simulator's core as its hosts see it.
//
// The core turns PTX into a module, and runs its kernels block by block on memory that the host owns. It has no
// stdio, no threads and no global state, so that the runtime API (runtime/), a test, a tool or a web page can
// drive it. One module may be run by many host threads at once, each with a SimWorker of its own.
//
//   SimDevice    what is simulated: limits and rates of one GPU                            device.c
//   SimMemory    every allocation a kernel may touch                                       memory.c
//   SimModule    a program's device code: PTX, parsed, analysed, lowered                    module.c
//   SimFunction  a kernel or device function of a module                                   module.c
//   SimLaunch    kernel + grid + arguments: what all blocks of a launch share              launch.c
//   SimWorker    runs one block at a time; adds up counters                                block.c
//
// Life of a launch: fill SimLaunch, sim_launch_prepare, then for each block sim_worker_start and sim_worker_run
// until SIM_DONE; sim_worker_collect adds a worker's counters to the launch; sim_model gives the modelled time.

#ifndef WARPSIM_H
#define WARPSIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What can go wrong, with the message a person reads. `text` is complete sentences, lines separated by '\n'.
typedef enum {
    SIM_OK,
    SIM_BAD_PTX,         // can't be parsed, or uses what the simulator does not run
    SIM_BAD_LAUNCH,      // a limit of the device exceeded
    SIM_ILLEGAL_ADDRESS, // access outside every allocation
    SIM_MISALIGNED,      // address not a multiple of the access size
    SIM_ASSERT,          // device-side assert
    SIM_TRAP,            // trap instruction
    SIM_DEADLOCK,        // no lane of the block can move
    SIM_STACK_OVERFLOW,  // local memory or call depth exhausted
    SIM_NO_MEMORY,       // the host is out of memory
    SIM_TOO_LONG,        // the launch has done all the work that it may
    SIM_STOPPED,         // the host has set SimLaunch.stop
} SimStatus;

typedef struct {
    SimStatus status;
    char text[2048];
} SimError;

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

// ---- module.c -----------------------------------------------------------------------------------------------

typedef struct SimModule SimModule;
typedef struct SimFunction SimFunction;

// A program's device code: one unit of PTX, or several that were compiled as relocatable device code and refer to each
// other. Add each (the text need not end in 0), then link, which places the variables in memory and makes the kernels
// ready. False, and *err, if a unit can't be parsed, needs what the simulator does not run, or a name is missing.
SimModule *sim_module_new(SimMemory *m);
bool sim_module_add(SimModule *mod, const char *ptx, size_t length, SimError *err);
bool sim_module_link(SimModule *mod, SimError *err);
// The three in one; NULL if one of them fails.
SimModule *sim_module_load(const char *ptx, size_t length, SimMemory *m, SimError *err);
void sim_module_free(SimModule *mod);

SimFunction *sim_module_function(SimModule *mod, const char *mangled);
int sim_module_kernel_count(const SimModule *mod);
SimFunction *sim_module_kernel_at(SimModule *mod, int i);
// Address and size of a variable; 0 if there is none of that name.
uint64_t sim_module_variable(const SimModule *mod, const char *name, size_t *size);
// Messages call the elements of shared arrays of that name in the source so from now on: "part[3]".
void sim_module_call(SimModule *mod, const char *name, SimElement element);
int sim_module_ptx_target(const SimModule *mod); // 86 for .target sm_86
bool sim_module_launches(const SimModule *mod);  // its kernels may launch kernels

typedef struct {
    const char *name; // mangled
    int registers;    // per thread; 0 until sim_function_set_assembled
    size_t shared;    // static bytes
    size_t local;     // bytes per thread
    size_t constant;  // bytes of the module's __constant__ variables
    size_t params;    // bytes of kernel arguments
    int max_threads;  // launch bounds, or 1024
    int ptx_target;
} SimFunctionInfo;

// What ptxas made of the loads and the local memory of one PTX line.
typedef struct {
    int line;
    uint8_t copies;                // of a load, side by side: how often its loop was unrolled
    int local_loads, local_stores; // words, spilled registers among them
} SimAssembledLine;

// What ptxas made of a kernel.
typedef struct {
    int registers;           // per thread; 0 if there is no cubin
    SimAssembledLine *lines; // (count) ascending; to be freed
    int count;
} SimAssembled;

SimFunctionInfo sim_function_info(const SimFunction *f);
void sim_function_set_assembled(SimFunction *f, const SimAssembled *assembled);
// Byte offset and size of kernel parameter i; false past the last.
bool sim_function_param(const SimFunction *f, int i, size_t *offset, size_t *size);

// ---- fatbin.c -----------------------------------------------------------------------------------------------

// Finds PTX in a fat binary (what nvcc puts in the .nv_fatbin section), which begins at `data` and ends within `size`
// bytes. On success *ptx points into `data`. Fails with a message that says what to do if the PTX is compressed or absent.
bool sim_fatbin_ptx(const void *data, size_t size, const char **ptx, size_t *length, SimError *err);
// From the fat binary's cubin for `arch` (86), or the newest if there is none. False if the host has no memory.
bool sim_fatbin_assembled(const void *data, size_t size, const char *mangled, int arch,
                          SimAssembled *out);

// ---- counters -----------------------------------------------------------------------------------------------

// What one PTX instruction did during a launch, summed over warps. The names that Nsight Compute gives these
// figures, and how ratios are made from them, stand in metrics.c.
typedef struct {
    uint64_t executed;   // warp instructions
    uint64_t threads;    // active lanes of those (guard predicate not applied)
    uint64_t enabled;    // lanes whose guard predicate was true
    uint64_t requests;   // warp-level memory requests (at least one lane enabled)
    uint64_t sectors;    // distinct 32-byte sectors, summed over requests
    uint64_t bytes;      // distinct bytes wanted, summed over requests
    uint64_t l1_misses;  // sectors that went to L2
    uint64_t wavefronts; // shared memory
    uint64_t ideal;      // wavefronts without bank conflicts
    uint64_t divergent;  // branches whose lanes split
} SimCount;

// An instruction as reports name it.
typedef struct {
    const SimFunction *function;
    const char *file; // of the source, or NULL without line information
    int line;         // the user's line: a library's inline code counts for the line that called it
    int ptx_line;
    const char *text; // PTX mnemonic, "ld.global.u32"
    uint8_t kind;     // SimInsnKind
    uint8_t space;    // SimSpace, for memory instructions
    uint8_t slots;    // machine instructions that ptxas makes of it, about
    uint8_t pipe;     // SimPipe
    uint8_t copies;   // a load's, of ptxas: SimAssembledLine
    uint8_t turns;    // of its loop that ptxas made one of; 0 until a launch
    uint16_t spill_loads,
        spill_stores;  // words that ptxas moves here between registers and local memory
    bool short_branch; // a forward branch that ptxas would turn into predicates
} SimInsnInfo;

typedef enum {
    SIM_PLAIN,
    SIM_LOAD,
    SIM_STORE,
    SIM_ATOMIC,
    SIM_BRANCH,
    SIM_BARRIER,
    SIM_EXIT
} SimInsnKind;
typedef enum {
    SIM_SPACE_NONE,
    SIM_SPACE_GLOBAL,
    SIM_SPACE_SHARED,
    SIM_SPACE_LOCAL,
    SIM_SPACE_CONST,
    SIM_SPACE_PARAM,
    SIM_SPACE_GENERIC
} SimSpace;
typedef enum {
    SIM_PIPE_INT,
    SIM_PIPE_FP32,
    SIM_PIPE_FP64,
    SIM_PIPE_SFU,
    SIM_PIPE_LSU,
    SIM_PIPE_CONTROL,
    SIM_PIPES
} SimPipe;

// ---- launch.c -----------------------------------------------------------------------------------------------

typedef enum { SIM_LOCKSTEP, SIM_SERIAL, SIM_RANDOM } SimSchedule;

// What a checked launch found, by pair of source lines.
typedef enum {
    SIM_FOUND_RACE,
    SIM_FOUND_UNINITIALIZED,
    SIM_FOUND_BARRIER,
    SIM_FOUND_MASK,
    SIM_FOUND_REMARK, // legal, and worth a look: no error
} SimFindingKind;

typedef struct {
    SimFindingKind kind;
    int pc, other; // instructions of the two sides; the same if there is one
    int apart; // a race's threads: 0 in a warp, 1 in a block, 2 in two blocks, 3 in two launches
    uint64_t hazards; // how often
    char text[1024];  // as SimError.text
} SimFinding;

// One access of a warp to memory: what an observer is told.
typedef struct {
    uint64_t block;   // index in the grid, x fastest
    int warp;         // in the block
    int pc;           // the instruction: SimLaunch.insns[pc]
    SimInsnKind kind; // SIM_LOAD, SIM_STORE or SIM_ATOMIC
    SimSpace space;   // global, shared, local or constant; never generic
    uint32_t lanes;   // bit l: lane l takes part
    int bytes;        // each of them
    const uint64_t
        *address; // (32) of the lanes; in shared and local memory the offset from its start
} SimAccess;

// A launch that a kernel made.
typedef struct {
    SimFunction *kernel;
    uint32_t grid[3], block[3];
    size_t shared;
    const void *params;
    uint32_t number; // in the order in which they were launched
    bool launched;   // else it only asked for room for its arguments
    bool tail;       // runs when the grid and all its other children are done
} SimChild;

// The launches that a grid made, in the order in which they are to run. (child.c)
typedef struct {
    SimChild *child; // (count)
    uint32_t count;
    struct Family *family;           // what checked ones must know of each other and of the grid,
    const struct Observer *observer; // and who knows it; NULL if they are not checked
} SimChildren;

// What all blocks of a launch share. The host fills the first part.
typedef struct {
    const SimDevice *device;
    SimMemory *memory;
    SimFunction *kernel;
    uint32_t grid[3], block[3];
    size_t shared;      // dynamic shared memory, bytes
    const void *params; // kernel arguments at their offsets
    bool check;         // for races and the like: one worker at a time may run
    bool alone;         // it is known that one worker at a time runs
    SimSchedule schedule;
    uint64_t seed; // of SIM_RANDOM
    // Device printf of one thread: the format and vprintf's argument buffer, each promoted argument at its natural
    // alignment of 4 or 8 bytes. Returns what printf returns in a kernel: how many arguments there were.
    int (*print)(void *host, const char *format, const unsigned char *args);
    void *host;
    bool cooperative; // all blocks are on the device at once, and may wait for each other
    uint32_t depth;   // 0: launched by the host, 1: by a kernel that was, …
    size_t heap; // bytes for malloc in kernels: what the first launch that may call it says, holds
    uint32_t most_children;      // launches that its kernels may make
    const SimChildren *siblings; // the launch is number `member` of these; NULL: the host's
    uint32_t member;
    // cudaDeviceGetAttribute of device code: a cudaError_t.
    int (*attribute)(int *value, int attribute, int device);
    // Told of every access to memory that is in bounds, before it happens, by the host thread that runs the block; NULL:
    // nobody is. Not told: parameters, and what functions keep on their stack for calls.
    void (*observe)(void *observer, const SimAccess *access);
    void *observer;
    // The work that the launch may do, in warp instructions; 0: any. What costs more than an instruction counts as several:
    // printf, malloc, the start of a block. A launch within it is never ended; one beyond it is, some thousands later.
    uint64_t most_work;
    uint64_t work;    // before: of launches that share the limit; after: with this one's
    const bool *stop; // once it is set, the launch ends with SIM_STOPPED; NULL: never

    // Filled by the core.
    int workers;              // at it
    uint64_t longest;         // warp instructions of the warp that did most of them
    uint64_t blocks, threads; // in the grid; per block
    int warps;                // per block
    int waves;                // in which slice_work is kept
    uint64_t shared_total;    // static + dynamic, bytes
    uint64_t param_address;   // where the arguments are for the kernel
    SimOccupancy occupancy;
    int insn_count;
    const SimInsnInfo *insns; // (insn_count)
    SimCount *counts;         // (insn_count) sum over collected workers
    uint64_t critical;        // sum over blocks of a block's longest warp, cycles,
    uint64_t dram_cycles;     // and those of them in which it waited for DRAM
    uint64_t *slice_work;     // (waves, l2_slices) atomics.c; NULL without atomics in global memory
    struct LaunchCheck *checks; // NULL unless `check`
    SimFinding *findings;       // (finding_count)
    int finding_count;
    uint64_t grid_id;   // counts the launches
    SimChild *children; // (child_count) in the order of their launch
    uint32_t child_count;
    size_t child_bytes;        // for the arguments of each,
    uint64_t child_params;     // from here
    struct Printing *printing; // the thread whose printf is under way
    uint64_t grid_barrier;     // of a cooperative launch: where cooperative groups keep it
} SimLaunch;

// Checks limits, prepares memory and counters. On failure nothing needs to be undone.
SimStatus sim_launch_prepare(SimLaunch *l, SimError *err);
void sim_launch_end(SimLaunch *l); // frees what prepare made
// Before sim_launch_end: what the grid launched. To be run after it, each with its own children before the next, and then
// freed. False if the host has no memory.
bool sim_launch_children(SimLaunch *l, SimChildren *children);
void sim_children_free(SimChildren *children);

// For `print`: the text at an address as the thread that prints sees it, in its local or shared memory too; NULL if there
// is none that ends. Until print returns. (builtin.c)
const char *sim_print_text(const SimLaunch *l, uint64_t address);

// ---- block.c ------------------------------------------------------------------------------------------------

typedef enum {
    SIM_DONE, // every thread of the block has exited
    SIM_TURN, // next is an operation whose order between blocks shows: run again with turn == true once
              // every earlier block is done
    SIM_SPIN,  // every lane that can move waits for another block: run others first
    SIM_STEP,  // of sim_worker_step: an instruction was executed
    SIM_FAULT, // *err says what
} SimRun;

typedef struct SimWorker SimWorker;

SimWorker *sim_worker_new(SimLaunch *l);
void sim_worker_start(SimWorker *w, uint64_t block); // index in the grid, x fastest
SimRun sim_worker_run(SimWorker *w, bool turn, SimError *err);
void sim_worker_collect(SimWorker *w); // adds its counters to the launch's
void sim_worker_free(SimWorker *w);
// How often its blocks have changed memory. Blocks that all spin and change nothing wait for ever.
uint64_t sim_worker_changes(const SimWorker *w);

// ---- step.c -------------------------------------------------------------------------------------------------

// A started block can be run step by step instead of by sim_worker_run, which then runs what is left of it: the host
// chooses the warp. Call sim_worker_run in the end to have the block counted as done, or when all warps wait, to have
// the deadlock reported. What memory is accessed, SimLaunch.observe is told.

typedef enum {
    SIM_STEPPED, // something was executed
    SIM_WAITS,   // no lane of the warp can move: it is for other warps or blocks to do something
    SIM_EXITED,  // no lane of it is left
    SIM_FAULTED, // *err says what
} SimStepped;

// An instruction that was executed, for which lanes, and for which of them its guard predicate held.
typedef struct {
    int pc;   // SimLaunch.insns[pc]
    int warp; // in the block
    uint32_t lanes, enabled;
} SimStep;

// One instruction in the order of sim_worker_run, whose results and counters these steps add up to: SIM_STEP. Else *step has
// pc -1 and the block is done, waits for other blocks, or has failed; an instruction that fails is in *step.
SimRun sim_worker_step(SimWorker *w, SimStep *step, SimError *err);

// One instruction of the warp, for those of its lanes whose turn it is. *step: which, if SIM_STEPPED.
SimStepped sim_step(SimWorker *w, int warp, SimStep *step, SimError *err);
// The warp until it waits or is gone; SIM_STEPPED: it gave way to others, which it may wait for in a loop.
SimStepped sim_step_warp(SimWorker *w, int warp, SimError *err);

// Lanes of a warp that share a program counter.
typedef struct {
    uint32_t lanes;
    int pc; // the instruction that is next
    enum {
        SIM_LANES_RUN,        // can go on
        SIM_LANES_AT_BARRIER, // wait for threads of the block,
        SIM_LANES_AT_SYNC, // … for lanes of the warp that __syncwarp, a shuffle or the like names,
        SIM_LANES_MEET,    // … for lanes that parted from them at a branch
    } state;
} SimGroup;

// The warp's groups, that whose turn it is first; returns how many.
int sim_step_groups(const SimWorker *w, int warp, SimGroup groups[32]);

// A register, in the call of a function that a lane is in.
typedef struct {
    char name[32];      // "%r3"
    int bytes;          // 1 to 8; 0: a predicate, of value 0 or 1
    bool written;       // by the instruction that names it
    uint64_t value[32]; // of all lanes of that call
} SimRegister;

// The register of that name; false if the function has none or never uses it.
bool sim_step_register(const SimWorker *w, int warp, int lane, const char *name, SimRegister *out);
// The registers that instruction `pc` names, those it writes first; returns how many. None if the lane is not in the
// instruction's function.
int sim_step_operands(const SimWorker *w, int warp, int lane, int pc, SimRegister *out, int most);

// The block's shared memory: (*bytes).
unsigned char *sim_step_shared(const SimWorker *w, size_t *bytes);
// The warp's modelled time so far, in cycles, and those of them in which it waited for DRAM.
uint64_t sim_step_cycles(const SimWorker *w, int warp, uint64_t *dram);
uint64_t sim_step_block(const SimWorker *w); // index in the grid

// ---- model.c ------------------------------------------------------------------------------------------------

// Modelled time, T0 and what seven terms together take, in seconds. Source: model.c; accuracy: ACCURACY.md.
typedef struct {
    double issue, sfu, lsu, l2, atomics, dram, latency;
    double overhead, total;
    const char *limit; // "issue", "SFU", "LSU", "L2", "atomics", "DRAM" or "latency"
    uint64_t dram_read, dram_written, l2_bytes; // bytes
} SimTime;

SimTime sim_model(const SimLaunch *l);

// ---- metrics.c ----------------------------------------------------------------------------------------------

// A figure with Nsight Compute's name for it.
typedef struct {
    const char
        *name; // ncu's metric name, or the section and label for occupancy and launch figures
    const char *label; // what a table calls it: "load efficiency"
    const char *unit;  // "%", "sector", "inst", "us", …
    double value;
    bool known; // false where there is nothing to divide by
} SimMetric;

// Metrics of the instructions [begin, end) that `keep` accepts (NULL: all). Writes at most `most`, returns how many.
int sim_metrics(const SimLaunch *l, bool (*keep)(const SimInsnInfo *, const void *),
                const void *context, SimMetric *out, int most);

#endif
