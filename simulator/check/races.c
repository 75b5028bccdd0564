// races.c: checks an access: does it race, and does it read what nobody wrote?

#include "check/check.h"
#include "machine/bulk.h"
#include "ptx/hoisted.h"

#include <string.h>

static inline bool races(const SimWorker *w, const Access *p, const Access *now)
{
    return p->block && (p->bytes & now->bytes) &&
           !are_signals(p->how, now->how,
                        p->block == now->block && p->when >= w->launch->checks->start) &&
           !precedes(w, p, now->thread);
}

static bool same_warp(const Access *a, const Access *b)
{
    return a->block == b->block && a->thread / LANES == b->thread / LANES;
}

// Tells whether of the reads `last` and `other` and one that is done now the last two are worth less than `other`: they are of one
// block of this launch, and `other` of another.
static bool is_only_stranger(const SimWorker *w, const Access *other, const Access *last)
{
    return is_strangers(w, other) && last->block == (u32)w->block + 1;
}

// Keeps a read. Two reads that do not follow each other are kept: a write may follow one of them and race with the other.
static void remember_read(const SimWorker *w, Shadow *s, Line *line, int word, const Access *now,
                          u32 past)
{
    Access room[2];
    const Access *last = track_at(&line->track[READ], word, &room[0]),
                 *other = track_at(&line->track[READ_TOO], word, &room[1]);
    bool replaces =
        !same_warp(last, now) || !other->block || other->when < past || same_warp(other, now);
    // whether one precedes the other is asked last, since it takes longest to tell
    if (last->block && replaces && !is_only_stranger(w, other, last) &&
        !precedes(w, last, now->thread))
        track_put(s, &line->track[READ_TOO], word, last, past);
    track_put(s, &line->track[READ], word, now, past);
}

static const u8 *stored_element(const Group *g, const Insn *in, int lane, int k)
{
    return g->frame->regs + in->list[k] + (size_t)lane * in->access.reg_bytes;
}

// Tells whether what a lane stores differs from what is there.
static bool stores_other(const Group *g, const Insn *in, int lane, const u8 *there)
{
    for (int k = 0; k < in->access.count; k++, there += in->access.bytes) {
        const u8 *element = stored_element(g, in, lane, k);
        // Most elements have four bytes, and the compiler makes no call of a comparison of a known size.
        if (in->access.bytes == 4 ? memcmp(element, there, 4) != 0
                                  : memcmp(element, there, in->access.bytes) != 0)
            return true;
    }
    return false;
}

// Tells whether the write in the shadow is another lane's by the same instruction, with the same value. changes: what the lane stores
// differs from what is there. The lanes may come together, and then nothing is there yet, or, in a serial order, one by one.
static bool is_echo(const SimWorker *w, const Warp *warp, const Group *g, const Insn *in,
                    const Access *p, u32 mask, int lane, bool changes)
{
    int other = (int)p->thread - warp->index * LANES;
    if (in->kind != K_STORE || p->block != (u32)w->block + 1 || p->pc != g->pc || other < 0 ||
        other >= LANES)
        return false;
    if (p->when != now_of(w) || !(mask >> other & 1))
        return !changes;
    for (int k = 0; k < in->access.count; k++)
        if (memcmp(stored_element(g, in, other, k), stored_element(g, in, lane, k),
                   in->access.bytes) != 0)
            return false;
    return true;
}

// Returns how a memory instruction accesses its words: STRONG, VOLATILE, … (check.h).
static u8 how_of(const Insn *in)
{
    if (in->access.unwaited)
        return ISSUED | ARRIVES;
    if (in->kind == K_ATOMIC || in->access.order > ORDER_VOLATILE)
        return (u8)(STRONG | (in->access.block_scope ? BLOCK_SCOPE : 0));
    return (u8)(in->access.order == ORDER_VOLATILE ? VOLATILE | (in->access.watched ? WATCHED : 0)
                                                   : 0);
}

// Returns the first run of `left`: lanes whose addresses follow one another. begins: the lanes with which a run begins.
static u32 first_run(u32 left, u32 begins)
{
    u32 after = begins & left & (left - 1);
    return left & ((after & (0 - after)) - 1);
}

// Returns the lanes of `left` that must be checked after a run with nothing to report. Several lanes often read the same words. Then
// it is enough to check the first run and the last, so that the shadow knows two lanes. same: the lanes that read what the lane
// before them reads.
static u32 skip_repeats(u32 left, u32 begins, u32 same, u32 run, const u64 *address)
{
    int lane = __builtin_ctz(run), length = __builtin_popcount(run),
        copies = __builtin_ctz(~(same >> lane >> 1));
    if (copies > 1)
        left &= ~((1u << (lane + copies)) - (2u << lane));
    while (left) {
        u32 repeat = first_run(left, begins), after = left & ~repeat,
            next = first_run(after, begins);
        if (!next || address[__builtin_ctz(repeat)] != address[lane] ||
            address[__builtin_ctz(next)] != address[lane] || __builtin_popcount(repeat) != length ||
            __builtin_popcount(next) != length)
            break;
        left = after;
    }
    return left;
}

// A request that is being checked.
typedef struct {
    SimWorker *w;
    SimWorker *owner; // the block whose shared memory it is
    const Warp *warp;
    const Group *g;
    const Insn *in;
    u32 mask;
    SimSpace space;
    const u64 *address;
    u8 *const *host;
    int size;           // bytes that a lane wants
    Access now;         // the current lane's access
    u32 seen;           // the date of the last signal of another block that is seen here
    u32 known;          // the same of all that the block has seen: its own signals pass that on
    u32 settled, start; // the launch's
    u32 waited;         // older copies that completed at an mbarrier are done
    u32 past;           // older accesses come before all that any thread will do to these words
    bool trial;         // global memory, on trial
    bool begins;        // a copy that writes between now and the wait for it
    bool read_only;     // a load by a way that need not see what this launch has written
    u32 before
        [LANES]; // what warp u of the block did before this date comes before what this one does now
} Request;

// The part of a request in one line, if lane follows lane without a gap.
typedef struct {
    u32 words;    // of the line
    u32 thread;   // word i is accessed by thread + (i >> shift), modulo 2^16
    int shift;    // words of a lane, as a power of two
    u32 changed;  // the words of lanes that store other bytes than memory has
    bool tracked; // a read of what was never written is an error
} Span;

enum { NO_THREAD = LANES * LANES };

// Tells whether the older access is a cp.async that nobody has waited for. The wait itself does not meet it.
static inline bool is_in_flight(const Request *r, const Access *p)
{
    return (p->how & ISSUED) && p->pc != r->now.pc && !((p->how & ARRIVES) && p->when < r->waited);
}

// Tells whether an access comes before what the thread does now, for one of the reasons that are quick to check. NO_THREAD: before
// what any lane of the warp does, and so none of them races with it.
static inline bool is_before(const Request *r, const Access *p, u32 thread)
{
    return p->when < r->settled ||
           (p->block == r->now.block && p->when >= r->start && !is_in_flight(r, p) &&
            (p->thread == thread || p->when < r->before[p->thread / LANES]));
}

static inline u32 thread_of(u32 first, int word, int shift)
{
    return (u16)(first + ((u32)word >> shift));
}

// Tells the same of the last accesses to all words of the span.
static bool are_before(const Request *r, const Track *t, const Span *span)
{
    if (!t->each) {
        const Access *p = &t->all;
        u32 both = t->words & span->words;
        if (!both || p->when < r->settled)
            return true;
        if (p->block != r->now.block || p->when < r->start || is_in_flight(r, p))
            return false;
        if (p->thread == span->thread && t->shift == span->shift)
            return true;
        u32 first = thread_of(p->thread, __builtin_ctz(both), t->shift),
            last = thread_of(p->thread, 31 - __builtin_clz(both), t->shift);
        return p->when < r->before[first / LANES] && p->when < r->before[last / LANES];
    }
    EACH_BIT(i, span->words) {
        if (!is_before(r, &t->each[i], thread_of(span->thread, i, span->shift)))
            return false;
    }
    return true;
}

// Tells whether this launch has written what a read-only load reads.
static bool is_stale(const Request *r, const Access *write)
{
    return r->read_only && write->block && write->when >= r->start && (write->bytes & r->now.bytes);
}

// Tells whether this launch has written one of the words.
static bool are_written(const Request *r, const Track *t, u32 words)
{
    if (!t->each)
        return (t->words & words) && t->all.when >= r->start;
    EACH_BIT(i, words) {
        if (t->each[i].block && t->each[i].when >= r->start)
            return true;
    }
    return false;
}

// Returns the date of the last signal of another block that a signal shows, which may be the block's own: as one of several additions to a
// counter it shows those before it, too.
static u32 shown_by(const Request *r, const Access *signal)
{
    if ((r->now.how & SIGNAL) && r->space != SIM_SPACE_SHARED) {
        hear(r->w, signal);
        // the record of a word whose other bytes are stored is lost, and what it told is not
        if (r->in->kind == K_ATOMIC || !(signal->bytes & r->now.bytes))
            pass_on(r->w, signal);
    }
    return signal->block != r->now.block || signal->when < r->start ? signal->when : r->known;
}

// Returns the date of the last signal of another block that these words show; 0 if there is none.
static u32 signal_seen(const Request *r, const Track *t, u32 words)
{
    u32 seen = 0;
    if (!t->each)
        return (t->words & words) ? shown_by(r, &t->all) : 0;
    EACH_BIT(i, words)
        seen = later(seen, shown_by(r, &t->each[i]));
    return seen;
}

// Does what remember_read does for each word of the span. now: the access to word 0.
static void remember_reads(const Request *r, Shadow *s, Line *line, const Span *span,
                           const Access *now)
{
    Track *last = &line->track[READ];
    u32 words = span->words;
    int low = __builtin_ctz(words), high = 31 - __builtin_clz(words);
    Access mine = *now, room[2];
    const Access *theirs = track_at(last, low, &room[0]);
    mine.thread = (u16)thread_of(now->thread, low, span->shift);
    // the first word stands for all, if one warp reads them now and another one did before
    const Track *other = &line->track[READ_TOO];
    bool one = !last->each && !(words & ~last->words) && !same_warp(theirs, &mine) &&
               (!other->each && !(other->words && is_only_stranger(r->w, &other->all, theirs))) &&
               same_warp(theirs, track_at(last, high, &room[1])) &&
               thread_of(now->thread, high, span->shift) / LANES == mine.thread / LANES;
    if (one) {
        if (!precedes(r->w, theirs, mine.thread))
            track_cover(s, &line->track[READ_TOO], words, &last->all, last->shift, r->past);
        track_cover(s, last, words, now, span->shift, r->past);
        return;
    }
    EACH_BIT(i, words) {
        mine.thread = (u16)thread_of(now->thread, i, span->shift);
        remember_read(r->w, s, line, i, &mine, r->past);
    }
}

// Returns which of the lanes store other bytes than memory has. Lane follows lane without a gap.
static u32 lanes_that_change(const Request *r, u32 lanes)
{
    const Insn *in = r->in;
    u32 changed = 0;
    if (in->access.bytes == 4 && in->access.reg_bytes == 4 && in->access.count == 1 &&
        lanes == FULL) { // the usual case: the host compares several lanes at once
        u32 element[LANES], there[LANES];
        memcpy(element, stored_element(r->g, in, 0, 0), sizeof element);
        memcpy(there, r->host[0], sizeof there);
        for (int lane = 0; lane < LANES; lane++)
            changed |= (u32)(element[lane] != there[lane]) << lane;
        return changed;
    }
    EACH_BIT(lane, lanes)
        changed |= (u32)stores_other(r->g, in, lane, r->host[lane]) << lane;
    return changed;
}

// Checks what a read meets: a write that it does not follow, or only by a signal that nobody has acquired.
static void check_read(const Request *r, const Access *write, const Access *now, u64 address,
                       const SimAlloc *a)
{
    if (races(r->w, write, now))
        report_race(r->w, write, now, r->space, address, a, false);
    else if (is_unacquired(r->w, write, now))
        report_unacquired(r->w, write, now, r->space, address, a);
}

// Does the work of check_lane for all lanes of the span, if all earlier accesses come before: then nothing can be wrong. False if
// check_lane must do it.
static bool check_span(Request *r, Shadow *s, u64 at, const Span *span)
{
    Line *line = &s->line[at];
    bool load = r->in->kind == K_LOAD;
    u32 words = span->words;
    Track *t = line->track;
    if (r->space == SIM_SPACE_SHARED && line->tag != (u32)r->owner->block + 1)
        line_forget(s, line, (u32)r->owner->block + 1);
    u32 unwritten = span->tracked ? words & ~line->whole : 0;
    if ((load && unwritten) || !are_before(r, &t[SIGNAL_WRITE], span) ||
        !are_before(r, &t[WRITE], span))
        return false;
    if (r->read_only &&
        (are_written(r, &t[WRITE], words) || are_written(r, &t[SIGNAL_WRITE], words)))
        return false;
    Access now = r->now;
    now.thread = (u16)span->thread;
    now.bytes = 15;
    if (load) {
        r->seen = later(r->seen, signal_seen(r, &t[SIGNAL_WRITE], words));
        if (are_before(r, &t[READ], span)) {
            track_cover(s, &t[READ], words, &now, span->shift, r->past);
        } else {
            remember_reads(r, s, line, span, &now);
            if (r->trial && !now.how)
                note_many(r->w, line, words);
        }
        return true;
    }
    if (!are_before(r, &t[READ], span) || !are_before(r, &t[READ_TOO], span))
        return false;
    r->seen = later(r->seen, signal_seen(r, &t[SIGNAL_WRITE], words));
    r->w->altered += (u64)(__builtin_popcount(span->changed) >> span->shift);
    if ((span->changed | unwritten) && r->trial)
        save_line(r->w, r->w->last_alloc, at);
    track_cover(s, &t[now.how & SIGNAL ? SIGNAL_WRITE : WRITE], words, &now, span->shift, r->past);
    line->whole |= words;
    return true;
}

// Returns the shadow of what the lanes want, if it is whole words of one array and lane follows lane without a gap; else NULL.
// *at: the first lane's word in it. *tracked: a read of what was never written is an error.
static Shadow *words_in_line(const Request *r, u32 lanes, u64 *at, bool *tracked)
{
    const SimWorker *w = r->w;
    u64 size = (u64)r->size;
    if ((size != 4 && size != 8 && size != 16) || r->in->kind == K_ATOMIC)
        return NULL;
    u64 strays = 0, first = (u64)__builtin_ctz(lanes), low = r->address[first],
        high = low + size * (32 - (u64)__builtin_clz(lanes) - first),
        shift = (u64)__builtin_ctzll(size);
    for (u64 l = 0; l < LANES; l++)
        strays |= lanes >> l & 1 ? r->address[l] ^ (low + ((l - first) << shift)) : 0;
    if (strays)
        return NULL;
    if (r->space == SIM_SPACE_SHARED) {
        // reserved shared memory is the system's, which clears it
        u64 own = w->launch->shared_total - w->launch->shared_reserved;
        *at = low >> 2;
        *tracked = true;
        return high <= own ? r->owner->check->shared : NULL;
    }
    const SimAlloc *a = w->last_alloc;
    if (!a || !a->live || !a->shadow || low < a->base || high > a->base + a->size)
        return NULL;
    *at = (low - a->base) >> 2;
    *tracked = a->tracked;
    return a->shadow;
}

// Tells whether any of `bytes` bytes has been written. at: their place in the shadow; they don't cross a line.
static bool is_any_written(const Shadow *s, u64 at, int bytes)
{
    const Line *line = &s->line[at >> 7];
    int word = (int)(at >> 2 & 31);
    if (bytes < 4)
        return written_bytes(line, word) >> (at & 3) & ((1u << bytes) - 1);
    for (int i = 0; i < bytes / 4; i++)
        if (written_bytes(line, word + i))
            return true;
    return false;
}

// Tells whether what a load reads in one of its elements, and nobody wrote, may be a gap of a structure: compilers copy structures whole, by
// loads of more than a word. Part of the element was written, or else part of the load was and this element goes nowhere but to memory.
// at: the load's place; done: bytes before the element.
static bool is_gap(const Request *r, const Shadow *s, u64 at, int done)
{
    const Insn *in = &r->w->module->code[r->g->pc]; // a bulk copy or a texture is none
    if (in->kind != K_LOAD || r->size <= 4)
        return false;
    int bytes = in->access.bytes, element = done / bytes;
    return is_any_written(s, at + (u64)(element * bytes), bytes) ||
           (is_any_written(s, at, r->size) &&
            is_only_copied(r->w->module, r->g->pc, element, false));
}

// Checks one lane's words. True if there was nothing to report and they were only read.
static __attribute__((noinline)) bool check_lane(Request *r, int lane)
{
    SimWorker *w = r->w;
    const Insn *in = r->in;
    const u64 *address = r->address;
    bool shared = r->space == SIM_SPACE_SHARED;
    u8 how = r->now.how;
    int size = r->size;
    const SimAlloc *a = NULL;
    u64 at = address[lane];
    r->now.thread = (u16)(r->warp->index * LANES + lane);
    if (!shared) {
        a = w->last_alloc;
        if (!a || !a->live || at < a->base || at >= a->base + a->size)
            a = memory_find(w->launch->memory, at, (u64)size);
        if (!a || !a->shadow) {
            r->seen = r->now.when;
            if (how & SIGNAL)
                hear_all(w, r->seen);
            return false;
        }
        at -= a->base;
    }
    const SimLaunch *l = w->launch;
    bool tracked = shared ? at < l->shared_total - l->shared_reserved : a->tracked;
    bool differs = in->kind != K_STORE || r->begins || !r->host[lane] ||
                   stores_other(r->g, in, lane, r->host[lane]);
    w->altered += in->kind != K_LOAD && differs && !r->begins;
    bool plain = in->kind == K_LOAD && how == 0, quiet = plain;
    Shadow *s = shared ? r->owner->check->shared : a->shadow;
    for (int done = 0; done < size;) {
        u64 here = at + (u64)done;
        Line *line = &s->line[here >> 7];
        Track *t = line->track;
        int word = (int)(here >> 2 & 31), from = (int)(here & 3),
            count = 4 - from < size - done ? 4 - from : size - done;
        u8 bytes = (u8)(((1u << count) - 1) << from);
        r->now.bytes = bytes;
        const Access *now = &r->now;
        if (r->trial && plain && read_by_many(w, line, 1u << word)) {
            done += count;
            continue;
        }
        if (r->trial) {
            lock_take(&line->lock);
            try_word(w, line, word, now, in->kind == K_LOAD);
            if (in->kind != K_LOAD)
                save_line(w, a, here >> 7);
        }
        if (shared && line->tag != (u32)r->owner->block + 1)
            line_forget(s, line, (u32)r->owner->block + 1);
        bool unwritten = tracked && (bytes & ~written_bytes(line, word));
        Access room[TRACKS];
        const Access *write = track_at(&t[WRITE], word, &room[WRITE]),
                     *signal = track_at(&t[SIGNAL_WRITE], word, &room[SIGNAL_WRITE]);
        if (shared && is_in_flight(r, write) && (write->bytes & bytes) && !races(w, write, now))
            report_unwaited(w, write, now, address[lane]);
        r->seen = later(r->seen, shown_by(r, signal));
        if (in->kind != K_STORE && unwritten &&
            !(shared && leaves_array(w, r->g->pc, address[lane], (u64)size)))
            report_unwritten(w, r->g->pc, now->thread, r->space, address[lane], size, a,
                             is_gap(r, s, at, done));
        if (in->kind == K_LOAD) {
            bool writes = !is_before(r, write, NO_THREAD),
                 signals = !is_before(r, signal, NO_THREAD),
                 stale = is_stale(r, write) || is_stale(r, signal);
            quiet = quiet && !unwritten && !writes && !signals && !stale;
            if (stale)
                report_stale(w, is_stale(r, write) ? write : signal, now, address[lane], a);
            if (writes)
                check_read(r, write, now, address[lane], a);
            if (signals)
                check_read(r, signal, now, address[lane], a);
            remember_read(w, s, line, word, now, r->past);
        } else {
            const Access *read = track_at(&t[READ], word, &room[READ]),
                         *other = track_at(&t[READ_TOO], word, &room[READ_TOO]);
            bool changes = differs || unwritten;
            if (races(w, write, now) &&
                (r->begins || !is_echo(w, r->warp, r->g, in, write, r->mask, lane, changes)))
                report_race(w, write, now, r->space, address[lane], a, !changes);
            if (races(w, signal, now))
                report_race(w, signal, now, r->space, address[lane], a, false);
            if (races(w, read, now))
                report_race(w, read, now, r->space, address[lane], a, false);
            else if (races(w, other, now))
                report_race(w, other, now, r->space, address[lane], a, false);
            track_put(s, &t[how & SIGNAL ? SIGNAL_WRITE : WRITE], word, now, r->past);
        }
        if (in->kind != K_LOAD && !r->begins)
            note_written(line, word, bytes);
        if (r->trial && plain)
            note_many(w, line, 1u << word);
        if (r->trial)
            lock_give(&line->lock);
        done += count;
    }
    return quiet;
}

// Returns the low 32 >> shift bits, each of them 1 << shift times.
static u32 widened(u32 bits, int shift)
{
    u32 all = ~0u >> (32 - (32 >> shift)), wide = 0;
    if (!shift)
        return bits;
    if ((bits & all) == all)
        return ~0u;
    for (int i = 0; i < 32; i++)
        wide |= (bits >> (i >> shift) & 1) << i;
    return wide;
}

// Checks lanes that follow one another, line by line. at: the first lane's word in the shadow. True as for check_lane.
static bool check_row(Request *r, u32 row, Shadow *s, u64 at, bool tracked)
{
    bool plain = r->in->kind == K_LOAD && r->now.how == 0, quiet = plain;
    int first = __builtin_ctz(row), shift = __builtin_ctz((u32)r->size) - 2;
    u64 end = at + ((u64)(32 - __builtin_clz(row) - first) << shift);
    u32 changing = r->in->kind == K_STORE ? lanes_that_change(r, row) : 0;
    for (u64 line = at / 32; line <= (end - 1) / 32; line++) {
        // the lane of the line's word 0, were it one of the request's
        int lane = first + (int)((i64)(line * 32 - at) >> shift);
        u32 lanes = lane < 0 ? row << -lane : row >> lane;
        Span span = {.words = widened(lanes, shift),
                     .changed = widened(lane < 0 ? changing << -lane : changing >> lane, shift),
                     .thread = (u16)(r->warp->index * LANES + lane),
                     .shift = shift,
                     .tracked = tracked};
        if (!span.words)
            continue;
        if (r->trial && plain && read_by_many(r->w, &s->line[line], span.words))
            continue;
        if (r->trial)
            lock_take(&s->line[line].lock);
        bool all = check_span(r, s, line, &span);
        if (r->trial)
            lock_give(&s->line[line].lock);
        if (all)
            continue;
        for (int l = 0; l < 32 >> shift; l++)
            if (lanes >> l & 1)
                quiet &= check_lane(r, lane + l);
    }
    return quiet;
}

// Tells whether a lane loads a word that many blocks may read without a record.
static bool loads_from_many(const Request *r, int lane)
{
    const SimAlloc *a = r->w->last_alloc;
    if (!r->trial || r->in->kind != K_LOAD || r->now.how || r->size != 4 || !a || !a->shadow)
        return false;
    u64 at = r->address[lane] - a->base;
    return a->live && at < a->size && !(at & 3) &&
           read_by_many(r->w, &a->shadow->line[at >> 7], 1u << (at >> 2 & 31));
}

enum { SHORT_RUN = 3 }; // so few lanes are checked sooner one by one

// Checks a run of lanes. True as for check_lane.
static bool check_run(Request *r, u32 run)
{
    u64 at;
    bool tracked, quiet = true;
    Shadow *words =
        __builtin_popcount(run) > SHORT_RUN ? words_in_line(r, run, &at, &tracked) : NULL;
    if (words)
        return check_row(r, run, words, at, tracked);
    EACH_BIT(lane, run)
        quiet &= loads_from_many(r, lane) || check_lane(r, lane);
    return quiet;
}

// Checks a request run by run. The rows of a tile that is narrower than a warp are such runs.
static void check_runs(Request *r)
{
    u32 follows = 0, same = 0;
    for (int l = 1; l < LANES; l++)
        follows |= (u32)(r->address[l] == r->address[l - 1] + (u64)r->size) << l;
    for (int l = 1; l < LANES; l++)
        same |= (u32)(r->address[l] == r->address[l - 1]) << l;
    u32 begins = r->mask & ~(follows & r->mask << 1);
    same &= r->mask & r->mask << 1;
    for (u32 left = r->mask; left;) {
        u32 run = first_run(left, begins);
        left &= ~run;
        if (check_run(r, run))
            left = skip_repeats(left, begins, same, run, r->address);
    }
}

void on_access(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, const SimAccess *a,
               u8 *const *host)
{
    SimSpace space = a->space;
    const u64 *address = a->address;
    u32 mask = a->lanes;
    const Hoisted *h = in->kind == K_LOAD ? w->module->infos[g->pc].hoisted : NULL;
    if (h)
        mask &= ~hoisted_lanes(h, w->module->code, g->frame->regs, g->frame->function->frame_bytes,
                               mask);
    if (!mask)
        return;
    if (space == SIM_SPACE_LOCAL) {
        check_locals(w, warp, g, in, mask, address);
        return;
    }
    if (space == SIM_SPACE_SHARED)
        check_bounds(w, warp, g, in, mask, address);
    if (lanes_step(w))
        tick(w);
    u8 how = how_of(in);
    bool trial = space != SIM_SPACE_SHARED && w->launch->trial,
         between_blocks = (space != SIM_SPACE_SHARED || w->cluster) && !in->access.block_scope &&
                          (!trial || w->turn);
    if (trial && w->turn && (how & SIGNAL))
        take_common_date(w);
    if ((how & SIGNAL) && in->kind != K_LOAD)
        release(w, warp, in, mask, between_blocks);
    if (how == VOLATILE || how == (VOLATILE | WATCHED))
        watch_volatile(w, warp, g, in, mask, address);
    if (in->kind != K_LOAD)
        watch_lock(w, warp, g, in, mask, address, host);
    SimWorker *owner = a->owner == w->block ? w : cluster_member(w, a->owner);
    if (space == SIM_SPACE_SHARED && owner->check->products && in->kind != K_LOAD) {
        mask &= ~products_overwritten(w, owner, warp, g, mask, address,
                                      in->access.bytes * in->access.count);
        if (!mask)
            return;
    }
    if (w->module->bulks && space == SIM_SPACE_SHARED) {
        mask &= ~check_in_flight(w, owner, warp, g, in, mask, address);
        if (!mask)
            return;
    }
    Request r = {.w = w,
                 .owner = owner,
                 .warp = warp,
                 .g = g,
                 .in = in,
                 .mask = mask,
                 .space = space,
                 .address = address,
                 .host = host,
                 .size = in->access.bytes * in->access.count,
                 .trial = trial,
                 .read_only = in->kind == K_LOAD && in->access.read_only,
                 .known = w->launch->checks->block[w->block].acquire,
                 .now = {.when = now_of(w), .block = (u32)w->block + 1, .pc = g->pc, .how = how},
                 .waited = w->check->waited,
                 .settled = settled_for(w, warp->index),
                 .start = w->launch->checks->start};
    // Under a lock, what another warp did counts only if it fenced when it had taken the lock, which precedes() looks at.
    static const u32 nothing[LANES];
    const u32 *known = holds_lock(w, warp) ? nothing : w->check->known[warp->index];
    const Part *part = &w->check->part[warp->index];
    const u32 *more = holds_lock(w, warp) || (mask & ~part->lanes) ? nothing : part->known;
    for (int u = 0; u < LANES; u++)
        r.before[u] = later(w->check->all, later(known[u], more[u]));
    u32 met = lanes_step(w) ? now_of(w) : w->check->met[warp->index];
    r.before[warp->index] = later(w->check->all, met);
    r.past = space != SIM_SPACE_SHARED ? r.settled : w->cluster ? 0 : w->check->all;
    if (owner != w) {
        r.now.thread = (u16)(warp->index * LANES + __builtin_ctz(mask));
        note_visit(w, owner, &r.now);
    }
    if (owner != w && (how & SIGNAL) && in->kind != K_LOAD)
        owner->check->signalled = r.now.when;
    bool tracked;
    u64 at;
    Shadow *words = words_in_line(&r, mask, &at, &tracked);
    if (words)
        check_row(&r, mask, words, at, tracked);
    else
        check_runs(&r);
    bool phase = w->module->infos[g->pc].phase && space == SIM_SPACE_SHARED;
    if (phase && in->kind != K_LOAD)
        EACH_BIT(lane, mask)
            note_arrival(w, owner, address[lane]);
    if ((how & SIGNAL) && in->kind != K_STORE) {
        u32 seen = between_blocks ? r.seen : 0, until = phase ? 0 : now_of(w);
        if (space == SIM_SPACE_SHARED && owner == w)
            w->check->heard = w->check->signalled;
        if (between_blocks && space == SIM_SPACE_SHARED && owner == w)
            seen = later(seen, w->check->signalled);
        if (space == SIM_SPACE_SHARED && between_blocks)
            hear_all(w, seen);
        if (in->kind == K_ATOMIC && takes_lock(w, g->pc)) {
            keep_for_fence(w, warp, mask, seen);
        } else {
            if (phase && in->kind == K_LOAD)
                EACH_BIT(lane, mask)
                    until = later(until, phase_ended(w, owner, address[lane]));
            if (phase)
                w->check->waited = later(w->check->waited, until);
            acquire(w, warp, mask, (how & (STRONG | WATCHED)) != 0, until, seen);
            note_seen(w, warp, g->pc, seen);
        }
    }
}

void check_copied(const Bulk *b, SimWorker *owner, u64 address, u64 bytes, bool writes)
{
    SimWorker *w = b->issuer;
    bool reduces = writes && b->in->bulk.reduces; // element by element, as atomics do
    const Insn in = {.kind = reduces ? K_ATOMIC : writes ? K_STORE : K_LOAD}; // of no registers
    const Group g = {.pc = b->pc};
    u64 addresses[LANES] = {0};
    u8 *host[LANES] = {0};
    addresses[b->lane] = address;
    Request r = {.w = w,
                 .owner = owner,
                 .warp = &w->warps[b->warp],
                 .g = &g,
                 .in = &in,
                 .mask = 1u << b->lane,
                 .space = owner ? SIM_SPACE_SHARED : SIM_SPACE_GLOBAL,
                 .address = addresses,
                 .host = host,
                 .size = (int)bytes,
                 .now = {.when = now_of(w),
                         .block = (u32)w->block + 1,
                         .pc = b->pc,
                         .how = reduces ? ASYNC | STRONG : ASYNC},
                 .waited = w->check->waited,
                 .settled = w->launch->checks->settled,
                 .start = w->launch->checks->start};
    check_lane(&r, b->lane);
}

void on_texel(SimWorker *w, const Warp *warp, const Group *g, int lane, u64 address, int bytes,
              u8 *written)
{
    const Insn *code = &w->module->code[g->pc];
    Insn in = {.kind = written ? K_STORE : K_LOAD};
    memcpy(in.list, code->list, sizeof in.list);
    in.access.bytes = code->texture.bytes;
    in.access.count = code->texture.count;
    in.access.reg_bytes = code->texture.reg_bytes;
    u64 addresses[LANES] = {0};
    u8 *host[LANES] = {0};
    addresses[lane] = address;
    host[lane] = written;
    Request r = {.w = w,
                 .owner = w,
                 .warp = warp,
                 .g = g,
                 .in = &in,
                 .mask = 1u << lane,
                 .space = SIM_SPACE_GLOBAL,
                 .address = addresses,
                 .host = host,
                 .size = bytes,
                 .trial = w->launch->trial,
                 .read_only = !written,
                 .now = {.when = now_of(w), .block = (u32)w->block + 1, .pc = g->pc},
                 .settled = settled_for(w, warp->index),
                 .start = w->launch->checks->start};
    check_lane(&r, lane);
}

void on_copies_waited(SimWorker *w)
{
    w->check->waited = tick(w);
}

// A GPU may write a copy's bytes as soon as it is issued, although here they are written at the wait for it (machine/copy.c).
void on_copy_issued(SimWorker *w, const Warp *warp, i32 pc, u32 mask, const u64 *address)
{
    const Insn in = {.kind = K_STORE}; // of no registers
    const Group g = {.pc = pc + 1};    // its store
    u8 *host[LANES] = {0};
    int size = w->module->code[pc].copy.bytes;
    Request r = {
        .w = w,
        .owner = w,
        .warp = warp,
        .g = &g,
        .in = &in,
        .mask = mask,
        .space = SIM_SPACE_SHARED,
        .address = address,
        .host = host,
        .size = size,
        .begins = true,
        .now = {.when = now_of(w), .block = (u32)w->block + 1, .pc = pc + 1, .how = ISSUED},
        .waited = w->check->waited,
        .settled = settled_for(w, warp->index),
        .start = w->launch->checks->start};
    EACH_BIT(lane, mask)
        if (address[lane] + (u64)size <= w->launch->shared_total) // else the store will fail
            check_lane(&r, (int)lane);
}
