// check.h: the checks: observers of the machine. Uses base/, memory/, ptx/ and machine/.
//
//     check.c     makes and frees the checks' data; the table of events that the machine calls
//     races.c     an access: does it race, and does it read what nobody wrote?
//     updates.c   are two accesses that race one update, as in `sum += x`?
//     benign.c    are they an idiom that does no harm, as `changed = true` by many?
//     locks.c     locks: taken and given back with a fence, by an atomic?
//     volatile.c  volatile words that are taken for locks
//     early.c     has the thread left that was to write what nobody wrote?
//     bounds.c    does it leave its shared array?
//     shadow.c    the record of each word (shadow.h): its last accesses, and which of its bytes have a value
//     order.c     the order of two accesses: barriers, fences and signals
//     phases.c    when the last phase of an mbarrier ended
//     trial.c     blocks at once, on trial
//     copies.c    bulk copies: what is not handed to them by a fence, and what they order
//     flight.c    accesses that meet a bulk copy in flight
//     products.c  products of warpgroups: registers and memory that are used too early
//     nested.c    the order of launches by kernels
//     touched.c   what a launch has touched, for those who order launches
//     lost.c      their launches that failed, with nobody who asks
//     locals.c    does a thread read its own memory where it never wrote?
//     unset.c     the same of its registers
//     clusters.c  the order of a cluster's blocks; blocks that leave while others use their shared memory
//     barriers.c  barriers that some threads miss, and masks that leave out a lane that uses them
//     findings.c  the findings, in words
//
// Every 4-byte word of global and shared memory has a shadow: who wrote it last, plainly and as a signal, who read it
// last, and which of its bytes have been written. An access races with the one in the shadow if they overlap, one of them
// writes, different threads did them, and nothing orders the two. These order accesses:
//
//   barriers            All that the participating warps did before the barrier comes before all that they do after it.
//   __syncwarp          The same holds for the lanes of its mask. A shuffle or a vote orders no memory.
//   lanes in step       In code for a GPU before Volta (-arch=compute_60) each access of a warp comes after those before it, on any GPU
//                       (Volta Compatibility Guide, "Independent Thread Scheduling Compatibility").
//   fence, then signal  An atomic or volatile write after a fence releases all that comes before the fence. After an atomic
//                       or volatile read, a thread follows all that its own block has released until then. Of other blocks
//                       it follows what was released before the last signal in the very word that it reads, by the block that
//                       wrote it, and by those of which that one had heard before its last fence. An atomic passes on
//                       what its word had told before (PTX ISA, "Release Patterns"). An atomic that
//                       takes a lock, as in atomicCAS(lock, 0, 1), needs a fence behind it, too (locks.c).
//                       A signal passes on what its thread has from a barrier (PTX ISA, "Causality Order", which is transitive).
//   mbarrier            Who waits at one follows what came before the arrivals of phases that are over; an arrival acquires nothing.
//   acquire             Of another block PTX wants more: an acquire sees its signal, or an atomic or volatile read and then a fence of the same
//                       thread (PTX ISA, "Release and Acquire Patterns"). __syncthreads() passes on what a thread has acquired, and
//                       acquires nothing for it.
//   launches            One launch comes before the next. What a thread saw when it made a nested launch comes before all of
//                       this launch. Nothing else of the grid does, and none of the grid's other launches but those into
//                       the same stream. A tail launch follows all of these.
//
// Fences and signals are judged generously, so that no correct program is accused. Within a block a signal counts wherever it is
// seen. What one thread fences counts for its whole warp (against other warps of the block) or its whole block (against
// other blocks). But a signal releases only what comes before it in its own block: what the signalling lanes did, and
// what other lanes and warps did before barriers or signals that order them before these (Published). What some lanes see, the
// other lanes and warps follow when a barrier or a signal orders them after these, or other lanes when they fence (Part). Between blocks only fences
// and signals of that scope count; __syncthreads() is not one of them.
//
// A load that only lacks the acquire is a finding of a kind of its own, SIM_FOUND_ACQUIRE. It is a remark, as much code waits for a volatile
// word or draws a ticket without the second fence, and is right on a GPU unless the SM has the line in L1 already. To a judge it is an
// error. A fence counts for the signals that its warp has seen, and for those seen before a barrier that it has passed. Writes
// are let off, as no GPU does them before the load that decides about them, and so are signals within a block, which shares its L1.
//
// Two signals never race, since signals are meant to meet. But much code has volatile where it needs a barrier or a lock. So two
// volatile accesses count as signals only if a spin loop waits for one of them. Between blocks the others are a remark: to PTX
// volatile accesses are strong, so they don't race, but they order nothing. If the thread has seen a signal that is newer
// than the other's access, and only the fence before it is missing, they are an error.
//
// A read-only load (ld.global.nc), a texture and a surface need not see what their own launch has written, whatever orders the two and
// whoever wrote it (CUDA C++ Programming Guide, "Read/Write Coherency"; PTX ISA, ld.global.nc). Nor may anybody use the bytes that a
// cp.async brings before its thread has waited for it, or somebody at the mbarrier at which it completes.
//
// What the values are does not matter: a store that leaves the word as it was races like any other. This is the rule of the PTX
// memory model, for which two accesses conflict if they overlap and one is a write, and race if neither comes before the other in
// causality order and they are not both strong (PTX ISA, "Memory Consistency Model": conflict, data race). C++ calls what a program
// with a data race does undefined. The idioms of benign.c are races, too, but as they do no harm they are remarks. Lanes of a warp
// that store the same value by one instruction don't race: one of them does the store (CUDA C++ Programming Guide, "SIMT
// Architecture").
//
// One clock gives every access a date. It moves on at every event that orders, so that what came before has a smaller date.
// Blocks run one at a time in a checked launch, unless it is on trial. Dates of an earlier block or launch are smaller than all
// dates of this one, so nothing has to be reset.
//
// Findings are collected for each pair of source lines, with a count, and the kernel runs on.

#ifndef CHECK_H
#define CHECK_H

#include "check/shadow.h"
#include "machine/machine.h"

// The dates when a thread, warp or block last fenced, released what it had fenced, and saw a signal.
typedef struct {
    u32 fence, release, acquire;
    u32 sure;   // of a block: as `acquire`, but of the signals that it has acquired as PTX wants it
    u32 turned; // of a block on trial: the date when it first had the turn, 0: not yet
} Signals;

// The lanes of a warp that have released all that they may release while the warp's Signals.release and this date stay the same.
typedef struct {
    u32 lanes, met;
} Released;

// What a warp has done that its block has released to others: all that its lanes did before `all`, and what `lanes` did before `own`.
typedef struct {
    u32 all, own, lanes;
} Published;

// What some lanes of a warp have acquired, and the others follow when the warp meets.
typedef struct {
    u32 lanes;
    u32 acquire;      // the date of the last signal in the block
    u32 known[LANES]; // what warp u did before comes before what these lanes do
    u32 far;          // the date of the last signal of another block
} Part;

// Of which blocks a block has heard, by their signals and by those of blocks that had heard of them, and the date of each one's last
// signal. If they are more than MOST_HEARD, it is `many` for good: then `any` is the date of the last signal, whose ever it was.
enum { MOST_HEARD = 6 };
typedef struct {
    u32 any, count;
    bool many;
    struct {
        u32 block, when; // block: + 1
    } from[MOST_HEARD];
} Heard;

// Where and when a warp or a block last took a lock, and gave it back (locks.c).
typedef struct {
    u64 address;
    i32 take, give; // the instructions; give is NONE while it holds the lock
    u32 taken;      // the date; 0: it has taken none
    u32 fenced;     // the date of the first fence after that; 0: there was none
    u32 given;
} Lock;

// What a warp has seen by taking locks, and follows after its next fence.
typedef struct {
    u32 lanes;
    u32 from_blocks; // the date of another block's signal, or 0
} Seen;

// Another block's signal that a warp has seen, itself or before a barrier, and not acquired yet.
typedef struct {
    u32 when; // 0: there is none
    i32 pc;   // the instruction that saw it
} Unacquired;

// A volatile word that a warp waited for, and then set: perhaps it takes it for a lock (volatile.c).
typedef struct {
    u64 address;   // 0: there is none
    i32 look, set; // the instructions that did so; set is NONE before
    u64 value;     // what it was set to
} VolatileLock;

// What is known of a warp's local memory (locals.c).
typedef struct {
    u64 block;     // + 1; of which block that is
    u32 size;      // of a lane's memory
    u8 *has_value; // (LANES, size) by byte; NULL before it is accessed
} Locals;

// A thread's launches that failed (lost.c).
typedef struct {
    u64 block; // + 1; of which block that is
    i32 pc;    // the last one
    u32 count;
} Lost;

// When the last phase of an mbarrier ended (phases.c). Two mbarriers that have the same place lose it to each other.
enum { MOST_PHASES = 64 };
typedef struct {
    u64 barrier; // its address + 1
    u32 phase;   // the one that is open
    u32 arrived; // the date of the last arrival
    u32 ended;
} PhaseEnd;

// Which idiom a race is that does no harm (benign.c).
typedef enum { IDIOM_NONE, IDIOM_SAME_VALUE, IDIOM_FLAG, IDIOM_GUESS } Idiom;

// A pair of instructions that raced, and which idiom they are. Wrong kernels race at few pairs, but millions of times.
typedef struct {
    i32 now, before;
    bool equal, known;
    Idiom idiom;
} Raced;

enum { MOST_RACED = 64 };

// A worker's data for the block that it runs. The numbers from `all` to `thread` are dates. Most barriers are complete, and then
// `all` and `met` are enough; the tables `known` and `lanes` are used only if some threads were missing.
struct Check {
    Shadow *shared;
    u32 *clock;              // the memory's; on trial `own`
    u32 own, *common;        // on trial: the worker's clock; the memory's, else NULL
    u32 all;                 // what the block did before comes before all that its threads do now
    u32 met[LANES];          // (warps) the same for each warp
    u32 known[LANES][LANES]; // [v][u]: what warp u did before comes before what warp v does now
    u32 (*lanes)[LANES][LANES]; // (warps) [v][u]: the same for lanes of the warp
    u32 brought[16][LANES];     // `known` of the warps that arrived at a barrier and did not wait
    Signals warp[LANES], thread[LANES * LANES];
    // What warp u, or a thread, did before this date was released by others of the block, who had met it at a barrier.
    u32 warp_passed[LANES], thread_passed[LANES * LANES];
    Published passed[LANES]; // (warps) what it has released to others of the block
    Part part[LANES];        // (warps)
    u32 far
        [LANES]; // (warps) the date of the last signal of another block that all its lanes follow
    u32 far_passed;                // the latest of those that signals in the block have passed on
    u32 far_brought[16];           // the same, of warps that arrived at a barrier and did not wait
    Released released[LANES];      // (warps)
    Lock lock[LANES];              // (warps)
    Seen seen[LANES];              // (warps)
    Unacquired unacquired[LANES];  // (warps)
    VolatileLock looked_at[LANES]; // (warps)
    PhaseEnd phases[MOST_PHASES];
    u32 waited; // copies that had arrived at an mbarrier before this date are done: somebody has waited since, there or for copies
    Locals locals[LANES];    // (warps)
    Lost *lost;              // (threads) NULL before a launch fails
    u8 *takes;               // (code_count) whether an atomic takes a lock (locks.c)
    Raced raced[MOST_RACED]; // the pairs of the last races, each at a place that follows from it
    i32 exit_pc;             // where a thread last left the kernel
    u32 signalled; // the date when another block last signalled in this block's shared memory
    u32 heard;     // the same, of signals that this block has looked for since, in whatever scope
    u32 proxy[LANES];            // (warps) the date of the last fence.proxy.async
    Access visits[MOST_CLUSTER]; // by rank: that block's last access to this block's shared memory
    struct Products *products;   // NULL if the module has no products of warpgroups
    // (warps) the date of its last product that its warpgroup knows to be done
    u32 multiplied[LANES];
    u64 *began;  // (segments) how often each had run when the block began
    u32 awaited; // bit u: what the launch ahead did comes before what warp u does now
};

// A launch by a kernel, and what its thread had seen of the grid: what lanes of its warp and other warps did before these
// dates (as in a Check), and what was released by signals that it saw.
typedef struct {
    u64 stream;
    u32 when;  // the date of the launch
    u32 begin; // the date at which it began to run, 0 before
    u32 block; // + 1
    u16 thread;
    bool tail;
    u32 all, met, lanes[LANES], known[LANES];
    u32 released[LANES], saw_warps, saw_blocks;
} Nested;

// What children need to know of a parent grid that has ended.
struct Family {
    const struct Family *above; // the parent's own family; NULL if the host launched the parent
    u32 member;                 // the parent's number in `above`
    u32 settled;                // what is older comes before all children
    u32 start, end;             // the dates at which the parent began and ended
    u32 grid[3], block[3];
    Signals *blocks; // (blocks)
    Nested *nested;  // (count) in the order in which they were launched
    u32 count;
};

// The data that all blocks of a launch share.
struct LaunchCheck {
    Signals *block;       // (blocks)
    Heard *heard;         // (blocks)
    Heard *told;          // (blocks) what of that its signals pass on
    Published *published; // (blocks, warps)
    Lock *lock;           // (blocks)
    u32 start;            // when it began
    u32 settled;          // what is older comes before it, whoever did it
    bool
        early; // what the launch ahead did after that comes before a warp's work when the warp has waited for it
    const struct Family *family;
    u32 member;
    Nested *nested; // (most_children) the launches that it has made
};

static inline u32 now_of(const SimWorker *w)
{
    return *w->check->clock;
}

static inline u32 tick(const SimWorker *w)
{
    return ++*w->check->clock;
}

static inline u32 later(u32 a, u32 b)
{
    return a > b ? a : b;
}

// Returns the date before which all comes before what a warp does now, whoever did it.
static inline u32 settled_for(const SimWorker *w, int warp)
{
    const struct LaunchCheck *l = w->launch->checks;
    return l->early && w->check->awaited >> warp & 1 ? l->start : l->settled;
}

// Sets most[i] to the later of the two dates, for each i.
static inline void take_later(u32 *most, const u32 *than)
{
    for (int i = 0; i < LANES; i++)
        most[i] = than[i] > most[i] ? than[i] : most[i];
}

// The functions of the events that the machine tells: on_access, …
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration
#define EVENT_FUNCTION(result, name, arguments) result on_##name arguments;
EVENTS(EVENT_FUNCTION)
#undef EVENT_FUNCTION

// ---- What they share -----------------------------------------------------------------------------------------------------

// order.c
// Looks for a plain store to the owner's shared memory, from *at to `end`, that no fence.proxy.async has handed to what this thread lets
// other units do there. Returns whether there is one; then *at and *write tell where, and which.
bool find_unfenced(const SimWorker *w, const SimWorker *owner, u32 thread, u64 *at, u64 end,
                   Access *write);

// Tells whether the access p comes before what a thread of this block does now, by signals or by barriers of a part of the block.
bool follows_by_parts(const SimWorker *w, const Access *p, u32 thread);
// Notes that lanes of a warp meet: what they knew, and what they did before `now`, comes before what each of them does next.
void lanes_meet(const SimWorker *w, int warp, u32 lanes, u32 now);
// Notes that the lanes write a signal, by an atomic or a volatile store, which releases what they fenced before.
void release(SimWorker *w, const Warp *warp, const Insn *in, u32 mask, bool to_blocks);
// Notes that the lanes see a signal, and acquire what was released before the date `until`. `from_blocks`: the date of another block's
// signal, or 0.
void acquire(SimWorker *w, const Warp *warp, u32 mask, bool in_block, u32 until, u32 from_blocks);
// Notes that the block looks at a word of global memory in which this signal is, or writes another one there.
void hear(const SimWorker *w, const Access *signal);
// Notes that it changes such a word by an atomic, which passes on what the signal tells.
void pass_on(const SimWorker *w, const Access *signal);
// Notes that it hears of all signals before a date.
void hear_all(const SimWorker *w, u32 date);
// Notes how the warp has seen another block's signal of this date: by an acquire, or by an access that a fence must follow.
void note_seen(SimWorker *w, const Warp *warp, i32 pc, u32 from_blocks);
// Tells whether a read follows the write p of another block only by a signal that nobody has acquired.
bool is_unacquired(const SimWorker *w, const Access *p, const Access *now);
// Returns the instruction that saw the signal; NONE if that is not known any more.
i32 unacquired_signal(const SimWorker *w, const Access *p, u32 thread);
// Shares, at a barrier, what the warps have not acquired: any of them may fence for it.
void share_unacquired(Check *c, u32 warps);
u32 named_lanes(const Group *g, const Insn *in, int lane);

// phases.c
// Notes that the word of the owner's mbarrier changes.
void note_arrival(const SimWorker *w, const SimWorker *owner, u64 at);
// Returns the date at which its last phase ended.
u32 phase_ended(const SimWorker *w, const SimWorker *owner, u64 at);

// trial.c
// Puts the worker's clock behind all signals of other blocks. Its block has the turn.
void take_common_date(const SimWorker *w);
// On trial: makes the common date at least the worker's own.
void publish_date(const Check *c);
// Ends the trial when the block has done what it does now.
static inline void end_trial(const SimWorker *w)
{
    __atomic_store_n(&w->launch->in_vain, true, __ATOMIC_RELAXED);
}
// Tells, on trial, whether words of a line may be read without a record (trial.c); the worker needs no lock.
static inline bool read_by_many(const SimWorker *w, const Line *line, u32 words)
{
    u64 many = __atomic_load_n(&line->many, __ATOMIC_RELAXED);
    return many >> 32 == w->launch->checks->start && !(words & ~(u32)many);
}
// Notes of each of the words, after a plain load of them, whether many may read it.
void note_many(const SimWorker *w, Line *line, u32 words);
// Notes that a block accesses a word of a line, on trial. Ends the trial if the order of blocks could show.
void try_word(const SimWorker *w, const Line *line, int word, const Access *now, bool load);
// Saves a line, whose lock the worker has, before the launch's first store to it. line: its number in the allocation.
void save_line(const SimWorker *w, const SimAlloc *a, u64 line);

// Tells whether the thread has seen a signal that is newer than the access p, which is no order yet: p's thread must have fenced between.
bool has_seen_signal_after(const SimWorker *w, const Access *p, u32 thread);

// Tells whether the thread has seen a signal that is newer than the access p of another block, which fenced before it, but by a thread
// that nothing has told of p.
bool is_past_signal(const SimWorker *w, const Access *p, u32 thread);

// locks.c
// Tells whether the atomic at `pc` takes a lock.
bool takes_lock(const SimWorker *w, i32 pc);
// Notes, before a write, whether the warp takes a lock by it, or gives back the one that it holds. host: (LANES) where it writes.
void watch_lock(const SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask,
                const u64 *address, u8 *const *host);
// Keeps what an atomic that takes a lock has seen, up to the warp's next fence.
void keep_for_fence(const SimWorker *w, const Warp *warp, u32 lanes, u32 from_blocks);
static inline bool holds_lock(const SimWorker *w, const Warp *warp)
{
    const Lock *lock = &w->check->lock[warp->index];
    return lock->taken && lock->give == NONE;
}
// Notes a fence of the warp. Returns what it has seen by taking locks, which comes before what it does next.
Seen fence_locks(const SimWorker *w, const Warp *warp, bool block_scope);
// Tells whether the access p was done under a lock that the thread holds now, without a fence after p's thread had taken it.
bool is_bare_under_lock(const SimWorker *w, const Access *p, u32 thread);
// Returns the instruction where a lock was taken (*taken) or given back without the fence that would order the two accesses; NONE: there
// is none.
i32 lock_without_fence(const SimWorker *w, const Access *p, const Access *now, bool *taken);

// volatile.c
// Looks whether the warp takes a volatile word for a lock.
void watch_volatile(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask,
                    const u64 *address);

// bounds.c
// Checks an access to shared memory.
void check_bounds(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask,
                  const u64 *address);
// Tells whether an access to shared memory leaves its array.
bool leaves_array(const SimWorker *w, i32 pc, u64 address, u64 size);

// early.c
// Tells whether the thread that was to write these bytes of shared memory has left the kernel early: which one, and the instruction by
// which threads leave there.
bool left_early(const SimWorker *w, u64 address, u64 bytes, u32 *thread, i32 *pc);
// Returns the last instruction before `end` by which some lanes leave the kernel; NONE if there is none. A compiler gives all of its
// returns one exit, whose line is the kernel's last.
i32 way_out(const SimModule *m, const SimFunction *kernel, i32 end);

// updates.c
// Tells whether two instructions are the same, or stand in the same line of the source.
bool same_line(const SimModule *m, i32 a, i32 b);
// What an update does to its element, and the function that would do it in one step.
typedef struct {
    const char *verb, *atomic; // "adds to", "atomicAdd()"
} Update;
// Returns the update that two accesses of a race are: a load and a store, or the same store twice. NULL: they are none.
const Update *update_of(const SimModule *m, i32 a, i32 b);
// Tells whether two instructions of one function access the same address, as far as the code shows it.
bool same_address(const SimModule *m, i32 a, i32 b);

// benign.c
// Returns which idiom an access and the older one that it races with are. equal: both are stores, and the later one changed nothing.
Idiom idiom_of(const SimModule *m, i32 now, i32 before, bool equal);
// Follows a register to the immediate that it is a copy of; NONE if it is no such copy.
i32 immediate_of(const SimModule *m, const SimFunction *f, i32 slot);

// locals.c
void check_locals(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask,
                  const u64 *address);
// Tells whether an element of what a load reads goes nowhere but to memory; within: to the thread's own memory.
bool is_only_copied(const SimModule *m, i32 load, int element, bool within);

// unset.c
// Lists, for the functions that a launch may run, the uses of registers that may not have been set. False if the host has no memory.
bool list_unset(const SimLaunch *l);
// Looks whether a warpgroup's product, which the group has come to, is added to sums that were never set.
void check_sums_set(const SimWorker *w, const Warp *warp, const Group *g, const Insn *in);

// races.c
// Checks what a bulk copy does at its issue, as an access of its thread. owner: whose shared memory it is, NULL: global memory.
void check_copied(const Bulk *b, SimWorker *owner, u64 address, u64 bytes, bool writes);

// flight.c
// Returns the lanes whose access meets a bulk copy in flight, and reports them.
u32 check_in_flight(SimWorker *w, SimWorker *owner, const Warp *warp, const Group *g,
                    const Insn *in, u32 mask, const u64 *address);

// clusters.c
// Notes that a block accesses the shared memory of another one of its cluster.
void note_visit(SimWorker *w, SimWorker *owner, const Access *now);
// Looks, when a block ends, whether others of its cluster may not be done with its shared memory.
void look_for_visits(SimWorker *w);

// products.c
struct Products *products_new(const SimLaunch *l); // NULL if the host has no memory
void products_free(struct Products *p);
void products_begin(const SimWorker *w); // a block begins
// Reports what instructions of the block do to registers of products in flight, when lanes leave the kernel.
void products_touched(SimWorker *w, const Warp *warp, u32 lanes);
// Returns the lanes that write `size` bytes each, in the owner's shared memory, which a product in flight reads, and reports them.
u32 products_overwritten(SimWorker *w, const SimWorker *owner, const Warp *warp, const Group *g,
                         u32 mask, const u64 *address, int size);
// Returns the product to which the registers of an instruction belong; NONE if it has none of a product's.
static inline i32 product_at(const SimModule *m, i32 pc)
{
    while (m->code[pc].kind == K_FRAGMENT || m->code[pc].kind == K_SUMS)
        pc++;
    return m->code[pc].kind == K_WARPGROUP ? pc : NONE;
}
// Reports a copy over what a product in flight reads.
void products_copied_over(const Bulk *b);

// lost.c
// Looks whether lanes that leave the kernel have errors of launches which they never asked for.
void look_for_lost(SimWorker *w, const Warp *warp, u32 lanes);

// nested.c
// Tells whether an access of an older grid comes before all that this grid does. The older grid is its parent, another child of
// its parent, or further up.
bool family_orders(const struct LaunchCheck *c, const Access *p);

// Tells whether another block of this launch did the access p.
static inline bool is_strangers(const SimWorker *w, const Access *p)
{
    return p->block && p->when >= w->launch->checks->start && p->block != (u32)w->block + 1;
}

// Tells whether two accesses are signals to each other.
static inline bool are_signals(u8 how, u8 other, bool same_block)
{
    return (how & SIGNAL) && (other & SIGNAL) && ((how | other) & (STRONG | WATCHED)) &&
           (same_block || ((how | other) & BLOCK_SCOPE) == 0);
}

// Tells whether lanes run in step: then each access of a warp has a date of its own, and comes after those before it.
static inline bool lanes_step(const SimWorker *w)
{
    const int volta = 70;
    return w->module->ptx_target < volta;
}

// Tells whether the access p comes before what a thread of this block does now, whatever orders the two.
static inline bool precedes(const SimWorker *w, const Access *p, u32 thread)
{
    const struct LaunchCheck *l = w->launch->checks;
    if (p->when < l->start)
        return p->when < settled_for(w, (int)thread / LANES) || (l->family && family_orders(l, p));
    if (p->block == (u32)w->block + 1 &&
        (p->thread == thread || p->when < w->check->all ||
         (lanes_step(w) && p->thread / LANES == thread / LANES && p->when < now_of(w))))
        return true;
    return follows_by_parts(w, p, thread);
}

// findings.c
// Makes the finding for a pair of places, in either order; the caller writes its text. NULL if there is no room, or if this pair
// has a finding already for threads as far apart: then that one is counted.
SimFinding *new_finding(const SimWorker *w, SimFindingKind kind, i32 pc, i32 other, int apart);
// Tells whether an instruction is one of the kernels of the toolkit's own libraries, Thrust and CUB. Code of theirs that the compiler
// puts into a kernel of one's own has that kernel's lines.
bool is_library(const SimModule *m, i32 pc);
void append_who(const SimWorker *w, SimFinding *f, i32 pc, u32 thread, u64 block);
// Reports that access `now`, of this block, races with the older access p. equal: both store, and `now` changes nothing.
void report_race(SimWorker *w, const Access *p, const Access *now, SimSpace space, u64 address,
                 const SimAlloc *a, bool equal);
// Reports that `now` reads what p wrote after a signal that was not acquired.
void report_unacquired(SimWorker *w, const Access *p, const Access *now, SimSpace space,
                       u64 address, const SimAlloc *a);
// Reports that `now` is a load by a way that need not see the write p of the same launch.
void report_stale(SimWorker *w, const Access *p, const Access *now, u64 address, const SimAlloc *a);
void report_volatile_lock(SimWorker *w, const VolatileLock *v, u32 thread);
// Reports a read of what was never written. gap: it may be a gap between the members of a structure.
void report_unwritten(SimWorker *w, i32 pc, u32 thread, SimSpace space, u64 address, int bytes,
                      const SimAlloc *a, bool gap);
void report_unwritten_local(SimWorker *w, i32 pc, u32 thread, u64 address, int bytes);
// These report, of a bulk copy: that a thread uses what is in flight; that no fence hands it what *write stored, `barrier`: an mbarrier;
// that a block ends before it is complete.
void report_in_flight(SimWorker *w, const Bulk *b, bool writes, i32 pc, u32 thread, u64 address);
// Reports that a cp.async, which p is, is not complete when its bytes are used.
void report_unwaited(SimWorker *w, const Access *p, const Access *now, u64 address);
void report_proxy(SimWorker *w, i32 pc, const Access *write, u32 thread, u64 address, bool barrier);
void report_unfinished(SimWorker *w, const Bulk *b);
// Reports that this block ends while nothing orders that after another block's access to its shared memory.
void report_left(SimWorker *w, const Access *p);
void report_lost(SimWorker *w, const Lost *l, u32 thread, u32 error);
// These report, of a warpgroup's product: that an instruction uses its registers too early; that no wgmma.fence comes before it; that no
// fence.proxy.async hands it what *write stored at an address; that what it reads is overwritten too early; that two warps do not do
// the same.
void report_touched(SimWorker *w, i32 product, i32 touch, u32 thread);
void report_unordered(SimWorker *w, i32 product, u32 thread);
void report_unfenced(SimWorker *w, i32 product, u32 thread, const Access *write, u64 address);
void report_overwritten(SimWorker *w, i32 product, u32 reader, i32 pc, u32 thread, u64 address);
void report_apart(SimWorker *w, i32 product, i32 other, u32 thread);
// Reports that an access leaves the shared array which its address is made from.
void report_overrun(SimWorker *w, const Insn *in, i32 pc, u32 thread, u64 address);
void report_divergent(SimWorker *w, const Warp *warp, const Group *g, const Warp *warp2,
                      const Group *g2);
void report_exited(SimWorker *w, const Warp *warp, const Group *g);

#endif
