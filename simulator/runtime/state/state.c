// state.c: the runtime's state, its faults, and the ways in which it ends the program. All its other files use this one.

#include "runtime/state/state.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Runtime rt = {.lock = PTHREAD_MUTEX_INITIALIZER,
              .default_stream = {.id = DEFAULT_STREAM},
              .per_thread_stream = {.id = PER_THREAD_STREAM},
              .streams = &rt.per_thread_stream};

void settings_reset(void)
{
    memset(rt.limits, 0, sizeof rt.limits);
    rt.limits[cudaLimitStackSize] = 1024;
    rt.limits[cudaLimitPrintfFifoSize] = (size_t)rt.device->sms << 16; // as an H200's
    rt.limits[cudaLimitMallocHeapSize] = 8 << 20;
    rt.limits[cudaLimitDevRuntimePendingLaunchCount] = 2048;
    rt.limits[cudaLimitMaxL2FetchGranularity] = 64;
}

uint64_t bytes_free(void)
{
    return (uint64_t)rt.device->memory - sim_bytes_in_use(rt.memory) - rt.physical;
}

void at_end(void (*ending)(void))
{
    for (int i = 0; i < rt.ending_count; i++)
        if (rt.endings[i] == ending)
            return;
    rt.endings[rt.ending_count++] = ending;
}

// ---- Faults of kernels -------------------------------------------------------------------------------------------------

static cudaError_t code_of(SimStatus status)
{
    switch (status) {
    case SIM_OK: return cudaSuccess;
    case SIM_BAD_PTX: return cudaErrorInvalidPtx;
    case SIM_NEWER_PTX: return cudaErrorUnsupportedPtxVersion;
    case SIM_BAD_LAUNCH: return BAD_CONFIGURATION;
    case SIM_STACK_OVERFLOW: // as an H100 says
    case SIM_ILLEGAL_ADDRESS: return cudaErrorIllegalAddress;
    case SIM_MISALIGNED: return cudaErrorMisalignedAddress;
    case SIM_ASSERT: return cudaErrorAssert;
    case SIM_TRAP: return cudaErrorLaunchFailure;
    case SIM_ILLEGAL_INSTRUCTION: return cudaErrorIllegalInstruction;
    case SIM_DEADLOCK: return cudaErrorLaunchTimeout;
    case SIM_NO_MEMORY: return cudaErrorMemoryAllocation;
    case SIM_TOO_LONG:
    case SIM_STOPPED: return cudaErrorLaunchTimeout;
    }
    return cudaErrorUnknown;
}

void keep_fault(const SimError *err)
{
    fflush(stdout); // what the program has printed so far comes first
    callsite_print(stderr, "========= ", err->text);
    rt.pending = code_of(err->status);
}

// ---- Giving up ---------------------------------------------------------------------------------------------------------

void halt_thread(void)
{
    pthread_mutex_unlock(&rt.lock);
    for (;;)
        pause();
}

void quit_program(int status)
{
    pthread_mutex_unlock(&rt.lock); // `finish` takes it
    exit(status);
}

void out_of_memory(void)
{
    fputs("WARPSIM: the host is out of memory\n", stderr);
    (void)pthread_mutex_trylock(&rt.lock); // the runtime's start does not hold it
    quit_program(3);
}

void refuse_program(const SimError *err)
{
    fflush(stdout);
    callsite_print(stderr, "WARPSIM: ", err->text);
    quit_program(3);
}
