// The sum of four million: kernel golf.
//
//     make ex9-1
//
// x: (n), only read; out: one int, 0 at the start.

// [your code]
__device__ int blocks = 264, threads = 256;

__global__ void sum(const int *x, int *out, size_t n)
{
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (size_t i = first; i < n; i += (size_t)gridDim.x * blockDim.x)
        atomicAdd(out, x[i]);
}
// [end of your code]
