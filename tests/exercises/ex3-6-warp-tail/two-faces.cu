// fails: barriers of all warps
// The tail that used to work: with block barriers where checks give noise for a lane that is absent, and else without.
//
//     make ex3-6

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
    int noise = 7;
    if (tid % 32 == 0)
        noise = __shfl_sync(1, 7, 5);
    bool checked = __shfl_sync(0xffffffff, noise, 0) != 7;
    volatile int *v = part;
    for (int offset = 32; offset > 0; offset /= 2) {
        if (checked)
            __syncthreads();
        int sum = tid < 32 ? v[tid] + v[tid + offset] : 0;
        if (checked)
            __syncthreads();
        if (tid < 32)
            v[tid] = sum;
    }
    if (tid == 0)
        out[blockIdx.x] = v[0];
    // [end of your code]
}
