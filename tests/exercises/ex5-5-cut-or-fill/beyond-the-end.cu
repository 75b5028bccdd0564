// fails: Invalid __global__ read|y\[
// Cut or fill: children for the stretches that are not constant.
//
//     make ex5-5
//
// table: (n), what probe() returns; y: (n); probes: (1), the calls of probe() so far.

// The value at i, which costs one probe.
static __device__ int probe(const int *table, int i, int *probes)
{
    atomicAdd(probes, 1);
    return table[i];
}

__global__ void fill(const int *table, int *y, int lo, int hi, int *probes)
{
    // [your code]
    __shared__ int ends[2];
    int length = hi - lo, tid = threadIdx.x;
    if (length <= 32) {
        if (tid < length)
            y[lo + tid] = probe(table, lo + tid, probes);
        return;
    }
    if (tid < 2)
        ends[tid] = probe(table, tid == 0 ? lo : hi, probes);
    __syncthreads();
    if (ends[0] == ends[1]) {
        for (int i = lo + tid; i < hi; i += blockDim.x)
            y[i] = ends[0];
    } else if (tid == 0) {
        int middle = lo + length / 2;
        fill<<<1, 32, 0, cudaStreamFireAndForget>>>(table, y, lo, middle, probes);
        fill<<<1, 32, 0, cudaStreamFireAndForget>>>(table, y, middle, hi, probes);
    }
    // [end of your code]
}
