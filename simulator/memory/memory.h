// memory.h: a GPU's memory without the GPU: what is allocated, and what requests of warps cost. Uses base/ alone.
//
//     SimMemory ── SimAlloc, SimAlloc, …    by device address: where its bytes are, who made it                  memory.c
//                     │    └─ Heap          one allocation, from which malloc in kernels takes blocks              heap.c
//                     ├─ Shadow             what the checks know of its words; memory only knows that there is one
//                     └─ touched, asked     which of its sectors a launch reads and writes                        footprint.c
//
//     a request: up to 32 addresses ──> SectorCount, BankCount, UpdateCount                                       request.c
//                                       Cache: which sectors L1 has                                               cache.c
//                                       slice_work: how long atomics keep the slices of L2 busy                   slices.c

#ifndef MEMORY_H
#define MEMORY_H

#include "base/base.h"

// ---- Address windows of the generic space ------------------------------------------------------------------------------

#define SHARED_WINDOW 0x0100000000000000ull // no allocation and no host pointer can be here
#define LOCAL_WINDOW  0x0200000000000000ull
#define CODE_WINDOW   0x0300000000000000ull
#define WINDOW_SIZE   0x0000000001000000ull // 16 MiB

// Behind the window of a block's own shared memory is that of its cluster: a part of WINDOW_SIZE bytes for the shared memory of each
// block, by rank. So an address of shared::cluster is an offset, if the block's own shared memory is meant, or a part's start and an
// offset.
#define SHARED_END (SHARED_WINDOW + (MOST_CLUSTER + 1) * WINDOW_SIZE)
enum { MOST_CLUSTER = 16 }; // SIM_LARGEST_CLUSTER

// ---- memory.c --------------------------------------------------------------------------------------------------------

typedef struct Shadow Shadow;
typedef struct Heap Heap;

// The functions of the checks that memory calls.
typedef struct {
    Shadow *(*allocated)(size_t bytes); // its shadow; NULL if the host has no memory
    void (*freed)(Shadow *s);
    void (*copied)(Shadow *to, const Shadow *from);       // of allocations of one size
    void (*written)(const SimAlloc *a, u64 from, u64 to); // by the host: bytes [from, to) of it
    void (*emptied)(const SimAlloc *a, u64 from, u64 to); // they have no value any more
    // `bytes` bytes were copied, with or without a value.
    void (*moved)(const SimAlloc *a, u64 at, const SimAlloc *from, u64 from_at, u64 bytes);
    // Counts the bytes of [from, to) that nobody has written; *first: the first of them.
    u64 (*unwritten)(const SimAlloc *a, u64 from, u64 to, u64 *first);
    const struct Observer *machine; // the functions that the machine calls
} MemoryObserver;

struct SimMemory {
    SimAlloc **items; // (count) ascending base
    size_t count, capacity;
    u64 next;                       // address of the next allocation
    u64 in_use[SIM_KINDS];          // live bytes
    const MemoryObserver *observer; // the checks; NULL: none
    u32 clock;                      // the checks' clock: every access that they see has a date
    Heap *heap;                     // for malloc in kernels, NULL until needed
    struct {
        struct SimTexture *items; // (count) one without channels has been destroyed
        size_t count, capacity;
    } textures; // pictures for texture and surface instructions (warpsim_texture.h), by handle - 1
};

const struct Observer *memory_observer(const SimMemory *m); // the machine's; NULL without checks
// Returns the live allocation that holds [address, address+size), or NULL.
SimAlloc *memory_find(const SimMemory *m, u64 address, u64 size);
void traces_free(SimTraces *t); // frees the tables
// Tells the checks that what is at [address, address + size) has no value: it is a new block of the heap.
void memory_emptied(const SimMemory *m, u64 address, u64 size);

// ---- heap.c: malloc and free of device code ---------------------------------------------------------------------------

Heap *heap_new(u64 base, u64 size); // NULL without host memory
void heap_free(Heap *h);
Heap *heap_copy(const Heap *h); // NULL without host memory
// Makes a heap what `as` is, its copy; NULL: what it was when it was new.
void heap_restore(Heap *h, const Heap *as);
// Returns the address of a new block, a multiple of `align`, which is a power of two; 0 if there is no room.
u64 heap_take(Heap *h, u64 size, u64 align);
bool heap_give(Heap *h, u64 address); // false if no block begins there
// Says which place in a kernel has taken the block that begins at an address. The name is copied; without host memory it is not kept.
void heap_name(Heap *h, u64 address, const char *taker);
// Returns the name of taker i, and how many of its blocks nobody has given back, and their bytes; NULL past the last one.
const char *heap_left(const Heap *h, size_t i, u64 *blocks, u64 *bytes);
bool heap_holds(const Heap *h, u64 address, u64 size);
u64 heap_block(const Heap *h, u64 address,
               u64 *size);     // the block that begins last up to there; 0: none
u64 heap_taken(const Heap *h); // bytes of all blocks
u64 heap_looked(Heap *h);      // grains that the search looked at since this was last asked
// Returns the memory's heap (memory.c). The first call makes it; NULL if the host has no memory.
Heap *memory_heap(SimMemory *m, u64 size);

// ---- request.c -------------------------------------------------------------------------------------------------------

// The 128-byte lines and 32-byte sectors that one request touches, and its distinct bytes.
typedef struct {
    int lines, sectors, bytes;
    u64 line[LANES * 2]; // (lines) address / 128, ascending
    u8 mask[LANES * 2];  // (lines) which of the line's four sectors
} SectorCount;

// Counts a request. address: (LANES), of which those in mask count; each lane wants `bytes`, at most 32.
void count_sectors(const u64 *address, u32 mask, int bytes, SectorCount *out);
void count_row(u64 address, int bytes, SectorCount *out); // a request for consecutive bytes

// The sectors in which atomics of one request update words. Lanes that want the same word wait for each other.
typedef struct {
    int sectors;          // how many
    int words;            // how many distinct ones
    int passes;           // through L1: a line takes as many as its busiest sector has contenders
    u64 sector[LANES];    // (sectors) address / 32, ascending
    u8 contenders[LANES]; // (sectors) lanes that want the sector's most wanted word
} UpdateCount;

// Counts the updates. address: (LANES), of which those in mask count; each lane wants an aligned word of at most 32 bytes.
void count_updates(const u64 *address, u32 mask, UpdateCount *out);
// Sets the lines and sectors of the same request, whose lanes want `bytes` each.
void sectors_of_updates(const UpdateCount *updates, int bytes, SectorCount *out);

// What one request costs shared memory.
typedef struct {
    int wavefronts;
    int ideal; // wavefronts without conflicts
    int bytes; // distinct ones; an atomic's are not
} BankCount;

// Counts a request. offset: (LANES) in shared memory; each lane in mask wants `bytes`, at most 16. load: else it stores.
BankCount count_banks(const u32 *offset, u32 mask, int bytes, bool load);
BankCount count_bank_row(int bytes); // all lanes want neighbouring words of 4, 8 or 16 bytes
// Counts an atomic's request, where lanes that want one word wait for each other.
BankCount count_bank_atomics(const u32 *offset, u32 mask, int bytes);

// ---- cache.c ------------------------------------------------------------------------------------------------------------

// The L1 of one block: its share of the SM's L1, with 4 ways and 128-byte lines of 4 sectors; the least recently used line is
// replaced first. The simulator runs one warp while the others stand; on an SM all warps bring lines at the same time. So when
// a warp comes back to a line, it is taken as replaced if all warps together would have brought too many lines since. And when a
// warp comes to a line that one before it has brought and, running on alone, pushed out again, it finds it there, if the
// two would have come to it at about the same time: after as many loads.
typedef struct {
    u32 sets; // a power of two
    struct CacheLine {
        u64 tag;         // line number + 1, 0 empty
        u32 age;         // the cache's clock when it was last read
        u32 moved;       // CacheUser.moved of the warp that read it last, at that time
        u32 first, last; // CacheUser.loads of the warps that read it since it was brought
        u32 away;        // the most lines that a warp brought in between when it lost this one
        u32 doubtful;    // sectors that it read again for that
        u16 warp;        // the warp that read it last
        u8 sharers;      // how many warps have read it, one after the other
        u8 sectors;      // that the cache has
        u8 brought;      // that were ever brought
    } * lines;           // (sets * 4)
    struct GoneLine {
        struct CacheLine line;
        u32 block; // Cache.block when it was replaced
    } * gone; // (gone_size) lines that were replaced in this block, or one before, from a hash of the number on
    u32 gone_size, gone_count; // a power of two; how many are of this block
    u32 block;                 // how many blocks have had the cache
    u32 clock;
    u32 forgot; // the clock when it last forgot all lines
    u32 reach;  // how many lines each warp brings until all warps together fill L1
    // Results of the last read:
    u32 away; // lines that the warp brought since it read this one, if the read missed for that; else 0
    bool lost; // the cache had the line and lost it, for that or because it forgot all
    u8 doubts; // sectors that the warp had read before, if the read missed for `away`
    u32 kept;  // such sectors of earlier reads that the cache had after all
    u8 alone; // sectors that missed while their neighbour, which DRAM gives with them, was missing too
} Cache;

// A warp that reads.
typedef struct {
    u32 moved;  // how many lines it has brought or stored
    u32 loads;  // how many loads it has made, or another warp that it has met at a barrier
    u32 step;   // how many loads and barriers it has come to, or another warp that it has met
    u32 stores; // how many stores it has made since
    u16 warp;   // its number
} CacheUser;

// Notes that a warp loads, or that it stores.
static inline void user_goes_on(CacheUser *user, bool loads)
{
    user->loads += loads;
    user->step += loads;
    user->stores = loads ? 0 : user->stores + 1;
}

bool cache_init(Cache *c, size_t bytes);
void cache_free(Cache *c);
void cache_clear(Cache *c);
// Reads the sectors in `mask` of a line. Returns those that were missing; they are in the cache afterwards. user: the warp, or
// NULL if other warps can't push the line out.
u8 cache_read(Cache *c, u64 line, u8 mask, CacheUser *user);
// Forgets all lines, as L1 does at a fence, or an acquiring load, whose scope is more than a block.
void cache_forget(Cache *c);
// Tells whether the cache has all sectors in `mask` of a line.
bool cache_has(const Cache *c, u64 line, u8 mask);

// Lines that an SM's L1 keeps of what its warps store, until it sends them to L2; and how many of its warps store at a time, one for
// each scheduler (an H100; results/h100-requests.csv).
enum { STORED_LINES = 16, STORING_WARPS = 4 };

// Lines that warps of a block have stored, as far as the table remembers them. Warps that have waited for the same load or barrier store
// side by side, and of what they store to the same line L1 makes one store. If more stores follow at once, the warps get apart: each
// scheduler lets one of them go first. So it was on an H200 (results/h200-stores.csv): of each of 64 lines that 8 warps stored after a
// barrier L2 got two stores, but one of the first two.
enum { STEP_LINES = 256, FIRST_STORES = 2 };
typedef struct {
    struct StepLine {
        u64 key;         // of the block and the line
        u32 first, last; // the steps at which `warp` stored to it
        u16 warp;        // the last one whose store went to L2
        u8 rounds;       // bit r: warps 4r to 4r + 3 have stored, one of each scheduler
        u8 sectors;
    } lines[STEP_LINES];
} StoresInStep;

static inline u8 round_of(const CacheUser *user)
{
    return (u8)(1 << user->warp / STORING_WARPS);
}

// Returns the sectors of a store to a line that another warp of the block has stored, too, which L2 gets.
u8 stores_join(struct StepLine *l, u8 sectors, const CacheUser *user);

// Returns the sectors of a store that L2 gets, without those that other warps of the block store at the same time.
static inline u8 stores_in_step(StoresInStep *s, u64 block, u64 line, u8 sectors,
                                const CacheUser *user)
{
    const u64 key = line << 20 ^ block;
    struct StepLine *l = &s->lines[line % STEP_LINES];
    if (l->key != key)
        *l = (struct StepLine){key, user->step, user->step, user->warp, round_of(user), sectors};
    else if (l->warp != user->warp)
        return stores_join(l, sectors, user);
    l->last = user->step;
    l->sectors |= sectors;
    return sectors;
}

// Segments in which stores join although predicates part them: two stores do, and each comes with the segment that decides about the next
// one (an H200; results/h200-pairs.csv, storesBranch).
enum { JOINED_PARTS = 4 };

// The stores of a warp.
typedef struct {
    struct StoredLine {
        u64 line;          // address / 128
        u8 sectors;        // which of its sectors
    } lines[STORED_LINES]; // (count) since the warp entered the segment
    int count;
    u8 parted;           // segments of this stretch of code, which predicates part
    u64 requests, loads; // to global memory, since the warp began: of stores, and of loads
} Stores;

// ---- footprint.c: which sectors of each allocation a launch touches ---------------------------------------------------

bool footprint_prepare(const SimLaunch *l); // false if the host has no memory
void footprint_end(const SimLaunch *l);

// The tables of a launch that stands still, so that others can run meanwhile.
typedef struct {
    struct TracesOf {
        u64 base, size; // the allocation
        SimTraces traces;
    } * of; // (count) ascending base
    size_t count;
} Tables;

bool footprint_put_aside(const SimLaunch *l, Tables *t); // false if the host has no memory
// Gives the allocations their tables again, and empty ones to those that were made meanwhile.
bool footprint_take_back(const SimLaunch *l, Tables *t); // false if the host has no memory
// These note the sectors of a line (its address / 128) that were read or written, and those that a block's loads asked L2 for.
void footprint_touch(SimAlloc *a, u64 line, u8 mask, bool read, bool write);
void footprint_promote(SimAlloc *a, u64 line, int promotion); // a tensor map's: SimTensorMap

// A block that asks L2 for sectors. All blocks of a wave begin in step. Once warps wait for each other at barriers, those of an SM take turns:
// then each is in step with the blocks of other SMs that came in the same round.
typedef struct {
    unsigned gpc; // where it runs
    u32 wave;     // of resident blocks
    u32 round;    // how many blocks its SM was given before it
    bool met;     // its warps have met at a barrier
    u64 cycles;   // since it began
} Asks;

Asks footprint_asks(const SimLaunch *l, u64 block,
                    u64 resident); // what a block begins with; resident: how many are at a time
void footprint_ask(SimAlloc *a, const Asks *asks, u64 line, u8 mask);

// What a worker has counted for an allocation and not added to it yet.
typedef struct {
    SimAlloc *alloc; // NULL: none
    u64 sectors;     // sectors that loads missed in L1
    u64 repeated;    // those of them that L1 had lost
    u64 cycles;      // cycles that warps waited for them
} Missed;

// How many allocations a worker counts for at a time, and for how many instructions it knows the last one.
enum { MISSED_ALLOCS = 8, KNOWN_ALLOCS = 32 };

void missed_collect(Missed *m); // adds the counts to the allocation, and begins anew

// What a launch touched, in bytes.
typedef struct {
    double pairs_read;    // pairs of sectors of which one was read
    double pairs_fetched; // and with those that tensor maps made L2 fetch, too
    double promoted;      // what L2 moves for that
    double lines;         // lines that were read or written
    double read;          // sectors that were read
    double written;       // sectors that were written
    double rewritten;     // sectors that were read and written
    double asked;         // what blocks' loads asked L2 for, GPC by GPC
    double repeated;      // what they asked it for once more
    double joinable;      // the part of it that another SM of the same GPC asked for, too
    double
        again; // loads that missed a block's own L1, but find what an earlier block left in the SM's
    double waited;                  // cycles that warps waited for loads
    double waited_again;            // the part of these cycles for what an earlier block left
    double host_read, host_written; // sectors of the host's memory: the others don't count them
    double host_pairs;              // its pairs of sectors of which one was read
} Footprint;

Footprint footprint_of(const SimLaunch *l, double waves); // waves: in which the blocks run

// ---- slices.c: atomics in global memory, which the slices of L2 carry out ----------------------------------------------

bool slices_prepare(SimLaunch *l, u64 waves); // false if the host has no memory
void slices_end(SimLaunch *l);

// The work of a worker's blocks for the slices. Each worker has a table of its own, since workers that added to one table would
// wait for each other; slices_collect adds it to the launch's table.
typedef struct {
    u64 *
        work; // of one wave: of each slice, then of chains of floats; NULL if the launch keeps none
    u64 wave; // the number of that wave
} SliceCount;

bool slices_count(SliceCount *c, const SimLaunch *l);            // false if the host has no memory
void slices_block(SliceCount *c, const SimLaunch *l, u64 block); // a block begins
// Adds the updates of a request. The update of a float must end before the next one of the same word begins.
void slices_add(SliceCount *c, const SimLaunch *l, const UpdateCount *updates, bool is_float);
void slices_collect(SliceCount *c, const SimLaunch *l);
double slices_time(const SimLaunch *l); // seconds

#endif
