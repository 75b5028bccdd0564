// After the last block: a tail launch adds up the blocks' sums.
//
//     make ex5-1
//
// x: (n), only read; sums: (gridDim.x of total); result: (1). blockDim.x is a multiple of 32.

// The sum of all threads' values, in thread 0.
static __device__ int blockSum(int value)
{
    __shared__ int sums[32];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x == 0)
        for (unsigned int warp = 1; warp < blockDim.x / 32; warp++)
            value += sums[warp];
    return value;
}

// [your code]
// One block adds up count sums.
__global__ void addSums(const int *sums, unsigned int count, int *result)
{
    // TODO
    (void)sums, (void)count, (void)result;
}

__global__ void total(const int *x, int *sums, int *result, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = blockSum(i < n ? x[i] : 0);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
    // TODO: launch addSums, once, to run when this grid has ended.
    (void)result;
}
// [end of your code]
