// labs.c: labs NOTE OUT FATBINS [LEFT-OUT...]: makes the labs of a note ready for its page.
//
// A lab in a note is a div of class lab with a block of class lab in it, which core/spec.h explains:
//
//     ::: {#lab:interleaved .lab title="Interleaved pairs"}
//     ``` lab
//     program ch3-reduce
//     …
//     ```
//     What to try, and what to watch.
//     :::
//
// FATBINS/PROGRAM.fatbin is what nvcc has put into the program. For each lab, OUT/ gets
//
//     lab-interleaved.js    its bundle (core/bundle.h), for the page
//     lab-interleaved.lua   what is shown at its first moment, for the book's filters
//     lab-interleaved.json  its results with each value of each choice, for tests
//
// LEFT-OUT are programs that this compiler can't build. A lab of such a program gets only the .lua, which says so.
//
// An error is one line, FILE:LINE: what is wrong. Exit status: 0 all labs are ready, 1 one is not, 2 bad usage.

#define _GNU_SOURCE
#include "lab/core/lab.h"
#include "region.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *__cxa_demangle(const char *mangled, char *out, size_t *length,
                     int *status); // in C++'s library

enum { MOST_FILES = 16, MOST_LINES = 8192 };

#define NESTED "cudaCDP2" // in the PTX of kernels that launch kernels

static const char *note; // its path
static int note_line;    // where the lab's text begins
static char **left_out;  // (left_out_count) programs without a fat binary
static int left_out_count;

static bool fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%d: ", note, note_line);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return false;
}

static char *read_file(const char *path, size_t *length)
{
    FILE *in = fopen(path, "rb"), *out;
    char *text = NULL;
    if (!in || !(out = open_memstream(&text, length)))
        return NULL;
    char part[4096];
    for (size_t n; (n = fread(part, 1, sizeof part, in)) > 0;)
        fwrite(part, 1, n, out);
    fclose(in);
    fclose(out);
    return text;
}

static bool write_file(const char *folder, const char *id, const char *end, const Writer *text)
{
    char path[4096], aside[4096];
    snprintf(path, sizeof path, "%s/%s.%s", folder, id, end);
    snprintf(aside, sizeof aside, "%s/%s.%s.new", folder, id, end);
    FILE *out = fopen(aside, "wb");
    bool written = out && fwrite(text->at, 1, text->length, out) == text->length;
    written = out && fclose(out) == 0 && written && rename(aside, path) == 0;
    return written || fail("%s can't be written: %s", path, strerror(errno));
}

// ---- The program -----------------------------------------------------------------------------------------------------

typedef struct {
    char *fatbin; // (size)
    size_t size;
    const char *ptx; // in it
    size_t length;
    SimMemory *memory;
    SimModule *module; // of all its kernels, for their names
} Program;

static void end_program(Program *p)
{
    sim_module_free(p->module);
    sim_memory_free(p->memory);
    free(p->fatbin);
}

// nvcc puts eight digits into names that are local to a file, and the digits depend on the folder. This replaces them by zeros, so
// that a lab comes out the same everywhere.
static void forget_folder(char *text, size_t size)
{
    static const char *const BEFORE[] = {"_INTERNAL_", "_GLOBAL__N__"};
    const char *end = text + size;
    for (int i = 0; i < 2; i++) {
        char *at = text;
        while ((at = memmem(at, (size_t)(end - at), BEFORE[i], strlen(BEFORE[i])))) {
            at += strlen(BEFORE[i]);
            if (end - at > 8 && strspn(at, "0123456789abcdef") == 8 && at[8] == '_')
                memset(at, '0', 8);
        }
    }
}

static bool open_program(Program *p, Span name, const char *folder)
{
    char path[4096];
    SimError err;
    snprintf(path, sizeof path, "%s/%.*s.fatbin", folder, name.length, name.at);
    *p = (Program){.memory = sim_memory_new()};
    p->fatbin = read_file(path, &p->size);
    if (!p->fatbin || !p->size)
        return fail("there is no program %.*s (%s)", name.length, name.at, path);
    forget_folder(p->fatbin, p->size);
    if (!sim_fatbin_ptx(p->fatbin, p->size, 86, &p->ptx, &p->length, &err))
        return fail("%s: %s", path, err.text);
    while (p->length && !p->ptx[p->length - 1])
        p->length--;
    p->module = sim_module_load(p->ptx, p->length, p->memory, &err);
    return p->module || fail("%s: %s", path, err.text);
}

// Tells whether a kernel has this name: "void sumTuned<4, int>(int const*, …)" is called "sumTuned<4, int>". Spaces do not count.
static bool is_called(const char *mangled, Span name)
{
    int status;
    char *cxx = __cxa_demangle(mangled, NULL, NULL, &status);
    const char *at = cxx ? cxx : mangled;
    if (strncmp(at, "void ", 5) == 0)
        at += 5;
    int i = 0;
    for (; i < name.length; i++) {
        if (name.at[i] == ' ')
            continue;
        while (*at == ' ')
            at++;
        if (*at++ != name.at[i])
            break;
    }
    bool same = i == name.length && (*at == '(' || !*at);
    free(cxx);
    return same;
}

static const char *mangled_name(const Program *p, Span name)
{
    for (int i = 0; i < sim_module_kernel_count(p->module); i++) {
        const char *mangled = sim_function_info(sim_module_kernel_at(p->module, i)).name;
        if (is_called(mangled, name))
            return mangled;
    }
    return NULL;
}

// ---- PTX -------------------------------------------------------------------------------------------------------------

// Writes the path of a source as it is on every machine: below the workbook's root, or inside a toolkit.
static void put_path(Writer *out, const char *path, size_t length, const char *root)
{
    size_t n = strlen(root);
    const char *include = memmem(path, length, "/include/", 9);
    if (length > n && memcmp(path, root, n) == 0 && path[n] == '/') {
        writer_put(out, path + n + 1, length - n - 1);
    } else if (include) {
        writer_puts(out, "/usr/local/cuda");
        writer_put(out, include, length - (size_t)(include - path));
    } else {
        writer_put(out, path, length);
    }
}

// Returns the kernel's name in a line that begins a kernel: ".visible .entry NAME("; length 0 for another line.
static Span entry_name(const char *line, size_t length)
{
    const char *entry = line[0] == '.' ? memmem(line, length, ".entry ", 7) : NULL;
    if (!entry)
        return (Span){line, 0};
    const char *name = entry + 7;
    return (Span){name, (int)strcspn(name, "( \t\n")};
}

// Returns how many more braces a line opens than it closes. Code from an asm() may have its own at the begin of a line.
static int braces(const char *line, size_t length)
{
    int open = 0;
    for (size_t i = 0; i < length; i++)
        open += (line[i] == '{') - (line[i] == '}');
    return open;
}

// Writes the program's PTX without the kernels that the lab does not run, and without comments.
static void put_ptx(Writer *out, const Program *p, char *const *wanted, int count)
{
    char root[4096];
    if (!getcwd(root, sizeof root))
        root[0] = '\0';
    bool nested = memmem(p->ptx, p->length, NESTED, strlen(NESTED)) != NULL, skip = false,
         debug = false;
    int depth = 0; // in the kernel that is left out
    const char *end = p->ptx + p->length;
    for (const char *line = p->ptx, *next; line < end; line = next) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        next = newline ? newline + 1 : end;
        size_t length = (size_t)(next - line);
        Span name = entry_name(line, length);
        if (name.length) {
            skip = !nested;
            for (int i = 0; i < count; i++)
                skip &= !span_is(name, wanted[i]);
        }
        debug |= length > 9 &&
                 (strncmp(line, ".section", 8) == 0 || strncmp(line + 1, ".section", 8) == 0);
        // The debug information names folders, too, so only its labels stay.
        bool datum = debug && strncmp(line, ".b8", 3) == 0;
        debug &= !memchr(line, '}', length);
        const char *quote = strncmp(line, ".file", 5) == 0 || strncmp(line, "\t.file", 6) == 0
                                ? memchr(line, '"', length)
                                : NULL;
        const char *last = quote ? memchr(quote + 1, '"', (size_t)(next - quote - 1)) : NULL;
        if (skip || datum || strncmp(line, "//", 2) == 0 ||
            (length == 1 && line > p->ptx && line[-1] == '\n')) {
            writer_put(out, "\n", 1); // lines keep their numbers, which `assembled` refers to
        } else if (last) {
            writer_put(out, line, (size_t)(quote + 1 - line));
            put_path(out, quote + 1, (size_t)(last - quote - 1), root);
            writer_puts(out, "\"\n");
        } else {
            writer_put(out, line, length);
        }
        if (skip && braces(line, length)) {
            depth += braces(line, length);
            skip = depth > 0;
        }
    }
}

// ---- The bundle ------------------------------------------------------------------------------------------------------

// Writes what ptxas made of a kernel, for each architecture that can be simulated.
static bool put_assembled(Writer *bundle, const Program *p, const char *kernel)
{
    int seen[16], count = 0;
    const SimDevice *d;
    for (int i = 0; (d = sim_device_at(i)) && count < 16; i++) {
        int arch = 10 * d->major + d->minor;
        bool again = false;
        for (int k = 0; k < count; k++)
            again |= seen[k] == arch;
        if (again)
            continue;
        seen[count++] = arch;
        SimAssembled a;
        if (!sim_fatbin_assembled(p->fatbin, p->size, kernel, arch, &a))
            return fail("out of memory");
        bundle_put_assembled(bundle, kernel, arch, &a);
        free(a.lines);
        free(a.pieces);
    }
    return true;
}

// Lists the kernels that a lab may run: that of its launch, or those of the choice which the launch names.
static int kernels_of(Spec *spec, Span *names)
{
    const Choice *kernels = spec_kernels(spec);
    names[0] = spec->kernel;
    if (kernels)
        memcpy(names, kernels->options, sizeof kernels->options);
    return kernels ? kernels->option_count : 1;
}

// Writes the names of the kernels that kernels may launch.
static void put_nested_names(Writer *bundle, const Program *p, int count)
{
    bool nested = memmem(p->ptx, p->length, NESTED, strlen(NESTED)) != NULL;
    for (int i = 0; nested && i < sim_module_kernel_count(p->module) && count++ < SPEC_OPTIONS;
         i++) {
        const char *mangled = sim_function_info(sim_module_kernel_at(p->module, i)).name;
        int status;
        char *cxx = __cxa_demangle(mangled, NULL, NULL, &status);
        const char *name = cxx ? cxx : mangled;
        bundle_put_kernel(bundle, mangled, name, strcspn(name, "("));
        free(cxx);
    }
}

static bool put_program(Writer *bundle, const Program *p, Spec *spec)
{
    Span names[SPEC_OPTIONS];
    char *mangled[SPEC_OPTIONS];
    int count = kernels_of(spec, names);
    for (int i = 0; i < count; i++) {
        mangled[i] = (char *)(uintptr_t)mangled_name(p, names[i]);
        if (!mangled[i])
            return fail("%.*s has no kernel %.*s", spec->program.length, spec->program.at,
                        names[i].length, names[i].at);
        bundle_put_kernel(bundle, mangled[i], names[i].at, (size_t)names[i].length);
        if (!put_assembled(bundle, p, mangled[i]))
            return false;
    }
    put_nested_names(bundle, p, count);
    Writer ptx = {0};
    put_ptx(&ptx, p, mangled, count);
    bundle_put_ptx(bundle, ptx.at, ptx.length);
    writer_free(&ptx);
    return true;
}

// ---- Sources ---------------------------------------------------------------------------------------------------------

// A source file, with the lines that the lab's kernels have executed.
typedef struct {
    char path[512];
    char *text;
    size_t length;
    bool lines[MOST_LINES];
} Source;

static Source *sources; // (source_count) of the current lab
static int source_count;

static Source *find_source(const char *path)
{
    for (int i = 0; i < source_count; i++)
        if (strcmp(sources[i].path, path) == 0)
            return &sources[i];
    if (path[0] == '/' || source_count == MOST_FILES || strlen(path) >= sizeof sources->path)
        return NULL; // a header of the toolkit
    Source *s = &sources[source_count];
    memset(s, 0, sizeof *s);
    snprintf(s->path, sizeof s->path, "%s", path);
    s->text = read_file(path, &s->length);
    return s->text ? &sources[source_count++] : NULL;
}

static void note_lines(const Lab *lab)
{
    const SimLaunch *l = &lab->walk->launch;
    SimCount *counts = calloc((size_t)l->insn_count, sizeof *counts);
    if (counts)
        walk_counts(lab->walk, counts);
    for (int i = 0; counts && i < l->insn_count; i++) {
        Source *s = counts[i].executed && l->insns[i].file ? find_source(l->insns[i].file) : NULL;
        if (s && l->insns[i].line < MOST_LINES)
            s->lines[l->insns[i].line] = true;
    }
    free(counts);
}

// Adds the lines around the executed ones: the innermost region (region.h) that has them all.
static void add_regions(Source *s)
{
    int begins[16], depth = 0, line = 1;
    bool used[16] = {false};
    for (const char *at = s->text; *at && line < MOST_LINES; line++) {
        size_t n = strcspn(at, "\n");
        Span name;
        RegionMark mark = region_mark(at, n, &name);
        if (mark == REGION_BEGIN && depth < 16) {
            used[depth] = false;
            begins[depth++] = line;
        } else if (mark == REGION_END && depth > 0) {
            depth--;
            for (int k = begins[depth] + 1; used[depth] && k < line; k++)
                s->lines[k] = true;
        }
        for (int d = 0; d < depth && s->lines[line]; d++)
            used[d] = true;
        at += n + (at[n] == '\n');
    }
}

// Writes the lines as sections of the bundle, one for each group of neighbouring lines; the marks of regions are left out.
static void put_source(Writer *bundle, const Source *s)
{
    Writer body = {0};
    int line = 1, first = 0;
    for (const char *at = s->text;; line++) {
        size_t n = strcspn(at, "\n");
        Span name;
        bool mark = region_mark(at, n, &name) != REGION_NONE;
        bool shown = *at && line < MOST_LINES && s->lines[line] && !mark;
        if (shown) {
            first = first ? first : line;
            writer_put(&body, at, n);
            writer_puts(&body, "\n");
        } else if (first) {
            bundle_put_source(bundle, s->path, first, body.at, body.length);
            writer_clear(&body);
            first = 0;
        }
        if (!*at)
            break;
        at += n + (at[n] == '\n');
    }
    writer_free(&body);
}

// ---- Running ---------------------------------------------------------------------------------------------------------

// Runs the lab once to its end, and leaves it there.
static bool run(Lab *lab)
{
    if (!lab_begin(lab))
        return false;
    while (!lab_survey(lab, 1 << 20)) {
    }
    lab_go(lab, lab->total, UINT64_MAX);
    return true;
}

static bool find_sources(Lab *lab)
{
    Choice one = {.option_count = 1}, *kernels = spec_kernels(&lab->spec);
    Choice *c = kernels ? kernels : &one;
    int64_t chosen = c->value;
    for (c->value = 0; c->value < c->option_count; c->value++) {
        if (!run(lab))
            return fail("%s", lab->error);
        note_lines(lab);
    }
    c->value = chosen;
    return true;
}

// Writes the lab's results as an item of the list of expectations, with the choice that was changed.
static void put_expected(Lab *lab, Writer *out, const char *choice, const char *value)
{
    writer_open(out, NULL, '{');
    writer_string(out, "choice", choice);
    writer_string(out, "value", value);
    if (run(lab)) {
        writer_puts(out, ",\"result\":");
        out->comma = false;
        lab_result(lab, out);
    } else {
        writer_string(out, "refused", lab->error);
    }
    writer_close(out, '}');
}

static void put_expectations(Lab *lab, Writer *out)
{
    writer_open(out, NULL, '[');
    put_expected(lab, out, "", "");
    for (int i = 0; i < lab->spec.choice_count; i++) {
        Choice *c = &lab->spec.choices[i];
        int64_t before = c->value;
        int count = c->listed ? c->option_count : 2;
        for (int k = 0; k < count; k++) {
            char value[SPEC_NAME];
            if (c->listed)
                snprintf(value, sizeof value, "%.*s", c->options[k].length, c->options[k].at);
            else
                snprintf(value, sizeof value, "%lld", (long long)(k ? c->to : c->from));
            lab_set(lab, c->name, value);
            if (c->value != before)
                put_expected(lab, out, c->name, value);
        }
        c->value = before;
    }
    writer_close(out, ']');
}

// Checks that the lab has the moments that the note names.
static bool check_moments(const Lab *lab)
{
    for (int i = 0; i <= lab->spec.ask_count; i++) {
        const Moment *m = i ? &lab->spec.asks[i - 1].at : &lab->spec.at;
        if (m->kind == AT_TEXT && lab->seen[i] < m->times)
            return fail("\"%.*s\" is come to %lld times, not %lld", m->text.length, m->text.at,
                        (long long)lab->seen[i], (long long)m->times);
    }
    return true;
}

static bool check_answers(Lab *lab)
{
    for (int i = 0; i < lab->spec.ask_count; i++) {
        double value;
        lab_go(lab, lab->asked[i], UINT64_MAX);
        if (!lab_answer(lab, i, &value))
            return fail("there is no figure '%.*s' to ask for", lab->spec.asks[i].figure.length,
                        lab->spec.asks[i].figure.at);
    }
    return true;
}

// ---- A lab -----------------------------------------------------------------------------------------------------------

static bool write_lab(Lab *lab, const char *folder, const char *id, const Writer *bundle)
{
    Writer out = {0};
    writer_puts(&out, "labs.add(");
    writer_bytes(&out, NULL, id, strlen(id));
    writer_bytes(&out, NULL, bundle->at, bundle->length);
    writer_puts(&out, ");\n");
    bool written = write_file(folder, id, "js", &out);
    writer_free(&out);

    if (!run(lab))
        return fail("%s", lab->error);
    if (lab->walk->over == false)
        return fail("the launch does not end");
    if (!check_moments(lab) || !check_answers(lab))
        return false;
    lab_go(lab, lab->first, UINT64_MAX);
    out.lua = true;
    writer_puts(&out, "return ");
    writer_open(&out, NULL, '{');
    writer_puts(&out, "about=");
    lab_about(lab, &out);
    writer_puts(&out, ",state=");
    out.comma = false;
    lab_state(lab, &out);
    writer_close(&out, '}');
    writer_puts(&out, "\n");
    written = written && write_file(folder, id, "lua", &out);
    out.lua = false;
    writer_free(&out);

    put_expectations(lab, &out);
    writer_puts(&out, "\n");
    written = written && write_file(folder, id, "json", &out);
    writer_free(&out);
    return written;
}

static bool is_left_out(Span program)
{
    for (int i = 0; i < left_out_count; i++)
        if (span_is(program, left_out[i]))
            return true;
    return false;
}

static bool make_lab(const char *id, const char *text, size_t length, const char *folder,
                     const char *fatbins)
{
    Writer bundle = {0};
    Spec spec;
    Program program = {0};
    bundle_put_spec(&bundle, text, length);
    bool ok = spec_read(&spec, text, length) || fail("%s", spec.error);
    if (ok && is_left_out(spec.program)) {
        Writer out = {0};
        writer_puts(&out, "return {left_out = true}\n");
        ok = write_file(folder, id, "lua", &out);
        writer_free(&out);
        writer_free(&bundle);
        spec_free(&spec);
        return ok;
    }
    ok = ok && open_program(&program, spec.program, fatbins) &&
         put_program(&bundle, &program, &spec);
    spec_free(&spec);
    Lab lab = {0};
    ok = ok && (lab_open(&lab, bundle.at, bundle.length) || fail("%s", lab.error)) &&
         find_sources(&lab);
    lab_close(&lab);
    for (int i = 0; i < source_count; i++) {
        add_regions(&sources[i]);
        put_source(&bundle, &sources[i]);
        free(sources[i].text);
    }
    source_count = 0;
    ok = ok && (lab_open(&lab, bundle.at, bundle.length) || fail("%s", lab.error)) &&
         write_lab(&lab, folder, id, &bundle);
    lab_close(&lab);
    end_program(&program);
    writer_free(&bundle);
    return ok;
}

// ---- The note --------------------------------------------------------------------------------------------------------

// Makes all labs of the note: the block after the head of each div of class lab.
static bool make_labs(const char *text, const char *folder, const char *fatbins)
{
    char id[256] = "";
    int line = 1;
    bool ok = true;
    for (const char *at = text; *at; line++) {
        size_t n = strcspn(at, "\n");
        const char *next = at + n + (at[n] == '\n');
        if (strncmp(at, ":::", 3) == 0 && memmem(at, n, ".lab", 4)) {
            const char *hash = memchr(at, '#', n);
            size_t length = hash ? strcspn(hash + 1, " }\n") : 0;
            snprintf(id, sizeof id, "%.*s", (int)length, hash ? hash + 1 : "");
            for (char *c = id; *c; c++)
                *c = *c == ':' ? '-' : *c;
            note_line = line;
            if (!*id)
                ok = fail("a lab needs a name: ::: {#lab:name .lab title=\"…\"}");
        } else if (strncmp(at, "``` lab\n", 8) == 0) {
            const char *end = strstr(next, "\n```");
            note_line = line;
            if (!*id || !end)
                return fail("a block of class lab must be in a div of class lab, and must end");
            ok &= make_lab(id, next, (size_t)(end + 1 - next), folder, fatbins);
            id[0] = '\0';
        }
        at = next;
    }
    return ok;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: labs NOTE OUT FATBINS [LEFT-OUT...]\n");
        return 2;
    }
    note = argv[1];
    left_out = argv + 4;
    left_out_count = argc - 4;
    size_t length;
    char *text = read_file(note, &length);
    sources = calloc(MOST_FILES, sizeof *sources);
    if (!text || !sources) {
        fprintf(stderr, "%s: can't be read\n", note);
        return 2;
    }
    bool ok = make_labs(text, argv[2], argv[3]);
    free(text);
    free(sources);
    return ok ? 0 : 1;
}
