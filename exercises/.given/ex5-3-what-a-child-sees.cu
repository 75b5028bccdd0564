// What a child sees: a sum by grids that launch grids.
//
//     make ex5-3
//
// x: (n), overwritten; out: one sum per stretch of that many elements. blockDim.x is a power of two.

// [your code]
// TODO: what the child reads, who wrote it?
// One stretch, count elements at x: one step, then a child for the next.
__global__ void halveOne(int *x, size_t count, int *out)
{
    unsigned int tid = threadIdx.x;
    x[tid] += x[tid + blockDim.x];
    if (tid > 0)
        return;
    if (blockDim.x > 1)
        halveOne<<<1, blockDim.x / 2, 0, cudaStreamFireAndForget>>>(x, count, out);
    else
        *out = x[0];
}

// The first step, for all stretches.
__global__ void halve(int *x, int *out, size_t n, unsigned int stretch)
{
    unsigned int tid = threadIdx.x;
    size_t first = (size_t)blockIdx.x * stretch, count = n - first < stretch ? n - first : stretch;
    int *part = x + first;
    part[tid] += part[tid + blockDim.x];
    if (tid > 0)
        return;
    if (blockDim.x > 1)
        halveOne<<<1, blockDim.x / 2, 0, cudaStreamFireAndForget>>>(part, count, out + blockIdx.x);
    else
        out[blockIdx.x] = part[0];
}
// [end of your code]
