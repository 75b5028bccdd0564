// A histogram of bytes: kernel golf.
//
//     make ex9-4
//
// x: (n), only read; counts: (256), 0 at the start.

// [your code]
__device__ int blocks = 264, threads = 256;

__global__ void histogram(const unsigned char *x, int *counts, size_t n)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (size_t i = first; i < n; i += (size_t)gridDim.x * blockDim.x)
        atomicAdd(&counts[x[i]], 1);
}
// [end of your code]
