// kernels.cu: for tests/simulator/merged.t. What ptxas must merge, and what it must not.
#include <cuda_runtime.h>
#include <stdio.h>

// Each thread has four elements. For nvcc's PTX the array begins at a multiple of 4 bytes; ptxas, which places it, makes it more.
__shared__ float quads[4 * 256];

// Four stores and four loads side by side: one STS.128 and one LDS.128.
__global__ void together(const float *in, float *out)
{
    float *own = quads + 4 * threadIdx.x, *other = quads + 4 * (threadIdx.x ^ 1);
    for (int k = 0; k < 4; k++)
        own[k] = in[k * blockDim.x + threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = other[0] - other[1] * other[2] + other[3];
}

// The same elements, where ptxas does not know how the address is aligned.
__global__ void apart(const float *in, float *out, int first)
{
    float *own = quads + first + 4 * threadIdx.x, *other = quads + first + 4 * (threadIdx.x ^ 1);
    for (int k = 0; k < 4; k++)
        own[k] = in[k * blockDim.x + threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = other[0] - other[1] * other[2] + other[3];
}

// Volatile accesses are done as they stand there.
__global__ void watched(const float *in, float *out)
{
    volatile float *own = quads + 4 * threadIdx.x, *other = quads + 4 * (threadIdx.x ^ 1);
    for (int k = 0; k < 4; k++)
        own[k] = in[k * blockDim.x + threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = other[0] - other[1] * other[2] + other[3];
}

// cp.async stores to shared memory, and is neither a load nor a store of it in machine code.
__global__ void copied(const float *in, float *out)
{
    unsigned to = (unsigned)__cvta_generic_to_shared(quads + 4 * threadIdx.x);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n\tcp.async.wait_all;" ::"r"(to),
                 "l"(in + 4 * threadIdx.x)
                 : "memory");
    __syncthreads();
    out[threadIdx.x] = quads[threadIdx.x];
}

int main(void)
{
    float *in, *out;
    cudaMalloc(&in, 4 * 256 * sizeof *in);
    cudaMalloc(&out, 256 * sizeof *out);
    cudaMemset(in, 0, 4 * 256 * sizeof *in);
    together<<<1, 256>>>(in, out);
    apart<<<1, 256>>>(in, out, 0);
    watched<<<1, 256>>>(in, out);
    copied<<<1, 256>>>(in, out);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
