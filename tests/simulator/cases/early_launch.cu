// A launch that may begin before the one ahead of it has ended waits for it by cudaGridDependencySynchronize() before it reads, in every
// thread or in one before a barrier. Behind a copy it does not begin early.
// build: -arch=sm_90
// compiler: nvcc
// device: h200
// status: 0
// out: ^right$
// silent
#include <cstdio>

enum { N = 1024, THREADS = 128 };

__global__ void fill(int *x, int value)
{
    x[blockIdx.x * THREADS + threadIdx.x] = value;
}

__global__ void everyThread(const int *x, int *y)
{
    int i = blockIdx.x * THREADS + threadIdx.x, far = (i + N / 2) % N;
    cudaGridDependencySynchronize();
    y[i] = x[far] + 1;
}

__global__ void oneThread(const int *x, int *y)
{
    if (threadIdx.x == 40)
        cudaGridDependencySynchronize();
    __syncthreads();
    int i = blockIdx.x * THREADS + threadIdx.x;
    y[i] += x[(i + N / 2) % N];
}

__global__ void noThread(const int *x, int *y)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    y[i] += x[i];
}

int main(void)
{
    int *x, *y, host[N], wrong = 0;
    cudaMalloc(&x, N * sizeof *x);
    cudaMalloc(&y, N * sizeof *y);
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t c = {};
    c.gridDim = N / THREADS;
    c.blockDim = THREADS;
    c.attrs = &early;
    c.numAttrs = 1;
    fill<<<N / THREADS, THREADS>>>(x, 20);
    cudaLaunchKernelEx(&c, everyThread, (const int *)x, y);
    cudaLaunchKernelEx(&c, oneThread, (const int *)x, y);
    cudaMemcpy(x, y, N * sizeof *x, cudaMemcpyDeviceToDevice);
    cudaLaunchKernelEx(&c, noThread, (const int *)x, y);
    cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += host[i] != 82;
    puts(wrong ? "wrong" : "right");
    cudaFree(x);
    cudaFree(y);
}
