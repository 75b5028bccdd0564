// watch.c: looking at the lanes of one warp: which launches, which block, which warp; and what is done with what is seen.
//
// Watched is the first launch of each kernel, or of those called kernel=NAME; of its blocks block=N, of their warps
// warp=N or all. A benchmark's repeats would only show the same again.

#include "runtime.h"

#include <stdlib.h>
#include <string.h>

struct Watch {
    const Options *options;
    const SimInsnInfo *insns; // of the launch that is watched
    const SimFunction **seen; // (seen_count) kernels that were
    size_t seen_count, seen_room;
    Trace *trace; // NULL unless asked for
    Draw *draw;   // …
    Stepper *stepper;
};

const char *watch_operation(SimInsnKind kind)
{
    return kind == SIM_LOAD ? "load" : kind == SIM_STORE ? "store" : "atomic";
}

const char *watch_space(SimSpace space)
{
    switch (space) {
    case SIM_SPACE_SHARED: return "shared";
    case SIM_SPACE_LOCAL: return "local";
    case SIM_SPACE_CONST: return "constant";
    default: return "global";
    }
}

uint64_t watch_place(const SimMemory *memory, const SimAccess *a, int lane)
{
    uint64_t address = a->address[lane];
    if (a->space == SIM_SPACE_SHARED || a->space == SIM_SPACE_LOCAL)
        return address;
    const SimAlloc *in = sim_nearest(memory, address);
    return in ? address - in->base : address;
}

Watch *watch_new(const Options *o)
{
    Watch *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->options = o;
    if ((o->step && !(w->stepper = stepper_new(o))) ||
        (o->draw && !(w->draw = draw_new(o->draw))) ||
        (o->trace && !(w->trace = trace_new(o->trace)))) {
        stepper_free(w->stepper);
        free(w->draw);
        free(w);
        return NULL;
    }
    return w;
}

static void look(void *observer, const SimAccess *a)
{
    Watch *w = observer;
    if (w->stepper && a->block == w->options->block)
        stepper_access(w->stepper, a);
    if (a->block != w->options->block || (w->options->warp >= 0 && a->warp != w->options->warp))
        return;
    if (w->trace)
        trace_access(w->trace, &w->insns[a->pc], a);
    if (w->draw)
        draw_access(w->draw, &w->insns[a->pc], a);
}

// True the first time.
static bool is_new(Watch *w, const SimFunction *kernel)
{
    for (size_t i = 0; i < w->seen_count; i++)
        if (w->seen[i] == kernel)
            return false;
    if (w->seen_count == w->seen_room) {
        size_t room = w->seen_room ? 2 * w->seen_room : 16;
        const SimFunction **more = realloc(w->seen, room * sizeof(SimFunction *));
        if (!more)
            return false;
        w->seen = more;
        w->seen_room = room;
    }
    w->seen[w->seen_count++] = kernel;
    return true;
}

void watch_launch(Watch *w, SimLaunch *l)
{
    char *name = site_demangle(sim_function_info(l->kernel).name);
    bool wanted = name && (!w->options->kernel || site_is_called(name, w->options->kernel));
    if (wanted && is_new(w, l->kernel)) {
        l->observe = look;
        l->observer = w;
        w->insns = l->insns;
        if (w->trace)
            trace_launch(w->trace, l, name);
        if (w->draw)
            draw_launch(w->draw, l, name);
        if (w->stepper)
            stepper_launch(w->stepper, l, name);
    }
    free(name);
}

SimRun watch_run_block(void *watch, SimWorker *w, bool turn, SimError *err)
{
    return stepper_run(((Watch *)watch)->stepper, w, turn, err);
}

void watch_end(Watch *w, FILE *out)
{
    if (w->draw)
        draw_end(w->draw, out);
    if (w->trace && !trace_end(w->trace))
        fprintf(stderr, "WARPSIM: trace=%s can't be written: %m\n", w->options->trace);
    stepper_free(w->stepper);
    free(w->seen);
    free(w);
}
