// fails: (value|where)\[
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
    int best = 0, place = -1;
    for (size_t i = tid; i < n; i += blockDim.x)
        if (x[i] > best) {
            best = x[i];
            place = (int)i;
        }
    values[tid] = best;
    places[tid] = place;
    __syncthreads();
    if (tid == 0) {
        for (unsigned int t = 1; t < blockDim.x; t++)
            if (places[t] >= 0 &&
                (values[t] > values[0] || (values[t] == values[0] && places[t] < places[0]))) {
                values[0] = values[t];
                places[0] = places[t];
            }
        *value = values[0];
        *where = places[0];
    }
    // [end of your code]
}
