// machine.h: runs one block of a launch. Uses base/, memory/ and ptx/, and alu/ for arithmetic.
//
//     SimLaunch ── what all blocks share                                                              launch.c
//     └─ SimWorker ── one block: shared memory, barriers, counters, its part of L1                    block.c
//        └─ Warp ── 32 lanes                                                                          warp.c
//           ├─ Group ── lanes that share a program counter ──> Frame ── their registers: (LANES) each    frame.c
//           └─ Meet ── where lanes that parted at a branch wait for each other
//
// An instruction works on all lanes of a group at once. A memory access becomes host pointers (access.c), is
// counted and told to the observer, which the checks are.

#ifndef MACHINE_H
#define MACHINE_H

#include "ptx/ptx.h"
#include "warpsim_step.h"

typedef struct Warp Warp;
typedef struct Group Group;

// ---- Who looks on ----------------------------------------------------------------------------------------------------

typedef struct Check Check; // what an observer keeps of a worker's block

// What the machine tells an observer of a checked launch, before it happens unless it says otherwise.
typedef struct Observer {
    bool (*launch_began)(SimLaunch *l); // false if the host has no memory
    void (*launch_ended)(SimLaunch *l);
    Check *(*worker_made)(const SimLaunch *l); // NULL if the host has no memory
    void (*worker_freed)(Check *c);
    void (*block_began)(SimWorker *w);
    void (*access)(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask,
                   SimSpace space, const u64 *address, u8 *const *host);
    void (*fence)(SimWorker *w, const Warp *warp, u32 mask, bool block_scope);
    void (*collective)(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask);
    // A shuffle in which some lanes read from a lane that takes no part.
    void (*absent)(SimWorker *w, const Warp *warp, const Group *g, int reader, int source);
    void (*never_came)(SimWorker *w, const Warp *warp, const Group *g); // lanes that g waits for
    void (*warp_synced)(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask);
    void (*arrived)(SimWorker *w, const Warp *warp, int barrier); // without waiting there
    void (*barrier_opens)(SimWorker *w, int barrier, bool whole_block);
    void (*lanes_exit)(SimWorker *w, i32 pc);
    // A thread makes launch i of its grid; what all that it made must know, once it is done.
    void (*child_launched)(const SimWorker *w, const Warp *warp, int lane, u32 i, u64 stream);
    struct Family *(*family)(SimLaunch *l);
    void (*family_freed)(struct Family *f);
} Observer;

// ---- warp.c, block.c, access.c: running ---------------------------------------------------------------------------------

// Registers and locals of one call. Lanes that make it share a frame, whether they come together or one by one: each
// has its own column in every register.
typedef struct Frame {
    SimFunction *function;
    u8 *regs;       // (function->frame_bytes)
    u32 local_base; // where its stack_bytes start in each lane's local memory
    u32 lanes;      // those inside
    int depth;
    i32 return_to;    // instruction after the call
    const Call *call; // in the caller
    struct Frame *caller;
    struct Frame *inner; // the calls made from here that some lanes are in
    struct Frame *next;  // in the caller's `inner`, or the next free one
} Frame;

typedef enum { G_RUN, G_BARRIER, G_SYNC } GroupState;
typedef struct Copy Copy;

// Lanes of a warp that execute together.
struct Group {
    u32 mask;
    i32 pc;
    i16 meet; // innermost meeting point, -1 none
    u8 state;
    u8 barrier;    // G_BARRIER: which one
    u32 wait_mask; // G_SYNC: lanes it waits for
    Frame *frame;
};

#define MAX_LOCAL  (512u << 10) // bytes of local memory per thread, as on every GPU
#define SPIN_LIMIT 64           // iterations of a warp's spin loops before others get a chance

// A meeting point: lanes that parted at a branch wait at `pc` until all `members` are there.
typedef struct {
    u32 members, arrived;
    i32 pc;
    i16 outer; // the meeting point around it
    Frame *frame;
} Meet;

#define MAX_MEETS 64
struct Warp {
    int index; // in the block
    u32 lanes; // those that exist
    u32 live;  // those that have not exited
    Group groups[LANES];
    int group_count;
    int next_group; // the index of the group that runs next
    u32 spins;      // iterations of spin loops since a group last gave way
    int gave_way;   // groups that gave way since the warp last made progress:
    u64 progress;   // segments outside of spin loops,
    u64 progressed; // and what they and changes of memory came to at the last look
    bool waits;     // all groups gave way, and no progress since
    Meet meets[MAX_MEETS];
    u64 meets_used;    // bit m: meets[m] is in use
    u64 meets_waiting; // … and lanes wait there
    u64 executed;      // instructions so far
    u64 cycles;        // modelled time so far
    u64 dram_cycles;   // … of which it waited for DRAM
    CacheUser user;
    StoredLine stored[STORED_LINES]; // since it entered the segment
    int stored_lines;                // how many
    Frame *base;
    u8 *local;              // (LANES, local_size)
    u32 local_size;         // per lane
    Copy *copies;           // by cp.async, that no wait has completed; oldest first
    u32 copy_groups[LANES]; // that each lane has committed
    u32 error[LANES];       // cudaGetLastError of device code
};

typedef struct {
    u32 expected; // threads, 0: all of the block
    u32 arrived;
    u32 red_count;           // bar.red: how many of their predicates hold
    u64 cycles;              // latest arrival
    u32 last_red, last_came; // red_count and arrived when it was last complete
} Barrier;

// One look at each warp of a block, and what came of it.
typedef struct {
    bool begun;
    int first;       // the warp that it begins with
    int at;          // how many have run
    bool begun_warp; // the next one runs already
    u64 before;      // SimWorker.steps when it began
    bool moved, spins, wants_turn;
} Round;

struct SimWorker {
    SimLaunch *launch;
    SimModule *module;
    Warp *warps; // (launch->warps)
    u8 *shared;  // (launch->shared_total)
    Barrier barriers[16];
    u64 block; // which
    u32 block_id[3];
    bool turn;
    int live_warps;
    u32 live_threads;
    SimCount *counts; // (code_count)
    struct SegmentCount {
        u64 executed, threads;
    } * segments;
    Cache l1;
    SliceCount slices; // what its atomics ask of L2
    Frame *free_frames;
    Copy *free_copies;
    SimAlloc *last_alloc;         // the one used last
    Missed missed[MISSED_ALLOCS]; // by address
    u32 l2_reach;                 // lines that each warp brings until all together fill L2
    u64 critical, dram_cycles, reread;
    u32 handles; // streams and events that the block has made
    u64 random;  // state of SIM_RANDOM
    SimError *err;
    const Observer *observer; // NULL unless the launch is checked
    Check *check;             // … what it keeps of the block
    bool watched;             // it is checked or observed
    i64 work;                 // taken of the launch's and not done yet, warp instructions
    u64 longest;              // warp instructions of the warp that did most of them
    u64 steps, altered; // times that a group was run; writes of other values, in a checked launch
    struct Loop {
        u32 looks, next; // since the group was last run; the look whose state is kept next
        u64 state;       // of the warp, at the one that was kept: does its loop never end?
    } loop;
    u64 changes;           // of memory that other blocks see
    SimStep step;          // of warp_step; pc -1: none yet
    const Warp *midway;    // the warp that a step left amid a group's run, or NULL
    Round round;           // through the warps
    bool collected_midway; // its counters were, amid a block
};

// pipeline.c: sets the cycles of all segments of a module on a device. False if the host has no memory.
bool pipeline_time(SimModule *m, const SimDevice *d);

// block.c: gets the worker ready to run its block; false: there was no memory for it.
bool worker_ready(SimWorker *w, bool turn, SimError *err);

// Runs the warp until all its lanes are blocked or gone, or it gives way.
typedef enum {
    WARP_BLOCKED,
    WARP_PAUSED,
    WARP_STEPPED,
    WARP_SPIN,
    WARP_DONE,
    WARP_TURN,
    WARP_FAULT
} WarpRun;
WarpRun warp_run(SimWorker *w, Warp *warp);
WarpRun warp_step(SimWorker *w, Warp *warp); // … or for one instruction, then WARP_STEPPED
u64 order_random(SimWorker *w);              // what SIM_RANDOM decides by
bool warp_waits(const SimWorker *w, const Warp *warp); // for others, as far as it knows
bool warp_start(SimWorker *w, Warp *warp, u32 lanes);  // at the kernel's entry; false: no memory
void warp_end(SimWorker *w, Warp *warp);               // gives its frames back

// group.c
// Adds a group of `mask` that is like another, but runs, at `pc`.
Group *group_add(Warp *warp, const Group *like, u32 mask, i32 pc);
void group_remove(Warp *warp, const Group *g);
// A meeting point at `pc` for the group's lanes; -1 if there are too many.
int meet_new(Warp *warp, const Group *g, i32 pc);
// At a K_ENTER: true if the group was at its meeting point and is a group no more.
bool meet_arrive(Warp *warp, Group *g);
// Lanes that are no longer to come (they left, or were let go) are waited for no more.
void meets_forget(Warp *warp, u32 lanes);
// Lets go all lanes that wait at meeting points; false if none does.
bool meets_open(Warp *warp);

// barrier.c: a group comes to a barrier instruction: waits there, or is past it if it only arrives or was the last.
// False on a fault.
bool barrier_arrive(SimWorker *w, Warp *warp, Group *g, const Insn *in, u32 mask);
void barrier_exit(SimWorker *w, u32 threads); // threads left the kernel

// frame.c
Frame *frame_new(SimWorker *w, const Warp *warp, SimFunction *f, Frame *caller);
// The call that lanes are in already; NULL if none is.
Frame *frame_find(const Frame *caller, const SimFunction *f, i32 return_to);
void frame_free(SimWorker *w, Frame *f); // and those of its calls

// sync.c: instructions in which the lanes of a warp work together. What they bring along, each in its own lane.
typedef struct {
    _Alignas(64) u8 values[LANES * 8];
    u32 votes; // predicates
    u32 lanes; // those that have added theirs
    u32 noise; // what a shuffle gives from other lanes; 0: the reader's own value
} Exchange;

bool exchange_alike(const Insn *a, const Insn *b); // lanes may come together from one and the other
void exchange_add(Exchange *x, const Group *g, const Insn *in, u32 mask);
// A lane of `mask` whose shuffle reads from *source, which takes no part; -1: none does.
int exchange_absent(const Exchange *x, const Group *g, const Insn *in, u32 mask, int *source);
u64 exchange_cycles(const Exchange *x, const Insn *in); // that it takes in a unit of its own
void exchange_take(const Exchange *x, const Group *g, const Insn *in, u32 mask); // their results

// copy.c: cp.async. False on a fault.
bool copy_issue(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask);
void copy_commit(Warp *warp, u32 mask);
// All copies of these lanes arrive, save those of the `newest` groups; of -1 all without exception.
bool copy_wait(SimWorker *w, Warp *warp, u32 mask, i64 newest);
void copies_forget(SimWorker *w, Warp *warp); // the block has ended
void copies_free(SimWorker *w);

// limits.c
u64 launch_waves(const SimLaunch *l); // of resident blocks

// launch.c
// Takes on more of the launch's work. False, with w->err set, if there is none left or the host wants it to end.
enum { WORK_STEP = 1 << 12 };
bool launch_work(SimWorker *w, const Warp *warp, const Group *g);

// child.c: launches by kernels.
bool children_prepare(SimLaunch *l);
void children_end(SimLaunch *l);
// Room for a launch's arguments: its address, or 0 and the cudaError_t that the launching thread gets.
u64 child_buffer(const SimWorker *w, u64 kernel, const u32 *grid, const u32 *block, u32 shared,
                 u32 *error);
u32 child_launch(const SimWorker *w, const Warp *warp, int lane, u64 buffer,
                 u64 stream); // a cudaError_t

// builtin.c: functions that the driver provides. False on a fault.
bool builtin_call(SimWorker *w, Warp *warp, Group *g, const Insn *in, u32 mask);

// access.c, and texture.c for K_TEXTURE and K_TEXEL_STORE: false on a fault (w->err is set).
bool texture_access(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask);
bool access_memory(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask);
u8 *access_generic(SimWorker *w, Warp *warp, int lane, u64 address, u64 size); // or NULL

// atomic.c: one for each lane in mask, in their order. host: (LANES) where; `at_one`: all at the same address; `alone`: no other
// thread of the host can be there.
void atomic_update(SimWorker *w, const Insn *in, SimSpace space, u8 *const *host, u8 *regs,
                   u32 mask, bool at_one, bool alone);

// fault.c: fills w->err with what happened, and where: kernel, file and line, thread, block.
void fault_at(SimWorker *w, const Warp *warp, int lane, int pc, SimStatus status, const char *what);
// What an address is to the program, if known: an element, which the array may not have. `a`: where it is, or near.
typedef struct {
    const char *name;
    i64 index;
    u64 count; // of its elements
} Element;
bool element_at(const SimWorker *w, SimSpace space, u64 address, const SimAlloc *a, Element *out);
// Where a block's dynamic shared memory begins.
static inline u64 dynamic_start(const SimLaunch *l)
{
    return (l->kernel->shared_bytes + 15) & ~(u64)15;
}
void fault_access(SimWorker *w, const Warp *warp, int lane, int pc, SimStatus status,
                  SimSpace space, u64 address);

#endif
