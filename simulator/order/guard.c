// guard.c: the pages of the host's memory that unfinished work touches, guarded by the processor.
//
// When the host has touched bytes of a page that no unfinished work touches, the page is guarded again after the one instruction. After
// MOST_STEPS of these, until the next call, pages stay open: else a loop over an array next to a guarded one would take too long.
//
// The runtime opens them at the beginning of each call, since it does work and so uses the memory itself, and guards them again at its
// end. What the handler does must not wait, nor take memory.

#include "order/order.h"

#include <sys/mman.h>

enum { PAGE = 4096, MOST_GUARDS = 4096, MOST_STEPS = 4096 };

typedef struct {
    u64 from, end;
    int how; // PROT_READ or PROT_NONE
} Guard;

static Guard guards[MOST_GUARDS]; // (guard_count)
static u32 guard_count;
static u32 steps_left;             // until the next call
static _Thread_local u64 stepping; // the page that the thread's next instruction may use

static bool protect(u64 from, u64 end, int how)
{
    return mprotect((void *)(uintptr_t)from, end - from, how) ==
           0; // NOLINT(performance-no-int-to-ptr)
}

void order_open(void)
{
    while (guard_count) {
        guard_count--;
        protect(guards[guard_count].from, guards[guard_count].end, PROT_READ | PROT_WRITE);
    }
}

// Guards the pages of a block that a stretch touches. *done: where the last such pages end.
static void guard_stretch(const OrderStretch *s, OrderPages *pages, int how, u64 *done)
{
    u64 from, end;
    if (!pages(s->from, &from, &end))
        return;
    u64 first = s->from / PAGE * PAGE, behind = round_up(s->end, PAGE);
    from = from > first ? from : first;
    from = from > *done ? from : *done;
    end = end < behind ? end : behind;
    if (from >= end || guard_count == MOST_GUARDS)
        return;
    guards[guard_count++] = (Guard){from, end, how};
    protect(from, end, how);
    *done = end;
}

// Guards what work touches in some of these ways.
static void guard_all(OrderPages *pages, unsigned ways, int how)
{
    const OrderWork *w;
    for (u32 i = 0; (w = order_work(i)); i++) {
        u64 done = 0;
        for (u32 k = 0; k < w->count && !w->told; k++)
            if (w->stretches[k].how & ways && !clock_has(&order_host, w->chain, w->number))
                guard_stretch(&w->stretches[k], pages, how, &done);
    }
}

void order_guard(OrderPages *pages)
{
    // A signal is guarded, too: who touches it talks to the work, and may know by it how far the work is.
    const unsigned writes = SIM_TOUCH_WRITE | SIM_TOUCH_ATOMIC | SIM_TOUCH_SIGNAL;
    order_open();
    steps_left = MOST_STEPS;
    guard_all(pages, SIM_TOUCH_READ, PROT_READ);
    guard_all(pages, writes, PROT_NONE);
}

// Returns the guard of a page, which may be open; NULL if it has none.
static const Guard *guard_at(u64 page)
{
    u32 i = guard_count;
    while (i && !(page >= guards[i - 1].from && page < guards[i - 1].end))
        i--;
    return i ? &guards[i - 1] : NULL; // the last one is the strictest
}

OrderStop order_stopped(u64 address, bool writes, bool listen, void (*site)(char *out, size_t size))
{
    u64 page = address / PAGE * PAGE;
    const Guard *g = guard_at(page);
    if (!g || !protect(page, page + PAGE, PROT_READ | PROT_WRITE))
        return ORDER_NOT_GUARDED;
    if (!listen)
        return ORDER_OPENED;
    writes |= g->how == PROT_READ; // not every processor says so
    unsigned how = writes ? SIM_TOUCH_WRITE : SIM_TOUCH_READ, how_older;
    const OrderClock *now = order_acting ? order_acting : &order_host;
    int met = order_meets(now, address, how, &how_older);
    const OrderWork *w = met < 0 ? NULL : order_work((u32)met);
    if (!w || (!order_known && clock_has(&order_functions, w->chain, w->number))) {
        stepping = page;
        return steps_left && steps_left-- ? ORDER_STEPS : ORDER_OPENED;
    }
    OrderFinding *f = order_finding();
    if (f) {
        f->older = *w;
        f->older.stretches = NULL;
        f->who = BY_ACCESS;
        f->how = how;
        f->how_older = how_older;
        f->may_signal = clock_has(&order_functions, w->chain, w->number);
        f->address = address;
        site(f->site, sizeof f->site);
    }
    order_told((u32)met);
    return ORDER_OPENED;
}

void order_stepped(void)
{
    const Guard *g = guard_at(stepping);
    if (g)
        protect(stepping, stepping + PAGE, g->how);
}
