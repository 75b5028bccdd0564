// tensor.cu: products by nvcuda::wmma of random halves, in all shapes, layouts and types of sums. Prints a hash of each, for nvcc's header
// and that of compile/toolkit.

#include <cuda_fp16.h>
#include <mma.h>
#include <stdio.h>

using namespace nvcuda::wmma;

template <int M, int N, class LayoutA, class LayoutB, class T>
static __global__ void multiply(const half *a, const half *b, const T *c, T *d, layout_t in,
                                layout_t out)
{
    fragment<matrix_a, M, N, 16, half, LayoutA> left;
    fragment<matrix_b, M, N, 16, half, LayoutB> right;
    fragment<accumulator, M, N, 16, T> sum, more;
    load_matrix_sync(left, a, 40);
    load_matrix_sync(right, b, 40);
    load_matrix_sync(sum, c, 40, in);
    fill_fragment(more, 0.5f);
    for (int i = 0; i < sum.num_elements; i++)
        sum.x[i] = sum.x[i] + more.x[i];
    mma_sync(more, left, right, sum);
    mma_sync(sum, left, right, more);
    store_matrix_sync(d, sum, 40, out);
}

enum { SIZE = 40 * 40 };

template <int M, int N, class LayoutA, class LayoutB, class T>
static void run(const char *name, const half *a, const half *b)
{
    T *c, *d;
    unsigned hash = 0;
    cudaMallocManaged(&c, SIZE * sizeof *c);
    cudaMallocManaged(&d, SIZE * sizeof *d);
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < SIZE; k++)
            c[k] = (T)(float)(k % 31 - 15), d[k] = (T)0.0f;
        multiply<M, N, LayoutA, LayoutB, T><<<1, 32>>>(a, b, c, d,
                                                       i & 1 ? mem_row_major : mem_col_major,
                                                       i & 2 ? mem_row_major : mem_col_major);
        if (cudaDeviceSynchronize() != cudaSuccess)
            printf("failed\n");
        for (size_t k = 0; k < SIZE * sizeof *d; k++)
            hash = hash * 31 + ((unsigned char *)d)[k];
    }
    printf("%s %d x %d: %08x\n", name, M, N, hash);
    cudaFree(c);
    cudaFree(d);
}

template <int M, int N, class T>
static void layouts(const char *type, const half *a, const half *b)
{
    printf("%s, ", type), run<M, N, row_major, row_major, T>("rows, rows", a, b);
    printf("%s, ", type), run<M, N, row_major, col_major, T>("rows, columns", a, b);
    printf("%s, ", type), run<M, N, col_major, row_major, T>("columns, rows", a, b);
    printf("%s, ", type), run<M, N, col_major, col_major, T>("columns, columns", a, b);
}

int main(void)
{
    half *a, *b;
    unsigned random = 1;
    cudaMallocManaged(&a, SIZE * sizeof *a);
    cudaMallocManaged(&b, SIZE * sizeof *b);
    for (int i = 0; i < SIZE; i++) {
        random = random * 1664525 + 1013904223;
        a[i] = __float2half((float)(random >> 16) / 8192 - 4);
        b[i] = __float2half((float)(random & 0xffff) / 8192 - 4);
    }
    layouts<16, 16, float>("float", a, b);
    layouts<32, 8, float>("float", a, b);
    layouts<8, 32, float>("float", a, b);
    layouts<16, 16, half>("half", a, b);
    layouts<32, 8, half>("half", a, b);
    layouts<8, 32, half>("half", a, b);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
