// Still running: products of a warpgroup that nobody waits for.
//
//     make ex7-12
//
// a: (gridDim.x, steps, 64, 32), b: (gridDim.x, steps, 8, 32), the columns of B, both in bf16; c: (gridDim.x, 64, 8).

#include "tensor.h"

enum { THREADS = 128, STAGES = 3, PIECES = 4 }; // of 16 bytes, in a row of 32 numbers

// The descriptor of a tile with rows of 64 bytes, and their swizzle.
static __device__ uint64_t describe(uint32_t at)
{
    return (at & 0x3ffff) >> 4 | 1ull << 16 | (uint64_t)(8 * 64 / 16) << 32 | 2ull << 62;
}

// All threads: brings `rows` rows to a tile, swizzled.
static __device__ void fill(uint4 *tile, const uint4 *from, int rows)
{
    for (int i = threadIdx.x; i < rows * PIECES; i += THREADS)
        tile[i ^ i / 8 % 4] = from[i];
}

// The warpgroup: starts the products of a stage, as one group.
static __device__ void multiply(float sum[4], const uint4 *left, const uint4 *right)
{
    productsBegin();
    for (int k = 0; k < 2; k++)
        multiplyNarrow(sum, describe(sharedAt(left) + k * 32), describe(sharedAt(right) + k * 32),
                       true);
    productsClose();
}

__global__ void sumProducts(const uint4 *a, const uint4 *b, int steps, float *c)
{
    __shared__ alignas(1024) uint4 left[STAGES][64 * PIECES], right[STAGES][1024 / sizeof(uint4)];
    int t = threadIdx.x, row = t / 32 * 16 + t % 32 / 4, col = t % 4 * 2;
    float sum[4] = {0, 0, 0, 0};
    a += (size_t)blockIdx.x * steps * 64 * PIECES;
    b += (size_t)blockIdx.x * steps * 8 * PIECES;
    // [your code]
    for (int step = 0; step < steps; step++) {
        int stage = step % STAGES;
        fill(left[stage], a + (size_t)step * 64 * PIECES, 64);
        fill(right[stage], b + (size_t)step * 8 * PIECES, 8);
        showToCopies();
        __syncthreads();
        productsWait<1>();
        multiply(sum, left[stage], right[stage]);
    }
    productsWait<0>();
    // [end of your code]
    c += (size_t)blockIdx.x * 64 * 8;
    for (int i = 0; i < 4; i++)
        c[(row + i / 2 * 8) * 8 + col + i % 2] = sum[i];
}
