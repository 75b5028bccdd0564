// What single things take that an SM does beside its warps, in cycles of clock64(), as tests/gpu/rates.cu measures them on an H200 with
// these same loops. Prints a row for each: name, cycles.
#include "check.h"
#include "tensor.h"

#include <stdio.h>

enum { TURNS = 32 };

__global__ void warpProducts(long long *cycles, float *sums)
{
    float d[4] = {};
    const uint32_t a[4] = {}, b[2] = {};
    long long begin = clock64();
#pragma unroll 1
    for (int i = 0; i < TURNS; i++)
        for (int k = 0; k < 8; k++)
            multiplyAdd(d, a, b);
    if (threadIdx.x == 0)
        *cycles = (clock64() - begin) / TURNS / 8;
    sums[threadIdx.x % 32] = d[0];
}

// Groups of four products, each waited for.
__global__ void groupProducts(long long *cycles, float *sums)
{
    extern __shared__ char memory[];
    uint32_t at = sharedAt(memory) + 1023 & ~1023u;
    float d[32][4] = {};
    for (int i = threadIdx.x; i < 65536 / 4; i += blockDim.x)
        ((int *)memory)[i] = 0;
    showToCopies();
    __syncthreads();
    long long begin = clock64();
#pragma unroll 1
    for (int i = 0; i < TURNS; i++) {
        productsBegin();
#pragma unroll
        for (int k = 0; k < 4; k++)
            multiplyTile(d, tileAt(at + k * 32, 0), tileAt(at + 16384 + k * 2048, 8192), true);
        productsClose();
        productsWait<0>();
    }
    if (threadIdx.x == 0)
        *cycles = (clock64() - begin) / TURNS / 4;
    sums[threadIdx.x % 32] = d[0][0];
}

__global__ void __cluster_dims__(2) clusterBarriers(long long *cycles)
{
    long long begin = clock64();
    for (int i = 0; i < TURNS; i++)
        clusterSync();
    if (threadIdx.x == 0)
        *cycles = (clock64() - begin) / TURNS;
}

__global__ void __cluster_dims__(2) farLoads(long long *cycles, int *sums)
{
    __shared__ int words[32];
    words[threadIdx.x] = 0;
    uint32_t there;
    int x = 0;
    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(there)
        : "r"(sharedAt(words)), "r"(1 - clusterRank()));
    clusterSync();
    long long begin = clock64();
#pragma unroll 8
    for (int i = 0; i < TURNS; i++)
        asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(x) : "r"(there + x) : "memory");
    if (threadIdx.x == 0)
        *cycles = (clock64() - begin) / TURNS;
    clusterSync();
    sums[threadIdx.x] = x;
}

// A copy of 16 KiB at a time, each from another place.
__global__ void bulkLoads(long long *cycles, const char *in)
{
    extern __shared__ char memory[];
    __shared__ uint64_t full;
    char *tile = memory + (-sharedAt(memory) & 127);
    if (threadIdx.x)
        return;
    barrierInit(&full, 1);
    barriersReady();
    long long begin = clock64();
    for (int i = 0; i < TURNS; i++) {
        barrierExpect(&full, 16384);
        asm volatile(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 16384, [%2];" ::
                "r"(sharedAt(tile)),
            "l"(in + i * 16384), "r"(sharedAt(&full))
            : "memory");
        barrierWait(&full, i % 2);
    }
    *cycles = (clock64() - begin) / TURNS;
}

int main(void)
{
    long long *cycles;
    float *sums;
    char *in;
    cudaCheck(cudaMallocManaged(&cycles, sizeof *cycles));
    cudaCheck(cudaMalloc(&sums, 4096));
    cudaCheck(cudaMalloc(&in, TURNS * 16384));
    cudaCheck(
        cudaFuncSetAttribute(groupProducts, cudaFuncAttributeMaxDynamicSharedMemorySize, 81920));
#define ROW(kernel, threads, shared, ...)        \
    kernel<<<2, threads, shared>>>(__VA_ARGS__); \
    cudaCheck(cudaDeviceSynchronize());          \
    printf("%s %lld\n", #kernel, *cycles)
    ROW(warpProducts, 32, 0, cycles, sums);
    ROW(groupProducts, 128, 81920, cycles, sums);
    ROW(clusterBarriers, 32, 0, cycles);
    ROW(farLoads, 32, 0, cycles, (int *)sums);
    ROW(bulkLoads, 32, 32768, cycles, in);
    return 0;
}
