// What programs with nested launches share: room for launches, and a record of launches that failed.
//
// A launch on the device goes into a queue of fixed length, and returns an error if the queue is full.
// The host can't see that error unless the launching thread records it.

#ifndef WARP_NESTED_H
#define WARP_NESTED_H

#include "check.h"
#include "options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#if CUDART_VERSION < 12000
#error "chapter 5 needs CUDA 12.0 or later, because it is about launches from kernels"
#endif

// The last error of a launch on the device, 0 if there was none; and room to read it back.
static __device__ int nestedError;

// Every thread that has launched a child calls this.
static __device__ void noteLaunch(void)
{
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess)
        nestedError = (int)error;
}

// Makes room on the device for that many launches that have not begun.
static inline void nestedRoom(size_t launches)
{
    if (launches < 2048) // what the queue holds anyway
        launches = 2048;
    cudaCheck(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, launches));
}

// True if all launches on the device went well so far; else says so on stderr.
static inline bool nestedRight(const char *what)
{
    int error = 0;
    cudaCheck(cudaMemcpyFromSymbol(&error, nestedError, sizeof error));
    if (error == 0)
        return true;
    const int none = 0;
    cudaCheck(cudaMemcpyToSymbol(nestedError, &none, sizeof none));
    fprintf(stderr, "%s: a launch on the device failed: %s\n", what,
            cudaGetErrorString((cudaError_t)error));
    return false;
}

// On the simulator: says behind the rows how good modelled times of nested launches are. The heading says it of kernels.
static inline void nestedTimes(void)
{
    if (SIMULATED)
        printf(
            "\nKernels that launch others are modelled less well: a GPU may take twice as long.\n");
}

#endif
