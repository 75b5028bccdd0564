// fails: kernels launched 0 kernels
// What a child sees: memory of its parent's, and memory of all.
//
//     make ex5-3
//
// x: (n), only read; work: (n); out: (gridDim.x of sumSquares), one sum per block.

// One warp adds up count squares.
__global__ void addUp(const int *squares, unsigned int count, int *out)
{
    int sum = 0;
    for (unsigned int i = threadIdx.x; i < count; i += 32)
        sum += squares[i];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
        *out = sum;
}

__global__ void sumSquares(const int *x, int *work, int *out, size_t n)
{
    size_t first = (size_t)blockIdx.x * blockDim.x, i = first + threadIdx.x;

    // [your code]
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    int mine = i < n ? x[i] * x[i] : 0;
    for (int offset = 16; offset > 0; offset /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
    // [end of your code]
}
