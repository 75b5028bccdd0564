// fails: Race reported
// Where is the largest? A reduction whose elements are pairs.
//
//     make ex3-3
//
// x: (n), only read; value, where: (1). One block; blockDim.x is a power of two from 32 to 256.

#include <limits.h>

__global__ void argmax(const int *x, int *value, int *where, size_t n)
{
    __shared__ int values[256], places[256]; // one pair per thread
    unsigned int tid = threadIdx.x;

    // [your code]
    int best = INT_MIN, place = -1;
    for (size_t i = tid; i < n; i += blockDim.x)
        if (place < 0 || x[i] > best) {
            best = x[i];
            place = (int)i;
        }
    values[tid] = best;
    places[tid] = place;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2)
        if (tid < stride && places[tid + stride] >= 0) {
            bool first = places[tid] < 0 || places[tid + stride] < places[tid];
            if (values[tid + stride] > values[tid] ||
                (values[tid + stride] == values[tid] && first)) {
                values[tid] = values[tid + stride];
                places[tid] = places[tid + stride];
            }
        }
    if (tid == 0) {
        *value = values[0];
        *where = places[0];
    }
    // [end of your code]
}
