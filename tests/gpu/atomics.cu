// atomics.cu: atomics at few and at many addresses, for atomics.sh to count. Each line of the table below is one launch of
// 2^20 threads; thread i works on word ((i >> shift) & mask) * stride, which the compiler can't see through. Prints the
// names of the lines, in the order of the launches; `atomics LINE` launches that one alone, the first being 0.

#include "check.h"

#include <stdio.h>

enum { THREADS = 1 << 20, BLOCK = 256, WORDS = 1 << 22, TURNS = 16 };

typedef struct {
    unsigned int shift, mask, stride, factor; // factor: odd, 1 to leave the order as it is
} Place;

static __device__ unsigned int word(Place p)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    return ((i * p.factor >> p.shift) & p.mask) * p.stride;
}

__global__ void addKnown(int *words, Place)
{
    atomicAdd(words, (int)threadIdx.x);
}

__global__ void maxKnown(int *words, Place)
{
    atomicMax(words, (int)threadIdx.x);
}

__global__ void addFloatKnown(int *words, Place)
{
    atomicAdd((float *)words, 1.f);
}

__global__ void addLongKnown(int *words, Place)
{
    atomicAdd((unsigned long long *)words, (unsigned long long)threadIdx.x);
}

__global__ void fetchKnown(int *words, Place)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    words[WORDS + i] = atomicAdd(words, (int)threadIdx.x);
}

__global__ void fetchOneKnown(int *words, Place)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    words[WORDS + i] = atomicAdd(words, 1);
}

__global__ void addInt(int *words, Place p)
{
    atomicAdd(&words[word(p)], (int)threadIdx.x);
}

__global__ void addOne(int *words, Place p)
{
    atomicAdd(&words[word(p)], 1);
}

__global__ void addFloat(int *words, Place p)
{
    atomicAdd((float *)words + word(p), 1.f);
}

__global__ void maxInt(int *words, Place p)
{
    atomicMax(&words[word(p)], (int)threadIdx.x);
}

__global__ void fetchInt(int *words, Place p)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    words[WORDS + i] = atomicAdd(&words[word(p)], (int)threadIdx.x);
}

__global__ void swapInt(int *words, Place p)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    words[WORDS + i] = atomicCAS(&words[word(p)], (int)i, (int)i + 1);
}

// One thread of each block adds.
__global__ void addByBlock(int *words, Place)
{
    if (threadIdx.x == 0)
        atomicAdd(words, (int)blockIdx.x);
}

// Adds in shared memory, TURNS times. The words are the block's own, so shift and mask apply within the block.
template <typename T>
static __device__ void addShared(int *words, Place p)
{
    __shared__ T sums[BLOCK * 2];
    sums[threadIdx.x] = sums[threadIdx.x + BLOCK] = 0;
    __syncthreads();
    T *sum = &sums[word(p) % (BLOCK * 2)];
    for (int k = 0; k < TURNS; k++)
        atomicAdd(sum, (T)threadIdx.x);
    __syncthreads();
    words[blockIdx.x * BLOCK + threadIdx.x] = (int)sums[threadIdx.x];
}

__global__ void addSharedInt(int *words, Place p)
{
    addShared<int>(words, p);
}

__global__ void addSharedLong(int *words, Place p)
{
    addShared<unsigned long long>(words, p);
}

// All threads add to one word, and the compiler knows it.
__global__ void addSharedKnown(int *words, Place)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (int k = 0; k < TURNS; k++)
        atomicAdd(&sum, (int)threadIdx.x);
    __syncthreads();
    words[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

__global__ void addSharedFloat(int *words, Place p)
{
    addShared<float>(words, p);
}

static const struct {
    const char *name;
    void (*kernel)(int *words, Place p);
    Place place;
} lines[] = {
#define ALL 0xffffffffu
#define LINE(kernel, what, ...)   \
    {                             \
#kernel "," what, kernel, \
        {                         \
            __VA_ARGS__           \
        }                         \
    }
    LINE(addKnown, "one word; the compiler knows", 0, 0, 1, 1),
    LINE(maxKnown, "one word; the compiler knows", 0, 0, 1, 1),
    LINE(addFloatKnown, "one word; the compiler knows", 0, 0, 1, 1),
    LINE(addLongKnown, "one word; the compiler knows", 0, 0, 1, 1),
    LINE(fetchKnown, "one word; the compiler knows", 0, 0, 1, 1),
    LINE(fetchOneKnown, "one word; the compiler knows", 0, 0, 1, 1),
    LINE(addByBlock, "one word", 0, 0, 1, 1),
    LINE(addInt, "one word", 0, 0, 1, 1),
    LINE(addInt, "a sector per warp; one word of it", 5, ALL, 8, 1),
    LINE(addInt, "a line per warp; one word of it", 5, ALL, 32, 1),
    LINE(addInt, "a word per thread", 0, ALL, 1, 1),
    LINE(addInt, "a word per 2 lanes", 1, ALL, 1, 1),
    LINE(addInt, "a word per 4 lanes", 2, ALL, 1, 1),
    LINE(addInt, "a word per 8 lanes", 3, ALL, 1, 1),
    LINE(addInt, "a word per 16 lanes", 4, ALL, 1, 1),
    LINE(addInt, "a word per 32 lanes", 5, ALL, 1, 1),
    LINE(addInt, "a word per 1024 threads", 10, ALL, 1, 1),
    LINE(addInt, "32 words; a lane each", 0, 31, 1, 1),
    LINE(addInt, "8 words; 4 lanes each", 0, 7, 1, 1),
    LINE(addInt, "2 lines; warps in turn; one word", 5, 1, 32, 1),
    LINE(addInt, "8 lines; warps in turn; one word", 5, 7, 32, 1),
    LINE(addInt, "64 lines; warps in turn; one word", 5, 63, 32, 1),
    LINE(addInt, "512 lines; warps in turn; one word", 5, 511, 32, 1),
    LINE(addInt, "a sector per lane", 0, (1u << 19) - 1, 8, 1),
    LINE(addInt, "scattered in 4 MB", 12, (1u << 20) - 1, 1, 2654435761u),
    LINE(addInt, "scattered in 1 KB", 24, 255, 1, 2654435761u),
    LINE(addOne, "one word", 0, 0, 1, 1),
    LINE(addOne, "a word per thread", 0, ALL, 1, 1),
    LINE(addFloat, "one word", 0, 0, 1, 1),
    LINE(addFloat, "a line per warp; one word of it", 5, ALL, 32, 1),
    LINE(addFloat, "a word per thread", 0, ALL, 1, 1),
    LINE(addFloat, "32 words; a lane each", 0, 31, 1, 1),
    LINE(maxInt, "one word", 0, 0, 1, 1),
    LINE(maxInt, "a word per thread", 0, ALL, 1, 1),
    LINE(fetchInt, "one word", 0, 0, 1, 1),
    LINE(fetchInt, "a line per warp; one word of it", 5, ALL, 32, 1),
    LINE(fetchInt, "a word per thread", 0, ALL, 1, 1),
    LINE(swapInt, "one word", 0, 0, 1, 1),
    LINE(swapInt, "a word per thread", 0, ALL, 1, 1),
    LINE(addSharedInt, "a word per thread", 0, ALL, 1, 1),
    LINE(addSharedInt, "16 words of one bank", 0, ALL, 32, 1),
    LINE(addSharedInt, "a word per 2 lanes", 1, ALL, 1, 1),
    LINE(addSharedInt, "a word per 8 lanes", 3, ALL, 1, 1),
    LINE(addSharedInt, "a word per 32 lanes", 5, ALL, 1, 1),
    LINE(addSharedInt, "one word", 0, 0, 1, 1),
    LINE(addSharedKnown, "one word; the compiler knows", 0, 0, 1, 1),
    LINE(addSharedLong, "a word per thread", 0, ALL, 1, 1),
    LINE(addSharedLong, "a word per 32 lanes", 5, ALL, 1, 1),
    LINE(addSharedFloat, "a word per thread", 0, ALL, 1, 1),
    LINE(addSharedFloat, "a word per 2 lanes", 1, ALL, 1, 1),
    LINE(addSharedFloat, "a word per 8 lanes", 3, ALL, 1, 1),
    LINE(addSharedFloat, "a word per 32 lanes", 5, ALL, 1, 1),
    LINE(addSharedFloat, "one word", 0, 0, 1, 1),
};

int main(int argc, char **argv)
{
    const size_t count = sizeof lines / sizeof *lines,
                 only = argc > 1 ? strtoul(argv[1], NULL, 10) : count;
    int *words;
    cudaCheck(cudaMalloc(&words, (WORDS + THREADS) * sizeof(int)));
    for (size_t k = 0; k < count; k++) {
        if (only < count && k != only)
            continue;
        cudaCheck(cudaMemset(words, 0, (WORDS + THREADS) * sizeof(int)));
        lines[k].kernel<<<THREADS / BLOCK, BLOCK>>>(words, lines[k].place);
        cudaCheckLaunch();
        cudaCheck(cudaDeviceSynchronize());
        printf("%s\n", lines[k].name);
    }
    cudaCheck(cudaFree(words));
    return 0;
}
