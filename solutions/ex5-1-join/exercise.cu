// Joining children: many by fire and forget, and one after all of them.
//
//     make ex5-1
//
// x: (n), only read; sums: one per stretch; result, started: (1).

enum { STRETCH = 128 };

// The sum of all threads' values, in thread 0. blockDim.x is a multiple of 32.
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

// One block of STRETCH threads adds up stretch number s.
__global__ void addStretch(const int *x, size_t n, unsigned int s, int *sums, int *started)
{
    size_t i = (size_t)s * STRETCH + threadIdx.x;
    int sum = blockSum(i < n ? x[i] : 0);
    if (threadIdx.x == 0) {
        sums[s] = sum;
        atomicAdd(started, 1);
    }
}

// [your code]
// One block of 64 threads adds up count sums.
__global__ void addSums(const int *sums, unsigned int count, int *result)
{
    int sum = 0;
    for (unsigned int s = threadIdx.x; s < count; s += blockDim.x)
        sum += sums[s];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        *result = sum;
}

// Block b has stretch b.
__global__ void total(const int *x, int *sums, int *result, int *started, size_t n)
{
    if (threadIdx.x > 0)
        return;
    addStretch<<<1, STRETCH, 0, cudaStreamFireAndForget>>>(x, n, blockIdx.x, sums, started);
    if (blockIdx.x == 0)
        addSums<<<1, 64, 0, cudaStreamTailLaunch>>>(sums, gridDim.x, result);
}
// [end of your code]
