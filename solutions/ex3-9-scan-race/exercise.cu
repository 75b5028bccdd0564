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
    part[tid] = tid < n ? x[tid] : 0;
    __syncthreads();
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        int before = tid >= stride ? part[tid - stride] : 0;
        __syncthreads(); // all have read: now they may write
        part[tid] += before;
        __syncthreads(); // all have written: the next step may read
    }
    if (tid < n)
        y[tid] = part[tid];
    // [end of your code]
}
