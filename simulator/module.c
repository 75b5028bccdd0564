// module.c: a program's device code as one module.
//
// Units are parsed as they come (parse.c); linking then resolves names, gives every variable its place and lowers all
// functions (lower.c). Names that are not visible belong to their unit, so that two units may both have a `$str`.
//
// Static shared memory is laid out as ptxas does: a kernel has room for its own variables and those of the functions
// that it calls. A variable that several kernels reach has one place for all of them.

#include "core.h"

#include <stdlib.h>
#include <string.h>

SimModule *sim_module_new(SimMemory *memory)
{
    SimModule *m = calloc(1, sizeof *m);
    if (m) {
        m->memory = memory;
        m->function_tail = &m->functions;
    }
    return m;
}

void sim_module_free(SimModule *m)
{
    if (!m)
        return;
    arena_free(&m->arena);
    free(m);
}

bool sim_module_add(SimModule *m, const char *ptx, size_t length, SimError *err)
{
    err->status = SIM_OK;
    return parse_unit(m, ptx, length, m->units++, err);
}

static bool fail(SimError *err, SimStatus status, const char *format, const char *name)
{
    err->status = status;
    text_format(err->text, sizeof err->text, format, name);
    return false;
}

// ---- Names -----------------------------------------------------------------------------------------------------

// What a name stands for in a unit: the unit's own, else what all see, else what is only declared.
Var *module_var(const SimModule *m, const char *name, int unit)
{
    Var *seen = NULL, *declared = NULL;
    for (Var *v = m->vars; v; v = v->next) {
        if (strcmp(v->name, name) != 0)
            continue;
        if (v->unit == unit && !v->visible)
            return v;
        if (v->visible && v->external && !v->dynamic)
            declared = v;
        else if (v->visible && !seen)
            seen = v;
    }
    return seen ? seen : declared;
}

SimFunction *module_function(const SimModule *m, const char *name, int unit)
{
    SimFunction *seen = NULL;
    for (SimFunction *f = m->functions; f; f = f->next) {
        if (strcmp(f->name, name) != 0)
            continue;
        if (f->unit == unit && !f->visible)
            return f;
        if (f->visible && !seen)
            seen = f;
    }
    return seen;
}

const char *module_file(const SimModule *m, int unit, int number)
{
    for (int i = 0; i < m->file_count; i++)
        if (m->files[i].unit == unit && m->files[i].number == number)
            return m->files[i].name;
    return NULL;
}

// The toolkit's and the system's headers, whose inline functions stand for the line that calls them.
static bool is_library(const char *file)
{
    return strstr(file, "/targets/x86_64-linux/include/") ||
           strncmp(file, "/usr/include/", 13) == 0 || strncmp(file, "/usr/lib/", 9) == 0 ||
           strncmp(file, "/usr/local/cuda", 15) == 0;
}

void module_source(const SimModule *m, int loc, const char **file, int *line)
{
    *file = NULL;
    *line = 0;
    for (; loc >= 0; loc = m->locs[loc].parent) {
        const Loc *l = &m->locs[loc];
        const char *name = module_file(m, l->unit, l->file);
        if (!name || l->line == 0)
            continue;
        *file = name;
        *line = l->line;
        if (!is_library(name))
            return;
    }
}

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
    for (int i = 0; i < f->callee_count; i++)
        if (f->callees[i] == callee)
            return true;
    SimFunction **slot = arena_push(&m->arena, &f->callees, &f->callee_count, &f->callee_capacity,
                                    sizeof(SimFunction *));
    if (slot)
        *slot = callee;
    return slot != NULL;
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
            if (v->space == V_SHARED && !v->dynamic && !add_shared(m, f, v))
                return false;
            continue;
        }
        SimFunction *callee = module_function(m, o->name, f->unit);
        if (callee && callee->kernel) // launched, not called
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
            // a branch's operand names a label
            if (s->op && strncmp(s->op, "bra", 3) != 0 &&
                !note_names(m, f, s->operands, s->count, call))
                return false;
        }
    }
    return true;
}

int module_reach(SimModule *m, SimFunction *kernel)
{
    int count = 0;
    bool all = false;
    u32 mark = ++m->mark;
    m->reached[count++] = kernel;
    kernel->mark = mark;
    for (int i = 0; i < count; i++) {
        SimFunction *f = m->reached[i];
        for (int c = 0; c < f->callee_count; c++) {
            if (f->callees[c]->mark != mark) {
                f->callees[c]->mark = mark;
                m->reached[count++] = f->callees[c];
            }
        }
        if (f->calls_by_register && !all) {
            all = true;
            for (SimFunction *g = m->functions; g; g = g->next) {
                if (g->address_taken && g->mark != mark) {
                    g->mark = mark;
                    m->reached[count++] = g;
                }
            }
        }
    }
    return count;
}

// ---- Places --------------------------------------------------------------------------------------------------------

static size_t align_up(size_t n, size_t align)
{
    return (n + align - 1) & ~(align - 1);
}

static void place_shared(SimModule *m)
{
    for (SimFunction *k = m->functions; k; k = k->next) {
        int reached = k->kernel ? module_reach(m, k) : 0;
        for (int i = 0; i < reached; i++) {
            SimFunction *f = m->reached[i];
            for (int j = 0; j < f->shared_count; j++) {
                if (f->shared[j]->mark != m->mark) {
                    f->shared[j]->mark = m->mark;
                    f->shared[j]->kernels++;
                }
            }
        }
    }
    size_t common = 0;
    for (SimFunction *f = m->functions; f; f = f->next) {
        for (int j = 0; j < f->shared_count; j++) {
            Var *v = f->shared[j];
            if (v->kernels != 1 && !v->placed) {
                v->offset = align_up(common, v->align);
                common = v->offset + v->size;
                v->placed = true;
            }
        }
    }
    for (SimFunction *k = m->functions; k; k = k->next) {
        int reached = k->kernel ? module_reach(m, k) : 0;
        size_t end = 0;
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < reached; i++) {
                SimFunction *f = m->reached[i];
                for (int j = 0; j < f->shared_count; j++) {
                    Var *v = f->shared[j];
                    if (pass == 1 && !v->placed) {
                        v->offset = align_up(end, v->align);
                        v->placed = true;
                    }
                    if (v->placed && v->offset + v->size > end)
                        end = v->offset + v->size;
                }
            }
        }
        k->shared_bytes = end;
    }
}

static size_t place_list(Var *list, size_t at, VarSpace space)
{
    for (Var *v = list; v; v = v->next) {
        if (v->space != space)
            continue;
        v->offset = align_up(at, v->align);
        at = v->offset + v->size;
    }
    return at;
}

#define MAX_PARAMS 32764 // bytes of a kernel's arguments since sm_70: PTX ISA, .param

static bool place_function(SimFunction *f, SimError *err)
{
    size_t at = 0;
    if (f->kernel) {
        // the arguments are the launch's; offsets are those that the host's stub uses
        if (place_list(f->params, 0, V_PARAM) > MAX_PARAMS)
            return fail(err, SIM_BAD_PTX,
                        "the kernel '%s' takes more than 32764 bytes of arguments", f->name);
    } else {
        at = place_list(f->results, 0, V_PARAM);
        at = place_list(f->params, at, V_PARAM);
    }
    at = place_list(f->vars, at, V_PARAM);
    size_t locals = at;
    at = place_list(f->vars, at, V_LOCAL);
    f->local_bytes = at - locals;
    f->stack_bytes = align_up(at, 16);
    if (f->stack_bytes > MAX_LOCAL)
        return fail(err, SIM_BAD_PTX, "'%s' needs more than 512 KiB of local memory per thread",
                    f->name);
    return true;
}

static bool place_globals(SimModule *m, SimError *err)
{
    for (Var *v = m->vars; v; v = v->next) {
        if (v->space == V_SHARED || v->external)
            continue;
        SimKind kind = v->managed ? SIM_HOST : v->space == V_CONST ? SIM_CONSTANT : SIM_GLOBAL;
        v->address = sim_alloc(m->memory, v->size, kind, NULL, v->name, NULL);
        u8 *host = v->address ? sim_pointer(m->memory, v->address, v->size) : NULL;
        if (!host)
            return fail(err, SIM_NO_MEMORY, "the host has no memory for the variable '%s'",
                        v->name);
        if (v->init)
            memcpy(host, v->init, v->init_size);
    }
    for (Var *v = m->vars; v; v = v->next) {
        if (v->space == V_SHARED || !v->external)
            continue;
        const Var *defined = module_var(m, v->name, v->unit);
        if (!defined || defined->external)
            return fail(err, SIM_BAD_PTX,
                        "the variable '%s' is declared extern and defined nowhere", v->name);
        v->address = defined->address;
        v->size = defined->size;
    }
    for (Var *v = m->vars; v; v = v->next) {
        for (const Reloc *r = v->relocs; r; r = r->next) {
            const Var *to = module_var(m, r->name, v->unit);
            const SimFunction *f = module_function(m, r->name, v->unit);
            if ((!to && !f) || (to && to->space == V_SHARED))
                return fail(err, SIM_BAD_PTX,
                            "an initial value names '%s', which is no global variable or function",
                            r->name);
            if (f && !to)
                ((SimFunction *)(uintptr_t)f)->address_taken = true;
            u64 value = (to ? to->address : CODE_WINDOW + 16 * (u64)f->id) + (u64)r->addend;
            value >>= r->shift;
            u8 *host = sim_pointer(m->memory, v->address, v->size);
            if (host)
                memcpy(host + r->offset, &value, r->bytes < 8 ? (size_t)r->bytes : 8);
        }
    }
    return true;
}

// Atomics whose results nobody reads may come in any order, as they commute (lower.c). But a kernel that looks at memory
// in the meantime would see that order: in it they take their turn like the others.
static void order_atomics(SimModule *m, SimFunction *kernel)
{
    int reached = module_reach(m, kernel);
    bool looks = false;
    for (int i = 0; i < reached; i++)
        for (int k = m->reached[i]->entry; k < m->reached[i]->end; k++)
            looks |=
                m->code[k].ordered && (m->code[k].kind == K_ATOMIC || m->code[k].kind == K_LOAD);
    for (int i = 0; looks && i < reached; i++)
        for (int k = m->reached[i]->entry; k < m->reached[i]->end; k++)
            if (m->code[k].kind == K_ATOMIC)
                m->code[k].ordered = m->code[k].space != SIM_SPACE_SHARED;
}

bool sim_module_link(SimModule *m, SimError *err)
{
    err->status = SIM_OK;
    m->reached = arena_alloc(&m->arena, (size_t)(m->function_count + 1) * sizeof(SimFunction *));
    if (!m->reached || !note_uses(m))
        return fail(err, SIM_NO_MEMORY, "the host has no memory for this module%s", "");
    place_shared(m);
    for (SimFunction *f = m->functions; f; f = f->next)
        if (!place_function(f, err))
            return false;
    if (!place_globals(m, err))
        return false;
    for (SimFunction *f = m->functions; f; f = f->next)
        if (f->defined && !lower_function(m, f, err))
            return false;
    for (SimFunction *f = m->functions; f; f = f->next)
        if (f->defined && f->kernel)
            order_atomics(m, f);
    return true;
}

SimModule *sim_module_load(const char *ptx, size_t length, SimMemory *memory, SimError *err)
{
    SimModule *m = sim_module_new(memory);
    if (!m) {
        fail(err, SIM_NO_MEMORY, "the host has no memory for this module%s", "");
        return NULL;
    }
    if (!sim_module_add(m, ptx, length, err) || !sim_module_link(m, err)) {
        sim_module_free(m);
        return NULL;
    }
    return m;
}

// ---- What hosts ask ----------------------------------------------------------------------------------------------

SimFunction *sim_module_function(SimModule *m, const char *mangled)
{
    for (SimFunction *f = m->functions; f; f = f->next)
        if (f->defined && strcmp(f->name, mangled) == 0)
            return f;
    return NULL;
}

int sim_module_kernel_count(const SimModule *m)
{
    int n = 0;
    for (const SimFunction *f = m->functions; f; f = f->next)
        n += f->kernel && f->defined;
    return n;
}

SimFunction *sim_module_kernel_at(SimModule *m, int i)
{
    for (SimFunction *f = m->functions; f; f = f->next)
        if (f->kernel && f->defined && i-- == 0)
            return f;
    return NULL;
}

u64 sim_module_variable(const SimModule *m, const char *name, size_t *size)
{
    for (const Var *v = m->vars; v; v = v->next) {
        if (v->space != V_SHARED && !v->external && strcmp(v->name, name) == 0) {
            *size = v->size;
            return v->address;
        }
    }
    return 0;
}

int sim_module_ptx_target(const SimModule *m)
{
    return m->ptx_target;
}

SimFunctionInfo sim_function_info(const SimFunction *f)
{
    SimFunctionInfo info = {.name = f->name,
                            .registers = f->registers,
                            .shared = f->shared_bytes,
                            .local = f->local_bytes,
                            .max_threads = f->max_threads,
                            .ptx_target = f->module->ptx_target};
    for (const Var *v = f->module->vars; v; v = v->next)
        info.constant += v->space == V_CONST ? v->size : 0;
    for (const Var *v = f->params; v; v = v->next)
        info.params = v->offset + v->size;
    return info;
}

static uint16_t spilled(int words, bool own)
{
    return own || words < 0 ? 0 : (uint16_t)(words < 0xffff ? words : 0xffff);
}

void sim_function_set_assembled(SimFunction *f, const SimAssembled *assembled)
{
    SimModule *m = f->module;
    f->registers = assembled->registers;
    m->timed = NULL;
    for (int i = f->entry, k = 0, before = 0; i < f->end; i++) {
        SimInsnInfo *info = &m->infos[i];
        while (k < assembled->count && assembled->lines[k].line < info->ptx_line)
            k++;
        if (k == assembled->count || !insn_counts(&m->code[i]))
            continue;
        const SimAssembledLine *line = &assembled->lines[k];
        if (line->line != info->ptx_line)
            continue;
        info->copies = line->copies;
        // a load or store of local memory in the PTX is no spill; nor is a line counted twice
        bool own = info->space == SIM_SPACE_LOCAL || info->space == SIM_SPACE_GENERIC ||
                   before == info->ptx_line;
        info->spill_loads = spilled(line->local_loads, own);
        info->spill_stores = spilled(line->local_stores, own);
        before = info->ptx_line;
    }
}

bool sim_function_param(const SimFunction *f, int i, size_t *offset, size_t *size)
{
    for (const Var *v = f->params; v; v = v->next) {
        if (i-- == 0) {
            *offset = v->offset;
            *size = v->size;
            return true;
        }
    }
    return false;
}
