// What unrolling saves: barriers, requests and wavefronts, predicted.
//
//     make ex4-6
//
// x: as many ints as the blocks take; out: (gridDim.x). Blocks of a power of two from 64 to 1024 threads.

__global__ void sumPlain(const int *x, int *out)
{
    __shared__ int part[1024]; // enough for any block
    unsigned int tid = threadIdx.x;
    part[tid] = x[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            part[tid] += part[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = part[0];
}

__global__ void sumFour(const int *x, int *out)
{
    __shared__ int part[1024]; // enough for any block
    unsigned int tid = threadIdx.x, n = blockDim.x, i = blockIdx.x * 4 * n + tid;
    part[tid] = x[i] + x[i + n] + x[i + 2 * n] + x[i + 3 * n];
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            part[tid] += part[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = part[0];
}

__global__ void sumFourLast(const int *x, int *out)
{
    __shared__ int part[1024]; // enough for any block
    unsigned int tid = threadIdx.x, n = blockDim.x, i = blockIdx.x * 4 * n + tid;
    part[tid] = x[i] + x[i + n] + x[i + 2 * n] + x[i + 3 * n];
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (tid < stride)
            part[tid] += part[tid + stride];
        __syncthreads();
    }
    if (tid < 32) {
        int sum = part[tid] + part[tid + 32];
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, offset);
        if (tid == 0)
            out[blockIdx.x] = sum;
    }
}

// [your code]
__device__ double answer1 = 1152; // 16 blocks x 8 warps x (1 + 8 steps)
__device__ double answer2 = 288;  // 4 x 8 x 9
__device__ double answer3 = 96;   // 4 x 8 x (1 + 2): strides 128 and 64
__device__ double answer4 = 128;  // 4096 / 32
__device__ double answer5 = 128;  // the same elements, the same width
__device__ double answer6 = 100;  // 4 x (2 x (4 + 2 + 1 + 1 + 1 + 1 + 1 + 1) + 1)
__device__ double answer7 = 56;   // 4 x (2 x (4 + 2) + 2)
// [end of your code]
