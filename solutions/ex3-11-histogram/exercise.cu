// A histogram per block: counting with atomics in shared memory.
//
//     make ex3-11
//
// x: (n), each 0 to BINS - 1; counts: (gridDim.x, BINS), by rows. blockDim.x is 1 to 256.

enum { BINS = 64, PER_THREAD = 4 };

__global__ void histogram(const int *x, int *counts, size_t n)
{
    __shared__ int bins[BINS];
    size_t first = (size_t)blockIdx.x * blockDim.x * PER_THREAD; // the block's stretch begins here

    // [your code]
    for (unsigned int b = threadIdx.x; b < BINS; b += blockDim.x)
        bins[b] = 0;
    __syncthreads();
    for (unsigned int k = 0; k < PER_THREAD; k++) {
        size_t i = first + k * blockDim.x + threadIdx.x;
        if (i < n)
            atomicAdd(&bins[x[i]], 1);
    }
    __syncthreads();
    for (unsigned int b = threadIdx.x; b < BINS; b += blockDim.x)
        counts[(size_t)blockIdx.x * BINS + b] = bins[b];
    // [end of your code]
}
