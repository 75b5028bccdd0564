// A shuffle with missing lanes: the greatest element of each warp.
//
//     make ex2-9

#include <limits.h>

// Launched with a thread per element, in blocks of a multiple of 32 threads. in, out: (n)
__global__ void warpMost(const int *in, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    // [your code]
    int most = i < n ? in[i] : INT_MIN;

    for (int step = 16; step > 0; step /= 2)
        most = max(most, __shfl_xor_sync(0xffffffff, most, step));
    if (i < n)
        out[i] = most;
    // [end of your code]
}
