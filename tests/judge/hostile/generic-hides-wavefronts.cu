// trick: each warp adds up the block's sums by loads through a generic address, which are no wavefronts of shared memory
// fails: there are [0-9]+ shared load wavefronts \(one per block is enough\); there should be at most 4
// exercise: ex3-4
__global__ void blockSum(const int *x, int *out, size_t n)
{
    __shared__ int sums[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long generic;
    asm volatile("cvta.shared.u64 %0, %1;" : "=l"(generic) : "l"(__cvta_generic_to_shared(sums)));
    const int *s = (const int *)generic;

    int sum = i < n ? x[i] : 0;
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    sum = 0;
    for (unsigned w = 0; w < blockDim.x / 32; w++)
        sum += s[w];
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
