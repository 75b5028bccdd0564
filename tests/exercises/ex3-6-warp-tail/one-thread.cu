// fails: one warp runs|of a warp.s 32 lanes
// The tail that used to work: the last warp finishes alone.
//
//     make ex3-6
//
// x: (n), only read; out: (gridDim.x), one sum per block. blockDim.x is a power of two from 64 to
// 1024; the launch gives each block blockDim.x ints of shared memory.

extern __shared__ int part[];

__global__ void blockSum(const int *x, int *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    part[tid] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (tid < stride)
            part[tid] += part[tid + stride];
        __syncthreads();
    }
    // [your code]
    if (tid == 0) {
        int sum = 0;
        for (size_t k = i; k < i + blockDim.x && k < n; k++)
            sum += x[k];
        out[blockIdx.x] = sum;
    }
    // [end of your code]
}
