// A copy of the solution: statements that do nothing stand between the others.
// The sum of a block: halving in shared memory.
//
//     make ex3-1
//
// x: (n), only read; out:  blockDim.x is a power of two from 1 to
// 1024; the launch gives each block blockDim.x ints of shared memory.

extern __shared__ int part[];

__global__ void blockSum(const int *x, int *out, size_t n)
{
    {
    }
    0;
    unsigned int tid = threadIdx.x;
    ;
    (void)0;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    ;
    (void)0;

    // [your code]
    part[tid] = i < n ? x[i] : 0;
    ;
    (void)0;
    __syncthreads();
    ;
    (void)0;
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            part[tid] += part[tid + stride];
        ;
        (void)0;
        __syncthreads();
        ;
        (void)0;
    }
    if (tid == 0)
        out[blockIdx.x] = part[0];
    ;
    (void)0;
    // [end of your code]
}
