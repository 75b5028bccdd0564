// cuda_fp8.h: CUB includes it. There are no numbers of one byte here.

#include <cuda_fp16.h>
