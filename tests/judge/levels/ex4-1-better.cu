// Four elements each, and shuffles for the sums of warps.

static __device__ int blockSum(int value)
{
    __shared__ int part[16];
    unsigned int tid = threadIdx.x;
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    if (tid % 32 == 0)
        part[tid / 32] = value;
    __syncthreads();
    if (tid >= 32)
        return 0;
    value = tid < blockDim.x / 32 ? part[tid] : 0;
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

__global__ void sumFour(const int *x, int *out, size_t n)
{
    int sum = 0;
    size_t i = (size_t)blockIdx.x * blockDim.x * 4 + threadIdx.x;
    if (i + 3 * blockDim.x < n)
        sum = x[i] + x[i + blockDim.x] + x[i + 2 * blockDim.x] + x[i + 3 * blockDim.x];
    else
        for (; i < n; i += blockDim.x)
            sum += x[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
