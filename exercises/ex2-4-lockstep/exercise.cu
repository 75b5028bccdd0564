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
    volatile int *mine =
        row; // TODO: volatile keeps the compiler from caching. Who keeps lanes in step?
    if (lane >= 1)
        mine[lane] += mine[lane - 1];
    if (lane >= 2)
        mine[lane] += mine[lane - 2];
    if (lane >= 4)
        mine[lane] += mine[lane - 4];
    if (lane >= 8)
        mine[lane] += mine[lane - 8];
    if (lane >= 16)
        mine[lane] += mine[lane - 16];
    // [end of your code]
    if (i < n)
        out[i] = row[lane];
}
