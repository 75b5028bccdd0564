// look.c: shows a person what the device runs: in the stepper, as a profile or as drawings. So a run that a judge has kept is opened.

#include "views/views.h"

#include "device.h"

#include <stdlib.h>
#include <string.h>

static Options options;
static Report *report; // NULL unless a profile is asked for
static Watch *watch;   // NULL unless the stepper or drawings are

static char *failure;    // why the run has failed before; NULL: it hasn't
static bool compared;    // `failure` is known before the run is opened
static const char *note; // on the build
static bool told;        // the person has read that
static bool looks_ahead; // what kernels print meanwhile comes again

static void printed(const char *text, size_t size)
{
    if (!looks_ahead)
        fwrite(text, 1, size, stdout);
}

// Says why the run fails: in the stepper as the judge has said it, since a build for a debugger may be another mistake's.
static void wrong(const char *diagnosis)
{
    callsite_print(stdout, "", watch && options.step && failure ? failure : diagnosis);
    told = true;
}

// Copies a text of `length` bytes without numbers, and without places in PTX, which differ from build to build.
static char *plain(const char *text, size_t length)
{
    static const char PLACE[] = "(PTX line ";
    char *out = calloc(1, length + 1), *to = out;
    for (const char *end = text + length; out && text < end; text++) {
        if (strncmp(text, PLACE, strlen(PLACE)) == 0)
            text += strcspn(text, ")");
        else if (!strchr("-.0123456789", *text))
            *to++ = *text;
    }
    return out;
}

// Tells whether two texts are the same but for numbers, in all or in the first line.
static bool is_like(const char *a, const char *b, bool first)
{
    const char *ends = first ? "\n" : "";
    char *one = plain(a, strcspn(a, ends)), *other = plain(b, strcspn(b, ends));
    bool same = one && other && strcmp(one, other) == 0;
    free(one);
    free(other);
    return same;
}

// Tells whether each line of the source that a text names is named in another one, too.
static bool names_no_other_line(const char *text, const char *other)
{
    for (const char *at = text; (at = strstr(at, ".cu:")); at++) {
        size_t length = 4 + strspn(at + 4, "0123456789");
        const char *found = other;
        while ((found = strstr(found, ".cu:")) &&
               (strncmp(found, at, length) != 0 || is_digit(found[length])))
            found++;
        if (!found)
            return false;
    }
    return true;
}

bool look_compares(const char *own, char *judged)
{
    const bool same =
        own && judged && is_like(own, judged, true) && names_no_other_line(own, judged);
    compared = true;
    // The same words with other numbers, of the threads that this build runs first, are true of it.
    failure = same && is_like(own, judged, false) ? strdup(own) : judged;
    if (judged && !same)
        note =
            "A build for a debugger has another mistake or none, so variables have no names here.";
    return same || !judged;
}

static void fails(const char *why, uint32_t launches)
{
    if (!compared)
        failure = strdup(why);
    if (watch && failure)
        watch_fails(watch, failure, note, launches);
}

// Runs a launch while a person steps through it, if one is asked for.
static bool runs(const SimLaunch *l, char **why)
{
    bool steps = watch && watch_steps(watch, l), ahead = watch && watch_looks_ahead(watch);
    if (!steps && !ahead)
        return false;
    SimError err;
    Walk *w = walk_new(l, &err);
    if (!w) {
        *why = strdup(err.text);
        return true;
    }
    looks_ahead = ahead;
    steps |= ahead && watch_look_ahead(watch, w);
    looks_ahead = false;
    if (steps)
        watch_walk(watch, w);
    while (walk_step(w)) // of a launch that nobody steps
        ;
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
                            .fails = fails,
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
    if (watch && options.step && failure && !told)
        wrong(failure);
    fflush(stdout);
}
