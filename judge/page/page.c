// page.c: the judge in a page: judge.c of every exercise and the files of tools/judge, compiled for WebAssembly with the simulator.
//
// The native judge's device process is a function here (device_sim.c). A question to the device is put where the device reads;
// the device runs until it wants the next question, and ends. JavaScript provides what C lacks here: `attempt`, which calls back
// and catches, and `escape`, which throws; the end of the device throws, too.
//
//   judge_room(bytes)             returns memory for a text
//   judge(exercise, ptx, …)       returns the verdict as text, as `make ex3-1` prints it; passed() tells whether it is a pass,
//                                 failed() the first case that failed, from 0
//   look(exercise, ptx, …, case)  returns that case's last launch as a lab's bundle (inside.c)

#include "last_launch.h"

#include "device.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) name
#define IMPORT(name) __attribute__((import_module("host"), import_name(#name)))

enum { MOST_INSTRUCTIONS = 30000000 }; // as for the native judge

IMPORT(attempt) int host_attempt(void);
IMPORT(escape) void host_escape(void) __attribute__((noreturn));
IMPORT(refuse) void host_refuse(const char *why) __attribute__((noreturn));

// The exercises, from a list that the build writes.
#define EXERCISE(word, symbol) extern const Exercise symbol;
#include "exercises.h"
#undef EXERCISE
static const struct {
    const char *name;
    const Exercise *exercise;
} exercises[] = {
#define EXERCISE(word, symbol) {word, &(symbol)},
#include "exercises.h"
};

const Exercise *page_exercise; // the files of tools/judge call it `exercise`

// ---- Attempts --------------------------------------------------------------------------------------------------------

static struct {
    void (*work)(void *);
    void *with;
} tried;

// JavaScript calls this in host_attempt.
void EXPORT(work)(void)
{
    tried.work(tried.with);
}

bool attempt(void (*work)(void *), void *with)
{
    tried.work = work;
    tried.with = with;
    return host_attempt() == 0;
}

void attempt_end(void)
{
    host_escape();
}

void cannot_work(const char *format, ...)
{
    char why[512];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    host_refuse(why);
}

// ---- The device ------------------------------------------------------------------------------------------------------

static struct {
    unsigned char *bytes;
    size_t size, at;
} asked, answered;

static void add(const void *from, size_t bytes)
{
    unsigned char *grown = realloc(answered.bytes, answered.size + bytes + 1);
    if (!grown)
        host_refuse("no memory");
    answered.bytes = grown;
    memcpy(grown + answered.size, from, bytes);
    answered.size += bytes;
}

// The device's streams. At the end of a question there is no more to read: the device ends and keeps its state.
static bool take(void *to, size_t bytes)
{
    if (asked.size - asked.at < bytes)
        host_escape();
    memcpy(to, asked.bytes + asked.at, bytes);
    asked.at += bytes;
    return true;
}

static bool give(const void *from, size_t bytes)
{
    add(from, bytes);
    return true;
}

static bool looks_inside; // the launches are kept

static void answer(void *unused)
{
    (void)unused;
    device_serve(take, give);
}

static Reply exchange(WireRequest r, const void *bytes)
{
    unsigned char *all = malloc(sizeof r + r.bytes);
    if (!all)
        host_refuse("no memory");
    memcpy(all, &r, sizeof r);
    if (r.bytes)
        memcpy(all + sizeof r, bytes, r.bytes);
    asked.bytes = all;
    asked.size = sizeof r + r.bytes;
    asked.at = answered.size = 0;
    attempt(answer, NULL);
    free(all);
    WireReply head;
    char *text = calloc(1, answered.size + 1);
    if (!text || answered.size < sizeof head)
        host_refuse("no memory");
    memcpy(&head, answered.bytes, sizeof head);
    memcpy(text, answered.bytes + sizeof head, answered.size - sizeof head);
    return (Reply){(WireStatus)head.status, head.value, head.extra, head.bytes, text};
}

static char *memory_of(uint64_t address, uint64_t bytes)
{
    return exchange((WireRequest){.op = WIRE_READ, .b = address, .c = bytes}, NULL).text;
}

Reply device_ask(Device *d, const Place *p, WireRequest r, const void *bytes)
{
    (void)d, (void)p;
    if (looks_inside && r.op == WIRE_LAUNCH && bytes)
        inside_launch(bytes, memory_of);
    Reply reply = exchange(r, bytes);
    if (looks_inside && reply.status == WIRE_OK)
        inside_saw(&r, bytes, &reply);
    return reply;
}

void device_start(Device *d, const Place *p)
{
    d->process.pid = 1;
    for (uint32_t i = 0; i < WIRE_SLOTS; i++)
        if (d->modules[i])
            free(device_ask(
                     d, p, (WireRequest){.op = WIRE_MODULE, .a = i, .bytes = d->modules[i]->length},
                     d->modules[i]->code)
                     .text);
}

void device_stop(Device *d)
{
    d->process.pid = 0;
}

char *compile_translate(const Place *p, const char *text, const char *shown)
{
    (void)p, (void)shown;
    return text_make("%s", text);
}

// The page does not run whole programs: students judge them on their own machines.
Ran program_run(const Place *p, const void *input, size_t bytes, bool may_fail)
{
    (void)p, (void)input, (void)bytes, (void)may_fail;
    host_refuse("this exercise is a whole program: make judges it");
}

void program_free(Ran *r)
{
    *r = (Ran){.why = NULL};
}

// Nobody but the student waits for a page.
bool account_is_over(const Place *p)
{
    (void)p;
    return false;
}

const char *account_why(void)
{
    return NULL;
}

char *program_place(const Place *p, const Call *c)
{
    (void)p, (void)c;
    return text_make("");
}

char *__cxa_demangle(const char *mangled, char *out, size_t *size, int *status);

// Prints C++ names readably, as the simulator's host does.
void callsite_print_names(FILE *out, const char *text)
{
    static const char LETTERS[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.";
    while (*text) {
        size_t n = strspn(text, LETTERS);
        char *word = strndup(text, n ? n : 1);
        int status;
        char *name =
            word && strncmp(word, "_Z", 2) == 0 ? __cxa_demangle(word, NULL, NULL, &status) : NULL;
        fputs(name ? name : word ? word : "", out);
        free(name);
        free(word);
        text += n ? n : 1;
    }
}

// ---- What the page calls ---------------------------------------------------------------------------------------------

static bool has_passed;
static int first_failed;

void *EXPORT(judge_room)(size_t bytes)
{
    return calloc(1, bytes + 1);
}

int EXPORT(passed)(void)
{
    return has_passed;
}

int EXPORT(failed)(void)
{
    return first_failed;
}

// Judges a submission. `only`: the one case that is run; -1: all.
static Verdict run(const char *name, const char *title, const char *source, const Compiled *own,
                   const Compiled *given, double seed, int only)
{
    page_exercise = NULL;
    for (size_t i = 0; i < sizeof exercises / sizeof *exercises; i++)
        if (strcmp(exercises[i].name, name) == 0)
            page_exercise = exercises[i].exercise;
    if (!page_exercise)
        host_refuse("there is no such exercise");
    Place place = {.instructions = MOST_INSTRUCTIONS,
                   .seconds = 20,
                   .ask = ASK_ALL,
                   .looks = true,
                   .source = source};
    Device device = {.word = "sim", .modules = {[WIRE_SUBMISSION] = own, [WIRE_GIVEN] = given}};
    Verdict v = {.name = name,
                 .title = (char *)(uintptr_t)title,
                 .file = (char *)(uintptr_t) "exercise.cu",
                 .seed = (uint64_t)seed,
                 .only = only,
                 .cases = page_exercise->cases};
    while (v.cases[v.case_count].what)
        v.case_count++;
    verdict_judge(&v, &place, &device);
    v.done = true;
    return v;
}

// Returns the verdict. Texts are from judge_room. `given` is the PTX of the exercise as it was handed out.
const char *EXPORT(judge)(const char *name, const char *title, const char *source, char *ptx,
                          char *given, double seed)
{
    Compiled own = {.code = ptx, .length = strlen(ptx)},
             as_given = {.code = given, .length = strlen(given)};
    Verdict v = run(name, title, source, &own, &as_given, seed, -1);
    has_passed = verdict_passed(&v);
    first_failed = 0;
    while (first_failed < (int)v.count && v.results[first_failed].state != CASE_FAILED)
        first_failed++;
    return verdict_text(&v, false);
}

// Runs the case that failed once more, with its seed, and returns its last launch as a bundle.
const char *EXPORT(look)(const char *name, const char *title, const char *source, char *ptx,
                         char *given, double seed, int failed_case)
{
    Compiled own = {.code = ptx, .length = strlen(ptx)},
             as_given = {.code = given, .length = strlen(given)};
    looks_inside = true;
    run(name, title, source, &own, &as_given, seed, failed_case);
    const char *why, *const codes[WIRE_SLOTS] = {[WIRE_SUBMISSION] = ptx, [WIRE_GIVEN] = given};
    const char *bundle = inside_bundle(name, source, codes, &why);
    if (!bundle)
        host_refuse(why);
    return bundle;
}
