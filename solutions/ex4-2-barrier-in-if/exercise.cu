// The barrier in the test: unrolling by 2, as it is often printed.
//
//     make ex4-2
//
// x: (n), overwritten; out: (gridDim.x), one sum per 2 blockDim.x elements. blockDim.x is a power of
// two from 2 to 512.

__global__ void reduceUnroll2(int *x, int *out, size_t n)
{
    unsigned int tid = threadIdx.x, block = blockDim.x;
    size_t first = (size_t)blockIdx.x * block * 2;
    int *part = x + first;

    // [your code]
    size_t left = n - first; // elements from here to the end of the array
    if (tid + block < left)
        part[tid] += part[tid + block];
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
