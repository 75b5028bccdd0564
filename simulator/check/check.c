// check.c: makes and frees the checks' data, and registers the checks as an observer.

#include "check/check.h"

#include <stdlib.h>
#include <string.h>

bool on_launch_began(SimLaunch *l)
{
    l->checks = calloc(1, sizeof *l->checks);
    Signals *block = calloc((size_t)l->blocks, sizeof *block);
    Published *published = calloc((size_t)l->blocks * (size_t)l->warps, sizeof *published);
    Heard *heard = calloc((size_t)l->blocks, sizeof *heard),
          *told = calloc((size_t)l->blocks, sizeof *told);
    Lock *lock = calloc((size_t)l->blocks, sizeof *lock);
    if (!l->checks || !block || !published || !heard || !told || !lock) {
        free(heard);
        free(told);
        free(block);
        free(published);
        free(lock);
        return false;
    }
    struct LaunchCheck *c = l->checks;
    c->block = block;
    c->published = published;
    c->heard = heard;
    c->told = told;
    c->lock = lock;
    c->start = c->settled = l->began = ++l->memory->clock;
    // Code for older devices can't wait, and they don't begin a launch early. What races is told by the launch's module.
    const int hopper = 90;
    c->early = l->ahead.kernel && l->ahead.kernel->module == l->kernel->module &&
               l->kernel->module->ptx_target >= hopper && l->device->major >= hopper / 10;
    if (c->early)
        c->settled = l->ahead.began;
    if (!list_unset(l))
        return false;
    struct Family *f = l->siblings ? l->siblings->family : NULL;
    if (f) {
        c->family = f;
        c->member = l->siblings->child[l->member].number;
        c->settled = f->settled;
        f->nested[c->member].begin = c->start;
    }
    return true;
}

// What other launches have done meanwhile, and this one before, comes before all that follows.
void on_launch_resumed(SimLaunch *l)
{
    struct LaunchCheck *c = l->checks;
    c->start = c->settled = ++l->memory->clock;
}

void on_launch_ended(SimLaunch *l)
{
    if (l->checks) {
        free(l->checks->block);
        free(l->checks->published);
        free(l->checks->heard);
        free(l->checks->told);
        free(l->checks->lock);
        free(l->checks->nested);
    }
    free(l->checks);
    free(l->findings);
    l->checks = NULL;
    l->findings = NULL;
    l->finding_count = 0;
}

void on_worker_freed(Check *c)
{
    if (!c)
        return;
    if (c->common)
        publish_date(c);
    shadow_free(c->shared);
    free(c->lanes);
    free(c->began);
    free(c->takes);
    free(c->lost);
    products_free(c->products);
    for (int i = 0; i < LANES; i++)
        free(c->locals[i].has_value);
    free(c);
}

Check *on_worker_made(const SimLaunch *l)
{
    Check *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->own = l->checks->start;
    c->common = l->trial ? &l->memory->clock : NULL;
    c->clock = l->trial ? &c->own : &l->memory->clock;
    c->shared = shadow_new(l->shared_total);
    c->lanes = calloc((size_t)l->warps, sizeof *c->lanes);
    c->began = calloc((size_t)l->kernel->module->segment_count, sizeof *c->began);
    c->takes = calloc((size_t)l->kernel->module->code_count, sizeof *c->takes);
    c->products = l->kernel->module->products ? products_new(l) : NULL;
    if (c->shared && c->lanes && c->began && c->takes &&
        (c->products || !l->kernel->module->products))
        return c;
    on_worker_freed(c);
    return NULL;
}

void on_block_began(SimWorker *w)
{
    w->check->exit_pc = -1;
    w->check->all = w->check->waited = 0;
    memset(w->check->met, 0, sizeof w->check->met);
    memset(w->check->passed, 0, sizeof w->check->passed);
    memset(w->check->part, 0, sizeof w->check->part);
    memset(w->check->far, 0, sizeof w->check->far);
    memset(w->check->far_brought, 0, sizeof w->check->far_brought);
    w->check->far_passed = 0;
    memset(w->check->lock, 0, sizeof w->check->lock);
    memset(w->check->seen, 0, sizeof w->check->seen);
    memset(w->check->unacquired, 0, sizeof w->check->unacquired);
    memset(w->check->looked_at, 0, sizeof w->check->looked_at);
    memset(w->check->phases, 0, sizeof w->check->phases);
    memset(w->check->visits, 0, sizeof w->check->visits);
    memset(w->check->proxy, 0, sizeof w->check->proxy);
    w->check->signalled = w->check->heard = w->check->awaited = 0;
    if (w->check->products)
        products_begin(w);
    for (int s = 0; s < w->module->segment_count; s++)
        w->check->began[s] = w->segments[s].executed;
}

static void written(const SimAlloc *a, u64 from, u64 to)
{
    shadow_written(a->shadow, from, to);
}

static void emptied(const SimAlloc *a, u64 from, u64 to)
{
    shadow_emptied(a->shadow, from, to);
}

static void moved(const SimAlloc *a, u64 at, const SimAlloc *from, u64 from_at, u64 bytes)
{
    shadow_moved(a->shadow, at, from->shadow, from_at, bytes);
}

static u64 unwritten(const SimAlloc *a, u64 from, u64 to, u64 *first)
{
    return shadow_unwritten(a->shadow, from, to, first);
}

// ---- The observer ----------------------------------------------------------------------------------

#define EVENT_NAME(result, name, arguments) .name = on_##name,
static const Observer checks = {EVENTS(EVENT_NAME)};
#undef EVENT_NAME

void sim_memory_check(SimMemory *m)
{
    static const MemoryObserver observer = {.allocated = shadow_new,
                                            .freed = shadow_free,
                                            .copied = shadow_copy,
                                            .written = written,
                                            .emptied = emptied,
                                            .moved = moved,
                                            .unwritten = unwritten,
                                            .machine = &checks};
    m->observer = &observer;
}
