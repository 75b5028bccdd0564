// main.c: the command line of a judge, and the order in which things happen.

#include "engine.h"

#include <errno.h>
#include <getopt.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_SOURCE = 1 << 20, MOST_HIDDEN = 1 << 20 }; // bytes
enum { MOST_BLOCK = 1024 };                            // threads of a hidden case's block
#define MOST_ELEMENTS 1000000000000ll                  // of a hidden case

typedef struct {
    const char *device, *hidden, *given, *json, *junit, *text, *keep, *file;
    uint64_t only; // number of the only case, from 1; 0: all
    bool sandbox, keep_going, limits, debug;
    Ask ask;
    double seconds;
    uint64_t seed, instructions;
} Options;

static char root[PATH_MAX];          // the workbook's folder
static char *folder;                 // the exercise's folder
static Place place = {.work = NULL}; // `work` is removed at the end
static bool grouped;                 // all children are in a cgroup

_Noreturn static void bad_usage(const char *what, const char *value)
{
    fprintf(stderr, "%s: %s '%s'; -h lists the options\n", judge_name, what, value);
    exit(EXIT_USAGE);
}

static void usage(void)
{
    printf("usage: build/judge/%s [options] [FILE]\n"
           "\n"
           "Judges a submission for exercise %s (without FILE: the exercise's own).\n"
           "\n"
           "  --device sim|gpu|all  where (default: sim, and gpu where one answers)\n"
           "  --hidden FILE         more cases, one a line: n m block what\n"
           "  --given FILE          the exercise as it was handed out (default: the one in\n"
           "                        exercises/.given/)\n"
           "  --seed N              of the random inputs, as a failure shows it\n"
           "  --work MILLIONS       of warps' instructions, for one run of a case on the\n"
           "                        simulator (default 30)\n"
           "  --time SECONDS        of processor time for that, if it comes first (default\n"
           "                        20); the compiler has three times as much. On a GPU\n"
           "                        a launch has as many by the clock\n"
           "  --limits              tells how much of each limit was used\n"
           "  --keep-going          go on after a failed case\n"
           "  --debug               compiled for a debugger (nvcc -G)\n"
           "  --case N              only this one, of those that are listed\n"
           "  --keep FILE           to look inside: keeps the run that failed; shows what\n"
           "                        kernels print; build/judge/device-sim FILE runs it\n"
           "  --ask right|clean|all right results alone; in every order, with every check;\n"
           "                        and with counters (default)\n"
           "  --json FILE           the verdict in Gradescope's form\n"
           "  --junit FILE          the verdict as JUnit XML\n"
           "  --text FILE           the verdict as text\n"
           "  --sandbox             in bubblewrap: no network, read-only files, limits\n"
           "  -h, --help            this\n"
           "\n"
           "Exit status: 0 passed, 1 not passed, 2 bad usage, 3 the judge can't work.\n",
           judge_name, judge_name);
}

// ---- Where things are -----------------------------------------------------------------------------------------------

// Finds the workbook: this program is <root>/build/judge/ex3-1.
static void find_root(void)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0)
        cannot_work("/proc is not there");
    self[n] = '\0';
    const char *slash = strrchr(self, '/');
    snprintf(judge_name, sizeof judge_name, "%s", slash + 1);
    snprintf(root, sizeof root, "%.*s", (int)(slash - self), self);
    for (int up = 0; up < 2; up++)
        *strrchr(root, '/') = '\0';
}

// Finds the exercise's folder: for ex3-1 it is exercises/ex3-1-block-sum, whatever the slug.
static void find_folder(void)
{
    glob_t found;
    char *pattern = text_make("%s/exercises/%s-*", root, judge_name);
    if (glob(pattern, 0, NULL, &found) != 0)
        cannot_work("%s is not there", pattern);
    folder = text_make("%s", found.gl_pathv[0]);
    globfree(&found);
    free(pattern);
}

// Writes to `path` which compiler tools/need.sh chooses. Whoever has asked it already says FOUND_COMPILER.
static void ask_for_compiler(char path[PATH_MAX])
{
    const char *found = getenv("FOUND_COMPILER");
    if (found && *found) {
        snprintf(path, PATH_MAX, "%s", found);
        return;
    }
    char *command = text_make("'%s/tools/need.sh' cuda", root);
    FILE *answer = popen(command, "r"); // NOLINT(cert-env33-c): our own script
    bool answered = answer && fgets(path, PATH_MAX, answer);
    if (!answer || pclose(answer) != 0 || !answered)
        exit(EXIT_JUDGE); // need.sh has said why
    free(command);
    path[strcspn(path, "\n")] = '\0';
}

// Finds the compiler, and the folder of CUDA's files for it.
static void find_compiler(const char **compiler, const char **toolkit)
{
    char path[PATH_MAX];
    ask_for_compiler(path);
    *compiler = text_make("%s", path);
    char *end = strstr(path, "/bin/nvcc");
    *toolkit =
        end ? text_make("%.*s", (int)(end - path), path) : text_make("%s/compile/toolkit", root);
}

// Makes the work folder and the cgroup. From here on the warden removes what the judge leaves behind.
static void make_work(void)
{
    const char *top = getenv("TMPDIR");
    uint64_t number;
    if (getentropy(&number, sizeof number) != 0)
        cannot_work("no random numbers");
    place.work = text_make("%s/judge-%016" PRIx64, top && *top ? top : "/tmp", number);
    char *cgroup = cgroup_choose("/sys/fs/cgroup", "/proc/self/cgroup");
    warden_start(place.work, cgroup);
    process_catch_signals();
    atexit(warden_end);
    if (mkdir(place.work, 0700) != 0)
        cannot_work("%s: %s", place.work, strerror(errno));
    grouped = cgroup_make(cgroup);
}

// Returns the first line of the exercise's README, without its mark.
static char *find_title(void)
{
    char *path = text_make("%s/README.md", folder);
    size_t length = 0;
    char *text = text_read(path, 1 << 20, &length);
    size_t mark = text ? strspn(text, "# ") : 0;
    char *title = text ? text_clean(text + mark, strcspn(text + mark, "\n"), 60)
                       : text_make("%s", judge_name);
    free(path);
    free(text);
    return title;
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

// Reads a number and the blanks behind it, and moves *at behind them; false if there is none from `least` to `most`.
static bool next_number(char **at, long long least, long long most, long long *value)
{
    char *end;
    errno = 0;
    *value = strtoll(*at, &end, 10);
    bool read = end > *at && !errno && *value >= least && *value <= most;
    *at = end + strspn(end, " \t");
    return read && *at > end;
}

// Tells whether a listed case has no number of threads per block, since the exercise takes none.
static bool has_no_block(void)
{
    for (const Case *c = exercise.cases; c->what; c++)
        if (c->block == 0)
            return true;
    return false;
}

// Returns the exercise's cases and the hidden ones behind them. A hidden case is a line such as
// "257 0 128 one element more than two blocks".
static Case *gather_cases(const char *hidden, size_t *count)
{
    size_t length = 0, room;
    char *text = hidden ? text_read(hidden, MOST_HIDDEN, &length) : NULL, *rest = text;
    if (hidden && !text)
        cannot_work("%s: %s", hidden, strerror(errno));
    for (*count = 0; exercise.cases[*count].what;)
        ++*count;
    room = *count;
    for (size_t i = 0; i < length; i++)
        room += text[i] == '\n';
    Case *cases = calloc(room + 2, sizeof *cases);
    if (!cases)
        cannot_work("no memory");
    memcpy(cases, exercise.cases, *count * sizeof *cases);
    int fewest = has_no_block() ? 0 : 1, number = 0;
    for (char *line; (line = strsep(&rest, "\n"));) {
        long long n, m, block;
        size_t last = strlen(line);
        number++;
        if (last && line[last - 1] == '\r') // a file from Windows
            line[last - 1] = '\0';
        char *at = line;
        if (!line[strspn(line, " \t")] || *line == '#')
            continue;
        if (!next_number(&at, 0, MOST_ELEMENTS, &n) || !next_number(&at, 0, MOST_ELEMENTS, &m) ||
            !next_number(&at, fewest, MOST_BLOCK, &block) || !*at)
            cannot_work("%s:%d: '%s' is not: n m block what (n and m: 0 to %lld; block: %d to %d)",
                        hidden, number, line, MOST_ELEMENTS, fewest, MOST_BLOCK);
        // `what` is a part of `text`, which is not freed.
        cases[(*count)++] = (Case){at, (size_t)n, (size_t)m, (int)block};
    }
    return cases;
}

// ---- Judging --------------------------------------------------------------------------------------------------------

// Reads the submission. Returns why it is not compiled (too large, empty, …); NULL if nothing is wrong.
static char *read_submission(const char *file, const char *shown, char **source, size_t *length)
{
    *source = text_read(file, MOST_SOURCE, length);
    if (!*source)
        return errno == EFBIG    ? text_make("%s is larger than a mebibyte.", shown)
               : errno == EINVAL ? text_make("%s is no file.", shown)
                                 : text_make("%s: %s.", shown, strerror(errno));
    if (strspn(*source, " \t\r\n") == *length)
        return text_make("%s is empty.", shown);
    if (strlen(*source) != *length)
        return text_make("%s is no text: it holds a zero byte.", shown);
    return NULL;
}

static Compiled compile_given(const char *given, int capability)
{
    char *source;
    size_t length;
    char *trouble = read_submission(given, given, &source, &length);
    if (trouble)
        cannot_work("%s", trouble);
    Compiled c = compile(&place, source, length, given, exercise.rdc, capability);
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
        if (!r->record.size || (r->state != CASE_FAILED && v->only < 0))
            continue;
        char *line =
            text_make("%s case %zu seed %" PRIu64 ": %s", v->name, i + 1, v->seed, r->c->what);
        record_write(&r->record, path, line, &place, d->modules, v->file);
        free(line);
        return;
    }
}

static void judge_on(Verdict *v, const Options *o, const char *word, const char *source,
                     size_t length)
{
    char *program = text_make("%s/build/judge/device-%s", root, word);
    Device d = {.word = word, .program = program};
    if (access(program, X_OK) != 0)
        cannot_work("%s is not built: %s", program,
                    strcmp(word, "gpu") == 0 ? "no GPU answered" : "make judges");
    if (!exercise.program)
        device_start(&d, &place); // sets d.capability
    if (place.tell)
        place.tell("compiling");
    Compiled code = compile(&place, source, length, v->file, exercise.rdc, d.capability);
    Compiled given = {.code = NULL};
    device_stop(&d);
    v->compiler = code.by;
    if (code.code) {
        if (exercise.predict) {
            given = compile_given(o->given, d.capability);
            d.modules[WIRE_GIVEN] = &given;
        }
        d.modules[WIRE_SUBMISSION] = &code;
        place.source = source;
        verdict_judge(v, &place, &d);
        if (o->keep && !d.capability)
            keep_run(v, &d, o->keep);
    } else
        v->trouble = text_make("It does not compile.\n\n%s", code.said);
    if (place.tell)
        place.tell("");
    free(code.code);
    free(code.said);
    free(given.code);
    free(d.name);
    free(program);
}

static void judge(Verdict *v, const Options *o)
{
    char *source, *gpu = text_make("%s/build/judge/device-gpu", root);
    size_t length;
    bool has_gpu = access(gpu, X_OK) == 0;
    v->trouble = read_submission(o->file, v->file, &source, &length);
    bool all = strcmp(o->device, "all") == 0 || (!*o->device && has_gpu);
    // Answers need counters, and only the simulator sees a program's calls.
    bool simulated = exercise.predict || exercise.program;
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
    if (path && !text_write(path, text, strlen(text)))
        cannot_work("%s: %s", path, strerror(errno));
}

static void write_results(const char *path, char *text)
{
    write_file(path, text);
    free(text);
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
         1e-6 * (double)place.instructions},
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

// ---- The command line -----------------------------------------------------------------------------------------------

static uint64_t read_number(const char *what, const char *text)
{
    char *end;
    errno = 0;
    uint64_t value = strtoull(text, &end, 10);
    if (errno || *end || end == text || *text == '-')
        bad_usage(what, text);
    return value;
}

static Ask read_ask(const char *text)
{
    static const char *const words[] = {"right", "clean", "all"};
    for (int i = ASK_RIGHT; i <= ASK_ALL; i++)
        if (strcmp(text, words[i]) == 0)
            return (Ask)i;
    bad_usage("--ask takes right, clean or all, not", text);
}

static uint64_t fresh_seed(void)
{
    uint32_t seed;
    if (getentropy(&seed, sizeof seed) != 0)
        cannot_work("no random numbers");
    return seed;
}

static Options read_options(int argc, char **argv)
{
    static const struct option known[] = {
        {"device", required_argument, NULL, 'd'}, {"hidden", required_argument, NULL, 'H'},
        {"given", required_argument, NULL, 'g'},  {"seed", required_argument, NULL, 's'},
        {"time", required_argument, NULL, 't'},   {"keep-going", no_argument, NULL, 'k'},
        {"debug", no_argument, NULL, 'D'},        {"case", required_argument, NULL, 'c'},
        {"keep", required_argument, NULL, 'K'},   {"ask", required_argument, NULL, 'a'},
        {"json", required_argument, NULL, 'j'},   {"junit", required_argument, NULL, 'u'},
        {"text", required_argument, NULL, 'x'},   {"sandbox", no_argument, NULL, 'b'},
        {"work", required_argument, NULL, 'w'},   {"limits", no_argument, NULL, 'l'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    Options o = {
        .device = "", .seed = fresh_seed(), .seconds = 20, .instructions = 30, .ask = ASK_ALL};
    for (int c; (c = getopt_long(argc, argv, "h", known, NULL)) != -1;)
        switch (c) {
        case 'd': o.device = optarg; break;
        case 'H': o.hidden = optarg; break;
        case 'g': o.given = optarg; break;
        case 's': o.seed = read_number("--seed takes a number, not", optarg); break;
        case 't': o.seconds = (double)read_number("--time takes whole seconds, not", optarg); break;
        case 'w': o.instructions = read_number("--work takes whole millions, not", optarg); break;
        case 'l': o.limits = true; break;
        case 'k': o.keep_going = true; break;
        case 'D': o.debug = true; break;
        case 'c': o.only = read_number("--case takes a number, not", optarg); break;
        case 'K': o.keep = optarg; break;
        case 'a': o.ask = read_ask(optarg); break;
        case 'j': o.json = optarg; break;
        case 'u': o.junit = optarg; break;
        case 'x': o.text = optarg; break;
        case 'b': o.sandbox = true; break;
        case 'h': usage(); exit(EXIT_PASS);
        default: exit(EXIT_USAGE); // getopt has said why
        }
    if (*o.device && strcmp(o.device, "sim") != 0 && strcmp(o.device, "gpu") != 0 &&
        strcmp(o.device, "all") != 0)
        bad_usage("--device takes sim, gpu or all, not", o.device);
    if (!(o.seconds >= 1 && o.seconds <= 3600))
        bad_usage("--time takes 1 to 3600 seconds, not", "that");
    if (!(o.instructions >= 1 && o.instructions <= 1000000))
        bad_usage("--work takes 1 to 1000000 millions, not", "that");
    if (argc > optind + 1)
        bad_usage("one file is judged at a time, not also", argv[optind + 1]);
    o.file = argc > optind ? argv[optind] : NULL;
    return o;
}

int main(int argc, char **argv)
{
    find_root();
    Options o = read_options(argc, argv);
    find_folder();
    char *own = text_make("%s/exercise.cu", folder);
    double begun = now();
    char *kept = text_make("%s/exercises/.given/%s.cu", root, strrchr(folder, '/') + 1);
    if (!o.file)
        o.file = own;
    if (!o.given)
        o.given = access(kept, R_OK) == 0 ? kept : own;
    place = (Place){.root = root,
                    .sandbox = o.sandbox,
                    .seconds = o.seconds,
                    .instructions = 1000000 * o.instructions,
                    .ask = o.ask,
                    .looks = o.keep != NULL,
                    .debug = o.debug,
                    .tell = o.keep && isatty(STDERR_FILENO) ? process_tell : NULL};
    find_compiler(&place.compiler, &place.toolkit);
    make_work();
    if (o.sandbox)
        process_need_sandbox(&place);
    Verdict v = {.name = judge_name,
                 .title = find_title(),
                 .file = text_clean(o.file, strlen(o.file), PATH_MAX),
                 .seed = o.seed,
                 .keep_going = o.keep_going,
                 .only = (int)o.only - 1,
                 .grouped = grouped};
    v.cases =
        gather_cases(exercise.predict ? NULL : o.hidden, &v.case_count); // questions are all listed
    if (o.only > v.case_count)
        cannot_work("it has %zu cases; there is no case %" PRIu64, v.case_count, o.only);
    judge(&v, &o);
    v.seconds = now() - begun;
    report(&v, &o);
    if (o.limits)
        tell_limits(&v);
    bool passed = verdict_passed(&v);
    return passed ? EXIT_PASS : EXIT_FAIL;
}
