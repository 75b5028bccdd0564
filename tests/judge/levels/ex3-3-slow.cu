// One loop finds the largest of a thread's elements, and another one finds where it stands.

#include <limits.h>

__global__ void argmax(const int *x, int *value, int *where, size_t n)
{
    __shared__ int values[256], places[256];
    unsigned int tid = threadIdx.x;
    int best = INT_MIN, place = -1;
    for (size_t i = tid; i < n; i += blockDim.x)
        best = x[i] > best ? x[i] : best;
    for (size_t i = tid; i < n; i += blockDim.x)
        if (place < 0 && x[i] == best)
            place = (int)i;
    values[tid] = best;
    places[tid] = place;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride) {
            int other = values[tid + stride], there = places[tid + stride];
            bool first = places[tid] < 0 || there < places[tid];
            if (there >= 0 && (other > values[tid] || (other == values[tid] && first))) {
                values[tid] = other;
                places[tid] = there;
            }
        }
        __syncthreads();
    }
    if (tid == 0) {
        *value = values[0];
        *where = places[0];
    }
}
