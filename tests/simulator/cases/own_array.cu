// A thread's own array is read where the thread never wrote. compute-sanitizer doesn't say so.
// status: 4
// err: Uninitialized __local__ memory read of size 4 bytes +at pick.* in @r +by thread \(0,0,0\) in block \(0,0,0\) +The thread reads its own variable where it never wrote
#include <cstdio>

__global__ void pick(int *out, int shift)
{
    int own[8];
    own[threadIdx.x % 8] = threadIdx.x;
    out[threadIdx.x] = own[(threadIdx.x + shift) % 8]; // @r
}

int main(void)
{
    int *out;
    cudaMalloc(&out, 32 * sizeof *out);
    pick<<<1, 32>>>(out, 3);
    cudaDeviceSynchronize();
    cudaFree(out);
}
