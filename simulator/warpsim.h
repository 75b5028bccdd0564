// warpsim.h: the simulator's core as its hosts see it.
//
// The core turns PTX into a module, and runs its kernels block by block on memory that the host owns. It has no
// stdio, no threads and no global state, so that the runtime API (runtime/), a test, a tool or a web page can
// drive it. One module may be run by many host threads at once, each with a SimWorker of its own.
//
//   SimDevice    what is simulated: limits and rates of one GPU                   warpsim_memory.h
//   SimMemory    every allocation a kernel may touch                              warpsim_memory.h
//   SimModule    a program's device code: PTX, parsed, analysed, lowered
//   SimFunction  a kernel or device function of a module
//   SimLaunch    kernel + grid + arguments: what all blocks of a launch share
//   SimCount     what one instruction of it did                                   warpsim_counts.h
//   SimMetric    a figure made of those, as Nsight Compute names it               warpsim_metrics.h
//   SimWorker    runs one block at a time; adds up counters
//   SimStep      what a worker did when it was asked for one instruction          warpsim_step.h
//
// Life of a launch: fill SimLaunch, sim_launch_prepare, then for each block sim_worker_start and sim_worker_run
// until SIM_DONE; sim_worker_collect adds a worker's counters to the launch; sim_model gives the modelled time.

#ifndef WARPSIM_H
#define WARPSIM_H

#include "warpsim_counts.h"
#include "warpsim_memory.h"
#include "warpsim_metrics.h"

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

// ---- module.c -----------------------------------------------------------------------------------------------

typedef struct SimModule SimModule;

// A program's device code: one unit of PTX, or several that were compiled as relocatable device code and refer to each
// other. Add each (the text need not end in 0), then link, which places the variables in memory and makes the kernels ready.
// False, and *err, if a unit can't be parsed or a name is missing. A kernel that needs what the simulator does not run is
// refused when it is launched: SIM_BAD_PTX.
SimModule *sim_module_new(SimMemory *m);
bool sim_module_add(SimModule *mod, const char *ptx, size_t length, SimError *err);
bool sim_module_link(SimModule *mod, SimError *err);
// The three in one; NULL if one of them fails, or the simulator can't run one of the functions.
SimModule *sim_module_load(const char *ptx, size_t length, SimMemory *m, SimError *err);
void sim_module_free(SimModule *mod);

SimFunction *sim_module_function(SimModule *mod, const char *mangled);
int sim_module_kernel_count(const SimModule *mod);
SimFunction *sim_module_kernel_at(SimModule *mod, int i);
// Address and size of a variable; 0 if there is none of that name.
uint64_t sim_module_variable(const SimModule *mod, const char *name, size_t *size);
// Messages call the elements of shared arrays of that name in the source so from now on: "part[3]".
void sim_module_call(SimModule *mod, const char *name, SimElement element);
bool sim_module_launches(const SimModule *mod); // its kernels may launch kernels

typedef struct {
    const char *name; // mangled
    int registers;    // per thread; 0 until sim_function_set_assembled
    size_t shared;    // static bytes
    size_t local;     // bytes per thread
    size_t constant;  // bytes of the module's __constant__ variables
    size_t params;    // bytes of kernel arguments
    int max_threads;  // launch bounds, or 1024
    int ptx_target;   // 86 for .target sm_86
} SimFunctionInfo;

// What ptxas made of one PTX line.
typedef struct {
    int line;
    int instructions;              // of machine code
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
    uint64_t shared_total;    // static + dynamic + reserved, bytes
    uint64_t shared_reserved; // those at its end, if the module asks for them
    uint64_t param_address;   // where the arguments are for the kernel
    SimOccupancy occupancy;
    int insn_count;
    const SimInsnInfo *insns; // (insn_count)
    SimCount *counts;         // (insn_count) sum over collected workers
    uint64_t critical;        // sum over blocks of a block's longest warp, cycles,
    uint64_t dram_cycles;     // and those of them in which it waited for DRAM
    uint64_t reread;          // sectors that warps came back to when L2 had lost them
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

// Which limit a launch exceeds: of every device, or of its own device or kernel. *err names it, with what the launch wants.
typedef enum {
    SIM_FITS,
    SIM_BEYOND_GRID,      // sim_most_grid
    SIM_BEYOND_BLOCK,     // sim_most_block, or as many threads in all as it may have in x
    SIM_BEYOND_BOUNDS,    // __launch_bounds__
    SIM_BEYOND_SHARED,    // SimDevice.shared_optin
    SIM_BEYOND_REGISTERS, // as they are handed out to warps
} SimLimit;
extern const uint32_t sim_most_grid[3], sim_most_block[3];
SimLimit sim_launch_limit(const SimLaunch *l, SimError *err); // (limits.c)

// Prepares memory and counters. On failure, a limit for instance, nothing needs to be undone.
SimStatus sim_launch_prepare(SimLaunch *l, SimError *err);
void sim_launch_end(SimLaunch *l); // frees what prepare made
// Before sim_launch_end: what the grid launched. To be run after it, each with its own children before the next, and then
// freed. False if the host has no memory.
bool sim_launch_children(SimLaunch *l, SimChildren *children);
// The launch that is child i of these: like the parent's, as the host filled that, but for what the child says itself.
SimLaunch sim_child_launch(const SimLaunch *parent, const SimChildren *children, uint32_t i);
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

// ---- model.c ------------------------------------------------------------------------------------------------

// Modelled time, T0 and what seven terms together take, in seconds. Source: model.c; accuracy: ACCURACY.md.
typedef struct {
    double issue, sfu, lsu, l2, atomics, dram, latency;
    double waits; // of all warps at once, in a launch of one wave without barriers
    double overhead, total;
    double least, most; // 9 of 10 measured times lay between them (time.c)
    const char *limit;  // "issue", "SFU", "LSU", "L2", "atomics", "DRAM" or "latency"
    uint64_t dram_read, dram_written, l2_bytes; // bytes
} SimTime;

SimTime sim_model(const SimLaunch *l);

// ---- metrics.c ----------------------------------------------------------------------------------------------

// Metrics of the instructions that `keep` accepts, in the order of SimMetricId; NULL: of all of them, and of the launch.
// Writes at most `most`, returns how many.
int sim_metrics(const SimLaunch *l, bool (*keep)(const SimInsnInfo *, const void *),
                const void *context, SimMetric *out, int most);

#endif
