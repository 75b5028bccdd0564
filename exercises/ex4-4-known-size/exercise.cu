// A size the compiler knows: complete unrolling by a template.
//
//     make ex4-4
//
// x: (n), only read; out: (gridDim.x), one sum per block of BLOCK threads.

// The sum with a loop, for comparison.
__global__ void sumPlain(const int *x, int *out, size_t n)
{
    __shared__ int part[512];
    unsigned int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;

    part[tid] = i < n ? x[i] : 0;
    __syncthreads();
#pragma unroll 1
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            part[tid] += part[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = part[0];
}

template <unsigned int BLOCK>
static __device__ void sumBlock(const int *x, int *out, size_t n)
{
    __shared__ int part[BLOCK];
    unsigned int tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * BLOCK + tid;

    // [your code]
    // TODO: no loop, no test that the compiler can decide, no barrier in the last warp.
    part[tid] = i < n ? x[i] : 0;
    __syncthreads();
#pragma unroll 1
    for (unsigned int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            part[tid] += part[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = part[0];
    // [end of your code]
}

__global__ void sum64(const int *x, int *out, size_t n)
{
    sumBlock<64>(x, out, n);
}

__global__ void sum128(const int *x, int *out, size_t n)
{
    sumBlock<128>(x, out, n);
}

__global__ void sum256(const int *x, int *out, size_t n)
{
    sumBlock<256>(x, out, n);
}

__global__ void sum512(const int *x, int *out, size_t n)
{
    sumBlock<512>(x, out, n);
}
