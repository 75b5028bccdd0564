// module.c: the program's device code: modules, and the kernels and variables in them.
//
// Start-up code registers a module (register.c), or the driver API loads it (driver/module.c). A registered module's PTX is parsed
// when something of it is first used, so that a program that uses one kernel of a large library does not wait for the others. A
// loaded module's PTX is parsed at once, since the call answers whether it is valid.

#include "runtime/state/module.h"

#include <stdlib.h>
#include <string.h>

static void *new_item(size_t size)
{
    void *item = calloc(1, size);
    if (!item)
        out_of_memory();
    return item;
}

// ---- Making modules --------------------------------------------------------------------------------------------------

static void modules_unregister(void)
{
    modules_unload();
    for (Module *m; (m = rt.modules); free(m)) {
        rt.modules = m->next;
        free(m->images);
        free(m->kept);
    }
    for (Function *f; (f = rt.functions); free(f))
        rt.functions = f->next;
    for (Variable *v; (v = rt.variables); free(v))
        rt.variables = v->next;
}

const char *kernel_ptx(const SimFunction *kernel, size_t *length)
{
    FIND(const Function, f, rt.functions, f->sim == kernel);
    const char *ptx;
    SimError err;
    return f && f->module->count == 1 && !f->module->images->part &&
                   image_ptx(f->module->images, &ptx, length, &err)
               ? ptx
               : NULL;
}

Module *module_new(char *kept)
{
    Module *m = new_item(sizeof *m);
    m->kept = kept;
    m->next = rt.modules;
    rt.modules = m;
    at_end(modules_unregister);
    return m;
}

void module_add(Module *m, Image image)
{
    if (!ARRAY_ADD(m->images, m->count, m->room, image))
        out_of_memory();
}

Function *module_kernel(Module *m, const char *name, const void *host)
{
    Function *f = new_item(sizeof *f);
    *f = (Function){rt.functions, host ? host : f, name, m, m->count - 1, NULL, -1, -1, {0}, false};
    return rt.functions = f;
}

void module_variable(Module *m, const char *name, const void *host, void **managed)
{
    Variable *v = new_item(sizeof *v);
    *v = (Variable){.next = rt.variables,
                    .host = host,
                    .managed = managed,
                    .name = name,
                    .module = m,
                    .image = m->count - 1};
    rt.variables = v;
}

// ---- Their code, kernels and variables -------------------------------------------------------------------------------

bool image_ptx(const Image *image, const char **ptx, size_t *length, SimError *err)
{
    const uint32_t magic = SIM_FATBIN_MAGIC;
    bool fatbin = image->size >= sizeof magic && memcmp(image->at, &magic, sizeof magic) == 0;
    if (fatbin || image->size == 0 || *(const char *)image->at == '\177')
        return sim_fatbin_ptx(image->at, image->size, 10 * rt.device->major + rt.device->minor, ptx,
                              length, err);
    *ptx = image->at;
    *length = image->size;
    return true;
}

// Adds the functions behind kernels' cudaGetErrorString and cudaGetErrorName, if PTX names one and they have not been added.
static bool add_errors(SimModule *sim, const char *program, size_t size, SimError *err)
{
    static const char named[] = "__cudaCDP2GetError";
    if (sim_module_function(sim, "__cudaCDP2GetErrorString") ||
        !memmem(program, size, named, sizeof named - 1))
        return true;
    size_t length;
    char *ptx = error_ptx(&length);
    bool good = ptx && sim_module_add(sim, ptx, length, err);
    free(ptx);
    return good;
}

bool module_load(Module *m, SimError *err)
{
    if (m->sim)
        return true;
    *err = (SimError){SIM_NO_MEMORY, "The host is out of memory"};
    bool good = (m->sim = sim_module_new(rt.memory)) != NULL;
    for (int i = 0; good && i < m->count; i++) {
        const char *ptx = NULL;
        size_t length = 0;
        if (image_ptx(&m->images[i], &ptx, &length, err)) {
            good = add_errors(m->sim, ptx, length,
                              err); // before it, so that its target is the module's
            m->images[i].unit = sim_module_units(m->sim);
            good = good && sim_module_add(m->sim, ptx, length, err);
        } else if (m->images[i].part)
            m->unread = *err;
        else
            good = false;
    }
    for (const Variable *v = rt.variables; good && v; v = v->next)
        if (v->module == m && v->in_place)
            sim_unit_place(m->sim, m->images[v->image].unit, v->name, (void *)(uintptr_t)v->host);
    if (good && sim_module_link(m->sim, err))
        return true;
    sim_module_free(m->sim);
    m->sim = NULL;
    return false;
}

void module_use(Module *m)
{
    SimError err;
    if (m->sim)
        return;
    if (!module_load(m, &err))
        refuse_program(&err);
    // The program reaches managed variables through pointers, which the runtime must set.
    for (Variable *v = rt.variables; v; v = v->next)
        if (v->module == m && v->managed) {
            find_variable(v->host);
            *v->managed = (void *)(uintptr_t)v->address;
        }
}

static _Noreturn void refuse_missing(const Module *m, const char *what, const char *name)
{
    SimError err = {.status = SIM_BAD_PTX};
    if (m->unread.status != SIM_OK)
        refuse_program(&m->unread);
    snprintf(err.text, sizeof err.text, "The program's PTX has no %s %s", what, name);
    refuse_program(&err);
}

// Returns the loaded module's kernel; NULL if it has none of that name.
static SimFunction *module_function(const Function *f)
{
    return sim_unit_function(f->module->sim, f->module->images[f->image].unit, f->name);
}

Function *find_function(const void *host)
{
    // A kernel handle is a Function.
    FIND(Function, f, rt.functions, (f->host == host || f == host) && !f->module->unloaded);
    if (!f || f->sim)
        return f;
    Module *m = f->module;
    module_use(m);
    f->sim = module_function(f);
    if (!f->sim)
        refuse_missing(m, "kernel", f->name);
    SimAssembled assembled;
    int arch = 10 * rt.device->major + rt.device->minor;
    if (!m->assembled.at)
        return f;
    if (!sim_fatbin_assembled(m->assembled.at, m->assembled.size, f->name, arch, &assembled))
        out_of_memory();
    sim_function_set_assembled(f->sim, &assembled);
    free(assembled.lines);
    free(assembled.pieces);
    return f;
}

cudaError_t kernel_error(const void *host)
{
    // NOLINTNEXTLINE(bugprone-branch-clone): before CUDA 13 both errors are the same
    return find_function(host) ? cudaSuccess
           : host              ? UNKNOWN_FUNCTION
                               : cudaErrorInvalidDeviceFunction;
}

void know_kernel(const SimFunction *sim)
{
    for (const Function *f = rt.functions; f; f = f->next)
        if (f->module->sim && module_function(f) == sim)
            find_function(f->host);
}

Variable *find_variable(const void *host)
{
    FIND(Variable, v, rt.variables, v->host == host || (v->managed && *v->managed == host));
    if (!v || v->address)
        return v;
    module_use(v->module);
    v->address =
        sim_unit_variable(v->module->sim, v->module->images[v->image].unit, v->name, &v->size);
    if (!v->address)
        refuse_missing(v->module, "variable", v->name);
    return v;
}

// ---- Their end -------------------------------------------------------------------------------------------------------

Module *find_module(const void *handle)
{
    FIND(Module, m, rt.modules, m == handle && !m->unloaded);
    return m;
}

// Frees all parsed code. Modules that the driver API loaded end with the device's memory; registered ones are parsed again when
// they are used.
void modules_unload(void)
{
    repeats_forget();
    compiled_forget();
    for (Module *m = rt.modules; m; m = m->next) {
        sim_module_free(m->sim);
        m->sim = NULL;
        m->unloaded |= m->kept != NULL;
    }
    for (Function *f = rt.functions; f; f = f->next)
        f->sim = NULL;
    for (Variable *v = rt.variables; v; v = v->next)
        v->address = 0;
}
