// Predicting sectors: three kernels, each block on a stretch of its own.
//
//     make ex3-8
//
// x: an int for each thread, overwritten; out: (gridDim.x).

__global__ void reduceNeighbored(int *x, int *out)
{
    unsigned int tid = threadIdx.x;
    x += blockIdx.x * blockDim.x;
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0)
            x[tid] += x[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = x[0];
}

__global__ void reduceNeighboredLess(int *x, int *out)
{
    unsigned int tid = threadIdx.x;
    x += blockIdx.x * blockDim.x;
    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        unsigned int left = 2 * stride * tid;
        if (left < blockDim.x)
            x[left] += x[left + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = x[0];
}

__global__ void reduceInterleaved(int *x, int *out)
{
    unsigned int tid = threadIdx.x;
    x += blockIdx.x * blockDim.x;
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            x[tid] += x[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = x[0];
}

// [your code]
__device__ double answer1 = 0; // TODO: load sectors of reduceNeighbored
__device__ double answer2 = 0; // TODO: load sectors of reduceNeighboredLess
__device__ double answer3 = 0; // TODO: load sectors of reduceInterleaved
__device__ double answer4 = 0; // TODO: store sectors of reduceInterleaved
__device__ double answer5 = 0; // TODO: load requests of reduceInterleaved
// [end of your code]
