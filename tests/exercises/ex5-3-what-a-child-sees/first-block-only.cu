// fails: Race reported
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
    if (i < n)
        work[i] = x[i] * x[i];
    __syncthreads();
    if (threadIdx.x == 0) {
        size_t left = n - first;
        unsigned int count = left < blockDim.x ? (unsigned int)left : blockDim.x;
        addUp<<<1, 32, 0, cudaStreamFireAndForget>>>(work, count, out + blockIdx.x);
    }
    // [end of your code]
}
