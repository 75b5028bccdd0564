// How many come before me? Counts and ranks in a warp and in a block.
//
//     make ex2-14
//
// x: (n), only read. counts: (all warps of the grid). ranks: (n).

__global__ void warpCounts(const int *x, int *counts, size_t n)
{
    // [your code]
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int word = __ballot_sync(0xffffffff, i < n && x[i] > 0);
    if (threadIdx.x % 32 == 0)
        counts[i / 32] = __popc(word);
    // [end of your code]
}

__global__ void warpRanks(const int *x, int *ranks, size_t n)
{
    // [your code]
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int lane = threadIdx.x % 32, word = __ballot_sync(0xffffffff, i < n && x[i] > 0);
    if (i < n)
        ranks[i] = __popc(word & ((1u << lane) - 1));
    // [end of your code]
}

__global__ void blockRanks(const int *x, int *ranks, size_t n)
{
    // [your code]
    __shared__ int counts[32];
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned int word = __ballot_sync(0xffffffff, i < n && x[i] > 0);
    if (lane == 0)
        counts[warp] = __popc(word);
    __syncthreads();
    int rank = __popc(word & ((1u << lane) - 1));
    for (unsigned int w = 0; w < warp; w++)
        rank += counts[w];
    if (i < n)
        ranks[i] = rank;
    // [end of your code]
}
