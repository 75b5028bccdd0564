// lab.c: one lab, from its bundle to the end of its walk (see lab.h). state.c writes what is shown on the way.

#include "lab.h"
#include "source_names.h"

#include <stdlib.h>
#include <string.h>

// A lab shares the browser's memory with other pages, so it gets only so much of it.
enum { MOST_BYTES = 64 << 20, MOST_CHECKED = 2 << 20, MOST_PRINTED = 1 << 16 };

static bool fail(Lab *lab, const char *text)
{
    size_t n = strlen(text);
    n = n < sizeof lab->error ? n : sizeof lab->error - 1;
    memcpy(lab->error, text, n);
    lab->error[n] = '\0';
    return false;
}

// ---- Opening and closing -----------------------------------------------------------------------------------------------

bool lab_open(Lab *lab, const char *bundle, size_t length)
{
    bundle_read(&lab->bundle, (Span){bundle, (int)length});
    Span spec = lab->bundle.spec;
    if (!spec_read(&lab->spec, spec.at, (size_t)spec.length))
        return fail(lab, lab->spec.error);
    return true;
}

static void end_walk(Lab *lab)
{
    walk_free(lab->walk);
    names_free(lab->names);
    sim_module_free(lab->module);
    sim_memory_free(lab->memory);
    free(lab->counted);
    lab->counted = NULL;
    lab->walk = NULL;
    lab->names = NULL;
    lab->module = NULL;
    lab->memory = NULL;
}

void lab_close(Lab *lab)
{
    end_walk(lab);
    spec_free(&lab->spec);
    writer_free(&lab->printed);
    *lab = (Lab){0};
}

bool lab_set(Lab *lab, const char *choice, const char *value)
{
    lab->spec.error[0] = '\0';
    return spec_set(&lab->spec, choice, value) ? true : fail(lab, lab->spec.error);
}

// ---- Printing --------------------------------------------------------------------------------------------------------

static void pad(Writer *out, size_t length, size_t width)
{
    for (size_t i = length; i < width && i < 64; i++)
        writer_puts(out, " ");
}

// Prints one conversion of printf, whose value is at `args`. Integers and texts are padded to their widths, so that tables stay
// aligned.
static const unsigned char *print_one(Lab *lab, const char *conversion, size_t length,
                                      const unsigned char *start, const unsigned char *args)
{
    Writer *out = &lab->printed, digits = {0};
    char kind = conversion[length - 1];
    size_t width = (size_t)span_number((Span){conversion + 1, (int)length - 2});
    if (memchr(conversion, '*', length)) { // "%*s": the width is an argument
        int32_t given;
        args = start + round_up((u64)(args - start), sizeof given);
        memcpy(&given, args, sizeof given);
        args += sizeof given;
        width = given > 0 ? (size_t)given : 0;
    }
    bool wide = kind == 's' || kind == 'p' || strchr("feg", kind) ||
                memchr(conversion, 'l', length) || memchr(conversion, 'z', length) ||
                memchr(conversion, 'j', length);
    size_t bytes = wide ? 8 : 4;
    args = start + round_up((u64)(args - start), bytes);
    uint64_t bits = 0;
    double real;
    memcpy(&bits, args, bytes);
    memcpy(&real, &bits, sizeof real);
    if (kind == 's') {
        const char *text = sim_print_text(&lab->walk->launch, bits);
        text = text ? text : "(no text)";
        pad(out, strlen(text), width);
        writer_puts(out, text);
    } else if (kind == 'c') {
        writer_put(out, (const char *)&bits, 1);
    } else if (strchr("feg", kind)) {
        writer_put_real(out, real);
    } else {
        bool is_signed = kind == 'd' || kind == 'i';
        writer_put_int(&digits, is_signed && !wide ? (int32_t)bits : (int64_t)bits);
        pad(out, digits.length, width);
        writer_puts(out, digits.at ? digits.at : "");
        writer_free(&digits);
    }
    return args + bytes;
}

static int print(void *host, const char *format, const unsigned char *args)
{
    Lab *lab = host;
    const unsigned char *start = args;
    int count = 0;
    for (const char *f = format; *f && lab->printed.length < MOST_PRINTED; f++) {
        size_t length = 1 + strspn(f + 1, "-+ #0123456789.*lhzj") + 1;
        if (*f != '%' || f[1] == '%' || !f[length - 1]) {
            writer_put(&lab->printed, f, 1);
            f += *f == '%' && f[1] == '%';
            continue;
        }
        args = print_one(lab, f, length, start, args);
        f += length - 1;
        count++;
    }
    return count;
}

// ---- The launch ------------------------------------------------------------------------------------------------------

static Span mangled_name(const Lab *lab, Span name)
{
    for (int i = 0; i < lab->bundle.kernel_count; i++)
        if (lab->bundle.kernels[i].name.length == name.length &&
            memcmp(lab->bundle.kernels[i].name.at, name.at, (size_t)name.length) == 0)
            return lab->bundle.kernels[i].mangled;
    return name;
}

// Returns the kernel that the launch names. If it names a choice, the choice's value is the kernel.
Span lab_kernel(Lab *lab)
{
    const Choice *kernels = spec_kernels(&lab->spec);
    return kernels ? spec_word(kernels) : lab->spec.kernel;
}

static SimFunction *find_kernel(Lab *lab)
{
    Span mangled = mangled_name(lab, lab_kernel(lab));
    char name[512];
    if (mangled.length >= (int)sizeof name)
        return NULL;
    memcpy(name, mangled.at, (size_t)mangled.length);
    name[mangled.length] = '\0';
    return sim_module_function(lab->module, name);
}

// Gives a kernel what ptxas made of it for this device.
static bool set_assembled(Lab *lab, SimFunction *f, const SimDevice *device)
{
    const Bundle *b = &lab->bundle;
    const char *name = sim_function_info(f).name;
    int64_t arch = 10 * device->major + device->minor;
    for (int i = 0; i < b->assembled_count; i++) {
        if (!span_is(b->assembled[i].kernel, name) || b->assembled[i].arch != arch)
            continue;
        SimAssembled assembled = {.registers = (int)b->assembled[i].registers};
        bundle_read_assembled(b->assembled[i].lines, &assembled);
        if (!assembled.lines)
            return fail(lab, "There is no memory for this lab.");
        sim_function_set_assembled(f, &assembled);
        free(assembled.lines);
    }
    return true;
}

// Computes an array's sizes, in elements; false with an error.
static bool measure(Lab *lab, Array *a)
{
    Value rows = {.i = 1}, columns;
    if ((a->rows.length && !spec_value(&lab->spec, a->rows, &rows)) ||
        !spec_value(&lab->spec, a->columns, &columns))
        return fail(lab, lab->spec.error);
    if (rows.i < 0 || columns.i < 0 || rows.i > MOST_BYTES || columns.i > MOST_BYTES ||
        rows.i * columns.i > MOST_BYTES / element_bytes(a->element))
        return fail(
            lab,
            "An array would be larger than the 64 MiB of memory that a lab has. Choose a smaller size.");
    a->row_count = rows.i;
    a->column_count = columns.i;
    return true;
}

static void store(unsigned char *to, Element e, Value v)
{
    if (e == E_FLOAT) {
        float f = (float)(v.real ? v.f : (double)v.i);
        memcpy(to, &f, sizeof f);
    } else if (e == E_DOUBLE) {
        double f = v.real ? v.f : (double)v.i;
        memcpy(to, &f, sizeof f);
    } else {
        memcpy(to, &v.i, (size_t)element_bytes(e));
    }
}

// Tells whether a variable's PTX name is the array's name, or contains it as C++ names do.
static bool is_symbol(const char *variable, const char *name)
{
    const char *at = variable ? strstr(variable, name) : NULL;
    return at && (strcmp(variable, name) == 0 || (at > variable && is_digit(at[-1])));
}

static bool place(Lab *lab, Array *a, uint64_t bytes)
{
    if (a->place == IN_GLOBAL) {
        a->address = sim_alloc(lab->memory, bytes, SIM_GLOBAL, NULL, NULL, a->name);
        return a->address ? true : fail(lab, "There is no memory for this lab.");
    }
    for (size_t i = 0; i < sim_alloc_count(lab->memory); i++) {
        const SimAlloc *alloc = sim_alloc_at(lab->memory, i);
        if (is_symbol(alloc->name, a->name) && alloc->size >= bytes) {
            a->address = alloc->base;
            return true;
        }
    }
    return fail(lab, "The program has no variable of the name and size that this lab asks for.");
}

// Copies an array's bytes from the bundle.
static bool copy_given(Lab *lab, const Array *a, uint64_t bytes)
{
    const Bundle *b = &lab->bundle;
    unsigned char *host = sim_pointer(lab->memory, a->address, bytes);
    for (int g = 0; g < b->given_count; g++) {
        if (!span_is(b->given[g].name, a->name) ||
            !bundle_read_given(b->given[g].bytes, host, bytes))
            continue;
        sim_memory_wrote(lab->memory, a->address, bytes);
        return true;
    }
    return fail(lab, "An array's initial value is missing.");
}

static bool fill(Lab *lab, const Array *a, int number_of, uint64_t bytes)
{
    if (span_is(a->value, "given"))
        return copy_given(lab, a, bytes);
    Spec *spec = &lab->spec;
    unsigned char *host = sim_pointer(lab->memory, a->address, bytes);
    size_t size = (size_t)element_bytes(a->element);
    spec->seed = (uint64_t)number_of + 1;
    for (spec->index = 0; host && spec->index < bytes / size; spec->index++) {
        Value v;
        if (!spec_value(spec, a->value, &v))
            return fail(lab, spec->error);
        store(host + spec->index * size, a->element, v);
    }
    sim_memory_wrote(lab->memory, a->address, bytes);
    return true;
}

// Places an array in shared memory: where the kernel has a static one of that name; else behind those before, *end, where dynamic
// shared memory begins at the earliest if the lab names static arrays, too.
static void place_shared(const SimFunction *kernel, Array *a, uint64_t *end)
{
    size_t offset, size;
    const char *name;
    for (int i = 0; (name = sim_function_shared(kernel, i, &offset, &size)); i++)
        if (is_source_name(name, a->name)) {
            a->address = offset;
            *end = round_up(sim_function_info(kernel).shared, 16);
            return;
        }
    a->address = round_up(*end, (uint64_t)element_bytes(a->element));
    *end = a->address + array_bytes(a);
}

static bool make_arrays(Lab *lab, const SimFunction *kernel, bool check)
{
    uint64_t all = 0, shared = 0;
    for (int i = 0; i < lab->spec.array_count; i++) {
        Array *a = &lab->spec.arrays[i];
        if (!measure(lab, a))
            return false;
        uint64_t bytes = array_bytes(a);
        if (a->place == IN_SHARED) {
            place_shared(kernel, a, &shared);
            continue;
        }
        all += bytes;
        if (all > MOST_BYTES)
            return fail(
                lab,
                "The arrays together would be larger than the 64 MiB of memory that a lab has. Choose a "
                "smaller size.");
        if (check && all > MOST_CHECKED)
            return fail(
                lab,
                "With checks on, a lab's arrays may have at most 2 MiB. Choose a smaller size, or no checks.");
        if (!place(lab, a, bytes) || (a->value.length && !fill(lab, a, i, bytes)))
            return false;
    }
    lab->spec.index = 0;
    return true;
}

// Writes a value as a parameter or a member of `bytes` bytes.
static void put(unsigned char *to, size_t bytes, Value v)
{
    float f = (float)v.f;
    if (v.real && bytes == 4)
        memcpy(to, &f, 4);
    else if (v.real && bytes == 8)
        memcpy(to, &v.f, 8);
    else
        memcpy(to, &v.i, bytes < 8 ? bytes : 8);
}

// Writes a structure {a, b, …}, each member with its natural alignment.
static bool put_structure(Lab *lab, unsigned char *to, size_t size, Span members)
{
    size_t at = 0;
    for (Span item; spec_next(&members, &item);) {
        Value v;
        if (!spec_value(&lab->spec, item, &v))
            return fail(lab, lab->spec.error);
        size_t bytes = v.bytes ? (size_t)v.bytes : v.real && !v.single ? 8 : 4;
        at = round_up(at, bytes);
        if (at + bytes > size)
            return fail(lab, "The launch gives a structure more members than it has.");
        put(to + at, bytes, v);
        at += bytes;
    }
    return true;
}

static bool put_arguments(Lab *lab, const SimFunction *kernel, unsigned char *params)
{
    Span list = lab->spec.arguments, item;
    size_t offset, size;
    int i = 0;
    for (; spec_next(&list, &item); i++) {
        Value v;
        if (!sim_function_param(kernel, i, &offset, &size))
            return fail(lab, "The launch gives the kernel more arguments than it has.");
        if (item.length > 1 && item.at[0] == '{') {
            if (!put_structure(lab, params + offset, size, (Span){item.at + 1, item.length - 2}))
                return false;
            continue;
        }
        if (!spec_value(&lab->spec, item, &v))
            return fail(lab, lab->spec.error);
        if (size > 8)
            return fail(
                lab, "The launch gives a number where the kernel has a structure: write {a, b}.");
        put(params + offset, size, v);
    }
    if (sim_function_param(kernel, i, &offset, &size))
        return fail(lab, "The launch gives the kernel fewer arguments than it has.");
    return true;
}

static int attribute(int *value, int which, int device)
{
    (void)which;
    (void)device;
    *value = 0;
    return 1; // cudaErrorInvalidValue
}

static bool launch(Lab *lab, SimFunction *kernel, const SimDevice *device, bool check,
                   SimSchedule schedule)
{
    Spec *spec = &lab->spec;
    SimError err;
    Value shared = {0};
    if (spec->shared.length && !spec_value(spec, spec->shared, &shared))
        return fail(lab, spec->error);
    unsigned char *params = calloc(1, sim_function_info(kernel).params + 8);
    if (!params)
        return fail(lab, "There is no memory for this lab.");
    if (!put_arguments(lab, kernel, params) || !set_assembled(lab, kernel, device)) {
        free(params);
        return false;
    }
    SimLaunch plan = {.device = device,
                      .memory = lab->memory,
                      .kernel = kernel,
                      .shared = (size_t)(shared.i > 0 ? shared.i : 0),
                      .params = params,
                      .check = check,
                      .schedule = schedule,
                      .seed = 1,
                      .print = print,
                      .host = lab,
                      .cooperative = false,
                      .heap = 1 << 20,
                      .most_children = 256,
                      .attribute = attribute};
    memcpy(plan.grid, spec->grid_size, sizeof plan.grid);
    memcpy(plan.block, spec->block_size, sizeof plan.block);
    memcpy(plan.cluster, spec->cluster_size, sizeof plan.cluster);
    lab->walk = walk_new(&plan, &err);
    free(params);
    return lab->walk ? true : fail(lab, err.text);
}

// ---- Moments ---------------------------------------------------------------------------------------------------------

Span lab_line(const Lab *lab, const char *file, int line)
{
    for (int s = 0; file && s < lab->bundle.source_count; s++) {
        Span rest = lab->bundle.sources[s].text;
        int64_t at = lab->bundle.sources[s].line;
        if (!span_is(lab->bundle.sources[s].file, file) || line < at)
            continue;
        while (rest.length) {
            const char *newline = memchr(rest.at, '\n', (size_t)rest.length);
            int length = newline ? (int)(newline - rest.at) : rest.length;
            if (at++ == line)
                return (Span){rest.at, length};
            length += newline != NULL;
            rest = (Span){rest.at + length, rest.length - length};
        }
    }
    return (Span){"", 0};
}

static bool has_text(Span line, Span text)
{
    for (int i = 0; i + text.length <= line.length; i++)
        if (memcmp(line.at + i, text.at, (size_t)text.length) == 0)
            return true;
    return false;
}

static bool is_kind(const SimInsnInfo *insn, char what)
{
    switch (what) {
    case 'l': return insn->kind == SIM_LOAD && insn->space != SIM_SPACE_PARAM;
    case 's': return insn->kind == SIM_STORE;
    case 'a': return insn->kind == SIM_ATOMIC;
    case 'b': return insn->kind == SIM_BRANCH;
    case 'w': return insn->kind == SIM_BARRIER;
    default: return true;
    }
}

// Returns moment i: 0 is the note's first moment, the others are those of its predictions.
static const Moment *moment_of(const Spec *spec, int i)
{
    return i ? &spec->asks[i - 1].at : &spec->at;
}

// Notes for each instruction which moments count it: bit 0 is the first moment, the other bits are the predictions' moments.
static bool mark_moments(Lab *lab)
{
    const SimLaunch *l = &lab->walk->launch;
    lab->counted = calloc((size_t)l->insn_count, 1);
    for (int pc = 0; lab->counted && pc < l->insn_count; pc++) {
        Span line = lab_line(lab, l->insns[pc].file, l->insns[pc].line);
        for (int i = 0; i <= lab->spec.ask_count; i++) {
            const Moment *m = moment_of(&lab->spec, i);
            if (m->kind == AT_TEXT && is_kind(&l->insns[pc], m->what) && has_text(line, m->text))
                lab->counted[pc] |= (uint8_t)(1 << i);
        }
    }
    return lab->counted ? true : fail(lab, "There is no memory for this lab.");
}

bool lab_begin(Lab *lab)
{
    Spec *spec = &lab->spec;
    SimError err;
    end_walk(lab);
    writer_clear(&lab->printed);
    lab->surveyed = lab->fails = false;
    lab->total = lab->first = 0;
    lab->found_count = 0;
    memset(lab->seen, 0, sizeof lab->seen);
    memset(lab->asked, 0, sizeof lab->asked);
    lab->error[0] = spec->error[0] = '\0';
    bool check = spec_choice(spec, "check")->value == 1;
    const SimDevice *device = sim_device_at((int)spec_choice(spec, "device")->value);
    SimSchedule schedule = (SimSchedule)spec_choice(spec, "schedule")->value;
    memset(spec->block_size, 0, sizeof spec->block_size);
    if (!spec_size(spec, spec->block, spec->block_size) ||
        !spec_size(spec, spec->grid, spec->grid_size) ||
        (spec->cluster.length && !spec_size(spec, spec->cluster, spec->cluster_size)))
        return fail(lab, spec->error);
    lab->memory = sim_memory_new();
    if (!lab->memory)
        return fail(lab, "There is no memory for this lab.");
    if (check)
        sim_memory_check(lab->memory);
    lab->module =
        sim_module_load(lab->bundle.ptx.at, (size_t)lab->bundle.ptx.length, lab->memory, &err);
    if (!lab->module)
        return fail(lab, err.text);
    lab->names = names_new(lab->bundle.ptx.at, (size_t)lab->bundle.ptx.length);
    SimFunction *kernel = find_kernel(lab);
    if (!kernel)
        fail(lab, "The program has no kernel of the name that this lab asks for.");
    if (!kernel || !make_arrays(lab, kernel, check) ||
        !launch(lab, kernel, device, check, schedule)) {
        end_walk(lab);
        return false;
    }
    bool ready = mark_moments(lab);
    for (int i = 0; ready && i < spec->array_count; i++) {
        const Array *a = &spec->arrays[i];
        if (a->place != IN_SHARED && !walk_watch(lab->walk, a->address, array_bytes(a)))
            ready = fail(lab, "There is no memory for this lab.");
    }
    if (!ready)
        end_walk(lab);
    return ready;
}

// ---- Walking ---------------------------------------------------------------------------------------------------------

// Notes the moment of the findings that the last step has brought.
static void note_findings(Lab *lab)
{
    const Walk *w = lab->walk;
    int count = w->finding_count + w->launch.finding_count;
    while (lab->found_count < count && lab->found_count < LAB_FOUND)
        lab->found[lab->found_count++] = w->moment;
}

// Returns a moment that does not depend on a line of the source.
static uint64_t moment_at(const Lab *lab, const Moment *m)
{
    if (m->kind == AT_FINDING && lab->found_count)
        return lab->found[0];
    return m->kind != AT_STEP || m->step > lab->total ? lab->total : m->step;
}

bool lab_survey(Lab *lab, uint64_t most)
{
    Walk *w = lab->walk;
    const Spec *spec = &lab->spec;
    while (!lab->surveyed && most--) {
        bool stepped = w->moment < LAB_STEPS && walk_step(w);
        note_findings(lab);
        if (!stepped) {
            lab->surveyed = true;
            lab->fails = w->error.status != SIM_OK;
            break;
        }
        unsigned counted = lab->counted[w->step.pc];
        for (int i = 0; counted >> i; i++)
            if ((counted >> i & 1) && ++lab->seen[i] <= moment_of(spec, i)->times)
                *(i ? &lab->asked[i - 1] : &lab->first) = w->moment;
    }
    if (!lab->surveyed)
        return false;
    lab->total = w->moment;
    for (int i = 0; i <= spec->ask_count; i++) {
        const Moment *m = moment_of(spec, i);
        uint64_t *to = i ? &lab->asked[i - 1] : &lab->first;
        if (m->kind != AT_TEXT)
            *to = moment_at(lab, m);
    }
    return true;
}

// Moves the lab's end to where this walk has noticed that a loop never ends. The first run may have noticed it sooner or later.
static void settle(Lab *lab)
{
    if (lab->surveyed && lab->fails && (lab->walk->over || lab->walk->moment > lab->total))
        lab->total = lab->walk->moment;
}

bool lab_go(Lab *lab, uint64_t moment, uint64_t most)
{
    bool end = lab->surveyed && moment >= lab->total;
    if (end)
        moment = lab->fails ? LAB_STEPS : lab->total;
    if (moment < lab->walk->moment)
        writer_clear(&lab->printed);
    bool there = walk_towards(lab->walk, moment, most);
    if (there && end && moment < LAB_STEPS)
        walk_step(lab->walk); // finds that there is nothing more, and ends the launch
    settle(lab);
    return there;
}

bool lab_show(Lab *lab, uint64_t block)
{
    return walk_show(lab->walk, block) ? true : fail(lab, "This block does not run now.");
}

static LabPlace standing(const Walk *w)
{
    if (w->step.pc < 0)
        return (LabPlace){0};
    return (LabPlace){w->block, w->step.warp, w->launch.insns[w->step.pc].line};
}

static bool same(LabPlace a, LabPlace b)
{
    return a.block == b.block && a.warp == b.warp && a.line == b.line;
}

void lab_aim(Lab *lab, char how)
{
    Walk *w = lab->walk;
    bool back = how == 'L';
    lab->jump.how = how;
    lab->jump.until = w->moment;
    lab->jump.before = 0;
    lab->jump.begun = w->step.pc < 0;
    if (back && w->moment) {
        writer_clear(&lab->printed);
        walk_restart(w);
    }
    lab->jump.from = standing(w);
}

// Goes back to the last step of the line before. To find it, it runs again from the start and notes where lines change.
static bool jump_back(Lab *lab, uint64_t most)
{
    Walk *w = lab->walk;
    while (w->moment < lab->jump.until) {
        if (!most--)
            return false;
        if (!walk_step(w))
            break;
        LabPlace here = standing(w);
        if (!same(here, lab->jump.from))
            lab->jump.before = w->moment - 1;
        lab->jump.from = here;
    }
    lab->jump.until = 0; // the line is found, and only the way there is left
    return lab_go(lab, lab->jump.before, most);
}

static bool jump_on(Lab *lab, uint64_t most)
{
    Walk *w = lab->walk;
    while (w->moment < LAB_STEPS) {
        if (!most--)
            return false;
        if (!walk_step(w))
            return true;
        const SimInsnInfo *insn = &w->launch.insns[w->step.pc];
        if (lab->jump.how == 'a' && w->accessed)
            return true;
        if (lab->jump.how == 'b' && insn->kind == SIM_BARRIER)
            return true;
        // A jump to the next line stops at the line's last step, so that the reader sees all that the line has done.
        if (lab->jump.how == 'l') {
            if (!lab->jump.begun && same(standing(w), lab->jump.from))
                continue;
            lab->jump.begun = true;
            SimGroup groups[32];
            int count = w->ran ? sim_step_groups(w->ran, w->step.warp, groups) : 0;
            if (!count || w->launch.insns[groups[0].pc].line != insn->line ||
                insn->kind == SIM_BRANCH)
                return true;
        }
    }
    return true;
}

bool lab_jump(Lab *lab, uint64_t most)
{
    bool there = lab->jump.how == 'L' ? jump_back(lab, most) : jump_on(lab, most);
    settle(lab);
    return there;
}
