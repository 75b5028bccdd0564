// Such a launch reads before it waits; and it stores where the launch ahead may still read.
// build: -arch=sm_90
// compiler: nvcc
// device: h200
// status: 4
// err: Race reported between Read access at add\(.* @r by thread \(0,0,0\) in block \(0,0,0\) and Write access at fill\(.* @w by the launch ahead of this one in its stream .* cudaGridDependencySynchronize\(\) is missing before this access \[1024 hazards\]
// err: Race reported between Write access at clear\(.* @c .* and Read access at add\(.* @r by the launch ahead
#include <cstdio>

enum { N = 1024, THREADS = 128 };

__global__ void fill(int *x)
{
    x[blockIdx.x * THREADS + threadIdx.x] = 20; // @w
}

__global__ void add(const int *x, int *y)
{
    int i = blockIdx.x * THREADS + threadIdx.x, more = x[(i + N / 2) % N]; // @r
    cudaGridDependencySynchronize();
    y[i] = more;
}

__global__ void clear(int *x)
{
    x[blockIdx.x * THREADS + threadIdx.x] = 0; // @c
}

int main(void)
{
    int *x, *y;
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
    fill<<<N / THREADS, THREADS>>>(x);
    cudaLaunchKernelEx(&c, add, (const int *)x, y);
    cudaLaunchKernelEx(&c, clear, x);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(y);
}
