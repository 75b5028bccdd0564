// options.c: WARPSIM, the environment variable that sets the simulator.
//
//     WARPSIM="device=h200 profile schedule=random seed=7 json=out.json" ./ch3-reduce
//
// Spaces or commas separate words; a later word overrides an earlier one. A word that isn't known is an error: a run with a
// mistyped word would look like one without it. WARPSIM_DEFAULTS has words that come first, for whoever runs many programs.

#include "host/host.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *form, *means;
} WORDS[] = {
    {"device=NAME", "the GPU, rtx3080 if none is named; device=list lists all"},
    {"check", "find races, uninitialized reads, failed calls ...; exit 4"},
    {"leaks", "with check: device memory that is never freed is an error, too"},
    {"profile", "print each kernel's counters, under Nsight Compute's names"},
    {"profile=lines", "the same, and for each source line"},
    {"profile=source", "the annotated source: what diverges, loads badly, conflicts"},
    {"json=FILE", "write the counters of kernels and lines to FILE as JSON"},
    {"kernel=NAME", "profile and watch only the kernels of this name"},
    {"draw=LINE", "draw where the lanes of one warp go at this source line"},
    {"trace=FILE", "write each access to memory of one warp's lanes to FILE as CSV"},
    {"calls=FILE", "write each CUDA call of the program to FILE, a line each"},
    {"tape=N", "the same, and all bytes that they copy, to the open file N"},
    {"step", "step a block of each kernel in the terminal; h shows help"},
    {"block=N", "watch or step block N, counted x first; 0 if not given"},
    {"warp=N", "watch warp N of that block, 0 to 31, or all; 0 if not given"},
    {"schedule=ORDER", "of threads: lockstep, serial; random: of warps, blocks too"},
    {"seed=N", "seed of schedule=random, 1 if not given"},
    {"explore=N", "run each launch under N orders, tell what depends on them"},
    {"threads=N", "host threads that run blocks, 1 to 1024; else all cores"},
    {"late", "do work when a call waits for it; check then knows no order"},
    {"repeat", "run even launches that repeat an earlier one bit for bit"},
    {"compile", "compile kernels that run long, in the background: the default"},
    {"compiled", "compile each kernel before it runs first"},
    {"interpret", "compile no kernels"},
    {"speed", "print lane instructions per second of host time at the end"},
    {"help", "print this list and stop"},
};
enum { WORD_COUNT = sizeof WORDS / sizeof *WORDS };

void options_help(FILE *out)
{
    fprintf(out, "WARPSIM takes words separated by spaces or commas:\n");
    for (int i = 0; i < WORD_COUNT; i++)
        fprintf(out, "  %-15s %s\n", WORDS[i].form, WORDS[i].means);
}

void options_devices(FILE *out)
{
    const SimDevice *d;
    fprintf(out, "device=      GPU                       cc   SMs   GHz  memory\n");
    for (int i = 0; (d = sim_device_at(i)); i++)
        fprintf(out, "%-12s %-23s %2d.%d %5d %5.2f %4.0f GiB at %4.0f GB/s\n", d->word, d->name,
                d->major, d->minor, d->sms, d->ghz, (double)d->memory / (1 << 30), d->dram / 1e9);
}

bool options_color(void)
{
    const char *no_color = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && (!no_color || !*no_color);
}

static bool whole_number(const char *text, uint64_t least, uint64_t most, uint64_t *n)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || value < least || value > most)
        return false;
    *n = value;
    return true;
}

// Takes one word. False if its name or its value isn't known.
static bool take_option(Options *o, char *word)
{
    const struct {
        const char *word;
        bool *to;
    } flags[] = {{"check", &o->check},
                 {"leaks", &o->leaks},
                 {"profile", &o->profile},
                 {"profile=lines", &o->lines},
                 {"profile=source", &o->source},
                 {"step", &o->step},
                 {"repeat", &o->repeat},
                 {"speed", &o->speed},
                 {"help", &o->help},
                 {"device=list", &o->devices},
                 {"late", &o->late}};
    const struct {
        const char *name;
        char **to;
    } texts[] = {
        {"json", &o->json}, {"kernel", &o->kernel}, {"trace", &o->trace}, {"calls", &o->calls}};
    static const char *const schedules[] = {
        [SIM_LOCKSTEP] = "lockstep", [SIM_SERIAL] = "serial", [SIM_RANDOM] = "random"};
    static const char *const compiling[] = {
        [COMPILE_LONG] = "compile", [COMPILE_ALL] = "compiled", [INTERPRET] = "interpret"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(word, flags[i].word) == 0)
            return *flags[i].to = true;
    for (int i = 0; i <= INTERPRET; i++)
        if (strcmp(word, compiling[i]) == 0) {
            o->compiling = (Compiling)i;
            return true;
        }
    const char *name = strsep(&word, "="), *value = word;
    uint64_t n;
    if (!value)
        return false;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(name, texts[i].name) == 0) {
            free(*texts[i].to);
            return (*texts[i].to = strdup(value)) != NULL && *value;
        }
    for (int i = 0; i <= SIM_RANDOM; i++)
        if (strcmp(name, "schedule") == 0 && strcmp(value, schedules[i]) == 0) {
            o->schedule = (SimSchedule)i;
            return true;
        }
    if (strcmp(name, "device") == 0)
        return (o->device = sim_device(value)) != NULL;
    if (strcmp(name, "seed") == 0)
        return whole_number(value, 0, UINT64_MAX, &o->seed);
    if (strcmp(name, "block") == 0)
        return whole_number(value, 0, UINT64_MAX, &o->block);
    bool all = strcmp(value, "all") == 0;
    if (strcmp(name, "warp") == 0 && (all || whole_number(value, 0, 31, &n)))
        o->warp = all ? -1 : (int)n;
    else if (strcmp(name, "draw") == 0 && whole_number(value, 1, INT32_MAX, &n))
        o->draw = (int)n;
    else if (strcmp(name, "tape") == 0 && whole_number(value, 3, 1023, &n))
        o->tape = (int)n;
    else if (strcmp(name, "explore") == 0 && whole_number(value, 2, 1000, &n))
        o->explore = (int)n;
    else if (strcmp(name, "threads") == 0 && whole_number(value, 1, 1024, &n))
        o->threads = (int)n;
    else
        return false;
    return true;
}

// Says what is wrong with a word: its value, if a word of this name takes a value of the user's, in capitals; else its name.
static void explain_word(const char *word, char *message, size_t size)
{
    size_t name = strcspn(word, "=");
    for (int i = 0; i < WORD_COUNT; i++) {
        const char *form = WORDS[i].form;
        if (strncmp(word, form, name) == 0 && form[name] == '=' && isupper(form[name + 1])) {
            snprintf(message, size, "WARPSIM: \"%s\" does not fit %s: %s", word, form,
                     WORDS[i].means);
            return;
        }
    }
    text_format(message, size, "WARPSIM: unknown word \"%s\"; known are", word);
    for (int i = 0; i < WORD_COUNT; i++)
        text_append(message, size, "%s %s", i ? "," : "", WORDS[i].form);
}

bool options_parse(Options *o, const char *text, char *message, size_t size)
{
    *o = (Options){.device = sim_device_at(0), .seed = 1};
    char *copy = strdup(text ? text : ""), *rest = copy, *word;
    bool good = copy != NULL;
    snprintf(message, size, "WARPSIM: the host is out of memory");
    while (good && (word = strsep(&rest, " ,\t\n"))) {
        char whole[64];
        snprintf(whole, sizeof whole, "%s", word);
        good = !*word || take_option(o, word);
        if (!good)
            explain_word(whole, message, size);
    }
    o->profile |= o->lines || o->source;
    free(copy);
    if (!good)
        options_free(o);
    return good;
}

void options_free(Options *o)
{
    free(o->json);
    free(o->kernel);
    free(o->trace);
    free(o->calls);
    *o = (Options){0};
}
