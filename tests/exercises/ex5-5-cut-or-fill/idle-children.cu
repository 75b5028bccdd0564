// fails: let them do their work
static __device__ int probe(const int *table, int i, int *probes)
{
    atomicAdd(probes, 1);
    return table[i];
}
__global__ void nothing() {}
__global__ void fill(const int *table, int *y, int lo, int hi, int *probes)
{
    if (threadIdx.x == 0 && hi > lo) {
        probe(table, lo, probes);
        nothing<<<1, 1, 0, cudaStreamFireAndForget>>>();
        nothing<<<1, 1, 0, cudaStreamFireAndForget>>>();
    }
    for (int i = lo + threadIdx.x; i < hi; i += blockDim.x)
        y[i] = table[i];
}
