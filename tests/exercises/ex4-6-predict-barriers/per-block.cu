// fails: Answer 1 is not
// What unrolling saves: barriers, requests and wavefronts, predicted.
//
//     make ex4-6
//
// x: (4096); out: (gridDim.x). Blocks of 256 threads.

__global__ void sumPlain(const int *x, int *out)
{
    __shared__ int part[256];
    unsigned int tid = threadIdx.x;
    part[tid] = x[blockIdx.x * 256 + tid];
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
    __shared__ int part[256];
    unsigned int tid = threadIdx.x, i = blockIdx.x * 1024 + tid;
    part[tid] = x[i] + x[i + 256] + x[i + 512] + x[i + 768];
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
    __shared__ int part[256];
    unsigned int tid = threadIdx.x, i = blockIdx.x * 1024 + tid;
    part[tid] = x[i] + x[i + 256] + x[i + 512] + x[i + 768];
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
__device__ double answer1 = 144;
__device__ double answer2 = 36;
__device__ double answer3 = 12;
__device__ double answer4 = 128;
__device__ double answer5 = 32;
__device__ double answer6 = 100;
__device__ double answer7 = 56;
// [end of your code]
