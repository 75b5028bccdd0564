// One barrier: the sum of a block with shuffles.
//
//     make ex3-4
//
// x: (n), only read; out: (gridDim.x), one sum per block. blockDim.x is a multiple of 32, at most 1024.

__global__ void blockSum(const int *x, int *out, size_t n)
{
    __shared__ int sums[32]; // one per warp
    unsigned int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    // [your code]
    // TODO: the warp's sum by __shfl_down_sync, one barrier, the sum of the warps' sums.
    (void)x, (void)out, (void)n, (void)i;
    sums[warp] = (int)lane;
    // [end of your code]
}
