// Everything in one pass: least, most and sum by blocks of 256.
//
//     make ex4-8

#include <limits.h>

// What is known of some elements.
struct Part {
    int least, most, sum;
};

#define NOTHING (Part{INT_MAX, INT_MIN, 0})

static __device__ Part join(Part a, Part b)
{
    return Part{min(a.least, b.least), max(a.most, b.most), a.sum + b.sum};
}

// Joins the parts of BLOCK threads. Thread 0 returns the result, the others whatever they have.
template <unsigned int BLOCK>
static __device__ Part reduce(Part own)
{
    // [your code]
    // TODO: shared memory down to 32 parts, then shuffles.
    return own;
    // [end of your code]
}

// x: (n); parts: (gridDim.x)
__global__ void partial256(const int *x, Part *parts, size_t n)
{
    // [your code]
    // TODO: four elements, as far as they exist.
    Part own = NOTHING;
    // [end of your code]
    own = reduce<256>(own);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = own;
}

// parts: (count), of which the first becomes the result
__global__ void finish256(Part *parts, int count)
{
    // [your code]
    // TODO: any number of parts.
    Part own = NOTHING;
    // [end of your code]
    own = reduce<256>(own);
    if (threadIdx.x == 0)
        parts[0] = own;
}
