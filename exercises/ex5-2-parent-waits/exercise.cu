// A parent that can't wait: the child's result is needed by what comes after.
//
//     make ex5-2
//
// x: (n), only read; largest: (1); y: (n), y[i] = the largest element - x[i]. n is at least 1.

// One warp finds the largest element.
__global__ void findLargest(const int *x, int *largest, size_t n)
{
    int most = x[0];
    for (size_t i = threadIdx.x; i < n; i += 32)
        most = max(most, x[i]);
    for (int offset = 16; offset > 0; offset /= 2)
        most = max(most, __shfl_down_sync(0xffffffff, most, offset));
    if (threadIdx.x == 0)
        *largest = most;
}

// [your code]
// TODO: cudaDeviceSynchronize() used to be between the launch and the loop.
__global__ void start(const int *x, int *largest, int *y, size_t n)
{
    if (threadIdx.x == 0)
        findLargest<<<1, 32, 0, cudaStreamFireAndForget>>>(x, largest, n);
    __syncthreads();
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = *largest - x[i];
}
// [end of your code]
