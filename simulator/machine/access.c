// access.c: does the loads and stores of a whole group of lanes, and finds the memory of its atomics.
//
// Each lane's address becomes a host pointer; after that all spaces are alike. Bounds are always checked: if the lowest
// and the highest address of a request are in one allocation, all its addresses are. Mostly that allocation is the one that
// was used last. Otherwise each lane's address is looked up by itself.

#include "machine/alu/alu.h"
#include "machine/engines.h"
#include "ptx/wide.h"

#include <string.h>

// How the data of a request is moved.
typedef enum {
    BY_LANES,
    BY_EIGHTS, // a load of which each eight lanes get neighbours, or all the same
    AS_A_PIECE // a row
} Way;

// A request that is being done.
typedef struct {
    SimWorker *w;
    SimWorker *owner; // of the shared memory: w, or another block of its cluster
    Warp *warp;
    const Insn *in;
    int pc;   // of the instruction that counts it: landing()
    int size; // bytes per lane
    SimSpace space;
    u64 address[LANES]; // of a request with a shape only after write_addresses
    u64 first;          // the address of the first lane, of a request with a shape
    u8 *host[LANES];    // set if it moves by lanes, or there is an observer
    u8 *base;           // where address 0 would be, if all lanes use one piece of memory
    SimAlloc *alloc;    // the allocation that all lanes use; NULL: they use several
    Shape *shape;       // how the addresses lie to each other; NULL: not known
    bool row;           // all 32 lanes, one after the other without gaps
    u64 low, high;      // the lowest and the highest address
    bool aligned;       // all addresses are multiples of the size
    Way way;
} Request;

static bool fault(Request *r, SimStatus status, int lane)
{
    return fault_access(r->w, r->warp, lane, r->pc, status, r->space, r->address[lane]);
}

// Finds the lowest and the highest address, whether all are multiples of the size, and whether they form a row. The addresses
// are the sums of a (LANES) and `add`. They are also written, which takes no longer than to read them.
static inline void survey(Request *r, const u64 *a, u64 add, u32 mask)
{
    u64 size = (u64)r->size, low = a[0] + add, last = low + 31 * size, high = low;
    u64 in_row = low, bits = low, strays = 0; // in_row: the address that a lane has in a row
    EACH_LANE
    {
        u64 address = a[l] + add;
        r->address[l] = address;
        strays |= address ^ in_row;
        in_row += size;
    }
    r->row = mask == FULL && strays == 0 && last > low; // else it wraps around, as from -4 on
    if (r->row) {
        high = last;
    } else {
        for (int l = 0; l < LANES; l++) {
            u64 address = r->address[l];
            bits |= address;
            low = address < low ? address : low;
            high = address > high ? address : high;
        }
    }
    r->low = low;
    r->high = high;
    r->aligned = (bits & (u64)(r->size - 1)) == 0;
}

// Tells whether all lanes lie to the first one as those of a shape.
static inline bool differ_alike(const u8 *reg, const i32 *differ, bool wide)
{
    enum { PARTS = 4 };
    const Words *a4 = (const Words *)(const void *)reg;
    const AnyWords *d4 = (const AnyWords *)(const void *)differ;
    const Addresses *a8 = (const Addresses *)(const void *)reg;
    const Differences *d8 = (const Differences *)(const void *)differ;
    Addresses strays8 = {0};
    Words strays4 = (a4[0] - a4[0][0] - d4[0]) | (a4[1] - a4[0][0] - d4[1]);
    for (int i = 0; wide && i < PARTS; i++)
        strays8 |= a8[i] - a8[0][0] - __builtin_convertvector(d8[i], Addresses);
    return is_zero(wide ? (const Words *)&strays8 : &strays4);
}

// Tells whether the addresses have the shape. If so, it is the request's; if not, find_shape sets again what is set here.
static inline __attribute__((always_inline)) bool has_shape(Request *r, Shape *s, const u8 *reg,
                                                            u64 add, u32 mask, bool wide)
{
    const u64 *a8 = (const u64 *)(const void *)reg;
    const u32 *a4 = (const u32 *)(const void *)reg;
    int first = __builtin_ctz(mask);
    u64 strays = 0, at = wide ? a8[first] + add : a4[first] + (u32)add;
    if (mask == FULL)
        strays = !differ_alike(reg, s->differ, wide);
    else if (wide)
        EACH_LANE strays |= mask >> l & 1 ? a8[l] - a8[first] - (u64)s->differ[l] : 0;
    else
        EACH_LANE strays |= mask >> l & 1 ? a4[l] - a4[first] - (u32)s->differ[l] : 0;
    r->first = at;
    r->low = at + (u64)s->low;
    r->high = at + (u64)s->high;
    r->shape = s;
    // Addresses that wrap around are told apart by survey.
    return !strays && r->low <= at && r->high >= at && (wide || r->high <= UINT32_MAX);
}

static void write_addresses(Request *r)
{
    if (r->shape)
        EACH_LANE r->address[l] = r->first + (u64)r->shape->differ[l];
}

enum { MOST_MISSES = 4, REST = 60 };

// Learns the shape of addresses. False if they are too far apart.
static bool learn_shape(const Request *r, Shape *s, const u8 *reg, u32 mask, bool wide)
{
    const u64 *a8 = (const u64 *)(const void *)reg;
    const u32 *a4 = (const u32 *)(const void *)reg;
    int first = __builtin_ctz(mask);
    u64 strays = 0;
    if (wide) {
        for (u32 l = 0; l < LANES; l++) {
            i64 exact = (mask >> l & 1) ? (i64)(a8[l] - a8[first]) : 0;
            s->differ[l] = (i32)exact;
            strays |= (u64)(exact ^ (i32)exact);
        }
    } else {
        for (u32 l = 0; l < LANES; l++)
            s->differ[l] = (mask >> l & 1) ? (i32)(a4[l] - a4[first]) : 0;
    }
    u32 step = (u32)s->differ[1], bits = 0, uneven = 0, uneven_eights = 0;
    i32 low = 0, high = 0;
    for (u32 l = 0; l < LANES; l++) {
        i32 differ = s->differ[l];
        bits |= (u32)differ;
        low = differ < low ? differ : low;
        high = differ > high ? differ : high;
        uneven |= (u32)differ ^ l * step;
    }
    for (u32 l = 0; l < LANES && uneven; l++)
        uneven_eights |= (u32)s->differ[l] - (u32)s->differ[l & ~7u] - (l & 7) * step;
    s->id = strays ? 0 : ++r->w->last_shape;
    memset(s->costs, 0, sizeof s->costs);
    s->mask = mask;
    s->low = low;
    s->high = high;
    s->bits = bits;
    s->stride = mask == FULL && !uneven ? (i32)step : -1;
    s->eights = mask == FULL && !uneven_eights ? (i32)step : -1;
    return !strays;
}

// Says how the request's addresses lie, which have its shape.
static inline void take_shape(Request *r)
{
    r->row = r->shape->stride == r->size;
    r->aligned = ((r->low | r->shape->bits) & (u64)(r->size - 1)) == 0;
}

// Learns the shape of the request's addresses, or else writes them. A lane that is off gets the address of one that is on, so that
// loops need no mask.
static __attribute__((noinline)) void find_shape(Request *r, Shape *s, const u8 *reg, u64 add,
                                                 u32 mask)
{
    const bool wide = r->in->access.wide;
    if (s->rest)
        s->rest--;
    else if (learn_shape(r, s, reg, mask, wide) && has_shape(r, s, reg, add, mask, wide)) {
        take_shape(r);
        if (++s->misses > MOST_MISSES) {
            s->misses = 0;
            s->rest = REST;
        }
        return;
    }
    r->shape = NULL;
    if (wide && mask == FULL) {
        survey(r, (const u64 *)(const void *)reg, add, mask);
        return;
    }
    if (wide) {
        const u64 *a = (const u64 *)(const void *)reg;
        EACH_LANE r->address[l] = a[l] + add;
    } else {
        const u32 *a = (const u32 *)(const void *)reg;
        EACH_LANE r->address[l] = a[l] + (u32)add; // may wrap around: compilers rely on it
    }
    u64 some = r->address[__builtin_ctz(mask)];
    for (int l = 0; l < LANES && mask != FULL; l++)
        r->address[l] = mask >> l & 1 ? r->address[l] : some;
    survey(r, r->address, 0, mask);
}

static void find_addresses(Request *r, const Group *g, u32 mask)
{
    const Insn *in = r->in; // cppcheck-suppress ctuuninitvar ; access_memory has set it
    u64 add = (u64)in->access.offset + (in->access.in_frame ? g->frame->local_base : 0);
    const u8 *reg = g->frame->regs + in->a;
    if (in->a < 0) {
        r->shape = NULL;
        for (int l = 0; l < LANES; l++)
            r->address[l] = add;
        survey(r, r->address, 0, mask);
        return;
    }
    Shape *s = &r->w->shapes[((u32)in->a / (LANES * sizeof(u32))) % SHAPES];
    bool looks = s->id && s->mask == mask && !s->rest, wide = in->access.wide;
    if (looks && (mask == FULL ? (wide ? has_shape(r, s, reg, add, FULL, true)
                                       : has_shape(r, s, reg, add, FULL, false))
                               : has_shape(r, s, reg, add, mask, wide))) {
        s->misses = 0;
        take_shape(r);
    } else {
        find_shape(r, s, reg, add, mask);
    }
}

static bool check_aligned(Request *r, u32 mask)
{
    write_addresses(r);
    EACH_BIT(l, mask)
        if (r->address[l] & (u64)(r->size - 1))
            return fault(r, SIM_MISALIGNED, (int)l);
    return true;
}

// Writes the lanes' host pointers if anybody needs them.
static void place(Request *r, u8 *base)
{
    r->base = base;
    if (r->way != BY_LANES && !r->w->observer)
        return;
    if (r->shape)
        EACH_LANE r->host[l] = base + (r->first + (u64)r->shape->differ[l]);
    else
        EACH_LANE r->host[l] = base + r->address[l];
}

static bool inside(const SimAlloc *a, u64 low, u64 end)
{
    return a && a->live && low >= a->base && end <= a->base + a->size && end >= low;
}

static bool may_write(const SimAlloc *a, const Insn *in)
{
    return in->kind == K_LOAD || (a->kind != SIM_CONSTANT && a->kind != SIM_PARAM);
}

// Faults unless each lane in mask accesses one block of the heap, which malloc has given and free has not taken back.
static bool in_heap(Request *r, u32 mask)
{
    const Heap *h = memory_heap(r->w->launch->memory, 0);
    write_addresses(r);
    EACH_BIT(l, mask)
        if (!heap_holds(h, r->address[l], (u64)r->size))
            return fault(r, SIM_ILLEGAL_ADDRESS, (int)l);
    return true;
}

static bool find_global(Request *r, u32 mask)
{
    SimWorker *w = r->w;
    u64 low = r->low, end = r->high + (u64)r->size;
    SimAlloc **known = &w->known[r->pc % KNOWN_ALLOCS]; // most instructions have their own array
    SimAlloc *a = *known;
    if (!inside(a, low, end)) {
        a = memory_find(w->launch->memory, low, (u64)r->size);
        if (!inside(a, low, end))
            a = NULL;
    }
    r->alloc = a;
    if (a) {
        *known = w->last_alloc = a;
        if (!may_write(a, r->in)) {
            write_addresses(r);
            return fault(r, SIM_ILLEGAL_ADDRESS, __builtin_ctz(mask));
        }
        if (a->kind == SIM_HEAP && !in_heap(r, mask))
            return false;
        place(r, a->host - a->base);
        return true;
    }
    r->way = BY_LANES;
    write_addresses(r);
    EACH_BIT(l, mask) {
        a = memory_find(w->launch->memory, r->address[l], (u64)r->size);
        if (!a || !may_write(a, r->in))
            return fault(r, SIM_ILLEGAL_ADDRESS, l);
        r->host[l] = a->host + (r->address[l] - a->base);
        if (a->kind == SIM_HEAP && !in_heap(r, 1u << l))
            return false;
    }
    return true;
}

// Faults unless all lanes in mask access [0, size).
static inline bool in_bounds(Request *r, u64 size, u32 mask)
{
    if (r->high + (u64)r->size <= size && r->high <= size)
        return true;
    write_addresses(r);
    EACH_BIT(l, mask)
        if (r->address[l] > size || r->address[l] + (u64)r->size > size)
            return fault(r, SIM_ILLEGAL_ADDRESS, (int)l);
    return true;
}

static bool find_shared(Request *r, u32 mask)
{
    if (!in_bounds(r, r->w->launch->shared_total, mask))
        return false;
    place(r, r->owner->shared);
    return true;
}

static bool find_local(Request *r, u32 mask)
{
    u64 size = r->warp->local_size;
    if (!in_bounds(r, size, mask))
        return false;
    write_addresses(r);
    for (int l = 0; l < LANES; l++)
        r->host[l] = r->warp->local + (u64)l * size + r->address[l];
    return true;
}

// ---- Counting ------------------------------------------------------------------------------------------------------

enum { LINE = 128, ALL_SECTORS = 15 };

// Returns where the worker counts what missed L1 of an allocation. Another allocation may lose this place to it.
static Missed *missed_of(SimWorker *w, SimAlloc *a)
{
    Missed *m = &w->missed[((uintptr_t)a >> 6) % MISSED_ALLOCS];
    if (m->alloc != a) {
        missed_collect(m);
        m->alloc = a;
    }
    return m;
}

// Notes that a load begins a batch, if it does. Loads of a batch are under way together, and the warp waits for the slowest of them,
// whichever stands first (an H200: 0.77 ms, whether a hit or a miss begins each batch; results/h200-pairs.csv).
static inline void begin_batch(Warp *warp, const Insn *in, int pc)
{
    struct Batch *batch = &warp->batch;
    if (in->access.batches) {
        u32 waited = in->access.joins && batch->stays ? batch->waited : 0;
        *batch = (struct Batch){in->access.batches, pc, waited, in->access.stays};
    } else
        batch->stays |= in->access.stays;
}

// Adds the time that a load of an allocation waits that misses L1. DRAM gives sectors in pairs: if a block wants the second of a pair
// later, L2 has it.
static void wait_for_load(SimWorker *w, Warp *warp, SimAlloc *a, bool in_l2)
{
    const SimDevice *d = w->launch->device;
    struct Batch *batch = &warp->batch;
    u32 wait = (u32)((in_l2 ? d->l2_latency : d->dram_latency) - d->l1_latency);
    if (!batch->parts || wait <= batch->waited)
        return;
    u64 more = (u64)(wait - batch->waited) * batch->parts / w->module->infos[batch->pc].unrolled;
    batch->waited = wait;
    warp->dram_cycles += in_l2 ? 0 : more;
    warp->cycles += more;
    if (a)
        missed_of(w, a)->cycles += more;
}

// Returns the sectors of a store's line that the warp has not stored to in the same segment. L1 keeps a line for a moment before
// it sends it to L2, so that four neighbouring stores cost L2 one (an H200: softmaxKept stores 218 MB of sectors, L2 gets 67).
// A store after a branch, which is in another segment, does not join those before it: by then L1 has sent their line on, as the traffic
// of sgemmSquare and reduceNeighbored on an H200 shows. So has it when a load of another line lies between, for whose value the warp
// waits (storesApart of tests/gpu/pairs.cu: 259 MB for 67), or a long time (machine/pipeline.c). Of stores that predicates part two join
// (storesBranch: 132 MB). L1 has few such lines, and warps that store at the same time share them. The more a kernel loads, the fewer of
// its warps store at the same time.
static u8 new_sectors(const SimWorker *w, Stores *s, u64 line, u8 sectors)
{
    for (int i = 0; i < s->count; i++) {
        struct StoredLine *stored = &s->lines[i];
        if (stored->line == line) {
            u8 added = sectors & ~stored->sectors;
            stored->sectors |= sectors;
            return added;
        }
    }
    u64 all = s->requests + s->loads, room = STORED_LINES * all / (all + w->storing * s->requests);
    if ((u64)s->count >= room)
        s->count = 0;
    s->lines[s->count++] = (struct StoredLine){line, sectors};
    return sectors;
}

// Tells whether L1 keeps stores to the line.
static bool is_stored(const Stores *s, u64 line)
{
    for (int i = 0; i < s->count; i++)
        if (s->lines[i].line == line)
            return true;
    return false;
}

// Counts the sectors of a line that a load has just missed, and takes back those that it was thought to have missed before. What the block
// had read before, no other SM asks for at that time.
static void count_missed(SimWorker *w, const Warp *warp, SimAlloc *a, int pc, u64 line, u8 missed)
{
    const u64 sectors = (u64)__builtin_popcount(missed), doubts = w->l1.doubts, kept = w->l1.kept;
    if (!sectors && !kept)
        return;
    Missed *m = missed_of(w, a);
    m->sectors += sectors - kept;
    m->repeated += (w->l1.lost ? sectors : 0) - kept;
    w->doubtful[pc] += doubts;
    w->doubts += doubts;
    w->kept += kept;
    if (sectors && !w->l1.lost)
        footprint_ask(a, asks_at(w, warp->cycles), line, missed);
}

// Returns the sectors of a load or store, in `own` or as they are known. Their lines are numbered from *first on.
static const SectorCount *sectors_of(Request *r, u32 mask, SectorCount *own, u64 *first)
{
    *first = 0;
    if (r->row || r->low == r->high) {
        count_row(r->low, r->row ? LANES * r->size : r->size, own);
        return own;
    }
    if (!r->shape) {
        count_sectors(r->address, mask, r->size, own);
        return own;
    }
    SectorCost *cost = &r->w->sector_costs[r->pc % SECTOR_COSTS];
    u8 phase = r->low % LINE;
    *first = r->low / LINE;
    if (cost->shape != r->shape->id || cost->pc != r->pc || cost->phase != phase) {
        write_addresses(r);
        count_sectors(r->address, mask, r->size, &cost->sectors);
        for (int i = 0; i < cost->sectors.lines; i++)
            cost->sectors.line[i] -= *first;
        cost->shape = r->shape->id;
        cost->pc = r->pc;
        cost->phase = phase;
    }
    return &cost->sectors;
}

static __attribute__((noinline)) void count_global(Request *r, u32 mask)
{
    SimWorker *w = r->w;
    const Insn *in = r->in;
    SimCount *c = &w->counts[r->pc];
    SectorCount own;
    const SectorCount *sectors = &own;
    UpdateCount updates;
    u64 first = 0;
    if (in->kind == K_ATOMIC) {
        write_addresses(r);
        count_updates(r->address, mask, &updates);
        sectors_of_updates(&updates, r->size, &own);
    } else
        sectors = sectors_of(r, mask, &own, &first);
    c->requests++;
    c->sectors += (u64)sectors->sectors;
    c->bytes += (u64)sectors->bytes;
    // A volatile load goes to L2, which has what the block has loaded.
    bool is_load = in->kind == K_LOAD, cached = is_load && !insn_is_volatile(in);
    int missing = 0;
    bool in_l2 = is_load;
    user_goes_on(&r->warp->user, is_load);
    for (int i = 0; i < sectors->lines; i++) {
        u64 line = first + sectors->line[i];
        u8 mask_of_line = sectors->mask[i], missed = mask_of_line;
        if (cached) {
            missed = cache_read(&w->l1, line, missed, &r->warp->user);
            w->reread += w->l1.away > w->l2_reach ? (u64)__builtin_popcount(missed) : 0;
            in_l2 &= !w->l1.alone || !missed;
            missed = in->access.by_l2 ? mask_of_line : missed; // L1 only knows that L2 has it
        } else if (is_load) {
            in_l2 &= cache_has(&w->l1, line, missed);
        } else if (in->kind == K_STORE) {
            missed = new_sectors(w, &r->warp->stores, line, missed);
            if (missed && w->launch->warps > 1)
                missed = stores_in_step(&w->stored, w->block, line, missed, &r->warp->user);
            r->warp->user.moved += missed && !cache_has(&w->l1, line, 0);
        }
        missing += __builtin_popcount(missed);
        SimAlloc *a = r->alloc;
        if (!a)
            a = memory_find(w->launch->memory, line << 7 | (u64)__builtin_ctz(mask_of_line) << 5,
                            1);
        if (!a || !a->traces.touched)
            continue;
        footprint_touch(a, line, mask_of_line, in->kind != K_STORE, in->kind != K_LOAD);
        if (cached)
            count_missed(w, r->warp, a, r->pc, line, missed);
    }
    // L1 moves 128 bytes per cycle and looks up one line per cycle (a column of 512 rows on an H200: 530 us of 556).
    int data = (sectors->sectors + 3) / 4, tags = sectors->lines;
    if (in->kind == K_ATOMIC) {
        if (in->access.one_address) // ptxas sends one update for all
            updates.contenders[0] = (u8)(updates.passes = 1);
        slices_add(&w->slices, w->launch, &updates, in->access.type >= ELEMENT_FLOAT);
        missing = 0;
        for (int i = 0; i < updates.sectors; i++)
            missing += updates.contenders[i];
        tags = updates.passes;
    }
    c->l1_misses += (u64)missing;
    u64 wavefronts = (u64)(data > tags ? data : tags);
    c->wavefronts += wavefronts;
    if (in->kind == K_LOAD)
        r->warp->cycles += wavefronts - 1;
    if (is_load)
        begin_batch(r->warp, in, r->pc);
    if (is_load && missing)
        wait_for_load(w, r->warp, r->alloc, in_l2);
}

// Counts a row that is one whole line of an allocation, as most requests are.
static inline __attribute__((always_inline)) void count_line(SimWorker *w, Warp *warp,
                                                             const Insn *in, int pc, SimAlloc *a,
                                                             u64 line)
{
    SimCount *c = &w->counts[pc];
    bool is_load = in->kind == K_LOAD, cached = is_load && !insn_is_volatile(in);
    user_goes_on(&warp->user, is_load);
    u8 missed = cached ? cache_read(&w->l1, line, ALL_SECTORS, &warp->user) : ALL_SECTORS;
    missed = in->access.by_l2 ? ALL_SECTORS : missed;
    if (in->kind == K_STORE && w->launch->warps > 1)
        missed = stores_in_step(&w->stored, w->block, line, missed, &warp->user);
    w->reread += missed && cached && w->l1.away > w->l2_reach ? 4 : 0;
    warp->user.moved += in->kind == K_STORE && !cache_has(&w->l1, line, 0);
    c->requests++;
    c->sectors += 4;
    c->bytes += LINE;
    c->l1_misses += (u64)__builtin_popcount(missed);
    c->wavefronts++;
    if (a->traces.touched)
        footprint_touch(a, line, ALL_SECTORS, is_load, !is_load);
    if (a->traces.touched && cached)
        count_missed(w, warp, a, pc, line, missed);
    if (is_load)
        begin_batch(warp, in, pc);
    if (is_load && missed)
        wait_for_load(w, warp, a, cached ? !w->l1.alone : cache_has(&w->l1, line, ALL_SECTORS));
}

// Notes a request for global memory, where stores may be under way.
static inline void note_request(Stores *stores, const Insn *in, u64 line)
{
    if (in->kind == K_LOAD) {
        stores->loads++;
        if (!in->access.read_only && stores->count && !is_stored(stores, line))
            stores->count = 0;
    }
    if (in->kind == K_STORE) {
        stores->requests++;
        stores->count = in->access.late ? 0 : stores->count;
    }
}

// Begins anew with L1 after a load that acquires.
static inline void forget_acquired(SimWorker *w, const Insn *in)
{
    if (in->kind == K_LOAD && in->access.order >= ORDER_ACQUIRE && !in->access.block_scope)
        cache_forget(&w->l1);
}

// Counts a request for global memory.
static void count_request(Request *r, u32 mask)
{
    const Insn *in = r->in; // cppcheck-suppress ctuuninitvar ; its callers have set it
    note_request(&r->warp->stores, in, r->low >> 7);
    if (r->way == AS_A_PIECE && in->access.bytes == 4 && r->low % LINE == 0)
        count_line(r->w, r->warp, in, r->pc, r->alloc, r->low >> 7);
    else
        count_global(r, mask);
    forget_acquired(r->w, in);
}

// Shared memory does atomics on words. For other atomics ptxas makes a loop that loads, computes, compares and swaps. An
// iteration takes LOOP_CYCLES cycles (on an H200 3.1 for floats, 4.5 for 8 bytes; results/h200-atomics.csv).
enum { LOOP_CYCLES = 3 };

static bool is_loop(const Insn *in)
{
    return in->access.op <= A_XOR && (in->access.type >= ELEMENT_FLOAT || in->access.bytes != 4);
}

// Counts what a request costs the banks, by its addresses.
static void count_cost(Request *r, u32 mask, BankCost *cost)
{
    const Insn *in = r->in;
    bool is_load = in->kind == K_LOAD;
    u8 merged = in->access.merged;
    u32 offset[LANES];
    write_addresses(r);
    for (int l = 0; l < LANES; l++)
        offset[l] = (u32)r->address[l];
    if (in->kind == K_ATOMIC)
        cost->banks =
            count_bank_atomics(offset, in->access.one_address ? mask & (0 - mask) : mask, r->size);
    else
        cost->banks = count_banks(offset, mask, r->size, is_load);
    cost->merged = (BankCount){0};
    if (merged && merged != MERGED_INTO)
        cost->merged = count_banks(offset, mask, merged, is_load);
}

// Returns what a request costs the banks, in `own` or as it is known.
static const BankCost *cost_of(Request *r, u32 mask, BankCost *own)
{
    enum { WORD = 4 };
    const Insn *in = r->in;
    u8 merged = in->access.merged;
    if (!r->shape) {
        count_cost(r, mask, own);
        return own;
    }
    bool joins = merged && merged != MERGED_INTO;
    u32 size = (u32)r->size, unit = size < WORD ? WORD : joins && merged > size ? merged : size;
    u32 key = size | (u32)(r->low & (unit - 1)) << 8 | (u32)merged << 16 | (u32)in->kind << 24 |
              (u32)(in->kind == K_ATOMIC && in->access.one_address) << 31;
    BankCost *cost = &r->shape->costs[(in->kind == K_LOAD) + 2 * joins];
    if (cost->key != key) {
        count_cost(r, mask, cost);
        cost->key = key;
    }
    return cost;
}

static __attribute__((noinline)) void count_shared(Request *r, u32 mask)
{
    SimCount *c = &r->w->counts[r->pc];
    bool is_atomic = r->in->kind == K_ATOMIC;
    bool merged = r->in->access.merged != 0;
    BankCost own;
    const BankCost *cost = &own;
    if (r->row && !is_atomic && r->size >= 4 && !merged)
        own.banks = count_bank_row(r->size);
    else
        cost = cost_of(r, mask, &own);
    BankCount banks = cost->banks;
    if (is_atomic && is_loop(r->in))
        banks.wavefronts *= LOOP_CYCLES;
    c->requests++;
    c->wavefronts += (u64)banks.wavefronts;
    c->ideal += (u64)banks.ideal;
    c->bytes += (u64)banks.bytes;
    if (merged) {
        banks = cost->merged;
        c->merged += (u64)banks.wavefronts;
    }
    r->warp->cycles += (u64)(banks.wavefronts - banks.ideal);
}

// Counts a request for local memory, which is laid out so that the same word of all lanes is one line.
static __attribute__((noinline)) void count_local(Request *r, u32 mask)
{
    SimCount *c = &r->w->counts[r->pc];
    u64 spread[LANES];
    int words = r->size < 4 ? 1 : r->size / 4;
    c->requests++;
    for (int k = 0; k < words; k++) {
        SectorCount sectors;
        for (int l = 0; l < LANES; l++)
            spread[l] = ((r->address[l] >> 2) + (u64)k) * 128 + (u64)l * 4;
        count_sectors(spread, mask, r->size < 4 ? r->size : 4, &sectors);
        c->sectors += (u64)sectors.sectors;
        c->bytes += (u64)sectors.bytes;
        c->wavefronts += (u64)sectors.lines;
        // A store goes on to L2, and its bytes stay in L1, too.
        u64 first = LOCAL_WINDOW >> 7 | (u64)r->warp->index << 20;
        int missing = 0;
        for (int i = 0; i < sectors.lines; i++)
            missing += __builtin_popcount(
                cache_read(&r->w->l1, first + sectors.line[i], sectors.mask[i], NULL));
        c->l1_misses += (u64)(r->in->kind == K_LOAD ? missing : sectors.sectors);
    }
}

// Counts a request for constant memory. The constant cache gives one word to all lanes; each further word takes another pass of
// two cycles (measured on an H200: 4240 cycles for 64 loads of 32 words). A word at a fixed place is an operand of the machine's
// instruction, and takes no pass of its own.
static __attribute__((noinline)) void count_constant(Request *r, u32 mask)
{
    u64 passes = 0;
    write_addresses(r);
    for (u32 left = mask; left; passes++) {
        u64 word = r->address[__builtin_ctz(left)] >> 2;
        EACH_BIT(l, left)
            left &= ~((u32)(r->address[l] >> 2 == word) << l);
    }
    r->w->counts[r->pc].wavefronts += 2 * (passes - (r->in->a < 0));
    r->warp->cycles += 2 * (passes - 1);
}

// ---- Moving data -----------------------------------------------------------------------------------------------------

// Copies an element of each lane to its register. The sizes are mostly constants for the compiler, which makes code for each pair.
static inline __attribute__((always_inline)) void load_lanes(const Request *r, u8 *reg, int at,
                                                             u32 mask, int reg_bytes, int bytes)
{
    bool is_signed = r->in->access.type == ELEMENT_SIGNED;
    for (int l = 0; mask == FULL && bytes == reg_bytes && l < LANES; l++)
        memcpy(reg + (size_t)l * (size_t)bytes, r->host[l] + at, (size_t)bytes);
    EACH_BIT(l, mask == FULL && bytes == reg_bytes ? 0 : mask) {
        u64 v = 0;
        memcpy(&v, r->host[l] + at, (size_t)bytes);
        if (bytes < reg_bytes && is_signed)
            v = sign_extend(v, bytes);
        memcpy(reg + (size_t)l * (size_t)reg_bytes, &v, (size_t)reg_bytes);
    }
}

static void load_element(const Request *r, u8 *reg, int at, u32 mask)
{
    int reg_bytes = r->in->access.reg_bytes, bytes = r->in->access.bytes;
    if (reg_bytes == 4 && bytes == 4)
        load_lanes(r, reg, at, mask, 4, 4);
    else if (reg_bytes == 8 && bytes == 8)
        load_lanes(r, reg, at, mask, 8, 8);
    else if (reg_bytes == 2 && bytes == 1)
        load_lanes(r, reg, at, mask, 2, 1);
    else if (reg_bytes == 4 && bytes == 1)
        load_lanes(r, reg, at, mask, 4, 1);
    else if (reg_bytes == 2 && bytes == 2)
        load_lanes(r, reg, at, mask, 2, 2);
    else
        load_lanes(r, reg, at, mask, reg_bytes, bytes);
}

// Loads what each eight lanes have side by side, or in common.
static inline __attribute__((always_inline)) void load_eights(const Request *r, u8 *reg, int at,
                                                              int bytes)
{
    for (size_t l = 0; l < LANES; l += 8) {
        const u8 *from = r->base + (r->first + (u64)r->shape->differ[l]) + at;
        u8 *to = reg + l * (size_t)bytes;
        u64 v = 0;
        memcpy(&v, from, (size_t)bytes);
        if (r->shape->eights)
            memcpy(to, from, 8 * (size_t)bytes);
        else
            for (size_t k = 0; k < 8; k++)
                memcpy(to + k * (size_t)bytes, &v, (size_t)bytes);
    }
}

// Copies a whole piece. Most elements have 4 bytes.
static void move_piece(u8 *to, const u8 *from, int bytes)
{
    if (bytes == 4)
        copy_words(to, from);
    else
        memcpy(to, from, (size_t)(LANES * bytes));
}

static void load(const Request *r, u8 *regs, u32 mask)
{
    const Insn *in = r->in;
    if (r->way == AS_A_PIECE) {
        move_piece(regs + in->list[0], r->base + r->low, in->access.bytes);
        return;
    }
    for (int k = 0; k < in->access.count; k++)
        if (in->list[k] >= 0 && r->way == BY_EIGHTS && in->access.bytes == 4)
            load_eights(r, regs + in->list[k], k * 4, 4);
        else if (in->list[k] >= 0 && r->way == BY_EIGHTS)
            load_eights(r, regs + in->list[k], k * 8, 8);
        else if (in->list[k] >= 0)
            load_element(r, regs + in->list[k], k * in->access.bytes, mask);
}

static void store(const Request *r, const u8 *regs, u32 mask)
{
    const Insn *in = r->in;
    if (r->way == AS_A_PIECE) {
        move_piece(r->base + r->low, regs + in->list[0], in->access.bytes);
        return;
    }
    for (int k = 0; k < in->access.count; k++) {
        const u8 *reg = regs + in->list[k];
        int at = k * in->access.bytes;
        if (in->access.reg_bytes == 4 && in->access.bytes == 4) {
            EACH_BIT(l, mask)
                memcpy(r->host[l] + at, reg + (size_t)l * 4, 4);
        } else {
            EACH_BIT(l, mask)
                memcpy(r->host[l] + at, reg + (size_t)l * in->access.reg_bytes, in->access.bytes);
        }
    }
}

// ---- A request -------------------------------------------------------------------------------------------------------

// Tells those who look on what is about to be accessed: the checks, and the host if it watches the launch.
static void tell(Request *r, const Group *g, u32 mask)
{
    SimWorker *w = r->w;
    write_addresses(r);
    const SimAccess a = {.block = w->block,
                         .owner = r->owner->block,
                         .warp = r->warp->index,
                         .pc = g->pc,
                         .kind = r->in->kind == K_LOAD    ? SIM_LOAD
                                 : r->in->kind == K_STORE ? SIM_STORE
                                                          : SIM_ATOMIC,
                         .space = r->space,
                         .lanes = mask,
                         .bytes = r->size,
                         .address = r->address};
    if (w->observer)
        w->observer->access(w, r->warp, g, r->in, &a, r->host);
    if (w->watch && r->in->access.space != SIM_SPACE_PARAM)
        w->watch(w->watcher, &a);
}

// Tells whether no other thread of the host can access the request's memory.
static bool is_alone(const Request *r)
{
    const SimLaunch *l = r->w->launch;
    return r->space != SIM_SPACE_GLOBAL || (l->alone && r->alloc && !sim_is_hosts(r->alloc->kind));
}

// Tells whether nobody could take back what the request writes: memory without a shadow, or in which the host may do atomics, too.
static bool is_final(const Request *r)
{
    const SimAlloc *a = r->alloc;
    if (r->in->kind == K_LOAD || r->space != SIM_SPACE_GLOBAL)
        return false;
    return !a || (r->in->kind == K_ATOMIC && sim_is_hosts(a->kind)) ||
           (!a->shadow && a->kind != SIM_PARAM_BUFFER);
}

// A phase that waits for bytes only has had all its arrivals: one more is for a phase that has not begun. An H200 ends the launch, too.
static __attribute__((noinline)) bool fault_arrival(Request *r, int lane)
{
    const Mbarrier m = mbarrier_read(r->host[lane]);
    char what[256];
    if (!m.each)
        TEXT_FORMAT(what, "An arrival at an mbarrier that is not initialized");
    else
        TEXT_FORMAT(
            what,
            "An mbarrier gets more arrivals than its phase waits for: %u of %u were missing, and "
            "%l bytes.\n    A thread must wait for the phase before it arrives for the next one",
            m.arrivals, m.each, m.bytes);
    return fault_at(r->w, r->warp, lane, r->pc, SIM_TRAP, what);
}

// A request of one SM's for another's shared memory takes so many cycles longer than one for its own (213 and 39 in a chain of loads, an H200,
// results/h200-rates.csv).
enum { TO_OTHER_SM = 213 - 39 };

// Counts a part of a request for another block's shared memory. ncu counts one request, however many blocks it asks.
static void count_far(const Request *r, u32 mask, bool first)
{
    SimCount *c = &r->w->counts[r->pc];
    SectorCount sectors;
    count_sectors(r->address, mask, r->size, &sectors);
    c->far += first;
    c->far_sectors += (u64)sectors.sectors;
}

// Tells when the warp arrived, for those that wait for these mbarriers.
static __attribute__((noinline)) void note_arrivals(const Request *r, u32 mask)
{
    EACH_BIT(l, mask)
        phase_arrival(r->owner, (u64)(r->host[l] - r->owner->shared), r->warp->cycles,
                      r->owner != r->w);
}

static bool access_in_space(Request *r, const Group *g, u32 mask);

// Does a request for shared memory beyond the block's own: that of other blocks of the cluster, block by block.
static __attribute__((noinline)) bool access_cluster(Request *r, const Group *g, u32 mask)
{
    SimWorker *w = r->w;
    u64 address[LANES];
    write_addresses(r);
    memcpy(address, r->address, sizeof address);
    r->shape = NULL;
    bool asked = false; // another block
    while (mask) {
        int first = __builtin_ctz(mask);
        u64 part = address[first] / WINDOW_SIZE;
        r->owner = worker_at(w, address[first]);
        if (!r->owner)
            return fault_at(w, r->warp, first, r->pc, SIM_TRAP,
                            "Accesses the shared memory of a block that its cluster does not have");
        bool asks =
            r->in->kind != K_STORE && !(r->in->kind == K_ATOMIC && r->in->access.op == A_ARRIVE);
        if (cluster_has_left(r->owner, w, r->warp, asks))
            return fault_at(
                w, r->warp, first, r->pc, SIM_TRAP,
                "Accesses the shared memory of a block of its cluster that has ended: a "
                "block must wait until the others no longer need it, by cluster.sync()");
        u32 same = 0;
        EACH_BIT(l, mask)
            same |= (u32)(address[l] / WINDOW_SIZE == part) << l;
        for (int l = 0; l < LANES; l++)
            r->address[l] = address[same >> l & 1 ? l : first] % WINDOW_SIZE;
        survey(r, r->address, 0, same);
        if (r->owner != w) {
            count_far(r, same, !asked);
            asked = true;
            r->warp->cycles += r->in->kind == K_STORE ? 0 : TO_OTHER_SM;
        }
        if (!access_in_space(r, g, same))
            return false;
        mask &= ~same;
    }
    r->owner = w;
    return true;
}

static Way way_of(const Request *r)
{
    const Insn *in = r->in;
    if (r->space == SIM_SPACE_LOCAL || r->space == SIM_SPACE_PARAM || // each lane has its own
        in->kind == K_ATOMIC || in->access.bytes != in->access.reg_bytes)
        return BY_LANES;
    if (r->row)
        return in->access.count == 1 && in->list[0] >= 0 ? AS_A_PIECE : BY_LANES;
    const Shape *s = r->shape;
    return s && in->kind == K_LOAD && in->access.bytes >= 4 &&
                   (s->eights == 0 || (s->eights == in->access.bytes && in->access.count == 1))
               ? BY_EIGHTS
               : BY_LANES;
}

static bool access_in_space(Request *r, const Group *g, u32 mask)
{
    if (!r->aligned && !check_aligned(r, mask))
        return false;
    r->way = way_of(r);
    switch (r->space) {
    case SIM_SPACE_SHARED:
        if (r->high >= WINDOW_SIZE && r->high < SHARED_END - SHARED_WINDOW)
            return access_cluster(r, g, mask);
        if (!find_shared(r, mask))
            return false;
        count_shared(r, mask);
        break;
    case SIM_SPACE_LOCAL:
    case SIM_SPACE_PARAM:
        if (!find_local(r, mask))
            return false;
        if (r->space == SIM_SPACE_LOCAL)
            count_local(r, mask);
        r->space = SIM_SPACE_LOCAL;
        break;
    default:
        if (!find_global(r, mask))
            return false;
        if (r->space == SIM_SPACE_CONST)
            count_constant(r, mask);
        else
            count_request(r, mask);
        break;
    }
    if (r->w->watched) {
        if (r->w->launch->trial && is_final(r))
            return launch_in_vain(r->w);
        tell(r, g, mask);
    }
    const Insn *in = r->in;
    bool own = r->space == SIM_SPACE_LOCAL; // each lane's own
    u8 *regs = g->frame->regs;
    if (in->kind == K_LOAD)
        load(r, regs, mask);
    else if (in->kind == K_STORE) {
        store(r, regs, mask);
        r->w->changes++;
    } else {
        int lane = atomic_update(r->w, in, r->space, r->host, regs, mask, r->low == r->high && !own,
                                 is_alone(r));
        if (lane >= 0)
            return fault_arrival(r, lane);
        if ((in->access.op == A_ARRIVE || in->access.op == A_DROP) && r->space == SIM_SPACE_SHARED)
            note_arrivals(r, mask);
    }
    return true;
}

static SimSpace space_of(u64 address)
{
    if (address < SHARED_WINDOW)
        return SIM_SPACE_GLOBAL;
    if (address < SHARED_END)
        return SIM_SPACE_SHARED;
    if (address >= LOCAL_WINDOW && address < LOCAL_WINDOW + WINDOW_SIZE)
        return SIM_SPACE_LOCAL;
    return SIM_SPACE_GLOBAL; // nothing is there, so it will be out of bounds
}

static u64 window_of(SimSpace space)
{
    return space == SIM_SPACE_SHARED ? SHARED_WINDOW : space == SIM_SPACE_LOCAL ? LOCAL_WINDOW : 0;
}

int landing(const SimWorker *w, int pc, SimSpace space)
{
    int landings = w->module->infos[pc].landings;
    if (landings && space == SIM_SPACE_SHARED)
        return landings;
    return landings && space == SIM_SPACE_LOCAL ? landings + 1 : pc;
}

// Does a request with generic addresses, space by space. Mostly all lanes have the same space.
static __attribute__((noinline)) bool access_by_space(Request *r, const Group *g, u32 mask)
{
    r->space = space_of(r->low);
    if (r->space == space_of(r->high) &&
        (r->space != SIM_SPACE_GLOBAL || r->high < SHARED_WINDOW)) {
        for (int l = 0; l < LANES && !r->shape; l++)
            r->address[l] -= window_of(r->space);
        r->first -= window_of(r->space);
        r->low -= window_of(r->space);
        r->high -= window_of(r->space);
        r->pc = landing(r->w, g->pc, r->space);
        return access_in_space(r, g, mask);
    }
    u64 generic[LANES];
    write_addresses(r);
    memcpy(generic, r->address, sizeof generic);
    r->shape = NULL;
    while (mask) {
        int first = __builtin_ctz(mask);
        SimSpace space = space_of(generic[first]);
        u32 same = 0;
        for (int l = 0; l < LANES; l++)
            same |= (u32)(space_of(generic[l]) == space) << l;
        same &= mask;
        for (int l = 0; l < LANES; l++)
            r->address[l] = same >> l & 1 ? generic[l] : generic[first];
        survey(r, r->address, 0 - window_of(space), same);
        r->space = space;
        r->pc = landing(r->w, g->pc, space);
        if (!access_in_space(r, g, same))
            return false;
        mask &= ~same;
    }
    return true;
}

// Does a load or store of one whole line of an allocation, for all lanes.
static inline __attribute__((always_inline)) void access_line(SimWorker *w, Warp *warp, u8 *regs,
                                                              const Insn *in, int pc, SimAlloc *a,
                                                              u64 address)
{
    u8 *memory = a->host + (address - a->base);
    w->last_alloc = a;
    note_request(&warp->stores, in, address / LINE);
    count_line(w, warp, in, pc, a, address / LINE);
    forget_acquired(w, in);
    if (in->kind == K_LOAD) {
        copy_words(regs + in->list[0], memory);
    } else {
        copy_words(memory, regs + in->list[0]);
        w->changes++;
    }
}

// Tells whether an instruction moves one word of each lane between memory and a register.
static inline bool moves_words(const Insn *in)
{
    return in->kind != K_ATOMIC && in->a >= 0 && in->access.bytes == 4 &&
           in->access.reg_bytes == 4 && in->access.count == 1 && in->list[0] >= 0;
}

// Tells whether the lanes' addresses are those of words side by side, from *first on.
static inline __attribute__((always_inline)) bool is_row_of_words(const u8 *reg, u64 add, bool wide,
                                                                  u64 *first)
{
    const u64 *a8 = (const u64 *)(const void *)reg;
    const u32 *a4 = (const u32 *)(const void *)reg;
    *first = wide ? a8[0] + add : a4[0] + (u32)add;
    if (*first % 4 || (wide ? a8[LANES - 1] - a8[0] : a4[LANES - 1] - a4[0]) != LINE - 4)
        return false;
    return wide ? addresses_ascend(reg, 4) : words_ascend(reg, 4);
}

// Tells whether a row of words is one line of the allocation that the instruction accessed last.
static inline bool is_line(const SimWorker *w, const Insn *in, int pc, u64 first)
{
    const SimAlloc *a = w->known[pc % KNOWN_ALLOCS];
    return first % LINE == 0 && inside(a, first, first + LINE) && may_write(a, in) &&
           a->kind != SIM_HEAP;
}

// Does a load or store of a row of words in shared memory, from `first` on.
static inline void access_shared_row(SimWorker *w, u8 *regs, const Insn *in, int pc, u64 first)
{
    SimCount *c = &w->counts[pc];
    c->requests++;
    c->wavefronts++;
    c->ideal++;
    c->bytes += LINE;
    if (in->kind == K_LOAD) {
        copy_words(regs + in->list[0], w->shared + first);
    } else {
        copy_words(w->shared + first, regs + in->list[0]);
        w->changes++;
    }
}

// Does an access by all lanes to words side by side, if it is one. Most are, and need no request to be made of them.
static inline bool access_neighbours(SimWorker *w, Warp *warp, u8 *regs, const Insn *in, int pc)
{
    const u64 add = (u64)in->access.offset, size = w->launch->shared_total;
    u64 first;
    if (!moves_words(in) || w->watched)
        return false;
    if (in->access.space == SIM_SPACE_GLOBAL && in->access.wide) {
        if (!is_row_of_words(regs + in->a, add, true, &first) || !is_line(w, in, pc, first))
            return false;
        access_line(w, warp, regs, in, pc, w->known[pc % KNOWN_ALLOCS], first);
        return true;
    }
    if (in->access.space == SIM_SPACE_SHARED && !in->access.merged) {
        if (!(in->access.wide ? is_row_of_words(regs + in->a, add, true, &first)
                              : is_row_of_words(regs + in->a, add, false, &first)) ||
            first > size || size - first < LINE)
            return false;
        access_shared_row(w, regs, in, pc, first);
        return true;
    }
    return false;
}

bool access_memory(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    if (mask == FULL && access_neighbours(w, warp, g->frame->regs, in, g->pc))
        return true;
    Request r; // find_addresses fills the rest
    r.w = w;
    r.owner = w;
    r.warp = warp;
    r.in = in;
    r.pc = g->pc;
    r.size = in->access.bytes * in->access.count;
    r.space = (SimSpace)in->access.space;
    r.alloc = NULL;
    find_addresses(&r, g, mask);
    if (r.space == SIM_SPACE_GENERIC)
        return access_by_space(&r, g, mask);
    return access_in_space(&r, g, mask);
}

bool access_row(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u64 first)
{
    SimAlloc *a = w->known[g->pc % KNOWN_ALLOCS];
    u64 size = in->access.bytes, end = first + LANES * size;
    if (first % size || w->watched || !inside(a, first, end) || !may_write(a, in) ||
        a->kind == SIM_HEAP)
        return access_memory(w, warp, g, in, FULL);
    if (size == 4 && first % LINE == 0) {
        access_line(w, warp, g->frame->regs, in, g->pc, a, first);
        return true;
    }
    Request r; // without addresses, which nobody asks for
    r.w = w;
    r.warp = warp;
    r.in = in;
    r.pc = g->pc;
    r.size = (int)size;
    r.space = SIM_SPACE_GLOBAL;
    r.alloc = w->last_alloc = a;
    r.shape = NULL;
    r.row = true;
    r.low = first;
    r.high = end - size;
    r.base = a->host - a->base;
    r.way = AS_A_PIECE;
    count_request(&r, FULL);
    if (in->kind == K_LOAD) {
        load(&r, g->frame->regs, FULL);
    } else {
        store(&r, g->frame->regs, FULL);
        w->changes++;
    }
    return true;
}

u8 *access_generic(SimWorker *w, Warp *warp, int lane, u64 address, u64 size)
{
    SimSpace space = space_of(address);
    u64 at = address - window_of(space);
    if (space == SIM_SPACE_SHARED)
        return at + size <= w->launch->shared_total ? w->shared + at : NULL;
    if (space == SIM_SPACE_LOCAL) {
        if (at + size > warp->local_size)
            return NULL;
        if (w->observer)
            w->observer->local_filled(w, warp, lane, at, size);
        return warp->local + (u64)lane * warp->local_size + at;
    }
    return sim_pointer(w->launch->memory, address, (size_t)size);
}
