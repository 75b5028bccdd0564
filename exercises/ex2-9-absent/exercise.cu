// A shuffle with missing lanes: the greatest element of each warp.
//
//     make ex2-9

#include <limits.h>

// Launched with a thread per element, in blocks of a multiple of 32 threads. in, out: (n)
__global__ void warpMost(const int *in, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    // [your code]
    if (i < n) { // TODO: the mask names 32 lanes; how many come?
        int most = in[i];
        for (int step = 16; step > 0; step /= 2)
            most = max(most, __shfl_xor_sync(0xffffffff, most, step));
        out[i] = most;
    }
    // [end of your code]
}
