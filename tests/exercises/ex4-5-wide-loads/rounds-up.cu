// fails: Invalid __global__ read
// Sixteen bytes at a time: wide loads, a head and a tail.
//
//     make ex4-5
//
// x: (n), only read, aligned to 4 bytes; out: (gridDim.x), sums that make up the total.

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

__global__ void sumWide(const int *x, int *out, size_t n)
{
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x; // of the grid
    size_t threads = (size_t)gridDim.x * blockDim.x;
    int sum = 0;

    // [your code]
    size_t ahead = (16 - (size_t)x % 16) % 16 / 4;
    size_t head = ahead < n ? ahead : n, fours = (n - head + 3) / 4;
    const int4 *wide = (const int4 *)(x + head);
    if (thread < head)
        sum += x[thread];
    for (size_t i = thread; i < fours; i += threads) {
        int4 four = wide[i];
        sum += (four.x + four.y) + (four.z + four.w);
    }
    // [end of your code]
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
