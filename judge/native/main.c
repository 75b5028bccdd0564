// main.c: the order in which things happen, and what the core needs of its host.

#include "native.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_SOURCE = 1 << 20 }; // bytes

static Workbook workbook = {.name = "judge"};
static const Exercise *exercise;
static Place place = {.work = NULL}; // `work` is removed at the end
static bool grouped;                 // all children are in a cgroup

// ---- What the core needs -----------------------------------------------------------------------------------------------

// Says why the judge can't work, and exits.
static void end_judge(const char *why)
{
    fprintf(stderr, "%s: %s\n", workbook.name, why);
    exit(EXIT_JUDGE);
}

static const char *used_up(void)
{
    return account_is_over(&place) ? account_why() : NULL;
}

static char *translate(const char *text, const char *shown)
{
    return compile_translate(&place, text, shown);
}

static Ran run_program(const Terms *t, const void *input, size_t bytes, bool may_fail)
{
    // With checks a call that fails is a finding, too.
    return program_run(&place, input, bytes, !may_fail && t->ask != ASK_RIGHT);
}

static Host host = {.attempt = attempt,
                    .escape = attempt_end,
                    .used_up = used_up,
                    .translate = translate,
                    .run_program = run_program};
static Terms terms = {.host = &host};

// Makes the work folder and the cgroup. From here on the warden removes what the judge leaves behind.
static void make_work(void)
{
    const char *top = getenv("TMPDIR");
    uint64_t number;
    if (getentropy(&number, sizeof number) != 0)
        cannot_work("no random numbers");
    char *work = text_make("%s/judge-%016" PRIx64, top && *top ? top : "/tmp", number);
    char *cgroup = cgroup_choose("/sys/fs/cgroup", "/proc/self/cgroup");
    warden_start(work, cgroup);
    process_catch_signals();
    atexit(warden_end);
    if (mkdir(work, 0700) != 0)
        cannot_work("%s: %s", work, strerror(errno));
    place.work = work;
    grouped = cgroup_make(cgroup);
}

// ---- Judging --------------------------------------------------------------------------------------------------------

// Reads the submission. Returns why it is not compiled (too large, empty, …); NULL if nothing is wrong.
static char *read_submission(const char *file, const char *shown, char **source, size_t *length)
{
    *source = file_bytes(file, MOST_SOURCE, length);
    if (!*source)
        return errno == EFBIG    ? text_make("%s is larger than a mebibyte.", shown)
               : errno == EINVAL ? text_make("%s is not a file.", shown)
                                 : text_make("%s: %s.", shown, strerror(errno));
    if (strspn(*source, " \t\r\n") == *length)
        return text_make("%s is empty.", shown);
    if (strlen(*source) != *length)
        return text_make("%s is not text: it holds a zero byte.", shown);
    return NULL;
}

static Compiled compile_given(const char *given, int capability)
{
    char *source;
    size_t length;
    char *trouble = read_submission(given, given, &source, &length);
    if (trouble)
        cannot_work("%s", trouble);
    Compiled c = compile(&place, exercise, source, length, given, capability);
    if (!c.code)
        cannot_work("%s does not compile: %s", given, c.said);
    free(source);
    return c;
}

// Writes a run to the file `path`: the first one that failed, or that of the one case.
static void keep_run(const Verdict *v, const Device *d, const char *path)
{
    for (size_t i = 0; i < v->case_count; i++) {
        const CaseResult *r = &v->results[v->count - v->case_count + i];
        if (!r->record.launches || (r->state != CASE_FAILED && v->only < 0))
            continue;
        size_t size;
        char *line = text_make("%s case %zu seed %" PRIu64 "%s%s: %s%s", v->name, i + 1, v->seed,
                               r->order ? " order " : "", r->order ? r->order : "",
                               verdict_kind(v, r->c), r->c->what),
             *bytes = record_file(&r->record, line, r->reason, v->terms, d->codes, &size);
        if (!file_write(path, bytes, size))
            cannot_work("%s: %s", path, strerror(errno));
        free(line);
        free(bytes);
        return;
    }
}

// Tells whether a device can run the exercise: code for "90a" runs on compute capability 9.0 alone, that for "90" on later ones, too.
static bool runs_on(int capability)
{
    const char *needed = exercise->architecture;
    int least = needed ? atoi(needed) : 0;
    return !capability || capability == least ||
           (capability > least && !(needed && strchr(needed, 'a')));
}

static void judge_on(Verdict *v, const Options *o, const char *word, const char *source,
                     size_t length)
{
    char *program = text_make("%s/build/judge/device-%s", workbook.root, word);
    DeviceProcess d = device_process(&place, word, program);
    if (access(program, X_OK) != 0)
        cannot_work("%s is not built: %s", program,
                    strcmp(word, "gpu") == 0 ? "no GPU answered" : "make judges");
    if (!exercise->program)
        device_start(&d.device); // sets d.capability
    if (!runs_on(d.capability)) {
        if (strcmp(o->device, "gpu") == 0)
            cannot_work("the exercise is for compute capability 9.0, and this GPU has %d.%d",
                        d.capability / 10, d.capability % 10);
        device_stop(&d.device);
        free(program);
        return;
    }
    if (host.tell)
        host.tell("compiling");
    Compiled code = compile(&place, exercise, source, length, terms.file, d.capability);
    Compiled given = {.code = NULL};
    device_stop(&d.device);
    v->compiler = code.by;
    if (code.code) {
        if (exercise->predict) {
            given = compile_given(o->given, d.capability);
            d.device.codes[WIRE_GIVEN] = (Code){given.code, given.length};
        }
        d.device.codes[WIRE_SUBMISSION] = (Code){code.code, code.length};
        terms.source = source;
        v->warned = code.said;
        verdict_judge(v, &d.device);
        if (o->keep && !d.capability)
            keep_run(v, &d.device, o->keep);
    } else {
        v->trouble = text_make("It does not compile.\n\n%s", code.said);
        free(code.said);
    }
    if (host.tell)
        host.tell("");
    free(code.code);
    free(given.code);
    free(program);
}

static void judge(Verdict *v, const Options *o)
{
    char *source, *gpu = text_make("%s/build/judge/device-gpu", workbook.root);
    size_t length;
    bool has_gpu = access(gpu, X_OK) == 0;
    v->trouble = read_submission(o->file, terms.file, &source, &length);
    bool all = strcmp(o->device, "all") == 0 || (!*o->device && has_gpu);
    // Answers need counters, and only the simulator sees a program's calls.
    bool simulated = exercise->predict || exercise->program;
    bool only = strcmp(o->device, "gpu") == 0 && !simulated;
    if (!v->trouble && !only)
        judge_on(v, o, "sim", source, length);
    if (!v->trouble && (only || (all && !simulated)))
        judge_on(v, o, "gpu", source, length);
    v->done = true;
    free(source);
    free(gpu);
}

static void write_file(const char *path, const char *text)
{
    if (path && !file_write(path, text, strlen(text)))
        cannot_work("%s: %s", path, strerror(errno));
}

static void write_results(const char *path, char *text)
{
    write_file(path, text);
    free(text);
}

// Keeps the student's best pass, of which `path` may hold an earlier one.
static void keep_best(const Verdict *v, const char *path)
{
    if (path && v->standing.level)
        write_results(path, levels_line(v));
}

static void report(const Verdict *v, const Options *o)
{
    const char *no_color = getenv("NO_COLOR");
    char *coloured = verdict_text(v, isatty(STDOUT_FILENO) && !(no_color && *no_color));
    char *text = verdict_text(v, false);
    fputs(coloured, stdout);
    fflush(stdout);
    write_file(o->text, text);
    write_results(o->json, results_json(v));
    write_results(o->junit, results_junit(v));
    free(coloured);
    free(text);
}

// Prints the most that any run of a case used, beside the limit.
static void tell_limits(const Verdict *v)
{
    struct rusage children; // of the compiler alone: device processes are killed and not counted
    getrusage(RUSAGE_CHILDREN, &children);
    const struct {
        const char *what, *unit;
        double used, limit;
    } lines[] = {
        {"a run's instructions", "million", 1e-6 * (double)v->used.instructions,
         1e-6 * (double)terms.instructions},
        {"a run's processor time", "s", 1e-6 * (double)v->used.microseconds, place.seconds},
        {"all runs' processor time", "s", account_runs(), UNIT_SHARE * place.seconds},
        {"a run's memory", "MiB", (double)v->used.bytes / (1 << 20), (double)(MOST_MEMORY >> 20)},
        {"the compiler's processor time", "s",
         (double)children.ru_utime.tv_sec + 1e-6 * (double)children.ru_utime.tv_usec,
         COMPILER_SHARE * place.seconds},
        {"the compiler's memory", "MiB", (double)children.ru_maxrss / 1024,
         (double)(MOST_MEMORY >> 20)},
    };
    printf("\n%-30s %10s %10s\n", "most used", "used", "limit");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        printf("%-30s %10.3f %10.0f %s\n", lines[i].what, lines[i].used, lines[i].limit,
               lines[i].unit);
    printf("Memory is limited %s; /tmp in the sandbox %s.\n",
           v->grouped ? "for all processes together, by a cgroup"
                      : "for each process: no cgroup may be used here",
           sandbox_sized() ? "by its size"
                           : "by the size of each file: bubblewrap is older than 0.7");
}

// Prints a text of the exercise with a student's numbers.
static int print_own(const Options *o)
{
    size_t length;
    char *text = file_bytes(o->own, MOST_SOURCE, &length);
    if (!text)
        cannot_work("%s: %s", o->own, strerror(errno));
    char *own = numbers_text(exercise, o->student, text);
    fputs(own, stdout);
    free(text);
    free(own);
    return EXIT_PASS;
}

int main(int argc, char **argv)
{
    cannot_work_ends(end_judge);
    workbook = workbook_find();
    exercise = exercise_at(0);
    if (strcmp(exercise->name, workbook.name) != 0)
        cannot_work("its judge.c says that it is %s", exercise->name);
    Options o = options_read(workbook.name, argc, argv);
    if (o.own)
        return print_own(&o);
    workbook_find_folder(&workbook);
    char *own = text_make("%s/exercise.cu", workbook.folder);
    double begun = now();
    char *kept = text_make("%s/exercises/.given/%s.cu", workbook.root, workbook.slug);
    if (!o.file)
        o.file = own;
    if (!o.given)
        o.given = access(kept, R_OK) == 0 ? kept : own;
    host.tell = o.keep && isatty(STDERR_FILENO) ? process_tell : NULL;
    terms.exercise = exercise;
    terms.file = text_clean(o.file, strlen(o.file), PATH_MAX);
    terms.seconds = o.seconds;
    terms.instructions = MILLION * o.instructions;
    terms.ask = o.ask;
    terms.student = o.student;
    terms.looks = o.keep != NULL;
    terms.in_order = terms.looks;
    terms.further = terms.looks ? FURTHER * terms.instructions : 0;
    place = (Place){
        .root = workbook.root, .sandbox = o.sandbox, .seconds = o.seconds, .debug = o.debug};
    workbook_find_compiler(&workbook, &place.compiler, &place.toolkit);
    make_work();
    if (o.sandbox)
        process_need_sandbox(&place);
    Verdict v = {.terms = &terms,
                 .name = workbook.name,
                 .title = workbook_title(&workbook),
                 .seed = o.seed,
                 .keep_going = o.keep_going,
                 .only = (int)o.only - 1,
                 .order = o.order,
                 .grouped = grouped};
    // Questions are all listed.
    Case *listed = cases_gather(exercise, exercise->predict ? NULL : o.hidden, &v.case_count);
    v.cases = numbers_cases(exercise, o.student, listed, v.case_count);
    free(listed);
    if (o.only > v.case_count)
        cannot_work("it has %zu cases; there is no case %" PRIu64, v.case_count, o.only);
    size_t length;
    // In a handout each exercise has a table of its own, so that another handout over it drops no rows.
    char *one = text_make("%s/levels.csv", workbook.folder);
    char *all = text_make("%s/exercises/levels.csv", workbook.root);
    const char *table = access(one, R_OK) == 0 ? one : all;
    terms.solutions = exercise->measured ? file_bytes(table, MOST_SOURCE, &length) : NULL;
    terms.best = o.best ? file_bytes(o.best, MOST_SOURCE, &length) : NULL;
    judge(&v, &o);
    levels_weigh(&v, verdict_passed(&v));
    v.seconds = now() - begun;
    report(&v, &o);
    keep_best(&v, o.best);
    if (o.limits)
        tell_limits(&v);
    bool passed = verdict_passed(&v);
    return passed ? EXIT_PASS : EXIT_FAIL;
}
