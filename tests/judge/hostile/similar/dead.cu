// A copy of the solution with other names, and with code that is never compiled.
#if 0
for (;;) { int a[3] = {1, 2, 3}; a[0] = a[1] * a[2]; a[1] += a[0] << 3; }
#endif
// The sum of a block: halving in shared memory.
//
//     make ex3-1
//
// x: (n), only read; out: (gridDim.x), one sum per block. blockDim.x is a power of two from 1 to
// 1024; the launch gives each block blockDim.x ints of shared memory.

extern __shared__ int cells[];

__global__ void blockSum(const int *x, int *out, size_t n)
{
    unsigned int lane = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + lane;

    // [your code]
    cells[lane] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s /= 2) {
        if (lane < s)
            cells[lane] += cells[lane + s];
        __syncthreads();
    }
    if (lane == 0)
        out[blockIdx.x] = cells[0];
    // [end of your code]
}
