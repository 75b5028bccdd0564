// Each block launches a child that writes an element, and the first one a child that reads them all. Only a tail launch would wait for
// the children of other blocks; no copy is to blame.
//
// build: -rdc=true
// status: 4
// err: Uninitialized __global__ memory read of size 4 bytes at add.* @r .*Only its first 4 bytes were ever written, by another launch\. If launches by kernels write the rest, this one must wait for them: only a tail launch waits for those of all blocks
#include <cstdio>

__global__ void one(int *x, int i)
{
    x[i] = i;
}

__global__ void add(const int *x, int n, int *out)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i]; // @r
    *out = sum;
}

__global__ void parent(int *x, int *out)
{
    one<<<1, 1>>>(x, (int)blockIdx.x);
    if (blockIdx.x == 0)
        add<<<1, 1>>>(x, (int)gridDim.x, out);
}

int main(void)
{
    int *x, *out;
    cudaMalloc(&x, 8 * sizeof *x);
    cudaMalloc(&out, sizeof *out);
    parent<<<8, 1>>>(x, out);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(out);
}
