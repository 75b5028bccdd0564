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
    size_t left = n - first; // elements from here to the end of the array
    if (tid + 7 * block < left)
        part[tid] += part[tid + block] + part[tid + 2 * block] + part[tid + 3 * block] +
                     part[tid + 4 * block] + part[tid + 5 * block] + part[tid + 6 * block] +
                     part[tid + 7 * block];
    else
        for (size_t i = tid + block; i < left && i < 8 * (size_t)block; i += block)
            part[tid] += part[i];
    __syncthreads();
    for (unsigned int stride = block / 2; stride > 0; stride /= 2) {
        if (tid < stride && tid + stride < left)
            part[tid] += part[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = left > 0 ? part[0] : 0;
    // [end of your code]
}
