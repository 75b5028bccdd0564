// cuda.h: in NVIDIA's toolkit this is the driver API. Many programs include it without a call of that; for them there is this file.

#ifndef WARP_CUDA_H
#define WARP_CUDA_H

#include <cuda_runtime.h>

#define CUDA_VERSION CUDART_VERSION

#endif
