// follows.c: by CUDA's rules, what follows what.
//
//     launches, ...Async calls         The host goes on at once.
//     cudaMemcpy and its kin           The host waits: for a copy to the host, from pinned or managed memory, or between two places of
//                                      the host. It does not wait for one inside the device. Of one from pageable memory it only waits
//                                      until the bytes are on their way, when all before it in the stream is done.
//     cudaMemset                       The host waits if it is the host's own memory.
//     cudaMemcpyAsync                  To pageable memory, or between two places of the host, it is as cudaMemcpy. From pageable memory
//                                      the bytes are taken at the call.
//     cudaFree                         The host waits for all work, but not if the memory came from a pool. ("May perform implicit
//                                      synchronization"; Thrust and CUB count on it.)
//     cudaFreeHost, cudaHostUnregister The host does not wait.
//     cudaMalloc, cudaMallocHost, …    Streams waited for each other there by the programming guide of CUDA 11 ("Implicit
//                                      synchronization"), but not by a newer one. So what is only ordered by that is a remark.
//     a stream                         Each piece of work follows those before it.
//     the default stream               It follows all streams made without cudaStreamNonBlocking, and these follow it.
//     an event                         Who waits for it follows all that its stream had before the last cudaEventRecord.
//     a function of the host           It can signal a thread of the host, which then follows all that the function follows (CUDA Runtime API,
//                                      cudaLaunchHostFunc). Nobody can see whether a thread waits for such a signal, so what is only ordered
//                                      by that is a remark.
//     a graph                          Its nodes follow the stream that it is launched in, the nodes that they depend on, and the last launch
//                                      of the same executable graph, whichever stream that was in.
//     a question                       cudaStreamQuery and cudaEventQuery that answer cudaSuccess are as good as a wait. Nobody can see
//                                      whether a program heeds the answer, so the first one about unfinished work is cudaErrorNotReady,
//                                      as it may be on a GPU: who asks no more has not waited.
//
// Source: CUDA Runtime API, "API synchronization behavior" and "Stream synchronization behavior", and the descriptions of cudaMemset,
// cudaFree and cudaFreeAsync. Where the page says that a call may wait (a copy between the device and pageable memory), it waits here.
// Work of NVIDIA's libraries is done by the host and not looked at; nor is a grid that was parked (queue.c), whose programmer has
// ordered it by signals.

#include "runtime/state/follows.h"

#include <stdlib.h>

enum { HOST_PAGE = 4096 };

static OrderClock ended; // of destroyed streams for which the default stream waits
static OrderClock asked; // what the host has asked about, and was not told that it is done
static Stream *fresh;    // the stream that the current call has made
static bool paused;

static bool is_on(void)
{
    return rt.options.check && !rt.options.late;
}

// Makes a stream ready for what is put into it now: it follows what the default stream's rule says.
static OrderStream *ready(Stream *s)
{
    OrderStream *o = &s->order;
    o->free_running = s->flags & cudaStreamNonBlocking;
    o->number = s->id - PER_THREAD_STREAM;
    if (s->id == DEFAULT_STREAM) {
        o->name = "the default stream";
        clock_join(&o->before, &ended);
        for (const Stream *other = rt.streams; other; other = other->next)
            if (!(other->flags & cudaStreamNonBlocking))
                clock_join(&o->before, &other->order.before);
        return o;
    }
    if (s->id == PER_THREAD_STREAM)
        o->name = "the thread's default stream";
    if (!o->free_running)
        clock_join(&o->before, &rt.default_stream.order.before);
    return o;
}

// ---- Work ------------------------------------------------------------------------------------------------------------

OrderWork *follows_work(Stream *s, OrderKind kind, const char *kernel)
{
    s->last.number = 0;
    return is_on() && !paused ? order_begin(ready(s), kind, kernel) : NULL;
}

void follows_done(const Stream *s, OrderWork *w)
{
    order_end(&s->order, w);
}

static void add_touched(void *to, uint64_t from, uint64_t end, unsigned how)
{
    order_touch(to, from, end, how);
}

void follows_launch(OrderWork *w, const SimLaunch *l)
{
    if (w)
        sim_launch_touched(l, add_touched, w);
}

void follows_pause(bool pause)
{
    paused = pause;
}

// ---- Streams and events ----------------------------------------------------------------------------------------------

void follows_stream_made(Stream *s)
{
    fresh = s;
}

void follows_stream_left(Stream *s)
{
    if (!(s->flags & cudaStreamNonBlocking))
        clock_join(&ended, &s->order.before);
    clock_leave(&s->order);
    fresh = fresh == s ? NULL : fresh;
}

void follows_record(struct CUevent_st *e, Stream *s)
{
    if (is_on())
        clock_copy(&e->order, &ready(s)->before);
}

void follows_await(const struct CUevent_st *e, Stream *s)
{
    s->last.number = 0;
    clock_join(&s->order.before, &e->order);
}

// Returns what comes before the end of a stream's work.
static const OrderClock *work_of(const Stream *s)
{
    return s->id == DEFAULT_STREAM ? &ready(&rt.default_stream)->before : &s->order.before;
}

void follows_wait(const Stream *s)
{
    if (is_on())
        order_host_waits(s ? work_of(s) : NULL);
}

void follows_wait_event(const struct CUevent_st *e)
{
    if (is_on())
        order_host_waits(&e->order);
}

static bool asks_first(const OrderClock *work)
{
    if (clock_covers(&order_host, work) || clock_covers(&asked, work))
        return false;
    clock_join(&asked, work);
    return true;
}

bool follows_asks(const Stream *s)
{
    return is_on() && asks_first(work_of(s));
}

bool follows_asks_event(const struct CUevent_st *e)
{
    return is_on() && asks_first(&e->order);
}

void follows_time(const struct CUevent_st *e)
{
    if (is_on())
        order_host_times(&e->order);
    follows_wait_event(e); // else the call had answered that it is not ready
}

// ---- Memory ----------------------------------------------------------------------------------------------------------

void follows_allocation(void)
{
    if (is_on())
        clock_join_all(&order_allocated);
}

void follows_free(const void *p, bool waits)
{
    const SimAlloc *a = is_on() && p ? sim_nearest(rt.memory, (uintptr_t)p) : NULL;
    if (!a || !a->live || a->base != (uintptr_t)p || (waits && a->kind != SIM_POOL))
        return;
    order_host_touch(a->base, a->base + a->size, SIM_TOUCH_WRITE, ORDER_GIVE);
    order_forget(a->base, a->base + a->size);
}

void follows_whole(Stream *s, OrderKind kind, const void *p)
{
    const SimAlloc *a = is_on() && p ? sim_nearest(rt.memory, (uintptr_t)p) : NULL;
    if (!a || !a->live || a->base != (uintptr_t)p)
        return;
    OrderWork *w = follows_work(s, kind, NULL);
    order_touch(w, a->base, a->base + a->size, SIM_TOUCH_WRITE);
    follows_done(s, w);
}

// Finds the pages of a block of the host's memory. Of memory that the program has registered, or of a variable, the first and the last
// page may hold something else, too.
static bool pages_around(uint64_t address, uint64_t *from, uint64_t *end)
{
    const SimAlloc *a = sim_nearest(rt.memory, address);
    if (!a || !a->live || !sim_is_hosts(a->kind) || address < a->base ||
        address - a->base >= a->size)
        return false;
    FIND(const HostBlock, b, rt.host_blocks, (uintptr_t)b->at == a->base);
    bool whole = b ? b->kind != HOST_REGISTERED : a->owned;
    *from = round_up(a->base, HOST_PAGE);
    *end = whole ? round_up(a->base + a->size, HOST_PAGE)
                 : (a->base + a->size) / HOST_PAGE * HOST_PAGE;
    return *from < *end;
}

// ---- Graphs ----------------------------------------------------------------------------------------------------------

void follows_graph_begins(FollowsGraph *g, Stream *s)
{
    *g = (FollowsGraph){.begin = {NULL, 0}};
    if (!is_on())
        return;
    clock_copy(&g->begin, &ready(s)->before);
    clock_copy(&g->end, &g->begin);
}

void follows_node_begins(const FollowsGraph *g, Stream *s)
{
    if (is_on())
        clock_copy(&s->order.before, &g->begin);
}

void follows_node_after(Stream *s, const OrderClock *other)
{
    clock_join(&s->order.before, other);
}

void follows_node_ends(FollowsGraph *g, const Stream *s, OrderClock *after)
{
    if (!is_on())
        return;
    clock_copy(after, &s->order.before);
    clock_join(&g->end, after);
}

void follows_graph_ends(FollowsGraph *g, Stream *s)
{
    if (is_on())
        clock_copy(&s->order.before, &g->end);
    clock_free(&g->begin);
    clock_free(&g->end);
}

// ---- Functions of the host -------------------------------------------------------------------------------------------

static _Thread_local OrderClock acting;

void follows_host_begins(Stream *s)
{
    if (!is_on())
        return;
    clock_copy(&acting, &ready(s)->before);
    clock_join(&acting, &order_host);
    clock_join(&order_functions, &acting);
    order_acting = &acting;
    if (crash_is_watched())
        order_guard(pages_around);
}

void follows_host_ends(void)
{
    order_acting = NULL;
    clock_free(&acting);
}

// ---- Calls -----------------------------------------------------------------------------------------------------------

void follows_call_begins(void)
{
    order_open();
    if (is_on() && !order_known)
        order_host_waits(&order_functions);
    order_known = true;
}

void follows_call_ends(const char *name, const void *caller)
{
    if (!is_on())
        return;
    if (fresh || order_asks() || order_found()) {
        const char *site = order_site(caller);
        if (fresh)
            fresh->order.made = site;
        fresh = NULL;
        order_call_ends(name, site);
        order_tell(rt.memory, name, site, print_order);
    }
    if (crash_is_watched())
        order_guard(pages_around);
}

void follows_end(void)
{
    order_open();
    order_tell(rt.memory, NULL, NULL, print_order);
}
