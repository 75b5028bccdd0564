// A variable is used that only lanes with an element have set. A GPU has what was in the register before.
// status: 0
// err: Remark: a variable is used that was never set: its value is undefined\. +It is used at largest.* in @r +by thread \(32,0,0\) in block \(0,0,0\)
#include <cstdio>

__global__ void largest(const int *x, int *out, int n)
{
    int i = threadIdx.x, best;
    if (i < n)
        best = x[i];
    for (int offset = 16; offset > 0; offset /= 2) {
        int other = __shfl_xor_sync(0xffffffff, best, offset);
        best = other > best ? other : best; // @r
    }
    if (i % 32 == 0)
        out[i / 32] = best;
}

int main(void)
{
    int x[40] = {0}, *in, *out;
    cudaMalloc(&in, sizeof x);
    cudaMalloc(&out, 2 * sizeof *out);
    cudaMemcpy(in, x, sizeof x, cudaMemcpyHostToDevice);
    largest<<<1, 64>>>(in, out, 40);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
