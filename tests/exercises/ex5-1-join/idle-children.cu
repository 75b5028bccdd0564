// fails: let them do their work
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

__global__ void nothing() {}
__device__ int done, acc;
__global__ void addSums(const int *sums, unsigned int count, int *result)
{
    (void)sums, (void)count, (void)result;
}
__global__ void total(const int *x, int *sums, int *result, int *started, size_t n)
{
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        size_t i = (size_t)blockIdx.x * STRETCH + k * 32 + threadIdx.x;
        sum += i < n ? x[i] : 0;
    }
    sum = blockSum(sum);
    if (threadIdx.x > 0)
        return;
    nothing<<<1, 1, 0, cudaStreamFireAndForget>>>();
    atomicAdd(started, 1);
    atomicAdd(&acc, sum);
    __threadfence();
    if (atomicAdd(&done, 1) == gridDim.x - 1) {
        *result = atomicExch(&acc, 0);
        done = 0;
    }
}
