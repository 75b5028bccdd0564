// driver.h: the CUDA driver API, as calls of the runtime: the same memory, streams, events, kernels and errors on both sides.
// Uses cuda/, graph/ and state/.
//
//   driver.c         a call's begin and end; cuInit, errors, devices, contexts
//   module.c  modules, libraries, the linker; kernels
//   memory.c  memory, copies, fills, arrays, texture objects
//   map.c     virtual memory: addresses, physical memory, mappings
//   tensor.c  tensor maps
//   work.c    launches, streams, events, graphs
//   names.c   finds calls by name: cuGetProcAddress, dlopen of libcuda.so
//   lacks.c   calls that the simulator does not have
//
// make writes driver_calls.h, to build/sim/: DRIVER_CALLS(CALL) is CALL(name) for each call that cuda.h declares.
//
// A driver call is one of these around a call of the runtime, or around API_CALL and the like:
//   DRIVER_ANY  needs cuInit
//   DRIVER      needs a current context, too
// cuda.h's macros name the calls: cuMemAlloc is cuMemAlloc_v2. All contexts are the runtime's primary context under other handles:
// they share memory, modules and streams. NVIDIA's cuda.h declares them, or where clang compiles our own (compile/toolkit/).

#ifndef DRIVER_H
#define DRIVER_H

#include "runtime/cuda/cuda.h"

#include <cuda.h>

#define DRIVER_ANY(call) DRIVER_CALL(false, call)
#define DRIVER(call)     DRIVER_CALL(true, call)
#define DRIVER_CALL(context, call)                                                       \
    driver_leave(driver_enter(&(Caller){__func__, __builtin_return_address(0)}, context) \
                     ? (call)                                                            \
                     : driver_refuses())

bool driver_enter(const Caller *c, bool context); // false if the call can't be made now
cudaError_t driver_refuses(void);                 // and why
CUresult driver_leave(cudaError_t result);

CUcontext driver_context(void); // the current one, NULL if there is none

static inline void *pointer_of(CUdeviceptr p)
{
    return (void *)(uintptr_t)p;
}

#endif
