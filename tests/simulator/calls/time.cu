// Kernels whose modelled time is known from what they wait for; tests/simulator/time.t reads it.
#include <cuda_runtime.h>
#include <stdio.h>

// Threads do nothing.
__global__ void nothing() {}

// Each block looks at a clock until it has counted so many cycles.
__global__ void byClock(long long cycles)
{
    long long start = clock64();
    while (clock64() - start < cycles)
        ;
}

__device__ unsigned int turns(unsigned int n, unsigned int x)
{
    for (unsigned int i = 0; i < n; i++)
        x = x * 1664525u + 1013904223u;
    return x;
}

// Block 0 works n turns, and the others leave.
__global__ void oneWorks(unsigned int n, unsigned int *out)
{
    if (blockIdx.x == 0)
        out[threadIdx.x] = turns(n, threadIdx.x);
}

// The same, but the last block waits for block 0.
__global__ void oneWaits(unsigned int n, unsigned int *out, volatile unsigned int *flag)
{
    if (blockIdx.x == 0) {
        out[threadIdx.x] = turns(n, threadIdx.x);
        __threadfence();
        *flag = n;
    }
    if (blockIdx.x == gridDim.x - 1)
        while (*flag != n)
            ;
}

// Blocks draw n pieces of work.
__global__ void allDraw(unsigned int n, unsigned int pieces, unsigned int *out, unsigned int *next)
{
    while (atomicAdd(next, 1) < pieces)
        out[blockIdx.x] = turns(n, blockIdx.x);
}

// Each thread does 16 n times the same instruction, of two values in turn.
#define KERNEL_OF(name, type, step)                         \
    __global__ void name(unsigned int n, unsigned int *out) \
    {                                                       \
        type x = threadIdx.x, y = blockIdx.x, c = n;        \
        for (unsigned int i = 0; i < n; i++)                \
            _Pragma("unroll") for (int k = 0; k < 8; k++)   \
            {                                               \
                x = step(x);                                \
                y = step(y);                                \
            }                                               \
        out[threadIdx.x] = x + y;                           \
    }
#define SHIFTED(x) __funnelshift_l(x, c, 7)
#define PRODUCT(x) ((x)*c + c)
KERNEL_OF(byLogic, unsigned int, SHIFTED)    // only the integer pipe does it
KERNEL_OF(byProducts, unsigned int, PRODUCT) // half of the pipe of float
KERNEL_OF(byFloats, float, PRODUCT)          // all of it

// A division of floats is about 20 machine instructions, and a function of about 100 that only denormals and the like need.
__global__ void divides(float *x)
{
    x[threadIdx.x] /= x[threadIdx.x + 1];
}

// A load that L1 may serve, and that no compiler leaves out.
__device__ float load(const float *from)
{
    float value;
    asm volatile("ld.global.f32 %0, [%1];" : "=f"(value) : "l"(from) : "memory");
    return value;
}

// Warps that come to 64 lines each, twice. For all warps they are the same.
__global__ void comesAgain(const float *in, float *out)
{
    float sum = 0;
    for (int turn = 0; turn < 2; turn++)
        for (int k = 0; k < 2; k++)
            sum += load(in + (threadIdx.x % 32 + 32 * k) * 16384 + turn);
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// A line that is loaded before many stores to one other line, and after them.
__global__ void storesOften(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = load(in + i);
    for (int turn = 0; turn < 256; turn++) {
        sum += load(out + i);
        out[i] = sum;
    }
    out[i] = sum + load(in + i);
}

// Only the warps with a positive limit print. What printf is made of, this cubin does not tell.
__global__ void prints(int limit)
{
    if (limit > 0)
        printf("limit %d\n", limit);
}

int main(void)
{
    unsigned int *out, *words;
    cudaMalloc(&out, 4096);
    cudaMalloc(&words, 33 * sizeof *words);
    cudaMemset(words, 0, 33 * sizeof *words);
    nothing<<<64, 96>>>();
    byClock<<<8, 32>>>(1980000);
    oneWorks<<<1024, 32>>>(100000, out);
    oneWaits<<<64, 32>>>(100000, out, words);
    allDraw<<<100, 1>>>(1000, 1000, out, words + 1);
    byLogic<<<264, 1024>>>(10, out);
    byProducts<<<264, 1024>>>(10, out);
    byFloats<<<264, 1024>>>(10, out);
    divides<<<1, 32>>>((float *)words);
    float *many;
    cudaMalloc(&many, 1 << 23);
    cudaMemset(many, 0, 1 << 23);
    comesAgain<<<1024, 256>>>(many, many + (1 << 20));
    storesOften<<<1024, 256>>>(many, many + (1 << 20));
    prints<<<1, 32>>>(0);
    prints<<<2, 32>>>(1);
    return cudaDeviceSynchronize() != cudaSuccess;
}
