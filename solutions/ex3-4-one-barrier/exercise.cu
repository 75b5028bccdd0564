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
    int sum = i < n ? x[i] : 0;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? sums[lane] : 0;
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, offset);
        if (lane == 0)
            out[blockIdx.x] = sum;
    }
    // [end of your code]
}
