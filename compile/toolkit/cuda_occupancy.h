// cuda_occupancy.h: part of NVIDIA's toolkit; here cuda_runtime.h has all of it.

#include <cuda_runtime.h>
