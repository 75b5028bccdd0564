// fails: (out\[|[Uu]ninitialized)
// A window that slides: sums of 17 neighbours, each element fetched once per block.
//
//     make ex1-8

enum { RADIUS = 8, MOST = 256 }; // neighbours on either side; threads per block

// Launched with a thread per element.
__global__ void window(const int *in, int *out, size_t n) // in, out: (n)
{
    // [your code]
    __shared__ int stretch[MOST + 2 * RADIUS]; // the block's elements, with their neighbours
    long long first = (long long)blockIdx.x * blockDim.x - RADIUS;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    stretch[threadIdx.x + RADIUS] = i < n ? in[i] : 0;
    __syncthreads();
    if (i < n) {
        int sum = 0;
        for (int k = 0; k <= 2 * RADIUS; k++)
            sum += stretch[threadIdx.x + k];
        out[i] = sum;
    }
    // [end of your code]
}
