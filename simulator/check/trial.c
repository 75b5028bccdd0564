// trial.c: a checked launch whose blocks run at once, on trial.
//
// What a launch reports, and what it leaves in memory, must not depend on how many cores the host has. It does not if no block
// touches what another one has written, but where signals order the two, which wait for the turn (host/pool.c). So the blocks of a
// checked launch first run at once, on all cores. The trial is in vain as soon as there is anything to report, or a block touches
// what another one has written, or does what can't be undone, such as printing. Then memory is made what it was, and the blocks run
// one at a time, in order; so do those of all later launches of the kernel.
//
//     memory, and which of its bytes have a value    are saved line by line, before the launch's first store to it
//     the last accesses to it                        stay: they are older than the launch that begins again
//     counters and findings                          end with the launch
//
// On trial each worker has a clock of its own, since dates of two blocks are compared only where signals order them. A signal has
// the turn, and a date after those of all earlier signals (Lamport, "Time, clocks, and the ordering of events in a distributed
// system", 1978). What its block did before it first had the turn counts as done then. An atomic that does not wait for the turn,
// as nobody could see its order, orders nothing.
//
// Words that two blocks have read, and none has written, nobody can write any more: the trial would be in vain. So other loads of
// them leave no record, and workers that read the same memory do not wait for each other.

#include "check/check.h"

#include <stdlib.h>
#include <string.h>

// Others come at once: one that has the turn, and those that end.
void publish_date(const Check *c)
{
    u32 now = __atomic_load_n(c->common, __ATOMIC_RELAXED);
    while (now < c->own && !__atomic_compare_exchange_n(c->common, &now, c->own, true,
                                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

void take_common_date(const SimWorker *w)
{
    Check *c = w->check;
    Signals *block = &w->launch->checks->block[w->block];
    c->own = later(c->own, __atomic_load_n(c->common, __ATOMIC_RELAXED)) + 1;
    publish_date(c);
    block->turned = block->turned ? block->turned : c->own;
}

void note_many(const SimWorker *w, Line *line, u32 words)
{
    u32 start = w->launch->checks->start, many = 0;
    const Track *t = line->track, *last_read = &t[READ], *other_read = &t[READ_TOO];
    if (!last_read->each && !other_read->each &&
        (other_read->all.when < start || other_read->all.block == last_read->all.block))
        return; // one block has read them, the usual case
    EACH_BIT(i, words & line->whole) {
        Access room[TRACKS];
        const Access *last[TRACKS];
        for (int k = 0; k < TRACKS; k++)
            last[k] = track_at(&t[k], i, &room[k]);
        bool strangers = last[READ]->when >= start && last[READ_TOO]->when >= start &&
                         last[READ]->block != last[READ_TOO]->block;
        if (strangers && last[WRITE]->when < start && last[SIGNAL_WRITE]->when < start)
            many |= 1u << i;
    }
    if (!many)
        return;
    many |= line->many >> 32 == start ? (u32)line->many : 0;
    __atomic_store_n(&line->many, (u64)start << 32 | many, __ATOMIC_RELAXED);
}

void try_word(const SimWorker *w, const Line *line, int word, const Access *now, bool load)
{
    const Track *t = line->track;
    Access room;
    if (!load && read_by_many(w, line, 1u << word))
        end_trial(w);
    for (int k = 0; k < (load ? READ : TRACKS); k++) {
        const Access *p = track_at(&t[k], word, &room);
        if (is_strangers(w, p) && !are_signals(p->how, now->how, false) &&
            !precedes(w, p, now->thread))
            end_trial(w);
    }
}

void save_line(const SimWorker *w, const SimAlloc *a, u64 line)
{
    u32 start = w->launch->checks->start;
    Line *l = &a->shadow->line[line];
    if (l->tag == start)
        return;
    Before *all = shadow_before(a->shadow);
    if (!all) {
        end_trial(w);
        return;
    }
    u64 left = a->size - line * 128;
    memcpy(all[line].bytes, a->host + line * 128, left < 128 ? left : 128);
    memcpy(all[line].part, l->part, sizeof l->part);
    all[line].whole = l->whole;
    l->tag = start;
}

// Writes back the words of a line that the launch has stored to; the host may have written to others.
static void give_back(const SimAlloc *a, u64 line, u32 start)
{
    Line *l = &a->shadow->line[line];
    const Before *b = &a->shadow->before[line];
    memcpy(l->part, b->part, sizeof l->part);
    l->whole = b->whole;
    for (int i = 0; i < LANES; i++) {
        Access room[2];
        u64 at = line * 128 + 4 * (u64)i;
        const Access *write = track_at(&l->track[WRITE], i, &room[0]),
                     *signal = track_at(&l->track[SIGNAL_WRITE], i, &room[1]);
        if (write->when >= start || signal->when >= start)
            memcpy(a->host + at, b->bytes + 4L * i, a->size - at < 4 ? a->size - at : 4);
    }
}

void on_take_back(const SimLaunch *l)
{
    for (size_t i = 0; i < sim_alloc_count(l->memory); i++) {
        const SimAlloc *a = sim_alloc_at(l->memory, i);
        for (u64 k = 0; a->shadow && a->shadow->before && k < a->shadow->lines; k++)
            if (a->shadow->line[k].tag == l->checks->start)
                give_back(a, k, l->checks->start);
    }
}
