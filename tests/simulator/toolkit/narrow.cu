// narrow.cu: half and bfloat16: conversions and arithmetic of numbers of any bits. Prints hashes, which nvcc's headers and those of
// compile/toolkit have in common. NaNs count as one.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>

enum { N = 1 << 16, OPERATIONS = 14 };

static __host__ __device__ unsigned short bits_of(__half x)
{
    return __half_as_ushort(x);
}

static __host__ __device__ unsigned short bits_of(__nv_bfloat16 x)
{
    return __bfloat16_as_ushort(x);
}

static __host__ __device__ bool is_nan(__half x)
{
    return (bits_of(x) & 0x7fff) > 0x7c00;
}

static __host__ __device__ bool is_nan(__nv_bfloat16 x)
{
    return (bits_of(x) & 0x7fff) > 0x7f80;
}

static __device__ void take(unsigned short bits, __half *x)
{
    *x = __ushort_as_half(bits);
}

static __device__ void take(unsigned short bits, __nv_bfloat16 *x)
{
    *x = __ushort_as_bfloat16(bits);
}

static __device__ __half2 pair(__half x, __half y)
{
    return __halves2half2(x, y);
}

static __device__ __nv_bfloat162 pair(__nv_bfloat16 x, __nv_bfloat16 y)
{
    return __halves2bfloat162(x, y);
}

template <class T>
static __device__ unsigned short result(T x)
{
    return is_nan(x) ? 0x7fff : bits_of(x);
}

template <class T>
static __global__ void calculate(unsigned short *out) // (OPERATIONS, N)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    T a, b, c;
    take((unsigned short)i, &a);
    take((unsigned short)(i * 40503 + 7), &b);
    take((unsigned short)(i * 30011 + 12345), &c);
    auto two = __hfma2(pair(a, b), pair(b, c), pair(c, a));
    auto sum = __hadd2(pair(a, b), pair(b, c)), product = __hmul2(pair(a, b), pair(b, c));
    T all[OPERATIONS] = {__hadd(a, b), __hsub(a, b), __hmul(a, b), __hfma(a, b, c), __hmin(a, b),
                         __hmax(a, b), __hneg(a),    __habs(a),    two.x,           two.y,
                         sum.y,        product.x,    __hdiv(a, b), T((float)a * 3)};
    for (int k = 0; k < OPERATIONS; k++)
        out[k * N + i] = result(all[k]);
}

template <class T>
static void run(const char *name)
{
    unsigned short *out;
    unsigned host = 0;
    cudaMallocManaged(&out, OPERATIONS * N * sizeof *out);
    calculate<T><<<N / 256, 256>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess)
        printf("failed\n");
    for (int k = 0; k < OPERATIONS; k++) {
        unsigned hash = 0;
        for (int i = 0; i < N; i++)
            hash = hash * 31 + out[k * N + i];
        printf("%s %d: %08x\n", name, k, hash);
    }
    for (int i = 0; i < N; i++)
        host = host * 31 + bits_of(T((i - 30000) * 1.23456789e-3));
    printf("%s on the host: %08x\n", name, host);
    cudaFree(out);
}

int main(void)
{
    run<__half>("half");
    run<__nv_bfloat16>("bfloat16");
    return 0;
}
