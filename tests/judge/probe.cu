// A right submission for probe.c.
__constant__ int factor = 1;
__device__ int side = 12;

__global__ void scale(const int *in, int *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = factor * in[i];
}

template <int count>
__global__ void fill(float *out, float x)
{
    for (int i = 0; i < count; i++)
        out[i] = x * (float)(i + 1);
}

template __global__ void fill<2>(float *, float);
template __global__ void fill<3>(float *, float);
