// As many bytes as announced: two bulk copies and one mbarrier.
//
//     make ex7-7
//
// x, y, out: (gridDim.x, n); n is a multiple of 4, 1024 at most. Blocks of 128 threads.

#include "tensor.h"

enum { THREADS = 128, MOST = 1024 };

__global__ void mirrored(const int *x, const int *y, int *out, int n)
{
    __shared__ alignas(128) int a[MOST], b[MOST];
    __shared__ uint64_t full;
    size_t row = (size_t)blockIdx.x * n; // where the block's rows begin
    // [your code]
    // TODO: set up the mbarrier, announce the bytes, start the copies, and wait for them.
    (void)x, (void)y, (void)full;
    // [end of your code]
    for (int i = threadIdx.x; i < n; i += THREADS)
        out[row + i] = a[i] + b[n - 1 - i];
}
