// fails: one warp runs|of a warp.s 32 lanes
// The sum of a block: halving in shared memory.
//
//     make ex3-1
//
// x: (n), only read; out: (gridDim.x), one sum per block. blockDim.x is a power of two from 1 to
// 1024; the launch gives each block blockDim.x ints of shared memory.

extern __shared__ int part[];

__global__ void blockSum(const int *x, int *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    // [your code]
    if (tid == 0) {
        int sum = 0;
        for (size_t k = i; k < i + blockDim.x && k < n; k++)
            sum += x[k];
        out[blockIdx.x] = sum;
    }
    // [end of your code]
}
