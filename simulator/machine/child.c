// child.c: kernels that launch kernels: CDP2, the second form of CUDA dynamic parallelism.
//
// A compiler turns child<<<grid, block, shared, stream>>>(args) in device code into two calls. The first asks for a buffer for the
// arguments, and the kernel's code writes them there. The second puts the launch into the device's queue. nvcc says to the first
// call what is launched, clang to the second. Both need the turn (pool.c), so that the order of launches is the same as if one
// thread ran block after block.
//
// A parent can't wait for a child. So no child has to run before its parent's blocks are done: the core collects the launches,
// and the host runs them after the grid, in the order in which they were made. A child's own children run before the next child.
// Tail launches come last. This keeps every promise of CUDA: a block's launches into one stream run in order, a
// fire-and-forget launch runs at any time, a tail launch when all else is done. If a program relies on more than CUDA
// promises, the checks say so (check/).
//
// "CUDA C++ Programming Guide", Device-Side Launch from PTX, describes the calls by their names without __cudaCDP2.

#include "machine/child.h"

#include <stdlib.h>
#include <string.h>

bool children_prepare(SimLaunch *l)
{
    const SimModule *m = l->kernel->module;
    size_t most = 16;
    for (const SimFunction *f = m->functions; f && m->launches; f = f->next)
        if (f->kernel && sim_function_info(f).params > most)
            most = sim_function_info(f).params;
    l->child_bytes = round_up(most, 16);
    l->children = NULL;
    l->child_count = 0;
    l->child_params = 0;
    if (!m->launches || !l->most_children)
        return true;
    l->children = calloc(l->most_children, sizeof *l->children);
    l->child_params = sim_alloc(l->memory, l->child_bytes * l->most_children, SIM_PARAM_BUFFER,
                                NULL, "arguments of a launch", NULL);
    return l->children && l->child_params;
}

void children_end(SimLaunch *l)
{
    free(l->children);
    l->children = NULL;
    sim_forget(l->memory, l->child_params);
    l->child_params = 0;
}

SimLaunch sim_child_launch(const SimLaunch *parent, const SimChildren *children, uint32_t i)
{
    const SimChild *c = &children->child[i];
    SimLaunch l = *parent;
    l.kernel = c->kernel;
    memcpy(l.grid, c->grid, sizeof l.grid);
    memcpy(l.block, c->block, sizeof l.block);
    l.shared = c->shared;
    l.params = c->params;
    l.cooperative = false;
    l.depth = parent->depth + 1;
    l.siblings = children;
    l.member = i;
    return l;
}

static bool fits_device(const SimLaunch *parent, SimChild *child)
{
    SimError unused;
    SimLaunch l = sim_child_launch(parent, &(SimChildren){.child = child, .count = 1}, 0);
    const SimFunction *f = child->kernel;
    const int most = f->large_shared ? l.device->shared_optin : l.device->shared_per_block;
    return sim_launch_limit(&l, &unused) == SIM_FITS && f->shared_bytes + l.shared <= (size_t)most;
}

u32 child_kernel(const SimWorker *w, u64 kernel, SimChild *child)
{
    child->kernel = function_at(w->module, kernel, true);
    return !child->kernel                   ? INVALID_DEVICE_FUNCTION
           : !fits_device(w->launch, child) ? INVALID_CONFIGURATION
                                            : SUCCESS;
}

u32 child_buffer(const SimWorker *w, const SimChild *child, u64 bytes, u64 *buffer)
{
    SimLaunch *l = w->launch;
    *buffer = 0;
    if (l->child_count == l->most_children)
        return TOO_MANY_PENDING;
    if (bytes > l->child_bytes)
        return INVALID_VALUE;
    l->children[l->child_count] = *child;
    *buffer = l->child_params + l->child_bytes * l->child_count++;
    return SUCCESS;
}

u32 child_launch(const SimWorker *w, Warp *warp, int lane, u64 buffer, const SimChild *child,
                 u64 stream)
{
    SimLaunch *l = w->launch;
    u64 i = (buffer - l->child_params) / l->child_bytes;
    if (buffer < l->child_params || i >= l->child_count)
        return INVALID_CONFIGURATION;
    if (child)
        l->children[i] = *child;
    if (!l->children[i].kernel)
        return INVALID_DEVICE_FUNCTION;
    l->children[i].launched = true;
    l->children[i].tail = stream == STREAM_TAIL;
    // A block has a stream of its own for launches that name none. Handles of streams are larger than any number of a block.
    l->children[i].queue = stream == STREAM_OF_BLOCK ? w->block + 1
                           : stream == STREAM_TAIL || stream == STREAM_FIRE_AND_FORGET ? 0
                                                                                       : stream;
    l->children[i].before = warp->launches[lane]++;
    if (w->observer)
        w->observer->child_launched(w, warp, lane, (u32)i, stream);
    return SUCCESS;
}

bool sim_launch_children(SimLaunch *l, SimChildren *out)
{
    *out = (SimChildren){0};
    if (!l->child_count)
        return true;
    // The arguments are behind the children.
    out->child = malloc(l->child_count * (sizeof *out->child + l->child_bytes));
    if (!out->child)
        return false;
    unsigned char *params = (unsigned char *)(out->child + l->child_count);
    for (int tail = 0; tail < 2; tail++)
        for (u32 i = 0; i < l->child_count; i++) {
            SimChild child = l->children[i];
            if (!child.launched || child.tail != tail)
                continue;
            memcpy(params,
                   sim_pointer(l->memory, l->child_params + l->child_bytes * i, l->child_bytes),
                   l->child_bytes);
            child.params = params;
            child.number = i;
            params += l->child_bytes;
            out->child[out->count++] = child;
        }
    if (l->checks) {
        out->observer = memory_observer(l->memory);
        out->family = out->observer->family(l);
    }
    return true;
}

void sim_children_free(SimChildren *children)
{
    free(children->child);
    if (children->observer)
        children->observer->family_freed(children->family);
    *children = (SimChildren){0};
}
