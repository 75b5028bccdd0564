// state.c: writes what a lab shows, as text for the page or for the book's filters (see lab.h).

#include "lab.h"
#include "source_names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 256, MOST_SHOWN = 1024, MOST_OPERANDS = 12, MOST_VARIABLES = 48 };

static void put_span(Writer *out, const char *key, Span s)
{
    writer_bytes(out, key, s.at, (size_t)s.length);
}

// ---- What does not change --------------------------------------------------------------------------------------------

static void put_sources(const Lab *lab, Writer *out)
{
    writer_open(out, "source", '[');
    for (int i = 0; i < lab->bundle.source_count; i++) {
        writer_open(out, NULL, '{');
        put_span(out, "file", lab->bundle.sources[i].file);
        writer_int(out, "line", lab->bundle.sources[i].line);
        put_span(out, "text", lab->bundle.sources[i].text);
        writer_close(out, '}');
    }
    writer_close(out, ']');
}

static void put_choice(const Choice *c, Writer *out)
{
    writer_open(out, NULL, '{');
    writer_string(out, "name", c->name);
    if (c->words)
        put_span(out, "value", spec_word(c));
    else
        writer_int(out, "value", c->value);
    if (c->listed) {
        writer_open(out, "options", '[');
        for (int k = 0; k < c->option_count; k++)
            put_span(out, NULL, c->options[k]);
        writer_close(out, ']');
    } else {
        writer_int(out, "from", c->from);
        writer_int(out, "to", c->to);
    }
    writer_close(out, '}');
}

void lab_about(Lab *lab, Writer *out)
{
    writer_open(out, NULL, '{');
    put_span(out, "program", lab->spec.program);
    put_span(out, "kernel", lab_kernel(lab));
    writer_bool(out, "timeline", lab->spec.timeline);
    writer_open(out, "choices", '[');
    for (int i = 0; i < lab->spec.choice_count; i++)
        put_choice(&lab->spec.choices[i], out);
    writer_close(out, ']');
    writer_open(out, "devices", '[');
    for (int i = 0; sim_device_at(i); i++)
        writer_string(out, NULL, sim_device_at(i)->name);
    writer_close(out, ']');
    writer_open(out, "asks", '[');
    for (int i = 0; i < lab->spec.ask_count; i++)
        put_span(out, NULL, lab->spec.asks[i].words);
    writer_close(out, ']');
    put_sources(lab, out);
    put_span(out, "ptx", lab->bundle.ptx);
    writer_close(out, '}');
}

// ---- Arrays ----------------------------------------------------------------------------------------------------------

// Returns the float or double that bits are.
static double real_of(uint64_t bits, int bytes)
{
    float f;
    double d;
    memcpy(&f, &bits, sizeof f);
    memcpy(&d, &bits, sizeof d);
    return bytes == 8 ? d : (double)f;
}

static Value read_element(Element e, const unsigned char *at)
{
    Value v = {.bytes = element_bytes(e), .real = e == E_FLOAT || e == E_DOUBLE};
    bool is_signed = e == E_INT || e == E_SHORT || e == E_CHAR;
    uint64_t bits = 0;
    memcpy(&bits, at, (size_t)v.bytes);
    v.i = (int64_t)(is_signed ? sign_extend(bits, v.bytes) : bits);
    v.f = v.real ? real_of(bits, v.bytes) : (double)v.i;
    return v;
}

static void put_element(Writer *out, Element e, const unsigned char *at)
{
    Value v = read_element(e, at);
    if (v.real)
        writer_real(out, NULL, v.f);
    else
        writer_int(out, NULL, v.i);
}

// Finds an array's bytes and marks; false if there are none, as for shared memory between blocks.
static bool find_array(const Lab *lab, const Array *a, const unsigned char **host,
                       const WalkMark **marks)
{
    const Walk *w = lab->walk;
    uint64_t bytes = array_bytes(a);
    if (a->place == IN_SHARED) {
        size_t size = 0;
        const unsigned char *shared = w->shown ? sim_step_shared(w->shown, &size) : NULL;
        if (!shared || a->address + bytes > size)
            return false;
        *host = shared + a->address;
        *marks = walk_shared(w) + a->address / 4;
        return true;
    }
    *host = sim_pointer(lab->memory, a->address, bytes);
    for (int i = 0; i < w->range_count; i++)
        if (w->ranges[i].base == a->address) {
            *marks = w->ranges[i].marks;
            return *host != NULL;
        }
    return false;
}

// Returns the first element to show of an array that is too long: it shows the rows around the last access.
static int64_t first_shown(const Lab *lab, const Array *a, int64_t count)
{
    const Walk *w = lab->walk;
    if (count <= MOST_SHOWN || !w->any_access)
        return 0;
    bool shared = w->access.space == SIM_SPACE_SHARED;
    uint64_t at = w->address[__builtin_ctz(w->access.lanes)];
    uint64_t bytes = (uint64_t)(count * element_bytes(a->element));
    if (shared != (a->place == IN_SHARED) || at - a->address >= bytes)
        return 0;
    int64_t element = (int64_t)(at - a->address) / element_bytes(a->element);
    int64_t first = element / 64 * 64 - 64;
    return first < 0 ? 0 : first > count - SHOWN ? (count - SHOWN) / 64 * 64 : first;
}

static void put_marks(const Lab *lab, Writer *out, const char *key, const WalkMark *marks,
                      int64_t from, int64_t to, int bytes, bool stores)
{
    writer_open(out, key, '[');
    for (int64_t i = from; i < to && lab->walk->moment; i++) {
        const WalkMark *m = &marks[i * bytes / 4];
        if ((stores ? m->written : m->read) == lab->walk->moment)
            writer_int(out, NULL, i - from);
    }
    writer_close(out, ']');
}

static void put_array(const Lab *lab, const Array *a, Writer *out)
{
    const unsigned char *host = NULL;
    const WalkMark *marks = NULL;
    int bytes = element_bytes(a->element);
    int64_t count = a->row_count * a->column_count, from = first_shown(lab, a, count);
    int64_t to = count <= MOST_SHOWN ? count : from + SHOWN < count ? from + SHOWN : count;
    bool there = find_array(lab, a, &host, &marks);
    writer_open(out, NULL, '{');
    writer_string(out, "name", a->name);
    writer_string(out, "type", element_name(a->element));
    writer_string(out, "place",
                  a->place == IN_SHARED   ? "shared"
                  : a->place == IN_SYMBOL ? "symbol"
                                          : "global");
    writer_int(out, "rows", a->rows.length ? a->row_count : 0);
    writer_int(out, "columns", a->column_count);
    writer_int(out, "from", from);
    writer_open(out, "values", '[');
    for (int64_t i = from; there && i < to; i++)
        put_element(out, a->element, host + i * bytes);
    writer_close(out, ']');
    writer_open(out, "writers", '[');
    for (int64_t i = from; there && i < to; i++)
        writer_int(out, NULL,
                   marks[i * bytes / 4].written ? 1 + (int64_t)marks[i * bytes / 4].writer : 0);
    writer_close(out, ']');
    if (there) {
        put_marks(lab, out, "stored", marks, from, to, bytes, true);
        put_marks(lab, out, "loaded", marks, from, to, bytes, false);
    }
    writer_close(out, '}');
}

// ---- The last access -------------------------------------------------------------------------------------------------

// Returns the name of the array in which an access begins, or "".
static const char *array_of(const Lab *lab, const SimAccess *a, uint64_t address)
{
    for (int i = 0; i < lab->spec.array_count; i++) {
        const Array *array = &lab->spec.arrays[i];
        if ((array->place == IN_SHARED) == (a->space == SIM_SPACE_SHARED) &&
            address - array->address < array_bytes(array))
            return array->name;
    }
    return "";
}

// Writes the sectors in order: the byte at which each begins, and for each of its eight words a lane that wants it, or -1.
static void put_sectors(const Picture *p, Writer *out)
{
    writer_open(out, "sectors", '[');
    for (int i = 0, next; i < p->count; i = next) {
        uint64_t sector = p->pieces[i].word / SECTOR_WORDS;
        int lane[SECTOR_WORDS];
        memset(lane, -1, sizeof lane);
        for (next = i; next < p->count && p->pieces[next].word / SECTOR_WORDS == sector; next++) {
            int at = (int)(p->pieces[next].word % SECTOR_WORDS);
            lane[at] = lane[at] < 0 ? p->pieces[next].lane : lane[at];
        }
        writer_open(out, NULL, '[');
        writer_int(out, NULL, (int64_t)(sector * SECTOR - p->base));
        for (int k = 0; k < SECTOR_WORDS; k++)
            writer_int(out, NULL, lane[k]);
        writer_close(out, ']');
    }
    writer_close(out, ']');
}

// Writes the wavefronts in order: for each bank the lane that it serves, or -1.
static void put_banks(const Picture *p, Writer *out)
{
    int rows[LANES * 2][BANKS], step = p->phase;
    bool shared[LANES * 2][BANKS];
    writer_open(out, "banks", '[');
    for (int from = 0; from < LANES; from += step) {
        int wavefronts = picture_banks(p, from, rows, shared);
        for (int k = 0; k < wavefronts; k++) {
            writer_open(out, NULL, '[');
            for (int bank = 0; bank < BANKS; bank++)
                writer_int(out, NULL, rows[k][bank]);
            writer_close(out, ']');
        }
    }
    writer_close(out, ']');
}

static void put_access(const Lab *lab, Writer *out)
{
    const Walk *w = lab->walk;
    const SimAccess *a = &w->access;
    Picture p = picture_take(w->launch.memory, a);
    writer_open(out, "access", '{');
    writer_bool(out, "now", w->accessed);
    writer_string(out, "kind", access_operation(a->kind));
    writer_string(out, "space", access_space(a->space));
    writer_string(out, "array", array_of(lab, a, w->address[__builtin_ctz(a->lanes)]));
    writer_int(out, "warp", a->warp);
    writer_int(out, "line", w->launch.insns[a->pc].line);
    writer_int(out, "lanes", a->lanes);
    writer_int(out, "bytes", a->bytes);
    writer_int(out, "cost", p.cost);
    writer_int(out, "ideal", p.ideal);
    writer_int(out, "wanted", p.bytes);
    writer_int(out, "phase", p.phase);
    if (a->space == SIM_SPACE_SHARED)
        put_banks(&p, out);
    else
        put_sectors(&p, out);
    writer_close(out, '}');
}

// ---- Warps -----------------------------------------------------------------------------------------------------------

static void put_warps(const Walk *w, Writer *out)
{
    static const char *const STATES[] = {[SIM_LANES_RUN] = "run",
                                         [SIM_LANES_AT_BARRIER] = "barrier",
                                         [SIM_LANES_AT_MBARRIER] = "mbarrier",
                                         [SIM_LANES_AT_SYNC] = "sync",
                                         [SIM_LANES_MEET] = "meet"};
    writer_open(out, "warps", '[');
    for (int warp = 0; warp < w->launch.warps; warp++) {
        SimGroup groups[LANES];
        int count = w->shown ? sim_step_groups(w->shown, warp, groups) : 0;
        uint64_t left = w->launch.threads - (uint64_t)warp * LANES;
        writer_open(out, NULL, '{');
        writer_int(out, "lanes", left >= LANES ? 0xffffffff : (1ll << left) - 1);
        writer_open(out, "groups", '[');
        for (int i = 0; i < count; i++) {
            writer_open(out, NULL, '{');
            writer_int(out, "lanes", groups[i].lanes);
            writer_int(out, "line", w->launch.insns[groups[i].pc].line);
            writer_string(out, "state", STATES[groups[i].state]);
            writer_close(out, '}');
        }
        writer_close(out, ']');
        writer_close(out, '}');
    }
    writer_close(out, ']');
}

// Writes the registers that the last instruction names, with their values in all lanes of the warp.
static void put_registers(const Walk *w, Writer *out)
{
    SimRegister r[MOST_OPERANDS];
    SimGroup groups[LANES];
    const char *text = w->step.pc >= 0 ? w->launch.insns[w->step.pc].text : "";
    size_t n = strlen(text);
    bool real = n > 4 && (strcmp(text + n - 4, ".f32") == 0 || strcmp(text + n - 4, ".f64") == 0);
    int count = 0;
    if (w->ran && w->step.pc >= 0 && sim_step_groups(w->ran, w->step.warp, groups))
        count = sim_step_operands(w->ran, w->step.warp, __builtin_ctz(w->step.lanes), w->step.pc, r,
                                  MOST_OPERANDS);
    writer_open(out, "registers", '[');
    for (int i = 0; i < count; i++) {
        writer_open(out, NULL, '{');
        writer_string(out, "name", r[i].name);
        writer_bool(out, "written", r[i].written);
        writer_open(out, "values", '[');
        for (int lane = 0; lane < LANES; lane++) {
            if (real && r[i].name[1] == 'f')
                writer_real(out, NULL, real_of(r[i].value[lane], r[i].bytes));
            else
                writer_int(out, NULL,
                           r[i].bytes == 4 ? (int32_t)r[i].value[lane] : (int64_t)r[i].value[lane]);
        }
        writer_close(out, ']');
        writer_close(out, '}');
    }
    writer_close(out, ']');
}

static void put_value(Writer *out, const NamedVariable *v, uint64_t bits)
{
    if (v->real && v->bytes >= 4)
        writer_real(out, NULL, real_of(bits, v->bytes));
    else
        writer_int(out, NULL, variable_whole(v, bits));
}

// Writes the variables of the lanes that stepped last, and of the lanes that are at the same place.
static void put_variables(const Lab *lab, Writer *out)
{
    const Walk *w = lab->walk;
    NamedVariable v[MOST_VARIABLES];
    SimGroup groups[LANES];
    uint64_t values[LANES];
    int warp = w->step.pc < 0 ? 0 : w->step.warp,
        lane = w->step.pc < 0 ? 0 : __builtin_ctz(w->step.lanes);
    bool shown = w->shown && w->shown == w->ran;
    int count = lab->names && shown ? sim_step_groups(w->shown, warp, groups) : 0, at = 0;
    while (at < count && !(groups[at].lanes >> lane & 1))
        at++;
    const SimInsnInfo *next = at < count ? &w->launch.insns[groups[at].pc] : NULL;
    count = next ? names_at(lab->names, sim_function_info(next->function).name, next->ptx_line, v,
                            MOST_VARIABLES)
                 : 0;
    writer_int(out, "holders", next ? groups[at].lanes : 0);
    writer_open(out, "variables", '[');
    for (int i = 0; i < count; i++) {
        if (!walk_variable(w, warp, lane, &v[i], values))
            continue;
        writer_open(out, NULL, '{');
        writer_string(out, "name", v[i].name);
        writer_bool(out, "pointer", v[i].pointer);
        writer_open(out, "values", '[');
        for (int k = 0; k < LANES; k++)
            put_value(out, &v[i], values[k]);
        writer_close(out, ']');
        writer_close(out, '}');
    }
    writer_close(out, ']');
}

// Tells whether an instruction waits for other threads, or for copies.
static bool waits(const SimInsnInfo *insn)
{
    static const char *const names[] = {"mbarrier.test_wait", "mbarrier.try_wait", "cp.async.wait",
                                        "cp.async.bulk.wait", "cp.async.mbarrier"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(insn->text, names[i], strlen(names[i])) == 0)
            return true;
    return insn->kind == SIM_BARRIER;
}

// Writes the modelled time of the block's warps, part by part.
static void put_spans(const Walk *w, Writer *out)
{
    writer_open(out, "spans", '[');
    for (int i = 0; i < w->span_count; i++) {
        const WalkSpan *s = &w->spans[i];
        if (w->worker && sim_step_worker(w->worker, s->rank) != w->shown)
            continue;
        writer_open(out, NULL, '[');
        writer_int(out, NULL, s->warp);
        writer_int(out, NULL, (int64_t)s->from);
        writer_int(out, NULL, (int64_t)s->to);
        writer_int(out, NULL, (int64_t)s->dram);
        writer_bool(out, NULL, waits(&w->launch.insns[s->pc]));
        writer_close(out, ']');
    }
    writer_close(out, ']');
}

// ---- Counters --------------------------------------------------------------------------------------------------------

// Adds "    line 27: out[first + t] = stretch[t];", for a line that the lab shows.
static void add_line(const Lab *lab, int pc, Writer *words)
{
    const SimInsnInfo *insn = &lab->walk->launch.insns[pc];
    Span line = lab_line(lab, insn->file, insn->line);
    while (line.length && (*line.at == ' ' || *line.at == '\t'))
        line = (Span){line.at + 1, line.length - 1};
    if (!line.length)
        return;
    writer_puts(words, "\n    line ");
    writer_put_int(words, insn->line);
    writer_puts(words, ": ");
    writer_put(words, line.at, (size_t)line.length);
}

// Writes a finding, and how often it was found. The text of a race or of a read may end with what is missing between the accesses or
// before the read: their source lines follow, in their order.
static void put_finding(const Lab *lab, const SimFinding *f, Writer *out)
{
    const SimInsnInfo *insns = lab->walk->launch.insns;
    bool swap = insns[f->other].line < insns[f->pc].line;
    Writer words = {0};
    writer_puts(&words, f->text);
    if (f->kind == SIM_FOUND_RACE || f->kind == SIM_FOUND_UNINITIALIZED) {
        add_line(lab, swap ? f->other : f->pc, &words);
        if (insns[f->other].line != insns[f->pc].line)
            add_line(lab, swap ? f->pc : f->other, &words);
    }
    if (f->hazards > 1) {
        writer_puts(&words, "\n    [");
        writer_put_int(&words, (int64_t)f->hazards);
        writer_puts(&words, " hazards]");
    }
    write_source_names(out, NULL, words.no_memory ? f->text : words.at);
    writer_free(&words);
}

static void put_findings(const Lab *lab, Writer *out)
{
    const Walk *w = lab->walk;
    writer_open(out, "findings", '[');
    for (int i = 0; i < w->finding_count; i++)
        put_finding(lab, &w->findings[i], out);
    for (int i = 0; i < w->launch.finding_count; i++)
        put_finding(lab, &w->launch.findings[i], out);
    writer_close(out, ']');
}

// Writes why the run has ended, if not as it should.
static void put_error(const Walk *w, Writer *out)
{
    bool cut = w->moment >= LAB_STEPS && !w->over;
    write_source_names(
        out, "error",
        cut ? "A lab runs four million instructions, and this run has more. Does a loop never end?"
            : w->error.text);
}

// Writes metrics by their labels; metrics without a value are left out.
static void put_metrics(Walk *w, Writer *out)
{
    SimMetric metrics[LAB_METRICS];
    int count = walk_metrics(w, metrics, LAB_METRICS);
    writer_open(out, "metrics", '{');
    for (int i = 0; i < count; i++)
        if (metrics[i].known)
            writer_real(out, metrics[i].label, metrics[i].value);
    writer_close(out, '}');
}

static void put_size(Writer *out, const char *key, const uint32_t size[3])
{
    writer_open(out, key, '[');
    for (int k = 0; k < 3; k++)
        writer_int(out, NULL, size[k]);
    writer_close(out, ']');
}

// Writes the source line and the PTX line of the last step; before the first step, those of the first step.
static void put_place(const Walk *w, Writer *out)
{
    int pc = w->step.pc;
    SimGroup groups[LANES];
    if (pc < 0 && w->shown && sim_step_groups(w->shown, 0, groups))
        pc = groups[0].pc;
    if (pc < 0)
        return;
    const SimInsnInfo *insn = &w->launch.insns[pc];
    writer_string(out, "file", insn->file ? insn->file : "");
    writer_int(out, "line", insn->line);
    writer_int(out, "ptxLine", insn->ptx_line);
}

// Writes the current kernel's name: as in the note, or, if another kernel has launched it, as in the source.
static void put_name(const Lab *lab, Writer *out)
{
    const char *mangled = sim_function_info(lab->walk->launch.kernel).name;
    for (int i = 0; i < lab->bundle.kernel_count; i++)
        if (span_is(lab->bundle.kernels[i].mangled, mangled)) {
            put_span(out, "name", lab->bundle.kernels[i].name);
            return;
        }
    write_source_names(out, "name", mangled);
}

// Writes which sources have a line of the current kernel, or of a function that it may call.
static void put_shown(const Lab *lab, Writer *out)
{
    const SimLaunch *l = &lab->walk->launch;
    writer_open(out, "shown", '[');
    for (int s = 0; s < lab->bundle.source_count; s++) {
        int64_t first = lab->bundle.sources[s].line, last = first;
        bool shown = false;
        for (int i = 0; i < lab->bundle.sources[s].text.length; i++)
            last += lab->bundle.sources[s].text.at[i] == '\n';
        for (int pc = 0; pc < l->insn_count && !shown; pc++)
            shown = l->insns[pc].function == l->kernel && l->insns[pc].file &&
                    l->insns[pc].line >= first && l->insns[pc].line < last &&
                    span_is(lab->bundle.sources[s].file, l->insns[pc].file);
        if (shown)
            writer_int(out, NULL, s);
    }
    writer_close(out, ']');
}

void lab_state(Lab *lab, Writer *out)
{
    Walk *w = lab->walk;
    char words[512];
    walk_words(w, words, sizeof words);
    writer_open(out, NULL, '{');
    writer_int(out, "moment", (int64_t)w->moment);
    writer_int(out, "total", (int64_t)lab->total);
    writer_bool(out, "over", w->over);
    writer_string(out, "words", words);
    put_error(w, out);
    put_name(lab, out);
    writer_int(out, "launch", (int64_t)w->launches);
    put_size(out, "grid", w->launch.grid);
    put_size(out, "blockDim", w->launch.block);
    writer_int(out, "block", (int64_t)w->block);
    writer_int(out, "blocks", (int64_t)w->launch.blocks);
    writer_int(out, "done", (int64_t)w->done);
    put_place(w, out);
    put_shown(lab, out);
    writer_int(out, "warp", w->step.pc < 0 ? 0 : w->step.warp);
    writer_bool(out, "elsewhere",
                w->shown != w->ran); // the last step was in another block of the cluster
    writer_int(out, "lanes", w->step.lanes);
    writer_int(out, "enabled", w->step.enabled);
    writer_real(out, "each", w->moment ? (double)w->lanes / (double)w->moment : 0);
    put_warps(w, out);
    if (w->any_access)
        put_access(lab, out);
    writer_open(out, "arrays", '[');
    for (int i = 0; i < lab->spec.array_count; i++)
        put_array(lab, &lab->spec.arrays[i], out);
    writer_close(out, ']');
    lab_put_async(lab, out);
    put_registers(w, out);
    put_variables(lab, out);
    put_spans(w, out);
    put_metrics(w, out);
    put_findings(lab, out);
    writer_string(out, "printed", lab->printed.at ? lab->printed.at : "");
    writer_close(out, '}');
}

// Returns FNV-1a of an array's bytes, so that results of any length are compared whole.
static uint64_t digest(const unsigned char *bytes, uint64_t count)
{
    uint64_t hash = 0xcbf29ce484222325ull;
    for (uint64_t i = 0; i < count; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3ull;
    return hash >> 12; // so many bits fit into a double
}

void lab_result(Lab *lab, Writer *out)
{
    Walk *w = lab->walk;
    writer_open(out, NULL, '{');
    writer_int(out, "steps", (int64_t)w->moment);
    put_error(w, out);
    put_metrics(w, out);
    put_findings(lab, out);
    writer_string(out, "printed", lab->printed.at ? lab->printed.at : "");
    writer_open(out, "results", '{');
    for (int i = 0; i < lab->spec.array_count; i++) {
        const Array *a = &lab->spec.arrays[i];
        uint64_t bytes = array_bytes(a);
        const unsigned char *host =
            a->place == IN_SHARED ? NULL : sim_pointer(lab->memory, a->address, bytes);
        if (host)
            writer_int(out, a->name, (int64_t)digest(host, bytes));
    }
    writer_close(out, '}');
    writer_close(out, '}');
}

// ---- Predictions -----------------------------------------------------------------------------------------------------

// Reads an element of an array: "out[3]".
static bool element_value(Lab *lab, Span figure, double *out)
{
    const char *open = memchr(figure.at, '[', (size_t)figure.length);
    for (int i = 0; open && i < lab->spec.array_count; i++) {
        const Array *a = &lab->spec.arrays[i];
        Value index;
        const unsigned char *host;
        const WalkMark *marks;
        if (!span_is((Span){figure.at, (int)(open - figure.at)}, a->name) ||
            !spec_value(&lab->spec, (Span){open + 1, (int)(figure.at + figure.length - open) - 2},
                        &index) ||
            index.i < 0 || index.i >= a->row_count * a->column_count ||
            !find_array(lab, a, &host, &marks))
            continue;
        *out = read_element(a->element, host + index.i * element_bytes(a->element)).f;
        return true;
    }
    return false;
}

bool lab_answer(Lab *lab, int ask, double *out)
{
    Walk *w = lab->walk;
    Span figure = lab->spec.asks[ask].figure;
    Picture p = {0};
    if (w->any_access)
        p = picture_take(w->launch.memory, &w->access);
    if (span_is(figure, "lanes"))
        *out = __builtin_popcount(w->step.enabled);
    else if (span_is(figure, "sectors") || span_is(figure, "wavefronts"))
        *out = p.cost;
    else if (span_is(figure, "conflicts"))
        *out = p.cost - p.ideal;
    else if (span_is(figure, "steps"))
        *out = (double)w->moment;
    else if (span_is(figure, "findings"))
        *out = w->finding_count + w->launch.finding_count;
    else if (element_value(lab, figure, out))
        return true;
    else {
        SimMetric metrics[LAB_METRICS];
        int count = walk_metrics(w, metrics, LAB_METRICS);
        for (int i = 0; i < count; i++)
            if (span_is(figure, metrics[i].label)) {
                *out = metrics[i].value;
                return true;
            }
        return false;
    }
    return true;
}
