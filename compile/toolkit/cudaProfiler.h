// cudaProfiler.h: lets a program of the driver API say which part of it to profile.

#ifndef WARP_CUDA_DRIVER_PROFILER_H
#define WARP_CUDA_DRIVER_PROFILER_H

#include "cuda.h"

WARP_BEGIN_C

CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);

WARP_END_C

#endif
