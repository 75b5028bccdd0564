// The sum of four million: kernel golf.
//
//     make ex9-1
//
// x: (n), only read; out: one int, 0 at the start.

// [your code]
__device__ int blocks = 1056, threads = 256;

__global__ void sum(const int *x, int *out, size_t n)
{
    __shared__ int part[32];
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int4 *wide = (const int4 *)x;
    int own = 0;
    for (size_t i = first; i < n / 4; i += (size_t)gridDim.x * blockDim.x) {
        int4 four = wide[i];
        own += four.x + four.y + four.z + four.w;
    }
    if (first < n % 4)
        own += x[n - 1 - first];
    for (int offset = 16; offset > 0; offset /= 2)
        own += __shfl_xor_sync(0xffffffff, own, offset);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = own;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned int warp = 1; warp < blockDim.x / 32; warp++)
            own += part[warp];
        atomicAdd(out, own);
    }
}
// [end of your code]
