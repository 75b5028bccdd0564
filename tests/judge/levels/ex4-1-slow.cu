// Four elements each, but the sums are added up as in ex3-1-slow.cu.

static __device__ int blockSum(int value)
{
    __shared__ int part[512];
    unsigned int tid = threadIdx.x;
    part[tid] = value;
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            part[tid] += part[tid + s];
        __syncthreads();
    }
    return part[0];
}

__global__ void sumFour(const int *x, int *out, size_t n)
{
    int sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x * 4 + threadIdx.x, k = 0; k < 4;
         k++, i += blockDim.x)
        sum += i < n ? x[i] : 0;
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
