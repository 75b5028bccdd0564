// machine.h: runs one block of a launch. Uses base/, memory/ and ptx/, and alu/ for arithmetic.
//
//     SimLaunch ── the data that all blocks share                                                     launch.c
//     └─ SimWorker ── one block: shared memory, barriers, counters, its part of L1                    block.c, worker.c
//        ├─ Cluster ── the workers of blocks that run at the same time                                cluster.c
//        └─ Warp ── 32 lanes                                                                          warp.c
//           ├─ Group ── lanes that share a program counter ──> Frame ── their registers: (LANES) each    frame.c
//           └─ Meet ── where lanes that parted at a branch wait for each other
//
// An instruction works on all lanes of a group at once. The addresses of a memory access become host pointers (access.c).
// The access is counted, and told to those who look on, as a SimAccess: to the checks, which are an observer of all that happens, and
// to the host, which may look on at accesses alone (SimLaunch.observe).

#ifndef MACHINE_H
#define MACHINE_H

#include "machine/element.h"
#include "native/native.h"
#include "warpsim_step.h"

typedef struct Warp Warp;
typedef struct Group Group;

// ---- Observers -------------------------------------------------------------------------------------------------------

typedef struct Cluster Cluster;
typedef struct Bulk Bulk;   // a bulk copy in flight (bulk.h)
typedef struct Check Check; // an observer's data about a worker's block

// What the machine calls in a checked launch: before an event; if the name is in the past tense, after it.
// clang-format off
#define EVENTS(X)                                                                                              \
    X(bool, launch_began, (SimLaunch *l)) /* false if the host has no memory */                                \
    X(void, launch_resumed, (SimLaunch *l)) /* other launches have run since its blocks last did */            \
    X(void, launch_ended, (SimLaunch *l))                                                                      \
    X(void, take_back, (const SimLaunch *l)) /* undoes what the blocks have done, on trial */                  \
    X(Check *, worker_made, (const SimLaunch *l)) /* NULL if the host has no memory */                         \
    X(void, worker_freed, (Check *c))                                                                          \
    X(void, block_began, (SimWorker *w))                                                                       \
    X(void, access, (SimWorker *w, const Warp *warp, const Group *g, const Insn *in, const SimAccess *a,       \
                      u8 *const *host)) /* host: (LANES) where */                                              \
    X(void, texel, (SimWorker *w, const Warp *warp, const Group *g, int lane, u64 address, int bytes,          \
                    u8 *written)) /* of a texture or surface; written: where, on the host; NULL: it is read */  \
    X(void, fence, (SimWorker *w, const Warp *warp, u32 mask, bool block_scope))                               \
    X(void, collective, (SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask))            \
    X(void, absent, (SimWorker *w, const Warp *warp, const Group *g, int reader, int source)) /* source is */  \
    X(void, never_came, (SimWorker *w, const Warp *warp, const Group *g)) /* g waits for lanes in vain */      \
    X(void, warp_synced, (SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask))           \
    X(void, arrived, (SimWorker *w, const Warp *warp, int barrier)) /* and does not wait there */              \
    X(void, barrier_opens, (SimWorker *w, int barrier, bool whole_block))                                      \
    X(void, copy_issued, (SimWorker *w, const Warp *warp, i32 pc, u32 mask,                                    \
                          const u64 *address)) /* address: (LANES) of shared memory, to which a cp.async goes */   \
    X(void, copies_waited, (SimWorker *w)) /* a warp has waited for its cp.async */                            \
    X(void, cluster_opens, (Cluster *c))                                                                       \
    X(void, bulk_issued, (const Bulk *b))                                                                      \
    X(void, bulk_lands, (const Bulk *b))                                                                       \
    X(void, bulk_left, (SimWorker *w, const Bulk *b)) /* the block ends, and b uses its shared memory */       \
    X(void, proxy_fence, (SimWorker *w, const Warp *warp))                                                     \
    X(void, product, (SimWorker *w, const Warp *warp, const Group *g, const Insn *in)) /* of a warpgroup */    \
    X(void, product_ordered, (SimWorker *w, const Warp *warp, const Insn *in)) /* wgmma.fence and its kin */   \
    X(void, grid_awaited, (const SimWorker *w, const Warp *warp)) /* by griddepcontrol.wait */                 \
    X(void, lanes_exit, (SimWorker *w, const Warp *warp, u32 lanes, i32 pc))                                   \
    X(void, local_filled, (SimWorker *w, const Warp *warp, int lane, u64 at, u64 bytes)) /* by no store */     \
    X(void, local_left, (SimWorker *w, const Warp *warp, u32 lanes, u64 at, u64 bytes)) /* for others */       \
    X(void, uses_unset, (SimWorker *w, const Warp *warp, const Group *g, i32 segment)) /* see enter.unset */    \
    X(void, child_failed, (SimWorker *w, const Warp *warp, int lane, i32 pc)) /* a launch by <<<>>> */        \
    X(void, child_launched, (const SimWorker *w, const Warp *warp, int lane, u32 child, u64 stream))           \
    X(struct Family *, family, (SimLaunch *l)) /* what the grid's children must know when the grid is done */  \
    X(void, family_freed, (struct Family *f))
#define EVENT_FIELD(result, name, arguments) result(*name) arguments; // NOLINT(bugprone-macro-parentheses): a declaration
typedef struct Observer { EVENTS(EVENT_FIELD) } Observer;
// clang-format on
#undef EVENT_FIELD

// ---- warp.c, block.c, access.c: running ---------------------------------------------------------------------------------

// Registers and locals of one call. Lanes that make the same call share a frame, whether they come together or one by one:
// each lane has its own column in every register.
typedef struct Frame {
    SimFunction *function;
    u8 *regs;         // (function->frame_bytes)
    u32 local_base;   // where its stack_bytes start in each lane's local memory
    u32 lanes;        // the lanes that are in it
    u64 kept;         // bytes of its registers and of its callers'
    u32 depth;        // how many calls it is inside of
    i32 return_to;    // instruction after the call
    const Call *call; // in the caller
    struct Frame *caller;
    struct Frame *inner; // calls made from here that lanes are in
    struct Frame *next;  // the next one in the caller's `inner`, or the next free one
} Frame;

enum { PRODUCT_GROUPS = 8, PHASES = 32 };

// When a phase of an mbarrier ended. Two mbarriers that have the same place lose it to each other, which only changes times.
typedef struct {
    u64 barrier;  // where it is in shared memory, plus 1; 0: nowhere
    u64 latest;   // cycle of the latest arrival of this phase
    u64 ended[2]; // cycle at which the last phase of each parity ended
    u32 number;   // of the phase
} Phase;

// The cycles until which the engines of a block are busy (engines.c).
typedef struct {
    bool used; // since the block began
    u64 tensor[4];
    u64 in, out; // copies to the block's shared memory, and from it
    Phase phases[PHASES];
} Engines;

typedef enum { G_RUN, G_BARRIER, G_SYNC, G_CLUSTER, G_PRODUCT } GroupState;
typedef struct Copy Copy;
// Lanes of a warp that execute together.
struct Group {
    u32 mask;
    i32 pc;
    i16 meet; // innermost meeting point, -1 none
    u8 state;
    u8 barrier;    // G_BARRIER: its number
    u32 wait_mask; // G_SYNC: lanes that it waits for
    u32 way;       // groups of the same way have parted only in the PTX, not in machine code
    Frame *frame;
};

// A meeting point: lanes that parted at a branch wait at `pc` until all `members` are there. Or the lanes of a loop in parts
// (ptx/unrolled.h) wait at its begin for the next part, while others do this one; those that have left the loop are no members.
typedef struct {
    u32 members, arrived;
    i32 pc;
    i16 outer; // the meeting point around it
    u32 way;   // of its members before they parted
    Frame *frame;
    const struct Unrolled *unrolled; // the loop; NULL: lanes parted at a branch
    u8 part;                         // which one the lanes do that do not wait
    u8 left;                         // iterations that they have left of a turn
} Meet;

struct Warp {
    int index; // in the block
    u32 lanes; // the lanes that exist
    u32 live;  // the lanes that have not exited
    int group_count;
    u32 ways;         // how many there have been
    int next_group;   // the index of the group that runs next
    u32 spins;        // iterations of spin loops since a group last gave way
    int gave_way;     // groups that gave way since the warp last made progress
    bool waits;       // all groups gave way, and there was no progress since
    u64 progress;     // segments that it entered outside of spin loops
    u64 progressed;   // the sum of `progress` and SimWorker.changes when a group last gave way
    i32 clock_pc;     // the instruction that read a clock last; -1: none
    i32 wait_pc;      // the branch of the spin loop in which it turned last; -1: none
    struct Looked {   // the last look at an mbarrier
        i32 pc;       // -1: none
        u64 address;  // of shared::cluster
        u64 progress; // `progress` then: while it stays the same, the warp waits there
        u64 of;       // for the end of the phase with this token or parity
        bool parity;
    } looked;
    u64 meets_used;    // bit m: meets[m] is in use
    u64 meets_waiting; // bit m: lanes wait at meets[m]
    u64 executed;      // instructions so far
    u64 cycles;        // modelled time so far
    u64 dram_cycles;   // the part of `cycles` in which it waited for DRAM
    u64 wait_began;    // `progress` when it last turned in a spin loop
    struct Batch {     // the loads that were issued last and are under way together
        u8 parts;      // in so many of the loop's iterations the warp waits for them; 0: never
        i32 pc;        // of the first one, whose loop is `unrolled` so many times
        u32 waited;    // for the slowest of them so far
        bool stays;    // the warp may come to a branch before it waits for them
    } batch;
    u64 spun, spun_cycles, spun_dram; // progressed, cycles, dram_cycles after a spin loop turned
    u64 waited;            // cycles of such iterations that were taken back; clocks have them
    u64 clocked, clock_at; // cycles between readings of one clock; when it was read last
    CacheUser user;
    Group groups[LANES]; // (group_count)
    Meet meets[64];
    Stores stores;
    Frame *base;
    u8 *local;              // (LANES, local_size)
    Copy *copies;           // copies by cp.async that no wait has completed; oldest first
    u32 local_size;         // per lane
    u32 copy_groups[LANES]; // how many groups each lane has committed
    u32 bulk_groups[LANES]; // the same for bulk copies
    u32 product_groups;     // groups of a warpgroup's products that the warp has committed
    u32 product_fences;     // wgmma.fences that it has come to
    bool at_product_fence;  // it waits at the last one
    u64 products_done;      // modelled cycle at which the products that it has started are done
    u64 groups_done[PRODUCT_GROUPS]; // the same of its last groups
    u32 cluster_arrived; // lanes that have arrived at the cluster's barrier, which has not opened yet
    u32 cluster_open;    // lanes that may pass it
    u32 error[LANES];    // for device code's cudaGetLastError
    u32 launches[LANES]; // that each lane has made
};

typedef struct {
    u32 expected;        // threads, 0: all of the block
    u32 arrived, absent; // absent: lanes that are not there and count as arrived (barrier.c)
    u32 red_count;       // bar.red: in how many of these threads the predicate holds
    u64 cycles;          // latest arrival
    u32 loads, step;     // the most loads of a warp that has arrived; the last step of one
} Barrier;

// A round through the warps of a block: each runs once.
typedef struct {
    bool begun;
    int first;                     // the warp that the round begins with
    int at;                        // how many warps have run
    bool begun_warp;               // the next warp runs already
    u64 before;                    // SimWorker.steps when the round began
    bool moved, spins, wants_turn; // a warp moved, spins, wants the turn
} Round;

// The blocks of a cluster, which one worker runs (worker.c).
struct Cluster {
    u32 size;
    SimWorker *member[MOST_CLUSTER]; // (size) by rank
    bool done[MOST_CLUSTER];         // (size) whose block has ended
    u32 next;                        // the rank that runs next
    bool moved, spins, wants_turn;   // in this round: a block went on, spins, wants the turn
    SimWorker *blocked;              // the first one that waits for the others
    u32 live, arrived; // threads that have not exited; that have arrived at the barrier
    bool relaxed;      // one of them by an arrival that orders no memory
    u64 cycles;        // latest arrival
    u64 opened;        // cycle at which the barrier opened last
};

// What a worker remembers of accesses, so that it need not count each from nothing. In a loop the lanes' addresses move, but mostly they
// lie to each other as they did before: in the same shape. What an access costs the banks of shared memory depends on the shape alone, and
// on where in a bank's unit the lowest address is. What it costs global memory also depends on where that is in a line. A shape is kept for
// each register with addresses, so that unrolled iterations have it in common; its sectors are kept for each instruction. Where two
// registers or instructions have the same place, they lose it to each other, which only takes time.
enum { SHAPES = 64, SECTOR_COSTS = 64 };

// What an access costs the banks.
typedef struct {
    u32 key; // all that it depends on besides the shape; 0: none
    BankCount banks;
    BankCount merged; // of the machine's access that does this one's part, too (Insn.access.merged)
} BankCost;

typedef struct {
    u64 id;            // no other shape of the worker ever had it; 0: none is kept
    u32 mask;          // the lanes
    i32 differ[LANES]; // their addresses, less that of the first of them; 0 for lanes that are off
    i32 low, high;     // the least and the greatest of these differences
    u32 bits;          // all their bits
    i32 stride;        // from each lane to the next, if all 32 are on and it is the same; else -1
    i32 eights;        // the same within each eight neighbours
    u8 misses;         // how often in a row the register had another shape
    u8 rest;           // after too many: so many accesses are not looked at
    BankCost costs[4]; // by kind of access
} Shape;

// What an access costs global memory; lines are numbered from that of the lowest address.
typedef struct {
    u64 shape; // its id
    i32 pc;
    u8 phase; // the lowest address modulo 128
    SectorCount sectors;
} SectorCost;

struct SimWorker {
    SimLaunch *launch;
    SimModule *module;
    Warp *warps; // (launch->warps)
    u8 *shared;  // (launch->shared_total)
    Barrier barriers[16];
    u64 block; // its number
    u32 block_id[3];
    Cluster *cluster; // NULL: the block is alone, and does not wait for its cluster
    u32 rank;         // in the cluster
    u32 live_threads;
    u64 ended;        // cycles at which the last of them exited
    SimCount *counts; // (code_count)
    struct SegmentCount {
        u64 executed, threads;
    } * segments;
    Cache l1;
    StoresInStep stored;
    SliceCount slices; // its atomics' work for L2
    Frame *free_frames;
    struct ReadFirst {
        size_t from, to;
    } * read_first; // (reads) bytes of the kernel's frame, for frame.c; NULL: not known yet
    Copy *free_copies;
    Engines engines;
    Bulk *bulks; // bulk copies in flight, oldest first; of a cluster its first block has them all
    Bulk *free_bulks;
    SimAlloc *last_alloc, *known[KNOWN_ALLOCS]; // the allocation that was used last; by instruction
    Missed missed[MISSED_ALLOCS];               // by address
    Shape shapes[SHAPES];                       // by register
    u64 last_shape;                             // the last id
    SectorCost sector_costs[SECTOR_COSTS];      // by instruction
    Asks asks;                                  // of the block
    int reads;                                  // of read_first
    u32 l2_reach;      // lines that each warp brings until all together fill L2
    u64 storing;       // how many other warps of the SM may store at the same time
    u64 critical;      // cycles of the longest warp, summed over its blocks so far
    u64 longest_block; // the most cycles of a block
    u64 dram_cycles;   // the part of `critical` in which the warp waited for DRAM
    u64 clocked;       // the part of `critical` in which the warp looked at a clock again and again
    u64 reread;        // sectors that warps read again after L2 had lost them
    // Of the block, sectors that warps read again after L1 had lost them: by instruction, all, and those that it had after all
    u64 *doubtful, doubts, kept; // doubtful: (code_count)
    u32 handles;                 // streams and events that the block has made
    u64 random;                  // state of SIM_RANDOM
    u32 noise;                   // what registers of a checked block hold before they are set
    SimError *err;
    const Observer *observer; // NULL unless the launch is checked
    Check *check;             // the observer's data about the block
    bool turn;                // it has the turn
    bool yields;              // sim_worker_yields
    bool incomplete;          // the host had no memory for a warp of the block
    bool watched;             // the launch is checked, or somebody gets its accesses
    // SimLaunch.observe and its observer, or what the host has given in place of them.
    void (*watch)(void *watcher, const SimAccess *access);
    void *watcher;
    SimSchedule schedule; // as SimLaunch.schedule, but for a while it may be another
    i64 work;             // warp instructions taken of the launch's work and not executed yet
    u64 longest;          // the most instructions that one warp executed
    u64 waits;            // how often a warp began to wait: see SimLaunch.waits
    u64 steps, altered;   // how often a group ran; how often a checked launch wrote another value
    struct Loop {         // finds loops that never end
        u32 looks, next;  // looks since a group last ran; the look at which `state` is kept next
        u64 state;        // the warp's state at the look that was kept
    } loop;
    u64 changes;           // how often it changed memory that other blocks see
    SimStep step;          // the last one of warp_step; pc -1: none yet
    const Warp *midway;    // the warp that a step left while a group goes on, or NULL
    Round round;           // the current one
    bool collected_midway; // its counters were collected before the block's end
    u32 came[16][LANES];   // by barrier with a number, by warp: the lanes that count as arrived
    const NativeCode *compiled; // the kernel's compiled code; NULL: all is interpreted
    Native native;              // what that gets
};

// Returns the worker itself, and then, for ranks from 1 on, those of its cluster's other blocks; NULL: there are no more.
static inline SimWorker *worker_of_rank(SimWorker *w, u32 rank)
{
    if (rank == 0)
        return w;
    return w->cluster && rank < w->cluster->size ? w->cluster->member[rank] : NULL;
}

// pipeline.c: sets the cycles of all segments of a module on a device. False if the host has no memory.
bool pipeline_time(SimModule *m, const SimDevice *d);

// block.c
SimWorker *worker_new(SimLaunch *l); // for one block; NULL if the host has no memory
void worker_free(SimWorker *w);
void block_start(SimWorker *w, u64 block);
// Runs the block until it is done or can't go on. With `one` it runs one instruction and returns SIM_STEP.
SimRun block_run(SimWorker *w, bool one);
void block_collect(SimWorker *w); // adds its counters to the launch's

// cluster.c
SimWorker *cluster_member(
    const SimWorker *w,
    u64 block); // the worker that runs a block of w's cluster; NULL: it is not there
// Returns the worker of the block to whose shared memory an address of shared::cluster belongs; NULL if there is none.
SimWorker *worker_at(SimWorker *w, u64 address);
// These two do barrier.cluster. A fault is false and CLUSTER_FAULT.
bool cluster_arrive(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask);
typedef enum { CLUSTER_OPEN, CLUSTER_WAITS, CLUSTER_FAULT } ClusterWait;
ClusterWait cluster_wait(SimWorker *w, Warp *warp, Group *g, u32 mask);
// Tells whether a warp of w must not access the shared memory of this block of its cluster, since it has ended. The clock tells, not the
// turns in which a cluster's blocks run: on a GPU they run side by side. An H200 loses stores and arrivals that come too late; asks: the
// access is none of these. For the checks every block that nobody waits for may have ended.
bool cluster_has_left(const SimWorker *owner, const SimWorker *w, const Warp *warp, bool asks);
void cluster_exit(SimWorker *w, Warp *warp, u32 lanes); // lanes left the kernel

// How a warp's run ended.
typedef enum {
    WARP_BLOCKED,
    WARP_PAUSED,
    WARP_STEPPED,
    WARP_SPIN,
    WARP_DONE,
    WARP_TURN,
    WARP_FAULT
} WarpRun;
WarpRun warp_run(SimWorker *w, Warp *warp);  // until all lanes wait or are gone, or it gives way
WarpRun warp_step(SimWorker *w, Warp *warp); // runs one instruction: WARP_STEPPED
void native_adopt(SimWorker *w); // goes on by the kernel's compiled code, if there is some now
u64 order_random(SimWorker *w);  // the random numbers for SIM_RANDOM
bool order_yields(SimWorker *w); // whether others have the turn now, although it could go on
bool warp_waits(const SimWorker *w, const Warp *warp); // for other warps or blocks, it seems
bool warp_start(SimWorker *w, Warp *warp, u32 lanes);  // at the kernel's entry; false: no memory
void warp_end(SimWorker *w, Warp *warp);               // frees its frames

// deadlock.c: writes the fault of a block all of whose groups wait: where, and for which lanes.
SimRun report_deadlock(SimWorker *w);

// group.c: adds a running group of the lanes in `mask` at `pc`; all else is as in group `like`.
Group *group_add(Warp *warp, const Group *like, u32 mask, i32 pc);
void group_remove(Warp *warp, const Group *g);
// Makes a meeting point at `pc` for the group's lanes; -1 if there are too many.
int meet_new(Warp *warp, const Group *g, i32 pc);
// Tells, at a K_ENTER, whether the group was at its meeting point; then its lanes wait there, and the group is gone.
bool meet_arrive(Warp *warp, Group *g);
void meets_forget(Warp *warp, u32 lanes); // no lane waits for these any more
bool meets_open(Warp *warp); // lets all lanes go on that wait at meeting points; false if none does
// Tells whether the group will meet others at `pc` when its loop, if it is in one with parts, is over.
bool meet_is_at(const Warp *warp, const Group *g, i32 pc);
// Brings a group to the begin of a loop in parts. False if all of its lanes wait there now, and the group is gone.
bool part_enter(Warp *warp, Group *g, const Insn *in);
// Tells, at a K_ENTER, whether others run first: a group less far in the code, or one at this place, which g has then joined.
bool group_yields(Warp *warp, Group *g, const Insn *in);
int group_lowest(const Warp *warp); // of those that can run, the one least far in the code; -1
int group_first(const Warp *warp);  // of those that can run, the one with the first lane; -1

// barrier.c: brings a group to a barrier instruction. The group waits there, or is past it if it only arrives or is the last.
// False on a fault.
bool barrier_arrive(SimWorker *w, Warp *warp, Group *g, const Insn *in, u32 mask);
void barrier_exit(SimWorker *w, const Warp *warp, u32 lanes); // lanes left the kernel

// frame.c
Frame *frame_new(SimWorker *w, const Warp *warp, SimFunction *f, Frame *caller);
// Returns the frame of this call if other lanes are in it already; else NULL.
Frame *frame_find(const Frame *caller, const SimFunction *f, i32 return_to);
void frame_free(SimWorker *w, Frame *f); // and the frames of its calls
// Returns the kernel, or else the device function, that has this address; NULL if none has.
SimFunction *function_at(const SimModule *m, u64 address, bool kernel);

// sync.c: instructions in which the lanes of a warp work together. An Exchange has what each lane brings.
typedef struct {
    _Alignas(64) u8 values[LANES * 8];
    u32 votes; // predicates
    u32 lanes; // the lanes that have added their values
    u32 noise; // what a shuffle gets from an absent lane: 0, as on an H200; in checked runs a noise
} Exchange;

bool exchange_alike(const Insn *a, const Insn *b); // lanes at a and lanes at b may work together
void exchange_add(Exchange *x, const Group *g, const Insn *in, u32 mask);
// Returns a lane of `mask` whose shuffle reads from an absent lane, *source; -1 if there is none.
int exchange_absent(const Exchange *x, const Group *g, const Insn *in, u32 mask, int *source);
u64 exchange_cycles(const Exchange *x, const Insn *in); // its time in a unit that an SM has once
void exchange_take(const Exchange *x, const Group *g, const Insn *in, u32 mask); // writes results

// copy.c: cp.async. False on a fault.
bool copy_issue(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask);
void copy_commit(Warp *warp, u32 mask);
// Writes all copies of these lanes but those of the `newest` groups and those without a group; -1: writes all.
bool copy_wait(SimWorker *w, Warp *warp, const Insn *in, u32 mask);
// Adds to out[], of which `count` are used, the warp's copies that are not written; returns how many are used then.
int copies_list(const SimWorker *w, const Warp *warp, SimFlight *out, int count, int most);
void copies_forget(SimWorker *w, Warp *warp); // drops the copies when the block has ended
void copies_free(SimWorker *w);

// bulk.c: cp.async.bulk. False on a fault.
bool bulk_issue(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask);
void bulk_commit(Warp *warp, u32 mask);
// Completes the lanes' copies to global memory but those of the `newest` groups.
void bulk_wait(SimWorker *w, Warp *warp, u32 mask, i64 newest);
// Completes the copies that complete at the mbarriers at which the lanes look.
void bulk_look(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask);
// Returns the block in whose shared memory the mbarrier lies at which the warp waits, *at; NULL if it waits at none.
SimWorker *bulk_waits(SimWorker *w, const Warp *warp, u64 *at);
// Adds the copies that are not complete, as copies_list does.
int bulks_list(const SimWorker *w, SimFlight *out, int count, int most);
void bulk_block_ends(SimWorker *w); // completes the copies that use the block's shared memory
void bulks_forget(SimWorker *w);    // drops the copies when the block has ended
void bulks_free(SimWorker *w);

// Returns who asks L2 now: a warp of the block that has run for so many cycles.
static inline const Asks *asks_at(SimWorker *w, u64 cycles)
{
    w->asks.cycles = cycles;
    return &w->asks;
}

u64 resident_blocks(
    const SimLaunch *l);              // limits.c: how many blocks the device has room for at a time
u64 launch_waves(const SimLaunch *l); // how many waves of them it has

// launch.c: takes more of the launch's work for this worker. False, with w->err set, if none is left or the host ends the launch.
bool launch_work(SimWorker *w, const Warp *warp, const Group *g);
bool launch_in_vain(SimWorker *w); // ends a trial: sets w->err and returns false

// child.c: launches by kernels (child.h has the rest). Streams that kernels name: that of launches that name none, of which each block has
// its own, cudaStreamTailLaunch and cudaStreamFireAndForget, driver_types.h.
enum { STREAM_OF_BLOCK = 0, STREAM_TAIL = 3, STREAM_FIRE_AND_FORGET = 4 };
bool children_prepare(SimLaunch *l);
void children_end(SimLaunch *l);

// matrix.c: does the product that a K_MATRIX and the three K_FRAGMENTs before it describe. regs: where their lists point to.
void matrix_multiply(u8 *regs, const Insn *d);
// Tells whether all lanes have the same value in a register of 4 or 8 bytes, and which.
bool lanes_alike(const u8 *reg, int bytes, u64 *value);

// warpgroup.c: returns where piece i of eight lines of a tile begins in shared memory, as the descriptor says. Of a tile of A and of a
// dense B each eight lines have 16 pieces, of a sparse product's B 32. across: lines lie across memory.
u32 tile_piece(u64 descriptor, bool across, int eight, int i);

// builtin.c (functions of the driver), access.c, texture.c (K_TEXTURE, K_TEXEL_STORE), matrix.c, warpgroup.c: false on a fault (w->err is
// set).
bool builtin_call(SimWorker *w, Warp *warp, Group *g, const Insn *in, u32 mask);
bool texture_access(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask);
bool matrix_move(SimWorker *w, Warp *warp, const Group *g,
                 const Insn *in); // K_TILE_LOAD, K_TILE_STORE
bool warpgroup_run(SimWorker *w, Warp *warp, const Group *g, const Insn *in);
// Returns how many of its groups of products a warp that waits must know done.
u32 warpgroup_due(const Warp *warp, const Insn *in);
// Tells whether a wait for products is over: the four warps do them together, so all must have committed as many groups.
bool warpgroup_done(const SimWorker *w, Warp *warp, const Insn *in);
bool access_memory(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask);
// Does an access of all lanes to neighbours in global memory, one element each, from `first` on.
bool access_row(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u64 first);
// Returns the instruction that counts an access at pc to a space: if it is generic, one for the space in which it lands.
int landing(const SimWorker *w, int pc, SimSpace space);
u8 *access_generic(SimWorker *w, Warp *warp, int lane, u64 address, u64 size); // or NULL

// atomic.c: does an atomic for each lane in mask, in the order of lanes. host: (LANES) where; `at_one`: all lanes have the same
// address; `alone`: no other thread of the host can access it.
// Returns a lane whose arrival at an mbarrier is one too many, so that the device traps; -1: there is none.
int atomic_update(SimWorker *w, const Insn *in, SimSpace space, u8 *const *host, u8 *regs, u32 mask,
                  bool at_one, bool alone);

// Does the atomic of one lane on the element at `to`, which no other thread can access, with the one at `from`.
void atomic_combine(const Insn *in, SimSpace space, u8 *to, const u8 *from);
// What the word of an mbarrier says.
typedef struct {
    u32 phase, arrivals, each; // modulo 8; arrivals that are missing, and that each phase waits for
    i64 bytes; // that are missing; below 0: so many more have come than were expected
} Mbarrier;
Mbarrier mbarrier_read(const u8 *word);
bool mbarrier_is_past(const u8 *word, u64 of, bool parity); // the phase of a token or a parity
// Notes at an mbarrier that a copy of so many bytes is complete.
void mbarrier_complete(u8 *word, u64 bytes);

// fault.c: adds "by thread (1,0,0) in block (0,0,0)" for thread number `thread` of block number `at`.
void append_thread(char *out, size_t size, const u32 *grid, const u32 *block, u32 thread, u64 at);
void append_lanes(char *out, size_t size, u32 lanes); // deadlock.c: "lanes 0 to 15, 20"
// meant.c: returns the allocation that the address of an access was made from; NULL: that is not known.
const SimAlloc *meant_allocation(const SimWorker *w, i32 pc);
// What an access does, for messages.
typedef struct {
    const char *does, *name, *title; // "Writes", "write", "Write"
    bool writes;                     // and does not read
} AccessWords;
const AccessWords *access_words(const Insn *in);
// Adds "Writes tile[40]; tile has 32 elements", unless e is NULL, and "Invalid __shared__ write of size 4 bytes".
void append_invalid(char *out, size_t size, const Insn *in, SimSpace space, const Element *e);
// Returns the instruction whose source line says where `pc` is: itself, or if the compiler gave it no line, the nearest before it in its
// function that has one, or else behind it.
const SimInsnInfo *placed_at(const SimModule *m, i32 pc);
// Adds " at kernel in file:12".
void append_place(char *out, size_t size, const SimModule *m, i32 pc);
// These two fill w->err with what happened, and where: kernel, file and line, thread, block. They return false.
bool fault_at(SimWorker *w, const Warp *warp, int lane, int pc, SimStatus status, const char *what);
bool fault_access(SimWorker *w, const Warp *warp, int lane, int pc, SimStatus status,
                  SimSpace space, u64 address);

#endif
