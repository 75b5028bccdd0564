// warpsim.h: the simulator's core as its hosts see it.
//
// The core turns PTX into a module, and runs its kernels block by block on memory that the host owns. It has no
// stdio, no threads and no global state, so that the runtime API (runtime/), a test, a tool or a web page can
// use it. Many host threads may run one module at once, each with its own SimWorker.
//
//   SimDevice    the simulated GPU: its limits and rates                          warpsim_memory.h
//   SimMemory    all allocations that a kernel may access                         warpsim_memory.h
//   SimModule    a program's device code: PTX, parsed, analysed, lowered          warpsim_module.h
//   SimFunction  a kernel or device function of a module                          warpsim_module.h
//   SimLaunch    kernel + grid + arguments: the data that all blocks of a launch share
//   SimCount     counters of one instruction in a launch                          warpsim_counts.h
//   SimMetric    a figure made of the counters, with Nsight Compute's name        warpsim_metrics.h
//   SimWorker    runs one block at a time; adds up counters
//   SimStep      the instruction that a worker executed in one step               warpsim_step.h
//
// To run a launch, fill in a SimLaunch and call sim_launch_prepare. For each block, call sim_worker_start, and sim_worker_run
// until SIM_DONE. sim_worker_collect adds a worker's counters to the launch; sim_model gives the modelled time.

#ifndef WARPSIM_H
#define WARPSIM_H

#include "warpsim_counts.h"
#include "warpsim_memory.h"
#include "warpsim_metrics.h"
#include "warpsim_module.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- launch.c -----------------------------------------------------------------------------------------------

typedef enum { SIM_LOCKSTEP, SIM_SERIAL, SIM_RANDOM } SimSchedule;

// What a checked launch found, for a pair of source lines.
typedef enum {
    SIM_FOUND_RACE,
    SIM_FOUND_UNINITIALIZED,
    SIM_FOUND_OVERRUN, // an access beyond its shared array, in shared memory
    SIM_FOUND_BARRIER,
    SIM_FOUND_MASK,
    SIM_FOUND_LAUNCH, // launches by kernels that failed
    SIM_FOUND_ACQUIRE, // a race for want of an acquire, which rarely shows: a remark, but an error to a judge
    SIM_FOUND_REMARK, // legal, and worth a look: no error
} SimFindingKind;

typedef struct {
    SimFindingKind kind;
    int pc, other; // instructions of the two sides; the same if there is one side
    int apart; // a race's threads: 0 in a warp, 1 in a block, 2 in two blocks, 3 in two launches; a remark's weight
    uint64_t hazards; // how often it was found
    char text[4096];  // as SimError.text; a template's name may be long, and stands there twice
} SimFinding;

// One access of a warp to memory, as SimLaunch.observe gets it.
typedef struct {
    uint64_t block;   // index in the grid, x fastest
    uint64_t owner;   // the block whose shared memory it is: itself, or another one of its cluster
    int warp;         // in the block
    int pc;           // the instruction: SimLaunch.insns[pc]
    SimInsnKind kind; // SIM_LOAD, SIM_STORE or SIM_ATOMIC
    SimSpace space;   // global, shared, local or constant; never generic
    uint32_t lanes;   // bit l: lane l takes part
    int bytes;        // of each lane
    const uint64_t *address; // (32) for each lane; in shared and local memory an offset
} SimAccess;

// A launch that a kernel made.
typedef struct {
    SimFunction *kernel;
    uint32_t grid[3], block[3];
    size_t shared;
    const void *params;
    uint32_t number; // in the order in which they were launched
    bool launched;   // false: the kernel only asked for a buffer for the arguments
    bool tail;       // runs when the grid and all its other children are done
    uint64_t queue;  // launches with the same number run in order; 0: this one does not
    uint32_t before; // launches that the same thread made before
} SimChild;

// The launches that a grid made, in the order in which they must run. (child.c)
typedef struct {
    SimChild *child; // (count)
    uint32_t count;
    struct Family *family; // the checks' data about the grid and its launches; NULL: not checked
    const struct Observer *observer; // the checks; NULL: not checked
} SimChildren;

// The data that all blocks of a launch share: what the host asks for, what it gets, and what the core keeps for itself.
typedef struct {
    // ---- The host fills these in, before sim_launch_prepare. What results depend on is compared in is_same, too (repeat.c). ----
    const SimDevice *device;
    SimMemory *memory;
    SimFunction *kernel;
    uint32_t grid[3], block[3];
    size_t shared;      // dynamic shared memory, bytes
    const void *params; // kernel arguments at their offsets
    bool check; // finds races and other errors: only one worker at a time may run, but for a trial
    bool trial; // with `check`: blocks run at once, on trial (check/trial.c)
    bool alone; // the host promises that only one worker at a time runs
    bool cooperative; // all blocks are on the device at once, and may wait for each other
    bool
        early; // it may begin before the launch ahead of it in its stream has ended (programmatic stream serialization)
    SimSchedule schedule;
    uint64_t seed;   // for SIM_RANDOM
    uint64_t number; // of the launch: %gridid
    // Device printf of one thread: the format and vprintf's argument buffer, each promoted argument at its natural
    // alignment of 4 or 8 bytes. Returns what printf returns in a kernel: how many arguments there were.
    int (*print)(void *host, const char *format, const unsigned char *args);
    void *host;
    uint32_t cluster[3];    // blocks of a cluster; 0: as the kernel says it, or none
    bool large_clusters;    // they may have more than SIM_PORTABLE_CLUSTER blocks
    uint32_t depth;         // 0: launched by the host, 1: by a kernel that was, …
    uint32_t most_children; // launches that its kernels may make
    size_t heap; // bytes for malloc in kernels; the first launch that may call malloc sets the size
    size_t stack; // bytes of a thread's stack for functions that call themselves; 0: any
    // With `check` and `early`: the launch ahead, for which threads wait by griddepcontrol.wait. kernel NULL: there is none.
    struct {
        SimFunction *kernel;
        uint32_t began; // SimLaunch.began
    } ahead;
    const SimChildren
        *siblings; // the launch is number `member` of these; NULL: the host launched it
    uint32_t member;
    // Answers cudaDeviceGetAttribute of device code with a cudaError_t.
    int (*attribute)(int *value, int attribute, int device);
    // Gets every access to memory that is in bounds, before it is done, in the host thread that runs the block; or NULL. It does
    // not get accesses to parameters, nor to what functions keep on their stack for calls.
    void (*observe)(void *observer, const SimAccess *access);
    void *observer;
    // The work that the launch may do, in warp instructions; 0: any. Operations that cost more count as several instructions:
    // printf, malloc, the start of a block. A launch is ended only beyond this limit, at most some thousand instructions later.
    uint64_t most_work;
    uint64_t work; // before: done by launches that share the limit; after: with this one's
    // Is told that the kernel has run for long enough to look for its compiled code (warpsim_native.h), and later once more for long
    // enough to compile it; or NULL. It must not wait.
    void (*compile)(SimFunction *kernel, bool may_compile);
    const bool *stop; // once it is set, the launch ends with SIM_STOPPED; NULL: never

    // ---- The results. `work` is one, too. sim_launch_prepare makes the arrays and sim_launch_end frees them. ----
    int insn_count;
    const SimInsnInfo *insns; // (insn_count)
    SimCount *counts;         // (insn_count) sum over collected workers
    uint64_t critical;        // cycles of each block's longest warp, summed over blocks
    uint64_t longest_block;   // the most cycles of a block
    uint64_t dram_cycles;     // the part of `critical` in which it waited for DRAM
    uint64_t clocked;     // the part of `critical` in which it looked at a clock again and again
    uint64_t reread;      // sectors that warps read again when L2 had lost them
    uint64_t longest;     // the most instructions that one warp executed
    uint64_t waits;       // how often a warp began to wait in a loop, or slept outside of one
    SimFinding *findings; // (finding_count)
    int finding_count;
    uint32_t began; // with `check`: the date when it began, as the checks count

    // ---- The core's own. The host reads of these what its views show, and changes none. ----
    int workers;              // that exist
    bool in_vain;             // the trial must be taken back
    bool explicit_cluster;    // the host or the kernel says how many blocks a cluster has
    uint32_t cluster_size;    // blocks of a cluster; 1: they are alone
    int warps;                // per block
    int waves;                // of slice_work
    uint64_t blocks, threads; // in the grid; per block
    uint64_t shared_total;    // static + dynamic + reserved, bytes
    uint64_t shared_reserved; // the reserved bytes at its end, if the module asks for them
    uint64_t param_address;   // where the arguments are for the kernel
    SimOccupancy occupancy;
    uint64_t *slice_work;       // (waves, …) slices.c; NULL without atomics in global memory
    struct LaunchCheck *checks; // NULL unless `check`
    SimChild *children;         // (child_count) in the order of their launch
    uint32_t child_count;
    uint64_t lost;                   // launches by its kernels that failed, with nobody who asked
    size_t child_bytes;              // for the arguments of each child
    uint64_t child_params;           // where these arguments begin
    const struct LaneCall *printing; // the call of printf that is done now
    uint64_t grid_barrier;           // of a cooperative launch: where cooperative groups keep it
} SimLaunch;

// The limit that a launch exceeds: of every device, or of its own device or kernel. *err names it, and what the launch wants.
typedef enum {
    SIM_FITS,
    SIM_BEYOND_GRID,      // sim_most_grid
    SIM_BEYOND_BLOCK,     // sim_most_block; its x also limits the threads in all
    SIM_BEYOND_BOUNDS,    // __launch_bounds__
    SIM_BEYOND_SHARED,    // SimDevice.shared_optin
    SIM_BEYOND_REGISTERS, // as warps get them
    SIM_BEYOND_CLUSTER,   // more blocks than a cluster may have, or a grid that clusters don't fill
} SimLimit;
// Blocks of a cluster: as many any device with clusters takes; as many at most, if a kernel allows it.
enum { SIM_PORTABLE_CLUSTER = 8, SIM_LARGEST_CLUSTER = 16 };
// Limits of every device: threads per block; bytes of a program's constants, and of a kernel's arguments (PTX ISA, .param).
enum { SIM_MOST_THREADS = 1024, SIM_MOST_CONSTANT = 65536, SIM_MOST_PARAMETERS = 32764 };
extern const uint32_t sim_most_grid[3], sim_most_block[3];
SimLimit sim_launch_limit(const SimLaunch *l, SimError *err); // (limits.c)
void sim_launch_cluster(
    SimLaunch *l); // sets `cluster` if the kernel says it, and cluster_size (limits.c)

// Prepares memory and counters. If it fails, by a limit for instance, nothing needs to be undone.
SimStatus sim_launch_prepare(SimLaunch *l, SimError *err);
void sim_launch_end(SimLaunch *l); // frees what prepare made
// Undoes a trial that was in vain, and prepares the launch again: now its blocks run in order.
SimStatus sim_launch_take_back(SimLaunch *l, SimError *err);
// Takes what the grid launched; call it before sim_launch_end. The host runs these after the grid, a child's own children before
// the next child, and then frees them. False if the host has no memory.
bool sim_launch_children(SimLaunch *l, SimChildren *children);
// Returns the launch of child i. It has the parent's settings by the host, but for what the child says itself.
SimLaunch sim_child_launch(const SimLaunch *parent, const SimChildren *children, uint32_t i);
void sim_children_free(SimChildren *children);

// How a launch has touched words of memory: these bits.
enum {
    SIM_TOUCH_READ = 1,
    SIM_TOUCH_WRITE = 2,
    SIM_TOUCH_ATOMIC = 4, // an atomic of the device's threads
    SIM_TOUCH_SIGNAL =
        8, // volatile, or an atomic of system scope: meant for somebody outside of the launch
};

// Tells what a checked launch has touched in memory that others can reach, too: stretches of whole words, in order of address. Call it
// between the launch's last block and sim_launch_end. (check/touched.c)
void sim_launch_touched(const SimLaunch *l,
                        void (*tell)(void *to, uint64_t from, uint64_t end, unsigned how),
                        void *to);

// A call of printf counts as so many instructions, and one more for each byte of its format and of the widths in it.
enum { SIM_PRINT_WORK = 64 };
uint64_t sim_print_work(const char *format); // (builtin.c)
// Returns, for `print`, the text at an address as the printing thread sees it, also in its local or shared memory; NULL if there
// is none that ends. It is valid until `print` returns. (builtin.c)
const char *sim_print_text(const SimLaunch *l, uint64_t address);
// Tells, in `print`, which thread of which block prints. (builtin.c)
void sim_print_thread(const SimLaunch *l, uint64_t *block, uint32_t *thread);

// ---- worker.c -----------------------------------------------------------------------------------------------

typedef enum {
    SIM_DONE, // every thread of the block has exited
    SIM_TURN, // other blocks could see the order of the next operation: run the block again with turn == true
              // when every earlier block is done
    SIM_SPIN,    // every lane that can move waits for another block: run others first
    SIM_STEP,    // sim_worker_step only: an instruction was executed
    SIM_FAULT,   // *err says what
    SIM_BLOCKED, // no host gets it: a block of a cluster waits for the others
} SimRun;

typedef struct SimWorker SimWorker;

SimWorker *sim_worker_new(SimLaunch *l);
void sim_worker_start(SimWorker *w, uint64_t block); // index in the grid, x fastest
SimRun sim_worker_run(SimWorker *w, bool turn, SimError *err);
// Lets a block that runs with the turn stop now and then although it could go on, with SIM_TURN, if the order is random.
void sim_worker_yields(SimWorker *w, bool may);
void sim_worker_collect(SimWorker *w); // adds its counters to the launch's
void sim_worker_free(SimWorker *w);
// Adds the warps that wait at mbarriers, and what these lack; returns how many it has told. (deadlock.c)
int sim_worker_waits(SimWorker *w, char *out, size_t size);
// Returns how often its blocks have changed memory. Blocks that all spin and change nothing wait for ever.
uint64_t sim_worker_changes(const SimWorker *w);

// The model's version: another one where the same PTX has other counters or another modelled time. exercises/levels.csv names it.
enum { SIM_MODEL = 7 };

// ---- time.c -------------------------------------------------------------------------------------------------

// The modelled time, T0 and ten terms, in seconds. Source: model/time.c; accuracy: ACCURACY.md.
typedef struct {
    double issue, tensor, sfu, lsu, network, l2, atomics, dram, link, latency;
    double overhead, total; // T0; T0 and what the terms take together
    double least, most;     // 9 of 10 measured times were between them (time.c)
    const char *
        limit; // "issue", "tensor", "SFU", "LSU", "network", "L2", "atomics", "DRAM", "link" or "latency"
    uint64_t dram_read, dram_written, l2_bytes; // bytes
    double share; // seconds of the whole device: what it takes of one that others of its like fill
} SimTime;

SimTime sim_model(const SimLaunch *l);

// ---- nested.c -----------------------------------------------------------------------------------------------

// The modelled time of a grid with all that it launched, in seconds. Source: model/nested.c.
enum { SIM_NEST_QUEUES = 32 };
typedef struct {
    double overhead;  // T0
    double own, end;  // its blocks have ended; all on its longest path has
    double work;      // SimTime.share of all
    double launches;  // by kernels; those into streams, and of blocks of another size, count more
    unsigned threads; // of its blocks, if a kernel launched it; else 0
    double room;      // SimLaunch.most_children
    bool ends;        // it made launches that are no tail launches
    struct {
        uint64_t is; // SimChild.queue
        double end;  // of the last launch into it
    } queue[SIM_NEST_QUEUES];
} SimNest;

void sim_nest_begin(SimNest *n, const SimLaunch *l); // before sim_launch_end
// Adds a launch of the grid with all its own, in the order of SimChildren.
void sim_nest_add(SimNest *n, const SimChild *c, const SimNest *child);
double sim_nest_time(const SimNest *n);

// ---- metrics.c ----------------------------------------------------------------------------------------------

// Computes metrics of the instructions that `keep` accepts, in the order of SimMetricId; NULL: of all instructions, and of
// the launch. Writes at most `most` of them; returns how many.
int sim_metrics(const SimLaunch *l, bool (*keep)(const SimInsnInfo *, const void *),
                const void *context, SimMetric *out, int most);

#endif
