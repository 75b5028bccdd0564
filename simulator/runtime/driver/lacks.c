// lacks.c: calls of the driver API that the simulator does not have. They print their name once, and answer
// CUDA_ERROR_NOT_SUPPORTED.
//
// Here is each call that cuda.h declares. As they are weak here, the linker takes the calls that other files define from there. So
// this file is compiled by itself, not together with them.

#include "runtime/driver/driver.h"

#include <driver_calls.h>

static CUresult lacking(const char *name, bool *told)
{
    if (!*told)
        fprintf(stderr,
                "WARPSIM: the simulator does not have %s: it answers CUDA_ERROR_NOT_SUPPORTED\n",
                name);
    *told = true;
    return CUDA_ERROR_NOT_SUPPORTED;
}

// Defines a call for any arguments: the caller removes them from the stack.
#define LACK(name)                                                    \
    CUresult lacks_##name(void) __asm__(#name) __attribute__((weak)); \
    CUresult lacks_##name(void)                                       \
    {                                                                 \
        static bool told;                                             \
        return lacking(#name, &told);                                 \
    }
DRIVER_CALLS(LACK)
