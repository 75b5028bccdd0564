// Predicting sectors: three kernels, one block of 256.
//
//     make ex3-8
//
// x: (256), overwritten; out: (1).

__global__ void reduceNeighbored(int *x, int *out)
{
    unsigned int tid = threadIdx.x;
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0)
            x[tid] += x[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[0] = x[0];
}

__global__ void reduceNeighboredLess(int *x, int *out)
{
    unsigned int tid = threadIdx.x;
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        unsigned int left = 2 * stride * tid;
        if (left < blockDim.x)
            x[left] += x[left + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[0] = x[0];
}

__global__ void reduceInterleaved(int *x, int *out)
{
    unsigned int tid = threadIdx.x;
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            x[tid] += x[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[0] = x[0];
}

// [your code]
__device__ double answer1 = 0; // TODO: load sectors of reduceNeighbored
__device__ double answer2 = 0; // TODO: load sectors of reduceNeighboredLess
__device__ double answer3 = 0; // TODO: load sectors of reduceInterleaved
__device__ double answer4 = 0; // TODO: store sectors of reduceInterleaved
__device__ double answer5 = 0; // TODO: load requests of reduceInterleaved
// [end of your code]
