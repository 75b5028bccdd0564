// fails: ([Rr]ace|Uninitialized __shared__|out\[)
// No lockstep: running sums of each warp's 32 elements.
//
//     make ex2-4

enum { WARP = 32, MOST = 256 }; // threads per warp; per block

// Launched with a thread per element, in blocks of a multiple of 32. in, out: (n)
__global__ void runningSums(const int *in, int *out, size_t n)
{
    __shared__ int sums[MOST];
    unsigned int lane = threadIdx.x % WARP;
    int *row = sums + (threadIdx.x - lane); // (WARP), of this warp
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    row[lane] = i < n ? in[i] : 0;
    // [your code]
    for (unsigned int step = 1; step < WARP; step *= 2) {
        __syncwarp();
        if (lane >= step)
            row[lane] += row[lane - step];
    }
    // [end of your code]
    if (i < n)
        out[i] = row[lane];
}
