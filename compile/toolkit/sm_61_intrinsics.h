// sm_61_intrinsics.h: included by programs that call __dp4a or __dp2a, which are in device/bits.h.

#include <cuda_runtime.h>
