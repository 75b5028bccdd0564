// caches.cu: loads that several SMs make at once, and local memory: caches.sh counts what L2 sees of them. Prints the name of each
// launch, in order; `caches places` prints instead which SM each block of a few launches came to.

#include "check.h"
#include "device.h"

#include <stdio.h>

enum { BLOCK = 256, BYTES = 1 << 20, SMS = 256 };

// The cycles that each SM waits before it reads; -1: it does not read.
typedef struct {
    int wait[SMS];
} Delays;

// Runs one block on each SM. All start together; each waits its own time and then reads all of `data`, BLOCK words at a time.
// blocks: 0 before; sum: (gridDim.x).
__global__ void readTogether(const int *data, int *sum, unsigned int *blocks, Delays delays)
{
    extern __shared__ int fills[];
    unsigned int sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (threadIdx.x == 0) {
        atomicAdd(blocks, 1);
        while (*(volatile unsigned int *)blocks < gridDim.x) {
        }
    }
    __syncthreads();
    long long start = clock64();
    int wait = delays.wait[sm], total = 0;
    while (wait > 0 && clock64() - start < wait) {
    }
    if (wait >= 0)
        for (unsigned int i = threadIdx.x; i < BYTES / sizeof(int); i += BLOCK)
            total += data[i];
    fills[threadIdx.x] = total;
    sum[(size_t)blockIdx.x * BLOCK + threadIdx.x] = fills[threadIdx.x];
}

// sms: (gridDim.x) the SM of each block. Blocks stay long enough for all of them to be there at once.
__global__ void findPlaces(unsigned int *sms)
{
    if (threadIdx.x == 0)
        asm volatile("mov.u32 %0, %%smid;" : "=r"(sms[blockIdx.x]));
    for (long long start = clock64(); clock64() - start < 20000;) {
    }
}

static void printPlaces(void)
{
    enum { MOST = 264 };
    static const unsigned int launches[][2] = {{16, 256}, {64, 512}, {128, 256}, {MOST, 1024}};
    unsigned int *sms;
    cudaCheck(cudaMallocManaged(&sms, MOST * sizeof *sms));
    printf("blocks,threads,block,sm\n");
    for (size_t k = 0; k < sizeof launches / sizeof *launches; k++) {
        unsigned int blocks = launches[k][0], threads = launches[k][1];
        findPlaces<<<blocks, threads>>>(sms);
        cudaCheckLaunch();
        cudaCheck(cudaDeviceSynchronize());
        for (unsigned int b = 0; b < blocks; b++)
            printf("%u,%u,%u,%u\n", blocks, threads, b, sms[b]);
    }
    cudaCheck(cudaFree(sms));
}

// Each thread writes and reads WORDS words of local memory, `turns` times.
template <int WORDS>
__global__ void local(int *out, int turns, int step)
{
    int words[WORDS], sum = 0;
    for (int t = 0; t < turns; t++) {
#pragma unroll 1
        for (int k = 0; k < WORDS; k++)
            words[(k + step) % WORDS] = t + k;
#pragma unroll 1
        for (int k = 0; k < WORDS; k++)
            sum += words[(k * step) % WORDS];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The values that all launches of readTogether share.
typedef struct {
    int sms, *data, *sum;
    unsigned int *blocks;
    size_t shared; // bytes of shared memory: so many that an SM has room for one block only
} Reading;

static void readOnce(const Reading *r, const char *what, int value, const Delays *delays)
{
    cudaCheck(cudaMemset(r->blocks, 0, sizeof *r->blocks));
    readTogether<<<r->sms, BLOCK, r->shared>>>(r->data, r->sum, r->blocks, *delays);
    cudaCheckLaunch();
    cudaCheck(cudaDeviceSynchronize());
    printf("caches,%s,%d\n", what, value);
}

static void readInPairs(const Reading *r)
{
    Delays delays;
    for (int i = 0; i < SMS; i++)
        delays.wait[i] = -1;
    delays.wait[0] = 0;
    readOnce(r, "loads of SM 0 alone", 0, &delays);
    for (int other = 1; other < r->sms; other++) {
        delays.wait[other] = 0;
        readOnce(r, "loads of SM 0 and SM", other, &delays);
        delays.wait[other] = -1;
    }
}

static void readAll(const Reading *r)
{
    static const int later[] = {0, 50, 100, 200, 400, 800, 1600, 3200};
    for (size_t k = 0; k < sizeof later / sizeof *later; k++) {
        Delays odd, each;
        for (int i = 0; i < SMS; i++) {
            odd.wait[i] = i % 2 * later[k];
            each.wait[i] = i * later[k] / 16;
        }
        readOnce(r, "loads of all; odd SMs so many cycles later", later[k], &odd);
        readOnce(r, "loads of all; each SM so many sixteenths of a cycle later than the one before",
                 later[k], &each);
    }
}

template <int WORDS>
static void runLocal(int *out, int blocks, int turns, int shared)
{
    cudaCheck(
        cudaFuncSetAttribute(local<WORDS>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    local<WORDS><<<blocks, BLOCK, shared>>>(out, turns, 1);
    cudaCheckLaunch();
    cudaCheck(cudaDeviceSynchronize());
    printf("caches,local words of a thread; %d times; %d bytes of shared memory,%d\n", turns,
           shared, WORDS);
}

int main(int argc, char **)
{
    if (argc > 1) {
        printPlaces();
        return 0;
    }
    enum { BLOCKS = 4096 };
    cudaDeviceProp device;
    cudaCheck(cudaGetDeviceProperties(&device, 0));
    Reading r = {.sms = device.multiProcessorCount,
                 .shared = device.sharedMemPerBlockOptin / 2 + 1024};
    int *out;
    cudaCheck(cudaMalloc(&r.data, BYTES));
    cudaCheck(cudaMalloc(&r.sum, (size_t)r.sms * BLOCK * sizeof *r.sum));
    cudaCheck(cudaMalloc(&r.blocks, sizeof *r.blocks));
    cudaCheck(cudaMalloc(&out, (size_t)BLOCKS * BLOCK * sizeof *out));
    cudaCheck(cudaMemset(r.data, 0, BYTES));
    cudaCheck(cudaFuncSetAttribute(readTogether, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   (int)r.shared));
    readInPairs(&r);
    readAll(&r);
    for (int turns = 1; turns <= 4; turns += 3) {
        runLocal<4>(out, BLOCKS, turns, 0);
        runLocal<16>(out, BLOCKS, turns, 0);
        runLocal<32>(out, BLOCKS, turns, 0);
        runLocal<64>(out, BLOCKS, turns, 0);
        runLocal<128>(out, BLOCKS, turns, 0);
        runLocal<256>(out, BLOCKS, turns, 0);
        runLocal<64>(out, BLOCKS, turns, 20000);
        runLocal<64>(out, BLOCKS, turns, 110000);
        runLocal<64>(out, r.sms, turns, 0);
        runLocal<16>(out, 8 * r.sms, turns, 0);
    }
    cudaCheck(cudaFree(r.data));
    cudaCheck(cudaFree(r.sum));
    cudaCheck(cudaFree(r.blocks));
    cudaCheck(cudaFree(out));
    return 0;
}
