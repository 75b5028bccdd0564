// fails: one warp runs|of a warp.s 32 lanes
// All eight or none: unrolling by 8, and the array's end.
//
//     make ex4-7
//
// x: (n), overwritten; out: (gridDim.x), one sum per 8 blockDim.x elements. blockDim.x is a power of
// two from 2 to 256.

__global__ void reduceUnroll8(int *x, int *out, size_t n)
{
    unsigned int tid = threadIdx.x, block = blockDim.x;
    size_t first = (size_t)blockIdx.x * block * 8;
    int *part = x + first;

    // [your code]
    size_t left = n - first;
    if (tid == 0) {
        int sum = 0;
        for (size_t i = 0; i < left && i < 8 * (size_t)block; i++)
            sum += part[i];
        out[blockIdx.x] = sum;
    }
    // [end of your code]
}
