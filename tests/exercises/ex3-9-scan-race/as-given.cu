// fails: Race reported
// A scan in one array: Kogge and Stone's, in place.
//
//     make ex3-9
//
// x, y: (n), n at most blockDim.x; y[i] = x[0] + ... + x[i]. One block; the launch gives it
// blockDim.x ints of shared memory.

extern __shared__ int part[];

__global__ void scan(const int *x, int *y, size_t n)
{
    unsigned int tid = threadIdx.x;

    // [your code]
    // TODO: who reads a word that another one is about to write?
    if (tid < n) {
        part[tid] = x[tid];
        for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
            __syncthreads();
            if (tid >= stride)
                part[tid] += part[tid - stride];
        }
        y[tid] = part[tid];
    }
    // [end of your code]
}
