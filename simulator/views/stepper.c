// stepper.c: WARPSIM=step: a person walks through a launch, forward and back. walk.c does the walking, as for the page's
// laboratory. Here are the commands. Two views share them: the line prompt (prompt.c), and the full screen (screen.c), whose
// keys are these commands.
//
// watch.c chooses the launch: the first of each kernel, or of the kernels called kernel=NAME, from block=N on.

#include "views/views.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 20000000, MOST_OPERANDS = 12, MOST_VARIABLES = 32, MOST_FRAMES = 64 };

static const char HELP[] =
    "  s [N]     step: the next instruction, or N\n"
    "  n         next: to another line of this function, in a loop back to its\n"
    "            beginning, too; the functions that it calls run meanwhile\n"
    "  o         over: as n, but to a later line, so past a loop with all its turns\n"
    "  w         warp: until another warp's turn\n"
    "  b [N]     back: one instruction, or N;  u  undo: to before the last command\n"
    "  g LINE    go: until a warp reaches this source line\n"
    "  k LINE    breakpoint there, on or off;  k LINE if lane == 3, or i > 7:\n"
    "            also block, warp, a variable or register of a lane;  k  lists them\n"
    "            LINE may be of another file: g warp.h:12\n"
    "  c         continue: to a mistake, a breakpoint, the first launch of a kernel\n"
    "            by this one, or the end\n"
    "  e         explain: what has gone wrong, in all its words\n"
    "  t WARP    turn to another warp, to look at it;  v LANE  to one of its lanes\n"
    "  p [NAME]  variables of the lane, or one\n"
    "  r [REG]   registers of the last instruction, or one: r %r3\n"
    "  l         lanes: where those of every warp are\n"
    "  a         the last access to memory, drawn\n"
    "  d         the last tile of ldmatrix, wgmma or a tensor copy, in its banks\n"
    "  f         copies in flight, and the mbarriers with what they wait for\n"
    "  j [N]     the next block of the cluster, or block N, to look at it\n"
    "  x         the block's shared memory;  m  global memory;  ?  in it is what\n"
    "            nobody has written, where checks are on\n"
    "  h         this help;  q  quit the program\n";

// ---- What is shown -------------------------------------------------------------------------------------------

int stepper_groups(const Stepper *s, int warp, SimGroup groups[LANES])
{
    // A launch by a kernel may have fewer warps a block than its grid.
    bool there = s->walk->shown && warp < s->walk->launch.warps;
    return there ? sim_step_groups(s->walk->shown, warp, groups) : 0;
}

const SimInsnInfo *stepper_insn(const Stepper *s, int pc)
{
    return &s->walk->launch.insns[pc];
}

static bool has_line(const SimInsnInfo *insn)
{
    return insn->file && insn->line > 0;
}

const SimInsnInfo *stepper_shown(const Stepper *s, int warp, const SimGroup *g)
{
    int pc[MOST_FRAMES],
        count = sim_step_frames(s->walk->shown, warp, __builtin_ctz(g->lanes), pc, MOST_FRAMES);
    for (int i = 0; i < count; i++)
        if (has_line(stepper_insn(s, pc[i])) && !sim_is_library(stepper_insn(s, pc[i])->file))
            return stepper_insn(s, pc[i]);
    return stepper_insn(s, g->pc);
}

const char *stepper_home(const Stepper *s)
{
    for (int i = 0; i < s->walk->launch.insn_count; i++) {
        const SimInsnInfo *insn = stepper_insn(s, i);
        if (insn->function == s->walk->launch.kernel && has_line(insn))
            return insn->file;
    }
    return NULL;
}

// Returns lanes as 32 characters, lane 0 first.
static const char *lane_picture(uint32_t lanes)
{
    static char text[LANES + 1];
    for (int l = 0; l < LANES; l++)
        text[l] = lanes >> l & 1 ? '#' : '.';
    return text;
}

void stepper_ptx(const Stepper *s, int pc, char *out, size_t size)
{
    const SimInsnInfo *insn = stepper_insn(s, pc);
    size_t length;
    const char *ptx = s->program->ptx(s->walk->launch.kernel, &length), *end = ptx + length;
    for (int line = 1; ptx && line < insn->ptx_line; line++)
        ptx = (ptx = memchr(ptx, '\n', (size_t)(end - ptx))) ? ptx + 1 : NULL;
    if (ptx) {
        size_t blank = strspn(ptx, " \t");
        snprintf(out, size, "%.*s", (int)strcspn(ptx + blank, "\n"), ptx + blank);
    } else {
        snprintf(out, size, "%s", insn->text[0] ? insn->text : "ret");
    }
    for (char *c = out; *c; c++)
        *c = *c == '\t' ? ' ' : *c;
}

static void print_place(const Stepper *s, FILE *out, const SimInsnInfo *insn)
{
    fprintf(out, "%s:%d\n", callsite_shorten(insn->file), insn->line);
    for (int line = insn->line - 1; line <= insn->line + 1; line++) {
        const char *text = source_line(insn->file, line);
        bool here = line == insn->line;
        if (text)
            fprintf(out, "%s%5d%s %.70s%s\n", here && s->color ? "\033[1m" : "", line,
                    here ? " >" : "  ", text, here && s->color ? "\033[0m" : "");
    }
}

// Prints where the warp is: its source line, if that has not just been shown, and the instruction that is next.
void stepper_place(Stepper *s, FILE *out)
{
    SimGroup groups[LANES];
    if (!stepper_groups(s, s->warp, groups)) {
        fprintf(out, "warp %d has ended\n", s->warp);
        return;
    }
    char ptx[64];
    const SimInsnInfo *insn = stepper_shown(s, s->warp, groups);
    if (insn->file && (insn->line != s->shown_line || insn->file != s->shown_file)) {
        print_place(s, out, insn);
        s->shown_file = insn->file;
        s->shown_line = insn->line;
    }
    stepper_ptx(s, groups->pc, ptx, sizeof ptx);
    fprintf(out, "warp %-2d  %s\n  next:  %s\n", s->warp, lane_picture(groups->lanes), ptx);
}

void stepper_value(char *out, size_t size, uint64_t value, int bytes, bool real)
{
    int64_t whole = (int64_t)sign_extend(value, bytes);
    if (real && bytes >= 4)
        snprintf(out, size, "%.8g", bytes == 4 ? (double)f32_of((u32)value) : f64_of(value));
    else if (whole > INT32_MAX || whole < INT32_MIN)
        snprintf(out, size, "%#" PRIx64, value);
    else
        snprintf(out, size, "%" PRId64, whole);
}

void stepper_element(char *out, size_t size, uint64_t value, SimElement e)
{
    if (e.no_sign && e.bytes < 8)
        snprintf(out, size, "%" PRIu64, value);
    else
        stepper_value(out, size, value, e.bytes, e.real);
}

void stepper_array_element(const Stepper *s, const ShownArray *a, size_t i, SimElement e, char *out,
                           size_t size)
{
    const SimMemory *m = s->walk->launch.memory;
    const uint64_t at = a->address + i * e.bytes;
    uint64_t value = 0, first;
    bool unwritten = a->shared ? s->walk->shown && sim_step_unwritten(s->walk->shown, at, e.bytes)
                               : sim_memory_unwritten(m, at, e.bytes, &first) == e.bytes;
    memcpy(&value, a->bytes + i * e.bytes, e.bytes);
    if (unwritten)
        snprintf(out, size, "?");
    else
        stepper_element(out, size, value, e);
}

void stepper_named_value(char *out, size_t size, uint64_t bits, const NamedVariable *v)
{
    if (v->real)
        stepper_value(out, size, bits, v->bytes, true);
    else
        stepper_value(out, size, (uint64_t)variable_whole(v, bits), 8, false);
}

int stepper_variables(const Stepper *s, NamedVariable *out, int most)
{
    SimGroup groups[LANES];
    if (!s->names || !stepper_groups(s, s->warp, groups))
        return 0;
    const SimInsnInfo *insn = stepper_insn(s, groups->pc);
    return names_at(s->names, sim_function_info(insn->function).name, insn->ptx_line, out, most);
}

bool stepper_variable(const Stepper *s, const NamedVariable *v, int lane, uint64_t *value)
{
    uint64_t values[LANES];
    bool there = walk_variable(s->walk, s->warp, lane, v, values);
    *value = there ? values[lane] : 0;
    return there;
}

void stepper_name_arrays(const Stepper *s)
{
    NamedVariable v[MOST_VARIABLES];
    int count = stepper_variables(s, v, MOST_VARIABLES);
    for (int i = 0; i < count; i++) {
        uint64_t address;
        if (!v[i].pointer || !stepper_variable(s, &v[i], s->lane, &address))
            continue;
        const SimAlloc *a = sim_nearest(s->walk->launch.memory, address);
        if (a && a->live && !a->name && a->base == address)
            sim_memory_call(s->walk->launch.memory, address, v[i].name, v[i].to);
    }
}

// Prints the variables of the lane that is shown, or the one called `name`: "i = 5".
static void print_variables(const Stepper *s, const char *name, FILE *out)
{
    NamedVariable v[MOST_VARIABLES];
    int count = stepper_variables(s, v, MOST_VARIABLES), shown = 0;
    for (int i = 0; i < count; i++) {
        uint64_t value;
        char text[32];
        if ((*name && strcmp(name, v[i].name) != 0) || !stepper_variable(s, &v[i], s->lane, &value))
            continue;
        stepper_named_value(text, sizeof text, value, &v[i]);
        fprintf(out, "  %s = %s in lane %d\n", v[i].name, text, s->lane);
        shown++;
    }
    if (!shown && s->names && !*name)
        fprintf(out, "  There are no variables here.\n");
    else if (!shown && s->names)
        fprintf(out, "  There is no variable %s here.\n", name);
    else if (!shown)
        fprintf(out, "  The program has no debug information: build it with -G, or see r.\n");
}

// Prints the values of the lanes, eight or four in a row; one value if all agree.
static void print_register(FILE *out, const SimRegister *r, uint32_t lanes, bool real)
{
    uint64_t first = lanes ? r->value[__builtin_ctz(lanes)] : 0;
    bool same = true, narrow = !real;
    uint32_t set = 0;
    char text[32];
    for (int l = 0; l < LANES; l++)
        set |= (uint32_t)(r->value[l] & 1) << l;
    fprintf(out, "  %s", r->name);
    if (!r->bytes) {
        fprintf(out, "  %s\n", lane_picture(set & lanes));
        return;
    }
    for (int l = 0; l < LANES; l++) {
        int64_t whole = (int64_t)sign_extend(r->value[l], r->bytes);
        same &= !(lanes >> l & 1) || r->value[l] == first;
        narrow &= whole > -1000000 && whole < 10000000;
    }
    stepper_value(text, sizeof text, first, r->bytes, real);
    if (same) {
        fprintf(out, " in all lanes: %s\n", text);
        return;
    }
    int row = narrow ? 8 : 4, width = narrow ? 7 : 16;
    for (int l = 0; l < LANES; l++) {
        if (l % row == 0)
            fprintf(out, "\n  %4d:", l);
        stepper_value(text, sizeof text, r->value[l], r->bytes, real);
        fprintf(out, " %*s", width, lanes >> l & 1 ? text : ".");
    }
    fputc('\n', out);
}

bool stepper_real(const char *mnemonic, const SimRegister *r)
{
    const bool two = strncmp(mnemonic, "cvt.", 4) == 0 || strncmp(mnemonic, "set.", 4) == 0;
    const char *type = strrchr(mnemonic, '.');
    while (two && r->written && type > mnemonic && *--type != '.')
        ;
    return type && !r->address && (strncmp(type, ".f32", 4) == 0 || strncmp(type, ".f64", 4) == 0);
}

int stepper_operands(const Stepper *s, SimRegister *r, int most)
{
    const SimStep *step = &s->walk->step;
    if (step->pc < 0 || !s->walk->ran)
        return 0;
    int lane = step->lanes ? __builtin_ctz(step->lanes) : 0;
    return sim_step_operands(s->walk->ran, step->warp, lane, step->pc, r, most);
}

static void print_operands(const Stepper *s, FILE *out, bool all)
{
    SimRegister r[MOST_OPERANDS];
    const SimStep *step = &s->walk->step;
    int count = stepper_operands(s, r, MOST_OPERANDS);
    for (int i = 0; i < count; i++)
        if (all || (r[i].written && step->enabled))
            print_register(out, &r[i], r[i].written ? step->enabled : step->lanes,
                           stepper_real(stepper_insn(s, step->pc)->text, &r[i]));
}

static void print_step(const Stepper *s, FILE *out)
{
    const SimStep *step = &s->walk->step;
    char ptx[64];
    stepper_ptx(s, step->pc, ptx, sizeof ptx);
    fprintf(out, "  done:  %s\n", ptx);
    if (step->enabled != step->lanes)
        fprintf(out, "  guard: %s\n", lane_picture(step->enabled));
    print_operands(s, out, false);
}

static void print_lanes(const Stepper *s, FILE *out)
{
    static const char *const STATES[] = {[SIM_LANES_RUN] = "",
                                         [SIM_LANES_AT_BARRIER] = " wait: barrier",
                                         [SIM_LANES_AT_MBARRIER] = " wait: mbarrier",
                                         [SIM_LANES_AT_SYNC] = " wait: other lanes",
                                         [SIM_LANES_MEET] = " wait to meet"};
    for (int warp = 0; warp < s->walk->launch.warps; warp++) {
        SimGroup groups[LANES];
        int count = stepper_groups(s, warp, groups);
        if (!count)
            fprintf(out, "warp %-2d  has ended\n", warp);
        for (int i = 0; i < count; i++)
            fprintf(out, "warp %-2d  %s  line %d%s\n", warp, lane_picture(groups[i].lanes),
                    stepper_shown(s, warp, &groups[i])->line, STATES[groups[i].state]);
    }
}

// Prints the first elements of an array, at most `most`.
static void print_array(const Stepper *s, const ShownArray *a, size_t most, FILE *out)
{
    const bool known = a->element.bytes;
    SimElement e = known ? a->element : (SimElement){.bytes = 4};
    e.bytes = e.bytes == 1 || e.bytes == 2 || e.bytes == 8 ? e.bytes : 4;
    const size_t count = a->size / e.bytes;
    for (size_t i = 0; i < count && i < most; i++) {
        char text[32];
        stepper_array_element(s, a, i, e, text, sizeof text);
        if (i % 8 == 0)
            fprintf(out, "%s%6zu:", i ? "\n" : "", i * (known ? 1 : e.bytes));
        fprintf(out, " %8s", text);
    }
    if (count > most)
        fprintf(out, "\n        … and %zu more", count - most);
    fputc('\n', out);
}

// Prints the arrays of shared memory, or those of device memory.
static void print_arrays(const Stepper *s, bool shared, FILE *out)
{
    ShownArray arrays[MOST_ARRAYS];
    int count = stepper_arrays(s, arrays, MOST_ARRAYS), shown = 0;
    for (int i = 0; i < count; i++) {
        const ShownArray *a = &arrays[i];
        if (a->shared != shared)
            continue;
        shown++;
        fprintf(out, "%s, %zu bytes", a->name, a->size);
        if (!shared)
            fprintf(out, " at 0x%" PRIx64, a->address);
        fputc('\n', out);
        print_array(s, a, shared ? SIZE_MAX : 64, out);
    }
    if (shared && !shown)
        fprintf(out, "  The block has no shared memory.\n");
}

// ---- What is done --------------------------------------------------------------------------------------------

// Returns how many errors the checks have found so far; *last: the last one of the current launch. Remarks are none.
static int errors_found(const Walk *w, const SimFinding **last)
{
    int count = 0;
    for (int i = 0; i < w->finding_count; i++)
        count += w->findings[i].kind != SIM_FOUND_REMARK;
    for (int i = 0; i < w->launch.finding_count; i++)
        if (w->launch.findings[i].kind != SIM_FOUND_REMARK) {
            *last = &w->launch.findings[i];
            count++;
        }
    return count;
}

// Tells whether a person who has waited for some time wants the command to end. Now and then is often enough to ask.
static bool is_halted(Stepper *s)
{
    enum { SELDOM = 4096, PATIENCE = 1 };
    return s->halt && ++s->steps % SELDOM == 0 && time(NULL) - s->begun > PATIENCE && s->halt();
}

// Tells whether the launch that has just begun is its kernel's first one in this walk.
static bool is_first_launch(Stepper *s)
{
    int i = 0;
    while (i < s->first_count && s->first[i].kernel != s->walk->launch.kernel)
        i++;
    if (i == MOST_KERNELS)
        return false;
    if (i == s->first_count) {
        s->first[s->first_count].kernel = s->walk->launch.kernel;
        s->first[s->first_count++].launch = s->walk->launches;
    }
    return s->first[i].launch == s->walk->launches;
}

// Goes one instruction forward. False at the end.
static bool forward(Stepper *s)
{
    const SimFinding *last;
    int errors = errors_found(s->walk, &last);
    uint64_t launches = s->walk->launches;
    if (!s->walk->moment)
        is_first_launch(s);
    s->begins = false;
    if (!walk_step(s->walk))
        return false;
    s->begins = s->walk->launches != launches && is_first_launch(s);
    s->warp = s->walk->step.warp;
    s->found = errors_found(s->walk, &last) > errors;
    s->halts = is_halted(s);
    return true;
}

// Tells whether a command that goes on must end here, although it isn't there yet.
static bool must_stop(const Stepper *s)
{
    return s->found || s->halts;
}

bool stepper_is_at_failure(const Stepper *s)
{
    const Failure *f = &s->failure;
    return f->why && f->where != FAILS_LATER && !f->far && s->walk->moment == f->moment &&
           (f->where == FAILS_HERE || s->walk->over);
}

// Says what is wrong where the walk is, as the judge has said it, or as a check says it or what has ended the launch; nothing if nothing is.
static void tell_mistake(const Stepper *s, FILE *out)
{
    const SimFinding *last = NULL;
    if (stepper_is_at_failure(s))
        callsite_print(out, "  ", s->failure.why);
    else if (s->found && errors_found(s->walk, &last) && last)
        callsite_print(out, "  ", last->text);
    else if (s->walk->over && s->walk->error.status != SIM_OK)
        callsite_print(out, "  ", s->walk->error.text);
}

bool stepper_look_ahead(Stepper *s, Walk *w)
{
    enum { SELDOM = 4096, PATIENCE = 4 };
    Failure *f = &s->failure;
    const SimFinding *last;
    time_t begun = time(NULL);
    uint64_t steps = 0;
    f->launch++;
    f->far = false;
    while (!f->far && !errors_found(w, &last) && walk_step(w))
        f->far = ++steps % SELDOM == 0 && time(NULL) - begun > PATIENCE;
    bool fails = errors_found(w, &last) || w->error.status != SIM_OK;
    f->where = fails ? FAILS_HERE : f->launch < f->launches ? FAILS_LATER : FAILS_AT_END;
    f->moment = w->moment;
    f->block = w->block;
    walk_restart(w);
    return fails;
}

void stepper_tell_failure(const Stepper *s, FILE *out)
{
    const Failure *f = &s->failure;
    if (!f->why)
        return;
    char *first = strndup(f->why, strcspn(f->why, "\n"));
    callsite_print(out, "  ", first ? first : f->why);
    free(first);
    if (f->note)
        fprintf(out, "  %s\n", f->note);
    if (f->where == FAILS_LATER && !f->far)
        fprintf(out, "  That shows later, not in this launch, %u of %u: c, twice, goes on.\n",
                f->launch, f->launches);
    else if (f->far)
        fprintf(out, "  That shows more than %" PRIu64 " moments on: c goes there.\n", f->moment);
    else if (f->where == FAILS_HERE)
        fprintf(out, "  That shows %" PRIu64 " moments on, in block %" PRIu64 ": c goes there.\n",
                f->moment, f->block);
    else
        fprintf(out,
                "  That shows when the launch has ended, %" PRIu64 " moments on: c goes there.\n",
                f->moment);
}

// Says all that is known of what has gone wrong.
static void explain(const Stepper *s, FILE *out)
{
    const SimFinding *last = NULL;
    if (s->failure.why)
        callsite_print(out, "  ", s->failure.why);
    else if (s->walk->over && s->walk->error.status != SIM_OK)
        callsite_print(out, "  ", s->walk->error.text);
    else if (errors_found(s->walk, &last) && last)
        callsite_print(out, "  ", last->text);
    else
        fprintf(out, "  Nothing has gone wrong so far.\n");
}

// Says why a command has ended before its goal: an access at which a check has found something, or what ended the launch.
static void tell_end(const Stepper *s, FILE *out)
{
    if (s->halts)
        fprintf(out, "  Stopped by a key; the same command again goes on.\n");
    if (s->walk->over && s->walk->error.status == SIM_OK && !s->terse)
        fprintf(out, "  All threads have ended.\n");
    tell_mistake(s, out);
}

// Says that another grid runs than before a command, or another block; the one before may have ended, or wait.
static void tell_block(const Stepper *s, uint64_t launches, uint64_t block, FILE *out)
{
    if (!s->walk->worker)
        return;
    if (s->walk->launches != launches) {
        char *name = callsite_demangle(sim_function_info(s->walk->launch.kernel).name);
        fprintf(out, "  %s%s runs.\n", s->walk->launches > launches ? "The grid has ended; " : "",
                name ? name : "another");
        free(name);
    } else if (s->walk->block != block) {
        fprintf(out, "  Block %" PRIu64 " runs.\n", s->walk->block);
    }
}

static bool is_operator(const char *text)
{
    static const char *const all[] = {"==", "!=", "<", ">", "<=", ">="};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(text, all[i]) == 0)
            return true;
    return false;
}

// Compares two values by a breakpoint's operator.
static bool compares(int64_t a, const char *operator, int64_t b)
{
    return strcmp(operator, "==") == 0   ? a == b
           : strcmp(operator, "!=") == 0 ? a != b
           : strcmp(operator, "<=") == 0 ? a <= b
           : strcmp(operator, ">=") == 0 ? a >= b
           : *operator== '<'             ? a < b
                                         : a> b;
}

// Sets *value to what a condition's name means in a lane; false if it means nothing there.
static bool named_value(const Stepper *s, const char *name, int lane, int64_t *value)
{
    NamedVariable v[MOST_VARIABLES];
    SimRegister r;
    uint64_t bits;
    const struct {
        const char *name;
        int64_t value;
    } own[] = {{"lane", lane}, {"warp", s->warp}, {"block", (int64_t)s->walk->block}};
    for (int i = 0; i < 3; i++)
        if (strcmp(name, own[i].name) == 0) {
            *value = own[i].value;
            return true;
        }
    if (*name == '%') {
        bool there = sim_step_register(s->walk->shown, s->warp, lane, name, &r);
        *value = there ? (int64_t)sign_extend(r.value[lane], r.bytes ? r.bytes : 8) : 0;
        return there;
    }
    int count = stepper_variables(s, v, MOST_VARIABLES);
    for (int i = count - 1; i >= 0; i--) // finds the innermost variable of that name
        if (strcmp(v[i].name, name) == 0 && stepper_variable(s, &v[i], lane, &bits)) {
            *value = variable_whole(&v[i], bits);
            return true;
        }
    return false;
}

// Tells whether the condition is true for a lane of the group; that lane is shown from then on.
static bool holds(Stepper *s, const Break *k, const SimGroup *g)
{
    EACH_BIT(lane, *k->name ? g->lanes : 0) {
        int64_t value;
        if (named_value(s, k->name, lane, &value) && compares(value, k->operator, k->value)) {
            s->lane = lane;
            return true;
        }
    }
    return !*k->name;
}

bool stepper_is_at(const char *file, int line, const Spot *spot)
{
    return line == spot->line && file && strcmp(file, spot->file) == 0;
}

static bool is_at(const SimInsnInfo *insn, const Spot *spot)
{
    return stepper_is_at(insn->file, insn->line, spot);
}

// Tells whether the warp that has just moved came to a line at which to stop: `to`; if that is NULL, a breakpoint's line.
static bool arrived(Stepper *s, const Spot *to)
{
    SimGroup groups[LANES];
    const SimInsnInfo *last = stepper_insn(s, s->walk->step.pc);
    if (!stepper_groups(s, s->warp, groups))
        return false;
    const SimInsnInfo *at = stepper_insn(s, groups->pc);
    if (to)
        return is_at(at, to) && !is_at(last, to);
    for (int i = 0; i < s->break_count; i++) {
        const Break *k = &s->breaks[i];
        if (is_at(at, &k->spot) && !is_at(last, &k->spot) && holds(s, k, groups))
            return true;
    }
    return false;
}

// Says that another warp is next, and why.
static void tell_turn(const Stepper *s, int warp, uint64_t block, FILE *out)
{
    SimGroup groups[LANES];
    bool left = s->walk->block == block && stepper_groups(s, warp, groups);
    fprintf(out, "  warp %d %s; it is warp %d's turn.\n", warp, left ? "waits" : "has ended",
            s->warp);
}

// Where a lane is in the source.
typedef struct {
    Spot spot;
    int depth; // of calls; 0: it has ended
} Place;

static Place place_of_lane(const Stepper *s, int warp, int lane)
{
    int pc[MOST_FRAMES] = {0},
        depth = s->walk->shown ? sim_step_frames(s->walk->shown, warp, lane, pc, MOST_FRAMES) : 0;
    const SimInsnInfo *insn = stepper_insn(s, pc[0]);
    return (Place){{insn->file, insn->line}, depth};
}

// Returns the lane of a group that n follows: the one that is shown, if it is there.
static int lane_to_follow(const Stepper *s, const SimGroup *g)
{
    return g->lanes >> s->lane & 1 ? s->lane : __builtin_ctz(g->lanes);
}

// Tells whether a lane that was at `from` has come to another line there, or has returned to what called it. What it calls, and lines of
// other files, which are those of functions that the compiler has put there, are none to stop at. later: it must be a later line.
static bool is_next(const Stepper *s, const Place *from, const Place *at, bool later)
{
    const char *home = stepper_home(s);
    if (!at->spot.file || at->spot.line <= 0 || at->depth > from->depth)
        return false;
    if (at->depth < from->depth)
        return true;
    bool stays = from->spot.file && strcmp(at->spot.file, from->spot.file) == 0;
    if (stays)
        return later ? at->spot.line > from->spot.line : at->spot.line != from->spot.line;
    return home && strcmp(at->spot.file, home) == 0;
}

typedef enum { TO_LINE, TO_NEXT, TO_LATER, TO_WARP } Goal;

// Tells whether n or o ends where the walk is: the lane is at a line to stop at and has the turn, or it has ended.
static bool has_come(const Stepper *s, Goal goal, const Place *from, int warp, int lane)
{
    SimGroup groups[LANES];
    Place at = place_of_lane(s, warp, lane);
    if (!at.depth)
        return true;
    bool turn = stepper_groups(s, warp, groups) && groups->lanes >> lane & 1 &&
                (groups->state == SIM_LANES_RUN || groups->state == SIM_LANES_AT_MBARRIER);
    return turn && is_next(s, from, &at, goal == TO_LATER);
}

// Goes on to the goal; TO_LINE is `to`, which is NULL for the others.
static void go(Stepper *s, Goal goal, const Spot *to, FILE *out)
{
    SimGroup groups[LANES];
    int warp = s->warp, lane = stepper_groups(s, warp, groups) ? lane_to_follow(s, groups) : 0;
    const Place from = place_of_lane(s, warp, lane);
    uint64_t block = s->walk->block, launches = s->walk->launches;
    for (int i = 0; i < MOST_STEPS; i++) {
        if (!forward(s) || (goal != TO_LINE && s->walk->launches != launches))
            return;
        if (must_stop(s))
            return;
        uint64_t ran = s->walk->block;
        bool same = walk_show(s->walk, block), own = ran == block && s->warp == warp;
        bool on = (goal == TO_NEXT || goal == TO_LATER) &&
                  (!same || has_come(s, goal, &from, warp, lane));
        walk_show(s->walk, ran);
        if (goal == TO_LINE ? arrived(s, to) : goal == TO_WARP ? !own : on) {
            if (goal == TO_WARP)
                tell_turn(s, warp, block, out);
            else if (goal != TO_LINE) {
                s->warp = warp;
                walk_show(s->walk, block);
            }
            return;
        }
        if (goal != TO_LINE && arrived(s, NULL))
            return;
    }
    fprintf(out, "  Not there after %d steps; the same command again goes on.\n", MOST_STEPS);
}

static void back_to(Stepper *s, uint64_t moment, FILE *out)
{
    if (!s->walk->moment)
        fprintf(out, "  This is the beginning.\n");
    walk_towards(s->walk, moment, UINT64_MAX);
    s->shown_file = NULL;
    if (s->walk->step.pc >= 0)
        s->warp = s->walk->step.warp;
}

// Prints a line's number, and its file if that isn't the one that is shown.
static void print_spot(const Stepper *s, const Spot *spot, FILE *out)
{
    bool shown = !s->shown_file || strcmp(spot->file, s->shown_file) == 0;
    fprintf(out, "line %d%s%s", spot->line, shown ? "" : " of ",
            shown ? "" : callsite_shorten(spot->file));
}

static void list_breaks(const Stepper *s, FILE *out)
{
    if (!s->break_count)
        fprintf(out, "  There are no breakpoints; k 12 makes one at line 12.\n");
    for (int i = 0; i < s->break_count; i++) {
        const Break *k = &s->breaks[i];
        fprintf(out, "  ");
        print_spot(s, &k->spot, out);
        if (*k->name)
            fprintf(out, " if %s %s %" PRId64, k->name, k->operator, k->value);
        fputc('\n', out);
    }
}

// Tells whether a path ends with a name, which may have folders.
static bool is_named(const char *path, const char *name)
{
    size_t all = strlen(path), end = strlen(name);
    return all >= end && strcmp(path + all - end, name) == 0 &&
           (all == end || path[all - end - 1] == '/');
}

// Reads "12", or "warp.h:12" with the file's name, into *spot. False if it is neither, or if no instruction comes
// from there, which is told. Of several files with a line 12 the one that is shown is meant.
static bool read_spot(const Stepper *s, const char *text, Spot *spot, FILE *out)
{
    char name[256] = "", *end;
    size_t length = strcspn(text, ": ");
    if (length < sizeof name && text[length] == ':') {
        snprintf(name, sizeof name, "%.*s", (int)length, text);
        text += length + 1;
    }
    *spot = (Spot){NULL, (int)strtol(text, &end, 10)};
    if (end == text || spot->line <= 0 || (*end && *end != ' ')) {
        fprintf(out, "  That is no source line: 12 is one, or warp.h:12 of another file.\n");
        return false;
    }
    int next = 0;
    for (int i = 0; i < s->walk->launch.insn_count; i++) {
        const SimInsnInfo *insn = stepper_insn(s, i);
        if (!insn->file || (*name && !is_named(insn->file, name)))
            continue;
        bool shown = s->shown_file && strcmp(insn->file, s->shown_file) == 0;
        if (insn->line == spot->line && (shown || !spot->file))
            spot->file = insn->file;
        if (insn->line > spot->line && (!next || insn->line < next))
            next = insn->line;
    }
    if (spot->file)
        return true;
    fprintf(out, "  No instruction comes from line %d%s%s", spot->line, *name ? " of " : "", name);
    if (next)
        fprintf(out, "; the next line that has one is %d", next);
    fprintf(out, ".\n");
    return false;
}

// Says so if a line is only in another kernel, which this one may never launch.
static void tell_elsewhere(const Stepper *s, const Spot *spot, FILE *out)
{
    const SimFunction *other = NULL;
    for (int i = 0; i < s->walk->launch.insn_count; i++) {
        const SimInsnInfo *insn = stepper_insn(s, i);
        if (is_at(insn, spot) &&
            (insn->function == s->walk->launch.kernel || !sim_function_info(insn->function).kernel))
            return;
        other = is_at(insn, spot) ? insn->function : other;
    }
    char *name = other ? callsite_demangle(sim_function_info(other).name) : NULL;
    fprintf(out, "  Line %d is in another kernel%s%s: nothing comes there before it is launched.\n",
            spot->line, name ? ", " : "", name ? name : "");
    free(name);
}

// Tells whether a condition's name means something when a warp comes to a line; if not, says so.
static bool has_name(const Stepper *s, const char *name, const Spot *spot, FILE *out)
{
    NamedVariable v[MOST_VARIABLES];
    if (*name == '%' || strcmp(name, "lane") == 0 || strcmp(name, "warp") == 0 ||
        strcmp(name, "block") == 0)
        return true;
    for (int i = 0; s->names && i < s->walk->launch.insn_count; i++) {
        const SimInsnInfo *insn = stepper_insn(s, i);
        int count = is_at(insn, spot) ? names_at(s->names, sim_function_info(insn->function).name,
                                                 insn->ptx_line, v, MOST_VARIABLES)
                                      : 0;
        while (count-- > 0)
            if (strcmp(v[count].name, name) == 0)
                return true;
    }
    fprintf(out, "  There is no variable %s at line %d.%s\n", name, spot->line,
            s->names ? ""
                     : " This build has no names; that of make step-... has. Or take a register.");
    return false;
}

// Makes the breakpoint "12", or "12 if %r3 == 5". "12" removes one that is there; a condition replaces it.
static void set_break(Stepper *s, const char *text, FILE *out)
{
    Break k = {.name = ""};
    char rest[8] = "";
    const char *condition = text + strcspn(text, " ");
    int read =
        sscanf(condition, " if %31s %2[=!<>] %" SCNd64 " %7s", k.name, k.operator, & k.value, rest);
    if (condition[strspn(condition, " ")] && (read != 3 || !is_operator(k.operator))) {
        fprintf(out, "  k takes a source line, and a condition: k 12 if lane == 3\n");
        return;
    }
    if (!read_spot(s, text, &k.spot, out))
        return;
    if (*k.name && !has_name(s, k.name, &k.spot, out))
        return;
    for (int i = 0; i < s->break_count; i++) {
        if (stepper_is_at(k.spot.file, k.spot.line, &s->breaks[i].spot)) {
            s->breaks[i] = s->breaks[--s->break_count];
            if (*k.name)
                break;
            fprintf(out, "  The breakpoint at line %d is removed.\n", k.spot.line);
            return;
        }
    }
    if (s->break_count == MOST_BREAKS) {
        fprintf(out, "  There are %d breakpoints, as many as there can be.\n", MOST_BREAKS);
        return;
    }
    s->breaks[s->break_count++] = k;
    list_breaks(s, out);
    tell_elsewhere(s, &k.spot, out);
}

// Sets *to to the number in `text`, if it is below `most`.
static void choose_number(int *to, const char *text, int most, const char *what, FILE *out)
{
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || *end || n < 0 || n >= most)
        fprintf(out, "  %s: 0 to %d\n", what, most - 1);
    else
        *to = (int)n;
}

static void show_registers(const Stepper *s, const char *name, FILE *out)
{
    SimGroup groups[LANES];
    SimRegister r;
    if (!*name) {
        if (s->walk->step.pc >= 0)
            print_operands(s, out, true);
        else
            fprintf(out, "  Nothing has been stepped yet.\n");
    } else if (stepper_groups(s, s->warp, groups) &&
               sim_step_register(s->walk->shown, s->warp, __builtin_ctz(groups->lanes), name, &r)) {
        print_register(out, &r, groups->lanes, r.name[1] == 'f');
    } else {
        fprintf(out, "  There is no register %s here.\n", name);
    }
}

// Turns to another block of the cluster, or if the argument is empty to the next one.
static void choose_block(Stepper *s, const char *argument, FILE *out)
{
    enum { MOST_BLOCKS = 16 };
    uint64_t blocks[MOST_BLOCKS];
    int count = walk_blocks(s->walk, blocks, MOST_BLOCKS), at = 0;
    while (at < count && blocks[at] != s->walk->block)
        at++;
    char *end = NULL;
    uint64_t asked = *argument ? strtoull(argument, &end, 10) : 0;
    if (count < 2)
        fprintf(out, "  The block is in no cluster.\n");
    else if (!*argument)
        walk_show(s->walk, blocks[(at + 1) % count]);
    else if (*end || !walk_show(s->walk, asked))
        fprintf(out, "  j takes a block of the cluster: %" PRIu64 " to %" PRIu64 "\n", blocks[0],
                blocks[count - 1]);
    fprintf(out, count < 2 ? "" : "  Block %" PRIu64 ".\n", s->walk->block);
}

// Does a command that only shows something, or chooses what is shown. False if it is another one.
static bool look(Stepper *s, char command, const char *argument, FILE *out)
{
    switch (command) {
    case 't':
        choose_number(&s->warp, argument, s->walk->launch.warps, "t takes a warp of the block",
                      out);
        return true;
    case 'j': choose_block(s, argument, out); return true;
    case 'd': tiles_print(s, out); return true;
    case 'f': flights_print(s, out); return true;
    case 'v': choose_number(&s->lane, argument, LANES, "v takes a lane", out); return true;
    case 'r': show_registers(s, argument, out); return true;
    case 'e': explain(s, out); return true;
    case 'p': print_variables(s, argument, out); return true;
    case 'l': print_lanes(s, out); return true;
    case 'x': print_arrays(s, true, out); return true;
    case 'm': print_arrays(s, false, out); return true;
    case 'a':
        if (s->walk->any_access)
            draw_one(out, s->walk->launch.memory, &s->walk->access, s->color);
        else
            fprintf(out, "  Nothing has been accessed yet.\n");
        return true;
    case 'k':
        if (*argument)
            set_break(s, argument, out);
        else
            list_breaks(s, out);
        return true;
    case 'h':
    case '?': fputs(HELP, out); return true;
    default: return false;
    }
}

Stepped stepper_obey(Stepper *s, const char *command, FILE *out)
{
    stepper_name_arrays(s);
    const char *argument = command + strcspn(command, " ");
    argument += strspn(argument, " ");
    long n = strtol(argument, NULL, 10);
    size_t word = strcspn(command, " ");
    char letter = word == 1 ? *command : '\0';
    if (look(s, letter, argument, out))
        return letter == 't' || letter == 'j' ? STEPPED_MOVED : STEPPED_STAYS;
    uint64_t before = s->walk->moment, launches = s->walk->launches, block = s->walk->block;
    bool over = s->walk->over;
    s->found = s->halts = false;
    s->steps = 0;
    s->begun = time(NULL);
    switch (letter) {
    case 'q': return STEPPED_QUIT;
    case 's':
        do
            if (forward(s) && !s->terse)
                print_step(s, out);
        while (!s->walk->over && !must_stop(s) && --n > 0);
        break;
    case 'n': go(s, TO_NEXT, NULL, out); break;
    case 'o': go(s, TO_LATER, NULL, out); break;
    case 'w': go(s, TO_WARP, NULL, out); break;
    case 'g': {
        Spot to;
        if (!read_spot(s, argument, &to, out))
            return STEPPED_STAYS;
        tell_elsewhere(s, &to, out);
        go(s, TO_LINE, &to, out);
        break;
    }
    case 'b':
        n = n > 0 ? n : 1;
        back_to(s, before > (uint64_t)n ? before - (uint64_t)n : 0, out);
        break;
    case 'u': back_to(s, s->before, out); break;
    case 'c':
        while (forward(s) && !must_stop(s) && !s->begins && !arrived(s, NULL))
            ;
        break;
    default:
        fprintf(out, "  There is no command '%.*s'; h shows help.\n", (int)word, command);
        return STEPPED_STAYS;
    }
    s->before = before;
    tell_block(s, launches, block, out);
    if (!over)
        tell_end(s, out);
    return s->walk->over ? STEPPED_OVER : STEPPED_MOVED;
}
