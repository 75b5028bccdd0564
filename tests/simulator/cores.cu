// cores.cu SEED WORDS: blocks load, store, add, fence and signal as random numbers say, in WORDS words of memory. With few words
// they meet in most of them, with many in hardly any. It prints a number made of all words. With no words, no block ever ends.
#include <cstdio>
#include <cstdlib>

enum { BLOCKS = 500 };

static __host__ __device__ unsigned mix(unsigned x)
{
    x = (x ^ x >> 16) * 0x7feb352d;
    x = (x ^ x >> 15) * 0x846ca68b;
    return x ^ x >> 16;
}

__global__ void never_ends(unsigned *words)
{
    while (words[2 * blockIdx.x] != 1)
        words[2 * blockIdx.x + 1] = threadIdx.x;
}

template <bool LOOKS>
__global__ void act(unsigned *words, unsigned count, unsigned seed, unsigned acts)
{
    __shared__ unsigned part[64];
    unsigned t = threadIdx.x, own = blockIdx.x * blockDim.x + t, seen = 0;
    part[t] = own;
    for (int i = 0; i < 12; i++) {
        unsigned r = mix(seed + 977 * i),
                 at = (mix(seed + own * 31 + i) % count + count * (r >> 5 & 1)) % (2 * count);
        if ((r >> 8) % 4 == 0) // all threads of the block the same
            at = mix(seed + blockIdx.x + i) % (2 * count);
        if (!(acts >> r % 12 & 1))
            continue;
        switch (r % 12) {
        case 0: __syncthreads(); break;
        case 1: __threadfence(); break;
        case 2: seen += LOOKS ? atomicAdd(&words[at], own) : 1; break;
        case 3: atomicMax(&words[at], own); break;
        case 4: words[2 * count + own] = seen + part[t ^ 1]; break;
        case 5: seen += words[at]; break;
        case 6: words[at] = r >> 12 & 1 ? 7 : seen; break;
        case 7:
            seen += !LOOKS ? 2
                           : *(volatile unsigned
                                   *)&words[2 * count + mix(own + r) % (gridDim.x * blockDim.x)];
            break;
        case 8: part[t] = seen; break;
        case 9: seen += words[2 * count + own]; break;
        case 10: seen += words[at % 3]; break;
        case 11:
            if (t == 5)
                printf("%u\n", own);
            break;
        }
    }
    words[2 * count + own] = seen;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    unsigned seed = (unsigned)atoi(argv[1]), count = (unsigned)atoi(argv[2]), *words, *host;
    if (count == 0) {
        cudaMalloc(&words, 64 * sizeof *words);
        cudaMemset(words, 0, 64 * sizeof *words);
        never_ends<<<8, 1>>>(words);
        return cudaDeviceSynchronize() != cudaSuccess;
    }
    unsigned acts = mix(seed * 7 + 1) & (seed & 1 ? mix(seed * 11 + 3) : ~0u);
    size_t all = 2 * count + 64 * BLOCKS;
    host = (unsigned *)malloc(all * sizeof *host);
    for (size_t i = 0; i < all; i++)
        host[i] = (unsigned)i * seed;
    cudaMalloc(&words, all * sizeof *words);
    cudaMemcpy(words, host, all * sizeof *words, cudaMemcpyDefault);
    for (int i = 0; i < 3; i++)
        if (seed % 4)
            act<true><<<BLOCKS, 64>>>(words, count, seed + i, acts);
        else
            act<false><<<BLOCKS, 64>>>(words, count, seed + i, acts);
    if (cudaMemcpy(host, words, all * sizeof *words, cudaMemcpyDefault) != cudaSuccess)
        return 1;
    unsigned sum = 0;
    for (size_t i = 0; i < all; i++)
        sum = sum * 31 + host[i];
    cudaFree(words);
    free(host);
    printf("%08x\n", sum);
    return 0;
}
