// Matrices of bf16, or of another type, and what tensor cores make of them at most.

#ifndef WARP_BF16_H
#define WARP_BF16_H

#include "program.h"
#include "tensor.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef __nv_bfloat16 bf16; // 1 bit of sign, 8 of exponent like a float, 7 of fraction

#if defined ELEMENT_HALF
typedef __half Element;       // 1 bit of sign, 5 of exponent, 10 of fraction
#define ELEMENT_STEP  0x1p-11 // rounding to it changes a number by this part of it at most,
#define ELEMENT_LEAST 0x1p-25 // or by this much
#define ELEMENT_TAKEN 0
#elif defined ELEMENT_TF32
typedef float Element; // 1 bit of sign, 8 of exponent, 23 of fraction
#define ELEMENT_STEP  0x1p-24
#define ELEMENT_LEAST 0
#define ELEMENT_TAKEN 0x1.01p-10 // two rounded factors change a product by this part of it at most
#else
typedef bf16 Element;
#define ELEMENT_STEP  0x1p-8
#define ELEMENT_LEAST 0
#define ELEMENT_TAKEN 0
#endif

// [begin Matrix]
// All kernels: C = A B for A: (M, K), B: (K, N), C: (M, N), by rows, any M, N, K. Each row begins
// at a multiple of 128 bytes. Between a row's end and the next row A and B hold zeros, and C may be
// written.
typedef struct {
    Element *at; // element (i, j) is at[i * pitch + j]
    int rows, cols;
    int pitch; // cols, rounded up to a multiple of 128 bytes
} Matrix;
// [end Matrix]

// [begin storePair]
// C's elements (row, col) and (row, col + 1), if they are there; col is even.
static __device__ void storePair(Matrix C, int row, int col, float first, float second)
{
    if (row < C.rows && col < C.cols)
        *(uint32_t *)&C.at[(size_t)row * C.pitch + col] = pairOf(first, second);
}

// A lane's part of 16 x 8 sums, as multiplyAdd and multiplyTile lay them out; C's element (row,
// col) is the first of them.
static __device__ void storeSums(Matrix C, int row, int col, const float sum[4])
{
    int lane = threadIdx.x % 32;
    storePair(C, row + lane / 4, col + lane % 4 * 2, sum[0], sum[1]);
    storePair(C, row + lane / 4 + 8, col + lane % 4 * 2, sum[2], sum[3]);
}
// [end storePair]

// ---- The host ----

// The pitch of rows of so many elements. Copies would take multiples of 16 bytes, but then each row of a box, of 128 bytes, lies in two
// lines.
static int pitchOf(int cols)
{
    const int line = 128 / sizeof(Element);
    return cols > 0 ? (cols + line - 1) / line * line : line;
}

// x: elements of X: whole numbers from -2 to 2, or real ones from -1 to 1.
static void fillElements(Element *x, Matrix X, bool whole, uint64_t seed)
{
    for (int i = 0; i < X.rows; i++)
        for (int j = 0; j < X.pitch; j++) {
            size_t at = (size_t)i * X.pitch + j;
            uint64_t bits = random_bits(seed, at);
            float number = whole ? (float)(bits % 5) - 2 : (float)(bits >> 40) * 0x1p-23f - 1;
            x[at] = Element(j < X.cols ? number : 0);
        }
}

// [begin tensorFlops]
// The most operations per second of all tensor cores with float sums, at the highest clock; 0 if
// unknown. TF32 takes twice as long as 16 bits, whose products per clock and SM are those of
// NVIDIA's whitepapers on the A100, GA102, H100 and Blackwell.
static double tensorFlops(const Device *device)
{
    static const struct {
        int major, minor, products;
    } known[] = {{8, 0, 1024}, {8, 6, 256}, {8, 9, 256}, {9, 0, 2048}, {10, 0, 4096}, {12, 0, 256}};
    int kilohertz = 0;
    cudaCheck(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].major == device->major && known[i].minor == device->minor)
            return 4.0 / sizeof(Element) * known[i].products * device->multiprocessors * kilohertz *
                   1e3;
    return 0;
}
// [end tensorFlops]

// Ends the program where no tensor core takes bf16.
static void requireTensorCores(const Device *device)
{
    if (device->major >= 8)
        return;
    fprintf(stderr,
            "bf16 on tensor cores needs compute capability 8.0, and this device has %d.%d\n",
            device->major, device->minor);
    exit(EXIT_CUDA);
}

#endif
