// pools.cu: pools of memory that a program makes: what the calls answer, and what the pools count.

#include <stdio.h>

#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

typedef unsigned long long u64;

static void count(const char *name, cudaMemPool_t pool)
{
    u64 used = 0, high = 0, release = 0;
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &release);
    printf("%s: %llu bytes in use, at most %llu, %llu kept\n", name, used, high, release);
}

static __global__ void fill(int *a)
{
    a[threadIdx.x] = (int)threadIdx.x;
}

int main(void)
{
    cudaMemPool_t own, mine = NULL, other = NULL, now;
    cudaMemPoolProps wanted = {};
    cudaStream_t stream;
    int *a, *b, *c;
    u64 keep = 12345, zero = 0;
    cudaStreamCreate(&stream);
    SAY(cudaMemPoolCreate(&mine, &wanted));
    wanted.allocType = cudaMemAllocationTypePinned;
    wanted.location.type = cudaMemLocationTypeDevice;
    wanted.location.id = 100;
    SAY(cudaMemPoolCreate(&mine, &wanted));
    wanted.location.id = 0;
    SAY(cudaMemPoolCreate(&mine, &wanted));
    SAY(cudaMemPoolCreate(&other, &wanted));
    SAY(cudaMemPoolCreate(NULL, &wanted));
    SAY(cudaMemPoolCreate(&now, NULL));
    cudaDeviceGetDefaultMemPool(&own, 0);
    SAY(cudaDeviceGetMemPool(&now, 0));
    printf("the device's pool is the current one: %d\n", own == now);

    SAY(cudaMallocFromPoolAsync((void **)&a, 1 << 20, mine, stream));
    SAY(cudaMallocAsync((void **)&b, 1 << 21, stream));
    count("mine", mine);
    count("own", own);
    SAY(cudaDeviceSetMemPool(0, other));
    SAY(cudaDeviceGetMemPool(&now, 0));
    printf("the other pool is: %d\n", now == other);
    SAY(cudaMallocAsync((void **)&c, 3 << 20, stream));
    count("other", other);
    fill<<<1, 32, 0, stream>>>(a);
    fill<<<1, 32, 0, stream>>>(c);
    SAY(cudaFreeAsync(a, stream));
    SAY(cudaStreamSynchronize(stream));
    count("mine", mine);

    SAY(cudaMemPoolDestroy(other)); // c is left
    SAY(cudaDeviceGetMemPool(&now, 0));
    printf("the device's pool is again: %d\n", now == own);
    fill<<<1, 32, 0, stream>>>(c);
    SAY(cudaStreamSynchronize(stream));
    SAY(cudaFreeAsync(c, stream));
    SAY(cudaStreamSynchronize(stream));

    SAY(cudaMemPoolSetAttribute(mine, cudaMemPoolAttrReleaseThreshold, &keep));
    SAY(cudaMemPoolSetAttribute(mine, cudaMemPoolAttrUsedMemHigh, &keep));
    count("mine", mine);
    SAY(cudaMemPoolSetAttribute(mine, cudaMemPoolAttrUsedMemHigh, &zero));
    count("mine", mine);
    SAY(cudaMemPoolTrimTo(mine, 0));
    SAY(cudaMallocFromPoolAsync((void **)&a, 0, mine, stream));
    SAY(cudaMallocFromPoolAsync((void **)&a, (size_t)1 << 50, mine, stream));
    cudaGetLastError();
    SAY(cudaFreeAsync(b, stream)); // after cudaFree an H200 still counts its bytes
    SAY(cudaStreamSynchronize(stream));
    count("own", own);
    SAY(cudaMemPoolDestroy(own));
    SAY(cudaMemPoolDestroy(mine));
    SAY(cudaMemPoolDestroy(NULL));
    return 0;
}
