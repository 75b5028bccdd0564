// memory.cu: accesses where there is no memory, memory that was freed, memory that is never freed.
//
// Each case is headed by what is wrong with it and by what the simulator's check says: one `expect` for each report, a
// regular expression over the report's lines joined by spaces, in which @w stands for the line marked `// @w`.

#include "../../harness/cases.h"

// case global-write
// The bound is tested with <= instead of <: thread 100 writes one past the end.
// expect: Invalid __global__ write of size 4 bytes at fill.* @w .*by thread \(100,0,0\) in block \(0,0,0\) Access to 0x[0-9a-f]+ is out of bounds and is 1 byte after the nearest allocation at 0x[0-9a-f]+ of size 400 bytes allocated at @a
__global__ void fill(int *x, int n)
{
    int i = threadIdx.x;
    if (i <= n)
        x[i] = 1; // @w
}

static bool globalWrite(void)
{
    int *x;
    cudaCheck(cudaMalloc(&x, 100 * sizeof *x)); // @a
    fill<<<1, 128>>>(x, 100);
    return deviceInt(x, 99) == 1;
}

// case global-read
// A stencil reads its left neighbour without asking whether there is one.
// expect: Invalid __global__ read of size 4 bytes at smooth.* @r .*by thread \(0,0,0\) in block \(0,0,0\) .*out of bounds and is 4 bytes before the nearest allocation at 0x[0-9a-f]+ of size 256 bytes
__global__ void smooth(const int *x, int *y)
{
    int i = threadIdx.x;
    y[i] = x[i] + x[i - 1]; // @r
}

static bool globalRead(void)
{
    int *x = deviceCounting(64), *y = deviceZeros(64);
    smooth<<<1, 64>>>(x, y);
    return deviceInt(y, 1) == 1;
}

// case global-atomic
// A histogram of values 0 to 256 has one bin too few.
// expect: Invalid __global__ atomic of size 4 bytes at count.* @c .*by thread \(0,0,0\) in block \(1,0,0\) .*1 byte after the nearest allocation .* of size 1024 bytes
__global__ void count(const int *x, int *bins)
{
    atomicAdd(&bins[x[blockIdx.x * blockDim.x + threadIdx.x]], 1); // @c
}

static bool globalAtomic(void)
{
    int *x = deviceCounting(512), *bins = deviceZeros(256);
    count<<<2, 256>>>(x, bins);
    return deviceInt(bins, 0) == 1;
}

// case variable
// A __device__ array is one element too short.
// expect: Invalid __global__ write of size 4 bytes at fillTable.* @w .*by thread \(16,0,0\) .*of size 64 bytes \('table'\)
__device__ int table[16];

__global__ void fillTable(int n)
{
    if (threadIdx.x <= n)
        table[threadIdx.x] = n; // @w
}

static bool variable(void)
{
    fillTable<<<1, 32>>>(16);
    cudaCheckLaunch();
    cudaCheck(cudaDeviceSynchronize());
    return true;
}

// case shared-static
// A transposing tile is written with its padding forgotten in the declaration.
// expect: Invalid __shared__ write of size 4 bytes at pad.* @w .*by thread \(0,31,0\) .*the block has 4096 bytes of shared memory \(4096 static, 0 dynamic\)
__global__ void pad(int *out)
{
    __shared__ int tile[32 * 32];
    tile[threadIdx.y * 33 + threadIdx.x + 1] = 1; // @w
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x * 32];
}

static bool sharedStatic(void)
{
    int *out = deviceZeros(32);
    pad<<<1, dim3(32, 32)>>>(out);
    return deviceInt(out, 0) == 1;
}

// case shared-dynamic
// The launch gives elements where bytes are wanted.
// expect: Invalid __shared__ write of size 4 bytes at copyShared.* @w .*by thread \(16,0,0\) .*the block has 64 bytes of shared memory \(0 static, 64 dynamic\)
extern __shared__ int stretch[];

__global__ void copyShared(int *x)
{
    stretch[threadIdx.x] = x[threadIdx.x]; // @w
    __syncthreads();
    x[threadIdx.x] = stretch[blockDim.x - 1 - threadIdx.x];
}

static bool sharedDynamic(void)
{
    int *x = deviceCounting(64);
    copyShared<<<1, 64, 64>>>(x);
    return deviceInt(x, 0) == 63;
}

// case local
// An index that comes from data leaves a thread's own array.
// expect: Invalid __local__ (read|write) of size 4 bytes at pick.* @l .*by thread \([0-9]+,0,0\) in block \(0,0,0\)
__global__ void pick(const int *x, int *y)
{
    int mine[8];
    for (int i = 0; i < 8; i++)
        mine[x[i]] = i;
    y[threadIdx.x] = mine[x[threadIdx.x] * 4096]; // @l
}

static bool local(void)
{
    int *x = deviceCounting(64), *y = deviceZeros(64);
    pick<<<1, 64>>>(x, y);
    return deviceInt(y, 0) == 0;
}

// case null
// The pointer was never set.
// expect: Invalid __global__ write of size 4 bytes at store.* @w .*by thread \(0,0,0\) .*Access to 0x0 is out of bounds and is a null pointer
__global__ void store(int *x, int value)
{
    *x = value; // @w
}

static bool null(void)
{
    store<<<1, 1>>>(NULL, 1);
    cudaCheck(cudaDeviceSynchronize());
    return true;
}

// case host
// A host's variable is handed to a kernel.
// expect: Invalid __global__ write of size 4 bytes at storeHost.* @w .*by thread \(0,0,0\) .*out of bounds and is a host address: a kernel can reach memory from cudaMalloc
__global__ void storeHost(int *x)
{
    *x = 1; // @w
}

static bool host(void)
{
    int x = 0;
    storeHost<<<1, 1>>>(&x);
    cudaCheck(cudaDeviceSynchronize());
    return x == 1;
}

// case freed
// An array is used after cudaFree.
// expect: Invalid __global__ read of size 4 bytes at load.* @r .*by thread \(0,0,0\) .*is 40 bytes into the nearest freed allocation at 0x[0-9a-f]+ of size 256 bytes allocated at @m \(x\) freed at @f
__global__ void load(const int *x, int *y)
{
    *y = x[10]; // @r
}

static bool freed(void)
{
    int *x, *y = deviceZeros(1);
    cudaCheck(cudaMalloc(&x, 256)); // @m
    cudaCheck(cudaMemset(x, 0, 256));
    cudaCheck(cudaFree(x)); // @f
    load<<<1, 1>>>(x, y);
    return deviceInt(y, 0) == 0;
}

// case misaligned-global
// Four bytes are read as an int from an odd address.
// expect: Invalid __global__ read of size 4 bytes at word.* @r .*by thread \((1|31),0,0\) .*is misaligned: it must be a multiple of 4
__global__ void word(const char *x, int *y)
{
    y[threadIdx.x] = *(const int *)(x + 5 * threadIdx.x); // @r
}

static bool misalignedGlobal(void)
{
    int *x = deviceZeros(64), *y = deviceZeros(32);
    word<<<1, 32>>>((const char *)x, y);
    return deviceInt(y, 0) == 0;
}

// case misaligned-shared
// A float4 is read from an array of floats that starts wherever it likes.
// expect: Invalid __shared__ read of size 16 bytes at quad.* @r .*by thread \((1|31),0,0\) .*is misaligned: it must be a multiple of 16
__global__ void quad(float *y)
{
    __shared__ __align__(16) float x[32 * 5];
    for (int i = threadIdx.x; i < 32 * 5; i += 32)
        x[i] = 1;
    __syncwarp();
    float4 v = *(const float4 *)&x[5 * threadIdx.x]; // @r
    y[threadIdx.x] = v.x + v.w;
}

static bool misalignedShared(void)
{
    int *y = deviceZeros(32);
    quad<<<1, 32>>>((float *)y);
    return deviceInt(y, 0) == 0;
}

// case leak
// One of two arrays is not freed.
// expect: Leaked 400 bytes at 0x[0-9a-f]+ allocated at @m
static bool leak(void)
{
    int *x, *y = deviceZeros(1);    // freed by runCase
    cudaCheck(cudaMalloc(&x, 400)); // @m
    store<<<1, 1>>>(x, 7);
    store<<<1, 1>>>(y, 7);
    return deviceInt(x, 0) == 7;
}

// case leak-heap
// Each thread takes a node from the heap, and only every other one gives it back.
// expect: Leaked 512 bytes of the heap of malloc in kernels, in 32 blocks allocated at keeps.* @h
__global__ void keeps(int *out)
{
    int *node = (int *)malloc(16); // @h
    *node = threadIdx.x;
    atomicAdd(out, *node);
    if (threadIdx.x % 2)
        free(node);
}

static bool leakHeap(void)
{
    int *out = deviceZeros(1);
    keeps<<<1, 64>>>(out);
    return deviceInt(out, 0) == 2016;
}

// case copied-unwritten
// A kernel stops short of the end, and the whole array is copied back, twice.
// remark: Remark: 96 bytes that nobody wrote are copied to the host the first is byte 160 of the allocation of 256 bytes made at
__global__ void stopsShort(int *x, int n)
{
    if (threadIdx.x < n)
        x[threadIdx.x] = threadIdx.x;
}

static bool copiedUnwritten(void)
{
    int *x = deviceInts(64), host[64];
    stopsShort<<<1, 64>>>(x, 40);
    cudaCheck(cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost));
    cudaCheck(cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost));
    return deviceInt(x, 39) == 39; // this one was written
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {
        {"global-write", globalWrite},
        {"global-read", globalRead},
        {"global-atomic", globalAtomic},
        {"variable", variable},
        {"shared-static", sharedStatic},
        {"shared-dynamic", sharedDynamic},
        {"local", local},
        {"null", null},
        {"host", host},
        {"freed", freed},
        {"misaligned-global", misalignedGlobal},
        {"misaligned-shared", misalignedShared},
        {"leak", leak},
        {"leak-heap", leakHeap},
        {"copied-unwritten", copiedUnwritten},
    };
    return RUN_CASE(CASES);
}
