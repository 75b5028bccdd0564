// fails: one warp runs|of a warp.s 32 lanes
// A histogram per block: counting by atomics in shared memory.
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
    if (threadIdx.x > 0)
        return;
    for (int b = 0; b < BINS; b++)
        bins[b] = 0;
    for (size_t i = first; i < first + PER_THREAD * blockDim.x && i < n; i++)
        bins[x[i]]++;
    for (int b = 0; b < BINS; b++)
        counts[(size_t)blockIdx.x * BINS + b] = bins[b];
    // [end of your code]
}
