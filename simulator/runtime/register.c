// register.c: registers what a program's start-up code, which nvcc generates, gives to the runtime.
//
// Before main, each translation unit registers its fat binary. Then it registers each kernel and variable in it with a host
// address: of the kernel's stub, or of the variable's shadow. A launch and a copy to a symbol have only this address, so
// kernels and variables are looked up by it. A module's PTX is parsed when something of it is first used, so that a program
// that uses one kernel of a large library does not wait for the others.
//
// With relocatable device code (-rdc=true) nvcc -dlink makes one wrapper for the whole program: its fourth field
// is a NULL-terminated array of the units' fat binaries, its third field is the linked cubin.
//
// These entry points have no public description; crt/host_runtime.h in the toolkit declares them.

#include "runtime/runtime.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

// The wrapper of a fat binary, in section .nvFatBinSegment.
typedef struct {
    int magic, version; // version 2: relocatable device code
    const void *fatbin;
    const void *const *units; // version 2: fat binaries with the PTX
} Wrapper;

enum { WRAPPER_MAGIC = 0x466243b1, WRAPPER_LINKED = 2 };

struct Module {
    Module *next;
    const Wrapper *wrapper;
    SimModule *sim;  // NULL until first used
    SimError unread; // why a unit of a linked program was left out, if so
};

// Finds the bytes from `at` to the end of the part of a program or library that was loaded there; 0 if none was.
typedef struct {
    uintptr_t at;
    size_t bytes;
} Loaded;

static int find_loaded(struct dl_phdr_info *object, size_t size, void *out)
{
    Loaded *l = out;
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &object->dlpi_phdr[i];
        uintptr_t from = object->dlpi_addr + h->p_vaddr;
        if (h->p_type == PT_LOAD && l->at >= from && l->at - from < h->p_memsz)
            l->bytes = h->p_memsz - (l->at - from);
    }
    return l->bytes != 0;
}

// Returns how many bytes a fat binary can have. It says its length itself, but may be damaged.
static size_t room_of(const void *fatbin)
{
    Loaded l = {(uintptr_t)fatbin, 0};
    dl_iterate_phdr(find_loaded, &l);
    return l.bytes;
}

static void *new_item(size_t size)
{
    void *item = calloc(1, size);
    if (!item)
        out_of_memory();
    return item;
}

// Parses the module's PTX if that has not been done. Text that is no PTX ends the program. A kernel that the simulator can't run
// ends the program when it is launched.
static void load(Module *m)
{
    if (m->sim)
        return;
    const Wrapper *w = m->wrapper;
    const void *const one[] = {w->fatbin, NULL};
    const void *const *unit = w->version == WRAPPER_LINKED ? w->units : one;
    SimError err = {SIM_NO_MEMORY, "The host is out of memory"};
    bool good = (m->sim = sim_module_new(rt.memory)) != NULL;
    // One of a linked program's units may be NVIDIA's device runtime (libcudadevrt), whose PTX is compressed. Its
    // functions are built in here (machine/builtin.c).
    for (; good && *unit; unit++) {
        const char *ptx = NULL;
        size_t length = 0;
        if (sim_fatbin_ptx(*unit, room_of(*unit), &ptx, &length, &err))
            good = sim_module_add(m->sim, ptx, length, &err);
        else if (w->version == WRAPPER_LINKED)
            m->unread = err;
        else
            good = false;
    }
    if (!good || !sim_module_link(m->sim, &err))
        refuse_program(&err);
    // The program reaches managed variables through pointers, which the runtime must set.
    for (Variable *v = rt.variables; v; v = v->next)
        if (v->module == m && v->managed) {
            cudaError_t unused;
            find_variable(v->host, &unused);
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

Function *find_function(const void *host, cudaError_t *err)
{
    Function *f = rt.functions;
    while (f && f->host != host && f != host) // a kernel handle is a Function
        f = f->next;
    *err = f ? cudaSuccess : host ? UNKNOWN_FUNCTION : cudaErrorInvalidDeviceFunction;
    if (!f || f->sim)
        return f;
    load(f->module);
    f->sim = sim_module_function(f->module->sim, f->name);
    if (!f->sim)
        refuse_missing(f->module, "kernel", f->name);
    SimAssembled assembled;
    int arch = 10 * rt.device->major + rt.device->minor;
    const void *fatbin = f->module->wrapper->fatbin;
    if (!sim_fatbin_assembled(fatbin, room_of(fatbin), f->name, arch, &assembled))
        out_of_memory();
    sim_function_set_assembled(f->sim, &assembled);
    free(assembled.lines);
    return f;
}

void know_kernel(const SimFunction *sim)
{
    cudaError_t unused;
    for (const Function *f = rt.functions; f; f = f->next)
        if (f->module->sim && sim_module_function(f->module->sim, f->name) == sim)
            find_function(f->host, &unused);
}

static const char *ptx_of(const SimFunction *kernel, size_t *length)
{
    const Function *f = rt.functions;
    while (f && f->sim != kernel)
        f = f->next;
    const char *ptx;
    SimError err;
    const void *fatbin = f ? f->module->wrapper->fatbin : NULL;
    return f && f->module->wrapper->version != WRAPPER_LINKED &&
                   sim_fatbin_ptx(fatbin, room_of(fatbin), &ptx, length, &err)
               ? ptx
               : NULL;
}

Variable *find_variable(const void *host, cudaError_t *err)
{
    Variable *v = rt.variables;
    while (v && v->host != host && (!v->managed || *v->managed != host))
        v = v->next;
    *err = v ? cudaSuccess : cudaErrorInvalidSymbol;
    if (!v || v->address)
        return v;
    load(v->module);
    v->address = sim_module_variable(v->module->sim, v->name, &v->size);
    if (!v->address)
        refuse_missing(v->module, "variable", v->name);
    return v;
}

void modules_unload(void)
{
    for (Module *m = rt.modules; m; m = m->next) {
        sim_module_free(m->sim);
        m->sim = NULL;
    }
    for (Function *f = rt.functions; f; f = f->next)
        f->sim = NULL;
    for (Variable *v = rt.variables; v; v = v->next)
        v->address = 0;
}

static void modules_unregister(void)
{
    modules_unload();
    for (Module *m; (m = rt.modules); free(m))
        rt.modules = m->next;
    for (Function *f; (f = rt.functions); free(f))
        rt.functions = f->next;
    for (Variable *v; (v = rt.variables); free(v))
        rt.variables = v->next;
}

// ---- entry points of start-up code ---------------------------------------------------------------------------

void **__cudaRegisterFatBinary(void *fatbin);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
char __cudaInitModule(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, const char *device, const char *name,
                            int threads, void *tid, void *bid, void *block, void *grid,
                            const int *warp);
void __cudaRegisterVar(void **handle, char *host, const char *device, const char *name, int ext,
                       size_t size, int constant, int global);
void __cudaRegisterManagedVar(void **handle, void **host, const char *device, const char *name,
                              int ext, size_t size, int constant, int global);
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *host);

void **__cudaRegisterFatBinary(void *fatbin)
{
    const Wrapper *w = fatbin;
    api_enter();
    if (w->magic != WRAPPER_MAGIC || w->version > WRAPPER_LINKED) {
        SimError err = {SIM_BAD_PTX,
                        "The program's device code is wrapped in a way that the simulator "
                        "does not know.\nRebuild with ./warpcc and nvcc 12 or 13."};
        refuse_program(&err);
    }
    Module *m = new_item(sizeof *m);
    m->wrapper = w;
    m->next = rt.modules;
    rt.modules = m;
    rt.kernel_ptx = ptx_of;
    at_end(modules_unregister);
    API_LEAVE(cudaSuccess);
    return (void **)m;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle; // PTX is loaded when first used
}

void __cudaUnregisterFatBinary(void **handle)
{
    (void)handle; // the profile, printed later, still names its kernels; `finish` frees it
}

char __cudaInitModule(void **handle)
{
    api_enter();
    load((Module *)handle);
    API_LEAVE(cudaSuccess);
    return 1;
}

void __cudaRegisterFunction(void **handle, const char *host, const char *device, const char *name,
                            int threads, void *tid, void *bid, void *block, void *grid,
                            const int *warp)
{
    (void)device, (void)threads, (void)tid, (void)bid, (void)block, (void)grid, (void)warp;
    api_enter();
    Function *f = new_item(sizeof *f);
    *f = (Function){rt.functions, host, name, (Module *)handle, NULL, -1, -1};
    rt.functions = f;
    API_LEAVE(cudaSuccess);
}

static void register_variable(void **handle, const void *host, const char *name, void **managed)
{
    api_enter();
    Variable *v = new_item(sizeof *v);
    *v = (Variable){rt.variables, host, managed, name, (Module *)handle, 0, 0};
    rt.variables = v;
    API_LEAVE(cudaSuccess);
}

void __cudaRegisterVar(void **handle, char *host, const char *device, const char *name, int ext,
                       size_t size, int constant, int global)
{
    (void)device, (void)ext, (void)size, (void)constant, (void)global; // the PTX says all of these
    register_variable(handle, host, name, NULL);
}

void __cudaRegisterManagedVar(void **handle, void **host, const char *device, const char *name,
                              int ext, size_t size, int constant, int global)
{
    (void)device, (void)ext, (void)size, (void)constant, (void)global;
    register_variable(handle, host, name, host);
}

cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *host)
{
    *kernel = (cudaKernel_t)(uintptr_t)host; // resolved at the launch
    return cudaSuccess;
}
