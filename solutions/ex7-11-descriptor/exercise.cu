// Where is my tile? A descriptor for a warpgroup's product.
//
//     make ex7-11
//
// a: (n, 64, 32), b: (n, 8, 32), the columns of B, both in bf16; c: (n, 64, 8). A warpgroup for each of n products.

#include "tensor.h"

enum { THREADS = 128, PIECES = 4 }; // of 16 bytes, in a row

// The descriptor of a tile at this address of shared memory, with rows of 64 bytes.
static __device__ uint64_t describe(uint32_t at)
{
    // [your code]
    const uint64_t leading = 1, stride = 8 * 64, swizzle64 = 2;
    return (at & 0x3ffff) >> 4 | leading << 16 | stride >> 4 << 32 | swizzle64 << 62;
    // [end of your code]
}

// Where a piece of 16 bytes lies in a tile: the swizzle for rows of 64 bytes.
static __device__ int place(int row, int piece)
{
    return row * PIECES + (piece ^ row / 2 % 4);
}

// All threads: brings `rows` rows to a tile.
static __device__ void fill(uint4 *tile, const uint4 *from, int rows)
{
    for (int i = threadIdx.x; i < rows * PIECES; i += THREADS)
        tile[place(i / PIECES, i % PIECES)] = from[i];
}

__global__ void product(const uint4 *a, const uint4 *b, float *c)
{
    __shared__ alignas(1024) uint4 left[64 * PIECES], right[8 * PIECES];
    int t = threadIdx.x, row = t / 32 * 16 + t % 32 / 4, col = t % 4 * 2;
    float sum[4] = {0, 0, 0, 0};
    fill(left, a + (size_t)blockIdx.x * 64 * PIECES, 64);
    fill(right, b + (size_t)blockIdx.x * 8 * PIECES, 8);
    showToCopies();
    __syncthreads();
    productsBegin();
    for (int k = 0; k < 2; k++) // 16 numbers along K are 32 bytes
        multiplyNarrow(sum, describe(sharedAt(left) + k * 32), describe(sharedAt(right) + k * 32),
                       k > 0);
    productsClose();
    productsWait<0>();
    c += (size_t)blockIdx.x * 64 * 8;
    for (int i = 0; i < 4; i++)
        c[(row + i / 2 * 8) * 8 + col + i % 2] = sum[i];
}
