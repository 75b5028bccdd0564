// fails: out\[
// The last warp of a small block: unrolling that assumes 64 threads.
//
//     make ex4-3
//
// x: (n), only read; out: (gridDim.x), one sum per block. blockDim.x is a power of two from 1 to
// 1024; the launch gives each block blockDim.x ints of shared memory.

extern __shared__ int part[];

__global__ void blockSum(const int *x, int *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    part[tid] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (tid < stride)
            part[tid] += part[tid + stride];
        __syncthreads();
    }
    // [your code]
    if (tid < 32) {
        unsigned int lanes = blockDim.x < 32 ? blockDim.x : 32; // of this warp
        int sum = part[tid] + (blockDim.x > 32 ? part[tid + 32] : 0);
        for (unsigned int offset = lanes / 2; offset > 1; offset /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, offset);
        if (tid == 0)
            out[blockIdx.x] = sum;
    }
    // [end of your code]
}
