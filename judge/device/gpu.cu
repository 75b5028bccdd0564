// gpu.cu: a GPU as a device process (wire.h). Cubins come from the judge and are loaded as libraries; no host code
// of a submission runs here. The GPU gives results and times, but no counters and no findings.

#include "judge/core/wire.h"
#include "kernel_names.h"
#include "pipe.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REPEATS = 21, MOST_KERNELS = 256 };

typedef struct {
    char *code;
    cudaLibrary_t library; // NULL between runs
} Slot;

// Memory of the run, in the order it was allocated.
typedef struct Block {
    struct Block *next;
    void *at;
} Block;

static Slot slots[WIRE_SLOTS];
static Block *blocks;

// ---- The pipe -------------------------------------------------------------------------------------------------------

static void receive(void *to, size_t bytes)
{
    if (!pipe_read(STDIN_FILENO, to, bytes))
        _exit(0); // the judge has ended
}

static void *receive_new(size_t bytes)
{
    char *to = (char *)malloc(bytes + 1);
    if (!to)
        _exit(1);
    receive(to, bytes);
    to[bytes] = '\0';
    return to;
}

static void send_all(const void *from, size_t bytes)
{
    if (!pipe_write(STDOUT_FILENO, from, bytes))
        _exit(0);
}

static void answer(uint32_t status, uint64_t value, uint64_t extra, const void *bytes, size_t size)
{
    WireReply r = {status, 0, value, extra, size};
    send_all(&r, sizeof r);
    send_all(bytes, size);
}

// Answers with an error. After a kernel's fault all later calls fail too, and the process is of no further use.
static void answer_error(cudaError_t e, int status)
{
    char text[256];
    snprintf(text, sizeof text, "The GPU says %s: %s.", cudaGetErrorName(e), cudaGetErrorString(e));
    answer(e == cudaSuccess ? WIRE_OK : (uint32_t)status, 0, 0, text,
           e == cudaSuccess ? 0 : strlen(text));
}

// ---- Modules and memory ---------------------------------------------------------------------------------------------

static cudaError_t begin(void)
{
    cudaError_t e = cudaSuccess;
    while (blocks) {
        Block *next = blocks->next;
        cudaFree(blocks->at);
        free(blocks);
        blocks = next;
    }
    for (int i = 0; i < WIRE_SLOTS && e == cudaSuccess; i++) {
        if (slots[i].library)
            cudaLibraryUnload(slots[i].library);
        slots[i].library = NULL;
        if (slots[i].code)
            e = cudaLibraryLoadData(&slots[i].library, slots[i].code, NULL, NULL, 0, NULL, NULL, 0);
    }
    return e;
}

static void alloc(uint64_t size)
{
    Block *b = (Block *)calloc(1, sizeof *b);
    cudaError_t e = b ? cudaMalloc(&b->at, size ? size : 1) : cudaErrorMemoryAllocation;
    if (e != cudaSuccess) {
        free(b);
        answer_error(e, WIRE_BAD);
        return;
    }
    b->next = blocks;
    blocks = b;
    answer(WIRE_OK, (uint64_t)b->at, 0, NULL, 0);
}

static void write_memory(uint64_t address, uint64_t bytes)
{
    void *data = receive_new(bytes);
    answer_error(cudaMemcpy((void *)address, data, bytes, cudaMemcpyHostToDevice), WIRE_FAULT);
    free(data);
}

static void read_memory(uint64_t address, uint64_t bytes)
{
    void *data = malloc(bytes + 1);
    if (!data)
        _exit(1);
    cudaError_t e = cudaMemcpy(data, (void *)address, bytes, cudaMemcpyDeviceToHost);
    if (e == cudaSuccess)
        answer(WIRE_OK, 0, 0, data, bytes);
    else
        answer_error(e, WIRE_FAULT);
    free(data);
}

static void find_variable(const char *name)
{
    void *at = NULL;
    size_t size = 0;
    if (cudaLibraryGetGlobal(&at, &size, slots[WIRE_SUBMISSION].library, name) != cudaSuccess)
        size = 0;
    answer(WIRE_OK, (uint64_t)at, size, NULL, 0);
}

static void find_name(uint32_t slot, const char *called)
{
    cudaKernel_t kernels[MOST_KERNELS];
    const char *found = "";
    uint64_t same = 0;
    unsigned count = 0;
    cudaLibrary_t library = slots[slot % WIRE_SLOTS].library;
    if (library)
        cudaLibraryGetKernelCount(&count, library);
    if (count > MOST_KERNELS)
        count = MOST_KERNELS;
    if (count && cudaLibraryEnumerateKernels(kernels, count, library) != cudaSuccess)
        count = 0;
    for (unsigned i = 0; i < count; i++) {
        const char *name;
        if (cudaFuncGetName(&name, (const void *)kernels[i]) == cudaSuccess &&
            strlen(name) < WIRE_NAME && is_called(name, called)) {
            found = same ? found : name;
            same++;
        }
    }
    answer(WIRE_OK, same, 0, found, strlen(found));
}

// ---- Launches -------------------------------------------------------------------------------------------------------

static cudaError_t find_kernel(const WireLaunch *w, cudaKernel_t *kernel)
{
    cudaError_t e = cudaLibraryGetKernel(kernel, slots[w->slot % WIRE_SLOTS].library, w->kernel);
    if (e == cudaSuccess && w->shared_most)
        e = cudaFuncSetAttribute((const void *)*kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 (int)w->shared);
    return e;
}

static cudaError_t start(cudaKernel_t kernel, WireLaunch *w)
{
    void *args[WIRE_ARGS];
    for (int i = 0; i < WIRE_ARGS;
         i++) // all are given: the simulator has checked how many the kernel takes
        args[i] = &w->args[i];
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = w->cluster[0];
    cluster.val.clusterDim.y = w->cluster[1];
    cluster.val.clusterDim.z = w->cluster[2];
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(w->grid[0], w->grid[1], w->grid[2]);
    config.blockDim = dim3(w->block[0], w->block[1], w->block[2]);
    config.dynamicSmemBytes = w->shared;
    config.attrs = &cluster;
    config.numAttrs = w->cluster[0] ? 1 : 0;
    return cudaLaunchKernelExC(&config, (const void *)kernel, args);
}

static void launch(WireLaunch *w)
{
    cudaKernel_t kernel;
    cudaError_t e = find_kernel(w, &kernel);
    if (e == cudaSuccess)
        e = start(kernel, w);
    if (e == cudaSuccess)
        e = cudaDeviceSynchronize();
    answer_error(e, WIRE_FAULT);
}

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// Returns the bytes per second that the memory could move: two transfers per clock on each bit of the bus.
static double memory_rate(void)
{
    int khz = 0, bits = 0;
    cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, 0);
    cudaDeviceGetAttribute(&bits, cudaDevAttrGlobalMemoryBusWidth, 0);
    return 2e3 * khz * bits / 8;
}

static void time_launch(WireLaunch *w)
{
    float ms[REPEATS] = {0};
    cudaKernel_t kernel;
    cudaEvent_t from, to;
    cudaError_t e = find_kernel(w, &kernel);
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    for (int i = -3; i < REPEATS && e == cudaSuccess; i++) { // three launches warm up
        cudaEventRecord(from, 0);
        e = start(kernel, w);
        cudaEventRecord(to, 0);
        if (e == cudaSuccess)
            e = cudaEventSynchronize(to);
        if (e == cudaSuccess && i >= 0)
            e = cudaEventElapsedTime(&ms[i], from, to);
    }
    cudaEventDestroy(from);
    cudaEventDestroy(to);
    if (e != cudaSuccess) {
        answer_error(e, WIRE_FAULT);
        return;
    }
    qsort(ms, REPEATS, sizeof *ms, by_value);
    double took[2] = {1e-3 * ms[REPEATS / 2], memory_rate()};
    answer(WIRE_OK, 0, 0, took, sizeof took);
}

// ---- The loop -------------------------------------------------------------------------------------------------------

int main(void)
{
    cudaDeviceProp p;
    if (cudaGetDeviceProperties(&p, 0) != cudaSuccess)
        return 1;
    for (;;) {
        WireRequest r;
        WireLaunch w;
        char *name;
        receive(&r, sizeof r);
        if ((r.op == WIRE_LAUNCH || r.op == WIRE_TIME) && r.bytes != sizeof w)
            return 1;
        switch (r.op) {
        case WIRE_HELLO:
            answer(WIRE_OK, (uint64_t)(10 * p.major + p.minor), 0, p.name, strlen(p.name));
            break;
        case WIRE_MODULE:
            free(slots[r.a % WIRE_SLOTS].code);
            slots[r.a % WIRE_SLOTS].code = (char *)receive_new(r.bytes);
            answer(WIRE_OK, 0, 0, NULL, 0);
            break;
        case WIRE_BEGIN: // the judge limits a run's time by the clock
            free(receive_new(r.bytes));
            answer_error(begin(), WIRE_FAULT);
            break;
        case WIRE_KERNEL:
            name = (char *)receive_new(r.bytes);
            find_name(r.a, name);
            free(name);
            break;
        case WIRE_ALLOC: alloc(r.b); break;
        case WIRE_WRITE: write_memory(r.b, r.bytes); break;
        case WIRE_READ: read_memory(r.b, r.c); break;
        case WIRE_VARIABLE:
            name = (char *)receive_new(r.bytes);
            find_variable(name);
            free(name);
            break;
        case WIRE_LAUNCH:
            receive(&w, sizeof w);
            launch(&w);
            break;
        case WIRE_CALL: // a GPU's messages name no arrays
            free(receive_new(r.bytes));
            answer(WIRE_OK, 0, 0, NULL, 0);
            break;
        case WIRE_PRINTED: // a GPU's text goes where the driver puts it
        case WIRE_END: answer(WIRE_OK, 0, 0, NULL, 0); break;
        case WIRE_TIME:
            receive(&w, sizeof w);
            time_launch(&w);
            break;
        default: return 1; // WIRE_COUNTER: only ncu reads a GPU's counters
        }
    }
}
