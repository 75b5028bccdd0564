// footprint.c: counts what a launch touches of each allocation.
//
// While a launch runs, each allocation has two tables: which of its sectors were read and written, and how often the SMs of
// each GPC asked L2 for a sector. The model computes bytes from them (model/traffic.c).

#include "memory/memory.h"

#include <math.h>
#include <stdlib.h>

static const double MOST_JOINED = 4; // the most requests that an H200 merges; see model/traffic.c

enum { SECTORS_A_WORD = 16, LINES_A_WORD = 4, GPC_BITS = 4, MOST_ASKED = 15 };
// Requests merge if one comes before the other is answered. On an H200 those of two SMs did that began 200 cycles one after the other, and
// hardly any of those 3,000 cycles apart (results/h200-caches.csv). The times of SimTraces.asked: one for each TIME_CYCLES, and then over again.
// Blocks that are not in step have times of their own, so many bits further on.
enum { TIMES = 32, TIMES_FROM = 32, TIME_CYCLES = 512, TIMES_BEHIND = 9 };
// Of a tensor map's promotion: L2 fetches lines of 128 bytes as a whole, or two such lines. Of SimTraces.promoted: both at once.
enum { PROMOTED_LINE = 2, BOTH_LINES = 4 };
static const u32 READ_BITS =
    0x55555555; // of a word of `touched`; the bits above them say that a sector was written

// Returns how many words an allocation's footprint has. The footprint begins with the line that holds the first byte.
static u64 words_of(const SimAlloc *a)
{
    return a->size / 32 / SECTORS_A_WORD + 2;
}

static bool has_table(const SimAlloc *a)
{
    return a->live && a->kind != SIM_PARAM && a->kind != SIM_PARAM_BUFFER;
}

// Gives an allocation empty tables; false if the host has no memory.
static bool make_tables(const SimLaunch *l, SimAlloc *a)
{
    const size_t words = (size_t)words_of(a);
    SimTraces *t = &a->traces;
    *t = (SimTraces){.touched = calloc(words, sizeof *t->touched)};
    if (l->device->gpcs)
        t->asked = calloc(words * SECTORS_A_WORD, sizeof *t->asked);
    return t->touched && (!l->device->gpcs || t->asked);
}

bool footprint_prepare(const SimLaunch *l)
{
    for (size_t i = 0; i < l->memory->count; i++)
        if (has_table(l->memory->items[i]) && !make_tables(l, l->memory->items[i]))
            return false;
    return true;
}

void footprint_end(const SimLaunch *l)
{
    for (size_t i = 0; i < l->memory->count; i++)
        traces_free(&l->memory->items[i]->traces);
}

bool footprint_put_aside(const SimLaunch *l, Tables *t)
{
    t->count = 0;
    t->of = calloc(l->memory->count + 1, sizeof *t->of);
    for (size_t i = 0; t->of && i < l->memory->count; i++) {
        SimAlloc *a = l->memory->items[i];
        if (!a->traces.touched)
            continue;
        t->of[t->count++] = (struct TracesOf){a->base, a->size, a->traces};
        a->traces = (SimTraces){0};
    }
    return t->of != NULL;
}

bool footprint_take_back(const SimLaunch *l, Tables *t)
{
    bool ok = true;
    size_t k = 0;
    for (size_t i = 0; i < l->memory->count; i++) {
        SimAlloc *a = l->memory->items[i];
        if (!has_table(a))
            continue;
        while (k < t->count && t->of[k].base < a->base)
            k++;
        struct TracesOf *mine = k < t->count ? &t->of[k] : NULL;
        if (mine && mine->base == a->base && mine->size == a->size) {
            a->traces = mine->traces;
            mine->traces = (SimTraces){0};
        } else
            ok = make_tables(l, a) && ok;
    }
    for (k = 0; k < t->count; k++) // of allocations that were freed meanwhile
        traces_free(&t->of[k].traces);
    free(t->of);
    *t = (Tables){0};
    return ok;
}

// ---- As it runs --------------------------------------------------------------------------------------------------------

void footprint_touch(SimAlloc *a, u64 line, u8 mask, bool read, bool write)
{
    static const u8 apart[16] = {0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15,
                                 0x40, 0x41, 0x44, 0x45, 0x50, 0x51, 0x54, 0x55};
    u64 at = line - (a->base >> 7);
    u32 bits = apart[mask & 15] * ((u32)read | (u32)write << 1) << 8 * (at % 4);
    u32 *word = &a->traces.touched[at / 4];
    if ((__atomic_load_n(word, __ATOMIC_RELAXED) & bits) != bits)
        __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
}

// Returns the allocation's table of what tensor maps made L2 fetch, which the first one makes; NULL if the host has no memory.
static u8 *promoted_of(SimAlloc *a)
{
    u8 *table = __atomic_load_n(&a->traces.promoted, __ATOMIC_ACQUIRE), *made;
    if (table || !(made = calloc((size_t)words_of(a) * LINES_A_WORD, 1)))
        return table;
    if (__atomic_compare_exchange_n(&a->traces.promoted, &table, made, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        return made;
    free(made); // another thread was faster
    return table;
}

void footprint_promote(SimAlloc *a, u64 line, int promotion)
{
    u8 *table = promotion >= PROMOTED_LINE ? promoted_of(a) : NULL;
    if (table)
        __atomic_fetch_or(&table[(line >> 1) - (a->base >> 8)],
                          promotion == PROMOTED_LINE ? 1u << (line & 1) : BOTH_LINES,
                          __ATOMIC_RELAXED);
}

// Blocks that some SMs of the first GPC get before all others.
enum { FIRST_BLOCKS = 8 };

// Returns the GPC of the block at a place among `blocks`, of which no SM has two. An H200 fills one GPC after another: each gets its share
// of the blocks that are left, but no more than it has SMs, or pairs of SMs if these are enough (results/h200-places.csv).
static unsigned gpc_of(const SimDevice *d, u64 place, u64 blocks)
{
    const u64 sms = (u64)d->sms, gpcs = (u64)d->gpcs, each = sms / gpcs / 2 * 2;
    const u64 larger = (sms - gpcs * each) / 2; // the last GPCs have a pair more
    if (place < FIRST_BLOCKS)
        return 0;
    place -= FIRST_BLOCKS;
    u64 left = blocks - FIRST_BLOCKS;
    const bool in_pairs = left <= (sms - FIRST_BLOCKS) / 2;
    for (u64 g = 0; g + 1 < gpcs; g++) {
        u64 room = g == 0 ? each - FIRST_BLOCKS : g < gpcs - larger ? each : each + 2;
        room = in_pairs ? room / 2 : room;
        const u64 share = (left + gpcs - g - 1) / (gpcs - g), has = share < room ? share : room;
        if (place < has)
            return (unsigned)g;
        place -= has;
        left -= has;
    }
    return (unsigned)gpcs - 1;
}

Asks footprint_asks(const SimLaunch *l, u64 block, u64 resident)
{
    const SimDevice *d = l->device;
    const u64 sms = (u64)d->sms, round = l->blocks < sms ? l->blocks : sms;
    return (Asks){.gpc = d->gpcs ? gpc_of(d, block % round, round) : 0,
                  .wave = resident ? (u32)(block / resident) : 0,
                  .round = (u32)(block / round)};
}

void footprint_ask(SimAlloc *a, const Asks *asks, u64 line, u8 mask)
{
    if (!a->traces.asked)
        return;
    const u64 first = 4 * (line - (a->base >> 7));
    const unsigned shift = GPC_BITS * asks->gpc;
    const u32 behind = TIMES_BEHIND * (asks->met ? asks->round : asks->wave);
    const u64 time = 1ull << (TIMES_FROM + (asks->cycles / TIME_CYCLES + behind) % TIMES);
    for (u64 s = 0; s < 4; s++) {
        if (!(mask >> s & 1))
            continue;
        u64 *asked = &a->traces.asked[first + s], old = __atomic_load_n(asked, __ATOMIC_RELAXED),
            now;
        do
            now = (old | time) + ((old >> shift & MOST_ASKED) < MOST_ASKED ? 1ull << shift : 0);
        while (now != old && !__atomic_compare_exchange_n(asked, &old, now, true, __ATOMIC_RELAXED,
                                                          __ATOMIC_RELAXED));
    }
}

void missed_collect(Missed *m)
{
    if (m->alloc) {
        __atomic_fetch_add(&m->alloc->traces.missed, m->sectors, __ATOMIC_RELAXED);
        __atomic_fetch_add(&m->alloc->traces.repeated, m->repeated, __ATOMIC_RELAXED);
        __atomic_fetch_add(&m->alloc->traces.waited, m->cycles, __ATOMIC_RELAXED);
    }
    *m = (Missed){NULL, 0, 0, 0};
}

// ---- Afterwards ----------------------------------------------------------------------------------------------------------

// Counts the groups of `size` bits in which a bit of `bits` is set.
static int groups_of(u32 bits, int size)
{
    int groups = 0;
    for (int i = 0; i < 32; i += size)
        groups += (bits >> i & ((1u << size) - 1)) != 0;
    return groups;
}

// Returns the bytes of an allocation that blocks miss in an L1 of their own, but find in the SM's L1, where an earlier block left
// them. `wanted` blocks on average want a sector, on SMs taken at random; an SM holds what its last `held` blocks brought.
static double kept_in_l1(const SimLaunch *l, const SimAlloc *a, double read, double held)
{
    double missed = 32. * (double)a->traces.missed, sms = (double)l->device->sms;
    double wanted = read > 0 ? missed / read : 0;
    if (wanted <= 1 || (double)l->blocks <= sms)
        return 0;
    double first = read * sms * (1 - pow(1 - 1 / sms, wanted));
    double soon = 1 - pow(1 - fmin(wanted / (double)l->blocks, 1), held);
    return fmax(missed - first, 0) * soon;
}

// Returns how many of the times lie apart. Two that follow one another may be one.
static int times_apart(u32 times)
{
    int apart = 0;
    for (; times; apart++) {
        const u32 first = times & -times;
        times &= ~(first | first << 1);
    }
    return apart ? apart : 1;
}

// Adds a sector's loads, of all GPCs, to the footprint. Only loads at the same time can merge.
static void add_asked(Footprint *f, u64 asked)
{
    const int apart = times_apart((u32)(asked >> TIMES_FROM));
    for (u32 by_gpc = (u32)asked; by_gpc; by_gpc >>= GPC_BITS) {
        double loads = by_gpc & MOST_ASKED, at_once = loads / apart;
        f->asked += loads;
        if (at_once > 1)
            f->joinable += loads * (1 - 1 / fmin(at_once, MOST_JOINED));
    }
}

// Adds what L2 fetches for tensor maps besides what is read of a word's sectors, to the footprint. Returns the bits of all that is fetched.
//
// Half of what is fetched besides comes from L2's other part. For 256 bytes at once L2 makes two requests more, which hop even if both
// lines are read anyway (an H200: boxes of 32 to 256 bytes in rows of 128 to 1024, results/h200-promotion.csv).
static u32 add_promoted(Footprint *f, const SimAlloc *a, u64 word, u32 read)
{
    u32 fetched = read;
    for (u64 pair = 0; pair < LINES_A_WORD / 2; pair++) {
        u64 line = (a->base >> 7) + LINES_A_WORD * word + 2 * pair;
        u8 promoted = a->traces.promoted[(line >> 1) - (a->base >> 8)];
        u32 whole =
            promoted & BOTH_LINES ? 0x5555 : 0x55 * (promoted & 1u) | 0x5500 * (promoted >> 1 & 1u);
        whole <<= 16 * pair;
        int more = groups_of(read | whole, 4) - groups_of(read, 4); // pairs of sectors
        f->promoted += promoted & BOTH_LINES ? 32. * (2 + (more > 2 ? more : 2)) : 32. * more;
        fetched |= whole;
    }
    return fetched;
}

static void add_host(Footprint *f, const SimAlloc *a)
{
    for (u64 k = 0; k < words_of(a); k++) {
        f->host_read += 32. * __builtin_popcount(a->traces.touched[k] & READ_BITS);
        f->host_written += 32. * __builtin_popcount(a->traces.touched[k] >> 1 & READ_BITS);
        f->host_pairs += 64. * groups_of(a->traces.touched[k] & READ_BITS, 4);
    }
}

Footprint footprint_of(const SimLaunch *l, double waves)
{
    Footprint f = {0};
    double through = 0,
           room = l->device->l1 - (double)l->occupancy.blocks * (double)l->shared_total;
    for (size_t i = 0; i < l->memory->count; i++) {
        const SimAlloc *a = l->memory->items[i];
        // A freed one still has the count of an earlier launch.
        through += a->traces.touched ? 32. * (double)a->traces.missed : 0;
    }
    double held = through > 0 ? fmax(room, 0) * (double)l->blocks / through : 0;
    for (size_t i = 0; i < l->memory->count; i++) {
        const SimAlloc *a = l->memory->items[i];
        if (!a->traces.touched)
            continue;
        if (a->kind == SIM_HOST) {
            add_host(&f, a);
            continue;
        }
        double read_before = f.read;
        for (u64 k = 0; k < words_of(a); k++) {
            u32 read = a->traces.touched[k] & READ_BITS,
                written = a->traces.touched[k] >> 1 & READ_BITS;
            u32 fetched = a->traces.promoted ? add_promoted(&f, a, k, read) : read;
            if (!(fetched | written))
                continue;
            f.pairs_read += 64. * groups_of(read, 4);
            f.pairs_fetched += 64. * groups_of(fetched, 4);
            f.lines += 128. * groups_of(read | written, 8);
            f.read += 32. * __builtin_popcount(read);
            f.written += 32. * __builtin_popcount(written);
            f.rewritten += 32. * __builtin_popcount(read & written);
            for (u64 s = 0; a->traces.asked && read && s < SECTORS_A_WORD; s++)
                add_asked(&f, a->traces.asked[SECTORS_A_WORD * k + s]);
        }
        f.repeated += (double)a->traces.repeated;
        double again = kept_in_l1(l, a, f.read - read_before, held);
        f.again += again;
        f.waited += (double)a->traces.waited;
        // The blocks of the first wave come to the same lines at the same time, and all wait for the first of them.
        if (again > 0)
            f.waited_again += (double)a->traces.waited * again / (32. * (double)a->traces.missed) *
                              (1 - 1 / waves);
    }
    return f;
}
