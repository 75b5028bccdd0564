// link.c: links a module: names are resolved, every variable gets an address, and all functions are lowered.
//
// Static shared memory is laid out as ptxas does it: a kernel has room for its own variables and those of the functions
// that it calls. A variable that several kernels reach has the same address in all of them.

#include "link/link.h"
#include "ptx/lower/lower.h"

#include <string.h>

// ---- Who uses what -----------------------------------------------------------------------------------------------

static bool add_shared(SimModule *m, SimFunction *f, Var *v)
{
    for (int i = 0; i < f->shared_count; i++)
        if (f->shared[i] == v)
            return true;
    Var **slot =
        arena_push(&m->arena, &f->shared, &f->shared_count, &f->shared_capacity, sizeof(Var *));
    if (slot)
        *slot = v;
    return slot != NULL;
}

static bool add_callee(SimModule *m, SimFunction *f, SimFunction *callee)
{
    SimFunction **slot = arena_push(&m->arena, &f->callees, &f->callee_count, &f->callee_capacity,
                                    sizeof(SimFunction *));
    if (slot)
        *slot = callee;
    return slot != NULL;
}

enum { LEAST_DYNAMIC_ALIGN = 16 }; // of dynamic shared memory, as ptxas 13.0 places it

static size_t most(size_t a, size_t b)
{
    return a > b ? a : b;
}

// Notes that a function names dynamic shared memory, and by which array.
static void note_dynamic(SimFunction *f, const Var *v, size_t align)
{
    f->dynamic_align = most(f->dynamic_align, align);
    const Var **last = &f->dynamic[f->dynamic[0] != NULL];
    if (f->dynamic[0] != v && !*last)
        *last = v;
}

static bool note_names(SimModule *m, SimFunction *f, const Operand *operands, int count, bool call)
{
    for (int i = 0; i < count; i++) {
        const Operand *o = &operands[i];
        if (!note_names(m, f, o->items, o->items ? o->count : 0, false))
            return false;
        if (o->kind == O_REG && call)
            f->calls_by_register = true;
        if (!o->name || o->kind == O_SPECIAL)
            continue;
        Var *v = o->var ? o->var : module_var(m, o->name, f->unit);
        if (v) {
            if (v->space == V_SHARED && v->dynamic)
                note_dynamic(f, v, most(v->align, LEAST_DYNAMIC_ALIGN));
            else if (v->space == V_SHARED && !add_shared(m, f, v))
                return false;
            continue;
        }
        SimFunction *callee = module_function(m, o->name, f->unit);
        if (callee && callee->kernel) // a kernel is launched, not called
            continue;
        if (callee && !add_callee(m, f, callee))
            return false;
        if (callee && !call)
            callee->address_taken = true;
    }
    return true;
}

static bool note_uses(SimModule *m)
{
    for (SimFunction *f = m->functions; f; f = f->next) {
        for (int i = 0; i < f->statement_count; i++) {
            const Statement *s = &f->statements[i];
            bool call = s->op && strncmp(s->op, "call", 4) == 0;
            // A branch's operand is a label.
            if (s->op && strncmp(s->op, "bra", 3) != 0 &&
                !note_names(m, f, s->operands, s->count, call))
                return false;
        }
    }
    for (const Var *v = m->vars; v; v = v->next) {
        for (const Reloc *r = v->relocs; r; r = r->next) {
            SimFunction *f = module_function(m, r->name, v->unit);
            if (f && !module_var(m, r->name, v->unit))
                f->address_taken = true;
        }
    }
    return true;
}

// Adds a function to those that a kernel may run, unless it is among them.
static void meet(SimFunction *kernel, SimFunction *f, SimFunction **list, int *count)
{
    if (f->met == kernel)
        return;
    f->met = kernel;
    list[(*count)++] = f;
}

// Lists the functions that a kernel may run, itself first, and returns how many. list: has room for all functions.
static int walk_calls(const SimModule *m, SimFunction *kernel, SimFunction **list)
{
    int count = 0;
    bool all = false;
    meet(kernel, kernel, list, &count);
    for (int i = 0; i < count; i++) {
        const SimFunction *f = list[i];
        for (int c = 0; c < f->callee_count; c++)
            meet(kernel, f->callees[c], list, &count);
        for (SimFunction *g = m->functions; f->calls_by_register && !all && g; g = g->next)
            if (g->address_taken)
                meet(kernel, g, list, &count);
        all |= f->calls_by_register;
    }
    return count;
}

// Adds the shared variables of the functions that a kernel may run to its own.
static bool note_reached_shared(SimModule *m, SimFunction *k)
{
    for (int i = 1; i < k->reached_count; i++) {
        const SimFunction *f = k->reached[i];
        for (int j = 0; j < 2 && f->dynamic[j]; j++)
            note_dynamic(k, f->dynamic[j], f->dynamic_align);
        for (int j = 0; j < f->shared_count; j++)
            if (!add_shared(m, k, f->shared[j]))
                return false;
    }
    for (int j = 0; j < k->shared_count; j++)
        k->shared[j]->kernels++;
    return true;
}

static bool note_reached(SimModule *m)
{
    SimFunction **list =
        arena_alloc(&m->arena, ((size_t)m->function_count + 1) * sizeof(SimFunction *));
    for (SimFunction *k = m->functions; list && k; k = k->next) {
        if (!k->kernel)
            continue;
        k->reached_count = walk_calls(m, k, list);
        const size_t size = (size_t)k->reached_count * sizeof(SimFunction *);
        k->reached = arena_alloc(&m->arena, size);
        if (!k->reached)
            return false;
        memcpy(k->reached, list, size);
        if (!note_reached_shared(m, k))
            return false;
    }
    return list != NULL;
}

// ---- Who waits for others ------------------------------------------------------------------------------------------------

// Tells whether a statement gets what other threads have written by then, or lets time pass.
static bool statement_watches(const Statement *s)
{
    static const char *const begins[] = {"atom.",      "mbarrier.",  "nanosleep.", "ld.volatile",
                                         "ld.relaxed", "ld.acquire", "ld.mmio"};
    for (size_t i = 0; s->op && i < sizeof begins / sizeof *begins; i++)
        if (strncmp(s->op, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

static bool body_watches(const SimFunction *f)
{
    for (int i = 0; i < f->statement_count; i++)
        if (statement_watches(&f->statements[i]))
            return true;
    return !f->defined; // a function of the driver: it may be malloc, which waits for a free
}

static bool callee_watches(const SimModule *m, const SimFunction *f)
{
    for (int c = 0; c < f->callee_count; c++)
        if (f->callees[c]->watches)
            return true;
    return f->calls_by_register && m->pointer_watches;
}

static void note_watching_function(SimModule *m, SimFunction *f, bool watches)
{
    f->watches |= watches;
    m->pointer_watches |= watches && f->address_taken;
}

// Marks the functions that others may keep waiting. Only loops that call one of these may wait for a call's result.
static void note_watching(SimModule *m)
{
    for (SimFunction *f = m->functions; f; f = f->next)
        note_watching_function(m, f, body_watches(f));
    for (bool more = true; more;) {
        more = false;
        for (SimFunction *f = m->functions; f; f = f->next) {
            bool found = !f->watches && callee_watches(m, f);
            note_watching_function(m, f, found);
            more |= found;
        }
    }
}

// ---- Places --------------------------------------------------------------------------------------------------------

// Places a variable behind the others, which end at `end`. Returns its own end.
static size_t place(Var *v, size_t end)
{
    v->offset = round_up(end, v->align);
    v->placed = true;
    return v->offset + v->size;
}

// A kernel's own shared variables lie behind those that other kernels reach, too.
static void place_shared(SimModule *m)
{
    size_t common = 0;
    for (SimFunction *f = m->functions; f; f = f->next)
        for (int j = 0; j < f->shared_count; j++)
            if (f->shared[j]->kernels != 1 && !f->shared[j]->placed)
                common = place(f->shared[j], common);
    for (SimFunction *k = m->functions; k; k = k->next) {
        size_t end = 0;
        for (int j = 0; k->kernel && j < k->shared_count; j++)
            if (k->shared[j]->placed)
                end = most(end, k->shared[j]->offset + k->shared[j]->size);
        for (int j = 0; k->kernel && j < k->shared_count; j++)
            if (!k->shared[j]->placed)
                end = place(k->shared[j], end);
        k->shared_bytes = round_up(end, most(1, k->dynamic_align));
    }
}

static size_t place_list(Var *list, size_t at, VarSpace space)
{
    for (Var *v = list; v; v = v->next)
        at = v->space == space ? place(v, at) : at;
    return at;
}

enum { MOST_SHARED = 232448 }; // bytes, static; as the driver of an H100 has it

static bool place_function(SimFunction *f, SimError *err)
{
    size_t at = 0;
    if (f->kernel) {
        // The launch has the arguments. The offsets are those that the host's stub uses.
        if (place_list(f->params, 0, V_PARAM) > SIM_MOST_PARAMETERS)
            return error_set(err, SIM_BAD_PTX,
                             "the kernel '%s' takes more than %d bytes of arguments", f->name,
                             SIM_MOST_PARAMETERS);
    } else {
        at = place_list(f->results, 0, V_PARAM);
        at = place_list(f->params, at, V_PARAM);
    }
    at = place_list(f->vars, at, V_PARAM);
    size_t locals = at;
    at = place_list(f->vars, at, V_LOCAL);
    f->local_bytes = at - locals;
    if (f->shared_bytes > MOST_SHARED)
        return error_set(err, SIM_BAD_PTX,
                         "the kernel '%s' has more than %d bytes of static shared memory, which is "
                         "the most that a block gets on any device",
                         f->name, MOST_SHARED);
    f->stack_bytes = round_up(at, 16);
    if (f->stack_bytes > MAX_LOCAL)
        return error_set(err, SIM_BAD_PTX, "'%s' needs more than %u KiB of local memory per thread",
                         f->name, MAX_LOCAL >> 10);
    return true;
}

// Refuses more constants than a program can have.
static bool check_constants(const SimModule *m, SimError *err)
{
    size_t end = 0;
    for (const Var *v = m->vars; v; v = v->next) {
        if (v->space != V_CONST || v->external || module_var(m, v->name, v->unit) != v)
            continue;
        end = round_up(end, v->align) + v->size;
        if (end > SIM_MOST_CONSTANT)
            return error_set(err, SIM_BAD_PTX,
                             "the __constant__ variables take more than %d bytes, with '%s'",
                             SIM_MOST_CONSTANT, v->name);
    }
    return true;
}

static bool place_globals(SimModule *m, SimError *err)
{
    for (Var *v = m->vars; v; v = v->next) {
        if (v->space == V_SHARED || v->external)
            continue;
        SimKind kind = v->managed ? SIM_MANAGED : v->space == V_CONST ? SIM_CONSTANT : SIM_GLOBAL;
        v->address = sim_alloc(m->memory, v->size, kind, v->host, v->name, NULL);
        u8 *host = v->address ? sim_pointer(m->memory, v->address, v->size) : NULL;
        if (!host)
            return error_set(err, SIM_NO_MEMORY, "the host has no memory for the variable '%s'",
                             v->name);
        if (v->init)
            memcpy(host, v->init, v->init_size);
    }
    for (Var *v = m->vars; v; v = v->next) {
        if (v->space == V_SHARED || !v->external)
            continue;
        const Var *defined = module_var(m, v->name, v->unit);
        if (!defined || defined->external)
            return error_set(
                err, SIM_BAD_PTX,
                "the variable '%s' is declared extern and defined nowhere in this file: "
                "compile all files with -rdc=true to link their device code",
                v->name);
        v->address = defined->address;
        v->size = defined->size;
    }
    for (Var *v = m->vars; v; v = v->next) {
        for (const Reloc *r = v->relocs; r; r = r->next) {
            const Var *to = module_var(m, r->name, v->unit);
            const SimFunction *f = module_function(m, r->name, v->unit);
            if ((!to && !f) || (to && to->space == V_SHARED))
                return error_set(
                    err, SIM_BAD_PTX,
                    "an initial value names '%s', which is not a global variable or function",
                    r->name);
            u64 value = (to ? to->address : CODE_WINDOW + 16 * (u64)f->id) + (u64)r->addend;
            value >>= r->shift;
            u8 *host = sim_pointer(m->memory, v->address, v->size);
            if (host)
                memcpy(host + r->offset, &value, r->bytes < 8 ? (size_t)r->bytes : 8);
        }
    }
    return true;
}

// Marks atomics as ordered in kernels that could see their order. Atomics whose results nobody reads may come in any order, as
// they commute (lower/). But a kernel that loads the same memory meanwhile would see the order: there they wait for the turn.
static void order_atomics(SimModule *m, const SimFunction *kernel)
{
    bool looks = false;
    for (int i = 0; i < kernel->reached_count; i++)
        for (int k = kernel->reached[i]->entry; k < kernel->reached[i]->end; k++)
            looks |=
                m->code[k].ordered && (m->code[k].kind == K_ATOMIC || m->code[k].kind == K_LOAD);
    for (int i = 0; looks && i < kernel->reached_count; i++)
        for (int k = kernel->reached[i]->entry; k < kernel->reached[i]->end; k++)
            if (m->code[k].kind == K_ATOMIC)
                m->code[k].ordered = m->code[k].access.space != SIM_SPACE_SHARED;
}

// Adds one of the instructions that count for a generic access. False if the host has no memory.
static bool add_landing(SimModule *m, int access, SimSpace space)
{
    int infos = m->code_count, info_capacity = m->code_capacity;
    Insn *in = arena_push(&m->arena, &m->code, &m->code_count, &m->code_capacity, sizeof *in);
    SimInsnInfo *info = arena_push(&m->arena, &m->infos, &infos, &info_capacity, sizeof *info);
    if (!in || !info)
        return false;
    *in = m->code[access];
    *info = m->infos[access];
    info->space = (u8)space;
    info->landings = 0;
    return true;
}

// A generic access counts for the space in which it lands. So it has two more instructions, for shared and for local memory, which
// nothing runs: they lie behind all code.
static bool add_landings(SimModule *m)
{
    m->landings = m->code_count;
    bool ok = true;
    for (int i = 0; ok && i < m->landings; i++)
        if (m->infos[i].space == SIM_SPACE_GENERIC) {
            m->infos[i].landings = m->code_count;
            ok = add_landing(m, i, SIM_SPACE_SHARED) && add_landing(m, i, SIM_SPACE_LOCAL);
        }
    return ok;
}

// A kernel does what the functions do that it may call. If one of them can't run, it can't either.
static void note_reached_work(SimFunction *kernel)
{
    for (int i = 0; i < kernel->reached_count; i++) {
        const SimFunction *f = kernel->reached[i];
        kernel->refused = kernel->refused ? kernel->refused : f->refused;
        kernel->mallocs |= f->mallocs;
        kernel->reads_gridid |= f->reads_gridid;
    }
}

bool sim_module_link(SimModule *m, SimError *err)
{
    err->status = SIM_OK;
    if (!copy_kernels_add(m, err))
        return false;
    if (!note_uses(m) || !note_reached(m))
        return error_set(err, SIM_NO_MEMORY, "the host has no memory for this module");
    note_watching(m);
    place_shared(m);
    for (SimFunction *f = m->functions; f; f = f->next)
        if (!place_function(f, err))
            return false;
    if (!check_constants(m, err) || !place_globals(m, err))
        return false;
    for (SimFunction *f = m->functions; f; f = f->next)
        if (f->defined && !lower_function(m, f, find_alu_function, err))
            return false;
    for (SimFunction *f = m->functions; f; f = f->next)
        if (f->defined && f->kernel) {
            order_atomics(m, f);
            note_reached_work(f);
        }
    return add_landings(m) ||
           error_set(err, SIM_NO_MEMORY, "the host has no memory for this module");
}

SimModule *sim_module_load(const char *ptx, size_t length, SimMemory *memory, SimError *err)
{
    SimModule *m = sim_module_new(memory);
    if (!m) {
        error_set(err, SIM_NO_MEMORY, "the host has no memory for this module");
        return NULL;
    }
    bool good = sim_module_add(m, ptx, length, err) && sim_module_link(m, err);
    for (const SimFunction *f = m->functions; good && f; f = f->next)
        if (f->refused)
            good = error_set(err, SIM_BAD_PTX, "%s", f->refused);
    if (!good) {
        sim_module_free(m);
        return NULL;
    }
    return m;
}
