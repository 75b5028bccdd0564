// watch.c: chooses the launch, block and warp that are watched, and passes their accesses to the trace and to the drawings.
//
// It watches the first launch of each kernel, or of the kernels called kernel=NAME; in it block=N, and there warp=N or all warps.
// A benchmark's repeats would only show the same again.

#include "views/views.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct Watch {
    const Options *options;
    Watched launch;
    const SimFunction **seen; // (seen_count) kernels that were launched
    size_t seen_count, seen_room;
    bool found;         // one of them was asked for
    uint64_t blocks;    // the most that a launch has had that was watched
    int warps;          // the most warps of a block there
    char launched[256]; // names of the others
    Trace trace;
    Draw draw;
    Stepper stepper;
};

Watch *watch_new(const Options *o, const Program *p)
{
    Watch *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    *w = (Watch){.options = o,
                 .trace = {.path = o->trace},
                 .draw = {.line = o->draw, .color = options_color()},
                 .stepper = {.options = o, .program = p, .color = options_color()}};
    if (!o->trace || trace_begin(&w->trace))
        return w;
    free(w);
    return NULL;
}

static void pass_access(void *observer, const SimAccess *a)
{
    Watch *w = observer;
    if (a->block != w->options->block || (w->options->warp >= 0 && a->warp != w->options->warp))
        return;
    if (w->options->trace)
        trace_access(&w->trace, &w->launch, a);
    if (w->options->draw)
        draw_access(&w->draw, &w->launch, a);
    w->launch.accesses++;
}

// Adds a kernel that was not asked for to the list, which is shown if the kernel that was asked for is never launched.
static void note_launched(Watch *w, const char *name)
{
    size_t used = strlen(w->launched), length = strcspn(name, "(");
    if (used + length + 8 <= sizeof w->launched)
        snprintf(w->launched + used, sizeof w->launched - used, "%s%.*s", used ? ", " : "",
                 (int)length, name);
}

// Notes a kernel. Returns true the first time.
static bool is_new(Watch *w, const SimFunction *kernel)
{
    for (size_t i = 0; i < w->seen_count; i++)
        if (w->seen[i] == kernel)
            return false;
    return ARRAY_ADD(w->seen, w->seen_count, w->seen_room, kernel);
}

// Tells whether the launch is the first one of a kernel that is asked for.
static bool is_wanted(Watch *w, const SimFunction *kernel, const char *name)
{
    if (!name || !is_new(w, kernel))
        return false;
    if (!w->options->kernel || callsite_is_called(name, w->options->kernel))
        return w->found = true;
    note_launched(w, name);
    return false;
}

void watch_launch(Watch *w, SimLaunch *l)
{
    char *name = callsite_demangle(sim_function_info(l->kernel).name);
    if (is_wanted(w, l->kernel, name)) {
        l->observe = pass_access;
        l->observer = w;
        free(w->launch.kernel);
        w->launch = (Watched){strdup(name), l->memory, l->insns, 0};
        w->blocks = w->blocks > l->blocks ? w->blocks : l->blocks;
        w->warps = w->warps > l->warps ? w->warps : l->warps;
    }
    free(name);
}

bool watch_steps(Watch *w, const SimLaunch *plan)
{
    char *name = w->options->step ? callsite_demangle(sim_function_info(plan->kernel).name) : NULL;
    bool steps = is_wanted(w, plan->kernel, name) && !w->stepper.over;
    free(name);
    return steps;
}

void watch_fails(Watch *w, const char *why, const char *note, uint32_t launches)
{
    w->stepper.failure = (Failure){.why = why, .note = note, .launches = launches};
}

bool watch_looks_ahead(const Watch *w)
{
    return w->options->step && w->stepper.failure.why && !w->stepper.over;
}

bool watch_look_ahead(Watch *w, Walk *walk)
{
    return stepper_look_ahead(&w->stepper, walk) && !w->options->kernel;
}

void watch_walk(Watch *w, Walk *walk)
{
    stepper_walk(&w->stepper, walk);
}

// Says so if no launch has had the block or the warp that was to be watched: `name`, of (count).
static void tell_absent(const char *name, uint64_t number, uint64_t count)
{
    if (count && number >= count)
        fprintf(stderr,
                "WARPSIM: there was no %s %" PRIu64 " to watch: they are 0 to %" PRIu64 "\n", name,
                number, count - 1);
}

bool watch_end(Watch *w, FILE *out)
{
    bool written = true;
    if (w->options->kernel && !w->found)
        fprintf(stderr, "WARPSIM: no kernel called '%s' was launched; those that were: %s\n",
                w->options->kernel, w->launched[0] ? w->launched : "none");
    tell_absent("block", w->options->block, w->blocks);
    if (w->options->warp >= 0)
        tell_absent("warp", (uint64_t)w->options->warp, (uint64_t)w->warps);
    if (w->options->draw)
        draw_end(&w->draw, out);
    if (w->options->trace && !trace_end(&w->trace)) {
        fprintf(stderr, "WARPSIM: trace=%s can't be written: %m\n", w->options->trace);
        written = false;
    }
    free(w->launch.kernel);
    free(w->seen);
    free(w);
    return written;
}
