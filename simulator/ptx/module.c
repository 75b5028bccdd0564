// module.c: a program's device code as one module.
//
// Units are parsed one after the other (parse.c); then they are linked (link/link.c). Names that are not visible
// belong to their unit, so that two units may both have a `$str`.

#include "ptx/ptx.h"

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

// ---- Names -----------------------------------------------------------------------------------------------------

// Finds what a name means in a unit: the unit's own variable or function; else one that all units see; else a declaration.
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

// Tells whether a file is a header of the toolkit or of the system. Reports name the line that calls its inline functions.
static bool is_library(const char *file)
{
    return strstr(file, "/targets/x86_64-linux/include/") ||
           strncmp(file, "/usr/include/", 13) == 0 || strncmp(file, "/usr/lib/", 9) == 0 ||
           strncmp(file, "/usr/local/cuda", 15) == 0 ||
           strstr(file, "__nv_nvrtc_builtin_header.h"); // NVRTC has it in itself
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

bool module_passes(const SimModule *m, int loc, const char *part)
{
    for (; loc >= 0; loc = m->locs[loc].parent) {
        const char *name = module_file(m, m->locs[loc].unit, m->locs[loc].file);
        if (name && strstr(name, part))
            return true;
    }
    return false;
}

// ---- What hosts ask ----------------------------------------------------------------------------------------------

int sim_module_units(const SimModule *m)
{
    return m->units;
}

SimFunction *sim_unit_function(const SimModule *m, int unit, const char *mangled)
{
    SimFunction *found = NULL;
    for (SimFunction *f = m->functions; f; f = f->next) {
        bool own = f->unit == unit && !f->visible;
        if (f->defined && (own || !found) && strcmp(f->name, mangled) == 0)
            found = f;
    }
    return found;
}

SimFunction *sim_module_function(const SimModule *m, const char *mangled)
{
    return sim_unit_function(m, 0, mangled);
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

// Finds a variable that the host knows: the unit's own, else one of another unit.
static Var *hosts_variable(const SimModule *m, int unit, const char *name)
{
    Var *found = NULL;
    for (Var *v = m->vars; v; v = v->next) {
        bool own = v->unit == unit && !v->visible;
        if (v->space != V_SHARED && !v->external && (own || !found) && strcmp(v->name, name) == 0)
            found = v;
    }
    return found;
}

u64 sim_unit_variable(const SimModule *m, int unit, const char *name, size_t *size)
{
    const Var *v = hosts_variable(m, unit, name);
    if (v)
        *size = v->size;
    return v ? v->address : 0;
}

void sim_unit_place(SimModule *m, int unit, const char *name, void *host)
{
    Var *v = hosts_variable(m, unit, name);
    if (!v)
        return;
    v->managed = true;
    v->host = host;
}

u64 sim_module_variable(const SimModule *m, const char *name, size_t *size)
{
    return sim_unit_variable(m, 0, name, size);
}

// Tells whether a variable has this name in the source. It is of file scope, or of a function, as "_ZZ…E4part".
static bool is_called(const char *mangled, const char *name)
{
    size_t all = strlen(mangled), length = strlen(name);
    if (strncmp(mangled, "_ZZ", 3) != 0)
        return strcmp(mangled, name) == 0;
    char ending[16];
    TEXT_FORMAT(ending, "E%l", (i64)length);
    size_t before = strlen(ending);
    for (size_t i = 3; i + before + length <= all; i++)
        if (strncmp(mangled + i, ending, before) == 0 &&
            strncmp(mangled + i + before, name, length) == 0 &&
            (i + before + length == all || mangled[i + before + length] == '_'))
            return true;
    return false;
}

static void call(SimModule *m, Var *v, const char *name, SimElement element)
{
    for (; v; v = v->next)
        if (v->space == V_SHARED && is_called(v->name, name) &&
            (v->called = arena_string(&m->arena, name, strlen(name))))
            v->element = element;
}

void sim_module_call(SimModule *m, const char *name, SimElement element)
{
    call(m, m->vars, name, element);
    for (const SimFunction *f = m->functions; f; f = f->next)
        call(m, f->vars, name, element);
}

int sim_module_ptx(const SimModule *m, int *target)
{
    *target = m->ptx_target;
    return m->ptx_version;
}

bool sim_module_launches(const SimModule *m)
{
    return m->launches;
}

SimFunctionInfo sim_function_info(const SimFunction *f)
{
    SimFunctionInfo info = {.name = f->name,
                            .registers = f->registers,
                            .shared = f->shared_bytes,
                            .local = f->local_bytes,
                            .max_threads = f->max_threads,
                            .ptx_target = f->module->ptx_target,
                            .bounded = f->bounded,
                            .one_target = f->module->one_target,
                            .reads_gridid = f->reads_gridid,
                            .cluster = {f->cluster[0], f->cluster[1], f->cluster[2]}};
    for (int i = 0; i < 2 && f->dynamic[i]; i++)
        info.dynamic[i] = f->dynamic[i]->called ? f->dynamic[i]->called : f->dynamic[i]->name;
    for (const Var *v = f->module->vars; v; v = v->next)
        info.constant += v->space == V_CONST ? v->size : 0;
    for (const Var *v = f->params; v; v = v->next)
        info.params = v->offset + v->size;
    return info;
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

const char *sim_function_shared(const SimFunction *f, int i, size_t *offset, size_t *size)
{
    if (i >= f->shared_count)
        return NULL;
    *offset = f->shared[i]->offset;
    *size = f->shared[i]->size;
    return f->shared[i]->name;
}
