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
__device__ double answer1 = 0; // TODO: barriers of sumPlain
__device__ double answer2 = 0; // TODO: barriers of sumFour
__device__ double answer3 = 0; // TODO: barriers of sumFourLast
__device__ double answer4 = 0; // TODO: global load requests of sumPlain
__device__ double answer5 = 0; // TODO: global load requests of sumFour
__device__ double answer6 = 0; // TODO: shared load wavefronts of sumFour
__device__ double answer7 = 0; // TODO: shared load wavefronts of sumFourLast
// [end of your code]
