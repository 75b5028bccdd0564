// Errors of CUDA calls and launches.
//
// Every CUDA call is wrapped in cudaCheck(), every launch is followed by cudaCheckLaunch(). The
// first error ends the program: one line on stderr, exit status 3.
//
// A launch returns before its kernel has run. cudaCheckLaunch() sees whether the launch was refused (for
// too large a block, say), and reading that error clears it. If something goes wrong in the kernel, the
// next call that waits for the kernel reports it, and so does every later call of the process, whatever
// it does: only the first report says where to look. With CUDA_LAUNCH_BLOCKING=1 each launch waits, and
// so reports its own errors.

#ifndef WARP_CHECK_H
#define WARP_CHECK_H

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>

enum { EXIT_RIGHT = 0, EXIT_WRONG = 1, EXIT_USAGE = 2, EXIT_CUDA = 3 }; // how every program ends

// [begin checkCuda]
#define cudaCheck(call)   (checkCuda((call), #call, __FILE__, __LINE__))
#define cudaCheckLaunch() (checkCuda(cudaGetLastError(), "kernel launch", __FILE__, __LINE__))

// Returns if error is cudaSuccess; else says where, which call and what, and exits with 3.
static inline void checkCuda(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fflush(stdout); // the rows that are done come out before the message
    if (error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver)
        fprintf(stderr, "no usable NVIDIA GPU (%s); build with DEVICE=sim for the simulator\n",
                cudaGetErrorName(error));
    else
        fprintf(stderr, "%s:%d: %s: %s: %s\n", file, line, call, cudaGetErrorName(error),
                cudaGetErrorString(error));
    exit(EXIT_CUDA);
}
// [end checkCuda]

#endif
