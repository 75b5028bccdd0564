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
    // TODO: each thread's best pair, then halve; of equal values the smaller index wins.
    (void)x, (void)value, (void)where, (void)n;
    values[tid] = INT_MIN;
    places[tid] = -1;
    // [end of your code]
}
