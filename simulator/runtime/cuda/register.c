// register.c: registers what a program's start-up code, which nvcc generates, gives to the runtime.
//
// Before main, each translation unit registers its fat binary. Then it registers each kernel and variable in it with a host
// address: of the kernel's stub, or of the variable's shadow. A launch and a copy to a symbol have only this address, so
// kernels and variables are looked up by it.
//
// With relocatable device code (-rdc=true) nvcc -dlink makes one wrapper for the whole program: its fourth field
// is a NULL-terminated array of the units' fat binaries, its third field is the linked cubin. clang's objects are not linked so.
//
// These entry points have no public description; crt/host_runtime.h in the toolkit declares them.

#include "runtime/state/module.h"

#include <link.h>

#pragma GCC diagnostic ignored "-Wunused-parameter" // what the PTX says, too

// Finds the bytes from `at` to the end of the part of a program or library that was loaded there; 0 if none was.
typedef struct {
    uintptr_t at;
    size_t bytes;
} Loaded;

static int find_loaded(struct dl_phdr_info *object, size_t size, void *out)
{
    Loaded *l = out;
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

// Every object of warpcc needs it (compile/origin.h).
extern const char link_this_with_warpcc_or_with_its_libcudart;
const char link_this_with_warpcc_or_with_its_libcudart = 0;

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

// The bounds of the section of managed variables, if clang compiled any; else NULL.
extern char __start_warp_managed[] __attribute__((weak)),
    __stop_warp_managed[] __attribute__((weak));

// Returns the module that the image is for: of several units of relocatable code, which clang's objects register one by one, one
// module, unless it is in use already; else a new one.
static Module *module_for(const Image *image)
{
    static Module *relocatable;
    if (!sim_fatbin_relocatable(image->at, image->size))
        return module_new(NULL);
    if (!relocatable || relocatable->sim)
        relocatable = module_new(NULL);
    return relocatable;
}

void **__cudaRegisterFatBinary(void *fatbin)
{
    const Wrapper *w = fatbin;
    api_enter();
    if (w->magic != WRAPPER_MAGIC || w->version > WRAPPER_LINKED) {
        SimError err = {SIM_BAD_PTX,
                        "The program's device code is wrapped in a way that the simulator "
                        "does not know.\nRebuild with ./warpcc."};
        refuse_program(&err);
    }
    Image image = {.at = w->fatbin, .size = room_of(w->fatbin)};
    Module *m = module_for(&image);
    m->assembled = image;
    const void *const *unit = w->version == WRAPPER_LINKED ? w->units : NULL;
    if (!unit)
        module_add(m, image);
    for (; unit && *unit; unit++)
        module_add(m, (Image){.at = *unit, .size = room_of(*unit), .part = true});
    API_LEAVE(cudaSuccess);
    return (void **)m;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
    // PTX is loaded when first used
}

void __cudaUnregisterFatBinary(void **handle)
{
    // the profile, printed later, still names its kernels; `finish` frees it
}

char __cudaInitModule(void **handle)
{
    api_enter();
    module_use((Module *)handle);
    API_LEAVE(cudaSuccess);
    return 1;
}

void __cudaRegisterFunction(void **handle, const char *host, const char *device, const char *name,
                            int threads, void *tid, void *bid, void *block, void *grid,
                            const int *warp)
{
    api_enter();
    module_kernel((Module *)handle, name, host);
    API_LEAVE(cudaSuccess);
}

void __cudaRegisterVar(void **handle, char *host, const char *device, const char *name, int ext,
                       size_t size, int constant, int global)
{
    api_enter();
    module_variable((Module *)handle, name, host, NULL);
    rt.variables->in_place = host >= __start_warp_managed && host < __stop_warp_managed;
    API_LEAVE(cudaSuccess);
}

// Loads the modules of managed variables that clang compiled, when all are registered: before main writes to such a variable, it must
// have its initial value. (The linker puts this object behind the program's, whose start-up code runs earlier.)
__attribute__((constructor)) static void load_managed(void)
{
    for (Variable *v = rt.variables; v; v = v->next)
        if (v->in_place)
            __cudaInitModule((void **)v->module);
}

void __cudaRegisterManagedVar(void **handle, void **host, const char *device, const char *name,
                              int ext, size_t size, int constant, int global)
{
    api_enter();
    module_variable((Module *)handle, name, host, host);
    API_LEAVE(cudaSuccess);
}

cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *host)
{
    *kernel = (cudaKernel_t)(uintptr_t)host; // resolved at the launch
    return cudaSuccess;
}
