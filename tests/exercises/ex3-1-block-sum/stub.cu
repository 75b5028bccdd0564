// fails: out\[
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
    // TODO: copy the block's elements into part, halve it until one sum is left, store that sum.
    (void)x, (void)out, (void)n, (void)i;
    // [end of your code]
}
