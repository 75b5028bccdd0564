// fails: let the threads share the work
__global__ void warpCounts(const int *x, int *counts, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 > 1)
        return;
    int c = 0;
    for (size_t k = i / 32 * 32; k < i / 32 * 32 + 32 && k < n; k++)
        c += x[k] > 0;
    if (threadIdx.x % 32 == 0)
        counts[i / 32] = c;
}
__global__ void warpRanks(const int *x, int *ranks, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int c = 0;
    for (size_t k = i / 32 * 32; k < i; k++)
        c += x[k] > 0;
    ranks[i] = c;
}
__global__ void blockRanks(const int *x, int *ranks, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int c = 0;
    for (size_t k = (size_t)blockIdx.x * blockDim.x; k < i; k++)
        c += x[k] > 0;
    ranks[i] = c;
}
