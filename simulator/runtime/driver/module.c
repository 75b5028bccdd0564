// module.c: the driver API's modules, libraries, linker and kernels.
//
// A module is loaded from PTX, from a fat binary with PTX, or from what this linker made. The linker makes no cubin: it puts the PTX
// of all its inputs behind each other, and cuModuleLoadData takes that. A cubin has no PTX and is refused. A library is a Module, and
// a kernel of it is a Function.

#include "runtime/driver/driver.h"

#include "runtime/state/module.h"

#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wunused-parameter" // of options that change nothing here

// NOLINTBEGIN(readability-non-const-parameter): cuda.h has declared them

// How what the linker makes begins. Each text follows, with a 0 at its end, and another 0 behind the last one.
static const char LINKED[8] = {1, 'W', 'A', 'R', 'P', 'S', 'I', 'M'};

static uint32_t word_at(const void *p)
{
    uint32_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

// ---- Options of the compiler ------------------------------------------------------------------------------------------

// The options of a call: pairs of an option and its value.
typedef struct {
    unsigned count;
    CUjit_option *option;
    void **value;
} Jit;

// Writes a text to one of the two logs, and its length to the option that gave the log's size. False if there is no such log.
static bool write_log(const Jit *j, CUjit_option log, CUjit_option size, const char *text)
{
    char *to = NULL;
    void **room = NULL;
    for (unsigned i = 0; j->option && j->value && i < j->count; i++) {
        if (j->option[i] == log)
            to = j->value[i];
        if (j->option[i] == size)
            room = &j->value[i];
    }
    size_t most = room ? (uintptr_t)*room & UINT32_MAX : 0;
    if (!to || !most)
        return false;
    size_t length = strlen(text) + 1;
    length = length < most ? length : most;
    memcpy(to, text, length - 1);
    to[length - 1] = '\0';
    *room = (void *)length;
    return true;
}

// Answers the options as a compiler that took no time. An error is printed if the program has no log for it.
static void tell_compiler(const Jit *j, const SimError *err)
{
    const float milliseconds = 0;
    for (unsigned i = 0; j->option && j->value && i < j->count; i++)
        if (j->option[i] == CU_JIT_WALL_TIME)
            memcpy(&j->value[i], &milliseconds, sizeof milliseconds);
    write_log(j, CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, "");
    bool told = write_log(j, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                          err ? err->text : "");
    if (err && !told) {
        fflush(stdout);
        callsite_print(stderr, "WARPSIM: ", err->text);
    }
}

// ---- Loading ---------------------------------------------------------------------------------------------------------

// Whether code begins with a word. It may be a text that is shorter: what follows its 0 is not read.
static bool begins(const char *code, uint32_t word)
{
    return strnlen(code, sizeof word) == sizeof word && word_at(code) == word;
}

// Returns the size of code, which says itself how long it is. Moves *code from a wrapper to what it wraps.
static size_t size_of(const void **code)
{
    const char *at = *code;
    if (begins(at, WRAPPER_MAGIC))
        *code = at = ((const Wrapper *)*code)->fatbin;
    uint64_t rest = 0;
    if (begins(at, SIM_FATBIN_MAGIC)) {
        memcpy(&rest, at + 8, sizeof rest);
        return (size_t)(rest + ((unsigned char)at[6] | (unsigned)(unsigned char)at[7] << 8));
    }
    if (strncmp(at, "\177ELF", 4) == 0)
        return 4;
    size_t size = 0;
    if (strncmp(at, LINKED, sizeof LINKED) == 0)
        for (size = sizeof LINKED; at[size];)
            size += strlen(at + size) + 1;
    return size ? size : strlen(at);
}

// Returns why the simulator can't read the code, with *err; cudaSuccess if it can.
static cudaError_t readable(const Image *i, SimError *err)
{
    const char *ptx;
    size_t length;
    if (i->size >= 4 && memcmp(i->at, "\177ELF", 4) == 0) {
        *err = (SimError){
            SIM_BAD_PTX,
            "The module is a cubin: machine code, without PTX for the simulator to "
            "run.\nLoad PTX (./warpcc -ptx) or a fat binary with it (./warpcc -fatbin)."};
        return cudaErrorNoKernelImageForDevice;
    }
    if (!image_ptx(i, &ptx, &length, err))
        return cudaErrorNoKernelImageForDevice;
    if (memmem(ptx, length, ".version", strlen(".version")))
        return cudaSuccess;
    *err = (SimError){SIM_BAD_PTX, "The module is neither PTX nor a fat binary."};
    return cudaErrorInvalidKernelImage;
}

// Adds the images in `kept`, which is the module's.
static cudaError_t add_images(Module *m, char *kept, size_t size, SimError *err)
{
    if (strncmp(kept, LINKED, sizeof LINKED) != 0) {
        Image all = {.at = kept, .size = size};
        cudaError_t e = readable(&all, err);
        module_add(m, all);
        if (word_at(kept) == SIM_FATBIN_MAGIC)
            m->assembled = all;
        return e;
    }
    cudaError_t e = cudaSuccess;
    for (size_t at = sizeof LINKED; kept[at] && e == cudaSuccess;) {
        Image one = {.at = kept + at, .size = strlen(kept + at)};
        e = readable(&one, err);
        module_add(m, one);
        at += one.size + 1;
    }
    return e;
}

// Returns the newest PTX that the driver of this CUDA compiles (PTX ISA, "Release Notes"): 90 for 9.0.
static int newest_ptx(void)
{
    static const int of_12[] = {80, 81, 82, 83, 84, 85, 85, 86, 87, 88};
    int major = CUDA_VERSION / 1000, minor = CUDA_VERSION % 1000 / 10;
    if (major == 12 && minor < 10)
        return of_12[minor];
    return (major < 12 ? 70 : 90) + minor;
}

// Returns why a driver would not compile the PTX of a module for this device, with *err; cudaSuccess if it would.
static cudaError_t compilable(const Module *m, SimError *err)
{
    int target, version = sim_module_ptx(m->sim, &target), newest = newest_ptx(),
                capability = 10 * rt.device->major + rt.device->minor;
    if (version > newest) {
        snprintf(err->text, sizeof err->text,
                 "PTX of .version %d.%d: a driver of CUDA %d.%d knows it up to %d.%d", version / 10,
                 version % 10, CUDA_VERSION / 1000, CUDA_VERSION % 1000 / 10, newest / 10,
                 newest % 10);
        return cudaErrorUnsupportedPtxVersion;
    }
    if (target > capability) {
        snprintf(err->text, sizeof err->text,
                 "PTX of .target sm_%d: the device has compute capability %d.%d", target,
                 rt.device->major, rt.device->minor);
        return cudaErrorInvalidPtx;
    }
    return cudaSuccess;
}

static cudaError_t load(Module **out, const void *code, const Jit *j)
{
    SimError err;
    if (!out || !code)
        return cudaErrorInvalidValue;
    size_t size = size_of(&code);
    char *kept = calloc(1, size + FILE_ZEROS);
    if (!kept)
        return cudaErrorMemoryAllocation;
    memcpy(kept, code, size);
    Module *m = module_new(kept);
    cudaError_t e = add_images(m, kept, size, &err);
    if (e == cudaSuccess && !module_load(m, &err))
        e = err.status == SIM_NO_MEMORY   ? cudaErrorMemoryAllocation
            : err.status == SIM_NEWER_PTX ? cudaErrorUnsupportedPtxVersion
                                          : cudaErrorInvalidPtx;
    if (e == cudaSuccess && !m->assembled.at)
        e = compilable(m, &err);
    tell_compiler(j, e == cudaSuccess ? NULL : &err);
    if (e != cudaSuccess) {
        m->unloaded = true;
        return e;
    }
    SimFunction *f;
    for (int i = 0; (f = sim_module_kernel_at(m->sim, i)); i++)
        module_kernel(m, sim_function_info(f).name, NULL);
    *out = m;
    return cudaSuccess;
}

static cudaError_t load_file(Module **out, const char *path, const Jit *j)
{
    size_t size;
    char *text = file_read(path, &size);
    if (!text)
        return cudaErrorFileNotFound;
    cudaError_t e = load(out, text, j);
    free(text);
    return e;
}

static cudaError_t unload(const void *handle)
{
    Module *m = find_module(handle);
    if (!m)
        return cudaErrorInvalidResourceHandle;
    stream_wait(NULL);
    m->unloaded = true;
    return cudaSuccess;
}

// Finds a kernel by its name, or if that is NULL by its number; NULL if there is none.
static Function *kernel_of(const Module *m, const char *name, unsigned number)
{
    FIND(Function, f, rt.functions,
         f->module == m && (name ? strcmp(f->name, name) == 0 : number-- == 0));
    return f;
}

#if CUDA_VERSION >= 12040 // whose calls count kernels
static unsigned kernels_in(const Module *m)
{
    unsigned n = 0;
    while (kernel_of(m, NULL, n))
        n++;
    return n;
}

static cudaError_t list_kernels(void *out, unsigned most, const void *handle)
{
    const Module *m = find_module(handle);
    if (!m || !out)
        return m ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    for (unsigned i = 0; i < most; i++) {
        const Function *f = kernel_of(m, NULL, i);
        memcpy((char *)out + i * sizeof(void *), &f, sizeof(void *));
    }
    return cudaSuccess;
}
#endif

static cudaError_t get_kernel(void *out, const void *handle, const char *name)
{
    const Module *m = find_module(handle);
    if (!m || !out || !name)
        return m ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    const Function *f = kernel_of(m, name, 0);
    memcpy(out, &f, sizeof(void *)); // NULL, too
    return f ? kernel_error(f) : cudaErrorSymbolNotFound;
}

static cudaError_t get_variable(CUdeviceptr *at, size_t *bytes, const void *handle,
                                const char *name)
{
    size_t size = 0;
    const Module *m = find_module(handle);
    if (!m || !name)
        return m ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    uint64_t address = sim_module_variable(m->sim, name, &size);
    if (at)
        *at = address; // 0 of a variable that there is not
    if (bytes)
        *bytes = size;
    return address ? cudaSuccess : cudaErrorSymbolNotFound;
}

#define MODULE(handle) ((Module **)(void *)(handle))

CUresult cuModuleLoad(CUmodule *module, const char *fname)
    RETURNS(DRIVER(API_CALL(load_file(MODULE(module), fname, &(Jit){0}))));
CUresult cuModuleLoadData(CUmodule *module, const void *image)
    RETURNS(DRIVER(API_CALL(load(MODULE(module), image, &(Jit){0}))));
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int numOptions,
                            CUjit_option *options, void **optionValues)
    RETURNS(DRIVER(API_CALL(load(MODULE(module), image,
                                 &(Jit){numOptions, options, optionValues}))));
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *fatCubin)
    RETURNS(DRIVER(API_CALL(load(MODULE(module), fatCubin, &(Jit){0}))));
CUresult cuModuleUnload(CUmodule hmod) RETURNS(DRIVER(API_CALL(unload(hmod))));
CUresult cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name)
    RETURNS(DRIVER(API_CALL(get_kernel(hfunc, hmod, name))));
CUresult cuModuleGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUmodule hmod, const char *name)
    RETURNS(DRIVER(API_CALL(get_variable(dptr, bytes, hmod, name))));

#if CUDA_VERSION >= 12040
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode)
    RETURNS(DRIVER_ANY(API_QUERY(ANSWER(mode, CU_MODULE_EAGER_LOADING))));
CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule mod)
    RETURNS(DRIVER(API_CALL(!find_module(mod) ? cudaErrorInvalidResourceHandle
                                              : ANSWER(count, kernels_in(find_module(mod))))));
CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int numFunctions, CUmodule mod)
    RETURNS(DRIVER(API_CALL(list_kernels(functions, numFunctions, mod))));
#endif

// ---- The linker ------------------------------------------------------------------------------------------------------

typedef struct CUlinkState_st {
    struct CUlinkState_st *next;
    Jit jit;
    FILE *out;  // writes to:
    char *made; // (size), and a 0 behind them
    size_t size;
} Linker;

static Linker *linkers;

static void linkers_free(void)
{
    for (Linker *l; (l = linkers); free(l)) {
        linkers = l->next;
        fclose(l->out);
        free(l->made);
    }
}

static Linker **find_linker(const Linker *handle)
{
    FIND_LINK(Linker, link, linkers, *link == handle);
    return link;
}

static cudaError_t link_create(Linker **out, Jit jit)
{
    Linker *l = out ? calloc(1, sizeof *l) : NULL;
    if (!l || !(l->out = open_memstream(&l->made, &l->size))) {
        free(l);
        return out ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;
    }
    at_end(linkers_free);
    fwrite(LINKED, 1, sizeof LINKED, l->out);
    l->next = linkers;
    l->jit = jit;
    *out = linkers = l;
    return cudaSuccess;
}

static cudaError_t link_add(const Linker *handle, const void *data, size_t size)
{
    SimError err;
    const char *ptx = NULL;
    Linker *l = *find_linker(handle);
    if (!l || !data || !size)
        return l ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    Image image = {.at = data, .size = size};
    cudaError_t e = readable(&image, &err);
    if (e != cudaSuccess || !image_ptx(&image, &ptx, &size, &err)) {
        tell_compiler(&l->jit, &err);
        return e;
    }
    fwrite(ptx, 1, strnlen(ptx, size), l->out);
    fputc('\0', l->out);
    return fflush(l->out) == 0 ? cudaSuccess : cudaErrorMemoryAllocation;
}

// Adds a file. NVIDIA's device runtime, the one library that programs link, is built in and left out.
static cudaError_t link_add_file(const Linker *handle, CUjitInputType type, const char *path)
{
    size_t size = 0;
    if (type == CU_JIT_INPUT_LIBRARY && path && strstr(path, "cudadevrt"))
        return *find_linker(handle) ? cudaSuccess : cudaErrorInvalidResourceHandle;
    char *text = file_read(path, &size);
    if (!text)
        return cudaErrorFileNotFound;
    cudaError_t e = link_add(handle, text, size);
    free(text);
    return e;
}

static cudaError_t link_complete(const Linker *handle, void **out, size_t *size)
{
    Linker *l = *find_linker(handle);
    if (!l || !out)
        return l ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    fflush(l->out);
    if (size)
        *size = l->size + 1;
    *out = l->made;
    tell_compiler(&l->jit, NULL);
    return l->size > sizeof LINKED ? cudaSuccess : cudaErrorInvalidKernelImage;
}

static cudaError_t link_destroy(const Linker *handle)
{
    Linker **link = find_linker(handle), *l = *link;
    if (!l)
        return cudaErrorInvalidResourceHandle;
    *link = l->next;
    fclose(l->out);
    free(l->made);
    free(l);
    return cudaSuccess;
}

CUresult cuLinkCreate(unsigned int numOptions, CUjit_option *options, void **optionValues,
                      CUlinkState *stateOut)
    RETURNS(DRIVER(API_CALL(link_create(stateOut, (Jit){numOptions, options, optionValues}))));
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size,
                       const char *name, unsigned int numOptions, CUjit_option *options,
                       void **optionValues) RETURNS(DRIVER(API_CALL(link_add(state, data, size))));
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path,
                       unsigned int numOptions, CUjit_option *options, void **optionValues)
    RETURNS(DRIVER(API_CALL(link_add_file(state, type, path))));
CUresult cuLinkComplete(CUlinkState state, void **cubinOut, size_t *sizeOut)
    RETURNS(DRIVER(API_CALL(link_complete(state, cubinOut, sizeOut))));
CUresult cuLinkDestroy(CUlinkState state) RETURNS(DRIVER(API_CALL(link_destroy(state))));

// ---- Kernels ---------------------------------------------------------------------------------------------------------

static cudaError_t kernel_attribute(int *out, CUfunction_attribute attribute, const void *kernel)
{
    struct cudaFuncAttributes a;
    cudaError_t e = out ? cudaFuncGetAttributes(&a, kernel) : cudaErrorInvalidValue;
    if (e != cudaSuccess)
        return e;
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *out = a.maxThreadsPerBlock; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *out = (int)a.sharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *out = (int)a.constSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *out = (int)a.localSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *out = a.numRegs; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *out = a.ptxVersion; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *out = a.binaryVersion; break;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *out = a.cacheModeCA; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *out = a.maxDynamicSharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *out = a.preferredShmemCarveout; break;
    default: return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

static cudaError_t module_of(void *out, const void *kernel)
{
    const Function *f = find_function(kernel);
    if (f && out)
        memcpy(out, &f->module, sizeof(void *));
    return out ? kernel_error(kernel) : cudaErrorInvalidValue;
}

CUresult cuFuncGetAttribute(int *pi, CUfunction_attribute attrib, CUfunction hfunc)
    RETURNS(DRIVER(kernel_attribute(pi, attrib, hfunc)));

// Both APIs number the attributes that may be set alike.
CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value)
    RETURNS(DRIVER(cudaFuncSetAttribute(hfunc, (enum cudaFuncAttribute)attrib, value)));
CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config)
    RETURNS(DRIVER(cudaFuncSetCacheConfig(hfunc, (enum cudaFuncCache)config)));
CUresult cuFuncGetModule(CUmodule *hmod, CUfunction hfunc)
    RETURNS(DRIVER(API_CALL(module_of(hmod, hfunc))));
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, CUfunction func, int blockSize,
                                                     size_t dynamicSMemSize)
    RETURNS(DRIVER(cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, func, blockSize,
                                                                 dynamicSMemSize)));
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, CUfunction func,
                                                              int blockSize, size_t dynamicSMemSize,
                                                              unsigned int flags)
    RETURNS(DRIVER(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func,
                                                                          blockSize,
                                                                          dynamicSMemSize, flags)));
CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, CUfunction func,
                                                 int numBlocks, int blockSize)
    RETURNS(DRIVER(cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, func, numBlocks,
                                                             blockSize)));

// Finds the block size with which most threads are on an SM; of several the largest. shared_of(threads), or else `shared`, is a
// block's shared memory.
static cudaError_t best_block(int *grid, int *block, CUfunction f, CUoccupancyB2DSize shared_of,
                              size_t shared, int most)
{
    struct cudaFuncAttributes a = {0};
    int sms = 0, blocks = 0, best = 0;
    cudaError_t e = grid && block ? cudaFuncGetAttributes(&a, f) : cudaErrorInvalidValue;
    if (e == cudaSuccess)
        e = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    if (e != cudaSuccess)
        return e;
    int limit = most > 0 && most < a.maxThreadsPerBlock ? most : a.maxThreadsPerBlock;
    for (int whole = (limit + 31) / 32 * 32; whole > 0; whole -= 32) {
        int threads = whole < limit ? whole : limit;
        e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, threads,
                                                          shared_of ? shared_of(threads) : shared);
        if (e != cudaSuccess)
            return e;
        if (blocks * threads > best) {
            best = blocks * threads;
            *block = threads;
            *grid = blocks * sms;
        }
    }
    return best ? cudaSuccess : cudaErrorInvalidValue;
}

CUresult cuOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, CUfunction func,
                                          CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                          size_t dynamicSMemSize, int blockSizeLimit)
    RETURNS(DRIVER(best_block(minGridSize, blockSize, func, blockSizeToDynamicSMemSize,
                              dynamicSMemSize, blockSizeLimit)));
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize,
                                                   CUfunction func,
                                                   CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                   size_t dynamicSMemSize, int blockSizeLimit,
                                                   unsigned int flags)
    RETURNS(DRIVER((flags & ~(unsigned)CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)
                       ? API_CALL(cudaErrorInvalidValue)
                       : best_block(minGridSize, blockSize, func, blockSizeToDynamicSMemSize,
                                    dynamicSMemSize, blockSizeLimit)));

// ---- Libraries, which CUDA 12 brought --------------------------------------------------------------------------------

#if CUDA_VERSION >= 12000

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jitOptions,
                           void **jitOptionsValues, unsigned int numJitOptions,
                           CUlibraryOption *libraryOptions, void **libraryOptionValues,
                           unsigned int numLibraryOptions)
    RETURNS(DRIVER_ANY(API_CALL(load(MODULE(library), code,
                                     &(Jit){numJitOptions, jitOptions, jitOptionsValues}))));
CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *fileName, CUjit_option *jitOptions,
                               void **jitOptionsValues, unsigned int numJitOptions,
                               CUlibraryOption *libraryOptions, void **libraryOptionValues,
                               unsigned int numLibraryOptions)
    RETURNS(DRIVER_ANY(API_CALL(load_file(MODULE(library), fileName,
                                          &(Jit){numJitOptions, jitOptions, jitOptionsValues}))));
CUresult cuLibraryUnload(CUlibrary library) RETURNS(DRIVER_ANY(API_CALL(unload(library))));
CUresult cuLibraryGetKernel(CUkernel *pKernel, CUlibrary library, const char *name)
    RETURNS(DRIVER_ANY(API_CALL(get_kernel(pKernel, library, name))));
CUresult cuLibraryGetModule(CUmodule *pMod, CUlibrary library)
    RETURNS(DRIVER(API_CALL(!find_module(library) ? cudaErrorInvalidResourceHandle
                                                  : ANSWER(pMod, (CUmodule)(void *)library))));
CUresult cuLibraryGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name)
    RETURNS(DRIVER(API_CALL(get_variable(dptr, bytes, library, name))));

#if CUDA_VERSION >= 12050
CUresult cuKernelGetLibrary(CUlibrary *pLib, CUkernel kernel)
    RETURNS(DRIVER_ANY(API_CALL(module_of(pLib, kernel))));
#endif

CUresult cuKernelGetFunction(CUfunction *pFunc, CUkernel kernel)
    RETURNS(DRIVER(API_CALL(!pFunc ? cudaErrorInvalidValue
                                   : (*pFunc = (CUfunction)(void *)find_function(kernel),
                                      kernel_error(kernel)))));
CUresult cuKernelGetAttribute(int *pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev)
    RETURNS(DRIVER_ANY(dev ? API_QUERY(cudaErrorInvalidDevice)
                           : kernel_attribute(pi, attrib, kernel)));
CUresult cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev)
    RETURNS(DRIVER_ANY(dev ? API_QUERY(cudaErrorInvalidDevice)
                           : cudaFuncSetAttribute(kernel, (enum cudaFuncAttribute)attrib, val)));
CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev)
    RETURNS(DRIVER_ANY(dev ? API_QUERY(cudaErrorInvalidDevice)
                           : cudaFuncSetCacheConfig(kernel, (enum cudaFuncCache)config)));

#endif

#if CUDA_VERSION >= 12040

CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function)
    RETURNS(DRIVER(API_CALL(find_function(function)
                                ? ANSWER(state, CU_FUNCTION_LOADING_STATE_LOADED)
                                : kernel_error(function))));
CUresult cuFuncLoad(CUfunction function) RETURNS(DRIVER(API_CALL(kernel_error(function))));
CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary lib)
    RETURNS(DRIVER_ANY(API_CALL(!find_module(lib) ? cudaErrorInvalidResourceHandle
                                                  : ANSWER(count, kernels_in(find_module(lib))))));
CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int numKernels, CUlibrary lib)
    RETURNS(DRIVER_ANY(API_CALL(list_kernels(kernels, numKernels, lib))));
CUresult cuFuncGetName(const char **name, CUfunction hfunc)
    RETURNS(DRIVER(cudaFuncGetName(name, hfunc)));
CUresult cuKernelGetName(const char **name, CUkernel hfunc)
    RETURNS(DRIVER_ANY(cudaFuncGetName(name, hfunc)));
CUresult cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t *paramOffset,
                            size_t *paramSize)
    RETURNS(DRIVER(cudaFuncGetParamInfo(func, paramIndex, paramOffset, paramSize)));
CUresult cuKernelGetParamInfo(CUkernel kernel, size_t paramIndex, size_t *paramOffset,
                              size_t *paramSize)
    RETURNS(DRIVER_ANY(cudaFuncGetParamInfo(kernel, paramIndex, paramOffset, paramSize)));

#endif
// NOLINTEND(readability-non-const-parameter)
