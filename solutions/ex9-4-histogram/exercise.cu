// A histogram of bytes: kernel golf.
//
//     make ex9-4
//
// x: (n), only read; counts: (256), 0 at the start.

// [your code]
enum { BINS = 256 };

__device__ int blocks = 264, threads = 1024;

__global__ void histogram(const unsigned char *x, int *counts, size_t n)
{
    __shared__ int bins[BINS];
    size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 *wide = (const uint4 *)x;
    for (unsigned int b = threadIdx.x; b < BINS; b += blockDim.x)
        bins[b] = 0;
    __syncthreads();
    for (size_t i = first; i < n / 16; i += (size_t)gridDim.x * blockDim.x) {
        uint4 v = wide[i];
        unsigned int words[4] = {v.x, v.y, v.z, v.w};
        for (int k = 0; k < 4; k++)
            for (int shift = 0; shift < 32; shift += 8)
                atomicAdd(&bins[words[k] >> shift & 255], 1);
    }
    if (first < n % 16)
        atomicAdd(&bins[x[n - 1 - first]], 1);
    __syncthreads();
    for (unsigned int b = threadIdx.x; b < BINS; b += blockDim.x)
        if (bins[b])
            atomicAdd(&counts[b], bins[b]);
}
// [end of your code]
