// names.c: finds driver calls by their names, for cuGetProcAddress, cudaGetDriverEntryPoint and programs that open
// libcuda.so.
//
// A name is a symbol of libcuda.so. A call whose arguments have changed has several symbols: cuMemAdvise and cuMemAdvise_v2.

#include "runtime/driver/driver.h"

#include <driver_calls.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wunused-parameter" // of flags: there is one default stream

// Calls that the simulator has beside those of the list: older versions, and two of another header.
// clang-format off
#define OTHER_CALLS(CALL) \
    CALL(cuCtxCreate_v2) CALL(cuCtxCreate_v3) CALL(cuGetProcAddress) CALL(cuMemAdvise) \
    CALL(cuMemPrefetchAsync) CALL(cuProfilerStart) CALL(cuProfilerStop)
// clang-format on

// Declares the calls' symbols: cuda.h turns some of the names into macros.
#define DECLARE(name) extern char at_##name[] __asm__(#name);
OTHER_CALLS(DECLARE)
DRIVER_CALLS(DECLARE)

#define ENTRY(name) {#name, at_##name},
static const struct {
    const char *name;
    char *call;
} ENTRIES[] = {OTHER_CALLS(ENTRY) DRIVER_CALLS(ENTRY)};

// Returns the version of CUDA that changed a call's arguments to those of this symbol; 0 for the first.
static int since(const char *name)
{
    static const struct {
        const char *name;
        int version;
    } CHANGED[] = {{"cuCtxCreate_v3", 11040},        {"cuCtxCreate_v4", 12050},
                   {"cuCtxGetDevice_v2", 13000},     {"cuCtxSynchronize_v2", 13000},
                   {"cuGetProcAddress_v2", 12000},   {"cuMemAdvise_v2", 12020},
                   {"cuMemPrefetchAsync_v2", 12020}, {"cuStreamGetCtx_v2", 12050}};
    for (size_t i = 0; i < sizeof CHANGED / sizeof *CHANGED; i++)
        if (strcmp(CHANGED[i].name, name) == 0)
            return CHANGED[i].version;
    return 0;
}

// Tells whether a symbol is a version of the named call, as cuMemAlloc_v2 is one of cuMemAlloc.
static bool is_version(const char *symbol, const char *name)
{
    size_t n = strlen(name);
    return strncmp(symbol, name, n) == 0 &&
           (symbol[n] == '\0' ||
            (symbol[n] == '_' && symbol[n + 1] == 'v' && symbol[n + 2] >= '2' &&
             symbol[n + 2] <= '9' && symbol[n + 3] == '\0'));
}

// Finds the newest version of a call that CUDA `version` has; NULL if it has none. *newer: a later CUDA has one.
static void *find_call(const char *name, int version, bool *newer)
{
    void *found = NULL;
    int best = -1;
    *newer = false;
    for (size_t i = 0; i < sizeof ENTRIES / sizeof *ENTRIES; i++) {
        int from = since(ENTRIES[i].name);
        if (!is_version(ENTRIES[i].name, name))
            continue;
        *newer |= from > version;
        if (from <= version && from >= best) {
            best = from;
            found = ENTRIES[i].call;
        }
    }
    return found;
}

// The numbers are those of CUdriverProcAddressQueryResult.
enum { CALL_FOUND, CALL_MISSING, CALL_TOO_NEW };

static CUresult look_for(const char *name, void **call, int version, int *status)
{
    bool newer;
    if (!name || !call)
        return CUDA_ERROR_INVALID_VALUE;
    *call = find_call(name, version, &newer);
    if (status)
        *status = *call ? CALL_FOUND : newer ? CALL_TOO_NEW : CALL_MISSING;
    return *call ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

#undef cuGetProcAddress
CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags)
    RETURNS(look_for(symbol, pfn, cudaVersion, NULL));

#if CUDART_VERSION >= 12000

CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *symbolStatus)
{
    int status = CALL_MISSING;
    CUresult e = look_for(symbol, pfn, cudaVersion, &status);
    (void)flags;
    if (symbolStatus)
        *symbolStatus = (CUdriverProcAddressQueryResult)status;
    return e == CUDA_ERROR_INVALID_VALUE ? e : CUDA_SUCCESS; // a call that there is not is NULL
}

static cudaError_t entry_point(const char *name, void **call, unsigned version,
                               enum cudaDriverEntryPointQueryResult *status)
{
    int found = CALL_MISSING;
    CUresult e = look_for(name, call, (int)version, &found);
    if (status)
        *status = (enum cudaDriverEntryPointQueryResult)found;
    return e == CUDA_ERROR_INVALID_VALUE ? cudaErrorInvalidValue : cudaSuccess;
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *driverStatus)
    RETURNS(API_QUERY(entry_point(symbol, funcPtr, CUDART_VERSION, driverStatus)));

#if CUDART_VERSION >= 12050
cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **funcPtr,
                                             unsigned int cudaVersion, unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *driverStatus)
    RETURNS(API_QUERY(entry_point(symbol, funcPtr, cudaVersion, driverStatus)));
#endif

#else

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags)
    RETURNS(API_QUERY(look_for(symbol, funcPtr, CUDART_VERSION, NULL) == CUDA_SUCCESS
                          ? cudaSuccess
                          : cudaErrorSymbolNotFound));

#endif

// Finds a symbol. A name without a version is the call's first version.
static void *symbol_of(const char *name)
{
    bool newer;
    for (size_t i = 0; i < sizeof ENTRIES / sizeof *ENTRIES; i++)
        if (strcmp(ENTRIES[i].name, name) == 0)
            return ENTRIES[i].call;
    return find_call(name, 0, &newer);
}

// ---- Programs that open libcuda.so -----------------------------------------------------------------------------------

// The linker puts these in place of dlopen, dlsym and dlclose, as warpcc asks it to (--wrap). Other libraries are opened as usual.
void *__wrap_dlopen(const char *path, int mode);
void *__wrap_dlsym(void *handle, const char *name);
int __wrap_dlclose(void *handle);
extern void *__real_dlopen(const char *path, int mode) __attribute__((weak));
extern void *__real_dlsym(void *handle, const char *name) __attribute__((weak));
extern int __real_dlclose(void *handle) __attribute__((weak));

static char libcuda; // whose address is its handle

static bool names_libcuda(const char *path)
{
    const char *folder = strrchr(path, '/');
    return strncmp(folder ? folder + 1 : path, "libcuda.so", strlen("libcuda.so")) == 0;
}

void *__wrap_dlopen(const char *path, int mode)
{
    return path && names_libcuda(path) ? &libcuda : __real_dlopen(path, mode);
}

void *__wrap_dlsym(void *handle, const char *name)
{
    return handle == &libcuda ? symbol_of(name) : __real_dlsym(handle, name);
}

int __wrap_dlclose(void *handle)
{
    return handle == &libcuda ? 0 : __real_dlclose(handle);
}
