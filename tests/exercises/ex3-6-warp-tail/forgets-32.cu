// fails: out\[
// The tail that used to work: the last warp finishes alone.
//
//     make ex3-6
//
// x: (n), only read; out: (gridDim.x), one sum per block. blockDim.x is a power of two from 64 to
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
        int sum = part[tid];
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, offset);
        if (tid == 0)
            out[blockIdx.x] = sum;
    }
    // [end of your code]
}
