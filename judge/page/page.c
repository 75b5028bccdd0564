// page.c: the judge in a page: the core, the simulator as a device, and judge.c of every exercise, compiled to WebAssembly.
//
// A question to the device is a call of device_serve. JavaScript provides what C lacks here: `attempt`, which calls back and catches, and
// `escape`, which throws.
//
//   judge_room(bytes)             returns memory for a text
//   own(exercise, student, text)  returns a text of the exercise with a student's own numbers
//   judge(exercise, ptx, …)       returns the verdict as text, as `make ex3-1` prints it; passed() tells whether it is a pass,
//                                 failed() the first case that failed, from 0; level() and best() are on counters (core/levels.c)
//   look(exercise, ptx, …, case)  returns that case's last launch as a lab's bundle (last_launch.c)

#include "page.h"

#include "judge/device/device.h"

#include <stdlib.h>
#include <string.h>

// ---- The device ------------------------------------------------------------------------------------------------------

static bool looks_inside; // the launches are kept

// A function needs neither a start nor a stop.
static void start_or_stop(Device *d)
{
    (void)d;
}

static Reply ask(const WireRequest *r, const void *bytes)
{
    Answer a;
    if (!device_serve(r, bytes, &a))
        cannot_work("no memory");
    char *text = calloc(1, a.head.bytes + 1);
    if (!text)
        cannot_work("no memory");
    if (a.head.bytes)
        memcpy(text, a.bytes, a.head.bytes);
    return (Reply){(WireStatus)a.head.status, a.head.value, a.head.extra, a.head.bytes, text};
}

static char *memory_of(uint64_t address, uint64_t bytes)
{
    return ask(&(WireRequest){.op = WIRE_READ, .b = address, .c = bytes}, NULL).text;
}

static Reply answer(Device *d, const WireRequest *r, const void *bytes)
{
    (void)d;
    if (looks_inside && r->op == WIRE_LAUNCH && bytes)
        last_launch_begins(bytes, memory_of);
    Reply reply = ask(r, bytes);
    if (looks_inside && reply.status == WIRE_OK)
        last_launch_saw(r, bytes, &reply);
    return reply;
}

// ---- What the core needs ---------------------------------------------------------------------------------------------

static struct {
    void (*work)(void *);
    void *with;
} tried;

// JavaScript calls this in host_attempt.
void EXPORT(work)(void)
{
    tried.work(tried.with);
}

static bool attempt(void (*work)(void *), void *with)
{
    tried.work = work;
    tried.with = with;
    return host_attempt() == 0;
}

static void refuse(const char *why)
{
    host_refuse(why);
}

// Nobody but the student waits for a page.
static const char *used_up(void)
{
    return NULL;
}

// The page's compiler knows the file by the student's name.
static char *translate(const char *text, const char *shown)
{
    (void)shown;
    return text_make("%s", text);
}

// The page does not run whole programs: students judge them on their own machines.
static Ran run_program(const Terms *t, const void *input, size_t bytes, bool may_fail)
{
    (void)t, (void)input, (void)bytes, (void)may_fail;
    cannot_work("this exercise is a whole program: make judges it");
}

static const Host HOST = {.attempt = attempt,
                          .escape = host_escape,
                          .used_up = used_up,
                          .translate = translate,
                          .run_program = run_program};

// ---- What the page calls ---------------------------------------------------------------------------------------------

static bool has_passed;
static int first_failed;
static char *level_text, *best_line;

void *EXPORT(judge_room)(size_t bytes)
{
    return calloc(1, bytes + 1);
}

// Returns the level and the counters as JSON, null where nothing was measured.
const char *EXPORT(level)(void)
{
    return level_text;
}

// Returns the reader's best pass, this one included, as a line to be kept; "" where there is none.
const char *EXPORT(best)(void)
{
    return best_line;
}

int EXPORT(passed)(void)
{
    return has_passed;
}

int EXPORT(failed)(void)
{
    return first_failed;
}

static const Exercise *find_exercise(const char *name)
{
    const Exercise *e;
    for (size_t i = 0; (e = exercise_at(i)); i++)
        if (strcmp(e->name, name) == 0)
            return e;
    cannot_work("there is no such exercise");
}

static const char *id_of(const char *student)
{
    const char *id = numbers_id(student);
    if (!id)
        cannot_work("An id has 1 to 100 bytes, in one line.");
    return id;
}

// Returns a text of the exercise with the numbers of a student.
const char *EXPORT(own)(const char *name, const char *student, const char *text)
{
    cannot_work_ends(refuse);
    return numbers_text(find_exercise(name), id_of(student), text);
}

// Judges a submission in t->source. `student`: whose numbers a prediction has; "": the book's. `only`: the one case that is run; -1: all.
static Verdict run(const char *name, const char *title, Terms *t, const Code codes[WIRE_SLOTS],
                   const char *student, double seed, int only, const char *compiler)
{
    cannot_work_ends(refuse);
    t->student = *student ? id_of(student) : NULL;
    t->exercise = find_exercise(name);
    t->host = &HOST;
    t->file = "exercise.cu";
    t->seconds = RUN_SECONDS;
    t->instructions = (uint64_t)RUN_MILLIONS * MILLION;
    t->ask = ASK_ALL;
    t->looks = true;
    Device device = {
        .word = "sim", .start = start_or_stop, .answer = answer, .stop = start_or_stop};
    memcpy(device.codes, codes, sizeof device.codes);
    Verdict v = {.terms = t,
                 .name = name,
                 .title = title,
                 .seed = (uint64_t)seed,
                 .columns = SIZE_MAX, // the page breaks lines where its own width is
                 .only = only};
    while (t->exercise->cases[v.case_count].what)
        v.case_count++;
    v.cases = numbers_cases(t->exercise, t->student, t->exercise->cases, v.case_count);
    v.compiler = compiler;
    verdict_judge(&v, &device);
    v.done = true;
    levels_weigh(&v, verdict_passed(&v));
    return v;
}

// Keeps what `level` and `best` return.
static void tell_level(const Verdict *v)
{
    size_t size;
    FILE *out = text_open(&level_text, &size);
    levels_json(out, v);
    fclose(out);
    best_line = v->standing.level ? levels_line(v) : text_make("%s", "");
}

// Returns the verdict. Texts are from judge_room. `given` is the PTX of the exercise as it was handed out, `compiler` made `ptx`,
// `solutions` has the exercise's rows of exercises/levels.csv, and `best` is what best() returned for the reader's best pass.
const char *EXPORT(judge)(const char *name, const char *title, const char *source, const char *ptx,
                          const char *given, const char *student, const char *compiler,
                          const char *solutions, const char *best, double seed)
{
    const Code codes[WIRE_SLOTS] = {
        [WIRE_SUBMISSION] = {ptx, strlen(ptx)}, [WIRE_GIVEN] = {given, strlen(given)}};
    Terms terms = {.source = source, .solutions = solutions, .best = best};
    Verdict v = run(name, title, &terms, codes, student, seed, -1, compiler);
    tell_level(&v);
    has_passed = verdict_passed(&v);
    first_failed = 0;
    while (first_failed < (int)v.count && v.results[first_failed].state != CASE_FAILED)
        first_failed++;
    return verdict_text(&v, false);
}

// Runs the case that failed once more, with its seed, and returns its last launch as a bundle.
const char *EXPORT(look)(const char *name, const char *title, const char *source, const char *ptx,
                         const char *given, const char *student, double seed, int failed_case)
{
    const Code codes[WIRE_SLOTS] = {
        [WIRE_SUBMISSION] = {ptx, strlen(ptx)}, [WIRE_GIVEN] = {given, strlen(given)}};
    Terms terms = {.source = source};
    looks_inside = true;
    run(name, title, &terms, codes, student, seed, failed_case, NULL);
    const char *why, *bundle = last_launch_bundle(name, source, codes, &why);
    if (!bundle)
        cannot_work("%s", why);
    return bundle;
}
