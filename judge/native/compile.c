// compile.c: compiles a submission with nvcc, or with clang where there is no nvcc. Only device code is made: PTX for the
// simulator, a cubin for a GPU. The compiler reads the host code and makes nothing of it.
//
// For PTX NVRTC comes first, which is quick. If NVRTC refuses (host code, headers of the C library, mistakes), nvcc compiles the
// file or says why it can't. So each mistake has one text, and what nvcc accepts is accepted.

#include "native.h"

#include <cuda_runtime_api.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SAID = 64 << 10, MOST_WARNINGS = 1500, MOST_CODE = MOST_FILE };

static char *compile_path(const Place *p)
{
    return text_make("%s/" COMPILE_SOURCE, p->work);
}

// ---- What the compiler says -----------------------------------------------------------------------------------------

// Returns the length of the file's name at the start of a message, "a.cu(7): error" or "a.cu:7:2: error"; 0 if there is none.
static size_t named_file(const char *line)
{
    size_t end = strcspn(line, "\n");
    for (size_t i = 1; i < end; i++) {
        size_t digits = strspn(line + i + 1, "0123456789");
        const char *after = line + i + 1 + digits;
        if (digits &&
            ((line[i] == '(' && strncmp(after, "):", 2) == 0) || (line[i] == ':' && *after == ':')))
            return i;
    }
    return 0;
}

// Tells whether a message may be shown: it must be on the submission, on common/ or on a chapter. Students may not see other files.
static bool may_be_quoted(const Place *p, const char *file, size_t length)
{
    static const char *const folders[] = {"common", "chapters"};
    char *own = compile_path(p);
    bool may = strlen(own) == length && strncmp(file, own, length) == 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char *folder = text_make("%s/%s/", p->root, folders[i]);
        may |= length > strlen(folder) && strncmp(file, folder, strlen(folder)) == 0 &&
               !memmem(file, length, "/../", 4);
        free(folder);
    }
    free(own);
    return may;
}

// Tells whether a line counts messages: "2 errors generated."
static bool is_count(const char *line)
{
    size_t digits = strspn(line, "0123456789");
    return digits &&
           (strncmp(line + digits, " error", 6) == 0 || strncmp(line + digits, " warning", 8) == 0);
}

// Returns the messages without those on other files: it leaves out lines that name one, and what follows them. clang 14 does not
// indent the line that it quotes.
static char *leave_out_others(const Place *p, const char *said)
{
    char *kept;
    size_t size, left_out = 0;
    bool keeps = true;
    FILE *out = text_open(&kept, &size);
    for (const char *line = said; *line;) {
        size_t length = strcspn(line, "\n"), file = named_file(line);
        if (*line != ' ' && *line != '\t' && *line != '\n') {
            bool others = file && !may_be_quoted(p, line, file);
            left_out += others;
            keeps = file ? !others : keeps || is_count(line);
        }
        if (keeps)
            fprintf(out, "%.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    if (left_out)
        fprintf(out, "\n%zu message%s about other files %s left out.\n", left_out,
                left_out == 1 ? "" : "s", left_out == 1 ? "is" : "are");
    fclose(out);
    return kept;
}

char *compile_translate(const Place *p, const char *text, const char *shown)
{
    char *path = compile_path(p), *folder = text_make("%s/", p->work),
         *root = text_make("%s/", p->root);
    char *named = text_replace(text, path, shown), *own = text_replace(named, folder, ""),
         *result = text_replace(own, root, "");
    free(path);
    free(folder);
    free(root);
    free(named);
    free(own);
    return result;
}

// What a compiler's run came to.
typedef struct {
    bool made, ended; // the code is there; the compiler ended by itself
    char *said;       // its messages on the student's files, or that it took too long; NULL: none
} Run;

// Returns warnings without empty lines, and without the remark on how to switch one off.
static char *pack_warnings(const char *said)
{
    char *kept;
    size_t size;
    FILE *out = text_open(&kept, &size);
    for (const char *line = said; *line;) {
        size_t length = strcspn(line, "\n");
        if (length && !is_count(line) &&
            strncmp(line, "Remark: The warnings can be suppressed", 38) != 0)
            fprintf(out, "%.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    fclose(out);
    return kept;
}

// Returns how long an attribute is that one of CUDA's words was expanded to, "__attribute__((device))"; 0: there is none at `text`.
static size_t expanded(const char *text, const char **word)
{
    static const char *const WORDS[][2] = {{"__attribute__((device))", "__device__"},
                                           {"__attribute__((global))", "__global__"},
                                           {"__attribute__((host))", "__host__"},
                                           {"__attribute__((shared))", "__shared__"},
                                           {"__attribute__((constant))", "__constant__"}};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strncmp(text, WORDS[i][0], strlen(WORDS[i][0])) == 0) {
            *word = WORDS[i][1];
            return strlen(WORDS[i][0]);
        }
    return 0;
}

// Returns messages in the source's own words: NVRTC quotes a line as its macros make it. Carets stay below what they mean.
static char *with_source_words(const char *said)
{
    enum { MOST = 8, SHORTER = sizeof "__attribute__((device))" - sizeof "__device__" };
    char *kept;
    size_t size, ends[MOST], count = 0; // in the line before: where attributes ended
    FILE *out = text_open(&kept, &size);
    for (const char *line = said; *line;) {
        size_t length = strcspn(line, "\n"), blank = strspn(line, " "), i = 0;
        for (size_t k = 0; k < count && line[blank] == '^'; k++)
            i += ends[k] <= blank ? SHORTER : 0;
        for (count = 0; i < length;) {
            const char *word;
            size_t attribute = count < MOST ? expanded(line + i, &word) : 0;
            if (attribute) {
                fputs(word, out);
                ends[count++] = i + attribute;
            } else
                fputc(line[i], out);
            i += attribute ? attribute : 1;
        }
        fputc('\n', out);
        line += length + (line[length] == '\n');
    }
    fclose(out);
    return kept;
}

// Runs a compiler by a command, which is freed.
static Run run_compiler(const Place *p, Command *c)
{
    double seconds = COMPILER_SHARE * p->seconds;
    size_t length;
    int status;
    Process compiler = process_start(p, PROCESS_COMPILER, (const char *const *)c->words);
    command_free(c);
    char *said =
        process_finish(&compiler, MOST_SAID, now() + CLOCK_SHARE * seconds, &length, &status);
    Run run = {.made = status == 0, .ended = status != -1 && WIFEXITED(status)};
    char *own = leave_out_others(p, said), *in_words = with_source_words(own),
         *packed = pack_warnings(in_words);
    char *clean = run.made ? text_clean(packed, strlen(packed), MOST_WARNINGS)
                           : text_clean(in_words, strlen(in_words), 6000);
    if (run.made)
        run.said = *clean ? text_make("%s", clean) : NULL;
    else if (status == -1 || process_used_its_time(status) || strstr(said, "signal 24"))
        run.said =
            text_make("%sThe compiler did not finish within %.0f seconds.\n", clean, seconds);
    else if (length)
        run.said = text_make("%s", clean);
    else
        run.said = text_make("The compiler ended without a message: it needs more memory or "
                             "files than it is allowed.\n");
    free(said);
    free(own);
    free(in_words);
    free(packed);
    free(clean);
    return run;
}

// ---- Advice ---------------------------------------------------------------------------------------------------------

// Tells whether a message of `length` bytes has a text.
static bool has_text(const char *message, size_t length, const char *text)
{
    return memmem(message, length, text, strlen(text)) != NULL;
}

// Returns what helps against a message about a call, where the compiler speaks of overloads, that is, of C++; NULL if nothing is known.
static const char *advice_on(const char *message, size_t length)
{
    static const char *const calls[] = {"no instance of overloaded function",
                                        "no matching function",
                                        "too few arguments",
                                        "is undefined",
                                        "undeclared identifier",
                                        "calling a __host__ function"};
    static const struct {
        const char *named, *advice;
    } known[] = {
        {"cudaDeviceSynchronize",
         "A kernel can't wait for the kernels that it launches. What needs their results is a kernel of its "
         "own, launched into cudaStreamTailLaunch (chapter 5)."},
        {"__shfl",
         "A shuffle's name ends in _sync, and its first argument is the mask of the lanes that take "
         "part: __shfl_down_sync(0xffffffff, value, 16)."},
        {"__any",
         "The first argument is the mask of the lanes that take part: __any_sync(0xffffffff, x > 0)."},
        {"__all",
         "The first argument is the mask of the lanes that take part: __all_sync(0xffffffff, x > 0)."},
        {"__ballot",
         "The first argument is the mask of the lanes that take part: __ballot_sync(0xffffffff, x > 0)."},
        {"atomic", "The first argument of an atomic is an address: atomicAdd(&sum[0], value)."},
    };
    bool is_call = false;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        is_call |= has_text(message, length, calls[i]);
    for (size_t i = 0; i < sizeof known / sizeof *known && is_call; i++)
        if (has_text(message, length, known[i].named))
            return known[i].advice;
    return NULL;
}

// Returns the messages with advice behind each that some is known for.
static char *with_advice(const char *said)
{
    char *all;
    size_t size;
    FILE *out = text_open(&all, &size);
    for (const char *message = said; *message;) {
        size_t length = strcspn(message, "\n") + 1; // up to the next line that names a file
        while (message[length - 1] && message[length] && !named_file(message + length) &&
               !is_count(message + length) && message[length] != '\n')
            length += strcspn(message + length, "\n") + 1;
        length -= !message[length - 1];
        const char *advice = named_file(message) ? advice_on(message, length) : NULL;
        fprintf(out, "%.*s", (int)length, message);
        if (advice)
            fprintf(out, "    %s\n", advice);
        message += length;
    }
    fclose(out);
    return all;
}

// ---- The compiler's name ----------------------------------------------------------------------------------------------

// Returns "nvcc 13.0" or "clang 14.0.6", by what the compiler says of itself.
static const char *name_of(const Place *p)
{
    static char name[64];
    bool nvcc = strstr(p->compiler, "/nvcc") != NULL;
    char *command =
             text_make("'%s' %s 2>/dev/null", p->compiler, nvcc ? "--version" : "-dumpversion"),
         line[256], version[32] = "";
    FILE *answer = popen(command, "r"); // NOLINT(cert-env33-c): the compiler that was found here
    while (answer && fgets(line, sizeof line, answer)) {
        const char *release = nvcc ? strstr(line, "release ") : NULL;
        if (release || !nvcc)
            snprintf(version, sizeof version, "%.*s",
                     (int)strspn(release ? release + 8 : line, "0123456789."),
                     release ? release + 8 : line);
    }
    if (answer)
        pclose(answer);
    snprintf(name, sizeof name, "%s %s", nvcc ? "nvcc" : "clang", version);
    free(command);
    return name;
}

// ---- Compiling ------------------------------------------------------------------------------------------------------

static const char *architecture_of(const Exercise *e)
{
    return e->architecture ? e->architecture : "86";
}

// Adds what every compiler is told: the folders of headers, and whether device code is relocatable.
static void add_options(Command *c, const Place *p, const Exercise *e)
{
    command_add(c, "-I%s/common -rdc=%s", p->root, e->rdc ? "true" : "false");
    if (e->headers)
        command_add(c, "-I%s/%s", p->root, e->headers);
}

// Makes PTX with clang, by warpcc, for its default architecture. Older versions know no newer one, and needn't: inline PTX is passed on
// as it stands, and our headers have everything for every architecture.
static Run make_with_clang(const Place *p, const Exercise *e)
{
    Command c = {.count = 0};
    command_add(&c, "/usr/bin/env FOUND_COMPILER=%s %s/warpcc -ptx", p->compiler, p->root);
    add_options(&c, p, e);
    command_add(&c, "%s/" COMPILE_SOURCE " -o code", p->work);
    return run_compiler(p, &c);
}

// Makes PTX with NVRTC. Returns true if that decides; false: nvcc decides.
static bool make_with_nvrtc(const Place *p, const Exercise *e, Run *run)
{
    // Debian's nvcc has its headers among the system's.
    char *beside = text_make("%s/include", p->toolkit);
    const char *include = access(beside, X_OK) == 0 ? beside : "/usr/include";
    Command c = {.count = 0};
    command_add(&c, "%s/" COMPILE_NVRTC " %s/" COMPILE_SOURCE " code -arch=compute_%s -lineinfo",
                p->root, p->work, architecture_of(e));
    add_options(&c, p, e);
    command_add(&c, "-I%s -I%s/cccl", include, include);
    free(beside);
    if (access(c.words[0], X_OK) != 0) {
        command_free(&c);
        return false;
    }
    *run = run_compiler(p, &c);
    if (run->made || !run->ended)
        return true;
    free(run->said);
    return false;
}

static Run make_with_nvcc(const Place *p, const Exercise *e, int capability, const char **by)
{
    char arch[32];
    Run run;
    if (!capability && !p->debug && make_with_nvrtc(p, e, &run)) {
        // The judge is built with the headers of the toolkit whose NVRTC it takes.
        *by = text_make("NVRTC %d.%d", CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
        return run;
    }
    if (capability && !e->architecture)
        snprintf(arch, sizeof arch, "-arch=sm_%d", capability);
    else
        snprintf(arch, sizeof arch, "-arch=%s_%s", capability ? "sm" : "compute",
                 architecture_of(e));
    // Debian's nvcc has the gcc beside it that it knows.
    Command c = {.count = 0};
    command_add(&c, "/usr/bin/env PATH=%s/bin:/usr/bin:/bin %s", p->toolkit, p->compiler);
    command_add(&c, "%s -O3 %s", capability ? "-cubin" : "-ptx", p->debug ? "-G" : "-lineinfo");
    add_options(&c, p, e);
    command_add(&c, "%s %s/" COMPILE_SOURCE " -o code", arch, p->work);
    run = run_compiler(p, &c);
    if (run.made && e->rdc && capability) {
        char *from = text_make("%s/code", p->work), *to = text_make("%s/code.cubin", p->work);
        if (rename(from, to) == 0) {
            command_add(&c, "/usr/bin/env PATH=%s/bin:/usr/bin:/bin %s", p->toolkit, p->compiler);
            command_add(&c, "-dlink -cubin %s code.cubin -lcudadevrt -o code", arch);
            Run link = run_compiler(p, &c);
            run.made = link.made;
            if (!link.made)
                run.said = link.said;
        } else
            run = (Run){.said = text_make("no code\n")};
        unlink(to);
        free(from);
        free(to);
    }
    return run;
}

// Ends the judge if the simulator's library was built for another compiler, whose headers are others.
static void check_library(const Place *p)
{
    size_t length;
    char *path = text_make("%s/build/sim/compiler", p->root),
         *built_for = file_bytes(path, 4096, &length);
    if (built_for && strncmp(built_for, p->compiler, strcspn(built_for, "\n")) != 0)
        cannot_work(
            "the simulator was built for %.*s, and %s compiles: build it again with `make judges`",
            (int)strcspn(built_for, "\n"), built_for, p->compiler);
    free(path);
    free(built_for);
}

// Makes a whole program with warpcc and the simulator's library, which is built already.
static Run make_program(const Place *p, bool nvcc)
{
    check_library(p);
    Command c = {.count = 0};
    command_add(&c, "/usr/bin/env FOUND_COMPILER=%s %s/warpcc -I%s/common", p->compiler, p->root,
                p->root);
    command_add(&c, "-c %s/" COMPILE_SOURCE " -o program.o", p->work);
    Run run = run_compiler(p, &c);
    if (run.made) {
        command_add(&c, "/usr/bin/env PATH=%s/bin:/usr/bin:/bin %s program.o", p->toolkit,
                    p->compiler);
        command_add(&c, "%s/build/sim/libwarpsim.a -lm -lpthread -ldl -o program", p->root);
        if (nvcc)
            command_add(&c, "-cudart=none");
        Run link = run_compiler(p, &c);
        run.made = link.made;
        if (!link.made)
            run.said = link.said;
    }
    return run;
}

Compiled compile(const Place *p, const Exercise *e, const char *source, size_t length,
                 const char *shown, int capability)
{
    Compiled c = {.by = NULL};
    char *path = compile_path(p), *code = text_make("%s/code", p->work);
    if (!file_write(path, source, length))
        cannot_work("%s: %s", path, strerror(errno));
    bool nvcc = strcmp(strrchr(p->compiler, '/'), "/nvcc") == 0;
    if (!nvcc && capability)
        cannot_work("judging on a GPU needs nvcc");
    if (nvcc && e->rdc && CUDART_VERSION < 12000)
        cannot_work("an exercise whose kernels launch kernels needs clang or nvcc 12");
    if (nvcc && e->architecture && CUDART_VERSION < 12000)
        cannot_work("an exercise for compute capability 9.0 needs clang or nvcc 12");
    Run run = e->program ? make_program(p, nvcc)
              : nvcc     ? make_with_nvcc(p, e, capability, &c.by)
                         : make_with_clang(p, e);
    if (!c.by)
        c.by = name_of(p);
    char *said = run.said && !run.made ? with_advice(run.said) : NULL;
    c.said = run.said ? compile_translate(p, said ? said : run.said, shown) : NULL;
    free(said);
    free(run.said);
    if (run.made && e->program)
        c.code = text_make("%s", "");
    else if (run.made && !(c.code = file_bytes(code, MOST_CODE, &c.length))) {
        free(c.said);
        c.said = text_make("The compiled code is larger than %d MiB.\n", MOST_CODE >> 20);
    }
    unlink(code);
    free(path);
    free(code);
    return c;
}
