// cuda_profiler_api.h: lets a program say which part of it to profile.

#ifndef WARP_CUDA_PROFILER_API_H
#define WARP_CUDA_PROFILER_API_H

#include "cuda_runtime_api.h"

WARP_BEGIN_C

cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

WARP_END_C

#endif
