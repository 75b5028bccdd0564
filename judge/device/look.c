// look.c: shows a person what the device runs: in the stepper, as a profile or as drawings. So a run that a judge has kept is opened.

#include "views/views.h"

#include "device.h"

#include <stdlib.h>
#include <string.h>

static Options options;
static Report *report; // NULL unless a profile is asked for
static Watch *watch;   // NULL unless the stepper or drawings are

static void printed(const char *text, size_t size)
{
    fwrite(text, 1, size, stdout);
}

static void wrong(const char *diagnosis)
{
    callsite_print(stdout, "", diagnosis);
}

// Runs a launch while a person steps through it, if one is asked for.
static bool runs(const SimLaunch *l, char **why)
{
    if (!watch || !watch_steps(watch, l))
        return false;
    SimError err;
    Walk *w = walk_new(l, &err);
    if (!w) {
        *why = strdup(err.text);
        return true;
    }
    watch_walk(watch, w);
    const SimFinding *f = device_first_error(&w->launch);
    *why = w->error.status != SIM_OK ? strdup(w->error.text) : f ? strdup(f->text) : NULL;
    walk_free(w);
    return true;
}

static void begins(SimLaunch *l)
{
    if (watch)
        watch_launch(watch, l);
}

static void ended(const SimLaunch *l)
{
    if (report)
        report_launch(report, l);
}

static void show_printed(void)
{
    fflush(stdout);
}

bool look_begin(const char *words, char *message, size_t size)
{
    static const Program PROGRAM = {.flush = show_printed, .ptx = device_ptx, .quit = exit};
    if (!options_parse(&options, words, message, size))
        return false;
    const Options *o = &options;
    if ((o->profile && !(report = report_new(o))) ||
        ((o->step || o->draw || o->trace) && !(watch = watch_new(o, &PROGRAM)))) {
        snprintf(message, size, "the host is out of memory");
        return false;
    }
    // A profile is taken without checks, as on a GPU.
    device_show(&(Onlooker){.unchecked = report || o->draw,
                            .printed = printed,
                            .wrong = wrong,
                            .runs = runs,
                            .begins = begins,
                            .ended = ended});
    return true;
}

void look_end(void)
{
    if (report)
        report_tables(report, stdout);
    if (watch)
        watch_end(watch, stdout);
    fflush(stdout);
}
