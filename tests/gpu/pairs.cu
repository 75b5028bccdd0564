// pairs.cu: small kernels in pairs or rows that differ in one thing, so that their times tell what the thing costs on a GPU. pairs.sh
// records them, and `make bench-accuracy` puts the modelled times beside the record. Prints the name of each launch, in order;
// `pairs NAME` makes only the launches of that name.

#include "check.h"

#include <cuda_fp16.h>
#include <stdio.h>
#include <string.h>

typedef unsigned long long u64;

// ---- A batch of two loads, of which one hits L1: which one stands first, and whether stores lie between ------------------

__global__ void hitFirst(int n, const float *a, const float *x, float *y)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int i = 0; i < n; i++) {
        float hit = ((const volatile float *)x)[i];
        float miss = ((const volatile float *)a)[(size_t)i * 8192 + j];
        s += miss * hit;
        ((volatile float *)y)[j] = s;
    }
}

__global__ void missFirst(int n, const float *a, const float *x, float *y)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int i = 0; i < n; i++) {
        float miss = ((const volatile float *)a)[(size_t)i * 8192 + j];
        float hit = ((const volatile float *)x)[i];
        s += miss * hit;
        ((volatile float *)y)[j] = s;
    }
}

__global__ void plainHitFirst(int n, float *a, float *x, float *y)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    y[j] = 0;
    for (int i = 0; i < n; i++)
        y[j] += a[i * 8192 + j] * x[i];
}

__global__ void plainMissFirst(int n, float *a, float *x, float *y)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    y[j] = 0;
    for (int i = 0; i < n; i++)
        y[j] += x[i] * a[i * 8192 + j];
}

// ---- One addition per block to one word ----------------------------------------------------------------------------------

template <typename T>
__global__ void oneAdd(T *word)
{
    if (threadIdx.x == 0)
        atomicAdd(word, (T)1);
}

// ---- Blocks: empty ones; with a load; with a barrier after which one warp goes on ---------------------------------------

__global__ void blocksEmpty(float *never)
{
    if (!never)
        never[threadIdx.x] = 1;
}

__global__ void blocksLoad(const float *x, float *never)
{
    float v = x[blockIdx.x * blockDim.x + threadIdx.x];
    if (v == 123.f)
        *never = v;
}

__device__ float warpSum(float v)
{
    for (int o = 16; o; o /= 2)
        v += __shfl_xor_sync(~0u, v, o);
    return v;
}

__global__ void blocksBarrier(const float *x, float *y)
{
    __shared__ float sums[32];
    float v = warpSum(x[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = warpSum(threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            y[blockIdx.x] = v;
    }
}

// ---- 16 bytes a thread, stored 4 by 4: a load before each store, all loads first, in branches ---------------------------

__global__ void storesApart(float *x, float *y)
{
    size_t i = 4 * (blockIdx.x * (size_t)blockDim.x + threadIdx.x);
    y[i] = x[i];
    y[i + 1] = x[i + 1];
    y[i + 2] = x[i + 2];
    y[i + 3] = x[i + 3];
}

__global__ void storesTogether(const float *__restrict__ x, float *__restrict__ y)
{
    size_t i = 4 * (blockIdx.x * (size_t)blockDim.x + threadIdx.x);
    const volatile float *from = x;
    volatile float *to = y;
    float a = from[i], b = from[i + 1], c = from[i + 2], d = from[i + 3];
    to[i] = a;
    to[i + 1] = b;
    to[i + 2] = c;
    to[i + 3] = d;
}

__global__ void storesBranch(const float *__restrict__ x, float *__restrict__ y, size_t n)
{
    size_t i = 4 * (blockIdx.x * (size_t)blockDim.x + threadIdx.x);
    float a = x[i], b = x[i + 1], c = x[i + 2], d = x[i + 3];
    if (i < n)
        y[i] = a + 1;
    if (i + 1 < n)
        y[i + 1] = b + 1;
    if (i + 2 < n)
        y[i + 2] = c + 1;
    if (i + 3 < n)
        y[i + 3] = d + 1;
}

// WORDS stores of neighbouring words by each thread, and nothing else.
template <int WORDS>
__global__ void storesOnly(float *y)
{
    volatile float *to = y + WORDS * (blockIdx.x * (size_t)blockDim.x + threadIdx.x);
#pragma unroll
    for (int k = 0; k < WORDS; k++)
        to[k] = 1;
}

// One load of 16 bytes, then 4 stores of 4.
__global__ void storesAfterOne(const float4 *__restrict__ x, float *__restrict__ y)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float4 v = x[i];
    volatile float *to = y + 4 * i;
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
    to[3] = v.w;
}

// ---- A chain of loads, each of which needs the value of the one before: the latency, as more warps load -----------------

// Each step of a warp loads a line of `lines`, a power of two. All words are 0.
__global__ void chase(const unsigned *words, unsigned *never, unsigned lines, int steps)
{
    unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, at = warp * 2654435761u, sum = 0;
    for (int k = 0; k < steps; k++) {
        unsigned v = __ldcg(&words[(size_t)(at & (lines - 1)) * 32 + threadIdx.x % 32]);
        at = (at + v) * 1664525u + 1013904223u;
        at ^= at >> 15;
        sum += v;
    }
    if (sum)
        *never = sum;
}

// ---- A long batch of loads, with many registers and with few -------------------------------------------------------------

template <int LOADS>
__device__ void sumColumns(const float *x, float *never, size_t stride)
{
    const float *from = x + blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float v[LOADS], s = 0;
#pragma unroll
    for (int k = 0; k < LOADS; k++)
        v[k] = from[k * stride];
#pragma unroll
    for (int k = 0; k < LOADS; k++)
        s = s * 1.01f + v[k];
    if (s == 123.f)
        *never = s;
}

template <int LOADS>
__global__ void __launch_bounds__(256, 1) batchWide(const float *x, float *never, size_t stride)
{
    sumColumns<LOADS>(x, never, stride);
}

template <int LOADS>
__global__ void __launch_bounds__(256, 8) batchNarrow(const float *x, float *never, size_t stride)
{
    sumColumns<LOADS>(x, never, stride);
}

// ---- Pipes: long runs of one instruction, four independent chains a thread -----------------------------------------------

enum { PIPE_TURNS = 64, PIPE_RUN = 16 };

#define PIPE(name, type, first, step)                                                    \
    __global__ void pipe_##name(type *never, type b, type c)                             \
    {                                                                                    \
        type v[4];                                                                       \
        for (int k = 0; k < 4; k++)                                                      \
            v[k] = (type)(first);                                                        \
        for (int turn = 0; turn < PIPE_TURNS; turn++) {                                  \
            _Pragma("unroll") for (int run = 0; run < PIPE_RUN; run++)                   \
            {                                                                            \
                _Pragma("unroll") for (int k = 0; k < 4; k++)                            \
                {                                                                        \
                    type a = v[k];                                                       \
                    v[k] = (step);                                                       \
                }                                                                        \
            }                                                                            \
        }                                                                                \
        if (v[0] == (type)123 && v[1] == (type)77 && v[2] == (type)7 && v[3] == (type)9) \
            *never = v[0];                                                               \
    }

PIPE(fma, float, threadIdx.x + k, a *b + c)
PIPE(add, float, threadIdx.x + k, a + b)
PIPE(max, float, threadIdx.x + k, fmaxf(a, b) * c)
PIPE(imad, int, threadIdx.x + k, a *b + c)
PIPE(iadd, unsigned, threadIdx.x + k, (a + b) ^ c)
PIPE(logic, unsigned, threadIdx.x + k, __funnelshift_l(a, b, 7))
PIPE(popc, unsigned, threadIdx.x + k, __popc(a + b))
PIPE(convert, int, threadIdx.x + k, (int)((float)a))
PIPE(sine, float, threadIdx.x + k, __sinf(a))
PIPE(root, float, threadIdx.x + k, rsqrtf(a))
PIPE(double, double, threadIdx.x + k, a *b + c)
PIPE(divide, float, threadIdx.x + k, a / b)
PIPE(modulo, unsigned, threadIdx.x + k + 12345, a % b + c)
PIPE(shuffle, unsigned, threadIdx.x + k, __shfl_xor_sync(~0u, a, 1) + b)
PIPE(ballot, unsigned, threadIdx.x + k, __ballot_sync(~0u, a > b) + a)
PIPE(mixed, float, threadIdx.x + k, __int_as_float((__float_as_int(a * b + c) + 1) & 0x7fffffff))

__global__ void pipe_half2(__half2 *never, float b, float c)
{
    __half2 v[4], x = __float2half2_rn(b), y = __float2half2_rn(c);
    for (int k = 0; k < 4; k++)
        v[k] = __float2half2_rn((float)(threadIdx.x + k));
    for (int turn = 0; turn < PIPE_TURNS; turn++)
#pragma unroll
        for (int run = 0; run < PIPE_RUN; run++)
#pragma unroll
            for (int k = 0; k < 4; k++)
                v[k] = __hfma2(v[k], x, y);
    if (__low2float(v[0]) == 123.f && __low2float(v[1]) == 1.f && __low2float(v[2]) == 1.f &&
        __low2float(v[3]) == 1.f)
        *never = v[0];
}

__global__ void pipe_shared(float *never, float b, float c)
{
    __shared__ float s[1024];
    s[threadIdx.x] = b;
    __syncthreads();
    float sum = c;
    for (int turn = 0; turn < PIPE_TURNS; turn++)
#pragma unroll
        for (int run = 0; run < 4 * PIPE_RUN; run++)
            sum += ((volatile float *)s)[(threadIdx.x + run) & 1023];
    if (sum == 123.f)
        *never = sum;
}

// Element by element: 8 halves a thread by one load of 16 bytes.
__global__ void halves(const __half *x, const __half *y, __half *z, int n)
{
    int i = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 7 < n) {
        __half a[8], b[8], c[8];
        *(float4 *)a = *(const float4 *)(x + i);
        *(float4 *)b = *(const float4 *)(y + i);
#pragma unroll
        for (int k = 0; k < 8; k += 2)
            *(__half2 *)&c[k] = __hadd2(*(__half2 *)&a[k], *(__half2 *)&b[k]);
        *(float4 *)(z + i) = *(float4 *)c;
    }
}

__global__ void halvesOneByOne(const __half *x, __half *z, int n)
{
    int i = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int k = 0; k < 8; k++)
        if (i + k < n) {
            float v = __half2float(x[i + k]);
            z[i + k] = __float2half(v / (1.f + __expf(-v)));
        }
}

// ---- Adding floats by compare and swap, at `words` places ------------------------------------------------------------------

__global__ void swapAdd(unsigned *sums, unsigned words)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned *to = &sums[(i * 2654435761u >> 7) % words], old = *to, assumed;
    do {
        assumed = old;
        old = atomicCAS(to, assumed, __float_as_uint(__uint_as_float(assumed) + 1.f));
    } while (assumed != old);
}

// ---- Blocks of which most have nothing to do -------------------------------------------------------------------------------

__global__ void copyFirst(const float *x, float *y, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i];
}

// ---- Calls through pointers, and where lanes meet -------------------------------------------------------------------------

struct Shape {
    __device__ virtual float hit(float x, int n) const = 0;
};
struct Up : Shape {
    float a;
    __device__ Up(float v) : a(v) {}
    __device__ float hit(float x, int n) const override
    {
        for (int i = 0; i < n; i++)
            x = x * a + 0.25f;
        return x;
    }
};
struct Down : Shape {
    float a;
    __device__ Down(float v) : a(v) {}
    __device__ float hit(float x, int n) const override
    {
        for (int i = 0; i < n; i++)
            x = x * a - 0.25f;
        return x;
    }
};
__device__ Shape *shapes[64];

__global__ void makeShapes()
{
    for (int i = 0; i < 64; i++)
        shapes[i] = i % 2 ? (Shape *)new Up(0.5f) : (Shape *)new Down(0.75f);
}

__device__ unsigned nextRandom(unsigned &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

__global__ void callSame(float *y)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float x = t;
    for (int i = 0; i < 64; i++)
        x = shapes[i]->hit(x, 8);
    y[t] = x;
}

__global__ void callSameLoop(float *y)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = t * 2654435761u + 1;
    float x = t;
    for (int b = 0; b < 20; b++) {
        for (int i = 0; i < 64; i++)
            x = shapes[i]->hit(x, 4);
        if (nextRandom(s) % 8 == 0)
            break;
    }
    y[t] = x;
}

__global__ void callTwo(float *y)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float x = t;
    for (int i = 0; i < 64; i++)
        x = shapes[(i + t) % 64]->hit(x, 8);
    y[t] = x;
}

__global__ void callLengths(float *y)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = t * 2654435761u + 1;
    float x = t;
    for (int i = 0; i < 64; i++)
        x = shapes[i]->hit(x, nextRandom(s) % 16);
    y[t] = x;
}

__global__ void tryAgain(float *y)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = t * 2654435761u + 1;
    float x = 0;
    for (int i = 0; i < 64; i++) {
        unsigned r;
        do
            r = nextRandom(s);
        while (r % 4);
        x += r % 1024;
    }
    y[t] = x;
}

// ---- Launches ---------------------------------------------------------------------------------------------------------------

static const char *wanted; // NULL: all launches

static bool wants(const char *name)
{
    return !wanted || strcmp(wanted, name) == 0;
}

static void ran(const char *name)
{
    cudaCheckLaunch();
    cudaCheck(cudaDeviceSynchronize());
    puts(name);
}

// A launch with a name of its own.
#define RUN(name, ...)     \
    do {                   \
        if (wants(name)) { \
            __VA_ARGS__;   \
            ran(name);     \
        }                  \
    } while (0)

enum { SMS = 132 };

static void runBlocks(const float *x, float *y)
{
    static const int shapes[][2] = {{65536, 32},  {65536, 128},  {65536, 256}, {16384, 128},
                                    {16384, 512}, {16384, 1024}, {4096, 1024}};
    for (auto s : shapes)
        RUN("blocksEmpty", blocksEmpty<<<s[0], s[1]>>>(y));
    for (int threads = 32; threads <= 1024; threads *= 2)
        RUN("blocksLoad", blocksLoad<<<(1 << 24) / threads, threads>>>(x, y));
    for (int threads = 64; threads <= 1024; threads *= 4)
        RUN("blocksBarrier", blocksBarrier<<<(1 << 24) / threads, threads>>>(x, y));
}

int main(int argc, char **argv)
{
    wanted = argc > 1 ? argv[1] : NULL;
    const size_t WORDS = (size_t)1 << 28;
    float *a, *x, *y;
    cudaCheck(cudaMalloc(&a, WORDS * 4));
    cudaCheck(cudaMalloc(&x, 1 << 28));
    cudaCheck(cudaMalloc(&y, 1 << 28));
    cudaCheck(cudaMemset(a, 0, WORDS * 4));
    cudaCheck(cudaMemset(x, 0, 1 << 28));
    cudaCheck(cudaMemset(y, 0, 1 << 28));
    unsigned *u = (unsigned *)a, *never = (unsigned *)y;

    RUN("hitFirst", hitFirst<<<32, 256>>>(2048, a, x, y));
    RUN("missFirst", missFirst<<<32, 256>>>(2048, a, x, y));
    RUN("plainHitFirst", plainHitFirst<<<32, 256>>>(2048, a, x, y));
    RUN("plainMissFirst", plainMissFirst<<<32, 256>>>(2048, a, x, y));
    RUN("oneAddFloat", oneAdd<<<65536, 128>>>(y));
    RUN("oneAddInt", oneAdd<<<65536, 128>>>((int *)y));
    RUN("oneAddDouble", oneAdd<<<65536, 128>>>((double *)y));
    RUN("oneAddLong", oneAdd<<<65536, 128>>>((u64 *)y));
    runBlocks(x, y);
    RUN("storesApart", storesApart<<<16384, 256>>>(x, y));
    RUN("storesTogether", storesTogether<<<16384, 256>>>(x, y));
    RUN("storesBranch", storesBranch<<<16384, 256>>>(x, y, 1 << 24));
    RUN("storesAfterOne", storesAfterOne<<<16384, 256>>>((float4 *)x, y));
    RUN("storesOnly2", storesOnly<2><<<16384, 256>>>(y));
    RUN("storesOnly4", storesOnly<4><<<16384, 256>>>(y));
    RUN("storesOnly8", storesOnly<8><<<8192, 256>>>(y));
    for (int threads = 32; threads <= 1024; threads *= 2)
        RUN("chaseL2", chase<<<SMS, threads>>>(u, never, 1 << 14, 512));
    RUN("chaseL2", chase<<<2 * SMS, 1024>>>(u, never, 1 << 14, 512));
    for (int threads = 32; threads <= 1024; threads *= 2)
        RUN("chaseDram", chase<<<SMS, threads>>>(u, never, 1 << 23, 128));
    RUN("chaseDram", chase<<<2 * SMS, 1024>>>(u, never, 1 << 23, 128));
    enum { HALF = 100000 }; // bytes of shared memory, so that an SM has two blocks
    cudaCheck(cudaFuncSetAttribute(chase, cudaFuncAttributeMaxDynamicSharedMemorySize, HALF));
    for (int threads = 32; threads <= 1024; threads *= 4)
        RUN("chaseWaves", chase<<<SMS * 32, threads, HALF>>>(u, never, 1 << 14, 8));
    RUN("batchWide8", batchWide<8><<<SMS * 4, 256>>>(a, y, 1 << 18));
    RUN("batchNarrow8", batchNarrow<8><<<SMS * 4, 256>>>(a, y, 1 << 18));
    RUN("batchWide64", batchWide<64><<<SMS * 4, 256>>>(a, y, 1 << 18));
    RUN("batchNarrow64", batchNarrow<64><<<SMS * 4, 256>>>(a, y, 1 << 18));
    RUN("batchWide200", batchWide<200><<<SMS * 4, 256>>>(a, y, 1 << 18));
    RUN("batchNarrow200", batchNarrow<200><<<SMS * 4, 256>>>(a, y, 1 << 18));
    RUN("batchNarrow200Few", batchNarrow<200><<<SMS, 256>>>(a, y, 1 << 18));
#define PIPES(name, type) \
    RUN("pipe_" #name, pipe_##name<<<SMS * 8, 256>>>((type *)y, (type)3, (type)5));
    PIPES(fma, float)
    PIPES(add, float)
    PIPES(max, float)
    PIPES(imad, int)
    PIPES(iadd, unsigned)
    PIPES(logic, unsigned)
    PIPES(popc, unsigned)
    PIPES(convert, int)
    PIPES(sine, float)
    PIPES(root, float)
    PIPES(double, double)
    PIPES(divide, float)
    PIPES(modulo, unsigned)
    PIPES(shuffle, unsigned)
    PIPES(ballot, unsigned)
    PIPES(mixed, float)
    RUN("pipe_half2", pipe_half2<<<SMS * 8, 256>>>((__half2 *)y, 3.f, 5.f));
    RUN("pipe_shared", pipe_shared<<<SMS * 8, 256>>>(y, 3.f, 5.f));
    RUN("halves", halves<<<1 << 14, 256>>>((__half *)a, (__half *)x, (__half *)y, 1 << 25));
    RUN("halvesOneByOne", halvesOneByOne<<<1 << 14, 256>>>((__half *)x, (__half *)y, 1 << 25));
    for (unsigned words = 1 << 20; words >= 16; words /= 256)
        RUN("swapAdd", swapAdd<<<1024, 256>>>(u, words));
    RUN("copyAll", copyFirst<<<65536, 256>>>(x, y, (size_t)1 << 24));
    RUN("copySixteenth", copyFirst<<<65536, 256>>>(x, y, (size_t)1 << 20));
    RUN("copyHalf", copyFirst<<<131072, 256>>>(x, y, (size_t)1 << 24));
    makeShapes<<<1, 1>>>();
    ran("makeShapes");
    RUN("callSame", callSame<<<256, 256>>>(y));
    RUN("callSameLoop", callSameLoop<<<256, 256>>>(y));
    RUN("callTwo", callTwo<<<256, 256>>>(y));
    RUN("callLengths", callLengths<<<256, 256>>>(y));
    RUN("tryAgain", tryAgain<<<256, 256>>>(y));
    return 0;
}
