// main.c: the command line of a judge, and what happens in which order.

#include "engine.h"

#include <errno.h>
#include <ftw.h>
#include <getopt.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SOURCE = 1 << 20, MOST_HIDDEN = 1 << 20 }; // bytes

typedef struct {
    const char *device, *hidden, *given, *json, *junit, *text, *file;
    bool sandbox, keep_going;
    double seconds;
    uint64_t seed;
} Options;

static char name[64];                // "ex3-1"
static char root[PATH_MAX];          // of the workbook
static char *folder;                 // of the exercise
static Place place = {.work = NULL}; // `work` is removed at the end

void cannot_work(const char *format, ...)
{
    va_list args;
    fprintf(stderr, "%s: ", name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(EXIT_JUDGE);
}

_Noreturn static void bad_usage(const char *what, const char *value)
{
    fprintf(stderr, "%s: %s '%s'; -h lists the options\n", name, what, value);
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
           "  --time SECONDS        for one launch (default 10); the compiler has three\n"
           "                        times as much, all launches together six times\n"
           "  --keep-going          go on after a failed case\n"
           "  --json FILE           the verdict in Gradescope's form\n"
           "  --junit FILE          the verdict as JUnit XML\n"
           "  --text FILE           the verdict as text\n"
           "  --sandbox             in bubblewrap: no network, read-only files, limits\n"
           "  -h, --help            this\n"
           "\n"
           "Exit status: 0 passed, 1 not passed, 2 bad usage, 3 the judge can't work.\n",
           name, name);
}

// ---- Where things are -----------------------------------------------------------------------------------------------

// <root>/build/judge/ex3-1 is this program.
static void find_root(void)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n < 0)
        cannot_work("/proc is not there");
    self[n] = '\0';
    const char *slash = strrchr(self, '/');
    snprintf(name, sizeof name, "%s", slash + 1);
    snprintf(root, sizeof root, "%.*s", (int)(slash - self), self);
    for (int up = 0; up < 2; up++)
        *strrchr(root, '/') = '\0';
}

// Of ex3-1 it is exercises/ex3-1-block-sum, whatever its slug.
static void find_folder(void)
{
    glob_t found;
    char *pattern = text_format("%s/exercises/%s-*", root, name);
    if (glob(pattern, 0, NULL, &found) != 0)
        cannot_work("%s is not there", pattern);
    folder = text_format("%s", found.gl_pathv[0]);
    globfree(&found);
    free(pattern);
}

// The toolkit that tools/need.sh finds: the folder above bin/nvcc, links resolved.
static char *find_toolkit(void)
{
    char *command = text_format("'%s/tools/need.sh' nvcc", root), path[PATH_MAX] = "",
         real[PATH_MAX];
    FILE *answer = popen(command, "r"); // NOLINT(cert-env33-c): our own script
    bool found = answer && fgets(path, sizeof path, answer);
    if (answer && pclose(answer) != 0)
        found = false;
    free(command);
    path[strcspn(path, "\n")] = '\0';
    if (!found || !realpath(path, real))
        exit(EXIT_JUDGE); // need.sh has said why
    for (int up = 0; up < 2; up++)
        *strrchr(real, '/') = '\0';
    return text_format("%s", real);
}

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *where)
{
    (void)s, (void)kind, (void)where;
    return remove(path);
}

static void remove_work(void)
{
    nftw(place.work, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void make_work(void)
{
    const char *top = getenv("TMPDIR");
    char *work = text_format("%s/judge-XXXXXX", top && *top ? top : "/tmp");
    if (!mkdtemp(work))
        cannot_work("%s: %s", work, strerror(errno));
    place.work = work;
    atexit(remove_work);
}

// The first line of the exercise's README, without its mark.
static char *find_title(void)
{
    char *path = text_format("%s/README.md", folder);
    size_t length = 0;
    char *text = text_read(path, 1 << 20, &length);
    size_t mark = text ? strspn(text, "# ") : 0;
    char *title =
        text ? text_clean(text + mark, strcspn(text + mark, "\n"), 60) : text_format("%s", name);
    free(path);
    free(text);
    return title;
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

// The list, and the hidden ones behind it. "257 0 128 one element more than two blocks"
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
    for (char *line; (line = strsep(&rest, "\n"));) {
        Case c = {.what = NULL};
        int at = 0;
        if (!*line || *line == '#')
            continue;
        if (sscanf(line, "%zu %zu %d %n", &c.n, &c.m, &c.block, &at) != 3 || !line[at])
            cannot_work("%s: '%s' is not: n m block what", hidden, line);
        c.what = line + at; // `text` stays
        cases[(*count)++] = c;
    }
    return cases;
}

// ---- Judging --------------------------------------------------------------------------------------------------------

// What stands against the file before any compiler sees it; NULL if nothing does.
static char *read_submission(const char *file, const char *shown, char **source, size_t *length)
{
    *source = text_read(file, MOST_SOURCE, length);
    if (!*source)
        return errno == EFBIG    ? text_format("%s is larger than a mebibyte.", shown)
               : errno == EINVAL ? text_format("%s is no file.", shown)
                                 : text_format("%s: %s.", shown, strerror(errno));
    if (strspn(*source, " \t\r\n") == *length)
        return text_format("%s is empty.", shown);
    if (strlen(*source) != *length)
        return text_format("%s is no text: it holds a zero byte.", shown);
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

static void judge_on(Verdict *v, const Options *o, const char *word, const char *source,
                     size_t length)
{
    char *program = text_format("%s/build/judge/device-%s", root, word);
    Device d = {.word = word, .program = program, .total_left = TOTAL_SHARE * place.seconds};
    if (access(program, X_OK) != 0)
        cannot_work("%s is not built: %s", program,
                    strcmp(word, "gpu") == 0 ? "no GPU answered" : "make judges");
    device_start(&d, &place); // tells the capability
    Compiled code = compile(&place, source, length, v->file, exercise.rdc, d.capability);
    Compiled given = {NULL, 0, NULL};
    device_stop(&d);
    d.total_left = TOTAL_SHARE * place.seconds;
    if (code.code) {
        if (exercise.predict) {
            given = compile_given(o->given, d.capability);
            d.modules[WIRE_GIVEN] = &given;
        }
        d.modules[WIRE_SUBMISSION] = &code;
        verdict_judge(v, &place, &d);
    } else
        v->trouble = text_format("It does not compile.\n\n%s", code.said);
    free(code.code);
    free(code.said);
    free(given.code);
    free(d.name);
    free(program);
}

static void judge(Verdict *v, const Options *o)
{
    char *source, *gpu = text_format("%s/build/judge/device-gpu", root);
    size_t length;
    bool has_gpu = access(gpu, X_OK) == 0;
    v->trouble = read_submission(o->file, v->file, &source, &length);
    bool all = strcmp(o->device, "all") == 0 || (!*o->device && has_gpu);
    bool only = strcmp(o->device, "gpu") == 0 && !exercise.predict; // answers need counters
    if (!v->trouble && !only)
        judge_on(v, o, "sim", source, length);
    if (!v->trouble && (only || (all && !exercise.predict)))
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
        {"json", required_argument, NULL, 'j'},   {"junit", required_argument, NULL, 'u'},
        {"text", required_argument, NULL, 'x'},   {"sandbox", no_argument, NULL, 'b'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    Options o = {.device = "", .seed = fresh_seed(), .seconds = 10};
    for (int c; (c = getopt_long(argc, argv, "h", known, NULL)) != -1;)
        switch (c) {
        case 'd': o.device = optarg; break;
        case 'H': o.hidden = optarg; break;
        case 'g': o.given = optarg; break;
        case 's': o.seed = read_number("--seed takes a number, not", optarg); break;
        case 't': o.seconds = (double)read_number("--time takes whole seconds, not", optarg); break;
        case 'k': o.keep_going = true; break;
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
    char *own = text_format("%s/exercise.cu", folder);
    double begun = now();
    char *kept = text_format("%s/exercises/.given/%s.cu", root, strrchr(folder, '/') + 1);
    if (!o.file)
        o.file = own;
    if (!o.given)
        o.given = access(kept, R_OK) == 0 ? kept : own;
    process_catch_signals();
    place = (Place){NULL, root, find_toolkit(), o.sandbox, o.seconds};
    make_work();
    if (o.sandbox)
        process_need_sandbox(&place);
    Verdict v = {.name = name,
                 .title = find_title(),
                 .file = text_clean(o.file, strlen(o.file), PATH_MAX),
                 .seed = o.seed,
                 .keep_going = o.keep_going};
    v.cases = gather_cases(o.hidden, &v.case_count);
    judge(&v, &o);
    v.seconds = now() - begun;
    report(&v, &o);
    bool passed = verdict_passed(&v);
    return passed ? EXIT_PASS : EXIT_FAIL;
}
