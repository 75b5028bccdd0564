// explore.c: WARPSIM=explore=N runs each launch of the host under N orders before it runs it for good, and tells which results or
// findings depend on the order.
//
//     order 0             lockstep          its results are kept: Result, Result, …, one for each allocation
//     order 1             serial            each further one begins with memory as it was, and its results are compared
//     orders 2 to N - 1   random, seed 1, 2, …
//
// Each order starts from an image of memory, and afterwards memory is what it was, so that the program goes on as without the word.
// What kernels print is left out, and so are the launches that a kernel makes. A grid that waits for the host is not explored: alone it
// can't go on.

#include "runtime/cuda/cuda.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// What an allocation holds after the first order, and how the others differ from that.
typedef struct {
    const SimAlloc *alloc;
    unsigned char *bytes; // (alloc->size)
    int orders;           // how many differ
    int first;            // the first of them,
    uint64_t at;          // and the first byte that it has otherwise
    uint64_t was, is;     // the 4 bytes, or fewer, from its word on
    size_t width;
} Result;

typedef struct {
    const SimLaunch *plan;
    SimImage *image;
    Result *results; // (count)
    size_t count;
    SimStatus status; // of the first order
} Exploration;

static int no_print(void *host, const char *format, const unsigned char *args)
{
    (void)host, (void)format, (void)args;
    return 0;
}

static const char *order_name(int order, char *room, size_t size)
{
    if (order < 2)
        snprintf(room, size, "schedule=%s", order ? "serial" : "lockstep");
    else
        snprintf(room, size, "schedule=random seed=%d", order - 1);
    return room;
}

// Keeps what the first order has left in memory. False if the host has no memory for it.
static bool keep_results(Exploration *e)
{
    e->results = calloc(sim_alloc_count(rt.memory) + 1, sizeof *e->results);
    for (size_t i = 0; e->results && i < sim_alloc_count(rt.memory); i++) {
        const SimAlloc *a = sim_alloc_at(rt.memory, i);
        if (!a->live || !a->size || !(sim_is_devices(a->kind) || sim_is_hosts(a->kind)))
            continue;
        unsigned char *bytes = malloc(a->size);
        if (!bytes)
            return false;
        memcpy(bytes, a->host, a->size);
        e->results[e->count++] = (Result){.alloc = a, .bytes = bytes};
    }
    return e->results != NULL;
}

static uint64_t first_bytes(const unsigned char *bytes, size_t width)
{
    uint64_t word = 0;
    memcpy(&word, bytes, width);
    return word;
}

static void compare_results(Exploration *e, int order)
{
    for (size_t i = 0; i < e->count; i++) {
        Result *r = &e->results[i];
        const SimAlloc *a = r->alloc;
        if (memcmp(r->bytes, a->host, a->size) == 0 || r->orders++)
            continue;
        while (r->bytes[r->at] == a->host[r->at])
            r->at++;
        r->at &= ~(uint64_t)3;
        r->width = a->size - r->at < 4 ? a->size - r->at : 4;
        r->first = order;
        r->was = first_bytes(r->bytes + r->at, r->width);
        r->is = first_bytes(a->host + r->at, r->width);
    }
}

// Runs the launch in one order. False if it could not run, or was stopped: then there is nothing to compare.
static bool run_order(Exploration *e, int order)
{
    SimError err;
    SimLaunch l = *e->plan;
    char name[64];
    l.schedule = order == 0 ? SIM_LOCKSTEP : order == 1 ? SIM_SERIAL : SIM_RANDOM;
    l.seed = (uint64_t)(order - 1);
    l.print = no_print;
    l.alone = true; // block after block: else the results of a race depend on the host, too
    if (sim_launch_prepare(&l, &err) != SIM_OK)
        return false;
    SimStatus status = pool_run(rt.pool, &l, &err);
    if (l.check)
        print_findings_of(&l, order_name(order, name, sizeof name));
    SimChildren children;
    if (status == SIM_OK && sim_launch_children(&l, &children))
        sim_children_free(&children);
    sim_launch_end(&l);
    e->status = order ? e->status : status;
    if (status != e->status)
        print_remark(
            "Remark: whether %s ends well depends on the order: with %s it does not\n    %s",
            sim_function_info(e->plan->kernel).name,
            order_name(status == SIM_OK ? 0 : order, name, sizeof name),
            status == SIM_OK ? "" : err.text);
    return status == SIM_OK;
}

static void tell_differences(const Exploration *e, int orders)
{
    char name[64], hex[2][32];
    for (size_t i = 0; i < e->count; i++) {
        const Result *r = &e->results[i];
        const SimAlloc *a = r->alloc;
        if (!r->orders)
            continue;
        snprintf(hex[0], sizeof hex[0], "0x%0*" PRIx64, (int)(2 * r->width), r->was);
        snprintf(hex[1], sizeof hex[1], "0x%0*" PRIx64, (int)(2 * r->width), r->is);
        print_remark("Remark: what %s leaves in memory depends on the order of its threads\n"
                     "    %s%s of %" PRIu64 " bytes%s%s: %d of %d orders leave other bytes\n"
                     "    byte %" PRIu64
                     " and those behind it are %s with schedule=lockstep and %s with %s",
                     sim_function_info(e->plan->kernel).name,
                     a->variable ? "the variable " : "the allocation", a->variable ? a->name : "",
                     a->size, a->made ? " made at " : "", a->made ? a->made : "", r->orders, orders,
                     r->at, hex[0], hex[1], order_name(r->first, name, sizeof name));
    }
}

void explore_grid(const SimLaunch *plan, int orders)
{
    Exploration e = {.plan = plan, .image = sim_memory_image(rt.memory)};
    bool ok = e.image && run_order(&e, 0) && keep_results(&e);
    for (int order = 1; ok && order < orders && !__atomic_load_n(&rt.stop, __ATOMIC_RELAXED);
         order++) {
        sim_memory_restore(rt.memory, e.image);
        if (run_order(&e, order))
            compare_results(&e, order);
    }
    if (e.image)
        sim_memory_restore(rt.memory, e.image);
    tell_differences(&e, orders);
    for (size_t i = 0; i < e.count; i++)
        free(e.results[i].bytes);
    free(e.results);
    sim_image_free(e.image);
}
