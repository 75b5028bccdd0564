// kernels.cu: the kernels that driver.cu loads at run time, from PTX and from a fat binary.

__device__ int scale = 3;
__constant__ float weights[4];

extern "C" __global__ void add(const float *a, const float *b, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] + b[i];
}

// A small argument comes before a large one, so the launch's buffer has a hole between them.
extern "C" __global__ void fillScaled(char start, long long *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = start + (long long)scale * i;
}

extern "C" __global__ void weigh(float *out)
{
    extern __shared__ float tile[];
    tile[threadIdx.x] = weights[threadIdx.x % 4];
    __syncthreads();
    out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void fetch(cudaTextureObject_t texture, float *out, int width)
{
    out[threadIdx.x] =
        tex2D<float>(texture, threadIdx.x % width + 0.5f, threadIdx.x / width + 0.5f);
}

extern "C" __global__ void beyond(int *out)
{
    out[1 << 20] = 1; // its memory is smaller
}

extern "C" __global__ void race(int *out)
{
    __shared__ int part[64];
    part[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = part[63 - threadIdx.x]; // another warp's, without a barrier
}
