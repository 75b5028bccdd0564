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
    __shared__ Part all[BLOCK];
    unsigned int t = threadIdx.x;
    all[t] = own;
#pragma unroll
    for (unsigned int stride = BLOCK / 2; stride >= 32; stride /= 2) {
        __syncthreads();
        if (t < stride)
            all[t] = join(all[t], all[t + stride]);
    }
    if (t >= 32)
        return own;
    own = all[t];
#pragma unroll
    for (int step = 16; step > 0; step /= 2) {
        Part other;
        other.least = __shfl_down_sync(0xffffffff, own.least, step);
        other.most = __shfl_down_sync(0xffffffff, own.most, step);
        other.sum = __shfl_down_sync(0xffffffff, own.sum, step);
        own = join(own, other);
    }
    return own;
    // [end of your code]
}

// x: (n); parts: (gridDim.x)
__global__ void partial256(const int *x, Part *parts, size_t n)
{
    // [your code]
    size_t first = (size_t)blockIdx.x * 4 * 256 + threadIdx.x;
    int v[4];
    Part own = NOTHING;
#pragma unroll
    for (int k = 0; k < 4; k++)
        v[k] = first + k * 256 < n ? x[first + k * 256] : 0;
#pragma unroll
    for (int k = 0; k < 4; k++)
        if (first + k * 256 < n)
            own = join(own, Part{v[k], v[k], v[k]});
    // [end of your code]
    own = reduce<256>(own);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = own;
}

// parts: (count), of which the first becomes the result
__global__ void finish256(Part *parts, int count)
{
    // [your code]
    Part own = NOTHING;
    for (int i = threadIdx.x; i < count; i += 256)
        own = join(own, parts[i]);
    // [end of your code]
    own = reduce<256>(own);
    if (threadIdx.x == 0)
        parts[0] = own;
}
