// fails: number of requests
// A shuffle with missing lanes: the greatest element of each warp.
//
//     make ex2-9

#include <limits.h>

// Launched with a thread per element, in blocks of a multiple of 32 threads. in, out: (n)
__global__ void warpMost(const int *in, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    // [your code]
    if (i < n) {
        size_t first = i / 32 * 32;
        int most = INT_MIN;
        for (size_t k = first; k < n && k < first + 32; k++)
            most = max(most, in[k]);
        out[i] = most;
    }
    // [end of your code]
}
