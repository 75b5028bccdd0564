// work.c: unfinished work, and what of it uses the same memory although nothing orders it.
//
// Unfinished work is in a list, oldest first. Work leaves it when the host has waited for it, or when newer work that follows it touches
// all of its memory in ways that meet at least as much: whoever meets the older, and does not follow it, meets the newer, too. So a
// loop of launches into a stream leaves one of each kind in the list.

#include "order/order.h"

#include <stdlib.h>
#include <string.h>

OrderClock order_host, order_allocated, order_functions;
_Thread_local const OrderClock *order_acting;
_Thread_local bool order_known;

static OrderWork *list[MOST_WORK]; // (count)
static u32 count;
static u32 kept;    // stretches of all of it
static u32 unnamed; // the last so many were asked for by the call that is made

static void free_work(OrderWork *w)
{
    if (w)
        free(w->stretches);
    free(w);
}

static void remove_at(u32 i)
{
    kept -= list[i]->count;
    free_work(list[i]);
    memmove(list + i, list + i + 1,
            (--count - i) * sizeof(OrderWork *)); // NOLINT(bugprone-sizeof-expression)
    unnamed -= unnamed > count - i;
}

const OrderWork *order_work(u32 i)
{
    return i < count ? list[i] : NULL;
}

void order_told(u32 i)
{
    list[i]->told = true;
}

// ---- Stretches -------------------------------------------------------------------------------------------------------

enum { PLAIN = SIM_TOUCH_READ | SIM_TOUCH_WRITE };

// Tells whether two that nothing orders may touch the same bytes in these ways. Two reads may, and two atomics of the device; and a
// signal may meet anything, since that is what it is for.
static bool may_meet(unsigned a, unsigned b)
{
    const unsigned others = PLAIN | SIM_TOUCH_ATOMIC;
    return !((a & SIM_TOUCH_WRITE && b & others) || (b & SIM_TOUCH_WRITE && a & others) ||
             (a & SIM_TOUCH_ATOMIC && b & SIM_TOUCH_READ) ||
             (b & SIM_TOUCH_ATOMIC && a & SIM_TOUCH_READ));
}

static int by_address(const void *a, const void *b)
{
    const OrderStretch *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

void order_touch(OrderWork *w, u64 from, u64 end, unsigned how)
{
    if (!w || from >= end)
        return;
    OrderStretch *last = w->count ? &w->stretches[w->count - 1] : NULL;
    if (last && last->how == how && last->end == from)
        last->end = end;
    else if (w->count < MOST_STRETCHES)
        (void)ARRAY_ADD(w->stretches, w->count, w->room, (OrderStretch){from, end, how});
}

// Puts the stretches in order, and parts those that overlap: a launch by a kernel may touch what the kernel has touched.
static void part_stretches(OrderWork *w)
{
    OrderStretch *all = w->stretches;
    u32 given = w->count;
    if (!given)
        return;
    w->stretches = NULL;
    w->count = 0;
    w->room = 0;
    qsort(all, given, sizeof *all, by_address);
    for (u32 i = 0; i < given; i++) {
        OrderStretch s = all[i], *last = w->count ? &w->stretches[w->count - 1] : NULL;
        if (last && s.from < last->from)
            s.from = last->from;
        if (last && s.from < last->end && s.from < s.end) {
            OrderStretch rest = last->end > s.end ? *last : s;
            u64 end = last->end < s.end ? last->end : s.end;
            unsigned both = last->how | s.how;
            rest.from = end;
            last->end = s.from;
            w->count -= last->from == last->end;
            order_touch(w, s.from, end, both);
            s = rest;
        }
        order_touch(w, s.from, s.end, s.how);
    }
    free(all);
}

// Tells whether nobody can meet `older` who would not meet `newer`, which follows it.
static bool covers(const OrderWork *newer, const OrderWork *older)
{
    u32 k = 0;
    for (u32 i = 0; i < older->count; i++) {
        const OrderStretch *o = &older->stretches[i];
        for (u64 at = o->from; at < o->end;) {
            while (k < newer->count && newer->stretches[k].end <= at)
                k++;
            if (k == newer->count || newer->stretches[k].from > at)
                return false;
            unsigned how = newer->stretches[k].how;
            if (!(how & SIM_TOUCH_WRITE) && (o->how & ~how))
                return false;
            at = newer->stretches[k].end;
        }
    }
    return true;
}

// Finds the first bytes in which two meet; false if there are none, or if they talk to each other: one writes a signal that the other
// reads, and so their programmer has ordered them by himself.
static bool meet(const OrderWork *a, const OrderWork *b, u64 *address, unsigned *how_a,
                 unsigned *how_b)
{
    bool found = false;
    for (u32 i = 0, k = 0; i < a->count && k < b->count;) {
        const OrderStretch *x = &a->stretches[i], *y = &b->stretches[k];
        if (x->from < y->end && y->from < x->end) {
            if ((x->how | y->how) & SIM_TOUCH_SIGNAL)
                return false;
            if (!found && !may_meet(x->how, y->how)) {
                found = true;
                *address = x->from > y->from ? x->from : y->from;
                *how_a = x->how;
                *how_b = y->how;
            }
        }
        if (x->end <= y->end)
            i++;
        else
            k++;
    }
    return found;
}

// ---- Work ------------------------------------------------------------------------------------------------------------

OrderWork *order_begin(OrderStream *s, OrderKind kind, const char *kernel)
{
    OrderWork *w = calloc(1, sizeof *w);
    clock_join(&s->before, &order_host);
    if (!w || !clock_advance(s, &w->chain, &w->number)) {
        free(w);
        return NULL;
    }
    w->kind = kind;
    w->kernel = kernel;
    w->stream = *s;
    w->stream.before = (OrderClock){0};
    return w;
}

// Makes a finding of what the unfinished work i does where somebody meets it.
static OrderFinding *find_older(u32 i, u64 address, unsigned how_older, unsigned how)
{
    OrderFinding *f = order_finding();
    if (!f)
        return NULL;
    f->older = *list[i];
    f->older.stretches = NULL;
    f->address = address;
    f->how_older = how_older;
    f->how = how;
    f->who = BY_WORK;
    f->allocated = clock_has(&order_allocated, list[i]->chain, list[i]->number);
    f->may_signal = clock_has(&order_functions, list[i]->chain, list[i]->number);
    return f;
}

void order_end(const OrderStream *s, OrderWork *w)
{
    if (!w)
        return;
    part_stretches(w);
    for (u32 i = 0; i < count;) {
        u64 address;
        unsigned how, how_older;
        if (clock_has(&s->before, list[i]->chain, list[i]->number)) {
            if (covers(w, list[i]))
                remove_at(i);
            else
                i++;
            continue;
        }
        OrderFinding *f = meet(w, list[i], &address, &how, &how_older)
                              ? find_older(i, address, how_older, how)
                              : NULL;
        if (f) {
            f->newer = *w;
            f->newer.stretches = NULL;
        }
        i++;
    }
    if (!w->count) {
        free_work(w);
        return;
    }
    while (count && (count == MOST_WORK || kept + w->count > MOST_OF_ALL))
        remove_at(0);
    kept += w->count;
    list[count++] = w;
    unnamed++;
}

void order_host_touch(u64 from, u64 end, unsigned how, OrderKind kind)
{
    OrderStretch all = {from, end, how};
    const OrderWork call = {.stretches = &all, .count = 1};
    u64 address;
    unsigned mine, how_older;
    u32 i = 0;
    while (i < count && !meet(&call, list[i], &address, &mine, &how_older))
        i++;
    OrderFinding *f = i < count ? find_older(i, address, how_older, how) : NULL; // one is enough
    if (f) {
        f->who = BY_CALL;
        f->by = kind;
    }
}

int order_meets(const OrderClock *now, u64 address, unsigned how, unsigned *how_older)
{
    for (u32 i = 0; i < count; i++) {
        OrderWork *w = list[i];
        if (w->told || clock_has(now, w->chain, w->number))
            continue;
        u32 low = 0, high = w->count; // the first stretch that ends behind the address
        while (low < high) {
            u32 middle = low + (high - low) / 2;
            if (w->stretches[middle].end <= address)
                low = middle + 1;
            else
                high = middle;
        }
        const OrderStretch *s = &w->stretches[low];
        if (low == w->count || s->from > address)
            continue;
        if (s->how & SIM_TOUCH_SIGNAL)
            w->told = true; // the host and the work talk to each other
        else if (!may_meet(s->how, how)) {
            *how_older = s->how;
            return (int)i;
        }
    }
    return -1;
}

void order_host_waits(const OrderClock *c)
{
    if (c)
        clock_join(&order_host, c);
    else
        clock_join_all(&order_host);
    for (u32 i = 0; i < count;)
        if (clock_has(&order_host, list[i]->chain, list[i]->number))
            remove_at(i);
        else
            i++;
}

void order_host_times(const OrderClock *c)
{
    u32 i = count;
    while (i > 0 && !clock_has(c, list[i - 1]->chain, list[i - 1]->number))
        i--;
    OrderFinding *f = i ? find_older(i - 1, 0, 0, 0) : NULL;
    if (f)
        f->who = BY_TIMER;
}

void order_forget(u64 from, u64 end)
{
    for (u32 i = 0; i < count; i++) {
        OrderWork *w = list[i];
        u32 left = 0;
        for (u32 k = 0; k < w->count; k++)
            if (w->stretches[k].end <= from || w->stretches[k].from >= end)
                w->stretches[left++] = w->stretches[k];
        kept -= w->count - left;
        w->count = left;
    }
}

void order_call_ends(const char *call, const char *site)
{
    for (u32 i = count - unnamed; i < count; i++) {
        list[i]->call = call;
        list[i]->site = site;
    }
    unnamed = 0;
}

bool order_asks(void)
{
    return unnamed > 0;
}
