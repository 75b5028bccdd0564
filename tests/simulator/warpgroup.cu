// warpgroup.cu: a product of two matrices of 64 by 64 by one warpgroup, with tiles in shared memory as ordinary stores put them there;
// right, and with a mistake. tests/simulator/warpgroup.t runs it.
//
// usage: warpgroup MISTAKE
//
// Prints "right", "wrong" or CUDA's error.

#include <cuda_fp16.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, THREADS = 128 };

enum Mistake {
    NONE,
    EARLY_READ,  // a sum is read before the wait
    EARLY_WRITE, // a sum is cleared before the wait
    EARLY_A,     // a register of A is written before the wait
    NO_WAIT,     // the tile is overwritten before the wait
    NO_FENCE,    // no wgmma.fence
    LATE_FENCE,  // registers are written behind the wgmma.fence
    NO_PROXY,    // no fence.proxy.async
    NO_BARRIER,  // no __syncthreads() behind the stores
    SWIZZLE,     // the descriptor has another swizzle than the tile
    OUTSIDE,     // the descriptor leads out of shared memory
    UNLIKE,      // two warps have other descriptors
    LANES,       // lanes have other descriptors
    THREE,       // a block of three warps
    PIPELINE,    // right: a group stays in flight, another's registers are used
    HALF_WAIT,   // a group stays in flight, and its registers are used
    REGISTERS,   // right: A in registers
    MISTAKES
};
static const char *const names[MISTAKES] = {
    "none",       "early-read", "early-write", "early-a",   "no-wait",  "no-fence",
    "late-fence", "no-proxy",   "no-barrier",  "swizzle",   "outside",  "unlike",
    "lanes",      "three",      "pipeline",    "half-wait", "registers"};

__device__ static unsigned long long descriptor(const half *tile, int stride, int swizzle)
{
    unsigned long long at = (unsigned)__cvta_generic_to_shared(tile) >> 4;
    return at | 1ull << 16 | (unsigned long long)(stride >> 4) << 32 |
           (unsigned long long)swizzle << 62;
}

#define D_4(i)  "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define D_16(i) D_4(i), D_4(i + 4), D_4(i + 8), D_4(i + 12)
#define D_REGS                                                                               \
    "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, " \
    "%19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}"

// d += a b, for 16 columns of A and 16 rows of B.
__device__ static void multiply(float *d, unsigned long long a, unsigned long long b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 " D_REGS
                 ", %32, %33, 1, 1, 1, 0, 0;"
                 : D_16(0), D_16(16)
                 : "l"(a), "l"(b));
}

__device__ static void multiply_registers(float *d, const unsigned *a, unsigned long long b)
{
    asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 " D_REGS
                 ", {%32, %33, %34, %35}, %36, 1, 1, 1, 0;"
                 : D_16(0), D_16(16)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

__device__ static void fence(void)
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ static void commit(void)
{
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int N>
__device__ static void wait(void)
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}

// c = a b^T; a, b, c: (SIDE, SIDE), row by row; behind c are THREADS numbers, all 0, for what is none of c's business.
template <Mistake M>
__global__ void product(const half *a, const half *b, float *c)
{
    __shared__ __align__(1024) half left[SIDE * SIDE], right[SIDE * SIDE];
    for (int i = (int)threadIdx.x; i < SIDE * SIDE; i += (int)blockDim.x) {
        int row = i / SIDE, k = i % SIDE;
        int at =
            row * SIDE + (k ^ row % 8 * 8); // a row has 128 bytes, whose pieces of 16 are swizzled
        left[at] = a[i];
        right[at] = b[i];
    }
    if (M != NO_PROXY)
        asm volatile("fence.proxy.async;" ::: "memory");
    if (M != NO_BARRIER)
        __syncthreads();
    float d[32] = {};
    int swizzle = M == SWIZZLE ? 2 : 1, stride = 8 * SIDE * (int)sizeof(half);
    bool other = (M == UNLIKE && threadIdx.x >= 64) || (M == LANES && threadIdx.x % 32 > 5);
    if (M != NO_FENCE)
        fence();
    if (M == LATE_FENCE)
        for (int i = 0; i < 32; i++)
            d[i] = c[SIDE * SIDE + i]; // 0
    if (M == REGISTERS || M == EARLY_A) {
        unsigned words[4][4];
        int row = (int)threadIdx.x / 32 * 16 + (int)threadIdx.x % 32 / 4;
#pragma unroll
        for (int k = 0; k < 4; k++)
            for (int i = 0; i < 4; i++)
                words[k][i] = ((const unsigned *)a)[(row + i % 2 * 8) * SIDE / 2 + k * 8 +
                                                    i / 2 * 4 + (int)threadIdx.x % 4];
        fence();
        for (int k = 0; k < 4; k++)
            multiply_registers(d, words[k], descriptor(right + 16 * k, stride, swizzle));
        if (M == EARLY_A)
            asm volatile("mov.b32 %0, 0;" : "+r"(words[3][0]));
        commit();
        if (M == EARLY_A)
            c[SIDE * SIDE] = (float)words[3][0];
    } else {
        for (int k = 0; k < 4; k++)
            multiply(d, descriptor((other ? right : left) + 16 * k, stride, swizzle),
                     descriptor(right + 16 * k, M == OUTSIDE ? 9 * stride : stride, swizzle));
        commit();
    }
    if (M == EARLY_READ)
        c[SIDE * SIDE + threadIdx.x] = d[0] + d[1];
    if (M == EARLY_WRITE)
        asm volatile("mov.f32 %0, 0f00000000;" : "+f"(d[5]));
    if (M == NO_WAIT)
        left[threadIdx.x] = a[0];
    float e[32] = {};
    if (M == PIPELINE || M == HALF_WAIT) {
        fence();
        multiply(e, descriptor(left, stride, swizzle), descriptor(right, stride, swizzle));
        commit();
        wait<1>();
        if (M == HALF_WAIT)
            c[SIDE * SIDE + threadIdx.x] = e[0];
    } else {
        wait<0>();
    }
#pragma unroll
    for (int i = 0; i < 32; i++) {
        int row = (int)threadIdx.x / 32 * 16 + (int)threadIdx.x % 32 / 4 + i / 2 % 2 * 8;
        c[row * SIDE + i / 4 * 8 + (int)threadIdx.x % 4 * 2 + i % 2] = d[i];
    }
    if (M == PIPELINE || M == HALF_WAIT) {
        wait<0>();
        if (e[0] != e[0])
            c[0] = e[0];
    }
}

template <int M>
static void launch(int which, const half *a, const half *b, float *c)
{
    if (which == M)
        product<(Mistake)M><<<1, M == THREE ? 96 : THREADS>>>(a, b, c);
    else if (M > 0)
        launch<M - (M > 0)>(which, a, b, c);
}

int main(int argc, char **argv)
{
    half *a, *b;
    float *c;
    int which = 0;
    while (which < MISTAKES && argc > 1 && strcmp(names[which], argv[1]) != 0)
        which++;
    cudaMallocManaged(&a, SIDE * SIDE * sizeof *a);
    cudaMallocManaged(&b, SIDE * SIDE * sizeof *b);
    cudaMallocManaged(&c, (SIDE * SIDE + THREADS) * sizeof *c);
    memset(c, 0, (SIDE * SIDE + THREADS) * sizeof *c);
    srand(1);
    for (int i = 0; i < SIDE * SIDE; i++) {
        a[i] = __float2half((float)(rand() % 17 - 8));
        b[i] = __float2half((float)(rand() % 17 - 8));
    }
    launch<MISTAKES - 1>(which, a, b, c);
    cudaError_t error = cudaGetLastError();
    error = error != cudaSuccess ? error : cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        printf("%s\n", cudaGetErrorName(error));
        return 0;
    }
    bool right = true;
    for (int i = 0; i < SIDE * SIDE; i++) {
        float sum = 0;
        for (int k = 0; k < SIDE; k++)
            sum += __half2float(a[i / SIDE * SIDE + k]) * __half2float(b[i % SIDE * SIDE + k]);
        right = right && c[i] == sum;
    }
    printf("%s\n", right ? "right" : "wrong");
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return 0;
}
