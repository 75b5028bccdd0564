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
__device__ double answer1 =
    255; // two loads an addition: 2 x (8 x (4 + 4 + 4 + 2 + 1) + 4 + 2 + 1) + 1
__device__ double answer2 = 255; // the same words in the same steps
__device__ double answer3 = 69;  // 2 x (16 + 8 + 4 + 2 + 1 + 1 + 1 + 1) + 1
__device__ double answer4 =
    35; // one store an addition: 16 + 8 + 4 + 2 + 1 + 1 + 1 + 1, and the result
__device__ double answer5 = 25; // 2 x (4 + 2 + 1 + 1 + 1 + 1 + 1 + 1) + 1
// [end of your code]
