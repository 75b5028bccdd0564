// The last block finishes the work: one launch for a whole sum.
//
//     make ex3-5
//
// x: (n), only read; partial: (gridDim.x); out, ticket: (1). blockDim.x is a multiple of 32.

// The sum of all threads' values, in thread 0. Ends with a barrier: it may be called again.
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
    __syncthreads();
    return value;
}

__global__ void total(const int *x, int *partial, int *out, unsigned int *ticket, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int sum = blockSum(i < n ? x[i] : 0);

    // [your code]
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence(); // release: the sum comes before the ticket, for whoever sees the ticket
        last = atomicAdd(ticket, 1) == gridDim.x - 1;
        __threadfence(); // acquire: what others stored before theirs is read after the ticket
    }
    __syncthreads(); // passes on to the block what thread 0 has acquired
    if (!last)
        return;
    sum = 0;
    for (unsigned int b = threadIdx.x; b < gridDim.x; b += blockDim.x)
        sum += partial[b];
    sum = blockSum(sum);
    if (threadIdx.x == 0) {
        *out = sum;
        *ticket = 0;
    }
    // [end of your code]
}
