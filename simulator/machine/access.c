// access.c: loads and stores of a whole group of lanes, and where the memory of its atomics is.
//
// Each lane's address becomes a host pointer, after which spaces are alike. Bounds are always checked: if the lowest
// and the highest address of the request lie in one allocation, all do, and that allocation is mostly the one of last
// time; only otherwise is each lane looked up by itself.

#include "machine/alu/alu.h"
#include "machine/machine.h"

#include <string.h>

// A request under way.
typedef struct {
    SimWorker *w;
    Warp *warp;
    const Insn *in;
    int pc;
    int size; // bytes per lane
    SimSpace space;
    u64 address[LANES];
    u8 *host[LANES];
    SimAlloc *alloc; // that all lanes use, NULL if several
    bool run;        // all 32 lanes, one after the other without gaps
} Request;

static bool fault(Request *r, SimStatus status, int lane)
{
    fault_access(r->w, r->warp, lane, r->pc, status, r->space, r->address[lane]);
    return false;
}

// Addresses of all lanes; those that are off get the address of one that is on, so that loops need no mask.
static void find_addresses(Request *r, const Group *g, u32 mask)
{
    const Insn *in = r->in; // cppcheck-suppress ctuuninitvar ; access_memory has set it
    u64 add = (u64)in->access.offset + (in->access.in_frame ? g->frame->local_base : 0);
    const u8 *regs = g->frame->regs;
    if (in->a < 0) {
        for (int l = 0; l < LANES; l++)
            r->address[l] = add;
        return;
    }
    if (in->access.wide) {
        const u64 *a = (const u64 *)(const void *)(regs + in->a);
        for (int l = 0; l < LANES; l++)
            r->address[l] = a[l] + add;
    } else {
        const u32 *a = (const u32 *)(const void *)(regs + in->a);
        for (int l = 0; l < LANES; l++)
            r->address[l] = a[l] + (u32)add; // wraps: compilers count on it
    }
    if (mask != FULL) {
        u64 some = r->address[__builtin_ctz(mask)];
        for (int l = 0; l < LANES; l++)
            r->address[l] = mask >> l & 1 ? r->address[l] : some;
    }
}

// Lowest and highest address; whether all are multiples of the size; whether they form a run.
static bool survey(Request *r, u32 mask, u64 *lowest, u64 *highest)
{
    u64 first = r->address[0], bits = 0, strays = 0, low = first, high = first;
    u64 size = (u64)r->size;
    for (int l = 0; l < LANES; l++) {
        u64 a = r->address[l];
        bits |= a;
        strays |= a ^ (first + (u64)l * size);
    }
    r->run = mask == FULL && strays == 0;
    if (r->run) {
        high = first + 31 * size;
    } else {
        for (int l = 0; l < LANES; l++) {
            u64 a = r->address[l];
            low = a < low ? a : low;
            high = a > high ? a : high;
        }
    }
    *lowest = low;
    *highest = high;
    return (bits & (size - 1)) == 0;
}

static bool check_aligned(Request *r, u32 mask)
{
    for (int l = 0; l < LANES; l++)
        if ((mask >> l & 1) && (r->address[l] & (u64)(r->size - 1)))
            return fault(r, SIM_MISALIGNED, l);
    return true;
}

static bool inside(const SimAlloc *a, u64 low, u64 end)
{
    return a && a->live && low >= a->base && end <= a->base + a->size && end >= low;
}

static bool may_write(const SimAlloc *a, const Insn *in)
{
    return in->kind == K_LOAD || (a->kind != SIM_CONSTANT && a->kind != SIM_PARAM);
}

// Lanes that access the heap must stay in a block that malloc gave and free has not taken back.
static bool in_heap(Request *r, u32 mask)
{
    const Heap *h = memory_heap(r->w->launch->memory, 0);
    for (u32 left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        if (!heap_holds(h, r->address[l], (u64)r->size))
            return fault(r, SIM_ILLEGAL_ADDRESS, l);
    }
    return true;
}

static bool find_global(Request *r, u32 mask, u64 low, u64 high)
{
    SimWorker *w = r->w;
    u64 end = high + (u64)r->size;
    SimAlloc *a = w->last_alloc;
    if (!inside(a, low, end)) {
        a = memory_find(w->launch->memory, low, (u64)r->size);
        if (inside(a, low, end))
            w->last_alloc = a;
        else
            a = NULL;
    }
    r->alloc = a;
    if (a) {
        if (!may_write(a, r->in))
            return fault(r, SIM_ILLEGAL_ADDRESS, __builtin_ctz(mask));
        if (a->kind == SIM_HEAP && !in_heap(r, mask))
            return false;
        u8 *host = a->host - a->base;
        for (int l = 0; l < LANES; l++)
            r->host[l] = host + r->address[l];
        return true;
    }
    for (u32 left = mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        a = memory_find(w->launch->memory, r->address[l], (u64)r->size);
        if (!a || !may_write(a, r->in))
            return fault(r, SIM_ILLEGAL_ADDRESS, l);
        r->host[l] = a->host + (r->address[l] - a->base);
        if (a->kind == SIM_HEAP && !in_heap(r, 1u << l))
            return false;
    }
    return true;
}

static bool find_shared(Request *r, u32 mask, u64 high)
{
    u64 size = r->w->launch->shared_total;
    if (high + (u64)r->size > size || high > size) {
        for (int l = 0; l < LANES; l++)
            if ((mask >> l & 1) && (r->address[l] > size || r->address[l] + (u64)r->size > size))
                return fault(r, SIM_ILLEGAL_ADDRESS, l);
    }
    for (int l = 0; l < LANES; l++)
        r->host[l] = r->w->shared + r->address[l];
    return true;
}

static bool find_local(Request *r, u32 mask, u64 high)
{
    u64 size = r->warp->local_size;
    if (high + (u64)r->size > size || high > size) {
        for (int l = 0; l < LANES; l++)
            if ((mask >> l & 1) && (r->address[l] > size || r->address[l] + (u64)r->size > size))
                return fault(r, SIM_ILLEGAL_ADDRESS, l);
    }
    for (int l = 0; l < LANES; l++)
        r->host[l] = r->warp->local + (u64)l * size + r->address[l];
    return true;
}

// ---- Counting ------------------------------------------------------------------------------------------------------

static void count_global(Request *r, u32 mask)
{
    SimWorker *w = r->w;
    const Insn *in = r->in;
    SimCount *c = &w->counts[r->pc];
    SectorCount sectors;
    UpdateCount updates;
    if (in->kind == K_ATOMIC) {
        count_updates(r->address, mask, &updates);
        sectors_of_updates(&updates, r->size, &sectors);
    } else if (r->run)
        count_run(r->address[0], LANES * r->size, &sectors);
    else
        count_sectors(r->address, mask, r->size, &sectors);
    c->requests++;
    c->sectors += (u64)sectors.sectors;
    c->bytes += (u64)sectors.bytes;
    bool cached = in->kind == K_LOAD && !insn_is_volatile(in);
    int missing = cached ? 0 : sectors.sectors;
    for (int i = 0; i < sectors.lines; i++) {
        u8 missed = sectors.mask[i];
        if (cached) {
            missed = cache_read(&w->l1, sectors.line[i], missed);
            missing += __builtin_popcount(missed);
        }
        SimAlloc *a = r->alloc;
        if (!a)
            a = memory_find(w->launch->memory,
                            sectors.line[i] << 7 | (u64)__builtin_ctz(sectors.mask[i]) << 5, 1);
        if (!a || !a->touched)
            continue;
        footprint_touch(a, sectors.line[i], sectors.mask[i], in->kind != K_STORE,
                        in->kind != K_LOAD);
        if (missed && cached)
            footprint_ask(w->launch, w->block, a, sectors.line[i], missed);
    }
    // the L1 moves 128 bytes a cycle, and looks up one line (a column of 512 rows on an H200: 530 us of 556)
    int data = (sectors.sectors + 3) / 4, tags = sectors.lines;
    if (in->kind == K_ATOMIC) {
        if (in->access.one_address) // ptxas sends one update for all
            updates.turns[0] = (u8)(updates.passes = 1);
        slices_add(&w->slices, w->launch, &updates, in->access.type >= ELEMENT_FLOAT);
        missing = 0;
        for (int i = 0; i < updates.sectors; i++)
            missing += updates.turns[i];
        tags = updates.passes;
    }
    c->l1_misses += (u64)missing;
    c->wavefronts += (u64)(data > tags ? data : tags);
    if (missing && in->access.batches) {
        const SimDevice *d = w->launch->device;
        u64 wait = (u64)(d->dram_latency - d->l1_latency) * in->access.batches /
                   w->module->infos[r->pc].turns;
        r->warp->dram_cycles += wait;
        r->warp->cycles += wait;
    }
}

// Shared memory does atomics on words; ptxas makes a loop of the others, that loads, computes, compares and swaps. A turn of
// it takes so many cycles (an H200: 3.1 for floats, 4.5 for 8 bytes; results/h200-atomics.csv).
enum { LOOP_CYCLES = 3 };

static bool is_loop(const Insn *in)
{
    return in->access.op <= A_XOR && (in->access.type >= ELEMENT_FLOAT || in->access.bytes != 4);
}

static void count_shared(Request *r, u32 mask)
{
    SimCount *c = &r->w->counts[r->pc];
    u32 offset[LANES];
    for (int l = 0; l < LANES; l++)
        offset[l] = (u32)r->address[l];
    bool in_turns = r->in->kind == K_ATOMIC;
    BankCount banks =
        in_turns ? count_bank_turns(offset, r->in->access.one_address ? mask & (0 - mask) : mask,
                                    r->size)
                 : count_banks(offset, mask, r->size);
    if (in_turns && is_loop(r->in))
        banks.wavefronts *= LOOP_CYCLES;
    c->requests++;
    c->wavefronts += (u64)banks.wavefronts;
    c->ideal += (u64)banks.ideal;
    c->bytes += (u64)banks.bytes;
    r->warp->cycles += (u64)(banks.wavefronts - banks.ideal);
}

// Local memory is laid out so that the same word of all lanes is one line.
static void count_local(Request *r, u32 mask)
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
        // what is stored goes on to L2, and stays in L1 too
        u64 first = LOCAL_WINDOW >> 7 | (u64)r->warp->index << 20;
        int missing = 0;
        for (int i = 0; i < sectors.lines; i++)
            missing +=
                __builtin_popcount(cache_read(&r->w->l1, first + sectors.line[i], sectors.mask[i]));
        c->l1_misses += (u64)(r->in->kind == K_LOAD ? missing : sectors.sectors);
    }
}

// The constant cache gives one word to all lanes; each further word takes another turn of two cycles (measured on an H200:
// 4240 cycles for 64 loads of 32 words).
static void count_constant(Request *r, u32 mask)
{
    u64 turns = 0;
    for (u32 left = mask; left; turns++) {
        u64 word = r->address[__builtin_ctz(left)] >> 2;
        for (u32 others = left; others; others &= others - 1)
            if (r->address[__builtin_ctz(others)] >> 2 == word)
                left &= ~(others & (0 - others));
    }
    r->w->counts[r->pc].wavefronts += 2 * (turns - 1);
    r->warp->cycles += 2 * (turns - 1);
}

// ---- Moving data -----------------------------------------------------------------------------------------------------

#define EACH_ACTIVE(mask) \
    for (u32 left_ = (mask), l; left_ && (l = (u32)__builtin_ctz(left_), 1); left_ &= left_ - 1)

// Reads `bytes` at p into one lane of a register.
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
        EACH_ACTIVE(mask) memcpy(&d[l], r->host[l] + at, 4);
    } else if (in->access.reg_bytes == 8 && in->access.bytes == 8) {
        u64 *d = (u64 *)(void *)reg;
        EACH_ACTIVE(mask) memcpy(&d[l], r->host[l] + at, 8);
    } else {
        EACH_ACTIVE(mask)
        read_lane(reg, in->access.reg_bytes, l, r->host[l] + at, in->access.bytes,
                  in->access.type == ELEMENT_SIGNED);
    }
}

static void load(const Request *r, u8 *regs, u32 mask)
{
    const Insn *in = r->in;
    if (r->run && in->access.count == 1 && in->access.bytes == in->access.reg_bytes &&
        r->space != SIM_SPACE_LOCAL && in->list[0] >= 0) {
        memcpy(regs + in->list[0], r->host[0], (size_t)(LANES * in->access.bytes));
        return;
    }
    for (int k = 0; k < in->access.count; k++)
        if (in->list[k] >= 0)
            load_element(r, regs + in->list[k], k * in->access.bytes, mask);
}

static void store(const Request *r, const u8 *regs, u32 mask)
{
    const Insn *in = r->in;
    if (r->run && in->access.count == 1 && in->access.bytes == in->access.reg_bytes &&
        r->space != SIM_SPACE_LOCAL) {
        memcpy(r->host[0], regs + in->list[0], (size_t)(LANES * in->access.bytes));
        return;
    }
    for (int k = 0; k < in->access.count; k++) {
        const u8 *reg = regs + in->list[k];
        int at = k * in->access.bytes;
        if (in->access.reg_bytes == 4 && in->access.bytes == 4) {
            EACH_ACTIVE(mask) memcpy(r->host[l] + at, reg + (size_t)l * 4, 4);
        } else {
            EACH_ACTIVE(mask)
            memcpy(r->host[l] + at, reg + (size_t)l * in->access.reg_bytes, in->access.bytes);
        }
    }
}

// ---- A request -------------------------------------------------------------------------------------------------------

// Those who watch the launch hear of the request before it happens.
static void tell(const Request *r, const Group *g, u32 mask)
{
    SimWorker *w = r->w;
    const SimLaunch *l = w->launch;
    if (w->observer && (r->space == SIM_SPACE_SHARED || r->space == SIM_SPACE_GLOBAL))
        w->observer->access(w, r->warp, g, r->in, mask, r->space, r->address, r->host);
    if (l->observe && r->in->access.space != SIM_SPACE_PARAM)
        l->observe(l->observer, &(SimAccess){.block = w->block,
                                             .warp = r->warp->index,
                                             .pc = r->pc,
                                             .kind = r->in->kind == K_LOAD    ? SIM_LOAD
                                                     : r->in->kind == K_STORE ? SIM_STORE
                                                                              : SIM_ATOMIC,
                                             .space = r->space,
                                             .lanes = mask,
                                             .bytes = r->size,
                                             .address = r->address});
}

// Whether no other thread of the host can be at the request's memory.
static bool is_alone(const Request *r)
{
    const SimLaunch *l = r->w->launch;
    return r->space != SIM_SPACE_GLOBAL ||
           ((l->alone || l->check) && r->alloc && r->alloc->kind != SIM_HOST);
}

static bool access_space(Request *r, const Group *g, u32 mask)
{
    u64 low, high;
    if (!survey(r, mask, &low, &high) && !check_aligned(r, mask))
        return false;
    u8 *regs = g->frame->regs;
    switch (r->space) {
    case SIM_SPACE_SHARED:
        if (!find_shared(r, mask, high))
            return false;
        count_shared(r, mask);
        break;
    case SIM_SPACE_LOCAL:
    case SIM_SPACE_PARAM:
        if (!find_local(r, mask, high))
            return false;
        if (r->space == SIM_SPACE_LOCAL)
            count_local(r, mask);
        r->space = SIM_SPACE_LOCAL;
        break;
    default:
        if (!find_global(r, mask, low, high))
            return false;
        if (r->space == SIM_SPACE_CONST)
            count_constant(r, mask);
        else
            count_global(r, mask);
        break;
    }
    if (r->w->watched)
        tell(r, g, mask);
    if (r->in->kind == K_LOAD)
        load(r, regs, mask);
    else if (r->in->kind == K_STORE) {
        store(r, regs, mask);
        r->w->changes++;
    } else
        atomic_update(r->w, r->in, r->space, r->host, regs, mask,
                      low == high && r->space != SIM_SPACE_LOCAL, is_alone(r));
    return true;
}

static SimSpace space_of(u64 address)
{
    if (address < SHARED_WINDOW)
        return SIM_SPACE_GLOBAL;
    if (address < SHARED_WINDOW + WINDOW_SIZE)
        return SIM_SPACE_SHARED;
    if (address >= LOCAL_WINDOW && address < LOCAL_WINDOW + WINDOW_SIZE)
        return SIM_SPACE_LOCAL;
    return SIM_SPACE_GLOBAL; // nothing is there: it will be found out of bounds
}

static u64 window_of(SimSpace space)
{
    return space == SIM_SPACE_SHARED ? SHARED_WINDOW : space == SIM_SPACE_LOCAL ? LOCAL_WINDOW : 0;
}

// Generic addresses: lanes are served space by space, mostly in one go.
static bool access_by_space(Request *r, const Group *g, u32 mask)
{
    u64 generic[LANES];
    memcpy(generic, r->address, sizeof generic);
    while (mask) {
        int first = __builtin_ctz(mask);
        SimSpace space = space_of(generic[first]);
        u32 same = 0;
        for (int l = 0; l < LANES; l++)
            same |= (u32)(space_of(generic[l]) == space) << l;
        same &= mask;
        u64 base = window_of(space);
        for (int l = 0; l < LANES; l++)
            r->address[l] = (same >> l & 1 ? generic[l] : generic[first]) - base;
        r->space = space;
        if (!access_space(r, g, same))
            return false;
        mask &= ~same;
    }
    return true;
}

bool access_memory(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask)
{
    Request r; // find_addresses fills the rest
    r.w = w;
    r.warp = warp;
    r.in = in;
    r.pc = g->pc;
    r.size = in->access.bytes * in->access.count;
    r.space = (SimSpace)in->access.space;
    r.alloc = NULL;
    find_addresses(&r, g, mask);
    if (r.space == SIM_SPACE_GENERIC)
        return access_by_space(&r, g, mask);
    return access_space(&r, g, mask);
}

u8 *access_generic(SimWorker *w, Warp *warp, int lane, u64 address, u64 size)
{
    SimSpace space = space_of(address);
    u64 at = address - window_of(space);
    if (space == SIM_SPACE_SHARED)
        return at + size <= w->launch->shared_total ? w->shared + at : NULL;
    if (space == SIM_SPACE_LOCAL)
        return at + size <= warp->local_size ? warp->local + (u64)lane * warp->local_size + at
                                             : NULL;
    return sim_pointer(w->launch->memory, address, (size_t)size);
}
