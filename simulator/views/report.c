// report.c: prints the profile: what each kernel, and each of its source lines, did.
//
// Metrics are computed after each launch (metrics.c) and kept until the program ends. Launches of one kernel with the same
// configuration and the same metrics share an entry with a count, so that a benchmark's repeats are one table.
//
// The form of the JSON file, which a profile from ncu's CSV shares:
//
//     {"source": "simulator", "device": "NVIDIA GeForce RTX 3080",
//      "kernels": [
//       {"name": "sum(int *, int)", "grid": [64, 1, 1], "block": [256, 1, 1], "dynamic_shared": 0, "launches": 3,
//        "limit": "DRAM",                                      what limits the modelled time; ncu: null
//        "metrics": [{"name": "gpu__time_duration.sum", "unit": "us", "value": 12.5}, …],    value null: not known
//        "lines": [{"file": "sum.cu", "line": 12, "metrics": [{"name": …, "unit": …, "value": …}, …]}, …]},
//       …]}
//
// Kernels are in order of their first launch, lines in order of file and line.

#include "views/report.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct Report {
    const Options *options;
    Kernel **kernels; // (count)
    size_t count, room;
    bool incomplete; // the host had no memory for an entry
};

Report *report_new(const Options *o)
{
    Report *r = calloc(1, sizeof *r);
    if (r)
        r->options = o;
    return r;
}

static void free_kernel(Kernel *k)
{
    for (int i = 0; i < k->line_count; i++)
        free(k->lines[i].file);
    free(k->lines);
    free(k->name);
    free(k);
}

void report_free(Report *r)
{
    for (size_t i = 0; r && i < r->count; i++)
        free_kernel(r->kernels[i]);
    if (r)
        free(r->kernels);
    free(r);
}

// ---- after a launch ------------------------------------------------------------------------------------------

static bool is_on_line(const SimInsnInfo *insn, const void *context)
{
    const Line *l = context;
    return insn->line == l->line && insn->file && l->file && strcmp(insn->file, l->file) == 0;
}

static int by_file_and_line(const void *a, const void *b)
{
    const Line *x = a, *y = b;
    int files = strcmp(x->file, y->file);
    return files ? files : (x->line > y->line) - (x->line < y->line);
}

// Collects the source lines whose instructions ran. False if the host has no memory.
static bool collect_lines(Kernel *k, const SimLaunch *l)
{
    k->lines = calloc((size_t)l->insn_count + 1, sizeof *k->lines);
    for (int i = 0; k->lines && i < l->insn_count; i++) {
        const SimInsnInfo *insn = &l->insns[i];
        int seen = 0;
        while (seen < k->line_count && !is_on_line(insn, &k->lines[seen]))
            seen++;
        if (!insn->file || !l->counts[i].executed || seen < k->line_count)
            continue;
        Line *line = &k->lines[k->line_count];
        *line = (Line){.file = strdup(insn->file), .line = insn->line};
        if (!line->file)
            return false;
        sim_metrics(l, is_on_line, line, line->metrics, M_INSTRUCTION_METRICS);
        k->line_count++;
    }
    if (k->lines)
        qsort(k->lines, (size_t)k->line_count, sizeof *k->lines, by_file_and_line);
    return k->lines != NULL;
}

static bool same_launch(const Kernel *a, const Kernel *b)
{
    if (strcmp(a->name, b->name) != 0 || memcmp(a->grid, b->grid, sizeof a->grid) != 0 ||
        memcmp(a->block, b->block, sizeof a->block) != 0 || a->shared != b->shared)
        return false;
    for (int i = 0; i < SIM_METRICS; i++)
        if (a->metrics[i].value != b->metrics[i].value)
            return false;
    return true;
}

uint64_t *report_launch(Report *r, const SimLaunch *l)
{
    Kernel *k = calloc(1, sizeof *k);
    char *name = callsite_demangle(sim_function_info(l->kernel).name);
    if (!k || !name) {
        r->incomplete = true;
        free(k);
        free(name);
        return NULL;
    }
    *k = (Kernel){.name = name, .shared = l->shared, .launches = 1, .limit = sim_model(l).limit};
    memcpy(k->grid, l->grid, sizeof k->grid);
    memcpy(k->block, l->block, sizeof k->block);
    if (r->options->kernel && !callsite_is_called(name, r->options->kernel)) {
        free_kernel(k);
        return NULL;
    }
    sim_metrics(l, NULL, NULL, k->metrics, SIM_METRICS);
    for (size_t i = r->count; i-- > 0;)
        if (same_launch(r->kernels[i], k)) {
            r->kernels[i]->launches++;
            free_kernel(k);
            return &r->kernels[i]->launches;
        }
    if (collect_lines(k, l) && ARRAY_ADD(r->kernels, r->count, r->room, k))
        return &k->launches;
    r->incomplete = true;
    free_kernel(k);
    return NULL;
}

// ---- tables --------------------------------------------------------------------------------------------------

// Prints the name on the left, the value with its unit on the right. The unit is left out if there is no room.
static void print_metric(FILE *out, const SimMetric *m)
{
    char value[64];
    int room = WIDTH - 3 - (int)strlen(m->name), n;
    bool whole = m->value == (double)(int64_t)m->value && strcmp(m->unit, "%") != 0;
    n = !m->known ? snprintf(value, sizeof value, "-")
        : whole   ? snprintf(value, sizeof value, "%.0f %s", m->value, m->unit)
                  : snprintf(value, sizeof value, "%.2f %s", m->value, m->unit);
    if (n > room)
        value[strcspn(value, " ")] = '\0';
    fprintf(out, "  %s %*s\n", m->name, room, value);
}

// Prints a count in at most 6 characters: 65536, 1.049M, 16.78M, 606.2k.
static void print_count(FILE *out, double n)
{
    double scaled = n;
    int i = 0;
    for (; scaled >= 999.95 && i < 6; i++)
        scaled /= 1000;
    if (n < 1e5)
        fprintf(out, " %6.0f", n);
    else
        fprintf(out, " %5.*f%c",
                scaled < 9.9995   ? 3
                : scaled < 99.995 ? 2
                                  : 1,
                scaled, " kMGTPE"[i]);
}

static void print_cell(FILE *out, const SimMetric *m)
{
    if (m->known)
        fprintf(out, " %5.1f", m->value);
    else
        fprintf(out, "     -");
}

static void print_lines(FILE *out, const Kernel *k)
{
    for (int i = 0; i < k->line_count; i++) {
        const Line *l = &k->lines[i];
        if (i == 0 || strcmp(l->file, l[-1].file) != 0)
            fprintf(out,
                    "\n  %s\n"
                    "  line   warp lanes  sect  load store   bank unif.\n"
                    "         inst /inst  /req     %%     %% confl.     %%  source\n",
                    callsite_shorten(l->file));
        fprintf(out, "%6d", l->line);
        const SimMetric *m = l->metrics;
        const char *text = source_line(l->file, l->line);
        print_count(out, m[M_INSTRUCTIONS].value);
        print_cell(out, &m[M_LANES_EACH]);
        print_cell(out,
                   &m[m[M_LOAD_SECTORS_EACH].known ? M_LOAD_SECTORS_EACH : M_STORE_SECTORS_EACH]);
        print_cell(out, &m[M_LOAD_EFFICIENCY]);
        print_cell(out, &m[M_STORE_EFFICIENCY]);
        print_count(out, m[M_LOAD_BANK_CONFLICTS].value + m[M_STORE_BANK_CONFLICTS].value);
        print_cell(out, &m[M_UNIFORM]);
        if (text)
            fprintf(out, "  %.*s", WIDTH - 52, text + strspn(text, " \t"));
        fprintf(out, "\n");
    }
}

// ---- annotated source ----------------------------------------------------------------------------------------

enum { GAP = 3 }; // so many lines without code are still shown between two with code

// Prints a remark on what is wrong with a source line, on a line of its own below it, and whether that matters.
__attribute__((format(printf, 3, 4))) static void remark(FILE *out, bool matters,
                                                         const char *format, ...)
{
    bool color = options_color();
    va_list args;
    fprintf(out, "%s%21s", color ? "\033[33m" : "", "^ ");
    va_start(args, format);
    vfprintf(out, format, args);
    va_end(args);
    fprintf(out, "%s%s\n", matters ? "" : "; costs little", color ? "\033[0m" : "");
}

static void remark_memory(FILE *out, bool matters, const char *what, const SimMetric *efficiency,
                          const SimMetric *sectors)
{
    if (efficiency->known && sectors->known && efficiency->value < 90)
        remark(out, matters, "%s: %.0f %% used, %.1f sectors/request", what, efficiency->value,
               sectors->value);
}

static void print_remarks(FILE *out, const Kernel *k, const Line *l)
{
    const SimMetric *m = l->metrics;
    if (m[M_UNIFORM].known && m[M_UNIFORM].value < 99.95)
        remark(out, point_matters(k, l, WASTE_LANES),
               "diverges: lanes agree at %.1f %% of branches", m[M_UNIFORM].value);
    remark_memory(out, point_matters(k, l, WASTE_LOADS), "loads badly", &m[M_LOAD_EFFICIENCY],
                  &m[M_LOAD_SECTORS_EACH]);
    remark_memory(out, point_matters(k, l, WASTE_STORES), "stores badly", &m[M_STORE_EFFICIENCY],
                  &m[M_STORE_SECTORS_EACH]);
    double conflicts = m[M_LOAD_BANK_CONFLICTS].value + m[M_STORE_BANK_CONFLICTS].value;
    if (conflicts > 0)
        remark(out, point_matters(k, l, WASTE_BANKS), "conflicts: %.0f wavefronts too many",
               conflicts);
}

// Prints source lines with the warp instructions and the lanes of each, and remarks. Between files and at gaps it leaves space.
static void print_annotated(FILE *out, const Kernel *k)
{
    for (int i = 0; i < k->line_count; i++) {
        const Line *l = &k->lines[i];
        bool first = i == 0 || strcmp(l->file, l[-1].file) != 0;
        if (first)
            fprintf(out, "\n  %s\n  line  inst. lanes\n", callsite_shorten(l->file));
        int from = first ? l->line : l[-1].line + 1;
        if (l->line - from > GAP) {
            fprintf(out, "   ...\n");
            from = l->line;
        }
        for (int line = from; line <= l->line; line++) {
            const char *text = source_line(l->file, line);
            fprintf(out, "%6d", line);
            if (line == l->line) {
                print_count(out, l->metrics[M_INSTRUCTIONS].value);
                print_cell(out, &l->metrics[M_LANES_EACH]);
            } else {
                fprintf(out, "%13s", "");
            }
            fprintf(out, "  %.*s\n", WIDTH - 22, text ? text : "");
        }
        print_remarks(out, k, l);
    }
}

// Prints the sections of the table that have something to show.
static void print_sections(FILE *out, const Kernel *k)
{
    static const struct {
        SimMetricId first;
        const char *title;
    } SECTIONS[] = {{M_LOAD_EFFICIENCY, "Global memory"},
                    {M_LOAD_WAVEFRONTS, "Shared memory"},
                    {M_UNIFORM_ESTIMATED, "Branches and instructions"},
                    {M_GROUP_PRODUCTS, "Warpgroups, matrices, bulk copies, other blocks"},
                    {M_MACHINE_INSTRUCTIONS, "Machine code"},
                    {M_OCCUPANCY, "Occupancy"},
                    {M_MODELLED_TIME, "Time and traffic, modelled"},
                    {SIM_METRICS, NULL}};
    for (int i = 0; SECTIONS[i].title; i++) {
        bool shown = false;
        for (int m = SECTIONS[i].first; m < (int)SECTIONS[i + 1].first; m++)
            shown |= k->metrics[m].known && k->metrics[m].value != 0;
        if (!shown)
            continue;
        fprintf(out, " %s\n", SECTIONS[i].title);
        for (int m = SECTIONS[i].first; m < (int)SECTIONS[i + 1].first; m++)
            print_metric(out, &k->metrics[m]);
    }
}

void report_tables(const Report *r, FILE *out)
{
    const char *bold = options_color() ? "\033[1m" : "", *plain = options_color() ? "\033[0m" : "";
    fprintf(out, "\nProfile on %s (simulated)\n", r->options->device->name);
    for (size_t i = 0; i < r->count; i++) {
        const Kernel *k = r->kernels[i];
        fprintf(out,
                "\n%s%s%s\n  grid (%u,%u,%u), block (%u,%u,%u), %llu launch%s\n"
                "  modelled time %.2f us, limited by %s\n"
                "  a GPU would take %.2f to %.2f us, in 9 of 10 cases with this limit\n",
                bold, k->name, plain, k->grid[0], k->grid[1], k->grid[2], k->block[0], k->block[1],
                k->block[2], (unsigned long long)k->launches, k->launches == 1 ? "" : "es",
                k->metrics[M_MODELLED_TIME].value, k->limit, k->metrics[M_LEAST_TIME].value,
                k->metrics[M_MOST_TIME].value);
        fputs(bold, out);
        point_print(out, k);
        fputs(plain, out);
        if (r->options->source)
            print_annotated(out, k);
        else
            print_sections(out, k);
        if (r->options->lines && !r->options->source)
            print_lines(out, k);
        if (!k->line_count && (r->options->lines || r->options->source))
            fprintf(out,
                    "\n  No line information: build with nvcc's -lineinfo, as ./warpcc does.\n");
    }
    if (!r->options->source)
        fprintf(out,
                "\nThe counters are the PTX's; ptxas removes and adds instructions. Of the two\n"
                "figures for uniform branches, ptx__ counts all branches, and smsp__ leaves out\n"
                "the short ones that ptxas turns into predicates, to come near ncu's.\n");
    if (r->count == 0)
        fprintf(out, "No kernel%s%s was launched.\n", r->options->kernel ? " called " : "",
                r->options->kernel ? r->options->kernel : "");
    if (r->incomplete)
        fprintf(out, "Some launches are missing: the host was out of memory.\n");
}

// ---- JSON ----------------------------------------------------------------------------------------------------

// Writes a text that is not ours: a name of the program's, or a path.
static void json_string(FILE *out, const char *s)
{
    fputc('"', out);
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            fputc('\\', out);
        if ((unsigned char)*s < 0x20)
            fprintf(out, "\\u%04x", (unsigned)*s);
        else
            fputc(*s, out);
    }
    fputc('"', out);
}

static void json_metrics(FILE *out, const SimMetric *m, int count)
{
    fprintf(out, "\"metrics\": [");
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s\n    {\"name\": \"%s\", \"unit\": \"%s\", \"value\": ", i ? "," : "",
                m[i].name, m[i].unit);
        if (m[i].known)
            fprintf(out, "%.15g}", m[i].value);
        else
            fprintf(out, "null}");
    }
    fprintf(out, "]");
}

static void json_kernel(FILE *out, const Kernel *k)
{
    fprintf(out, "  {\"name\": ");
    json_string(out, k->name);
    fprintf(out,
            ", \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u], \"dynamic_shared\": %zu, "
            "\"launches\": %llu, \"limit\": \"%s\",\n   ",
            k->grid[0], k->grid[1], k->grid[2], k->block[0], k->block[1], k->block[2], k->shared,
            (unsigned long long)k->launches, k->limit);
    json_metrics(out, k->metrics, SIM_METRICS);
    fprintf(out, ",\n   \"lines\": [");
    for (int i = 0; i < k->line_count; i++) {
        fprintf(out, "%s\n   {\"file\": ", i ? "," : "");
        json_string(out, k->lines[i].file);
        fprintf(out, ", \"line\": %d, ", k->lines[i].line);
        json_metrics(out, k->lines[i].metrics, M_INSTRUCTION_METRICS);
        fprintf(out, "}");
    }
    fprintf(out, "]}");
}

bool report_json(const Report *r, const char *path)
{
    char *aside;
    FILE *out = whole_file_open(path, &aside);
    if (!out)
        return false;
    fprintf(out, "{\"source\": \"simulator\", \"device\": \"%s\",\n \"kernels\": [",
            r->options->device->name);
    for (size_t i = 0; i < r->count; i++) {
        fprintf(out, "%s\n", i ? "," : "");
        json_kernel(out, r->kernels[i]);
    }
    fprintf(out, "]}\n");
    return whole_file_end(out, aside, path);
}
