// Each warp adds up by shuffles, and one warp the warps' sums: two barriers less than one for each halving.

extern __shared__ int part[];

static __device__ int warpSum(int value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

__global__ void blockSum(const int *x, int *out, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    int value = i < n ? x[i] : 0;
    if (blockDim.x < 32) { // not a whole warp
        part[tid] = value;
        __syncthreads();
        for (unsigned int k = 1; tid == 0 && k < blockDim.x; k++)
            value += part[k];
    } else {
        value = warpSum(value);
        if (tid % 32 == 0)
            part[tid / 32] = value;
        __syncthreads();
        if (tid < 32)
            value = warpSum(tid < blockDim.x / 32 ? part[tid] : 0);
    }
    if (tid == 0)
        out[blockIdx.x] = value;
}
