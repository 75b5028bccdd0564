// A return before the barrier: the end of the array, treated the classic way.
//
//     make ex3-7
//
// x: (n), overwritten; out: (gridDim.x), one sum per block. blockDim.x is a power of two from 2 to 512.

__global__ void reduceInterleaved(int *x, int *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t first = (size_t)blockIdx.x * blockDim.x; // the block's stretch begins here
    int *part = x + first;

    // [your code]
    size_t left = n - first; // elements from here to the end of the array
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride && tid + stride < left)
            part[tid] += part[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = left > 0 ? part[0] : 0;
    // [end of your code]
}
