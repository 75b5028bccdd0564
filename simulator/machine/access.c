// access.c: does the loads and stores of a whole group of lanes, and finds the memory of its atomics.
//
// Each lane's address becomes a host pointer; after that all spaces are alike. Bounds are always checked: if the lowest
// and the highest address of a request are in one allocation, all its addresses are. Mostly that allocation is the one that
// was used last. Otherwise each lane's address is looked up by itself.

#include "machine/alu/alu.h"
#include "machine/machine.h"
#include "ptx/wide.h"

#include <string.h>

// A request that is being done.
typedef struct {
    SimWorker *w;
    const SimWorker *owner; // of the shared memory: w, or another block of its cluster
    Warp *warp;
    const Insn *in;
    int pc;   // of the instruction that counts it: landing()
    int size; // bytes per lane
    SimSpace space;
    u64 address[LANES];
    u8 *host[LANES];
    SimAlloc *alloc; // the allocation that all lanes use; NULL: they use several
    bool row;        // all 32 lanes, one after the other without gaps
    u64 low, high;   // the lowest and the highest address
    bool aligned;    // all addresses are multiples of the size
    bool piece;      // a row that can be moved as a whole: only host[0] is set
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

// Writes the addresses of all lanes. A lane that is off gets the address of one that is on, so that loops need no mask.
static void find_addresses(Request *r, const Group *g, u32 mask)
{
    const Insn *in = r->in; // cppcheck-suppress ctuuninitvar ; access_memory has set it
    u64 add = (u64)in->access.offset + (in->access.in_frame ? g->frame->local_base : 0);
    const u8 *regs = g->frame->regs;
    if (in->a >= 0 && in->access.wide && mask == FULL) {
        survey(r, (const u64 *)(const void *)(regs + in->a), add, mask);
        return;
    }
    if (in->a < 0) {
        for (int l = 0; l < LANES; l++)
            r->address[l] = add;
    } else if (in->access.wide) {
        const u64 *a = (const u64 *)(const void *)(regs + in->a);
        EACH_LANE r->address[l] = a[l] + add;
    } else {
        const u32 *a = (const u32 *)(const void *)(regs + in->a);
        EACH_LANE r->address[l] = a[l] + (u32)add; // may wrap around: compilers rely on it
    }
    u64 some = r->address[__builtin_ctz(mask)];
    for (int l = 0; l < LANES && mask != FULL; l++)
        r->address[l] = mask >> l & 1 ? r->address[l] : some;
    survey(r, r->address, 0, mask);
}

static bool check_aligned(Request *r, u32 mask)
{
    EACH_BIT(l, mask)
        if (r->address[l] & (u64)(r->size - 1))
            return fault(r, SIM_MISALIGNED, (int)l);
    return true;
}

// Writes the lanes' host pointers. For a piece the first is enough, unless there is an observer.
static void place(Request *r, u8 *base)
{
    int lanes = r->piece && !r->w->observer ? 1 : LANES;
    for (int l = 0; l < lanes; l++)
        r->host[l] = base + r->address[l];
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
        if (!may_write(a, r->in))
            return fault(r, SIM_ILLEGAL_ADDRESS, __builtin_ctz(mask));
        if (a->kind == SIM_HEAP && !in_heap(r, mask))
            return false;
        place(r, a->host - a->base);
        return true;
    }
    r->piece = false;
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
    if (r->high + (u64)r->size > size || r->high > size)
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
static inline void begin_batch(const Request *r)
{
    if (r->in->access.batches)
        r->warp->batch = (struct Batch){r->in->access.batches, r->pc, 0};
}

// Adds the time that a load waits that misses L1. DRAM gives sectors in pairs: if a block wants the second of a pair later, L2 has it.
static void wait_for_load(const Request *r, bool in_l2)
{
    const SimDevice *d = r->w->launch->device;
    struct Batch *batch = &r->warp->batch;
    u32 wait = (u32)((in_l2 ? d->l2_latency : d->dram_latency) - d->l1_latency);
    if (!batch->parts || wait <= batch->waited)
        return;
    u64 more = (u64)(wait - batch->waited) * batch->parts / r->w->module->infos[batch->pc].unrolled;
    batch->waited = wait;
    r->warp->dram_cycles += in_l2 ? 0 : more;
    r->warp->cycles += more;
    if (r->alloc)
        missed_of(r->w, r->alloc)->cycles += more;
}

// Returns the sectors of a store's line that the warp has not stored to in the same segment. L1 keeps a line for a moment before
// it sends it to L2, so that four neighbouring stores cost L2 one (an H200: softmaxKept stores 218 MB of sectors, L2 gets 67).
// A store after a branch, which is in another segment, does not join those before it: by then L1 has sent their line on, as the traffic
// of sgemmSquare and reduceNeighbored on an H200 shows. So has it when a load of another line lies between, for whose value the warp waits (storesApart
// of tests/gpu/pairs.cu: 259 MB for 67). Of stores that predicates part two join (storesBranch: 132 MB). L1 has few such lines, and warps
// that store at the same time share them. The more a kernel loads, the fewer of its warps store at the same time.
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

// Counts the sectors of a line that a load has just missed. What the block had read before, no other SM asks for at that time.
static void count_missed(SimWorker *w, SimAlloc *a, u64 line, u8 missed)
{
    Missed *m = missed_of(w, a);
    u64 sectors = (u64)__builtin_popcount(missed);
    m->sectors += sectors;
    if (w->l1.lost)
        m->repeated += sectors;
    else
        footprint_ask(w->launch, w->block, a, line, missed);
}

static __attribute__((noinline)) void count_global(Request *r, u32 mask)
{
    SimWorker *w = r->w;
    const Insn *in = r->in;
    SimCount *c = &w->counts[r->pc];
    SectorCount sectors;
    UpdateCount updates;
    if (in->kind == K_ATOMIC) {
        count_updates(r->address, mask, &updates);
        sectors_of_updates(&updates, r->size, &sectors);
    } else if (r->row)
        count_row(r->address[0], LANES * r->size, &sectors);
    else if (r->low == r->high)
        count_row(r->address[0], r->size, &sectors);
    else
        count_sectors(r->address, mask, r->size, &sectors);
    c->requests++;
    c->sectors += (u64)sectors.sectors;
    c->bytes += (u64)sectors.bytes;
    // A volatile load goes to L2, which has what the block has loaded.
    bool is_load = in->kind == K_LOAD, cached = is_load && !insn_is_volatile(in);
    int missing = 0;
    bool in_l2 = is_load;
    for (int i = 0; i < sectors.lines; i++) {
        u8 missed = sectors.mask[i];
        if (cached) {
            missed = cache_read(&w->l1, sectors.line[i], missed, &r->warp->user);
            w->reread += w->l1.away > w->l2_reach ? (u64)__builtin_popcount(missed) : 0;
            in_l2 &= !w->l1.alone || !missed;
        } else if (is_load) {
            in_l2 &= cache_has(&w->l1, sectors.line[i], missed);
        } else if (in->kind == K_STORE) {
            missed = new_sectors(w, &r->warp->stores, sectors.line[i], missed);
            r->warp->user.moved += missed != 0;
        }
        missing += __builtin_popcount(missed);
        SimAlloc *a = r->alloc;
        if (!a)
            a = memory_find(w->launch->memory,
                            sectors.line[i] << 7 | (u64)__builtin_ctz(sectors.mask[i]) << 5, 1);
        if (!a || !a->traces.touched)
            continue;
        footprint_touch(a, sectors.line[i], sectors.mask[i], in->kind != K_STORE,
                        in->kind != K_LOAD);
        if (missed && cached)
            count_missed(w, a, sectors.line[i], missed);
    }
    // L1 moves 128 bytes per cycle and looks up one line per cycle (a column of 512 rows on an H200: 530 us of 556).
    int data = (sectors.sectors + 3) / 4, tags = sectors.lines;
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
        begin_batch(r);
    if (is_load && missing)
        wait_for_load(r, in_l2);
}

// Counts a row that is one whole line of an allocation, as most requests are.
static void count_line(const Request *r)
{
    SimWorker *w = r->w;
    const Insn *in = r->in;
    SimCount *c = &w->counts[r->pc];
    u64 line = r->low >> 7;
    bool is_load = in->kind == K_LOAD, cached = is_load && !insn_is_volatile(in);
    u8 missed = cached ? cache_read(&w->l1, line, ALL_SECTORS, &r->warp->user) : ALL_SECTORS;
    w->reread += missed && cached && w->l1.away > w->l2_reach ? 4 : 0;
    r->warp->user.moved += in->kind == K_STORE;
    c->requests++;
    c->sectors += 4;
    c->bytes += LINE;
    c->l1_misses += (u64)__builtin_popcount(missed);
    c->wavefronts++;
    if (r->alloc->traces.touched)
        footprint_touch(r->alloc, line, ALL_SECTORS, is_load, !is_load);
    if (r->alloc->traces.touched && missed && cached)
        count_missed(w, r->alloc, line, missed);
    if (is_load)
        begin_batch(r);
    if (is_load && missed)
        wait_for_load(r, cached ? !w->l1.alone : cache_has(&w->l1, line, ALL_SECTORS));
}

// Counts a request for global memory.
static void count_request(Request *r, u32 mask)
{
    const Insn *in = r->in;
    if (in->kind == K_LOAD) {
        r->warp->stores.loads++;
        if (!in->access.read_only && r->warp->stores.count &&
            !is_stored(&r->warp->stores, r->low >> 7))
            r->warp->stores.count = 0;
    }
    r->warp->stores.requests += in->kind == K_STORE;
    if (r->piece && in->access.bytes == 4 && r->low % LINE == 0)
        count_line(r);
    else
        count_global(r, mask);
    if (in->kind == K_LOAD && in->access.order >= ORDER_ACQUIRE && !in->access.block_scope)
        cache_forget(&r->w->l1);
}

// Shared memory does atomics on words. For other atomics ptxas makes a loop that loads, computes, compares and swaps. An
// iteration takes LOOP_CYCLES cycles (on an H200 3.1 for floats, 4.5 for 8 bytes; results/h200-atomics.csv).
enum { LOOP_CYCLES = 3 };

static bool is_loop(const Insn *in)
{
    return in->access.op <= A_XOR && (in->access.type >= ELEMENT_FLOAT || in->access.bytes != 4);
}

static __attribute__((noinline)) void count_shared(Request *r, u32 mask)
{
    SimCount *c = &r->w->counts[r->pc];
    bool is_atomic = r->in->kind == K_ATOMIC, is_load = r->in->kind == K_LOAD;
    BankCount banks;
    u32 offset[LANES];
    if (r->row && !is_atomic && r->size >= 4 && !r->in->access.merged) {
        banks = count_bank_row(r->size);
    } else {
        for (int l = 0; l < LANES; l++)
            offset[l] = (u32)r->address[l];
        banks = is_atomic ? count_bank_atomics(offset,
                                               r->in->access.one_address ? mask & (0 - mask) : mask,
                                               r->size)
                          : count_banks(offset, mask, r->size, is_load);
    }
    if (is_atomic && is_loop(r->in))
        banks.wavefronts *= LOOP_CYCLES;
    c->requests++;
    c->wavefronts += (u64)banks.wavefronts;
    c->ideal += (u64)banks.ideal;
    c->bytes += (u64)banks.bytes;
    u8 merged = r->in->access.merged;
    if (merged) {
        banks = (BankCount){0};
        if (merged != MERGED_INTO)
            banks = count_banks(offset, mask, merged, is_load);
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
    for (u32 left = mask; left; passes++) {
        u64 word = r->address[__builtin_ctz(left)] >> 2;
        EACH_BIT(l, left)
            left &= ~((u32)(r->address[l] >> 2 == word) << l);
    }
    r->w->counts[r->pc].wavefronts += 2 * (passes - (r->in->a < 0));
    r->warp->cycles += 2 * (passes - 1);
}

// ---- Moving data -----------------------------------------------------------------------------------------------------

// Reads `bytes` bytes at p into one lane of a register.
static void read_lane(u8 *reg, int reg_bytes, u32 lane, const u8 *p, int bytes, bool is_signed)
{
    u64 v = 0;
    memcpy(&v, p, (size_t)bytes);
    if (is_signed)
        v = sign_extend(v, bytes);
    memcpy(reg + (size_t)lane * (size_t)reg_bytes, &v, (size_t)reg_bytes);
}

static void load_element(const Request *r, u8 *reg, int at, u32 mask)
{
    const Insn *in = r->in;
    if (in->access.reg_bytes == 4 && in->access.bytes == 4) {
        u32 *d = (u32 *)(void *)reg;
        EACH_BIT(l, mask)
            memcpy(&d[l], r->host[l] + at, 4);
    } else if (in->access.reg_bytes == 8 && in->access.bytes == 8) {
        u64 *d = (u64 *)(void *)reg;
        EACH_BIT(l, mask)
            memcpy(&d[l], r->host[l] + at, 8);
    } else {
        EACH_BIT(l, mask)
            read_lane(reg, in->access.reg_bytes, l, r->host[l] + at, in->access.bytes,
                      in->access.type == ELEMENT_SIGNED);
    }
}

// Copies a whole piece. Most elements have 4 bytes, and the compiler makes no call of a memcpy of a known size.
static void move_piece(u8 *to, const u8 *from, int bytes)
{
    if (bytes == 4)
        memcpy(to, from, (size_t)LANES * 4);
    else
        memcpy(to, from, (size_t)(LANES * bytes));
}

static void load(const Request *r, u8 *regs, u32 mask)
{
    const Insn *in = r->in;
    if (r->piece) {
        move_piece(regs + in->list[0], r->host[0], in->access.bytes);
        return;
    }
    for (int k = 0; k < in->access.count; k++)
        if (in->list[k] >= 0)
            load_element(r, regs + in->list[k], k * in->access.bytes, mask);
}

static void store(const Request *r, const u8 *regs, u32 mask)
{
    const Insn *in = r->in;
    if (r->piece) {
        move_piece(r->host[0], regs + in->list[0], in->access.bytes);
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
static void tell(const Request *r, const Group *g, u32 mask)
{
    SimWorker *w = r->w;
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
    if (w->observer && r->space != SIM_SPACE_CONST)
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

// A request of one SM's for another's shared memory takes so many cycles longer than one for its own: 180 and 23 on an H100 (Luo and
// others, "Benchmarking and Dissecting the Nvidia Hopper GPU Architecture via Microbenchmarking", 2024).
enum { TO_OTHER_SM = 180 - 23 };

static bool access_in_space(Request *r, const Group *g, u32 mask);

// Does a request for shared memory beyond the block's own: that of other blocks of the cluster, block by block.
static __attribute__((noinline)) bool access_cluster(Request *r, const Group *g, u32 mask)
{
    SimWorker *w = r->w;
    u64 address[LANES];
    memcpy(address, r->address, sizeof address);
    while (mask) {
        int first = __builtin_ctz(mask);
        u64 part = address[first] / WINDOW_SIZE;
        r->owner = worker_at(w, address[first]);
        if (!r->owner)
            return fault_at(w, r->warp, first, r->pc, SIM_TRAP,
                            "Accesses the shared memory of a block that its cluster does not have");
        if (!r->owner->live_threads)
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
        if (r->owner != w && r->in->kind != K_STORE)
            r->warp->cycles += TO_OTHER_SM;
        if (!access_in_space(r, g, same))
            return false;
        mask &= ~same;
    }
    r->owner = w;
    return true;
}

static bool access_in_space(Request *r, const Group *g, u32 mask)
{
    const Insn *in = r->in;
    if (!r->aligned && !check_aligned(r, mask))
        return false;
    bool own = r->space == SIM_SPACE_LOCAL || r->space == SIM_SPACE_PARAM; // each lane's own
    r->piece = r->row && !own && in->kind != K_ATOMIC && in->access.count == 1 &&
               in->access.bytes == in->access.reg_bytes && in->list[0] >= 0;
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
    u64 generic[LANES];
    memcpy(generic, r->address, sizeof generic);
    r->space = space_of(r->low);
    if (r->space == space_of(r->high) &&
        (r->space != SIM_SPACE_GLOBAL || r->high < SHARED_WINDOW)) {
        survey(r, generic, 0 - window_of(r->space), mask);
        r->pc = landing(r->w, g->pc, r->space);
        return access_in_space(r, g, mask);
    }
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

bool access_memory(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask)
{
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
