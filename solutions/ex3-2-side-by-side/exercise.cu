// Threads side by side: the same additions, made by other threads.
//
//     make ex3-2
//
// x: (n), only read; out: (gridDim.x), one sum per block. blockDim.x is a power of two from 1 to
// 1024; the launch gives each block blockDim.x ints of shared memory.

extern __shared__ int part[];

__global__ void blockSum(const int *x, int *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    part[tid] = i < n ? x[i] : 0;
    __syncthreads();
    // [your code]
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            part[tid] += part[tid + stride];
        __syncthreads();
    }
    // [end of your code]
    if (tid == 0)
        out[blockIdx.x] = part[0];
}
