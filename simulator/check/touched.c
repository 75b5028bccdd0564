// touched.c: what a launch has touched, as the records of its words tell.
//
// The footprint (memory/footprint.c) knows the sectors, and the shadow the words in them: one that was read or written since the launch
// began has a record with such a date. A record of a read that is not kept, on trial, is one of many of the same word.

#include "check/check.h"

// The words of a line that were touched, in each of the ways of SIM_TOUCH_…; bit i of ways[k]: word i, as 1 << k says.
enum { WAYS = 4 };

// Tells how an access that is in a track touches its word.
static unsigned how_touched(const SimModule *m, const Access *p, bool writes)
{
    if (p->how & VOLATILE)
        return SIM_TOUCH_SIGNAL;
    if (p->how & STRONG) {
        const Insn *in = &m->code[p->pc];
        return in->access.system_scope || in->kind != K_ATOMIC ? SIM_TOUCH_SIGNAL
                                                               : SIM_TOUCH_ATOMIC;
    }
    return writes ? SIM_TOUCH_WRITE : SIM_TOUCH_READ;
}

static void add_words(u32 ways[WAYS], unsigned how, u32 words)
{
    for (unsigned k = 0; k < WAYS; k++)
        ways[k] |= how >> k & 1 ? words : 0;
}

static void add_track(const SimLaunch *l, const Track *t, bool writes, u32 ways[WAYS])
{
    const SimModule *m = l->kernel->module;
    u32 start = l->checks->start;
    if (!t->each) {
        if (t->words && t->all.when >= start)
            add_words(ways, how_touched(m, &t->all, writes), t->words);
        return;
    }
    u32 touched = 0, special = 0;
    for (int i = 0; i < LANES; i++) {
        touched |= (u32)(t->each[i].block && t->each[i].when >= start) << i;
        special |= (u32)(t->each[i].how != 0) << i;
    }
    add_words(ways, writes ? SIM_TOUCH_WRITE : SIM_TOUCH_READ, touched & ~special);
    EACH_BIT(i, touched & special)
        add_words(ways, how_touched(m, &t->each[i], writes), 1u << i);
}

// Tells whether the launch has touched a sector of a line, the 128 bytes from `at` on. A sector has two bits (footprint.c).
static bool is_touched(const SimAlloc *a, u64 at)
{
    enum { SECTORS_A_WORD = 16 };
    u64 first = (at >> 5) - 4 * (a->base >> 7), last = ((at + 127) >> 5) - 4 * (a->base >> 7);
    const u32 *touched = a->traces.touched;
    u64 bits = touched[first / SECTORS_A_WORD] |
               (u64)touched[last / SECTORS_A_WORD]
                   << 32 * (first / SECTORS_A_WORD != last / SECTORS_A_WORD);
    return bits >> 2 * (first % SECTORS_A_WORD) & ((1u << 2 * (last - first + 1)) - 1);
}

static unsigned how_word(const u32 ways[WAYS], int word)
{
    unsigned how = 0;
    for (unsigned k = 0; k < WAYS; k++)
        how |= (ways[k] >> word & 1) << k;
    return how;
}

// The stretch so far, and who is told of it when it ends.
typedef struct {
    u64 from, end;
    unsigned how;
    void (*tell)(void *to, u64 from, u64 end, unsigned how);
    void *to;
} Told;

static void tell_stretch(Told *t)
{
    if (t->how)
        t->tell(t->to, t->from, t->end, t->how);
    t->how = 0;
}

static inline void add_stretch(Told *t, u64 from, u64 end, unsigned how)
{
    if (how != t->how || from != t->end) {
        tell_stretch(t);
        t->from = from;
        t->how = how;
    }
    t->end = end;
}

static void tell_touched(const SimLaunch *l, const SimAlloc *a, Told *t)
{
    for (u64 line = 0, at = a->base; line * 128 < a->size; line++, at += 128) {
        if (a->kind != SIM_CONSTANT && !is_touched(a, at))
            continue;
        u32 ways[WAYS] = {0};
        for (int k = 0; k < TRACKS; k++)
            add_track(l, &a->shadow->line[line].track[k], k == WRITE || k == SIGNAL_WRITE, ways);
        for (int word = 0, next; word < LANES; word = next) {
            u32 alike = ~0u; // the words that are touched as this one is
            for (int k = 0; k < WAYS; k++)
                alike &= ways[k] >> word & 1 ? ways[k] : ~ways[k];
            next = word + __builtin_ctzll(~(u64)(alike >> word));
            add_stretch(t, at + 4 * (u64)word, at + 4 * (u64)next, how_word(ways, word));
        }
    }
    tell_stretch(t);
}

void sim_launch_touched(const SimLaunch *l, void (*tell)(void *to, u64 from, u64 end, unsigned how),
                        void *to)
{
    const SimMemory *m = l->memory;
    Told t = {.tell = tell, .to = to};
    for (size_t i = 0; i < m->count && l->checks; i++) {
        const SimAlloc *a = m->items[i];
        // The heap gives a block that is free to anybody: two launches that use it do not meet. Constants have no footprint.
        if (a->live && a->shadow && (a->traces.touched || a->kind == SIM_CONSTANT) &&
            a->kind != SIM_HEAP)
            tell_touched(l, a, &t);
    }
}

bool sim_step_unwritten(const SimWorker *w, size_t at, size_t bytes)
{
    if (!w->check || !w->check->shared)
        return false;
    for (size_t i = at; i < at + bytes; i++) {
        const Line *line = &w->check->shared->line[i >> 7];
        if (line->tag == (u32)w->block + 1 &&
            written_bytes(line, (int)(i >> 2 & 31)) >> (i & 3) & 1)
            return false;
    }
    return true;
}
