// memory.h: a GPU's memory without the GPU: what is allocated, and what requests of warps cost. Uses base/ alone.
//
//     SimMemory ── SimAlloc, SimAlloc, …    by device address: where its bytes are, who made it                  memory.c
//                     │    └─ Heap          one of them is handed out again by malloc in kernels                   heap.c
//                     ├─ Shadow             what checks keep of its words; memory only knows that there is one
//                     └─ touched, asked     which of its sectors a launch reads and writes                        footprint.c
//
//     a request: up to 32 addresses ──> SectorCount, BankCount, UpdateCount                                       request.c
//                                       Cache: which sectors L1 has                                               cache.c
//                                       slice_work: what atomics are to the slices of L2                          slices.c

#ifndef MEMORY_H
#define MEMORY_H

#include "base/base.h"

// ---- Address windows of the generic space ------------------------------------------------------------------------------

#define SHARED_WINDOW 0x0100000000000000ull // no allocation and no host pointer can be here
#define LOCAL_WINDOW  0x0200000000000000ull
#define CODE_WINDOW   0x0300000000000000ull
#define WINDOW_SIZE   0x0000000001000000ull // 16 MiB

// ---- memory.c --------------------------------------------------------------------------------------------------------

typedef struct Shadow Shadow;

// The checks, as memory knows them: functions that it calls.
typedef struct {
    Shadow *(*allocated)(size_t bytes); // its shadow; NULL if the host has no memory
    void (*copied)(Shadow *to, const Shadow *from, size_t bytes); // of allocations of that size
    void (*written)(SimAlloc *a, u64 from, u64 to); // by the host: bytes [from, to) of it
    const struct Observer *machine;                 // the functions that the machine calls
} MemoryObserver;

void memory_observe(SimMemory *m, const MemoryObserver *o);
const struct Observer *memory_observer(
    const SimMemory *m);         // of the machine; NULL if nobody looks on
u32 *memory_clock(SimMemory *m); // the checks' clock: every access that they see has a date

// The live allocation that holds [address, address+size), or NULL.
SimAlloc *memory_find(const SimMemory *m, u64 address, u64 size);

// ---- heap.c: malloc and free of device code ---------------------------------------------------------------------------

typedef struct Heap Heap;

Heap *heap_new(u64 base, u64 size); // NULL without host memory
void heap_free(Heap *h);
u64 heap_take(Heap *h, u64 size);     // 0 if there is no room
bool heap_give(Heap *h, u64 address); // false if no block begins there
bool heap_holds(const Heap *h, u64 address, u64 size);
u64 heap_taken(const Heap *h); // bytes of all blocks
u64 heap_looked(Heap *h);      // grains that the search looked at since this was last asked
// The memory's heap (memory.c), made when first asked for; NULL if there is none and no host memory.
Heap *memory_heap(SimMemory *m, u64 size);

// ---- texture.c: pictures for texture and surface instructions (warpsim_texture.h) -----------------------------------------

typedef struct {
    struct SimTexture *items; // (count) one without channels is no more
    size_t count, capacity;
} TextureTable;

TextureTable *memory_textures(SimMemory *m); // (memory.c)

// ---- request.c -------------------------------------------------------------------------------------------------------

// The 128-byte lines and 32-byte sectors that one request touches, and its distinct bytes.
typedef struct {
    int lines, sectors, bytes;
    u64 line[LANES * 2]; // (lines) address / 128, ascending
    u8 mask[LANES * 2];  // (lines) which of the line's four sectors
} SectorCount;

// address: (LANES), those in mask count; each wants `bytes`, at most 32.
void count_sectors(const u64 *address, u32 mask, int bytes, SectorCount *out);
void count_row(u64 address, int bytes, SectorCount *out); // one row of consecutive bytes

// The sectors in which atomics of one request update words. Lanes that want the same word wait for each other.
typedef struct {
    int sectors;          // how many
    int words;            // distinct ones
    int passes;           // through L1: a line takes as many as its busiest sector has contenders
    u64 sector[LANES];    // (sectors) address / 32, ascending
    u8 contenders[LANES]; // (sectors) lanes that want the sector's most wanted word
} UpdateCount;

// address: (LANES), those in mask count; each wants an aligned word of at most 32 bytes.
void count_updates(const u64 *address, u32 mask, UpdateCount *out);
// The lines and sectors of the same request, whose lanes want `bytes` each.
void sectors_of_updates(const UpdateCount *updates, int bytes, SectorCount *out);

// Shared-memory wavefronts of one request, `ideal` without conflicts, and distinct bytes.
typedef struct {
    int wavefronts, ideal, bytes;
} BankCount;

// offset: (LANES) in shared memory; each lane in mask wants `bytes`, at most 16.
BankCount count_banks(const u32 *offset, u32 mask, int bytes);
BankCount count_bank_row(
    int bytes); // of all lanes, one after the other without gaps: 4, 8 or 16 bytes each
// The same for an atomic, where lanes that want one word wait for each other.
BankCount count_bank_atomics(const u32 *offset, u32 mask, int bytes);

// ---- cache.c ------------------------------------------------------------------------------------------------------------

// An L1 of one block: its share of the SM's, 4 ways, 128-byte lines of 4 sectors, the least recently used goes first. Here a
// warp runs on while the others stand; on an SM all of them bring lines meanwhile. A line that a warp comes back to is gone if
// all warps together brought too many since.
typedef struct {
    u32 sets; // a power of two
    struct CacheLine {
        u64 tag;   // line number + 1, 0 empty
        u32 age;   // the cache's clock when it was last read
        u32 moved; // CacheUser.moved of the warp that read it last
        u16 warp;  // … which is this one
        u8 sectors;
    } * lines; // (sets * 4)
    u32 clock;
    u32 reach; // lines that each warp brings until all together fill L1
    // About the last read:
    u32 away; // lines that the warp brought since it had this one, if that is why the read missed; else 0
    u8 alone; // sectors that it missed and whose neighbour, which DRAM gives with them, was not there either
} Cache;

// A warp that reads, and how many lines it has brought or stored.
typedef struct {
    u32 moved;
    u16 warp;
} CacheUser;

bool cache_init(Cache *c, size_t bytes);
void cache_clear(Cache *c);
// Reads the sectors in `mask` of a line. Returns those that were missing; they are in the cache afterwards. user: NULL if no
// other warp can push the line out.
u8 cache_read(Cache *c, u64 line, u8 mask, CacheUser *user);

// A line that a warp has stored to, and where in it.
typedef struct {
    u64 line; // address / 128
    u8 sectors;
} StoredLine;

enum { STORED_LINES = 16 }; // that a warp remembers

// ---- footprint.c: which sectors of each allocation a launch touches ---------------------------------------------------

bool footprint_prepare(const SimLaunch *l); // false if the host has no memory
void footprint_end(const SimLaunch *l);
// Sectors of a line (its address / 128) that were read or written; and those that a block's loads asked L2 for.
void footprint_touch(SimAlloc *a, u64 line, u8 mask, bool read, bool write);
void footprint_ask(const SimLaunch *l, u64 block, SimAlloc *a, u64 line, u8 mask);

// What a worker has counted of an allocation and not told it yet.
typedef struct {
    SimAlloc *alloc; // NULL: of none
    u64 sectors;     // that loads missed in L1
    u64 cycles;      // that warps waited for them
} Missed;

enum { MISSED_ALLOCS = 8 }; // of which a worker counts at a time

void missed_collect(Missed *m); // tells the allocation, and begins anew

// What a launch touched, in bytes: pairs of sectors read; lines read or written; sectors read, written, and both (rewritten).
// `asked`: what loads asked L2 for, GPC by GPC. `joinable`: how much of that an SM of the same GPC asks for too.
// `again`: of the loads that missed the L1 of a block alone, what an earlier block has left in the SM's.
typedef struct {
    double pairs_read, lines, read, written, rewritten, asked, joinable, again;
    double waited;       // cycles that warps waited for loads,
    double waited_again; // and those of them for what an earlier block has left
} Footprint;

Footprint footprint_of(const SimLaunch *l, double waves); // in which its blocks run

// ---- slices.c: atomics in global memory, which the slices of L2 carry out ----------------------------------------------

bool slices_prepare(SimLaunch *l, u64 waves); // false if the host has no memory
void slices_end(SimLaunch *l);

// What a worker's blocks ask of the slices. Each worker counts for itself, since workers that added to one table would wait
// for each other; slices_collect adds it to the launch's.
typedef struct {
    u64 *work; // (l2_slices) of one wave; NULL if the launch keeps none
    u64 wave;  // which
} SliceCount;

bool slices_count(SliceCount *c, const SimLaunch *l);            // false if the host has no memory
void slices_block(SliceCount *c, const SimLaunch *l, u64 block); // what comes next is this block's
// Adds the updates of a request. A float's must be done before the next of the same warp begins.
void slices_add(SliceCount *c, const SimLaunch *l, const UpdateCount *updates, bool is_float);
void slices_collect(SliceCount *c, const SimLaunch *l); // adds it to the launch's
double slices_time(const SimLaunch *l);                 // seconds

#endif
